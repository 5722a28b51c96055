"""What comes over whatever the screens of the hall show."""

from __future__ import annotations

from control import registry
from control.day.state import DayState
from control.engine.viewer import HALL
from control.journal import journal
from control.models import Event
from control.regions.sight import Sight
from control.watch import ladder


def hall_sight(event: Event) -> Sight[DayState]:
    """The event as the hall sees it now."""
    return Sight(ladder.shown_in_hall(event, journal.head(event.stream).state), HALL)


def over_all(event: Event, sight: Sight[DayState]) -> tuple[registry.Panel, ...]:
    """What comes over whatever is shown; empty as a rule."""
    found = (each.piece.of(event.pk, sight) for each in registry.alarms(sight.realm))
    return tuple(each for each in found if each is not registry.EMPTY)
