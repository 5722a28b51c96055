"""Substitutes and swapped seats: changes of the person who plays a character."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field

from control.day.missing_players import requires_players, teams_of
from control.day.people.presence import check_in
from control.day.roster.marks import clean_marks, require_seat_in_play, roster_invalidations, seat_invalidations, with_seat
from control.day.state import DaySeat, DayState, PersonMarks, Presence, S
from control.day.words import team_name, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import clean_typed_name, is_printable

# === substitutes ========================================================================================================


LONGEST_NAME = 60


class Substitute(Struct, frozen=True, kw_only=True):
    """Let somebody else, who is present, play a character from now on. `before`: the name that the sender saw."""

    seat: SeatId
    before: str
    name: str
    marks: PersonMarks = field(default_factory=PersonMarks)


class SwapSeats(Struct, frozen=True, kw_only=True):
    """Swap the seats of two people. `one_name`, `other_name`: the names that the sender saw."""

    one: SeatId
    one_name: str
    other: SeatId
    other_name: str


class PersonReplaced(Struct, frozen=True, kw_only=True):
    """A seat got another name: a new person's, or a corrected spelling."""

    seat: SeatId
    before: str
    name: str
    marks: PersonMarks
    presence: Presence


class SeatsSwapped(Struct, frozen=True, kw_only=True):
    one: SeatId
    other: SeatId


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_substitute(state: DayState, command: Substitute, asked: DecisionContext) -> tuple[PersonReplaced, ...]:
    seat = require_seat_in_play(state, command.seat)
    name = clean_name(command.name)
    if seat.name == name:
        raise Stale(say("{name} plays {character} already.", name=name, character=seat.character), point="casting")
    if seat.name != command.before:
        now = say("{name} plays {character} by now, not {before}.", name=seat.name, character=seat.character, before=command.before)
        raise Stale(now, point="casting")
    marks = clean_marks(command.marks)
    return (PersonReplaced(seat=seat.id, before=seat.name, name=name, marks=marks, presence=Presence.PRESENT),)


def decide_swap(state: DayState, command: SwapSeats, asked: DecisionContext) -> tuple[SeatsSwapped, ...]:
    one, other = require_seat_in_play(state, command.one), require_seat_in_play(state, command.other)
    if one.id == other.id:
        raise Refused(say("Choose two different players."), point="casting")
    if (one.name, other.name) != (command.one_name, command.other_name):
        raise Stale(say("Somebody else plays one of the two by now; look again."), point="casting")
    return (SeatsSwapped(one=one.id, other=other.id),)


def clean_name(name: str) -> str:
    """Return a name without extra blanks.

    Raises:
        Refused: the name is empty, longer than `LONGEST_NAME`, or has invisible characters.
    """
    found = clean_typed_name(name)
    if not 1 <= len(found) <= LONGEST_NAME or not is_printable(found):
        raise Refused(say("A name has 1 to {most} characters.", most=LONGEST_NAME), point="checked-in")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def renamed_seat(seat: DaySeat, name: str) -> DaySeat:
    """The seat with another name. A character named after the player gets the new name too."""
    return replace(seat, name=name, character=name if seat.character == seat.name else seat.character)


@requires_players("seat")
def evolve_replaced(state: S, happened: PersonReplaced) -> S:
    seat = renamed_seat(state.seats[happened.seat], happened.name)
    return with_seat(state, replace(seat, marks=happened.marks, presence=happened.presence))


@requires_players("one", "other")
def evolve_swapped(state: S, happened: SeatsSwapped) -> S:
    one, other = state.seats[happened.one], state.seats[happened.other]
    return with_seat(
        state,
        replace(renamed_seat(one, other.name), marks=other.marks, presence=other.presence),
        replace(renamed_seat(other, one.name), marks=one.marks, presence=one.presence),
    )


# --- words --------------------------------------------------------------------------------------------------------------


@one_sentence
def tell_replaced(happened: PersonReplaced, state: DayState) -> str:
    seat = state.seats[happened.seat]
    return say(
        "{name} plays {character} ({team}) from now on, not {before}.",
        name=happened.name,
        character=seat.character,
        team=team_name(state, seat.team),
        before=happened.before,
    )


@one_sentence
def tell_swapped(happened: SeatsSwapped, state: DayState) -> str:
    one, other = state.seats[happened.one], state.seats[happened.other]
    return say("{one} and {other} change places.", one=who(state, one.id), other=who(state, other.id))


def _swap_invalidations(happened: SeatsSwapped, state: DayState) -> tuple[Invalidation, ...]:
    both = (happened.one, happened.other)
    return roster_invalidations(teams_of(state, *both), both)


def _label_substitute(command: Substitute, state: DayState) -> str:
    if command.seat not in state.seats:
        return say("Substitute for")
    return say("Substitute for {player}", player=who(state, command.seat))


COMMANDS: Mapping[type, CommandHandler] = {
    Substitute: CommandHandler(decide=decide_substitute, desks=check_in, label=_label_substitute),
    SwapSeats: CommandHandler(
        decide=decide_swap,
        desks=check_in,
        label=lambda c, s: say("{one} and {other} change places", one=c.one_name, other=c.other_name),
    ),
}


EVENTS: Mapping[type, EventHandler] = {
    PersonReplaced: EventHandler(evolve=evolve_replaced, tell=tell_replaced, invalidations=seat_invalidations),
    SeatsSwapped: EventHandler(evolve=evolve_swapped, tell=tell_swapped, invalidations=_swap_invalidations),
}
