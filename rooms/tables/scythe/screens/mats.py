"""Player mats: the viewer's own with reasons for impossible rows, and both mats in public (SY-GEN-13, SY-HID-09)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from control.engine.language import later, say, say_count
from control.engine.records import replace
from rooms.tables.scythe.game.content import (
    ABOVE,
    BOTTOMS,
    PAID_WITH,
    RESOURCES,
    Ability,
    Book,
    CardOption,
    Cube,
    Faction,
    Part,
    Structure,
    Top,
)
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import FACTORY, HIDDEN, MECHS, NONE, ScytheState, Side, Star, TopRow, Turn, on_board
from rooms.tables.scythe.rules import bottom_row, top_row
from rooms.tables.scythe.rules.bolster_and_trade import ARMORY, MONUMENT, PRICE
from rooms.tables.scythe.rules.bottom_row import DOES
from rooms.tables.scythe.rules.control import all_tokens
from rooms.tables.scythe.rules.player_mats import bottom_cost, place_of, recruited, section_of, structure_above, upgraded
from rooms.tables.scythe.rules.production import ProduceOffer, produce_cost
from rooms.tables.scythe.rules.scoring import tier_of
from rooms.tables.scythe.rules.turns import sections_for
from rooms.tables.scythe.screens.top_row import harvest_words
from rooms.tables.scythe.screens.viewer import ScytheViewer

START: Final = "start-move"  # the next action after a section's button, sent as `then`
COINS: Final = "gain-coins"
BESIDES: Final[Mapping[Structure, str]] = {
    Structure.ARMORY: later("and 1 power by your Armory"),
    Structure.MONUMENT: later("and 1 popularity by your Monument"),
    Structure.MILL: later("and where your Mill is"),
}


class ActionRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a section: title, gain, cost, and the reason why it is not possible ("" where it is)."""

    title: str
    gives: str
    costs: str
    reason: str


class MatSectionView(msgspec.Struct, frozen=True, kw_only=True):
    """A section of the mat. `number`: as in the action. `reason`: why it cannot be chosen.

    `then`: the next action after its button. `instead`: the action beside it, "" for none.
    """

    number: int
    top: ActionRow
    bottom: ActionRow
    recruit: str
    reason: str
    then: str = ""
    instead: str = ""


def mat_of(looker: ScytheViewer) -> tuple[MatSectionView, ...]:
    """The four sections, and that of the Factory card, for the viewer now."""
    mine, open_ = looker.me, sections_for(looker.book, looker.state, looker.me)
    numbers = (0, 1, 2, 3, FACTORY) if looker.side.card else (0, 1, 2, 3)
    used = say("used last turn")
    return tuple(
        [_own_section(looker, number, "" if number in open_ else used, _as_if(looker.state, mine, number)) for number in numbers]
    )


def _as_if(state: ScytheState, player: int, section: int) -> ScytheState:
    """The table as if this player had chosen the section."""
    return replace(state, active=player, turn=Turn(section=section), agenda=(TopRow(),))


def _own_section(looker: ScytheViewer, number: int, reason: str, state: ScytheState) -> MatSectionView:
    if number == FACTORY:
        card, scene = looker.book.cards[looker.side.card], looker.scene
        row = ActionRow(title=card.title, gives=scene.amounts(card.does.gain), costs=scene.amounts(card.does.cost), reason="")
        far = looker.book.content.numbers.factory_range
        move = ActionRow(title=say("Move"), gives=say("1 unit, up to {far} territories", far=far), costs="", reason="")
        return MatSectionView(number=number, top=row, bottom=move, recruit="", reason=reason)
    ongoing = looker.scene.amounts([looker.book.content.numbers.ongoing[number]]) if recruited(looker.side, number) else ""
    moves = section_of(looker.book, looker.side, number).top is Top.MOVE
    return MatSectionView(
        number=number,
        top=_top(looker, state),
        bottom=_bottom(looker, state),
        recruit=ongoing,
        reason=reason,
        then=START if moves else "",
        instead=say("Gain {gain} instead", gain=_coins_of_move(looker)) if moves else "",
    )


