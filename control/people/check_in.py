"""The check-in desk: the check-in list, one player's room and marks, and new join codes for lost phones."""

from __future__ import annotations

from urllib.parse import urlencode

import segno
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec import Struct

from control import registry
from control.day.people.presence import check_in as check_in_desks
from control.day.people.seating import places_to_sit
from control.day.people.view import (
    Filter,
    PersonRow,
    PlayerCard,
    ProgressView,
    check_in_list,
    leaving_consequences,
    player_card,
    player_of,
    progress_view,
    teams_view,
)
from control.day.state import DayState, Presence
from control.day.view import PlayerView
from control.day.words import plain_name
from control.desks.command import initial
from control.desks.frame import Look, draw_page, look, regions
from control.desks.presses import PressAnswer, PressPlace, carry_out, carry_out_and_answer, close_question, draw_question
from control.engine.context import CHECK_IN
from control.engine.ids import SeatId, TeamId
from control.engine.language import Spoken, say
from control.journal.story import commands_of, lines_of, may_withdraw, withdrawn_by
from control.live import broadcast
from control.models import Seat as SeatRow
from control.people import access, check_in_forms, events, join_codes
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.regions.sight import Sight
from control.sheets.deadline import noun_of
from control.watch.addresses import for_phones

# === list ===============================================================================================================

MARKS = Spoken(check_in_forms.MARKS)
ROWS = 200  # players shown at once; search covers all


# --- the list -----------------------------------------------------------------------------------------------------------


class ListView(Struct, frozen=True, kw_only=True):
    """The check-in list after its filter.

    `people`: the first `rows` matches.
    `more`: number of further matches; `further`: the address that shows more of them.
    `hidden`: number of players who do not match.
    `left`: matches who left for good.
    """

    people: tuple[PersonRow, ...]
    rows: int
    more: int
    further: str
    hidden: int
    left: tuple[PlayerView, ...]
    marks: tuple[tuple[Presence, str], ...]
    empty: str  # the text if nobody matches
    near: tuple[PersonRow, ...]  # suggestions if nobody matches


class LastMark(Struct, frozen=True, kw_only=True):
    """The newest command of the check-in list. `seq`: 0 if this desk may not undo it."""

    label: str
    seq: int


def list_view(seen: Look) -> ListView:
    """The players who match the filter, by team and rank."""
    asked = check_in_forms.FilterForm(seen.query)
    asked.is_valid()
    words, team, mark = (asked.cleaned_data.get(name, "") for name in ("q", "team", "mark"))
    rows = rows_asked(seen)
    found = seen.sight.view(check_in_list, Filter(words=plain_name(words), team=team, mark=mark, rows=rows))
    further = urlencode({**{name: asked.cleaned_data.get(name, "") for name in ("q", "team", "mark")}, "rows": rows + ROWS})
    return ListView(
        people=found.people,
        rows=rows,
        more=found.more,
        further=f"{seen.address('people')}?{further}",
        hidden=found.hidden,
        left=found.left,
        marks=tuple((mark, words) for mark, words in MARKS.items() if mark is not Presence.EXPECTED),
        empty=seen.sight.frame.said("nobody-fits"),
        near=found.near,
    )


def rows_asked(seen: Look) -> int:
    """The number of rows to show: `ROWS`, or more if the query asks for more."""
    asked = seen.query.get("rows", "")
    return max(int(asked), ROWS) if asked.isascii() and asked.isdigit() and len(asked) <= 5 else ROWS


def progress(seen: Look) -> ProgressView:
    """The progress of check-in."""
    return seen.sight.public(progress_view)


