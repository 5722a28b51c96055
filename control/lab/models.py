"""Rows of the lab: studies, and the tasks that their games are played in."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from django.db import models

# === models =============================================================================================================


SIDES: Final = ("a", "b")
LAB: Final = "_lab-"  # so begins the slug of a day of the lab; that of an event begins with a letter or a figure


class StudyState(StrEnum):
    """Whether anybody plays games of a study."""

    RUNNING = "running"
    STOPPED = "stopped"
    DONE = "done"


class Study(models.Model):
    """A game that is played by bots again and again, or two of a kind against each other.

    The documents are frozen when it is made, so that it can be played on whatever becomes of files and events. Its games have the
    seeds from `first_seed` on, the same on both sides. `chunk` is how many of them a task has; 0 until the first one was timed.
    """

    kind = models.CharField(max_length=60)  # of the game: control.registry.labs
    title_a = models.CharField(max_length=200)
    title_b = models.CharField(max_length=200, blank=True)
    document_a = models.BinaryField()
    document_b = models.BinaryField(null=True, blank=True)  # None where there is one side alone
    event_a = models.PositiveBigIntegerField(default=0)  # whose scenario it is: for that event's organizers; 0 for everybody's
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
        """What is studied, in words."""
        return f"{self.title_a} – {self.title_b}" if self.two else self.title_a

    @property
    def two(self) -> bool:
        """Is one game held against another?"""
        return bool(self.title_b)

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES if self.two else SIDES[:1]


class StudyTask(models.Model):
    """A few games of one side, by seeds that follow each other: leased by who plays them, and written once.

    One that is `again` is played a second time, to see whether it comes out the same: it has no body where it does.
    """

    study = models.ForeignKey(Study, on_delete=models.CASCADE, related_name="tasks")
    side = models.CharField(max_length=1)
    first = models.PositiveBigIntegerField()
    count = models.PositiveIntegerField()
    again = models.BooleanField(default=False)
    lease_until = models.DateTimeField(null=True, blank=True)
    worker = models.CharField(max_length=120, blank=True)  # who plays it, or has played it
    done_at = models.DateTimeField(null=True, blank=True)
    took = models.FloatField(default=0)  # seconds
    body = models.BinaryField(null=True, blank=True)  # the outcomes, packed: control.lab.outcomes
    difference = models.TextField(blank=True)  # between two workers, with the names of both; "" where there is none

    class Meta:
        app_label = "control"
        ordering = ("study", "side", "first", "again")
        constraints = (models.UniqueConstraint(fields=("study", "side", "first", "again"), name="one_task_per_first_seed"),)
        indexes = (models.Index(fields=("study", "done_at", "lease_until"), name="tasks_that_are_open"),)

    def __str__(self) -> str:
        return f"{self.side} {self.first} to {self.first + self.count - 1} of study {self.study_id}"


class ScenarioFiles(models.Model):
    """The author's files of a scenario, by the hash of the document that they became: control.lab.subjects."""

    document = models.CharField(max_length=64, unique=True)
    body = models.BinaryField()

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"files of {self.document[:8]}"
