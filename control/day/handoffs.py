"""Hand-offs: tasks that one desk owes another. The month cannot end before each is taken over (GE-EVT-15).

Rooms hand over by themselves with `new_hand_off`, people at their desks with `HandOver`.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct

from control.day.records import HandOff
from control.day.state import DayState, S
from control.engine.context import ORGANIZER, DecisionContext
from control.engine.ids import DeskId
from control.engine.language import capital, later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, every_desk
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line

LONGEST = 300


class HandOver(Struct, frozen=True, kw_only=True):
    """Hand a task over to another desk."""

    origin: DeskId
    to: DeskId
    what: str
    rule: str = ""


class TakeHandOff(Struct, frozen=True, kw_only=True):
    """Take a hand-off over at the receiving desk."""

    hand_off: int


class HandedOver(Struct, frozen=True, kw_only=True):
    hand_off: HandOff


class HandOffTaken(Struct, frozen=True, kw_only=True):
    id: int
    by: str
    at: datetime


# --- what rooms call ----------------------------------------------------------------------------------------------------


def new_hand_off(
    state: DayState, *, origin: DeskId, to: DeskId, what: Told, at: datetime, by: Told, rule: str = "", further: int = 0
) -> HandedOver:
    """Create a hand-off. `further`: number of hand-offs that the same decision has created before this one."""
    number = 1 + further + max((each.id for each in state.hand_offs), default=0)
    return HandedOver(
        hand_off=HandOff(id=number, origin=origin, to=to, what=what, month=state.clock.month, at=at, by=by, rule=rule)
    )


# --- questions ----------------------------------------------------------------------------------------------------------


def open_hand_offs(state: DayState) -> tuple[HandOff, ...]:
    """Hand-offs not taken over yet, oldest first."""
    return tuple(each for each in state.hand_offs if not each.taken_by)


def last_taken_at(state: DayState) -> datetime | None:
    """The time of the latest take-over; None when there was none."""
    return max((each.taken_at for each in state.hand_offs if each.taken_at is not None), default=None)


# --- decide -------------------------------------------------------------------------------------------------------------


def decide_hand_over(state: DayState, command: HandOver, asked: DecisionContext) -> tuple[HandedOver, ...]:
    if not asked.by.sits_at(frozenset({command.origin})):
        raise Refused(say("You do not sit at {desk}.", desk=state.frame.desk_name(command.origin)), point="desks", code="not-yours")
    if command.origin == command.to:
        raise Refused(say("Hand it over to another desk than your own."))
    what = one_line(command.what)
    if not what:
        raise Refused(say("Say what the other desk has to take over."))
    if len(what) > LONGEST:
        raise Refused(say("Say it in {most} characters.", most=LONGEST))
    return (
        new_hand_off(
            state, origin=command.origin, to=command.to, what=what, at=asked.at, by=asked.by.name, rule=command.rule.strip()
        ),
    )


def decide_take(state: DayState, command: TakeHandOff, asked: DecisionContext) -> tuple[HandOffTaken, ...]:
    found = next((each for each in state.hand_offs if each.id == command.hand_off), None)
    if found is None:
        raise Stale(say("Nobody hands this over any more."))
    if not asked.by.sits_at(frozenset({found.to})):
        raise Refused(say("This is {desk}'s to take over.", desk=state.frame.desk_name(found.to)), point="desks", code="not-yours")
    if found.taken_by:
        raise Stale(say("{name} has taken it over already.", name=found.taken_by))
    return (HandOffTaken(id=found.id, by=asked.by.name or say("Control"), at=asked.at),)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_handed_over(state: S, happened: HandedOver) -> S:
    return replace(state, hand_offs=(*state.hand_offs, happened.hand_off))


def evolve_taken(state: S, happened: HandOffTaken) -> S:
    hand_offs = tuple(
        replace(each, taken_by=happened.by, taken_at=happened.at) if each.id == happened.id else each for each in state.hand_offs
    )
    return replace(state, hand_offs=hand_offs)


def broken_hand_offs(state: DayState) -> tuple[str, ...]:
    ids = [each.id for each in state.hand_offs]
    return (say("Two hand-offs bear one number."),) if len(set(ids)) != len(ids) else ()


# --- words --------------------------------------------------------------------------------------------------------------


def _hand_off_words(state: DayState, number: int) -> str:
    return next((str(each.what) for each in state.hand_offs if each.id == number), say("a hand-off"))


@one_sentence
def tell_handed_over(happened: HandedOver, state: DayState) -> str:
    given, name = happened.hand_off, state.frame.desk_name
    desk, other, what = capital(name(given.origin)), name(given.to), str(given.what).rstrip(".")
    return say("{desk} hands over to {other}: {what}.", desk=desk, other=other, what=what)


@one_sentence
def tell_taken(happened: HandOffTaken, state: DayState) -> str:
    return say("{name} took over: {what}.", name=capital(happened.by), what=_hand_off_words(state, happened.id).rstrip("."))


def _readers(happened: HandedOver | HandOffTaken, state: DayState) -> frozenset[DeskId]:
    """The two desks of a hand-off (R-17)."""
    if isinstance(happened, HandedOver):
        return frozenset({happened.hand_off.origin, happened.hand_off.to})
    found = next((each for each in state.hand_offs if each.id == happened.id), None)
    return frozenset({found.origin, found.to}) if found else frozenset({ORGANIZER})


def _invalidations(_happened: HandedOver | HandOffTaken, state: DayState) -> tuple[Invalidation, ...]:
    """Desk clocks show what the month waits for. Players' clocks show that it waits, but only in the turning phase."""
    clock = (
        Invalidation(topic="clock")
        if state.clock.phase is not None and state.frame.phase(state.clock.phase).turns
        else Invalidation(topic="clock", to="staff")
    )
    return (Invalidation(topic="hand-offs", to="staff"), clock)


HAND_OFFS = Module(
    name="hand-offs",
    title=later("Hand-offs"),
    commands={
        HandOver: CommandHandler(
            decide=decide_hand_over,
            desks=every_desk,
            label=lambda c, s: say(
                "Handed over to {desk}, {round}", desk=s.frame.desk_name(c.to), round=s.frame.round_words(s.clock.month)
            ),
        ),
        TakeHandOff: CommandHandler(decide=decide_take, desks=every_desk, label=lambda c, s: say("Hand-off taken over")),
    },
    events={
        HandedOver: EventHandler(evolve=evolve_handed_over, tell=tell_handed_over, invalidations=_invalidations, readers=_readers),
        HandOffTaken: EventHandler(evolve=evolve_taken, tell=tell_taken, invalidations=_invalidations, readers=_readers),
    },
    broken=broken_hand_offs,
)
