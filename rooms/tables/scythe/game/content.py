"""Content of Scythe: map, mats, cards and names, with neighbours by hex edge, rivers, lakes and tunnels.

The engine holds no number of a mat, of the map or of a card. It knows abilities, tiles and effects by the ids in this module.
Encounters, Factory cards, objectives and achievements use two vocabularies: gains and costs, and conditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct

from rooms.tables.game.content_reading import RulesSection
from rooms.tables.scythe.game.goals import Achievement, Objective


class Terrain(StrEnum):
    """Terrains of territories."""

    VILLAGE = "village"
    MOUNTAIN = "mountain"
    TUNDRA = "tundra"
    FARM = "farm"
    FOREST = "forest"
    LAKE = "lake"
    FACTORY = "factory"


class Resource(StrEnum):
    """The four resource types (SY-GEN-03), in the order used by token counts."""

    WOOD = "wood"
    OIL = "oil"
    FOOD = "food"
    METAL = "metal"


RESOURCES: Final[tuple[Resource, ...]] = tuple(Resource)
MANY: Final = "-many"  # suffix of an id in `names`: the plural


class Ability(StrEnum):
    """Abilities of faction mats: those of mechs and the factions' own."""

    RIVERWALK = "riverwalk"  # SY-MEC-01, SY-MEC-06, SY-MEC-11, SY-MEC-16, SY-MEC-20: onto the faction's terrains
    SPEED = "speed"
    SEAWORTHY = "seaworthy"
    ARTILLERY = "artillery"
    TOWNSHIP = "township"
    PEOPLES_ARMY = "peoples-army"
    WAYFARE = "wayfare"
    SCOUT = "scout"
    UNDERPASS = "underpass"
    DISARM = "disarm"
    SUBMERGE = "submerge"
    CAMARADERIE = "camaraderie"
    SWIM = "swim"
    RELENTLESS = "relentless"
    COERCION = "coercion"
    DOMINATE = "dominate"
    MEANDER = "meander"


class Top(StrEnum):
    """The top-row actions of a player mat."""

    MOVE = "move"
    TRADE = "trade"
    PRODUCE = "produce"
    BOLSTER = "bolster"


class Bottom(StrEnum):
    """The bottom-row actions by section: 0 has Upgrade, 1 Deploy, 2 Build, 3 Enlist on every mat."""

    UPGRADE = "upgrade"
    DEPLOY = "deploy"
    BUILD = "build"
    ENLIST = "enlist"


BOTTOMS: Final[tuple[Bottom, ...]] = tuple(Bottom)
PAID_WITH: Final = (Resource.OIL, Resource.METAL, Resource.WOOD, Resource.FOOD)  # by section (SY-BOT-01)


class Structure(StrEnum):
    """The structures, in the order of `Side.structures`."""

    MINE = "mine"  # above Move
    ARMORY = "armory"  # above Trade
    MILL = "mill"  # above Produce
    MONUMENT = "monument"  # above Bolster


STRUCTURES: Final[tuple[Structure, ...]] = tuple(Structure)


class Cube(StrEnum):
    """The green boxes of a player mat, each named by the benefit that its cube increases, in the order of `Side.cubes`."""

    MOVE = "move"
    COIN = "coin"
    POPULARITY = "popularity"
    TERRITORY = "territory"
    POWER = "power"
    CARD = "card"


CUBES: Final[tuple[Cube, ...]] = tuple(Cube)


class Part(StrEnum):
    """Parts of gains and costs, written as on the cards ("pow+2", "DEPLOY", "pay coin 2")."""

    COIN = "coin"
    POWER = "pow"
    POPULARITY = "pop"
    CARD = "card"
    WOOD = "wood"
    OIL = "oil"
    FOOD = "food"
    METAL = "metal"
    ANY = "any"  # tokens, each of any type
    SAME = "same"  # tokens of one type; only a gain
    DIFFERENT = "different"  # tokens of different types; only a cost
    WORKER = "worker"
    PRODUCE = "produce"  # production on `count` territories, without ladder cost and without the Mill
    UPGRADE = "UPGRADE"
    DEPLOY = "DEPLOY"
    BUILD = "BUILD"
    ENLIST = "ENLIST"


