"""The lobby: tables of the event at this phone, or by code. One tap opens a table.

Also the player's own tables for the phone's first page.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from uuid import UUID, uuid4, uuid5

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST
from msgspec import Struct

from control import system_time
from control.desks.command import new_form_id
from control.engine.language import later, say, say_count
from control.engine.refusal import Refused
from control.hall.clock_face import Hands
from control.models import Event
from control.people import join_codes
from control.people.access import SeatPass
from control.registry import EMPTY, PagePanel
from rooms.realm.game.table_stakes import MOST_STAKED, PUBLISHED
from rooms.tables import access, lobby
from rooms.tables.access import (
    CODE_LENGTH,
    TablePass,
    TablePerson,
    TooManyCodesError,
    last_codes,
    open_door,
    person_of_seat,
    remember_table,
)
from rooms.tables.game.chairs import SitDown
from rooms.tables.game.rules import GameKind
from rooms.tables.game.state import TableStage
from rooms.tables.models import Table
from rooms.tables.past_games import PastOf, past_of, seats_of
from rooms.tables.registry import games
from rooms.tables.screens.agreement import Agreement, agreement_of
from rooms.tables.screens.forms import ENDS_OFFERED, STAKES, FriendNameForm, OpenForm, translated_choices
from rooms.tables.screens.heading import (
    ChairChip,
    chips,
    game_of,
    own_turn,
    stake_words,
    table_name,
    turn_hands,
    turn_words,
    warn_at,
)
from rooms.tables.screens.pages import address_of
from rooms.tables.screens.pages import draw as draw_table

# === own tables =========================================================================================================

# A player's own tables on the phone's first page, mainly to show whose turn it is.


class OwnTableLine(Struct, frozen=True, kw_only=True):
    """A table at which the player sits. `mine`: it is the player's turn, for as long as `hands` shows."""

    name: str
    code: str
    words: str
    mine: bool
    hands: Hands | None
    warn_at: int


def own_tables(door: SeatPass) -> PagePanel:
    """Running tables of the event at which this player sits. Those where it is the player's turn come first."""
    person, now = person_of_seat(door.event.pk, door.seat), system_time.now()
    found = []
    for table in access.running_tables(door.event):
        at = open_door(table, None)
        state, chair = at.state, at.state.chair_of(person)
        if chair is None or state.stage not in (TableStage.OPEN, TableStage.PLAYING):
            continue
        mine = own_turn(state, chair)
        own = OwnTableLine(
            name=table_name(at),
            code=table.code,
            words=turn_words(state, chair if mine else None),
            mine=mine,
            hands=turn_hands(state, now) if mine else None,
            warn_at=warn_at(state),
        )
        found.append(own)
    found.sort(key=lambda each: not each.mine)
    return PagePanel(template="tables/_own.html", panel=tuple(found)) if found else EMPTY


# === lobby ==============================================================================================================

# The lobby page. A friend types a name once; one tap opens a table.


UNKNOWN = later("There is no table with this code. Compare it with the phone or the screen of somebody at the table.")
TOO_MANY = later("Too many wrong codes came from this network. Wait a minute, then try again.")
TOO_MANY_NAMES = later("Too many names were typed in a short time. Wait a minute, then try again.")
TOO_MANY_TABLES = later("Too many tables were opened in a short time. Wait a minute, then try again.")
NOT_OPENED_HERE = later("In this event Control opens the tables. Ask at a desk, or join a table that is open.")
NAME_FIRST = later("Type what you are called; then you can open a table.")
NO_STAKE_HERE = later("A stake is for players of an event.")
MOST_LISTED = 40
BAD_CODE = later("Your own code has eight letters and digits; leave it empty when you are new here.")


class GameCard(Struct, frozen=True, kw_only=True):
    """A game that can be opened. `cards`: the address of its cards."""

    id: str
    title: str
    line: str
    players: str
    agreement: Agreement
    cards: str


class TableRow(Struct, frozen=True, kw_only=True):
    """A table in a list."""

    code: str
    address: str
    title: str
    game: str
    words: str
    chairs: tuple[ChairChip, ...]
    free: int
    mine: bool
    stage: str
    stake: str


class Lobby(Struct, frozen=True, kw_only=True):
    """The lobby for this phone. `why_not`: why it may not open a table."""

    event_name: str
    person: TablePerson | None
    own_code: str
    rows: tuple[TableRow, ...]
    past: tuple[PastOf, ...]
    games: tuple[GameCard, ...]
    why_not: str
    stakes: tuple[tuple[str, str], ...]
    most_staked: int
    ends: tuple[tuple[str, str], ...]
    published: tuple[str, ...]


