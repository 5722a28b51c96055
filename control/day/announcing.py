"""Announcements as the control team sees them: whom they are for, whom a new one can be for, whom it will reach."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from control.day.notices import ALL, HALL, ROOM, SEAT, Announce, decide_announce, evolve_announced, heard_by, whom
from control.day.records import Notice
from control.day.state import DayState, Presence
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressee:
    """A player whose phone an announcement is for."""

    id: SeatId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeLine:
    """One announcement, to whom it was said, and the players who are here and were meant."""

    id: int
    at: datetime
    text: str
    to: str
    meant: tuple[Addressee, ...]


def notice_lines(state: DayState, viewer: Viewer, most: int | None = None) -> tuple[NoticeLine, ...]:
    """The newest announcements first, for the control team: also what was said to one player."""
    if not viewer.staff:
        return ()
    newest = tuple(reversed(state.notices))[:most]
    return tuple(
        NoticeLine(id=each.id, at=each.at, text=each.text, to=whom(state, each.to), meant=_meant_for(state, each))
        for each in newest
    )


def _meant_for(state: DayState, notice: Notice) -> tuple[Addressee, ...]:
    """The players whose phones an announcement is for, of those who are here."""
    here = (seat for seat in state.seats.values() if seat.presence is Presence.PRESENT)
    return tuple(Addressee(id=seat.id, name=seat.name) for seat in here if heard_by(notice, seat.id, seat.team))


# --- a new one ----------------------------------------------------------------------------------------------------------

Choices: TypeAlias = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def announce_choices(state: DayState, viewer: Viewer) -> Choices:
    """To whom the control team can say something, in groups: each with what is chosen, and in words."""
    return tuple(_groups(state)) if viewer.staff else ()


def _groups(state: DayState) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    yield say("Everybody"), ((ALL, say("everybody")), (HALL, say("the screens in the hall")))
    yield (
        say("Who is in a room now"),
        tuple((f"{ROOM}{room}", say(state.frame.room(room).the)) for room in state.timetable.steps),
    )
    yield state.frame.said("a-team"), tuple((team.id, team.name) for team in state.teams)
    coming = (Presence.PRESENT, Presence.EXPECTED, Presence.LATE)  # who is late may sit in the hall before anybody has marked it
    here = [seat for seat in state.seats.values() if seat.presence in coming]
    short = {team.id: team.short for team in state.teams}
    yield (
        say("One player"),
        tuple((f"{SEAT}{seat.id}", f"{seat.name} ({short[seat.team]})") for seat in sorted(here, key=lambda each: each.name)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """An announcement before it is said: in whose words it stands and whom it will reach."""

    text: str
    to: str
    choice: str
    here: int  # players who are meant and are here, whether they have a phone or not
    hall: bool
    absent: int  # players who are meant and are not here: expected, late or away


def reach_of(state: DayState, viewer: Viewer, command: Announce, now: datetime) -> Reach:
    """Whom an announcement would reach, decided as it will be decided; how many that are, the control team alone is told.

    Raises:
        Refused: it cannot be said.
    """
    (said,) = decide_announce(state, command, DecisionContext(by=Actor(desks=viewer.desks), at=now))
    notice = evolve_announced(state, said).notices[-1]
    stayed = [seat for seat in state.seats.values() if viewer.staff and seat.presence is not Presence.GONE]
    everybody = [seat for seat in stayed if heard_by(notice, seat.id, seat.team)]
    here = _meant_for(state, notice) if viewer.staff else ()
    return Reach(
        text=said.text,
        to=whom(state, said.to),
        choice=said.to,
        here=len(here),
        hall=said.to in (ALL, HALL),
        absent=len(everybody) - len(here),
    )
