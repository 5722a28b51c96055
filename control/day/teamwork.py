"""How the control team's day went, by its journal: what waited for whom, what was set right and ruled, who had how much to do.

Everything keeps the entry it comes from. What was withdrawn is not here but as what it was: work, and something set right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from statistics import median
from typing import Any, Final, Literal

from control.day.calls import CallAnswered, CallEnded, CallReleased, ControlCalled
from control.day.decisions.answers import DecisionMade
from control.day.decisions.questions import DecisionClosed, DecisionOpened
from control.day.handoffs import HandedOver, HandOffTaken
from control.day.records import Ruling
from control.day.rulings import Ruled, RulingRetracted
from control.engine.ids import DeskId, SeatId

TOLD_BY: Final[tuple[type, ...]] = (
    ControlCalled,
    CallAnswered,
    CallReleased,
    CallEnded,
    DecisionOpened,
    DecisionMade,
    DecisionClosed,
    HandedOver,
    HandOffTaken,
    Ruled,
    RulingRetracted,
)

Kind = Literal["call", "decision", "hand-off"]
How = Literal["answered", "team", "default", "gone", "open"]
Amends = Literal["", "set", "withdrawn", "again"]
Desks = Mapping[str, frozenset[DeskId]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An event that stands. `player`: it came of a player's command."""

    seq: int
    at: datetime
    month: int
    event: Any
    player: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A command that somebody of the team gave. `keepers` are the desks whose it can be; `amends` how it set something right."""

    seq: int
    at: datetime
    month: int
    by: str
    keepers: frozenset[DeskId] = frozenset()
    amends: Amends = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Something waited for somebody: a call until somebody went, a decision until its answer, a hand-off until it was taken.

    `desk` is whose it was, of a call the desk of whoever went; None where nobody can tell. `waited` is None where nobody ever came.
    A decision is answered by its desk or by the `team` it was put to, or ran into its default; or it was `gone` before.
    """

    kind: Kind
    seq: int
    month: int
    began: datetime
    desk: DeskId | None = None
    what: str = ""  # of a call its kind
    seat: SeatId | None = None
    place: str = ""
    how: How = "open"
    by: str = ""
    answer: int = 0  # the entry of the answer
    waited: timedelta | None = None
    settled: timedelta | None = None  # of a call: from the call to its end


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingMade:
    """A ruling and its entry; `retracted` says why it stands no more."""

    seq: int
    ruling: Ruling
    retracted: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How long several of one thing took: the usual, and the worst with its entry. None where none has an end."""

    count: int
    usual: timedelta | None = None
    worst: timedelta | None = None
    seq: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How many commands a desk gave in a round, and the first of them."""

    count: int
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Teamwork:
    """A day of the control team."""

    waits: tuple[Wait, ...] = ()
    amends: tuple[Given, ...] = ()
    rulings: tuple[RulingMade, ...] = ()
    load: Mapping[tuple[DeskId | None, int], Load] = field(default_factory=dict)

    def of(self, kind: Kind) -> tuple[Wait, ...]:
        return tuple(each for each in self.waits if each.kind == kind)


def desk_of(person: str, desks: Desks, keepers: frozenset[DeskId] = frozenset()) -> DeskId | None:
    """The desk at which somebody did something: the only one they sit at, or the only one of theirs whose it can be.

    None where more than one of them fits, and for whom nothing is known of but a command of many desks.
    """
    own = desks.get(person, frozenset())
    fitting = (own & keepers or own) if own else keepers
    return next(iter(fitting)) if len(fitting) == 1 else None


def spread(lengths: Iterable[tuple[int, timedelta | None]]) -> Spread:
    """The usual and the worst of some lengths, each with the entry it began with."""
    every = list(lengths)
    known = [(length, -seq) for seq, length in every if length is not None]
    if not known:
        return Spread(count=len(every))
    worst, seq = max(known)
    usual = timedelta(seconds=median(length.total_seconds() for length, _seq in known))
    return Spread(count=len(every), usual=usual, worst=worst, seq=-seq)


def reaction(waits: Iterable[Wait]) -> Spread:
    """How long these waited for whoever answered; what nobody answered counts, and has no length."""
    return spread((each.seq, each.waited if each.how in ("answered", "team") else None) for each in waits)


def settling(waits: Iterable[Wait]) -> Spread:
    """How long calls took from the call to their end."""
    return spread((each.seq, each.settled) for each in waits)