def game_cards() -> tuple[GameCard, ...]:
    """Cards of all registered games."""
    return tuple(
        GameCard(
            id=app.kind.id,
            title=app.kind.title,
            line=say(app.kind.line),
            players=_players(app.kind),
            agreement=agreement_of(app.kind.options, app.kind.least, app.kind.most, None),
            cards=reverse("tables:printed", args=[app.kind.id]) if app.reference else "",
        )
        for app in games().values()
    )


def _players(game: GameKind) -> str:
    if game.least < game.most:
        return say("{least} to {most} players", least=game.least, most=game.most)
    return say_count("{count} players", "{count} players", game.least)


def table_row(table: Table, person: TablePerson | None) -> TableRow:
    """A table as a row in a list."""
    door = open_door(table, person)
    return TableRow(
        code=table.code,
        address=address_of(table.code),
        title=door.state.title,
        game=game_of(door),
        words=turn_words(door.state, None),
        chairs=chips(door),
        free=sum(chair.free for chair in door.state.chairs) if door.state.stage is TableStage.OPEN else 0,
        mine=door.chair is not None,
        stage=door.state.stage.value,
        stake=stake_words(door.state.stake),
    )


def lobby_of(request: HttpRequest) -> Lobby:
    """The lobby for this phone."""
    event, person = people_at_phone(request)
    running = access.tables().filter(stage__in=(TableStage.OPEN.value, TableStage.PLAYING.value))
    found = list(running.filter(event=event)[:MOST_LISTED]) if event else []
    own = access.tables().filter(code__in=last_codes(request)).exclude(pk__in=[table.pk for table in found])
    rows = [table_row(table, person) for table in (*found, *own)]
    rows.sort(key=lambda row: (row.stage not in ("open", "playing"), not row.mine, row.stage != "open"))
    may = event is None or access.players_may_open(event.pk)
    return Lobby(
        event_name=event.name if event else "",
        person=person,
        own_code=join_codes.shown(person.code) if person and person.code else "",
        rows=tuple(rows),
        past=past_of(event, (person, access.guest(request))),
        games=game_cards(),
        why_not=say(NOT_OPENED_HERE) if not may else "" if person else say(NAME_FIRST),
        stakes=translated_choices(STAKES) if event else (),
        most_staked=MOST_STAKED,
        ends=translated_choices(ENDS_OFFERED),
        published=tuple(say(words) for words in PUBLISHED),
    )


def people_at_phone(request: HttpRequest) -> tuple[Event | None, TablePerson | None]:
    """The event and player of this phone's badge. Without a badge: no event, and the friend whose name was typed."""
    found = access.player(request)
    return found if found else (None, access.guest(request))


@ensure_csrf_cookie
@never_cache
@require_http_methods(["GET", "HEAD"])
def tables(request: HttpRequest) -> HttpResponse:
    """The lobby page."""
    return render_lobby(request)


