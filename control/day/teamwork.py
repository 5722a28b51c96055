"""The control team's day, from its journal: waiting times, corrections, rulings, and the load of each desk.

Every item keeps the seq of its entry. A withdrawn entry counts only as work and as a correction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from control.day.calls import CallAnswered, CallEnded, CallReleased, ControlCalled
from control.day.decisions.answers import DecisionMade
from control.day.decisions.questions import DecisionClosed, DecisionOpened
from control.day.handoffs import HandedOver, HandOffTaken
from control.day.records import Ruling
from control.day.rulings import Ruled, RulingRetracted
from control.engine.ids import DeskId, SeatId
from control.engine.records import replace

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


class DatedEvent(Struct, frozen=True, kw_only=True):
    """A valid event. `player`: a player's command caused it."""

    seq: int
    at: datetime
    month: int
    event: Any
    player: bool = False


class TeamCommand(Struct, frozen=True, kw_only=True):
    """A command of the control team. `keepers`: desks that may give it; `amends`: how it corrected something, "" if it did not."""

    seq: int
    at: datetime
    month: int
    by: str
    keepers: frozenset[DeskId] = frozenset()
    amends: Amends = ""
    words: str = ""


class Wait(Struct, frozen=True, kw_only=True):
    """A wait: a call until somebody went, a decision until its answer, a hand-off until its take-over.

    `desk`: the responsible desk; for a call, the desk of the person who went. None if unknown.
    `waited`: None if nobody came.
    `how`: for a decision, "answered" by its desk, by the "team", by "default", or "gone" when it was closed before.
    """

    kind: Kind
    seq: int
    month: int
    began: datetime
    desk: DeskId | None = None
    what: str = ""  # for a call, its kind
    seat: SeatId | None = None
    place: str = ""
    how: How = "open"
    by: str = ""
    answer: int = 0  # seq of the answer's entry
    waited: timedelta | None = None
    settled: timedelta | None = None  # for a call: from the call to its end


class RulingMade(Struct, frozen=True, kw_only=True):
    """A ruling and the seq of its entry. `retracted`: the reason for its retraction."""

    seq: int
    ruling: Ruling
    retracted: str = ""


class Spread(Struct, frozen=True, kw_only=True):
    """The median and the longest of several lengths, with the entry of the longest. None if none has an end."""

    count: int
    usual: timedelta | None = None
    worst: timedelta | None = None
    seq: int = 0


class Load(Struct, frozen=True, kw_only=True):
    """The number of commands of a desk in a round, and the seq of the first."""

    count: int
    seq: int


class Teamwork(Struct, frozen=True, kw_only=True):
    """Waits, corrections, rulings and load of one day of the control team."""

    waits: tuple[Wait, ...] = ()
    amends: tuple[TeamCommand, ...] = ()
    rulings: tuple[RulingMade, ...] = ()
    load: Mapping[tuple[DeskId | None, int], Load] = msgspec.field(default_factory=dict)

    def of(self, kind: Kind) -> tuple[Wait, ...]:
        return tuple(each for each in self.waits if each.kind == kind)


def desk_of(person: str, desks: Desks, keepers: frozenset[DeskId] = frozenset()) -> DeskId | None:
    """The desk at which somebody gave a command: their only desk, or the only one of theirs among `keepers`.

    None if more than one desk fits. Without known desks of the person, `keepers` alone decide.
    """
    own = desks.get(person, frozenset())
    fitting = (own & keepers or own) if own else keepers
    return next(iter(fitting)) if len(fitting) == 1 else None


def spread(lengths: Iterable[tuple[int, timedelta | None]]) -> Spread:
    """The median and the longest of these lengths, given as pairs of seq and length."""
    every = list(lengths)
    known = [(length, -seq) for seq, length in every if length is not None]
    if not known:
        return Spread(count=len(every))
    worst, seq = max(known)
    usual = timedelta(seconds=median(length.total_seconds() for length, _seq in known))
    return Spread(count=len(every), usual=usual, worst=worst, seq=-seq)


def reaction(waits: Iterable[Wait]) -> Spread:
    """The waiting times until somebody answered. Waits without an answer count, but have no length."""
    return spread((each.seq, each.waited if each.how in ("answered", "team") else None) for each in waits)


def settling(waits: Iterable[Wait]) -> Spread:
    """The times of calls from the call to its end."""
    return spread((each.seq, each.settled) for each in waits)


def by_desk(waits: Sequence[Wait]) -> Mapping[DeskId | None, tuple[Wait, ...]]:
    """Group waits by desk, in journal order; waits without a desk come last."""
    desks = dict.fromkeys(sorted((each.desk for each in waits), key=lambda desk: desk is None))
    return {desk: tuple(each for each in waits if each.desk == desk) for desk in desks}


def teamwork(happened: Iterable[DatedEvent], given: Iterable[TeamCommand], desks: Desks) -> Teamwork:
    """Evaluate a day of the control team from valid events and all commands, in order. `desks`: the desks of each account."""
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

    def see(self, seen: DatedEvent) -> None:
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

    def call(self, seen: DatedEvent) -> None:
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
        elif found is not None and isinstance(happened, CallReleased):  # it waits again and keeps its age
            self.waits[key] = replace(found, how="open", by="", answer=0, waited=None, desk=None)
        elif found is not None:
            how: How = "gone" if found.how == "open" else found.how  # the player no longer needs Control
            self.waits[key] = replace(found, how=how, settled=seen.at - found.began)

    def decision(self, seen: DatedEvent) -> None:
        happened = seen.event
        if isinstance(happened, DecisionOpened):
            asked = happened.decision
            if asked.option is not None:  # an earlier answer is valid again, so nobody waits
                return
            self.waits["decision", asked.id] = Wait(
                kind="decision", seq=seen.seq, month=asked.month, began=asked.since, desk=asked.desk, what=str(asked.question)
            )
        elif isinstance(happened, DecisionMade):
            how: How = "default" if happened.by_default else "team" if seen.player else "answered"
            self.end("decision", happened.id, seen, how=how, by=happened.by, at=seen.at)
        else:
            self.end("decision", happened.id, seen, how="gone", by="", at=seen.at)

    def end(self, kind: Kind, number: object, seen: DatedEvent, *, how: How, by: str, at: datetime) -> None:
        found = self.waits.get((kind, number))
        if found is not None:
            self.waits[kind, number] = replace(found, how=how, by=by, answer=seen.seq, waited=at - found.began)
