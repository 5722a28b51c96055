"""What a scenario must hold beyond the form of its files: the hard constraints of the content list (C-01 to C-17).

Each check names by its parameters the sections of the scenario that it looks at, and runs when these could be read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from control.scenario.effects import DESKS, EFFECTS, PLACES, known_effect, timings
from control.scenario.ids import ProvinceId, RegionId, Room
from control.scenario.schema import (
    CastSeat,
    Faction,
    Favor,
    House,
    Law,
    Map,
    MasterMinion,
    MinionCard,
    NeutralCastle,
    ProposalType,
    Province,
    Region,
    SchemeCard,
    SchemeType,
    Settings,
    Sitting,
    Texts,
    Timetable,
)

WAR_STEPS: Final = ("updates", "orders", "favors", "move", "battle", "rewards", "recruit")
KINDS_OF_MINION: Final = tuple(f"{symbol} {color}" for symbol in ("rock", "paper", "scissors") for color in ("red", "blue"))
KINDS_OF_BUILDING: Final = ("spy-tower", "tunnels", "trade-route", "chapel", "arena")
BEATS: Final = {"rock": "scissors", "scissors": "paper", "paper": "rock"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Complaint:
    """A constraint that does not hold, at the path of the field to look at first."""

    path: str
    what: str
    mend: str


def check_neighbours(map: Map) -> Iterator[Complaint]:
    """C-01: symmetric, 2 to 6 each, and one whole without roads, tunnels or the mountain."""
    neighbours = {region.id: region.neighbours for region in map.regions}
    for region in map.regions:
        path = f"map.regions[{region.id}].neighbours"
        if region.id in region.neighbours:
            yield Complaint(path=path, what="a region cannot be its own neighbour.", mend=f"Take '{region.id}' out.")
        if len(set(region.neighbours)) < len(region.neighbours):
            yield Complaint(path=path, what="a neighbour is named twice.", mend="Keep one of them.")
        if not 2 <= len(region.neighbours) <= 6:
            what = f"{len(region.neighbours)} neighbours are too {'few' if len(region.neighbours) < 2 else 'many'}."
            yield Complaint(path=path, what=what, mend="Give each region 2 to 6 neighbours.")
        for other in region.neighbours:
            if region.id not in neighbours[other]:
                mend = f"Add '{region.id}' to the neighbours of '{other}', or take '{other}' out here."
                yield Complaint(path=path, what=f"'{other}' does not name '{region.id}' in return.", mend=mend)
    if not is_connected(neighbours):
        yield Complaint(path="map.regions", what="some regions cannot be reached.", mend="Join them by neighbours.")


def check_provinces(map: Map, provinces: tuple[Province, ...]) -> Iterator[Complaint]:
    """C-01: each province is connected in itself."""
    for province in provinces:
        members = {region.id: region.neighbours for region in map.regions if region.province == province.id}
        path = f"provinces[{province.id}]"
        if not members:
            yield Complaint(path=path, what="it has no region.", mend="Give it regions in the map.")
        elif not is_connected(members):
            yield Complaint(path=path, what="its regions do not hang together.", mend="Join them by neighbours.")


def check_mountain(map: Map, provinces: tuple[Province, ...]) -> Iterator[Complaint]:
    """C-02: at least 3 regions of each province lie against the mountain."""
    province_of = {region.id: region.province for region in map.regions}
    against = Counter(province_of[region] for region in map.mountain.neighbours)
    for province in provinces:
        if against[province.id] < 3:
            what = f"only {against[province.id]} regions of '{province.id}' lie against it."
            mend = "Name at least 3 of each province, so that each can be the end of a tunnel."
            yield Complaint(path="map.mountain.neighbours", what=what, mend=mend)


def check_sheet(map: Map) -> Iterator[Complaint]:
    """Every place lies on the sheet, and either all regions are drawn or none is."""
    places: list[tuple[str, tuple[float, float]]] = [("map.mountain.at", map.mountain.at)]
    places += [(f"map.regions[{region.id}].at", region.at) for region in map.regions]
    for path, (x, y) in places:
        if x > map.width or y > map.height:
            yield Complaint(path=path, what="this lies outside the sheet.", mend=f"Stay within {map.width}, {map.height}.")


def check_shapes(map: Map, shapes: object) -> Iterator[Complaint]:
    """A drawn map has an outline for every region."""
    drawn: Collection[str] = getattr(shapes, "regions", {})
    for region in map.regions:
        if region.id not in drawn:
            mend = "Draw the map again, or take the section out."
            yield Complaint(path="shapes.regions", what=f"'{region.id}' has no outline.", mend=mend)


def check_homes(map: Map, houses: tuple[House, ...]) -> Iterator[Complaint]:
    """C-03: a home lies in the House's province (R-71), has 3 neighbours or more and no home beside it."""
    region_of = {region.id: region for region in map.regions}
    for house in houses:
        path, home = f"houses[{house.id}].home", region_of[house.home]
        if home.province != house.province:
            what = f"'{home.id}' does not lie in '{house.province}'."
            yield Complaint(path=path, what=what, mend="Move the castle, the region or the House.")
        if len(home.neighbours) < 3:
            yield Complaint(path=path, what=f"'{home.id}' has fewer than 3 neighbours.", mend="Choose an open region.")
    for one, other in combinations(houses, 2):
        if one.home == other.home or one.home in region_of[other.home].neighbours:
            what = f"it is too near the home of '{one.id}'."
            yield Complaint(path=f"houses[{other.id}].home", what=what, mend="Keep at least one region between homes.")


