"""Append-only rows: the access log (entries, exclusions, looks at sealed sheets), and signed-out devices."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from django.db import models

NEVER = "A line of the access log is written once: it is never changed and never deleted."


class NeverChangedError(RuntimeError):
    """An attempt to change append-only rows."""


class AppendOnlyRows(models.QuerySet["AuditLine"]):
    """Query set for reading and adding only."""

    def update(self, **values: Any) -> NoReturn:
        raise NeverChangedError(NEVER)

    def delete(self) -> NoReturn:
        raise NeverChangedError(NEVER)

    def bulk_update(self, objs: Iterable[Any], fields: Iterable[str], batch_size: int | None = None) -> NoReturn:
        raise NeverChangedError(NEVER)


class AuditName(models.Model):
    """Name used in lines of the access log. It is a separate row, because lines never change but a name may have to be removed."""

    event = models.ForeignKey("control.Event", on_delete=models.PROTECT, related_name="audit_names")
    words = models.CharField(max_length=200)

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return self.words


class AuditLine(models.Model):
    """One line of the access log: what, when, by whom, about whom, from where. Written together with the action.

    `about`: a seat or the name of an account. `by`: the acting account, empty for a player or the console itself. A line is shown
    as a sentence made from `kind`, `named` and `values`.
    """

    event = models.ForeignKey("control.Event", on_delete=models.PROTECT, null=True, related_name="audit")  # None: all events
    at = models.DateTimeField()
    month = models.PositiveSmallIntegerField(default=0)  # 0 before month 1
    kind = models.CharField(max_length=40)
    by = models.CharField(max_length=150, blank=True)
    desks = models.CharField(max_length=120, blank=True)  # desks of that account then
    about = models.CharField(max_length=150, blank=True)
    address = models.CharField(max_length=45, blank=True)
    values = models.TextField(default="{}")  # JSON
    named = models.ForeignKey(AuditName, on_delete=models.PROTECT, null=True, related_name="lines")

    objects = models.Manager.from_queryset(AppendOnlyRows)()

    class Meta:
        app_label = "control"
        ordering = ("-pk",)
        indexes = (models.Index(fields=("event", "kind", "about"), name="audit_by_kind_and_whom"),)

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"

    def save(self, *args: Any, **named: Any) -> None:
        """Insert the line.

        Raises:
            NeverChangedError: it was written already.
        """
        if not self._state.adding:
            raise NeverChangedError(NEVER)
        super().save(*args, **named)

    def delete(self, *args: Any, **named: Any) -> NoReturn:
        """Refuse to delete.

        Raises:
            NeverChangedError: always.
        """
        raise NeverChangedError(NEVER)


class DeviceOut(models.Model):
    """A device that was signed out, or whose badge was replaced by another device. Its old cookie is invalid."""

    event = models.ForeignKey("control.Event", on_delete=models.CASCADE, related_name="devices_out")
    device = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return self.device
