"""What the questions of the desks about effects ask for: the form of each kind, and the months in which one may end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from control.day.timetable import last_month
from control.engine.language import later, say, say_count
from control.engine.viewer import Viewer
from control.engine.words import capital
from rooms.realm.game.effects import asked as effects
from rooms.realm.game.effects.shapes import ORIGINS, SHAPES, Shape
from rooms.realm.game.laws import by_number, law_words
from rooms.realm.game.names import HouseName, house_names
from rooms.realm.game.places import RegionChoice, region_choices
from rooms.realm.game.standing import EffectView, effect_view
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState

ORDERED_HOUSES = 3  # how many Houses may be named in an order
UNTIL_REMOVED: Final = "removed"
OF_LAW: Final = "law:"  # what stands before the id of the tablet that an effect comes from

SLOTS: Mapping[EffectKind, tuple[str, ...]] = {
    EffectKind.FORCED_ALLIANCE: (later("This House"), later("must ally with")),
    EffectKind.FORGED_ORDER: (later("This House"), later("must ally with")),
    EffectKind.MILITARY_BAN: (later("This House"), later("may not kill units of")),
    EffectKind.FOOD: (later("This House"), later("sends food to")),
    EffectKind.COMMAND: (later("First"), later("then"), later("then"))[:ORDERED_HOUSES],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectAsk:
    """What the form of one kind of effect asks for. `slots` are the labels of Houses named in an order; else Houses are ticked.

    It begins with the month `first_month`, the length `first_length` and the source `first_source`.
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
    """The form for a kind; of those that stand it names what this viewer may know of."""
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
    return effects.shown_to(effect, viewer, seat.house if seat else None)


def _sources(state: GameState) -> Iterator[tuple[str, str]]:
    for origin, words in ORIGINS.items():
        yield origin.value, words
    for law in reversed(by_number(state.laws)):
        words = (
            say("Law {number}: {title}", number=law.number, title=law.title) if law.number else capital(law_words(state, law.id))
        )
        yield f"{OF_LAW}{law.id}", words


def _first_source(state: GameState, shape: Shape) -> str:
    """What most likely left it: the newest tablet of this or the last month, where laws leave such effects."""
    fresh = [law for law in state.laws if law.since and law.since >= state.clock.month - 1]
    if shape.origin is EffectFrom.LAW and fresh:
        return f"{OF_LAW}{by_number(fresh)[-1].id}"
    return shape.origin.value


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAsk:
    """What ending an effect asks for: the first month in which it acts no more, in words."""

    row: EffectView
    month: int
    whens: tuple[tuple[int, str], ...]


def end_ask(state: GameState, viewer: Viewer, number: int) -> EndAsk | None:
    """The effect of that number with the months in which it may end; None where this viewer may know of none such."""
    found = next((each for each in state.effects if each.id == number), None)
    if found is None or not _may_know(state, viewer, found):
        return None
    month = state.clock.month
    goes_on = found.until is None or found.until > month
    further = ((month + 1, say("With the end of this month")),) if goes_on else ()
    return EndAsk(row=effect_view(state, found), month=month, whens=((month, say("At once")), *further))
