"""Control's list of side tables: open, watch, add bots, begin, close, undo with an announcement, settle stakes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec import Struct

from control import system_time
from control.day.desk_tasks import age_of
from control.desks.command import CommandForm, initial
from control.desks.frame import draw_page, regions
from control.desks.presses import DONE, PressAnswer, PressPlace, answer_press, close_question, draw_question, refusal
from control.desks.tabs import register_page
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.journal import desk
from control.journal.rows import upsert
from control.models import Entry
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.registry import DeskPage
from rooms.realm.desks import Desk
from rooms.realm.game.table_stakes import MOST_STAKED, PUBLISHED
from rooms.realm.screens.desk_pages import Look, look
from rooms.tables import access, lobby, settlement, story
from rooms.tables.access import TablePass, open_door
from rooms.tables.game.play import ActAsHost
from rooms.tables.game.state import TableStage
from rooms.tables.game.table_closure import why_words
from rooms.tables.game.table_end import stake_settled
from rooms.tables.models import Table, TablePermit
from rooms.tables.registry import HostDeed, app_of
from rooms.tables.screens import forms
from rooms.tables.screens.heading import (
    BotChoice,
    ChairChip,
    TableEndView,
    bot_choices,
    chips,
    end_of,
    game_of,
    stake_words,
    turn_words,
)
from rooms.tables.screens.lobby_views import GameCard, game_cards
from rooms.tables.screens.notes import AskShown, asks_shown

# === list ===============================================================================================================

# The list of side tables, and the games that can be opened.


MOST_LISTED = 60


class TableLine(Struct, frozen=True, kw_only=True):
    """A table of the event.

    `game`: the game, if the title is not the game's. `why`: the reason of an early end. `asks`: open requests for bots' chairs.
    `since`: the time of its last entry. `age`: marks a game that stands still. `owed`: the game is over and the stake not settled.
    `undo`: the event's entry that settled it, 0 for none.
    """

    code: str
    title: str
    game: str
    stage: str
    words: str
    why: str
    chairs: tuple[ChairChip, ...]
    asks: tuple[AskShown, ...]
    since: datetime
    age: str
    stake: str
    end: TableEndView | None
    settled: bool
    owed: bool
    undo: int
    board: str


class TableListView(Struct, frozen=True, kw_only=True):
    """The open and playing tables, and those that are over."""

    running: tuple[TableLine, ...]
    over: tuple[TableLine, ...]
    now: datetime


class TableOpeningView(Struct, frozen=True, kw_only=True):
    """The games that can be opened, and whether players may open them. `may_permit`: this is the organizer."""

    games: tuple[GameCard, ...]
    players: bool
    may_permit: bool
    stakes: tuple[tuple[str, str], ...]
    most_staked: int
    ends: tuple[tuple[str, str], ...]
    published: tuple[str, ...]


def tables_view(seen: Look) -> TableListView:
    """The event's tables, newest first."""
    last = Entry.objects.filter(stream=OuterRef("stream")).order_by("-seq").values("at")[:1]
    rows = access.tables().filter(event=seen.event_id).annotate(since=Subquery(last))[:MOST_LISTED]
    lines = [_line(seen, table) for table in rows]
    running = tuple(line for line in lines if line.stage in (TableStage.OPEN, TableStage.PLAYING))
    return TableListView(running=running, over=tuple(line for line in lines if line not in running), now=seen.now)


def _line(seen: Look, table: Any) -> TableLine:
    door = open_door(table, None)
    state, settled = door.state, seen.sight.public(stake_settled, str(table.stream.key))
    ended = state.stage in settlement.ENDED and state.play is not None
    return TableLine(
        code=table.code,
        title=state.title,
        game=game_of(door),
        stage=state.stage.value,
        words=turn_words(state, None),
        why=why_words(state),
        chairs=chips(door),
        asks=asks_shown(state),
        since=table.since or table.opened_at,
        age=age_of(seen.now - (table.since or table.opened_at)) if state.stage is TableStage.PLAYING else "",
        stake=stake_words(state.stake),
        end=end_of(door, seen.now),
        settled=settled,
        owed=ended and state.stake is not None and not settled,
        undo=_settling_entry(table) if settled else 0,
        board=reverse("tables:screen", args=[table.code]),
    )


def _settling_entry(table: Table) -> int:
    assert table.event is not None
    key = str(table.stream.key)
    rows = Entry.objects.filter(stream=table.event.stream_id, kind="StakeSettled", body__contains=key).order_by("-seq")
    return rows.values_list("seq", flat=True).first() or 0


def opening_view(seen: Look) -> TableOpeningView:
    """The games that can be opened."""
    return TableOpeningView(
        games=game_cards(),
        players=access.players_may_open(seen.event_id),
        may_permit=seen.sits_at(Desk.ORGANIZER),
        stakes=forms.translated_choices(forms.STAKES),
        most_staked=MOST_STAKED,
        ends=forms.translated_choices(forms.ENDS_OFFERED),
        published=tuple(say(words) for words in PUBLISHED),
    )


# === presses ============================================================================================================

# The page of the list and its buttons.


