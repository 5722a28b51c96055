"""Actual lengths of a day's phases, with the causes of each difference from the plan. Uses only the events listed in `TOLD_BY`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, Literal

from msgspec import Struct

from control.day.clock.jumps import DeadlinesMoved
from control.day.clock.pauses import ClockPaused, ClockResumed, TimeChanged
from control.day.clock.phase_events import ClockSet, DayBegan, DayEnded, MonthEndedAnyway, PhaseBegan, PhaseEnded, StartPlanned
from control.day.handoffs import HandedOver, HandOffTaken
from control.day.outages import TimeGivenBack
from control.day.state import DayState
from control.day.timetable import last_month, phase_length
from control.engine.ids import PhaseId
from control.engine.language import listed

# === lengths ============================================================================================================


TOLD_BY: Final[tuple[type, ...]] = (
    StartPlanned,
    DayBegan,
    PhaseBegan,
    PhaseEnded,
    ClockSet,
    DayEnded,
    MonthEndedAnyway,
    ClockPaused,
    ClockResumed,
    TimeChanged,
    TimeGivenBack,
    DeadlinesMoved,
    HandedOver,
    HandOffTaken,
)
NOTHING: Final = timedelta(0)
NOTICED: Final = timedelta(seconds=1)  # a smaller difference is the console's own delay

Cause = Literal["paused", "added", "given-back", "moved", "away", "waited", "early", "again"]
Planned = Mapping[tuple[int, PhaseId], timedelta]


class DelayCause(Struct, frozen=True, kw_only=True):
    """One cause of a phase's difference from the plan. `length`: negative if it shortened the phase; `words`: the stated reason."""

    cause: Cause
    length: timedelta
    seq: int
    words: str = ""


class PhaseRun(Struct, frozen=True, kw_only=True):
    """One run of a phase, from the end of the phase before it. `planned`: zero where the same phase ran before."""

    month: int
    phase: PhaseId
    seq: int
    began: datetime
    ended: datetime
    planned: timedelta
    whys: tuple[DelayCause, ...]

    @property
    def lasted(self) -> timedelta:
        return self.ended - self.began

    @property
    def late(self) -> timedelta:
        """The delay that this run added to the day."""
        return self.lasted - self.planned


class DayRun(Struct, frozen=True, kw_only=True):
    """The runs of a day's phases in order. `late_start`: delay of the first phase."""

    runs: tuple[PhaseRun, ...] = ()
    late_start: timedelta = NOTHING

    @property
    def late(self) -> timedelta:
        """The delay of the whole day at its end."""
        return self.late_start + sum((each.late for each in self.runs), NOTHING)


def planned_lengths(state: DayState) -> Planned:
    """The planned length of each phase of each round."""
    rounds = range(1, last_month(state) + 1)
    return {(number, phase): phase_length(state, number, phase) for number in rounds for phase in state.frame.phase_ids}


@dataclass(slots=True)
class _Open:
    """The running phase."""

    month: int
    phase: PhaseId
    seq: int
    began: datetime
    planned: timedelta
    whys: list[DelayCause] = field(default_factory=list)


