"""The three cycles of Explain, Debate, Vote and Payment, and the proposal in each (GE-CRT-23, R-79, GE-EVT-43)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import RoomClock
from control.day.words import require_reason, who
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.language import Spoken, later, say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.proposals.proposal import is_entitled
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import COURT_DESK, court_invalidations, is_assembled
from rooms.court.game.state import (
    Chosen,
    OnFloor,
    Stand,
    at_month,
    court_of,
    floor_in,
    floor_of,
    found_in,
    proposal_in_cycle,
    proposals_of_month,
    with_floor,
)
from rooms.realm.game.passed_laws import kind_of
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import OpenedPaper, Paper
from rooms.realm.scenario.ids import Room


class Part(StrEnum):
    """The four parts of a cycle (GE-CRT-24, GE-CRT-25, GE-CRT-26, GE-CRT-27)."""

    EXPLAIN = "explain"
    DEBATE = "debate"
    VOTE = "vote"
    PAYMENT = "payment"


STEP: Final = re.compile(r"(explain|debate|vote|payment)-([1-9][0-9]?)")


class ChooseProposal(Struct, frozen=True, kw_only=True):
    """Put a proposal into the next free cycle: chosen by the Sovereign, by the agent, or through Leverage.

    `seat`: the Sovereign at the phone; None if Court Control chooses (GE-SOV-23, GE-SOV-24, R-38).
    """

    month: int
    author: SeatId
    seat: SeatId | None = None
    leverage: bool = False


class ReturnProposal(Struct, frozen=True, kw_only=True):
    """Take a proposal out of its cycle before it begins, so that another order can be chosen (GE-SOV-23)."""

    month: int
    author: SeatId
    seat: SeatId | None = None


class StrikeProposal(Struct, frozen=True, kw_only=True):
    """Strike out a proposal before its fists are counted: Destroy Proposal, or a mistake that Control mends (R-128)."""

    month: int
    author: SeatId
    reason: str


class ProposalChosen(Struct, frozen=True, kw_only=True):
    month: int
    cycle: int
    author: SeatId
    paper: Paper
    how: Chosen


class ProposalReturned(Struct, frozen=True, kw_only=True):
    month: int
    cycle: int
    author: SeatId


class ProposalStruck(Struct, frozen=True, kw_only=True):
    month: int
    author: SeatId
    reason: str


# --- questions ----------------------------------------------------------------------------------------------------------


def part_of(step: StepId | None) -> tuple[Part, int] | None:
    """The part and the cycle of a step. None for Updates and Challenges."""
    found = STEP.fullmatch(step or "")
    return (Part(found[1]), int(found[2])) if found else None


def cycles_of(state: GameState) -> tuple[int, ...]:
    """The cycles of a month: one for each Vote in the timetable, at most the number of proposals a month (R-79)."""
    steps = state.timetable.steps.get(Room.COURT, ())
    votes = [number for part, number in filter(None, (part_of(step.id) for step in steps)) if part is Part.VOTE]
    return tuple(votes[: state.scenario.settings.proposals_per_month])


def running_part(state: GameState) -> tuple[Part, int] | None:
    """The running part and its cycle. None outside the cycles."""
    return part_of(_clock(state).step)


def is_over(state: GameState, cycle: int) -> bool:
    """Whether the cycle's Payment has ended."""
    return StepId(f"{Part.PAYMENT}-{cycle}") in _clock(state).done


def has_begun(state: GameState, cycle: int, part: Part = Part.EXPLAIN) -> bool:
    """Whether this part of a cycle is running or over."""
    at = _clock(state)
    order = [step.id for step in state.timetable.steps.get(Room.COURT, ())]
    wanted = StepId(f"{part}-{cycle}")
    reached = {order.index(step) for step in (*at.done, *((at.step,) if at.step else ())) if step in order}
    return wanted in order and max(reached, default=-1) >= order.index(wanted)


