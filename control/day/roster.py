"""Who plays whom: the casting list, substitutes, two who change places, marks of the team on a player .

A seat is the character: its rank, and all that a game gives it, stay with it whoever plays it. The person brings a name and marks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from control.day.amiss import of_players, teams_of
from control.day.people import PlayerLeft, check_in, evolve_player_left, members
from control.day.state import DayState, Marks, Presence, S, Seat, Stage
from control.day.words import team_name, who
from control.engine.context import ORGANIZER_ONLY, DecisionContext
from control.engine.ids import SeatId, TeamId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.refused import Refused, Stale
from control.engine.upcasting import renamed, stored_before

LONGEST_NAME = 60
LONGEST_NOTE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkPerson:
    """Mark a player as a first-timer or as one without a phone, with a note for the team; `before` is what its sender saw."""

    seat: SeatId
    before: Marks
    after: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """Somebody else plays a character from now on, and is here; `before` is the name its sender saw."""

    seat: SeatId
    before: str
    name: str
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapSeats:
    """Two persons change places; the names are those its sender saw."""

    one: SeatId
    one_name: str
    other: SeatId
    other_name: str


@stored_before(renamed("house", "team"))
@dataclass(frozen=True, slots=True, kw_only=True)
class CastRow:
    """One player of a casting list: the seat it means, None for a new player."""

    seat: SeatId | None
    team: TeamId
    name: str
    rank: int
    marks: Marks = field(default_factory=Marks)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenSeat:
    """A seat as the preview of an import saw it."""

    seat: SeatId
    name: str
    rank: int
    marks: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportCasting:
    """Make the event as a casting list says: new players, names, marks, before the day ranks, and who leaves.

    `saw` are all players as the preview saw them, `begun` whether the day had begun. It is refused as a whole when a team that it
    changes is not as it was seen, so that what happens is what the preview showed.
    """

    rows: tuple[CastRow, ...]
    leave: tuple[SeatId, ...]
    saw: tuple[SeenSeat, ...]
    begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonMarked:
    seat: SeatId
    before: Marks
    after: Marks


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonReplaced:
    """A seat has another name on it: somebody else's, or the same person's written rightly."""

    seat: SeatId
    before: str
    name: str
    marks: Marks
    presence: Presence


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsSwapped:
    one: SeatId
    other: SeatId


@stored_before(renamed("house", "team"))
@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerCast:
    """A new player of the casting list, who is expected."""

    seat: SeatId
    team: TeamId
    name: str
    character: str
    rank: int
    marks: Marks


@stored_before(renamed("house", "team"))
@dataclass(frozen=True, slots=True, kw_only=True)
class RanksDealt:
    """The ranks of a team before the day, from the first to the last, and the characters that go with them."""

    team: TeamId
    order: tuple[SeatId, ...]
    characters: tuple[str, ...]


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_mark(state: DayState, command: MarkPerson, asked: DecisionContext) -> tuple[PersonMarked, ...]:
    seat = _stayed(state, command.seat)
    after = clean_marks(command.after)
    if seat.marks == after:
        raise Stale(say("{name} is marked so already.", name=seat.name))
    if seat.marks != command.before:
        raise Stale(say("Somebody has changed the marks of {name} meanwhile; look again.", name=seat.name))
    return (PersonMarked(seat=seat.id, before=seat.marks, after=after),)


def decide_substitute(state: DayState, command: Substitute, asked: DecisionContext) -> tuple[PersonReplaced, ...]:
    seat = _stayed(state, command.seat)
    name = clean_name(command.name)
    if seat.name == name:
        raise Stale(say("{name} plays {character} already.", name=name, character=seat.character), point="casting")
    if seat.name != command.before:
        now = say("{name} plays {character} by now, not {before}.", name=seat.name, character=seat.character, before=command.before)
        raise Stale(now, point="casting")
    marks = clean_marks(command.marks)
    return (PersonReplaced(seat=seat.id, before=seat.name, name=name, marks=marks, presence=Presence.PRESENT),)


def decide_swap(state: DayState, command: SwapSeats, asked: DecisionContext) -> tuple[SeatsSwapped, ...]:
    one, other = _stayed(state, command.one), _stayed(state, command.other)
    if one.id == other.id:
        raise Refused(say("Choose two different players."), point="casting")
    if (one.name, other.name) != (command.one_name, command.other_name):
        raise Stale(say("Somebody else plays one of the two by now; look again."), point="casting")
    return (SeatsSwapped(one=one.id, other=other.id),)


def decide_import(state: DayState, command: ImportCasting, asked: DecisionContext) -> tuple[object, ...]:
    begun = state.clock.stage is not Stage.GATHERING
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
        if lost or (found and _seen(state, team.id) != _saw(state, team.id, command.saw)):
            raise Stale(state.frame.said("team-changed", team=team.name), point="casting")
        happened.extend(found)
    if not happened:
        raise Stale(say("The event is as this list says already."), point="casting")
    return tuple(happened)


def _team_import(state: DayState, team: TeamId, rows: Sequence[CastRow], leave: Sequence[SeatId], *, begun: bool) -> list[object]:
    """What makes one team as the list says: names and marks, then new players, then ranks, then who leaves."""
    found: list[object] = []
    for row in rows:
        if row.seat is not None:
            found.extend(_brought_up_to_date(_stayed(state, row.seat), row))
    after = _folded(state, found)
    added: list[SeatId] = []
    for row in sorted((row for row in rows if row.seat is None), key=lambda row: row.rank):
        cast = _cast(after, team, row)
        found.append(cast)
        added.append(cast.seat)
        after = EVOLVES[PlayerCast](after, cast)
    if not begun and rows:
        new = iter(added)
        listed = [row.seat or next(new) for row in sorted(rows, key=lambda row: (row.rank, row.seat is not None))]
        dealt = _dealt(after, team, listed)
        if dealt is not None:
            found.append(dealt)
            after = EVOLVES[RanksDealt](after, dealt)
    for seat in leave:
        gone = _stayed(after, seat)
        stay = [each for each in members(after, team) if each.id != seat]
        left = PlayerLeft(seat=seat, rank=gone.rank, heir=stay[0].id if stay else None)
        found.append(left)
        after = evolve_player_left(after, left)
    return found


def _brought_up_to_date(seat: Seat, row: CastRow) -> tuple[object, ...]:
    name, marks = clean_name(row.name), clean_marks(row.marks)
    if seat.name != name:
        return (PersonReplaced(seat=seat.id, before=seat.name, name=name, marks=marks, presence=seat.presence),)
    return (PersonMarked(seat=seat.id, before=seat.marks, after=marks),) if seat.marks != marks else ()


def _cast(state: DayState, team: TeamId, row: CastRow) -> PlayerCast:
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


def _dealt(state: DayState, team: TeamId, listed: Sequence[SeatId]) -> RanksDealt | None:
    """The listed players in the order of their ranks, then who is on no list; None when that is so already."""
    now = [seat.id for seat in members(state, team)]
    order = (*listed, *(seat for seat in now if seat not in listed))
    # Characters go with the ranks, as they did when the event was set up; so nobody's is there twice.
    characters = tuple(state.character(team, rank) or state.seats[seat].name for rank, seat in enumerate(order, start=1))
    if list(order) == now:
        return None
    return RanksDealt(team=team, order=order, characters=characters)


def _folded(state: S, happened: Sequence[object]) -> S:
    for each in happened:
        state = EVOLVES[type(each)](state, each)
    return state


def _seen(state: DayState, team: TeamId) -> tuple[SeenSeat, ...]:
    return tuple(seen(seat) for seat in members(state, team))


def _saw(state: DayState, team: TeamId, saw: Sequence[SeenSeat]) -> tuple[SeenSeat, ...]:
    own = [each for each in saw if each.seat in state.seats and state.seats[each.seat].team == team]
    return tuple(sorted(own, key=lambda each: each.rank))


def seen(seat: Seat) -> SeenSeat:
    """A seat as a preview sees it."""
    return SeenSeat(seat=seat.id, name=seat.name, rank=seat.rank, marks=seat.marks)


def clean_name(name: str) -> str:
    """A name without needless blanks.

    Raises:
        Refused: empty, or longer than a badge is wide.
    """
    found = " ".join(name.split())
    if not 1 <= len(found) <= LONGEST_NAME or not found.isprintable():
        raise Refused(say("A name has 1 to {most} characters.", most=LONGEST_NAME), point="checked-in")
    return found


def clean_marks(marks: Marks) -> Marks:
    """Marks with a note of one line.

    Raises:
        Refused: the note is too long.
    """
    note = " ".join(marks.note.split())
    if len(note) > LONGEST_NOTE:
        raise Refused(say("A note has at most {most} characters.", most=LONGEST_NOTE), point="checked-in")
    return replace(marks, note=note)


def next_number(state: DayState, team: TeamId) -> int:
    """The number of the next seat of a team; none is used twice."""
    return 1 + max((int(seat.id.rsplit("-", 1)[1]) for seat in state.seats.values() if seat.team == team), default=0)


def _stayed(state: DayState, seat: SeatId) -> Seat:
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    if found.presence is Presence.GONE:
        raise Refused(say("{name} has left for good; add the player anew.", name=found.name), point="leaving")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def _with(state: S, *seats: Seat) -> S:
    return replace(state, seats={**state.seats, **{seat.id: seat for seat in seats}})


def _named(seat: Seat, name: str) -> Seat:
    """The seat under another name; a character that was only called as the player is called as the new one."""
    return replace(seat, name=name, character=name if seat.character == seat.name else seat.character)


@of_players("seat")
def evolve_marked(state: S, happened: PersonMarked) -> S:
    return _with(state, replace(state.seats[happened.seat], marks=happened.after))


@of_players("seat")
def evolve_replaced(state: S, happened: PersonReplaced) -> S:
    seat = _named(state.seats[happened.seat], happened.name)
    return _with(state, replace(seat, marks=happened.marks, presence=happened.presence))


@of_players("one", "other")
def evolve_swapped(state: S, happened: SeatsSwapped) -> S:
    one, other = state.seats[happened.one], state.seats[happened.other]
    return _with(
        state,
        replace(_named(one, other.name), marks=other.marks, presence=other.presence),
        replace(_named(other, one.name), marks=one.marks, presence=one.presence),
    )


def evolve_cast(state: S, happened: PlayerCast) -> S:
    cast = state.new_seat(
        seat=happened.seat, team=happened.team, name=happened.name, character=happened.character, rank=happened.rank
    )
    return _with(state, replace(cast, marks=happened.marks))


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
}  # what an import folds on its way


# --- words --------------------------------------------------------------------------------------------------------------


def marks_words(marks: Marks) -> str:
    """The marks as the team reads them: "first-timer, no phone, vegan"."""
    said = (say("first-timer") if marks.first_timer else "", say("no phone") if marks.phoneless else "", marks.note)
    return ", ".join(each for each in said if each) or say("no marks")


def explain_replaced(happened: PersonReplaced, state: DayState) -> str:
    seat = state.seats[happened.seat]
    return say(
        "{name} plays {character} ({team}) from now on, not {before}.",
        name=happened.name,
        character=seat.character,
        team=team_name(state, seat.team),
        before=happened.before,
    )


def explain_swapped(happened: SeatsSwapped, state: DayState) -> str:
    one, other = state.seats[happened.one], state.seats[happened.other]
    return say("{one} and {other} change places.", one=who(state, one.id), other=who(state, other.id))


def explain_dealt(happened: RanksDealt, state: DayState) -> str:
    names = ", ".join(f"{rank} {state.seats[seat].name}" for rank, seat in enumerate(happened.order, 1) if seat in state.seats)
    return state.frame.said("ranks", team=team_name(state, happened.team), names=names)


def _pokes(teams: Sequence[TeamId], seats: Sequence[SeatId]) -> tuple[Invalidation, ...]:
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat}") for seat in seats)
    return (*strips, *(Invalidation(topic="team", to=f"team:{team}") for team in teams), Invalidation(topic="people", to="staff"))


def _seat_pokes(happened: PersonReplaced | PlayerCast, state: DayState) -> tuple[Invalidation, ...]:
    return _pokes(teams_of(state, happened.seat), (happened.seat,))


def _swap_pokes(happened: SeatsSwapped, state: DayState) -> tuple[Invalidation, ...]:
    both = (happened.one, happened.other)
    return _pokes(teams_of(state, *both), both)


def _dealt_pokes(happened: RanksDealt, state: DayState) -> tuple[Invalidation, ...]:
    return _pokes((happened.team,), happened.order)


def import_label(command: ImportCasting, state: DayState) -> str:
    """How the journal calls it: "Casting list: 3 new, 1 leaves"."""
    new = sum(row.seat is None for row in command.rows)
    leave = len(command.leave)
    said = [
        say_count("{count} new", "{count} new", new) if new else "",
        say_count("{count} leaves", "{count} leave", leave) if leave else "",
    ]
    changes = ", ".join(each for each in said if each)
    return say("Casting list: {changes}", changes=changes) if changes else say("Casting list")


def _label_marks(command: MarkPerson, state: DayState) -> str:
    if command.seat not in state.seats:
        return say("Marks of")
    return say("Marks of {player}", player=who(state, command.seat))


def _label_substitute(command: Substitute, state: DayState) -> str:
    if command.seat not in state.seats:
        return say("Substitute for")
    return say("Substitute for {player}", player=who(state, command.seat))


ROSTER = Module(
    name="roster",
    acts={
        MarkPerson: CommandHandler(decide=decide_mark, desks=check_in, label=_label_marks),
        Substitute: CommandHandler(decide=decide_substitute, desks=check_in, label=_label_substitute),
        SwapSeats: CommandHandler(
            decide=decide_swap,
            desks=check_in,
            label=lambda c, s: say("{one} and {other} change places", one=c.one_name, other=c.other_name),
        ),
        ImportCasting: CommandHandler(decide=decide_import, desks=ORGANIZER_ONLY, label=import_label),
    },
    facts={
        PersonMarked: EventHandler(
            evolve=evolve_marked,
            explain=lambda e, s: say("{player} is marked: {marks}.", player=who(s, e.seat), marks=marks_words(e.after)),
        ),
        PersonReplaced: EventHandler(evolve=evolve_replaced, explain=explain_replaced, pokes=_seat_pokes),
        SeatsSwapped: EventHandler(evolve=evolve_swapped, explain=explain_swapped, pokes=_swap_pokes),
        PlayerCast: EventHandler(
            evolve=evolve_cast,
            explain=lambda e, s: s.frame.said("cast", name=e.name, team=team_name(s, e.team), rank=e.rank),
            pokes=_seat_pokes,
        ),
        RanksDealt: EventHandler(evolve=evolve_ranks_dealt, explain=explain_dealt, pokes=_dealt_pokes),
    },
)
