"""Rows of an event: people, places, times, documents. Rules are in the pure packages; game state is in the journal."""

from __future__ import annotations

import uuid

from django.db import models

from control.append_only import AuditLine as AuditLine
from control.append_only import AuditName as AuditName
from control.append_only import DeviceOut as DeviceOut
from control.debrief.models import Debrief as Debrief
from control.lab.models import ScenarioFiles as ScenarioFiles
from control.lab.models import Study as Study
from control.lab.models import StudyTask as StudyTask
from control.rehearsal.models import RealEvents
from control.rehearsal.models import Rehearsal as Rehearsal
from control.rehearsal.models import RehearsalCard as RehearsalCard
from control.watch.models import Anchor as Anchor
from control.watch.models import Away as Away
from control.watch.models import Pulse as Pulse
from control.watch.models import Watched as Watched


class Stream(models.Model):
    """One journal: an event's main game, or one side table. The door locks this row."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    engine = models.CharField(max_length=40)
    head = models.PositiveIntegerField(default=0)  # the seq of the last entry
    state = models.BinaryField(default=b"")  # canonical bytes of the state at the head, written with every entry
    encoding = models.CharField(max_length=16, default="", blank=True)  # version of these bytes; "" in old releases
    hash = models.CharField(max_length=64, default="", blank=True)  # of the last entry; "" until the journal is a chain
    chained_after = models.PositiveIntegerField(default=0)  # last entry from before hashes existed
    frozen = models.CharField(max_length=64, default="", blank=True)  # digest of the frozen scenario or cards; "" if not proved
    frozen_salt = models.TextField(default="", blank=True)  # salt of the texts in that document
    edition = models.PositiveIntegerField(default=0)  # number of removals of names, which change entries and states
    archived = models.BooleanField(default=False)  # imported from a debrief's file: read-only

    def __str__(self) -> str:
        return f"{self.engine} {self.pk}"

    @property
    def memory_key(self) -> uuid.UUID:
        """Cache key for contents of this journal in a process. It changes when names are removed."""
        return uuid.uuid5(self.key, str(self.edition)) if self.edition else self.key


class Event(models.Model):
    """The day in the venue. What happens in its game is an entry of its stream."""

    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=60, unique=True)
    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="event")
    scenario = models.BinaryField()  # frozen as JSON at creation; later edits of the files have no effect
    created_at = models.DateTimeField(auto_now_add=True)
    demo = models.BooleanField(default=False)
    rung = models.CharField(max_length=12, default="live")  # rung on the ladder of failures: of the newest `Rung` row
    came_as = models.PositiveIntegerField(null=True, blank=True)  # id on the console from which its debrief was exported
    rehearses = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="rehearsals"
    )  # the event of which this is a rehearsal

    objects = models.Manager()
    real = RealEvents()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """An account of the control team in one event, with its desks there. Without this row an account has no access to an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey("auth.User", on_delete=models.CASCADE, related_name="memberships")
    desks = models.CharField(max_length=120)  # ids, sorted, separated by blanks: "check-in organizer"
    made_here = models.BooleanField(default=False)  # the account was made for this event; its organizer may renew the password
    given_by = models.CharField(max_length=150, blank=True)  # account that gave these desks
    given_at = models.DateTimeField()

    class Meta:
        ordering = ("event", "user__username")
        constraints = (models.UniqueConstraint(fields=("event", "user"), name="one_membership_per_event"),)

    def __str__(self) -> str:
        return f"{self.desks} in event {self.event_id}"


class Due(models.Model):
    """An automatic command of the clock for time `at`: projected from the journal, swept every second."""

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="dues")
    what = models.CharField(max_length=60)  # "phase", or "step:" and the room
    at = models.DateTimeField(db_index=True)
    kind = models.CharField(max_length=60)
    body = models.TextField()  # the command as JSON

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "what"), name="one_due_per_clock"),)

    def __str__(self) -> str:
        return f"{self.what} at {self.at:%H:%M:%S}"