class Amount(msgspec.Struct, frozen=True):
    """A number of a part."""

    part: Part
    count: int = 1


class Territory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A hex of the map. `rivers`: neighbours across a river, also home bases. `q` and `r`: axial coordinates."""

    id: str
    terrain: Terrain
    q: int
    r: int
    tunnel: bool = False
    encounter: bool = False
    rivers: tuple[str, ...] = ()


class HomeBase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A home base. `links`: adjacent territories. Rivers and lakes block these too."""

    id: str
    q: int
    r: int
    links: tuple[str, ...]
    rivers: tuple[str, ...] = ()


class Faction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A faction mat. `letter`: mark on its pieces. `seat`: place in clockwise order (SY-SET-07). `mechs`: the mechs' abilities."""

    id: str
    name: str
    short: str  # for strips and logs: "Nordic"
    letter: str
    seat: int
    power: int
    cards: int
    home: str
    workers: tuple[str, ...]
    riverwalk: tuple[Terrain, ...]
    mechs: tuple[Ability, Ability, Ability, Ability]
    own: Ability


class AbilityCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Name and text of an ability. {terrains} in the text stands for the terrains of a faction's Riverwalk."""

    id: Ability
    name: str
    text: str


class MatSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of a player mat: top-row action, red boxes (`fixed` and upgradeable `boxes`), coins (SY-BOT-02, SY-BOT-03)."""

    top: Top
    fixed: int
    boxes: int
    coins: int


class Mat(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A player mat. `label`: the lowest one takes the first turn (SY-SET-17)."""

    id: str
    name: str
    label: int
    objectives: int
    popularity: int
    coins: int
    sections: tuple[MatSection, MatSection, MatSection, MatSection]


