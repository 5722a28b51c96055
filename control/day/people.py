"""Check-in, ranks, the choice of a room, late and leaving players (GE-EVT-02 to -07, -36, -40, R-03, R-04, R-16)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from rooms.realm.desks import Desk

from control.day.state import Presence, Stage
from control.engine.context import Asked
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import Act, Chapter, Command, Fact, Poke
from control.engine.refused import Refused, Stale
from control.engine.words import Spoken
from rooms.realm.game.state import Bar, GameState, Purse, Seat
from rooms.realm.scenario.ids import HouseId, Phase, Room

CHECK_IN = frozenset({Desk.CHECK_IN, Desk.CEREMONY})
ROOM_NAMES: Final[Mapping[Room, str]] = Spoken(
    {Room.WAR: later("the War Room"), Room.COURT: later("the Court"), Room.UNDERGROUND: later("the Underground")}
)
IN_ROOM: Final[Mapping[Room, str]] = Spoken(
    {
        Room.WAR: later("in the War Room"),
        Room.COURT: later("in the Court"),
        Room.UNDERGROUND: later("in the Underground"),
    }
)
TO_ROOM: Final[Mapping[Room, str]] = Spoken(
    {
        Room.WAR: later("to the War Room"),
        Room.COURT: later("to the Court"),
        Room.UNDERGROUND: later("to the Underground"),
    }
)
PRESENCE_WORDS: Final[Mapping[Presence, str]] = Spoken(
    {
        Presence.EXPECTED: later("expected"),
        Presence.PRESENT: later("present"),
        Presence.LATE: later("late"),
        Presence.ABSENT: later("absent"),
        Presence.GONE: later("gone"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    """Mark a player on the check-in list; `before` is the mark its sender saw."""

    seat: SeatId
    before: Presence
    presence: Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer:
    """A player who is on no list takes the lowest rank of a House (R-03)."""

    house: HouseId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveForGood:
    """A player leaves: those below move up, the purse goes to the House's new rank 1 (R-03)."""

    seat: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseRoom:
    """A player's choice of room, and of the table in the Underground, for month `month` (GE-EVT-36)."""

    seat: SeatId
    month: int
    room: Room
    table: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInRoom:
    """Control seats a player in a room, also during Action (R-16)."""

    player: SeatId
    month: int
    room: Room
    table: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedIn:
    seat: SeatId
    before: Presence
    presence: Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAdded:
    seat: SeatId
    house: HouseId
    name: str
    character: str
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft:
    """`heir` is the House's new rank 1, None when nobody is left."""

    seat: SeatId
    rank: int
    heir: SeatId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomChosen:
    seat: SeatId
    month: int
    room: Room
    table: str
    by_control: bool


# --- questions ----------------------------------------------------------------------------------------------------------


def choice_of(state: GameState, seat: Seat) -> Room | None:
    """The room a player chose for the current month, None when none yet."""
    return seat.choice if seat.choice_month == state.clock.month else None


def here_in_room(state: GameState, seat: Seat, room: Room) -> bool:
    """Is this player checked in and in that room this month?"""
    return seat.here and choice_of(state, seat) is room


def present_in(state: GameState, room: Room) -> tuple[Seat, ...]:
    """Who is in a room this month, in the Houses' order and by rank."""
    there: dict[HouseId, list[Seat]] = {house.id: [] for house in state.scenario.houses}
    for seat in state.seats.values():
        if here_in_room(state, seat, room):
            there[seat.house].append(seat)
    return tuple(seat for house in there.values() for seat in sorted(house, key=attrgetter("rank")))


def members(state: GameState, house: HouseId) -> tuple[Seat, ...]:
    """The players of a House who have not left, by rank."""
    stayed = [seat for seat in state.seats.values() if seat.house == house and seat.presence is not Presence.GONE]
    return tuple(sorted(stayed, key=lambda seat: seat.rank))


def choice_open(state: GameState) -> bool:
    """May players still choose their room? From Ceremony until Movement ends (GE-EVT-36, R-16)."""
    return state.clock.stage is Stage.PLAYING and state.clock.phase in (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)


def barred(state: GameState, seat: Seat, room: Room, table: str = "") -> Bar | None:
    """What bars this player from a room or table this month, None when nothing does (R-04)."""
    month = state.clock.month
    for bar in seat.bars:
        if bar.room is room and (not bar.table or bar.table == table) and (bar.until is None or bar.until >= month):
            return bar
    return None


def tables_for(state: GameState, seat: Seat) -> tuple[str, ...]:
    """The Underground tables a player may sit at: the House's own province's, any for a Sovereign (GE-UND-62, GE-SOV-30)."""
    if state.throne.holder == seat.id:
        return tuple(province.id for province in state.scenario.provinces)
    return (next(house.province for house in state.scenario.houses if house.id == seat.house),)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_check_in(state: GameState, command: CheckIn, asked: Asked) -> tuple[CheckedIn, ...]:
    seat = _seat(state, command.seat)
    if Presence.GONE in (seat.presence, command.presence):
        raise Refused(say("{name} has left for good; add the player anew.", name=seat.name), rule="R-03")
    if seat.presence is not command.before:
        raise Stale(say("{name} has been marked {mark} meanwhile.", name=seat.name, mark=PRESENCE_WORDS[seat.presence]))
    if seat.presence is command.presence:
        raise Stale(say("{name} is marked {mark} already.", name=seat.name, mark=PRESENCE_WORDS[seat.presence]))
    return (CheckedIn(seat=seat.id, before=seat.presence, presence=command.presence),)


