"""The orders of a player as War Control writes them: whose they are, and the form; nothing of it for anybody else (R-17)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.engine.ids import SeatId
from control.engine.refused import Refused
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import board_of
from rooms.war.game.sheets import document
from rooms.war.game.sheets.document import WarSheet
from rooms.war.game.sheets.form import SheetForm, form_of, typed_form
from rooms.war.game.words.names import seat_words

Typed = tuple[tuple[str, tuple[str, ...]], ...]  # the fields of a form, each with all that was typed into it


@dataclass(frozen=True, slots=True, kw_only=True)
class WriterView:
    """A player whose orders War Control may write, and the month."""

    seat: SeatId
    player: str
    house: HouseId
    short: str
    month: int


def writer(state: GameState, viewer: Viewer, seat: SeatId) -> WriterView | None:
    """The player of that id, for War Control; None where there is none."""
    found = state.seats.get(seat)
    if found is None or not viewer.sees_desk(Desk.WAR):
        return None
    return WriterView(
        seat=found.id,
        player=seat_words(state, found.id),
        house=found.house,
        short=board_of(state.scenario).houses[found.house].short,
        month=state.clock.month,
    )


def written_form(state: GameState, viewer: Viewer, seat: SeatId, sheet: WarSheet | None) -> SheetForm | None:
    """A player's form as this sheet fills it, blank without one; for War Control alone."""
    if writer(state, viewer, seat) is None:
        return None
    return form_of(state, seat, sheet or document.blank(state, seat))


def form_typed(state: GameState, viewer: Viewer, seat: SeatId, typed: Typed) -> SheetForm | None:
    """A player's form as it was just typed, whether it can be read or not; for War Control alone."""
    if writer(state, viewer, seat) is None:
        return None
    fields: Mapping[str, list[str]] = {name: list(values) for name, values in typed}
    try:
        return form_of(state, seat, document.sheet_from_form(fields))
    except Refused:
        return typed_form(state, seat, fields)
