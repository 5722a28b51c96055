"""Table pages on the phone: open to anybody with the code, with buttons for those who sit there."""

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
from django_htmx.http import HttpResponseClientRedirect

from control import system_time
from control.desks.command import CommandForm
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.hall.projector import allow_own_frames
from control.watch.addresses import for_phones
from rooms.tables import access, lobby, story
from rooms.tables.access import TablePass, TablePerson, open_door, remember_table, table_or_404
from rooms.tables.game.play import ActAsHost, Play
from rooms.tables.game.reveals import ReadShown
from rooms.tables.macros import follow_up
from rooms.tables.models import Table
from rooms.tables.registry import app_of
from rooms.tables.screens import forms
from rooms.tables.screens.game_view import qr_of, wall_view
from rooms.tables.screens.lobby_views import NOT_OPENED_HERE, TOO_MANY_TABLES
from rooms.tables.screens.pages import address_of, changed, draw, page_at
from rooms.tables.screens.reveals import newest_shown
from rooms.tables.screens.rules_at_hand import rules_shown

# === table ==============================================================================================================

# The table's pages, its board for the wall, and the buttons of a game.


NOBODY = later("Type your name first; then you can sit down here.")
MOST_GIVEN = 40  # changes of chairs, bots and agreement by one person in a minute: each refreshes every phone of the table
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
    """The regions that have changed since this phone drew them. 204 if none has."""
    return changed(request, table_or_404(request, code), request.GET.getlist("seen"))


@never_cache
@require_safe
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules at hand by section, or the matches of a search."""
    door = table_or_404(request, code)
    shown = rules_shown(app_of(door.table.kind), door.content, request.GET.get("q", ""))
    context = {"code": door.table.code, "title": door.engine.game.title, "shown": shown}
    return render(request, "tables/rules.html", context)


@allow_own_frames
@never_cache
@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """The board for a wall, or a tablet on the table. It shows what everybody may see, whoever is signed in there."""
    found = table_or_404(request, code)
    door = open_door(found.table, None)
    join = for_phones(request, address_of(door.table.code))
    context = {
        "page": page_at(door.table, door.state.title, "hall"),
        "code": door.table.code,
        "app": app_of(door.table.kind),
        "content": door.content,
        "wall": wall_view(door, join, system_time.now()),
    }
    template = "tables/_wall.html" if request.htmx else "tables/wall.html"  # type: ignore[attr-defined]
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@never_cache
@require_safe
def share(request: HttpRequest, code: str) -> HttpResponse:
    """The QR code and the link of a table, to show to somebody."""
    door = table_or_404(request, code)
    address = for_phones(request, address_of(door.table.code))
    context = {"code": door.table.code, "title": door.state.title, "address": address, "qr": qr_of(address)}
    return render(request, "tables/share.html", context)


# --- buttons ------------------------------------------------------------------------------------------------------------


@never_cache
@require_POST
def do(request: HttpRequest, code: str) -> HttpResponse:
    """Play an action of the game."""

    def play(door: TablePass) -> None:
        person, chair = require_person(door), door.chair
        if chair is None:
            raise Refused(say(LOOKS_ON), code="not-yours")
        fields, command_id = forms.action_fields(request.POST), forms.action_id(request.POST)
        command = Play(chair=chair, turn=forms.turn_in(request.POST), action=app_of(door.table.kind).action(fields))
        done = lobby.give(door, command, person.actor, command_id)
        if not done.repeated:
            follow_up(door, person, fields, command_id)

    return answer_press(request, code, play)


@never_cache
@require_POST
def host(request: HttpRequest, code: str) -> HttpResponse:
    """Do what the game leaves to its host, who may be an onlooker."""

    def act(door: TablePass) -> None:
        person, command_id = require_person(door), forms.action_id(request.POST)
        action = app_of(door.table.kind).action(forms.action_fields(request.POST))
        lobby.give(door, ActAsHost(action=action), person.actor, command_id)

    return answer_press(request, code, act)


@never_cache
@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a chair, or one's own chair back."""
    form = forms.SitForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, lambda: form.sitting(require_person(door))))


@never_cache
@require_POST
def stand_up(request: HttpRequest, code: str) -> HttpResponse:
    """Free a chair. During the game a bot plays on."""
    form = forms.LeaveChairForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, form.command))


@never_cache
@require_POST
def bot(request: HttpRequest, code: str) -> HttpResponse:
    """Put a bot on a chair."""
    form = forms.BotForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, form.command))


@never_cache
@require_POST
def agree(request: HttpRequest, code: str) -> HttpResponse:
    """Change the agreement before the game."""
    form = forms.NewAgreementForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, lambda: form.agreeing(door.engine.game)))


