"""A Favor to use, as a form: on the phone of who holds it, and at a desk for who has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import CommandForm
from control.engine.ids import SeatId
from rooms.realm.game.favors.using import LONGEST_NOTE, UseFavor
from rooms.realm.game.view_favors import FavorTyped
from rooms.realm.scenario.ids import CardId, HouseId, RegionId

CHOOSE = dict.fromkeys(("required", "invalid", "max_length"), gettext_lazy("Choose from the list."))
NUMBER = dict.fromkeys(("invalid", "min_value", "max_value"), gettext_lazy("Choose a number from the list."))
FIELDS = ("card", "target", "region", "other", "number", "given", "note")


def typed_in(post: Mapping[str, str]) -> FavorTyped:
    """What stands in a form that was sent."""
    return FavorTyped(card=post.get("card", ""), values=tuple((name, post.get(name, "")) for name in FIELDS))


class UseFavorForm(CommandForm):
    """A card of the hand, and what it names."""

    month = forms.IntegerField(min_value=0, max_value=999, widget=forms.HiddenInput)
    card = forms.RegexField(regex=r"^[\w-]{1,60}#\d{1,6}$", error_messages=CHOOSE)
    target = forms.SlugField(max_length=60, required=False, error_messages=CHOOSE)
    region = forms.SlugField(max_length=60, required=False, error_messages=CHOOSE)
    other = forms.SlugField(max_length=60, required=False, error_messages=CHOOSE)
    number = forms.IntegerField(min_value=1, max_value=10**6, required=False, error_messages=NUMBER)
    given = forms.RegexField(regex=r"^[\w-]{1,60}#\d{1,6}$", required=False, error_messages=CHOOSE)
    note = forms.CharField(
        max_length=LONGEST_NOTE,
        required=False,
        error_messages={"max_length": gettext_lazy("Say it in 200 characters.")},
    )

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> UseFavor:
        """The card in use."""
        found = self.cleaned_data
        return UseFavor(
            seat=self.seat,
            card=CardId(found["card"]),
            month=found["month"],
            target=HouseId(found["target"]) if found["target"] else None,
            region=RegionId(found["region"]) if found["region"] else None,
            other=RegionId(found["other"]) if found["other"] else None,
            number=found["number"],
            given=CardId(found["given"]) if found["given"] else None,
            note=found["note"],
        )
