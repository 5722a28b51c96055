"""Forms of the desks about effects and buildings: fields and choices."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.people import lookup as people
from control.day.timetable import last_month
from control.engine.ids import SeatId
from control.engine.language import capital, later, say, say_count
from control.engine.viewer import Viewer
from rooms.realm.game.buildings.kinds import KINDS, building_of, can_place, kind_name
from rooms.realm.game.choice_lists import (
    HouseName,
    PlaceSlot,
    RegionChoice,
    house_names,
    place_choices,
    place_hint,
    place_slots,
    region_choices,
)
from rooms.realm.game.effects import in_force as effects
from rooms.realm.game.effects.kinds import ORIGINS, SHAPES, Shape
from rooms.realm.game.laws import by_number, law_words
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState
from rooms.realm.game.view_in_force import BuildingView, EffectView, GuestView, building_view, effect_view

# === effects ============================================================================================================

# Forms about effects: one for each kind, and the months in which one may end.


ORDERED_HOUSES = 3  # number of Houses that are named in order
UNTIL_REMOVED: Final = "removed"
OF_LAW: Final = "law:"  # prefix of the source's tablet id in a form

SLOTS: Mapping[EffectKind, tuple[str, ...]] = {
    EffectKind.FORCED_ALLIANCE: (later("This House"), later("must ally with")),
    EffectKind.FORGED_ORDER: (later("This House"), later("must ally with")),
    EffectKind.MILITARY_BAN: (later("This House"), later("may not kill units of")),
    EffectKind.FOOD: (later("This House"), later("sends food to")),
    EffectKind.COMMAND: (later("First"), later("then"), later("then"))[:ORDERED_HOUSES],
}


class EffectAsk(Struct, frozen=True, kw_only=True):
    """Form for one kind of effect.

    `slots`: labels for Houses named in order; without them Houses are ticked.
    `first_month`, `first_length`, `first_source`: preset values.
    """

    kind: EffectKind
    shape: Shape
    slots: tuple[str, ...]
    houses: tuple[HouseName, ...]
    provinces: tuple[RegionChoice, ...]
    months: tuple[int, ...]
    lengths: tuple[tuple[str, str], ...]
    comes: tuple[tuple[str, str], ...]
    standing: tuple[EffectView, ...]
    first_month: int
    first_length: str
    first_source: str


def effect_ask(state: GameState, viewer: Viewer, kind: EffectKind) -> EffectAsk:
    """Form for a kind, with the effects in force of that kind that this viewer may know of."""
    scenario, shape, month = state.scenario, SHAPES[kind], state.clock.month
    last, usual = last_month(state), effects.usual_months(scenario, kind)
    lengths = [(str(count), say_count("{count} month", "{count} months", count)) for count in range(1, last + 1)]
    lengths.append((UNTIL_REMOVED, say("until removed")))
    wanted = UNTIL_REMOVED if usual is None else str(usual)
    return EffectAsk(
        kind=kind,
        shape=shape,
        slots=tuple(say(label) for label in SLOTS.get(kind, ())),
        houses=house_names(state) if shape.houses[1] != 0 else (),
        provinces=region_choices(scenario) if shape.regions[1] != 0 else (),
        months=tuple(range(max(month, 1), last + 1)),
        lengths=tuple((value, say("{length} (as usual)", length=words) if value == wanted else words) for value, words in lengths),
        comes=tuple(_sources(state)),
        standing=tuple(
            effect_view(state, each)
            for each in state.effects
            if each.kind == kind and not effects.is_over(each, month) and _may_know(state, viewer, each)
        ),
        first_month=min(month + 1, last),
        first_length=wanted,
        first_source=_first_source(state, shape),
    )


def _may_know(state: GameState, viewer: Viewer, effect: Effect) -> bool:
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    return effects.is_shown_to(effect, viewer, seat.house if seat else None)


def _sources(state: GameState) -> Iterator[tuple[str, str]]:
    for origin, words in ORIGINS.items():
        yield origin.value, words
    for law in reversed(by_number(state.laws)):
        words = (
            say("Law {number}: {title}", number=law.number, title=law.title) if law.number else capital(law_words(state, law.id))
        )
        yield f"{OF_LAW}{law.id}", words


def _first_source(state: GameState, shape: Shape) -> str:
    """Most likely source: the newest tablet of this or the last month, if laws make such effects."""
    fresh = [law for law in state.laws if law.since and law.since >= state.clock.month - 1]
    if shape.origin is EffectFrom.LAW and fresh:
        return f"{OF_LAW}{by_number(fresh)[-1].id}"
    return shape.origin.value


class EndAsk(Struct, frozen=True, kw_only=True):
    """Form to end an effect. `whens`: months without it, in words."""

    row: EffectView
    month: int
    whens: tuple[tuple[int, str], ...]


def end_ask(state: GameState, viewer: Viewer, number: int) -> EndAsk | None:
    """Form to end the effect of that number; None if this viewer may not know of it."""
    found = next((each for each in state.effects if each.id == number), None)
    if found is None or not _may_know(state, viewer, found):
        return None
    month = state.clock.month
    goes_on = found.until is None or found.until > month
    further = ((month + 1, say("With the end of this month")),) if goes_on else ()
    return EndAsk(row=effect_view(state, found), month=month, whens=((month, say("At once")), *further))


# === buildings ==========================================================================================================

# Forms about buildings: what may be built where, and what may be done with an existing one.


class BuildingChoice(Struct, frozen=True, kw_only=True):
    """A kind of building in a list."""

    kind: str
    name: str
    text: str


def building_choices(state: GameState) -> tuple[BuildingChoice, ...]:
    """Kinds of building that fit on this map; for everybody."""
    scenario = state.scenario
    texts = {each.kind: each.building_text for each in scenario.factions}
    return tuple(
        BuildingChoice(kind=each, name=kind_name(scenario, each), text=texts.get(each, ""))
        for each in KINDS
        if can_place(scenario, each)
    )


class PlaceAsk(Struct, frozen=True, kw_only=True):
    """Form to place a building of one kind."""

    kind: str
    name: str
    text: str
    houses: tuple[HouseName, ...]
    slots: tuple[PlaceSlot, ...]
    regions: tuple[RegionChoice, ...]
    hint: str


def place_ask(state: GameState, kind: str, chosen: tuple[str, ...]) -> PlaceAsk:
    """Form for a kind of building, with earlier choices; for everybody."""
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


class BuildingAsk(Struct, frozen=True, kw_only=True):
    """One building with what can be done to it.

    `speaker`, `speaking`: name and seat of the owner's highest rank, who lends it; both empty if nobody plays the House.
    """

    view: BuildingView
    month: int
    others: tuple[HouseName, ...]
    strangers: tuple[HouseName, ...]
    guests: tuple[GuestView, ...]
    speaker: str
    speaking: SeatId


def building_ask(state: GameState, viewer: Viewer, number: int) -> BuildingAsk | None:
    """Building of that number, with guests as far as this viewer may know; None if it does not exist."""
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
