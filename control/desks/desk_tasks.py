"""Matters of the desks: decisions left to them, hand-offs between them, and the forms for both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from control.day.decisions.answers import ClaimDecision, MakeDecision, ReleaseDecision
from control.day.desk_tasks import MattersView, decision_view, matters_view
from control.day.handoffs import HandOver, TakeHandOff
from control.day.rulings import LONGEST, RecordRuling, RetractRuling
from control.desks.command import ChoiceForm, CommandForm, NumberField, form_of, initial, one_error
from control.desks.frame import Look, look, matters_to_check
from control.desks.overview import HERE as OVERVIEW
from control.desks.presses import carry_out, carry_out_and_answer, close_question, draw_question
from control.engine.context import ORGANIZER
from control.engine.frame import Frame
from control.engine.ids import DeskId
from control.engine.language import say
from control.engine.records import replace
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register

# === forms ==============================================================================================================

# Decisions, hand-offs and rulings as forms.


NO_DECISION = gettext_lazy("Say which decision.")
NO_ANSWER = gettext_lazy("Choose one of the answers on the list.")
ID = r"[\w~.-]{1,120}"
MOST = 40  # further decisions that one press claims or releases


class TaskAnswerForm(ChoiceForm):
    """The answer to a decision in one tap: "3-guard-1 cat"."""

    answer = forms.RegexField(regex=rf"^{ID} {ID}\Z", error_messages=one_error(NO_ANSWER))

    def command(self) -> MakeDecision:
        decision, option = self.cleaned_data["answer"].split(" ")
        return MakeDecision(decision=decision, option=option)


class ClaimForm(ChoiceForm):
    """Claim a decision: "3-guard-1", followed by who had claimed it on the sender's screen; several of a group with "|" between."""

    claim = forms.RegexField(
        regex=rf"^{ID}( [^|]{{1,150}})?(\|{ID}( [^|]{{1,150}})?){{0,{MOST}}}\Z",
        error_messages=one_error(NO_DECISION),
    )

    def command(self) -> ClaimDecision:
        parts = (each.partition(" ") for each in self.cleaned_data["claim"].split("|"))
        first, *also = [(decision, before) for decision, _, before in parts]
        return ClaimDecision(decision=first[0], before=first[1], also=tuple(also))


class HandBackForm(ChoiceForm):
    """Release a claimed decision to the desk; several of a group with "|" between."""

    release = forms.RegexField(regex=rf"^{ID}(\|{ID}){{0,{MOST}}}\Z", error_messages=one_error(NO_DECISION))

    def command(self) -> ReleaseDecision:
        first, *also = self.cleaned_data["release"].split("|")
        return ReleaseDecision(decision=first, also=tuple(also))


class DecideForm(CommandForm):
    """An answer to a decision, with a reason."""

    makes = MakeDecision
    option = forms.CharField(max_length=120, error_messages={"required": NO_ANSWER})
    reason = forms.CharField(
        max_length=300, required=False, error_messages={"max_length": gettext_lazy("A reason has at most 300 characters.")}
    )


class TeamAnswerForm(CommandForm):
    """A team's answer, given on the phone of its speaker."""

    makes = MakeDecision
    decision = forms.RegexField(regex=rf"^{ID}\Z", widget=forms.HiddenInput)
    option = forms.CharField(max_length=120, error_messages={"required": gettext_lazy("Choose one of the answers.")})


class TakeOverTaskForm(ChoiceForm):
    """Take over a hand-off."""

    take = NumberField(
        min_value=1, error_messages={"required": gettext_lazy("Say which hand-off."), "invalid": gettext_lazy("No such hand-off.")}
    )

    def command(self) -> TakeHandOff:
        return TakeHandOff(hand_off=self.cleaned_data["take"])


