"""Reports of the floor: proposals, votes, payments, the roll, pools, speakers, orders, and laws about a House."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.phase_events import MonthTurned
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say, say_count
from control.engine.reports import Report, Reporter, ReportKind
from rooms.court.game.amendment import ProposalAmended
from rooms.court.game.cycles import ProposalChosen, ProposalReturned, ProposalStruck, heard_words, part_of, proposal_words, waiting
from rooms.court.game.payment import LawPaid, LawUnpaid
from rooms.court.game.pools import PoolsGoneHome
from rooms.court.game.proposal import PROPOSALS, ProposalEntered, ProposalsHandedIn
from rooms.court.game.reports.words import to_house, to_seat
from rooms.court.game.roll import RollCorrected, assembled
from rooms.court.game.sovereign_orders import MilitaryOrdered
from rooms.court.game.speakers import FloorGiven, SpeakerSkipped
from rooms.court.game.state import Chosen, Consent, OnFloor, proposal_in_cycle, proposals_of_month
from rooms.court.game.vote import BribesCounted, votes_of
from rooms.court.game.vote_result import Lapsed, ProposalLapsed, TieDecided, VoteClosed
from rooms.court.rules.majority import Verdict
from rooms.court.rules.pool_shares import THRONE, Pool, Share
from rooms.realm.frame import Moment
from rooms.realm.game.laws import law_words
from rooms.realm.game.passed_laws import LawPassed, houses_by_law, share_words
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId

# === proposals and votes ================================================================================================

# Reports of proposals: taken in, heard, amended, returned, struck out, and for their authors the vote and the payment.
# Counts are public once a vote is closed (GE-CRT-26). Votes are not, so nobody reads another player's vote.


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
    """A player's proposal of this month, in words. Empty if there is none."""
    return next((proposal_words(state, each.paper) for each in proposals_of_month(state) if each.seat == seat), "")


# --- before the floor ---------------------------------------------------------------------------------------------------


def report_proposals_handed_in(before: GameState, after: GameState, happened: ProposalsHandedIn) -> Iterator[Report]:
    """To each author: whether the proposal is before the Sovereign, or why not."""
    for each in happened.proposals:
        act = proposal_words(after, each.paper)
        yield to_seat(each.seat, ReportKind.PART, say("It lies before the Sovereign."), act=act, rule="GE-CRT-21")
    for seat in happened.aside:
        fate = PROPOSALS.fate(after, seat) if seat in after.seats else None
        why = say("It was set aside: {why}.", why=fate.aside) if fate is not None and fate.aside else say("It was set aside.")
        yield to_seat(seat, ReportKind.OUTCOME, why, act=say("Your proposal"), rule="R-16")


def report_proposal_entered(before: GameState, after: GameState, happened: ProposalEntered) -> Iterator[Report]:
    """To the author: the proposal was entered by hand. The reason is only in the journal."""
    act = proposal_words(after, happened.proposal.paper)
    words = say("It was entered by hand and lies before the Sovereign.")
    yield to_seat(happened.proposal.seat, ReportKind.PART, words, act=act, rule="GE-CRT-21")


def report_proposal_amended(before: GameState, after: GameState, happened: ProposalAmended) -> Iterator[Report]:
    author = happened.proposal.seat
    words = (
        say("It was amended with your yes.") if happened.consent is Consent.AUTHOR else say("It was amended with your House’s yes.")
    )
    yield to_seat(author, ReportKind.OUTCOME, words, act=proposal_words(after, happened.proposal.paper), rule="R-76")


def report_proposal_chosen(before: GameState, after: GameState, happened: ProposalChosen) -> Iterator[Report]:
    words = say("It is proposal {number} that the Court hears this month.", number=happened.cycle)
    act, why = proposal_words(after, happened.paper), WHY_HEARD[happened.how]
    yield to_seat(happened.author, ReportKind.TURN, words, act=act, why=why, rule=HEARD_BY[happened.how])


def report_proposal_returned(before: GameState, after: GameState, happened: ProposalReturned) -> Iterator[Report]:
    words = say("It was taken off the floor before its turn came, and waits again.")
    yield to_seat(happened.author, ReportKind.OUTCOME, words, act=proposal_of(before, happened.author), rule="GE-SOV-23")


def report_proposal_struck(before: GameState, after: GameState, happened: ProposalStruck) -> Iterator[Report]:
    """To the author. Control's reason is only in the journal."""
    words = say("It was struck out by Court Control.")
    yield to_seat(happened.author, ReportKind.OUTCOME, words, act=proposal_of(before, happened.author), rule="R-128")


