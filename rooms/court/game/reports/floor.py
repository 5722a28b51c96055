"""Reports of proposals: taken in, heard, amended, returned, struck out, and what their authors read of the vote and the payment.

Counts are public once a vote is closed (GE-CRT-26); who was for what is not, so nobody reads another's vote.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.changes import MonthTurned
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.reports import Report, Reporter, ReportKind
from control.engine.words import Spoken
from rooms.court.game.amending import ProposalAmended
from rooms.court.game.ballots import votes_of
from rooms.court.game.cycles import ProposalChosen, ProposalReturned, ProposalStruck, proposal_words, waiting
from rooms.court.game.floor import Lapsed, ProposalLapsed, TieDecided, VoteClosed
from rooms.court.game.paying import LawPaid, LawUnpaid
from rooms.court.game.proposals import PROPOSALS, ProposalEntered, ProposalsHandedIn
from rooms.court.game.reports.told import to_house, to_seat
from rooms.court.game.schemes import ProposalDestroyed, ProposalLevered
from rooms.court.game.state import Chosen, Consent, OnFloor, handed_in, in_cycle
from rooms.court.rules.majority import Verdict
from rooms.court.rules.pools import THRONE, Share
from rooms.realm.frame import Moment
from rooms.realm.game.payers import share_words
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId

WHY_HEARD: Mapping[Chosen, str] = Spoken(
    {
        Chosen.SOVEREIGN: later("The Sovereign has chosen it."),
        Chosen.AGENT: later("Court Control has chosen it in the Sovereign’s place."),
        Chosen.LEVERAGE: later("A scheme has put it on the floor."),
        Chosen.FAVOR: later("A Favor that named it has put it on the floor."),
    }
)
HEARD_BY: Mapping[Chosen, str] = {
    Chosen.SOVEREIGN: "GE-SOV-23",
    Chosen.AGENT: "GE-SOV-24",
    Chosen.LEVERAGE: "GE-UND-21",
    Chosen.FAVOR: "GE-FAV-03",
}


def proposal_of(state: GameState, seat: SeatId) -> str:
    """What a player has proposed this month, in words; empty where nothing was handed in."""
    return next((proposal_words(state, each.paper) for each in handed_in(state) if each.seat == seat), "")


# --- before the floor ---------------------------------------------------------------------------------------------------


def taken_in(before: GameState, after: GameState, happened: ProposalsHandedIn) -> Iterator[Report]:
    """Each author reads of the own proposal: whether it lies before the Sovereign, or why not."""
    for each in happened.proposals:
        act = proposal_words(after, each.paper)
        yield to_seat(each.seat, ReportKind.PART, say("It lies before the Sovereign."), act=act, rule="GE-CRT-21")
    for seat in happened.aside:
        fate = PROPOSALS.fate(after, seat) if seat in after.seats else None
        why = say("It was set aside: {why}.", why=fate.aside) if fate is not None and fate.aside else say("It was set aside.")
        yield to_seat(seat, ReportKind.OUTCOME, why, act=say("Your proposal"), rule="R-16")


def entered(before: GameState, after: GameState, happened: ProposalEntered) -> Iterator[Report]:
    """Its author reads that it was entered by hand; why is the journal's."""
    act = proposal_words(after, happened.proposal.paper)
    words = say("It was entered by hand and lies before the Sovereign.")
    yield to_seat(happened.proposal.seat, ReportKind.PART, words, act=act, rule="GE-CRT-21")


def amended(before: GameState, after: GameState, happened: ProposalAmended) -> Iterator[Report]:
    author = happened.proposal.seat
    words = (
        say("It was amended with your yes.") if happened.consent is Consent.AUTHOR else say("It was amended with your House’s yes.")
    )
    yield to_seat(author, ReportKind.OUTCOME, words, act=proposal_words(after, happened.proposal.paper), rule="R-76")


def heard(before: GameState, after: GameState, happened: ProposalChosen) -> Iterator[Report]:
    yield _heard(after, happened, happened.how)


def levered(before: GameState, after: GameState, happened: ProposalLevered) -> Iterator[Report]:
    """Whose scheme it was nobody reads (R-144)."""
    yield _heard(after, happened, Chosen.LEVERAGE)


def _heard(state: GameState, happened: ProposalChosen | ProposalLevered, how: Chosen) -> Report:
    words = say("It is proposal {number} that the Court hears this month.", number=happened.cycle)
    act = proposal_words(state, happened.paper)
    return to_seat(happened.author, ReportKind.TURN, words, act=act, why=WHY_HEARD[how], rule=HEARD_BY[how])


def returned(before: GameState, after: GameState, happened: ProposalReturned) -> Iterator[Report]:
    words = say("It was taken off the floor before its turn came, and waits again.")
    yield to_seat(happened.author, ReportKind.OUTCOME, words, act=proposal_of(before, happened.author), rule="GE-SOV-23")


def struck(before: GameState, after: GameState, happened: ProposalStruck) -> Iterator[Report]:
    """Why Control struck it out is the journal's."""
    words = say("It was struck out by Court Control.")
    yield to_seat(happened.author, ReportKind.OUTCOME, words, act=proposal_of(before, happened.author), rule="R-128")


