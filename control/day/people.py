"""Check-in, ranks, the choice of a room, late and leaving players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from control.day.amiss import broken_amiss, of_players, teams_of
from control.day.state import Barred, DayState, Peopled, Presence, S, Seat, SeatT, Stage
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.frame import Frame
from control.engine.ids import DeskId, RoomId, SeatId, TeamId
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.refused import Refused, Stale
from control.engine.upcasting import renamed, stored_before
from control.engine.words import Spoken

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


@stored_before(renamed("house", "team"))
@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer:
    """A player who is on no list takes the lowest rank of a team."""

    team: TeamId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveForGood:
    """A player leaves for good: those below move up."""

    seat: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseRoom:
    """A player's choice of room, and of the table where it has several, for month `month`."""

    seat: SeatId
    month: int
    room: RoomId
    table: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInRoom:
    """Control seats a player in a room, also when players may not choose any more."""

    player: SeatId
    month: int
    room: RoomId
    table: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedIn:
    seat: SeatId
    before: Presence
    presence: Presence


@stored_before(renamed("house", "team"))
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerAdded:
    seat: SeatId
    team: TeamId
    name: str
    character: str
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLeft:
    """`heir` is the team's new rank 1, None when nobody is left."""

    seat: SeatId
    rank: int
    heir: SeatId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomChosen:
    seat: SeatId
    month: int
    room: RoomId
    table: str
    by_control: bool


# --- questions ----------------------------------------------------------------------------------------------------------


def choice_of(state: Peopled[Seat], seat: Seat) -> RoomId | None:
    """The room a player chose for the current month, None when none yet."""
    return seat.choice if seat.choice_month == state.clock.month else None


def here_in_room(state: Peopled[Seat], seat: Seat, room: RoomId) -> bool:
    """Is this player checked in and in that room this month?"""
    return seat.here and choice_of(state, seat) == room


def present_in(state: Peopled[SeatT], room: RoomId) -> tuple[SeatT, ...]:
    """Who is in a room this month, in the teams' order and by rank."""
    there: dict[TeamId, list[SeatT]] = {team.id: [] for team in state.teams}
    for seat in state.seats.values():
        if here_in_room(state, seat, room):
            there[seat.team].append(seat)
    return tuple(seat for team in there.values() for seat in sorted(team, key=attrgetter("rank")))


def members(state: Peopled[SeatT], team: TeamId) -> tuple[SeatT, ...]:
    """The players of a team who have not left, by rank."""
    stayed = [seat for seat in state.seats.values() if seat.team == team and seat.presence is not Presence.GONE]
    return tuple(sorted(stayed, key=lambda seat: seat.rank))


def choice_open(state: DayState) -> bool:
    """May players still choose their room? The phases for it stand in the game's frame."""
    phase = state.clock.phase
    return state.clock.stage is Stage.PLAYING and phase is not None and state.frame.phase(phase).choice


def barred(state: DayState, seat: Seat, room: RoomId, table: str = "") -> Barred | None:
    """What bars this player from a room or table this month, None when nothing does."""
    return state.bar(seat, room, table)


def usual_table(state: DayState, seat: Seat, room: RoomId) -> str:
    """The table that a player sits at when none is named; empty in a room that has none."""
    return next(iter(state.tables_for(seat, room)), "")


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_check_in(state: DayState, command: CheckIn, asked: DecisionContext) -> tuple[CheckedIn, ...]:
    seat = _seat(state, command.seat)
    if Presence.GONE in (seat.presence, command.presence):
        raise Refused(say("{name} has left for good; add the player anew.", name=seat.name), point="leaving")
    if seat.presence is not command.before:
        raise Stale(say("{name} has been marked {mark} meanwhile.", name=seat.name, mark=PRESENCE_WORDS[seat.presence]))
    if seat.presence is command.presence:
        raise Stale(say("{name} is marked {mark} already.", name=seat.name, mark=PRESENCE_WORDS[seat.presence]))
    return (CheckedIn(seat=seat.id, before=seat.presence, presence=command.presence),)


