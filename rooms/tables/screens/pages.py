"""Page frame of a table, and the live regions of the phone's page."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from msgspec import Struct

from control import system_time
from control.engine.records import replace
from control.engine.refusal import Refused
from control.people.access import SeatPass
from control.phone.day import DAY, day_facts
from control.phone.pages import Page, page_of
from control.phone.sight import look_without_marking, sight_of
from control.regions import region
from control.regions.kinds import PhoneRegion, topics_of
from control.regions.region import LiveRegion, RegionScreen, versioned_region
from control.registry import PagePanel
from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.lobby import own_moves
from rooms.tables.models import Table
from rooms.tables.registry import app_of
from rooms.tables.screens.absence import run_out_words
from rooms.tables.screens.agreement import open_view
from rooms.tables.screens.forms import action_fields
from rooms.tables.screens.game_view import GameView, game_view, is_shown, more_view
from rooms.tables.screens.heading import TableHeading, top
from rooms.tables.screens.log import log_view
from rooms.tables.screens.notes import notes_view
from rooms.tables.screens.results import result_view, stats_view
from rooms.tables.screens.rules_at_hand import rule_link

TOPICS = ("table",)
WARN = "30,10"  # seconds before the end of a turn at which its clock warns


class No(Struct, frozen=True, kw_only=True):
    """A refusal as it is shown, with a link to its rule."""

    sentence: str
    rule: str
    link: str
    stale: bool


def page_at(table: Table, title: str, role: str) -> Page:
    """Frame of a page that listens only to a table. `role`: "table", or "hall" for the wall."""
    live = f"/live/table/{table.code.lower()}/"
    now = time.time_ns() // 1_000_000
    rehearsal = table.event is not None and table.event.rehearses_id is not None
    return Page(event_id=0, event_name=title, role=role, live=live, now=now, warn=WARN, teams=(), rehearsal=rehearsal)


def day_of(door: TablePass) -> SeatPass | None:
    """A player's pass to the event of the table. None for friends, and for a table without an event."""
    person, event = door.person, door.table.event
    return SeatPass(event=event, seat=person.seat) if door.plays_the_event and person and person.seat and event else None


def _page_of(door: TablePass, day: SeatPass | None) -> Page:
    """Frame of the phone's page. A player's page listens to the event and to the table."""
    alone = page_at(door.table, door.state.title, "table")
    if day is None:
        return alone
    own = page_of(day.event, sight_of(day), "table")
    both = f"{own.live}?beside=table/{door.table.code.lower()}"
    return replace(own, live=both, warn=f"{own.warn},{alone.warn}", teams=())


def _main(door: TablePass, lines: Sequence[story.TableStoryLine]) -> PagePanel:
    if is_shown(door):
        return PagePanel(template="tables/_game.html", panel=game_view(door, lines))
    if (closed := result_view(door)) is not None:
        return PagePanel(template="tables/_result.html", panel=closed)
    return PagePanel(template="tables/_open.html", panel=open_view(door))


def _top(door: TablePass, lines: Sequence[story.TableStoryLine]) -> TableHeading:
    back = next(iter(own_moves(door, lines)), None)
    return replace(top(door, system_time.now()), back=back, run_out=run_out_words(door))


TABLE: Final = RegionScreen(prefix="region", in_place=True)
KINDS: Final[tuple[PhoneRegion[Callable[[TablePass, Sequence[story.TableStoryLine]], object]], ...]] = (
    PhoneRegion(name="top", template="tables/_top.html", topics=TOPICS, view=_top, told=True),
    PhoneRegion(name="notes", template="tables/_notes.html", topics=TOPICS, view=notes_view),
    PhoneRegion(name="main", topics=TOPICS, view=_main),
    PhoneRegion(name="after", template="tables/_stats.html", topics=TOPICS, view=stats_view),
    PhoneRegion(name="log", template="tables/_log.html", topics=TOPICS, view=log_view),
    PhoneRegion(name="more", template="tables/_more.html", topics=TOPICS, view=more_view),
)


def regions_of(door: TablePass) -> dict[str, LiveRegion]:
    """All regions of the phone's page by name."""
    lines = story.lines_of(door.table.stream)
    found = {kind.name: versioned_region(TABLE, kind, kind.view(door, lines)) for kind in KINDS}
    if (day := day_of(door)) is not None:
        seen = look_without_marking(day)
        found |= {kind.name: versioned_region(TABLE, kind, kind.view(seen)) for kind in DAY}
    return found


def refusal_shown(door: TablePass, refused: Refused | None) -> No | None:
    """A refusal as it is shown."""
    if refused is None:
        return None
    link = rule_link(door.table.code, refused)
    return No(sentence=refused.sentence, rule=refused.rule, link=link, stale=refused.code == "stale")


def draw(request: HttpRequest, door: TablePass, refused: Refused | None = None, status: int = HTTPStatus.OK) -> HttpResponse:
    """Render the whole page of a table. After a refusal the form keeps its choices."""
    app = app_of(door.table.kind)
    regions, day = regions_of(door), day_of(door)
    main = regions["main"]
    if refused is not None and isinstance(main.panel, GameView):
        act = dataclasses.replace(main.panel.act, typed=action_fields(request.POST))
        regions["main"] = replace(main, panel=replace(main.panel, act=act))
    context = {
        "page": _page_of(door, day),
        "beside": day_facts(day) if day else None,
        "title": door.state.title,
        "code": door.table.code,
        "app": app,
        "content": door.content,
        "person": door.person,
        "regions": regions,
        "topics": " ".join(topics_of((*KINDS, *DAY) if day else KINDS)),
        "no": refusal_shown(door, refused),
    }
    response = render(request, "tables/table.html", context, status=status)
    patch_vary_headers(response, ("Cookie",))
    return response


def changed(
    request: HttpRequest, door: TablePass, known: Sequence[str], refused: Refused | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """Render only regions that differ from those on the phone, to be swapped in place. After a press, add its outcome."""
    pressed = PagePanel(template="tables/_pressed.html", panel=refusal_shown(door, refused)) if request.method == "POST" else None
    context = {"code": door.table.code}
    return region.draw_changed(request, regions_of(door).values(), known, also=pressed, context=context, status=status)


def address_of(code: str) -> str:
    return reverse("tables:table", args=[code])
