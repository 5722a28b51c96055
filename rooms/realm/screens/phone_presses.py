"""Commands of players on the phone: spouses, Power, Favors, buildings; with the forms for spouses and holdings."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.desks.command import ChoiceForm, CommandForm, form_of, hidden_number, one_error
from control.engine.typed_text import number_in
from control.people.access import seat_or_404
from control.phone.presses import press, press_view
from rooms.realm.game.buildings.loans import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.ownership import TradeIn
from rooms.realm.game.ceremonies import MeetSpouse
from rooms.realm.game.scheme_effects.holdings import ChooseForScheme
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.game.view_favors import favors_panel
from rooms.realm.game.view_holdings import Typed, purse
from rooms.realm.game.view_payment import payment
from rooms.realm.game.view_weddings import marry_panel
from rooms.realm.screens.favors import UseFavorForm, typed_in
from rooms.realm.screens.hostages import KillForm, ReleaseForm
from rooms.realm.screens.house_forms import FavorsFirstForm, PayersForm, typed_favors, typed_payers
from rooms.realm.screens.in_force_forms import FOR_THIS_MONTH, house_field, until_field
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


MeetForm = form_of(MeetSpouse, given=("seat",))  # the couple has met
PassForm = form_of(
    PassOn,
    given=("seat",),
    to=forms.SlugField(max_length=60, error_messages=one_error(gettext_lazy("Choose who of your House gets it."))),
    power=forms.IntegerField(
        min_value=0,
        max_value=10_000,
        required=False,
        error_messages=one_error(gettext_lazy("Power is a whole number.")),
    ),
)
TradeForm = form_of(TradeIn, given=("seat",))  # three Favors become a building at these places


class AllowForm(CommandForm):
    """Let another House use a building of the own House."""

    building = hidden_number(1, 10**6)
    month = hidden_number(0, 999)
    house = house_field()
    until = until_field()

    def command(self) -> AllowBuilding:
        found = self.cleaned_data
        return self.build(AllowBuilding, until=found["month"] if found["until"] == FOR_THIS_MONTH else None)


class RevokeForm(ChoiceForm):
    """End a permission: "3 wolf" is the building and the House."""

    end = forms.RegexField(
        regex=r"^\d{1,6} [\w-]{1,60}\Z",
        error_messages=one_error(gettext_lazy("Tap the permission that is to end.")),
    )

    def command(self) -> RevokeBuilding:
        building, house = self.cleaned_data["end"].split(" ")
        return self.build(RevokeBuilding, building=int(building), house=house)


class SchemeChoiceForm(ChoiceForm):
    """Choose the Favor, or the number of the hostage, that a scheme takes; one button each."""

    scheme = hidden_number(1, 10**6)
    pick = forms.RegexField(
        regex=r"^[\w-]{1,60}(#\d{1,4})?\Z",
        error_messages=one_error(gettext_lazy("Tap one of them.")),
    )

    def command(self) -> ChooseForScheme:
        pick = self.cleaned_data["pick"]
        if (hostage := number_in(pick)) is not None:
            return self.build(ChooseForScheme, hostage=hostage)
        return self.build(ChooseForScheme, card=pick)


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
