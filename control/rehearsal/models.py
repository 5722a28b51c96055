"""Rows of a rehearsal: how the copy is played, and the cards of those that are over, which outlive their copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.db import models

from control.lab.models import LAB

if TYPE_CHECKING:
    from control.models import Event


# === models =============================================================================================================


LEADS: Final = "rehearsal"  # who leads a copy where nobody does, by name


class RealEvents(models.Manager["Event"]):
    """Events without the copies that rehearsals are played on and the days of the lab that were written to be looked at: what is
    listed, looked after and written to files."""

    def get_queryset(self) -> models.QuerySet[Event]:
        return super().get_queryset().filter(rehearses=None).exclude(slug__startswith=LAB)


class Rehearsal(models.Model):
    """How a copy of an event is rehearsed. The row of the copy itself says by `Event.rehearses` what it is a copy of.

    `speed` is one of `control.rehearsal.speeds`; `until` the last round that is played, 0 for all. `plan` is the trouble that is
    planned and what has become of it, `people` which desks people have taken from the bots, both as JSON. Until `asleep_until`
    nothing that is due in the copy is carried out, until `deaf_until` its screens get no news: trouble, acted out for it alone.
    """

    event = models.OneToOneField("control.Event", on_delete=models.CASCADE, related_name="rehearsal")
    by = models.CharField(max_length=150, blank=True)
    made_at = models.DateTimeField()
    seed = models.CharField(max_length=60)
    speed = models.CharField(max_length=10)
    begins_in = models.PositiveSmallIntegerField(default=1)
    begins_after = models.PositiveIntegerField(default=0)  # the last entry that was written before it began
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
    """The card of a rehearsal that is over: kept with the event that was rehearsed, also when the copy is thrown away.

    `copy` was the number of the copy: its moments are looked at as long as that is there. No player's name is in `body`.
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
    """That somebody learns a desk in a copy, step by step; how far they are the journal says (`control.day.guides`).

    `since` is the entry that the guide began after, `alone_since` the one after which they went on without it, and None before.
    `asked` says as JSON how often each step was asked for again. One that is `left` is taken up again at any tablet of the desk.
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