def report_unchosen_proposals(before: GameState, after: GameState, happened: MonthTurned) -> Iterator[Report]:
    """Proposals that were not chosen end with their month (GE-CRT-23, R-79)."""
    if happened.moment != Moment.POOLS or happened.month != before.clock.month:
        return
    for each in waiting(before):
        words, act = say("It was not heard this month and has lapsed."), proposal_words(before, each.paper)
        why = say("Other proposals were chosen, or none.")
        yield to_seat(each.seat, ReportKind.OUTCOME, words, act=act, why=why, rule="R-79")


# --- the vote -----------------------------------------------------------------------------------------------------------


def report_vote_closed(before: GameState, after: GameState, happened: VoteClosed) -> Iterator[Report]:
    """To the author: the count. To each player who voted by name: the count with their own vote only (GE-CRT-26)."""
    standing = proposal_in_cycle(before, happened.cycle)
    if standing is None:
        return
    words, proposal = _count(happened), proposal_words(before, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=proposal, rule="GE-CRT-26")
    for vote in votes_of(before, standing):
        said = _vote(vote.favor, "" if vote.seat == standing.author else words)
        yield to_seat(vote.seat, ReportKind.PART, said, act=proposal, rule="GE-CRT-26")


def report_tie_decided(before: GameState, after: GameState, happened: TieDecided) -> Iterator[Report]:
    standing = proposal_in_cycle(before, happened.cycle)
    if standing is None:
        return
    words = say("The tie was decided for it.") if happened.passes else say("The tie was decided against it.")
    proposal = proposal_words(before, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, words, act=proposal, rule="GE-CRT-30")
    for vote in standing.votes:
        if vote.seat in standing.roll:
            said = _vote(vote.favor, "" if vote.seat == standing.author else words)
            yield to_seat(vote.seat, ReportKind.PART, said, act=proposal, rule="GE-CRT-30")


def report_proposal_lapsed(before: GameState, after: GameState, happened: ProposalLapsed) -> Iterator[Report]:
    standing = proposal_in_cycle(before, happened.cycle)
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
    """A player's own vote, with the result for all but the author, who has read it."""
    own = say("You voted for it.") if favor else say("You voted against it.")
    return f"{own} {came}".strip()


# --- the payment --------------------------------------------------------------------------------------------------------


def report_law_paid(before: GameState, after: GameState, happened: LawPaid) -> Iterator[Report]:
    """To the author: who paid, as on the tablet. To each payer: what came out of their pool (GE-CRT-32)."""
    standing = proposal_in_cycle(before, happened.cycle)
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
    """A pool belongs to the Court and is no purse, so no holdings change. Its rest is returned in Return (R-77)."""
    words = say("Paid from the pool in the Court: {shares}.", shares=share_words(state, (share,)))
    if share.payer != THRONE:
        yield to_house(HouseId(share.payer), ReportKind.HOLDING, words, act=what, rule=rule)
    elif state.throne.holder is not None:
        yield to_seat(state.throne.holder, ReportKind.HOLDING, words, act=what, rule=rule)


def report_law_unpaid(before: GameState, after: GameState, happened: LawUnpaid) -> Iterator[Report]:
    standing: OnFloor | None = proposal_in_cycle(before, happened.cycle)
    if standing is None:
        return
    why = say("The pools were {missing} short of its cost of {cost}.", missing=happened.missing, cost=happened.cost)
    act = proposal_words(before, standing.paper)
    yield to_seat(standing.author, ReportKind.OUTCOME, say("It failed, unpaid."), act=act, why=why, rule="R-78")


REPORTS: Mapping[type, Reporter] = {
    ProposalsHandedIn: report_proposals_handed_in,
    ProposalEntered: report_proposal_entered,
    ProposalAmended: report_proposal_amended,
    ProposalChosen: report_proposal_chosen,
    ProposalReturned: report_proposal_returned,
    ProposalStruck: report_proposal_struck,
    MonthTurned: report_unchosen_proposals,
    VoteClosed: report_vote_closed,
    TieDecided: report_tie_decided,
    ProposalLapsed: report_proposal_lapsed,
    LawPaid: report_law_paid,
    LawUnpaid: report_law_unpaid,
}


# === further votes and roll =============================================================================================

# Reports of extra votes and the roll. Only the House itself reads on which side its extra votes were.