def _top(looker: ScytheViewer, state: ScytheState) -> ActionRow:
    """The gain of a top row, and whether it is possible."""
    book, side, me = looker.book, looker.side, looker.me
    what, numbers = section_of(book, side, state.turn.section).top, book.content.numbers
    counts = {cube: upgraded(side, cube) for cube in Cube}
    gives = {
        Top.MOVE: say("{units} units, or {coins}", units=numbers.moves + counts[Cube.MOVE], coins=_coins_of_move(looker)),
        Top.TRADE: say(
            "{tokens} tokens, or {count} popularity", tokens=numbers.trade, count=numbers.trade_popularity + counts[Cube.POPULARITY]
        ),
        Top.PRODUCE: say("on {count} territories", count=numbers.produce + counts[Cube.TERRITORY]),
        Top.BOLSTER: say(
            "{count} power, or {cards}",
            count=numbers.bolster_power + counts[Cube.POWER],
            cards=looker.counted("card", numbers.bolster_cards + counts[Cube.CARD]),
        ),
    }
    built = [say(words) for structure, words in BESIDES.items() if structure is ABOVE[what] and place_of(side, structure)]
    cost = {Top.PRODUCE: produce_cost(book, side), Top.MOVE: ()}.get(what, PRICE)
    action = top_row.TRIED[what]
    offered = top_row.TOP[type(action)].offers(book, state, me)
    now = [words for offer in offered if isinstance(offer, ProduceOffer) and (words := harvest_words(looker, offer))]
    return ActionRow(
        title=looker.word(what),
        gives=" ".join([gives[what], *built, *[say("– now {gains}", gains=each) for each in now]]),
        costs=looker.scene.amounts(cost),
        reason="" if offered else top_row.why_not_top_row(book, state, me, action)[0],
    )


def _coins_of_move(looker: ScytheViewer) -> str:
    """The coins to gain instead of moving."""
    return looker.counted("coin", looker.book.content.numbers.coins + upgraded(looker.side, Cube.COIN))


def _bottom(looker: ScytheViewer, state: ScytheState) -> ActionRow:
    """The cost and gain of a bottom row. Where it is too expensive, "needs 3 metal, you control 1"."""
    book, me, section = looker.book, looker.me, state.turn.section
    price = bottom_row.price_of(book, state, me, section)
    kind = looker.word(price.part)
    offers = bottom_row.BOTTOM[DOES[section]].offers(book, state, me)
    there = dict(zip(RESOURCES, all_tokens(book, state, me), strict=True))
    have = next(count for each, count in there.items() if each.value == price.part)
    nothing = bool(offers) and not (offers[0].things and offers[0].places)
    return ActionRow(
        title=looker.word(BOTTOMS[section]),
        gives=_coins(looker, section_of(book, looker.side, section).coins, alone=nothing),
        costs=say("{count} {what}", count=price.count, what=kind),
        reason="" if offers else say("needs {count} {what}, you control {have}", count=price.count, what=kind, have=have),
    )


def _coins(looker: ScytheViewer, coins: int, *, alone: bool) -> str:
    """The coins of a bottom row in words. `alone`: it gives nothing else any more."""
    count = looker.counted("coin", coins)
    if alone:
        return say("gain {coins} and no more", coins=count) if coins else say("nothing left to gain")
    return say("gain {coins}", coins=count) if coins else ""


SIGNS: Final[Mapping[Star, str]] = {  # drawings for the goals of the triumph track
    Star.UPGRADES: "upgrade",
    Star.MECHS: "mech",
    Star.STRUCTURES: "mine",
    Star.RECRUITS: "recruit",
    Star.WORKERS: "worker",
    Star.OBJECTIVE: "objective",
    Star.COMBAT: "fight",
    Star.POPULARITY: "popularity",
    Star.POWER: "power",
}
BUILT: Final[Mapping[Structure, str]] = {  # the effect of a structure once it is built (SY-BLD-05)
    Structure.MINE: later("joins all tunnels for its owner"),
    Structure.ARMORY: later("{bonus} with each Trade"),
    Structure.MILL: later("one territory more with each Produce"),
    Structure.MONUMENT: later("{bonus} with each Bolster"),
}


class PlacedStar(msgspec.Struct, frozen=True, kw_only=True):
    """A placed star: its drawing and its goal."""

    sign: str
    name: str


class PlayerNumbers(msgspec.Struct, frozen=True, kw_only=True):
    """A player's public numbers. `tier`: coins for a star, a territory and a pair of tokens. `coins`: None where hidden."""

    player: int
    faction: str
    letter: str
    called: str
    name: str
    mat: str
    power: int
    popularity: int
    tier: tuple[int, int, int]
    level: int
    coins: int | None
    cards: int
    workers: int
    stars: tuple[PlacedStar, ...]
    open_stars: tuple[int, ...]
    section: str
    factory: str


