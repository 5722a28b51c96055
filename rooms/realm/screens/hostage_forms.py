"""Hostages as forms: what a holder presses, and what a desk enters."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import CommandForm, reason_field
from control.engine.ids import SeatId
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


def _count_field() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=1,
        max_value=MOST,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), gettext_lazy("Say how many hostages, a whole number.")
        ),
    )


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

    def command(self) -> TakeHostages:
        found = self.cleaned_data
        return TakeHostages(holder=self.holder, of=HouseId(found["of"]), count=found["count"], reason=found["reason"])
