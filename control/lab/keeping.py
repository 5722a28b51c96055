"""Who keeps the studies of a console: its own rows, for the organizers who may see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from django.db.models import Max, Sum
from django.http import Http404, HttpRequest

from control.lab import aside, shelf, studies
from control.lab.access import study_or_404
from control.lab.days import WORD
from control.lab.outcomes import Outcome
from control.lab.progress import StudyView, study_view
from control.lab.shelf import Shelved
from control.lab.stored import Study, StudyTask


class Rows:
    """The studies in the database."""

    def find(self, request: HttpRequest, study_id: int) -> Shelved | None:
        """The study of that number, if whoever asks may look at it."""
        try:
            _door, study = study_or_404(request, study_id)
        except Http404:
            return None
        return shelved(study)

    def outcomes(self, study_id: int, side: str) -> Iterator[Outcome]:
        """What its games came to so far."""
        return studies.outcomes_of(Study(pk=study_id), side)

    def as_of(self, study_id: int, side: str) -> str:
        """How far it has been played."""
        done = StudyTask.objects.filter(study=study_id, side=side, again=False, done_at__isnull=False)
        sums = done.aggregate(games=Sum("count", default=0), newest=Max("done_at"))
        return f"{sums['games']} {sums['newest']}"

    def progress(self, study_id: int) -> StudyView:
        """How far it is."""
        return study_view(studies.light().get(pk=study_id), aside.event_played())


def shelved(study: Study) -> Shelved:
    """A study as its report reads it."""
    word, _slash, realm = study.kind.partition("/")
    documents = (study.document_a, study.document_b) if word == WORD else ()
    return Shelved(
        id=study.pk,
        titles=dict(zip(study.sides, (study.title_a, study.title_b), strict=False)),
        realm=realm if word == WORD else "",
        documents={side: bytes(each) for side, each in zip(study.sides, documents, strict=False) if each is not None},
        games=studies.called(study),
        kind=study.kind,
    )


KEEPER: Final = Rows()


def listen() -> None:
    """Let reports be made of them."""
    shelf.kept_by(KEEPER)