def by_desk(waits: Sequence[Wait]) -> Mapping[DeskId | None, tuple[Wait, ...]]:
    """The same by the desk whose they were, in no order but that of the journal; those of nobody last."""
    desks = dict.fromkeys(sorted((each.desk for each in waits), key=lambda desk: desk is None))
    return {desk: tuple(each for each in waits if each.desk == desk) for desk in desks}


def teamwork(happened: Iterable[Happened], given: Iterable[Given], desks: Desks) -> Teamwork:
    """A day of the control team, by events that stand and all commands given, each in its order. `desks` are those of accounts."""
    fold = _Fold(desks=desks)
    for each in happened:
        fold.see(each)
    commands = tuple(given)
    load: dict[tuple[DeskId | None, int], Load] = {}
    for command in commands:
        key = desk_of(command.by, desks, command.keepers), command.month
        before = load.get(key, Load(count=0, seq=command.seq))
        load[key] = replace(before, count=before.count + 1)
    return Teamwork(
        waits=tuple(sorted(fold.waits.values(), key=lambda each: each.seq)),
        amends=tuple(each for each in commands if each.amends),
        rulings=tuple(fold.rulings.values()),
        load=load,
    )


@dataclass(slots=True)
class _Fold:
    desks: Desks
    waits: dict[tuple[Kind, object], Wait] = field(default_factory=dict)
    rulings: dict[int, RulingMade] = field(default_factory=dict)

    def see(self, seen: Happened) -> None:
        match seen.event:
            case ControlCalled() | CallAnswered() | CallReleased() | CallEnded():
                self.call(seen)
            case DecisionOpened() | DecisionMade() | DecisionClosed():
                self.decision(seen)
            case HandedOver(hand_off=owed):
                key: tuple[Kind, object] = ("hand-off", owed.id)
                self.waits[key] = Wait(
                    kind="hand-off", seq=seen.seq, month=owed.month, began=owed.at, desk=owed.to, what=str(owed.what)
                )
            case HandOffTaken(id=number, by=by, at=at):
                self.end("hand-off", number, seen, how="answered", by=by, at=at)
            case Ruled(ruling=ruling):
                self.rulings[ruling.id] = RulingMade(seq=seen.seq, ruling=ruling)
            case RulingRetracted(id=number, reason=reason) if number in self.rulings:
                self.rulings[number] = replace(self.rulings[number], retracted=reason)
            case _:
                pass

    def call(self, seen: Happened) -> None:
        happened = seen.event
        key: tuple[Kind, object] = ("call", happened.id)
        found = self.waits.get(key)
        if isinstance(happened, ControlCalled):
            self.waits[key] = Wait(
                kind="call",
                seq=seen.seq,
                month=seen.month,
                began=happened.at,
                what=happened.kind,
                seat=happened.seat,
                place=happened.place,
            )
        elif isinstance(happened, CallAnswered):
            self.end("call", happened.id, seen, how="answered", by=happened.by, at=happened.at)
            if key in self.waits:
                self.waits[key] = replace(self.waits[key], desk=desk_of(happened.by, self.desks))
        elif found is not None and isinstance(happened, CallReleased):  # it waits again, as long as it has
            self.waits[key] = replace(found, how="open", by="", answer=0, waited=None, desk=None)
        elif found is not None:
            how: How = "gone" if found.how == "open" else found.how  # the player needs nobody any more
            self.waits[key] = replace(found, how=how, settled=seen.at - found.began)

    def decision(self, seen: Happened) -> None:
        happened = seen.event
        if isinstance(happened, DecisionOpened):
            asked = happened.decision
            if asked.option is not None:  # an earlier answer stands again: nobody waits
                return
            self.waits["decision", asked.id] = Wait(
                kind="decision", seq=seen.seq, month=asked.month, began=asked.since, desk=asked.desk, what=str(asked.question)
            )
        elif isinstance(happened, DecisionMade):
            how: How = "default" if happened.by_default else "team" if seen.player else "answered"
            self.end("decision", happened.id, seen, how=how, by=happened.by, at=seen.at)
        else:
            self.end("decision", happened.id, seen, how="gone", by="", at=seen.at)

    def end(self, kind: Kind, number: object, seen: Happened, *, how: How, by: str, at: datetime) -> None:
        found = self.waits.get((kind, number))
        if found is not None:
            self.waits[kind, number] = replace(found, how=how, by=by, answer=seen.seq, waited=at - found.began)
