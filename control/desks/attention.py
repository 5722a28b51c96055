"""Players who need a visit: those long without a turn or an answer; members go to them and note it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from control.day.attention import LONGEST, TOPIC, AttentionView, EndVisit, GoAndSee, LeaveVisit, attention_view
from control.day.view import clock_view, player_views
from control.desks.command import ChoiceForm, form_of, initial
from control.desks.frame import Look, look
from control.desks.overview import HERE as OVERVIEW
from control.desks.presses import carry_out, carry_out_and_answer, close_question, draw_question
from control.engine.ids import RoomId, SeatId
from control.engine.language import say
from control.journal.reports import last_heard
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register
from control.watch.preflight_lines import AGAIN

TOPICS = (TOPIC, "calls")


class AttentionPanel(AttentionView, frozen=True, kw_only=True):
    """The players who need a visit. `room`: the room in question, "" for all."""

    room: str
    now: datetime


def attention_panel(seen: Look) -> AttentionPanel:
    """The players who need a visit, everywhere or in the room of the query."""
    frame, room = seen.sight.frame, seen.query.get("room", "")
    known = last_heard(seen.door.event.stream, seen.sight.public(clock_view).month)
    at = RoomId(room) if room in frame.room_ids else None
    shown = seen.sight.view(attention_view, known, seen.now, at)
    return AttentionPanel(rows=shown.rows, rest=shown.rest, going=shown.going, room=room, now=seen.now)


register(
    DeskRegion(
        name="attention",
        template="control/desk/_attention.html",
        topics=(TOPIC, "calls", "people", "clock"),
        view=attention_panel,
        also=AGAIN,
    )
)


class VisitForm(ChoiceForm):
    """Start, give up or end a visit to a player; the field names the action."""

    go = forms.SlugField(required=False, max_length=60)
    leave = forms.SlugField(required=False, max_length=60)
    end = forms.SlugField(required=False, max_length=60)

    def clean(self) -> dict[str, Any]:
        """Raises: ValidationError, when nobody is named."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not any(given.get(name) for name in ("go", "leave", "end")):
            raise forms.ValidationError(say("Say which player."))
        return given

    def command(self) -> GoAndSee | LeaveVisit | EndVisit:
        given = self.cleaned_data
        if given["leave"]:
            return LeaveVisit(player=SeatId(given["leave"]))
        return EndVisit(player=SeatId(given["end"])) if given["end"] else GoAndSee(player=SeatId(given["go"]))


PlayerSeenForm = form_of(
    EndVisit,
    given=("player",),
    note=forms.CharField(
        max_length=LONGEST,
        required=False,
        error_messages={"max_length": gettext_lazy("Say it in 200 characters.")},
    ),
)


@require_POST
def press(request: HttpRequest, event_id: int) -> HttpResponse:
    """Start, give up or end a visit to a player."""
    return carry_out_and_answer(request, desk_or_404(request, event_id), VisitForm(request.POST), OVERVIEW, *TOPICS)


@require_http_methods(["GET", "POST"])
def seen_with_note(request: HttpRequest, event_id: int, seat: str) -> HttpResponse:
    """End a visit, with a note."""
    door = desk_or_404(request, event_id)
    player = next(iter(look(request, door).sight.public(player_views, (SeatId(seat),))), None)
    if player is None:
        raise Http404(say("No such player."))
    form, said = PlayerSeenForm(initial=initial(note=""), player=player.seat), None
    if request.method == "POST":
        form = PlayerSeenForm(request.POST, player=player.seat)
        said = carry_out(door, form)
        if said.done:
            return close_question(request, door, said, OVERVIEW, *TOPICS)
    return draw_question(request, door, "control/desk/_attention_seen.html", {"player": player, "form": form}, OVERVIEW, said)
