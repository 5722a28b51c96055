"""Sheets on paper: blank ones with the mark of month and player, and opened ones in words."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.prints import FilledSheet, PrintedPlayer, day_in_print, printed_players
from control.day.view import PlayerView, clock_view
from control.desks.frame import Look, look
from control.engine.ids import TeamId
from control.engine.language import say
from control.people import audit
from control.people.access import desk_or_404
from control.people.audit import AuditKind
from control.printing import paper as forms
from control.printing.menu import menu_page
from control.printing.paper import draw_sentence, paper, qr
from control.registry import SheetKind
from control.sheets.paper import mark, read_mark
from control.watch.addresses import for_phones


class BlankSheet(Struct, frozen=True, kw_only=True):
    """A blank sheet: its player (None on a spare one), and the mark that ties it to its month."""

    player: PlayerView | None
    own: TeamId | str
    mark: str
    qr: str


@require_safe
def sheets(request: HttpRequest, event_id: int) -> HttpResponse:
    """Blank sheets of one kind for one month, each with its mark."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    day, frame, kinds = seen.sight.public(day_in_print), seen.sight.frame, registry.printable(seen.sight.realm)
    form = forms.SheetsForm(
        request.GET,
        kinds=[(name, say(on_paper.title)) for name, (_kind, on_paper) in kinds.items()],
        frame=frame,
        teams=[team.id for team in day.teams],
        months=day.months,
    )
    if not form.is_valid():
        return menu_page(request, door, form.sentence())
    asked = form.cleaned_data
    (kind, on_paper), month, who = kinds[asked["kind"]], asked["month"], asked["who"] or forms.EVERYBODY
    wanted = [each.player for each in seen.sight.view(printed_players) if _is_chosen(each, who)]
    blanks = [_blank(request, seen, kind, month, player) for player in wanted]
    blanks += [_blank(request, seen, kind, month, None) for _each in range(asked["spare"] or 0)]
    if not blanks:
        return menu_page(request, door, say("There is nobody to print a sheet for."))
    title, month_words = say(on_paper.title), frame.round_words(month)
    shown = {
        "kind": kind.kind,
        "room": frame.room_name(kind.room),
        "title": title,
        "round": month_words,
        "team_word": frame.said("team-word"),
        "form": on_paper.blank.of(seen.event_id, seen.sight),
        "styles": on_paper.blank.styles,
        "sheets": tuple(blanks),
    }
    whole = say("{sheets}, {round}", sheets=title, round=month_words)
    return paper(request, seen, "control/print/sheets.html", whole, shown)


def _is_chosen(each: PrintedPlayer, who: str) -> bool:
    if who == forms.PHONELESS:
        return each.phoneless
    return who == forms.EVERYBODY or each.player.team == who


def _blank(request: HttpRequest, seen: Look, kind: SheetKind, month: int, player: PlayerView | None) -> BlankSheet:
    text = mark(seen.event_id, month, player.seat if player else "", kind.kind)
    return BlankSheet(
        player=player,
        own=player.team if player else "",
        mark=text,
        qr=qr(for_phones(request, reverse("print:mark", args=[text]))),
    )


@never_cache
@require_safe
def open_scanned_sheet(request: HttpRequest, text: str) -> HttpResponse:
    """Redirect from a sheet's QR code to the page where it is entered. That page refuses sheets of another month."""
    found = read_mark(text)
    if found is None:
        raise Http404("No mark of ours.")
    door = desk_or_404(request, found.event)
    kind = registry.sheet_kinds(door.event.stream.engine).get(found.kind)
    if kind is None or kind.on_paper is None or not door.actor.sits_at(frozenset({door.frame.desk_of(kind.room)})):
        raise Http404("No mark of ours.")
    address = reverse("desk:paper-sheet", args=[door.event.pk, kind.kind])
    return HttpResponseRedirect(f"{address}?{urlencode({'mark': text.upper()})}")


# --- filled sheets --------------------------------------------------------------------------------------------------------


class Filled(Struct, frozen=True, kw_only=True):
    """A player's sheet in words."""

    player: PlayerView
    sheet: FilledSheet


@require_safe
def filled_sheets(request: HttpRequest, event_id: int, kind: str) -> HttpResponse:
    """Sheets of a kind as a list of orders, once they are open to their desk. Before that nobody can print them."""
    seen = look(request, desk_or_404(request, event_id))
    kinds = registry.printable(seen.sight.realm)
    if kind not in kinds or not seen.sits_at(seen.sight.frame.desk_of(kinds[kind][0].room)):
        raise Http404("There is no such sheet.")
    known, on_paper = kinds[kind]
    found, frame = seen.sight.view(on_paper.sees), seen.sight.frame
    name, room = say(on_paper.title), frame.room_name(known.room)
    title = say("{sheets} of {round}", sheets=name, round=frame.round_words(seen.sight.public(clock_view).month))
    if found is None:
        return draw_sentence(request, say("{sheets} are sealed until the {room} opens them.", sheets=name, room=room))
    audit.log_look(AuditKind.SHEETS_SEEN, seen.event_id, about=known.kind, how="print")
    sheets = {sheet.seat: sheet for sheet in found}
    players = (each.player for each in seen.sight.view(printed_players))
    rows = tuple(Filled(player=each, sheet=sheets[each.seat]) for each in players if each.seat in sheets)
    return paper(request, seen, "control/print/filled.html", title, {"rows": rows, "room": room})
