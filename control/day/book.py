"""The rulings book as the control team reads it: every desk reads all of it, and retracts its own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from control.day import rulings
from control.day.records import Ruling
from control.day.state import DayState
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    """One ruling as the book shows it."""

    id: int
    rule: str
    text: str
    because: str
    desk: str
    by: str
    month: int
    when: str  # "month 3"
    at: datetime
    retracted: str
    may_retract: bool


def book_view(state: DayState, viewer: Viewer) -> tuple[RulingRow, ...]:
    """The book by rule, what stands before what was retracted; nothing for whoever is not of the control team."""
    if not viewer.staff:
        return ()
    ordered = sorted(state.rulings, key=lambda each: (bool(each.retracted), each.rule, each.id))
    return tuple(_row(state, viewer, each) for each in ordered)


def rulings_on(state: DayState, viewer: Viewer, cited: str) -> tuple[RulingRow, ...]:
    """What stands on the rules named in `cited`, which may be several."""
    if not viewer.staff:
        return ()
    return tuple(_row(state, viewer, each) for each in rulings.on(state.rulings, cited))


def own_ruling(state: DayState, viewer: Viewer, number: int) -> RulingRow | None:
    """A ruling of one of the viewer's desks, retracted or not; None for one that is not theirs."""
    own = (each for each in state.rulings if each.id == number and viewer.sees_desk(each.desk))
    return next((_row(state, viewer, each) for each in own), None)


def _row(state: DayState, viewer: Viewer, ruling: Ruling) -> RulingRow:
    return RulingRow(
        id=ruling.id,
        rule=ruling.rule,
        text=ruling.text,
        because=ruling.because,
        desk=state.frame.desk_name(ruling.desk),
        by=ruling.by,
        month=ruling.month,
        when=state.frame.round_words(ruling.month),
        at=ruling.at,
        retracted=ruling.retracted,
        may_retract=not ruling.retracted and viewer.sees_desk(ruling.desk),
    )
