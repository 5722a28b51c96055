"""Reports of proposals before the floor: taken in, set aside, entered by hand, or not heard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.clock.phase_events import MonthTurned
from control.engine.language import say
from control.engine.reports import Report, Reporter, ReportKind
from rooms.court.game.floor.cycles import proposal_words, waiting
from rooms.court.game.proposals.proposal import PROPOSALS, ProposalEntered, ProposalsHandedIn
from rooms.court.game.reports.words import to_seat
from rooms.realm.frame import Moment
from rooms.realm.game.state import GameState


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
    MonthTurned: report_unchosen_proposals,
}
