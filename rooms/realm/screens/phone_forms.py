"""What a player presses about spouses and holdings, as forms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, NumberField
from control.engine.ids import SeatId
from rooms.realm.game.buildings.lending import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.trading import TradeIn
from rooms.realm.game.ceremonies import MeetSpouse
from rooms.realm.game.strikes.choosing import ChooseForScheme
from rooms.realm.game.treasury.passing import PassOn
from rooms.realm.scenario.ids import CardId, HouseId, RegionId
from rooms.realm.screens.standing_forms import FOR_THIS_MONTH, Many, house_field, number_field, until_field


class MeetForm(CommandForm):
    """The couple has met."""

    month = NumberField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> MeetSpouse:
        """The meeting."""
        return MeetSpouse(seat=self.seat, month=self.cleaned_data["month"])


class PassForm(CommandForm):
    """Power and Favors for another member of the own House."""

    to = forms.SlugField(
        max_length=60,
        error_messages=dict.fromkeys(("required", "invalid", "max_length"), gettext_lazy("Choose who of your House gets it.")),
    )
    power = forms.IntegerField(
        min_value=0,
        max_value=10_000,
        required=False,
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), gettext_lazy("Power is a whole number.")),
    )
    favors = Many(required=False)

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> PassOn:
        found = self.cleaned_data
        favors = tuple(CardId(card) for card in found["favors"])
        return PassOn(seat=self.seat, to=SeatId(found["to"]), power=found["power"] or 0, favors=favors)


class TradeForm(CommandForm):
    """Three Favors, and where what they buy is to lie."""

    cards = Many(required=False)
    places = Many(required=False)

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> TradeIn:
        found = self.cleaned_data
        cards = tuple(CardId(card) for card in found["cards"])
        return TradeIn(seat=self.seat, cards=cards, places=tuple(RegionId(place) for place in found["places"]))


class AllowForm(CommandForm):
    """Another House may use a building of the own House."""

    building = number_field()
    month = forms.IntegerField(min_value=0, max_value=999, widget=forms.HiddenInput)
    house = house_field()
    until = until_field()

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> AllowBuilding:
        found = self.cleaned_data
        until = found["month"] if found["until"] == FOR_THIS_MONTH else None
        return AllowBuilding(seat=self.seat, building=found["building"], house=HouseId(found["house"]), until=until)


class RevokeForm(ChoiceForm):
    """A permission that ends: "3 wolf", the building and the House."""

    end = forms.RegexField(
        regex=r"^\d{1,6} [\w-]{1,60}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Tap the permission that is to end.")),
    )

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> RevokeBuilding:
        building, house = self.cleaned_data["end"].split(" ")
        return RevokeBuilding(seat=self.seat, building=int(building), house=HouseId(house))


class SchemeChoiceForm(ChoiceForm):
    """The Favor, or the number of the hostage, that a scheme takes: a button each."""

    scheme = forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput)
    pick = forms.RegexField(
        regex=r"^[\w-]{1,60}(#\d{1,4})?$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Tap one of them.")),
    )

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> ChooseForScheme:
        found = self.cleaned_data
        pick, scheme = found["pick"], found["scheme"]
        if pick.isascii() and pick.isdigit():
            return ChooseForScheme(seat=self.seat, scheme=scheme, hostage=int(pick))
        return ChooseForScheme(seat=self.seat, scheme=scheme, card=CardId(pick))
