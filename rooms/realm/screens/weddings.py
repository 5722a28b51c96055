"""The Ceremony desk's wedding: Priests, the two who stand there, and their Houses' hostages."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from control.desks.command import CommandForm, initial
from control.desks.press import Said, answered, give, question
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.game.view_weddings import agreed_hostages, exchange_words, wed_ask
from rooms.realm.screens.houses import HERE
from rooms.realm.screens.seen import look
from rooms.realm.screens.wedding_forms import DeskAnointForm, DeskWedForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """A couple agreed on another number of hostages than the desk has typed; `sure` goes with the press that says it is meant."""

    agreed: int
    typed: int
    sure: str


@require_http_methods(["GET", "POST"])
def wed(request: HttpRequest, event_id: int) -> HttpResponse:
    """Wed two players, or anoint a Priest first."""
    door = desk_or_404(request, event_id, Desk.CEREMONY)
    ask = look(request, door).sight.view(wed_ask)
    if ask is None:
        raise Http404(say("There is nothing here."))
    first = ask.couples[0] if ask.couples else None
    chosen = (
        {"one": first.one, "other": first.other, "hostages": first.hostages, "priest": first.priest or ""}
        if first is not None
        else {"one": request.GET.get("one", ""), "other": "", "hostages": 1}
    )
    fresh = DeskWedForm(initial=initial(month=ask.month, **chosen))
    form: CommandForm = fresh
    said = doubt = None
    if request.method == "POST":
        form = DeskAnointForm(request.POST) if "anoint" in request.POST else DeskWedForm(request.POST)
        doubt = _doubt(request, door, form)
        if doubt is None:
            said = _given(request, door, form)
            if said.done:
                return answered(request, door, said, HERE, "ceremonies")
            form = fresh if said.stale or isinstance(form, DeskAnointForm) else form
    context = {"form": form, "ask": ask, "key": initial()["command_id"], "doubt": doubt}
    return question(request, door, "realm/desk/_wed.html", context, HERE, said)


def _doubt(request: HttpRequest, door: DeskPass, form: CommandForm) -> Doubt | None:
    """What to ask before this wedding; None where they agreed on this number or on none, or the desk has been asked."""
    if not isinstance(form, DeskWedForm) or not form.is_valid() or form.said_so():
        return None
    one, other, typed = form.couple()
    agreed = look(request, door).sight.view(agreed_hostages, one, other)
    return Doubt(agreed=agreed, typed=typed, sure=f"{one} {other} {typed}") if agreed not in (None, typed) else None


def _given(request: HttpRequest, door: DeskPass, form: CommandForm) -> Said:
    """What became of it; of a wedding also what each House gave."""
    said = give(door, form)
    if not said.done or not isinstance(form, DeskWedForm):
        return said
    words = look(request, door).sight.view(exchange_words, *form.couple())
    return replace(said, sentence=f"{said.sentence} {words}")
