"""The Underground on paper: the blank scheme, and the schemes once they were shown to Underground Control."""

from __future__ import annotations

from control.engine.language import later
from control.printing.printed import OnPaper, of_papers
from control.registry import SheetKind
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import OpenedPaper
from rooms.underground.game.state import underground_of


def opened(state: GameState) -> tuple[OpenedPaper, ...] | None:
    """The schemes of this month; None until they have been shown."""
    own = underground_of(state)
    return own.schemes if own.month == state.clock.month and own.month > 0 else None


def on_paper(kind: SheetKind) -> OnPaper:
    """How schemes are printed."""
    return of_papers(kind, title=later("Schemes"), types=lambda state: state.scenario.schemes, opened=opened)
