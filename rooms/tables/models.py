"""Database rows of side tables. What happens at a table is in its stream."""

from __future__ import annotations

from django.db import models

from control.models import Event, Stream


class Table(models.Model):
    """A side table, in an event or on its own. `content`: the game's content as it was when the table opened."""

    stream = models.OneToOneField(Stream, on_delete=models.PROTECT, related_name="table")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tables", null=True, blank=True)
    code = models.CharField(max_length=8, unique=True)
    kind = models.CharField(max_length=40)
    content = models.BinaryField()
    opened_at = models.DateTimeField(auto_now_add=True)
    stage = models.CharField(max_length=20, default="open")  # projected from the journal, for lists
    bound = models.BooleanField(default=False, db_index=True)  # a game is running that a phase, a month or the day ends
    settled = models.BooleanField(default=False)  # the stake has been settled

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.kind} {self.code}"


class PastGame(models.Model):
    """A person's seat at a finished game, projected from the table's journal for the person's own list."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="past")
    person = models.CharField(max_length=120, db_index=True)
    place = models.PositiveSmallIntegerField(null=True)  # None if it was not played to its end
    players = models.PositiveSmallIntegerField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ("-ended_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("table", "person"), name="one_past_game_at_a_table"),)

    def __str__(self) -> str:
        return f"{self.person} at {self.table_id}"


class Kept(models.Model):
    """An entry that a finished game leaves for later tables of its kind, projected from the table's journal.

    The owner is the chair of `player` at that table: no name is stored here.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="kept")
    player = models.PositiveSmallIntegerField()
    entry = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        ordering = ("at", "pk")
        constraints = (models.UniqueConstraint(fields=("table", "entry"), name="one_kept_entry_of_a_table"),)

    def __str__(self) -> str:
        return f"{self.entry} of {self.table_id}"


class TablePermit(models.Model):
    """Whether players of an event may open tables themselves."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="table_permit")
    players = models.BooleanField(default=True)

    def __str__(self) -> str:
        return f"{self.event}: {'players too' if self.players else 'Control alone'}"
