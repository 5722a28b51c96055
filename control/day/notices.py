"""Announcements, and players who want Control."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from control.day.people.asked import present_in
from control.day.state import Call, DayState, Notice, S
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, TeamId
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, every_desk
from control.engine.refused import Refused, Stale
from control.engine.words import Spoken

SAID = later("What was said cannot be unsaid; announce the correction.")
HELP = later("A call for help is answered, not withdrawn.")
KEPT = 200

ALL = "all"  # every phone and every screen in the hall
HALL = "hall"  # the screens in the hall alone
ROOM = "room:"  # and the room: whoever is in it when it is said
SEAT = "seat:"  # and the seat: one player


class CallKind(StrEnum):
    """Why somebody wants Control. Whoever is hurt goes before all others."""

    RULE = "rule"
    STUCK = "stuck"
    HURT = "hurt"
    DEVICE = "device"
    OTHER = "other"


KIND_NAMES: Final[Mapping[CallKind, str]] = Spoken(
    {
        CallKind.RULE: later("A rule"),
        CallKind.STUCK: later("I am stuck"),
        CallKind.HURT: later("Somebody is hurt"),
        CallKind.DEVICE: later("Phone or paper"),
        CallKind.OTHER: later("Something else"),
    }
)
KIND_WORDS: Final[Mapping[CallKind, str]] = Spoken(  # within a sentence
    {
        CallKind.RULE: later("a rule"),
        CallKind.STUCK: later("i am stuck"),
        CallKind.HURT: later("somebody is hurt"),
        CallKind.DEVICE: later("phone or paper"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """Say something to "all", to the "hall", to a team by its id, to who is in "room:mines" now, or to "seat:cat-1"."""

    text: str
    to: str = ALL


@dataclass(frozen=True, slots=True, kw_only=True)
class CallControl:
    """A player wants somebody of the control team, about something and at some place."""

    seat: SeatId
    text: str = ""
    kind: CallKind = CallKind.OTHER
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleCall:
    """A player needs nobody any more."""

    seat: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCall:
    """Somebody of the team goes; one person for a call."""

    call: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseCall:
    """Whoever went could not, or not soon: the call waits again, as long as it has."""

    call: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCall:
    """The matter is settled."""

    call: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """`seats` are those who were in the room it was said to."""

    id: int
    at: datetime
    text: str
    by: str
    to: str
    seats: tuple[SeatId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlCalled:
    id: int
    seat: SeatId
    at: datetime
    text: str
    kind: CallKind = CallKind.OTHER
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CallAnswered:
    id: int
    by: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CallReleased:
    id: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallEnded:
    """`by` is empty where the player said it."""

    id: int
    by: str


def decide_announce(state: DayState, command: Announce, asked: DecisionContext) -> tuple[Announced, ...]:
    text = command.text.strip()
    if not 1 <= len(text) <= 500:
        raise Refused(say("An announcement has 1 to 500 characters."))
    seats = _addressed(state, command.to)
    number = 1 + max((notice.id for notice in state.notices), default=0)
    return (Announced(id=number, at=asked.at, text=text, by=asked.by.name, to=command.to, seats=seats),)


def _addressed(state: DayState, to: str) -> tuple[SeatId, ...]:
    """Those in the room that is spoken to; nobody by name where it is said to all, to the hall or to a team."""
    if to in (ALL, HALL) or to in {team.id for team in state.teams}:
        return ()
    if to.startswith(SEAT) and (seat := SeatId(to.removeprefix(SEAT))) in state.seats:
        return (seat,)
    if to.startswith(ROOM) and to.removeprefix(ROOM) in state.frame.room_ids:
        room = to.removeprefix(ROOM)
        if found := tuple(sorted(seat.id for seat in present_in(state, room))):
            return found
        raise Refused(state.frame.said("nobody-there"))
    raise Refused(state.frame.said("nobody-meant"), code="unknown")


def decide_call(state: DayState, command: CallControl, asked: DecisionContext) -> tuple[CallEnded | ControlCalled, ...]:
    if command.seat not in state.seats:
        raise Refused(say("No such seat."), code="unknown")
    before = open_call(state, command.seat)
    if before is not None and not before.answered_by:
        raise Stale(say("Control has your call already and will come."))
    if len(command.text) > 200:
        raise Refused(say("Say it in 200 characters; Control will come and listen."))
    if len(command.place) > 60:
        raise Refused(say("Say where you are in 60 characters."))
    number = 1 + max((call.id for call in state.calls), default=0)
    settled = (CallEnded(id=before.id, by=""),) if before is not None else ()
    words, place = " ".join(command.text.split()), " ".join(command.place.split())
    return (*settled, ControlCalled(id=number, seat=command.seat, at=asked.at, text=words, kind=command.kind, place=place))


def decide_settle(state: DayState, command: SettleCall, _asked: DecisionContext) -> tuple[CallEnded, ...]:
    call = open_call(state, command.seat)
    if call is None:
        raise Stale(say("You have no open call."))
    return (CallEnded(id=call.id, by=""),)


def decide_answer(state: DayState, command: AnswerCall, asked: DecisionContext) -> tuple[CallAnswered, ...]:
    call = _call(state, command.call)
    if call.answered_by:
        raise Stale(say("{name} has taken this call.", name=call.answered_by))
    return (CallAnswered(id=call.id, by=asked.by.name or say("Control"), at=asked.at),)


def decide_release(state: DayState, command: ReleaseCall, asked: DecisionContext) -> tuple[CallReleased, ...]:
    call = _call(state, command.call)
    if not call.answered_by:
        raise Stale(say("Nobody has taken this call; it waits."))
    return (CallReleased(id=call.id, by=asked.by.name or say("Control")),)


def decide_end(state: DayState, command: EndCall, asked: DecisionContext) -> tuple[CallEnded, ...]:
    call = _call(state, command.call)
    if not call.answered_by:
        raise Refused(say("Nobody has gone yet. Take the call first, then it can be settled."))
    return (CallEnded(id=call.id, by=asked.by.name or say("Control")),)


def _call(state: DayState, number: int) -> Call:
    call = next((each for each in state.calls if each.id == number), None)
    if call is None:
        raise Refused(say("No such call."), code="unknown")
    if call.ended:
        raise Stale(say("This call is settled."))
    return call


def open_call(state: DayState, seat: SeatId) -> Call | None:
    """What a player wants Control for and is not settled yet; None where there is nothing."""
    return next((call for call in reversed(state.calls) if call.seat == seat and not call.ended), None)


def evolve_announced(state: S, happened: Announced) -> S:
    notice = Notice(
        id=happened.id, at=happened.at, text=happened.text, by=happened.by, to=happened.to, seats=frozenset(happened.seats)
    )
    return replace(state, notices=(*state.notices, notice)[-KEPT:])


def evolve_called(state: S, happened: ControlCalled) -> S:
    call = Call(
        id=happened.id, seat=happened.seat, at=happened.at, text=happened.text, kind=happened.kind.value, place=happened.place
    )
    return replace(state, calls=(*state.calls, call)[-KEPT:])


def evolve_answered(state: S, happened: CallAnswered) -> S:
    return _with_call(state, happened.id, answered_by=happened.by)


def evolve_released(state: S, happened: CallReleased) -> S:
    return _with_call(state, happened.id, answered_by="")


def evolve_ended(state: S, happened: CallEnded) -> S:
    return _with_call(state, happened.id, ended=True)


def _with_call(state: S, number: int, *, answered_by: str | None = None, ended: bool = False) -> S:
    def changed(call: Call) -> Call:
        by = call.answered_by if answered_by is None else answered_by
        return replace(call, answered_by=by, ended=call.ended or ended)

    return replace(state, calls=tuple([changed(call) if call.id == number else call for call in state.calls]))


def heard_by(notice: Notice, seat: SeatId | None, team: TeamId | None) -> bool:
    """Was this meant for a player, or, without a seat, for the hall?"""
    if seat is None:
        return notice.to in (ALL, HALL)
    return notice.to == ALL or notice.to == team or seat in notice.seats


def whom(state: DayState, to: str) -> str:
    """To whom something is said, as a name: "everybody", "the hall", "the Cats", "the Mines", "Livia"."""
    if to.startswith(SEAT):
        seat = state.seats.get(SeatId(to.removeprefix(SEAT)))
        return seat.name if seat else say("one player")
    if to.startswith(ROOM):
        return say(state.frame.room(to.removeprefix(ROOM)).the)
    teams: dict[str, str] = {team.id: team.name for team in state.teams}
    if to == ALL:
        return say("everybody")
    return say("the hall") if to == HALL else teams.get(to, to)


def _announced_pokes(happened: Announced, _state: DayState) -> Iterator[Invalidation]:
    yield Invalidation(topic="news", to="staff")
    if happened.seats:
        yield from (Invalidation(topic="news", to=f"seat:{seat}") for seat in happened.seats)
    else:  # a screen in the hall hears what all hear
        yield Invalidation(topic="news", to=ALL if happened.to in (ALL, HALL) else f"team:{happened.to}")


def _announced_words(happened: Announced, state: DayState) -> str:
    by = happened.by or say("Control")
    if happened.to == ALL:
        return say("{name} announced: {text}", name=by, text=happened.text)
    return say("{name} announced to {whom}: {text}", name=by, whom=whom(state, happened.to), text=happened.text)


def _called_words(happened: ControlCalled, state: DayState) -> str:
    name = state.seats[happened.seat].name + (f" ({happened.place})" if happened.place else "")
    why = ": ".join(filter(None, (KIND_WORDS.get(happened.kind, ""), happened.text)))
    return say("{name} wants Control: {why}.", name=name, why=why) if why else say("{name} wants Control.", name=name)


def _call_pokes(happened: ControlCalled | CallAnswered | CallReleased | CallEnded, state: DayState) -> tuple[Invalidation, ...]:
    seat = next((call.seat for call in state.calls if call.id == happened.id), None)
    own = (Invalidation(topic="calls", to=f"seat:{seat}"),) if seat else ()
    return (Invalidation(topic="calls", to="staff"), *own)


def _caller(happened: CallAnswered | CallReleased | CallEnded, state: DayState) -> str:
    call = next((call for call in state.calls if call.id == happened.id), None)
    return state.seats[call.seat].name if call is not None and call.seat in state.seats else say("a player")


NOTICES = Module(
    name="notices",
    acts={
        Announce: CommandHandler(decide=decide_announce, desks=every_desk, label=lambda c, s: say("Announce")),
        CallControl: CommandHandler(decide=decide_call, player=True, label=lambda c, s: say("Call control")),
        SettleCall: CommandHandler(decide=decide_settle, player=True, label=lambda c, s: say("Settle call")),
        AnswerCall: CommandHandler(decide=decide_answer, desks=every_desk, label=lambda c, s: say("Answer call")),
        ReleaseCall: CommandHandler(decide=decide_release, desks=every_desk, label=lambda c, s: say("Release call")),
        EndCall: CommandHandler(decide=decide_end, desks=every_desk, label=lambda c, s: say("End call")),
    },
    facts={
        Announced: EventHandler(
            evolve=evolve_announced,
            explain=_announced_words,
            pokes=lambda e, s: tuple(_announced_pokes(e, s)),
            lasting=SAID,
        ),
        ControlCalled: EventHandler(evolve=evolve_called, explain=_called_words, pokes=_call_pokes, lasting=HELP),
        CallAnswered: EventHandler(
            evolve=evolve_answered,
            explain=lambda e, s: say("{name} goes to {player}.", name=e.by, player=_caller(e, s)),
            pokes=_call_pokes,
            lasting=HELP,
        ),
        CallReleased: EventHandler(
            evolve=evolve_released,
            explain=lambda e, s: say("{name} gave back the call of {player}.", name=e.by, player=_caller(e, s)),
            pokes=_call_pokes,
            lasting=HELP,
        ),
        CallEnded: EventHandler(
            evolve=evolve_ended,
            explain=lambda e, s: (
                say("The call of {player} is settled, says {name}.", player=_caller(e, s), name=e.by)
                if e.by
                else say("The call of {player} is settled.", player=_caller(e, s))
            ),
            pokes=_call_pokes,
            lasting=HELP,
        ),
    },
)
