"""How a House pays and which Favors go first, as forms: the same on the phone and at a desk (R-06, R-08, R-136)."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from control.engine.ids import SeatId
from control.people.forms import SeatForm
from rooms.realm.game.treasury.payment import NameFavors, NamePayers
from rooms.realm.game.view_payment import Typed
from rooms.realm.scenario.ids import FavorId
from rooms.realm.screens.standing_forms import Many


class PayersForm(SeatForm):
    """Who of a House pays first, and whether a Power goes before a Favor."""

    payers = Many(required=False)
    power_first = forms.BooleanField(required=False)

    def command(self) -> NamePayers:
        found = self.cleaned_data
        named = tuple(SeatId(each) for each in found["payers"])
        return NamePayers(seat=self.seat, payers=named, power_first=found["power_first"])


class FavorsFirstForm(SeatForm):
    """The Favors that go first, by kind."""

    favors = Many(required=False)

    def command(self) -> NameFavors:
        return NameFavors(seat=self.seat, favors=tuple(FavorId(each) for each in self.cleaned_data["favors"]))


def typed_payers(post: QueryDict) -> Typed:
    """What stood in the House's form."""
    return Typed(form="payers", named=tuple(post.getlist("payers")), power_first=bool(post.get("power_first")))


def typed_favors(post: QueryDict) -> Typed:
    """What stood in the hand's form."""
    return Typed(form="favors", named=tuple(post.getlist("favors")))
