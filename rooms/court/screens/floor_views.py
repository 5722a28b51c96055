"""Views of Court Control's buttons for the floor. Each gives one command and answers in one sentence (R-38, R-80, R-128)."""

from __future__ import annotations

from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.day.sheets import typed_in
from control.desks.command import CommandForm, initial
from control.desks.presses import (
    STALE,
    EndWarning,
    PressAnswer,
    answer_press,
    carry_out,
    carry_out_and_answer,
    close_question,
    draw_question,
    end,
    was_carried_out,
)
from control.engine.ids import SeatId
from control.engine.language import say
from control.people.access import DeskPass, desk_or_404
from rooms.court.game.floor.view import ProposalShown
from rooms.court.game.floor.view_desk import Slot, open_votes, payment_view
from rooms.court.game.proposals.amendment import amending_view
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.court.game.view_sovereign import ProposalLine
from rooms.court.rules.pool_shares import Share
from rooms.court.screens import floor_forms as forms
from rooms.court.screens.desk import DESK, laws_shown
from rooms.court.screens.floor_desk import floor_desk
from rooms.realm.desks import Desk
from rooms.realm.game.choice_lists import house_names
from rooms.realm.papers.game.types import fields_of
from rooms.realm.papers.game.view_form import fields_by_hand
from rooms.realm.screens.desk_pages import Look, look

HERE = DESK.place


def _door(request: HttpRequest, event_id: int) -> DeskPass:
    return desk_or_404(request, event_id, Desk.COURT)


def _answer_press(request: HttpRequest, event_id: int, kind: type[CommandForm], *topics: str) -> HttpResponse:
    """Carry out a button of the page."""
    return carry_out_and_answer(request, _door(request, event_id), kind(request.POST), HERE, "court", *topics)


# --- roll and choice ----------------------------------------------------------------------------------------------------


@require_POST
def roll(request: HttpRequest, event_id: int) -> HttpResponse:
    """Put a player on the roll or take them off."""
    return _answer_press(request, event_id, forms.RollForm)


@require_POST
def speakers(request: HttpRequest, event_id: int) -> HttpResponse:
    """Raise or lower a hand, give the floor, skip a speaker, or end a speech (GE-SOV-25, R-38)."""
    return _answer_press(request, event_id, forms.SpeakersForm)


@require_POST
def choose(request: HttpRequest, event_id: int) -> HttpResponse:
    """Put a proposal into the next free cycle."""
    return _answer_press(request, event_id, forms.DeskChooseForm)


def _line(seen: Look, author: str) -> ProposalLine | ProposalShown | None:
    """A proposal that can still be struck out: one that waits, or one whose vote is not closed."""
    choosing = seen.once(floor_desk).choosing
    standing = tuple(each for each in choosing.chosen if each.count is None)
    lines: tuple[ProposalLine | ProposalShown, ...] = (*choosing.waiting, *standing)
    return next((each for each in lines if each.author == author), None)


def _answer_if_gone(request: HttpRequest, door: DeskPass, said: PressAnswer | None, sentence: str) -> HttpResponse:
    """Answer a press on a question whose subject is gone, with the outcome `said`.

    Raises:
        Http404: nothing was pressed; the question has no page any more.
    """
    if said is None:
        raise Http404(sentence)
    return answer_press(request, door, said, HERE, "court")


@require_http_methods(["GET", "POST"])
def proposal(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Rare actions on a proposal: bring it by Leverage, or strike it out with a reason (R-128)."""
    door, said = _door(request, event_id), None
    form = forms.StrikeForm(initial=initial(), author=SeatId(seat))
    if request.method == "POST":
        given: CommandForm = (
            forms.DeskChooseForm(request.POST)
            if request.POST.get("leverage")
            else forms.StrikeForm(request.POST, author=SeatId(seat))
        )
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, HERE, "court")
        if isinstance(given, forms.StrikeForm) and not said.stale:
            form = given
    seen = look(request, door)
    line, choosing = _line(seen, seat), seen.once(floor_desk).choosing
    if line is None:
        return _answer_if_gone(request, door, said, say("No such proposal waits."))
    context = {
        "line": line,
        "month": choosing.month,
        "cycle": choosing.cycle if any(each.author == seat for each in choosing.waiting) else None,
        "form": form,
        "amending": seen.sight.view(amending_view, SeatId(seat)),
    }
    return draw_question(request, door, "court/desk/_proposal.html", context, HERE, said)


@require_http_methods(["GET", "POST"])
def amend(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Amend a proposal with the author's or the House's consent. The earlier words are kept (R-76)."""
    door, said, author = _door(request, event_id), None, SeatId(seat)
    form = forms.AmendForm(initial={**initial(), "reason": request.POST.get("reason", "")}, player=author)
    if request.method == "POST" and request.POST.get("act") == "amend":
        given = forms.AmendForm(request.POST, player=author)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, HERE, "court")
        form = form if said.stale else given
    seen = look(request, door)
    line = seen.sight.view(amending_view, author)
    if line is None or not line.may_amend:
        if said is not None:
            return answer_press(request, door, said, HERE, "court")
        raise Http404(say("No such proposal waits."))
    typed = {name: list(values) for name, values in request.POST.lists()} if request.method == "POST" else fields_of(line.paper)
    context = {
        "line": line,
        "fields": seen.sight.view(partial(fields_by_hand, PROPOSALS), author, typed_in(typed)),
        "form": form,
        "consent": request.POST.get("consent", ""),
    }
    return draw_question(request, door, "court/desk/_amend.html", context, HERE, said)


