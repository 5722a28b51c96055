"""Organizer's pages of a rehearsal: make it at the event, lead it at the copy, read its card at the event."""

from __future__ import annotations

import json
import secrets
from typing import Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from control.day.view import clock_view
from control.desks.frame import draw_page, look, regions
from control.desks.presses import DONE, REFUSED, PressAnswer, PressPlace, answer_press, refusal
from control.desks.tabs import register_page
from control.engine.context import ORGANIZER, ORGANIZER_ONLY
from control.engine.ids import LARGEST, SeatId
from control.engine.language import later, say
from control.engine.refusal import Refused
from control.models import Event, Rehearsal
from control.models import Seat as SeatRow
from control.people import access
from control.people.access import DeskPass, desk_or_404
from control.people.check_in import row_or_404, seat_or_404, show_code
from control.regions.kinds import DeskRegion, register
from control.registry import DeskPage
from control.rehearsal import event_copy, keepers
from control.rehearsal.conductor import finish_rehearsal
from control.rehearsal.event_copy import SEED_DIGITS, Wish, copies_of, copy_lock, rehearse, throw_away
from control.rehearsal.forms import MakeForm, OneForm
from control.rehearsal.models import RehearsalCard
from control.rehearsal.shapes import card_view, make_view, running_view, troubles_now
from control.rehearsal.speeds import Speed
from control.rehearsal.trouble_stage import add_to_plan
from control.rehearsal.troubles import KIND_WORDS, PlannedTrouble, TroubleKind, encode_plan

register(
    DeskRegion(
        name="rehearsal",
        template="control/desk/_rehearsal.html",
        topics=("clock", "people", "calls", "decisions", "rulings"),
        view=running_view,
        desks=ORGANIZER_ONLY,
    )
)
register_page(
    DeskPage(page="rehearsal", name=later("Rehearsal"), word=later("rehearsal"), address="desk:rehearsal", desks=ORGANIZER_ONLY)
)


def rehearsal_page(
    request: HttpRequest, door: DeskPass, said: PressAnswer | None = None, form: MakeForm | None = None
) -> HttpResponse:
    """Page at the event: make a rehearsal, and earlier cards. Page at the copy: lead it."""
    seen = look(request, door)
    if door.event.rehearses_id is not None:
        context = {"said": said, "troubles": troubles_now(seen), **regions(seen, "rehearsal")}
        return draw_page(request, "control/desk/rehearsal_led.html", seen, "rehearsal", context)
    made = make_view(seen, form)
    return draw_page(request, "control/desk/rehearsal.html", seen, "rehearsal", {"said": said, "make": made})


ENOUGH: Final = later("There is as much trouble as anybody can mend. Mend some of it first.")
CARD_STAYS: Final = later("The rehearsal is thrown away. Its card stays.")
NO_CARD: Final = later("The rehearsal is thrown away. It was not stopped first, so there is no report card of it.")
HERE: Final = PressPlace(address="desk:rehearsal", tab="rehearsal", draw=rehearsal_page)


@require_http_methods(["GET", "POST"])
def rehearsal(request: HttpRequest, event_id: int) -> HttpResponse:
    """Page of the rehearsal. POST makes one and redirects to the copy's page."""
    door = desk_or_404(request, event_id, ORGANIZER)
    if request.method == "GET":
        return rehearsal_page(request, door)
    last = make_view(look(request, door)).last
    form = MakeForm(request.POST, last=last)
    if not form.is_valid():
        response = rehearsal_page(request, door, PressAnswer(kind=REFUSED, sentence=form.first_error()), form)
        response.status_code = 422
        return response
    chosen = form.cleaned_data
    seed = chosen["seed"].strip() or f"{secrets.randbelow(10**SEED_DIGITS)}"
    wish = Wish(
        begins_in=chosen["begins_in"],
        rounds=chosen["rounds"],
        speed=Speed(chosen["speed"]),
        seed=seed,
        plan=tuple(json.loads(encode_plan(tuple(form.plan(seed))))),
    )
    try:
        copy = rehearse(door.event, wish, by=door.name)
        event_copy.hold_copy(copy)
    except Refused as no:
        said = refusal(no)
        response = rehearsal_page(request, door, said, form)
        response.status_code = said.status
        return response
    return HttpResponseRedirect(reverse("desk:rehearsal", args=[copy.pk]))


