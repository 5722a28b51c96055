"""Underground Control's actions at a table, each one command of the desk (R-116, R-119, R-144).

Face-down cards are shown only by a request of their own. The access log records who looked at what, and when.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.desks.command import CommandForm, initial
from control.desks.presses import (
    PressAnswer,
    PressPlace,
    answer_press,
    carry_out,
    carry_out_and_answer,
    close_question,
    draw_question,
)
from control.engine.ids import SeatId
from control.engine.language import say
from control.people import audit
from control.people.access import DeskPass, desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.papers.game.view_desk import papers_laid
from rooms.realm.papers.game.view_form import as_typed
from rooms.realm.screens.desk_pages import look
from rooms.underground.game.module import SCHEMES
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.lookup import TOPIC, table_topic
from rooms.underground.game.view_attack import attack_view
from rooms.underground.game.view_cards import hand_view
from rooms.underground.game.view_desk import scheme_open
from rooms.underground.game.view_schemes import offer_open
from rooms.underground.screens import desk_forms as forms
from rooms.underground.screens.desk import DESK


def _door(request: HttpRequest, event_id: int) -> DeskPass:
    return desk_or_404(request, event_id, Desk.UNDERGROUND)


def _request_place(request: HttpRequest, event_id: int, table: str) -> tuple[DeskPass, TableId, PressPlace]:
    """The person, the table and the page of a request."""
    door = _door(request, event_id)
    known = DESK.known(request, door, table)
    return door, known, DESK.place_of(known)


def _topics(table: TableId) -> tuple[str, str]:
    """What a press at a table refreshes at once on its own page: the regions of the table, and those of all tables."""
    return (TOPIC, table_topic(table))


def _log_look(door: DeskPass, about: str, words: str) -> None:
    """Record in the access log that somebody looked at face-down cards."""
    audit.log_look(audit.AuditKind.CARDS_SEEN, door.event.pk, about=about, name=words)


def _answer_if_gone(
    request: HttpRequest, door: DeskPass, said: PressAnswer | None, place: PressPlace, sentence: str
) -> HttpResponse:
    """Answer when the subject of a question is gone: a sent form gets its result, a plain request gets 404.

    Raises:
        Http404: no form was sent.
    """
    if said is None:
        raise Http404(sentence)
    return answer_press(request, door, said, place)


# --- taps ---------------------------------------------------------------------------------------------------------------


def _view_of_form(kind: Callable[..., CommandForm]) -> Callable[[HttpRequest, int, str], HttpResponse]:
    """View for a button that carries out one form."""

    @require_POST
    def press(request: HttpRequest, event_id: int, table: str) -> HttpResponse:
        door, known, place = _request_place(request, event_id, table)
        return carry_out_and_answer(request, door, kind(request.POST, table=known), place, *_topics(known))

    return press


@require_POST
def attack(request: HttpRequest, event_id: int, table: str) -> HttpResponse:
    """Reveal or stop; for players without a phone also foil, leave or go on. From the page, or from an open hand."""
    door, known, place = _request_place(request, event_id, table)
    said = carry_out(door, forms.DeskAttackForm(request.POST, table=known))
    if said.done and request.POST.get("asked"):
        return close_question(request, door, said, place, *_topics(known))
    return answer_press(request, door, said, place, *_topics(known))


# --- what is asked by itself --------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def hand(request: HttpRequest, event_id: int, table: str, seat: str) -> HttpResponse:
    """One hand, with its player's possible acts."""
    door, known, place = _request_place(request, event_id, table)
    player, said, post = SeatId(seat), None, request.POST
    form: CommandForm = forms.HandForm(initial=initial(), table=known, seat=player)
    if request.method == "POST":
        kind = {"loss": forms.DeskLossForm, "deal": forms.DealForm}.get(post.get("do", ""), forms.HandForm)
        said = carry_out(door, kind(post, table=known, seat=player))
        if said.done:
            return close_question(request, door, said, place, *_topics(known))
    seen = look(request, door)
    panel = seen.sight.view(hand_view, known, player)
    if panel is None:
        return _answer_if_gone(request, door, said, place, say("This player does not sit at this table."))
    _log_look(door, f"hand:{player}", say("hand of {name}", name=panel.name))
    context = {
        "panel": panel,
        "attack": seen.sight.view(attack_view, known, player),
        "form": form,
        "chosen": tuple(post.getlist("card")),
        "given": tuple(post.getlist("given")),
        "taken": tuple(post.getlist("taken")),
        "front": post.get("front", ""),
        "on": post.get("scheme", ""),
        "reason": post.get("reason", ""),
    }
    return draw_question(request, door, "underground/desk/_hand.html", context, place, said)


