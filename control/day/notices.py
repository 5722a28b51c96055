"""Announcements: the command, the list for the control team, and the addressees and reach of a new one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TypeAlias

from msgspec import Struct

from control.day import calls
from control.day.calls import KEPT
from control.day.people.lookup import present_seats
from control.day.records import Notice
from control.day.state import DayState, Presence, S
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId, TeamId
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module, Undo, every_desk
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import one_sentence
from control.engine.typed_text import readable
from control.engine.viewer import Viewer

# === announcements ======================================================================================================

# The commands and events of announcements. The module also carries the calls for Control.


SAID = later("What was said cannot be unsaid; announce the correction.")
ALL = "all"  # every phone and every screen in the hall
HALL = "hall"  # only the screens in the hall
ROOM = "room:"  # followed by the room: everybody in it at that moment
SEAT = "seat:"  # followed by the seat: one player


class Announce(Struct, frozen=True, kw_only=True):
    """Announce something. `to`: "all", "hall", a team's id, a room ("room:mines") or a seat ("seat:cat-1")."""

    text: str
    to: str = ALL


class Announced(Struct, frozen=True, kw_only=True):
    """An announcement was made. `seats`: the players in the addressed room, or the addressed player."""

    id: int
    at: datetime
    text: str
    by: str
    to: str
    seats: tuple[SeatId, ...] = ()


def decide_announce(state: DayState, command: Announce, asked: DecisionContext) -> tuple[Announced, ...]:
    text = readable(command.text).strip()
    if not 1 <= len(text) <= 500:
        raise Refused(say("An announcement has 1 to 500 characters."))
    seats = _addressed_seats(state, command.to)
    number = 1 + max((notice.id for notice in state.notices), default=0)
    return (Announced(id=number, at=asked.at, text=text, by=asked.by.name, to=command.to, seats=seats),)


def _addressed_seats(state: DayState, to: str) -> tuple[SeatId, ...]:
    """The players in the addressed room, or the addressed player; empty for all, the hall or a team."""
    if to in (ALL, HALL) or to in {team.id for team in state.teams}:
        return ()
    if to.startswith(SEAT) and (seat := SeatId(to.removeprefix(SEAT))) in state.seats:
        return (seat,)
    if to.startswith(ROOM) and to.removeprefix(ROOM) in state.frame.room_ids:
        room = to.removeprefix(ROOM)
        if found := tuple(sorted(seat.id for seat in present_seats(state, room))):
            return found
        raise Refused(state.frame.said("nobody-there"))
    raise Refused(state.frame.said("nobody-meant"), code="unknown")


def evolve_announced(state: S, happened: Announced) -> S:
    notice = Notice(
        id=happened.id, at=happened.at, text=happened.text, by=happened.by, to=happened.to, seats=frozenset(happened.seats)
    )
    return replace(state, notices=(*state.notices, notice)[-KEPT:])


def is_meant_for(notice: Notice, seat: SeatId | None, team: TeamId | None) -> bool:
    """Was this announcement addressed to this player, or, without a seat, to the hall?"""
    if seat is None:
        return notice.to in (ALL, HALL)
    return notice.to == ALL or notice.to == team or seat in notice.seats


def recipient_words(state: DayState, to: str) -> str:
    """The name of an addressee: "everybody", "the hall", "the Cats", "the Mines", "Livia"."""
    if to.startswith(SEAT):
        seat = state.seats.get(SeatId(to.removeprefix(SEAT)))
        return seat.name if seat else say("one player")
    if to.startswith(ROOM):
        return say(state.frame.room(to.removeprefix(ROOM)).the)
    teams: dict[str, str] = {team.id: team.name for team in state.teams}
    if to == ALL:
        return say("everybody")
    return say("the hall") if to == HALL else teams.get(to, to)


def _announced_invalidations(happened: Announced, _state: DayState) -> Iterator[Invalidation]:
    yield Invalidation(topic="news", to="staff")
    if happened.seats:
        yield from (Invalidation(topic="news", to=f"seat:{seat}") for seat in happened.seats)
    else:  # the screens in the hall belong to the audience "all"
        yield Invalidation(topic="news", to=ALL if happened.to in (ALL, HALL) else f"team:{happened.to}")


