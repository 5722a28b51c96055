"""Presses of a player on the phone: forms and views."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import resolve
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from control import registry, system_time
from control.day.calls import CallControl, CallKind, SettleCall
from control.day.people.room_choice import ChooseRoom
from control.day.view import newest_heard, own_call
from control.desks.command import ChoiceForm, CommandForm, form_of, hidden_number
from control.desks.desk_tasks import TeamAnswerForm
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.language import later, say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import NOBODY
from control.journal import ballots, corrections, journal, rows
from control.journal.ballots import CastBallot
from control.journal.desk import CommandResult, GivenCommand
from control.journal.journal import trouble_of
from control.live import broadcast, delivery
from control.live.press_queue import SocketPress
from control.models import Event
from control.people import phone_badges
from control.people.access import SeatPass, seat_cookie, seat_or_404, valid_badges
from control.people.throttle import PRESSES
from control.phone.play import answer, regions_of
from control.phone.sight import look, sight_of
from control.regions.sight import Sight

# === forms ==============================================================================================================

# The forms of a player's presses.


log = logging.getLogger(__name__)
NO_ROOM = gettext_lazy("Tap one of the rooms.")


class RoomChoiceForm(ChoiceForm):
    """The choice of a room, and of a table if it has tables."""

    month = hidden_number()
    room = forms.ChoiceField(error_messages={"required": NO_ROOM, "invalid_choice": NO_ROOM})
    table = forms.CharField(required=False, max_length=60)

    def __init__(self, *args: Any, realm: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.realm = realm
        self.fields["room"].choices = [(room, room) for room in registry.realm(realm).frame.room_ids]  # type: ignore[attr-defined]

    def command(self) -> ChooseRoom:
        table = self.cleaned_data["table"] if registry.has_tables(self.realm, self.cleaned_data["room"]) else ""
        return self.build(ChooseRoom, table=table)


class CallControlForm(CommandForm):
    """A call for a member of the control team: kind, place and text. `known`: where they are, as far as the console knows."""

    makes = CallControl
    kind = forms.ChoiceField(
        required=False,
        choices=[(kind.value, kind.value) for kind in CallKind],
        error_messages={"invalid_choice": gettext_lazy("Choose what it is about from the list.")},
    )
    place = forms.CharField(
        required=False, max_length=60, error_messages={"max_length": gettext_lazy("Say where you are in 60 characters.")}
    )
    text = forms.CharField(
        required=False,
        max_length=200,
        error_messages={"max_length": gettext_lazy("Say it in 200 characters; Control will come and listen.")},
    )

    def __init__(self, *args: Any, known: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.known = known

    def clean(self) -> dict[str, Any]:
        """Require a place, unless the console knows it. A call about an injury is never sent back to its form."""
        given = super().clean() or {}
        if not (given.get("place") or self.known or "place" in self.errors or given.get("kind") == CallKind.HURT):
            self.add_error("place", gettext_lazy("Say where you are, so that somebody finds you."))
        return given


SettleForm = form_of(SettleCall, given=("seat",))  # no member of the team needs to come any more


class UnderstoodForm(forms.Form):
    """Marks the corrections up to a command as read. It gives no command, because it changes nothing in the game."""

    seq = hidden_number(1)


# === presses ============================================================================================================

# The views of a player's presses.


_forms: dict[Callable[..., HttpResponse], Callable[..., CommandForm]] = {}  # by view, the forms of presses that need nothing else
TOO_OFTEN = later("You pressed {most} times in ten minutes. Nothing was done; press again later.")


@never_cache
@require_POST
def choose_room(request: HttpRequest) -> HttpResponse:
    """Choose the room for the round."""
    door = seat_or_404(request)
    return press(request, door, RoomChoiceForm(request.POST, seat=door.seat, realm=door.event.stream.engine), "rooms")


@never_cache
@require_POST
def decide(request: HttpRequest) -> HttpResponse:
    """Answer a question for the own team."""
    door = seat_or_404(request)
    return press(request, door, TeamAnswerForm(request.POST, seat=door.seat), "decisions")


@never_cache
@require_POST
def understood(request: HttpRequest) -> HttpResponse:
    """Mark corrections as read."""
    door = seat_or_404(request)
    form = UnderstoodForm(request.POST)
    if form.is_valid() and form.cleaned_data["seq"] <= door.event.stream.head:  # no page shows later ones
        corrections.mark_read(door.event.stream.key, corrections.seat_key(door.seat), form.cleaned_data["seq"])
    return answer(request, door, "amends")


@never_cache
@require_POST
def newcomer_read(request: HttpRequest) -> HttpResponse:
    """Mark the notice as read that another phone joined with this badge."""
    door = seat_or_404(request)
    phone_badges.newcomer_was_read(door.device, request.POST.get("at", ""))
    return answer(request, door, "newcomer")


@never_cache
@require_safe
def notice_shown(request: HttpRequest, notice: int) -> HttpResponse:
    """Record that this phone shows all announcements up to this one."""
    door = seat_or_404(request)
    newest = sight_of(door).view(newest_heard)
    delivery.mark_shown(door.event.stream.key, door.seat, min(notice, newest))
    if delivery.is_worth_telling(door.event.stream.key):
        broadcast.tell_outside_journal(door.event.pk, [Invalidation(topic="delivery", to="staff")])
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@never_cache
@require_safe
def notice_seen(request: HttpRequest, notice: int) -> HttpResponse:
    """Record that all announcements up to this one were read on this phone."""
    door = seat_or_404(request)
    newest = sight_of(door).view(newest_heard)
    delivery.mark_read(door.event.stream.key, door.seat, min(notice, newest))
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@never_cache
@require_POST
def settle_call(request: HttpRequest) -> HttpResponse:
    """Settle the player's own call: no member of the team needs to come any more."""
    door = seat_or_404(request)
    return press(request, door, SettleForm(request.POST, seat=door.seat), "call")


