"""Checks of the map and of the factions' starting spaces (data: Map checks)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from rooms.tables.scythe.game.content import AROUND, Book, Content, HomeBase, Terrain, Territory

TERRAINS: Final = {
    Terrain.VILLAGE: 9,
    Terrain.MOUNTAIN: 8,
    Terrain.TUNDRA: 8,
    Terrain.FARM: 7,
    Terrain.FOREST: 7,
    Terrain.LAKE: 7,
    Terrain.FACTORY: 1,
}
TUNNELS: Final = 6
ENCOUNTERS: Final = 11
EDGES: Final = (48, 31, 36)  # over land, over a river, on a shore
LINKS: Final = (14, 1, 2)
HOME: Final = (3, 1, 0)  # territories, encounters and tunnels of a faction's land, without rivers, lakes and tunnels
CENTRE: Final = (25, 6, 6)


def spaces_of(content: Content) -> list[Territory | HomeBase]:
    return [*content.territories, *content.bases]


def problems_of_places(content: Content) -> Iterator[str]:
    """Problems that make look-ups on the map impossible: places and references."""
    spaces = {each.id for each in spaces_of(content)}
    at = Counter((each.q, each.r) for each in spaces_of(content))
    yield from (f"map.yaml: two spaces lie at q {q}, r {r}." for (q, r), times in at.items() if times > 1)
    terrains = Counter(each.terrain for each in content.territories)
    for terrain, wanted in TERRAINS.items():
        if terrains[terrain] != wanted:
            yield f"map.yaml: {wanted} territories must be {terrain}, and {terrains[terrain]} are."
    territories = {each.id for each in content.territories}
    for space in spaces_of(content):
        yield from (
            f"map.yaml, '{space.id}': there is no '{other}' across a river." for other in space.rivers if other not in spaces
        )
    for base in content.bases:
        yield from (f"map.yaml, '{base.id}': there is no territory '{link}'." for link in base.links if link not in territories)
    bases = {each.id for each in content.bases}
    for faction in content.factions:
        where = f"factions.yaml, '{faction.id}'"
        if faction.home not in bases:
            yield f"{where}: there is no home base '{faction.home}'."
        yield from (f"{where}: there is no territory '{space}'." for space in faction.workers if space not in territories)


def problems_of_the_map(book: Book) -> list[str]:
    """Problems of counts, rivers, links, edges and lands. Only the first group with problems is reported."""
    for lines in (_of_counts, _of_rivers, _of_links, _of_edges, _of_lands):
        if found := list(lines(book)):
            return found
    return []


def _of_counts(book: Book) -> Iterator[str]:
    content = book.content
    for what, found, wanted in (
        ("tunnels", len(book.tunnels), TUNNELS),
        ("encounters", sum([each.encounter for each in content.territories]), ENCOUNTERS),
    ):
        if found != wanted:
            yield f"map.yaml: there must be {wanted} {what}, and there are {found}."


def _of_rivers(book: Book) -> Iterator[str]:
    told = {(each.id, other) for each in spaces_of(book.content) for other in each.rivers}
    for one, other in sorted(told):
        if other not in book.edges[one]:
            yield f"map.yaml, '{one}': a river cannot lie before {other}, which is no neighbour."
        elif (other, one) not in told:
            yield f"map.yaml, '{one}': the river before {other} is missing at {other}."
        elif book.is_lake(one):
            yield f"map.yaml, '{one}': no river borders a lake."


def _of_links(book: Book) -> Iterator[str]:
    at = {(each.q, each.r): each.id for each in book.content.territories}
    for base in book.content.bases:
        beside = {at[base.q + q, base.r + r] for q, r in AROUND if (base.q + q, base.r + r) in at}
        if set(base.links) != beside or len(base.links) != len(beside):
            yield f"map.yaml, '{base.id}': the links must be the territories beside it: {', '.join(sorted(beside))}."


def _of_edges(book: Book) -> Iterator[str]:
    edges = [(one, other) for one, there in book.near.items() for other in there if one < other]
    links = [(base.id, link) for base in book.content.bases for link in base.links]
    for what, pairs, wanted in (("edges between territories", edges, EDGES), ("links of home bases", links, LINKS)):
        rivers = sum([pair in book.rivers for pair in pairs])
        shores = sum([pair not in book.rivers and any(book.is_lake(space) for space in pair) for pair in pairs])
        found = (len(pairs) - rivers - shores, rivers, shores)
        if found != wanted:
            yield f"map.yaml: the {what} must be {_kinds(wanted)}, and they are {_kinds(found)}."
    for one, other in edges:
        if book.is_lake(one) and book.is_lake(other):
            yield f"map.yaml, '{one}': two lakes lie side by side, this one and {other}."


def _kinds(kinds: tuple[int, int, int]) -> str:
    return f"{kinds[0]} over land, {kinds[1]} over a river and {kinds[2]} onto a lake"


def _of_lands(book: Book) -> Iterator[str]:
    """Without crossings the map has six lands: five homes and the centre (SY-SET-16)."""
    dry = [each.id for each in book.content.territories if not book.is_lake(each.id)]
    lands = {land_of(book, space) for space in dry}
    homes = set()
    for faction in book.content.factions:
        where = f"factions.yaml, '{faction.id}'"
        doors = [space for space in book.land[faction.home] if space in book.territories]
        if sorted(faction.workers) != sorted(doors):
            yield f"{where}: the workers must start on {' and '.join(sorted(doors))}, beside the home base (SY-SET-16)."
        home = land_of(book, doors[0])
        homes.add(home)
        if counts_of(book, home) != HOME or not home.issuperset(doors):
            yield f"{where}: the land beside the home base must have {_counts(HOME)}; it has {_counts(counts_of(book, home))}."
        across = [book.territories[other].terrain for one, other in book.rivers if one in home and other in book.territories]
        if not set(across) & set(faction.riverwalk):
            yield f"{where}: Riverwalk must lead over a river out of the faction's own land."
    others = lands - homes
    if len(homes) != len(book.content.factions) or len(others) != 1:
        yield f"map.yaml: without rivers and lakes there must be 6 lands, one for each faction and a centre, not {len(lands)}."
    elif book.factory not in (centre := others.pop()) or counts_of(book, centre) != CENTRE:
        yield f"map.yaml: the centre must have the Factory and {_counts(CENTRE)}; it has {_counts(counts_of(book, centre))}."
    if len(reachable_spaces(book.near, book.factory)) != len(book.territories):
        yield "map.yaml: the map falls apart: not every territory can be reached from the Factory."


def _counts(counts: tuple[int, int, int]) -> str:
    return f"{counts[0]} territories, {counts[1]} encounters and {counts[2]} tunnels"


def counts_of(book: Book, land: frozenset[str]) -> tuple[int, int, int]:
    """The numbers of territories, encounters and tunnels of a land."""
    there = [book.territories[space] for space in land]
    return len(there), sum([each.encounter for each in there]), sum([each.tunnel for each in there])


def land_of(book: Book, space: str) -> frozenset[str]:
    """Every territory reachable from this one without rivers, lakes, tunnels and home bases."""
    return reachable_spaces(
        {one: tuple([other for other in there if other in book.territories]) for one, there in book.land.items()}, space
    )


def reachable_spaces(steps: Mapping[str, tuple[str, ...]], space: str) -> frozenset[str]:
    """Every space reachable by these steps, including the first."""
    found, waiting = {space}, [space]
    while waiting:
        fresh = [each for each in steps[waiting.pop()] if each not in found]
        found.update(fresh)
        waiting += fresh
    return frozenset(found)
