"""What the phones of a House say while its ceremony is held: all of them attend (GE-EVT-33, R-14)."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.state import Stage
from control.engine.viewer import Viewer
from rooms.realm.game.attendance import going_on, guests
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import Phase


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation:
    """A ceremony of the own House that is being held; `noted`: the desk has tapped this player."""

    kind: str
    what: str
    houses: str
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
                kind=CEREMONY_NAMES[each.kind],
                what=str(each.what),
                houses=" · ".join(house_name(state, house) for house in each.houses),
                noted=viewer.player in each.attended,
            )
            for each in found
        ),
        runs_on=state.clock.phase == Phase.PLANNING,
    )
