"""Announcements: written, checked with the list of people they reach, and sent once. Also the forms for calls."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec import Struct

from control.day.calls import AnswerCall, EndCall, ReleaseCall
from control.day.notices import (
    ALL,
    Announce,
    AnnouncementReach,
    Choices,
    NoticeLine,
    announce_choices,
    announcement_reach,
    notice_lines,
)
from control.desks.command import ChoiceForm, CommandForm, NumberField, initial
from control.desks.frame import Look, draw, draw_page, is_fragment, look, region
from control.desks.presses import (
    DONE,
    REFUSED,
    PressAnswer,
    PressPlace,
    answer_press,
    carry_out,
    close_question,
    draw_question,
    refusal,
)
from control.engine.frame import Frame
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused
from control.live import broadcast
from control.live.delivery import Delivery, delivery_of, newest_shown
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.watch import connections

# === forms ==============================================================================================================

# Announcements and calls as forms.


class AnnounceForm(CommandForm):
    """An announcement to all, the hall, a room, one team or one player."""

    makes = Announce
    to = forms.ChoiceField(error_messages={"required": gettext_lazy("Say to whom.")})
    text = forms.CharField(
        max_length=500,
        widget=forms.Textarea,
        error_messages={
            "required": gettext_lazy("Say what is to be announced."),
            "max_length": gettext_lazy("An announcement has 1 to 500 characters."),
        },
    )

    def __init__(self, *args: Any, choices: Choices, frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        self.groups = choices
        self.fields["to"].error_messages["invalid_choice"] = frame.said("to-whom")
        self.fields["to"].choices = self.groups  # type: ignore[attr-defined]

    def words(self) -> str:
        """The confirmation for the sender."""
        names = {id_: name for _group, choices in self.groups for id_, name in choices}
        return say("Announced to {name}.", name=names[self.cleaned_data["to"]])


class CallAnswerForm(ChoiceForm):
    """Take, release or end a player's call; the field names the action, its value the call."""

    call = NumberField(required=False, min_value=1, error_messages={"invalid": gettext_lazy("No such call.")})
    release = NumberField(required=False, min_value=1, error_messages={"invalid": gettext_lazy("No such call.")})
    end = NumberField(required=False, min_value=1, error_messages={"invalid": gettext_lazy("No such call.")})

    def clean(self) -> dict[str, Any]:
        """Raises: ValidationError, when no call is named."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not any(given.get(name) for name in ("call", "release", "end")):
            raise forms.ValidationError(say("Say which call."))
        return given

    def command(self) -> AnswerCall | ReleaseCall | EndCall:
        given = self.cleaned_data
        if given["release"]:
            return ReleaseCall(call=given["release"])
        return EndCall(call=given["end"]) if given["end"] else AnswerCall(call=given["call"])


# === announcements ======================================================================================================

# Announcements: written, checked with the list of people they reach, and sent once; and the phones that have received them.


SHOWN = 3


class NoticeRow(Struct, frozen=True, kw_only=True):
    """One announcement and its delivery."""

    notice: NoticeLine
    to: str
    delivery: Delivery


def notice_rows(seen: Look, most: int | None = None) -> tuple[NoticeRow, ...]:
    """The announcements, newest first."""
    lines = seen.sight.view(notice_lines, most)
    newest = newest_shown(seen.door.event.stream.key, {player.id for line in lines for player in line.meant})
    return tuple(NoticeRow(notice=each, to=each.to, delivery=delivery_of(each, newest)) for each in lines)


def newest_notices(seen: Look) -> tuple[NoticeRow, ...]:
    """The SHOWN newest announcements."""
    return notice_rows(seen, SHOWN)


register(
    DeskRegion(
        name="notices",
        template="control/desk/_notices.html",
        topics=("news", "people", "delivery"),
        view=newest_notices,
    ),
    DeskRegion(
        name="announcements", template="control/desk/_notices.html", topics=("news", "people", "delivery"), view=notice_rows
    ),
)


def announce_form(seen: Look) -> AnnounceForm:
    """An empty form for an announcement."""
    return AnnounceForm(initial=initial(to=ALL), choices=seen.sight.view(announce_choices), frame=seen.sight.frame)


def announcements_page(request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
    """Draw the page of all announcements; `said` is the result of a press."""
    seen = look(request, door)
    shown = {"announcements": region(seen, "announcements"), "newsroom": region(seen, "newsroom")}
    context = {"said": said, "announce": announce_form(seen), **shown}
    return draw_page(request, "control/desk/announcements.html", seen, "announcements", context)


HERE = PressPlace(address="desk:announcements", tab="announcements", draw=announcements_page)


@require_GET
def announcements(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show today's announcements."""
    return announcements_page(request, desk_or_404(request, event_id))


@require_http_methods(["GET", "POST"])
def announce(request: HttpRequest, event_id: int) -> HttpResponse:
    """Write an announcement, check whom it reaches, send it. The second press sends it, only once."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    if request.method == "GET":
        if "form" in request.GET and is_fragment(request):
            return draw(request, "control/desk/_announce.html", {"announce": announce_form(seen), "event_id": event_id})
        return draw_question(request, door, "control/desk/_announce_box.html", {"announce": announce_form(seen)}, HERE)
    form = AnnounceForm(request.POST, choices=seen.sight.view(announce_choices), frame=seen.sight.frame)
    if "sure" in request.POST:
        said = carry_out(door, form)
        if said.done:
            return close_question(request, door, replace(said, sentence=form.words()), HERE, "news", "announced")
        return draw_question(request, door, "control/desk/_announce_box.html", {"announce": form}, HERE, said)
    reach, refused = _preview_reach(seen, form)
    if refused is not None:
        return draw_question(request, door, "control/desk/_announce_box.html", {"announce": form}, HERE, refused)
    # None if no process has reported its devices lately; then the page says nothing of them.
    told_of = connections.devices_now(event_id)
    context = {"announce": form, "reach": reach, "phones": told_of.phones if told_of else None}
    return draw_question(request, door, "control/desk/_announce_sure.html", context, HERE)


def _preview_reach(seen: Look, form: AnnounceForm) -> tuple[AnnouncementReach | None, PressAnswer | None]:
    """The people it would reach, by the rules of the real command, or why it is refused."""
    if not form.is_valid():
        return None, PressAnswer(kind=REFUSED, sentence=form.first_error())
    try:
        return seen.sight.view(announcement_reach, form.command(), seen.now), None
    except Refused as no:
        return None, refusal(no)


@require_POST
def tell_again(request: HttpRequest, event_id: int, notice: int) -> HttpResponse:
    """Tell the phones that have not received an announcement to refresh."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    row = next((each for each in notice_rows(seen) if each.notice.id == notice), None)
    if row is None:
        return answer_press(request, door, PressAnswer(kind=REFUSED, sentence=say("No such announcement.")), HERE)
    missing = row.delivery.missing
    broadcast.tell_outside_journal(event_id, [Invalidation(topic="news", to=f"seat:{seat.id}") for seat in missing])
    words = (
        say("Sent again to {count}. Whose phone stays silent must be told in person.", count=len(missing))
        if missing
        else say("It is on every phone.")
    )
    return answer_press(request, door, PressAnswer(kind=DONE, sentence=words), HERE, "news")
