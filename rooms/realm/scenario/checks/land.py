"""The map: neighbours, provinces, the mountain, the castles on it, and the way to the Court."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

from rooms.realm.scenario.checks.complaint import (
    Clean,
    Complaint,
    borders,
    counted,
    distances,
    homes_of,
    listed,
    neighbours_of,
    provinces_of,
    regions_of,
)
from rooms.realm.scenario.ids import RegionId
from rooms.realm.scenario.land import Map, NeutralCastle, Province, Region, Rumor
from rooms.realm.scenario.schema import House, Sitting


def check_neighbours(map: Map, clean: Clean) -> Iterator[Complaint]:
    """C-01: symmetric, 2 to 6 each, none of them twice, none the region itself."""
    neighbours = neighbours_of(map)
    for region in map.regions:
        path = f"map.regions[{region.id}].neighbours"
        if region.id in region.neighbours:
            yield Complaint(path=path, what="a region cannot be its own neighbour.", mend=f"Take '{region.id}' out.")
        for other, times in Counter(region.neighbours).items():
            if times > 1:
                yield Complaint(path=path, what=f"the neighbour '{other}' is named {times} times.", mend="Keep one of them.")
        if clean(path) and not 2 <= len(region.neighbours) <= 6:
            count = len(region.neighbours)
            what = f"{counted(count, 'neighbour')} {'is' if count == 1 else 'are'} too {'few' if count < 2 else 'many'}."
            yield Complaint(path=path, what=what, mend="Give each region 2 to 6 neighbours.")
        for other in dict.fromkeys(region.neighbours):
            read = clean(f"map.regions[{other}].neighbours")
            if read and other in neighbours and region.id not in neighbours[other]:
                mend = f"Add '{region.id}' to the neighbours of '{other}', or take '{other}' out here."
                yield Complaint(path=path, what=f"'{other}' does not name '{region.id}' in return.", mend=mend)


def check_names(map: Map, clean: Clean) -> Iterator[Complaint]:
    """C-01, advice: no two regions of one name, which nobody could tell apart on a sheet or a map."""
    first: dict[str, Region] = {}
    for region in map.regions:
        path = f"map.regions[{region.id}].name"
        if clean(path) and (other := first.setdefault(region.name.casefold(), region)) is not region:
            what = f"'{other.id}' is called {region.name} too."
            yield Complaint(path=path, what=what, mend="Call one of them something else.", warning=True)


def check_unity(map: Map, provinces: tuple[Province, ...], clean: Clean) -> Iterator[Complaint]:
    """C-01: the map is one whole without roads, tunnels and the mountain, and so is each province in itself."""
    if not clean("map.regions"):
        return  # what is missing might be what joins the rest
    neighbours = neighbours_of(map)
    whole = True
    if cut := cut_off(neighbours):
        whole = False
        mend = "Join them to the rest by neighbours, on both sides."
        what = f"nobody can walk from {some(cut)} to the rest of the map."
        yield Complaint(path=f"map.regions[{cut[0]}].neighbours", what=what, mend=mend)
    for province in provinces:
        members = {region.id: region.neighbours for region in map.regions if region.province == province.id}
        path = f"provinces[{province.id}]"
        if not members:
            yield Complaint(path=path, what="it has no region.", mend="Give it regions in the map.")
        elif whole and (cut := cut_off(members)):
            what = f"whoever walks from {some(cut)} to the rest of it must leave it."
            yield Complaint(path=path, what=what, mend="Join its regions by neighbours, or give some to another province.")


def check_mountain(map: Map, provinces: tuple[Province, ...], clean: Clean) -> Iterator[Complaint]:
    """C-02: at least 3 regions of each province lie against the mountain, and none is named twice."""
    for region, times in Counter(map.mountain.neighbours).items():
        if times > 1:
            what = f"'{region}' is named {times} times."
            yield Complaint(path="map.mountain.neighbours", what=what, mend="Keep one of them.")
    if not clean("map"):
        return
    province_of = provinces_of(map)
    against = Counter(province_of.get(region) for region in set(map.mountain.neighbours))
    for province in provinces:
        if against[province.id] < 3:
            count = against[province.id]
            what = f"{f'only {count}' if count else 'none'} of the regions of '{province.id}' lie against it."
            mend = "Name at least 3 of each province, so that each can be the end of a tunnel."
            yield Complaint(path="map.mountain.neighbours", what=what, mend=mend)


def check_sheet(map: Map, clean: Clean) -> Iterator[Complaint]:
    """Every place lies on the sheet."""
    if not clean("map.width") or not clean("map.height"):
        return
    places: list[tuple[str, tuple[float, float]]] = [("map.mountain.at", map.mountain.at)]
    places += [(f"map.regions[{region.id}].at", region.at) for region in map.regions]
    for path, (x, y) in places:
        if clean(path) and (x > map.width or y > map.height):
            yield Complaint(path=path, what="this lies outside the sheet.", mend=f"Stay within {map.width}, {map.height}.")


def check_shapes(map: Map, shapes: object, clean: Clean) -> Iterator[Complaint]:
    """A drawn map has an outline for every region."""
    drawn: Collection[str] = getattr(shapes, "regions", {})
    for region in map.regions:
        if region.id not in drawn and clean("shapes"):
            mend = "Draw the map again, or take the section out."
            yield Complaint(path="shapes.regions", what=f"'{region.id}' has no outline.", mend=mend)


def check_homes(map: Map, houses: tuple[House, ...], clean: Clean) -> Iterator[Complaint]:
    """C-03: a home lies in the House's province (R-71), has 3 neighbours or more and no home beside it."""
    region_of = regions_of(map)
    for house in houses:
        path, home = f"houses[{house.id}].home", region_of.get(house.home)
        if home is None:
            continue
        if home.province != house.province and clean(f"map.regions[{home.id}].province") and clean(f"houses[{house.id}].province"):
            lies = f"in '{home.province}'" if home.province else "in no province"
            what = f"the castle '{home.id}' lies {lies}, its House in '{house.province}'."
            yield Complaint(path=path, what=what, mend="Move the castle, the region or the House.")
        if len(home.neighbours) < 3 and clean(f"map.regions[{home.id}].neighbours"):
            yield Complaint(path=path, what=f"'{home.id}' has fewer than 3 neighbours.", mend="Choose an open region.")
    for one, other in combinations(houses, 2):
        path = f"houses[{other.id}].home"
        if not clean(path) or not clean(f"houses[{one.id}].home"):
            continue
        if one.home == other.home:
            yield Complaint(path=path, what=f"'{one.home}' is the home of '{one.id}' already.", mend="Choose another region.")
        elif other.home in region_of and one.home in region_of[other.home].neighbours:
            what = f"it lies beside '{one.home}', the home of '{one.id}'."
            yield Complaint(path=path, what=what, mend="Keep at least one region between homes.")


