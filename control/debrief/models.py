"""Rows of the debrief: whether it is open, for whom, and how the organizer leads through it."""

from __future__ import annotations

from django.db import models

# === models =============================================================================================================


class Debrief(models.Model):
    """The debrief of an event: shut until the organizer opens it. No row: never opened.

    `key` is part of every link that works without an account; it is drawn anew when the debrief is shut, so that links that were
    handed out open nothing any more. `chapters` is the staged reveal as the organizer has put it together, as JSON.
    """

    event = models.OneToOneField("control.Event", on_delete=models.CASCADE, related_name="debrief")
    audience = models.CharField(max_length=10, default="shut")  # shut, team, players, link
    key = models.CharField(max_length=40)
    by = models.CharField(max_length=150, blank=True)
    at = models.DateTimeField()
    chapters = models.TextField(default="", blank=True)

    class Meta:
        app_label = "control"

    def __str__(self) -> str:
        return f"debrief of event {self.event_id}: {self.audience}"
