"""Hostages as forms: what a holder presses, and what a desk enters."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import CommandForm, NumberField, reason_field
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from rooms.realm.game.hostages.pressed import (
    MOST,
    HostageAct,
    KillHostage,
    MoveHostages,
    ReleaseHostage,
    TakeHostages,
)
from rooms.realm.scenario.ids import HouseId
from rooms.realm.screens.standing_forms import house_field


class OwnHostageForm(CommandForm):
    """A hostage of the own House's mat."""

    hostage = forms.IntegerField(
        min_value=1,
        max_value=10**6,
        widget=forms.HiddenInput,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), gettext_lazy("Choose which hostages.")),
    )

    def __init__(self, *args: Any, seat: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.seat = seat


class KillForm(OwnHostageForm):
    """It dies."""

    def command(self) -> KillHostage:
        return KillHostage(seat=self.seat, hostage=self.cleaned_data["hostage"])


class ReleaseForm(OwnHostageForm):
    """It goes home."""

    def command(self) -> ReleaseHostage:
        return ReleaseHostage(seat=self.seat, hostage=self.cleaned_data["hostage"])


def _count_field() -> NumberField:
    no_number = dict.fromkeys(("required", "invalid"), gettext_lazy("Say how many hostages, a whole number."))
    return NumberField(min_value=1, error_messages={**no_number, "min_value": gettext_lazy("It is 1 hostage at least.")})


def _at_most(count: int, held: int | None = None) -> None:
    """No more than are held, and than one press moves.

    Raises:
        ValidationError: more of them are asked for.
    """
    if held is not None and count > held:
        raise forms.ValidationError(say_count("Only {count} is held.", "Only {count} are held.", held))
    if count > MOST:
        raise forms.ValidationError(say("It is {most} hostages at once at most.", most=MOST))


class MoveForm(CommandForm):
    """Of a lot of hostages, "3 4 9", so many are released, handed over to a House or killed; the oldest first."""

    act = forms.ChoiceField(
        choices=[(act.value, act.value) for act in HostageAct],
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Say what becomes of them.")),
    )
    lot = forms.RegexField(
        regex=r"^\d{1,6}( \d{1,6}){0,99}$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Choose which hostages.")),
    )
    count = _count_field()
    to = forms.SlugField(
        max_length=60, required=False, error_messages=dict.fromkeys(("invalid", "max_length"), gettext_lazy("Choose the House."))
    )
    reason = reason_field()

    def clean_count(self) -> int:
        found = self.cleaned_data
        _at_most(found["count"], len(found["lot"].split(" ")) if found.get("lot") else None)
        count: int = found["count"]
        return count

    def command(self) -> MoveHostages:
        found = self.cleaned_data
        chosen = tuple(int(number) for number in found["lot"].split(" "))[: found["count"]]
        to = HouseId(found["to"]) if found["to"] else None
        return MoveHostages(act=HostageAct(found["act"]), hostages=chosen, to=to, reason=found["reason"])


class TakeForm(CommandForm):
    """A House takes so many of another."""

    of = house_field()
    count = _count_field()
    reason = reason_field()

    def __init__(self, *args: Any, holder: HouseId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.holder = holder

    def clean_count(self) -> int:
        count: int = self.cleaned_data["count"]
        _at_most(count)
        return count

    def command(self) -> TakeHostages:
        found = self.cleaned_data
        return TakeHostages(holder=self.holder, of=HouseId(found["of"]), count=found["count"], reason=found["reason"])
