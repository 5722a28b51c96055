"""Forms of a rehearsal for the organizer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.rehearsal.speeds import Speed
from control.rehearsal.troubles import PlannedTrouble, TroubleKind, plan_surprises, plan_trouble

AGAIN: Final = gettext_lazy("This form is broken; load the page again.")
SURPRISE: Final = "surprise"


class MakeForm(forms.Form):
    """Settings of a new rehearsal: first round, number of rounds, speed, seed, trouble."""

    begins_in = forms.TypedChoiceField(coerce=int, error_messages={"required": AGAIN, "invalid_choice": AGAIN})
    rounds = forms.TypedChoiceField(coerce=int, error_messages={"required": AGAIN, "invalid_choice": AGAIN})
    speed = forms.ChoiceField(
        choices=[(each.value, each.value) for each in Speed],
        error_messages={"required": gettext_lazy("Say how fast."), "invalid_choice": AGAIN},
    )
    seed = forms.CharField(
        max_length=40, required=False, error_messages={"max_length": gettext_lazy("A seed has at most 40 characters.")}
    )

    def __init__(self, *args: Any, last: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.last = last
        self.fields["begins_in"].choices = [(str(number), str(number)) for number in range(last + 1)]  # type: ignore[attr-defined]
        self.fields["rounds"].choices = [(str(number), str(number)) for number in range(last + 1)]  # type: ignore[attr-defined]
        numbers = [("", ""), (SURPRISE, ""), *((str(number), str(number)) for number in range(1, last + 1))]
        for kind in TroubleKind:
            self.fields[f"trouble_{kind}"] = forms.ChoiceField(
                choices=numbers, required=False, error_messages={"invalid_choice": AGAIN}
            )

    def first_error(self) -> str:
        """First error, as one sentence."""
        return str(next(iter(self.errors.values()))[0])

    def plan(self, seed: str) -> Iterator[PlannedTrouble]:
        """Chosen trouble. A surprise comes in a round drawn by the dice."""
        first = max(self.cleaned_data["begins_in"], 1)
        count = self.cleaned_data["rounds"]
        last = min(first + count - 1, self.last) if count else self.last
        for kind in TroubleKind:
            wished = self.cleaned_data[f"trouble_{kind}"]
            if wished == SURPRISE:
                yield from plan_surprises((kind,), first, last, seed)
            elif wished:
                yield plan_trouble(kind, int(wished), seed)


class OneForm(forms.Form):
    """A button in a list: its item and its action."""

    what = forms.CharField(max_length=60, error_messages={"required": AGAIN, "max_length": AGAIN})
    act = forms.CharField(max_length=10, required=False)
