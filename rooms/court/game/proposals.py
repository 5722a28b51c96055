"""The proposals of the month: sealed, and handed in when the Court's Updates end (GE-CRT-21)."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from rooms.court.game.sheets import KIND, RULE, UPDATES, check, entitled, fields, set_aside_late, window
from rooms.court.game.state import CourtState
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.part import EnterPaper, PaperGroup, PaperRoom
from rooms.realm.papers.game.types import OpenedPaper, PaperWords
from rooms.realm.scenario.ids import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalsHandedIn:
    """The proposals of the month lie before the Sovereign; `aside` wrote one and went elsewhere."""

    month: int
    proposals: tuple[OpenedPaper, ...]
    aside: tuple[SeatId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterProposal(EnterPaper):
    """The desk enters or replaces a player's proposal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalEntered:
    """A proposal entered by hand."""

    month: int
    proposal: OpenedPaper
    reason: str


def groups(state: GameState) -> tuple[PaperGroup, ...]:
    """What Court Control enforces, and what takes an Immortal (GE-CRT-36)."""
    types = state.scenario.proposals
    return (
        PaperGroup(
            title=say("Commandments"),
            hint=say("Court Control enforces them."),
            types=tuple(each for each in types if not each.military),
        ),
        PaperGroup(
            title=say("Court Military Actions"),
            hint=say("Each needs a free Immortal, who carries it out."),
            types=tuple(each for each in types if each.military),
        ),
    )


def sealed(count: int, month: int, root: str) -> str:
    """How many proposals were sealed."""
    return say_count(
        "{count} proposal sheet of month {month} sealed: {root}.",
        "{count} proposal sheets of month {month} sealed: {root}.",
        count,
        month=month,
        root=root,
    )


def taken_in(count: int, aside: int) -> str:
    """How many proposals were handed in."""
    return say_count(
        "Court: {count} proposal handed in, {aside} set aside.",
        "Court: {count} proposals handed in, {aside} set aside.",
        count,
        aside=aside,
    )


PROPOSALS = PaperRoom(
    room=Room.COURT,
    desk=Desk.COURT,
    kind=KIND,
    rule=RULE,
    step=UPDATES,
    words=PaperWords(
        title=later("Your proposal"),
        several=later("Proposals"),
        name=later("Proposal"),
        word=later("proposal"),
        noun=later("proposal"),
        nouns=later("proposals"),
        sealed=sealed,
        taken_in=taken_in,
        entered=later("The proposal of {player} was entered by hand: {words}. {reason}."),
        by_hand=later("Proposal of {player} by hand, month {month}"),
        lasting=later("A reveal cannot be unseen: go on from what was handed in."),
        unfit=later("it can no longer be proposed as it is written"),
        elsewhere=later("you are not in the Court"),
    ),
    types=lambda state: state.scenario.proposals,
    groups=groups,
    check=check,
    window=window,
    entitled=lambda state, seat: entitled(state, state.seats[seat]),
    fields=fields,
    late=set_aside_late,
    state=CourtState,
    handed_in=ProposalsHandedIn,
    enter=EnterProposal,
    entered=ProposalEntered,
    papers="proposals",
    paper="proposal",
)
