"""Plain HTML form of any sealed sheet, for phones without JavaScript."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from uuid import UUID, uuid4, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control import registry, system_time
from control.day.sheets import month_now
from control.engine.language import say
from control.engine.refusal import Refused
from control.people.access import SeatPass, seat_or_404
from control.phone import play
from control.phone.play import region_of
from control.phone.sight import look_without_marking, sight_of
from control.registry import SheetKind
from control.sheets import sheets
from control.sheets.form_fields import CONFIRM, body_of, sheet_in
from control.sheets.own_sheet import sheet_panel
from control.sheets.sheets import Arrival, Status

# === plain form =========================================================================================================


@never_cache
@require_POST
def hand_in(request: HttpRequest, kind: str) -> HttpResponse:
    """Take in a sheet from its form. The time of arrival is read before anything else."""
    received_at = system_time.now()
    door = seat_or_404(request)
    found = registry.sheet_kinds(door.event.stream.engine).get(kind)
    if found is None:
        raise Http404("No such sheet.")
    return answer_hand_in(request, door, found, received_at)


def answer_hand_in(request: HttpRequest, door: SeatPass, kind: SheetKind, received_at: datetime) -> HttpResponse:
    """Hand the sheet in; answer with its receipt or, if it was refused, with the typed form."""
    typed = dict(request.POST.lists())
    try:
        arrival = _arrival(request, door, kind, received_at)
        is_of_now = arrival.month == sight_of(door).public(month_now)  # other months are refused anyway
        if is_of_now and CONFIRM not in typed and (question := _question(kind, arrival.body)):
            raise Refused(question, code="unsure")
        receipt = sheets.hand_in(arrival)
        if receipt.status is Status.REFUSED:
            raise Refused(receipt.sentence, rule=receipt.rule, code=receipt.code)
    except Refused as no:
        if no.code == "unsure":
            typed[CONFIRM] = ["1"]
        seen = look_without_marking(door)
        shown = sheet_panel(door.event.pk, seen.sight, kind, seen.rows, typed)
        status = HTTPStatus.CONFLICT if no.code == "stale" else HTTPStatus.UNPROCESSABLE_ENTITY
        return play.answer(request, door, "sheet", {"sheet": region_of("sheet", shown, refused=no)}, status)
    return play.answer(request, door, "sheet")


def _arrival(request: HttpRequest, door: SeatPass, kind: SheetKind, received_at: datetime) -> Arrival:
    month = request.POST.get("month", "")
    if not month.isascii() or not month.isdigit() or len(month) > 3:
        raise Refused(say("This form is broken; load the page again."), code="malformed")
    body = body_of(dict(request.POST.lists()))
    return Arrival(
        event_id=door.event.pk,
        seat=door.seat,
        kind=kind.kind,
        month=int(month),
        client_key=uuid5(_form_key(request), body.decode()),  # a changed form is a new sheet
        body=body,
        received_at=received_at,
    )


def _question(kind: SheetKind, body: bytes) -> str:
    """The question to confirm before sending; "" for none. Errors in the sheet are reported later, by its judgement."""
    try:
        return kind.phone.asks(sheet_in(kind, body))
    except Refused:
        return ""


def _form_key(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("client_key", ""))
    except ValueError:
        return uuid4()
