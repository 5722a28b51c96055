"""Schemes for this month's Court on Court Control's tablet: a live region and its buttons, and forms for phones too.

Rules: R-127, R-128.
"""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from control.desks.command import ChoiceForm, one_error
from control.desks.presses import PressPlace, carry_out_and_answer
from control.people.access import desk_or_404
from control.regions.kinds import DeskRegion, register
from rooms.court.game.schemes import CourtSchemes, NameProposal, UseBribes, UseDissent, schemes_at_desk
from rooms.court.screens.uprising_forms import UprisingMonthForm
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.screens.desk_pages import Look

# === forms ==============================================================================================================

# Forms about schemes at the Court, for phones and the desk. Each action is one button.


class UseForm(UprisingMonthForm, ChoiceForm):
    """Use the votes of a scheme: "3 for 1", "3 against 1" in the vote of a cycle, "3 rise 1" in an Uprising."""

    use = forms.RegexField(
        regex=r"^\d{1,6} (for|against|rise) \d{1,3}\Z",
        error_messages=one_error(gettext_lazy("Tap for or against.")),
    )

    def command(self) -> UseBribes | UseDissent:
        scheme, side, number = self.cleaned_data["use"].split(" ")
        if side == "rise":
            return self.build(UseDissent, number=int(number), scheme=int(scheme))
        return self.build(UseBribes, cycle=int(number), scheme=int(scheme), favor=side == "for")


class NameForm(UprisingMonthForm, ChoiceForm):
    """Name a proposal by a scheme: "3 cat-1", the scheme and the author."""

    name = forms.RegexField(
        regex=r"^\d{1,6} [\w-]{1,60}\Z",
        error_messages=one_error(gettext_lazy("Tap one of the proposals.")),
    )

    def command(self) -> NameProposal:
        scheme, author = self.cleaned_data["name"].split(" ")
        return self.build(NameProposal, scheme=int(scheme), author=author)


# === region and taps ====================================================================================================

# The live region on Court Control's tablet, and its buttons.


REGION = "court_schemes"


def schemes_shown(seen: Look) -> CourtSchemes:
    """Unused schemes for Court Control."""
    found = seen.sight.view(schemes_at_desk)
    if found is None:  # only this desk has the region
        raise LookupError("schemes")
    return found


register(
    DeskRegion(
        name=REGION,
        template="court/desk/_schemes.html",
        topics=("court", "schemes", "clock"),
        view=schemes_shown,
        desks=frozenset({Desk.COURT}),
    ),
    realm=NAME,
)


def addresses(place: PressPlace) -> list[URLPattern]:
    """The addresses of the region, for the page of its desk."""

    def use(request: HttpRequest, event_id: int) -> HttpResponse:
        """Use the votes of one scheme, for a House."""
        door = desk_or_404(request, event_id, Desk.COURT)
        return carry_out_and_answer(request, door, UseForm(request.POST), place, "court", "schemes")

    def name(request: HttpRequest, event_id: int) -> HttpResponse:
        """Enter the proposal that a schemer names."""
        door = desk_or_404(request, event_id, Desk.COURT)
        return carry_out_and_answer(request, door, NameForm(request.POST), place, "court", "schemes")

    return [
        path("schemes/use/", require_POST(use), name="scheme-use"),
        path("schemes/name/", require_POST(name), name="scheme-name"),
    ]