def report_bribes_counted(before: GameState, after: GameState, happened: BribesCounted) -> Iterator[Report]:
    """To players of the House who were there. Of several counts they read the last."""
    if happened.favor:
        words = say_count(
            "{count} extra vote of your House stood for it.", "{count} extra votes of your House stood for it.", happened.votes
        )
    else:
        words = say_count(
            "{count} extra vote of your House stood against it.",
            "{count} extra votes of your House stood against it.",
            happened.votes,
        )
    act, about = heard_words(before, happened.cycle), f"bribes:{happened.cycle}:{happened.favor}"
    for seat in assembled(before):
        if seat.house == happened.house:
            yield to_seat(seat.id, ReportKind.OUTCOME, words, act=act, rule="R-127", about=about)


def report_roll_corrected(before: GameState, after: GameState, happened: RollCorrected) -> Iterator[Report]:
    """The roll decides who has a vote. A player who was put on and taken off again reads the last change."""
    words = (
        say("Court Control put you on the roll of those assembled.")
        if happened.there
        else say("Court Control took you off the roll of those assembled.")
    )
    yield to_seat(happened.player, ReportKind.PART, words, rule="R-80", about="roll")


ROLL_REPORTS: Mapping[type, Reporter] = {
    BribesCounted: report_bribes_counted,
    RollCorrected: report_roll_corrected,
}


# === speakers and orders ================================================================================================

# Reports of speakers, orders without a vote, laws about a House, and returned pools.


def report_floor_given(before: GameState, after: GameState, happened: FloorGiven) -> Iterator[Report]:
    words = say("You had the floor in the Court.")
    yield to_seat(happened.speaker, ReportKind.TURN, words, act=_proposal_debated(before, happened), rule="GE-CRT-25")


def report_speaker_skipped(before: GameState, after: GameState, happened: SpeakerSkipped) -> Iterator[Report]:
    """A player who is passed over was not heard, so it is no turn."""
    words = say("You were passed over and waited at the end of the list.")
    yield to_seat(happened.speaker, ReportKind.PART, words, act=_proposal_debated(before, happened), rule="GE-SOV-25")


def _proposal_debated(state: GameState, happened: FloorGiven | SpeakerSkipped) -> str:
    """The proposal under debate. Empty if there is none any more."""
    part = part_of(happened.step)
    standing = proposal_in_cycle(state, part[1]) if part is not None else None
    return say("To speak to {proposal}", proposal=proposal_words(state, standing.paper)) if standing is not None else ""


def report_military_ordered(before: GameState, after: GameState, happened: MilitaryOrdered) -> Iterator[Report]:
    """What the throne's pool paid for an order. The purse's part has its own report."""
    share = happened.share
    if happened.by is not None and (share.power or share.favors):
        words = say("Paid from the pool in the Court: {shares}.", shares=share_words(before, (share,)))
        yield to_seat(happened.by, ReportKind.HOLDING, words, act=say("An order without a vote"), rule="R-39")


def report_law_passed(before: GameState, after: GameState, happened: LawPassed) -> Iterator[Report]:
    """To the Sovereign: an order as a turn. To Houses that a law touches: its text (GE-CRT-31)."""
    law = law_words(after, happened.law.id)
    if happened.ordered and happened.by is not None:
        words = say("It hangs on the Law Board and acts in Return.")
        act = say("Ordered without a vote: {order}", order=happened.law.title)
        yield to_seat(happened.by, ReportKind.TURN, words, act=act, rule="GE-SOV-28")
    touched = houses_by_law(after, happened.law)
    for house in (each.id for each in after.scenario.houses if each.id in touched):
        words = say("A law touches your House: {text}", text=happened.law.text)
        yield to_house(house, ReportKind.OUTCOME, words, act=law, rule="GE-CRT-31")


def report_pools_gone_home(before: GameState, after: GameState, happened: PoolsGoneHome) -> Iterator[Report]:
    """What was left in a pool. The purses that get it have reports of their own, so no holdings change here."""
    for pool in happened.left:
        if pool.payer != THRONE and (pool.power or pool.favors):
            yield to_house(HouseId(pool.payer), ReportKind.HOLDING, _left_in_pool_words(before, pool), rule="GE-CRT-35")


def _left_in_pool_words(state: GameState, pool: Pool) -> str:
    return say("What was left of your House’s pool in the Court came back: {shares}.", shares=share_words(state, (pool,)))


SPEAKER_REPORTS: Mapping[type, Reporter] = {
    FloorGiven: report_floor_given,
    SpeakerSkipped: report_speaker_skipped,
    MilitaryOrdered: report_military_ordered,
    LawPassed: report_law_passed,
    PoolsGoneHome: report_pools_gone_home,
}
