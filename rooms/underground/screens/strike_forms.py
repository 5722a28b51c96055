"""What Underground Control presses about completed schemes: their order, one by hand, a sealed message."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, reason_field
from control.engine.ids import SeatId
from rooms.realm.game.strikes.completing import CompleteScheme, OrderSchemes
from rooms.realm.game.strikes.messages import LONGEST, SendSecret
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId


class OrderForm(ChoiceForm):
    """The order of a table: "west 2 1 3"."""

    order = forms.RegexField(
        regex=r"^[\w-]{1,60}( \d{1,6}){1,60}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Tap an arrow.")),
    )

    def command(self) -> OrderSchemes:
        table, *order = self.cleaned_data["order"].split(" ")
        return OrderSchemes(table=table, order=tuple(int(each) for each in order))


class CompleteForm(CommandForm):
    """A scheme that completed, as it lies on the table; `whose` is its author, "house:cat" for one that the House drew."""

    month = forms.IntegerField(min_value=0, max_value=999, widget=forms.HiddenInput)
    table = forms.SlugField(
        max_length=60, error_messages=dict.fromkeys(("required", "invalid", "max_length"), gettext_lazy("Choose the table."))
    )
    whose = forms.RegexField(
        regex=r"^(house:)?[\w-]{1,60}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Choose whose scheme it is.")),
    )
    reason = reason_field()

    def __init__(self, *args: Any, paper: Paper, house_of: str, **more: Any) -> None:
        super().__init__(*args, **more)
        self.paper = paper
        self.house_of = house_of

    def command(self) -> CompleteScheme:
        found = self.cleaned_data
        drawn = found["whose"].startswith("house:")
        return CompleteScheme(
            month=found["month"],
            table=found["table"],
            house=HouseId(found["whose"].removeprefix("house:") if drawn else self.house_of),
            paper=self.paper,
            reason=found["reason"],
            player=None if drawn else SeatId(found["whose"]),
        )


class SendForm(CommandForm):
    """A sealed message: one of the scenario's texts, or own words."""

    scheme = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    text = forms.CharField(max_length=1000, required=False)
    own = forms.CharField(
        max_length=LONGEST,
        required=False,
        error_messages={"max_length": gettext_lazy("A message has at most 300 letters.")},
    )

    def command(self) -> SendSecret:
        found = self.cleaned_data
        return SendSecret(scheme=found["scheme"], text=found["own"] or found["text"])
