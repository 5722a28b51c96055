"""The quay's desk: the guesses that have arrived, and one button."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from control.clock.forms import EndStepForm
from control.desks.frame import draw_page, look, regions
from control.desks.presses import PressPlace, carry_out_and_answer
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register
from megagame.urls import urlpatterns as everybodys
from tests.harbour.realm import LOOKOUT, NAME, QUAY, quay_view


def quay_panel(seen) -> dict[str, object]:
    return {**seen.sight.view(quay_view), "step": LOOKOUT, "address": f"/control/{seen.event_id}/quay/step/"}


register(DeskRegion(name="quay", template="harbour/_quay.html", topics=("clock", QUAY), view=quay_panel), realm=NAME)


def page(request: HttpRequest, door, said=None) -> HttpResponse:
    seen = look(request, door)
    return draw_page(request, "harbour/desk.html", seen, QUAY, {"said": said, **regions(seen, "quay")})


def desk(request: HttpRequest, event_id: int) -> HttpResponse:
    return page(request, desk_or_404(request, event_id, QUAY))


def step(request: HttpRequest, event_id: int) -> HttpResponse:
    form = EndStepForm(request.POST, room=QUAY)
    return carry_out_and_answer(
        request, desk_or_404(request, event_id, QUAY), form, PressPlace(address="quay_desk", tab=QUAY, draw=page), "clock"
    )


urlpatterns = [
    path("control/<int:event_id>/quay/", desk, name="quay_desk"),
    path("control/<int:event_id>/quay/step/", step),
    *everybodys,
]
handler404 = "control.phone.errors.not_found"
