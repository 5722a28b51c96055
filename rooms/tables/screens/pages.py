"""What every page of a table is drawn with, and the live regions of the phone's page."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from control.desks.command import fresh
from control.engine.refused import Refused
from control.phone.pages import Page
from rooms.tables import story
from rooms.tables.access import TablePass
from rooms.tables.registry import app_of
from rooms.tables.screens.agreed import open_view
from rooms.tables.screens.forms import action_fields
from rooms.tables.screens.results import result_view
from rooms.tables.screens.rules_at_hand import rule_link
from rooms.tables.screens.shown import Top, top
from rooms.tables.screens.watched import GameView, game_view, is_shown, log_view, more_view

WARN = "30,10"  # seconds before the end of a turn at which its clock warns


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One live piece of the phone's page. `seen` names the version of what it shows."""

    name: str
    template: str
    panel: object
    seen: str
    command_id: UUID = field(default_factory=fresh)


@dataclass(frozen=True, slots=True, kw_only=True)
class No:
    """Why something was refused, with the way to its rule."""

    sentence: str
    rule: str
    link: str
    stale: bool


def page_at(code: str, title: str, role: str) -> Page:
    """The frame of a page that listens to a table; `role` is "table", or "hall" for the wall."""
    live = f"/live/table/{code.lower()}/"
    now = time.time_ns() // 1_000_000
    return Page(event_id=0, event_name=title, role=role, live=live, now=now, warn=WARN, teams=())


def regions_of(door: TablePass) -> dict[str, Region]:
    """Every region of the phone's page by its name."""
    lines = story.lines_of(door.table.stream)
    found = [_region("top", "tables/_top.html", top(door, timezone.now())), _main(door, lines)]
    found.append(_region("log", "tables/_log.html", log_view(lines, door.chair)))
    found.append(_region("more", "tables/_more.html", more_view(door, lines)))
    return {region.name: region for region in found}


def _main(door: TablePass, lines: Sequence[story.Line]) -> Region:
    if is_shown(door):
        return _region("main", "tables/_game.html", game_view(door, lines))
    if (closed := result_view(door)) is not None:
        return _region("main", "tables/_result.html", closed)
    return _region("main", "tables/_open.html", open_view(door))


def _region(name: str, template: str, panel: object) -> Region:
    return Region(name=name, template=template, panel=panel, seen=f"{name}:{_version(template, panel)}")


def _version(template: str, panel: object) -> str:
    """A short name of what a region shows; the hands of a clock move by themselves, and ids of forms are always new."""
    if isinstance(panel, Top) and panel.hands:
        panel = replace(panel, hands=replace(panel.hands, words=""))
    if isinstance(panel, Top) and panel.end and panel.end.hands:
        panel = replace(panel, end=replace(panel.end, hands=replace(panel.end.hands, words="")))
    if isinstance(panel, GameView):
        panel = replace(panel, act=replace(panel.act, command_id=UUID(int=0), turn=0))
    return hashlib.blake2s(f"{template} {panel!r}".encode(), digest_size=6).hexdigest()


def no_of(door: TablePass, refused: Refused | None) -> No | None:
    """A refusal as it is shown."""
    if refused is None:
        return None
    link = rule_link(door.table.code, refused)
    return No(sentence=refused.sentence, rule=refused.rule, link=link, stale=refused.code == "stale")


def draw(request: HttpRequest, door: TablePass, refused: Refused | None = None, status: int = HTTPStatus.OK) -> HttpResponse:
    """The whole page of a table; where something was refused, with what was chosen in the form."""
    app = app_of(door.table.kind)
    regions = regions_of(door)
    main = regions["main"]
    if refused is not None and isinstance(main.panel, GameView):
        act = replace(main.panel.act, typed=action_fields(request.POST))
        regions["main"] = replace(main, panel=replace(main.panel, act=act))
    context = {
        "page": page_at(door.table.code, door.state.title, "table"),
        "title": door.state.title,
        "code": door.table.code,
        "app": app,
        "content": door.content,
        "person": door.person,
        "regions": regions,
        "no": no_of(door, refused),
    }
    response = render(request, "tables/table.html", context, status=status)
    patch_vary_headers(response, ("Cookie",))
    return response


def changed(
    request: HttpRequest, door: TablePass, known: Sequence[str], refused: Refused | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    """Only the regions whose version the phone does not show, each to be swapped in its place; 204 when there is no news."""
    news = [region for region in regions_of(door).values() if region.seen not in known]
    pressed = request.method == "POST"
    if not news and not pressed:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    context = {"regions": news, "pressed": pressed, "no": no_of(door, refused), "code": door.table.code}
    return render(request, "tables/_fresh.html", context, status=status)


def address_of(code: str) -> str:
    """Where a table is."""
    return reverse("tables:table", args=[code])
