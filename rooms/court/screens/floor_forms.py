"""Forms of Court Control's buttons: roll, choice of proposals, vote, close, payment (R-80, R-128, R-78)."""

from __future__ import annotations

import re
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, reason_field
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command
from control.engine.refusal import Refused
from rooms.court.game.amendment import AmendProposal
from rooms.court.game.cycles import ChooseProposal, StrikeProposal
from rooms.court.game.payment import PayLaw
from rooms.court.game.roll import CorrectRoll
from rooms.court.game.speakers import EndSpeech, GiveFloor, LowerHand, RaiseHand, SkipSpeaker
from rooms.court.game.state import Consent
from rooms.court.game.vote import CastVote, CountBribes, CountFists
from rooms.court.game.vote_result import CloseVote, DecideTie
from rooms.court.rules.pool_shares import Share
from rooms.realm.papers.game.types import paper_from_form
from rooms.realm.scenario.ids import HouseId

PLAYER: Final = {"required": gettext_lazy("Choose a player."), "invalid": gettext_lazy("Choose a player.")}
SIDE: Final = {"required": gettext_lazy("Choose for or against."), "invalid": gettext_lazy("Choose for or against.")}
NUMBER: Final = {
    "required": gettext_lazy("Say how many."),
    "invalid": gettext_lazy("Write a whole number."),
    "min_value": gettext_lazy("Write a whole number."),
    "max_value": gettext_lazy("Write a whole number."),
}
TOKEN: Final = re.compile(r"([\w-]{1,40}) (power|favor) ([1-9][0-9]?)")


class MonthForm(CommandForm):
    """A form about the Court of the month on the sender's screen."""

    month = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)


class CycleForm(MonthForm):
    """A form about the proposal in one cycle."""

    cycle = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)


class RollForm(MonthForm, ChoiceForm):
    """Put a player on the roll or take them off: "cat-1 on"."""

    who = forms.RegexField(regex=r"^[\w-]{1,60} (on|off)$", error_messages=PLAYER)

    def command(self) -> CorrectRoll:
        seat, way = self.cleaned_data["who"].split(" ")
        return CorrectRoll(month=self.cleaned_data["month"], player=SeatId(seat), there=way == "on")


class SpeakersForm(MonthForm, ChoiceForm):
    """Change a hand or the speaker, in the step on the tablet: "give cat-1" (GE-SOV-25)."""

    step = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    who = forms.RegexField(regex=r"^(raise|lower|give|skip|done) [\w-]{1,60}$", error_messages=PLAYER)

    def command(self) -> Command:
        month, step = self.cleaned_data["month"], StepId(self.cleaned_data["step"])
        act, _, named = self.cleaned_data["who"].partition(" ")
        seat = SeatId(named)
        if act == "raise":
            return RaiseHand(month=month, step=step, seat=seat)
        if act == "lower":
            return LowerHand(month=month, step=step, seat=seat)
        kind = {"give": GiveFloor, "skip": SkipSpeaker, "done": EndSpeech}[act]
        return kind(month=month, step=step, speaker=seat)


class DeskChooseForm(MonthForm, ChoiceForm):
    """Choose a proposal for the next free cycle, perhaps by Leverage."""

    author = forms.RegexField(regex=r"^[\w-]{1,60}$", error_messages=PLAYER)
    leverage = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def command(self) -> ChooseProposal:
        found = self.cleaned_data
        return ChooseProposal(month=found["month"], author=SeatId(found["author"]), leverage=found["leverage"])


class AmendForm(MonthForm):
    """Amend a proposal with consent. The address has its author; the fields are those of its paper (R-76)."""

    consent = forms.ChoiceField(
        choices=tuple((each.value, each.value) for each in Consent),
        error_messages=dict.fromkeys(
            ("required", "invalid_choice"), gettext_lazy("Say whose yes it has: the author’s or the House’s.")
        ),
    )

    reason = reason_field()

    def __init__(self, *args: Any, author: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.author = author

    def clean(self) -> dict[str, Any]:
        """Read the paper too."""
        found: dict[str, Any] = super().clean() or {}
        try:
            found["paper"] = paper_from_form(dict(self.data.lists()) if hasattr(self.data, "lists") else {})
        except Refused as no:
            raise forms.ValidationError(no.sentence) from no
        return found

    def command(self) -> AmendProposal:
        found = self.cleaned_data
        consent = Consent(found["consent"])
        return AmendProposal(
            month=found["month"], player=self.author, paper=found["paper"], consent=consent, reason=found["reason"]
        )


class StrikeForm(MonthForm):
    """Strike out a proposal with a reason. The address has its author."""

    reason = reason_field()

    def __init__(self, *args: Any, author: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.author = author

    def command(self) -> StrikeProposal:
        return StrikeProposal(month=self.cleaned_data["month"], author=self.author, reason=self.cleaned_data["reason"])


class DeskVoteForm(CycleForm, ChoiceForm):
    """A player's vote: "cat-1 for"."""

    vote = forms.RegexField(regex=r"^[\w-]{1,60} (for|against)$", error_messages=SIDE)

    @property
    def seat(self) -> str:
        """The player whose vote it is. Empty if the form is not valid."""
        return str(self.cleaned_data.get("vote", "")).partition(" ")[0] if self.is_valid() else ""

    def command(self) -> CastVote:
        seat, side = self.cleaned_data["vote"].split(" ")
        found = self.cleaned_data
        return CastVote(month=found["month"], cycle=found["cycle"], seat=SeatId(seat), favor=side == "for")


class FistsForm(CycleForm):
    """Raised fists of players who have not voted by name."""

    fists = forms.IntegerField(min_value=0, max_value=999, error_messages=NUMBER)

    def command(self) -> CountFists:
        found = self.cleaned_data
        return CountFists(month=found["month"], cycle=found["cycle"], fists=found["fists"])


class ExtraForm(CycleForm):
    """A House's extra votes on one side. 0 takes them back (R-127)."""

    house = forms.RegexField(
        regex=r"^[\w-]{1,40}$",
        error_messages={"required": gettext_lazy("Choose a House."), "invalid": gettext_lazy("Choose a House of this scenario.")},
    )
    votes = forms.IntegerField(min_value=0, max_value=999, error_messages=NUMBER)
    side = forms.RegexField(regex=r"^(for|against)$", error_messages=SIDE)

    def command(self) -> CountBribes:
        found = self.cleaned_data
        return CountBribes(
            month=found["month"],
            cycle=found["cycle"],
            house=HouseId(found["house"]),
            votes=found["votes"],
            favor=found["side"] == "for",
        )


class CloseForm(CycleForm):
    """Close and count the vote."""

    def command(self) -> CloseVote:
        return CloseVote(month=self.cleaned_data["month"], cycle=self.cleaned_data["cycle"])


class DeskTieForm(CycleForm, ChoiceForm):
    """Decide a tie."""

    tie = forms.RegexField(regex=r"^(for|against)$", error_messages=SIDE)

    def command(self) -> DecideTie:
        found = self.cleaned_data
        return DecideTie(month=found["month"], cycle=found["cycle"], passes=found["tie"] == "for")


class DeskPayForm(MonthForm):
    """Tokens that pay, each as "cat power 1". The address has the cycle. `act` "turns": the pools pay in turn (R-78)."""

    act = forms.RegexField(regex=r"^(look|pay|turns)$", required=False)

    def __init__(self, *args: Any, cycle: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.cycle = cycle

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
        shares = () if found["act"] == "turns" else found["shares"]
        return PayLaw(month=found["month"], cycle=self.cycle, shares=shares)


KINDS: Final = (("power", "power"), ("favor", "favors"))
