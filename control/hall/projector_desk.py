"""Projectors page of the console: names, what each shows now and next, and one press that changes all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django import forms
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec import Struct

from control.desks.command import NumberField
from control.desks.frame import Look, draw_page, look, region
from control.desks.presses import DONE, REFUSED, PressAnswer, PressPlace, answer_press, close_question, draw_question, refusal
from control.engine import language
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.engine.refusal import Refused
from control.engine.typed_text import readable
from control.hall import screens
from control.hall.screens import MESSAGE, NAME, NO_SCREEN, ScreenChange, Showing
from control.models import Screen
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register

# === forms ==============================================================================================================

# The organizer's forms for projectors. None of them is a command of the game.


class ScreenForm(forms.Form):
    """One screen; every screen if none is named."""

    screen = NumberField(required=False, min_value=1, error_messages={"invalid": gettext_lazy(NO_SCREEN)})


class NextScreenForm(ScreenForm):
    """What a screen shows next."""

    shows = forms.CharField(max_length=60, error_messages={"required": gettext_lazy("Say what the screen shall show.")})


class RenameForm(ScreenForm):
    """The name of a screen."""

    name = forms.CharField(
        max_length=NAME,
        error_messages={
            "required": gettext_lazy("Write the screen’s name."),
            "max_length": gettext_lazy("A screen has a name of 1 to %(limit_value)d characters."),
        },
    )


class SayForm(ScreenForm):
    """A message for the lower third of a screen; an empty one removes it."""

    text = forms.CharField(
        required=False,
        max_length=MESSAGE,
        error_messages={"max_length": gettext_lazy("A message on a screen has at most %(limit_value)d characters.")},
    )

    def clean_text(self) -> str:
        """The message as shown; "" if nothing in it is visible."""
        return readable(self.cleaned_data["text"]).strip()


class DarkForm(ScreenForm):
    """Turn a screen black, or on again."""

    dark = forms.BooleanField(required=False)


# === desk ===============================================================================================================

# The projectors page: names, what each shows now and next, and one press that changes all.


class ScreenRow(Struct, frozen=True, kw_only=True):
    """One projector. `next`: what it is to show; None if nothing is staged."""

    screen: Screen
    shows: Showing
    next: Showing | None
    gone: bool


class ScreensView(Struct, frozen=True, kw_only=True):
    """All projectors of the event, and all pages they can show."""

    rows: tuple[ScreenRow, ...]
    showings: tuple[Showing, ...]
    staged: int
    here: int
    spare: int  # removable: without a name of their own or a task
    address: str
    now: datetime


def screens_view(seen: Look) -> ScreensView:
    """The projectors, for the organizer."""
    event = seen.door.event
    possible = screens.showings(event)
    rows = tuple(sorted((_row(seen, screen) for screen in event.screens.order_by("name")), key=lambda row: row.gone))
    return ScreensView(
        rows=rows,
        showings=possible,
        staged=sum(row.next is not None for row in rows),
        here=sum(not row.gone for row in rows),
        spare=sum(screens.is_spare(row.screen, seen.now) for row in rows),
        address="/screen/",
        now=seen.now,
    )


def _row(seen: Look, screen: Screen) -> ScreenRow:
    event = seen.door.event
    next_ = screens.showing_of(event, screen.next) if screen.next else None
    return ScreenRow(
        screen=screen, shows=screens.showing_of(event, screen.shows), next=next_, gone=screens.is_gone(screen, seen.now)
    )


register(
    DeskRegion(name="screens", template="control/desk/_screens.html", topics=("screens",), view=screens_view, desks=ORGANIZER_ONLY)
)


def screens_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Draw the projectors page; `said` is the result of a press."""
    seen = look(request, door)
    return draw_page(request, "control/desk/screens.html", seen, "screens", {"said": said, "screens": region(seen, "screens")})


HERE = PressPlace(address="desk:screens", tab="screens", draw=screens_page)


