"""Reports that a day that is over may stand beside: those of its own scenario first, for whoever may read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from control.lab import studies
from control.lab.access import organizer_or_404
from control.lab.days import kind_of
from control.lab.stored import Study
from control.models import Event

MOST: Final = 5
LOOKED_AT: Final = 60  # newest studies among which these are sought


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """A side of a study: what was studied, how many days, whether it is the very scenario of the event, and where both are read."""

    title: str
    many: str
    same: bool
    address: str


def reports_beside(request: HttpRequest, event: Event) -> tuple[Beside, ...] | None:
    """The studies of this event's game, those of its scenario first; None for whom the lab is closed."""
    try:
        door = organizer_or_404(request)
    except Http404:
        return None
    if event.pk not in {each.pk for each in door.events}:
        return None
    rows = studies.light().filter(kind=kind_of(event.stream.engine))
    frozen = bytes(Event.objects.values_list("scenario", flat=True).get(pk=event.pk))
    same = {"a": set(_of(rows.filter(document_a=frozen))), "b": set(_of(rows.filter(document_b=frozen)))}
    found = []
    for study in (each for each in rows[:LOOKED_AT] if door.may_see(each)):
        done = studies.progress_of(study).done
        for side, title, own in zip(study.sides, (study.title_a, study.title_b), (study.event_a, study.event_b), strict=False):
            if done:
                to = f"{reverse('labreport:report', args=[study.pk])}?{urlencode({'side': side, 'beside': str(event.pk)})}#beside"
                is_same = study.pk in same[side] or own == event.pk
                found.append(Beside(title=title, many=studies.many(study, study.games), same=is_same, address=to))
    return tuple(sorted(found, key=lambda each: not each.same)[:MOST])


def _of(rows: QuerySet[Study]) -> list[int]:
    return list(rows.values_list("pk", flat=True)[:LOOKED_AT])
