"""What a player presses: spouses meet or part, Power and Favors go to a relative, Favors become a building, a House may use one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.people.access import seat_or_404
from control.phone.presses import press, pressing
from rooms.realm.game.view_favors import favors_panel
from rooms.realm.game.view_holdings import Typed, purse
from rooms.realm.game.view_payment import payment
from rooms.realm.game.view_weddings import marry_panel
from rooms.realm.screens.favor_forms import UseFavorForm, typed_in
from rooms.realm.screens.hostage_forms import KillForm, ReleaseForm
from rooms.realm.screens.payment_forms import FavorsFirstForm, PayersForm, typed_favors, typed_payers
from rooms.realm.screens.phone_forms import AllowForm, MeetForm, PassForm, RevokeForm, SchemeChoiceForm, TradeForm
from rooms.realm.screens.wedding_forms import (
    AgreeForm,
    AgreeToDivorceForm,
    AnointForm,
    AskForDivorceForm,
    AskForm,
    BreakForm,
    StayMarriedForm,
    WedForm,
)

meet_spouse = pressing(MeetForm, "spouse")  # the couple has met
ask_for_divorce = pressing(AskForDivorceForm, "divorce")  # one of a couple wants to part
divorce = pressing(AgreeToDivorceForm, "divorce")  # the other agrees
stay_married = pressing(StayMarriedForm, "divorce")  # or does not, or it is taken back
agree = pressing(AgreeForm, "weddings")  # who was asked says yes
break_off = pressing(BreakForm, "weddings")  # or no, or the one who asked takes it back
wed = pressing(WedForm, "weddings")  # a Priest weds two who have agreed
anoint = pressing(AnointForm, "weddings")  # a House with a Chapel has a Priest
kill_hostage = pressing(KillForm, "hostages")  # a hostage of the own House's mat dies
release_hostage = pressing(ReleaseForm, "hostages")  # it goes home
scheme_choice = pressing(SchemeChoiceForm, "schemes")  # the Favor or the hostage that a scheme takes
allow = pressing(AllowForm, "buildings")  # another House may use a building of the own House
revoke = pressing(RevokeForm, "buildings")  # it may no longer


@never_cache
@require_POST
def pass_on(request: HttpRequest) -> HttpResponse:
    """Power and Favors for a relative."""
    door, post = seat_or_404(request), request.POST
    typed = Typed(form="pass", to=post.get("to", ""), power=post.get("power", ""), cards=tuple(post.getlist("favors")))
    return press(request, door, PassForm(post, seat=door.seat), "purse", lambda sight: sight.view(purse, typed))


@never_cache
@require_POST
def name_payers(request: HttpRequest) -> HttpResponse:
    """Who of the own House pays first."""
    door, typed = seat_or_404(request), typed_payers(request.POST)
    return press(request, door, PayersForm(request.POST, seat=door.seat), "payment", lambda sight: sight.view(payment, typed))


@never_cache
@require_POST
def name_favors(request: HttpRequest) -> HttpResponse:
    """Which own Favors go first."""
    door, typed = seat_or_404(request), typed_favors(request.POST)
    return press(request, door, FavorsFirstForm(request.POST, seat=door.seat), "payment", lambda sight: sight.view(payment, typed))


@never_cache
@require_POST
def ask_to_marry(request: HttpRequest) -> HttpResponse:
    """A question to somebody."""
    door, post = seat_or_404(request), request.POST
    typed = (post.get("other", ""), post.get("hostages", ""))
    return press(request, door, AskForm(post, seat=door.seat), "marry", lambda sight: sight.view(marry_panel, typed))


@never_cache
@require_POST
def trade_in(request: HttpRequest) -> HttpResponse:
    """Three Favors for a building."""
    door, post = seat_or_404(request), request.POST
    typed = Typed(form="trade", cards=tuple(post.getlist("cards")), places=tuple(post.getlist("places")))
    return press(request, door, TradeForm(post, seat=door.seat), "purse", lambda sight: sight.view(purse, typed))


@never_cache
@require_POST
def use_favor(request: HttpRequest) -> HttpResponse:
    """A Favor for its ability."""
    door, post = seat_or_404(request), request.POST
    typed = typed_in(post)
    return press(request, door, UseFavorForm(post, seat=door.seat), "favors", lambda sight: sight.view(favors_panel, typed))
