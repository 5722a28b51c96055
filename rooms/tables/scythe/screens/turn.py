"""The rest of a turn's questions, actions possible at any time, and a guide through the first two turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from control.engine.language import later, listed, say
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.rules import KEEPER
from rooms.tables.game.state import TableState
from rooms.tables.registry import HostDeed
from rooms.tables.scythe.game.actions import EndTurn
from rooms.tables.scythe.game.content import BOTTOMS, PAID_WITH, RESOURCES, Ability, Top
from rooms.tables.scythe.game.goals import Achievement
from rooms.tables.scythe.game.state import Phase, Side
from rooms.tables.scythe.rules.achievements import RecordOffer
from rooms.tables.scythe.rules.alliances_and_bribes import GiveOffer
from rooms.tables.scythe.rules.control import all_tokens
from rooms.tables.scythe.rules.faction_abilities import has
from rooms.tables.scythe.rules.objectives import RevealOffer
from rooms.tables.scythe.rules.ongoing_bonuses import BonusOffer
from rooms.tables.scythe.rules.player_mats import bottom_cost, section_with
from rooms.tables.scythe.rules.production import production_offer
from rooms.tables.scythe.rules.turns import PunishOffer, SectionOffer
from rooms.tables.scythe.screens.action_forms import Deed, lit_of, says, stars_words, with_gains
from rooms.tables.scythe.screens.board import NOTHING_ASKED, BoardQuestion
from rooms.tables.scythe.screens.bottom_row import bottom_deeds
from rooms.tables.scythe.screens.mats import MatSectionView, mat_of
from rooms.tables.scythe.screens.top_row import bottom_move, harvest_words, top_deeds
from rooms.tables.scythe.screens.viewer import ScytheViewer

TURNS: Final = 2  # own turns with a guide


class Aid(msgspec.Struct, frozen=True, kw_only=True):
    """Guide texts for now, a sentence or two each."""

    key: str
    lines: tuple[str, ...]


def aid_of(looker: ScytheViewer) -> Aid | None:
    """The guide in the viewer's own turn. None later in the game and while others act."""
    state, number = looker.state, 1 + (looker.state.turns - 1) // len(looker.state.sides)
    if state.active != looker.player or looker.player not in looker.view.waits_for or number > TURNS:
        return None
    lines: tuple[str, ...] = ()
    if state.phase is Phase.CHOOSE_SECTION:
        lines = _first_step_lines(looker) if number == 1 else _second_step_lines(looker)
    elif state.phase is Phase.MOVING:
        lines = (
            say("Rivers and lakes stop a unit, unless an ability says otherwise. Units carry tokens, mechs carry workers too."),
            say("Whoever stands on a territory controls it and the tokens on it. Leave a worker where you want to produce."),
        )
    elif state.phase is Phase.BOTTOM:
        lines = (
            say("It costs tokens on territories you control. Go on without it if you cannot pay: at first that happens often."),
        )
    return Aid(key=f"{state.phase}-{number}", lines=lines) if lines else None


def _first_step_lines(looker: ScytheViewer) -> tuple[str, ...]:
    book, side = looker.book, looker.side
    produce, trade = section_with(book, side, Top.PRODUCE), section_with(book, side, Top.TRADE)
    numbers = book.content.numbers
    return (
        say("A turn is one section of your mat: its top row, then the bottom row below it. Either may be left out."),
        say(
            "Good to begin with: Produce, above {bottom}. Now it brings {gains} and costs nothing.",
            bottom=looker.word(BOTTOMS[produce]),
            gains=harvest_words(looker, production_offer(book, looker.state, looker.me, numbers.produce)),
        ),
        say(
            "Or Trade, above {bottom}: {count} tokens of your choice for 1 coin. Take what a bottom row costs.",
            bottom=looker.word(BOTTOMS[trade]),
            count=numbers.trade,
        ),
        say("Bottom rows bring most of the stars. The {count}th star of anybody ends the game.", count=numbers.stars),
    )


def _second_step_lines(looker: ScytheViewer) -> tuple[str, ...]:
    rows, again = _paid(looker, looker.side), has(looker.book, looker.side, Ability.RELENTLESS)
    if again and not rows:
        name = looker.book.abilities[Ability.RELENTLESS].name
        return (say("You may choose the section of last time again ({ability}). Produce and Trade bring tokens.", ability=name),)
    if again:
        return (say("Choose a section with a bottom row that you can pay, the one of last time too: {rows}.", rows=listed(rows)),)
    if not rows:
        return (say("Choose another section than last time. You can pay no bottom row yet: Produce and Trade bring tokens."),)
    return (
        say("Choose another section than last time, if you can one with a bottom row that you can pay: {rows}.", rows=listed(rows)),
    )


def _paid(looker: ScytheViewer, side: Side) -> list[str]:
    """The bottom rows that the viewer's tokens can pay now, in the sections open to choice."""
    last = -1 if has(looker.book, side, Ability.RELENTLESS) else side.section
    there = dict(zip(RESOURCES, all_tokens(looker.book, looker.state, looker.me), strict=True))
    return [
        looker.word(bottom)
        for number, (bottom, kind) in enumerate(zip(BOTTOMS, PAID_WITH, strict=True))
        if number != last and there[kind] >= bottom_cost(looker.book, side, number)
    ]


