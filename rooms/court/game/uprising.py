"""Uprisings: two thirds of the assembled players cast out the Sovereign, at any moment (GE-CRT-96, GE-CRT-97, R-105).

Who stands by phone is secret until it is over, in the journal too, because Court Control is the Sovereign's agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, PhaseEnded, phases_ended_by
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.refusal import Refused, Stale
from rooms.court.game import uprising_events
from rooms.court.game.roll import COURT_DESK, assembled, is_assembled
from rooms.court.game.state import Rising, Uprising, at_month, floor_of
from rooms.court.game.uprising_events import (
    DissentCounted,
    Rose,
    StoodDown,
    UprisingCalled,
    UprisingEnded,
    extra_votes_of,
    is_reached,
    open_uprising,
    standing_of,
)
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.succession import seat_strongest_house
from rooms.realm.game.throne.throne_events import SovereignSeated, reigns
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.scenario.ids import HouseId, Phase

MOST_DISSENT: Final = 40  # most votes that one House can have from schemes


class RiseUp(Struct, frozen=True, kw_only=True):
    """Stand with the Uprising of this number; the next number declares one. Control enters players without a phone."""

    month: int
    number: int
    seat: SeatId


class SitDown(Struct, frozen=True, kw_only=True):
    """No longer stand with the open Uprising."""

    month: int
    number: int
    seat: SeatId


class CountDissent(Struct, frozen=True, kw_only=True):
    """Use a House's scheme votes for an Uprising in which one of its players stands; 0 takes them back (R-127)."""

    month: int
    number: int
    house: HouseId
    votes: int


class EndUprising(Struct, frozen=True, kw_only=True):
    """Close an Uprising, by Court Control, since nobody else will stand."""

    month: int
    number: int


@as_reason("court.uprising")
def uprising_reason(standing: int, assembled: int) -> str:
    return say("an Uprising of {standing} out of {assembled}", standing=standing, assembled=assembled)


# --- decisions ----------------------------------------------------------------------------------------------------------


def may_not_rise(state: GameState, seat: SeatId) -> str:
    """Why this player cannot declare or join an Uprising now. Empty if nothing prevents it."""
    floor = floor_of(state)
    if state.clock.phase != Phase.ACTION or not floor.assembled:
        return say("An Uprising takes place while the Court sits.")
    if not reigns(state):
        return say("The throne is empty, so there is nobody to rise against.")
    if not is_assembled(state, seat):
        return say("Only who is assembled in the Court stands with an Uprising.")
    if open_uprising(floor) is None and any(each.caller == seat for each in floor.uprisings):
        return say("Each player declares one Uprising a month, and this one has been declared.")
    return ""


