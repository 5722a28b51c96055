"""What the questions of the desks about buildings ask for: what may be built where, and what may be done with one that stands."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.people import asked as people
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.game.buildings.kinds import KINDS, building_of, can_place, kind_name
from rooms.realm.game.names import HouseName, house_names
from rooms.realm.game.places import PlaceSlot, RegionChoice, place_choices, place_hint, place_slots
from rooms.realm.game.standing import BuildingView, GuestView, building_view
from rooms.realm.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingChoice:
    """A kind of building on the list to choose from."""

    kind: str
    name: str
    text: str


def building_choices(state: GameState) -> tuple[BuildingChoice, ...]:
    """The kinds that have a place on this map, for everybody."""
    scenario = state.scenario
    texts = {each.kind: each.building_text for each in scenario.factions}
    return tuple(
        BuildingChoice(kind=each, name=kind_name(scenario, each), text=texts.get(each, ""))
        for each in KINDS
        if can_place(scenario, each)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceAsk:
    """What placing a building of one kind asks for."""

    kind: str
    name: str
    text: str
    houses: tuple[HouseName, ...]
    slots: tuple[PlaceSlot, ...]
    regions: tuple[RegionChoice, ...]
    hint: str


def place_ask(state: GameState, kind: str, chosen: tuple[str, ...]) -> PlaceAsk:
    """The form for a kind of building, with what was chosen before; for everybody."""
    scenario = state.scenario
    return PlaceAsk(
        kind=kind,
        name=kind_name(scenario, kind),
        text=next((each.building_text for each in scenario.factions if each.kind == kind), ""),
        houses=house_names(state),
        slots=place_slots(kind, chosen),
        regions=place_choices(scenario, kind),
        hint=place_hint(kind),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildingAsk:
    """One building with what can be done to it.

    Who of the owner's House lends it is its highest rank: `speaker` by name, `speaking` by seat, both empty when nobody plays it.
    """

    view: BuildingView
    month: int
    others: tuple[HouseName, ...]
    strangers: tuple[HouseName, ...]
    guests: tuple[GuestView, ...]
    speaker: str
    speaking: SeatId


def building_ask(state: GameState, viewer: Viewer, number: int) -> BuildingAsk | None:
    """The building of that number, with its guests as far as this viewer may know; None where it does not stand."""
    found = building_of(state, number)
    if found is None:
        return None
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    shown = building_view(state, found, seat.house if seat else None, staff=viewer.staff)
    guests = {guest.house for guest in shown.guests}
    others = tuple(house for house in house_names(state) if house.id != found.house)
    speaker = next(iter(people.members(state, found.house)), None)
    return BuildingAsk(
        view=shown,
        month=state.clock.month,
        others=others,
        strangers=tuple(house for house in others if house.id not in guests),
        guests=shown.guests,
        speaker=speaker.name if speaker else "",
        speaking=speaker.id if speaker else SeatId(""),
    )
