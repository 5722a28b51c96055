"""The God Emperor as a person, for the desks that keep the strips (R-30)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.viewer import Viewer
from rooms.realm.desks import looks_after_houses
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.wounds import deadly


@dataclass(frozen=True, slots=True, kw_only=True)
class EmperorView:
    """His wounds, and how many kill him; `counts` are those that may be set."""

    wounds: int
    deadly: int
    counts: tuple[int, ...]


def emperor_view(state: GameState, viewer: Viewer) -> EmperorView | None:
    """The God Emperor while he reigns; None afterwards, and for all but the Houses' desks."""
    if not state.throne.god_emperor or not looks_after_houses(viewer):
        return None
    most = deadly(state)
    return EmperorView(wounds=state.throne.wounds, deadly=most, counts=tuple(range(most + 1)))
