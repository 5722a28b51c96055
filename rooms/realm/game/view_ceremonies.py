"""Ceremonies on phones and desks: guests, and open matters at the end of Ceremony (GE-EVT-33, R-12, R-14)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.day.state import DayStage
from control.engine.language import listed, say, say_count
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.ceremony_attendance import guests, is_going_on, table_of_ceremony
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.weddings.wedding import betrothed
from rooms.realm.scenario.ids import Phase

# === attendance =========================================================================================================

# Phones during a ceremony: all of its Houses attend (GE-EVT-33, R-14), and the heir of the dead.


class Invitation(Struct, frozen=True, kw_only=True):
    """A ceremony that this player attends now. `own`: of the own House; `noted`: the desk has confirmed the player."""

    kind: str
    own: bool
    what: str
    houses: str
    table: str  # House whose table it is held at
    noted: bool


class AttendancePanel(Struct, frozen=True, kw_only=True):
    """Ceremonies to attend now. `runs_on`: Planning has begun meanwhile (R-12)."""

    invitations: tuple[Invitation, ...]
    runs_on: bool


def attendance(state: GameState, viewer: Viewer) -> AttendancePanel | None:
    """Ceremonies this player attends now; None without any, and for players who are not available (R-14)."""
    if state.clock.stage is not DayStage.PLAYING:
        return None
    found = [each for each in state.ceremonies if is_going_on(state, each) and state.seats[viewer.player] in guests(state, each)]
    if not found:
        return None
    return AttendancePanel(
        invitations=tuple(
            Invitation(
                own=state.seats[viewer.player].house in each.houses,
                kind=CEREMONY_NAMES[each.kind],
                what=str(each.what),
                houses=" · ".join(house_name(state, house) for house in each.houses),
                table=house_name(state, table_of_ceremony(state, each)),
                noted=viewer.player in each.attended,
            )
            for each in found
        ),
        runs_on=state.clock.is_in(Phase.PLANNING),
    )


# === end of Ceremony ====================================================================================================

# Open matters at the end of Ceremony: ceremonies still held, absent relatives, couples not wed yet.


def ceremony_closing(state: GameState, viewer: Viewer) -> tuple[str, ...]:
    """Warnings before Ceremony, or the Planning it runs on into, ends; for the Ceremony desk and the organizer."""
    if not viewer.sees_desk(Desk.CEREMONY) or not state.clock.is_in(Phase.CEREMONY, Phase.PLANNING):
        return ()
    return (*_going_on(state), *_unwed(state))


def _going_on(state: GameState) -> Iterator[str]:
    for each in state.ceremonies:
        if is_going_on(state, each):
            named = listed([house_name(state, house) for house in each.houses])
            yield say("{kind} of {houses} is being held: {what}.", kind=CEREMONY_NAMES[each.kind], houses=named, what=each.what)
            missing = [seat.name for seat in guests(state, each) if seat.id not in each.attended]
            if missing:
                yield say_count(
                    "{count} relative is not ticked as there: {names}.",
                    "{count} relatives are not ticked as there: {names}.",
                    len(missing),
                    names=listed(missing),
                )


def _unwed(state: GameState) -> Iterator[str]:
    if not state.clock.is_in(Phase.CEREMONY):
        return
    for each in betrothed(state):
        one, other = state.seats[each.one].name, state.seats[each.other].name
        yield say("{one} and {other} have agreed to marry and are not wed yet.", one=one, other=other)
