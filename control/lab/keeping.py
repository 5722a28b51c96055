"""The console's own studies, as the report reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Max, Sum
from django.http import Http404, HttpRequest

from control import registry
from control.engine.language import say
from control.lab import days, studies
from control.lab.access import study_or_404
from control.lab.outcomes import Outcome
from control.lab.shelf import Shelved
from control.lab.stored import Study, StudyTask


def shelved(study: Study) -> Shelved:
    """A study as the report reads it."""
    word, _slash, realm = study.kind.partition("/")
    is_day = word == days.WORD
    titles = dict(zip(study.sides, (study.title_a, study.title_b), strict=False))
    documents = {"a": study.document_a, "b": study.document_b} if is_day else {}
    try:
        games = say(registry.lab_of(study.kind).games)
    except KeyError:  # its game is not installed any more
        games = ""
    return Shelved(
        id=study.pk,
        titles=titles,
        realm=realm if is_day else "",
        documents={side: bytes(body) for side, body in documents.items() if side in titles and body is not None},
        games=games,
    )


class Studies:
    """The rows of the lab."""

    def find(self, request: HttpRequest, study_id: int) -> Shelved | None:
        """For whom the lab's own pages are: organizers, and of an event's scenario those of that event."""
        try:
            _door, study = study_or_404(request, study_id)
        except Http404:
            return None
        return shelved(study)

    def outcomes(self, study_id: int, side: str) -> Iterator[Outcome]:
        return studies.outcomes_of(studies.light().get(pk=study_id), side)

    def as_of(self, study_id: int, side: str) -> str:
        done = StudyTask.objects.filter(study=study_id, side=side, again=False, done_at__isnull=False)
        sums = done.aggregate(count=Sum("count", default=0), newest=Max("done_at"))
        return f"{sums['count']} {sums['newest']}"


KEEPER: Final = Studies()
