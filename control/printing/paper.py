"""What every print has: the head that says of which moment it is, the size of the paper, who may print it, QR codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import segno
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from control import registry
from control.day.prints import day_in_print
from control.desks.frame import Look
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from control.phone.pages import page_of
from control.printing.forms import PAPERS, PaperSizeForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands at the head of every page of paper: which event, what, as of when."""

    title: str
    event: str
    when: str  # "Month 3, Planning"
    seq: int  # of the journal: which of two prints is the newer one
    paper: str
    papers: tuple[tuple[str, str], ...]


def paper(
    request: HttpRequest, seen: Look, template: str, title: str, context: Mapping[str, Any], status: int = HTTPStatus.OK
) -> HttpResponse:
    """A print: kept by nothing on the way, for it may hold what is not everybody's."""
    head = Head(
        title=title,
        event=seen.door.event.name,
        when=seen.sight.public(day_in_print).when,
        seq=seen.seq,
        paper=PaperSizeForm(request.GET or request.POST).size(),
        papers=tuple((size, say(words)) for size, words in PAPERS),
    )
    whole = {
        **context,
        "head": head,
        "now": seen.now,
        "event_id": seen.event_id,
        "page": page_of(seen.door.event, seen.sight, "control"),
        "again": request.GET.copy() if request.method == "GET" else None,
    }
    response = render(request, template, whole, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


def told(request: HttpRequest, sentence: str) -> HttpResponse:
    """Why there is nothing to print, or to do with a printed sheet."""
    response = render(request, "control/sentence.html", {"sentence": sentence}, status=HTTPStatus.CONFLICT)
    response.headers["Cache-Control"] = "no-store"
    return response


def qr(words: str) -> str:
    """A QR code as an SVG for paper."""
    return str(segno.make(words, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True))


# --- who prints, and of whom --------------------------------------------------------------------------------------------


def for_badges(frame: Frame) -> frozenset[DeskId]:
    """The desks that print badges: those that look after people."""
    return frame.check_in


def for_the_state(frame: Frame) -> frozenset[DeskId]:
    """The desks that print the state: all that know the game, so not the one at the door."""
    return frame.all_desks - frame.check_in_only


def printing_desk(request: HttpRequest, event_id: int, desks: Callable[[Frame], frozenset[DeskId]]) -> DeskPass:
    """The member of staff who prints, from one of these desks or the organizer's.

    Raises:
        Http404: not of this event's staff, or not that desk.
    """
    door = desk_or_404(request, event_id)
    if not door.actor.sits_at(desks(registry.realm(door.event.stream.engine).frame)):
        raise Http404("Not a desk of yours.")
    return door