def check_neutral_castles(
    map: Map, houses: tuple[House, ...], provinces: tuple[Province, ...], neutral_castles: tuple[NeutralCastle, ...]
) -> Iterator[Complaint]:
    """C-04: on the borders, never at a home, and each province opened by as many as any other."""
    region_of = {region.id: region for region in map.regions}
    homes = {house.home for house in houses}
    seen: set[RegionId] = set()
    for index, castle in enumerate(neutral_castles, start=1):
        path = f"neutral_castles[{index}]"
        if castle.region in homes or castle.region in seen:
            yield Complaint(path=path, what=f"'{castle.region}' has a castle already.", mend="Choose another region.")
        seen.add(castle.region)
        for province in castle.opens:
            if not borders(province, region_of[castle.region], region_of):
                what = f"'{castle.region}' does not lie beside '{province}'."
                yield Complaint(path=path, what=what, mend="Open only provinces that the region lies in or beside.")
    opened = Counter(province for castle in neutral_castles for province in castle.opens)
    if len({opened[province.id] for province in provinces}) > 1:
        counts = ", ".join(f"{province.id} {opened[province.id]}" for province in provinces)
        what = f"the provinces are opened by unequal numbers of castles: {counts}."
        yield Complaint(path="neutral_castles", what=what, mend="Give every province the same number.")
    for one, other in combinations([province.id for province in provinces], 2):
        if not any({one, other} <= set(castle.opens) for castle in neutral_castles):
            what = f"no castle opens both '{one}' and '{other}'."
            yield Complaint(path="neutral_castles", what=what, mend="Put a castle on their border.")


def check_laws(laws: tuple[Law, ...], houses: tuple[House, ...]) -> Iterator[Complaint]:
    """C-13: tablets have numbers of their own, and their effects name two parties."""
    for number, times in Counter(law.number for law in laws).items():
        if times > 1:
            yield Complaint(path="laws", what=f"the number {number} is used {times} times.", mend="Count them through.")
    holders = {"throne", *(house.id for house in houses)}
    for law in laws:
        path = f"laws[{law.id}].effects"
        for hold in law.effects.hostages:
            if hold.holder not in holders:
                what = f"'{hold.holder}' cannot hold hostages."
                yield Complaint(path=f"{path}.hostages", what=what, mend="Name a House, or write 'throne'.")
        pairs = [(food.giver, food.receiver) for food in law.effects.food]
        pairs += [(tribute.debtor, tribute.creditor) for tribute in law.effects.tributes]
        pairs += [(hold.of, hold.holder) for hold in law.effects.hostages]  # type: ignore[misc]  # a holder may be the throne
        if any(one == other for one, other in pairs):
            yield Complaint(path=path, what="a House stands on both sides.", mend="Name two different Houses.")


