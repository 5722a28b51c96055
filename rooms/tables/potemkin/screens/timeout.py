"""Words for the default action, shown before the time runs out (PE-R-36)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say
from rooms.tables.potemkin.game.actions import BuildAgain, CheckAgain, Discard, Pick, PlaceAgents, PotemkinAction, Produce
from rooms.tables.potemkin.game.view import PotemkinView

PLAYED: Final[Mapping[type, str]] = {
    Pick: later("a card is picked for you by lot."),
    CheckAgain: later("you do not check again."),
    BuildAgain: later("you do not build again."),
    Discard: later("a card of your hand is discarded by lot."),
    PlaceAgents: later("your agents are spread evenly."),
    Produce: later("you produce."),
}
FLIPS: Final = later("you produce, and build and spy no more this month.")


def run_out_words(view: PotemkinView, action: PotemkinAction) -> str:
    """The default action, for its player to read before the time runs out. Producing ends construction mode (PE-ACT-09)."""
    if isinstance(action, Produce) and view.turn is not None and not view.sides[view.turn].producing:
        return say(FLIPS)
    return say(PLAYED[type(action)])
