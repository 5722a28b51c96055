"""Measure of the Court: kinds of proposals written, heard, voted and paid, and the time they take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from control.engine.chronicle import StoryMoment
from control.engine.language import later
from control.engine.measures import Deciders, Listed, Measured, Names, Pace, Paces, Sums
from rooms.court.game.duel.events import ChallengeMade
from rooms.court.game.floor.cycles import ProposalChosen
from rooms.court.game.floor.payment import LawPaid, LawUnpaid
from rooms.court.game.floor.speakers import HandRaised
from rooms.court.game.floor.vote import FistsCounted, VoteCast
from rooms.court.game.floor.vote_result import ProposalLapsed, VoteClosed
from rooms.court.game.proposals.proposal import ProposalEntered, ProposalsHandedIn
from rooms.court.game.schemes import ProposalDestroyed
from rooms.court.game.state import proposal_in_cycle
from rooms.court.game.uprising.events import Rose, UprisingCalled, UprisingEnded
from rooms.court.rules.majority import Verdict
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.schema import Scenario

Seen = StoryMoment[GameState]


@dataclass(slots=True)
class CourtContent:
    """Fold: each event counts for its kind of proposal, and for the laws that a proposal names."""

    def see(self, moment: Seen, sums: Sums) -> None:
        count = COUNTS.get(type(moment.event))
        if count is not None:
            count(moment, moment.event, sums)

    def end(self, state: GameState, sums: Sums) -> None: ...


def count_proposals_handed_in(_moment: Seen, happened: ProposalsHandedIn, sums: Sums) -> None:
    for each in happened.proposals:
        _proposed(each.paper, sums)
    sums.add("proposals/aside", len(happened.aside))


def count_proposal_entered(_moment: Seen, happened: ProposalEntered, sums: Sums) -> None:
    _proposed(happened.proposal.paper, sums)


def _proposed(paper: Paper, sums: Sums) -> None:
    sums.add("proposals/written")
    sums.add(f"proposal/{paper.type}/written")


def count_proposal_chosen(_moment: Seen, happened: ProposalChosen, sums: Sums) -> None:
    sums.add(f"proposal/{happened.paper.type}/heard")


def count_vote_closed(moment: Seen, happened: VoteClosed, sums: Sums) -> None:
    verdict = {Verdict.PASSES: "favored", Verdict.REJECTED: "rejected"}.get(happened.verdict, "tied")
    _of_cycle(moment, happened.cycle, verdict, sums)


def count_law_paid(moment: Seen, happened: LawPaid, sums: Sums) -> None:
    _of_cycle(moment, happened.cycle, "paid", sums)


def count_law_unpaid(moment: Seen, happened: LawUnpaid, sums: Sums) -> None:
    _of_cycle(moment, happened.cycle, "unpaid", sums)


def count_proposal_lapsed(moment: Seen, happened: ProposalLapsed, sums: Sums) -> None:
    _of_cycle(moment, happened.cycle, "out-of-time", sums)


def _of_cycle(moment: Seen, cycle: int, what: str, sums: Sums) -> None:
    standing = proposal_in_cycle(moment.before, cycle)
    if standing is not None:
        sums.add(f"proposal/{standing.paper.type}/{what}")


def count_proposal_destroyed(_moment: Seen, _happened: ProposalDestroyed, sums: Sums) -> None:
    sums.add("proposals/destroyed")


def count_uprising_called(_moment: Seen, _happened: UprisingCalled, sums: Sums) -> None:
    sums.add("uprisings/called")


def count_uprising_ended(_moment: Seen, happened: UprisingEnded, sums: Sums) -> None:
    sums.add(f"uprisings/{happened.how}")


def count_challenge_made(_moment: Seen, _happened: ChallengeMade, sums: Sums) -> None:
    sums.add("challenges")


COUNTS: Final[Mapping[type, Callable[[Any, Any, Sums], None]]] = {
    ProposalsHandedIn: count_proposals_handed_in,
    ProposalEntered: count_proposal_entered,
    ProposalChosen: count_proposal_chosen,
    VoteClosed: count_vote_closed,
    LawPaid: count_law_paid,
    LawUnpaid: count_law_unpaid,
    ProposalLapsed: count_proposal_lapsed,
    ProposalDestroyed: count_proposal_destroyed,
    UprisingCalled: count_uprising_called,
    UprisingEnded: count_uprising_ended,
    ChallengeMade: count_challenge_made,
}

DECIDES: Final[Deciders] = {
    ProposalsHandedIn: lambda happened: (*(each.seat for each in happened.proposals), *happened.aside),
    VoteCast: lambda happened: (happened.seat,),
    UprisingCalled: lambda happened: (happened.caller,),
    Rose: lambda happened: (happened.seat,),
    ChallengeMade: lambda happened: (happened.challenger,),
}


def _in_cycle(name: str) -> Callable[[Any], str]:
    """A step's id in the cycle of an event."""
    return lambda happened: f"{name}-{happened.cycle}"


def _debate(happened: HandRaised) -> str:
    """A hand raised in Explain speaks in its Debate."""
    return str(happened.step).replace("explain", "debate")


# Seconds, not yet measured on a real day. The plan gives a proposal 1 minute of Explain, 2 of Debate, half a minute of Vote and
# half a minute of Payment. A debate has time for four speakers. Players vote at the same time; fists of players without a phone
# are counted one by one, and payers are named one by one.
PACES: Final[Paces] = {
    ProposalsHandedIn: (Pace(seconds=5, step="updates", count=lambda happened: len(happened.proposals)),),
    ProposalChosen: (Pace(seconds=45, step=_in_cycle("explain")),),
    HandRaised: (Pace(seconds=30, step=_debate),),
    VoteCast: (Pace(seconds=12, step=_in_cycle("vote"), at_once=True),),
    FistsCounted: (Pace(seconds=1, step=_in_cycle("vote"), count=lambda happened: happened.fists),),
    VoteClosed: (Pace(seconds=8, step=_in_cycle("vote")),),
    LawPaid: (Pace(seconds=8, step=_in_cycle("payment"), count=lambda happened: len(happened.shares)),),
    LawUnpaid: (Pace(seconds=12, step=_in_cycle("payment")),),
    ChallengeMade: (Pace(seconds=60, step="challenges"),),
}


def proposals(scenario: Scenario) -> Names:
    return {kind.id: kind.name for kind in scenario.proposals}


LISTED: Final = (
    Listed(
        prefix="proposal",
        title=later("Proposals"),
        columns={
            "written": later("written"),
            "heard": later("heard"),
            "favored": later("favored"),
            "unpaid": later("not paid"),
            "passed": later("passed"),
            "acted": later("acted"),
        },
        more={
            "rejected": later("rejected"),
            "tied": later("tied"),
            "out-of-time": later("out of time"),
            "paid": later("paid"),
            "ordered": later("ordered without a vote"),
            "lapsed": later("without an Immortal to carry it out"),
            "expired": later("over by itself"),
            "struck": later("struck down"),
        },
        names=proposals,
        matters="passed",
        path="proposals[{id}]",
        never=later("This law never passed in {games} days."),
        some=later("Passed in {count} of {games} days."),
    ),
)

WORDS: Final = {
    "uprisings/called": later("Uprisings called"),
    "uprisings/won": later("Uprisings that succeeded"),
    "challenges": later("Challenges"),
    "proposals/written": later("Proposals"),
}

MEASURED: Final = Measured(measures=(CourtContent,), paces=PACES, decides=DECIDES, listed=LISTED, words=WORDS)