def free_cycle(state: GameState) -> int | None:
    """The next cycle without a proposal that is not over, or None (R-79, R-128)."""
    return next((each for each in cycles_of(state) if proposal_in_cycle(state, each) is None and not is_over(state, each)), None)


def waiting(state: GameState) -> tuple[OpenedPaper, ...]:
    """Proposals that can still be chosen this month (GE-CRT-21)."""
    floor = floor_of(state)
    gone = {*floor.struck, *(each.author for each in floor.cycles)}
    return tuple(each for each in proposals_of_month(state) if each.seat not in gone)


def proposal_words(state: GameState, paper: Paper) -> str:
    """A proposal as a sentence, with its cost."""
    return words_of(state, state.scenario.proposals, paper)


def proposal_of(state: GameState, seat: SeatId) -> str:
    """A player's proposal of this month, in words. Empty if there is none."""
    return next((proposal_words(state, each.paper) for each in proposals_of_month(state) if each.seat == seat), "")


def heard_words(state: GameState, cycle: int) -> str:
    """The proposal in a cycle, in words. Empty if there is none any more."""
    standing = proposal_in_cycle(state, cycle)
    return proposal_words(state, standing.paper) if standing is not None else ""


def named_proposal(state: GameState, cycle: int) -> str:
    """The proposal in a cycle, in words, or by its cycle if there is none any more."""
    return heard_words(state, cycle) or say("the proposal of cycle {cycle}", cycle=cycle)


def proposal_title(state: GameState, paper: Paper) -> str:
    """The name of a proposal's type: "Fines"."""
    kind = kind_of(state, paper.type)
    return kind.name if kind else paper.type


def who_decides(state: GameState, by: Actor, seat: SeatId | None) -> Chosen:
    """Who makes a choice of the Sovereign's: the Sovereign in the Court, else Court Control (GE-SOV-23, GE-SOV-24, R-38).

    Raises:
        Refused: the sender is a player who does not reign, or who reigns and is not in the Court.
    """
    if by.seat is None:
        return Chosen.AGENT
    if seat is None or state.throne.holder != seat:
        raise Refused(say("Only the Sovereign decides this."), rule="GE-SOV-23", code="not-yours")
    if not is_assembled(state, seat):
        raise Refused(say("You are not in the Court; Court Control decides there for you."), rule="R-38", code="not-yours")
    return Chosen.SOVEREIGN


def _clock(state: GameState) -> RoomClock:
    at = state.clock.rooms.get(Room.COURT, RoomClock())
    return at if at.month == state.clock.month else RoomClock()


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_choose(state: GameState, command: ChooseProposal, asked: DecisionContext) -> tuple[ProposalChosen, ...]:
    """Put a proposal into the next free cycle (GE-CRT-21, GE-SOV-23, R-79).

    Raises:
        Refused: the sender may not choose, the House may not propose, or no cycle is free.
        Stale: it was not handed in, was struck out, or is chosen already.
    """
    floor = at_month(state, command.month)
    how = who_decides(state, asked.by, command.seat)
    found = next((each for each in proposals_of_month(state) if each.seat == command.author), None)
    if found is None:
        raise Stale(say("No such proposal was handed in this month; look again."), rule="GE-CRT-21")
    if command.author in floor.struck:
        raise Stale(say("This proposal has been struck out."), rule="R-128")
    if found not in waiting(state):
        raise Stale(say("This proposal has been chosen already."), rule="GE-SOV-23")
    if command.leverage:
        if how is not Chosen.AGENT:
            raise Refused(say("Court Control enters what Leverage brings."), rule="R-128", code="not-yours")
        if not is_entitled(state, state.seats[command.author]):
            raise Refused(say("This House may not propose this month, so Leverage lapses."), rule="R-128")
        how = Chosen.LEVERAGE
    cycle = free_cycle(state)
    if cycle is None:
        raise Refused(say("No cycle of this month is free."), rule="R-79")
    return (ProposalChosen(month=command.month, cycle=cycle, author=found.seat, paper=found.paper, how=how),)


