"""Pages of the lab: start a study, see its progress, stop, resume and delete it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from control.desks.frame import draw
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.lab import games, studies, subjects, workers
from control.lab.access import LabPass, organizer_or_404, study_or_404
from control.lab.studies import MOST_GAMES, study_view
from control.registry import Subject

USUAL_GAMES = 1_000


class StudyForm(forms.Form):
    """A new study: subject, comparison, number of games."""

    subject = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Say what is to be studied."),
            "invalid_choice": gettext_lazy("Choose one of what is listed."),
        },
    )
    against = forms.ChoiceField(required=False, error_messages={"invalid_choice": gettext_lazy("Choose one of what is listed.")})
    games = forms.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        error_messages={
            "required": gettext_lazy("Say how many are to be played."),
            "invalid": gettext_lazy("Write how many as a whole number."),
            "min_value": gettext_lazy("At least one has to be played."),
            "max_value": gettext_lazy("That is more than a study may have: a million."),
        },
    )

    def __init__(self, names: list[str], *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        subject, against = self.fields["subject"], self.fields["against"]
        assert isinstance(subject, forms.ChoiceField)
        assert isinstance(against, forms.ChoiceField)
        subject.choices = [(name, name) for name in names]
        against.choices = [("", ""), *subject.choices]

    def first_error(self) -> str:
        """First error, in one sentence."""
        return str(next(iter(self.errors.values()))[0]) if self.errors else ""


SHOWN = 40  # studies on a page
PLAYED = later("“{event}” is being played, and the lab would slow it down. Begin when the day is over.")


# --- pages --------------------------------------------------------------------------------------------------------------


@require_GET
def lab(request: HttpRequest) -> HttpResponse:
    """Page of the lab: form and studies. The address may preselect the subject."""
    typed = {"games": str(USUAL_GAMES), "subject": request.GET.get("subject", "")}
    return lab_page(request, organizer_or_404(request), typed)


def lab_page(
    request: HttpRequest, door: LabPass, typed: Mapping[str, str] | None = None, refused: str = "", status: int = 200
) -> HttpResponse:
    """Render the page with what was typed and refused."""
    event = workers.event_in_play()
    mine = [study for study in studies.studies_without_documents()[: SHOWN * 5] if door.may_see(study)][:SHOWN]
    context = {
        "subjects": _offered(door),
        "typed": typed or {"games": str(USUAL_GAMES)},
        "refused": refused,
        "event": event,
        "studies": [study_view(each, event) for each in mine],
    }
    return draw(request, "control/lab/lab.html", context, status)


def _offered(door: LabPass) -> list[Subject]:
    return list(subjects.subjects_offered(door.events))


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Start a study. Refused while an event is being played."""
    door = organizer_or_404(request)
    known = {each.name: each for each in _offered(door)}
    form = StudyForm(list(known), request.POST)
    typed = {name: request.POST.get(name, "") for name in ("subject", "against", "games")}
    if not form.is_valid():
        return lab_page(request, door, typed, form.first_error(), 422)
    if event := workers.event_in_play():
        return lab_page(request, door, typed, say(PLAYED, event=event), 422)
    try:
        against = known.get(form.cleaned_data["against"])
        study = studies.begin_study(known[form.cleaned_data["subject"]], against, form.cleaned_data["games"], by=door.name)
    except Refused as no:
        return lab_page(request, door, typed, no.sentence, 422)
    _tell_workers()
    return HttpResponseRedirect(reverse("labreport:report", args=[study.pk]))


@require_POST
def stop(request: HttpRequest, study_id: int) -> HttpResponse:
    """Stop a study."""
    return _press(request, study_id, studies.stop_study)


@require_POST
def go_on(request: HttpRequest, study_id: int) -> HttpResponse:
    """Resume a study."""
    return _press(request, study_id, studies.resume_study)


@require_POST
def throw_away(request: HttpRequest, study_id: int) -> HttpResponse:
    """Delete a study with the days written from its games. A running one must be stopped first."""
    _door, study = study_or_404(request, study_id)
    games.throw_away(study.pk)
    return HttpResponseRedirect(reverse("lab"))


def _press(request: HttpRequest, study_id: int, does: Callable[[int], bool]) -> HttpResponse:
    """Carry out a press and redirect to the report. A second tap changes nothing."""
    _door, study = study_or_404(request, study_id)
    does(study.pk)
    _tell_workers()
    return HttpResponseRedirect(reverse("labreport:report", args=[study.pk]))


def _tell_workers() -> None:
    from control.lab import tasks  # here, because Celery takes a fifth of a second that few processes need

    tasks.look_soon()


@require_GET
def progress(request: HttpRequest, study_id: int) -> HttpResponse:
    """Progress of a study, for its line. The page reloads when the study is over."""
    _door, study = study_or_404(request, study_id)
    shown = study_view(study, workers.event_in_play())
    response = draw(request, "control/lab/_progress.html", {"study": shown})
    if not shown.runs:
        response.headers["HX-Refresh"] = "true"
    return response
