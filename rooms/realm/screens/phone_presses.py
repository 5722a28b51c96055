"""Commands of players on the phone: spouses, Power, Favors, buildings; with the forms for spouses and holdings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.desks.command import ChoiceForm, CommandForm, Many, NumberField
from control.engine.ids import SeatId
from control.people.access import seat_or_404
from control.phone.presses import press, press_view
from rooms.realm.game.buildings.loans import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.ownership import TradeIn
from rooms.realm.game.ceremonies import MeetSpouse
from rooms.realm.game.strikes.holdings import ChooseForScheme
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.game.view_favors import favors_panel
from rooms.realm.game.view_holdings import Typed, purse
from rooms.realm.game.view_payment import payment
from rooms.realm.game.view_weddings import marry_panel
from rooms.realm.scenario.ids import CardId, HouseId, RegionId
from rooms.realm.screens.favors import UseFavorForm, typed_in
from rooms.realm.screens.hostages import KillForm, ReleaseForm
from rooms.realm.screens.house_forms import FavorsFirstForm, PayersForm, typed_favors, typed_payers
from rooms.realm.screens.in_force_forms import FOR_THIS_MONTH, house_field, number_field, until_field
from rooms.realm.screens.weddings import (
    AgreeMarriageForm,
    AgreeToDivorceForm,
    AnointForm,
    AskForDivorceForm,
    BreakForm,
    ProposeMarriageForm,
    StayMarriedForm,
    WedForm,
)

# === forms ==============================================================================================================

# Forms for spouses and holdings.


class MeetForm(CommandForm):
    """Report that the couple has met."""

    month = NumberField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> MeetSpouse:
        return MeetSpouse(seat=self.seat, month=self.cleaned_data["month"])


class PassForm(CommandForm):
    """Give Power and Favors to another member of the own House."""

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
    """Trade in three Favors, with the places of the building."""

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
    """Let another House use a building of the own House."""

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
    """End a permission: "3 wolf" is the building and the House."""

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
    """Choose the Favor, or the number of the hostage, that a scheme takes; one button each."""

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


# === presses ============================================================================================================

# Requests: spouses meet or divorce, Power and Favors go to a relative, Favors become a building, a building is lent.


meet_spouse = press_view(MeetForm, "spouse")  # the couple has met
ask_for_divorce = press_view(AskForDivorceForm, "divorce")  # ask the spouse for a divorce
divorce = press_view(AgreeToDivorceForm, "divorce")  # agree to it
stay_married = press_view(StayMarriedForm, "divorce")  # refuse it, or take the own request back
agree = press_view(AgreeMarriageForm, "weddings")  # accept a proposal
break_off = press_view(BreakForm, "weddings")  # refuse it, or take the own proposal back
wed = press_view(WedForm, "weddings")  # wed a couple, as Priest
anoint = press_view(AnointForm, "weddings")  # name the Priest of a House with a Chapel
kill_hostage = press_view(KillForm, "hostages")  # kill a hostage on the own House's mat
release_hostage = press_view(ReleaseForm, "hostages")  # send it home
scheme_choice = press_view(SchemeChoiceForm, "schemes")  # choose the Favor or the hostage that a scheme takes
allow = press_view(AllowForm, "buildings")  # let another House use a building of the own House
revoke = press_view(RevokeForm, "buildings")  # end that permission


@never_cache
@require_POST
def pass_on(request: HttpRequest) -> HttpResponse:
    """Give Power and Favors to a relative."""
    door, post = seat_or_404(request), request.POST
    typed = Typed(form="pass", to=post.get("to", ""), power=post.get("power", ""), cards=tuple(post.getlist("favors")))
    return press(request, door, PassForm(post, seat=door.seat), "purse", lambda sight: sight.view(purse, typed))


@never_cache
@require_POST
def name_payers(request: HttpRequest) -> HttpResponse:
    """Name the own House's payers."""
    door, typed = seat_or_404(request), typed_payers(request.POST)
    return press(request, door, PayersForm(request.POST, seat=door.seat), "payment", lambda sight: sight.view(payment, typed))


@never_cache
@require_POST
def name_favors(request: HttpRequest) -> HttpResponse:
    """Name the own Favors that go first."""
    door, typed = seat_or_404(request), typed_favors(request.POST)
    return press(request, door, FavorsFirstForm(request.POST, seat=door.seat), "payment", lambda sight: sight.view(payment, typed))


@never_cache
@require_POST
def ask_to_marry(request: HttpRequest) -> HttpResponse:
    """Propose marriage to somebody."""
    door, post = seat_or_404(request), request.POST
    typed = (post.get("other", ""), post.get("hostages", ""))
    return press(request, door, ProposeMarriageForm(post, seat=door.seat), "marry", lambda sight: sight.view(marry_panel, typed))


@never_cache
@require_POST
def trade_in(request: HttpRequest) -> HttpResponse:
    """Trade in three Favors for a building."""
    door, post = seat_or_404(request), request.POST
    typed = Typed(form="trade", cards=tuple(post.getlist("cards")), places=tuple(post.getlist("places")))
    return press(request, door, TradeForm(post, seat=door.seat), "purse", lambda sight: sight.view(purse, typed))


@never_cache
@require_POST
def use_favor(request: HttpRequest) -> HttpResponse:
    """Use a Favor for its ability."""
    door, post = seat_or_404(request), request.POST
    typed = typed_in(post)
    return press(request, door, UseFavorForm(post, seat=door.seat), "favors", lambda sight: sight.view(favors_panel, typed))
