"""Divorce, where a scenario allows it: one of a couple asks, the other agrees (R-140, setting `divorce`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, PhaseBegan
from control.day.missing_players import requires_players
from control.day.state import DayStage
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.reports.words import to_player
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import seat_of
from rooms.realm.scenario.ids import Phase

RULE: Final = "R-140"
PHASES: Final = frozenset({Phase.CEREMONY, Phase.PLANNING})

# --- commands and events ------------------------------------------------------------------------------------------------


class AskForDivorce(Struct, frozen=True, kw_only=True):
    """Ask the spouse to end the marriage."""

    seat: SeatId


class AgreeToDivorce(Struct, frozen=True, kw_only=True):
    """Agree, and end the marriage."""

    seat: SeatId


class StayMarried(Struct, frozen=True, kw_only=True):
    """Refuse the spouse's request, or take back the own one."""

    seat: SeatId


class DivorceAsked(Struct, frozen=True, kw_only=True):
    """`seat` has asked the spouse `other` for a divorce."""

    seat: SeatId
    other: SeatId


class DivorceAgreed(Struct, frozen=True, kw_only=True):
    """`seat` has agreed to the request of `other`; the marriage ends."""

    seat: SeatId
    other: SeatId


class DivorceDropped(Struct, frozen=True, kw_only=True):
    """The two stay married, as `seat` has decided."""

    seat: SeatId
    other: SeatId


# --- questions ----------------------------------------------------------------------------------------------------------


def may_divorce_now(state: GameState) -> bool:
    """May couples divorce now? In Ceremony and Planning, when they are together, if the scenario allows it."""
    clock = state.clock
    return state.scenario.settings.divorce and clock.stage is DayStage.PLAYING and clock.is_in(*PHASES)


def _both_spouses(state: GameState, seat: SeatId) -> tuple[HouseSeat, HouseSeat]:
    """Return both spouses.

    Raises:
        Refused: the scenario allows no divorce, the phase is wrong, or this player is not married.
    """
    if not state.scenario.settings.divorce:
        raise Refused(say("There is no divorce."), rule=RULE, code="closed")
    if not may_divorce_now(state):
        raise Refused(say("Couples part in Ceremony and Planning."), rule=RULE, code="closed")
    found = seat_of(state, seat)
    if found.spouse is None:
        raise Refused(say("You are not married."), rule=RULE, code="single")
    return found, state.seats[found.spouse]


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_ask(state: GameState, command: AskForDivorce, asked: DecisionContext) -> tuple[DivorceAsked, ...]:
    seat, spouse = _both_spouses(state, command.seat)
    if {seat.id, spouse.id} & {*state.divorces}:
        raise Stale(say("One of you has asked already; look again."), rule=RULE)
    return (DivorceAsked(seat=seat.id, other=spouse.id),)


def decide_agree(state: GameState, command: AgreeToDivorce, asked: DecisionContext) -> tuple[DivorceAgreed | SpousesSet, ...]:
    """End the marriage for both. Its hostages go by their own setting (R-141)."""
    seat, spouse = _both_spouses(state, command.seat)
    if spouse.id not in state.divorces:
        raise Stale(say("This is not asked any more; look again."), rule=RULE)
    ended = SpousesSet(seat=spouse.id, other=None, former=(seat.id,), why=divorce_reason(spouse.name, seat.name))
    return (DivorceAgreed(seat=seat.id, other=spouse.id), ended)


def decide_stay(state: GameState, command: StayMarried, asked: DecisionContext) -> tuple[DivorceDropped, ...]:
    seat, spouse = _both_spouses(state, command.seat)
    if not {seat.id, spouse.id} & {*state.divorces}:
        raise Stale(say("This is not asked any more; look again."), rule=RULE)
    return (DivorceDropped(seat=seat.id, other=spouse.id),)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat", "other")
def evolve_asked(state: GameState, happened: DivorceAsked) -> GameState:
    return replace(state, divorces=(*state.divorces, happened.seat))


