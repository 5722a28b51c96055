"""Chronicles of people: deaths, killed hostages, reigns, marriages (GE-SOV-02, R-140)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec import Struct

from control.day.clock.phase_events import DayEnded
from control.day.state import DayStage
from control.engine.chronicle import ALL, Fact, Life, LifeTurn, Record, StoryMoment, Tie
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.chronicles.words import Write, deed, name_of, stateless_chronicler, turn
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.hostages.hostage_events import HostagesKilled
from rooms.realm.game.reports.words import both_names, house, own, public_reason, whole_reason
from rooms.realm.game.state import GameState, Throne
from rooms.realm.game.throne.divine_sovereign import ending
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated, ThronePassed
from rooms.realm.game.treasury.purses import house_name

# === deaths =============================================================================================================

# Records of single events besides the deeds that they tell: deaths and killed hostages.


Seen = StoryMoment[GameState]


def record_character_died(moment: Seen, happened: CharacterDied) -> Iterator[Record]:
    """Record a death as public at once, with its cause only as far as everybody saw it."""
    seat = moment.before.seats.get(happened.seat)
    name = both_names(seat, happened.character) if seat is not None else happened.character or str(happened.seat)
    seen = public_reason(happened.why)
    yield Fact(
        id=f"death:{moment.seq}",
        kind="death",
        seq=moment.seq,
        round=moment.round,
        words=say("{name} died: {why}", name=name, why=seen) if seen else say("{name} died.", name=name),
        touches=(own(happened.seat), *((house(seat.house),) if seat is not None else ())),
        known=((ALL, moment.seq),),
        rule="R-139",
        weight=6,
    )


def record_hostages_killed(moment: Seen, happened: HostagesKilled) -> Iterator[Record]:
    """Record killed hostages as a tie of the two Houses; the throne's have none."""
    if happened.holder is None:
        return
    state = moment.after
    words = say_count(
        "{house} killed {count} hostage of {other}.",
        "{house} killed {count} hostages of {other}.",
        len(happened.ids),
        house=house_name(state, happened.holder),
        other=house_name(state, happened.of),
    )
    both = (house(happened.holder), house(happened.of))
    yield Tie(kind="killed-hostage", one=both[0], other=both[1], seq=moment.seq, round=moment.round, words=words)


WRITES: Final[Mapping[type, Write]] = {
    CharacterDied: record_character_died,
    HostagesKilled: record_hostages_killed,
}

People = stateless_chronicler(WRITES)


# === reigns =============================================================================================================

# Fold: reigns with start and end, and the ruler of each month (GE-SOV-02).


@dataclass(slots=True)
class Reign:
    """A current reign; `holder` None for the God Emperor."""

    id: str
    holder: SeatId | None
    title: str
    turns: list[LifeTurn]

    def life(self, *, lasts: bool = False) -> Life:
        owner = own(self.holder) if self.holder is not None else ""
        return Life(id=self.id, lane="reign", title=self.title, owner=owner, turns=tuple(self.turns), lasts=lasts)


