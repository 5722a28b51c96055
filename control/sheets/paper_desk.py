"""Paper sheet page: staff find a sheet by its mark and type it in; somebody else enters it again."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control import system_time
from control.day.people.seating import SeatingView, closed_view, seating_view
from control.day.sheets import Window, month_now, players_in_order, sheets_view, typed_in
from control.day.view import PlayerView
from control.desks.frame import Look, draw_page, look
from control.desks.presses import DONE, REFUSED, STALE, PressAnswer
from control.engine.ids import SeatId, TeamId
from control.engine.language import say
from control.engine.refusal import Refused
from control.engine.typed_text import number_in
from control.models import Sheet
from control.people import audit
from control.people.audit import AuditKind
from control.registry import PagePanel, SheetKind
from control.sheets import paper as paper_sheets
from control.sheets.arrivals import Version, kind_or_404, versions_of
from control.sheets.deadline import noun_of
from control.sheets.sheets import Status


class PossibleAuthor(Struct, frozen=True, kw_only=True):
    """A player to choose as author, with the name of their team; the closed list shows both."""

    seat: SeatId
    name: str
    team: str


class PaperSheetEntry(Struct, frozen=True, kw_only=True):
    """A paper sheet being entered: its player, the form as typed, and what is known of this player's sheets."""

    kind: str
    noun: str
    room: str
    month: int
    when: str  # "month 3"
    mark: str
    seat: SeatId | None
    name: str
    team: TeamId | None
    short: str
    players: tuple[PossibleAuthor, ...]
    form: PagePanel | None
    closed: Window | None  # why none can be entered now for this player
    versions: tuple[Version, ...]
    taken_in: str  # the sentence that this round's sheets are read; "" before
    double_entry: bool
    seating: SeatingView | None  # set if the player is not in the room of the sheet
    seats: bool  # seat the player there with this entry?
    reason: str
    command_id: UUID
    styles: tuple[str, ...]


