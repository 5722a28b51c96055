"""Secrecy receipt: the hash roots published at each lock; after the day, the player's own sheets with their salts.

A salt is secret until the day is over, because it lets anyone test a guessed sheet against its hash.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.records import MonthSeal
from control.day.seals import SheetsSealed, public_seals, root_of, short
from control.day.state import DayStage, DayState
from control.day.view import clock_view
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from control.journal import journal
from control.journal.projections import leaf_of_row
from control.models import Entry, Event, Sheet
from control.people import audit
from control.people.access import seat_pass, viewer_or_404
from control.people.audit import AuditKind
from control.phone.pages import page_of
from control.regions.sight import Sight
from control.registry import SheetKind
from control.sheets import sheets
from control.sheets.own_sheet import content_of


class SealLine(Struct, frozen=True, kw_only=True):
    """One published root. `changed`: stored sheets that differ from the sealed ones; None while the day runs."""

    month: int
    title: str  # "Month 3"
    round: str  # "month 3"
    kind: str
    room: str
    count: int
    root: str
    short: str
    changed: int | None


class SealedSheet(Struct, frozen=True, kw_only=True):
    """A player's own sealed sheet: the hashed text, its hash, and whether the month's root contains it."""

    month: int
    round: str  # "month 3"
    kind: str
    name: str
    seat: str
    revision: int
    salt: str
    body: str
    leaf: str
    unchanged: bool
    words: tuple[str, ...]  # its content, line by line; empty if this release cannot read it


class SealsPanel(Struct, frozen=True, kw_only=True):
    """All roots of the day, newest first; after the day also the player's own sheets."""

    about: str
    caption: str
    rounds: str  # the word for a round
    over: bool
    joined: bool
    staff: bool
    lines: tuple[SealLine, ...]
    own: tuple[SealedSheet, ...]


