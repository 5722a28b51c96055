"""Live regions ready to render, and the answer to a screen that requests all of them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import Context
from msgspec import Struct, field

from control import system_time
from control.day.memoization import Same
from control.desks.command import new_form_id
from control.engine.records import replace
from control.engine.refusal import Refused
from control.regions.fragments import VERSION, digest_of
from control.regions.kinds import DeskRegion, Even, PhoneRegion, RegionKind
from control.registry import PagePanel
from control.templatetags.regions import swapped

# === region =============================================================================================================


TOGETHER: Final = "delay:40ms"  # one commit refreshes several topics; a region with more than one requests once
NO_FORM, NEVER = UUID(int=0), datetime.min.replace(tzinfo=UTC)  # of a region that nobody draws
EVERY: Final = "every 30s"  # fallback without messages: a region requests itself this often


class RegionScreen(Struct, frozen=True, kw_only=True):
    """A sort of screen, and how it refreshes its regions.

    `prefix`: the prefix of element IDs. `alone`: each region knows when to ask; otherwise the screen always requests all regions at
    once. In both cases it sends the versions it shows. `keeps`: it shows cached text that holds nothing of the page. `marked`: the
    phone's service worker finds its regions in the page. `in_place`: only changed elements are replaced (`keep.js`), so each
    fragment has a key.
    """

    prefix: str
    alone: bool = False
    keeps: bool = False
    marked: bool = False
    in_place: bool = False


class LiveRegion(Struct, frozen=True, kw_only=True):
    """A live region ready to render. The wrapper knows when to request; the fragment knows only its content.

    `version`: the version of its content, for a page that requests all regions at once. `address`, `trigger`, `include`: for a
    region that knows when to ask. `digest`: the cache key, if its text may be cached. `refused`: the refusal of the last press
    here. `typed`: the form values of that press.
    """

    screen: RegionScreen
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
    command_id: UUID = field(default_factory=new_form_id)
    now: datetime = field(default_factory=system_time.now)

    @property
    def id(self) -> str:
        """The ID of its element."""
        return f"{self.screen.prefix}-{self.name}"


def versioned_region(
    screen: RegionScreen,
    kind: PhoneRegion[Any],
    shown: object,
    *,
    refused: Refused | None = None,
    known: Container[str] = (),
) -> LiveRegion:
    """Make a region for a screen that sends the versions it shows. `known`: those versions; an unchanged region has no content."""
    panel = panel_of(kind, shown)
    if kind.of_many:  # its version is computed once
        panel = replace(panel, version=_repr(Same(panel.panel)))
    digest = digest_of(panel)
    version, even = f"{kind.name}:{digest[:VERSION]}", kind.even if panel.panel is not None else ""
    if version in known and refused is None:
        return unchanged_region(screen, kind, version, even)
    return LiveRegion(
        screen=screen,
        name=kind.name,
        template=panel.template,
        panel=panel.panel,
        version=version,
        digest=digest if screen.keeps and not kind.moving else "",
        told=kind.told,
        even=even,
        refused=refused,
    )


def unchanged_region(screen: RegionScreen, kind: PhoneRegion[Any], version: str, even: Even) -> LiveRegion:
    """Make a region that its screen already shows in this version. It has no content, because nobody draws it."""
    return LiveRegion(
        screen=screen, name=kind.name, template="", panel=None, version=version, even=even, command_id=NO_FORM, now=NEVER
    )


def live_region(
    screen: RegionScreen, kind: DeskRegion, shown: object, *, address: str, topics: Iterable[str], now: datetime
) -> LiveRegion:
    """Make a region that asks when one of these topics changes. `address`: its own, which names it."""
    panel = panel_of(kind, shown)
    triggers = [*(f"{topic} from:body {TOGETHER}" for topic in topics), f"refresh {TOGETHER}", EVERY]
    if kind.also:
        triggers.append(kind.also)
    return LiveRegion(
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


def panel_of(kind: RegionKind[Any], shown: object) -> PagePanel:
    """Return a view's content with its template."""
    return shown if isinstance(shown, PagePanel) else PagePanel(template=kind.template, panel=shown)


@lru_cache(maxsize=128)
def _repr(same: Same) -> str:
    return repr(same.thing)


# === answer =============================================================================================================


FRESH: Final = "control/_fresh.html"
NOTHING: Mapping[str, object] = MappingProxyType({})


def draw_changed(
    request: HttpRequest,
    found: Iterable[LiveRegion],
    known: Container[str],
    *,
    also: PagePanel | None = None,
    context: Mapping[str, object] = NOTHING,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Render the regions whose version the screen does not know; 204 without any.

    `also`: a panel that is always added at the end. `context`: values of the page for the fragments.
    """
    news = changed_regions(found, known)
    if not news and also is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, FRESH, {**context, "regions": news, "also": also}, status=status)


def changed_regions(found: Iterable[LiveRegion], known: Container[str]) -> list[LiveRegion]:
    """The regions whose version the screen does not know."""
    return [region for region in found if region.version not in known or region.refused]


def changed_text(found: Iterable[LiveRegion], known: Container[str], *, token: str) -> str:
    """The changed regions as text, drawn without a request; "" if nothing is new. `token`: stands where a form token belongs."""
    news = changed_regions(found, known)
    return str(swapped(Context({"csrf_token": token}), news))
