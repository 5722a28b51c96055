"""Downloads of a debrief for the organizer, complete or not at all, and removal of names."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias
from uuid import uuid4

from django import forms
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct

from control import system_time
from control.backup.file import move_into_place
from control.debrief.access import DebriefPass, debrief_or_404
from control.debrief.anonymity.names import KnownSeat, players_of
from control.debrief.anonymity.removal import remove_names
from control.debrief.awards import awards_of
from control.debrief.export import document, spreadsheets
from control.debrief.export.report import report_of
from control.debrief.frame import DebriefSection, draw, register
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.models import AuditLine, Event
from control.people import audit
from control.people.audit import AuditKind


def _has_files(door: DebriefPass) -> bool:
    return door.event.rehearses_id is None


register(DebriefSection(name="files", title=later("Files"), address="debrief:files", order=90, to="organizer", there=_has_files))

WRITERS: Final[dict[str, tuple[Writer, str, str]]] = {
    "json": (document.write, "debrief.json", "application/json"),
    "csv": (spreadsheets.write, "tables.zip", "application/zip"),
}

TOO_SHORT: Final = gettext_lazy("“%(name)s” is too short for a name: it would be in every text.")


class FurtherForm(forms.Form):
    """Further names of a player, one on each line."""

    also = forms.CharField(
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"max_length": gettext_lazy("Further names have at most %(limit_value)d characters together.")},
    )

    def clean_also(self) -> tuple[str, ...]:
        """Names with at least two letters each. A single letter is in every text."""
        found = tuple(" ".join(line.split()) for line in self.cleaned_data["also"].splitlines() if line.strip())
        if short := next((name for name in found if len(name) < 2), None):
            raise forms.ValidationError(TOO_SHORT, params={"name": short})
        return found


class FilesView(Struct, frozen=True, kw_only=True):
    """Page of the files: the players with their names, and the backups that still hold names."""

    players: tuple[KnownSeat, ...]
    backups: tuple[str, ...]
    copies: bool  # a second folder has further copies
    written: int  # number of files written before


def organizer_or_404(request: HttpRequest, event_id: int) -> DebriefPass:
    """Return the organizer's pass.

    Raises:
        Http404: the visitor is no organizer, the debrief is not open, or it is a rehearsal, which has no files.
    """
    door = debrief_or_404(request, event_id)
    if not door.organizer or not _has_files(door):
        raise Http404("Not for you.")
    return door


def files_view(event: Event) -> FilesView:
    rows = list(event.backups.all())
    return FilesView(
        players=tuple(players_of(event).values()),
        backups=tuple(row.file for row in rows),
        copies=any(not row.second_trouble for row in rows),
        written=AuditLine.objects.filter(event=event, kind=AuditKind.DEBRIEF_FILE.value).exclude(about="brought-in").count(),
    )


@never_cache
@require_safe
def files(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the downloads and the players."""
    door = organizer_or_404(request, event_id)
    shown = files_view(door.event)
    gone = next((each for each in shown.players if each.seat == request.GET.get("gone")), None)
    return draw(request, door, "files", "control/debrief/files.html", {"files": shown, "gone": gone})


@never_cache
@require_safe
def export_file(request: HttpRequest, event_id: int, what: str) -> HttpResponseBase:
    """Download one of the files."""
    door = organizer_or_404(request, event_id)
    if what not in WRITERS:
        raise Http404("No such file.")
    write, name, kind = WRITERS[what]
    found = download(door.event, write, name, kind)
    audit.log_line(AuditKind.DEBRIEF_FILE, event_id, about=what)
    return found


@never_cache
@require_safe
def report(request: HttpRequest, event_id: int) -> HttpResponse:
    """Report to print, as one self-contained page."""
    door = organizer_or_404(request, event_id)
    response = render(request, "control/debrief/files_report.html", {"report": report_of(door.event), "awards": awards_of(door)})
    response.headers["Content-Disposition"] = f'inline; filename="{file_name(door.event, "report.html")}"'
    audit.log_line(AuditKind.DEBRIEF_FILE, event_id, about="report")
    return response


@never_cache
@require_http_methods(["GET", "POST"])
def remove_name(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Page that asks whether to remove a player's name, and removes it on POST."""
    door = organizer_or_404(request, event_id)
    player = players_of(door.event).get(SeatId(seat))
    if player is None:
        raise Http404("No such player.")
    form, refused = FurtherForm(request.POST or None), ""
    if request.method == "POST":
        if form.is_valid():
            try:
                remove_names(door.event, [player.seat], form.cleaned_data["also"])
                return HttpResponseRedirect(f"{reverse('debrief:files', args=[event_id])}?gone={player.seat}")
            except Refused as no:
                refused = no.sentence
        else:
            refused = str(next(iter(form.errors.values()))[0])
    context = {
        "player": player,
        "names": ", ".join(say("“{what}”", what=name) for name in player.names),
        "form": form,
        "refused": refused,
        "files": files_view(door.event),
    }
    response = draw(request, door, "files", "control/debrief/files_nameless.html", context)
    response.status_code = 422 if refused else 200
    return response


Writer: TypeAlias = Callable[[Event, BinaryIO], None]


def file_name(event: Event, what: str) -> str:
    """File name for this event: "long-ago-12-20261127-debrief.json"."""
    return f"{event.slug}-{timezone.localtime(system_time.now()):%Y%m%d}-{what}"


def new_file(path: Path, fill: Callable[[BinaryIO], None]) -> None:
    """Write a file that only its owner can read, because it holds the secrets of a day."""
    unfinished = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            fill(out)
            out.flush()
            os.fsync(out.fileno())
        move_into_place(unfinished, path)
    finally:
        with suppress(FileNotFoundError):
            unfinished.unlink()


class Download(FileResponse):
    """File response that streams block by block under ASGI too. Django would read the whole file first."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        blocks = iter(self)
        while block := await asyncio.to_thread(next, blocks, b""):
            yield block


def download(event: Event, write: Writer, what: str, kind: str) -> Download:
    """Output of `write` as a download, from an unnamed temporary file.

    Raises:
        Refused: from `write`.
    """
    out = tempfile.TemporaryFile()  # noqa: SIM115  # the response closes it
    try:
        write(event, out)
        out.seek(0)
    except BaseException:
        out.close()
        raise
    return Download(out, as_attachment=True, filename=file_name(event, what), content_type=kind)
