"""What is asked and answered at a table: a bot's chair, the next game, and that what was shown has been read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from control.engine.language import later, say
from control.engine.refused import Refused
from rooms.tables import access, following, lobby, story
from rooms.tables.access import TablePass, table_or_404
from rooms.tables.game.revealing import ReadShown
from rooms.tables.models import Table
from rooms.tables.screens import forms
from rooms.tables.screens.moments import newest_shown
from rooms.tables.screens.pages import address_of
from rooms.tables.screens.views import NOT_OPENED_HERE, TOO_MANY_TABLES
from rooms.tables.screens.views_table import given, id_of, pressed, somebody

MOST_ASKED, MOST_ASKED_HERE, MOST_ASKED_IN_HALL = 12, 40, 120  # times in a minute: from one phone, at one table, from one address
TOO_MANY_ASKED = later("You have asked many times in a short while. Wait a minute, then ask again.")


@never_cache
@require_POST
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask for the chair of a bot, while the game is played."""
    form = forms.AskForm(request.POST)

    def give(door: TablePass) -> None:
        require_calm(request, door)
        given(door, form, lambda: form.asking(somebody(door)))

    return pressed(request, code, give)


@never_cache
@require_POST
def unask(request: HttpRequest, code: str) -> HttpResponse:
    """Ask no more."""
    form = forms.UnaskForm(request.POST)

    def give(door: TablePass) -> None:
        require_calm(request, door)
        given(door, form, form.command)

    return pressed(request, code, give)


def require_calm(request: HttpRequest, door: TablePass) -> None:
    """Refuse who asks without end: by what the phone carries, and as that is the phone's to choose, by table and address too.

    Raises:
        Refused: there was too much of it in the last minute.
    """
    if (
        access.too_often_here(request, "ask", MOST_ASKED)
        or access.too_often(request, "ask", MOST_ASKED_IN_HALL)
        or access.too_often_at(door.table.code, "ask", MOST_ASKED_HERE)
    ):
        raise Refused(say(TOO_MANY_ASKED))


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
    access.remember_table(request, response, opened[0].code)
    return response


@never_cache
@require_POST
def read(request: HttpRequest, code: str) -> HttpResponse:
    """All that was shown has been read by whoever holds this phone; where nobody waits for that it is no news."""
    door, form = table_or_404(request, code), forms.ReadForm(request.POST)
    if form.is_valid() and door.chair is not None and door.person is not None:
        try:
            if form.cleaned_data["shown"] >= newest_shown(story.lines_of(door.table.stream)):
                command = ReadShown(chair=door.chair, turn=door.state.turn)
                lobby.give(door, command, door.person.actor, form.id_of_command())
        except Refused:
            pass  # the table has gone on
    return HttpResponse(status=204)