register(
    DeskRegion(name="tables", template="tables/desk/_tables.html", topics=("tables",), view=tables_view),
    DeskRegion(name="tables_opening", template="tables/desk/_opening.html", topics=("tables",), view=opening_view),
)
register_page(DeskPage(page="tables", name=later("Tables"), address="tables_desk:tables"))


@require_GET
def tables(request: HttpRequest, event_id: int) -> HttpResponse:
    """The list of tables, for every desk."""
    return tables_page(request, desk_or_404(request, event_id))


def tables_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """The list of tables with the outcome of a press."""
    seen = look(request, door)
    found = regions(seen, "tables", "tables_opening")
    context = {"said": said, "tables": found["tables"], "opening": found["tables_opening"]}
    return draw_page(request, "tables/desk/tables.html", seen, "tables", context)


HERE = PressPlace(address="tables_desk:tables", tab="tables", draw=tables_page)


@require_http_methods(["GET", "POST"])
def open_one(request: HttpRequest, event_id: int) -> HttpResponse:
    """Open a table that Control keeps: in one tap, or after a question about its agreements."""
    door = desk_or_404(request, event_id)
    form = forms.OpenForm(request.POST if request.method == "POST" else None, initial=initial())

    def give() -> str:
        command_id = _id_of(form)
        table = lobby.open_table(
            kind=form.cleaned_data["kind"], event=door.event, command=form.opening(None), by=door.actor, command_id=command_id
        )
        return say("A table is open. Its code is {code}.", code=table.code)

    said = _said_of(give) if request.method == "POST" else None
    if said is not None and (said.done or "asked" not in request.POST):
        return close_question(request, door, said, HERE, "tables") if said.done else answer_press(request, door, said, HERE)
    chosen = (request.POST if request.method == "POST" else request.GET).get("kind", "")
    game = next((card for card in game_cards() if card.id == chosen), None)
    if game is None:
        raise Http404(say("No such game."))
    context = {"game": game, "form": form, "opening": opening_view(look(request, door))}
    return draw_question(request, door, "tables/desk/_open.html", context, HERE, said)


@require_POST
def permit(request: HttpRequest, event_id: int) -> HttpResponse:
    """Allow or forbid players to open tables."""
    door = desk_or_404(request, event_id, Desk.ORGANIZER)
    form = forms.PermitForm(request.POST)
    form.is_valid()
    players = form.cleaned_data["players"]
    upsert(TablePermit(event=door.event, players=players), per=("event",), over=("players",))
    sentence = say("Players may open tables.") if players else say("Only Control opens tables.")
    return answer_press(request, door, PressAnswer(kind=DONE, sentence=sentence), HERE, "tables")


class TableAsk(Struct, frozen=True, kw_only=True):
    """One table with everything that Control may do there.

    `game`: the game, if the title is not the game's. `foreseen`: how the stake would be settled now.
    """

    code: str
    title: str
    game: str
    stage: str
    chairs: tuple[ChairChip, ...]
    bots: tuple[BotChoice, ...]
    missing: int
    stake: str
    end: TableEndView | None
    foreseen: str
    moves: tuple[lobby.UndoableMove, ...]
    asks: tuple[AskShown, ...]
    deed: HostDeed | None
    open: bool
    playing: bool
    ended: bool


def _ask_view(door: DeskPass, at: TablePass, *, foreseen: bool = False, moves: bool = False) -> TableAsk:
    state, game = at.state, at.engine.game
    taken = sum(not chair.free for chair in state.chairs)
    return TableAsk(
        code=at.table.code,
        title=state.title,
        game=game_of(at),
        stage=state.stage.value,
        chairs=chips(at),
        bots=bot_choices(game.bots),
        missing=max(game.least - taken, 0),
        stake=stake_words(state.stake),
        end=end_of(at, system_time.now()),
        foreseen=_settlement_preview(door, at) if foreseen else "",
        moves=lobby.latest_moves(story.lines_of(at.table.stream)) if moves else (),
        asks=asks_shown(state),
        deed=app_of(at.table.kind).host_deed(at.engine, state) if state.stage is TableStage.PLAYING else None,
        open=state.stage is TableStage.OPEN,
        playing=state.stage is TableStage.PLAYING,
        ended=state.stage in settlement.ENDED and state.play is not None,
    )


def _settlement_preview(door: DeskPass, at: TablePass) -> str:
    """Sentences of the settlement as the event's journal would have them now."""
    command = settlement.settlement(at.table, at.engine, at.state)
    if command is None:
        return ""
    try:
        return " ".join(desk.preview(stream_id=door.event.stream_id, command=command, by=door.actor).sentences)
    except Refused as no:
        return no.sentence


def _pass_to(event_id: int, code: str) -> TablePass:
    table = access.find_table(code)
    if table is None or table.event_id != event_id:
        raise Http404(say("No such table in this event."))
    return open_door(table, None)


