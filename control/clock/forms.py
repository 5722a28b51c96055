"""Forms of the clock: its commands, time given back after an outage, acceptance of a clock jump.

Most contain what their sender saw.
"""

from __future__ import annotations

import uuid
import zoneinfo
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext_lazy

from control.day.clock.pauses import AddTime, Pause, Resume
from control.day.clock.phases import BeginDay, EndPhase, GoBack, PlanStart, SetClock
from control.day.clock.steps import EndStep, LetStepsRun
from control.day.outages import GiveBack
from control.desks.command import LOST, ChoiceForm, CommandForm, form_of, hidden_number
from control.engine.frame import Frame
from control.engine.language import say
from control.watch.outage import OutageOffer

# === clock ==============================================================================================================

# The clock's commands as forms. Each contains the month and phase that its sender saw.


LONGEST_TABLE = 40  # letters of a table's id


def choose_from(form: forms.Form, **fields: Iterable[tuple[str, str]]) -> None:
    """Set the choices of these fields of a new form."""
    for name, choices in fields.items():
        form.fields[name].choices = list(choices)  # type: ignore[attr-defined]


def phases(frame: Frame) -> Iterator[tuple[str, str]]:
    """Phases of a game as choices."""
    return ((phase, frame.phase_name(phase)) for phase in frame.phase_ids)


class SeenForm(CommandForm):
    """A command about the month and phase that its sender saw."""

    month = hidden_number(0, 99)
    phase = forms.ChoiceField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        choose_from(self, phase=phases(frame))


BeginDayForm = form_of(BeginDay)


class PlanForm(CommandForm):
    """Planned start of month 1, in the venue's time zone."""

    makes = PlanStart
    at = forms.CharField(
        label=gettext_lazy("At"),
        max_length=30,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, *args: Any, frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        missing = say("Say on which day and at what time {round} begins.", round=frame.round_words(1))
        self.fields["at"].error_messages["required"] = missing

    def clean_at(self) -> datetime:
        """Planned time in UTC."""
        try:
            found = datetime.fromisoformat(self.cleaned_data["at"])
        except ValueError as wrong:
            raise forms.ValidationError(say("That is no day and time; write one such as 2026-05-09 10:30.")) from wrong
        if timezone.is_naive(found):
            found = timezone.make_aware(found)
        return found.astimezone(zoneinfo.ZoneInfo("UTC"))


PauseForm = form_of(
    Pause,
    given=("room", "table"),
    reason=forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        required=False,
        error_messages={"max_length": gettext_lazy("A reason has at most 200 characters.")},
    ),
)
ResumeForm = form_of(Resume, given=("room", "table"))


class MoreTimeForm(SeenForm, ChoiceForm):
    """Add or take time for the running phase, or for the step of a room or table."""

    makes = AddTime
    seconds = forms.IntegerField(
        min_value=-43_200,
        max_value=43_200,
        error_messages={"required": gettext_lazy("Say how much time."), "invalid": gettext_lazy("Say how much time.")},
    )
    room = forms.ChoiceField(required=False)
    table = forms.CharField(required=False, max_length=LONGEST_TABLE)

    def __init__(self, *args: Any, frame: Frame, **more: Any) -> None:
        super().__init__(*args, frame=frame, **more)
        choose_from(self, room=((room, room) for room in frame.room_ids))


class EndPhaseForm(SeenForm):
    """End the phase that the sender saw."""

    makes = EndPhase


class EndAnywayForm(EndPhaseForm):
    """End a month although a hand-off is still open."""

    anyway = forms.CharField(
        label=gettext_lazy("Why it ends anyway"),
        max_length=300,
        required=False,  # it may have been taken over meanwhile; the rule says when a reason is needed
        error_messages={"max_length": gettext_lazy("A reason has at most 300 characters.")},
    )


class GoBackForm(SeenForm):
    """Return to the phase before the one that the sender saw."""

    makes = GoBack