@dataclass(slots=True)
class Reigns:
    """Fold: start and end of each reign.

    A month counts for the ruler at its end, the day for the ruler after it. Whoever takes the throne or wins does so for the whole
    House: its players tell it as part of their own day (GE-SOV-11).
    """

    now: Reign | None = None
    count: int = 0
    won: bool = False
    months: set[int] = field(default_factory=set)

    def see(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        was, now = moment.before, moment.after
        if now.seats and (self.now is None or was.throne is not now.throne):
            yield from self._follows(moment)
        turned = now.clock.month != was.clock.month or isinstance(moment.event, DayEnded)
        month = was.clock.month
        if turned and month and was.clock.stage is DayStage.PLAYING and month not in self.months:
            yield from self._month_over(moment, month)
        if not self.won and now.clock.stage is DayStage.OVER:
            yield from self._wins(moment)

    def end(self, _state: Any) -> Iterator[Record]:
        if self.now is not None:
            yield self.now.life(lasts=True)

    def _follows(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        throne = moment.after.throne
        if self.now is not None and _is_same_reign(self.now, throne):
            return
        if self.now is not None:
            if self.now.holder is not None and isinstance(moment.event, SovereignDeposed):
                yield deed(moment, "deposed", own(self.now.holder), _loss_words(moment), weight=7, rule=moment.event.rule)
            self.now.turns.append(turn(moment, "ended", _end_words(moment)))
            yield self.now.life()
            self.now = None
        if throne.holder is None and not throne.god_emperor:
            return
        self.count += 1
        name = say("The God Emperor") if throne.holder is None else name_of(moment.after, throne.holder)
        self.now = Reign(
            id=f"reign:{self.count}", holder=throne.holder, title=name, turns=[turn(moment, "seated", _reign_words(moment, name))]
        )
        seat = moment.after.seats.get(throne.holder) if throne.holder is not None else None
        if seat is not None:
            words = say("{name} took the throne.", name=name)
            yield deed(moment, "seated", house(seat.house), words, weight=8, rule="GE-SOV-02")

    def _month_over(self, moment: StoryMoment[GameState], month: int) -> Iterator[Record]:
        """Count each month once, even after the clock is set back."""
        self.months.add(month)
        if self.now is None:
            return
        words = say("{name} reigned at the end of month {month}.", name=self.now.title, month=month)
        self.now.turns.append(turn(moment, "month", words))
        if self.now.holder is not None:
            words = say("Reigned at the end of month {month}.", month=month)
            yield deed(moment, "month-reigned", own(self.now.holder), words, weight=1, rule="GE-SOV-02")

    def _wins(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        """Record the ruler's victory for the House, once, when the game is decided."""
        holder = moment.after.throne.holder
        seat = moment.after.seats.get(holder) if holder is not None else None
        if seat is None or ending(moment.after) != "sovereign":
            return
        self.won = True
        words = say("{name} was crowned Divine Sovereign and has won.", name=name_of(moment.after, holder))
        yield deed(moment, "crowned", house(seat.house), words, weight=10, rule="GE-SOV-11")


def _is_same_reign(reign: Reign, throne: Throne) -> bool:
    return reign.holder == throne.holder and (throne.holder is not None or throne.god_emperor)


def _reign_words(moment: StoryMoment[GameState], name: str) -> str:
    why = whole_reason(moment.event.why) if isinstance(moment.event, SovereignSeated) else ""
    return why or say("{name} took the throne.", name=name)


def _loss_words(moment: StoryMoment[GameState]) -> str:
    why = whole_reason(moment.event.why) if isinstance(moment.event, SovereignDeposed) else ""
    return say("Lost the throne: {why}", why=why) if why else say("Lost the throne.")


def _end_words(moment: StoryMoment[GameState]) -> str:
    happened = moment.event
    if isinstance(happened, ThronePassed):
        return say("The throne was passed on to {name}.", name=name_of(moment.after, happened.to))
    why = whole_reason(happened.why) if isinstance(happened, SovereignDeposed) else ""
    return why or say("The reign was over.")


# === marriages ==========================================================================================================

# Fold: marriages from wedding to end.


class Marriage(Struct, frozen=True, kw_only=True):
    """A marriage that has not ended."""

    one: SeatId
    other: SeatId
    seq: int
    round: int
    words: str

    def tie(self, over: int) -> Tie:
        both = (own(self.one), own(self.other))
        return Tie(kind="married", one=both[0], other=both[1], seq=self.seq, round=self.round, words=self.words, over=over)


@dataclass(slots=True)
class Bonds:
    """Fold: marriages. One ends when the two strips no longer name each other."""

    married: list[Marriage] = field(default_factory=list)

    def see(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        if self.married and moment.before.seats is not moment.after.seats:
            yield from self._parted(moment)
        happened = moment.event
        if isinstance(happened, SpousesSet) and happened.other is not None:
            yield from self._wed(moment, happened.seat, happened.other)

    def end(self, _state: Any) -> Iterator[Record]:
        yield from (each.tie(0) for each in self.married)

    def _parted(self, moment: StoryMoment[GameState]) -> Iterator[Record]:
        for each in tuple(self.married):
            one = moment.after.seats.get(each.one)
            if one is None or one.spouse != each.other:
                self.married.remove(each)
                yield each.tie(moment.seq)

    def _wed(self, moment: StoryMoment[GameState], one: SeatId, other: SeatId) -> Iterator[Record]:
        names = {one: name_of(moment.after, one), other: name_of(moment.after, other)}
        words = say("{player} and {other} married.", player=names[one], other=names[other])
        self.married.append(Marriage(one=one, other=other, seq=moment.seq, round=moment.round, words=words))
        for seat, spouse in ((one, other), (other, one)):
            yield deed(moment, "wedding", own(seat), say("Married {name}.", name=names[spouse]), weight=4, rule="GE-CER-11")
