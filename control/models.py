"""Who, where, when, which document: the rows of an event. Rules live in the pure packages; game state lives in the journal."""

from __future__ import annotations

import uuid

from django.db import models

from control.debrief.models import Debrief as Debrief
from control.lab.models import ScenarioFiles as ScenarioFiles
from control.lab.models import Study as Study
from control.lab.models import StudyTask as StudyTask
from control.rehearsal.models import RealEvents
from control.rehearsal.models import Rehearsal as Rehearsal
from control.rehearsal.models import RehearsalCard as RehearsalCard
from control.trail import AuditLine as AuditLine
from control.trail import AuditName as AuditName
from control.trail import DeviceOut as DeviceOut
from control.watch.models import Anchor as Anchor
from control.watch.models import Away as Away
from control.watch.models import Pulse as Pulse
from control.watch.models import Watched as Watched


class Stream(models.Model):
    """One journal: an event's main game, or one side table. Its row is the lock of the desk."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    engine = models.CharField(max_length=40)
    head = models.PositiveIntegerField(default=0)  # the seq of the last entry
    state = models.BinaryField(default=b"")  # the canonical bytes of the state at the head, written with every entry
    encoding = models.CharField(max_length=16, default="", blank=True)  # the version of these bytes; "" before there was one
    hash = models.CharField(max_length=64, default="", blank=True)  # of the last entry; "" until the journal is a chain
    chained_after = models.PositiveIntegerField(default=0)  # entries up to this one were written before there were hashes
    frozen = models.CharField(max_length=64, default="", blank=True)  # digest of the frozen scenario or cards; "" if not proved
    frozen_salt = models.TextField(default="", blank=True)  # of the texts in that document, as an entry has one
    edition = models.PositiveIntegerField(default=0)  # how often names were taken out: entries and states read otherwise since
    archived = models.BooleanField(default=False)  # it came out of a debrief's file: nothing is written behind it

    def __str__(self) -> str:
        return f"{self.engine} {self.pk}"

    @property
    def memory_key(self) -> uuid.UUID:
        """By which a process remembers what it has read of this journal: another one once names are out of it."""
        return uuid.uuid5(self.key, str(self.edition)) if self.edition else self.key


class Event(models.Model):
    """The day in the venue. What happens in its game is an entry of its stream."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="event")
    scenario = models.BinaryField()  # frozen as JSON when the event was made: later edits of the files change nothing here
    created_at = models.DateTimeField(auto_now_add=True)
    demo = models.BooleanField(default=False)
    rung = models.CharField(max_length=12, default="live")  # how far the console serves: the newest of its `Rung` rows
    came_as = models.PositiveIntegerField(null=True, blank=True)  # its number on the console that its debrief's file was written on
    rehearses = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="rehearsals"
    )  # a copy of that

    objects = models.Manager()
    real = RealEvents()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account of the control team in one event, and its desks there. Without such a row an account opens nothing of an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey("auth.User", on_delete=models.CASCADE, related_name="memberships")
    desks = models.CharField(max_length=120)  # their words, sorted, a blank between two: "check-in organizer"
    made_here = models.BooleanField(default=False)  # the account was made for this event, whose organizer may renew its password
    given_by = models.CharField(max_length=150, blank=True)  # who gave these desks
    given_at = models.DateTimeField()

    class Meta:
        ordering = ("event", "user__username")
        constraints = (models.UniqueConstraint(fields=("event", "user"), name="one_membership_per_event"),)

    def __str__(self) -> str:
        return f"{self.desks} in event {self.event_id}"


