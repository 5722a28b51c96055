"""What is pressed of challenges and duels at a desk, as forms (R-102, R-103, R-104)."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import ChoiceForm, CommandForm, reason_field
from control.engine.ids import SeatId
from control.engine.modules import Command
from rooms.court.game.challenges import Accept, CallOut, NameFirst, Refuse, StandBy, Withdraw
from rooms.court.game.duel_types import Side, Stake
from rooms.court.game.duels import CallOff, FightRound, PutOff
from rooms.realm.scenario.ids import RegionId

HIT, MISSED = "hit", "missed"
REFUSE, FREE, STAND, WITHDRAW = "refuse", "free", "stand", "withdraw"
PLAYER: Final = dict.fromkeys(("required", "invalid", "max_length"), gettext_lazy("Choose a player."))
NUMBER: Final = dict.fromkeys(("required", "invalid", "min_value", "max_value"), gettext_lazy("Write a whole number."))
WHETHER: Final = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Say of both whether they were hit."))


class MonthForm(CommandForm):
    """A press in the Court of the month that its sender saw."""

    month = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)


class CallForm(MonthForm, ChoiceForm):
    """Who challenges whom; `glove` by a Favor card."""

    who = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    whom = forms.SlugField(max_length=60, error_messages=PLAYER)
    glove = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def command(self) -> CallOut:
        found = self.cleaned_data
        return CallOut(month=found["month"], seat=SeatId(found["who"]), target=SeatId(found["whom"]), glove=found["glove"])


class FirstForm(MonthForm, ChoiceForm):
    """Who challenges first."""

    who = forms.SlugField(max_length=60, error_messages=PLAYER)

    def command(self) -> NameFirst:
        return NameFirst(month=self.cleaned_data["month"], player=SeatId(self.cleaned_data["who"]))


class AnswerForm(MonthForm, ChoiceForm):
    """What one of the two says, who is named beside it: "refuse wolf-1"."""

    number = forms.IntegerField(min_value=1, max_value=9999, widget=forms.HiddenInput)
    says = forms.RegexField(regex=rf"^({REFUSE}|{FREE}|{STAND}|{WITHDRAW}) [\w-]{{1,60}}$", error_messages=PLAYER)

    def command(self) -> Command:
        found = self.cleaned_data
        act, named = found["says"].split(" ")
        month, number, seat = found["month"], found["number"], SeatId(named)
        if act == STAND:
            return StandBy(month=month, number=number, seat=seat)
        if act == WITHDRAW:
            return Withdraw(month=month, number=number, seat=seat)
        return Refuse(month=month, number=number, seat=seat, free=act == FREE)


class ListField(forms.MultipleChoiceField):
    """Boxes that are ticked; what may be is for the rules to say."""

    def validate(self, value: object) -> None:
        """Whatever was ticked."""


class StakeForm(MonthForm):
    """What the winner receives."""

    seat = forms.SlugField(max_length=60, widget=forms.HiddenInput)
    power = forms.IntegerField(min_value=0, max_value=999, required=False, error_messages=NUMBER)
    favors = forms.IntegerField(min_value=0, max_value=999, required=False, error_messages=NUMBER)
    hostages = forms.IntegerField(min_value=0, max_value=999, required=False, error_messages=NUMBER)
    flags = ListField(required=False)
    buildings = forms.TypedMultipleChoiceField(coerce=int, required=False)
    words = forms.CharField(max_length=1000, required=False)

    def __init__(self, *args: Any, number: int, buildings: tuple[str, ...] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.number = number
        self.fields["buildings"].choices = [(each, each) for each in buildings]  # type: ignore[attr-defined]

    def command(self) -> Accept:
        found = self.cleaned_data
        stake = Stake(
            power=found["power"] or 0,
            favors=found["favors"] or 0,
            hostages=found["hostages"] or 0,
            flags=tuple(RegionId(each) for each in found["flags"]),
            buildings=tuple(found["buildings"]),
            words=found["words"],
        )
        return Accept(month=found["month"], number=self.number, seat=SeatId(found["seat"]), stake=stake)


class RoundForm(CommandForm):
    """A round as the marshal saw it; `sure` names whose third wound has been asked about."""

    round = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)
    one = forms.ChoiceField(choices=((HIT, HIT), (MISSED, MISSED)), error_messages=WHETHER)
    one_forfeits = forms.BooleanField(required=False)
    other = forms.ChoiceField(choices=((HIT, HIT), (MISSED, MISSED)), error_messages=WHETHER)
    other_forfeits = forms.BooleanField(required=False)

    def __init__(self, *args: Any, number: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.number = number

    def command(self) -> FightRound:
        found = self.cleaned_data
        return FightRound(
            number=self.number,
            round=found["round"],
            challenger=Side(hit=found["one"] == HIT, forfeits=found["one_forfeits"]),
            target=Side(hit=found["other"] == HIT, forfeits=found["other_forfeits"]),
        )


class LaterForm(CommandForm):
    """The duel is fought in the next Ceremony."""

    def __init__(self, *args: Any, number: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.number = number

    def command(self) -> PutOff:
        return PutOff(number=self.number)


class OffForm(CommandForm):
    """It comes to nothing, and why."""

    reason = reason_field()

    def __init__(self, *args: Any, number: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.number = number

    def command(self) -> CallOff:
        return CallOff(number=self.number, reason=self.cleaned_data["reason"])