def decide_rise(state: GameState, command: RiseUp, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Join the open Uprising, or declare one. With two thirds it succeeds at once. A player who stands already stays.

    Rules: GE-CRT-96, GE-CRT-97, R-37, R-105.

    Raises:
        Refused: the Court does not sit, nobody reigns, the player is not there, or has declared one this month.
        Stale: the Uprising of this number is over or does not exist.
    """
    floor, seat = at_month(state, command.month), seat_of(state, command.seat)
    running = open_uprising(floor)
    if command.number != (running.number if running else len(floor.uprisings) + 1):
        raise Stale(say("This Uprising is over; look again."), rule="GE-CRT-96")
    no = may_not_rise(state, seat.id)
    if no:
        raise Refused(no, rule="R-105" if reigns(state) else "R-37")
    if running is not None and seat.id in running.standing:
        return ()
    called = UprisingCalled(month=command.month, number=command.number, caller=seat.id)
    before = () if running is not None else (called,)
    rose = Rose(month=command.month, number=command.number, seat=seat.id, by_hand=asked.by.seat is None)
    after = uprising_events.evolve_rose(uprising_events.evolve_called(state, called) if before else state, rose)
    return (*before, rose, *_end_if_reached(after, command.number, asked))


def decide_sit(state: GameState, command: SitDown, asked: DecisionContext) -> tuple[StoodDown, ...]:
    """Sit down again. The player's one declaration of the month stays used (R-105).

    Raises:
        Stale: the Uprising is over, or the player does not stand.
    """
    running, seat = _running(state, command.month, command.number), seat_of(state, command.seat)
    if seat.id not in running.standing:
        raise Stale(say("{name} does not stand with the Uprising.", name=seat.name), rule="R-105")
    return (StoodDown(month=command.month, number=command.number, seat=seat.id),)


def decide_dissent(
    state: GameState, command: CountDissent, asked: DecisionContext, before: int | None = None
) -> tuple[GameEvent, ...]:
    """Count extra votes of a House with a standing player (GE-UND-23, R-127). `before`: votes that a scheme adds to.

    Raises:
        Refused: there is no such House, none of its players stands, or the number is out of range.
        Stale: the Uprising is over.
    """
    running = _running(state, command.month, command.number)
    if command.house not in {house.id for house in state.scenario.houses}:
        raise Refused(say("There is no such House."), rule="R-127", code="unknown")
    if not 0 <= command.votes <= MOST_DISSENT:
        raise Refused(say("Give 0 to {most} extra votes.", most=MOST_DISSENT), rule="R-127")
    if command.votes and all(state.seats[seat].house != command.house for seat in standing_of(state, running)):
        said = say("Nobody of {house} stands with the Uprising.", house=house_name(state, command.house))
        raise Refused(said, rule="R-127")
    counted = DissentCounted(month=command.month, number=command.number, house=command.house, votes=command.votes, before=before)
    return (counted, *_end_if_reached(uprising_events.evolve_dissent(state, counted), command.number, asked))


def decide_end(state: GameState, command: EndUprising, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Close an Uprising. It can still succeed, because players may have left the room (GE-CRT-97, GE-CRT-98).

    Raises:
        Stale: it is over already.
    """
    return _end_uprising(state, _running(state, command.month, command.number), asked)


def end_with_action(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """An open Uprising ends with the Court (GE-CRT-96)."""
    running, over = open_uprising(floor_of(state)), any(each.phase == Phase.ACTION for each in phases_ended_by(happened))
    return _end_uprising(state, running, asked) if running is not None and over else ()


def _running(state: GameState, month: int, number: int) -> Uprising:
    found = open_uprising(at_month(state, month))
    if found is None or found.number != number:
        raise Stale(say("This Uprising is over; look again."), rule="GE-CRT-96")
    return found


def _end_if_reached(state: GameState, number: int, asked: DecisionContext) -> tuple[GameEvent, ...]:
    running = open_uprising(floor_of(state))
    return _end_uprising(state, running, asked) if running is not None and is_reached(state, running) else ()


def _end_uprising(state: GameState, running: Uprising, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """With enough votes the House with the most Power takes the throne at once, and the cycle goes on (GE-SOV-04, R-105)."""
    won, there = is_reached(state, running) and reigns(state), len(assembled(state))
    who_stood = standing_of(state, running)
    why = uprising_reason(standing=len(who_stood) + extra_votes_of(running), assembled=there)
    throne = seat_strongest_house(state, why=why, rule="GE-CRT-97") if won else ()
    seated = next((each.seat for each in throne if isinstance(each, SovereignSeated)), None)
    ended = UprisingEnded(
        month=floor_of(state).month,
        number=running.number,
        how=Rising.WON if won else Rising.FAILED,
        standing=who_stood,
        extra=extra_votes_of(running),
        assembled=there,
        deposed=state.throne.holder if won else None,
        seated=seated,
        at=asked.at,
    )
    return (ended, *throne)


# --- words --------------------------------------------------------------------------------------------------------------


def _label(command: RiseUp | SitDown | EndUprising, state: GameState) -> str:
    if isinstance(command, EndUprising):
        return say("Uprising in the Court ended, month {month}", month=command.month)
    return say("Uprising in the Court, month {month}", month=command.month)


def _desk_label(command: RiseUp | SitDown, state: GameState) -> str:
    player = who(state, command.seat)
    if isinstance(command, RiseUp):
        return say("Uprising: {player} stands up, month {month}", player=player, month=command.month)
    return say("Uprising: {player} sits down, month {month}", player=player, month=command.month)


def _extra_label(command: CountDissent, state: GameState) -> str:
    house = house_name(state, command.house)
    return say("Uprising: extra votes of {house}, month {month}", house=house, month=command.month)


COMMANDS: Mapping[type, CommandHandler] = {
    RiseUp: CommandHandler(decide=decide_rise, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
    SitDown: CommandHandler(decide=decide_sit, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
    CountDissent: CommandHandler(decide=decide_dissent, desks=COURT_DESK, label=_extra_label),
    EndUprising: CommandHandler(decide=decide_end, desks=COURT_DESK, label=_label),
}
