"""The phone: one page of small live regions.

A phone asks for everything with one request and says which version of each region it shows; what has not changed is not sent
again, so a form is left alone while its owner writes in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from control import registry
from control.engine.language import say
from control.even import even
from control.live.delivery import newest_seen
from control.people import join
from control.people.access import SeatPass, seat_pass
from control.phone import links
from control.phone.look import Seen, look
from control.phone.pages import WHOSE, page_of, seat_page
from control.phone.pieces import PIECES
from control.phone.regions import brought, regions_of, sheaves, tab_of
from control.regions import region
from control.regions.kinds import topics_of
from control.regions.region import Region
from control.registry import PhoneParts, RoomApp
from control.sheets import offline as kept
from control.sheets.deadline import nudge_words


@ensure_csrf_cookie
@never_cache
@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """The phone's one page; a phone that has not joined is led to the door, which says why."""
    door = seat_pass(request)
    if door is None:
        return HttpResponseRedirect(reverse("control:join"))
    return draw(request, door)


@never_cache
@require_safe
def fresh_regions(request: HttpRequest) -> HttpResponse:
    """The regions that have changed since this phone drew them; 204 when none has."""
    door = seat_pass(request)
    if door is None:
        return out(request)
    return changed(request, look(door), request.GET.getlist("seen"))


def draw(request: HttpRequest, door: SeatPass, replaced: Mapping[str, Region] | None = None, status: int = 200) -> HttpResponse:
    """The whole page, with some regions as a refusal left them."""
    seen = look(door)
    regions = {**regions_of(seen), **(replaced or {})}
    pages = sheaves(seen.sight, regions)
    parts = registry.realm(seen.sight.realm).phone
    rooms = registry.rooms(seen.sight.realm).values()
    bringing: tuple[PhoneParts | RoomApp, ...] = (parts, *rooms)
    whose = seat_page(door.event.pk, door.seat, seen.who.name)
    context = {
        "page": page_of(door.event, seen.sight, "player", whose),
        "regions": regions,
        "sheaves": pages,
        "tabs": tuple(each.tab for each in pages),
        "icons": parts.icons,
        "title": seen.who.name,
        "team": seen.who.team,
        "topics": " ".join(_once((topics_of((*PIECES, *brought(seen.sight.realm))), *(room.topics for room in rooms)))),
        "scripts": _once(each.scripts for each in bringing),
        "styles": _once(each.styles for each in bringing),
        "links": tuple(replace(each, name=say(each.name)) for each in links.found()),
        "rulebook": registry.realm(seen.sight.realm).rulebook is not None,
        "beside": join.other_person(request),
        "nudges": nudge_words(seen.sight),
        "read": newest_seen(seen.door.event.stream.key, seen.door.seat),
    }
    page = kept.mark(request, render(request, "control/play.html", context, status=status))
    page.headers[WHOSE] = whose.mark
    return even(page) if any(each.even for each in regions.values()) else page


def _once(found: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Each of these once, in their order."""
    return tuple(dict.fromkeys(each for some in found for each in some))


def changed(
    request: HttpRequest, seen: Seen, known: list[str], replaced: Mapping[str, Region] | None = None, status: int = 200
) -> HttpResponse:
    """Only the regions whose version the phone does not show, to be swapped each in its place."""
    found = {**regions_of(seen), **(replaced or {})}
    told = kept.mark(request, region.changed(request, found.values(), known, status=status))
    evenness = {each.even for each in found.values()}
    if "always" in evenness and told.status_code == HTTPStatus.NO_CONTENT:
        told = kept.mark(request, HttpResponse())
    return even(told) if evenness != {""} and told.status_code != HTTPStatus.NO_CONTENT else told


def answer(
    request: HttpRequest, door: SeatPass, name: str, replaced: Mapping[str, Region] | None = None, status: int = 200
) -> HttpResponse:
    """To htmx the regions that have changed; to a plain browser the page, or the way back to the region that was pressed."""
    if request.htmx:  # type: ignore[attr-defined]
        return changed(request, look(door), request.POST.getlist("seen"), replaced, status)
    if status == HTTPStatus.OK:
        return HttpResponseRedirect(f"{reverse('control:play')}#{tab_of(door.event.stream.engine, name)}")
    return draw(request, door, replaced, status)


def out(request: HttpRequest) -> HttpResponse:
    """The answer to a phone that is not joined any more: go to the door, which says why."""
    response = HttpResponse(status=HTTPStatus.NOT_FOUND)
    response.headers["HX-Redirect"] = reverse("control:join")
    return response
