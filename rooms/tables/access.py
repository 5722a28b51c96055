"""Access to a table: a player by the badge on the phone, a friend by a name typed once, or an onlooker.

A person's id is "seat:12:cat-1" or "guest:" and a hash. A phone remembers its last tables.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac
from msgspec import Struct

from control.day.state import Presence
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.records import replace
from control.engine.typed_text import clean_typed_name, is_printable
from control.journal import journal, rows
from control.live.connections import source_of
from control.models import Event
from control.people import access, join_codes
from rooms.realm.game.state import GameState
from rooms.tables.game.context import visible_name
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.state import TableState
from rooms.tables.models import Table, TablePermit
from rooms.tables.registry import content_in

# === persons and doors ==================================================================================================

# Visitors of a table: players of its event by the badge on the phone, friends by a name typed once, and onlookers. A
# person's id is "seat:12:cat-1" for a player of event 12, "guest:" and a hash for a friend. A friend's phone keeps a code of
# its own. Typed on another phone, it makes that one the same person. No table or journal stores it.


_tables = rows.ModelRows(Table, without=("content",))
TABLE_AND_STREAM = (
    f"SELECT {_tables.columns}, {rows.streams.columns} FROM tables_table "
    "JOIN control_stream ON control_stream.id = tables_table.stream_id WHERE tables_table.code = %s"
)

GUEST = "guest"  # the cookie of a friend
GUEST_SALT = "tables.guest"
GUEST_AGE = 60 * 24 * 3600
RUNNING = (
    f"SELECT {_tables.columns}, {rows.streams.columns} FROM tables_table "
    "JOIN control_stream ON control_stream.id = tables_table.stream_id "
    "WHERE tables_table.event_id = %s AND tables_table.stage IN ('open', 'playing') ORDER BY tables_table.id"
)
CODE_LENGTH = 5

WINDOW = 60  # seconds
WRONG_CODES, WRONG_ADDRESSES, FRIENDS_CODES, OPENED = (
    20,
    60,
    60,
    30,
)  # in a window from one address, which in many halls is all phones
NAMES, OPENED_BY_ONE = 12, 6  # in a window: from one phone, by one person


class TablePerson(Struct, frozen=True, kw_only=True):
    """Somebody who may sit at tables. `seat`: set for a player of the event `event_id`. `code`: a friend's own code."""

    id: str
    name: str
    event_id: int | None = None
    seat: SeatId | None = None
    code: str = ""

    @property
    def actor(self) -> Actor:
        return Actor(seat=SeatId(self.id), name=self.name)


class TablePass(Struct, frozen=True, kw_only=True):
    """A visit to a table: the table as it is now, and the person, None for an onlooker."""

    table: Table
    engine: TableEngine
    seq: int
    state: TableState
    person: TablePerson | None

    @property
    def chair(self) -> int | None:
        """The person's own chair, or None."""
        return self.state.chair_of(self.person.id) if self.person else None

    @property
    def plays_the_event(self) -> bool:
        """Whether the person is a player of the table's event."""
        return self.person is not None and self.person.seat is not None and self.person.event_id == self.table.event_id

    @property
    def content(self) -> Any:
        """The game's content as it was when the table opened."""
        return content_at(self.table.stream.key)

    def again(self) -> TablePass:
        """The same pass with the current state of the table."""
        stream = self.table.stream
        stream.head, stream.hash = rows.head_of(stream.pk)
        head = journal.head(stream)
        return replace(self, seq=head.seq, state=head.state)


class TooManyCodesError(Exception):
    """Too many wrong codes came from this network in the last minute."""


# --- persons ------------------------------------------------------------------------------------------------------------


def person_of_seat(event_id: int, seat: SeatId) -> str:
    """The person id of an event's player."""
    return f"seat:{event_id}:{seat}"


def seat_of_person(person: str, event_id: int) -> SeatId | None:
    """The seat of a person id if it belongs to this event, else None."""
    kind, _colon, rest = person.partition(":")
    number, _colon, seat = rest.partition(":")
    return SeatId(seat) if kind == "seat" and number == str(event_id) and seat else None


def player(request: HttpRequest) -> tuple[Event, TablePerson] | None:
    """The event and player of this phone's badge. None without a badge, or if the player has left for good."""
    door = access.seat_pass(request)
    if door is None:
        return None
    state: GameState = journal.head(door.event.stream).state
    seat = state.seats.get(door.seat)
    if seat is None or seat.presence is Presence.GONE:
        return None
    named = TablePerson(id=person_of_seat(door.event.pk, seat.id), name=seat.name, event_id=door.event.pk, seat=seat.id)
    return door.event, named


