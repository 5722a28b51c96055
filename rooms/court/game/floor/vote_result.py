"""Results on the floor: a closed vote, a decided tie, the end of a cycle (GE-CRT-28, GE-CRT-29, R-80)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from control.day.clock.steps import StepEnded
from control.day.missing_players import requires_players
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Undo
from control.engine.records import replace
from control.engine.refusal import Stale
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.court.game.floor.cycles import Part, named_proposal, part_of, proposal_words, who_decides
from rooms.court.game.floor.payment import paid_events, pay_by_turns, unpaid
from rooms.court.game.floor.vote import extra_votes, favor_votes, open_vote, votes_in_favor, votes_of
from rooms.court.game.proposals.proposal import ProposalEntered
from rooms.court.game.reports.words import deed_in_court, to_seat, written_title
from rooms.court.game.roll import COURT_DESK, assembled, court_invalidations, voters
from rooms.court.game.state import OnFloor, Stand, Vote, court_of, floor_in, proposal_in_cycle, standing_in, with_cycle, with_floor
from rooms.court.rules.majority import LAW, Count, Verdict, count_votes, judge_count
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import cost_of, type_of
from rooms.realm.scenario.ids import Room

# === results ============================================================================================================


STANDS = {Verdict.PASSES: Stand.WON, Verdict.REJECTED: Stand.REJECTED, Verdict.TIE: Stand.TIE}


class Lapsed(StrEnum):
    """Why a proposal is rejected at the end of its cycle (R-80)."""

    OPEN = "open"  # its vote was never closed
    TIE = "tie"  # its tie was never decided


class CloseVote(Struct, frozen=True, kw_only=True):
    """Close the vote of a cycle, by Court Control: freeze the roll and count the votes."""

    month: int
    cycle: int


class DecideTie(Struct, frozen=True, kw_only=True):
    """Decide a tie, by the Sovereign or the agent. `seat`: the Sovereign at the phone (GE-CRT-30, R-38)."""

    month: int
    cycle: int
    passes: bool
    seat: SeatId | None = None


class VoteClosed(Struct, frozen=True, kw_only=True):
    """A vote was counted. `roll`: players assembled then. `cost`: the cost if it is favored."""

    month: int
    cycle: int
    roll: tuple[SeatId, ...]
    count: Count
    verdict: Verdict
    cost: int


class TieDecided(Struct, frozen=True, kw_only=True):
    month: int
    cycle: int
    passes: bool


class ProposalLapsed(Struct, frozen=True, kw_only=True):
    """A cycle ended before its proposal was decided, so it is rejected (R-80)."""

    month: int
    cycle: int
    why: Lapsed


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_close(state: GameState, command: CloseVote, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Count the vote. A favored proposal fails at once if it cannot be paid, and passes at once if it is free (R-78, R-80).

    Raises:
        Refused: the vote has not begun.
        Stale: it is closed already.
    """
    standing = open_vote(state, command.month, command.cycle)
    count = count_votes(
        len(voters(state)),
        votes_in_favor(state, standing),
        extra_favor=extra_votes(standing, favor=True) + favor_votes(state, standing, favor=True),
        extra_against=extra_votes(standing, favor=False) + favor_votes(state, standing, favor=False),
    )
    closed = VoteClosed(
        month=command.month,
        cycle=command.cycle,
        roll=tuple(seat.id for seat in assembled(state)),
        count=count,
        verdict=judge_count(LAW, count),
        cost=cost_of(type_of(state.scenario.proposals, standing.paper), standing.paper) or 0,
    )
    if closed.verdict is not Verdict.PASSES:
        return (closed,)
    return (closed, *_after_majority(evolve_closed(state, closed), command.month, command.cycle))


