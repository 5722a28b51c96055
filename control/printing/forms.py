"""What is to be printed: which paper, which month, for whom."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import NumberField
from control.engine.frame import Frame
from control.engine.language import later

PAPERS = (("a4", "A4"), ("letter", later("Letter")))
MOST_SPARES = 20
EVERYBODY, PHONELESS, NOBODY = "all", "phoneless", "nobody"


class PaperSizeForm(forms.Form):
    """The size of the paper in the printer."""

    paper = forms.ChoiceField(choices=PAPERS, required=False)

    def size(self) -> str:
        """The size that was asked for, A4 where none or none that exists."""
        self.is_valid()
        return str(self.cleaned_data.get("paper") or PAPERS[0][0])


class SheetsForm(PaperSizeForm):
    """Blank sheets: the kind, the month, for whom, and how many spare ones."""

    kind = forms.ChoiceField(
        error_messages={
            "required": gettext_lazy("Choose a kind of sheet."),
            "invalid_choice": gettext_lazy("There is no such sheet."),
        }
    )
    month = NumberField(min_value=1)
    who = forms.ChoiceField(required=False)
    spare = forms.IntegerField(
        min_value=0,
        max_value=MOST_SPARES,
        required=False,
        error_messages={
            "max_value": gettext_lazy("Print at most %(limit_value)d spare sheets at once."),
            "invalid": gettext_lazy("Write a number."),
        },
    )

    def __init__(
        self, *args: Any, frame: Frame, kinds: Iterable[tuple[str, str]], teams: Iterable[str], months: int, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["kind"].choices = list(kinds)  # type: ignore[attr-defined]
        self.fields["who"].choices = [(each, each) for each in (EVERYBODY, PHONELESS, NOBODY, *teams)]  # type: ignore[attr-defined]
        self.fields["who"].error_messages["invalid_choice"] = frame.said("print-for")
        month = self.fields["month"]
        month.error_messages |= {"required": frame.said("choose-round"), "invalid": frame.said("write-round")}
        month.validators.append(_month_up_to(months, frame.said("rounds-so-many", count=months)))

    def sentence(self) -> str:
        """What is wrong with it."""
        return str(next(iter(self.errors.values()))[0])


def _month_up_to(months: int, sentence: str) -> Any:
    def check(month: int) -> None:
        if month > months:
            raise forms.ValidationError(sentence)

    return check


class BadgesForm(PaperSizeForm):
    """Badges: each ticked seat with the issue of its code that the sender saw: "cat-1 0"."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        given = self.data.getlist("seat") if hasattr(self.data, "getlist") else []
        self.seats = {
            found.group(1): int(found.group(2)) for each in given if (found := re.fullmatch(r"([a-z0-9-]{1,60}) (\d{1,6})", each))
        }
        self.broken = len(self.seats) != len(set(given)) or len(given) != len(set(given))
