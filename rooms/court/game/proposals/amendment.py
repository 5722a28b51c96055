"""Amendments of a proposal: new words with consent, the earlier words, and the desk's view (GE-CRT-21, R-76)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import with_room
from control.day.words import require_reason, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from control.engine.typed_text import one_line
from control.engine.viewer import Viewer
from rooms.court.game.floor.cycles import proposal_words, waiting
from rooms.court.game.proposals.proposal import ProposalEntered, check
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import COURT_DESK, court_invalidations
from rooms.court.game.state import Consent, Earlier, at_month, court_of, mark_doubtful, proposals_of_month
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import OpenedPaper, Paper
from rooms.realm.scenario.ids import HouseId, Room

# === command and event ==================================================================================================

# An amendment needs the consent of the author or the House, and the earlier words are kept (GE-CRT-21, R-76). Until Updates
# ends, the author rewrites a proposal on the phone or on paper, and nobody else reads it. Then the console opens the
# proposals. From then on Court Control amends them, with a reason: a number was misread, or two players share a name. A
# proposal that the Sovereign has chosen cannot be amended.


class AmendProposal(Struct, frozen=True, kw_only=True):
    """Rewrite a player's proposal after Updates, by Court Control, with consent and a reason."""

    month: int
    player: SeatId
    paper: Paper
    consent: Consent
    reason: str = ""


class ProposalAmended(Struct, frozen=True, kw_only=True):
    month: int
    proposal: OpenedPaper
    consent: Consent
    reason: str = ""


# --- questions ----------------------------------------------------------------------------------------------------------


def may_amend(state: GameState, author: SeatId) -> bool:
    """Whether this player's proposal is open and not chosen yet."""
    return any(each.seat == author for each in waiting(state))


def earlier_of(state: GameState, author: SeatId) -> tuple[Earlier, ...]:
    """Earlier words of this month's proposal, oldest first."""
    return tuple(each for each in court_of(state).earlier if each.seat == author and each.month == state.clock.month)


# --- decision, fold, words ----------------------------------------------------------------------------------------------


def decide_amend(state: GameState, command: AmendProposal, asked: DecisionContext) -> tuple[ProposalAmended, ...]:
    """Amend a proposal (R-76).

    Raises:
        Refused: the new words may not be proposed or equal the old ones, the proposal is chosen already, or no reason is given.
        Stale: no such proposal was handed in, or it is struck out.
    """
    floor = at_month(state, command.month)
    found = next((each for each in proposals_of_month(state) if each.seat == command.player), None)
    if found is None:
        raise Stale(say("No such proposal was handed in this month; look again."), rule="GE-CRT-21")
    if command.player in floor.struck:
        raise Stale(say("This proposal has been struck out."), rule="R-128")
    if not may_amend(state, command.player):
        raise Refused(say("This proposal has been chosen; it is heard as it stands."), rule="R-76")
    if found.paper == command.paper:
        raise Refused(say("These are the words that the proposal has already."), rule="R-76", code="same")
    check(state, command.player, command.paper)
    if not one_line(command.reason):
        said = say("Updates has ended: to amend it now is Court Control’s decision. Say why.")
        raise Refused(said, rule="R-76", code="reason")
    reason, new = require_reason(command.reason), OpenedPaper(seat=command.player, paper=command.paper)
    return (ProposalAmended(month=command.month, proposal=new, consent=command.consent, reason=reason),)


@requires_players(lambda happened: (happened.proposal.seat,))
def evolve_amended(state: GameState, happened: ProposalAmended) -> GameState:
    own, new = court_of(state), happened.proposal
    if own.month != happened.month or not any(each.seat == new.seat for each in own.proposals):
        return mark_doubtful(state, happened.month)
    kept = _with_earlier_words(state, state, happened.month, new, happened.consent, happened.reason)
    papers = tuple(new if each.seat == new.seat else each for each in own.proposals)
    return with_room(kept, Room.COURT, replace(court_of(kept), proposals=papers))


def keep_replaced_words(before: GameState, state: GameState, happened: ProposalEntered) -> GameState:
    """Keep the words that Control replaced by hand readable too (R-16, R-76)."""
    return _with_earlier_words(before, state, happened.month, happened.proposal, None, happened.reason)


