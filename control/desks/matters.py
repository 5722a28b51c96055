"""What waits between people: decisions left to a desk, and what desks owe each other."""

from __future__ import annotations

from dataclasses import replace

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from control.day.matters import MattersView, decision_view, matters_view
from control.desks import matter_forms as forms
from control.desks.command import initial
from control.desks.frame import Look, look, looked_at
from control.desks.overview import HERE as OVERVIEW
from control.desks.press import answered, give, question, tap
from control.engine.language import say
from control.people.access import desk_or_404
from control.regions.kinds import RegionKind, register


def matters_region(seen: Look) -> MattersView:
    """The matters of this viewer's desks."""
    shown, looked = seen.sight.view(matters_view, seen.door.name, seen.now), looked_at(seen)
    return replace(shown, count=shown.count + len(looked), looked=looked)


register(
    RegionKind(
        name="matters",
        template="control/desk/_matters.html",
        topics=("decisions", "hand-offs", "clock", "people"),
        view=matters_region,
    )
)


# --- decisions ----------------------------------------------------------------------------------------------------------


@require_POST
def answer(request: HttpRequest, event_id: int) -> HttpResponse:
    """One tap on an answer."""
    return tap(request, desk_or_404(request, event_id), forms.AnswerForm(request.POST), OVERVIEW, *TOPICS)


@require_POST
def claim(request: HttpRequest, event_id: int) -> HttpResponse:
    """I am at it."""
    return tap(request, desk_or_404(request, event_id), forms.ClaimForm(request.POST), OVERVIEW, *TOPICS)


@require_POST
def release(request: HttpRequest, event_id: int) -> HttpResponse:
    """I am not at it any more."""
    return tap(request, desk_or_404(request, event_id), forms.ReleaseForm(request.POST), OVERVIEW, *TOPICS)


TOPICS = ("decisions", "hand-offs", "clock")


@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, event_id: int, decision: str) -> HttpResponse:
    """The whole question, and the answer with a reason."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    row = seen.sight.view(decision_view, decision, seen.door.name, seen.now)
    if row is None:
        raise Http404(say("No such decision of yours."))
    form = forms.DecideForm(initial=initial(option="", reason=""), decision=row.id)
    said = None
    if request.method == "POST":
        given = forms.DecideForm(request.POST, decision=row.id)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, OVERVIEW, *TOPICS)
        form = form if said.stale else given
        seen = look(request, door)
        row = seen.sight.view(decision_view, decision, seen.door.name, seen.now) or row
    context = {"row": row, "form": form, "now": seen.now}
    return question(request, door, "control/desk/_decide.html", context, OVERVIEW, said)


# --- hand-offs ----------------------------------------------------------------------------------------------------------


@require_POST
def take(request: HttpRequest, event_id: int) -> HttpResponse:
    """We have it."""
    return tap(request, desk_or_404(request, event_id), forms.TakeForm(request.POST), OVERVIEW, *TOPICS)


@require_http_methods(["GET", "POST"])
def hand_over(request: HttpRequest, event_id: int) -> HttpResponse:
    """Tell another desk what it has to take over."""
    door = desk_or_404(request, event_id)
    frame = look(request, door).sight.frame
    form = forms.HandOverForm(initial=initial(origin=forms.usual_desk(door.desks)), desks=door.desks, frame=frame)
    said = None
    if request.method == "POST":
        given = forms.HandOverForm(request.POST, desks=door.desks, frame=frame)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, OVERVIEW, *TOPICS)
        form = form if said.stale else given
    context = {
        "form": form,
        "to": [(desk.id, frame.desk_name(desk.id)) for desk in frame.desks],
        "sample": frame.said("hand-over-sample"),
        "stays": frame.said("hand-over-stays"),
        "rule_sample": frame.rule("hand-over-sample"),
    }
    return question(request, door, "control/desk/_hand_over.html", context, OVERVIEW, said)