class Seat(models.Model):
    """A player's place: the hashed join code and its valid issue. The player's game is in the state."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seats")
    key = models.CharField(max_length=60)  # the SeatId
    code_hash = models.CharField(max_length=64, unique=True, null=True, blank=True)
    issue = models.PositiveIntegerField(default=0)  # grows with every new code, which signs out older devices
    issued_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("event", "key"), name="one_seat_per_key"),)

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One stored event with its envelope. Appended, never changed, never deleted.

    The first entry of a command also stores the command: its kind, its document, and the release that decided it. `hash` binds the
    entry to all entries before it (`control.journal.links`). `salt` is the salt of its texts; it goes with a name that is removed.
    """

    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveIntegerField()
    actor = models.CharField(max_length=80)  # "seat:cat-1", "staff:anna", "clock"
    name = models.CharField(max_length=120, blank=True)  # name of the sender, for later questions
    command_id = models.UUIDField()
    part = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=200)  # name of the command: "Move, month 3"
    at = models.DateTimeField()
    kind = models.CharField(max_length=60)
    body = models.TextField()
    command_kind = models.CharField(max_length=60, default="", blank=True)  # in part 0; "" in old releases
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
    """Canonical bytes of a state after `seq`: a shortcut for the fold, and a reference for replay.

    It leaves out everything withdrawn by entry `as_of`: a withdrawal rewrites the snapshots behind it. `hash` is the hash of that
    entry, so a snapshot of another past does not count as this journal's.
    """

    stream = models.ForeignKey(Stream, on_delete=models.CASCADE, related_name="snapshots")
    seq = models.PositiveIntegerField()
    body = models.BinaryField()
    encoding = models.CharField(max_length=16, default="", blank=True)
    as_of = models.PositiveIntegerField(default=0)  # a lower value than `seq` means `seq`
    hash = models.CharField(max_length=64, default="", blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stream", "seq"), name="one_snapshot_per_seq"),)
        # Finds usable snapshots without reading their long bodies.
        indexes = (models.Index(fields=("stream", "seq", "encoding", "as_of"), name="snapshots_without_body"),)

    def __str__(self) -> str:
        return f"after {self.seq}"


class Sheet(models.Model):
    """One revision of a sealed sheet. Rows are only added; the newest revision in time is the sheet.

    `source`: how it came: sent by its author, the last draft of an author who sent nothing, or entered from paper by staff.
    `pending`: entered from paper once; it counts when a second person has entered the same.
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
    entered_by = models.CharField(max_length=150, blank=True)  # member of staff who entered it from paper
    pending = models.BooleanField(default=False)
    due_at = models.DateTimeField(null=True, blank=True)  # its deadline, if it had one
    salt = models.CharField(max_length=32, blank=True)  # drawn at the lock, secret until the day is over
    leaf = models.CharField(max_length=64, blank=True)  # its hash from before a name was removed; else ""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("event", "seat", "client_key"), name="one_sheet_per_client_key"),
            models.UniqueConstraint(fields=("event", "kind", "month", "seat", "revision"), name="one_sheet_per_revision"),
        )

    def __str__(self) -> str:
        return f"{self.kind} sheet, month {self.month}, revision {self.revision}"


class SheetLock(models.Model):
    """Record that sheets of this kind and month were read into the journal. Later ones are late."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="sheet_locks")
    kind = models.CharField(max_length=20)
    month = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("event", "kind", "month"), name="one_lock_per_kind_and_month"),)

    def __str__(self) -> str:
        return f"{self.kind}, month {self.month}"


class Draft(models.Model):
    """A sheet as typed so far, when it last reached the server: one before the deadline, and one after it.

    As secret as a sheet. `body`: the typed fields of the form, because a draft need not be a valid sheet.
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
    """One backup file, and whether its restore was proved. The row lives as long as the file."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="backups")
    made_at = models.DateTimeField()
    mark = models.CharField(max_length=80)  # phase that had begun: control.backup.schedule.phase_mark
    seq = models.PositiveIntegerField()
    sheets = models.PositiveIntegerField(default=0)
    file = models.CharField(max_length=200)
    size = models.PositiveBigIntegerField(default=0)
    restored_at = models.DateTimeField(null=True, blank=True)  # time of the successful proof
    trouble = models.CharField(max_length=400, blank=True)
    second_trouble = models.CharField(max_length=400, blank=True)  # why the second folder has no copy

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.file


class Rung(models.Model):
    """A move on the ladder of failures, up or down: person and time. Appended, never changed."""

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
    """A projector: its page, its next page, and its last request. `tag` is a cookie of its browser.

    `source`: salted hash of the address that opened it; "" for signed-in visitors.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="screens")
    tag = models.UUIDField(unique=True)
    source = models.CharField(max_length=16, blank=True, default="")
    name = models.CharField(max_length=40)
    shows = models.CharField(max_length=60)
    next = models.CharField(max_length=60, blank=True, default="")  # staged until it is pushed
    message = models.TextField(blank=True, default="")
    dark = models.BooleanField(default=False)
    flash_until = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=("event", "name"), name="one_screen_per_name"),)

    def __str__(self) -> str:
        return self.name
