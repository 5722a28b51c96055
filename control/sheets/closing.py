"""Until when a sheet may be sent, as its author's phone counts it down."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.day.sheets import ClosesView
from control.hall.faces import Hands, hands
from control.registry import SheetKind
from control.sheets.nudges import noun_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """When a sheet that is open closes: with a phase of the event, or with a step of its room.

    `clock` is "event" or the room, `at` that phase or step: a clock that has gone on to another one has closed the sheet. Where
    the step is ended by its desk the moment is not `certain`. Before that step nothing counts down yet: there are no `hands`, only
    its name.
    """

    sheet: str
    clock: str
    at: str
    name: str
    certain: bool
    hands: Hands | None


def closing_of(closes: ClosesView | None, kind: SheetKind, now: datetime) -> Closing | None:
    """When a sheet of this kind closes, with the hands of its clock; None where it is not open."""
    if closes is None:
        return None
    return Closing(
        sheet=noun_of(kind),
        clock=closes.clock,
        at=closes.at,
        name=closes.name,
        certain=closes.certain,
        hands=hands(closes.deadline, closes.left, now, paused=closes.paused) if closes.runs else None,
    )
