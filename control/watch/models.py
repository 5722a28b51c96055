"""Rows of the watch: signs of life, times without any, the even clock of the machine, what each look has found."""

from __future__ import annotations

from django.db import models

# === models =============================================================================================================


class Pulse(models.Model):
    """The last sign of life of something that must never rest: the sweep, the worker."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()
    took = models.FloatField(default=0)  # seconds, where it was asked for

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"


class Away(models.Model):
    """A time in which nothing carried out what was due: between two signs of life of the sweep."""

    began_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"{self.began_at:%H:%M:%S} to {self.ended_at:%H:%M:%S}"


class Anchor(models.Model):
    """When the even clock of a machine was at nought, by the wall that its processes follow: one row for each start of it."""

    boot = models.CharField(max_length=60, unique=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"{self.boot} at {self.at:%H:%M:%S}"


class Watched(models.Model):
    """What a look at one part of the machine found last: green, red, or grey where there is nothing to tell."""

    place = models.PositiveBigIntegerField(default=0)  # an event's number; 0 for what all of them share
    key = models.CharField(max_length=40)
    colour = models.CharField(max_length=8)
    since = models.DateTimeField()  # of this colour
    at = models.DateTimeField()  # of the look
    words = models.CharField(max_length=400)
    mend = models.CharField(max_length=400, blank=True)

    class Meta:
        app_label = "control"
        constraints = (models.UniqueConstraint(fields=("place", "key"), name="one_look_per_place_and_key"),)

    def __str__(self) -> str:
        return f"{self.key}: {self.colour}"
