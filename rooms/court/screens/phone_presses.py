"""Buttons of a player of the Court and their forms: hand and vote; the Sovereign's choices, speakers and payers."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control.desks.command import ChoiceForm
from control.engine.ids import SeatId, StepId
from control.people.access import seat_or_404
from control.phone.presses import press, press_view
from rooms.court.game.cycles import ChooseProposal, ReturnProposal
from rooms.court.game.payment import PayLaw
from rooms.court.game.sovereign_view import TypedShares, sovereign_floor
from rooms.court.game.speakers import EndSpeech, GiveFloor, LowerHand, RaiseHand, SkipSpeaker
from rooms.court.game.vote import CastVote
from rooms.court.game.vote_result import DecideTie
from rooms.court.rules.pool_shares import Share
from rooms.court.screens.phone import CHOOSING, FLOOR, NAMING
from rooms.court.screens.schemes import NameForm

# === forms ==============================================================================================================

# Forms of a player's buttons on the floor.


FAVOR, AGAINST = "favor", "against"
UP, DOWN = "up", "down"
LEADS: Final[dict[str, type[GiveFloor | SkipSpeaker | EndSpeech]]] = {"give": GiveFloor, "skip": SkipSpeaker, "done": EndSpeech}
IN_TURN: Final = "turn"
NO_SIDE = gettext_lazy("Tap for or against.")
NO_SHARE = gettext_lazy("A share is a whole number, 0 or more.")


def _month() -> forms.IntegerField:
    return forms.IntegerField(min_value=0, max_value=999, widget=forms.HiddenInput)


def _cycle() -> forms.IntegerField:
    return forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)


def _step() -> forms.SlugField:
    return forms.SlugField(max_length=60, widget=forms.HiddenInput)


def _side() -> forms.ChoiceField:
    errors = dict.fromkeys(("required", "invalid_choice"), NO_SIDE)
    return forms.ChoiceField(choices=((FAVOR, FAVOR), (AGAINST, AGAINST)), error_messages=errors)


def _author() -> forms.SlugField:
    errors = dict.fromkeys(("required", "invalid", "max_length"), gettext_lazy("Tap one of the proposals."))
    return forms.SlugField(max_length=60, error_messages=errors)


class VoteForm(ChoiceForm):
    """Vote for or against. Two buttons are two commands; the same button sent twice is one."""

    month = _month()
    cycle = _cycle()
    vote = _side()

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> CastVote:
        found = self.cleaned_data
        return CastVote(month=found["month"], cycle=found["cycle"], seat=self.seat, favor=found["vote"] == FAVOR)


class HandForm(ChoiceForm):
    """Raise or lower the player's own hand, in the step on the phone."""

    month = _month()
    step = _step()
    hand = forms.ChoiceField(
        choices=((UP, UP), (DOWN, DOWN)),
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Raise your hand or lower it.")),
    )

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> RaiseHand | LowerHand:
        found = self.cleaned_data
        kind = RaiseHand if found["hand"] == UP else LowerHand
        return kind(month=found["month"], step=StepId(found["step"]), seat=self.seat)


class SpeakerForm(ChoiceForm):
    """Lead the list of speakers, as the Sovereign: "give cat-1" (GE-SOV-25)."""

    month = _month()
    step = _step()
    speaker = forms.RegexField(
        regex=rf"^({'|'.join(LEADS)}) [\w-]{{1,60}}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Tap one of the speakers.")),
    )

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> GiveFloor | SkipSpeaker | EndSpeech:
        found = self.cleaned_data
        act, _, speaker = found["speaker"].partition(" ")
        return LEADS[act](month=found["month"], step=StepId(found["step"]), speaker=SeatId(speaker), seat=self.seat)


class ChooseForm(ChoiceForm):
    """Choose a proposal for the next free cycle."""

    month = _month()
    author = _author()

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> ChooseProposal:
        found = self.cleaned_data
        return ChooseProposal(month=found["month"], author=SeatId(found["author"]), seat=self.seat)


class ReturnForm(ChoiceForm):
    """Take a chosen proposal out of its cycle."""

    month = _month()
    author = _author()

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> ReturnProposal:
        found = self.cleaned_data
        return ReturnProposal(month=found["month"], author=SeatId(found["author"]), seat=self.seat)


class TieForm(ChoiceForm):
    """Decide a tie."""

    month = _month()
    cycle = _cycle()
    tie = _side()

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat

    def command(self) -> DecideTie:
        found = self.cleaned_data
        return DecideTie(month=found["month"], cycle=found["cycle"], passes=found["tie"] == FAVOR, seat=self.seat)


class PayForm(ChoiceForm):
    """Payers and shares, a line for each pool; or all in turn."""

    month = _month()
    cycle = _cycle()
    act = forms.CharField(required=False, max_length=20)

    def __init__(self, *args: Any, seat: SeatId, typed: TypedShares, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat
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

    def command(self) -> PayLaw:
        found = self.cleaned_data
        return PayLaw(month=found["month"], cycle=found["cycle"], shares=found["shares"], seat=self.seat)


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