@never_cache
@require_POST
def time(request: HttpRequest, code: str) -> HttpResponse:
    """Change the turn time during the game."""
    form = forms.TurnTimeForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, form.changing))


@never_cache
@require_POST
def begin(request: HttpRequest, code: str) -> HttpResponse:
    """Begin the game."""
    form = forms.BeginGameForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, form.command))


@never_cache
@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close the table early."""
    form = forms.CloseTableForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, form.command))


@never_cache
@require_POST
def undo_own_move(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the player's own last action."""
    form = forms.UndoMoveForm(request.POST)

    def take_back(door: TablePass) -> None:
        require_person(door)
        command_id = id_of(form)
        lobby.take_back_own(door, form.cleaned_data["seq"], command_id)

    return answer_press(request, code, take_back)


def give_command(door: TablePass, form: CommandForm, command: Callable[[], Any]) -> None:
    """Give the command of a form to the table.

    Raises:
        Refused: a rule says no, the form cannot be read, or the person has pressed too often.
    """
    person, command_id = require_person(door), id_of(form)
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


def require_person(door: TablePass) -> TablePerson:
    """The person at this phone.

    Raises:
        Refused: no name has been given yet.
    """
    if door.person is None:
        raise Refused(say(NOBODY), code="not-yours")
    return door.person


def answer_press(request: HttpRequest, code: str, give: Callable[[TablePass], None]) -> HttpResponse:
    """Run `give` and answer with the changed regions. A refusal changes nothing and is one sentence at the top of the page."""
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


# === requests and answers ===============================================================================================

# Requests for a bot's chair, the rematch, and dismissed reveals.


MOST_ASKED, MOST_ASKED_HERE = 12, 40  # requests in a minute: by one person, and by everybody at one table
TOO_MANY_ASKED = later("You have asked many times in a short while. Wait a minute, then ask again.")
TOO_MANY_ASKED_HERE = later("Many have asked for a chair at this table in a short while. Wait a minute, then ask again.")


@never_cache
@require_POST
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Request a bot's chair during the game."""
    form = forms.AskForChairForm(request.POST)

    def give(door: TablePass) -> None:
        person, command_id = require_person(door), id_of(form)
        if door.chair is None:
            limit_requests(door, person)
        done = lobby.give(door, form.asking(person), person.actor, command_id)
        if not done.repeated:
            access.done_at(door.table.code, "ask")

    return answer_press(request, code, give)


@never_cache
@require_POST
def withdraw_request(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw one's request. Always allowed."""
    form = forms.UnaskForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, form.command))


def limit_requests(door: TablePass, person: TablePerson) -> None:
    """Limit requests by one person and at one table. At a table only accepted requests count.

    Nothing counts by address. Many phones share one, and a sender of refused requests would lock all of them out.

    Raises:
        Refused: there were too many in the last minute.
    """
    if access.too_often_by(person, "ask", MOST_ASKED):
        raise Refused(say(TOO_MANY_ASKED))
    if access.is_full_at(door.table.code, "ask", MOST_ASKED_HERE):
        raise Refused(say(TOO_MANY_ASKED_HERE))


@never_cache
@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Let a person in, or deny the request."""
    form = forms.JoinAnswerForm(request.POST)
    return answer_press(request, code, lambda door: give_command(door, form, lambda: form.answering(door.state)))


@never_cache
@require_POST
def open_rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open the rematch with the same people, at a new table."""
    form, opened = forms.TableStakeForm(request.POST), list[Table]()

    def give(door: TablePass) -> None:
        person = require_person(door)
        id_of(form)
        if door.table.event_id is not None and not access.players_may_open(door.table.event_id):
            raise Refused(say(NOT_OPENED_HERE))
        if not door.state.following and access.opens_too_often(request, person):
            raise Refused(say(TOO_MANY_TABLES))
        opened.append(lobby.play_again(door, person, stake=form.stake(), ends=form.cleaned_data["ends"]))

    answered = answer_press(request, code, give)
    if not opened:
        return answered
    address = address_of(opened[0].code)
    response = HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)  # type: ignore[attr-defined]
    remember_table(request, response, opened[0].code)
    return response


@never_cache
@require_POST
def read(request: HttpRequest, code: str) -> HttpResponse:
    """Dismiss the reveals for this player. A refusal because the table has moved on is ignored."""
    door, form = table_or_404(request, code), forms.ReadForm(request.POST)
    if form.is_valid() and door.chair is not None and door.person is not None:
        try:
            if newest_shown(story.lines_of(door.table.stream)) <= form.cleaned_data["shown"] <= door.table.stream.head:
                command = ReadShown(chair=door.chair, turn=door.state.turn)
                lobby.give(door, command, door.person.actor, form.id_of_command())
        except Refused:
            pass  # the table has moved on
    return HttpResponse(status=204)