@never_cache
@require_POST
def call_control(request: HttpRequest) -> HttpResponse:
    """Call a member of the control team."""
    door = seat_or_404(request)
    return press(request, door, CallControlForm(request.POST, seat=door.seat, known=sight_of(door).view(own_call).place), "call")


def press_view(form: Callable[..., CommandForm], name: str) -> Callable[[HttpRequest], HttpResponse]:
    """Build the view of a press that needs only its form and the badge's seat; `name` is its region."""

    @never_cache
    @require_POST
    def view(request: HttpRequest) -> HttpResponse:
        door = seat_or_404(request)
        return press(request, door, form(request.POST, seat=door.seat), name)

    _forms[view] = form
    return view


def press(
    request: HttpRequest, door: SeatPass, form: CommandForm, name: str, again: Callable[[Sight[Any]], object] | None = None
) -> HttpResponse:
    """Carry out the form's command; answer with the changed regions. A refusal appears in the region of the press.

    `again`: draws that region with the typed values, if `typed` is not enough for it.
    """
    try:
        refused = _carry_out(request, door, form)
    except ballots.UnansweredError:
        if not request.htmx:  # type: ignore[attr-defined]
            raise
        return HttpResponse(status=HTTPStatus.SERVICE_UNAVAILABLE)  # the page keeps a vote, and sends it again
    stream = door.event.stream
    stream.head, stream.hash = rows.head_of(stream.pk)
    if refused is None:
        return answer(request, door, name)
    status = HTTPStatus.CONFLICT if refused.code == "stale" else HTTPStatus.UNPROCESSABLE_ENTITY
    corrections = look(door)
    region = replace(regions_of(corrections)[name], refused=refused, typed=_typed(form))
    if again is not None:
        region = replace(region, panel=again(corrections.sight))
    return answer(request, door, name, {name: region}, status)


def _carry_out(request: HttpRequest, door: SeatPass, form: CommandForm) -> Refused | None:
    if not form.is_valid():
        return Refused(form.first_error())
    badge = _badge_key(door.event, door.seat)
    if PRESSES.enough(badge):
        return Refused(say(TOO_OFTEN, most=PRESSES.most), code="often")
    given = GivenCommand(command=form.command(), by=door.actor, command_id=form.id_of_command())
    try:
        if request.path_info in registry.ballots():
            sent_at = _time_of_press(request.POST.get("sent_at", ""))
            done = ballots.cast(door.event.stream, given, sent_at)
        else:
            done = ballots.carry_out_alone(door.event.stream_id, given)
    except Refused as no:
        return no
    if not done.repeated:
        PRESSES.count(badge)
    return None


def _time_of_press(milliseconds: str) -> datetime | None:
    """When the phone says a press was made, in milliseconds since 1970. It is never later than now; None if it does not say."""
    if not (milliseconds.isascii() and milliseconds.isdecimal() and len(milliseconds) < 15):
        return None
    return min(datetime.fromtimestamp(int(milliseconds) / 1000, UTC), system_time.now())


# === presses over sockets ===============================================================================================

# Ballots that came over the phones' sockets. Their badges are looked up together, and they are cast together.


def carry_out_together(presses: Sequence[SocketPress], tell: Callable[[SocketPress, datetime], None]) -> None:
    """Carry out presses of one event, at most one of each badge. Tell which ones were taken, and when.

    The phone sends any other one by a request, which says why it changes nothing.
    """
    event = rows.event(presses[0].event)
    if trouble_of(event):
        return
    badges = [seat_cookie(press.cookies) for press in presses]
    valid = valid_badges(event, [badge for badge in badges if badge is not None], Sight(journal.head(event.stream).state, NOBODY))
    waiting = list[tuple[str, SocketPress, GivenCommand]]()
    for press, badge in zip(presses, badges, strict=True):
        if badge not in valid or PRESSES.enough(key := _badge_key(event, SeatId(badge.seat))):
            continue
        if given := _given(press, SeatId(badge.seat)):
            waiting.append((key, press, given))
    if not waiting:
        return
    outcomes = ballots.cast_together(event.stream, [CastBallot(given, press.mark, press.at) for _key, press, given in waiting])
    written = list[str]()
    for (key, press, _command), outcome in zip(waiting, outcomes, strict=True):
        if isinstance(outcome, CommandResult) and outcome.entries and not outcome.repeated:
            tell(press, outcome.entries[0].at)
            written.append(key)
    for key in written:  # the request counts any other press
        PRESSES.count(key)


def _given(press: SocketPress, seat: SeatId) -> GivenCommand | None:
    """The command of a press with a valid form."""
    fields = QueryDict(mutable=True)
    fields.update(press.fields)
    try:
        form = _form_at(press.address)(fields, seat=seat)
        if not form.is_valid():
            return None
        return GivenCommand(command=form.command(), by=Actor(seat=seat), command_id=form.id_of_command())
    except Exception:  # sends this phone alone to a request
        log.exception("a press could not be read")
        return None


@cache
def _form_at(address: str) -> Callable[..., CommandForm]:
    """The form of the press at this address, which must be one of the registered ballots."""
    return _forms[resolve(address).func]


def _badge_key(event: Event, seat: SeatId | None) -> str:
    return f"{event.stream.key} {seat}"


def _typed(form: CommandForm) -> dict[str, str]:
    return {name: str(form.data.get(name, "")) for name in form.fields if not form.fields[name].widget.is_hidden}