@require_http_methods(["GET", "POST"])
def paper_sheet(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """Show and process the form for a sheet written on paper."""
    received_at = system_time.now()
    door, found = kind_or_404(request, event_id, kind)
    if found.by_hand is None:
        raise Http404(say("No such sheet on paper."))
    seen = look(request, door)
    asked = request.POST if request.method == "POST" else request.GET
    fields, said, seat = {name: asked.getlist(name) for name in asked}, None, None
    try:
        seat = _author(seen, found, asked.get("mark", ""), asked.get("seat", ""))
        if request.method == "POST" and asked.get("act") == "enter":
            if seat is None:
                raise Refused(say("Scan the mark of the sheet, or choose its player."))
            said, look_again = _entered(seen, found, seat, fields, received_at)
            (messages.warning if look_again else messages.success)(request, said.sentence)
            return HttpResponseRedirect(reverse("desk:paper-sheet", args=[event_id, kind]))  # for the next sheet of the pile
        if seat is not None and request.method == "GET" and asked.get("late"):
            fields = _late_fields(seen, found, seat, asked["late"])
            audit.log_look(AuditKind.SHEETS_SEEN, event_id, about=found.kind, how="late")
    except Refused as no:
        said = PressAnswer(kind=STALE if no.code == "stale" else REFUSED, sentence=no.sentence, rule=no.rule)
    context = {"entry": _entry(seen, found, seat, fields), "said": said, "back": reverse("desk:sheets", args=[event_id, kind])}
    status = said.status if said is not None else 200
    return draw_page(request, "control/desk/paper_sheet.html", seen, found.room, context, status)


def _author(seen: Look, kind: SheetKind, mark: str, chosen: str) -> SeatId | None:
    """The sheet's player, by its mark, or as chosen for a spare sheet; None while unknown."""
    if mark.strip():
        found = paper_sheets.require_mark(mark, event=seen.event_id, sight=seen.sight, kind=kind)
        if found.seat and chosen and chosen != found.seat:
            name = _players(seen)[SeatId(found.seat)].name
            raise Refused(say("The mark is that of {player}; choose nobody else.", player=name))
        chosen = found.seat or chosen
    if chosen and SeatId(chosen) not in _players(seen):
        raise Refused(say("There is no such player."), code="unknown")
    return SeatId(chosen) if chosen else None


def _players(seen: Look) -> dict[SeatId, PlayerView]:
    return {each.seat: each for each in seen.sight.public(players_in_order)}


def _entered(
    seen: Look, kind: SheetKind, seat: SeatId, fields: dict[str, list[str]], received_at: datetime
) -> tuple[PressAnswer, bool]:
    """Enter the sheet. Return the result, and whether to look again: it differs from another entry, or does not count."""
    month = (fields.get("month") or [""])[0]
    if not month.isascii() or not month.isdigit() or len(month) > 3:
        raise Refused(say("This form is broken; load the page again."), code="malformed")
    try:
        key = UUID((fields.get("command_id") or [""])[0])
    except ValueError as wrong:
        raise Refused(say("This form is broken; load the page again."), code="malformed") from wrong
    seating = _seating(seen, kind, seat)
    seats = seating is not None and "yes" in fields.get("seats", ())
    if seating is not None and not seats and not seating.may_wait:
        name = _players(seen)[seat].name
        said = say("{name} is not {in_room}; nothing was entered. Seat the player with it.", name=name, in_room=seating.inside)
        raise Refused(seating.why_not or said, rule=seen.sight.frame.rule("choosing"))
    entered = paper_sheets.enter(
        seen.door,
        kind,
        twice=seen.sight.public(sheets_view, kind.kind).double_entry,
        seat=seat,
        sheet=kind.read(fields),
        reason=(fields.get("reason") or [""])[0],
        key=key,
        received_at=received_at,
        month=int(month),
        seats=seats,
    )
    name, receipt = _players(seen)[seat].name, entered.receipt
    if receipt.status is Status.PENDING or (receipt.status is Status.LATE and _waits(seen, kind, seat, receipt.revision)):
        once = say("The {noun} of {name} was entered once; somebody else enters it again.", noun=noun_of(kind), name=name)
        if entered.differs_from:
            once += " " + say("It differs from what {name} entered; look at the paper again.", name=entered.differs_from)
        return PressAnswer(kind=DONE, sentence=once), bool(entered.differs_from)
    counted = say("The {noun} of {name} is in, revision {revision}.", noun=noun_of(kind), name=name, revision=receipt.revision)
    if seating is not None and not seats:
        waits = say("It does not count while {name} is not {in_room}.", name=name, in_room=seating.inside)
        return PressAnswer(kind=DONE, sentence=f"{counted} {waits}"), True
    if seating is not None:
        counted += " " + say("{name} is seated {in_room}.", name=name, in_room=seating.inside)
    return PressAnswer(kind=DONE, sentence=counted), False


def _seating(seen: Look, kind: SheetKind, seat: SeatId) -> SeatingView | None:
    return seen.sight.view(seating_view, seat, kind)


def _waits(seen: Look, kind: SheetKind, seat: SeatId, revision: int) -> bool:
    month = seen.sight.public(month_now)
    rows = Sheet.objects.filter(event=seen.event_id, kind=kind.kind, month=month, seat=seat, revision=revision)
    return rows.filter(pending=True).exists()


def _late_fields(seen: Look, kind: SheetKind, seat: SeatId, revision: str) -> dict[str, list[str]]:
    """A late sheet in the fields of the form. The desk may read it once the others are open.

    A sheet that waits for a second person is excluded: that person enters it from the paper.

    Raises:
        Refused: an older release stored it in an unreadable form.
    """
    assert kind.by_hand is not None
    month = seen.sight.public(month_now)
    number = number_in(revision)
    if number is None or not paper_sheets.is_taken_in(seen.event_id, kind.kind, month):
        raise Http404(say("This sheet is sealed."))
    for row in paper_sheets.all_versions(seen.event_id, kind.kind, month, seat):
        if row.late and not row.pending and row.revision == number:
            return dict(kind.by_hand.fields(kind.decode(row.body.encode())))
    raise Http404(say("No such sheet."))


def _entry(seen: Look, kind: SheetKind, seat: SeatId | None, fields: dict[str, list[str]]) -> PaperSheetEntry:
    assert kind.by_hand is not None
    now, frame, players = seen.sight.public(sheets_view, kind.kind), seen.sight.frame, _players(seen)
    month = now.month
    taken_in = paper_sheets.is_taken_in(seen.event_id, kind.kind, month)
    player = players[seat] if seat is not None else None
    rows = paper_sheets.all_versions(seen.event_id, kind.kind, month, seat) if seat is not None else []
    entered = paper_sheets.accepted_late(seen.event_id, rows)
    seating = _seating(seen, kind, seat) if seat is not None else None
    closed = seen.sight.view(closed_view, seat, kind) if seat is not None and not taken_in else None
    form = seen.sight.view(kind.by_hand.sees, seat, typed_in(fields)) if seat is not None and closed is None else None
    return PaperSheetEntry(
        kind=kind.kind,
        noun=noun_of(kind),
        room=frame.room_name(kind.room),
        month=month,
        when=frame.round_words(month),
        mark=(fields.get("mark") or [""])[0][:120],
        seat=seat,
        name=player.name if player else "",
        team=player.team if player else None,
        short=player.short if player else "",
        players=tuple(
            PossibleAuthor(seat=each.seat, name=f"{each.team_name}: {each.name}", team=each.team_name) for each in players.values()
        ),
        form=kind.by_hand.draw(form) if form is not None else None,
        closed=closed,
        versions=tuple(versions_of(seen.sight, kind, rows, [], taken_in, is_there=seating is None, let_count=entered)),
        taken_in=frame.said("sheets-taken-in") if taken_in else "",
        double_entry=now.double_entry,
        seating=seating,
        seats="yes" in fields.get("seats", ()) if "act" in fields else seating is not None and not seating.elsewhere,
        reason=(fields.get("reason") or [""])[0][:300],
        command_id=uuid4(),
        styles=kind.by_hand.styles,
    )
