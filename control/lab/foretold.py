"""Chance in the debrief: of the studies of an event's own scenario the one with the most days, and what they say of its day."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Final

from django.db.models import Q, Sum
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from control import registry
from control.debrief.pictures.records import Told
from control.debrief.walk import ends_of_commands
from control.engine.ids import TeamId
from control.engine.measures import Foreseen
from control.journal.memory import Memory
from control.lab import studies
from control.lab.access import organizer_or_404
from control.lab.chances import LEAST, MOST, Chances, chances
from control.lab.days import kind_of
from control.lab.foretelling import with_chances
from control.lab.real import outcome_of_event
from control.lab.stored import SIDES, Study
from control.models import Event

MOST_KEPT: Final = 6  # studies of which a process keeps what they say
ANEW: Final = 1.1  # times as many days, until it is reckoned anew: that takes a second
LOOKED_AT: Final = 20  # newest studies of a scenario among which the largest is sought

_known: Memory[tuple[int, str], tuple[int, Chances | None]] = Memory(MOST_KEPT)


def forget() -> None:
    """Drop everything that is kept."""
    _known.clear()


def foreseen_in(realm: str) -> Foreseen | None:
    """What the days of a game have a chance of; None where it says nothing."""
    return next((each.foreseen for each in registry.measured(realm).values() if each.foreseen is not None), None)


def foretold_in(tell: Callable[[], Told], event: Event) -> Told | None:
    """The day with the chance of each team through it; None where the lab has played too few days of this scenario.

    The day is told by `tell` only where there are enough.
    """
    foreseen = foreseen_in(event.stream.engine)
    largest = _largest(event) if foreseen is not None else None
    if foreseen is None or largest is None:
        return None
    told, (played, study, side) = tell(), largest
    found = _chances(study, side, played, foreseen, tuple(each.id for each in told.teams))
    if found is None:
        return None
    won = outcome_of_event(event).names.get(foreseen.key)
    return with_chances(
        told, foreseen, found, studies.many(study, found.games), ends_of_commands(event.stream), TeamId(won) if won else None
    )


def lab_of(request: HttpRequest, event: Event) -> str:
    """The address at which an organizer of the event has its days played; "" for others, and where nothing would be foreseen."""
    if foreseen_in(event.stream.engine) is None:
        return ""
    try:
        door = organizer_or_404(request)
    except Http404:
        return ""
    return (
        f"{reverse('lab')}?{urlencode({'subject': f'event/{event.pk}'})}" if event.pk in {each.pk for each in door.events} else ""
    )


def _largest(event: Event) -> tuple[int, Study, str] | None:
    """The side of a study of this very scenario of which the most days have been played, with how many, if those are enough."""
    frozen = bytes(Event.objects.values_list("scenario", flat=True).get(pk=event.pk))
    rows = studies.light().filter(kind=kind_of(event.stream.engine))
    found = [
        (_played(study, side), study.pk, study, side)
        for side in SIDES
        for study in rows.filter(Q(**{f"document_{side}": frozen}) | Q(**{f"event_{side}": event.pk}))[:LOOKED_AT]
    ]
    days, _id, study, side = max(found, key=lambda each: each[:2], default=(0, 0, None, ""))
    return (days, study, side) if study is not None and days >= LEAST else None


def _played(study: Study, side: str) -> int:
    """How many days of a side have been played."""
    done = study.tasks.filter(side=side, again=False, done_at__isnull=False)
    return int(done.aggregate(days=Sum("count", default=0))["days"])


def _chances(study: Study, side: str, played: int, foreseen: Foreseen, teams: tuple[TeamId, ...]) -> Chances | None:
    """What the first days of a side say; while it is played, reckoned anew whenever a tenth more is there."""
    key, count = (study.pk, side), min(played, MOST)
    with _known.locked(key):
        known = _known.get(key)
        if known is None or count >= known[0] * ANEW or count < known[0]:
            days = islice(studies.outcomes_of(study, side), MOST)
            curves = (*foreseen.points.values(), *foreseen.lives.values())
            known = (count, chances(days, teams, foreseen.key, curves))
            _known.put(key, known)
        return known[1]
