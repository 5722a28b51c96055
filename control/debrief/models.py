"""Row of the debrief: its audience and the organizer's arrangement."""

from __future__ import annotations

from django.db import models

# === models =============================================================================================================


class Debrief(models.Model):
    """Debrief of an event, closed until the organizer opens it. Without a row it was never opened.

    `key`: part of every link that works without an account. Closing the debrief changes it, so old links stop working. `chapters`:
    the organizer's arrangement of the staged reveal, as JSON.
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