def _with_earlier_words(
    before: GameState, state: GameState, month: int, new: OpenedPaper, consent: Consent | None, reason: str = ""
) -> GameState:
    """The state with the earlier words of a proposal kept, if they differ. Those of other months are dropped."""
    old = court_of(before)
    found = next((each.paper for each in old.proposals if each.seat == new.seat and old.month == month), None)
    if found is None or found == new.paper:
        return state
    here = tuple(each for each in court_of(state).earlier if each.month == month)
    gone = Earlier(month=month, seat=new.seat, paper=found, consent=consent, reason=reason)
    return with_room(state, Room.COURT, replace(court_of(state), earlier=(*here, gone)))


def tell_amended(happened: ProposalAmended, before: GameState, after: GameState) -> Iterator[Line]:
    author, proposal = happened.proposal.seat, proposal_words(before, happened.proposal.paper)
    player = who(before, author)
    if happened.consent is Consent.AUTHOR:
        told = say("The proposal of {player} is amended with the author’s yes: {proposal}.", player=player, proposal=proposal)
        words = say("It was amended with your yes.")
    else:
        told = say("The proposal of {player} is amended with the House’s yes: {proposal}.", player=player, proposal=proposal)
        words = say("It was amended with your House’s yes.")
    why = happened.reason.rstrip(".")
    yield to_desks(say("{told} Why: {reason}.", told=told, reason=why) if happened.reason else told)
    yield to_seat(author, ReportKind.OUTCOME, words, act=proposal, rule="R-76")


def _invalidations(happened: ProposalAmended, state: GameState) -> tuple[Invalidation, ...]:
    """Refresh the waiting proposals of desk and Sovereign, and the author's sheet."""
    return (*court_invalidations(happened, state), Invalidation(topic="sheet", to=f"seat:{happened.proposal.seat}"))


COMMANDS: Mapping[type, CommandHandler] = {
    AmendProposal: CommandHandler(
        decide=decide_amend,
        desks=COURT_DESK,
        label=lambda c, s: say("Proposal of {player} amended, month {month}", player=who(s, c.player), month=c.month),
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    ProposalAmended: EventHandler(evolve=evolve_amended, tell=tell_amended, invalidations=_invalidations),
}


# === view of the desk ===================================================================================================

# A proposal for amendment by Court Control: its words, whether they may change, and earlier ones.


class EarlierShown(Struct, frozen=True, kw_only=True):
    """Earlier words of a proposal, and why they were replaced."""

    words: str
    told: str


class Amending(Struct, frozen=True, kw_only=True):
    """A proposal at the desk. `paper`: fills the form."""

    month: int
    author: SeatId
    author_name: str
    house: HouseId
    short: str
    words: str
    paper: Paper
    may_amend: bool
    earlier: tuple[EarlierShown, ...]


def amending_view(state: GameState, viewer: Viewer, author: SeatId) -> Amending | None:
    """This player's proposal for Court Control. None for anybody else, and if none was handed in."""
    found = next((each for each in proposals_of_month(state) if each.seat == author), None)
    if found is None or not viewer.sees_desk(Desk.COURT):
        return None
    seat, shorts = state.seats[author], {house.id: house.short for house in house_names(state)}
    return Amending(
        month=state.clock.month,
        author=author,
        author_name=seat.name,
        house=seat.house,
        short=shorts[seat.house],
        words=proposal_words(state, found.paper),
        paper=found.paper,
        may_amend=may_amend(state, author),
        earlier=tuple(
            EarlierShown(words=proposal_words(state, each.paper), told=_change_words(each)) for each in earlier_of(state, author)
        ),
    )


def _change_words(earlier: Earlier) -> str:
    if earlier.consent is None:
        return say("entered anew by hand: {reason}", reason=earlier.reason)
    yes = say("amended with the author’s yes") if earlier.consent is Consent.AUTHOR else say("amended with the House’s yes")
    return say("{yes}: {reason}", yes=yes, reason=earlier.reason) if earlier.reason else yes
