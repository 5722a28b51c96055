"""What is asked and answered at a table: a bot's chair, the next game, and that what was shown has been read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from control.engine.language import later, say
from control.engine.refused import Refused
from rooms.tables import access, following, lobby, story
from rooms.tables.access import Person, TablePass, table_or_404
from rooms.tables.game.revealing import ReadShown
from rooms.tables.models import Table
from rooms.tables.remembered import remember_table
from rooms.tables.screens import forms
from rooms.tables.screens.moments import newest_shown
from rooms.tables.screens.pages import address_of
from rooms.tables.screens.views import NOT_OPENED_HERE, TOO_MANY_TABLES
from rooms.tables.screens.views_table import given, id_of, pressed, somebody

MOST_ASKED, MOST_ASKED_HERE = 12, 40  # times in a minute: by one person, and at one table by whomever
TOO_MANY_ASKED = later("You have asked many times in a short while. Wait a minute, then ask again.")
TOO_MANY_ASKED_HERE = later("Many have asked for a chair at this table in a short while. Wait a minute, then ask again.")


@never_cache
@require_POST
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the chair of a bot, while the game is played."""
    form = forms.AskForm(request.POST)

    def give(door: TablePass) -> None:
        person, command_id = somebody(door), id_of(form)
        if door.chair is None:
            require_calm(door, person)
        done = lobby.give(door, form.asking(person), person.actor, command_id)
        if not done.repeated:
            access.done_at(door.table.code, "ask")

    return pressed(request, code, give)


@never_cache
@require_POST
def unask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask no more: nobody is ever kept from that."""
    form = forms.UnaskForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, form.command))


def require_calm(door: TablePass, person: Person) -> None:
    """Refuse who asks without end, and asks at a table where many have just asked: there only what came to be asked counts.

    Nothing counts by address: many phones come from one, and who sends what is refused anyway would lock all of them out.

    Raises:
        Refused: there was too much of it in the last minute.
    """
    if access.too_often_by(person, "ask", MOST_ASKED):
        raise Refused(say(TOO_MANY_ASKED))
    if access.is_full_at(door.table.code, "ask", MOST_ASKED_HERE):
        raise Refused(say(TOO_MANY_ASKED_HERE))


@never_cache
@require_POST
def answer(request: HttpRequest, code: str) -> HttpResponse:
    """Let somebody in, or do not."""
    form = forms.AnswerForm(request.POST)
    return pressed(request, code, lambda door: given(door, form, lambda: form.answering(door.state)))


@never_cache
@require_POST
def again(request: HttpRequest, code: str) -> HttpResponse:
    """Play again with the same people, at a table of its own."""
    form, opened = forms.StakeForm(request.POST), list[Table]()

    def give(door: TablePass) -> None:
        person = somebody(door)
        id_of(form)
        if door.table.event_id is not None and not access.players_may_open(door.table.event_id):
            raise Refused(say(NOT_OPENED_HERE))
        if not door.state.following and access.opens_too_often(request, person):
            raise Refused(say(TOO_MANY_TABLES))
        opened.append(following.play_again(door, person, stake=form.stake(), ends=form.cleaned_data["ends"]))

    answered = pressed(request, code, give)
    if not opened:
        return answered
    address = address_of(opened[0].code)
    response = HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)  # type: ignore[attr-defined]
    remember_table(request, response, opened[0].code)
    return response


@never_cache
@require_POST
def read(request: HttpRequest, code: str) -> HttpResponse:
    """All that was shown has been read by whoever holds this phone; where nobody waits for that it is no news."""
    door, form = table_or_404(request, code), forms.ReadForm(request.POST)
    if form.is_valid() and door.chair is not None and door.person is not None:
        try:
            if newest_shown(story.lines_of(door.table.stream)) <= form.cleaned_data["shown"] <= door.table.stream.head:
                command = ReadShown(chair=door.chair, turn=door.state.turn)
                lobby.give(door, command, door.person.actor, form.id_of_command())
        except Refused:
            pass  # the table has gone on
    return HttpResponse(status=204)
