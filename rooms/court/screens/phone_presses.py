"""Buttons of a player of the Court and their forms: hand and vote; the Sovereign's choices, speakers and payers."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.desks.command import ChoiceForm, form_of, hidden_number, one_error
from control.engine.modules import Command
from control.people.access import seat_or_404
from control.phone.presses import press, press_view
from rooms.court.game.floor.cycles import ChooseProposal, ReturnProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.speakers import LowerHand, RaiseHand
from rooms.court.game.floor.vote import CastVote
from rooms.court.game.floor.vote_result import DecideTie
from rooms.court.game.view_sovereign import TypedShares, sovereign_floor
from rooms.court.rules.pool_shares import Share
from rooms.court.screens.floor_forms import LEADS
from rooms.court.screens.phone import CHOOSING, FLOOR, NAMING
from rooms.court.screens.schemes import NameForm

# === forms ==============================================================================================================

# Forms of a player's buttons on the floor.


FAVOR, AGAINST = "favor", "against"
UP, DOWN = "up", "down"
IN_TURN: Final = "turn"
NO_SHARE = gettext_lazy("A share is a whole number, 0 or more.")


def _side() -> forms.ChoiceField:
    errors = one_error(gettext_lazy("Tap for or against."))
    return forms.ChoiceField(choices=((FAVOR, FAVOR), (AGAINST, AGAINST)), error_messages=errors)


class PhoneMonthForm(ChoiceForm):
    """A player's form about the Court of the month on the phone."""

    month = hidden_number(0, 999)


class PhoneCycleForm(PhoneMonthForm):
    """A player's form about the proposal in one cycle."""

    cycle = hidden_number(1, 99)


class PhoneStepForm(PhoneMonthForm):
    """A player's form about the speakers, in the step on the phone."""

    step = forms.SlugField(max_length=60, widget=forms.HiddenInput)


class VoteForm(PhoneCycleForm):
    """Vote for or against. Two buttons are two commands; the same button sent twice is one."""

    vote = _side()

    def command(self) -> CastVote:
        return self.build(CastVote, favor=self.cleaned_data["vote"] == FAVOR)


class HandForm(PhoneStepForm):
    """Raise or lower the player's own hand."""

    hand = forms.ChoiceField(
        choices=((UP, UP), (DOWN, DOWN)),
        error_messages=one_error(gettext_lazy("Raise your hand or lower it.")),
    )

    def command(self) -> Command:
        return self.build(RaiseHand if self.cleaned_data["hand"] == UP else LowerHand)


class SpeakerForm(PhoneStepForm):
    """Lead the list of speakers, as the Sovereign: "give cat-1" (GE-SOV-25)."""

    speaker = forms.RegexField(
        regex=rf"^({'|'.join(LEADS)}) [\w-]{{1,60}}\Z",
        error_messages=one_error(gettext_lazy("Tap one of the speakers.")),
    )

    def command(self) -> Command:
        act, speaker = self.cleaned_data["speaker"].split(" ")
        return self.build(LEADS[act], speaker=speaker)


PROPOSAL: Final = {"author": gettext_lazy("Tap one of the proposals.")}
ChooseForm = form_of(ChooseProposal, base=PhoneMonthForm, given=("seat", "leverage"), errors=PROPOSAL)
ReturnForm = form_of(ReturnProposal, base=PhoneMonthForm, given=("seat",), errors=PROPOSAL)


class TieForm(PhoneCycleForm):
    """Decide a tie."""

    tie = _side()

    def command(self) -> DecideTie:
        return self.build(DecideTie, passes=self.cleaned_data["tie"] == FAVOR)


class PayForm(PhoneCycleForm):
    """Payers and shares, a line for each pool; or all in turn."""

    makes = PayLaw
    act = forms.CharField(required=False, max_length=20)

    def __init__(self, *args: Any, typed: TypedShares, **more: Any) -> None:
        super().__init__(*args, **more)
        self.lines = typed.shares

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        found["shares"] = ()
        if found.get("act") == IN_TURN:
            return found
        try:
            found["shares"] = tuple(
                Share(payer=payer, power=_points(power), favors=_points(favors)) for payer, power, favors in self.lines
            )
        except ValueError:
            self.add_error("act", NO_SHARE)
            return found
        if not found["shares"]:
            self.add_error("act", gettext_lazy("Name who pays, or take it in turn from all pools."))
        return found


def _points(typed: str) -> int:
    """A typed share. An empty field is 0."""
    if not typed.strip():
        return 0
    if not (typed.strip().isascii() and typed.strip().isdigit() and len(typed.strip()) < 4):
        raise ValueError(typed)
    return int(typed)


# === presses ============================================================================================================

# Views of these buttons.


MOST_PAYERS: Final = 40  # lines read from a form


vote = press_view(VoteForm, FLOOR)  # vote for or against
hand = press_view(HandForm, FLOOR)  # raise or lower one's hand
speaker = press_view(SpeakerForm, FLOOR)  # lead the list of speakers
choose = press_view(ChooseForm, CHOOSING)  # choose the next proposal
take_back = press_view(ReturnForm, CHOOSING)  # take a proposal out of its cycle
name_proposal = press_view(NameForm, NAMING)  # name a proposal by one's scheme
tie = press_view(TieForm, CHOOSING)  # decide a tie


@never_cache
@require_POST
def pay(request: HttpRequest) -> HttpResponse:
    """Pay for a law."""
    door, post = seat_or_404(request), request.POST
    columns = (post.getlist(name)[:MOST_PAYERS] for name in ("payer", "power", "favors"))
    typed = TypedShares(cycle=post.get("cycle", ""), shares=tuple(zip(*columns, strict=False)))
    form = PayForm(post, seat=door.seat, typed=typed)
    return press(request, door, form, CHOOSING, lambda sight: sight.view(sovereign_floor, typed))
