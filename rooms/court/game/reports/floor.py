"""Reports of the floor: proposals, votes by Favors, pools, orders, and laws about a House."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.phase_events import MonthTurned
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say
from control.engine.reports import Report, Reporter, ReportKind
from rooms.court.game.amendment import ProposalAmended
from rooms.court.game.cycles import ProposalChosen, ProposalReturned, ProposalStruck, proposal_words, waiting
from rooms.court.game.pools import PoolsGoneHome
from rooms.court.game.proposal import PROPOSALS, ProposalEntered, ProposalsHandedIn
from rooms.court.game.reports.words import to_house, to_seat
from rooms.court.game.sovereign_orders import MilitaryOrdered
from rooms.court.game.state import Chosen, Consent, proposals_of_month
from rooms.court.rules.pool_shares import THRONE, Pool
from rooms.realm.frame import Moment
from rooms.realm.game.laws import law_words
from rooms.realm.game.passed_laws import LawPassed, houses_by_law, share_words
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId

# === proposals ==========================================================================================================

# Reports of proposals: taken in, heard, amended, returned, struck out.


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


REPORTS: Mapping[type, Reporter] = {
    ProposalsHandedIn: report_proposals_handed_in,
    ProposalEntered: report_proposal_entered,
    ProposalAmended: report_proposal_amended,
    ProposalChosen: report_proposal_chosen,
    ProposalReturned: report_proposal_returned,
    ProposalStruck: report_proposal_struck,
    MonthTurned: report_unchosen_proposals,
}


# === orders =============================================================================================================

# Reports of orders without a vote, laws about a House, and returned pools.


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
    MilitaryOrdered: report_military_ordered,
    LawPassed: report_law_passed,
    PoolsGoneHome: report_pools_gone_home,
}
