"""Forms of War Control's commands: corrections by hand, battles and orders, each with a reason."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy
from msgspec.structs import asdict

from control.desks.command import CommandForm, form_of, hidden_number, reason_field
from control.engine.refusal import Refused
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.battle_changes import ChangeBattle
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.immortals import AdjustImmortal
from rooms.war.game.orders import AdmitSheet, CorrectOrders
from rooms.war.game.records.battles import Loss, Plus
from rooms.war.game.remnants import AdjustRemnant
from rooms.war.game.rumors import MoveRumor, PlaceRumor
from rooms.war.game.sheets import document
from rooms.war.game.units import AdjustUnits

NUMBER = {"required": gettext_lazy("Say how many."), "invalid": gettext_lazy("Write a whole number.")}


class RegionForm(CommandForm):
    """Base of corrections in one region, which the address gives."""

    reason = reason_field()


class UnitsForm(RegionForm):
    """New number of a House's units. The House comes with the number its sender saw: "cat 3"."""

    house = forms.RegexField(
        regex=r"^[\w-]{1,40} \d{1,4}\Z",
        error_messages={"required": gettext_lazy("Choose a House."), "invalid": gettext_lazy("Choose a House of this scenario.")},
    )
    units = forms.IntegerField(
        min_value=0, max_value=999, error_messages={**NUMBER, "min_value": gettext_lazy("A region holds 0 units or more.")}
    )

    def command(self) -> AdjustUnits:
        house, before = self.cleaned_data["house"].split(" ")
        return self.build(AdjustUnits, house=house, before=int(before))


class FlagForm(RegionForm):
    """A flag placed or removed: "cat on"."""

    flag = forms.RegexField(
        regex=r"^[\w-]{1,40} (on|off)\Z",
        error_messages={"required": gettext_lazy("Choose a flag."), "invalid": gettext_lazy("Choose a House of this scenario.")},
    )

    def command(self) -> AdjustFlag:
        house, way = self.cleaned_data["flag"].split(" ")
        return self.build(AdjustFlag, house=house, on=way == "on")


RemnantForm = form_of(
    AdjustRemnant,
    base=RegionForm,
    given=("region",),
    units=forms.IntegerField(min_value=0, max_value=999, error_messages=NUMBER),
)


class RumorForm(RegionForm):
    """Move a known Rumor to a region or off the map, or place a new one here."""

    rumor = forms.SlugField(max_length=60, required=False, error_messages={"invalid": gettext_lazy("There is no such Rumor.")})
    to = forms.SlugField(max_length=60, required=False, error_messages={"invalid": gettext_lazy("There is no such region.")})

    def command(self) -> MoveRumor | PlaceRumor:
        if not self.cleaned_data["rumor"]:
            return self.build(PlaceRumor)
        return self.build(MoveRumor, region=self.cleaned_data["to"])


class ImmortalForm(RegionForm):
    """Place an Immortal here, or take it off the board: "2 here", "2 off"."""

    immortal = forms.RegexField(
        regex=r"^\d{1,3} (here|off)\Z",
        error_messages={"required": gettext_lazy("Choose an Immortal."), "invalid": gettext_lazy("There is no such Immortal.")},
    )

    def command(self) -> AdjustImmortal:
        number, way = self.cleaned_data["immortal"].split(" ")
        return self.build(AdjustImmortal, immortal=int(number), region=self.given["region"] if way == "here" else None)


class BattleForm(CommandForm):
    """Changes to a battle: the winner, and each House's attack bonus and losses."""

    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)
    winner = forms.RegexField(
        regex=r"^\*?[\w-]{1,40}\Z",
        required=False,
        error_messages={"invalid": gettext_lazy("Choose who won, or leave it to the sums.")},
    )
    reason = reason_field()

    def clean(self) -> dict[str, Any]:
        """Also read the numbers of each House."""
        found: dict[str, Any] = super().clean() or {}
        for name in ("plus", "loses"):
            found[name] = {}
            for field in self.data:
                what, _, house = field.partition("-")
                typed = self.data.get(field, "").strip().replace("−", "-")
                if what == name and typed:
                    found[name][HouseId(house)] = _whole_number(typed)
        return found

    def command(self) -> ChangeBattle:
        found = self.cleaned_data
        return self.build(
            ChangeBattle,
            reason=found.get("reason") or LOOKED_AT,
            plus=tuple(Plus(house=house, by=by) for house, by in found["plus"].items()),
            losses=tuple(Loss(house=house, units=units) for house, units in found["loses"].items()),
        )


LOOKED_AT = "-"  # stands in for the reason in a preview


def _whole_number(typed: str) -> int:
    """Parse a whole number with optional sign."""
    sign, digits = (-1, typed[1:]) if typed[0] == "-" else (1, typed.removeprefix("+"))
    if not (digits.isascii() and digits.isdigit() and len(digits) < 5):
        raise forms.ValidationError(NUMBER["invalid"])
    return sign * int(digits)


AdmitForm = form_of(AdmitSheet, given=("player",), month=hidden_number(0, 99))


class OrdersForm(CommandForm):
    """A player's orders entered by War Control. The sheet's fields are those of the player's own form."""

    makes = CorrectOrders
    month = hidden_number(0, 99)
    reason = reason_field()

    def clean(self) -> dict[str, Any]:
        """Also read the sheet's fields."""
        found: dict[str, Any] = super().clean() or {}
        try:
            sheet = document.sheet_from_form(dict(self.data.lists()) if hasattr(self.data, "lists") else {})
        except Refused as no:
            raise forms.ValidationError(no.sentence) from no
        return found | asdict(sheet)
