"""Import of a casting list: new players, names, marks, ranks and leaving players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from control.day.people.lookup import members
from control.day.people.presence import PlayerLeft, evolve_player_left
from control.day.roster.marks import (
    PersonMarked,
    clean_marks,
    evolve_marked,
    require_seat_in_play,
    roster_invalidations,
    seat_invalidations,
    with_seat,
)
from control.day.roster.substitutes import PersonReplaced, clean_name, evolve_replaced
from control.day.state import DaySeat, DayStage, DayState, PersonMarks, Presence, S
from control.day.words import plain_name, team_name
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.ids import SeatId, TeamId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.upcasting import renamed, stored_before


@stored_before(renamed("house", "team"))
class CastRow(Struct, frozen=True, kw_only=True):
    """One player of a casting list. `seat`: the player's seat, None for a new player."""

    seat: SeatId | None
    team: TeamId
    name: str
    rank: int
    marks: PersonMarks = field(default_factory=PersonMarks)


class SeenSeat(Struct, frozen=True, kw_only=True):
    """A seat as shown in the preview of an import."""

    seat: SeatId
    name: str
    rank: int
    marks: PersonMarks


class ImportCasting(Struct, frozen=True, kw_only=True):
    """Apply a casting list: new players, names, marks, leaving players, and, before the day, ranks.

    `saw`: all players as the preview showed them.
    `begun`: whether the day had begun at the preview.
    The whole import is stale if a team that it changes differs from the preview.
    """

    rows: tuple[CastRow, ...]
    leave: tuple[SeatId, ...]
    saw: tuple[SeenSeat, ...]
    begun: bool


@stored_before(renamed("house", "team"))
class PlayerCast(Struct, frozen=True, kw_only=True):
    """A new player of the casting list joined, marked as expected."""

    seat: SeatId
    team: TeamId
    name: str
    character: str
    rank: int
    marks: PersonMarks


@stored_before(renamed("house", "team"))
class RanksDealt(Struct, frozen=True, kw_only=True):
    """The ranks of a team were assigned before the day. `order`: seats from rank 1; `characters`: those of each rank."""

    team: TeamId
    order: tuple[SeatId, ...]
    characters: tuple[str, ...]


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_import(state: DayState, command: ImportCasting, asked: DecisionContext) -> tuple[object, ...]:
    begun = state.clock.stage is not DayStage.GATHERING
    if begun is not command.begun:
        raise Stale(say("The day has begun since this was shown. Choose the file again."), point="casting-before")
    known = {team.id: team for team in state.teams}
    for row in command.rows:
        seat = state.seats.get(row.seat) if row.seat else None
        if row.team not in known or (row.seat and (seat is None or seat.team != row.team)):
            raise Refused(state.frame.said("no-team-or-seat"), point="teams", code="unknown")
    if any(seat not in state.seats for seat in command.leave) or set(command.leave) & {row.seat for row in command.rows}:
        raise Refused(say("The list names somebody who is not in this event, or lets somebody stay and leave."), code="unknown")
    happened: list[object] = []
    for team in state.teams:
        rows = [row for row in command.rows if row.team == team.id]
        leave = [seat for seat in command.leave if state.seats[seat].team == team.id]
        named = [*(row.seat for row in rows if row.seat is not None), *leave]
        lost = any(state.seats[seat].presence is Presence.GONE for seat in named)
        found = [] if lost else _team_import(state, team.id, rows, leave, begun=begun)
        if lost or (found and _team_now(state, team.id) != _team_in_preview(state, team.id, command.saw)):
            raise Stale(state.frame.said("team-changed", team=team.name), point="casting")
        happened.extend(found)
    if not happened:
        raise Stale(say("The event is as this list says already."), point="casting")
    return tuple(happened)


def _team_import(state: DayState, team: TeamId, rows: Sequence[CastRow], leave: Sequence[SeatId], *, begun: bool) -> list[object]:
    """The events that change one team to the list: names and marks, new players, ranks, leaving players, in this order."""
    found: list[object] = []
    for row in rows:
        if row.seat is not None:
            found.extend(_update_seat(require_seat_in_play(state, row.seat), row))
    after = _fold_events(state, found)
    added: list[SeatId] = []
    for row in sorted((row for row in rows if row.seat is None), key=lambda row: row.rank):
        cast = _new_player(after, team, row)
        found.append(cast)
        added.append(cast.seat)
        after = EVOLVES[PlayerCast](after, cast)
    if not begun and rows:
        new = iter(added)
        listed = [(row.rank, row.seat or next(new)) for row in sorted(rows, key=lambda row: (row.rank, row.seat is not None))]
        dealt = _deal_ranks(after, team, listed)
        if dealt is not None:
            found.append(dealt)
            after = EVOLVES[RanksDealt](after, dealt)
    for seat in leave:
        gone = require_seat_in_play(after, seat)
        stay = [each for each in members(after, team) if each.id != seat]
        left = PlayerLeft(seat=seat, rank=gone.rank, heir=stay[0].id if stay else None)
        found.append(left)
        after = evolve_player_left(after, left)
    return found


def _update_seat(seat: DaySeat, row: CastRow) -> tuple[object, ...]:
    name, marks = clean_name(row.name), clean_marks(row.marks)
    if seat.name != name:
        return (PersonReplaced(seat=seat.id, before=seat.name, name=name, marks=marks, presence=seat.presence),)
    return (PersonMarked(seat=seat.id, before=seat.marks, after=marks),) if seat.marks != marks else ()