class HandOverForm(CommandForm):
    """Hand something over to another desk."""

    makes = HandOver
    origin = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Say from which desk."),
            "invalid_choice": gettext_lazy("Choose one of your desks."),
        }
    )
    to = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose the desk that takes it over."),
            "invalid_choice": gettext_lazy("No such desk."),
        },
    )
    what = forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say what the other desk has to take over."),
            "max_length": gettext_lazy("Say it in 300 characters."),
        },
    )
    rule = forms.CharField(max_length=40, required=False)

    def __init__(self, *args: Any, desks: Iterable[DeskId], frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        self.desks = desk_choices(desks, frame)
        self.fields["origin"].choices = self.desks  # type: ignore[attr-defined]
        self.fields["to"].choices = [(desk.id, desk.id) for desk in frame.desks]  # type: ignore[attr-defined]


class RulingForm(CommandForm):
    """A ruling on a rule, with a reason."""

    makes = RecordRuling
    desk = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Say for which desk."),
            "invalid_choice": gettext_lazy("Choose one of your desks."),
        }
    )
    rule = forms.CharField(max_length=20)
    text = forms.CharField(
        max_length=LONGEST,
        error_messages={
            "required": gettext_lazy("Say what was ruled."),
            "max_length": gettext_lazy("Say it in 1,000 characters."),
        },
    )
    because = forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say why in a few words; it stands in the book."),
            "max_length": gettext_lazy("Say why in 300 characters."),
        },
    )

    def __init__(self, *args: Any, desks: Iterable[DeskId], frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        self.desks = desk_choices(desks, frame)
        self.fields["desk"].choices = self.desks  # type: ignore[attr-defined]
        self.fields["rule"].error_messages |= {
            "required": frame.said("name-rule"),
            "max_length": frame.said("name-one-rule"),
        }


RetractForm = form_of(RetractRuling, given=("ruling",))


def desk_choices(desks: Iterable[DeskId], frame: Frame) -> list[tuple[str, str]]:
    """The desks that a person may speak for: their own; all of them for the organizer."""
    own = frozenset(desks)
    return [(desk.id, frame.desk_name(desk.id)) for desk in frame.desks if desk.id in own or ORGANIZER in own]


def usual_desk(desks: Iterable[DeskId]) -> DeskId:
    """The default desk of a person: the organizer's, else the first of their own."""
    own = frozenset(desks)
    return ORGANIZER if ORGANIZER in own else min(own, default="")


# === desk ===============================================================================================================

# Matters of the desks: decisions left to them, and hand-offs between them.


def matters_region(seen: Look) -> MattersView:
    """The matters of this viewer's desks."""
    shown, looked = seen.sight.view(matters_view, seen.door.name, seen.now), matters_to_check(seen)
    return replace(shown, count=shown.count + len(looked), looked=looked)


register(
    DeskRegion(
        name="matters",
        template="control/desk/_matters.html",
        topics=("decisions", "hand-offs", "clock", "people"),
        view=matters_region,
    )
)


# --- decisions ----------------------------------------------------------------------------------------------------------


@require_POST
def answer(request: HttpRequest, event_id: int) -> HttpResponse:
    """Answer a decision with one tap."""
    return carry_out_and_answer(request, desk_or_404(request, event_id), TaskAnswerForm(request.POST), OVERVIEW, *TOPICS)


@require_POST
def claim(request: HttpRequest, event_id: int) -> HttpResponse:
    """Claim a decision."""
    return carry_out_and_answer(request, desk_or_404(request, event_id), ClaimForm(request.POST), OVERVIEW, *TOPICS)


@require_POST
def release(request: HttpRequest, event_id: int) -> HttpResponse:
    """Release a decision."""
    return carry_out_and_answer(request, desk_or_404(request, event_id), HandBackForm(request.POST), OVERVIEW, *TOPICS)


TOPICS = ("decisions", "hand-offs", "clock")


@require_http_methods(["GET", "POST"])
def decide(request: HttpRequest, event_id: int, decision: str) -> HttpResponse:
    """Show the whole question of a decision; on POST, answer it with a reason."""
    door = desk_or_404(request, event_id)
    seen = look(request, door)
    row = seen.sight.view(decision_view, decision, seen.door.name, seen.now)
    if row is None:
        raise Http404(say("No such decision of yours."))
    form = DecideForm(initial=initial(option="", reason=""), decision=row.id)
    said = None
    if request.method == "POST":
        given = DecideForm(request.POST, decision=row.id)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, OVERVIEW, *TOPICS)
        form = form if said.stale else given
        seen = look(request, door)
        row = seen.sight.view(decision_view, decision, seen.door.name, seen.now) or row
    context = {"row": row, "form": form, "now": seen.now}
    return draw_question(request, door, "control/desk/_decide.html", context, OVERVIEW, said)


# --- hand-offs ----------------------------------------------------------------------------------------------------------


@require_POST
def take(request: HttpRequest, event_id: int) -> HttpResponse:
    """Take over a hand-off."""
    return carry_out_and_answer(request, desk_or_404(request, event_id), TakeOverTaskForm(request.POST), OVERVIEW, *TOPICS)


@require_http_methods(["GET", "POST"])
def hand_over(request: HttpRequest, event_id: int) -> HttpResponse:
    """Hand something over to another desk."""
    door = desk_or_404(request, event_id)
    frame = look(request, door).sight.frame
    form = HandOverForm(initial=initial(origin=usual_desk(door.desks)), desks=door.desks, frame=frame)
    said = None
    if request.method == "POST":
        given = HandOverForm(request.POST, desks=door.desks, frame=frame)
        said = carry_out(door, given)
        if said.done:
            return close_question(request, door, said, OVERVIEW, *TOPICS)
        form = form if said.stale else given
    context = {
        "form": form,
        "to": [(desk.id, frame.desk_name(desk.id)) for desk in frame.desks],
        "sample": frame.said("hand-over-sample"),
        "stays": frame.said("hand-over-stays"),
        "rule_sample": frame.rule("hand-over-sample"),
    }
    return draw_question(request, door, "control/desk/_hand_over.html", context, OVERVIEW, said)