def decide_add_player(state: GameState, command: AddPlayer, asked: Asked) -> tuple[object, ...]:
    house = next((each for each in state.scenario.houses if each.id == command.house), None)
    if house is None:
        raise Refused(say("No such House in this scenario."), rule="GE-EVT-02", code="unknown")
    name = " ".join(command.name.split())
    if not 1 <= len(name) <= 60:
        raise Refused(say("A name has 1 to 60 characters."), rule="GE-EVT-03")
    number = 1 + max((int(seat.id.rsplit("-", 1)[1]) for seat in state.seats.values() if seat.house == house.id), default=0)
    known = len(house.characters) + len(house.reserves) >= number
    people = (*house.characters, *house.reserves)
    added = PlayerAdded(
        seat=SeatId(f"{house.id}-{number}"),
        house=house.id,
        name=name,
        character=people[number - 1].name if known else name,
        rank=len(members(state, house.id)) + 1,
    )
    return (added,)


def decide_leave(state: GameState, command: LeaveForGood, asked: Asked) -> tuple[PlayerLeft, ...]:
    seat = _seat(state, command.seat)
    if seat.presence is Presence.GONE:
        raise Stale(say("{name} has left already.", name=seat.name), rule="R-03")
    stay = [each for each in members(state, seat.house) if each.id != seat.id]
    return (PlayerLeft(seat=seat.id, rank=seat.rank, heir=stay[0].id if stay else None),)


def decide_choose(state: GameState, command: ChooseRoom, asked: Asked) -> tuple[RoomChosen, ...]:
    seat = _seat(state, command.seat)
    if state.clock.month != command.month:
        now = state.clock.month
        raise Stale(say("That choice was for month {month}; it is month {now} now.", month=command.month, now=now), rule="R-16")
    if not choice_open(state):
        raise Refused(say("Rooms are chosen until Movement ends; ask Control to be seated."), rule="R-16", code="closed")
    if not seat.here:
        raise Refused(say("Check in first at the check-in desk."), rule="GE-EVT-03")
    return (_chosen(state, seat, command.room, command.table, by_control=False),)


def decide_seat_in_room(state: GameState, command: SeatInRoom, asked: Asked) -> tuple[RoomChosen, ...]:
    seat = _seat(state, command.player)
    if state.clock.stage is not Stage.PLAYING or state.clock.month != command.month:
        raise Stale(say("Month {month} is not running.", month=command.month), rule="R-16")
    if not seat.here:
        raise Refused(say("{name} is not checked in.", name=seat.name), rule="GE-EVT-03")
    return (_chosen(state, seat, command.room, command.table, by_control=True),)


def _chosen(state: GameState, seat: Seat, room: Room, table: str, *, by_control: bool) -> RoomChosen:
    tables = tables_for(state, seat)
    at = (table or tables[0]) if room is Room.UNDERGROUND else ""
    if at and at not in tables and not by_control:
        raise Refused(say("You may sit at the table of your own province only."), rule="GE-UND-62")
    if at and at not in {province.id for province in state.scenario.provinces}:
        raise Refused(say("There is no such table."), rule="GE-UND-61", code="unknown")
    bar = barred(state, seat, room, at)
    if bar is not None:
        kept_out = say("{name} may not go {to_room} this month: {why}.", name=seat.name, to_room=TO_ROOM[room], why=bar.why)
        raise Refused(kept_out, rule=bar.rule)
    if choice_of(state, seat) is room and seat.table == at:
        raise Stale(say("That is the choice already."))
    return RoomChosen(seat=seat.id, month=state.clock.month, room=room, table=at, by_control=by_control)


def _seat(state: GameState, seat: SeatId) -> Seat:
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def _with_seat(state: GameState, seat: Seat) -> GameState:
    return replace(state, seats={**state.seats, seat.id: seat})


def evolve_checked_in(state: GameState, happened: CheckedIn) -> GameState:
    return _with_seat(state, replace(state.seats[happened.seat], presence=happened.presence))


def evolve_player_added(state: GameState, happened: PlayerAdded) -> GameState:
    added = Seat(
        id=happened.seat,
        house=happened.house,
        name=happened.name,
        character=happened.character,
        rank=happened.rank,
        presence=Presence.PRESENT,
    )
    return _with_seat(state, added)