class TopGain(msgspec.Struct, frozen=True, kw_only=True):
    """A gain of a top row: a number of something. `more`: its cube is gone."""

    count: int
    what: str
    more: bool


class SectionShape(msgspec.Struct, frozen=True, kw_only=True):
    """The current state of a section of a player mat.

    `cost`: tokens of `pays`. `saved`: one number for each upgradeable red box with a cube. `boxes`: one number for each without.
    """

    key: int
    top: str
    cost_words: str
    gains: tuple[TopGain, ...]
    structure: str
    sign: str
    bonus: str
    stands: str
    bottom: str
    pays: str
    pays_word: str
    cost: int
    saved: tuple[int, ...]
    boxes: tuple[int, ...]
    coins: int
    recruit: str
    recruited: bool
    took: str
    last: bool


class AbilityShape(msgspec.Struct, frozen=True, kw_only=True):
    """An ability. `there`: it is in force. `line`: the place of its mech."""

    name: str
    text: str
    line: str
    there: bool


class MatShape(msgspec.Struct, frozen=True, kw_only=True):
    """A player with both mats."""

    seat: PlayerNumbers
    sections: tuple[SectionShape, ...]
    abilities: tuple[AbilityShape, ...]
    bonuses: tuple[str, ...]
    card: str


def mats_of(looker: ScytheViewer) -> tuple[MatShape, ...]:
    """The other players' mats, clockwise. For a spectator, all mats."""
    return tuple([_mat(looker, player) for player in (looker.state.order if looker.player is None else looker.others)])


def own_mat(looker: ScytheViewer) -> MatShape:
    """The viewer's own mats, as others see them."""
    return _mat(looker, looker.me)


def seat_of(looker: ScytheViewer, player: int) -> PlayerNumbers:
    """A player's public numbers, with coins where the viewer may know them (SY-HID-01)."""
    book, side = looker.book, looker.state.sides[player]
    faction, tier = book.factions[side.faction], tier_of(book, side.popularity)
    numbers = book.content.numbers
    return PlayerNumbers(
        player=player,
        faction=faction.id,
        letter=faction.letter,
        called=faction.short,
        name=looker.name(player),
        mat=book.mats[side.mat].name,
        power=side.power,
        popularity=side.popularity,
        tier=(tier.star, tier.territory, tier.pair),
        level=numbers.tiers.index(tier) + 1,
        coins=None if side.coins == HIDDEN else side.coins,
        cards=len(side.cards),
        workers=on_board(side),
        stars=tuple([PlacedStar(sign=SIGNS[star], name=looker.word(f"star-{star}")) for star in side.stars]),
        open_stars=tuple(range(numbers.stars - len(side.stars))),
        section=section_words(looker, side),
        factory=book.cards[side.card].title if side.card else "",
    )


def section_words(looker: ScytheViewer, side: Side) -> str:
    """The section used last: "Move · Upgrade". "" for none."""
    if side.section == NONE:
        return ""
    if side.section >= len(BOTTOMS):
        return looker.book.cards[side.card].title
    top = section_of(looker.book, side, side.section).top
    return say("{top} · {bottom}", top=looker.word(top), bottom=looker.word(BOTTOMS[side.section]))


def _mat(looker: ScytheViewer, player: int) -> MatShape:
    book, side = looker.book, looker.state.sides[player]
    faction = book.factions[side.faction]
    taken = {space for space in side.recruits if space != NONE}
    return MatShape(
        seat=seat_of(looker, player),
        sections=tuple([_section(looker, side, number) for number in range(len(BOTTOMS))]),
        abilities=_abilities(looker, faction, side),
        bonuses=tuple([looker.scene.amounts((each,)) for at, each in enumerate(book.content.numbers.bonuses) if at not in taken]),
        card=_card(looker, side.card),
    )