class Due(models.Model):
    """Something the clock must do by itself at `at`: projected from the journal, swept every second."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="dues")
    what = models.CharField(max_length=60)  # "phase", or "step:" and the room
    at = models.DateTimeField(db_index=True)
    kind = models.CharField(max_length=60)
    body = models.TextField()  # the command it gives, as JSON

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "what"), name="one_due_per_clock"),)

    def __str__(self) -> str:
        return f"{self.what} at {self.at:%H:%M:%S}"


class Seat(models.Model):
    """A person's place: the join code (hashed) and which issue of it is valid. The person's game is in the state."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=60)  # the SeatId
    code_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    issue = models.PositiveIntegerField(default=0)  # grows with every new code: devices of an older issue are out
    issued_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("event", "key"), name="one_seat_per_key"),)

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One stored event with its envelope. Appended, never changed, never deleted.

    The first entry of a command holds the command too: its kind, its document, and the release of the console that decided it.
    `hash` binds it to all before it (`control.journal.links`); `salt` is what its texts are hashed with, and goes with a name that
    is taken out.
    """

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    actor = models.CharField(max_length=80)  # "seat:cat-1", "staff:anna", "clock"
    name = models.CharField(max_length=120, blank=True)  # whom to ask about it tomorrow
    command_id = models.UUIDField()
    part = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=200)  # what the command is called: "Move, month 3"
    at = models.DateTimeField()
    kind = models.CharField(max_length=60)
    body = models.TextField()
    command_kind = models.CharField(max_length=60, default="", blank=True)  # of part 0; "" before commands were kept
    command_body = models.TextField(default="", blank=True)
    release = models.CharField(max_length=20, default="", blank=True)
    salt = models.TextField(default="", blank=True)
    hash = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        ordering = ("stream", "seq")
        constraints = (
            models.UniqueConstraint(fields=("stream", "seq"), name="one_entry_per_seq"),
            models.UniqueConstraint(fields=("stream", "actor", "command_id", "part"), name="one_answer_per_command"),
        )
        indexes = (models.Index(fields=("stream", "kind", "seq"), name="entries_by_kind"),)

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Snapshot(models.Model):
    """The canonical bytes of a state after `seq`: a shortcut for the fold, and what replay is compared with.

    It leaves out what was withdrawn when the journal was as far as `as_of`: a withdrawal writes those behind it anew. `hash` is of
    that entry: a snapshot that another past has left behind is none of this journal's.
    """

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    body = models.BinaryField()
    encoding = models.CharField(max_length=16, default="", blank=True)
    as_of = models.PositiveIntegerField(default=0)  # `seq` where it is less
    hash = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "seq"), name="one_snapshot_per_seq"),)
        # Which of them is usable is told without reading their bodies, which are long.
        indexes = (models.Index(fields=("stream", "seq", "encoding", "as_of"), name="snapshots_without_body"),)

    def __str__(self) -> str:
        return f"after {self.seq}"


class Sheet(models.Model):
    """One revision of a sealed sheet. Rows are only added; the newest revision that was in time is the sheet.

    `source` says how it came: sent by its author, the last draft of somebody who sent nothing, or from paper, entered by staff. One
    that is `pending` was entered from paper once and counts only when a second person has entered the same.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sheets")
    seat = models.CharField(max_length=60)
    kind = models.CharField(max_length=20)
    month = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    client_key = models.UUIDField()
    received_at = models.DateTimeField()  # stamped on arrival, before any queue
    late = models.BooleanField(default=False)
    body = models.TextField()
    source = models.CharField(max_length=10, default="sent")  # sent, draft, paper
    entered_by = models.CharField(max_length=150, blank=True)  # who of staff entered it from paper
    pending = models.BooleanField(default=False)
    due_at = models.DateTimeField(null=True, blank=True)  # the deadline it was measured by, where there was one
    salt = models.CharField(max_length=32, blank=True)  # drawn at the lock, secret until the day is over
    leaf = models.CharField(max_length=64, blank=True)  # what it was hashed to before a name was taken out of it; else ""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "seat", "client_key"), name="one_sheet_per_client_key"),
            models.UniqueConstraint(fields=("event", "kind", "month", "seat", "revision"), name="one_sheet_per_revision"),
        )

    def __str__(self) -> str:
        return f"{self.kind} sheet, month {self.month}, revision {self.revision}"


class SheetLock(models.Model):
    """Sheets of this kind and month have been read into the journal: what comes later is late."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sheet_locks")
    kind = models.CharField(max_length=20)
    month = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("event", "kind", "month"), name="one_lock_per_kind_and_month"),)

    def __str__(self) -> str:
        return f"{self.kind}, month {self.month}"


class Draft(models.Model):
    """A sheet as far as it had been typed when it last reached the server: one before the deadline, and one behind it.

    As secret as a sheet. `body` is the list of the form's fields as typed, for a draft need not be a sheet yet.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="drafts")
    seat = models.CharField(max_length=60)
    kind = models.CharField(max_length=20)
    month = models.PositiveSmallIntegerField()
    late = models.BooleanField(default=False)
    client_key = models.UUIDField()
    received_at = models.DateTimeField()  # stamped on arrival, before any queue
    due_at = models.DateTimeField(null=True, blank=True)
    body = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "kind", "month", "seat", "late"), name="one_draft_in_time_and_one_late"),
        )

    def __str__(self) -> str:
        return f"{self.kind} draft, month {self.month}"


class Backup(models.Model):
    """One file that an event was written to, and whether it has been restored since; kept while the file is."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="backups")
    made_at = models.DateTimeField()
    mark = models.CharField(max_length=80)  # of the moment that it was made for: a phase that had begun
    seq = models.PositiveIntegerField()
    sheets = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=200)
    size = models.PositiveBigIntegerField(default=0)
    restored_at = models.DateTimeField(null=True, blank=True)  # when it was proved that it gives the event back
    trouble = models.CharField(max_length=400, blank=True)
    second_trouble = models.CharField(max_length=400, blank=True)  # why there is no copy in the second folder

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.file


class Rung(models.Model):
    """A step on the ladder of what still works, up or down: who took it, and when. Appended, never changed."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rungs")
    rung = models.CharField(max_length=12)
    before = models.CharField(max_length=12)
    by = models.CharField(max_length=150)
    at = models.DateTimeField()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.before} to {self.rung}"


class Screen(models.Model):
    """A projector: what it shows, what it shall show next, and when it last asked. Its tag is a cookie of its browser.

    `source` is a salted hash of the address that opened it; "" for whoever had signed in.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    tag = models.UUIDField(unique=True)
    source = models.CharField(max_length=16, blank=True, default="")
    name = models.CharField(max_length=40)
    shows = models.CharField(max_length=60)
    next = models.CharField(max_length=60, blank=True, default="")  # staged, until it is pushed
    message = models.TextField(blank=True, default="")
    dark = models.BooleanField(default=False)
    flash_until = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("event", "name"), name="one_screen_per_name"),)

    def __str__(self) -> str:
        return self.name
