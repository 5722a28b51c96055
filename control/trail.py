"""What is only ever added to: who was let in or shut out, who looked at what is sealed; and the devices that were signed out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from django.db import models

NEVER = "A line of the access log is written once: it is never changed and never deleted."


class NeverChangedError(RuntimeError):
    """Somebody tried to change what is only added to."""


class Added(models.QuerySet["AuditLine"]):
    """Rows that can be read and added."""

    def update(self, **values: Any) -> NoReturn:
        raise NeverChangedError(NEVER)

    def delete(self) -> NoReturn:
        raise NeverChangedError(NEVER)

    def bulk_update(self, objs: Iterable[Any], fields: Iterable[str], batch_size: int | None = None) -> NoReturn:
        raise NeverChangedError(NEVER)


class AuditName(models.Model):
    """What somebody is called in lines of the access log: beside them, for they never change and a name may have to go."""

    event = models.ForeignKey("control.Event", on_delete=models.PROTECT, related_name="audit_names")
    words = models.CharField(max_length=200)

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return self.words


class AuditLine(models.Model):
    """One thing that was done about who may get in: what, when, by whom, about whom, from where; written with the thing itself.

    `about` is a seat or the name of an account; `by` the account that did it, empty where a player or the console itself did.
    Sentences are made of `kind`, `named` and `values` when a line is shown.
    """

    event = models.ForeignKey("control.Event", on_delete=models.PROTECT, null=True, related_name="audit")  # none: all events
    at = models.DateTimeField()
    month = models.PositiveSmallIntegerField(default=0)  # 0 before the first
    kind = models.CharField(max_length=40)
    by = models.CharField(max_length=150, blank=True)
    desks = models.CharField(max_length=120, blank=True)  # where that account sat then
    about = models.CharField(max_length=150, blank=True)
    address = models.CharField(max_length=45, blank=True)
    values = models.TextField(default="{}")  # JSON
    named = models.ForeignKey(AuditName, on_delete=models.PROTECT, null=True, related_name="lines")

    objects = models.Manager.from_queryset(Added)()

    class Meta:
        app_label = "control"
        ordering = ("-pk",)
        indexes = (models.Index(fields=("event", "kind", "about"), name="audit_by_kind_and_whom"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"

    def save(self, *args: Any, **named: Any) -> None:
        """Write it, once.

        Raises:
            NeverChangedError: it has been written.
        """
        if not self._state.adding:
            raise NeverChangedError(NEVER)
        super().save(*args, **named)

    def delete(self, *args: Any, **named: Any) -> NoReturn:
        """Refuse.

        Raises:
            NeverChangedError: always.
        """
        raise NeverChangedError(NEVER)


class DeviceOut(models.Model):
    """A device that was signed out, or whose badge another one replaced: its old cookie opens nothing any more."""

    event = models.ForeignKey("control.Event", on_delete=models.CASCADE, related_name="devices_out")
    device = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return self.device