@require_POST
def run(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start the paused rehearsal."""
    door = desk_or_404(request, event_id, ORGANIZER)
    try:
        event_copy.let_run(copy_or_404(door))
    except Refused as no:
        return answer_press(request, door, refusal(no), HERE)
    return answer_press(request, door, PressAnswer(kind=DONE, sentence=say("It runs.")), HERE, "clock")


@require_POST
def stop(request: HttpRequest, event_id: int) -> HttpResponse:
    """End the rehearsal and redirect to its card."""
    door = desk_or_404(request, event_id, ORGANIZER)
    copy = copy_or_404(door)
    finish_rehearsal(copy)
    card = RehearsalCard.objects.filter(event=copy.rehearses_id, copy=copy.pk).first()
    if card is None:
        raise Http404("No card.")
    return HttpResponseRedirect(reverse("desk:rehearsal-card", args=[copy.rehearses_id, card.pk]))


@require_POST
def away(request: HttpRequest, event_id: int) -> HttpResponse:
    """Delete the copy, from its own page or its event's. Cards stay."""
    door = desk_or_404(request, event_id, ORGANIZER)
    event_number = door.event.rehearses_id or door.event.pk
    copies = [door.event] if door.event.rehearses_id is not None else copies_of(door.event)
    kept = RehearsalCard.objects.filter(event=event_number, copy__in=[copy.pk for copy in copies]).exists()
    try:
        with copy_lock():
            for copy in copies:
                throw_away(copy)
    except Refused as no:
        messages.error(request, no.sentence)
        return HttpResponseRedirect(reverse("desk:rehearsal", args=[event_number]))
    messages.success(request, say(CARD_STAYS if kept else NO_CARD) if copies else say("There was none any more."))
    return HttpResponseRedirect(reverse("desk:rehearsal", args=[event_number]))


@require_POST
def desk(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take a desk from the bots, or give it back."""
    door = desk_or_404(request, event_id, ORGANIZER)
    copy, form = copy_or_404(door), OneForm(request.POST)
    at = form.cleaned_data["what"] if form.is_valid() else ""
    if at not in door.frame.all_desks:
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=say("No such desk.")), HERE)
    name = door.frame.desk_name(at)
    if form.cleaned_data["act"] == "bots":
        keepers.give_desk_back(copy.pk, at)
        said = PressAnswer(kind=DONE, sentence=say("Bots keep this desk now: {desk}.", desk=name))
    else:
        keepers.take_desk(copy.pk, at, door.name)
        said = PressAnswer(kind=DONE, sentence=say("You keep this desk now: {desk}.", desk=name))
    return answer_press(request, door, said, HERE, "people")


@require_POST
def seat(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show a code for a seat once, for somebody's phone; or give the seat back to the bots."""
    door = desk_or_404(request, event_id, ORGANIZER)
    copy, form = copy_or_404(door), OneForm(request.POST)
    asked = form.cleaned_data["what"] if form.is_valid() else ""
    player = seat_or_404(look(request, door).sight, asked)
    if form.cleaned_data["act"] == "bots":
        keepers.give_seat_back(copy, SeatId(asked))
        return answer_press(
            request, door, PressAnswer(kind=DONE, sentence=say("A bot plays {name} again.", name=player.name)), HERE, "people"
        )
    row: SeatRow = row_or_404(door, player.seat)
    return show_code(request, door, player, access.issue_code(row, player.name), HERE)


@require_POST
def trouble(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start a trouble at once."""
    door = desk_or_404(request, event_id, ORGANIZER)
    copy, form = copy_or_404(door), OneForm(request.POST)
    kind = form.cleaned_data["what"] if form.is_valid() else ""
    if kind not in [each.value for each in TroubleKind]:
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=say("Choose one of the troubles.")), HERE)
    row = Rehearsal.objects.get(event=copy)
    if row.ended_at is not None:
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=say("This rehearsal is over.")), HERE)
    number = max(look(request, door).sight.public(clock_view).month, 1)
    wished = PlannedTrouble(kind=TroubleKind(kind), round=number, at=0.0, at_once=True)
    if not add_to_plan(copy.pk, wished):
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=say(ENOUGH)), HERE)
    words = say("It begins in a moment: {trouble}.", trouble=say(KIND_WORDS[kind]))
    return answer_press(request, door, PressAnswer(kind=DONE, sentence=words), HERE, "people")


@require_GET
def card(request: HttpRequest, event_id: int, number: int) -> HttpResponse:
    """Card of a rehearsal, compared with the one before it."""
    door = desk_or_404(request, event_id, ORGANIZER)
    row = RehearsalCard.objects.filter(event=door.event, pk=min(number, LARGEST)).first()
    if row is None:
        raise Http404("No such card.")
    seen = look(request, door)
    return draw_page(request, "control/desk/rehearsal_card.html", seen, "rehearsal", {"card": card_view(seen, row)})


def copy_or_404(door: DeskPass) -> Event:
    """Return the copy of this pass.

    Raises:
        Http404: it is a real event.
    """
    if door.event.rehearses_id is None:
        raise Http404("No rehearsal.")
    return Event.objects.select_related("stream", "rehearsal").get(pk=door.event.pk)