def destroyed(before: GameState, after: GameState, happened: ProposalDestroyed) -> Iterator[Report]:
    words = say("It was struck out by a scheme.")
    yield to_seat(happened.author, ReportKind.OUTCOME, words, act=proposal_of(before, happened.author), rule="GE-UND-20")


def not_chosen(before: GameState, after: GameState, happened: MonthTurned) -> Iterator[Report]:
    """What was never chosen is over with its month: proposals do not wait for the next (GE-CRT-23, R-79)."""
    if happened.moment != Moment.POOLS or happened.month != before.clock.month:
        return
    for each in waiting(before):
        words, act = say("It was not heard this month and has lapsed."), proposal_words(before, each.paper)
        why = say("Other proposals were chosen, or none.")
        yield to_seat(each.seat, ReportKind.OUTCOME, words, act=act, why=why, rule="R-79")


# --- the vote -----------------------------------------------------------------------------------------------------------


def closed(before: GameState, after: GameState, happened: VoteClosed) -> Iterator[Report]:
    """The author reads the count; who voted by name reads the own vote with it, and nobody else's (GE-CRT-26)."""
    standing = in_cycle(before, happened.cycle)
    if standing is None:
        return
    words, proposal = _count(happened), proposal_words(before, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=proposal, rule="GE-CRT-26")
    for vote in votes_of(before, standing):
        said = _vote(vote.favor, "" if vote.seat == standing.author else words)
        yield to_seat(vote.seat, ReportKind.PART, said, act=proposal, rule="GE-CRT-26")


def tie(before: GameState, after: GameState, happened: TieDecided) -> Iterator[Report]:
    standing = in_cycle(before, happened.cycle)
    if standing is None:
        return
    words = say("The tie was decided for it.") if happened.passes else say("The tie was decided against it.")
    proposal = proposal_words(before, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=proposal, rule="GE-CRT-30")
    for vote in standing.votes:
        if vote.seat in standing.roll:
            said = _vote(vote.favor, "" if vote.seat == standing.author else words)
            yield to_seat(vote.seat, ReportKind.PART, said, act=proposal, rule="GE-CRT-30")


def lapsed(before: GameState, after: GameState, happened: ProposalLapsed) -> Iterator[Report]:
    standing = in_cycle(before, happened.cycle)
    if standing is None:
        return
    why = (
        say("Its time on the floor ended before the tie was decided.")
        if happened.why is Lapsed.TIE
        else say("Its time on the floor ended before the vote was closed.")
    )
    act = proposal_words(before, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, say("It was rejected."), act=act, why=why, rule="R-80")


def _count(happened: VoteClosed) -> str:
    values = {"favor": happened.count.favor, "against": happened.count.against}
    match happened.verdict:
        case Verdict.PASSES:
            return say("{favor} for, {against} against: a majority favored it.", **values)
        case Verdict.REJECTED:
            return say("{favor} for, {against} against: it had no majority and was rejected.", **values)
    return say("{favor} for, {against} against: a tie.", **values)


def _vote(favor: bool, came: str) -> str:
    """The own vote, and what came of it for who has not read that as author."""
    own = say("You voted for it.") if favor else say("You voted against it.")
    return f"{own} {came}".strip()


# --- the payment --------------------------------------------------------------------------------------------------------


def paid(before: GameState, after: GameState, happened: LawPaid) -> Iterator[Report]:
    """The author reads who paid, as its tablet tells it; each payer what came out of the own pool (GE-CRT-32)."""
    standing = in_cycle(before, happened.cycle)
    if standing is None:
        return
    proposal = proposal_words(before, standing.paper)
    words = (
        say("It is law. Paid by {shares}.", shares=share_words(before, happened.shares))
        if happened.shares
        else say("It is law and costs nothing.")
    )
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=proposal, rule="GE-CRT-28")
    for share in happened.shares:
        yield from _payer(before, share, proposal, "GE-CRT-32")


def _payer(state: GameState, share: Share, what: str, rule: str) -> Iterator[Report]:
    """A pool is of the Court and no purse, so nothing is counted: what is left of it comes home by itself (R-77)."""
    words = say("Paid from the pool in the Court: {shares}.", shares=share_words(state, (share,)))
    if share.payer != THRONE:
        yield to_house(HouseId(share.payer), ReportKind.HOLDING, words, act=what, rule=rule)
    elif state.throne.holder is not None:
        yield to_seat(state.throne.holder, ReportKind.HOLDING, words, act=what, rule=rule)


def unpaid(before: GameState, after: GameState, happened: LawUnpaid) -> Iterator[Report]:
    standing: OnFloor | None = in_cycle(before, happened.cycle)
    if standing is None:
        return
    why = say("The pools were {missing} short of its cost of {cost}.", missing=happened.missing, cost=happened.cost)
    act = proposal_words(before, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, say("It failed, unpaid."), act=act, why=why, rule="R-78")


REPORTS: Mapping[type, Reporter] = {
    ProposalsHandedIn: taken_in,
    ProposalEntered: entered,
    ProposalAmended: amended,
    ProposalChosen: heard,
    ProposalLevered: levered,
    ProposalReturned: returned,
    ProposalStruck: struck,
    ProposalDestroyed: destroyed,
    MonthTurned: not_chosen,
    VoteClosed: closed,
    TieDecided: tie,
    ProposalLapsed: lapsed,
    LawPaid: paid,
    LawUnpaid: unpaid,
}
