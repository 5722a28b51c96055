"""Rulebook on the phone: search, and single rules wherever one is cited.

Rules are the same for all players. Today's rulings of the desks are for the control team and appear on no phone.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from control.desks.rulebook import rulebook_links
from control.engine.language import say
from control.journal.journal import readable_events
from control.people.access import SeatPass, events_of, seat_pass
from control.phone.pages import page_of
from control.phone.play import redirect_to_join
from control.phone.sight import sight_of
from control.rulebooks.drawing import FOUND, RulebookLinks, found_view, rule_view
from control.rulebooks.search import LONGEST
from control.rulebooks.shelf import ShelvedBook
from control.rulebooks.shelf import rulebook as shelved_of

# === rulebook ===========================================================================================================


@never_cache
@require_safe
def rulebook(request: HttpRequest) -> HttpResponse:
    """Show the rulebook by chapter, or the search results."""
    door = seat_pass(request)
    if door is None:
        return _elsewhere(request)
    found = found_view(_shelved(door), request.GET.get("q", ""), request.GET.get("area", ""), _way(), request.GET.get("n", ""))
    only = request.headers.get("HX-Target") == FOUND
    return _draw(request, door, "control/_rules_found.html" if only else "control/_rulebook.html", {"found": found})


@never_cache
@require_safe
def rule(request: HttpRequest, rule: str) -> HttpResponse:
    """Show one rule with related rules; a rule that players may not read gets a page that says so."""
    door = seat_pass(request)
    if door is None:
        return _elsewhere(request, rule)
    shelved, way, rule = _shelved(door), _way(), rule.upper()
    found = shelved.book.by_id.get(rule)
    context = {
        "id": rule[:LONGEST],
        "rule": rule_view(shelved.book, found, way) if found else None,
        "typed": request.GET.get("q", "").strip()[:LONGEST],
        "book": way.book,
    }
    return _draw(request, door, "control/_play_rule.html", context, 200 if found or request.headers.get("HX-Request") else 404)


def _way() -> RulebookLinks:
    return RulebookLinks(book=reverse("control:rulebook"), rule=lambda id_: reverse("control:rule", args=[id_]))


def _shelved(door: SeatPass) -> ShelvedBook:
    found = shelved_of(door.event.stream.engine, staff=False)
    if found is None:
        raise Http404(say("This game has no rulebook here."))
    return found


def _draw(request: HttpRequest, door: SeatPass, fragment: str, context: Mapping[str, object], status: int = 200) -> HttpResponse:
    """Draw a fragment for the box of rules, or a whole page around it."""
    if request.headers.get("HX-Request"):
        response = render(request, fragment, context, status=status)
    else:
        page = page_of(door.event, sight_of(door), "player")
        response = render(request, "control/rules.html", {**context, "fragment": fragment, "page": page}, status=status)
    patch_vary_headers(response, ("HX-Request", "HX-Target", "Cookie"))
    return response


def _elsewhere(request: HttpRequest, rule: str = "") -> HttpResponse:
    """Redirect visitors without a seat. Staff go to the rulebook at their newest event that has one, others to joining."""
    if request.headers.get("HX-Request"):
        return redirect_to_join(request)
    for event in readable_events(events_of(request.user)):
        if shelved_of(event.stream.engine, staff=True) is not None:
            way = rulebook_links(event.pk)
            return HttpResponseRedirect(way.rule(rule.upper()) if rule else way.book)
    return HttpResponseRedirect(reverse("control:join"))