def decide_tie(state: GameState, command: DecideTie, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Decide a tie (GE-CRT-30).

    Raises:
        Refused: the sender may not decide it.
        Stale: there is no tie.
    """
    standing = standing_in(state, command.month, command.cycle)
    who_decides(state, asked.by, command.seat)
    if standing.stand is not Stand.TIE:
        raise Stale(say("There is no tie to decide in cycle {cycle}.", cycle=command.cycle), rule="GE-CRT-30")
    decided = TieDecided(month=command.month, cycle=command.cycle, passes=command.passes)
    if not command.passes:
        return (decided,)
    return (decided, *_after_majority(evolve_tie(state, decided), command.month, command.cycle))


def _after_majority(state: GameState, month: int, cycle: int) -> tuple[GameEvent, ...]:
    """What follows a majority at once: a free law passes, one that the pools cannot cover fails (R-78)."""
    standing = standing_in(state, month, cycle)
    if not standing.cost:
        return paid_events(state, standing, ())
    short = unpaid(state, standing)
    return (short,) if short else ()


def end_cycle(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """When Payment ends: reject an undecided proposal, and let the pools pay in turn for an unpaid one (R-78, R-80)."""
    part = part_of(happened.step)
    if happened.room != Room.COURT or part is None or part[0] is not Part.PAYMENT or happened.month != state.clock.month:
        return ()
    standing = proposal_in_cycle(state, part[1])
    if standing is None:
        return ()
    if standing.stand is Stand.WON:
        return pay_by_turns(state, standing)
    if standing.stand in (Stand.OPEN, Stand.TIE):
        why = Lapsed.OPEN if standing.stand is Stand.OPEN else Lapsed.TIE
        return (ProposalLapsed(month=happened.month, cycle=standing.cycle, why=why),)
    return ()


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("roll")
def evolve_closed(state: GameState, happened: VoteClosed) -> GameState:
    return with_cycle(
        state,
        happened.month,
        happened.cycle,
        roll=happened.roll,
        count=happened.count,
        stand=STANDS[happened.verdict],
        cost=happened.cost,
    )


def evolve_tie(state: GameState, happened: TieDecided) -> GameState:
    stand = Stand.WON if happened.passes else Stand.REJECTED
    return with_cycle(state, happened.month, happened.cycle, stand=stand, tie_for=happened.passes)


def evolve_lapsed(state: GameState, happened: ProposalLapsed) -> GameState:
    return with_cycle(state, happened.month, happened.cycle, stand=Stand.REJECTED)


def amend(before: GameState, state: GameState, happened: ProposalEntered) -> GameState:
    """A proposal that Control enters again is voted on in its new words. Votes on the old words are void (R-76)."""
    floor, new = floor_in(state, happened.month), happened.proposal
    if court_of(state).floor.month != happened.month:
        return state
    cycles = tuple(
        OnFloor(cycle=each.cycle, author=each.author, paper=new.paper, how=each.how, scheme=each.scheme)
        if each.author == new.seat and each.stand is Stand.OPEN and each.paper != new.paper
        else each
        for each in floor.cycles
    )
    return with_floor(state, replace(floor, cycles=cycles)) if cycles != floor.cycles else state


# --- words --------------------------------------------------------------------------------------------------------------


# Counts are public once a vote is closed (GE-CRT-26). Votes are not, so nobody reads another player's vote.


def tell_closed(happened: VoteClosed, before: GameState, after: GameState) -> Iterator[Line]:
    """To the author: the count. To each player who voted by name: the count with their own vote only (GE-CRT-26)."""
    values = {"favor": happened.count.favor, "against": happened.count.against}
    named = {**values, "proposal": named_proposal(before, happened.cycle)}
    match happened.verdict:
        case Verdict.PASSES:
            told = say("The vote on {proposal}: {favor} for, {against} against. A majority favors it.", **named)
            words = say("{favor} for, {against} against: a majority favored it.", **values)
        case Verdict.REJECTED:
            told = say("The vote on {proposal}: {favor} for, {against} against. It has no majority.", **named)
            words = say("{favor} for, {against} against: it had no majority and was rejected.", **values)
        case Verdict.TIE:
            told = say("The vote on {proposal}: {favor} for, {against} against. The Sovereign decides the tie.", **named)
            words = say("{favor} for, {against} against: a tie.", **values)
    yield to_desks(told)
    standing = proposal_in_cycle(before, happened.cycle)
    if standing is None:
        return
    votes, title = votes_of(before, standing), written_title(before, standing.paper)
    yield from _to_author_and_voters(before, standing, votes, words, "GE-CRT-26")
    for vote in votes:
        did = say("Voted for “{proposal}”.", proposal=title) if vote.favor else say("Voted against “{proposal}”.", proposal=title)
        yield deed_in_court(vote.seat, "vote", did, rule="GE-CRT-26")


def tell_tie(happened: TieDecided, before: GameState, after: GameState) -> Iterator[Line]:
    proposal = named_proposal(before, happened.cycle)
    if happened.passes:
        yield to_desks(say("The tie on {proposal} is decided for it.", proposal=proposal))
        words = say("The tie was decided for it.")
    else:
        yield to_desks(say("The tie on {proposal} is decided against it.", proposal=proposal))
        words = say("The tie was decided against it.")
    standing = proposal_in_cycle(before, happened.cycle)
    if standing is not None:
        votes = tuple(vote for vote in standing.votes if vote.seat in standing.roll)
        yield from _to_author_and_voters(before, standing, votes, words, "GE-CRT-30")


def _to_author_and_voters(state: GameState, standing: OnFloor, votes: tuple[Vote, ...], words: str, rule: str) -> Iterator[Report]:
    """The result to the author, and to each voter their own vote with it. The author does not read it twice."""
    act = proposal_words(state, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=act, rule=rule)
    for vote in votes:
        own = say("You voted for it.") if vote.favor else say("You voted against it.")
        said = own if vote.seat == standing.author else f"{own} {words}"
        yield to_seat(vote.seat, ReportKind.PART, said, act=act, rule=rule)


def tell_lapsed(happened: ProposalLapsed, before: GameState, after: GameState) -> Iterator[Line]:
    proposal = named_proposal(before, happened.cycle)
    if happened.why is Lapsed.TIE:
        yield to_desks(say("The cycle ended before the tie on {proposal} was decided, which rejects it.", proposal=proposal))
        why = say("Its time on the floor ended before the tie was decided.")
    else:
        yield to_desks(say("The cycle ended before the vote on {proposal} was closed, which rejects it.", proposal=proposal))
        why = say("Its time on the floor ended before the vote was closed.")
    standing = proposal_in_cycle(before, happened.cycle)
    if standing is not None:
        yield to_seat(standing.author, ReportKind.OUTCOME, say("It was rejected."), act=proposal, why=why, rule="R-80")


def withdrawn_vote_words(happened: VoteClosed | ProposalLapsed, state: GameState) -> str:
    return say("the vote on {proposal}; see the Court’s floor", proposal=named_proposal(state, happened.cycle))


def withdrawn_tie_words(happened: TieDecided, state: GameState) -> str:
    return say("how the tie on {proposal} was decided; see the Court’s floor", proposal=named_proposal(state, happened.cycle))


def _label(command: CloseVote | DecideTie, state: GameState) -> str:
    if isinstance(command, DecideTie):
        return say("Tie in cycle {cycle}, month {month}", cycle=command.cycle, month=command.month)
    return say("Vote closed in cycle {cycle}, month {month}", cycle=command.cycle, month=command.month)


COMMANDS: Mapping[type, CommandHandler] = {
    CloseVote: CommandHandler(decide=decide_close, desks=COURT_DESK, label=_label),
    DecideTie: CommandHandler(decide=decide_tie, desks=COURT_DESK, player=True, label=_label),
}
EVENTS: Mapping[type, EventHandler] = {
    VoteClosed: EventHandler(
        evolve=evolve_closed, tell=tell_closed, invalidations=court_invalidations, undo=Undo(words=withdrawn_vote_words)
    ),
    TieDecided: EventHandler(
        evolve=evolve_tie, tell=tell_tie, invalidations=court_invalidations, undo=Undo(words=withdrawn_tie_words)
    ),
    ProposalLapsed: EventHandler(
        evolve=evolve_lapsed, tell=tell_lapsed, invalidations=court_invalidations, undo=Undo(words=withdrawn_vote_words)
    ),
}
