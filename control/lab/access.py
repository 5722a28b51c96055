"""Access check of the lab: organizers only. A study of an event's scenario is visible to organizers of that event."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from msgspec import Struct

from control.engine.context import ORGANIZER
from control.engine.ids import LARGEST
from control.lab import studies
from control.lab.models import Study
from control.models import Event
from control.people.access import desks_of, events_of


class LabPass(Struct, frozen=True, kw_only=True):
    """An organizer in the lab, and the events that this account organizes."""

    name: str
    events: tuple[Event, ...]

    def may_see(self, study: Study) -> bool:
        """Whether this organizer may see the study: all its events are the organizer's own."""
        return {study.event_a, study.event_b} <= {0, *(event.pk for event in self.events)}


def organizer_or_404(request: HttpRequest) -> LabPass:
    """Return the organizer of this request.

    Raises:
        Http404: this account organizes no event.
    """
    known = [event.pk for event in events_of(request.user) if ORGANIZER in desks_of(request.user, event.pk)]
    if not known:
        raise Http404("Not a desk of yours.")
    found = Event.objects.filter(pk__in=known).select_related("stream").defer("scenario", "stream__state")
    return LabPass(name=request.user.get_username(), events=tuple(found))


def study_or_404(request: HttpRequest, study_id: int) -> tuple[LabPass, Study]:
    """Return the organizer, and a study that this organizer may see.

    Raises:
        Http404: the study does not exist, or this organizer may not see it.
    """
    door = organizer_or_404(request)
    study = studies.studies_without_documents().filter(pk=min(study_id, LARGEST)).first()
    if study is None or not door.may_see(study):
        raise Http404("No such study.")
    return door, study
