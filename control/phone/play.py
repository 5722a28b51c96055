"""Phone page of a player: live regions, their places, and one request that returns those that changed."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.state import DayState
from control.engine.language import say, say_as
from control.engine.records import replace
from control.engine.refusal import Refused
from control.equal_length import pad_response
from control.live.delivery import newest_read
from control.people import join_pages
from control.people.access import SeatPass, seat_pass
from control.phone import links
from control.phone.known_regions import regions_of_seat
from control.phone.pages import WHOSE, page_of, seat_page
from control.phone.pieces import CALL, MAP, NEWS, NOW, PIECES, TEAM
from control.phone.sight import PhoneSight, look
from control.regions import region
from control.regions.kinds import TOP, PhoneRegion, topics_of
from control.regions.region import LiveRegion, RegionScreen, versioned_region
from control.regions.sight import Sight
from control.registry import PagePanel, PhonePart
from control.sheets import offline as kept
from control.sheets.deadline import nudge_words

# === regions ============================================================================================================

# The live regions of a phone: the platform's, the game's, and the place of each.


PHONE: Final = RegionScreen(prefix="region", keeps=True, marked=True)
PLAIN: Final = {piece.name: piece for piece in PIECES}


def regions_of(seen: PhoneSight, known: Container[str] = ()) -> dict[str, LiveRegion]:
    """Every region of the phone by name. A game's region replaces the platform's of the same name.

    `known`: versions that the phone shows; a region that is known to be one of them has no content.
    """
    own = registered_regions(seen.sight.realm)
    replaced = {each.name for each in own}
    kinds = (*(each for each in PIECES if each.name not in replaced), *own)
    return {region.name: region for region in regions_of_seat(PHONE, seen, kinds, known)}


def registered_regions(realm: str) -> tuple[PhoneRegion[Any], ...]:
    """The regions that a game and its rooms add to the phone."""
    rooms = registry.rooms(realm).values()
    return (*registry.realm(realm).phone.regions, *(each for room in rooms for each in room.phone.regions))


def region_of(name: str, panel: PagePanel, *, refused: Refused | None = None) -> LiveRegion:
    """The platform's region of this name, showing this panel."""
    return versioned_region(PHONE, PLAIN[name], panel, refused=refused)


# --- places of regions --------------------------------------------------------------------------------------------------


class TabView(Struct, frozen=True, kw_only=True):
    """A tab of the phone: anchor, icon, name below the icon, and full title."""

    id: str
    icon: str
    name: str
    title: str


class Sheaf(Struct, frozen=True, kw_only=True):
    """A tab with its regions in order."""

    tab: TabView
    regions: tuple[LiveRegion, ...]


def tabs_with_regions(sight: Sight[DayState], found: Mapping[str, LiveRegion]) -> tuple[Sheaf, ...]:
    """The tabs with at least one region, in order."""
    there = _places(sight.realm)
    sorted_in = ((tab, tuple(found[name] for name in there.get(tab.id, ()) if name in found)) for tab in _tabs(sight))
    return tuple(Sheaf(tab=tab, regions=regions) for tab, regions in sorted_in if regions)


def tab_of(realm: str, name: str) -> str:
    """The tab of a region; the first tab for regions above all tabs."""
    return next((tab for tab, names in _places(realm).items() if tab and name in names), NOW)


def _places(realm: str) -> dict[str, list[str]]:
    """The names of each tab's regions, in order; "" is the place above the tabs."""
    found: dict[str, list[str]] = {}
    for piece in PIECES:
        found.setdefault(piece.tab, []).append(piece.name)
    for each in registered_regions(realm):
        if each.name not in PLAIN:
            there = found.setdefault(each.tab, [])
            behind = there.index(each.after) + 1 if each.after in there else len(there)
            there.insert(0 if each.after == TOP else behind, each.name)
    return found


def _tabs(sight: Sight[DayState]) -> list[TabView]:
    team = sight.frame.said("team-tab")
    found = [
        TabView(id=NOW, icon="i-now", name=say_as("tab", "Now"), title=say("Now")),
        TabView(id=MAP, icon="i-map", name=say_as("tab", "Map"), title=say("Map")),
        TabView(id=TEAM, icon="i-team", name=team, title=team),
        TabView(id=NEWS, icon="i-news", name=say_as("tab", "News"), title=say("News")),
        TabView(id=CALL, icon="i-call", name=say_as("tab", "Control"), title=say("Call Control")),
    ]
    for each in registry.realm(sight.realm).phone.tabs:
        at = next((at for at, tab in enumerate(found, start=1) if tab.id == each.after), len(found))
        found.insert(at, TabView(id=each.id, icon=each.icon, name=each.name(), title=each.name()))
    return found