def guest(request: HttpRequest) -> TablePerson | None:
    """The friend at this phone. None if no name was typed here, or the cookie is forged."""
    try:
        told = signing.loads(request.COOKIES.get(GUEST, ""), salt=GUEST_SALT, max_age=GUEST_AGE)
    except signing.BadSignature:
        return None
    name = plain_name(told["name"])  # the cookie may be older than the check for invisible names
    return _guest(told["code"], name) if name else None


def _guest(code: str, name: str) -> TablePerson:
    return TablePerson(id=f"guest:{access.hash_code(code)[:24]}", name=name, code=code)


def friend(name: str, code: str) -> TablePerson:
    """A friend by the name just typed and their own code."""
    return _guest(code, name)


def code_of_press(request: HttpRequest, press: UUID) -> str:
    """The own code of a new friend, made from this press, so that a second tap makes no second friend."""
    bytes_ = derived_bytes("friend", f"{press} {_csrf_cookie(request)}")
    return "".join(join_codes.ALPHABET[byte % len(join_codes.ALPHABET)] for byte in bytes_[: join_codes.CODE_LENGTH])


def derived_bytes(what: str, words: str) -> bytes:
    """A keyed hash of these words: the same each time, and nobody outside can predict or choose it."""
    return salted_hmac(f"tables.{what}", words, algorithm="sha256").digest()


def asker_of(person: str) -> str:
    """The public hash for a person who requests a chair, for other people's pages."""
    return access.hash_code(f"asker {person}")[:24]


def remember_guest(response: HttpResponse, name: str, code: str, *, secure: bool) -> None:
    """Make this phone this friend's from now on: a new friend, or with `code` one who comes from another phone."""
    own = code or join_codes.new_code()
    value = signing.dumps({"code": own, "name": name}, salt=GUEST_SALT)
    response.set_cookie(GUEST, value, max_age=GUEST_AGE, httponly=True, samesite="Lax", secure=secure)


def plain_name(typed: str) -> str:
    """A typed name for display at tables. Empty if no sign of it is visible."""
    return visible_name("".join(letter for letter in clean_typed_name(typed) if is_printable(letter)))


def player_of_event(request: HttpRequest, event_id: int | None) -> TablePerson | None:
    """The player of this event at this phone. None for a friend."""
    found = player(request)
    return found[1] if found and event_id is not None and found[0].pk == event_id else None


def person_at(request: HttpRequest, event_id: int | None) -> TablePerson | None:
    """The person at this phone for a table of this event. At a table without an event a friend comes before a player."""
    if event_id is None:
        found = player(request)
        return guest(request) or (found[1] if found else None)
    return player_of_event(request, event_id) or guest(request)


# --- tables -------------------------------------------------------------------------------------------------------------


def new_code() -> str:
    """A random code for a table: five letters and digits, short enough to call across a room."""
    return "".join(secrets.choice(join_codes.ALPHABET) for _each in range(CODE_LENGTH))


def tables() -> Any:
    """Tables with their streams and events, without large columns."""
    rows = Table.objects.select_related("stream", "event__stream")
    return rows.defer("content", "stream__state", "event__scenario", "event__stream__state")


def find_table(typed: str) -> Table | None:
    """The table with a typed code, or None."""
    code = join_codes.plain(typed)
    found = rows.fetch_rows(TABLE_AND_STREAM, code) if len(code) == CODE_LENGTH else []
    if not found:
        return None
    table = _with_stream(found[0])
    if table.event_id is not None:
        table.event = rows.event(table.event_id)
    return table


def running_tables(event: Event) -> list[Table]:
    """An event's open and playing tables, in one query."""
    found = [_with_stream(row) for row in rows.fetch_rows(RUNNING, event.pk)]
    for table in found:
        table.event = event
    return found


def _with_stream(row: Sequence[Any]) -> Table:
    own = len(_tables.names)
    table = _tables.made(row[:own])
    table.stream = rows.streams.made(row[own:])
    return table


def open_door(table: Table, person: TablePerson | None) -> TablePass:
    """A pass to a table with its current state."""
    head = journal.head(table.stream)
    engine = journal.play_of(table.stream).engine
    assert isinstance(engine, TableEngine)
    return TablePass(table=table, engine=engine, seq=head.seq, state=head.state, person=person)


