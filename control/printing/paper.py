"""Paper of every print: head, size, access, QR codes, and the forms of the prints."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any

import segno
from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy
from msgspec import Struct

from control import registry
from control.day.prints import day_in_print
from control.desks.command import NumberField
from control.desks.frame import Look
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import later, say
from control.people.access import DeskPass, desk_or_404
from control.phone.pages import page_of

# === forms ==============================================================================================================

# Forms: paper size, month, players.


PAPERS = (("a4", "A4"), ("letter", later("Letter")))
MOST_SPARES = 20
EVERYBODY, PHONELESS, NOBODY = "all", "phoneless", "nobody"


class PaperSizeForm(forms.Form):
    """Paper size of the printer."""

    paper = forms.ChoiceField(choices=PAPERS, required=False)

    def size(self) -> str:
        """Chosen size. A4 by default."""
        self.is_valid()
        return str(self.cleaned_data.get("paper") or PAPERS[0][0])


class SheetsForm(PaperSizeForm):
    """Blank sheets: kind, month, players, number of spare ones."""

    kind = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a kind of sheet."),
            "invalid_choice": gettext_lazy("There is no such sheet."),
        }
    )
    month = NumberField(min_value=1)
    who = forms.ChoiceField(required=False)
    spare = forms.IntegerField(
        min_value=0,
        max_value=MOST_SPARES,
        required=False,
        error_messages={
            "max_value": gettext_lazy("Print at most %(limit_value)d spare sheets at once."),
            "invalid": gettext_lazy("Write a number."),
        },
    )

    def __init__(
        self, *args: Any, frame: Frame, kinds: Iterable[tuple[str, str]], teams: Iterable[str], months: int, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["kind"].choices = list(kinds)  # type: ignore[attr-defined]
        self.fields["who"].choices = [(each, each) for each in (EVERYBODY, PHONELESS, NOBODY, *teams)]  # type: ignore[attr-defined]
        self.fields["who"].error_messages["invalid_choice"] = frame.said("print-for")
        month = self.fields["month"]
        month.error_messages |= {"required": frame.said("choose-round"), "invalid": frame.said("write-round")}
        month.validators.append(_month_up_to(months, frame.said("rounds-so-many", count=months)))

    def sentence(self) -> str:
        """First error."""
        return str(next(iter(self.errors.values()))[0])


def _month_up_to(months: int, sentence: str) -> Any:
    def check(month: int) -> None:
        if month > months:
            raise forms.ValidationError(sentence)

    return check


class BadgesForm(PaperSizeForm):
    """Badges: each ticked seat with the issue of its code that the sender saw, as "cat-1 0"."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        given = self.data.getlist("seat") if hasattr(self.data, "getlist") else []
        self.seats = {
            found.group(1): int(found.group(2)) for each in given if (found := re.fullmatch(r"([a-z0-9-]{1,60}) (\d{1,6})", each))
        }
        self.broken = len(self.seats) != len(set(given)) or len(given) != len(set(given))


# === paper ==============================================================================================================

# Parts of every print: head with its moment, paper size, access, QR codes.


class PaperHead(Struct, frozen=True, kw_only=True):
    """Head of every printed page: event, title, moment."""

    title: str
    event: str
    when: str  # "Month 3, Planning"
    seq: int  # entry of the journal; shows which of two prints is newer
    paper: str
    papers: tuple[tuple[str, str], ...]


def paper(
    request: HttpRequest, seen: Look, template: str, title: str, context: Mapping[str, Any], status: int = HTTPStatus.OK
) -> HttpResponse:
    """Render a print. It is never cached, because it may contain secrets."""
    head = PaperHead(
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


def draw_sentence(request: HttpRequest, sentence: str) -> HttpResponse:
    """Sentence that says why there is nothing to print, or why a printed sheet cannot be used."""
    response = render(request, "control/sentence.html", {"sentence": sentence}, status=HTTPStatus.CONFLICT)
    response.headers["Cache-Control"] = "no-store"
    return response


def qr(words: str) -> str:
    """QR code as an SVG for paper."""
    return str(segno.make(words, error="m").svg_inline(scale=4, border=2, dark="#000", light="#fff", omitsize=True))


# --- access -------------------------------------------------------------------------------------------------------------


def badge_desks(frame: Frame) -> frozenset[DeskId]:
    """Desks that print badges: those that check people in."""
    return frame.check_in


def state_desks(frame: Frame) -> frozenset[DeskId]:
    """Desks that print the state: all except those that only check people in."""
    return frame.all_desks - frame.check_in_only


def printing_desk(request: HttpRequest, event_id: int, desks: Callable[[Frame], frozenset[DeskId]]) -> DeskPass:
    """Return the pass of a team member at one of these desks, or an organizer.

    Raises:
        Http404: this account has no such desk in this event.
    """
    door = desk_or_404(request, event_id)
    if not door.actor.sits_at(desks(registry.realm(door.event.stream.engine).frame)):
        raise Http404("Not a desk of yours.")
    return door
