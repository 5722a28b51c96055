"""Announcements and calls as forms."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms

from control.forms.command import ChoiceForm, CommandForm
from control.game.notices import Announce, AnswerCall
from control.scenario.schema import House


class AnnounceForm(CommandForm):
    """Words to all, or to one House."""

    to = forms.ChoiceField(error_messages={"required": "Say to whom.", "invalid_choice": "Announce to all, or to one House."})
    text = forms.CharField(
        max_length=500,
        widget=forms.Textarea,
        error_messages={"required": "Say what is to be announced.", "max_length": "An announcement has 1 to 500 characters."},
    )

    def __init__(self, *args: Any, houses: Iterable[House] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.choices = [("all", "All"), *((house.id, house.name) for house in houses)]
        self.fields["to"].choices = self.choices  # type: ignore[attr-defined]

    def command(self) -> Announce:
        """The announcement."""
        return Announce(text=self.cleaned_data["text"], to=self.cleaned_data["to"])

    def words(self) -> str:
        """What has been done, for the sender."""
        return f"Announced to {dict(self.choices)[self.cleaned_data['to']].replace('All', 'all')}."


class AnswerForm(ChoiceForm):
    """A call that somebody of the team takes."""

    call = forms.IntegerField(min_value=1, error_messages={"required": "Say which call.", "invalid": "No such call."})

    def command(self) -> AnswerCall:
        """The answer."""
        return AnswerCall(call=self.cleaned_data["call"])
