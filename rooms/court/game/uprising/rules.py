"""Uprisings: two thirds of the assembled players cast out the Sovereign, at any moment; the throne after it.

Who stands by phone is secret until it is over, in the journal too, because Court Control is the Sovereign's agent.
Rules: GE-CRT-96, GE-CRT-97, GE-SOV-07, R-22, R-105.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, PhaseEnded, phases_ended_by
from control.day.people.lookup import members
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.refusal import Refused, Stale
from rooms.court.game.roll import COURT_DESK, assembled, is_assembled
from rooms.court.game.state import Rising, Uprising, at_month, floor_of
from rooms.court.game.uprising.events import (
    DissentCounted,
    Rose,
    StoodDown,
    UprisingCalled,
    UprisingEnded,
    evolve_called,
    evolve_dissent,
    evolve_rose,
    open_uprising,
)
from rooms.court.rules.majority import Majority, Verdict, judge_uprising, uprising
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.throne.succession import seat_strongest_house
from rooms.realm.game.throne.throne_events import SovereignSeated, ThronePassed, reigns
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.scenario.ids import HouseId, Phase

MOST_DISSENT: Final = 40  # most votes that one House can have from schemes
MINUTES: Final = 2  # minutes for passing the throne on


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


class PassThrone(Struct, frozen=True, kw_only=True):
    """Pass the throne on, as the player seated by an Uprising. Court Control enters what is said aloud."""

    month: int
    seat: SeatId
    to: SeatId


# --- votes --------------------------------------------------------------------------------------------------------------


def majority(state: GameState) -> Majority:
    """The fraction that an Uprising needs: two thirds, or as the scenario says (R-105, setting `uprising_fraction`)."""
    return uprising(state.scenario.settings.uprising_fraction)


def standing_of(state: GameState, running: Uprising) -> tuple[SeatId, ...]:
    """Standing players who count: those assembled now."""
    there = {seat.id for seat in assembled(state)}
    return tuple(seat for seat in running.standing if seat in there)


def extra_votes_of(running: Uprising) -> int:
    """Extra votes for it. They count as votes, never as assembled players (GE-UND-23, R-127)."""
    return sum(each.votes for each in running.dissent)


def is_reached(state: GameState, running: Uprising) -> bool:
    """Whether 3 x (standing + extra votes) >= 2 x assembled, with at least one standing (GE-CRT-97, R-105)."""
    standing = len(standing_of(state, running))
    verdict = judge_uprising(majority(state), len(assembled(state)), standing, extra=extra_votes_of(running))
    return standing > 0 and verdict is Verdict.PASSES


# --- decisions ----------------------------------------------------------------------------------------------------------


def may_not_rise(state: GameState, seat: SeatId) -> str:
    """Why this player cannot declare or join an Uprising now. Empty if nothing prevents it."""
    floor = floor_of(state)
    if not state.clock.is_in(Phase.ACTION) or not floor.assembled:
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
    after = evolve_rose(evolve_called(state, called) if before else state, rose)
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
    return (counted, *_end_if_reached(evolve_dissent(state, counted), command.number, asked))


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


# --- passing the throne on ----------------------------------------------------------------------------------------------


def passable_uprising(state: GameState) -> Uprising | None:
    """The Uprising whose successor may pass the throne on. The command checks the time (R-22)."""
    won = next((each for each in reversed(floor_of(state).uprisings) if each.how is Rising.WON), None)
    return won if won is not None and won.seated is not None and won.seated == state.throne.holder else None


def possible_heirs(state: GameState, won: Uprising) -> tuple[HouseSeat, ...]:
    """Possible heirs: living members of the House, except the player who was just deposed (R-22, R-25, R-139)."""
    if won.seated is None or won.seated not in state.seats:
        return ()
    house = state.seats[won.seated].house
    return tuple(seat for seat in members(state, house) if seat.died is None and seat.id not in (won.seated, won.deposed))


def decide_pass(state: GameState, command: PassThrone, asked: DecisionContext) -> tuple[ThronePassed, ...]:
    """Pass the throne on within the House. Everything done meanwhile stays valid (GE-SOV-07, R-22).

    Raises:
        Refused: no Uprising has just seated this player, the time is over, or the heir is not allowed.
    """
    at_month(state, command.month)
    won = passable_uprising(state)
    if won is None or won.seated != command.seat or won.at is None:
        raise Refused(say("Only whom an Uprising has just seated passes the throne on."), rule="R-22", code="not-yours")
    if asked.at > won.at + timedelta(minutes=MINUTES):
        raise Refused(say("The {minutes} minutes to pass the throne on are over.", minutes=MINUTES), rule="R-22", code="late")
    if command.to not in {seat.id for seat in possible_heirs(state, won)}:
        raise Refused(say("Name another living member of the same House, and not who was just deposed."), rule="R-22")
    return (ThronePassed(month=command.month, seat=command.seat, to=command.to),)


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
    PassThrone: CommandHandler(
        decide=decide_pass,
        desks=COURT_DESK,
        player=True,
        label=lambda c, s: say("Throne passed on to {player}, month {month}", player=who(s, c.to), month=c.month),
    ),
}
