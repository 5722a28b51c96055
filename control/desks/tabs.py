"""Navigation of the desks: pages of the platform, of rooms, of the game and of other apps, and who sees which."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from django.urls import reverse
from msgspec import Struct

from control import registry
from control.day.people.presence import check_in
from control.engine.context import ORGANIZER_ONLY
from control.engine.language import later, say
from control.engine.modules import desks_of
from control.people.access import DeskPass
from control.registry import CountKind, DeskPage

FIRST: Final = DeskPage(page="overview", name=later("Overview"), word=later("overview"), address="desk:overview")
OWN: Final = (  # after the desks of rooms and the game's pages
    DeskPage(page="people", name=later("Check-in"), word=later("people"), address="desk:people", desks=check_in),
    DeskPage(page="clock", name=later("Clock"), word=later("clock"), address="desk:clock", desks=ORGANIZER_ONLY),
    DeskPage(page="journal", name=later("Journal"), word=later("journal"), address="desk:journal"),
)
FURTHER: Final = (  # rarely needed: these come before the pages of other apps, LAST after them
    DeskPage(page="announcements", name=later("Announcements"), word=later("announcements"), address="desk:announcements"),
    DeskPage(page="rulebook", name=later("Rulebook"), word=later("rulebook"), address="desk:rulebook"),
    DeskPage(page="screens", name=later("Screens"), word=later("screens"), address="desk:screens", desks=ORGANIZER_ONLY),
    DeskPage(page="team", name=later("Team"), word=later("team"), address="desk:team", desks=ORGANIZER_ONLY),
    DeskPage(page="audit", name=later("Access"), word=later("access"), address="desk:audit", desks=ORGANIZER_ONLY),
)
LAST: Final = (
    DeskPage(page="preflight", name=later("Preflight"), word=later("preflight"), address="desk:preflight"),
    DeskPage(page="ladder", name=later("Fallback modes"), word=later("ladder"), address="desk:ladder"),
)
UNLISTED: Final = (
    DeskPage(page="rulings", name=later("Rulings"), word=later("rulings"), address="desk:rulings"),
    DeskPage(page="count", name=later("Counting"), word=later("counting"), address="desk:count"),
)

_brought: dict[str, DeskPage] = {}


class DeskTab(Struct, frozen=True, kw_only=True):
    """One navigation entry, to a page that this person may see."""

    name: str
    address: str
    here: bool
    count: int = 0


def register_page(page: DeskPage) -> None:
    """Add a page that belongs to no game to the rarely needed pages."""
    _brought[page.page] = page


def tabs(door: DeskPass, here: str) -> tuple[DeskTab, ...]:
    """The pages of this person's desks."""
    return (
        *_tabs_of((FIRST,), door, here),
        *_rooms(door, here),
        *_tabs_of((*registry.realm(door.event.stream.engine).desk.pages, *OWN), door, here),
    )


def further(door: DeskPass, here: str) -> tuple[DeskTab, ...]:
    """The rarely needed pages."""
    return tuple(_tabs_of((*FURTHER, *_brought.values(), *LAST), door, here))


def desk_address(realm: str, event_id: int, room: str) -> str:
    """The address of a room's own desk; "" if it has none."""
    app = registry.rooms(realm).get(room)
    return reverse(app.desk.page, args=[event_id]) if app is not None and app.desk.page else ""


def room_tab(realm: str, room: str) -> str:
    """The name of a room's desk in the navigation."""
    app = registry.rooms(realm).get(room)
    return say(app.desk.tab) if app is not None and app.desk.tab else registry.realm(realm).frame.room_name(room)


def page_name(realm: str, page: str) -> str:
    """The name of a page, for lists of where members of the team are."""
    frame = registry.realm(realm).frame
    if page in frame.room_ids:
        return frame.room_name(page)
    sheet = _sheet_of(realm, page)
    if sheet is not None:
        return say("Counting: {sheet}", sheet=say(sheet.title))
    found = _known(realm).get(page)
    return say(found.name) if found else say(page.replace("-", " ").capitalize())


def page_name_at(realm: str, address: str) -> str:
    """The name of the page with this URL name; "" if it is in no navigation."""
    return next((say(each.name) for each in _known(realm).values() if each.address == address), "")


def page_word(realm: str, page: str) -> str:
    """The name of a page in one word, for lists of where members are."""
    if page in registry.rooms(realm):
        frame = registry.realm(realm).frame
        return frame.desk_word(frame.desk_of(page))
    found = _known(realm).get("count" if _sheet_of(realm, page) is not None else page)
    return say(found.word) if found and found.word else page


def count_page(sheet: str) -> str:
    """The page name of a count sheet; each sheet has its own, because it is a place of its own."""
    return f"count-{sheet}"


def _sheet_of(realm: str, page: str) -> CountKind | None:
    return next((each for each in registry.counts(realm).values() if count_page(each.name) == page), None)


def _known(realm: str) -> dict[str, DeskPage]:
    every = (FIRST, *registry.realm(realm).desk.pages, *OWN, *FURTHER, *_brought.values(), *LAST, *UNLISTED)
    return {each.page: each for each in every}


def _tabs_of(pages: Iterable[DeskPage], door: DeskPass, here: str) -> Iterator[DeskTab]:
    for each in pages:
        desks = desks_of(each.desks, door.frame)
        if not desks or door.actor.sits_at(desks):
            yield DeskTab(name=say(each.name), address=reverse(each.address, args=[door.event.pk]), here=here == each.page)


def _rooms(door: DeskPass, here: str) -> Iterator[DeskTab]:
    realm, frame = door.event.stream.engine, door.frame
    for room in registry.rooms(realm):
        address = desk_address(realm, door.event.pk, room)
        if address and door.actor.sits_at(frozenset({frame.desk_of(room)})):
            yield DeskTab(name=room_tab(realm, room), address=address, here=here == room)
