"""The content as the rules look things up in it, and the map as it lies: neighbours by hex edge, rivers, lakes, tunnels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rooms.tables.scythe.game.content import (
    Ability,
    AbilityCard,
    Content,
    Encounter,
    Faction,
    FactoryCard,
    HomeBase,
    Mat,
    Structure,
    Terrain,
    Territory,
    Tile,
    Top,
)
from rooms.tables.scythe.game.goals import Achievement, Objective

AROUND: Final = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
ABOVE: Final[Mapping[Top, Structure]] = {  # whose box a structure covers (SY-SET-12)
    Top.MOVE: Structure.MINE,
    Top.TRADE: Structure.ARMORY,
    Top.PRODUCE: Structure.MILL,
    Top.BOLSTER: Structure.MONUMENT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What is printed, by its ids.

    `edges` are the neighbours of each space by hex edge, home-base links included, rivers and shores too; `rivers` the pairs with a
    river between them, both ways round. `land` are `edges` without rivers and without lakes. `near` are the territories beside a
    territory, by hex edge, home bases left out.
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
    order: Mapping[str, int]  # territories and home bases, as they are listed

    def is_lake(self, space: str) -> bool:
        """Is it a lake?"""
        return space in self.lakes


def book_of(content: Content) -> Book:
    """The content, ready to be looked up in."""
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
