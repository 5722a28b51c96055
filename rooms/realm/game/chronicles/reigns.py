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
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.state import GameState, Throne
from rooms.realm.game.throne.changes import SovereignDeposed, SovereignSeated, ThronePassed
from rooms.realm.game.view_end import ending


@dataclass(slots=True)
class Reign:
    """A reign that goes on; `holder` None for the God Emperor."""

    id: str
    holder: SeatId | None
    title: str
    turns: list[Turn]

    def life(self, *, lasts: bool = False) -> Life:
        owner = own(self.holder) if self.holder is not None else ""
        return Life(id=self.id, lane="reign", title=self.title, owner=owner, turns=tuple(self.turns), lasts=lasts)


@dataclass(slots=True)
class Reigns:
    """Fold: a reign begins and ends with the throne; a month is whose reigns when it is over, the day whose reigns behind it.

    Who takes the throne and who wins by it does so for the whole House: its players tell it of their own day (GE-SOV-11).
    """

    now: Reign | None = None
    count: int = 0
    won: bool = False
    months: set[int] = field(default_factory=set)

    def see(self, moment: Moment[GameState]) -> Iterator[Record]:
        was, now = moment.before, moment.after
        if now.seats and (self.now is None or was.throne is not now.throne):
            yield from self._follows(moment)
        turned = now.clock.month != was.clock.month or isinstance(moment.event, DayEnded)
        month = was.clock.month
        if turned and month and was.clock.stage is Stage.PLAYING and month not in self.months:
            yield from self._month_over(moment, month)
        if not self.won and now.clock.stage is Stage.OVER:
            yield from self._wins(moment)

    def end(self, _state: Any) -> Iterator[Record]:
        if self.now is not None:
            yield self.now.life(lasts=True)

    def _follows(self, moment: Moment[GameState]) -> Iterator[Record]:
        throne = moment.after.throne
        if self.now is not None and _same(self.now, throne):
            return
        if self.now is not None:
            if self.now.holder is not None and isinstance(moment.event, SovereignDeposed):
                yield deed(moment, "deposed", own(self.now.holder), _lost(moment), weight=7, rule=moment.event.rule)
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
        seat = moment.after.seats.get(throne.holder) if throne.holder is not None else None
        if seat is not None:
            words = say("{name} took the throne.", name=name)
            yield deed(moment, "seated", house(seat.house), words, weight=8, rule="GE-SOV-02")

    def _month_over(self, moment: Moment[GameState], month: int) -> Iterator[Record]:
        """Counted once, whatever the clock is set back to."""
        self.months.add(month)
        if self.now is None:
            return
        words = say("{name} reigned at the end of month {month}.", name=self.now.title, month=month)
        self.now.turns.append(turn(moment, "month", words))
        if self.now.holder is not None:
            words = say("Reigned at the end of month {month}.", month=month)
            yield deed(moment, "month-reigned", own(self.now.holder), words, weight=1, rule="GE-SOV-02")

    def _wins(self, moment: Moment[GameState]) -> Iterator[Record]:
        """Whoever reigns once the game is decided has won it, for the House; told once."""
        holder = moment.after.throne.holder
        seat = moment.after.seats.get(holder) if holder is not None else None
        if seat is None or ending(moment.after) != "sovereign":
            return
        self.won = True
        words = say("{name} was crowned Divine Sovereign and has won.", name=name_of(moment.after, holder))
        yield deed(moment, "crowned", house(seat.house), words, weight=10, rule="GE-SOV-11")


def _same(reign: Reign, throne: Throne) -> bool:
    return reign.holder == throne.holder and (throne.holder is not None or throne.god_emperor)


def _seated(moment: Moment[GameState], name: str) -> str:
    why = sentence(moment.event.why) if isinstance(moment.event, SovereignSeated) else ""
    return why or say("{name} took the throne.", name=name)


def _lost(moment: Moment[GameState]) -> str:
    why = sentence(moment.event.why) if isinstance(moment.event, SovereignDeposed) else ""
    return say("Lost the throne: {why}", why=why) if why else say("Lost the throne.")


def _ended(moment: Moment[GameState]) -> str:
    happened = moment.event
    if isinstance(happened, ThronePassed):
        return say("The throne was passed on to {name}.", name=name_of(moment.after, happened.to))
    why = sentence(happened.why) if isinstance(happened, SovereignDeposed) else ""
    return why or say("The reign was over.")
