"""Page frame and navigation of a debrief: its sections and their audiences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from msgspec import Struct

from control.debrief.access import DebriefPass
from control.engine.language import say
from control.phone.pages import Page, page_of
from control.registry import hindsights_of

# === frame ==============================================================================================================


def draw(request: HttpRequest, door: DebriefPass, here: str, template: str, context: dict[str, Any]) -> HttpResponse:
    """Render a debrief page inside its page frame."""
    frame = frame_of(door, here)
    return render(request, template, {"frame": frame, "page": frame.page, "door": door, **context})


class DebriefSection(Struct, frozen=True, kw_only=True):
    """A page of the debrief. `address`: URL name that takes only the event id. `to`: audience. `order`: place in the navigation.

    `there`: whether the page has anything to show for this event.
    """

    name: str
    title: str
    address: str
    order: int
    to: Literal["all", "team", "organizer"] = "all"
    there: Callable[[DebriefPass], bool] = lambda _door: True


class DebriefTab(Struct, frozen=True, kw_only=True):
    """One entry of the navigation."""

    title: str
    address: str
    here: bool


class DebriefFrame(Struct, frozen=True, kw_only=True):
    """Page frame around every page of a debrief."""

    event_id: int
    event_name: str
    page: Page
    tabs: tuple[DebriefTab, ...]
    styles: tuple[str, ...]
    back: str  # the visitor's own page: desk or phone; "" for others


_known: dict[str, DebriefSection] = {}


def register(section: DebriefSection) -> None:
    """Add a page to the navigation of every debrief. An app calls this once, when it is ready."""
    _known[section.name] = section


def frame_of(door: DebriefPass, here: str) -> DebriefFrame:
    """Page frame of the page `here`."""
    brought = hindsights_of(door.event.stream.engine)
    return DebriefFrame(
        event_id=door.event.pk,
        event_name=door.event.name,
        page=page_of(door.event, door.sight, "hall"),
        tabs=tuple(
            DebriefTab(title=say(each.title), address=reverse(each.address, args=[door.event.pk]), here=each.name == here)
            for each in sorted(_known.values(), key=lambda each: each.order)
            if _may(door, each) and each.there(door)
        ),
        styles=tuple(dict.fromkeys(style for each in brought for style in each.styles)),
        back=reverse("desk:overview", args=[door.event.pk]) if door.desks else reverse("control:play") if door.seat else "",
    )


def _may(door: DebriefPass, section: DebriefSection) -> bool:
    return section.to == "all" or (section.to == "team" and bool(door.desks)) or door.organizer
