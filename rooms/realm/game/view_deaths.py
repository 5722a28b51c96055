"""Public list of the dead: character, House, and the cause if everybody saw it (GE-CER-02, R-139).

A cause told in confidence, or typed by Control for the journal, stays secret: such a death is shown without a cause.
"""

from __future__ import annotations

from itertools import groupby

from msgspec import Struct

from control.day.memoization import memoized_view
from control.day.state import DayStage, Presence
from control.engine.language import listed, say, say_count
from control.engine.reasons import Reason, Told, is_public
from control.engine.viewer import Viewer
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.ceremony_attendance import is_going_on, table_of_ceremony
from rooms.realm.game.records import Death
from rooms.realm.game.reports.words import THIRD
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.view_throne import ruler_beside_clock

LINES = 2  # deaths and ceremonies beside the clock


class DeathsOfMonth(Struct, frozen=True, kw_only=True):
    """Deaths of one month, a sentence each."""

    month: int
    words: tuple[str, ...]


class BesideClock(Struct, frozen=True, kw_only=True):
    """The ruler, the dead, and the ceremonies held now, as far as there is room."""

    reigns: str
    deaths: tuple[str, ...]
    ceremonies: tuple[str, ...] = ()


def deaths_view(state: GameState, _viewer: Viewer) -> tuple[DeathsOfMonth, ...]:
    """All deaths, newest month first."""
    return _deaths_by_month(state)


@memoized_view(8)
def _deaths_by_month(state: GameState) -> tuple[DeathsOfMonth, ...]:
    newest = sorted(state.deaths, key=lambda death: -death.month)
    return tuple(
        DeathsOfMonth(month=month, words=tuple(death_words(state, each) for each in found))
        for month, found in groupby(newest, key=lambda death: death.month)
    )


def death_words(state: GameState, death: Death) -> str:
    """One death in words: "Greta Chi of Wolf has died (hit in the duel of Ann and Ben).", without a secret cause."""
    named = {"character": death.character, "house": house_name(state, death.house)}
    how = public_cause(death.why)
    return (
        say("{character} of {house} has died ({how}).", how=how, **named)
        if how
        else say("{character} of {house} has died.", **named)
    )


def public_cause(why: Told) -> str:
    """Cause of a death if everybody saw it, else empty."""
    while isinstance(why, Reason) and why.code == THIRD:
        inner = why.values.get("why", "")
        why = inner if isinstance(inner, Reason) else ""
    return str(why) if isinstance(why, Reason) and is_public(why) else ""


def lines_beside_clock(state: GameState, viewer: Viewer) -> BesideClock:
    """Lines below the clock of the hall: the ruler, and the dead until they return."""
    dead = {seat.id for seat in state.seats.values() if seat.died is not None and seat.presence is not Presence.GONE}
    last = {death.seat: death for death in state.deaths}
    told = [death_words(state, death) for seat, death in last.items() if seat in dead]
    if len(told) > LINES:
        more = len(told) - LINES + 1
        told = [
            *told[: LINES - 1],
            say_count("And {count} more has died: see News.", "And {count} more have died: see News.", more),
        ]
    held = held_words(state)
    if held:  # ceremonies come before deaths, because the wall has few lines
        told = told[: max(0, LINES - len(held))]
    over = state.clock.stage is DayStage.OVER
    return BesideClock(reigns=ruler_beside_clock(state, viewer), deaths=() if over else tuple(told), ceremonies=held)


def held_words(state: GameState) -> tuple[str, ...]:
    """Ceremonies held now, with the place: "Cat and Wolf: Marriage, at the House Table of Cat"."""
    found = [
        say(
            "{houses}: {ceremony}, at the House Table of {table}",
            houses=listed([house_name(state, house) for house in each.houses]),
            ceremony=CEREMONY_NAMES[each.kind],
            table=house_name(state, table_of_ceremony(state, each)),
        )
        for each in state.ceremonies
        if is_going_on(state, each)
    ]
    if len(found) <= LINES:
        return tuple(found)
    more = len(found) - LINES + 1
    return (*found[: LINES - 1], say_count("And {count} more ceremony is held.", "And {count} more ceremonies are held.", more))
