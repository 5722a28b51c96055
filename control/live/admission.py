"""Admission of screens: for each kind of place, a door that knows what a newcomer may hear there.

Events are known by their IDs. Other kinds of places register a door under the first word of their names ("table:12").
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import NOBODY
from control.hall import screens
from control.journal import journal
from control.lab.models import LAB
from control.live import broadcast
from control.live.hub import Facts, Place
from control.models import Event, Stream
from control.people import audience
from control.people.access import seat_cookie
from control.people.accounts import session_key
from control.regions.sight import Sight


class Admission(Struct, frozen=True, kw_only=True):
    """What a screen may hear, and its first data."""

    audiences: frozenset[str]
    facts: Facts
    keys: frozenset[str] = frozenset()  # what admitted it: the socket closes when one of them is no longer valid
    name: str = ""  # of the signed-in member of the control team
    proof: str = ""  # the browser's badge, account or known screen, whatever place it shows; "" for none

    @property
    def seat(self) -> SeatId | None:
        """The player's seat, if it is a player's screen."""
        return next((SeatId(each.removeprefix("seat:")) for each in self.audiences if each.startswith("seat:")), None)


class Knock(Struct, frozen=True, kw_only=True):
    """A socket's request to be admitted. `as_hall`: it is a hall screen, whoever is signed in at it."""

    place: Place
    cookies: Mapping[str, str]
    as_hall: bool = False


class JournalHead(NamedTuple):
    """The head of a journal: seq and hash of its last entry."""

    seq: int
    hash: str

    def goes_back_from(self, before: JournalHead) -> bool:
        """Was the journal longer, or a different one, at the earlier look `before`? Journals only grow."""
        return self.seq < before.seq or (self.seq == before.seq and self.hash != before.hash)


class Door(Protocol):
    """Interface to one kind of place. Every method runs queries."""

    def heads(self, places: Collection[Any]) -> Mapping[Any, JournalHead]:
        """The journal heads of these places."""
        ...

    def facts(self, place: Any) -> Facts:
        """The first data of a screen at this place."""
        ...

    def admitted(self, place: Any, knocks: Sequence[Knock]) -> list[Admission] | None:
        """What each of these may hear; None if the place does not exist."""
        ...


class EventDoor:
    """The door of events' main games."""

    def heads(self, places: Collection[int]) -> Mapping[int, JournalHead]:
        """The journal heads of these events."""
        rows = Stream.objects.filter(event__in=places).values_list("event__pk", "head", "hash")
        return {place: JournalHead(seq, known) for place, seq, known in rows}

    def facts(self, place: int) -> Facts:
        """The clock, and the journal's head seq."""
        found = journal.head(Stream.objects.defer("state").get(event=place))
        return broadcast.facts_of(found.seq, found.state)

    def admitted(self, place: int, knocks: Sequence[Knock]) -> list[Admission] | None:
        """Admissions for the control team, for players by their seats, and for the hall. Days of the lab admit nobody."""
        events = Event.objects.exclude(slug__startswith=LAB).select_related("stream").defer("scenario", "stream__state")
        event = events.filter(pk=place).first()
        if event is None:
            return None
        head = journal.head(event.stream)
        facts = broadcast.facts_of(head.seq, head.state)
        callers = [_caller(knock) for knock in knocks]
        heard = audience.audiences_of(event, Sight(head.state, NOBODY), callers)
        return [
            Admission(
                audiences=own.audiences,
                facts=facts,
                keys=own.keys,
                name=caller.user.get_username() if "staff" in own.audiences else "",
                proof=_proved_identity(caller.cookies, caller.user),
            )
            for caller, own in zip(callers, heard, strict=True)
        ]


EVENTS = EventDoor()
_doors: dict[str, Door] = {}


def register(word: str, door: Door) -> None:
    """Register the door of all places whose names have this first word."""
    _doors[word] = door


def door_of(place: Place) -> Door | None:
    """The door of a place; None if there is no such kind of place."""
    return EVENTS if isinstance(place, int) else _doors.get(place.partition(":")[0])


def journal_heads(places: Collection[Place]) -> dict[Place, JournalHead]:
    """The journal heads of these places."""
    by_door: dict[Door, list[Place]] = {}
    for place in places:
        if door := door_of(place):
            by_door.setdefault(door, []).append(place)
    return {place: head for door, own in by_door.items() for place, head in door.heads(own).items()}


def facts_now(place: Place) -> Facts:
    """The first data of a screen at this place."""
    door = door_of(place)
    if door is None:
        raise LookupError(place)
    return door.facts(place)


def admit(knocks: Sequence[Knock]) -> list[Admission | None]:
    """What each of these sockets may hear; None if its place does not exist."""
    found: dict[int, Admission] = {}
    for place in {knock.place for knock in knocks}:
        here = [number for number, knock in enumerate(knocks) if knock.place == place]
        door = door_of(place)
        let_in = door.admitted(place, [knocks[number] for number in here]) if door else None
        for number, admission in zip(here, let_in or (), strict=False):
            cookies = knocks[number].cookies
            found[number] = admission if door is EVENTS else replace(admission, proof=_proved_identity(cookies, user_in(cookies)))
    return [found.get(number) for number in range(len(knocks))]


def _caller(knock: Knock) -> audience.Caller:
    session = knock.cookies.get(settings.SESSION_COOKIE_NAME, "")
    return audience.Caller(cookies=knock.cookies, user=user_in(knock.cookies), session=session, as_hall=knock.as_hall)


def _proved_identity(cookies: Mapping[str, str], user: User | AnonymousUser) -> str:
    """The identity that these cookies prove, also on a hall screen; used only to count connections."""
    if badge := seat_cookie(cookies):
        return f"seat:{badge.event}:{badge.seat}"
    if user.is_authenticated:
        return session_key(cookies.get(settings.SESSION_COOKIE_NAME, ""))
    return screens.proof_in(cookies)


def user_in(cookies: Mapping[str, str]) -> User | AnonymousUser:
    """The account signed in by these cookies."""
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return AnonymousUser()
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    return auth.get_user(request)
