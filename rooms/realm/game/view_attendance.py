"""What phones say while a ceremony is held: all of its Houses attend (GE-EVT-33, R-14), and the heir of the dead."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.state import Stage
from control.engine.viewer import Viewer
from rooms.realm.game.attendance import going_on, guests, held_at
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A ceremony to attend that is being held; `own`: of the own House; `noted`: the desk has tapped this player."""

    kind: str
    own: bool
    what: str
    houses: str
    table: str  # the House at whose table it is held
    noted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AttendancePanel:
    """The ceremonies to attend now; `runs_on` says that Planning has begun meanwhile (R-12)."""

    invitations: tuple[Invitation, ...]
    runs_on: bool


def attendance(state: GameState, viewer: Viewer) -> AttendancePanel | None:
    """What this player is to attend; None where nothing is held, and for who is not available (R-14)."""
    if state.clock.stage is not Stage.PLAYING:
        return None
    found = [each for each in state.ceremonies if going_on(state, each) and state.seats[viewer.player] in guests(state, each)]
    if not found:
        return None
    return AttendancePanel(
        invitations=tuple(
            Invitation(
                own=state.seats[viewer.player].house in each.houses,
                kind=CEREMONY_NAMES[each.kind],
                what=str(each.what),
                houses=" · ".join(house_name(state, house) for house in each.houses),
                table=house_name(state, held_at(state, each)),
                noted=viewer.player in each.attended,
            )
            for each in found
        ),
        runs_on=state.clock.phase == Phase.PLANNING,
    )