def check_neutral_castles(
    map: Map, houses: tuple[House, ...], provinces: tuple[Province, ...], neutral_castles: tuple[NeutralCastle, ...], clean: Clean
) -> Iterator[Complaint]:
    """C-04: on the borders, never at a home, and each province opened by as many as any other."""
    region_of = regions_of(map)
    homes = homes_of(houses)
    seen: set[RegionId] = set()
    for index, castle in enumerate(neutral_castles, start=1):
        path = f"neutral_castles[{index}]"
        if not clean(f"{path}.region"):
            continue
        if castle.region in homes or castle.region in seen:
            yield Complaint(path=path, what=f"'{castle.region}' has a castle already.", mend="Choose another region.")
        seen.add(castle.region)
        for province in castle.opens:
            region = region_of.get(castle.region)
            known = province in {each.id for each in provinces}
            if region and known and clean("map.regions") and not borders(province, region, region_of):
                what = f"'{castle.region}' does not lie beside '{province}'."
                yield Complaint(path=path, what=what, mend="Open only provinces that the region lies in or beside.")
    if not clean("neutral_castles") or not clean("provinces"):
        return
    opened = Counter(province for castle in neutral_castles for province in set(castle.opens))
    if len({opened[province.id] for province in provinces}) > 1:
        counts = ", ".join(f"{province.id} {opened[province.id]}" for province in provinces)
        what = f"the provinces are opened by unequal numbers of castles: {counts}."
        yield Complaint(path="neutral_castles", what=what, mend="Give every province the same number.")
    for one, other in combinations([province.id for province in provinces], 2):
        if not any({one, other} <= set(castle.opens) for castle in neutral_castles):
            what = f"no castle opens both '{one}' and '{other}'."
            yield Complaint(path="neutral_castles", what=what, mend="Put a castle on their border.")


