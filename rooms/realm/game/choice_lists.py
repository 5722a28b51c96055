"""Choices for lists and badges: Houses by name, regions by province, places of a building."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from control.day.memoization import once_per_state
from control.engine.language import later, say
from control.engine.records import replace
from rooms.realm.game.buildings.kinds import PLACES_OF, TUNNELS
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import Scenario

# === Houses =============================================================================================================

# Names of Houses for lists and badges, without a House's secrets.


class HouseName(Struct, frozen=True, kw_only=True):
    """Name and badge of a House."""

    id: HouseId
    name: str
    short: str


@once_per_state
def house_names(state: GameState) -> tuple[HouseName, ...]:
    """All Houses, in the scenario's order."""
    return tuple(HouseName(id=house.id, name=house.name, short=house.short) for house in state.scenario.houses)


def names_of(state: GameState, houses: Iterable[HouseId]) -> tuple[HouseName, ...]:
    """These Houses, in their order."""
    known = {house.id: house for house in house_names(state)}
    return tuple(known[house] for house in houses)


# === regions and places =================================================================================================

# Regions to choose: all by province, and the places of a building in the order of its road.


class OneRegion(Struct, frozen=True, kw_only=True):
    """A region to choose. `near`: ids of its neighbours, where the choice depends on them."""

    id: RegionId
    name: str
    near: str = ""


class RegionChoice(Struct, frozen=True, kw_only=True):
    """Regions of one province in a list."""

    title: str
    regions: tuple[OneRegion, ...]


class PlaceSlot(Struct, frozen=True, kw_only=True):
    """Form field for one region of a building, with the earlier choice."""

    label: str
    value: str


SLOT_LABELS: Mapping[int, tuple[str, ...]] = {
    3: (later("From"), later("through"), later("to")),
    2: (later("One end"), later("the other end")),
}
PLACE_HINTS: Mapping[int, str] = {
    3: later("Each region lies against the next."),
    2: later("Two regions that lie against the mountain."),
    0: later("It lies in the region of the House’s home castle."),
}


def region_choices(scenario: Scenario) -> tuple[RegionChoice, ...]:
    """All regions by province; those without a province come last."""
    titles = {province.id: province.name for province in scenario.provinces}
    found = [
        RegionChoice(
            title=title,
            regions=tuple(OneRegion(id=each.id, name=each.name) for each in scenario.map.regions if each.province == province),
        )
        for province, title in (*titles.items(), (None, say("Elsewhere")))
    ]
    return tuple(each for each in found if each.regions)


def place_choices(scenario: Scenario, kind: str) -> tuple[RegionChoice, ...]:
    """Regions where a building of this kind may have an end, by province; empty for kinds with a fixed place."""
    if kind not in PLACES_OF:
        return ()
    near = {each.id: " ".join(each.neighbours) for each in scenario.map.regions}
    by_mountain = scenario.map.mountain.neighbours
    found = tuple(
        RegionChoice(
            title=each.title,
            regions=tuple(
                one if kind == TUNNELS else replace(one, near=near[one.id])
                for one in each.regions
                if kind != TUNNELS or one.id in by_mountain
            ),
        )
        for each in region_choices(scenario)
    )
    return tuple(each for each in found if each.regions)


def place_slots(kind: str, chosen: tuple[str, ...] = ()) -> tuple[PlaceSlot, ...]:
    """Return one slot for each region that a building of this kind names."""
    labels = SLOT_LABELS.get(PLACES_OF.get(kind, 0), ())
    return tuple(PlaceSlot(label=say(label), value=chosen[at] if at < len(chosen) else "") for at, label in enumerate(labels))


def place_hint(kind: str) -> str:
    """Hint on which places fit a building of this kind."""
    return say(PLACE_HINTS[PLACES_OF.get(kind, 0)])
