"""The prints that a game brings."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from control import registry
from control.desks.frame import Look, look
from control.engine.language import say
from control.people.access import desk_or_404
from control.printing.forms import PaperSizeForm
from control.printing.paper import paper
from control.registry import Print


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPrint:
    """A print of the game's that this person may make."""

    title: str
    address: str


def own_prints(seen: Look) -> tuple[OwnPrint, ...]:
    """The game's prints for this person, in the game's order."""
    found = (each for each in registry.realm(seen.sight.realm).prints if _may_print(seen, each))
    return tuple(OwnPrint(title=say(each.title), address=reverse("print:own", args=[seen.event_id, each.name])) for each in found)


@require_safe
def own(request: HttpRequest, event_id: int, which: str) -> HttpResponse:
    """One of the game's prints."""
    seen = look(request, desk_or_404(request, event_id))
    found = next((each for each in registry.realm(seen.sight.realm).prints if each.name == which), None)
    if found is None or not _may_print(seen, found):
        raise Http404("No such print.")
    panel = found.draw(seen.sight.view(found.sees), PaperSizeForm(request.GET).size())
    return paper(request, seen, "control/print/own.html", say(found.title), {"panel": panel, "css": found.css})


def _may_print(seen: Look, found: Print) -> bool:
    return not found.desks or seen.sits_at(*found.desks)