@require_GET
def show_table(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """One table: its chairs, bots for the free ones, and the start of the game."""
    door = desk_or_404(request, event_id)
    return _render_table(request, door, _pass_to(event_id, code), None)


def _render_table(request: HttpRequest, door: DeskPass, at: TablePass, said: PressAnswer | None) -> HttpResponse:
    context = {"ask": _ask_view(door, at), **initial()}
    return draw_question(request, door, "tables/desk/_table.html", context, HERE, said)


@require_POST
def chair(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Put a bot on a chair, or free it."""
    if request.POST.get("bot"):
        return _press(request, event_id, code, forms.BotForm(request.POST), later("Table {code}: A bot has sat down."))
    return _press(request, event_id, code, forms.LeaveChairForm(request.POST), later("Table {code}: The chair is free."))


@require_POST
def begin(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Begin the game."""
    return _press(request, event_id, code, forms.BeginGameForm(request.POST), later("Table {code}: The game has begun."))


@require_POST
def answer_request(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Answer a request for a bot's chair."""
    form, at = forms.JoinAnswerForm(request.POST), _pass_to(event_id, code)
    sentence = later("Table {code}: It has been answered.")
    return _press(request, event_id, code, form, sentence, lambda: form.answering(at.state))


@require_POST
def let_run_on(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Let this table run on: nothing ends it by itself. It is announced there."""
    sentence = later("Table {code}: It runs on until it is over, or closed.")
    return _press(request, event_id, code, forms.RunOnForm(request.POST), sentence)


@require_POST
def host(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Do what the game leaves to its host, at a table that Control keeps."""
    at, form = _pass_to(event_id, code), CommandForm(request.POST)

    def acting() -> ActAsHost:
        return ActAsHost(action=app_of(at.table.kind).action(forms.action_fields(request.POST)))

    return _press(request, event_id, code, form, later("Table {code}: It is done, and said at the table."), acting)


def _press(
    request: HttpRequest, event_id: int, code: str, form: Any, sentence: str, command: Callable[[], Any] | None = None
) -> HttpResponse:
    door, at = desk_or_404(request, event_id), _pass_to(event_id, code)

    def give() -> str:
        command_id = _id_of(form)
        lobby.give(at, command() if command else form.command(), door.actor, command_id)
        return say(sentence, code=at.table.code)

    said = _said_of(give)
    if said.done and isinstance(form, forms.BeginGameForm):
        return close_question(request, door, said, HERE, "tables")
    return _render_table(request, door, at.again(), said)


@require_http_methods(["GET", "POST"])
def close(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Close a table with a reason, after a preview of how its stake would be settled."""
    door, at = desk_or_404(request, event_id), _pass_to(event_id, code)
    form = forms.CloseTableForm(request.POST if request.method == "POST" else None, initial=initial())

    def give() -> str:
        command_id = _id_of(form)
        lobby.give(at, form.command(), door.actor, command_id)
        return say("Table {code} is closed.", code=at.table.code)

    return _render_question(request, door, at, form, "tables/desk/_close.html", give, foreseen=True)


@require_http_methods(["GET", "POST"])
def undo_move(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Undo a move and all that followed, even a reveal. It is announced at the table."""
    door, at = desk_or_404(request, event_id), _pass_to(event_id, code)
    form = forms.TakeBackForm(request.POST if request.method == "POST" else None, initial=initial())

    def give() -> str:
        command_id = _id_of(form)
        lobby.take_back(at, form.cleaned_data["seq"], form.cleaned_data["reason"], door.actor, command_id)
        return say("Taken back at table {code}, and said aloud there.", code=at.table.code)

    return _render_question(request, door, at, form, "tables/desk/_back.html", give, moves=True)


@require_http_methods(["GET", "POST"])
def settle(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """Settle a stake that was not settled automatically, or whose settlement was withdrawn."""
    door, at = desk_or_404(request, event_id), _pass_to(event_id, code)
    command = settlement.settlement(at.table, at.engine, at.state)
    if command is None or at.state.stage not in settlement.ENDED:
        raise Http404(say("Nothing to settle at this table."))
    form = CommandForm(request.POST if request.method == "POST" else None, initial=initial())

    def give() -> str:
        command_id = _id_of(form)
        desk.perform(stream_id=door.event.stream_id, command=command, by=door.actor, command_id=command_id)
        return say("The stake of table {code} is settled.", code=at.table.code)

    return _render_question(request, door, at, form, "tables/desk/_settle.html", give, foreseen=True)


def _render_question(
    request: HttpRequest, door: DeskPass, at: TablePass, form: CommandForm, fragment: str, give: Callable[[], str], **view: bool
) -> HttpResponse:
    """Show a question about a table, or carry out its answer. A refused form keeps what was typed."""
    said = None
    if request.method == "POST":
        said = _said_of(give)
        if said.done:
            return close_question(request, door, said, HERE, "tables")
        at = at.again()
        door.event.stream.refresh_from_db(fields=["head"])
    return draw_question(request, door, fragment, {"ask": _ask_view(door, at, **view), "form": form}, HERE, said)


def _said_of(give: Callable[[], str]) -> PressAnswer:
    try:
        return PressAnswer(kind=DONE, sentence=give())
    except Refused as no:
        return refusal(no)


def _id_of(form: CommandForm) -> UUID:
    if not form.is_valid():
        raise Refused(form.first_error(), code="malformed")
    return form.id_of_command()