def last_mark(seen: Look) -> LastMark:
    """The newest command of the check-in list that was not withdrawn."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    for group in commands_of(lines):
        first = group[0]
        if first.module in ("people", "roster") and first.actor.startswith("staff:") and first.seq not in taken:
            mine = may_withdraw(first, seen.door.desks)
            return LastMark(label=first.label, seq=first.seq if mine else 0)
    return LastMark(label="", seq=0)


register(
    DeskRegion(
        name="people",
        template="control/desk/_people.html",
        topics=("people",),
        view=list_view,
        desks=check_in_desks,
        also="input from:#people-filter delay:200ms, change from:#people-filter",
        include="#people-filter, #people-rows",
    ),
    DeskRegion(name="last_mark", template="control/desk/_last_mark.html", topics=("people",), view=last_mark, desks=check_in_desks),
    DeskRegion(name="progress", template="control/desk/_progress.html", topics=("people",), view=progress, desks=check_in_desks),
)


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def check_in(request: HttpRequest, event_id: int) -> HttpResponse:
    """The check-in list."""
    return check_in_page(request, desk_or_404(request, event_id, of=check_in_desks))


def check_in_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """The page of the check-in list, with the result of a press."""
    seen = look(request, door)
    filters = check_in_forms.FilterForm(request.GET)
    filters.is_valid()
    context = {
        "said": said,
        "teams": seen.sight.public(teams_view),
        "team_title": seen.sight.frame.said("team-title"),
        "all_teams": seen.sight.frame.said("all-teams"),
        "filters": filters.cleaned_data,
        "marks": filters.fields["mark"].choices,  # type: ignore[attr-defined]
        **regions(seen, "people", "progress", "last_mark"),
    }
    return draw_page(request, "control/desk/people.html", seen, "people", context)


HERE = PressPlace(address="desk:people", tab="people", draw=check_in_page)


def seat_or_404(sight: Sight[DayState], seat: str) -> PlayerView:
    """The player of a seat id.

    Raises:
        Http404: there is no such player.
    """
    found = sight.public(player_of, SeatId(seat))
    if found is None:
        raise Http404(say("No such player."))
    return found


@require_POST
def mark(request: HttpRequest, event_id: int) -> HttpResponse:
    """Mark a player present, late or absent with one tap."""
    return carry_out_and_answer(
        request, desk_or_404(request, event_id, of=check_in_desks), check_in_forms.MarkForm(request.POST), HERE, "people"
    )


# === join codes =========================================================================================================

# New join codes, for lost phones. A code is shown only once.


def row_or_404(door: DeskPass, seat: SeatId) -> SeatRow:
    """The row of a seat, which holds the hash of its join code.

    Raises:
        Http404: there is no such seat.
    """
    events.add_missing_seats(door.event)
    row = SeatRow.objects.filter(event=door.event, key=seat).first()
    if row is None:
        raise Http404(say("No such seat."))
    return row


@require_http_methods(["GET", "POST"])
def new_code(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Issue a new code for a lost phone and show it once. Phones with the old code are signed out."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    found = seat_or_404(look(request, door).sight, seat)
    row = row_or_404(door, found.seat)
    said = None
    if request.method == "POST":
        form = check_in_forms.CodeForm(request.POST)
        code = _issue(row, found.name, form.cleaned_data["issue"]) if form.is_valid() else ""
        if code:
            broadcast.close_seat(door.event.pk, found.seat)
            return show_code(request, door, found, code)
        row.refresh_from_db()
        said = PressAnswer(
            kind="stale",
            sentence=say("{name} has been given a new code meanwhile. Give another only if it was lost.", name=found.name),
        )
    context = {
        "player": found,
        "joined": row.code_hash is not None,
        "form": check_in_forms.CodeForm(initial={"issue": row.issue}),
    }
    return draw_question(request, door, "control/desk/_new_code.html", context, HERE, said)


def _issue(row: SeatRow, name: str, seen: int) -> str:
    """Issue a new code; return "" if another one was issued since the form was drawn."""
    with transaction.atomic():
        locked = SeatRow.objects.select_for_update().get(pk=row.pk)
        return access.issue_code(locked, name) if locked.issue == seen else ""


class CodeView(Struct, frozen=True, kw_only=True):
    """A new join code, shown once. `address`: where to type it; `qr`: the link as a QR code."""

    name: str
    team: TeamId
    short: str
    code: str
    address: str
    qr: str


def code_view(request: HttpRequest, player: PlayerView, code: str) -> CodeView:
    """The view of a new code."""
    address = for_phones(request, reverse("control:link", args=[code]))
    at = for_phones(request, "/")
    words = join_codes.shown(code)
    return CodeView(name=player.name, team=player.team, short=player.short, code=words, address=at, qr=qr_svg(address))


def show_code(request: HttpRequest, door: DeskPass, player: PlayerView, code: str, at: PressPlace = HERE) -> HttpResponse:
    """The page of a new code, with a way back to `at`."""
    context = {"code": code_view(request, player, code), "rehearsal": door.event.rehearses_id is not None}
    response = draw_question(request, door, "control/desk/_code.html", context, at)
    response.headers["HX-Trigger"] = '{"people": "", "journal": ""}'
    return response


def qr_svg(words: str) -> str:
    """A QR code as inline SVG."""
    return str(segno.make(words, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True))


# === one player =========================================================================================================


class PaperLink(Struct, frozen=True, kw_only=True):
    """A sheet that this desk may enter for the player."""

    title: str
    address: str


def paper_links(seen: Look, card: PlayerCard) -> list[PaperLink]:
    """Links for entering a player's paper sheets, for the chosen room, if the viewer sits at its desk."""
    return [
        PaperLink(title=noun_of(kind), address=f"{address}?seat={card.person.seat}")
        for kind in registry.sheet_kinds(seen.sight.realm).values()
        if kind.room == card.room and kind.by_hand is not None and seen.sits_at(seen.sight.frame.desk_of(kind.room))
        for address in (seen.address("paper-sheet", kind.kind),)
    ]


