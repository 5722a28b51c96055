"""The projectors from the console: who they are, what they show, what they shall show next, and one press that sends them there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control import screens
from control.access import DeskPass, desk_or_404
from control.forms.screens import DarkForm, RenameForm, SayForm, ScreenForm, StageForm
from control.game.asked import Desk
from control.game.refused import Refused
from control.models import Screen
from control.screens import Change, Showing
from control.views.desk.frame import Look, Part, draw_page, look, region, register
from control.views.desk.press import DONE, REFUSED, Place, Said, answered, question, refusal, told

ORGANIZER = frozenset({Desk.ORGANIZER})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenRow:
    """One projector. `next` is what it shall show, None where nothing is staged."""

    screen: Screen
    shows: Showing
    next: Showing | None
    gone: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreensView:
    """Every projector of the event, and what they can show."""

    rows: tuple[ScreenRow, ...]
    showings: tuple[Showing, ...]
    staged: int
    here: int
    address: str
    now: datetime


def screens_view(seen: Look) -> ScreensView:
    """The projectors as the organizer sees them."""
    event = seen.door.event
    possible = screens.showings(event)
    rows = tuple(_row(seen, screen) for screen in event.screens.order_by("name"))
    return ScreensView(
        rows=rows,
        showings=possible,
        staged=sum(row.next is not None for row in rows),
        here=sum(not row.gone for row in rows),
        address="/screen/",
        now=seen.now,
    )


def _row(seen: Look, screen: Screen) -> ScreenRow:
    event = seen.door.event
    next_ = screens.showing_of(event, screen.next) if screen.next else None
    return ScreenRow(
        screen=screen, shows=screens.showing_of(event, screen.shows), next=next_, gone=screens.is_gone(screen, seen.now)
    )


register(screens=Part(template="control/desk/_screens.html", topics=("screens",), shape=screens_view, desks=ORGANIZER))


def screens_page(request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
    """The page of the projectors, with what became of a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/screens.html", seen, "screens", {"said": said, "screens": region(seen, "screens")})


HERE = Place(address="desk:screens", tab="screens", draw=screens_page)


@require_GET
def all_screens(request: HttpRequest, event_id: int) -> HttpResponse:
    """The projectors of the hall."""
    return screens_page(request, desk_or_404(request, event_id, *ORGANIZER))


@require_POST
def stage(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose what a screen shall show next."""

    def staged(door: DeskPass, form: Form) -> str:
        screens.stage(door.event, {form.cleaned_data["screen"] or 0: form.cleaned_data["shows"]})
        return "Staged. Nothing changes on the screens until you push it."

    return _done(request, event_id, StageForm(request.POST), staged)


@require_POST
def rename(request: HttpRequest, event_id: int) -> HttpResponse:
    """Give a screen a name."""

    def renamed(door: DeskPass, form: Form) -> str:
        return (
            f"The screen is called {screens.rename(door.event, form.cleaned_data['screen'] or 0, form.cleaned_data['name'])} now."
        )

    return _done(request, event_id, RenameForm(request.POST), renamed)


@require_POST
def forget(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take a screen off the list that is gone."""

    def forgotten(door: DeskPass, form: Form) -> str:
        screen = screens.forget(door.event, form.cleaned_data["screen"] or 0, look(request, door).now)
        return f"{screen.name} is off the list."

    return _done(request, event_id, ScreenForm(request.POST), forgotten)


@require_POST
def flash(request: HttpRequest, event_id: int) -> HttpResponse:
    """Let a screen, or every screen, show its name."""

    def flashed(door: DeskPass, form: Form) -> str:
        found = screens.flash(door.event, form.cleaned_data["screen"], look(request, door).now)
        which = found[0].name if len(found) == 1 else "Every screen"
        return f"{which} shows its name for some seconds."

    return _done(request, event_id, ScreenForm(request.POST), flashed)


@require_POST
def dark(request: HttpRequest, event_id: int) -> HttpResponse:
    """Black out a screen, or every screen, or light it again."""

    def darkened(door: DeskPass, form: Form) -> str:
        black = form.cleaned_data["dark"]
        found = screens.blacken(door.event, form.cleaned_data["screen"], dark=black)
        which = found[0].name if len(found) == 1 else "Every screen"
        return f"{which} is {'black' if black else 'lit again'}."

    return _done(request, event_id, DarkForm(request.POST), darkened)


@require_POST
def say(request: HttpRequest, event_id: int) -> HttpResponse:
    """Put a message on a screen, or on every screen, or take it away."""

    def spoken(door: DeskPass, form: Form) -> str:
        text = form.cleaned_data["text"]
        found = screens.say(door.event, form.cleaned_data["screen"], text)
        which = found[0].name if len(found) == 1 else "every screen"
        return f"The message stands on {which} until you take it away." if text.strip() else f"The message is off {which}."

    return _done(request, event_id, SayForm(request.POST), spoken)


@require_http_methods(["GET", "POST"])
def push(request: HttpRequest, event_id: int) -> HttpResponse:
    """Look at what is staged beside what is shown, then send every screen where it shall go, once."""
    door = desk_or_404(request, event_id, *ORGANIZER)
    if request.method == "GET":
        return _look_over(request, door, None)
    try:
        count = screens.push(door.event, request.POST.getlist("change"))
    except Refused as no:
        return _look_over(request, door, refusal(no))
    words = "1 screen was sent." if count == 1 else f"{count} screens were sent."
    return answered(request, door, Said(kind=DONE, sentence=words), HERE, "screens")


def _look_over(request: HttpRequest, door: DeskPass, said: Said | None) -> HttpResponse:
    found: tuple[Change, ...] = screens.changes(door.event)
    return question(request, door, "control/desk/_screens_push.html", {"changes": found}, HERE, said)


def _done(request: HttpRequest, event_id: int, form: Form, do: Callable[[DeskPass, Form], str]) -> HttpResponse:
    """Do what a form asks for, and say what was done or why not."""
    door = desk_or_404(request, event_id, *ORGANIZER)
    if not form.is_valid():
        said = Said(kind=REFUSED, sentence=str(next(iter(form.errors.values()))[0]))
    else:
        try:
            said = Said(kind=DONE, sentence=do(door, form))
        except Refused as no:
            said = refusal(no)
    return told(request, door, said, HERE, "screens")