class AnytimeActions(msgspec.Struct, frozen=True, kw_only=True):
    """Actions at any time. `gifts`: players to give coins to, up to `most`. `late`: players to take popularity from."""

    gifts: tuple[tuple[int, str], ...]
    most: int
    late: tuple[tuple[int, str], ...]


def beside_of(looker: ScytheViewer) -> AnytimeActions | None:
    """The actions at any time, or None."""
    gives, late = looker.offer(GiveOffer), looker.offer(PunishOffer)
    if gives is None and late is None:
        return None
    return AnytimeActions(
        gifts=_named(looker, gives.players) if gives else (),
        most=gives.most if gives else 0,
        late=_named(looker, late.things) if late else (),
    )


def host_deed(engine: TableEngine, table: TableState) -> HostDeed | None:
    """The penalty for delay, for a host who does not play. None where it is off, or not possible now (SY-END-14, SY-R-52)."""
    found = [offer for offer in engine.rules.offers(table.play, KEEPER) if isinstance(offer, PunishOffer)]
    if not found:
        return None
    return HostDeed(
        title=say("Delay of game"),
        label=say("Who"),
        field="player",
        choices=tuple([(str(player), _late_words(table, player)) for player in found[0].things]),
        press=say("Take 1 popularity"),
        fields={"act": "punish-delay"},
    )


def _late_words(table: TableState, player: int) -> str:
    """A player and their popularity. The number changes with each press, so that each form is new."""
    popularity = table.play.sides[player].popularity
    return say("{name}: popularity {popularity}", name=table.names[player], popularity=popularity)


def _named(looker: ScytheViewer, players: tuple[int, ...]) -> tuple[tuple[int, str], ...]:
    return tuple([(player, looker.seat(player)) for player in players])


ON_BOARD: Final[Mapping[str, str]] = {  # by the field that a press on the board fills
    "at": later("It goes here."),
    "at-1": later("The tokens go here."),
    "produce": later("Produces, or does not."),
    "pay": later("Pays from here."),
}


class TurnAsk(msgspec.Struct, frozen=True, kw_only=True):
    """A turn's choices: sections, forms, or achievements to enter (up to `most`)."""

    sections: tuple[MatSectionView, ...] = ()
    deeds: tuple[Deed, ...] = ()
    entries: tuple[Achievement, ...] = ()
    most: int = 0
    asked: BoardQuestion = NOTHING_ASKED


def turn_of(looker: ScytheViewer) -> TurnAsk | None:
    """The viewer's choices on the mat, or None."""
    if (record := looker.offer(RecordOffer)) is not None:
        return TurnAsk(entries=tuple([looker.book.achievements[each] for each in record.entries]), most=record.most)
    sections = mat_of(looker) if looker.offer(SectionOffer) else ()
    deeds = (*_rows(looker), *_bonus(looker), *_end(looker))
    if not sections and not deeds:
        return None
    words = {name: say(each) for name, each in ON_BOARD.items()}
    lit = lit_of(deeds, words)
    return TurnAsk(sections=sections, deeds=deeds, asked=BoardQuestion(lit=lit) if lit else NOTHING_ASKED)


def _rows(looker: ScytheViewer) -> tuple[Deed, ...]:
    if looker.state.phase is Phase.TOP:
        return top_deeds(looker)
    return (*bottom_move(looker), *bottom_deeds(looker)) if looker.state.phase is Phase.BOTTOM else ()


def _bonus(looker: ScytheViewer) -> tuple[Deed, ...]:
    """SY-R-24."""
    offer = looker.offer(BonusOffer)
    if offer is None:
        return ()
    star = stars_words(looker, with_gains(looker, looker.side, offer.gains))
    gain = looker.scene.amounts(offer.gains)
    take = Deed(key="bonus-yes", act="bonus", verb=say("Gain {gain}", gain=gain), says=says([star]), fields=(("accept", "yes"),))
    return take, Deed(key="bonus-no", act="bonus", verb=say("Leave the bonus"), fields=(("accept", "no"),), quiet=True)


def _end(looker: ScytheViewer) -> tuple[Deed, ...]:
    return (Deed(key="end-turn", act="end-turn", verb=say("End my turn")),) if looker.allows(EndTurn()) else ()


def reveals_of(looker: ScytheViewer) -> tuple[Deed, ...]:
    """Forms to reveal objectives that are met (A-27)."""
    offer, side = looker.offer(RevealOffer), looker.side
    if offer is None:
        return ()
    most, count = looker.book.content.numbers.stars, len(side.stars) + 1
    star = say("It is your last star: the game ends.") if count >= most else say("It is your star number {count}.", count=count)
    return tuple(
        [
            Deed(
                key=f"reveal-{card}",
                act="reveal",
                verb=say("Reveal “{title}”", title=looker.book.objectives[card].title),
                says=says([star]),
                fields=(("objective", card),),
            )
            for card in offer.things
        ]
    )
