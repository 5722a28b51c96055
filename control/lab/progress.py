"""How far a study is, as its line on a page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from control.engine.language import say, say_count
from control.lab import studies
from control.lab.lasting import rounded
from control.lab.stored import Study, StudyState


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyView:
    """A study as its line shows it."""

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
        """Is there something to tell beside its report?"""
        return self.state != StudyState.DONE or bool(self.differences)

    @property
    def stopped(self) -> bool:
        return self.state == StudyState.STOPPED


def study_view(study: Study, event: str) -> StudyView:
    """A study with how far it is; `event` is the one for which the lab steps aside."""
    now = studies.progress_of(study)
    size = studies.many(study, study.games)
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


def _words(now: studies.Progress, event: str) -> str:
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
