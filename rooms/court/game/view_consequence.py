"""What the proposal on the floor would mean: for the hall in four lines, for a player the own House first, for the desk in full.

Every viewer reads sentences made from what everybody may know; who looks only decides their order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from control.engine.language import say_count
from control.engine.viewer import Viewer
from rooms.court.game.consequence import Consequence, consequence, together
from rooms.court.game.cycles import now_in
from rooms.court.game.foreseen import Follows
from rooms.court.game.state import in_cycle
from rooms.court.game.view_phone import Means, PhoneFloor, WallFloor, phone_floor, wall_floor
from rooms.realm.game.state import GameState

LINES = 4  # as many as are read at ten metres beside the proposal


class Foresight:
    """The views of the floor that foresee. They ask the engine of the game, which is put together after its rooms."""

    def __init__(self, game: Callable[[], Follows]) -> None:
        self._game = game

    def phone(self, state: GameState, viewer: Viewer) -> PhoneFloor | None:
        """The floor for a player of the Court, with what the proposal means for the own House and for others."""
        shown = phone_floor(state, viewer)
        return replace(shown, means=self.means(state, viewer)) if shown is not None and shown.on_floor else shown

    def wall(self, state: GameState, viewer: Viewer) -> WallFloor:
        """The floor for the hall, with what the proposal means in at most four lines, until its count takes their place."""
        found = self._found(state)
        shown = wall_floor(state, viewer)
        is_heard = shown.shown.on_floor is not None and shown.shown.on_floor.count is None
        return replace(shown, means=_few(found)) if found and is_heard else shown

    def means(self, state: GameState, viewer: Viewer) -> Means | None:
        """What the proposal on the floor means for whoever looks; None while none is heard."""
        found = self._found(state)
        if found is None:
            return None
        seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
        lines = (*found.does, *found.meets)
        own = tuple(each.words for each in lines if seat is not None and seat.house in each.houses)
        others = tuple(each.words for each in lines if seat is None or seat.house not in each.houses)
        return Means(own=own, others=others, warning=found.warning, foot=_foot(found))

    def _found(self, state: GameState) -> Consequence | None:
        now = now_in(state)
        standing = in_cycle(state, now[1]) if now else None
        return consequence(state, standing, self._game()) if standing is not None else None


def _foot(found: Consequence) -> tuple[str, ...]:
    return tuple(each for each in (found.when, found.immortals, found.cost) if each)


def _few(found: Consequence) -> tuple[str, ...]:
    """At most four lines: what it does, what it meets, why it would come to nothing; from when on and for how much last."""
    lines = [each.words for each in together((*found.does, *found.meets))]
    room = LINES - 1 - bool(found.warning)
    if len(lines) > room:
        more = len(lines) - room + 1
        rest = say_count("And {count} thing more, on the phones.", "And {count} things more, on the phones.", more)
        lines = [*lines[: room - 1], rest]
    return (*filter(None, (found.warning,)), *lines, " ".join(_foot(found)))
