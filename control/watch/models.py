"""Rows of the watch: signs of life, outages, the machine's steady clock, and results of checks."""

from __future__ import annotations

from django.db import models

# === models =============================================================================================================


class Pulse(models.Model):
    """Last sign of life of a service, such as the sweep or the worker."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()
    took = models.FloatField(default=0)  # seconds of the answer to a ping

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%H:%M:%S}"


class Away(models.Model):
    """An outage: the time between two signs of life of the sweep, in which nothing due was carried out."""

    began_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"{self.began_at:%H:%M:%S} to {self.ended_at:%H:%M:%S}"


class Anchor(models.Model):
    """Wall time at the origin of a machine's monotonic clock, as its processes use it. One row for each boot."""

    boot = models.CharField(max_length=60, unique=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"{self.boot} at {self.at:%H:%M:%S}"


class Watched(models.Model):
    """Latest result of one check: green, red, or grey for no data."""

    place = models.PositiveBigIntegerField(default=0)  # id of the event; 0 for shared services
    key = models.CharField(max_length=40)
    colour = models.CharField(max_length=8)
    since = models.DateTimeField()  # start of this colour
    at = models.DateTimeField()  # time of the check
    words = models.CharField(max_length=400)
    mend = models.CharField(max_length=400, blank=True)

    class Meta:
        app_label = "control"
        constraints = (models.UniqueConstraint(fields=("place", "key"), name="one_look_per_place_and_key"),)

    def __str__(self) -> str:
        return f"{self.key}: {self.colour}"
