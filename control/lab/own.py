"""Which events are the console's own, and which are days of the lab that were written to be looked at."""

from __future__ import annotations

from typing import Final

from django.db.models import QuerySet

from control.models import Event

LAB: Final = "_lab-"  # so begins the slug of a day of the lab; that of an event begins with a letter or a figure


def own_events() -> QuerySet[Event]:
    """The console's own events, without days of the lab."""
    return Event.objects.exclude(slug__startswith=LAB)


def is_of_lab(event: Event) -> bool:
    """Is it a day of the lab?"""
    return event.slug.startswith(LAB)
