"""A player's two mats as everybody sees them: what each section gives and costs now, pieces, abilities, stars (SY-HID-09)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from control.engine.language import later, say, say_count
from rooms.tables.scythe.game.book import Book
from rooms.tables.scythe.game.content import BOTTOMS, PAID_WITH, Ability, CardOption, Cube, Faction, Part, Structure, Top
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import HIDDEN, MECHS, NONE, Side, Star, on_board
from rooms.tables.scythe.rules.measures import bottom_cost, place_of, section_of, structure_above, upgraded
from rooms.tables.scythe.rules.scoring import tier_of
from rooms.tables.scythe.rules.top import ARMORY, MONUMENT, PRICE, ladder
from rooms.tables.scythe.screens.looking import Looker

SIGNS: Final[Mapping[Star, str]] = {  # of the goals of the triumph track
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
BUILT: Final[Mapping[Structure, str]] = {  # what a structure brings, from the moment it stands (SY-BLD-05)
    Structure.MINE: later("joins all tunnels for its owner"),
    Structure.ARMORY: later("{bonus} with each Trade"),
    Structure.MILL: later("one territory more with each Produce"),
    Structure.MONUMENT: later("{bonus} with each Bolster"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A star that is placed: its sign, and what for."""

    sign: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player in public numbers. `tier` are the coins for a star, a territory and a pair of tokens, `coins` None where hidden."""

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
    most_workers: int
    stars: tuple[Goal, ...]
    open_stars: tuple[int, ...]
    section: str
    factory: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain:
    """What a top row gives: how many of what. `more`: a cube was taken from it."""

    count: int
    what: str
    more: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionShape:
    """A section of a player mat now. `cost` is in tokens of `pays`; so many red boxes as `saved` have a cube, as `boxes` may."""

    key: int
    top: str
    cost_words: str
    gains: tuple[Gain, ...]
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityShape:
    """An ability: what it does, and whether it is in force; `line` says where its mech is."""

    name: str
    text: str
    line: str
    there: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatShape:
    """A player with both mats."""

    seat: Seat
    sections: tuple[SectionShape, ...]
    abilities: tuple[AbilityShape, ...]
    bonuses: tuple[str, ...]
    card: str


def mats_of(looker: Looker) -> tuple[MatShape, ...]:
    """The others' mats, clockwise; everybody's for whoever looks on."""
    return tuple([_mat(looker, player) for player in (looker.state.order if looker.player is None else looker.others)])


def own_mat(looker: Looker) -> MatShape:
    """The viewer's own mats, as the others see them."""
    return _mat(looker, looker.me)


def seat_of(looker: Looker, player: int) -> Seat:
    """A player's public numbers; coins where the viewer may know them (SY-HID-01)."""
    book, side = looker.book, looker.state.sides[player]
    faction, tier = book.factions[side.faction], tier_of(book, side.popularity)
    numbers = book.content.numbers
    return Seat(
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
        most_workers=len(side.units) - len(MECHS) - 1,
        stars=tuple([Goal(sign=SIGNS[star], name=looker.word(f"star-{star}")) for star in side.stars]),
        open_stars=tuple(range(numbers.stars - len(side.stars))),
        section=section_words(looker, side),
        factory=book.cards[side.card].title if side.card else "",
    )


def section_words(looker: Looker, side: Side) -> str:
    """The section that was used last: "Move · Upgrade"; "" for none."""
    if side.section == NONE:
        return ""
    if side.section >= len(BOTTOMS):
        return looker.book.cards[side.card].title
    top = section_of(looker.book, side, side.section).top
    return say("{top} · {bottom}", top=looker.word(top), bottom=looker.word(BOTTOMS[side.section]))


def _mat(looker: Looker, player: int) -> MatShape:
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


def _section(looker: Looker, side: Side, number: int) -> SectionShape:
    book, scene, numbers = looker.book, looker.scene, looker.book.content.numbers
    printed, structure, took = section_of(book, side, number), structure_above(book, side, number), side.recruits[number]
    at = place_of(side, structure)
    costs = {Top.MOVE: (), Top.PRODUCE: ladder(book, side)}.get(printed.top, PRICE)
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


def _gains(looker: Looker, top: Top, side: Side) -> tuple[Gain, ...]:
    """What the ways of a top row give now: printed, and one more where a cube is gone (SY-UPG-03)."""
    numbers, words = looker.book.content.numbers, looker.scene.words

    def gain(count: int, cube: Cube | None, say_it: str) -> Gain:
        more = bool(cube and upgraded(side, cube))
        return Gain(count=count + more, what=say_it, more=more)

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


def _abilities(looker: Looker, faction: Faction, side: Side) -> tuple[AbilityShape, ...]:
    """The faction's own, and the mechs' in the order of the mat (SY-FAC-12, SY-DEP-04)."""
    found = [_ability(looker, faction, faction.own, say("from the start"), there=True)]
    for unit, ability in zip(MECHS, faction.mechs, strict=True):
        at = side.units[unit]
        line = say("mech on {space}", space=_short(looker.book, at)) if at else say("mech on the mat")
        found.append(_ability(looker, faction, ability, line, there=bool(at)))
    return tuple(found)


def _short(book: Book, space: str) -> str:
    """A territory by its id, a home base in words."""
    return space if space in book.territories else say("a home base")


def _ability(looker: Looker, faction: Faction, ability: Ability, line: str, *, there: bool) -> AbilityShape:
    return AbilityShape(name=looker.book.abilities[ability].name, text=looker.ability(ability, faction.id), line=line, there=there)


def _card(looker: Looker, card: str) -> str:
    """The top row of a Factory card in words; "" for none."""
    if not card:
        return ""
    found = looker.book.cards[card]
    return say("{card}: {does}", card=found.title, does=does_words(looker.scene, found.does))


def does_words(scene: Scene, option: CardOption) -> str:
    """What an option of a card gives, for what: "2 metal and 1 oil for 1 power"."""
    gain = scene.amounts(option.gain)
    return say("{gain} for {cost}", gain=gain, cost=scene.amounts(option.cost)) if option.cost else gain


def built_words(scene: Scene, structure: Structure) -> str:
    """What a structure brings once it stands (SY-BLD-05)."""
    bonus = {Structure.ARMORY: (ARMORY,), Structure.MONUMENT: (MONUMENT,)}.get(structure, ())
    return say(BUILT[structure], bonus=scene.amounts(bonus))
