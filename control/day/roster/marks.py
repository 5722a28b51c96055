"""The control team's marks on a person: first-timer, no phone, anonymous, a note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.people.presence import check_in
from control.day.state import DaySeat, DayState, PersonMarks, Presence, S
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import one_sentence
from control.engine.typed_text import one_line

LONGEST_NOTE = 120


class MarkPerson(Struct, frozen=True, kw_only=True):
    """Change the marks of a player. `before`: the marks that the sender saw."""

    seat: SeatId
    before: PersonMarks
    after: PersonMarks


class PersonMarked(Struct, frozen=True, kw_only=True):
    seat: SeatId
    before: PersonMarks
    after: PersonMarks


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_mark(state: DayState, command: MarkPerson, asked: DecisionContext) -> tuple[PersonMarked, ...]:
    seat = require_seat_in_play(state, command.seat)
    after = clean_marks(command.after)
    if seat.marks == after:
        raise Stale(say("{name} is marked so already.", name=seat.name))
    if seat.marks != command.before:
        raise Stale(say("Somebody has changed the marks of {name} meanwhile; look again.", name=seat.name))
    return (PersonMarked(seat=seat.id, before=seat.marks, after=after),)


def clean_marks(marks: PersonMarks) -> PersonMarks:
    """Return the marks with the note on one line.

    Raises:
        Refused: the note is too long.
    """
    note = one_line(marks.note)
    if len(note) > LONGEST_NOTE:
        raise Refused(say("A note has at most {most} characters.", most=LONGEST_NOTE), point="checked-in")
    return replace(marks, note=note)


def require_seat_in_play(state: DayState, seat: SeatId) -> DaySeat:
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    if found.presence is Presence.GONE:
        raise Refused(say("{name} has left for good; add the player anew.", name=found.name), point="leaving")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_seat(state: S, *seats: DaySeat) -> S:
    return replace(state, seats={**state.seats, **{seat.id: seat for seat in seats}})


@requires_players("seat")
def evolve_marked(state: S, happened: PersonMarked) -> S:
    return with_seat(state, replace(state.seats[happened.seat], marks=happened.after))


# --- words --------------------------------------------------------------------------------------------------------------


def marks_words(marks: PersonMarks) -> str:
    """The marks in words: "first-timer, no phone, vegan"."""
    said = (
        say("first-timer") if marks.first_timer else "",
        say("no phone") if marks.phoneless else "",
        say("no name in the debrief") if marks.nameless else "",
        marks.note,
    )
    return ", ".join(each for each in said if each) or say("no marks")


def roster_invalidations(teams: Sequence[TeamId], seats: Sequence[SeatId]) -> tuple[Invalidation, ...]:
    strips = tuple(Invalidation(topic="strip", to=f"seat:{seat}") for seat in seats)
    return (*strips, *(Invalidation(topic="team", to=f"team:{team}") for team in teams), Invalidation(topic="people", to="staff"))


class OnePlayerEvent(Protocol):
    """An event of one player."""

    @property
    def seat(self) -> SeatId: ...


def seat_invalidations(happened: OnePlayerEvent, state: DayState) -> tuple[Invalidation, ...]:
    return roster_invalidations(teams_of(state, happened.seat), (happened.seat,))


def _label_marks(command: MarkPerson, state: DayState) -> str:
    if command.seat not in state.seats:
        return say("Marks of")
    return say("Marks of {player}", player=who(state, command.seat))


COMMANDS: Mapping[type, CommandHandler] = {
    MarkPerson: CommandHandler(decide=decide_mark, desks=check_in, label=_label_marks),
}


EVENTS: Mapping[type, EventHandler] = {
    PersonMarked: EventHandler(
        evolve=evolve_marked,
        tell=one_sentence(lambda e, s: say("{player} is marked: {marks}.", player=who(s, e.seat), marks=marks_words(e.after))),
    ),
}