class SetClockForm(CommandForm):
    """Set the clock to a phase."""

    month = forms.IntegerField(min_value=1, max_value=99)
    phase = forms.ChoiceField(
        label=gettext_lazy("Phase"),
        error_messages={"required": gettext_lazy("Say which phase."), "invalid_choice": gettext_lazy("No such phase.")},
    )
    left = forms.RegexField(
        label=pgettext_lazy("time", "Left"),
        regex=r"^\s*\d{1,3}(:[0-5]\d)?\s*\Z",
        error_messages={
            "required": gettext_lazy("Say how much time is left."),
            "invalid": gettext_lazy("Write the time left as 7 or 7:30."),
        },
    )

    def __init__(self, *args: Any, frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        choose_from(self, phase=phases(frame))
        month = self.fields["month"]
        month.label = frame.said("round")
        month.error_messages |= {"required": frame.said("which-round"), "invalid": frame.said("round-no-number")}

    def clean_left(self) -> int:
        """Seconds left."""
        minutes, _colon, seconds = self.cleaned_data["left"].strip().partition(":")
        return int(minutes) * 60 + int(seconds or 0)

    def command(self) -> SetClock:
        return self.build(SetClock, seconds=self.cleaned_data["left"])


class StepsForm(ChoiceForm):
    """Turn automatic ends of steps on or off."""

    on = forms.ChoiceField(choices=[("yes", gettext_lazy("Yes")), ("no", gettext_lazy("No"))])

    def command(self) -> LetStepsRun:
        return LetStepsRun(on=self.cleaned_data["on"] == "yes")


class RoomPauseForm(ChoiceForm):
    """Pause or resume the step of a room or table."""

    act = forms.ChoiceField(choices=[("pause", gettext_lazy("Pause")), ("resume", gettext_lazy("Resume"))])
    table = forms.CharField(required=False, max_length=LONGEST_TABLE)

    def command(self) -> Pause | Resume:
        return self.build(Pause) if self.cleaned_data["act"] == "pause" else self.build(Resume)


class EndStepForm(CommandForm):
    """End the step that the sender saw."""

    makes = EndStep
    month = hidden_number(1, 99)
    step = forms.SlugField(max_length=40, widget=forms.HiddenInput)
    table = forms.CharField(required=False, max_length=LONGEST_TABLE, widget=forms.HiddenInput)

    def id_of_command(self) -> uuid.UUID:
        """Id of the command. Tables in one list share the form's id, so the table is part of it."""
        found, table = super().id_of_command(), self.cleaned_data["table"]
        return uuid.uuid5(found, table) if table else found


# === outages ============================================================================================================

# Giving back the time of an outage, and accepting a jump of the machine's clock, as forms.


FARTHEST = 10**10  # seconds: three hundred years, more than any clock jump


class TakeOverForm(CommandForm):
    """Acceptance of a clock jump of the size that the sender saw."""

    seconds = hidden_number(-FARTHEST, FARTHEST)


class GiveBackForm(SeenForm):
    """Time to give back for one outage, exactly as offered."""

    makes = GiveBack
    since = forms.CharField(max_length=40, widget=forms.HiddenInput)
    told = forms.RegexField(r"^\d\d:\d\d:\d\d\Z", widget=forms.HiddenInput)
    seconds = hidden_number(1, 12 * 3600)

    def clean_since(self) -> datetime:
        """Start of the outage."""
        try:
            found = datetime.fromisoformat(self.cleaned_data["since"])
        except ValueError as wrong:
            raise forms.ValidationError(say(LOST)) from wrong
        if found.tzinfo is None:
            raise forms.ValidationError(say(LOST))
        return found

    def means(self, offer: OutageOffer) -> bool:
        """Whether this form is about the offer."""
        return (offer.since, offer.told, offer.seconds) == tuple(self.cleaned_data[name] for name in ("since", "told", "seconds"))
