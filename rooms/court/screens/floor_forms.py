"""Forms of Court Control's buttons: roll, choice of proposals, vote, close, payment (R-80, R-128, R-78)."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, form_of, hidden_number, one_error, reason_field
from control.engine.modules import Command
from control.engine.refusal import Refused
from rooms.court.game.floor.cycles import ChooseProposal, StrikeProposal
from rooms.court.game.floor.payment import PayLaw
from rooms.court.game.floor.speakers import EndSpeech, GiveFloor, LowerHand, RaiseHand, SkipSpeaker
from rooms.court.game.floor.vote import CastVote, CountBribes, CountFists
from rooms.court.game.floor.vote_result import CloseVote, DecideTie
from rooms.court.game.proposals.amendment import AmendProposal
from rooms.court.game.roll import CorrectRoll
from rooms.court.game.state import Consent
from rooms.court.rules.pool_shares import Share
from rooms.realm.papers.game.types import paper_from_form

PLAYER: Final = one_error(gettext_lazy("Choose a player."))
SIDE: Final = one_error(gettext_lazy("Choose for or against."))
NUMBER: Final = {**one_error(gettext_lazy("Write a whole number.")), "required": gettext_lazy("Say how many.")}
HANDS: Final = {"raise": RaiseHand, "lower": LowerHand}
LEADS: Final = {"give": GiveFloor, "skip": SkipSpeaker, "done": EndSpeech}
TOKEN: Final = re.compile(r"([\w-]{1,40}) (power|favor) ([1-9][0-9]?)")


class MonthForm(CommandForm):
    """A form about the Court of the month on the sender's screen."""

    month = hidden_number(1, 99)


class CycleForm(MonthForm):
    """A form about the proposal in one cycle."""

    cycle = hidden_number(1, 99)


FistsForm = form_of(  # of players who have not voted by name
    CountFists, base=CycleForm, fists=forms.IntegerField(min_value=0, max_value=999, error_messages=NUMBER)
)
CloseForm = form_of(CloseVote, base=CycleForm)
StrikeForm = form_of(StrikeProposal, base=MonthForm, given=("author",))


class RollForm(MonthForm, ChoiceForm):
    """Put a player on the roll or take them off: "cat-1 on"."""

    who = forms.RegexField(regex=r"^[\w-]{1,60} (on|off)\Z", error_messages=PLAYER)

    def command(self) -> CorrectRoll:
        seat, way = self.cleaned_data["who"].split(" ")
        return self.build(CorrectRoll, player=seat, there=way == "on")


class SpeakersForm(MonthForm, ChoiceForm):
    """Change a hand or the speaker, in the step on the tablet: "give cat-1" (GE-SOV-25)."""

    step = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    who = forms.RegexField(regex=r"^(raise|lower|give|skip|done) [\w-]{1,60}\Z", error_messages=PLAYER)

    def command(self) -> Command:
        act, named = self.cleaned_data["who"].split(" ")
        if act in HANDS:
            return self.build(HANDS[act], seat=named)
        return self.build(LEADS[act], speaker=named)


class DeskChooseForm(MonthForm, ChoiceForm):
    """Choose a proposal for the next free cycle, perhaps by Leverage."""

    makes = ChooseProposal
    author = forms.RegexField(regex=r"^[\w-]{1,60}\Z", error_messages=PLAYER)
    leverage = forms.BooleanField(required=False, widget=forms.HiddenInput)


class AmendForm(MonthForm):
    """Amend a proposal with consent. The address has its author; the fields are those of its paper (R-76)."""

    makes = AmendProposal
    consent = forms.ChoiceField(
        choices=tuple((each.value, each.value) for each in Consent),
        error_messages=one_error(gettext_lazy("Say whose yes it has: the author’s or the House’s.")),
    )
    reason = reason_field()

    def clean(self) -> dict[str, Any]:
        """Read the paper too."""
        found: dict[str, Any] = super().clean() or {}
        try:
            found["paper"] = paper_from_form(dict(self.data.lists()) if hasattr(self.data, "lists") else {})
        except Refused as no:
            raise forms.ValidationError(no.sentence) from no
        return found


class DeskVoteForm(CycleForm, ChoiceForm):
    """A player's vote: "cat-1 for"."""

    vote = forms.RegexField(regex=r"^[\w-]{1,60} (for|against)\Z", error_messages=SIDE)

    @property
    def seat(self) -> str:
        """The player whose vote it is. Empty if the form is not valid."""
        return str(self.cleaned_data.get("vote", "")).partition(" ")[0] if self.is_valid() else ""

    def command(self) -> CastVote:
        seat, side = self.cleaned_data["vote"].split(" ")
        return self.build(CastVote, seat=seat, favor=side == "for")


class ExtraForm(CycleForm):
    """A House's extra votes on one side. 0 takes them back (R-127)."""

    house = forms.RegexField(
        regex=r"^[\w-]{1,40}\Z",
        error_messages={"required": gettext_lazy("Choose a House."), "invalid": gettext_lazy("Choose a House of this scenario.")},
    )
    votes = forms.IntegerField(min_value=0, max_value=999, error_messages=NUMBER)
    side = forms.RegexField(regex=r"^(for|against)\Z", error_messages=SIDE)

    def command(self) -> CountBribes:
        return self.build(CountBribes, favor=self.cleaned_data["side"] == "for")


class DeskTieForm(CycleForm, ChoiceForm):
    """Decide a tie."""

    tie = forms.RegexField(regex=r"^(for|against)\Z", error_messages=SIDE)

    def command(self) -> DecideTie:
        return self.build(DecideTie, passes=self.cleaned_data["tie"] == "for")


class DeskPayForm(MonthForm):
    """Tokens that pay, each as "cat power 1". The address has the cycle. `act` "turns": the pools pay in turn (R-78)."""

    act = forms.RegexField(regex=r"^(look|pay|turns)\Z", required=False)

    def clean(self) -> dict[str, Any]:
        """Read the tokens too. A repeated token counts once."""
        found: dict[str, Any] = super().clean() or {}
        named = self.data.getlist("token") if hasattr(self.data, "getlist") else self.data.get("token", [])
        tokens = {match.groups() for match in map(TOKEN.fullmatch, named) if match}
        if len(tokens) != len(set(named)):
            raise forms.ValidationError(gettext_lazy("Choose the tokens that pay."))
        payers = sorted({payer for payer, _kind, _number in tokens})
        found["shares"] = tuple(
            Share(payer=payer, **{name: sum(each[:2] == (payer, kind) for each in tokens) for kind, name in KINDS})
            for payer in payers
        )
        if found.get("act") == "pay" and not payers:
            raise forms.ValidationError(gettext_lazy("Choose the tokens that pay."))
        return found

    @property
    def shares(self) -> tuple[Share, ...]:
        """The shares chosen so far. Empty if the form cannot be read."""
        self.is_valid()
        found: tuple[Share, ...] = self.cleaned_data.get("shares", ())
        return found

    def command(self) -> PayLaw:
        found = self.cleaned_data
        return self.build(PayLaw, shares=() if found["act"] == "turns" else found["shares"])


KINDS: Final = (("power", "power"), ("favor", "favors"))
