"""Rulebook at the desks: search, single rules, and the book of rulings with their reasons."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET, require_http_methods
from msgspec import Struct

from control.day import rulings
from control.day.rulings import RulingRow, book_view, own_ruling, rulings_on
from control.desks import desk_tasks as forms
from control.desks.command import initial
from control.desks.frame import Look, draw, draw_page, is_fragment, look, regions
from control.desks.presses import PressAnswer, PressPlace, carry_out, close_question, draw_question
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.rulebooks.drawing import FOUND, FoundView, RulebookLinks, RuleView, found_view, line_html, rule_view
from control.rulebooks.search import LONGEST, query_of
from control.rulebooks.shelf import ShelvedBook
from control.rulebooks.shelf import rulebook as shelved_of

# === rulebook ===========================================================================================================

# The rulebook at the desks: search, single rules, and rules to choose for a ruling.


class RulingHit(Struct, frozen=True, kw_only=True):
    """A ruling of the day in a list, with the search terms marked."""

    id: str
    text: SafeString
    because: SafeString
    address: str


@require_GET
def rulebook(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the rulebook by chapter or the search results; today's rulings come first."""
    door = desk_or_404(request, event_id)
    shelved, seen = _shelved(door), look(request, door)
    way = rulebook_links(event_id)
    found = found_view(shelved, request.GET.get("q", ""), request.GET.get("area", ""), way, request.GET.get("n", ""))
    context = {
        "found": found,
        "ruled": () if found.area else tuple(_ruling_hits(seen.sight.view(book_view), found.typed, way)),
        "event_id": event_id,
    }
    if not is_fragment(request):
        return draw_page(request, "control/desk/rulebook.html", seen, "rulebook", context)
    whole = request.headers.get("HX-Target") != FOUND
    return draw(request, "control/_rulebook.html" if whole else "control/_rules_found.html", context)


@require_GET
def picks(request: HttpRequest, event_id: int) -> HttpResponse:
    """Suggest rules while somebody types into the form of a ruling."""
    door = desk_or_404(request, event_id)
    return draw(request, "control/desk/_rule_picks.html", {"picks": picks_of(door, request.GET.get("rule", ""))})


def picks_of(door: DeskPass, typed: str) -> FoundView | None:
    """Rules with these words; None if nothing or a whole ID is typed."""
    shelved = shelved_of(door.event.stream.engine, staff=True)
    if shelved is None or not typed.strip() or typed.strip().upper() in shelved.book.by_id:
        return None
    return found_view(shelved, typed, "", rulebook_links(door.event.pk))


def rules_of(door: DeskPass, ids: Iterable[str]) -> tuple[RuleView, ...]:
    """The rules with these IDs that are in the game's rulebook."""
    shelved = shelved_of(door.event.stream.engine, staff=True)
    if shelved is None:
        return ()
    known = [shelved.book.by_id[each] for each in dict.fromkeys(ids) if each in shelved.book.by_id]
    return tuple(rule_view(shelved.book, rule, rulebook_links(door.event.pk)) for rule in known)


def address_of(door: DeskPass) -> str:
    """The address of this event's rulebook; "" if its game has none."""
    has_one = shelved_of(door.event.stream.engine, staff=True) is not None
    return reverse("desk:rulebook", args=[door.event.pk]) if has_one else ""


def rulebook_links(event_id: int) -> RulebookLinks:
    """The targets of the rulebook's links at a desk."""
    rule = reverse("desk:rule", args=[event_id])
    return RulebookLinks(book=reverse("desk:rulebook", args=[event_id]), rule=lambda id_: f"{rule}?{urlencode({'rule': id_})}")


def _ruling_hits(rows: Iterable[RulingRow], typed: str, way: RulebookLinks) -> Iterable[RulingHit]:
    query = query_of(typed)
    for row in rows:
        if row.retracted or (typed and not query.fits(f"{row.rule} {row.text} {row.because}")):
            continue
        yield RulingHit(
            id=row.rule,
            text=line_html(row.text, query=query),
            because=line_html(row.because, query=query),
            address=way.to(row.rule, typed),
        )


def _shelved(door: DeskPass) -> ShelvedBook:
    found = shelved_of(door.event.stream.engine, staff=True)
    if found is None:
        raise Http404(say("This game has no rulebook here."))
    return found


# === rulings ============================================================================================================

# The rulings book: what desks have ruled on rules, and why.


def book_region(seen: Look) -> tuple[RulingRow, ...]:
    """The rulings book, with what these desks may change."""
    return seen.sight.view(book_view)


register(DeskRegion(name="book", template="control/desk/_book.html", topics=("rulings",), view=book_region))


@require_GET
def book(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the rulings book, for every desk."""
    return book_page(request, desk_or_404(request, event_id))


def book_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Draw the rulings book; `said` is the result of a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/book.html", seen, "rulings", {"said": said, **regions(seen, "book")})


IN_BOX = ("rule", "read-rule-ask")  # htmx targets in the box of rules, which may lie over this form
BOOK = PressPlace(address="desk:rulings", tab="rulings", draw=book_page)


@require_http_methods(["GET", "POST"])
def record(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a rule with its rulings, and record a further one; the rule of a new ruling is found by its words."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    asked = request.GET.get("rule", "").strip().upper()[:40]
    frame = seen.sight.frame
    said = None
    form = forms.RulingForm(
        initial=initial(desk=forms.usual_desk(door.desks), rule=_first_rule(asked)), desks=door.desks, frame=frame
    )
    if request.method == "POST":
        given = forms.RulingForm(request.POST, desks=door.desks, frame=frame)
        if picked := request.POST.get("pick", ""):
            posted = request.POST.copy()
            posted["rule"] = picked
            given = forms.RulingForm(posted, desks=door.desks, frame=frame)
        elif "find" not in request.POST:
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, BOOK, "rulings")
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
    return draw_question(request, door, "control/desk/_rule.html", context, BOOK, said)


def _first_rule(cited: str) -> str:
    """The first rule named; "" for none."""
    return next(iter(rulings.RULE.findall(cited)), "")


@require_http_methods(["GET", "POST"])
def retract(request: HttpRequest, event_id: int, ruling: int) -> HttpResponse:
    """Retract a ruling, with a reason."""
    door = desk_or_404(request, event_id)
    found = look(request, door).sight.view(own_ruling, ruling)
    if found is None:
        raise Http404(say("No such ruling of yours."))
    form = forms.RetractForm(initial=initial(), ruling=found.id)
    said = None
    if request.method == "POST":
        given = forms.RetractForm(request.POST, ruling=found.id)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, BOOK, "rulings")
        form = form if said.stale else given
    return draw_question(request, door, "control/desk/_retract.html", {"ruling": found, "form": form}, BOOK, said)
