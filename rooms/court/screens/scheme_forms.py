"""What is pressed about schemes at the Court, as forms of phones and of the desk: a button for each thing."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm
from control.engine.ids import SeatId
from rooms.court.game.schemes import NameProposal, UseBribes, UseDissent
from rooms.court.screens.uprising_forms import MonthForm


class UseForm(MonthForm, ChoiceForm):
    """Votes of one scheme: "3 for 1" and "3 against 1" in the vote of a cycle, "3 rise 1" in an Uprising."""

    use = forms.RegexField(
        regex=r"^\d{1,6} (for|against|rise) \d{1,3}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Tap for or against.")),
    )

    def command(self) -> UseBribes | UseDissent:
        scheme, side, number = self.cleaned_data["use"].split(" ")
        month = self.cleaned_data["month"]
        if side == "rise":
            return UseDissent(month=month, number=int(number), scheme=int(scheme))
        return UseBribes(month=month, cycle=int(number), scheme=int(scheme), favor=side == "for")


class NameForm(MonthForm, ChoiceForm):
    """The proposal that a scheme names: "3 cat-1", the scheme and the author."""

    name = forms.RegexField(
        regex=r"^\d{1,6} [\w-]{1,60}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Tap one of the proposals.")),
    )

    def command(self) -> NameProposal:
        scheme, author = self.cleaned_data["name"].split(" ")
        return NameProposal(month=self.cleaned_data["month"], scheme=int(scheme), author=SeatId(author), seat=self.seat)