def check_court(court: tuple[Sitting, ...], map: Map, houses: tuple[House, ...], timetable: Timetable) -> Iterator[Complaint]:
    """GE-CRT-04 to -15, R-71: every month has a sitting that agrees with the map and the Houses."""
    region_of = {region.id: region for region in map.regions}
    house_of = {house.id: house for house in houses}
    if [sitting.month for sitting in court] != [plan.month for plan in timetable.months]:
        mend = "Write one sitting for each month of the timetable, in order."
        yield Complaint(path="court", what="the months are not those of the timetable.", mend=mend)
    for index, sitting in enumerate(court, start=1):
        path = f"court[{index}]"
        if sitting.province != region_of[sitting.region].province:
            what = f"'{sitting.region}' does not lie in '{sitting.province}'."
            yield Complaint(path=f"{path}.province", what=what, mend="Name the region's own province.")
        if sitting.host and house_of[sitting.host].home != sitting.region:
            what = f"'{sitting.region}' is not the home of '{sitting.host}'."
            yield Complaint(path=f"{path}.host", what=what, mend="Let the Court meet in the host's castle.")
        entitled = [house.id for house in houses if sitting.province in (None, house.province)]
        if sorted(sitting.may_propose) != sorted(entitled):
            mend = f"Write {', '.join(entitled)}."
            yield Complaint(path=f"{path}.may_propose", what="these are not the Houses of the province.", mend=mend)


def check_timetable(timetable: Timetable) -> Iterator[Complaint]:
    """C-15, R-11: months count from 1, and each room's steps fit into Action."""
    if [plan.month for plan in timetable.months] != list(range(1, len(timetable.months) + 1)):
        yield Complaint(path="timetable.months", what="the months do not count from 1.", mend="Number them in order.")
    if tuple(step.id for step in timetable.steps[Room.WAR]) != WAR_STEPS:
        what = "the War Room does not play its seven steps in order."
        yield Complaint(path="timetable.steps.war", what=what, mend=f"Write {', '.join(WAR_STEPS)}.")
    for room, steps in timetable.steps.items():
        full = sum(step.minutes if step.tight_minutes is None else step.tight_minutes for step in steps)
        short = sum(step.minutes for step in steps if not step.needs)
        if max(full, short) > timetable.usual_action_minutes + 1e-9:
            what = f"the steps take {max(full, short):g} minutes, Action {timetable.usual_action_minutes:g}."
            yield Complaint(path=f"timetable.steps.{room}", what=what, mend="Shorten steps, or lengthen Action.")


def check_schemes(schemes: tuple[SchemeType, ...]) -> Iterator[Complaint]:
    """R-109: a trap has no cost and every other scheme has one."""
    for scheme in schemes:
        if (scheme.cost is None) != scheme.trap:
            what = "a trap has no cost." if scheme.trap else "only a trap has no cost."
            yield Complaint(path=f"schemes[{scheme.id}].cost", what=what, mend="Set 'cost' and 'trap' to agree.")


def check_scheme_deck(
    scheme_deck: tuple[SchemeCard, ...], schemes: tuple[SchemeType, ...], houses: tuple[House, ...]
) -> Iterator[Complaint]:
    """C-07: known schemes, each trap included, enough cards for a month's draws beside those in play."""
    ids = {scheme.id for scheme in schemes}
    for index, card in enumerate(scheme_deck, start=1):
        if card.scheme not in ids:
            path = f"scheme_deck[{index}].scheme"
            yield Complaint(path=path, what=f"there is no scheme '{card.scheme}'.", mend="Name one of the schemes.")
    decked = Counter({card.scheme: card.copies for card in scheme_deck})
    for scheme in schemes:
        if scheme.trap and not decked[scheme.id]:
            yield Complaint(path="scheme_deck", what=f"the trap '{scheme.id}' is missing.", mend="Add some of it.")
    if decked.total() < 5 * len(houses):
        what = f"{decked.total()} cards are too few for {len(houses)} Houses."
        yield Complaint(path="scheme_deck", what=what, mend=f"Have at least {5 * len(houses)}.")


def check_minions(minions: tuple[MinionCard, ...]) -> Iterator[Complaint]:
    """C-08: the 6 kinds in equal numbers, enough for the greatest draw of a House of five."""
    kinds = Counter({f"{card.symbol} {card.color}": card.copies for card in minions})
    if len(minions) != 6 or set(kinds) != set(KINDS_OF_MINION) or len(set(kinds.values())) != 1:
        what = "the deck does not hold the 6 kinds in equal numbers."
        yield Complaint(path="minions", what=what, mend=f"Write each once, with equal copies: {', '.join(KINDS_OF_MINION)}.")
    elif kinds.total() < 12:
        yield Complaint(path="minions", what="the deck is too small for one draw.", mend="Have at least 12 cards.")


