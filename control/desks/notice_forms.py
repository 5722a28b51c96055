"""Announcements and calls as forms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.day.calls import AnswerCall, EndCall, ReleaseCall
from control.day.notices import Announce, Choices
from control.desks.command import ChoiceForm, CommandForm, NumberField
from control.engine.frame import Frame
from control.engine.language import say


class AnnounceForm(CommandForm):
    """Words to all, to the hall, to a room, to one team or to one player."""

    to = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Say to whom."),
        }
    )
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

    def command(self) -> Announce:
        """The announcement."""
        return Announce(text=self.cleaned_data["text"], to=self.cleaned_data["to"])

    def words(self) -> str:
        """What has been done, for the sender."""
        names = {id_: name for _group, choices in self.groups for id_, name in choices}
        return say("Announced to {name}.", name=names[self.cleaned_data["to"]])


class AnswerForm(ChoiceForm):
    """A call that somebody of the team takes, gives back or has settled: its number, under what is done with it."""

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
        """The answer."""
        given = self.cleaned_data
        if given["release"]:
            return ReleaseCall(call=given["release"])
        return EndCall(call=given["end"]) if given["end"] else AnswerCall(call=given["call"])