def decide_add_player(state: DayState, command: AddPlayer, asked: DecisionContext) -> tuple[object, ...]:
    team = next((each for each in state.teams if each.id == command.team), None)
    if team is None:
        raise Refused(state.frame.said("no-team"), point="casting", code="unknown")
    name = " ".join(command.name.split())
    if not 1 <= len(name) <= 60:
        raise Refused(say("A name has 1 to 60 characters."), point="checked-in")
    number = 1 + max((int(seat.id.rsplit("-", 1)[1]) for seat in state.seats.values() if seat.team == team.id), default=0)
    added = PlayerAdded(
        seat=SeatId(f"{team.id}-{number}"),
        team=team.id,
        name=name,
        character=state.character(team.id, number) or name,
        rank=len(members(state, team.id)) + 1,
    )
    return (added,)


def decide_leave(state: DayState, command: LeaveForGood, asked: DecisionContext) -> tuple[PlayerLeft, ...]:
    seat = _seat(state, command.seat)
    if seat.presence is Presence.GONE:
        raise Stale(say("{name} has left already.", name=seat.name), point="leaving")
    stay = [each for each in members(state, seat.team) if each.id != seat.id]
    return (PlayerLeft(seat=seat.id, rank=seat.rank, heir=stay[0].id if stay else None),)


def decide_choose(state: DayState, command: ChooseRoom, asked: DecisionContext) -> tuple[RoomChosen, ...]:
    seat = _seat(state, command.seat)
    if state.clock.month != command.month:
        now = state.clock.month
        raise Stale(
            say("That choice was for month {month}; it is month {now} now.", month=command.month, now=now), point="choosing"
        )
    if not choice_open(state):
        raise Refused(say("Rooms are chosen until Movement ends; ask Control to be seated."), point="choosing", code="closed")
    if not seat.here:
        raise Refused(say("Check in first at the check-in desk."), point="checked-in")
    return (_chosen(state, seat, command.room, command.table, by_control=False),)


def decide_seat_in_room(state: DayState, command: SeatInRoom, asked: DecisionContext) -> tuple[RoomChosen, ...]:
    seat = _seat(state, command.player)
    if state.clock.stage is not Stage.PLAYING or state.clock.month != command.month:
        raise Stale(say("Month {month} is not running.", month=command.month), point="choosing")
    if not seat.here:
        raise Refused(say("{name} is not checked in.", name=seat.name), point="checked-in")
    return (_chosen(state, seat, command.room, command.table, by_control=True),)


def _chosen(state: DayState, seat: Seat, room: RoomId, table: str, *, by_control: bool) -> RoomChosen:
    if room not in state.frame.room_ids:
        raise Refused(say("There is no such room; choose one from the list."), code="unknown")
    tables = state.tables_for(seat, room)
    at = (table or tables[0]) if tables else ""
    if at and at not in tables and not by_control:
        raise Refused(state.frame.said("own-table"), point="own-table")
    if at and at not in state.tables_of(room):
        raise Refused(say("There is no such table."), point="tables", code="unknown")
    bar = barred(state, seat, room, at)
    if bar is not None:
        to_room = say(state.frame.room(room).towards)
        kept_out = say("{name} may not go {to_room} this month: {why}.", name=seat.name, to_room=to_room, why=bar.why)
        raise Refused(kept_out, rule=bar.rule)
    if choice_of(state, seat) == room and seat.table == at:
        raise Stale(say("That is the choice already."))
    return RoomChosen(seat=seat.id, month=state.clock.month, room=room, table=at, by_control=by_control)


def _seat(state: DayState, seat: SeatId) -> Seat:
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def _with_seat(state: S, seat: Seat) -> S:
    return replace(state, seats={**state.seats, seat.id: seat})


@of_players("seat")
def evolve_checked_in(state: S, happened: CheckedIn) -> S:
    return _with_seat(state, replace(state.seats[happened.seat], presence=happened.presence))


def evolve_player_added(state: S, happened: PlayerAdded) -> S:
    added = state.new_seat(
        seat=happened.seat, team=happened.team, name=happened.name, character=happened.character, rank=happened.rank
    )
    return _with_seat(state, replace(added, presence=Presence.PRESENT))


@of_players("seat", "heir")
def evolve_player_left(state: S, happened: PlayerLeft) -> S:
    gone = state.seats[happened.seat]
    seats = dict(state.seats)
    for seat in members(state, gone.team):
        if seat.rank > gone.rank:
            seats[seat.id] = replace(seat, rank=seat.rank - 1)
    seats[gone.id] = replace(gone, presence=Presence.GONE, rank=0)
    return replace(state, seats=seats)