@dataclass(slots=True)
class _Fold:
    planned: Planned
    runs: list[PhaseRun] = field(default_factory=list)
    running: _Open | None = None
    ended: datetime | None = None  # when the phase before ended, until the next begins
    paused: tuple[datetime, int, str] | None = None  # start of the current pause in this phase, its entry, its reason
    start: datetime | None = None
    late_start: timedelta = NOTHING
    owed: dict[int, str] = field(default_factory=dict)
    taken: list[tuple[datetime, str]] = field(default_factory=list)
    anyway: str = ""

    def begin(self, seq: int, month: int, phase: PhaseId, at: datetime) -> None:
        """Begin a phase. A gap after the phase before counts as an outage."""
        before = self.ended if self.ended is not None else at
        ran = any((each.month, each.phase) == (month, phase) for each in self.runs)
        planned = NOTHING if ran else self.planned.get((month, phase), NOTHING)
        self.running, self.ended = _Open(month=month, phase=phase, seq=seq, began=before, planned=planned), None
        if at - before >= NOTICED:
            self.running.whys.append(DelayCause(cause="away", length=at - before, seq=seq))
        if self.paused is not None:
            self.paused = (at, *self.paused[1:])

    def why(self, cause: Cause, length: timedelta, seq: int, words: str = "") -> None:
        if self.running is not None and length:
            self.running.whys.append(DelayCause(cause=cause, length=length, seq=seq, words=words))

    def end(self, seq: int, at: datetime) -> None:
        """End the running phase. A rest that no known cause explains was a wait, an early end or a repeated phase."""
        ran = self.running
        if ran is None:
            return
        if self.paused is not None:
            since, by, words = self.paused
            self.why("paused", at - since, by, words)
        rest = at - ran.began - ran.planned - sum((each.length for each in ran.whys), NOTHING)
        again = ran.planned == NOTHING and rest > NOTHING
        if abs(rest) >= NOTICED:
            waited = self.anyway or listed(dict.fromkeys(what for taken, what in self.taken if taken > at - rest))
            cause: Cause = "again" if again else "waited" if rest > NOTHING else "early"
            self.why(cause, rest, seq, waited if cause == "waited" else "")
        self.runs.append(
            PhaseRun(
                month=ran.month,
                phase=ran.phase,
                seq=ran.seq,
                began=ran.began,
                ended=at,
                planned=ran.planned,
                whys=tuple(ran.whys),
            )
        )
        self.running, self.ended, self.anyway = None, at, ""

    def see(self, seq: int, happened: Any) -> None:
        if isinstance(happened, StartPlanned):
            self.start = happened.at
        elif isinstance(happened, DayBegan):
            self.late_start = happened.at - self.start if self.start is not None else NOTHING
        elif isinstance(happened, PhaseBegan):
            self.begin(seq, happened.month, happened.phase, happened.at)
        elif isinstance(happened, PhaseEnded):
            self.end(seq, happened.at)
        elif isinstance(happened, ClockSet):
            self.end(seq, happened.at)
            self.ended = None
            self.begin(seq, happened.month, happened.phase, happened.at)
        elif isinstance(happened, DayEnded):
            self.ended = self.paused = None
        elif isinstance(happened, (ClockPaused, ClockResumed)):
            self.stand(seq, happened)
        elif isinstance(happened, HandedOver):
            self.owed[happened.hand_off.id] = str(happened.hand_off.what)
        elif isinstance(happened, HandOffTaken):
            self.taken.append((happened.at, self.owed.get(happened.id, "")))
        elif isinstance(happened, MonthEndedAnyway):
            self.anyway = happened.reason
        else:
            self.lengthen(seq, happened)

    def stand(self, seq: int, happened: ClockPaused | ClockResumed) -> None:
        """Record a pause of the event's clock. A room's own pause does not make the phase longer."""
        if happened.room is not None:
            return
        if isinstance(happened, ClockPaused):
            self.paused = (happened.at, seq, str(happened.reason))
        elif self.paused is not None:
            since, by, words = self.paused
            self.why("paused", happened.at - since, by, words)
            self.paused = None

    def lengthen(self, seq: int, happened: Any) -> None:
        if isinstance(happened, TimeChanged) and happened.room is None:
            self.why("added", timedelta(seconds=happened.seconds), seq)
        elif isinstance(happened, TimeGivenBack):
            self.why("given-back", timedelta(seconds=happened.seconds), seq, happened.told)
        elif isinstance(happened, DeadlinesMoved):
            self.why("moved", happened.by, seq)


def day_run(happened: Iterable[tuple[int, Any]], planned: Planned) -> DayRun:
    """Fold the valid entries of a day, as pairs of seq and event in order, into its run. Other events are ignored."""
    fold = _Fold(planned=planned)
    for seq, event in happened:
        fold.see(seq, event)
    return DayRun(runs=tuple(fold.runs), late_start=fold.late_start)
