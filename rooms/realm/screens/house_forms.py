"""Forms of the Houses: purses, payment, marriages and ceremonies (R-06, R-08, R-136)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, form_of, hidden_number, one_error, reason_field
from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.ceremonies import CEREMONY_NAMES, HoldCeremony, SetSpouses
from rooms.realm.game.ceremony_attendance import Attend, AttendAll, EndCeremony
from rooms.realm.game.choice_lists import HouseName
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.hand_corrections import FetchFavor, TakeFavor
from rooms.realm.game.ranks_and_wounds import AdjustRank, AdjustWounds
from rooms.realm.game.state import CeremonyKind
from rooms.realm.game.treasury.payment import NameFavors, NamePayers
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.view_payment import TypedPayment
from rooms.realm.scenario.ids import HouseId

# === Houses =============================================================================================================

# Forms for purses, marriages and ceremonies.


ONE_OF_THEM = gettext_lazy("Tap the ceremony that is over.")
WOUNDS = {"required": gettext_lazy("Say how many wounds."), "invalid": gettext_lazy("Wounds are counted in whole numbers.")}


PowerForm = form_of(
    AdjustPower,
    given=("seat",),
    errors={"power": {"required": gettext_lazy("Say how much Power."), "invalid": gettext_lazy("Power is a whole number.")}},
)
FavorsForm = form_of(  # to draw, or to discard if negative
    GiveFavors,
    given=("seat",),
    errors={
        "count": {
            "required": gettext_lazy("Say how many Favors."),
            "invalid": gettext_lazy("Favors are counted in whole numbers."),
        }
    },
)
RankForm = form_of(  # ranks between the old and the new one move by one
    AdjustRank,
    given=("player",),
    errors={"rank": {"required": gettext_lazy("Say which rank."), "invalid": gettext_lazy("A rank is a whole number.")}},
)
WoundsForm = form_of(AdjustWounds, given=("player",), errors={"wounds": WOUNDS})


class CardForm(CommandForm):
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
        goes = self.cleaned_data["goes"]
        return self.build(FetchFavor) if goes == "in" else self.build(TakeFavor, to=None if goes == "out" else goes)


SpouseForm = form_of(  # without a name, the present marriage ends
    SetSpouses, given=("player",), errors={"other": {"invalid": gettext_lazy("Choose a player of this event.")}}
)


class CeremonyForm(CommandForm):
    """Record a ceremony."""

    month = hidden_number(0, 99)
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
        houses = filter(None, (self.cleaned_data["house"], self.cleaned_data["other"]))
        return self.build(HoldCeremony, houses=tuple(houses))


class AttendForm(ChoiceForm):
    """Guests who are there: "3 cat-1" for one, "3 *" for all."""

    there = forms.RegexField(
        regex=r"^\d{1,6} ([\w-]{1,60}|\*)\Z",
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
        regex=r"^\d{1,3} [\w-]{1,60} [\w-]{1,60}\Z",
        error_messages=one_error(gettext_lazy("Tap whose funeral it is.")),
    )

    def command(self) -> HoldCeremony:
        month, house, dead = self.cleaned_data["dead"].split(" ")
        houses = (HouseId(house),)
        return HoldCeremony(month=int(month), kind=CeremonyKind.FUNERAL, houses=houses, what="", dead=SeatId(dead))


# === payment ============================================================================================================

# Forms for the order of payment, the same on the phone and at a desk.


PayersForm = form_of(NamePayers, given=("seat",))  # who of a House pays first, and whether Power goes before a Favor
FavorsFirstForm = form_of(NameFavors, given=("seat",))  # Favors that go first, by kind


def typed_payers(post: QueryDict) -> TypedPayment:
    """Input of the House's form."""
    return TypedPayment(form="payers", named=tuple(post.getlist("payers")), power_first=bool(post.get("power_first")))


def typed_favors(post: QueryDict) -> TypedPayment:
    """Input of the hand's form."""
    return TypedPayment(form="favors", named=tuple(post.getlist("favors")))
