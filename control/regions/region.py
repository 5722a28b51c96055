"""Region on its way to a screen: what it shows, in which version; and the answer to a screen that asks for all."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from control import system_time
from control.day.memoization import Same
from control.desks.command import fresh
from control.engine.refusal import Refused
from control.regions.fragments import digest_of
from control.regions.kinds import Even, RegionKind
from control.registry import Panel

# === region =============================================================================================================

# A live region on its way to a screen: what it shows, in which version, and when it asks again.


VERSION: Final = 12  # letters of a digest that a screen sends back for each region
TOGETHER: Final = "delay:40ms"  # one commit pokes several topics: a region that listens to more than one asks once
EVERY: Final = "every 30s"  # the safety net under the pokes: a region asks by itself this often


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """How screens of one sort have their regions; `prefix` begins the ids of their elements.

    They ask for all of them with one request and say which versions they show, or each region asks `alone`. One that `keeps`
    shows texts that are kept, with nothing of the page in them. `marked` regions are found in the page by the phone's worker.
    Those `in_place` are never drawn anew: only what has changed in them is changed (`keep.js`), so each fragment bears a key.
    """

    prefix: str
    alone: bool = False
    keeps: bool = False
    marked: bool = False
    in_place: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """One live piece of a page: the wrapper knows when to ask, the fragment only what to show.

    `version` names what it shows, where the page asks for all at once; `address`, `trigger` and `include` are for one that asks by
    itself. `digest` is there where its text may be kept. `refused` is what a rule just said here, `typed` what then stood in the
    form.
    """

    screen: Screen
    name: str
    template: str
    panel: object
    version: str = ""
    digest: str = ""
    told: bool = False
    even: Even = ""
    address: str = ""
    trigger: str = ""
    include: str = ""
    refused: Refused | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    command_id: UUID = field(default_factory=fresh)
    now: datetime = field(default_factory=system_time.now)

    @property
    def id(self) -> str:
        """The id of its element."""
        return f"{self.screen.prefix}-{self.name}"


def versioned(screen: Screen, kind: RegionKind[Any], shown: object, *, refused: Refused | None = None) -> Region:
    """A region that shows this, for a screen that says which version it has."""
    panel = panel_of(kind, shown)
    digest = digest_of(panel)
    return Region(
        screen=screen,
        name=kind.name,
        template=panel.template,
        panel=panel.panel,
        version=f"{kind.name}:{digest[:VERSION]}",
        digest=digest if screen.keeps and not kind.moving else "",
        told=kind.told,
        even=kind.even if panel.panel is not None else "",
        refused=refused,
    )


def asking(screen: Screen, kind: RegionKind[Any], shown: object, *, address: str, topics: Iterable[str], now: datetime) -> Region:
    """A region that shows this, and asks for itself at the address when one of these topics has news."""
    panel = panel_of(kind, shown)
    triggers = [*(f"{topic} from:body {TOGETHER}" for topic in topics), f"refresh {TOGETHER}", EVERY]
    if kind.also:
        triggers.append(kind.also)
    return Region(
        screen=replace(screen, in_place=True) if kind.in_place else screen,
        name=kind.slug,
        template=panel.template,
        panel=panel.panel,
        told=kind.told,
        address=address,
        trigger=", ".join(triggers),
        include=kind.include,
        now=now,
    )


def panel_of(kind: RegionKind[Any], shown: object) -> Panel:
    """What a view gave, with the fragment that draws it; of many, also with its version, made once."""
    panel = shown if isinstance(shown, Panel) else Panel(template=kind.template, panel=shown)
    return Panel(template=panel.template, panel=panel.panel, version=_repr(Same(panel.panel))) if kind.of_many else panel


@lru_cache(maxsize=128)
def _repr(same: Same) -> str:
    return repr(same.thing)


# === answer =============================================================================================================

# The answer to a screen that asks for all its regions with one request.


NOTHING: Mapping[str, object] = MappingProxyType({})


def changed(
    request: HttpRequest,
    found: Iterable[Region],
    known: Container[str],
    *,
    also: Panel | None = None,
    context: Mapping[str, object] = NOTHING,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Only the regions whose version the screen does not know, each to be swapped in its place; 204 where there is no news.

    `also` is told behind them in any case, `context` what their fragments know of their page.
    """
    news = [region for region in found if region.version not in known or region.refused]
    if not news and also is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "control/_fresh.html", {**context, "regions": news, "also": also}, status=status)