@one_sentence
def tell_announced(happened: Announced, state: DayState) -> str:
    by = happened.by or say("Control")
    if happened.to == ALL:
        return say("{name} announced: {text}", name=by, text=happened.text)
    return say("{name} announced to {whom}: {text}", name=by, whom=recipient_words(state, happened.to), text=happened.text)


NOTICES = Module(
    name="notices",
    title=later("Announcements and calls"),
    commands={
        Announce: CommandHandler(decide=decide_announce, desks=every_desk, label=lambda c, s: say("Announce")),
        **calls.COMMANDS,
    },
    events={
        Announced: EventHandler(
            evolve=evolve_announced,
            tell=tell_announced,
            invalidations=lambda e, s: tuple(_announced_invalidations(e, s)),
            undo=Undo(never=SAID),
        ),
        **calls.EVENTS,
    },
)


# === view of the team ===================================================================================================

# Announcements as the control team sees them.


class Addressee(Struct, frozen=True, kw_only=True):
    """A player to whose phone an announcement goes."""

    id: SeatId
    name: str


class NoticeLine(Struct, frozen=True, kw_only=True):
    """One announcement with its addressee in words. `meant`: addressed players who are present."""

    id: int
    at: datetime
    text: str
    to: str
    meant: tuple[Addressee, ...]


def notice_lines(state: DayState, viewer: Viewer, most: int | None = None) -> tuple[NoticeLine, ...]:
    """Announcements for the control team, newest first, including those to single players."""
    if not viewer.staff:
        return ()
    newest = tuple(reversed(state.notices))[:most]
    return tuple(
        NoticeLine(id=each.id, at=each.at, text=each.text, to=recipient_words(state, each.to), meant=_recipients_here(state, each))
        for each in newest
    )


def _recipients_here(state: DayState, notice: Notice) -> tuple[Addressee, ...]:
    """Present players to whom an announcement is addressed."""
    here = (seat for seat in state.seats.values() if seat.presence is Presence.PRESENT)
    return tuple(Addressee(id=seat.id, name=seat.name) for seat in here if is_meant_for(notice, seat.id, seat.team))


# --- a new one ----------------------------------------------------------------------------------------------------------

Choices: TypeAlias = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def announce_choices(state: DayState, viewer: Viewer) -> Choices:
    """Possible addressees for the control team, in named groups of pairs (value, words)."""
    return tuple(_groups(state)) if viewer.staff else ()


def _groups(state: DayState) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    yield say("Everybody"), ((ALL, say("everybody")), (HALL, say("the screens in the hall")))
    yield (
        say("Who is in a room now"),
        tuple((f"{ROOM}{room}", say(state.frame.room(room).the)) for room in state.timetable.steps),
    )
    yield state.frame.said("a-team"), tuple((team.id, team.name) for team in state.teams)
    coming = (Presence.PRESENT, Presence.EXPECTED, Presence.LATE)  # late players may be in the hall, not checked in yet
    here = [seat for seat in state.seats.values() if seat.presence in coming]
    short = {team.id: team.short for team in state.teams}
    yield (
        say("One player"),
        tuple((f"{SEAT}{seat.id}", f"{seat.name} ({short[seat.team]})") for seat in sorted(here, key=lambda each: each.name)),
    )


class AnnouncementReach(Struct, frozen=True, kw_only=True):
    """The preview of an announcement: its text and whom it will reach."""

    text: str
    to: str
    choice: str
    here: int  # addressed players who are present, with or without a phone
    hall: bool
    absent: int  # addressed players who are expected, late or absent


def announcement_reach(state: DayState, viewer: Viewer, command: Announce, now: datetime) -> AnnouncementReach:
    """Preview an announcement with the same checks as the command. Only the control team learns the numbers.

    Raises:
        Refused: the announcement is not allowed.
    """
    (said,) = decide_announce(state, command, DecisionContext(by=Actor(desks=viewer.desks), at=now))
    notice = evolve_announced(state, said).notices[-1]
    stayed = [seat for seat in state.seats.values() if viewer.staff and seat.presence is not Presence.GONE]
    everybody = [seat for seat in stayed if is_meant_for(notice, seat.id, seat.team)]
    here = _recipients_here(state, notice) if viewer.staff else ()
    return AnnouncementReach(
        text=said.text,
        to=recipient_words(state, said.to),
        choice=said.to,
        here=len(here),
        hall=said.to in (ALL, HALL),
        absent=len(everybody) - len(here),
    )