def decide_return(state: GameState, command: ReturnProposal, asked: DecisionContext) -> tuple[ProposalReturned, ...]:
    """Take a proposal out of its cycle before it begins (GE-SOV-23).

    Raises:
        Refused: the sender may not choose, the cycle has begun, or Leverage or a Favor put it there.
        Stale: it is in no cycle.
    """
    floor = at_month(state, command.month)
    how = who_decides(state, asked.by, command.seat)
    found = next((each for each in floor.cycles if each.author == command.author and each.stand is not Stand.STRUCK), None)
    if found is None:
        raise Stale(say("This proposal stands in no cycle; look again."), rule="GE-SOV-23")
    if has_begun(state, found.cycle):
        raise Refused(say("It is heard already; the choice stands."), rule="GE-SOV-23")
    if found.how is Chosen.LEVERAGE and how is not Chosen.AGENT:
        raise Refused(say("Leverage put it there; only Court Control takes it back."), rule="R-128", code="not-yours")
    if found.how is Chosen.FAVOR and how is not Chosen.AGENT:
        raise Refused(say("A Favor put it there; only Court Control takes it back."), rule="GE-FAV-03", code="not-yours")
    return (ProposalReturned(month=command.month, cycle=found.cycle, author=found.author),)


def decide_strike(state: GameState, command: StrikeProposal, asked: DecisionContext) -> tuple[ProposalStruck, ...]:
    """Strike out a proposal before fists are counted. Its cycle is free again (R-128).

    Raises:
        Refused: its vote is closed, or no reason is given.
        Stale: it was not handed in, or is struck out already.
    """
    floor, reason = at_month(state, command.month), require_reason(command.reason)
    if command.author in floor.struck:
        raise Stale(say("This proposal has been struck out."), rule="R-128")
    if not any(each.seat == command.author for each in proposals_of_month(state)):
        raise Stale(say("No such proposal was handed in this month; look again."), rule="GE-CRT-21")
    if any(each.author == command.author and each.count is not None for each in floor.cycles):
        raise Refused(say("Its votes have been counted; a proposal is struck out before that."), rule="R-128")
    return (ProposalStruck(month=command.month, author=command.author, reason=reason),)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("author")
def evolve_chosen(state: GameState, happened: ProposalChosen) -> GameState:
    floor = floor_in(state, happened.month)
    if found_in(floor, happened.cycle) is not None:
        return with_floor(state, replace(floor, doubtful=True))
    new = OnFloor(cycle=happened.cycle, author=happened.author, paper=happened.paper, how=happened.how)
    return with_floor(state, replace(floor, cycles=(*floor.cycles, new)))


@requires_players("author")
def evolve_returned(state: GameState, happened: ProposalReturned) -> GameState:
    floor = floor_in(state, happened.month)
    left = tuple(each for each in floor.cycles if (each.cycle, each.author) != (happened.cycle, happened.author))
    return with_floor(state, replace(floor, cycles=left, doubtful=floor.doubtful or len(left) == len(floor.cycles)))


@requires_players("author")
def evolve_struck(state: GameState, happened: ProposalStruck) -> GameState:
    floor = floor_in(state, happened.month)
    cycles = tuple(replace(each, stand=Stand.STRUCK) if each.author == happened.author else each for each in floor.cycles)
    return with_floor(state, replace(floor, struck=(*floor.struck, happened.author), cycles=cycles))


def broken_cycles(state: GameState) -> Iterator[str]:
    """Broken invariants: each proposal is on the floor once, and was handed in."""
    floor = floor_of(state)
    handed = {each.seat for each in proposals_of_month(state)}
    authors = [each.author for each in floor.cycles]
    if court_of(state).floor.doubtful:
        yield say("Something was done on the floor of the Court whose ground is missing.")
    if len(authors) != len(set(authors)):
        yield say("A proposal was chosen twice.")
    if not {*authors, *floor.struck} <= handed:
        yield say("A proposal stands on the floor of the Court that nobody handed in.")


# --- words --------------------------------------------------------------------------------------------------------------


