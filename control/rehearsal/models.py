"""Rows of a rehearsal: settings of the copy, its guides, and report cards, which outlive the copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import models

from control.lab.models import LAB

if TYPE_CHECKING:
    from control.models import Event


# === models =============================================================================================================


LEADS: Final = "rehearsal"  # name of the rehearsal's own actor


class RealEvents(models.Manager["Event"]):
    """Manager of real events: without copies of rehearsals and without days of the lab. Lists, checks and backups use it."""

    def get_queryset(self) -> models.QuerySet[Event]:
        return super().get_queryset().filter(rehearses=None).exclude(slug__startswith=LAB)


class Rehearsal(models.Model):
    """Settings and state of a rehearsal. `event` is the copy; `Event.rehearses` of the copy is the rehearsed event.

    `speed`: one of `control.rehearsal.speeds`. `until`: last round, 0 for all. `plan`: planned trouble and its course, as JSON.
    `people`: desks taken by people, as JSON. `asleep_until`: until then nothing due in the copy is carried out. `deaf_until`: until
    then its screens get no news. Both simulate trouble in this copy only.
    """

    event = models.OneToOneField("control.Event", on_delete=models.CASCADE, related_name="rehearsal")
    by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField()
    seed = models.CharField(max_length=60)
    speed = models.CharField(max_length=10)
    begins_in = models.PositiveSmallIntegerField(default=1)
    begins_after = models.PositiveIntegerField(default=0)  # last entry before it began
    until = models.PositiveSmallIntegerField(default=0)
    plan = models.TextField(default="[]")
    people = models.TextField(default="{}")
    ended_at = models.DateTimeField(null=True, blank=True)
    asleep_until = models.DateTimeField(null=True, blank=True)
    deaf_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"rehearsal {self.event_id}, seed {self.seed}"


class RehearsalCard(models.Model):
    """Report card of a finished rehearsal. It belongs to the rehearsed event and stays when the copy is deleted.

    `copy`: id of the copy; its moments can be seen while it exists. `body` contains no player's name.
    """

    event = models.ForeignKey("control.Event", on_delete=models.CASCADE, related_name="rehearsal_cards")
    copy = models.PositiveBigIntegerField()
    made_at = models.DateTimeField()
    by = models.CharField(max_length=150, blank=True)
    seed = models.CharField(max_length=60)
    speed = models.CharField(max_length=10)
    body = models.TextField()  # JSON

    class Meta:
        app_label = "control"
        ordering = ("-pk",)
        constraints = (models.UniqueConstraint(fields=("event", "copy"), name="one_card_of_a_rehearsal"),)

    def __str__(self) -> str:
        return f"card of rehearsal {self.copy}"


class GuideRun(models.Model):
    """A person's guide at a desk in a copy. The journal has the progress (`control.day.guides`).

    `since`: entry after which the guide began. `alone_since`: entry after which the round alone began, None before. `asked`: how
    often each step was shown again, as JSON. `left`: left for now; any tablet of the desk can resume it.
    """

    event = models.ForeignKey("control.Event", on_delete=models.CASCADE, related_name="guide_runs")
    guide = models.CharField(max_length=30)
    by = models.CharField(max_length=150, blank=True)
    since = models.PositiveIntegerField()
    began_at = models.DateTimeField()
    left = models.BooleanField(default=False)
    alone_since = models.PositiveIntegerField(null=True, blank=True)
    alone_at = models.DateTimeField(null=True, blank=True)
    asked = models.TextField(default="{}")

    class Meta:
        app_label = "control"
        constraints = (models.UniqueConstraint(fields=("event", "guide"), name="one_guide_at_a_desk"),)

    def __str__(self) -> str:
        return f"guide {self.guide} of rehearsal {self.event_id}"