# --- the vote -----------------------------------------------------------------------------------------------------------


def _slot(seen: Look, seat: str) -> Slot | None:
    desk = seen.once(floor_desk)
    return next((each for each in desk.roll if each.seat == seat), None) if desk.vote else None


@require_POST
def vote(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter a player's vote. A vote that is in stays: only the question `revote` changes it, never a stray tap.

    A repeated tap is answered with what the first one did.
    """
    door, form = _door(request, event_id), forms.DeskVoteForm(request.POST)
    slot = _slot(look(request, door), form.seat)
    if slot is not None and slot.voted and not was_carried_out(door, form):
        sentence = say("The vote of {name} is in already; tap the name to enter another one.", name=slot.name)
        return answer_press(request, door, PressAnswer(kind=STALE, sentence=sentence, rule="GE-CRT-26"), HERE, "court")
    return carry_out_and_answer(request, door, form, HERE, "court")


@require_http_methods(["GET", "POST"])
def revote(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """Change a vote that is in, or show it after a stray tap."""
    door, said = _door(request, event_id), None
    if request.method == "POST":
        said = carry_out(door, forms.DeskVoteForm(request.POST))
        if said.done:
            return close_question(request, door, said, HERE, "court")
    seen = look(request, door)
    slot, desk = _slot(seen, seat), seen.once(floor_desk)
    if slot is None or not slot.voted or desk.vote is None:
        return _answer_if_gone(request, door, said, say("Nothing is voted on now."))
    context = {"slot": slot, "month": desk.shown.month, "cycle": desk.vote.cycle, "form": forms.DeskVoteForm(initial=initial())}
    return draw_question(request, door, "court/desk/_revote.html", context, HERE, said)


@require_POST
def fists(request: HttpRequest, event_id: int) -> HttpResponse:
    """Count the fists of players who have not voted by name."""
    return _answer_press(request, event_id, forms.FistsForm)


@require_http_methods(["GET", "POST"])
def extra(request: HttpRequest, event_id: int) -> HttpResponse:
    """Use a House's votes from a scheme on this proposal (R-127)."""
    door, said, form = _door(request, event_id), None, forms.ExtraForm(initial=initial())
    if request.method == "POST":
        given = forms.ExtraForm(request.POST)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, HERE, "court")
        form = form if said.stale else given
    seen = look(request, door)
    desk = seen.once(floor_desk)
    if desk.vote is None:
        return _answer_if_gone(request, door, said, say("Nothing is voted on now."))
    there = {each.house for each in desk.roll}
    houses = tuple(each for each in seen.sight.public(house_names) if each.id in there)
    context = {"vote": desk.vote, "month": desk.shown.month, "houses": houses, "form": form}
    return draw_question(request, door, "court/desk/_extra.html", context, HERE, said)


@require_POST
def close(request: HttpRequest, event_id: int) -> HttpResponse:
    """Close the vote and count it. Ask first while votes are missing."""
    door, form = _door(request, event_id), forms.CloseForm(request.POST)

    def ending() -> EndWarning:
        cycle = form.cleaned_data["cycle"]
        return EndWarning(verb=say("Close the vote"), open=look(request, door).sight.view(open_votes, cycle))

    return end(request, door, form, HERE, ending, "court", "laws")


@require_POST
def tie(request: HttpRequest, event_id: int) -> HttpResponse:
    """Enter how the Sovereign or the agent decides a tie (GE-CRT-30)."""
    return _answer_press(request, event_id, forms.DeskTieForm, "laws")


# --- payment ------------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "POST"])
def pay(request: HttpRequest, event_id: int, cycle: int) -> HttpResponse:
    """Choose payers token by token. Each tap shows what is missing, and one press makes it law (GE-CRT-27, R-78)."""
    door, said = _door(request, event_id), None
    form = forms.DeskPayForm(initial=initial(), cycle=cycle)
    named: tuple[Share, ...] = ()
    if request.method == "POST":
        given = forms.DeskPayForm(request.POST, cycle=cycle)
        named = given.shares
        if request.POST.get("act") in ("pay", "turns"):
            said = carry_out(door, given)
            if said.done:
                return close_question(request, door, said, HERE, "court", "laws")
        if said is None or not said.stale:
            form = given
    seen = look(request, door)
    panel = seen.sight.view(payment_view, cycle, named)
    if panel is None:
        return _answer_if_gone(request, door, said, say("There is nothing to pay in cycle {cycle}.", cycle=cycle))
    return draw_question(request, door, "court/desk/_pay.html", {"panel": panel, "form": form}, HERE, said)


@require_GET
def board(request: HttpRequest, event_id: int) -> HttpResponse:
    """The Law Board, as a question beside the floor."""
    door = _door(request, event_id)
    return draw_question(request, door, "court/desk/_board.html", {"panel": laws_shown(look(request, door))}, HERE)


urlpatterns = [
    path("roll/", roll, name="roll"),
    path("speakers/", speakers, name="speakers"),
    path("choose/", choose, name="choose"),
    path("proposal/<slug:seat>/", proposal, name="proposal"),
    path("proposal/<slug:seat>/amend/", amend, name="amend"),
    path("vote/", vote, name="vote"),
    path("vote/<slug:seat>/", revote, name="revote"),
    path("fists/", fists, name="fists"),
    path("extra/", extra, name="extra"),
    path("close/", close, name="close"),
    path("tie/", tie, name="tie"),
    path("pay/<int:cycle>/", pay, name="pay"),
    path("board/", board, name="board"),
]
