"""The floor for the desk of Court Control: the roll with its slots, the counts so far, what can be done next (GE-SOV-24, R-38)."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.people.asked import choice_of
from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.court.game.ballots import more_votes, votes_of
from rooms.court.game.cycles import cycles_of
from rooms.court.game.floor_shown import ExtraShown, FloorShown, floor_shown
from rooms.court.game.roll import assembled, voters
from rooms.court.game.state import OnFloor, Stand, floor_of
from rooms.court.game.view_choosing import ChoosingView, choosing_view
from rooms.court.rules.majority import LAW, needed
from rooms.realm.desks import Desk
from rooms.realm.game.names import house_names
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import HouseId, Room


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A badge on the roll, with whether its slot is filled: how it voted nobody sees before the close.

    `has_vote` is False where another of the House votes for it (setting `vote_by`).
    """

    seat: SeatId
    name: str
    house: HouseId
    short: str
    has_vote: bool
    voted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Somebody who is here today and not on the roll, to be put on it; who came to the Court and was taken off stands first."""

    seat: SeatId
    name: str
    house: HouseId
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteDesk:
    """The open vote at the desk. `free` badges have not voted by name, so many fists can be raised; `needs` votes pass it."""

    cycle: int
    voted: int
    free: int
    fists: int
    extra: tuple[ExtraShown, ...]
    needs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorDesk:
    """All of the floor that Court Control works with. `cycles` are those of the month; `struck` the authors struck out."""

    shown: FloorShown
    choosing: ChoosingView
    cycles: tuple[int, ...]
    roll: tuple[Slot, ...]
    elsewhere: tuple[Elsewhere, ...]
    vote: VoteDesk | None
    struck: tuple[str, ...]


def floor_view(state: GameState, viewer: Viewer) -> FloorDesk | None:
    """The floor at the desk of Court Control; None for anybody else."""
    choosing = choosing_view(state, viewer)
    if choosing is None or not viewer.sees_desk(Desk.COURT):
        return None
    floor, shown = floor_of(state), floor_shown(state, viewer)
    standing = next((each for each in floor.cycles if each.stand is Stand.OPEN and _is_voted_on(shown, each)), None)
    return FloorDesk(
        shown=shown,
        choosing=choosing,
        cycles=cycles_of(state),
        roll=_roll(state, standing),
        elsewhere=_elsewhere(state),
        vote=_vote(state, standing) if standing else None,
        struck=tuple(state.seats[seat].name for seat in floor.struck),
    )


def _is_voted_on(shown: FloorShown, standing: OnFloor) -> bool:
    return any(each.cycle == standing.cycle and each.voting for each in shown.heard)


def _roll(state: GameState, standing: OnFloor | None) -> tuple[Slot, ...]:
    shorts = {house.id: house.short for house in house_names(state)}
    voting = {seat.id for seat in voters(state)}
    filled = {each.seat for each in votes_of(state, standing)} if standing else set()
    return tuple(
        Slot(
            seat=seat.id,
            name=seat.name,
            house=seat.house,
            short=shorts[seat.house],
            has_vote=seat.id in voting,
            voted=seat.id in filled,
        )
        for seat in assembled(state)
    )


def _elsewhere(state: GameState) -> tuple[Elsewhere, ...]:
    shorts, there = {house.id: house.short for house in house_names(state)}, {seat.id for seat in assembled(state)}
    order = {house.id: number for number, house in enumerate(state.scenario.houses)}

    def place(seat: Seat) -> tuple[int, int, int]:
        """Who is likeliest to stand in the Court first: who chose it, who chose nothing, who is in another room."""
        chosen = choice_of(state, seat)
        far = 0 if chosen == Room.COURT else 2 if chosen else 1
        return far, order.get(seat.house, len(order)), seat.rank

    away = sorted((seat for seat in state.seats.values() if seat.acts and seat.id not in there), key=place)
    return tuple(
        Elsewhere(
            seat=seat.id,
            name=seat.name,
            house=seat.house,
            short=shorts[seat.house],
        )
        for seat in away
    )


def _vote(state: GameState, standing: OnFloor) -> VoteDesk:
    names = {house.id: house.name for house in house_names(state)}
    voted, everybody = len(votes_of(state, standing)), len(voters(state))
    extra = sum(each.votes for each in standing.bribes) + sum(each.votes for each in more_votes(state, standing))
    return VoteDesk(
        cycle=standing.cycle,
        voted=voted,
        free=everybody - voted,
        fists=standing.fists,
        extra=tuple(
            ExtraShown(house=each.house, name=names.get(each.house, ""), votes=each.votes, favor=each.favor)
            for each in standing.bribes
        ),
        needs=needed(LAW, everybody + extra),
    )
