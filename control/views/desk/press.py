"""From a press to an answer: one form, one call of the desk, one sentence about what became of it.

A tap is a button in a page; its sentence goes to the line at the foot of the page. A question is a form of its own, in the dialog
or, without JavaScript, on its own page. Both answer 200 or 303 when done, 422 when refused, 409 when the sender's screen was out
of date; then everything on the screen asks again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from control import desk
from control.access import DeskPass
from control.forms.command import CommandForm
from control.game.refused import Refused
from control.views.desk.frame import draw, frame, is_fragment, look

DONE, REFUSED, STALE = "done", "refused", "stale"
STATUS = {DONE: 200, REFUSED: 422, STALE: 409}


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What became of a press."""

    kind: str
    sentence: str
    rule: str = ""
    seq: int = 0  # of the first entry it wrote, for the way back; 0 when nothing was written

    @property
    def status(self) -> int:
        return STATUS[self.kind]

    @property
    def done(self) -> bool:
        return self.kind == DONE


Draw = Callable[[HttpRequest, DeskPass, "Said | None"], HttpResponse]


def give(door: DeskPass, form: CommandForm) -> Said:
    """Give the form's command to the desk."""
    if not form.is_valid():
        return Said(kind=REFUSED, sentence=form.first_error())
    try:
        done = desk.perform(
            stream_id=door.event.stream_id, command=form.command(), by=door.actor, command_id=form.id_of_command()
        )
    except Refused as no:
        return refusal(no)
    first = done.entries[0] if done.entries else None
    again = "Done already: " if done.repeated else ""
    return Said(kind=DONE, sentence=f"{again}{first.label if first else 'Nothing changed'}.", seq=first.seq if first else 0)


def refusal(no: Refused) -> Said:
    """What a rule said, and whether the sender's screen was out of date."""
    return Said(kind=STALE if no.code == "stale" else REFUSED, sentence=no.sentence, rule=no.rule)


def tap(request: HttpRequest, door: DeskPass, form: CommandForm, page: Draw, *topics: str) -> HttpResponse:
    """Answer a button in a page."""
    return told(request, door, give(door, form), page, *topics)


def told(request: HttpRequest, door: DeskPass, said: Said, page: Draw, *topics: str) -> HttpResponse:
    """Say what became of a button in a page; without htmx the page itself comes back."""
    if is_fragment(request):
        response = draw(request, "control/desk/_said.html", {"said": said, "event_id": door.event.pk}, said.status)
        return _wake(response, said, topics)
    if said.done:
        messages.success(request, said.sentence)
        return HttpResponseRedirect(request.POST.get("back") or _back(door, request))
    return _with_status(page(_as_get(request), door, said), said.status)


def question(
    request: HttpRequest, door: DeskPass, fragment: str, context: Mapping[str, object], *, said: Said | None = None, here: str = ""
) -> HttpResponse:
    """Draw a form of its own: a fragment for the dialog, else a page around the same fragment."""
    whole = {**context, "said": said, "event_id": door.event.pk}
    status = said.status if said else 200
    if is_fragment(request):
        return _wake(draw(request, fragment, whole, status), said, ())
    seen = look(request, door)
    return draw(request, "control/desk/ask.html", {**whole, "fragment": fragment, "frame": frame(seen, here)}, status)


def answered(request: HttpRequest, door: DeskPass, said: Said, back: str, *topics: str) -> HttpResponse:
    """Close the dialog that a question was in, and say at the foot of the page what was done."""
    if not is_fragment(request):
        messages.success(request, said.sentence)
        return HttpResponseRedirect(back)
    response = draw(request, "control/desk/_said.html", {"said": said, "event_id": door.event.pk})
    response.headers["HX-Retarget"] = "#said"
    response.headers["HX-Reswap"] = "innerHTML"
    return _wake(response, said, ("answered", *topics))


def _wake(response: HttpResponse, said: Said | None, topics: tuple[str, ...]) -> HttpResponse:
    """Let the regions of the sender's own screen ask again at once, whatever the socket does."""
    if said is None or said.kind == REFUSED:
        return response
    names = ("awake",) if said.kind == STALE else topics
    response.headers["HX-Trigger"] = json.dumps(dict.fromkeys(names, ""))
    return response


def _with_status(response: HttpResponse, status: int) -> HttpResponse:
    response.status_code = status
    return response


def _as_get(request: HttpRequest) -> HttpRequest:
    request.method = "GET"
    return request


def _back(door: DeskPass, request: HttpRequest) -> str:
    return f"/control/{door.event.pk}/"
