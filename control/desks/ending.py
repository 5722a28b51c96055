"""The end of a step or a vote: one press where nothing is open, else a question that names what is missing and what is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse

from control.desks.command import CommandForm, initial
from control.desks.frame import is_fragment
from control.desks.press import Place, answered, give, question, tap, told
from control.people.access import DeskPass

OVER = {"HX-Retarget": "#said", "HX-Reswap": "innerHTML", "HX-Trigger": "answered, awake"}
SURE = "sure"  # the field of a press that answers the question


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """What a press would end: the button's words, and a sentence for each thing that is open."""

    verb: str = ""
    open: tuple[str, ...] = ()


def end(
    request: HttpRequest,
    door: DeskPass,
    form: CommandForm,
    place: Place,
    ending: Callable[[], Ending],
    *topics: str,
) -> HttpResponse:
    """Carry the form out; while something is open, only after the question was answered."""
    is_sure = request.POST.get(SURE) == "1"
    if is_sure:
        said = give(door, form)
        if said.done:
            return answered(request, door, said, place, *topics)
        response = told(request, door, said, place)
        if is_fragment(request):  # what the question was about is over: its sentence stands at the foot
            for name, value in OVER.items():
                response.headers[name] = value
        return response
    asked = ending() if form.is_valid() else Ending()
    if not asked.open:
        return tap(request, door, form, place, *topics)
    hidden = {**{name: request.POST.get(name, "") for name in form.fields}, **initial()}
    context = {"asked": asked, "hidden": hidden, "action": request.path}
    response = question(request, door, "control/desk/_end.html", context, place)
    response.headers["HX-Retarget"] = "#ask"
    return response
