"""The casting list: a file is read, what it would change is shown, and then it is one command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from control.casting.headings import Column, meaning_of
from control.casting.letters import ENCODINGS, UnreadableError
from control.casting.lines import Reading
from control.casting.plan import Plan
from control.casting.view import preview
from control.desks.command import fresh
from control.desks.frame import draw_page, look
from control.desks.press import Said, give
from control.engine.context import ORGANIZER
from control.engine.frame import Frame
from control.engine.language import Spoken, later, say
from control.people import casting_forms as forms
from control.people import events
from control.people.access import DeskPass, desk_or_404
from control.people.unpacking import sheets_apart

EXPLAINED: Mapping[Column, str] = Spoken(  # the first of the headings that each column is known by
    {
        Column.NAME: later("name, player, player name, full name"),
        Column.RANK: later("rank, place, position, rank no"),
        Column.FIRST_TIMER: later("first timer, first time, firsttimer, newcomer"),
        Column.PHONE: later("phone, has phone, has a phone, smartphone"),
        Column.NOTE: later("notes, note, remark, remarks"),
        Column.STATUS: later("status, order status, booking status, ticket status"),
        Column.SEAT: later("seat, seat id, seat key"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown of a list that was read: its problems, or its plan and what comes back to apply it."""

    file: str
    reading: Reading
    plan: Plan | None
    kept: str
    command_id: UUID


@require_http_methods(["GET", "POST"])
def casting(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose a file; see what it would do. Nothing is changed here."""
    door = desk_or_404(request, event_id, ORGANIZER)
    if request.method == "GET":
        return _page(request, door)
    form = forms.FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, door, refused=form.sentence(), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        found = look(request, door).sight.view(preview, form.content(), sheets_apart, form.cleaned_data["encoding"])
    except UnreadableError as no:
        return _page(request, door, refused=no.sentence, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    plan = found.plan
    shown = Shown(
        file=form.cleaned_data["file"].name[:80],
        reading=found.reading,
        plan=plan,
        kept=forms.keep(door.event.pk, plan) if plan else "",
        command_id=fresh(),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if found.reading.problems else HTTPStatus.OK
    return _page(request, door, shown=shown, status=status)


@require_POST
def apply(request: HttpRequest, event_id: int) -> HttpResponse:
    """Do what a preview showed, as one command that the journal can take back."""
    door = desk_or_404(request, event_id, ORGANIZER)
    said = give(door, forms.ApplyForm(request.POST, event=door.event))
    if not said.done:
        return _page(request, door, said=said, status=said.status)
    events.add_missing_seats(door.event)
    messages.success(request, say("{said} Print badges for those who are new.", said=said.sentence))
    return HttpResponseRedirect(reverse("desk:people", args=[door.event.pk]))


def _page(
    request: HttpRequest,
    door: DeskPass,
    *,
    shown: Shown | None = None,
    refused: str = "",
    said: Said | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    seen = look(request, door)
    context = {
        "said": said,
        "refused": refused,
        "shown": shown,
        "explained": explained(door.frame),
        "encodings": tuple(ENCODINGS.items()),
        "needs": door.frame.said("list-needs"),
        "team_title": door.frame.said("team-title"),
    }
    return draw_page(request, "control/desk/casting.html", seen, "people", context, status)


def explained(frame: Frame) -> tuple[tuple[str, str], ...]:
    """The columns a list may have, each with some of the headings that it is known by."""
    name, *further = ((meaning_of(column, frame), headings) for column, headings in EXPLAINED.items())
    return (name, (meaning_of(Column.TEAM, frame), frame.said("team-headings")), *further)
