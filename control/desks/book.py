"""The rulings book: what desks have ruled on rules, and why."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods

from control.day import rulings
from control.day.records import Ruling
from control.desks import matter_forms as forms
from control.desks.command import initial
from control.desks.frame import Look, draw_page, look, regions
from control.desks.press import Place, Said, answered, give, question
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind
from control.regions.known import register


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingRow:
    """One ruling as the book shows it."""

    id: int
    rule: str
    text: str
    because: str
    desk: str
    by: str
    month: int
    when: str  # "month 3"
    at: datetime
    retracted: str
    may_retract: bool


def book_view(seen: Look) -> tuple[RulingRow, ...]:
    """The book by rule, what stands before what was retracted."""
    ordered = sorted(seen.state.rulings, key=lambda each: (bool(each.retracted), each.rule, each.id))
    return tuple(ruling_row(seen, each) for each in ordered)


def ruling_row(seen: Look, ruling: Ruling) -> RulingRow:
    """One ruling."""
    return RulingRow(
        id=ruling.id,
        rule=ruling.rule,
        text=ruling.text,
        because=ruling.because,
        desk=seen.state.frame.desk_name(ruling.desk),
        by=ruling.by,
        month=ruling.month,
        when=seen.state.frame.round_words(ruling.month),
        at=ruling.at,
        retracted=ruling.retracted,
        may_retract=not ruling.retracted and seen.sits_at(ruling.desk),
    )


register(RegionKind(name="book", template="control/desk/_book.html", topics=("rulings",), view=book_view))


@require_GET
def book(request: HttpRequest, event_id: int) -> HttpResponse:
    """The rulings book, for every desk."""
    return book_page(request, desk_or_404(request, event_id))


def book_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The rulings book, with what became of a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/book.html", seen, "rulings", {"said": said, **regions(seen, "book")})


BOOK = Place(address="desk:rulings", tab="rulings", draw=book_page)


@require_http_methods(["GET", "POST"])
def record(request: HttpRequest, event_id: int) -> HttpResponse:
    """What stands on a rule, and a further ruling on it."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    asked = request.GET.get("rule", "").strip()[:40]
    named = rulings.RULE.findall(asked)
    frame = seen.state.frame
    form = forms.RulingForm(
        initial=initial(desk=forms.usual_desk(door.desks), rule=named[0] if named else ""), desks=door.desks, frame=frame
    )
    said = None
    if request.method == "POST":
        given = forms.RulingForm(request.POST, desks=door.desks, frame=frame)
        said = give(door, given)
        if said.done:
            return answered(request, door, said, BOOK, "rulings")
        form = form if said.stale else given
    found = tuple(ruling_row(seen, each) for each in rulings.on(seen.state.rulings, asked))
    context = {"form": form, "asked": ", ".join(named), "found": found, "rule_sample": frame.rule("ruling-sample")}
    return question(request, door, "control/desk/_rule.html", context, BOOK, said)


@require_http_methods(["GET", "POST"])
def retract(request: HttpRequest, event_id: int, ruling: int) -> HttpResponse:
    """A ruling that stands no more, with a reason."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    found = next((each for each in seen.state.rulings if each.id == ruling and seen.sits_at(each.desk)), None)
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
    return question(request, door, "control/desk/_retract.html", {"ruling": ruling_row(seen, found), "form": form}, BOOK, said)