WHY_HEARD: Final[Mapping[Chosen, str]] = Spoken(
    {
        Chosen.SOVEREIGN: later("The Sovereign has chosen it."),
        Chosen.AGENT: later("Court Control has chosen it in the Sovereign’s place."),
        Chosen.LEVERAGE: later("A scheme has put it on the floor."),
        Chosen.FAVOR: later("A Favor that named it has put it on the floor."),
    }
)
HEARD_BY: Final[Mapping[Chosen, str]] = {
    Chosen.SOVEREIGN: "GE-SOV-23",
    Chosen.AGENT: "GE-SOV-24",
    Chosen.LEVERAGE: "GE-UND-21",
    Chosen.FAVOR: "GE-FAV-03",
}


def tell_chosen(happened: ProposalChosen, before: GameState, after: GameState) -> Iterator[Line]:
    """The author is told without the name of a schemer (R-144)."""
    proposal = proposal_words(before, happened.paper)
    named = {"cycle": happened.cycle, "player": who(before, happened.author), "proposal": proposal}
    if happened.how is Chosen.LEVERAGE:
        yield to_desks(say("Cycle {cycle} hears the proposal of {player}, by Leverage: {proposal}.", **named))
    elif happened.how is Chosen.FAVOR:
        yield to_desks(say("Cycle {cycle} hears the proposal of {player}, by a Favor: {proposal}.", **named))
    else:
        yield to_desks(say("Cycle {cycle} hears the proposal of {player}: {proposal}.", **named))
    words = say("It is proposal {number} that the Court hears this month.", number=happened.cycle)
    why, rule = WHY_HEARD[happened.how], HEARD_BY[happened.how]
    yield to_seat(happened.author, ReportKind.TURN, words, act=proposal, why=why, rule=rule)


def tell_returned(happened: ProposalReturned, before: GameState, after: GameState) -> Iterator[Line]:
    player, act = who(before, happened.author), proposal_of(before, happened.author)
    yield to_desks(say("The proposal of {player} is taken out of cycle {cycle}.", player=player, cycle=happened.cycle))
    words = say("It was taken off the floor before its turn came, and waits again.")
    yield to_seat(happened.author, ReportKind.OUTCOME, words, act=act, rule="GE-SOV-23")


def tell_struck(happened: ProposalStruck, before: GameState, after: GameState) -> Iterator[Line]:
    """Control's reason is only in the journal."""
    player, act = who(before, happened.author), proposal_of(before, happened.author)
    yield to_desks(say("The proposal of {player} is struck out: {reason}.", player=player, reason=happened.reason))
    yield to_seat(happened.author, ReportKind.OUTCOME, say("It was struck out by Court Control."), act=act, rule="R-128")


def _choose_label(command: ChooseProposal, state: GameState) -> str:
    return say("Proposal of {player} chosen, month {month}", player=who(state, command.author), month=command.month)


def _return_label(command: ReturnProposal, state: GameState) -> str:
    player = who(state, command.author)
    return say("Proposal of {player} no longer chosen, month {month}", player=player, month=command.month)


def _strike_label(command: StrikeProposal, state: GameState) -> str:
    return say("Proposal of {player} struck out, month {month}", player=who(state, command.author), month=command.month)


COMMANDS: Mapping[type, CommandHandler] = {
    ChooseProposal: CommandHandler(decide=decide_choose, desks=COURT_DESK, player=True, label=_choose_label),
    ReturnProposal: CommandHandler(decide=decide_return, desks=COURT_DESK, player=True, label=_return_label),
    StrikeProposal: CommandHandler(decide=decide_strike, desks=COURT_DESK, label=_strike_label),
}
EVENTS: Mapping[type, EventHandler] = {
    ProposalChosen: EventHandler(evolve=evolve_chosen, tell=tell_chosen, invalidations=court_invalidations),
    ProposalReturned: EventHandler(evolve=evolve_returned, tell=tell_returned, invalidations=court_invalidations),
    ProposalStruck: EventHandler(evolve=evolve_struck, tell=tell_struck, invalidations=court_invalidations),
}
