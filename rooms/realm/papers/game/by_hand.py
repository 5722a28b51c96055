"""The form in which a room's desk enters a paper that a player has written by hand; nothing of it for anybody else (R-17)."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.sheets import Typed, fields_in
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.form import PaperForm, as_typed, form_panel
from rooms.realm.papers.game.part import PaperGroup, PaperRoom


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFields:
    """The list of types, and the fields of the one that was chosen."""

    groups: tuple[PaperGroup, ...]
    type: str
    form: PaperForm | None


def fields_by_hand(room: PaperRoom, state: GameState, viewer: Viewer, seat: SeatId, typed: Typed) -> PaperFields | None:
    """A player's paper with what has been typed so far; None for whoever is not of the room's desk."""
    if not viewer.sees_desk(room.desk):
        return None
    paper = as_typed(fields_in(typed))
    return PaperFields(groups=room.groups(state), type=paper.type, form=form_panel(room, state, seat, paper))