@requires_players("seat", "other")
def evolve_agreed(state: GameState, happened: DivorceAgreed) -> GameState:
    """End the request; mark it as doubtful if a withdrawal has removed it."""
    doubtful = state.divorces_doubtful or happened.other not in state.divorces
    return replace(_without_requests(state, {happened.seat, happened.other}), divorces_doubtful=doubtful)


@requires_players("seat", "other")
def evolve_dropped(state: GameState, happened: DivorceDropped) -> GameState:
    return _without_requests(state, {happened.seat, happened.other})


def end_with_marriage(before: GameState, state: GameState, happened: SpousesSet) -> GameState:
    """Drop requests between spouses whose marriage has ended, by whatever cause."""
    return _without_requests(state, {happened.seat, *happened.former})


def lapse_requests(before: GameState, state: GameState, happened: PhaseBegan | ClockSet) -> GameState:
    """Drop unanswered requests when Planning ends, or when Control sets the clock past its end."""
    passed = isinstance(happened, ClockSet) and any(each.phase == Phase.PLANNING for each in happened.passed)
    return replace(state, divorces=()) if state.divorces and (passed or happened.phase not in PHASES) else state


def _without_requests(state: GameState, seats: set[SeatId]) -> GameState:
    left = tuple(each for each in state.divorces if each not in seats)
    return state if left == state.divorces else replace(state, divorces=left)


def broken_divorces(state: GameState) -> tuple[str, ...]:
    """Check for requests of the unmarried and agreements without a request, which an undo could leave behind."""
    unasked = (say("A divorce stands that nobody asked for."),) if state.divorces_doubtful else ()
    return unasked + tuple(
        say("{name} is not married and asks for a divorce.", name=state.seats[each].name)
        for each in state.divorces
        if state.seats[each].spouse is None
    )


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("weddings.parted", public=True)
def divorce_reason(one: str, other: str) -> str:
    return say("the divorce of {one} and {other}", one=one, other=other)


def tell_asked(happened: DivorceAsked, before: GameState, after: GameState) -> Iterator[Line]:
    one, other = who(before, happened.seat), who(before, happened.other)
    yield to_desks(say("{one} asks {other} for a divorce.", one=one, other=other))
    yield to_player(happened.seat, say("You asked {name} for a divorce.", name=other), rule=RULE)
    yield to_player(happened.other, say("{name} asked you for a divorce.", name=one), rule=RULE)


def tell_agreed(happened: DivorceAgreed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell only the desks. The end of the marriage, which follows, tells the two."""
    one, other = who(before, happened.seat), who(before, happened.other)
    yield to_desks(say("{one} agrees to the divorce that {other} asked for.", one=one, other=other))


def tell_dropped(happened: DivorceDropped, before: GameState, after: GameState) -> Iterator[Line]:
    one, other = who(before, happened.seat), who(before, happened.other)
    yield to_desks(say("{one} and {other} stay married.", one=one, other=other))
    yield to_player(happened.seat, say("You and {name} stay married.", name=other), rule=RULE)
    yield to_player(happened.other, say("You and {name} stay married.", name=one), rule=RULE)


def _invalidations(happened: DivorceAsked | DivorceAgreed | DivorceDropped, state: GameState) -> tuple[Invalidation, ...]:
    """Tell only the two, until they divorce."""
    return tuple(Invalidation(topic="weddings", to=f"seat:{seat}") for seat in (happened.seat, happened.other))


COMMANDS: Mapping[type, CommandHandler] = {
    AskForDivorce: CommandHandler(decide=decide_ask, player=True, label=lambda c, s: say("Asked for a divorce")),
    AgreeToDivorce: CommandHandler(decide=decide_agree, player=True, label=lambda c, s: say("Divorce")),
    StayMarried: CommandHandler(decide=decide_stay, player=True, label=lambda c, s: say("Stay married")),
}
EVENTS: Mapping[type, EventHandler] = {
    DivorceAsked: EventHandler(evolve=evolve_asked, tell=tell_asked, invalidations=_invalidations),
    DivorceAgreed: EventHandler(evolve=evolve_agreed, tell=tell_agreed, invalidations=_invalidations),
    DivorceDropped: EventHandler(evolve=evolve_dropped, tell=tell_dropped, invalidations=_invalidations),
}
