"""Forms of the Houses: purses, payment, marriages and ceremonies (R-06, R-08, R-136)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, Many, NumberField, reason_field
from control.engine.ids import SeatId
from control.engine.language import say
from control.people.check_in_forms import OnePlayerForm
from rooms.realm.game.attendance import Attend, AttendAll, EndCeremony
from rooms.realm.game.ceremonies import CEREMONY_NAMES, HoldCeremony, SetSpouses
from rooms.realm.game.choice_lists import HouseName
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.hand_corrections import FetchFavor, TakeFavor
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.state import CeremonyKind
from rooms.realm.game.treasury.payment import NameFavors, NamePayers
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.view_payment import TypedPayment
from rooms.realm.scenario.ids import FavorId, HouseId

# === Houses =============================================================================================================

# Forms for purses, marriages and ceremonies.


ONE_OF_THEM = gettext_lazy("Tap the ceremony that is over.")


class PowerForm(OnePlayerForm):
    """New Power of a purse. `before`: Power that the sender saw."""

    before = NumberField(widget=forms.HiddenInput)
    power = NumberField(
        error_messages={"required": gettext_lazy("Say how much Power."), "invalid": gettext_lazy("Power is a whole number.")}
    )
    reason = reason_field()

    def command(self) -> AdjustPower:
        found = self.cleaned_data
        return AdjustPower(seat=self.seat, before=found["before"], power=found["power"], reason=found["reason"])


class FavorsForm(OnePlayerForm):
    """Number of Favors to draw, or to discard if negative."""

    count = NumberField(
        error_messages={
            "required": gettext_lazy("Say how many Favors."),
            "invalid": gettext_lazy("Favors are counted in whole numbers."),
        }
    )
    reason = reason_field()

    def command(self) -> GiveFavors:
        return GiveFavors(seat=self.seat, count=self.cleaned_data["count"], reason=self.cleaned_data["reason"])


class RankForm(OnePlayerForm):
    """New rank; ranks between the old and the new one move by one."""

    before = NumberField(widget=forms.HiddenInput)
    rank = NumberField(
        error_messages={"required": gettext_lazy("Say which rank."), "invalid": gettext_lazy("A rank is a whole number.")}
    )
    reason = reason_field()

    def command(self) -> AdjustRank:
        found = self.cleaned_data
        return AdjustRank(player=self.seat, before=found["before"], rank=found["rank"], reason=found["reason"])


class WoundsForm(OnePlayerForm):
    """New number of wounds on a strip."""

    before = NumberField(widget=forms.HiddenInput)
    wounds = NumberField(
        error_messages={
            "required": gettext_lazy("Say how many wounds."),
            "invalid": gettext_lazy("Wounds are counted in whole numbers."),
        }
    )
    reason = reason_field()

    def command(self) -> AdjustWounds:
        found = self.cleaned_data
        return AdjustWounds(player=self.seat, before=found["before"], wounds=found["wounds"], reason=found["reason"])


class CardForm(OnePlayerForm):
    """Move a named Favor: into a hand ("in"), to the discards ("out") or to another player (that seat)."""

    favor = forms.SlugField(
        max_length=60,
        error_messages={"required": gettext_lazy("Choose the Favor."), "invalid": gettext_lazy("There is no such Favor.")},
    )
    goes = forms.SlugField(
        max_length=60,
        error_messages={
            "required": gettext_lazy("Say where the card goes."),
            "invalid": gettext_lazy("Choose a player, or the discards."),
        },
    )
    reason = reason_field()

    def command(self) -> FetchFavor | TakeFavor:
        favor, goes, reason = FavorId(self.cleaned_data["favor"]), self.cleaned_data["goes"], self.cleaned_data["reason"]
        if goes == "in":
            return FetchFavor(player=self.seat, favor=favor, reason=reason)
        return TakeFavor(player=self.seat, favor=favor, to=None if goes == "out" else SeatId(goes), reason=reason)


class SpouseForm(OnePlayerForm):
    """Enter a marriage; without a name, end the present one."""

    other = forms.SlugField(
        max_length=60, required=False, error_messages={"invalid": gettext_lazy("Choose a player of this event.")}
    )
    reason = reason_field()

    def command(self) -> SetSpouses:
        other = self.cleaned_data["other"]
        return SetSpouses(player=self.seat, other=SeatId(other) if other else None, reason=self.cleaned_data["reason"])


class CeremonyForm(CommandForm):
    """Record a ceremony."""

    month = forms.IntegerField(min_value=0, max_value=99, widget=forms.HiddenInput)
    kind = forms.ChoiceField(
        choices=lambda: [(kind.value, CEREMONY_NAMES[kind]) for kind in CeremonyKind],
        error_messages={
            "required": gettext_lazy("Say whether it is a marriage, a funeral or a duel."),
            "invalid_choice": gettext_lazy("There are three ceremonies."),
        },
    )
    house = forms.ChoiceField(
        error_messages={"required": gettext_lazy("Choose the House."), "invalid_choice": gettext_lazy("No such House.")}
    )
    other = forms.ChoiceField(required=False, error_messages={"invalid_choice": gettext_lazy("No such House.")})
    what = forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say who marries, is buried or fights."),
            "max_length": gettext_lazy("Say it in 300 characters."),
        },
    )

    def __init__(self, *args: Any, houses: Iterable[HouseName] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [(house.id, house.name) for house in houses]
        self.fields["house"].choices = choices  # type: ignore[attr-defined]
        self.fields["other"].choices = [("", say("No other House")), *choices]  # type: ignore[attr-defined]

    def command(self) -> HoldCeremony:
        found = self.cleaned_data
        houses = tuple(HouseId(house) for house in (found["house"], found["other"]) if house)
        return HoldCeremony(month=found["month"], kind=CeremonyKind(found["kind"]), houses=houses, what=found["what"])


class AttendForm(ChoiceForm):
    """Guests who are there: "3 cat-1" for one, "3 *" for all."""

    there = forms.RegexField(
        regex=r"^\d{1,6} ([\w-]{1,60}|\*)$",
        error_messages={"required": gettext_lazy("Tap who is there."), "invalid": gettext_lazy("No such ceremony or player.")},
    )

    def command(self) -> Attend | AttendAll:
        ceremony, player = self.cleaned_data["there"].split(" ")
        if player == "*":
            return AttendAll(ceremony=int(ceremony))
        return Attend(ceremony=int(ceremony), player=SeatId(player))


class OverForm(ChoiceForm):
    """End a ceremony."""

    over = forms.IntegerField(min_value=1, max_value=10**6, error_messages=dict.fromkeys(("required", "invalid"), ONE_OF_THEM))

    def command(self) -> EndCeremony:
        return EndCeremony(ceremony=self.cleaned_data["over"])


class FuneralForm(ChoiceForm):
    """Record a funeral with one tap: "3 wolf wolf-1" is month, House and player of the dead."""

    dead = forms.RegexField(
        regex=r"^\d{1,3} [\w-]{1,60} [\w-]{1,60}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Tap whose funeral it is.")),
    )

    def command(self) -> HoldCeremony:
        month, house, dead = self.cleaned_data["dead"].split(" ")
        houses = (HouseId(house),)
        return HoldCeremony(month=int(month), kind=CeremonyKind.FUNERAL, houses=houses, what="", dead=SeatId(dead))


# === payment ============================================================================================================

# Forms for the order of payment, the same on the phone and at a desk.


class PayersForm(OnePlayerForm):
    """Players of a House who pay first, and whether Power goes before a Favor."""

    payers = Many(required=False)
    power_first = forms.BooleanField(required=False)

    def command(self) -> NamePayers:
        found = self.cleaned_data
        named = tuple(SeatId(each) for each in found["payers"])
        return NamePayers(seat=self.seat, payers=named, power_first=found["power_first"])


class FavorsFirstForm(OnePlayerForm):
    """Favors that go first, by kind."""

    favors = Many(required=False)

    def command(self) -> NameFavors:
        return NameFavors(seat=self.seat, favors=tuple(FavorId(each) for each in self.cleaned_data["favors"]))


def typed_payers(post: QueryDict) -> TypedPayment:
    """Input of the House's form."""
    return TypedPayment(form="payers", named=tuple(post.getlist("payers")), power_first=bool(post.get("power_first")))


def typed_favors(post: QueryDict) -> TypedPayment:
    """Input of the hand's form."""
    return TypedPayment(form="favors", named=tuple(post.getlist("favors")))