@require_GET
def player(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """The card of one player, with all actions besides the three marks."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    return _player(request, door, seat)


def _player(request: HttpRequest, door: DeskPass, seat: str, said: PressAnswer | None = None) -> HttpResponse:
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    card = seen.sight.view(player_card, found.seat)
    if card is None:
        raise Http404(say("No such player."))
    row = row_or_404(door, found.seat)
    context = {
        "player": card,
        "joined": row.code_hash is not None,
        "issue": row.issue,
        "papers": paper_links(seen, card),
        "form": check_in_forms.SeatInRoomForm(
            initial=initial(month=card.month), seat=found.seat, places=seen.sight.public(places_to_sit)
        ),
    }
    return draw_question(request, door, "control/desk/_player.html", context, HERE, said)


@require_POST
def seat_in_room(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Seat a player in a room, also during Action."""
    door = desk_or_404(request, event_id, CHECK_IN)
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    said = carry_out(door, check_in_forms.SeatInRoomForm(request.POST, seat=found.seat, places=seen.sight.public(places_to_sit)))
    if said.done:
        return close_question(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_http_methods(["GET", "POST"])
def leave(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Let a player leave for good, after a question that names the heirs."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seen = look(request, door)
    found = seat_or_404(seen.sight, seat)
    said = None
    if request.method == "POST":
        said = carry_out(door, check_in_forms.LeaveForm(request.POST, seat=found.seat))
        if said.done:
            return close_question(request, door, said, HERE, "people")
    context = {
        "player": found,
        "happens": seen.sight.view(leaving_consequences, found.seat),
        "form": check_in_forms.LeaveForm(initial=initial(), seat=found.seat),
    }
    return draw_question(request, door, "control/desk/_leave.html", context, HERE, said)


@require_POST
def marks(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Change the marks of a player: first-timer, no phone, anonymous, a note."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    found = seat_or_404(look(request, door).sight, seat)
    said = carry_out(door, check_in_forms.MarksForm(request.POST, seat=found.seat))
    if said.done:
        return close_question(request, door, said, HERE, "people")
    return _player(request, door, seat, said)


@require_POST
def uncheck(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Undo a mistaken check-in: the player is expected again."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    seat_or_404(look(request, door).sight, seat)
    said = carry_out(door, check_in_forms.MarkForm(request.POST))
    if said.done:
        return close_question(request, door, said, HERE, "people")
    return _player(request, door, seat, said)