def _section(looker: ScytheViewer, side: Side, number: int) -> SectionShape:
    book, scene, numbers = looker.book, looker.scene, looker.book.content.numbers
    printed, structure, took = section_of(book, side, number), structure_above(book, side, number), side.recruits[number]
    at = place_of(side, structure)
    costs = {Top.MOVE: (), Top.PRODUCE: produce_cost(book, side)}.get(printed.top, PRICE)
    saved = side.boxes[number]
    return SectionShape(
        key=number,
        top=looker.word(printed.top),
        cost_words=scene.amounts(costs),
        gains=_gains(looker, printed.top, side),
        structure=looker.word(structure),
        sign=structure.value,
        bonus=built_words(scene, structure),
        stands=say("on {space}", space=at) if at else "",
        bottom=looker.word(BOTTOMS[number]),
        pays=PAID_WITH[number].value,
        pays_word=looker.word(PAID_WITH[number]),
        cost=bottom_cost(book, side, number),
        saved=tuple(range(saved)),
        boxes=tuple(range(printed.boxes - saved)),
        coins=printed.coins,
        recruit=scene.amounts((numbers.ongoing[number],)),
        recruited=took != NONE,
        took="" if took == NONE else scene.amounts((numbers.bonuses[took],)),
        last=side.section == number,
    )


def _gains(looker: ScytheViewer, top: Top, side: Side) -> tuple[TopGain, ...]:
    """The current gains of a top row: the printed number, and one more where the cube is gone (SY-UPG-03)."""
    numbers, words = looker.book.content.numbers, looker.scene.words

    def gain(count: int, cube: Cube | None, say_it: str) -> TopGain:
        more = bool(cube and upgraded(side, cube))
        return TopGain(count=count + more, what=say_it, more=more)

    if top is Top.MOVE:
        units, coins = numbers.moves + upgraded(side, Cube.MOVE), numbers.coins + upgraded(side, Cube.COIN)
        moved = gain(numbers.moves, Cube.MOVE, say_count("unit moves", "units move", units))
        return moved, gain(numbers.coins, Cube.COIN, words(Part.COIN, coins))
    if top is Top.TRADE:
        popularity = numbers.trade_popularity
        tokens = gain(numbers.trade, None, words(Part.ANY, numbers.trade))
        return tokens, gain(popularity, Cube.POPULARITY, words(Part.POPULARITY, popularity))
    if top is Top.PRODUCE:
        return (gain(numbers.produce, Cube.TERRITORY, say("territories produce")),)
    cards = numbers.bolster_cards
    powers = gain(numbers.bolster_power, Cube.POWER, words(Part.POWER, numbers.bolster_power))
    return powers, gain(cards, Cube.CARD, words(Part.CARD, cards + upgraded(side, Cube.CARD)))


def _abilities(looker: ScytheViewer, faction: Faction, side: Side) -> tuple[AbilityShape, ...]:
    """The faction's own ability, then the mechs' in the order of the mat (SY-FAC-12, SY-DEP-04)."""
    found = [_ability(looker, faction, faction.own, say("from the start"), there=True)]
    for unit, ability in zip(MECHS, faction.mechs, strict=True):
        at = side.units[unit]
        line = say("mech on {space}", space=_short(looker.book, at)) if at else say("mech on the mat")
        found.append(_ability(looker, faction, ability, line, there=bool(at)))
    return tuple(found)


def _short(book: Book, space: str) -> str:
    """A territory by id, a home base in words."""
    return space if space in book.territories else say("a home base")


def _ability(looker: ScytheViewer, faction: Faction, ability: Ability, line: str, *, there: bool) -> AbilityShape:
    return AbilityShape(name=looker.book.abilities[ability].name, text=looker.ability(ability, faction.id), line=line, there=there)


def _card(looker: ScytheViewer, card: str) -> str:
    """The top row of a Factory card in words. "" for none."""
    if not card:
        return ""
    found = looker.book.cards[card]
    return say("{card}: {does}", card=found.title, does=does_words(looker.scene, found.does))


def does_words(scene: Scene, option: CardOption) -> str:
    """Gain and cost of a card's option in words: "2 metal and 1 oil for 1 power"."""
    gain = scene.amounts(option.gain)
    return say("{gain} for {cost}", gain=gain, cost=scene.amounts(option.cost)) if option.cost else gain


def built_words(scene: Scene, structure: Structure) -> str:
    """The effect of a structure once it is built (SY-BLD-05)."""
    bonus = {Structure.ARMORY: (ARMORY,), Structure.MONUMENT: (MONUMENT,)}.get(structure, ())
    return say(BUILT[structure], bonus=scene.amounts(bonus))