@require_GET
def all_screens(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the hall's projectors."""
    return screens_page(request, desk_or_404(request, event_id, ORGANIZER))


@require_POST
def send(request: HttpRequest, event_id: int) -> HttpResponse:
    """Send a screen to another page at once."""

    def sent(door: DeskPass, form: Form) -> str:
        screen, showing = screens.send(door.event, form.cleaned_data["screen"] or 0, form.cleaned_data["shows"])
        return language.say("{screen} shows {showing}.", screen=screen.name, showing=showing.name)

    return _done(request, event_id, NextScreenForm(request.POST), sent)


@require_POST
def stage(request: HttpRequest, event_id: int) -> HttpResponse:
    """Stage what a screen shows next."""

    def staged(door: DeskPass, form: Form) -> str:
        screens.stage(door.event, {form.cleaned_data["screen"] or 0: form.cleaned_data["shows"]})
        return language.say("Staged. Nothing changes on the screens until you push it.")

    return _done(request, event_id, NextScreenForm(request.POST), staged)


@require_POST
def rename(request: HttpRequest, event_id: int) -> HttpResponse:
    """Give a screen a name."""

    def renamed(door: DeskPass, form: Form) -> str:
        return language.say(
            "The screen is called {name} now.",
            name=screens.rename(door.event, form.cleaned_data["screen"] or 0, form.cleaned_data["name"]),
        )

    return _done(request, event_id, RenameForm(request.POST), renamed)


@require_POST
def forget(request: HttpRequest, event_id: int) -> HttpResponse:
    """Remove a gone screen from the list."""

    def forgotten(door: DeskPass, form: Form) -> str:
        screen = screens.forget(door.event, form.cleaned_data["screen"] or 0, look(request, door).now)
        return language.say("{screen} is off the list.", screen=screen.name)

    return _done(request, event_id, ScreenForm(request.POST), forgotten)


@require_POST
def forget_spare(request: HttpRequest, event_id: int) -> HttpResponse:
    """Remove all screens without a name from the list."""

    def forgotten(door: DeskPass, form: Form) -> str:
        count = screens.forget_spare(door.event, look(request, door).now)
        return language.say_count(
            "{count} screen without a name is off the list. A projector that is still there comes back by itself.",
            "{count} screens without a name are off the list. A projector that is still there comes back by itself.",
            count,
        )

    return _done(request, event_id, ScreenForm(request.POST), forgotten)


@require_POST
def flash(request: HttpRequest, event_id: int) -> HttpResponse:
    """Flash the name of one screen, or of all."""

    def flashed(door: DeskPass, form: Form) -> str:
        found = screens.flash(door.event, form.cleaned_data["screen"], look(request, door).now)
        if len(found) == 1:
            return language.say("{screen} shows its name for some seconds.", screen=found[0].name)
        return language.say("Every screen shows its name for some seconds.")

    return _done(request, event_id, ScreenForm(request.POST), flashed)


@require_POST
def dark(request: HttpRequest, event_id: int) -> HttpResponse:
    """Turn one screen or all black, or on again."""

    def darkened(door: DeskPass, form: Form) -> str:
        black = form.cleaned_data["dark"]
        found = screens.blacken(door.event, form.cleaned_data["screen"], dark=black)
        if len(found) == 1:
            screen = found[0].name
            return (
                language.say("{screen} is black.", screen=screen)
                if black
                else language.say("{screen} is lit again.", screen=screen)
            )
        return language.say("Every screen is black.") if black else language.say("Every screen is lit again.")

    return _done(request, event_id, DarkForm(request.POST), darkened)


@require_POST
def say(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a message on one screen or all, or remove it."""

    def spoken(door: DeskPass, form: Form) -> str:
        text = form.cleaned_data["text"]
        found = screens.say(door.event, form.cleaned_data["screen"], text)
        if len(found) == 1:
            screen = found[0].name
            if text.strip():
                return language.say("The message stands on {screen} until you take it away.", screen=screen)
            return language.say("The message is off {screen}.", screen=screen)
        if text.strip():
            return language.say("The message stands on every screen until you take it away.")
        return language.say("The message is off every screen.")

    return _done(request, event_id, SayForm(request.POST), spoken)


@require_http_methods(["GET", "POST"])
def push(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show what is staged next to what is shown; on POST, change all staged screens at once."""
    door = desk_or_404(request, event_id, ORGANIZER)
    if request.method == "GET":
        return _look_over(request, door, None)
    try:
        count = screens.push(door.event, request.POST.getlist("change"))
    except Refused as no:
        return _look_over(request, door, refusal(no))
    words = language.say_count("{count} screen was sent.", "{count} screens were sent.", count)
    return close_question(request, door, PressAnswer(kind=DONE, sentence=words), HERE, "screens")


def _look_over(request: HttpRequest, door: DeskPass, said: PressAnswer | None) -> HttpResponse:
    found: tuple[ScreenChange, ...] = screens.changes(door.event)
    return draw_question(request, door, "control/desk/_screens_push.html", {"changes": found}, HERE, said)


def _done(request: HttpRequest, event_id: int, form: Form, do: Callable[[DeskPass, Form], str]) -> HttpResponse:
    """Carry out a form's action; say what was done, or why not."""
    door = desk_or_404(request, event_id, ORGANIZER)
    if not form.is_valid():
        said = PressAnswer(kind=REFUSED, sentence=str(next(iter(form.errors.values()))[0]))
    else:
        try:
            said = PressAnswer(kind=DONE, sentence=do(door, form))
        except Refused as no:
            said = refusal(no)
    return answer_press(request, door, said, HERE, "screens")
