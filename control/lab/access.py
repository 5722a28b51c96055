"""Who may use the lab: organizers. What was studied of an event's scenario is for those who organize that event."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from control.engine.context import ORGANIZER
from control.engine.ids import LARGEST
from control.lab import studies
from control.lab.models import Study
from control.models import Event
from control.people.access import desks_of, events_of


@dataclass(frozen=True, slots=True, kw_only=True)
class LabPass:
    """An organizer at the door of the lab, and the events that are the own ones."""

    name: str
    events: tuple[Event, ...]

    def may_see(self, study: Study) -> bool:
        """Is a study of nothing that others alone may know?"""
        return {study.event_a, study.event_b} <= {0, *(event.pk for event in self.events)}


def organizer_or_404(request: HttpRequest) -> LabPass:
    """The organizer who looks or acts.

    Raises:
        Http404: this account organizes no event.
    """
    known = [event.pk for event in events_of(request.user) if ORGANIZER in desks_of(request.user, event.pk)]
    if not known:
        raise Http404("Not a desk of yours.")
    found = Event.objects.filter(pk__in=known).select_related("stream").defer("scenario", "stream__state")
    return LabPass(name=request.user.get_username(), events=tuple(found))


def study_or_404(request: HttpRequest, study_id: int) -> tuple[LabPass, Study]:
    """The organizer, and a study that is this one's to see.

    Raises:
        Http404: there is none, or it is not.
    """
    door = organizer_or_404(request)
    study = studies.light().filter(pk=min(study_id, LARGEST)).first()
    if study is None or not door.may_see(study):
        raise Http404("No such study.")
    return door, study
