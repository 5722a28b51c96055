"""The Court on paper: the blank proposal, and the proposals once they lie before the Sovereign."""

from __future__ import annotations

from control.engine.language import later
from control.printing.printed import OnPaper, of_papers
from control.registry import SheetKind
from rooms.court.game.state import court_of
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import OpenedPaper


def opened(state: GameState) -> tuple[OpenedPaper, ...] | None:
    """The proposals of this month; None until they have been handed in."""
    own = court_of(state)
    return own.proposals if own.month == state.clock.month and own.month > 0 else None


def on_paper(kind: SheetKind) -> OnPaper:
    """How proposals are printed."""
    return of_papers(kind, title=later("Proposals"), types=lambda state: state.scenario.proposals, opened=opened)