def _new_player(state: DayState, team: TeamId, row: CastRow) -> PlayerCast:
    number = next_number(state, team)
    name = clean_name(row.name)
    return PlayerCast(
        seat=SeatId(f"{team}-{number}"),
        team=team,
        name=name,
        character=state.character(team, number) or name,
        rank=len(members(state, team)) + 1,
        marks=clean_marks(row.marks),
    )


def _deal_ranks(state: DayState, team: TeamId, listed: Sequence[tuple[int, SeatId]]) -> RanksDealt | None:
    """Assign the listed ranks and put unlisted players into the gaps and behind; None if nothing changes."""
    now = [seat.id for seat in members(state, team)]
    named = {seat for _rank, seat in listed}
    staying = [seat for seat in now if seat not in named]
    order: list[SeatId] = []
    for rank, seat in listed:
        while len(order) + 1 < rank and staying:
            order.append(staying.pop(0))
        order.append(seat)
    order += staying
    # Characters belong to ranks, as at the setup of the event, so no character appears twice.
    characters = tuple(state.character(team, rank) or state.seats[seat].name for rank, seat in enumerate(order, start=1))
    if order == now:
        return None
    return RanksDealt(team=team, order=tuple(order), characters=characters)


def _fold_events(state: S, happened: Sequence[object]) -> S:
    for each in happened:
        state = EVOLVES[type(each)](state, each)
    return state


def _team_now(state: DayState, team: TeamId) -> tuple[SeenSeat, ...]:
    return tuple(seat_as_seen(seat) for seat in members(state, team))


def _team_in_preview(state: DayState, team: TeamId, saw: Sequence[SeenSeat]) -> tuple[SeenSeat, ...]:
    own = [each for each in saw if each.seat in state.seats and state.seats[each.seat].team == team]
    return tuple(sorted(own, key=lambda each: each.rank))


def seat_as_seen(seat: DaySeat) -> SeenSeat:
    """The parts of a seat that a preview compares."""
    return SeenSeat(seat=seat.id, name=seat.name, rank=seat.rank, marks=seat.marks)


def next_number(state: DayState, team: TeamId) -> int:
    """The number for the next seat of a team. Numbers are never reused."""
    return 1 + max((int(seat.id.rsplit("-", 1)[1]) for seat in state.seats.values() if seat.team == team), default=0)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_cast(state: S, happened: PlayerCast) -> S:
    cast = state.new_seat(
        seat=happened.seat, team=happened.team, name=happened.name, character=happened.character, rank=happened.rank
    )
    return with_seat(state, replace(cast, marks=happened.marks))


def evolve_ranks_dealt(state: S, happened: RanksDealt) -> S:
    dealt = {
        seat: replace(state.seats[seat], rank=rank, character=character)
        for rank, (seat, character) in enumerate(zip(happened.order, happened.characters, strict=True), start=1)
        if seat in state.seats
    }
    return replace(state, seats={**state.seats, **dealt})


EVOLVES: Mapping[type, Callable[[Any, Any], Any]] = {
    PersonMarked: evolve_marked,
    PersonReplaced: evolve_replaced,
    PlayerCast: evolve_cast,
    RanksDealt: evolve_ranks_dealt,
}  # folds that an import needs between its events


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_dealt(happened: RanksDealt, state: DayState) -> str:
    names = ", ".join(f"{rank} {state.seats[seat].name}" for rank, seat in enumerate(happened.order, 1) if seat in state.seats)
    return state.frame.said("ranks", team=team_name(state, happened.team), names=names)


def _dealt_invalidations(happened: RanksDealt, state: DayState) -> tuple[Invalidation, ...]:
    return roster_invalidations((happened.team,), happened.order)


def import_label(command: ImportCasting, state: DayState) -> str:
    """The journal's label: "Casting list: 3 new, 2 move, 1 leaves". A player with a new team or rank moves."""
    came = rows_of_movers(command, state)
    moved = len(came) + (0 if command.begun else sum(_has_new_rank(row, state) for row in command.rows))
    new, leave = sum(row.seat is None for row in command.rows) - len(came), len(command.leave) - len(came)
    said = [
        say_count("{count} new", "{count} new", new) if new else "",
        say_count("{count} moves", "{count} move", moved) if moved else "",
        say_count("{count} leaves", "{count} leave", leave) if leave else "",
    ]
    changes = ", ".join(each for each in said if each)
    return say("Casting list: {changes}", changes=changes) if changes else say("Casting list")


def rows_of_movers(command: ImportCasting, state: DayState) -> Mapping[SeatId, CastRow]:
    """New rows of players who only change their team, by the seat that each leaves."""
    free, found = [row for row in command.rows if row.seat is None], dict[SeatId, CastRow]()
    for seat in (state.seats[each] for each in command.leave if each in state.seats):
        row = next((row for row in free if row.team != seat.team and plain_name(row.name) == plain_name(seat.name)), None)
        if row is not None:
            found[seat.id] = row
            free.remove(row)
    return found


def _has_new_rank(row: CastRow, state: DayState) -> bool:
    return row.seat is not None and row.seat in state.seats and state.seats[row.seat].rank != row.rank


COMMANDS: Mapping[type, CommandHandler] = {
    ImportCasting: CommandHandler(decide=decide_import, desks=ORGANIZER_ONLY, label=import_label),
}


EVENTS: Mapping[type, EventHandler] = {
    PlayerCast: EventHandler(
        evolve=evolve_cast,
        tell=one_sentence(lambda e, s: s.frame.said("cast", name=e.name, team=team_name(s, e.team), rank=e.rank)),
        invalidations=seat_invalidations,
    ),
    RanksDealt: EventHandler(evolve=evolve_ranks_dealt, tell=tell_dealt, invalidations=_dealt_invalidations),
}
