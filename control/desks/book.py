"""The rulings book: what desks have ruled on rules, and why."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from control.day import rulings
from control.day.rulings import RulingRow, book_view, own_ruling, rulings_on
from control.desks import matter_forms as forms
from control.desks.command import initial
from control.desks.frame import Look, draw_page, look, regions
from control.desks.press import Place, Said, answered, give, question
from control.desks.rulebook import address_of, picks_of, rules_of
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind, register
from control.rulebooks.search import LONGEST


def book_region(seen: Look) -> tuple[RulingRow, ...]:
    """The book, as these desks may change it."""
    return seen.sight.view(book_view)


register(RegionKind(name="book", template="control/desk/_book.html", topics=("rulings",), view=book_region))


@require_GET
def book(request: HttpRequest, event_id: int) -> HttpResponse:
    """The rulings book, for every desk."""
    return book_page(request, desk_or_404(request, event_id))


def book_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The rulings book, with what became of a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/book.html", seen, "rulings", {"said": said, **regions(seen, "book")})


IN_BOX = ("rule", "read-rule-ask")  # what is swapped in the box of rules, which may lie over this very form
BOOK = Place(address="desk:rulings", tab="rulings", draw=book_page)


@require_http_methods(["GET", "POST"])
def record(request: HttpRequest, event_id: int) -> HttpResponse:
    """A rule with what was ruled on it, and a further ruling; the rule of a new one is found by its words."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    asked = request.GET.get("rule", "").strip().upper()[:40]
    frame = seen.sight.frame
    said = None
    form = forms.RulingForm(initial=initial(desk=forms.usual_desk(door.desks), rule=_first(asked)), desks=door.desks, frame=frame)
    if request.method == "POST":
        given = forms.RulingForm(request.POST, desks=door.desks, frame=frame)
        if picked := request.POST.get("pick", ""):
            posted = request.POST.copy()
            posted["rule"] = picked
            given = forms.RulingForm(posted, desks=door.desks, frame=frame)
        elif "find" not in request.POST:
            said = give(door, given)
            if said.done:
                return answered(request, door, said, BOOK, "rulings")
        form = form if said and said.stale else given
        asked = str(form["rule"].value() or "").upper()[:40]
    named = rulings.RULE.findall(asked)
    context = {
        "at": "read-" if request.headers.get("HX-Target") in IN_BOX else "",
        "form": form,
        "asked": ", ".join(named),
        "rules": rules_of(door, named),
        "found": seen.sight.view(rulings_on, asked),
        "unfolded": request.method == "POST",
        "picks": picks_of(door, asked) if not named else None,
        "typed": request.GET.get("q", "").strip()[:LONGEST],
        "rulebook": address_of(door),
        "rule_sample": frame.rule("ruling-sample"),
    }
    return question(request, door, "control/desk/_rule.html", context, BOOK, said)


def _first(cited: str) -> str:
    """The first of the rules that are named; empty where none is."""
    return next(iter(rulings.RULE.findall(cited)), "")


@require_http_methods(["GET", "POST"])
def retract(request: HttpRequest, event_id: int, ruling: int) -> HttpResponse:
    """A ruling that stands no more, with a reason."""
    door = desk_or_404(request, event_id)
    found = look(request, door).sight.view(own_ruling, ruling)
    if found is None:
        raise Http404(say("No such ruling of yours."))
    form = forms.RetractForm(initial=initial(), ruling=found.id)
    said = None
    if request.method == "POST":
        given = forms.RetractForm(request.POST, ruling=found.id)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, BOOK, "rulings")
        form = form if said.stale else given
    return question(request, door, "control/desk/_retract.html", {"ruling": found, "form": form}, BOOK, said)
