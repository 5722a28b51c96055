"""Taking back, and looking for, what was done."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import CommandForm, NumberField


class WithdrawForm(CommandForm):
    """Take back one command, with a reason."""

    reason = forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say why in a few words; it stands in the journal."),
            "max_length": gettext_lazy("A reason has at most 300 characters."),
        },
    )


class JournalFilterForm(forms.Form):
    """What of the journal is shown."""

    q = forms.CharField(max_length=60, required=False)
    about = forms.CharField(max_length=40, required=False)
    who = forms.CharField(max_length=120, required=False)
    before = NumberField(min_value=1, required=False)