def evolve_player_left(state: GameState, happened: PlayerLeft) -> GameState:
    gone = state.seats[happened.seat]
    seats = dict(state.seats)
    for seat in members(state, gone.house):
        if seat.rank > gone.rank:
            seats[seat.id] = replace(seat, rank=seat.rank - 1)
    seats[gone.id] = replace(gone, presence=Presence.GONE, purse=Purse(), rank=0)
    if happened.heir is not None:
        heir = seats[happened.heir]
        joined = Purse(power=heir.purse.power + gone.purse.power, favors=(*heir.purse.favors, *gone.purse.favors))
        seats[heir.id] = replace(heir, purse=joined)
    return replace(state, seats=seats)


def evolve_room_chosen(state: GameState, happened: RoomChosen) -> GameState:
    seat = state.seats[happened.seat]
    chosen = replace(seat, choice=happened.room, table=happened.table, choice_month=happened.month)
    return _with_seat(state, chosen)


def broken_people(state: GameState) -> tuple[str, ...]:
    """Ranks of every House are 1 to n, each once (R-03, GE-EVT-06)."""
    found = []
    for house in state.scenario.houses:
        ranks = [seat.rank for seat in members(state, house.id)]
        if ranks != list(range(1, len(ranks) + 1)):
            found.append(say("The ranks of {house} are {ranks}.", house=house.name, ranks=ranks))
    return tuple(found)


def legal_people(state: GameState, seat: SeatId) -> tuple[Command, ...]:
    """The rooms a player may still choose this month."""
    player = state.seats[seat]
    if not choice_open(state) or not player.here:
        return ()
    return tuple(
        ChooseRoom(seat=seat, month=state.clock.month, room=room)
        for room in Room
        if choice_of(state, player) is not room and barred(state, player, room, tables_for(state, player)[0]) is None
    )


# --- words --------------------------------------------------------------------------------------------------------------


def _name(state: GameState, seat: SeatId) -> str:
    found = state.seats[seat]
    house = next(each.name for each in state.scenario.houses if each.id == found.house)
    return f"{found.name} ({house})"


def explain_chosen(happened: RoomChosen, state: GameState) -> str:
    player, month = _name(state, happened.seat), happened.month
    if happened.by_control:
        return say("{player} is seated {in_room}, month {month}.", player=player, in_room=IN_ROOM[happened.room], month=month)
    return say("{player} goes {to_room}, month {month}.", player=player, to_room=TO_ROOM[happened.room], month=month)


def _people_pokes(happened: CheckedIn | RoomChosen | PlayerAdded | PlayerLeft, state: GameState) -> tuple[Poke, ...]:
    house = state.seats[happened.seat].house
    return (
        Poke(topic="people", to="staff"),
        Poke(topic="strip", to=f"seat:{happened.seat}"),
        Poke(topic="house", to=f"house:{house}"),
    )


def _house_pokes(happened: PlayerAdded | PlayerLeft, state: GameState) -> tuple[Poke, ...]:
    house = state.seats[happened.seat].house
    strips = tuple(Poke(topic="strip", to=f"seat:{seat.id}") for seat in members(state, house))
    return (*_people_pokes(happened, state), *strips)


PEOPLE = Chapter(
    name="people",
    acts={
        CheckIn: Act(
            decide=decide_check_in,
            desks=CHECK_IN,
            label=lambda c, s: (
                say("{player} {mark}", player=_name(s, c.seat), mark=PRESENCE_WORDS[c.presence])
                if c.seat in s.seats
                else say("Check-in")
            ),
        ),
        AddPlayer: Act(
            decide=decide_add_player, desks=CHECK_IN, label=lambda c, s: say("New player {name}", name=c.name.strip()[:60])
        ),
        LeaveForGood: Act(
            decide=decide_leave,
            desks=CHECK_IN,
            label=lambda c, s: say("{player} leaves", player=_name(s, c.seat)) if c.seat in s.seats else say("Leaving"),
        ),
        ChooseRoom: Act(
            decide=decide_choose,
            player=True,
            label=lambda c, s: say("Room of {player}, month {month}", player=_name(s, c.seat), month=c.month),
        ),
        SeatInRoom: Act(
            decide=decide_seat_in_room,
            desks=frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CHECK_IN}),
            label=lambda c, s: f"{_name(s, c.player)} {TO_ROOM[c.room]}" if c.player in s.seats else say("Seating"),
        ),
    },
    facts={
        CheckedIn: Fact(
            evolve=evolve_checked_in,
            explain=lambda e, s: say(
                "{player} is {mark} (was {before}).",
                player=_name(s, e.seat),
                mark=PRESENCE_WORDS[e.presence],
                before=PRESENCE_WORDS[e.before],
            ),
            pokes=_people_pokes,
        ),
        PlayerAdded: Fact(
            evolve=evolve_player_added,
            explain=lambda e, s: say("{name} joins as rank {rank}.", name=e.name, rank=e.rank),
            pokes=_people_pokes,
        ),
        PlayerLeft: Fact(
            evolve=evolve_player_left,
            explain=lambda e, s: say("{player} leaves for good; those below move up.", player=_name(s, e.seat)),
            pokes=_house_pokes,
        ),
        RoomChosen: Fact(
            evolve=evolve_room_chosen,
            explain=explain_chosen,
            pokes=_people_pokes,
        ),
    },
    broken=broken_people,
    legal=legal_people,
)