class CardOption(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An option of an encounter, or the top row of a Factory card: cost and gain."""

    cost: tuple[Amount, ...] = ()
    gain: tuple[Amount, ...] = ()


class Encounter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An encounter card: options A, B and C."""

    id: str
    title: str
    scene: str
    options: tuple[CardOption, CardOption, CardOption]


class FactoryCard(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The top row of a Factory card. The bottom row is the same on all (SY-FCT-07)."""

    id: str
    title: str
    does: CardOption


class TileRule(StrEnum):
    """Things that structure bonus tiles count."""

    BY_TUNNELS = "by-tunnels"  # SB-1
    BY_LAKES = "by-lakes"  # SB-2
    BY_ENCOUNTERS = "by-encounters"  # SB-3
    ON_TUNNELS = "on-tunnels"  # SB-4
    IN_LINE = "in-line"  # SB-5
    ON_TERRAINS = "on-terrains"  # SB-6: structures on its `terrains`


class Tile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A structure bonus tile. `coins`: for a count of 1, 2 and so on; the last entry is for every higher count (SY-END-11)."""

    id: str
    rule: TileRule
    text: str
    coins: tuple[int, ...]
    terrains: tuple[Terrain, ...] = ()


class Tier(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tier of the popularity track, from `least` popularity on: coins per star, territory and pair of tokens (SY-END-05)."""

    least: int
    star: int
    territory: int
    pair: int


class ProduceRung(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step of the Produce ladder: the additional cost from this number of workers on the board (SY-PRD-01)."""

    workers: int
    cost: Amount


class Numbers(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All other printed numbers, before cubes.

    `cards`: number of combat cards by value. `bonuses`: one-time bonuses. `ongoing`: recruit bonus by section. `moves`: units of a
    Move.
    """

    cards: dict[int, int]
    power: int  # the end of the track
    popularity: int
    dial: int
    stars: int
    tiers: tuple[Tier, ...]
    ladder: tuple[ProduceRung, ...]
    bonuses: tuple[Amount, ...]
    ongoing: tuple[Amount, ...]
    moves: int
    coins: int
    trade: int
    trade_popularity: int
    produce: int
    bolster_power: int
    bolster_cards: int
    factory_range: int
    factory_territories: int  # territories that the Factory counts as (SY-END-08)


class Content(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All printed content. `names`: words for the ids of terrains, resources, structures, rows, stars and so on.

    A plural that differs has MANY behind its id: "coin", "coin-many".
    """

    territories: tuple[Territory, ...]
    bases: tuple[HomeBase, ...]
    factions: tuple[Faction, ...]
    abilities: tuple[AbilityCard, ...]
    mats: tuple[Mat, ...]
    numbers: Numbers
    tiles: tuple[Tile, ...]
    encounters: tuple[Encounter, ...]
    factory: tuple[FactoryCard, ...]
    objectives: tuple[Objective, ...]
    achievements: tuple[Achievement, ...]
    names: dict[str, str]
    rules: tuple[RulesSection, ...]


AROUND: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
ABOVE: Final[Mapping[Top, Structure]] = {  # the structure above each top-row action (SY-SET-12)
    Top.MOVE: Structure.MINE,
    Top.TRADE: Structure.ARMORY,
    Top.PRODUCE: Structure.MILL,
    Top.BOLSTER: Structure.MONUMENT,
}


class Book(Struct, frozen=True, kw_only=True):
    """Lookup tables for the printed content, by id.

    `edges`: neighbours of each space by hex edge and home-base link, across rivers and shores too. `rivers`: pairs of spaces with
    a river between them, in both orders. `land`: `edges` without rivers and lakes. `near`: neighbouring territories by hex edge,
    without home bases.
    """

    content: Content
    territories: Mapping[str, Territory]
    bases: Mapping[str, HomeBase]
    factions: Mapping[str, Faction]
    abilities: Mapping[Ability, AbilityCard]
    mats: Mapping[str, Mat]
    tiles: Mapping[str, Tile]
    encounters: Mapping[str, Encounter]
    cards: Mapping[str, FactoryCard]
    objectives: Mapping[str, Objective]
    achievements: Mapping[str, Achievement]
    edges: Mapping[str, tuple[str, ...]]
    near: Mapping[str, tuple[str, ...]]
    land: Mapping[str, tuple[str, ...]]
    rivers: frozenset[tuple[str, str]]
    lakes: tuple[str, ...]
    villages: tuple[str, ...]
    mountains: tuple[str, ...]
    tunnels: tuple[str, ...]
    factory: str
    order: Mapping[str, int]  # index of each territory and home base, in listed order

    def is_lake(self, space: str) -> bool:
        return space in self.lakes


def book_of(content: Content) -> Book:
    """Lookup tables for this content."""
    at = {(each.q, each.r): each.id for each in content.territories}
    near = {
        each.id: tuple([at[each.q + q, each.r + r] for q, r in AROUND if (each.q + q, each.r + r) in at])
        for each in content.territories
    }
    edges = {space: list(there) for space, there in near.items()}
    for base in content.bases:
        edges[base.id] = list(base.links)
        for link in base.links:
            edges[link].append(base.id)
    rivers = {(each.id, other) for each in content.territories for other in each.rivers}
    rivers |= {(each.id, other) for each in content.bases for other in each.rivers}
    rivers |= {(other, one) for one, other in rivers}
    terrains = {each.id: each.terrain for each in content.territories}

    def of(terrain: Terrain) -> tuple[str, ...]:
        return tuple([each.id for each in content.territories if each.terrain is terrain])

    lakes = of(Terrain.LAKE)
    return Book(
        content=content,
        territories={each.id: each for each in content.territories},
        bases={each.id: each for each in content.bases},
        factions={each.id: each for each in content.factions},
        abilities={each.id: each for each in content.abilities},
        mats={each.id: each for each in content.mats},
        tiles={each.id: each for each in content.tiles},
        encounters={each.id: each for each in content.encounters},
        cards={each.id: each for each in content.factory},
        objectives={each.id: each for each in content.objectives},
        achievements={each.id: each for each in content.achievements},
        edges={space: tuple(there) for space, there in edges.items()},
        near=near,
        land={
            space: tuple([each for each in there if (space, each) not in rivers and not {space, each} & set(lakes)])
            for space, there in edges.items()
        },
        rivers=frozenset(rivers),
        lakes=lakes,
        villages=of(Terrain.VILLAGE),
        mountains=of(Terrain.MOUNTAIN),
        tunnels=tuple([each.id for each in content.territories if each.tunnel]),
        factory=next(space for space, terrain in terrains.items() if terrain is Terrain.FACTORY),
        order={space: number for number, space in enumerate([*near, *[each.id for each in content.bases]])},
    )