def check_rumors(
    houses: tuple[House, ...], neutral_castles: tuple[NeutralCastle, ...], rumors: tuple[Rumor, ...], clean: Clean
) -> Iterator[Complaint]:
    """C-05, advice: no Rumor lies at a castle, where one unit would earn twice, and no two in one region."""
    castles = {*homes_of(houses), *(castle.region for castle in neutral_castles)}
    first: dict[RegionId, Rumor] = {}
    for rumor in rumors:
        path = f"rumors[{rumor.id}].region"
        if not clean(path):
            continue
        if rumor.region in castles:
            what = f"there is a castle in '{rumor.region}', so that whoever holds it is paid twice."
            yield Complaint(path=path, what=what, mend="Lay it in a region without a castle.", warning=True)
        if rumor.region in first:
            what = f"'{first[rumor.region].id}' lies in '{rumor.region}' already."
            yield Complaint(path=path, what=what, mend="Lay it in another region.", warning=True)
        first.setdefault(rumor.region, rumor)


def check_way_to_court(map: Map, houses: tuple[House, ...], court: tuple[Sitting, ...], clean: Clean) -> Iterator[Complaint]:
    """C-02, C-03: every House can walk from home to the last month's Court in time, and none has a far longer way than others.

    A unit moves once a month (GE-WAR-11), so in month n it is at most n moves from home. The last Court is where the game is
    decided (GE-SOV-11), and on the map only who stands there can take the throne (GE-SOV-14).
    """
    neighbours = neighbours_of(map)
    if not court or not clean("map.regions") or court[-1].region not in neighbours:
        return
    last = court[-1]
    far = distances(last.region, walkable(neighbours))
    ways = [(house, far.get(house.home)) for house in houses if house.home in neighbours]
    for house, way in ways:
        path = f"houses[{house.id}].home"
        if way is None:
            what = f"no way leads from '{house.home}' to '{last.region}', where the Court meets in month {last.month}."
            yield Complaint(path=path, what=what, mend="Join them by neighbours, or let the Court meet elsewhere.")
        elif way > last.month:
            place = f"'{last.region}', where the Court meets in month {last.month}"
            what = f"'{house.home}' is {way} moves from {place}: too far to be there in time."
            yield Complaint(path=path, what=what, mend="Choose a nearer home, or join more neighbours on the way.")
    reached = [way for _, way in ways if way is not None]
    for house, way in ways:
        if way is not None and way <= last.month and way > min(reached) + 1:
            what = (
                f"'{house.home}' is {way} moves from the last Court in '{last.region}', another House's home only {min(reached)}."
            )
            yield Complaint(path=f"houses[{house.id}].home", what=what, mend="Let the ways differ by 1 at most.", warning=True)


def cut_off(neighbours: Mapping[RegionId, tuple[RegionId, ...]]) -> list[str]:
    """The smaller part of some regions when one cannot walk from any of them to any other; in the order of the map."""
    if not neighbours:
        return []
    reached = set(distances(next(iter(neighbours)), walkable(neighbours)))
    rest = [str(region) for region in neighbours if region not in reached]
    return rest if len(rest) <= len(reached) else [str(region) for region in neighbours if region in reached]


def walkable(neighbours: Mapping[RegionId, tuple[RegionId, ...]]) -> dict[RegionId, tuple[RegionId, ...]]:
    """The neighbours with every border open to both sides; that one side does not name it is another mistake."""
    ways: dict[RegionId, list[RegionId]] = {here: [] for here in neighbours}
    for here, theirs in neighbours.items():
        for there in theirs:
            if there in ways:
                ways[here].append(there)
                ways[there].append(here)
    return {here: tuple(dict.fromkeys(theirs)) for here, theirs in ways.items()}


def some(names: list[str]) -> str:
    """The first four of some ids in words."""
    return f"{listed(names[:4])}{' and so on' if len(names) > 4 else ''}"
