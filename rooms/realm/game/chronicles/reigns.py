"""Fold: who reigned from when to when, and which months were whose (GE-SOV-02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from control.day.clock.changes import DayEnded
from control.day.state import Stage
from control.engine.chronicle import Life, Moment, Record, Turn
from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.chronicles.writing import deed, name_of, sentence, turn
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState, Throne
from rooms.realm.game.throne.changes import SovereignDeposed, SovereignSeated, ThronePassed


@dataclass(slots=True)
class Reign:
    """A reign that goes on; `holder` None for the God Emperor."""

    id: str
    holder: SeatId | None
    title: str
    turns: list[Turn]

    def life(self) -> Life:
        owner = own(self.holder) if self.holder is not None else ""
        return Life(id=self.id, lane="reign", title=self.title, owner=owner, turns=tuple(self.turns))


@dataclass(slots=True)
class Reigns:
    """Fold: a reign begins and ends with the throne; a month is whose reigns when it is over."""

    now: Reign | None = None
    count: int = 0
    months: set[int] = field(default_factory=set)

    def see(self, moment: Moment[GameState]) -> Iterator[Record]:
        was, now = moment.before, moment.after
        if now.seats and (self.now is None or was.throne is not now.throne):
            yield from self._follows(moment)
        turned = now.clock.month != was.clock.month or isinstance(moment.event, DayEnded)
        month = was.clock.month
        if turned and month and was.clock.stage is Stage.PLAYING and month not in self.months:
            yield from self._month_over(moment, month)

    def end(self, _state: Any) -> Iterator[Record]:
        if self.now is not None:
            yield self.now.life()

    def _follows(self, moment: Moment[GameState]) -> Iterator[Record]:
        throne = moment.after.throne
        if self.now is not None and _same(self.now, throne):
            return
        if self.now is not None:
            self.now.turns.append(turn(moment, "ended", _ended(moment)))
            yield self.now.life()
            self.now = None
        if throne.holder is None and not throne.god_emperor:
            return
        self.count += 1
        name = say("The God Emperor") if throne.holder is None else name_of(moment.after, throne.holder)
        self.now = Reign(
            id=f"reign:{self.count}", holder=throne.holder, title=name, turns=[turn(moment, "seated", _seated(moment, name))]
        )

    def _month_over(self, moment: Moment[GameState], month: int) -> Iterator[Record]:
        """Counted once, whatever the clock is set back to."""
        self.months.add(month)
        if self.now is None:
            return
        words = say("{name} reigned at the end of month {month}.", name=self.now.title, month=month)
        self.now.turns.append(turn(moment, "month", words))
        if self.now.holder is not None:
            words = say("Reigned at the end of month {month}.", month=month)
            yield deed(moment, "month-reigned", own(self.now.holder), words, weight=3, rule="GE-SOV-02")


def _same(reign: Reign, throne: Throne) -> bool:
    return reign.holder == throne.holder and (throne.holder is not None or throne.god_emperor)


def _seated(moment: Moment[GameState], name: str) -> str:
    why = sentence(moment.event.why) if isinstance(moment.event, SovereignSeated) else ""
    return why or say("{name} took the throne.", name=name)


def _ended(moment: Moment[GameState]) -> str:
    happened = moment.event
    if isinstance(happened, ThronePassed):
        return say("The throne was passed on to {name}.", name=name_of(moment.after, happened.to))
    why = sentence(happened.why) if isinstance(happened, SovereignDeposed) else ""
    return why or say("The reign was over.")
