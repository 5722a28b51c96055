"""A table on the phone: looked at by anybody who has its code, played at by those who sit there, and its board for the wall."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from control import steady
from control.desks.command import CommandForm
from control.engine.language import later, say
from control.engine.refused import Refused
from control.hall.framed import framed
from control.watch.addresses import for_phones
from rooms.tables import access, lobby
from rooms.tables.access import Person, TablePass, open_door, table_or_404
from rooms.tables.game.playing import ActAsHost, Play
from rooms.tables.pressing import follow_up
from rooms.tables.registry import app_of
from rooms.tables.remembered import remember_table
from rooms.tables.screens import forms
from rooms.tables.screens.pages import address_of, changed, draw, page_at
from rooms.tables.screens.rules_at_hand import rules_shown
from rooms.tables.screens.watched import qr_of, wall

NOBODY = later("Type your name first; then you can sit down here.")
MOST_GIVEN = 40  # times in a minute that one person changes chairs, bots and what is agreed: each pokes every phone of the table
TOO_MANY_GIVEN = later("You have pressed many times in a short while. Wait a minute, then press again.")
LOOKS_ON = later("You look on at this table; only those who sit at it play.")


@ensure_csrf_cookie
@never_cache
@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """The page of a table."""
    door = table_or_404(request, code)
    response = draw(request, door)
    remember_table(request, response, door.table.code)
    return response


@never_cache
@require_safe
def fresh_regions(request: HttpRequest, code: str) -> HttpResponse:
    """The regions that have changed since this phone drew them; 204 when none has."""
    return changed(request, table_or_404(request, code), request.GET.getlist("seen"))


@never_cache
@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules at hand, section by section, or what of them is sought."""
    door = table_or_404(request, code)
    shown = rules_shown(app_of(door.table.kind), door.content, request.GET.get("q", ""))
    context = {"code": door.table.code, "title": door.engine.game.title, "shown": shown}
    return render(request, "tables/rules.html", context)


@framed
@never_cache
@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The board for a wall, or a tablet in the middle of the table: what everybody may see, whoever is signed in at it."""
    found = table_or_404(request, code)
    door = open_door(found.table, None)
    join = for_phones(request, address_of(door.table.code))
    context = {
        "page": page_at(door.table, door.state.title, "hall"),
        "code": door.table.code,
        "app": app_of(door.table.kind),
        "content": door.content,
        "wall": wall(door, join, steady.now()),
    }
    template = "tables/_wall.html" if request.htmx else "tables/wall.html"  # type: ignore[attr-defined]
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@never_cache
@require_safe
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The QR code and the link of a table, to be held out to somebody."""
    door = table_or_404(request, code)
    address = for_phones(request, address_of(door.table.code))
    context = {"code": door.table.code, "title": door.state.title, "address": address, "qr": qr_of(address)}
    return render(request, "tables/share.html", context)


# --- what is pressed ----------------------------------------------------------------------------------------------------


@never_cache
@require_POST
def do(request: HttpRequest, code: str) -> HttpResponse:
    """Play an action of the game."""

    def play(door: TablePass) -> None:
        person, chair = somebody(door), door.chair
        if chair is None:
            raise Refused(say(LOOKS_ON), code="not-yours")
        fields, command_id = forms.action_fields(request.POST), forms.action_id(request.POST)
        command = Play(chair=chair, turn=forms.turn_in(request.POST), action=app_of(door.table.kind).action(fields))
        done = lobby.give(door, command, person.actor, command_id)
        if not done.repeated:
            follow_up(door, person, fields, command_id)

    return pressed(request, code, play)


@never_cache
@require_POST
def host(request: HttpRequest, code: str) -> HttpResponse:
    """Do what the game leaves to its host, who need not sit at the table."""

    def act(door: TablePass) -> None:
        person, command_id = somebody(door), forms.action_id(request.POST)
        action = app_of(door.table.kind).action(forms.action_fields(request.POST))
        lobby.give(door, ActAsHost(action=action), person.actor, command_id)

    return pressed(request, code, act)


@never_cache
@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a chair, or the own one back."""
    form = forms.SitForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, lambda: form.sitting(somebody(door))))


@never_cache
@require_POST
def stand(request: HttpRequest, code: str) -> HttpResponse:
    """Get up; during the game a bot plays on."""
    form = forms.StandForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, form.command))


@never_cache
@require_POST
def bot(request: HttpRequest, code: str) -> HttpResponse:
    """A bot on a chair."""
    form = forms.BotForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, form.command))


@never_cache
@require_POST
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """Something else is agreed before the game."""
    form = forms.AgreeForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, lambda: form.agreeing(door.engine.game)))


@never_cache
@require_POST
def time(request: HttpRequest, code: str) -> HttpResponse:
    """Another time for a turn, while the game is played."""
    form = forms.TimeForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, form.changing))


@never_cache
@require_POST
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """The game begins."""
    form = forms.BeginForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, form.command))


@never_cache
@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """The host gives the table up."""
    form = forms.CloseForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, form.command))


@never_cache
@require_POST
def back(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the own last action."""
    form = forms.BackForm(request.POST)

    def take_back(door: TablePass) -> None:
        somebody(door)
        command_id = id_of(form)
        lobby.take_back_own(door, form.cleaned_data["seq"], command_id)

    return pressed(request, code, take_back)


def given(door: TablePass, form: CommandForm, command: Callable[[], Any]) -> None:
    """Give the command of a form to the table.

    Raises:
        Refused: a rule said no, the form cannot be read, or there was too much of it.
    """
    person, command_id = somebody(door), id_of(form)
    if access.too_often_by(person, "given", MOST_GIVEN):
        raise Refused(say(TOO_MANY_GIVEN))
    lobby.give(door, command(), person.actor, command_id)


def id_of(form: CommandForm) -> UUID:
    """The id of a form's command.

    Raises:
        Refused: the form cannot be read.
    """
    if not form.is_valid():
        raise Refused(form.first_error(), code="malformed")
    return form.id_of_command()


def somebody(door: TablePass) -> Person:
    """Whoever has come to the table.

    Raises:
        Refused: nobody has said a name.
    """
    if door.person is None:
        raise Refused(say(NOBODY), code="not-yours")
    return door.person


def pressed(request: HttpRequest, code: str, give: Callable[[TablePass], None]) -> HttpResponse:
    """Do it, and answer with what has changed; a refusal is one sentence at the top of the page, and nothing has changed."""
    door, refused = table_or_404(request, code), None
    try:
        give(door)
    except Refused as no:
        refused = no
    door = door.again()
    status = HTTPStatus.OK
    if refused is not None:
        status = HTTPStatus.CONFLICT if refused.code == "stale" else HTTPStatus.UNPROCESSABLE_ENTITY
    if request.htmx:  # type: ignore[attr-defined]
        return changed(request, door, request.POST.getlist("seen"), refused, status)
    if refused is None:
        return HttpResponseRedirect(address_of(door.table.code))
    return draw(request, door, refused, status)
