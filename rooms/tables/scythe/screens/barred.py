"""Why a unit does not go to a space of the board that is pressed: a sentence for each neighbour that it may not enter."""

from __future__ import annotations

from control.engine.language import say
from rooms.tables.scythe.game.offers_moves import StepOffer
from rooms.tables.scythe.game.state import fights
from rooms.tables.scythe.screens.looking import Looker


def barred_from(looker: Looker, offer: StepOffer) -> tuple[tuple[str, str], ...]:
    """The neighbours of a unit's space that it cannot step to, with why; last of all "" for every space farther away."""
    here = looker.side.units[offer.unit]
    near = [each for each in looker.book.edges[here] if each not in offer.targets]
    return (*[(each, _why(looker, offer.unit, here, each)) for each in near], ("", say("Too far for one step.")))


def _why(looker: Looker, unit: int, here: str, to: str) -> str:
    """Rules: SY-MOV-08, SY-MOV-09, SY-MOV-13, SY-MOV-24, SY-MOV-27."""
    book = looker.book
    if to in book.bases:
        return say("No unit enters a home base.")
    if to in book.lakes or here in book.lakes:
        return say("A lake: this unit does not cross it.")
    if (here, to) in book.rivers:
        return say("A river lies between: this unit does not cross it.")
    if not fights(unit) and any(to in side.units for side in looker.state.sides if side is not looker.side):
        return say("A unit of another player is there: workers do not go there.")
    return say("This unit does not go there now.")