@require_http_methods(["GET", "POST"])
def scheme(request: HttpRequest, event_id: int, table: str, number: int) -> HttpResponse:
    """One scheme face up, with the Sovereign's look and Recruitment for players without a phone."""
    door, known, place = _request_place(request, event_id, table)
    said = None
    if request.method == "POST":
        seat = SeatId(request.POST.get("seat", ""))
        said = carry_out(door, forms.DeskSchemeForm(request.POST, table=known, seat=seat, scheme=number))
        if said.done:
            return close_question(request, door, said, place, *_topics(known))
    panel = look(request, door).sight.view(scheme_open, known, number)
    if panel is None:
        return _answer_if_gone(request, door, said, place, say("This scheme does not lie here any more."))
    _log_look(door, f"scheme:{number}", say("scheme {number} of {house}", number=number, house=panel.card.house_name))
    form = forms.DeskSchemeForm(initial=initial(), table=known, seat=SeatId(""), scheme=number)
    return draw_question(request, door, "underground/desk/_scheme_open.html", {"panel": panel, "form": form}, place, said)


@require_http_methods(["GET", "POST"])
def drawn(request: HttpRequest, event_id: int, table: str, seat: str) -> HttpResponse:
    """Drawn cards of a House whose picker has no phone."""
    door, known, place = _request_place(request, event_id, table)
    picker, said, post = SeatId(seat), None, request.POST
    typed = as_typed({"type": ["drawn"], **{name: [str(each) for each in words] for name, words in post.lists() if name != "type"}})
    if request.method == "POST" and post.get("act") in ("place", "keep"):
        keeps = post["act"] == "keep"
        given = forms.DeskKeepForm if keeps else partial(forms.DeskPlaceForm, values=typed.values)
        said = carry_out(door, given(post, table=known, seat=picker))
        if said.done:
            return close_question(request, door, said, place, *_topics(known))
    panel = look(request, door).sight.view(offer_open, known, picker, post.get("card", ""), typed.values)
    if panel is None:
        return _answer_if_gone(request, door, said, place, say("No drawn schemes wait for this choice."))
    _log_look(door, f"drawn:{panel.house}", say("drawn schemes of {house}", house=panel.name))
    context = {
        "panel": panel,
        "form": forms.DeskKeepForm(initial=initial(), table=known, seat=picker),
        "replaces": post.get("replaces", ""),
    }
    return draw_question(request, door, "underground/desk/_drawn.html", context, place, said)


@require_GET
def written(request: HttpRequest, event_id: int, table: str) -> HttpResponse:
    """Schemes written this month, after Updates has ended."""
    door, _known, place = _request_place(request, event_id, table)
    panel = look(request, door).sight.view(papers_laid, SCHEMES)
    if panel.is_in:
        _log_look(door, "written", say("the written schemes"))
    return draw_question(request, door, "underground/desk/_written.html", {"panel": panel}, place)


AT: Final = "table/<slug:table>/"
urlpatterns = [
    path(f"{AT}seats/", _view_of_form(forms.SeatsForm), name="seats"),
    path(f"{AT}away/", _view_of_form(forms.AwayForm), name="away"),
    path(f"{AT}back/", _view_of_form(forms.PlayerBackForm), name="back"),
    path(f"{AT}turn/", _view_of_form(forms.TurnForm), name="turn"),
    path(f"{AT}choose/", _view_of_form(forms.DeskWrittenForm), name="choose"),
    path(f"{AT}confirm/", _view_of_form(forms.ConfirmForm), name="confirm"),
    path(f"{AT}attack/", attack, name="attack"),
    path(f"{AT}hand/<slug:seat>/", hand, name="hand"),
    path(f"{AT}scheme/<int:number>/", scheme, name="scheme"),
    path(f"{AT}drawn/<slug:seat>/", drawn, name="drawn"),
    path(f"{AT}written/", written, name="written"),
]
