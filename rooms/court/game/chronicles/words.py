"""How chronicles call a proposal, and how it came onto the floor."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later
from control.engine.words import Spoken
from rooms.court.game.state import Chosen
from rooms.realm.game.chronicles.writing import title_of
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper

HOW_CHOSEN: Final[Mapping[Chosen, str]] = Spoken(
    {
        Chosen.SOVEREIGN: later("The Sovereign chose it."),
        Chosen.AGENT: later("Court Control chose it in the Sovereign’s place."),
        Chosen.LEVERAGE: later("A scheme put it on the floor."),
        Chosen.FAVOR: later("A Favor that named it put it on the floor."),
    }
)


def proposal_title(state: GameState, paper: Paper) -> str:
    """A proposal as it was written."""
    return title_of(state, state.scenario.proposals, paper)
