"""Presence of players: check in, add, leave for good."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.people.lookup import members, people_invalidations, seat_of, team_invalidations, with_seat
from control.day.state import DayState, Presence, S
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.frame import Frame
from control.engine.ids import DeskId, SeatId, TeamId
from control.engine.language import Spoken, later, say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line
from control.engine.upcasting import renamed, stored_before

# === presence ===========================================================================================================


PRESENCE_WORDS: Final[Mapping[Presence, str]] = Spoken(
    {
        Presence.EXPECTED: later("expected"),
        Presence.PRESENT: later("present"),
        Presence.LATE: later("late"),
        Presence.ABSENT: later("absent"),
        Presence.GONE: later("gone"),
    }
)


class CheckIn(Struct, frozen=True, kw_only=True):
    """Mark a player on the check-in list. `before`: the mark that the sender saw."""

    seat: SeatId
    before: Presence
    presence: Presence


@stored_before(renamed("house", "team"))
class AddPlayer(Struct, frozen=True, kw_only=True):
    """Add a player who is not on the list, at the lowest rank of a team."""

    team: TeamId
    name: str


class LeaveForGood(Struct, frozen=True, kw_only=True):
    """Let a player leave for good; lower ranks of the team move up."""

    seat: SeatId


class CheckedIn(Struct, frozen=True, kw_only=True):
    seat: SeatId
    before: Presence
    presence: Presence


@stored_before(renamed("house", "team"))
class PlayerAdded(Struct, frozen=True, kw_only=True):
    seat: SeatId
    team: TeamId
    name: str
    character: str
    rank: int


class PlayerLeft(Struct, frozen=True, kw_only=True):
    """A player left for good. `heir`: the team's new rank 1, None when nobody is left."""

    seat: SeatId
    rank: int
    heir: SeatId | None


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_check_in(state: DayState, command: CheckIn, asked: DecisionContext) -> tuple[CheckedIn, ...]:
    seat = seat_of(state, command.seat)
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
    name = one_line(command.name)
    if not 1 <= len(name) <= 60:
        raise Refused(say("A name has 1 to 60 characters."), point="checked-in")
    number = 1 + max((int(seat.id.rsplit("-", 1)[1]) for seat in state.seats.values() if seat.team == team.id), default=0)
    added = PlayerAdded(
        seat=SeatId(f"{team.id}-{number}"),
        team=team.id,
        name=name,
        character=state.new_character(team.id) or name,
        rank=len(members(state, team.id)) + 1,
    )
    return (added,)


def decide_leave(state: DayState, command: LeaveForGood, asked: DecisionContext) -> tuple[PlayerLeft, ...]:
    seat = seat_of(state, command.seat)
    if seat.presence is Presence.GONE:
        raise Stale(say("{name} has left already.", name=seat.name), point="leaving")
    stay = [each for each in members(state, seat.team) if each.id != seat.id]
    return (PlayerLeft(seat=seat.id, rank=seat.rank, heir=stay[0].id if stay else None),)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_checked_in(state: S, happened: CheckedIn) -> S:
    return with_seat(state, replace(state.seats[happened.seat], presence=happened.presence))


def evolve_player_added(state: S, happened: PlayerAdded) -> S:
    added = state.new_seat(
        seat=happened.seat, team=happened.team, name=happened.name, character=happened.character, rank=happened.rank
    )
    return with_seat(state, replace(added, presence=Presence.PRESENT))


@requires_players("seat", "heir")
def evolve_player_left(state: S, happened: PlayerLeft) -> S:
    gone = state.seats[happened.seat]
    seats = dict(state.seats)
    for seat in members(state, gone.team):
        if seat.rank > gone.rank:
            seats[seat.id] = replace(seat, rank=seat.rank - 1)
    seats[gone.id] = replace(gone, presence=Presence.GONE, rank=0)
    return replace(state, seats=seats)


# --- words --------------------------------------------------------------------------------------------------------------


def check_in(frame: Frame) -> frozenset[DeskId]:
    """The desks that manage players."""
    return frame.check_in


def rooms_and_check_in(frame: Frame) -> frozenset[DeskId]:
    return frame.room_desks | frame.check_in_only


COMMANDS: Mapping[type, CommandHandler] = {
    CheckIn: CommandHandler(
        decide=decide_check_in,
        desks=check_in,
        label=lambda c, s: (
            say("{player} {mark}", player=who(s, c.seat), mark=PRESENCE_WORDS[c.presence]) if c.seat in s.seats else say("Check-in")
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
}


@one_sentence
def tell_checked_in(happened: CheckedIn, state: DayState) -> str:
    mark, was = PRESENCE_WORDS[happened.presence], PRESENCE_WORDS[happened.before]
    return say("{player} is {mark} (was {before}).", player=who(state, happened.seat), mark=mark, before=was)


EVENTS: Mapping[type, EventHandler] = {
    CheckedIn: EventHandler(evolve=evolve_checked_in, tell=tell_checked_in, invalidations=people_invalidations),
    PlayerAdded: EventHandler(
        evolve=evolve_player_added,
        tell=one_sentence(lambda e, s: say("{name} joins as rank {rank}.", name=e.name, rank=e.rank)),
        invalidations=people_invalidations,
    ),
    PlayerLeft: EventHandler(
        evolve=evolve_player_left,
        tell=one_sentence(lambda e, s: say("{player} leaves for good; those below move up.", player=who(s, e.seat))),
        invalidations=team_invalidations,
    ),
}
