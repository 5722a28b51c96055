"""The rulebook at the desks: searched, read rule by rule, and rules to choose from for a ruling."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_GET

from control.day.rulings import RulingRow, book_view
from control.desks.frame import draw, draw_page, is_fragment, look
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.rulebooks.drawing import FOUND, FoundView, RuleView, Way, found_view, rule_view, words
from control.rulebooks.search import query_of
from control.rulebooks.shelf import Shelved
from control.rulebooks.shelf import rulebook as shelved_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingHit:
    """A ruling of the day in a list, with the words marked that it was found by."""

    id: str
    text: SafeString
    because: SafeString
    address: str


@require_GET
def rulebook(request: HttpRequest, event_id: int) -> HttpResponse:
    """The rulebook by chapter, what is found in it, and above that what was ruled today."""
    door = desk_or_404(request, event_id)
    shelved, seen = _shelved(door), look(request, door)
    way = way_of(event_id)
    found = found_view(shelved, request.GET.get("q", ""), request.GET.get("area", ""), way, request.GET.get("n", ""))
    context = {
        "found": found,
        "ruled": () if found.area else tuple(_ruled(seen.sight.view(book_view), found.typed, way)),
        "event_id": event_id,
    }
    if not is_fragment(request):
        return draw_page(request, "control/desk/rulebook.html", seen, "rulebook", context)
    whole = request.headers.get("HX-Target") != FOUND
    return draw(request, "control/_rulebook.html" if whole else "control/_rules_found.html", context)


@require_GET
def picks(request: HttpRequest, event_id: int) -> HttpResponse:
    """Rules to choose from, as somebody types words of theirs into a ruling."""
    door = desk_or_404(request, event_id)
    return draw(request, "control/desk/_rule_picks.html", {"picks": picks_of(door, request.GET.get("rule", ""))})


def picks_of(door: DeskPass, typed: str) -> FoundView | None:
    """Rules with these words in them; None where nothing is typed or a whole ID is."""
    shelved = shelved_of(door.event.stream.engine, staff=True)
    if shelved is None or not typed.strip() or typed.strip().upper() in shelved.book.by_id:
        return None
    return found_view(shelved, typed, "", way_of(door.event.pk))


def rules_of(door: DeskPass, ids: Iterable[str]) -> tuple[RuleView, ...]:
    """The rules by these IDs, those that stand in the rulebook of the game."""
    shelved = shelved_of(door.event.stream.engine, staff=True)
    if shelved is None:
        return ()
    known = [shelved.book.by_id[each] for each in dict.fromkeys(ids) if each in shelved.book.by_id]
    return tuple(rule_view(shelved.book, rule, way_of(door.event.pk)) for rule in known)


def address_of(door: DeskPass) -> str:
    """Where the rulebook of this event is read; empty where its game has none."""
    has_one = shelved_of(door.event.stream.engine, staff=True) is not None
    return reverse("desk:rulebook", args=[door.event.pk]) if has_one else ""


def way_of(event_id: int) -> Way:
    """Where the links of the rulebook lead at a desk."""
    rule = reverse("desk:rule", args=[event_id])
    return Way(book=reverse("desk:rulebook", args=[event_id]), rule=lambda id_: f"{rule}?{urlencode({'rule': id_})}")


def _ruled(rows: Iterable[RulingRow], typed: str, way: Way) -> Iterable[RulingHit]:
    query = query_of(typed)
    for row in rows:
        if row.retracted or (typed and not query.fits(f"{row.rule} {row.text} {row.because}")):
            continue
        yield RulingHit(
            id=row.rule,
            text=words(row.text, query=query),
            because=words(row.because, query=query),
            address=way.to(row.rule, typed),
        )


def _shelved(door: DeskPass) -> Shelved:
    found = shelved_of(door.event.stream.engine, staff=True)
    if found is None:
        raise Http404(say("This game has no rulebook here."))
    return found
