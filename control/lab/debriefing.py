"""Lab figures in the debrief: win probabilities of the day, reports to compare with, and the day in the lab's measures."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from itertools import islice
from typing import Final

from django.db.models import Q, QuerySet, Sum
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from msgspec import Struct

from control import registry
from control.debrief.pictures.records import DaySource
from control.debrief.timeline import ends_of_commands, moments_of
from control.engine.ids import TeamId
from control.engine.measures import TeamChance
from control.journal import journal
from control.journal.memory import Memory
from control.lab import studies
from control.lab.access import organizer_or_404
from control.lab.chance import LEAST, MOST, Chances, chances, with_chances
from control.lab.measures import outcome_by
from control.lab.models import SIDES, Study
from control.lab.outcomes import GameOutcome
from control.lab.subjects import kind_of
from control.models import Event, Stream

MOST_KEPT: Final = 6  # models cached in a process
ANEW: Final = 1.1  # growth of the number of days after which a model is fitted anew: a fit takes a second
LOOKED_AT: Final = 20  # newest studies of a scenario, from which the largest is taken

_known: Memory[tuple[int, str], tuple[int, Chances | None]] = Memory(MOST_KEPT)


def forget() -> None:
    """Clear the cache."""
    _known.clear()


def team_chance_of(realm: str) -> TeamChance | None:
    """Forecast that a game defines. None if it defines none."""
    return next((each.foreseen for each in registry.measured(realm).values() if each.foreseen is not None), None)


def day_with_chances(tell: Callable[[], DaySource], event: Event) -> DaySource | None:
    """Day with the win probability of each team. None if the lab has played too few days of this scenario.

    `tell` is called only if there are enough.
    """
    foreseen = team_chance_of(event.stream.engine)
    largest = _largest(event) if foreseen is not None else None
    if foreseen is None or largest is None:
        return None
    told, (played, study, side) = tell(), largest
    found = _chances(study, side, played, foreseen, tuple(each.id for each in told.teams))
    if found is None:
        return None
    won = outcome_of_event(event).names.get(foreseen.key)
    return with_chances(
        told, foreseen, found, studies.games_words(study, found.games), ends_of_commands(event.stream), TeamId(won) if won else None
    )


def lab_of(request: HttpRequest, event: Event) -> str:
    """Address where an organizer of the event can start a study of it. "" for other visitors and for games without a forecast."""
    if team_chance_of(event.stream.engine) is None:
        return ""
    try:
        door = organizer_or_404(request)
    except Http404:
        return ""
    return (
        f"{reverse('lab')}?{urlencode({'subject': f'event/{event.pk}'})}" if event.pk in {each.pk for each in door.events} else ""
    )


def _largest(event: Event) -> tuple[int, Study, str] | None:
    """Side of a study with the most played days of this exact scenario: number of days, study, side. None if they are too few."""
    frozen = bytes(Event.objects.values_list("scenario", flat=True).get(pk=event.pk))
    rows = studies.studies_without_documents().filter(kind=kind_of(event.stream.engine))
    found = [
        (_days_played(study, side), study.pk, study, side)
        for side in SIDES
        for study in rows.filter(Q(**{f"document_{side}": frozen}) | Q(**{f"event_{side}": event.pk}))[:LOOKED_AT]
    ]
    days, _id, study, side = max(found, key=lambda each: each[:2], default=(0, 0, None, ""))
    return (days, study, side) if study is not None and days >= LEAST else None


def _days_played(study: Study, side: str) -> int:
    """Number of played days of a side."""
    done = study.tasks.filter(side=side, again=False, done_at__isnull=False)
    return int(done.aggregate(days=Sum("count", default=0))["days"])


def _chances(study: Study, side: str, played: int, foreseen: TeamChance, teams: tuple[TeamId, ...]) -> Chances | None:
    """Model fitted to the first days of a side. Fitted anew whenever a tenth more days are there. Cached."""
    key, count = (study.pk, side), min(played, MOST)
    with _known.locked(key):
        known = _known.get(key)
        if known is None or count >= known[0] * ANEW or count < known[0]:
            days = islice(studies.outcomes_of(study, side), MOST)
            curves = (*foreseen.points.values(), *foreseen.lives.values())
            known = (count, chances(days, teams, foreseen.key, curves))
            _known.put(key, known)
        return known[1]


REPORTS_SHOWN: Final = 5
STUDIES_SEARCHED: Final = 60  # newest studies that are searched for them


class StudySide(Struct, frozen=True, kw_only=True):
    """A side of a study: title, number of days, address of its comparison with the event. `same`: it has the
    event's own scenario.
    """

    title: str
    many: str
    same: bool
    address: str


def reports_beside(request: HttpRequest, event: Event) -> tuple[StudySide, ...] | None:
    """Studies of this event's game, those of its own scenario first. None for visitors without access to the lab."""
    try:
        door = organizer_or_404(request)
    except Http404:
        return None
    if event.pk not in {each.pk for each in door.events}:
        return None
    rows = studies.studies_without_documents().filter(kind=kind_of(event.stream.engine))
    frozen = bytes(Event.objects.values_list("scenario", flat=True).get(pk=event.pk))
    same = {"a": set(_study_ids(rows.filter(document_a=frozen))), "b": set(_study_ids(rows.filter(document_b=frozen)))}
    found = []
    for study in (each for each in rows[:STUDIES_SEARCHED] if door.may_see(each)):
        done = studies.progress_of(study).done
        for side, title, own in zip(study.sides, (study.title_a, study.title_b), (study.event_a, study.event_b), strict=False):
            if done:
                to = f"{reverse('labreport:report', args=[study.pk])}?{urlencode({'side': side, 'beside': str(event.pk)})}#beside"
                is_same = study.pk in same[side] or own == event.pk
                found.append(StudySide(title=title, many=studies.games_words(study, study.games), same=is_same, address=to))
    return tuple(sorted(found, key=lambda each: not each.same)[:REPORTS_SHOWN])


def _study_ids(rows: QuerySet[Study]) -> list[int]:
    return list(rows.values_list("pk", flat=True)[:STUDIES_SEARCHED])


DAYS_KEPT: Final = 12  # cached days, each until its journal grows


_known_days: Memory[tuple[uuid.UUID, int], GameOutcome] = Memory(DAYS_KEPT)


def outcome_of_event(event: Event) -> GameOutcome:
    """Outcome of an event's day, from its journal. `event` needs a fresh row of its stream. Cached."""
    stream = event.stream
    key = (stream.memory_key, stream.head)
    with _known_days.locked(key):
        found = _known_days.get(key)
        if found is None:
            found = _count_day(stream)
            _known_days.put(key, found)
        return found


def _count_day(stream: Stream) -> GameOutcome:
    return outcome_by(moments_of(stream), registry.measured(stream.engine), journal.head(stream).state, 0)