def check_masters(masters: tuple[MasterMinion, ...]) -> Iterator[Complaint]:
    """C-09: a Master beats known kinds, and something in a normal deck beats it."""
    for index, master in enumerate(masters, start=1):
        path = f"masters[{index}].also_beats"
        if unknown := set(master.also_beats) - set(KINDS_OF_MINION):
            what = f"there is no minion {', '.join(sorted(unknown))}."
            yield Complaint(path=path, what=what, mend=f"Write some of: {', '.join(KINDS_OF_MINION)}.")
        beaters = {kind for kind in KINDS_OF_MINION if BEATS[kind.split()[0]] == master.symbol}
        if beaters <= set(master.also_beats):
            yield Complaint(path=path, what="nothing beats this Master.", mend=f"Leave out one of {sorted(beaters)}.")


def check_favors(favors: tuple[Favor, ...], factions: tuple[Faction, ...], timetable: Timetable) -> Iterator[Complaint]:
    """C-06: equal factions with 5 abilities or more; known moments, places and effects."""
    moments = timings(timetable.steps)
    for favor in favors:
        path = f"favors[{favor.id}]"
        if favor.timing not in moments:
            mend = "Write 'any time', a phase, or a step such as 'war:favors'."
            yield Complaint(path=f"{path}.timing", what=f"there is no moment '{favor.timing}'.", mend=mend)
        if favor.location not in PLACES:
            mend = f"Write one of: {', '.join(PLACES)}."
            yield Complaint(path=f"{path}.location", what=f"there is no place '{favor.location}'.", mend=mend)
        if not known_effect(favor.effect):
            mend = f"Write one of: {', '.join(EFFECTS)}; or 'decision:' with one of: {', '.join(DESKS)}."
            yield Complaint(path=f"{path}.effect", what=f"there is no effect '{favor.effect}'.", mend=mend)
    cards = Counter({faction.id: 0 for faction in factions})
    kinds = Counter(favor.faction for favor in favors)
    for favor in favors:
        cards[favor.faction] += favor.copies
    if len(set(cards.values())) > 1:
        counts = ", ".join(f"{faction} {count}" for faction, count in cards.items())
        yield Complaint(path="favors", what=f"the factions are unequal: {counts}.", mend="Give each as many cards.")
    sold = [faction.kind for faction in factions]
    for room, steps in timetable.steps.items():
        for step in steps:
            if step.needs and step.needs not in sold:
                path = f"timetable.steps.{room}[{step.id}].needs"
                yield Complaint(path=path, what=f"no faction sells '{step.needs}'.", mend="Give a faction this 'kind'.")
    for faction in factions:
        if faction.kind not in KINDS_OF_BUILDING:
            mend = f"Write one of: {', '.join(KINDS_OF_BUILDING)}."
            yield Complaint(path=f"factions[{faction.id}].kind", what="it sells no known building.", mend=mend)
        if kinds[faction.id] < 5:
            what = f"'{faction.id}' has {kinds[faction.id]} abilities."
            yield Complaint(path="favors", what=what, mend="Give each faction at least 5.")


def check_houses(houses: tuple[House, ...]) -> Iterator[Complaint]:
    """C-10, C-12: ten secrets of each sort, looks that differ, ink that can be read."""
    for house in houses:
        path = f"houses[{house.id}]"
        for sort, secrets in (("true_secrets", house.true_secrets), ("false_secrets", house.false_secrets)):
            if len(secrets) < 10:
                what = f"there are {len(secrets)} of them."
                yield Complaint(path=f"{path}.{sort}", what=what, mend="Write at least 10.")
        if contrast(house.color, house.ink) < 4.5:
            what = f"'{house.ink}' cannot be read on '{house.color}'."
            yield Complaint(path=f"{path}.ink", what=what, mend="Choose a contrast of at least 4.5 to 1.")
    for one, other in combinations(houses, 2):
        for look in ("name", "short", "color", "emblem"):
            if getattr(one, look) == getattr(other, look):
                what = f"it is the same as that of '{one.id}'."
                yield Complaint(path=f"houses[{other.id}].{look}", what=what, mend="Make the two differ.")


