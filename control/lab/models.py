"""Rows of the lab: studies and their tasks."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from django.db import models

# === models =============================================================================================================


SIDES: Final = ("a", "b")
LAB: Final = "_lab-"  # prefix of a lab day's slug; an event's slug begins with a letter or a figure


class StudyState(StrEnum):
    """Whether games of a study are played."""

    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"


class Study(models.Model):
    """A game that bots play again and again, or two games of one kind to compare.

    The documents are frozen at creation, so later changes of files and events do not matter. The games have consecutive seeds from
    `first_seed`, the same on both sides. `chunk`: games in a task, 0 until the first one was timed.
    """

    kind = models.CharField(max_length=60)  # kind of game: control.registry.labs
    title_a = models.CharField(max_length=200)
    title_b = models.CharField(max_length=200, blank=True)
    document_a = models.BinaryField()
    document_b = models.BinaryField(null=True, blank=True)  # None for a study with one side
    event_a = models.PositiveBigIntegerField(default=0)  # event whose scenario it is: only its organizers see the study; 0: all do
    event_b = models.PositiveBigIntegerField(default=0)
    games = models.PositiveIntegerField()  # of each side
    first_seed = models.PositiveBigIntegerField(default=1)
    chunk = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, default="running")
    made_at = models.DateTimeField()
    made_by = models.CharField(max_length=150, blank=True)

    class Meta:
        app_label = "control"
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"study {self.pk}: {self.title}"

    @property
    def title(self) -> str:
        """Title of both sides."""
        return f"{self.title_a} – {self.title_b}" if self.two else self.title_a

    @property
    def two(self) -> bool:
        """Whether the study compares two sides."""
        return bool(self.title_b)

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES if self.two else SIDES[:1]


class StudyTask(models.Model):
    """Games of one side with consecutive seeds: leased by a worker, written once.

    `again`: this task repeats another one, to check that the results are equal. It has no body if they are.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="tasks")
    side = models.CharField(max_length=1)
    first = models.PositiveBigIntegerField()
    count = models.PositiveIntegerField()
    again = models.BooleanField(default=False)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=120, blank=True)  # worker that plays or played it
    done_at = models.DateTimeField(null=True, blank=True)
    took = models.FloatField(default=0)  # seconds
    body = models.BinaryField(null=True, blank=True)  # the outcomes, packed: control.lab.outcomes
    difference = models.TextField(blank=True)  # between two workers, with their names; "" for none

    class Meta:
        app_label = "control"
        ordering = ("study", "side", "first", "again")
        constraints = (models.UniqueConstraint(fields=("study", "side", "first", "again"), name="one_task_per_first_seed"),)
        indexes = (models.Index(fields=("study", "done_at", "lease_until"), name="tasks_that_are_open"),)

    def __str__(self) -> str:
        return f"{self.side} {self.first} to {self.first + self.count - 1} of study {self.study_id}"


class ScenarioFiles(models.Model):
    """Author's files of a scenario, under the hash of the document made from them: control.lab.subjects."""

    document = models.CharField(max_length=64, unique=True)
    body = models.BinaryField()

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"files of {self.document[:8]}"
