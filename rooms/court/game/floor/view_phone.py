"""The floor on phone and wall: step, proposal, own vote, own pool, results."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from control.day.people.lookup import acts_in_room
from control.day.view import RoomClockView, room_clock_view
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.duel.view import BoutShown, hall_bouts
from rooms.court.game.floor.cycles import cycles_of, is_over
from rooms.court.game.floor.view import FloorShown, OwnVote, PoolShown, ProposalShown, floor_shown
from rooms.court.game.floor.view_speakers import PhoneSpeakers, SpeakersShown, phone_speakers, speakers_shown
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.court.game.roll import is_assembled
from rooms.court.game.state import Stand, floor_of
from rooms.court.rules.majority import LAW, needed
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.view_form import PaperOutcome, fate_of
from rooms.realm.scenario.ids import Room

# === views ==============================================================================================================


class StepClock(Struct, frozen=True, kw_only=True):
    """The running step: its deadline, or the milliseconds left while it is paused."""

    step: StepId
    name: str
    deadline: datetime | None
    left_ms: int | None
    paused: bool


class OwnProposal(Struct, frozen=True, kw_only=True):
    """The fate of the player's own proposal, in words. `law`: its number on the Law Board, once it has passed."""

    words: str
    told: str
    law: int | None


class Means(Struct, frozen=True, kw_only=True):
    """Consequences of the proposal in sentences. `own`: those about the player's House. `others`: the rest.

    `warning`: why it would have no effect. `foot`: when it acts, its Immortals, its cost.
    """

    own: tuple[str, ...]
    others: tuple[str, ...]
    warning: str
    foot: tuple[str, ...]


class PhoneFloor(Struct, frozen=True, kw_only=True):
    """The floor for a player of the Court.

    `results`: decided proposals that are no longer on the floor. `assembled`: False for a player whom Court Control took off the
    roll; only Court Control puts them back (R-80). `vote`: the player's slot while a vote is open. `speakers`: the list while
    somebody may speak. `pool`: the House's pool, None without one.
    """

    month: int
    step: StepClock | None
    cycle: int
    cycles: int
    on_floor: ProposalShown | None
    assembled: bool
    vote: OwnVote | None
    speakers: PhoneSpeakers | None
    pool: PoolShown | None
    results: tuple[ProposalShown, ...]
    means: Means | None = None


class WallFloor(Struct, frozen=True, kw_only=True):
    """The floor for the hall.

    `clock`: the Court's, while one of its steps runs. `means`: the consequences, in lines. `needs`: votes that pass the open
    proposal, 0 without one; it counts public Favor votes, but not bribes, which are secret before the close. `duels`: those that
    are public now.
    """

    shown: FloorShown
    speakers: SpeakersShown | None
    clock: RoomClockView | None
    cycles: int
    results: tuple[ProposalShown, ...]
    means: tuple[str, ...] = ()
    needs: int = 0
    duels: tuple[BoutShown, ...] = ()


def phone_floor(state: GameState, viewer: Viewer) -> PhoneFloor | None:
    """The floor for a player of the Court, from its assembly until the month ends; None for anybody else (GE-CRT-23)."""
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if seat is None or not floor_of(state).assembled:
        return None
    there = is_assembled(state, seat.id)
    if not (there or acts_in_room(state, seat, Room.COURT)):
        return None
    shown = floor_shown(state, viewer)
    return PhoneFloor(
        month=shown.month,
        step=_step_clock(state),
        cycle=shown.cycle,
        cycles=len(cycles_of(state)),
        on_floor=shown.on_floor,
        assembled=there,
        vote=shown.own,
        speakers=phone_speakers(state, viewer),
        pool=next((pool for pool in shown.pools if pool.payer == seat.house), None),
        results=results_of(shown),
    )


def wall_floor(state: GameState, viewer: Viewer) -> WallFloor:
    """The floor for the hall: only public information, whoever the viewer is."""
    shown, clock = floor_shown(state, Viewer()), room_clock_view(state, Room.COURT)
    return WallFloor(
        shown=shown,
        speakers=speakers_shown(state),
        clock=clock if clock.step else None,
        cycles=len(cycles_of(state)),
        results=results_of(shown),
        needs=_votes_needed(shown.on_floor) if shown.on_floor is not None and shown.on_floor.voting else 0,
        duels=hall_bouts(state),
    )


def _votes_needed(voted_on: ProposalShown) -> int:
    return needed(LAW, voted_on.all + voted_on.votes_more)


def results_of(shown: FloorShown) -> tuple[ProposalShown, ...]:
    """Proposals that were decided this month and are not on the floor now, newest first."""
    now = shown.on_floor.cycle if shown.on_floor else None
    return tuple(each for each in reversed(shown.heard) if each.outcome and each.cycle != now)


def _step_clock(state: GameState) -> StepClock | None:
    clock = room_clock_view(state, Room.COURT)
    if clock.step is None:
        return None
    return StepClock(
        step=clock.step,
        name=clock.step_name,
        deadline=clock.deadline,
        left_ms=clock.left // timedelta(milliseconds=1) if clock.left is not None else None,
        paused=clock.paused,
    )


# --- own proposal -------------------------------------------------------------------------------------------------------


def own_proposal(state: GameState, viewer: Viewer) -> PaperOutcome | OwnProposal | None:
    """The fate of the player's own proposal, once it was handed in or set aside (GE-CRT-21, GE-CRT-28, GE-CRT-29).

    The player reads of the choice from its Explain on, like everybody. Until then only the Sovereign knows it.
    """
    fate = fate_of(PROPOSALS, state, viewer)
    if fate is None or fate.fate.aside:
        return fate
    heard = next((each for each in floor_shown(state, viewer).heard if each.author == viewer.player), None)
    return OwnProposal(
        words=fate.fate.words,
        told=_proposal_state_words(state, viewer.player, heard),
        law=heard.law if heard and heard.stand is Stand.PASSED else None,
    )


def _proposal_state_words(state: GameState, author: SeatId, heard: ProposalShown | None) -> str:
    if author in floor_of(state).struck:
        return say("It was struck out.")
    if heard is not None:
        return heard.outcome or say("It is on the floor now.")
    if all(is_over(state, each) for each in cycles_of(state)):
        return say("It was not chosen this month.")
    return say("It lies before the Sovereign.")
