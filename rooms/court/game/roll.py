"""The roll of the assembled players, as Court Control corrects it (GE-CRT-28, R-80)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from msgspec import Struct

from control.day.memoization import Same, memoized_view
from control.day.missing_players import requires_players
from control.day.people.lookup import acts_in_room, choice_of
from control.day.people.room_choice import RoomChosen
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.reports.words import to_seat
from rooms.court.game.state import at_month, floor_in, floor_of, with_floor
from rooms.realm.desks import Desk
from rooms.realm.game.deaths.death import is_dead
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import seat_of
from rooms.realm.scenario.ids import HouseId, Room

COURT_DESK = frozenset({Desk.COURT})
TOPIC = "court"


class CorrectRoll(Struct, frozen=True, kw_only=True):
    """Put a player on the roll or take them off, by Court Control only.

    A player whom the roll overlooked was there all along, in no other room: for votes, a proposal, the pool and R-06 (R-77,
    GE-EVT-09). A player who is taken off has left: no more votes, choices and stands. What was set, handed in or counted before
    stays: the pool, the proposal, fists of a closed vote. So does where the player was in Action, for R-06.
    """

    month: int
    player: SeatId
    there: bool


class RollCorrected(Struct, frozen=True, kw_only=True):
    month: int
    player: SeatId
    there: bool


# --- questions ----------------------------------------------------------------------------------------------------------


def assembled(state: GameState) -> tuple[HouseSeat, ...]:
    """Players assembled now, in the Houses' order and by rank: they chose the Court and are here, or the roll was corrected.

    The God Emperor and Control have no seat, so they are not on the roll. A player Sovereign in the room is (R-80).
    """
    floor = floor_of(state)
    return _on_roll(state, floor.added, floor.removed)


@memoized_view(64)
def _on_roll(state: GameState, added: tuple[SeatId, ...], removed: tuple[SeatId, ...]) -> tuple[HouseSeat, ...]:
    """The same, cached: each vote asks a dozen times, and votes do not change the roll."""
    houses = {house.id: number for number, house in enumerate(state.scenario.houses)}
    there = [
        seat
        for seat in state.seats.values()
        if seat.acts and seat.id not in removed and (seat.id in added or acts_in_room(state, seat, Room.COURT))
    ]
    return tuple(sorted(there, key=lambda seat: (houses.get(seat.house, len(houses)), seat.rank, seat.id)))


def is_assembled(state: GameState, seat: SeatId) -> bool:
    """Whether this player is on the roll now."""
    return seat in ids_of(assembled(state))


def ids_of(players: tuple[HouseSeat, ...]) -> frozenset[SeatId]:
    """The IDs of the players on a roll, put together once for all who ask about it."""
    return _ids_of(Same(players))


@lru_cache(maxsize=16)
def _ids_of(players: Same) -> frozenset[SeatId]:
    return frozenset(each.id for each in cast(tuple[HouseSeat, ...], players.thing))


def voters(state: GameState, roll: tuple[HouseSeat, ...] | None = None) -> tuple[HouseSeat, ...]:
    """Players with a vote: all assembled, or the highest rank of each House there (R-80, setting `vote_by`)."""
    there = assembled(state) if roll is None else roll
    if state.scenario.settings.vote_by != "house":
        return there
    return _speakers_of(Same(there))


@lru_cache(maxsize=16)
def _speakers_of(players: Same) -> tuple[HouseSeat, ...]:
    """The highest rank of each House on a roll."""
    speakers: dict[HouseId, HouseSeat] = {}
    for seat in cast(tuple[HouseSeat, ...], players.thing):
        speakers.setdefault(seat.house, seat)
    return tuple(speakers.values())


# --- decision, fold, words ----------------------------------------------------------------------------------------------


def decide_correct_roll(state: GameState, command: CorrectRoll, asked: DecisionContext) -> tuple[RollCorrected | RoomChosen, ...]:
    """Put a player on the roll or take them off. A player who is put on it is in the Court now, whatever the console said.

    Raises:
        Refused: there is no such seat, or the player is dead or not checked in.
        Stale: the roll is so already.
    """
    at_month(state, command.month)
    seat = seat_of(state, command.player)
    if command.there and not seat.here:
        raise Refused(say("{name} is not checked in.", name=seat.name), rule="GE-EVT-03")
    if command.there and is_dead(state, seat.id):
        raise Refused(say("{name} is dead until the next Ceremony ends.", name=seat.name), rule="R-139", code="dead")
    if is_assembled(state, seat.id) == command.there:
        if command.there:
            raise Stale(say("{name} stands on the roll already.", name=seat.name), rule="R-80")
        raise Stale(say("{name} does not stand on the roll.", name=seat.name), rule="R-80")
    corrected = RollCorrected(month=command.month, player=seat.id, there=command.there)
    if not command.there or choice_of(state, seat) == Room.COURT:
        return (corrected,)
    return corrected, RoomChosen(seat=seat.id, month=command.month, room=Room.COURT, table="", by_control=True)


@requires_players("player")
def evolve_roll_corrected(state: GameState, happened: RollCorrected) -> GameState:
    """The corrected roll.

    A player on it who had not chosen the Court came in time (R-77). One who was seated late did not (R-16).
    """
    floor = floor_in(state, happened.month)
    if happened.there and choice_of(state, state.seats[happened.player]) != Room.COURT:
        floor = replace(floor, came=tuple(sorted({*floor.came, happened.player})))
    added = tuple(seat for seat in floor.added if seat != happened.player)
    removed = tuple(seat for seat in floor.removed if seat != happened.player)
    if happened.there:
        return with_floor(state, replace(floor, added=(*added, happened.player), removed=removed))
    return with_floor(state, replace(floor, added=added, removed=(*removed, happened.player)))


def remove_from_roll(before: GameState, state: GameState, happened: RoomChosen) -> GameState:
    """A player who was put on the roll and then goes to another room leaves it (GE-EVT-09)."""
    floor = floor_of(state)
    if happened.room == Room.COURT or happened.seat not in floor.added:
        return state
    return with_floor(state, replace(floor, added=tuple(seat for seat in floor.added if seat != happened.seat)))


def tell_roll_corrected(happened: RollCorrected, before: GameState, after: GameState) -> Iterator[Line]:
    """The roll decides who has a vote. A player who was put on and taken off again reads the last change."""
    player = who(before, happened.player)
    if happened.there:
        yield to_desks(say("{player} is assembled in the Court.", player=player))
        words = say("Court Control put you on the roll of those assembled.")
    else:
        yield to_desks(
            say(
                "{player} is not assembled in the Court, but stays seated there. "
                "If the tap that seated the player was wrong, undo it in the Journal.",
                player=player,
            )
            if happened.player in floor_of(before).added
            else say("{player} is not assembled in the Court.", player=player)
        )
        words = say("Court Control took you off the roll of those assembled.")
    yield to_seat(happened.player, ReportKind.PART, words, rule="R-80", about="roll")


def court_invalidations(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    """Refresh the floor for everybody. The views decide what each may see."""
    return (Invalidation(topic=TOPIC),)


def _roll_label(command: CorrectRoll, state: GameState) -> str:
    player = who(state, command.player)
    if command.there:
        return say("{player} on the roll of the Court, month {month}", player=player, month=command.month)
    return say("{player} off the roll of the Court, month {month}", player=player, month=command.month)


COMMANDS: Mapping[type, CommandHandler] = {
    CorrectRoll: CommandHandler(decide=decide_correct_roll, desks=COURT_DESK, label=_roll_label),
}
EVENTS: Mapping[type, EventHandler] = {
    RollCorrected: EventHandler(evolve=evolve_roll_corrected, tell=tell_roll_corrected, invalidations=court_invalidations)
}
