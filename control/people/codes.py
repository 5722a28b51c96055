"""Join codes at the check-in desk: a lost phone, and a fresh code on the one screen that ever shows it."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from control.day.people.presence import check_in as check_in_desks
from control.day.view import PlayerView
from control.desks.frame import look
from control.desks.press import Place, Said, question
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.live import broadcast
from control.models import Seat as SeatRow
from control.people import access, events, forms, join_codes
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import HERE, seat_or_404
from control.watch.addresses import for_phones


def row_or_404(door: DeskPass, seat: SeatId) -> SeatRow:
    """The seat's row, which holds the join code.

    Raises:
        Http404: there is none.
    """
    events.add_missing_seats(door.event)
    row = SeatRow.objects.filter(event=door.event, key=seat).first()
    if row is None:
        raise Http404(say("No such seat."))
    return row


@require_http_methods(["GET", "POST"])
def new_code(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """A lost phone: a new code, shown once; the old device is out."""
    door = desk_or_404(request, event_id, of=check_in_desks)
    found = seat_or_404(look(request, door).sight, seat)
    row = row_or_404(door, found.seat)
    said = None
    if request.method == "POST":
        form = forms.CodeForm(request.POST)
        code = _issue(row, found.name, form.cleaned_data["issue"]) if form.is_valid() else ""
        if code:
            broadcast.throw_out(door.event.pk, found.seat)
            return show_code(request, door, found, code)
        row.refresh_from_db()
        said = Said(
            kind="stale",
            sentence=say("{name} has been given a new code meanwhile. Give another only if it was lost.", name=found.name),
        )
    context = {
        "player": found,
        "joined": row.code_hash is not None,
        "form": forms.CodeForm(initial={"issue": row.issue}),
    }
    return question(request, door, "control/desk/_new_code.html", context, HERE, said)


def _issue(row: SeatRow, name: str, seen: int) -> str:
    """The new code; empty when another one was issued since the form was drawn."""
    with transaction.atomic():
        locked = SeatRow.objects.select_for_update().get(pk=row.pk)
        return access.issue_code(locked, name) if locked.issue == seen else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeView:
    """A join code on the one screen that ever shows it; `address` is the door at which it is typed."""

    name: str
    team: TeamId
    short: str
    code: str
    address: str
    qr: str


def code_view(request: HttpRequest, player: PlayerView, code: str) -> CodeView:
    """A fresh code as it is shown once."""
    address = for_phones(request, reverse("control:link", args=[code]))
    at = for_phones(request, "/")
    words = join_codes.shown(code)
    return CodeView(name=player.name, team=player.team, short=player.short, code=words, address=at, qr=qr_svg(address))


def show_code(request: HttpRequest, door: DeskPass, player: PlayerView, code: str, at: Place = HERE) -> HttpResponse:
    """The page that shows a fresh code, and leads back to where it was asked for."""
    context = {"code": code_view(request, player, code), "rehearsal": door.event.rehearses_id is not None}
    response = question(request, door, "control/desk/_code.html", context, at)
    response.headers["HX-Trigger"] = '{"people": "", "journal": ""}'
    return response


def qr_svg(words: str) -> str:
    """A QR code as an SVG to put into a page."""
    return str(segno.make(words, error="m").svg_inline(scale=6, border=3, dark="#000", light="#fff", omitsize=True))
