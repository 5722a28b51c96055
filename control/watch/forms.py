"""A step on the ladder as a form."""

from __future__ import annotations

from django import forms

from control.watch.rungs import Step

RUNGS = [(step.value, step.value) for step in Step]


class StepForm(forms.Form):
    """Where to, and from where its sender saw it."""

    to = forms.ChoiceField(choices=RUNGS)
    seen = forms.ChoiceField(choices=RUNGS)

    def steps(self) -> tuple[Step, Step]:
        """Where to, and from where."""
        return Step(self.cleaned_data["to"]), Step(self.cleaned_data["seen"])