def render_lobby(
    request: HttpRequest, *, refused: Refused | None = None, typed: str = "", where: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """Render the lobby, with a refusal beside the field that caused it."""
    context = {"lobby": lobby_of(request), "command_id": new_form_id(), "refused": refused, "typed": typed, "where": where}
    return render(request, "tables/lobby.html", context, status=status)


@never_cache
@require_POST
def join(request: HttpRequest) -> HttpResponse:
    """Go to a table by its code. A right code always works, even after too many wrong ones."""
    typed = request.POST.get("code", "")
    if not join_codes.plain(typed):
        return _refuse(request, say("Type the code of the table: {length} letters and digits.", length=CODE_LENGTH), "code")
    table = access.find_table(typed)
    if table is not None:
        return HttpResponseRedirect(address_of(table.code))
    if access.too_often(request, "code", access.WRONG_CODES):
        return _refuse(request, say(TOO_MANY), "code", typed, HTTPStatus.TOO_MANY_REQUESTS)
    return _refuse(request, say(UNKNOWN), "code", typed)


@never_cache
@require_POST
def name(request: HttpRequest) -> HttpResponse:
    """Set the friend's name on this phone. Without a code this phone keeps its identity.

    With their own code a friend returns to the table at which they sit, or to the list if that is not exactly one.
    """
    form, known, at = FriendNameForm(request.POST), access.guest(request), request.POST.get("table", "")
    try:
        table = access.sent_to(request, at) if at else None
    except access.TooManyCodesError:
        return _no_name(request, None, say(TOO_MANY), HTTPStatus.TOO_MANY_REQUESTS)
    if at and table is None:
        return _no_name(request, None, say(UNKNOWN))
    if not form.is_valid():
        return _no_name(request, table, str(next(iter(form.errors.values()))[0]))
    code = join_codes.plain(form.cleaned_data["code"])
    if code and len(code) != join_codes.CODE_LENGTH:
        return _no_name(request, table, say(BAD_CODE))
    as_friend = code and access.too_often(request, "name", access.FRIENDS_CODES)
    if as_friend or access.too_often_here(request, "name", access.NAMES):
        return _no_name(request, table, say(TOO_MANY_NAMES), HTTPStatus.TOO_MANY_REQUESTS)
    press = form.cleaned_data["command_id"] or uuid4()
    own = code or (known.code if known else access.code_of_press(request, press))
    seats = seats_of(access.friend(form.cleaned_data["name"], own)) if code and table is None else ()
    to = table.code if table else seats[0] if len(seats) == 1 else ""
    response: HttpResponse = HttpResponseRedirect(address_of(to) if to else reverse("tables:lobby"))
    if table is not None and form.cleaned_data["sit"]:
        door = open_door(table, access.player_of_event(request, table.event_id) or access.friend(form.cleaned_data["name"], own))
        if refused := _sit_down(door, uuid5(press, "sit")):
            response = draw_table(request, door.again(), refused, HTTPStatus.UNPROCESSABLE_ENTITY)
    access.remember_guest(response, form.cleaned_data["name"], own, secure=request.is_secure())
    remember_table(request, response, *seats)
    return response


def _sit_down(door: TablePass, command_id: UUID) -> Refused | None:
    """Sit down on the next free chair. Return the refusal, after which the person is an onlooker."""
    if door.person is None or door.chair is not None:
        return None
    try:
        lobby.give(door, SitDown(person=door.person.id, name=door.person.name), door.person.actor, command_id)
    except Refused as no:
        return no
    return None


def _no_name(
    request: HttpRequest, table: Table | None, sentence: str, status: int = HTTPStatus.UNPROCESSABLE_ENTITY
) -> HttpResponse:
    """Show what is wrong with a name, beside the field."""
    if table is not None:
        return draw_table(request, open_door(table, access.person_at(request, table.event_id)), Refused(sentence), status)
    return _refuse(request, sentence, "name", request.POST.get("name", ""), status)


@never_cache
@require_POST
def open_one(request: HttpRequest) -> HttpResponse:
    """Open a table, and go to it."""
    event, person = people_at_phone(request)
    form = OpenForm(request.POST)
    if person is None:
        return _refuse(request, say(NAME_FIRST), "open")
    if event is not None and not access.players_may_open(event.pk):
        return _refuse(request, say(NOT_OPENED_HERE), "open")
    if not form.is_valid():
        return _refuse(request, form.first_error(), "open")
    if event is None and form.cleaned_data["stake_kind"]:
        return _refuse(request, say(NO_STAKE_HERE), "open")
    if access.opens_too_often(request, person):
        return _refuse(request, say(TOO_MANY_TABLES), "open", status=HTTPStatus.TOO_MANY_REQUESTS)
    try:
        table = lobby.open_table(
            kind=form.cleaned_data["kind"],
            event=event,
            command=form.opening(person),
            by=person.actor,
            command_id=form.id_of_command(),
        )
    except Refused as no:
        return render_lobby(request, refused=no, where="open", status=HTTPStatus.UNPROCESSABLE_ENTITY)
    response = HttpResponseRedirect(address_of(table.code))
    remember_table(request, response, table.code)
    return response


def _refuse(
    request: HttpRequest, sentence: str, where: str, typed: str = "", status: int = HTTPStatus.UNPROCESSABLE_ENTITY
) -> HttpResponse:
    return render_lobby(request, refused=Refused(sentence), typed=typed, where=where, status=status)


# === codes ==============================================================================================================

# Pages under a table's code. Guessing codes is rate-limited.


def limit_wrong_codes(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Decorate a view to answer 429 after too many wrong codes from one address. A right code always works."""

    @never_cache
    @wraps(view)
    def answer(request: HttpRequest, code: str) -> HttpResponse:
        try:
            return view(request, code)
        except TooManyCodesError:
            return render(request, "control/sentence.html", {"sentence": say(TOO_MANY)}, status=HTTPStatus.TOO_MANY_REQUESTS)

    return answer