# === page ===============================================================================================================

# The phone: one page of small live regions. One request asks for all of them and names the version of each on the screen. Unchanged
# regions are not sent again, so a form is left alone while its owner types.


@ensure_csrf_cookie
@never_cache
@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """Draw the phone's one page; a phone that has not joined goes to the join page, which says why."""
    door = seat_pass(request)
    if door is None:
        return HttpResponseRedirect(reverse("control:join"))
    return draw(request, door)


@never_cache
@require_safe
def fresh_regions(request: HttpRequest) -> HttpResponse:
    """Return the regions that have changed since this phone drew them; 204 if none has."""
    door = seat_pass(request)
    if door is None:
        return redirect_to_join(request)
    return draw_changed(request, look(door), request.GET.getlist("seen"))


def draw(request: HttpRequest, door: SeatPass, replaced: Mapping[str, LiveRegion] | None = None, status: int = 200) -> HttpResponse:
    """Draw the whole page; `replaced` are regions as a refusal left them."""
    seen = look(door)
    regions = {**regions_of(seen), **(replaced or {})}
    pages = tabs_with_regions(seen.sight, regions)
    parts = registry.realm(seen.sight.realm).phone
    rooms = registry.rooms(seen.sight.realm)
    bringing: tuple[PhonePart, ...] = (parts, *(app.phone for app in rooms.values()))
    whose = seat_page(door.event.pk, door.seat, seen.who.name)
    context = {
        "page": page_of(door.event, seen.sight, "player", whose),
        "regions": regions,
        "sheaves": pages,
        "tabs": tuple(each.tab for each in pages),
        "icons": parts.icons,
        "title": seen.who.name,
        "team": seen.who.team,
        "topics": " ".join(
            _without_repeats(
                (
                    topics_of((*PIECES, *registered_regions(seen.sight.realm))),
                    *((room, *app.phone.topics) for room, app in rooms.items()),
                )
            )
        ),
        "scripts": _without_repeats(each.scripts for each in bringing),
        "styles": _without_repeats(each.styles for each in bringing),
        "links": tuple(replace(each, name=say(each.name)) for each in links.all_links()),
        "rulebook": registry.realm(seen.sight.realm).rules.rulebook is not None,
        "beside": join_pages.other_person(request),
        "nudges": nudge_words(seen.sight),
        "read": newest_read(seen.door.event.stream.key, seen.door.seat),
    }
    page = kept.mark(request, render(request, "control/play.html", context, status=status))
    page.headers[WHOSE] = whose.mark
    return pad_response(page) if any(each.even for each in regions.values()) else page


def _without_repeats(found: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """These values without duplicates, in order."""
    return tuple(dict.fromkeys(each for some in found for each in some))


def draw_changed(
    request: HttpRequest, seen: PhoneSight, known: list[str], replaced: Mapping[str, LiveRegion] | None = None, status: int = 200
) -> HttpResponse:
    """Return only the regions whose version differs from the phone's, each to be swapped in its place."""
    shown = frozenset(known)
    found = {**regions_of(seen, shown), **(replaced or {})}
    told = kept.mark(request, region.draw_changed(request, found.values(), shown, status=status))
    even = has_even_length(found.values(), told.status_code != HTTPStatus.NO_CONTENT)
    if even and told.status_code == HTTPStatus.NO_CONTENT:
        told = kept.mark(request, HttpResponse())
    return pad_response(told) if even else told


def has_even_length(found: Iterable[LiveRegion], is_new: bool) -> bool:
    """Must the answer to a phone with these regions have one of a few lengths? `is_new`: it brings a changed region."""
    evenness = {each.even for each in found}
    return "always" in evenness or (is_new and evenness != {""})


def answer(
    request: HttpRequest, door: SeatPass, name: str, replaced: Mapping[str, LiveRegion] | None = None, status: int = 200
) -> HttpResponse:
    """Answer a press: to htmx the changed regions; to a plain browser the page, or a redirect to the region's tab."""
    if request.htmx:  # type: ignore[attr-defined]
        return draw_changed(request, look(door), request.POST.getlist("seen"), replaced, status)
    if status == HTTPStatus.OK:
        return HttpResponseRedirect(f"{reverse('control:play')}#{tab_of(door.event.stream.engine, name)}")
    return draw(request, door, replaced, status)


def redirect_to_join(request: HttpRequest) -> HttpResponse:
    """The answer to a phone that is no longer joined: a redirect to the join page, which says why."""
    response = HttpResponse(status=HTTPStatus.NOT_FOUND)
    response.headers["HX-Redirect"] = reverse("control:join")
    return response