def sent_to(request: HttpRequest, code: str) -> Table | None:
    """The table of a code that a page sends, or None. Wrong ones are counted apart from typed codes.

    Raises:
        TooManyCodesError: too many wrong codes came from this address.
    """
    table = find_table(code)
    if table is None and too_often(request, "address", WRONG_ADDRESSES):
        raise TooManyCodesError
    return table


def table_or_404(request: HttpRequest, code: str) -> TablePass:
    """A pass to the table of a code in an address.

    Raises:
        Http404: there is no such table.
        TooManyCodesError: too many wrong codes came from this address.
    """
    table = sent_to(request, code)
    if table is None:
        raise Http404(say("No such table."))
    return open_door(table, person_at(request, table.event_id))


@lru_cache(maxsize=512)
def content_at(stream: UUID) -> Any:
    """The content of the table whose stream has this key."""
    row = Table.objects.values("kind", "content").get(stream__key=stream)
    return content_in(row["kind"], bytes(row["content"]))


def players_may_open(event_id: int) -> bool:
    """Whether the organizer lets players of the event open tables."""
    return TablePermit.objects.filter(event=event_id, players=True).exists()


# --- how often ----------------------------------------------------------------------------------------------------------


def too_often(request: HttpRequest, what: str, most: int) -> bool:
    """Count one more `what` from this address. True if there were too many in the last minute."""
    return _is_over_limit(f"tables-{what}:{source_of(request.META.get('REMOTE_ADDR', ''))}", most)


def too_often_here(request: HttpRequest, what: str, most: int) -> bool:
    """Count one more `what` from this phone, known by what it sends anyway, so that a hall with one address goes on."""
    return _is_over_limit(f"tables-{what}-here:{access.hash_code(_csrf_cookie(request))[:24]}", most)


def too_often_by(person: TablePerson, what: str, most: int) -> bool:
    """Count one more `what` by this person. True if there were too many in the last minute."""
    return _is_over_limit(f"tables-{what}-by:{person.id}", most)


def is_full_at(code: str, what: str, most: int) -> bool:
    """Whether there were too many `what` at this table in the last minute, by anybody."""
    return bool(cache.get(f"tables-{what}-at:{code}", 0) >= most)


def done_at(code: str, what: str) -> None:
    """Count one more `what` at this table."""
    _is_over_limit(f"tables-{what}-at:{code}", 0)


def _csrf_cookie(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.CSRF_COOKIE_NAME, "")


def opens_too_often(request: HttpRequest, person: TablePerson) -> bool:
    """Whether a person opens too many tables. Newcomers also count together with others of their address."""
    if _is_over_limit(f"tables-open-person:{person.id}", OPENED_BY_ONE):
        return True
    return _is_newcomer(request, person) and too_often(request, "open", OPENED)


def _is_newcomer(request: HttpRequest, person: TablePerson) -> bool:
    """Whether this friend typed a name less than a minute ago: one phone can pretend to be many of those."""
    if person.seat is not None:
        return False
    try:
        signing.loads(request.COOKIES.get(GUEST, ""), salt=GUEST_SALT, max_age=WINDOW)
    except signing.BadSignature:
        return False
    return True


def _is_over_limit(key: str, most: int) -> bool:
    if cache.add(key, 1, timeout=WINDOW):
        return False
    try:
        return cache.incr(key) > most
    except ValueError:  # it expired between the two calls
        return False


# === last tables ========================================================================================================

# The tables that a phone remembers.


LAST_COOKIE = "tables"  # the cookie with the codes of the tables where this phone was last
LAST_SALT = "tables.last"
MOST_LAST = 6


def last_codes(request: HttpRequest) -> Sequence[str]:
    """The codes of this phone's last tables. They are signed, so nobody can use the cookie to test guesses."""
    try:
        found: list[str] = signing.loads(request.COOKIES.get(LAST_COOKIE, ""), salt=LAST_SALT, max_age=GUEST_AGE)
    except signing.BadSignature:
        return []
    return found


def remember_table(request: HttpRequest, response: HttpResponse, *found: str) -> None:
    """Remember these tables on the phone."""
    codes = list(dict.fromkeys((*found, *last_codes(request))))[:MOST_LAST]
    if codes != list(last_codes(request)):
        value = signing.dumps(codes, salt=LAST_SALT)
        response.set_cookie(LAST_COOKIE, value, max_age=GUEST_AGE, samesite="Lax", secure=request.is_secure())