@never_cache
@require_safe
def page(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the roots of an event, for reading and printing."""
    event, viewer = viewer_or_404(request, event_id)
    sight = Sight(journal.head(event.stream).state, viewer)
    seat = _seat(request, event)
    panel = panel_of(event, sight, seat)
    _log_look(event, viewer, seat)
    return render(request, "control/seals.html", {"panel": panel, "page": page_of(event, sight, "hall"), "event_id": event.pk})


@never_cache
@require_safe
def own_sheets(request: HttpRequest, event_id: int) -> HttpResponse:
    """Download the player's own sheets and all hashes of the day as one file, for checks with any program."""
    event, viewer = viewer_or_404(request, event_id)
    sight, seat = Sight(journal.head(event.stream).state, viewer), _seat(request, event)
    if seat is None or sight.public(clock_view).stage is not DayStage.OVER:
        raise Http404("The salts are told when the day is over.")
    _log_look(event, viewer, seat)
    told = sealed_hashes(event)
    months = [
        {"month": each.month, "kind": each.kind, "root": each.root, "hashes": sorted(hashes_of_root(event, each, told))}
        for each in sight.public(public_seals)
    ]
    own = [
        {name: getattr(each, name) for name in ("kind", "month", "seat", "revision", "salt", "body")}
        for each in panel_of(event, sight, seat).own
    ]
    response = JsonResponse({"months": months, "sheets": own})
    response.headers["Content-Disposition"] = 'attachment; filename="my-sheets.json"'
    return response


def _log_look(event: Event, viewer: Viewer, seat: SeatId | None) -> None:
    """Log the look of a member of the control team or a player. Looks at the roots without a badge are not logged."""
    if viewer.staff or seat is not None:
        audit.log_look(AuditKind.SEALS_SEEN, event.pk, about="" if viewer.staff else str(seat))


def panel_of(event: Event, sight: Sight[DayState], seat: SeatId | None) -> SealsPanel:
    """What this viewer may see of the seals. `seat`: the player whose own sheets are shown once the day is over."""
    over, seals, frame = sight.public(clock_view).stage is DayStage.OVER, sight.public(public_seals), sight.frame
    told = sealed_hashes(event) if over else {}
    lines = tuple(line_of(sight, each, changed(event, each, told) if over else None) for each in reversed(seals))
    own = tuple(_own_sealed_sheet(event, sight, each, seat, told) for each in seals) if over and seat is not None else ()
    found = tuple(each for each in own if each is not None)
    return SealsPanel(
        about=frame.said("seals"),
        caption=frame.said("seals-of"),
        rounds=frame.said("round"),
        over=over,
        joined=seat is not None,
        staff=sight.viewer.staff,
        lines=lines,
        own=found,
    )


def line_of(sight: Sight[DayState], seal: MonthSeal, changed: int | None = None) -> SealLine:
    """One root as a line of the page."""
    kind, frame = registry.sheet_kinds(sight.realm).get(seal.kind), sight.frame
    return SealLine(
        month=seal.month,
        title=frame.round_title(seal.month),
        round=frame.round_words(seal.month),
        kind=seal.kind,
        room=frame.room_name(kind.room) if kind else seal.kind,
        count=seal.count,
        root=seal.root,
        short=short(seal.root),
        changed=changed,
    )


SealedHashes = Mapping[tuple[str, int], frozenset[str]]
"""The hashes that were written into the journal at each lock, by kind and month."""


def sealed_hashes(event: Event) -> SealedHashes:
    """The hashes of each lock from the journal; if a lock was redone, those of the last."""
    bodies = Entry.objects.filter(stream=event.stream, kind=SheetsSealed.__name__).order_by("seq").values_list("body", flat=True)
    seals = [json.loads(body) for body in bodies]
    return {(each["kind"], each["month"]): frozenset(each.get("leaves", ())) for each in seals}


def hashes_of_root(event: Event, seal: MonthSeal, told: SealedHashes) -> frozenset[str]:
    """The hashes behind a month's root. If the journal stores only the root, they are computed from the stored sheets."""
    return told.get((seal.kind, seal.month)) or _current_hashes(event, seal)


def changed(event: Event, seal: MonthSeal, told: SealedHashes) -> int:
    """The number of a month's sheets that were changed, removed or added since the seal; all if the hashes do not give the root."""
    leaves = hashes_of_root(event, seal, told)
    if root_of(leaves) != seal.root:
        return seal.count
    return max(len(leaves - _current_hashes(event, seal)), count_unsealed(event, seal, told))


def count_unsealed(event: Event, seal: MonthSeal, told: SealedHashes) -> int:
    """The number of a month's sheets that were not sealed: changed or added."""
    return len(_current_hashes(event, seal) - hashes_of_root(event, seal, told))


def _current_hashes(event: Event, seal: MonthSeal) -> frozenset[str]:
    return frozenset(leaf_of_row(row) for row in _counted(event, seal).values())


def _counted(event: Event, seal: MonthSeal) -> dict[str, Sheet]:
    """The sheets that counted at the lock, by seat: the newest salted one of each seat."""
    rows = Sheet.objects.filter(event=event, kind=seal.kind, month=seal.month).exclude(salt="")
    return {row.seat: row for row in sheets.newest_of(rows)}


def _own_sealed_sheet(
    event: Event, sight: Sight[DayState], seal: MonthSeal, seat: SeatId, told: SealedHashes
) -> SealedSheet | None:
    row = _counted(event, seal).get(seat)
    if row is None:
        return None
    leaf, leaves, kind = (
        leaf_of_row(row),
        hashes_of_root(event, seal, told),
        registry.sheet_kinds(event.stream.engine).get(row.kind),
    )
    return SealedSheet(
        words=_words(sight, kind, row),
        month=row.month,
        round=sight.frame.round_words(row.month),
        kind=row.kind,
        name=say(kind.words.name) if kind else row.kind.capitalize(),
        seat=row.seat,
        revision=row.revision,
        salt=row.salt,
        body=row.body,
        leaf=leaf,
        unchanged=leaf in leaves and root_of(leaves) == seal.root,
    )


def sealed_words(event: Event, sight: Sight[DayState], seat: SeatId) -> tuple[tuple[int, str, tuple[str, ...]], ...]:
    """The content of a player's own sealed sheets, for after the day: month, name of the sheet, and lines."""
    rows = sheets.newest_of(Sheet.objects.filter(event=event, seat=seat).exclude(salt="")).order_by("month", "kind")
    kinds = registry.sheet_kinds(event.stream.engine)
    said = ((row, kinds.get(row.kind)) for row in rows)
    return tuple((row.month, say(kind.words.name), words) for row, kind in said if kind and (words := _words(sight, kind, row)))


def _words(sight: Sight[DayState], kind: SheetKind | None, row: Sheet) -> tuple[str, ...]:
    if kind is None or kind.by_hand is None:
        return ()
    sheet = content_of(row, kind)
    return () if sheet is None else sight.view(kind.by_hand.words, sheet)


def _seat(request: HttpRequest, event: Event) -> SeatId | None:
    door = seat_pass(request)
    return door.seat if door is not None and door.event.pk == event.pk else None
