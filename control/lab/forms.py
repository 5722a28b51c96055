"""What is typed to begin a study."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.lab.studies import MOST_GAMES

USUAL_GAMES = 1_000


class StudyForm(forms.Form):
    """What is studied, against what, and how often it is played."""

    subject = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Say what is to be studied."),
            "invalid_choice": gettext_lazy("Choose one of what is listed."),
        },
    )
    against = forms.ChoiceField(required=False, error_messages={"invalid_choice": gettext_lazy("Choose one of what is listed.")})
    games = forms.IntegerField(
        min_value=1,
        max_value=MOST_GAMES,
        error_messages={
            "required": gettext_lazy("Say how many are to be played."),
            "invalid": gettext_lazy("Write how many as a whole number."),
            "min_value": gettext_lazy("At least one has to be played."),
            "max_value": gettext_lazy("That is more than a study may have: a million."),
        },
    )

    def __init__(self, names: list[str], *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        subject, against = self.fields["subject"], self.fields["against"]
        assert isinstance(subject, forms.ChoiceField)
        assert isinstance(against, forms.ChoiceField)
        subject.choices = [(name, name) for name in names]
        against.choices = [("", ""), *subject.choices]

    def first_error(self) -> str:
        """What is wrong, in one sentence."""
        return str(next(iter(self.errors.values()))[0]) if self.errors else ""
