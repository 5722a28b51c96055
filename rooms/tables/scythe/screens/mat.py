"""The player mat: what each section brings and costs now, and what is not possible, with the reason in a few words (SY-GEN-13)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import replace

from control.engine.language import later, say
from rooms.tables.scythe.game import actions
from rooms.tables.scythe.game.book import ABOVE
from rooms.tables.scythe.game.content import BOTTOMS, RESOURCES, Cube, Structure, Top
from rooms.tables.scythe.game.offers_mat import DOES, ProduceOffer
from rooms.tables.scythe.game.state import FACTORY, ScytheState, TopRow, Turn
from rooms.tables.scythe.rules import bottom, top
from rooms.tables.scythe.rules.control import all_tokens
from rooms.tables.scythe.rules.measures import place_of, recruited, section_of, upgraded
from rooms.tables.scythe.rules.turns import sections_for
from rooms.tables.scythe.screens.harvest import harvest_words
from rooms.tables.scythe.screens.looking import Looker

START: Final = "start-move"  # what the button of a section goes on with, sent as `then`
COINS: Final = "gain-coins"
TRIED: Final[Mapping[Top, Any]] = {
    Top.MOVE: actions.GainCoins(),
    Top.TRADE: actions.Trade(),
    Top.PRODUCE: actions.Produce(()),
    Top.BOLSTER: actions.Bolster(cards=False),
}
BESIDES: Final[Mapping[Structure, str]] = {
    Structure.ARMORY: later("and 1 power by your Armory"),
    Structure.MONUMENT: later("and 1 popularity by your Monument"),
    Structure.MILL: later("and where your Mill is"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of a section: what it is called, brings and costs, and why it is not possible, "" where it is."""

    title: str
    gives: str
    costs: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section of the mat. `number` is the one of the action; `reason` says why it cannot be chosen.

    `then` is what its button goes on with, `instead` what is offered beside it, "" for nothing.
    """

    number: int
    top: Row
    bottom: Row
    recruit: str
    reason: str
    then: str = ""
    instead: str = ""


def mat_of(looker: Looker) -> tuple[Section, ...]:
    """The four sections, and that of the Factory card, as they are for the viewer now."""
    mine, open_ = looker.me, sections_for(looker.book, looker.state, looker.me)
    numbers = (0, 1, 2, 3, FACTORY) if looker.side.card else (0, 1, 2, 3)
    used = say("used last turn")
    return tuple(
        [_section(looker, number, "" if number in open_ else used, _as_if(looker.state, mine, number)) for number in numbers]
    )


def _as_if(state: ScytheState, player: int, section: int) -> ScytheState:
    """The table as if this player had chosen the section."""
    return replace(state, active=player, turn=Turn(section=section), agenda=(TopRow(),))


def _section(looker: Looker, number: int, reason: str, state: ScytheState) -> Section:
    if number == FACTORY:
        card, scene = looker.book.cards[looker.side.card], looker.scene
        row = Row(title=card.title, gives=scene.amounts(card.does.gain), costs=scene.amounts(card.does.cost), reason="")
        far = looker.book.content.numbers.factory_range
        move = Row(title=say("Move"), gives=say("1 unit, up to {far} territories", far=far), costs="", reason="")
        return Section(number=number, top=row, bottom=move, recruit="", reason=reason)
    ongoing = looker.scene.amounts([looker.book.content.numbers.ongoing[number]]) if recruited(looker.side, number) else ""
    moves = section_of(looker.book, looker.side, number).top is Top.MOVE
    return Section(
        number=number,
        top=_top(looker, state),
        bottom=_bottom(looker, state),
        recruit=ongoing,
        reason=reason,
        then=START if moves else "",
        instead=say("Gain {gain} instead", gain=_coins_of_move(looker)) if moves else "",
    )


def _top(looker: Looker, state: ScytheState) -> Row:
    """What a top row brings, and whether it can be taken."""
    book, side, me = looker.book, looker.side, looker.me
    what, numbers = section_of(book, side, state.turn.section).top, book.content.numbers
    counts = {cube: upgraded(side, cube) for cube in Cube}
    gives = {
        Top.MOVE: say(
            "{units} units, or {coins}",
            units=numbers.moves + counts[Cube.MOVE],
            coins=_coins_of_move(looker),
        ),
        Top.TRADE: say(
            "{tokens} tokens, or {count} popularity",
            tokens=numbers.trade,
            count=numbers.trade_popularity + counts[Cube.POPULARITY],
        ),
        Top.PRODUCE: say("on {count} territories", count=numbers.produce + counts[Cube.TERRITORY]),
        Top.BOLSTER: say(
            "{count} power, or {cards}",
            count=numbers.bolster_power + counts[Cube.POWER],
            cards=looker.counted("card", numbers.bolster_cards + counts[Cube.CARD]),
        ),
    }
    built = [say(words) for structure, words in BESIDES.items() if structure is ABOVE[what] and place_of(side, structure)]
    cost = {Top.PRODUCE: top.ladder(book, side), Top.MOVE: ()}.get(what, top.PRICE)
    action = TRIED[what]
    offered = top.TOP[type(action)][0](book, state, me)
    now = [words for offer in offered if isinstance(offer, ProduceOffer) and (words := harvest_words(looker, offer))]
    return Row(
        title=looker.word(what),
        gives=" ".join([gives[what], *built, *[say("– now {gains}", gains=each) for each in now]]),
        costs=looker.scene.amounts(cost),
        reason="" if offered else top.why(book, state, me, action)[0],
    )


def _coins_of_move(looker: Looker) -> str:
    """What is gained instead of a Move."""
    return looker.counted("coin", looker.book.content.numbers.coins + upgraded(looker.side, Cube.COIN))


def _bottom(looker: Looker, state: ScytheState) -> Row:
    """What a bottom row costs and brings: "needs 3 metal, you control 1" where it is too much."""
    book, me, section = looker.book, looker.me, state.turn.section
    price = bottom.price_of(book, state, me, section)
    kind = looker.word(price.part)
    offers = bottom.BOTTOM[DOES[section]][0](book, state, me)
    there = dict(zip(RESOURCES, all_tokens(book, state, me), strict=True))
    have = next(count for each, count in there.items() if each.value == price.part)
    nothing = bool(offers) and not (offers[0].things and offers[0].places)
    return Row(
        title=looker.word(BOTTOMS[section]),
        gives=_coins(looker, section_of(book, looker.side, section).coins, alone=nothing),
        costs=say("{count} {what}", count=price.count, what=kind),
        reason="" if offers else say("needs {count} {what}, you control {have}", count=price.count, what=kind, have=have),
    )


def _coins(looker: Looker, coins: int, *, alone: bool) -> str:
    """The coins of a bottom row; `alone`: it brings nothing else any more."""
    count = looker.counted("coin", coins)
    if alone:
        return say("gain {coins} and no more", coins=count) if coins else say("nothing left to gain")
    return say("gain {coins}", coins=count) if coins else ""
