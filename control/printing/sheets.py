"""Sheets on paper: blank ones with the mark of their month and player, and those that are open, in words."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control import registry
from control.day.state import Seat
from control.day.timetable import last_month
from control.day.view import PlayerView, player_view
from control.desks.frame import Look, look
from control.engine.ids import TeamId
from control.engine.language import say
from control.people.access import desk_or_404
from control.printing import forms
from control.printing.menu import menu_page
from control.printing.paper import everybody, paper, qr, told
from control.registry import FilledSheet, SheetKind
from control.sheets.paper_mark import mark, read_mark
from control.watch.addresses import for_phones


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankSheet:
    """A sheet to write on: whose it is (nobody's on a spare one) and the mark that ties it to its month."""

    player: PlayerView | None
    own: TeamId | str
    mark: str
    qr: str


@require_safe
def sheets(request: HttpRequest, event_id: int) -> HttpResponse:
    """Blank sheets of one kind for one month, each with its mark."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    state, kinds = seen.state, registry.printable(seen.state.REALM)
    form = forms.SheetsForm(
        request.GET,
        kinds=[(name, say(on_paper.title)) for name, (_kind, on_paper) in kinds.items()],
        frame=state.frame,
        teams=[team.id for team in state.teams],
        months=last_month(state),
    )
    if not form.is_valid():
        return menu_page(request, door, form.sentence())
    asked = form.cleaned_data
    (kind, on_paper), month, who = kinds[asked["kind"]], asked["month"], asked["who"] or forms.EVERYBODY
    wanted = [seat for seat in everybody(state) if _wanted(seat, who)]
    blanks = [_blank(request, seen, kind, month, seat) for seat in wanted]
    blanks += [_blank(request, seen, kind, month, None) for _each in range(asked["spare"] or 0)]
    if not blanks:
        return menu_page(request, door, say("There is nobody to print a sheet for."))
    title, month_words = say(on_paper.title), state.frame.round_words(month)
    shown = {
        "kind": kind.kind,
        "room": state.frame.room_name(kind.room),
        "title": title,
        "round": month_words,
        "team_word": state.frame.said("team-word"),
        "form": on_paper.blank(state),
        "css": on_paper.css,
        "sheets": tuple(blanks),
    }
    whole = say("{sheets}, {round}", sheets=title, round=month_words)
    return paper(request, seen, "control/print/sheets.html", whole, shown)


def _wanted(seat: Seat, who: str) -> bool:
    if who == forms.PHONELESS:
        return seat.marks.phoneless
    return who == forms.EVERYBODY or seat.team == who


def _blank(request: HttpRequest, seen: Look, kind: SheetKind, month: int, seat: Seat | None) -> BlankSheet:
    text = mark(seen.event_id, month, seat.id if seat else "", kind.kind)
    return BlankSheet(
        player=player_view(seen.state, seat) if seat else None,
        own=seat.team if seat else "",
        mark=text,
        qr=qr(for_phones(request, reverse("print:mark", args=[text]))),
    )


@never_cache
@require_safe
def marked(request: HttpRequest, text: str) -> HttpResponse:
    """Where the QR code of a sheet leads a tablet: to where it is entered, which refuses a sheet of another month."""
    found = read_mark(text)
    if found is None:
        raise Http404("No mark of ours.")
    door = desk_or_404(request, found.event)
    kind = registry.sheet_kinds(door.event.stream.engine).get(found.kind)
    if kind is None or kind.on_paper is None or not door.actor.sits_at(frozenset({kind.desk})):
        raise Http404("No mark of ours.")
    address = reverse("desk:paper-sheet", args=[door.event.pk, kind.kind])
    return HttpResponseRedirect(f"{address}?{urlencode({'mark': text.upper()})}")


# --- filled sheets --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A player's sheet in words."""

    player: PlayerView
    sheet: FilledSheet


@require_safe
def filled(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """The sheets of a kind once they are open to their desk, as a list of orders; until then nobody prints them."""
    seen = look(request, desk_or_404(request, event_id))
    kinds = registry.printable(seen.state.REALM)
    if kind not in kinds or not seen.sits_at(kinds[kind][0].desk):
        raise Http404("There is no such sheet.")
    known, on_paper = kinds[kind]
    found = on_paper.filled(seen.state)
    name, room = say(on_paper.title), seen.state.frame.room_name(known.room)
    title = say("{sheets} of {round}", sheets=name, round=seen.state.frame.round_words(seen.state.clock.month))
    if found is None:
        return told(request, say("{sheets} are sealed until the {room} opens them.", sheets=name, room=room))
    order = {seat.id: at for at, seat in enumerate(everybody(seen.state))}
    own = sorted((sheet for sheet in found if sheet.seat in order), key=lambda sheet: order[sheet.seat])
    rows = tuple(Filled(player=player_view(seen.state, seen.state.seats[sheet.seat]), sheet=sheet) for sheet in own)
    return paper(request, seen, "control/print/filled.html", title, {"rows": rows, "room": room})
