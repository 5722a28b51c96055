"""What a player reads of a sheet that came too late."""

from __future__ import annotations

from control.engine.language import say
from control.models import Sheet


def counts_instead(late: Sheet) -> str:
    """Which earlier revision counts because this one came late; "" where none had come in time."""
    earlier = Sheet.objects.filter(event=late.event_id, kind=late.kind, month=late.month, seat=late.seat, late=False, pending=False)
    revision = earlier.order_by("-revision").values_list("revision", flat=True).first()
    return say("Revision {revision}, which came in time, counts.", revision=revision) if revision else ""
