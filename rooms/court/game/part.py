"""The Court's chapter so far: the proposals are handed in when its Updates end (GE-CRT-21). Debate and laws follow."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.clock.steps import StepEnded
from control.day.state import with_room
from control.engine.ids import SeatId

from control.engine.context import Asked
from control.engine.language import later, say, say_count
from control.engine.modules import Act, Chapter, Fact, Poke
from control.engine.viewer import Viewer
from rooms.court.game.sheets import KIND, RULE, UPDATES, check
from rooms.court.game.state import CourtState, court_of
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.types import OpenedPaper, Paper
from rooms.realm.scenario.ids import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalsHandedIn:
    """The proposals of the month lie before the Sovereign; `aside` wrote one and went elsewhere."""

    month: int
    proposals: tuple[OpenedPaper, ...]
    aside: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterProposal:
    """The desk enters or replaces a player's proposal after they were taken in: from paper, misread, or late and let in (R-16)."""

    player: SeatId
    month: int
    paper: Paper
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalEntered:
    """A proposal entered by hand."""

    month: int
    proposal: OpenedPaper
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalView:
    """One proposal in words."""

    seat: SeatId
    name: str
    house: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CourtView:
    """The proposals this viewer may read: all of them at the Court's desk, the own one at a player's phone."""

    month: int
    proposals: tuple[ProposalView, ...]
    aside: int


def hand_in(state: GameState, happened: StepEnded, asked: Asked) -> tuple[ProposalsHandedIn, ...]:
    """Read the sealed proposals when the Court's Updates end."""
    if happened.room is not Room.COURT or happened.step != UPDATES:
        return ()
    sealed = asked.sheets.read(KIND, happened.month)
    good, aside = papers.handed_in(state, sealed, Room.COURT, state.scenario.proposals, RULE)
    return (ProposalsHandedIn(month=happened.month, proposals=good, aside=aside),)


def evolve_handed_in(state: GameState, happened: ProposalsHandedIn) -> GameState:
    own = CourtState(month=happened.month, proposals=happened.proposals, aside=happened.aside)
    return with_room(state, Room.COURT, own)


def decide_enter(state: GameState, command: EnterProposal, asked: Asked) -> tuple[ProposalEntered, ...]:
    opened = papers.entered(
        state,
        command.player,
        command.paper,
        room=Room.COURT,
        month=command.month,
        taken_in=court_of(state).month == state.clock.month,
        reason=command.reason,
        fits=lambda: check(state, command.player, command.paper),
    )
    return (ProposalEntered(month=command.month, proposal=opened, reason=" ".join(command.reason.split())[:300]),)


def evolve_entered(state: GameState, happened: ProposalEntered) -> GameState:
    own, new = court_of(state), happened.proposal
    others = tuple(each for each in own.proposals if each.seat != new.seat)
    proposals = tuple(sorted((*others, new), key=lambda each: each.seat))
    aside = tuple(seat for seat in own.aside if seat != new.seat)
    return with_room(state, Room.COURT, CourtState(month=own.month, proposals=proposals, aside=aside))


def explain_entered(happened: ProposalEntered, state: GameState) -> str:
    seat, words = state.seats[happened.proposal.seat], papers.words_of(state, state.scenario.proposals, happened.proposal.paper)
    return say(
        "The proposal of {player} was entered by hand: {words}. {reason}.",
        player=seat.name,
        words=words,
        reason=happened.reason.rstrip("."),
    )


def view_court(state: GameState, viewer: Viewer) -> CourtView:
    """What this viewer may read of the proposals."""
    own = court_of(state)
    if own.month != state.clock.month:
        return CourtView(month=state.clock.month, proposals=(), aside=0)
    if viewer.sees_desk(Desk.COURT):
        return CourtView(month=own.month, proposals=_views(state, own.proposals), aside=len(own.aside))
    mine = tuple(each for each in own.proposals if each.seat == viewer.seat)
    return CourtView(month=own.month, proposals=_views(state, mine), aside=int(viewer.seat in own.aside))


def _views(state: GameState, opened: tuple[OpenedPaper, ...]) -> tuple[ProposalView, ...]:
    names = {house.id: house.name for house in state.scenario.houses}
    return tuple(
        ProposalView(
            seat=each.seat,
            name=state.seats[each.seat].name,
            house=names[state.seats[each.seat].house],
            words=papers.words_of(state, state.scenario.proposals, each.paper),
        )
        for each in opened
    )


def _pokes(happened: ProposalsHandedIn, state: GameState) -> tuple[Poke, ...]:
    authors = (*(each.seat for each in happened.proposals), *happened.aside)
    return (Poke(topic="court", to="staff"), *(Poke(topic="sheet", to=f"seat:{seat}") for seat in authors))


def _handed_in(happened: ProposalsHandedIn, _state: GameState) -> str:
    return say_count(
        "Court: {count} proposal handed in, {aside} set aside.",
        "Court: {count} proposals handed in, {aside} set aside.",
        len(happened.proposals),
        aside=len(happened.aside),
    )


COURT: Chapter = Chapter(
    name="court",
    room=Room.COURT,
    state=CourtState,
    acts={
        EnterProposal: Act(
            decide=decide_enter,
            desks=frozenset({Desk.COURT}),
            label=lambda c, s: say("Proposal by hand, month {month}", month=c.month),
        )
    },
    facts={
        ProposalEntered: Fact(
            evolve=evolve_entered,
            explain=explain_entered,
            pokes=lambda e, s: (Poke(topic="court", to="staff"), Poke(topic="sheet", to=f"seat:{e.proposal.seat}")),
        ),
        ProposalsHandedIn: Fact(
            evolve=evolve_handed_in,
            explain=_handed_in,
            pokes=_pokes,
            lasting=later("A reveal cannot be unseen: go on from what was handed in."),
        ),
    },
    reactions={StepEnded: hand_in},
    view=view_court,
)
