"""Studies: start, stop and resume them, their progress, and their outcomes in seed order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Final

import msgspec
from django.db import transaction
from django.db.models import Count, Q, QuerySet, Sum
from django.urls import reverse
from msgspec import Struct

from control import registry, system_time
from control.engine.language import later, say, say_count
from control.engine.refusal import Refused
from control.lab import subjects
from control.lab.leases import MOST, cut_tasks, first_task
from control.lab.models import Study, StudyState
from control.lab.outcomes import GameOutcome, whole_outcomes
from control.lab.words import rounded
from control.registry import Subject

LARGEST_SEED: Final = 2**53
MOST_GAMES: Final = 1_000_000
OTHERS: Final = later("{one} and {other} are different games: two scenarios of one game can be held against each other.")


class StudyProgress(Struct, frozen=True, kw_only=True):
    """Progress of a study. `differences`: tasks with other results in their repetition, with both workers."""

    state: StudyState
    games: int  # of all sides
    done: int
    workers: tuple[str, ...]  # active workers
    left: timedelta | None  # None if still unknown, or without workers
    again: int  # repeated tasks
    differences: tuple[str, ...]

    @property
    def share(self) -> int:
        """Percentage of played games."""
        return self.done * 100 // self.games if self.games else 100


def begin_study(
    subject: Subject, against: Subject | None, count: int, *, first_seed: int = 1, chunk: int = 0, by: str = ""
) -> Study:
    """Create a study that all workers may play. `chunk`: games in a task; 0 takes the size from the timing of the first game.

    Raises:
        Refused: the two are of different kinds, the number of games is out of range, or one of them cannot be played.
    """
    if against is not None and against.kind != subject.kind:
        raise Refused(say(OTHERS, one=subject.title, other=against.title))
    if not 1 <= count <= MOST_GAMES:
        raise Refused(say("A study has 1 to {most} games.", most=f"{MOST_GAMES:,}"))
    if not 0 <= first_seed <= LARGEST_SEED:
        raise Refused(say("The first seed is a whole number from 0 to {most}.", most=LARGEST_SEED))
    if not 0 <= chunk <= MOST:
        raise Refused(say("A task has 1 to {most} games.", most=MOST))
    document, other = _sound_document(subject), _sound_document(against) if against is not None else None
    with transaction.atomic():
        study = Study.objects.create(
            kind=subject.kind,
            title_a=subject.title[:200],
            title_b=against.title[:200] if against is not None else "",
            document_a=document,
            document_b=other,
            event_a=subject.event,
            event_b=against.event if against is not None else 0,
            games=count,
            first_seed=first_seed,
            state=StudyState.RUNNING,
            made_at=system_time.now(),
            made_by=by,
        )
        if chunk:
            cut_tasks(study, chunk)
        else:
            first_task(study)
    return study


def _sound_document(subject: Subject) -> bytes:
    """Check and return the document of a subject, and store its files.

    Raises:
        Refused: it cannot be played here.
    """
    try:
        document = subject.document()
        registry.game_of(subject.kind, document)
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError) as wrong:
        raise Refused(say("{title} cannot be played here: {why}.", title=subject.title, why=wrong)) from wrong
    subjects.keep_files(document, subject.texts())
    return document


def stop_study(study_id: int) -> bool:
    """Stop a study: no more tasks are taken, running ones are still written. Return whether it was running."""
    return bool(Study.objects.filter(pk=study_id, state=StudyState.RUNNING).update(state=StudyState.STOPPED))


def resume_study(study_id: int) -> bool:
    """Resume a study. Return whether it was stopped."""
    return bool(Study.objects.filter(pk=study_id, state=StudyState.STOPPED).update(state=StudyState.RUNNING))


def studies_without_documents() -> QuerySet[Study]:
    """Studies without their documents, which are long."""
    return Study.objects.defer("document_a", "document_b")


def running() -> QuerySet[Study]:
    """Running studies, oldest first."""
    return studies_without_documents().filter(state=StudyState.RUNNING).order_by("pk")


def progress_of(study: Study) -> StudyProgress:
    """Current progress of a study."""
    now, played = system_time.now(), Q(done_at__isnull=False)
    once = Q(again=False) & played
    sums = study.tasks.aggregate(
        done=Sum("count", filter=once, default=0),
        played=Sum("count", filter=played, default=0),
        took=Sum("took", filter=played, default=0.0),
        again=Count("pk", filter=Q(again=True) & played),
    )
    workers = study.tasks.filter(done_at=None, lease_until__gte=now).order_by("worker").values_list("worker", flat=True)
    differ = study.tasks.exclude(difference="").order_by("side", "first").values_list("difference", flat=True)
    there, games = tuple(dict.fromkeys(workers)), study.games * len(study.sides)
    left = None
    if there and sums["played"]:
        left = timedelta(seconds=(games - sums["done"]) * sums["took"] / sums["played"] / len(there))
    return StudyProgress(
        state=StudyState(study.state),
        games=games,
        done=sums["done"],
        workers=there,
        left=left,
        again=sums["again"],
        differences=tuple(differ),
    )


def outcomes_of(study: Study, side: str = "a") -> Iterator[GameOutcome]:
    """Outcomes of the played games of one side, in seed order."""
    rows = study.tasks.filter(side=side, again=False, done_at__isnull=False).order_by("first")
    for first, count, body in rows.values_list("first", "count", "body").iterator(chunk_size=20):
        yield from whole_outcomes(bytes(body or b""), range(first, first + count))


def games_words(study: Study, count: int) -> str:
    """Number of its games in words: "1,000 days"."""
    try:
        return registry.lab_of(study.kind).many(count)
    except KeyError:  # its game is not installed any more
        return f"{count:,}"


def games_name(study: Study) -> str:
    """Word for its games: "days"."""
    try:
        return say(registry.lab_of(study.kind).games)
    except KeyError:
        return say("games")


class StudyView(Struct, frozen=True, kw_only=True):
    """A study as a line of the page."""

    id: int
    title: str
    size: str  # "1,000 days each"
    state: StudyState
    words: str
    share: int
    differences: tuple[str, ...]
    address: str
    by: str

    @property
    def runs(self) -> bool:
        return self.state == StudyState.RUNNING

    @property
    def shown(self) -> bool:
        """Whether there is anything to show besides its report."""
        return self.state != StudyState.DONE or bool(self.differences)

    @property
    def stopped(self) -> bool:
        return self.state == StudyState.STOPPED


def study_view(study: Study, event: str) -> StudyView:
    """A study with its progress. `event`: the event that pauses the lab, "" for none."""
    now = progress_of(study)
    size = games_words(study, study.games)
    return StudyView(
        id=study.pk,
        title=study.title,
        size=say("{many} each", many=size) if study.two else size,
        state=now.state,
        words=_words(now, event),
        share=now.share,
        differences=now.differences,
        address=reverse("labreport:report", args=[study.pk]),
        by=study.made_by,
    )


def _words(now: StudyProgress, event: str) -> str:
    far = say("{done} of {games} played", done=f"{now.done:,}", games=f"{now.games:,}")
    if now.state is StudyState.DONE:
        return say("All {games} played.", games=f"{now.games:,}")
    if now.state is StudyState.STOPPED:
        return say("Stopped: {far}.", far=far)
    if event:
        return say("{far}. The lab steps aside while “{event}” is being played.", far=far, event=event)
    if not now.workers:
        return say("{far}. It waits for a process that plays.", far=far)
    workers = say_count("{count} process", "{count} processes", len(now.workers))
    if now.left is None:
        return say("{far}, {workers} at work.", far=far, workers=workers)
    return say("{far}, {workers} at work, about {left} left.", far=far, workers=workers, left=rounded(now.left))