@of_players("seat")
def evolve_room_chosen(state: S, happened: RoomChosen) -> S:
    seat = state.seats[happened.seat]
    chosen = replace(seat, choice=happened.room, table=happened.table, choice_month=happened.month)
    return _with_seat(state, chosen)


def broken_people(state: DayState) -> tuple[str, ...]:
    """Ranks of every team are 1 to n, each once, and nothing happened to anybody who is not there."""
    found = []
    for team in state.teams:
        ranks = [seat.rank for seat in members(state, team.id)]
        if ranks != list(range(1, len(ranks) + 1)):
            found.append(say("The ranks of {team} are {ranks}.", team=team.name, ranks=ranks))
    return (*found, *broken_amiss(state))


# --- words --------------------------------------------------------------------------------------------------------------


def check_in(frame: Frame) -> frozenset[DeskId]:
    """The desks that look after people."""
    return frame.check_in


def _rooms_and_check_in(frame: Frame) -> frozenset[DeskId]:
    return frame.room_desks | frame.check_in_only


def explain_chosen(happened: RoomChosen, state: DayState) -> str:
    player, month = who(state, happened.seat), happened.month
    if happened.by_control:
        return say(
            "{player} is seated {in_room}, month {month}.",
            player=player,
            in_room=say(state.frame.room(happened.room).inside),
            month=month,
        )
    return say(
        "{player} goes {to_room}, month {month}.", player=player, to_room=say(state.frame.room(happened.room).towards), month=month
    )


def _towards(state: DayState, room: RoomId) -> str:
    return say(state.frame.room(room).towards) if room in state.frame.room_ids else room


def _people_pokes(happened: CheckedIn | RoomChosen | PlayerAdded | PlayerLeft, state: DayState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="people", to="staff"),
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{team}") for team in teams_of(state, happened.seat)),
    )


def _team_pokes(happened: PlayerAdded | PlayerLeft, state: DayState) -> tuple[Invalidation, ...]:
    teams = teams_of(state, happened.seat)
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat.id}") for team in teams for seat in members(state, team))
    return (*_people_pokes(happened, state), *strips)


PEOPLE = Module(
    name="people",
    about=later("People"),
    acts={
        CheckIn: CommandHandler(
            decide=decide_check_in,
            desks=check_in,
            label=lambda c, s: (
                say("{player} {mark}", player=who(s, c.seat), mark=PRESENCE_WORDS[c.presence])
                if c.seat in s.seats
                else say("Check-in")
            ),
        ),
        AddPlayer: CommandHandler(
            decide=decide_add_player, desks=check_in, label=lambda c, s: say("New player {name}", name=c.name.strip()[:60])
        ),
        LeaveForGood: CommandHandler(
            decide=decide_leave,
            desks=check_in,
            label=lambda c, s: say("{player} leaves", player=who(s, c.seat)) if c.seat in s.seats else say("Leaving"),
        ),
        ChooseRoom: CommandHandler(
            decide=decide_choose,
            player=True,
            label=lambda c, s: say("Room of {player}, month {month}", player=who(s, c.seat), month=c.month),
        ),
        SeatInRoom: CommandHandler(
            decide=decide_seat_in_room,
            desks=_rooms_and_check_in,
            label=lambda c, s: f"{who(s, c.player)} {_towards(s, c.room)}" if c.player in s.seats else say("Seating"),
        ),
    },
    facts={
        CheckedIn: EventHandler(
            evolve=evolve_checked_in,
            explain=lambda e, s: say(
                "{player} is {mark} (was {before}).",
                player=who(s, e.seat),
                mark=PRESENCE_WORDS[e.presence],
                before=PRESENCE_WORDS[e.before],
            ),
            pokes=_people_pokes,
        ),
        PlayerAdded: EventHandler(
            evolve=evolve_player_added,
            explain=lambda e, s: say("{name} joins as rank {rank}.", name=e.name, rank=e.rank),
            pokes=_people_pokes,
        ),
        PlayerLeft: EventHandler(
            evolve=evolve_player_left,
            explain=lambda e, s: say("{player} leaves for good; those below move up.", player=who(s, e.seat)),
            pokes=_team_pokes,
        ),
        RoomChosen: EventHandler(
            evolve=evolve_room_chosen,
            explain=explain_chosen,
            pokes=_people_pokes,
        ),
    },
    broken=broken_people,
)
