"""Schedule of backups: when and where an event is written, how long files are kept, and the proof of each."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils import timezone
from msgspec import Struct

from control import system_time
from control.backup import file
from control.day.state import DayStage, DayState
from control.engine.frame import Frame
from control.engine.language import Spoken, capital, later, say
from control.journal import journal
from control.models import Backup, Event, Sheet, Stream
from control.people import audit
from control.people.audit import AuditKind
from megagame import environment

# === schedule ===========================================================================================================


log = logging.getLogger(__name__)

KEPT = 40  # files of an event in each folder: the phases of eight months, or three hours at the usual pace
CALM = timedelta(seconds=5)  # pause after a phase's end, while every phone and tablet refreshes
LONGEST_PROOF = 180.0  # seconds
BESIDE_PHASES: Mapping[str, str] = Spoken(
    {DayStage.GATHERING.value: later("Gathering"), DayStage.PLAYING.value: later("Playing"), DayStage.OVER.value: later("Over")}
)
OF_THE_HALL = frozenset({"MEGAGAME_LANGUAGE", "TIME_ZONE"})  # settings shared by all computers in this hall


class BackupState(Struct, frozen=True, kw_only=True):
    """Position of an event, to detect changes since a backup."""

    mark: str
    seq: int
    sheets: int
    since: datetime | None = None  # start of the phase


def folder() -> Path:
    """Folder of the backups."""
    return Path(settings.VAR_DIR) / "backups"


def second_folder() -> Path | None:
    """Folder of the second copies: a stick, a share, another disk. None if it is not set."""
    return Path(settings.BACKUP_SECOND) if settings.BACKUP_SECOND else None


def backup_interval() -> timedelta:
    """Longest age of the newest backup while something happens. 0 means that only ends of phases count."""
    return timedelta(minutes=settings.BACKUP_MINUTES)


def current_backup_state(event: Event) -> BackupState:
    """Current position of the event."""
    head = journal.head(Stream.objects.defer("state").get(pk=event.stream_id))
    sheets = Sheet.objects.filter(event=event).aggregate(many=Count("pk"))["many"]
    return BackupState(mark=phase_mark(head.state), seq=head.seq, sheets=sheets, since=head.state.clock.began_at)


def phase_mark(state: DayState) -> str:
    """Text that changes with every phase: "month 3, planning, 14:03:22"."""
    clock = state.clock
    if clock.stage is not DayStage.PLAYING or clock.phase is None:
        return clock.stage.value
    began = clock.began_at.strftime("%H:%M:%S") if clock.began_at else ""
    return f"month {clock.month}, {clock.phase}, {began}"


def phase_mark_words(frame: Frame, mark: str) -> str:
    """Name of a mark for a page: "Month 3, planning"."""
    if mark.count(", ") != 2:
        return BESIDE_PHASES.get(mark) or capital(mark)
    month, phase, _began = mark.split(", ")
    return f"{frame.round_title(int(month.removeprefix('month ')))}, {frame.phase_word(phase)}"


def is_due(event: Event, now: datetime) -> bool:
    """Whether a phase has ended since the newest backup, or the pause is over and something has happened."""
    newest = event.backups.first()
    at = current_backup_state(event)
    if newest is None:
        return True
    if newest.mark != at.mark:
        return at.since is None or now - at.since >= CALM
    if newest.restored_at is None:  # it failed, or its process died: retry, but not at every check
        return now - newest.made_at > timedelta(seconds=30)
    old = bool(backup_interval()) and abs(now - newest.made_at) >= backup_interval()  # abs: the clock may have been set back
    return old and (newest.seq, newest.sheets) != (at.seq, at.sheets)


def back_up(event: Event, *, prove: bool = True) -> Backup:
    """Write the event, copy the file, prove it by restoring it, and delete old files.

    Failures are stored in the row, not raised.
    """
    at = current_backup_state(event)
    now = system_time.now()
    name = f"{event.slug}-{timezone.localtime(now):%Y%m%d-%H%M%S}-{at.seq}{file.SUFFIX}"
    row = Backup(event=event, made_at=now, mark=at.mark, seq=at.seq, sheets=at.sheets, file=name)
    path = folder() / name
    try:
        file.write(event, path)
        row.size = path.stat().st_size
    except Exception as failed:
        log.exception("event %s could not be written to a file", event.pk)
        row.trouble = say("It could not be written: {why}", why=_error_words(failed))
        row.save()
        return row
    row.second_trouble = _copy_to_second_folder(path)
    with transaction.atomic():
        row.save()
        audit.log_line(AuditKind.BACKUP, event.pk, about=name)
    if prove:
        try:
            row.trouble = try_restore(path)
        except CutShort:
            return row
        row.restored_at = None if row.trouble else system_time.now()
        row.save(update_fields=["trouble", "restored_at"])
    prune(event)
    return row


class CutShort(Exception):  # noqa: N818  # nothing failed
    """The worker is stopping. The file is proved after its restart."""


def try_restore(path: Path) -> str:
    """Restore the file in a separate process and database, as another computer would. Return the error, "" for none.

    Raises:
        CutShort: this worker is stopping.
    """
    with tempfile.TemporaryDirectory(prefix="megagame-proof-") as var:
        surroundings = {**clean_environment(os.environ), "MEGAGAME_VAR": var, "LOG_LEVEL": "ERROR"}
        command = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), "takeover", str(path), "--prove"]
        with (Path(var) / "told").open("w+") as told, (Path(var) / "wrong").open("w+") as wrong:
            try:
                status = _run(command, surroundings, told, wrong)
            except (OSError, TimeoutError) as failed:
                return say("It could not be restored to try it: {why}", why=_error_words(failed))
            told.seek(0)
            wrong.seek(0)
            lines, complaints = told.read().strip().splitlines(), wrong.read().strip().splitlines()
    if status:
        log.error("%s could not be restored: %s", path.name, complaints[-3:])
        why = complaints[-1][:300] if complaints else say("no reason was given")
        return say("It could not be restored: {why}", why=why)
    heads = file.header_of(path).heads
    same = json.loads(lines[-1]) == {each.key: [each.seq, each.digest] for each in heads}
    return "" if same else say("What was restored is not what was written.")


def clean_environment(variables: Mapping[str, str]) -> dict[str, str]:
    """Environment of another computer: without this console's settings, which name its own database and key.

    An incomplete set of settings would prevent a start, such as production without a database.
    """
    own = environment.known - OF_THE_HALL
    return {name: value for name, value in variables.items() if name not in own}


def _run(command: list[str], environment: dict[str, str], told: IO[str], wrong: IO[str]) -> int:
    """Run a command to its end, but give up if the worker has to stop."""
    from celery.worker import state as worker_state  # here, because only a worker needs Celery

    ends = time.monotonic() + LONGEST_PROOF
    with subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=told, stderr=wrong) as process:
        try:
            while (status := process.poll()) is None:
                if worker_state.should_stop is not None or worker_state.should_terminate is not None:
                    raise CutShort
                if time.monotonic() > ends:
                    raise TimeoutError(say("it took more than {seconds:.0f} seconds", seconds=LONGEST_PROOF))
                time.sleep(0.1)
        finally:
            if process.poll() is None:
                process.kill()
    return status


def prune(event: Event) -> None:
    """Delete the oldest files, here and in the second folder, and their rows."""
    second = second_folder()
    for row in event.backups.all()[KEPT:]:
        for place in (folder(), *((second,) if second else ())):
            try:
                (place / row.file).unlink(missing_ok=True)
            except OSError:
                log.warning("the old backup %s could not be removed from %s", row.file, place)
        row.delete()


def _copy_to_second_folder(path: Path) -> str:
    second = second_folder()
    if second is None:
        return ""
    try:
        file.copy(path, second)
    except Exception as failed:
        log.warning("%s could not be copied to %s: %s", path.name, second, type(failed).__name__)
        return say("No copy in {folder}: {why}", folder=second, why=_error_words(failed))
    return ""


def _error_words(failed: Exception) -> str:
    return f"{failed}"[:250] or type(failed).__name__