def check_casting(casting: tuple[CastSeat, ...], houses: tuple[House, ...]) -> Iterator[Complaint]:
    """R-03, C-11: in each House the ranks count from 1, and each has a character."""
    for house in houses:
        ranks = sorted(seat.rank for seat in casting if seat.house == house.id)
        if ranks != list(range(1, len(ranks) + 1)):
            what = f"the ranks of '{house.id}' are {ranks}."
            yield Complaint(path="casting", what=what, mend="Count from 1 without gaps or repeats.")
        if len(ranks) > len(house.characters):
            what = f"{len(house.characters)} characters are too few for {len(ranks)} players."
            yield Complaint(path=f"houses[{house.id}].characters", what=what, mend="Write one for each rank.")


def check_proposals(proposals: tuple[ProposalType, ...]) -> Iterator[Complaint]:
    """GE-CRT-17: there are ordinary proposals and Court Military Actions."""
    if not any(proposal.military for proposal in proposals) or all(proposal.military for proposal in proposals):
        what = "one of the two sorts is missing."
        yield Complaint(path="proposals", what=what, mend="Have ordinary ones, and some with 'military: true'.")


def check_texts(texts: Texts) -> Iterator[Complaint]:
    """C-17: the three endings are there."""
    missing = {"sovereign", "god-emperor", "leviathan"} - {ending.id for ending in texts.endings}
    if missing:
        what = f"an ending is missing: {', '.join(sorted(missing))}."
        yield Complaint(path="texts.endings", what=what, mend="Write all three.")


def check_settings(settings: Settings) -> Iterator[Complaint]:
    """R-16, R-105, R-115: one rule for each late sheet, a fraction is at most the whole, draws are given for at least one rank."""
    part, whole = settings.uprising_fraction
    if part > whole:
        path = "settings.uprising_fraction"
        yield Complaint(path=path, what=f"{part} of {whole} can never stand.", mend="Write the smaller number first.")
    if not settings.minion_draws:
        yield Complaint(path="settings.minion_draws", what="nobody draws minions.", mend="Write a number for each rank.")
    named: set[str] = set()
    for number, rule in enumerate(settings.late, start=1):
        path = f"settings.late[{number}]"
        if rule.sheet in named:
            yield Complaint(path=path, what=f"late {rule.sheet} sheets are ruled twice.", mend="Keep one of them.")
        if rule.policy == "grace" and not rule.seconds:
            yield Complaint(path=path, what="a grace of no seconds is none.", mend="Write 'seconds:', or the policy 'refuse'.")
        named.add(rule.sheet)


CHECKS: Final[tuple[Callable[..., Iterator[Complaint]], ...]] = (
    check_neighbours,
    check_provinces,
    check_mountain,
    check_sheet,
    check_shapes,
    check_homes,
    check_neutral_castles,
    check_laws,
    check_court,
    check_timetable,
    check_schemes,
    check_scheme_deck,
    check_minions,
    check_masters,
    check_favors,
    check_houses,
    check_casting,
    check_proposals,
    check_texts,
    check_settings,
)


def is_connected(neighbours: Mapping[RegionId, tuple[RegionId, ...]]) -> bool:
    """Whether one can walk from any of these regions to any other without leaving them."""
    start = next(iter(neighbours))
    return set(distances(start, neighbours)) == set(neighbours)


def distances(start: RegionId, neighbours: Mapping[RegionId, tuple[RegionId, ...]]) -> dict[RegionId, int]:
    """How many moves away each region that can be reached is."""
    far = {start: 0}
    queue = [start]
    for here in queue:
        for there in neighbours[here]:
            if there in neighbours and there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far


def borders(province: ProvinceId, region: Region, region_of: Mapping[RegionId, Region]) -> bool:
    """Whether a region lies in a province or has a neighbour in it."""
    return province in (region.province, *(region_of[other].province for other in region.neighbours))


def contrast(one: str, other: str) -> float:
    """The contrast of two colors as WCAG reckons it, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """The relative luminance of "#rrggbb"."""
    red, green, blue = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
