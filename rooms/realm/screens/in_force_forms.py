"""Forms for laws, effects and buildings: entries by Control with a reason, and commands of players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import CommandForm, Many, reason_field
from control.engine.ids import SeatId
from rooms.realm.game.buildings.kinds import KINDS
from rooms.realm.game.buildings.loans import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.ownership import ChangeOwner, PlaceBuilding, RemoveBuilding
from rooms.realm.game.effects.in_force import last_month_of
from rooms.realm.game.effects.lifetime import EndEffect, EnterEffect
from rooms.realm.game.laws import LONGEST_TEXT, LONGEST_TITLE, PostLaw, StrikeLaw
from rooms.realm.game.state import EffectFrom, EffectKind
from rooms.realm.game.view_in_force_forms import OF_LAW, UNTIL_REMOVED
from rooms.realm.scenario.ids import HouseId, LawId, RegionId

# === forms ==============================================================================================================


FOR_THIS_MONTH, UNTIL_REVOKED = "month", "revoked"
NO_HOUSE = gettext_lazy("Choose a House of this scenario.")
NO_BUILDING = gettext_lazy("This building does not stand any more.")


def month_field() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=0,
        max_value=999,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), gettext_lazy("Choose the month from the list.")
        ),
    )


def number_field() -> forms.IntegerField:
    messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), NO_BUILDING)
    return forms.IntegerField(min_value=1, max_value=10**6, widget=forms.HiddenInput, error_messages=messages)


def house_field() -> forms.SlugField:
    return forms.SlugField(max_length=60, error_messages={"required": NO_HOUSE, "invalid": NO_HOUSE, "max_length": NO_HOUSE})


def until_field() -> forms.ChoiceField:
    """Duration of a permission."""
    messages = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Say for how long: this month, or until you revoke it."))
    choices = [(FOR_THIS_MONTH, gettext_lazy("this month")), (UNTIL_REVOKED, gettext_lazy("until revoked"))]
    return forms.ChoiceField(choices=choices, error_messages=messages)


# --- effects ------------------------------------------------------------------------------------------------------------


class EffectForm(CommandForm):
    """An effect of one kind. `months`: its duration; `comes`: its source."""

    houses = Many(required=False)
    regions = Many(required=False)
    since = month_field()
    months = forms.RegexField(
        regex=rf"^([1-9]\d?|{UNTIL_REMOVED})$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Choose how long it acts.")),
    )
    comes = forms.RegexField(
        regex=rf"^({'|'.join(EffectFrom)}|{OF_LAW}[\w-]{{1,60}})$",
        error_messages=dict.fromkeys(("required", "invalid"), gettext_lazy("Choose what it comes from.")),
    )
    source = forms.CharField(
        max_length=120, required=False, error_messages={"max_length": gettext_lazy("Say where it comes from in 120 characters.")}
    )
    reason = reason_field()

    def __init__(self, *args: Any, kind: EffectKind, **more: Any) -> None:
        super().__init__(*args, **more)
        self.kind = kind

    def command(self) -> EnterEffect:
        found = self.cleaned_data
        comes, since, months = found["comes"], found["since"], found["months"]
        law = LawId(comes.removeprefix(OF_LAW)) if comes.startswith(OF_LAW) else None
        return EnterEffect(
            kind=self.kind,
            since=since,
            until=None if months == UNTIL_REMOVED else last_month_of(since, int(months)),
            reason=found["reason"],
            houses=tuple(HouseId(house) for house in found["houses"]),
            regions=tuple(RegionId(region) for region in found["regions"]),
            origin=EffectFrom.LAW if law else EffectFrom(comes),
            source=found["source"],
            law=law,
        )


class EndEffectForm(CommandForm):
    """First month without the effect."""

    month = month_field()
    reason = reason_field()

    def __init__(self, *args: Any, effect: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.effect = effect

    def command(self) -> EndEffect:
        return EndEffect(effect=self.effect, month=self.cleaned_data["month"], reason=self.cleaned_data["reason"])


# --- laws ---------------------------------------------------------------------------------------------------------------


class LawForm(CommandForm):
    """Post a tablet."""

    title = forms.CharField(
        max_length=LONGEST_TITLE,
        error_messages={
            "required": gettext_lazy("Give the law a title."),
            "max_length": gettext_lazy("A law has a title of at most %(limit_value)d characters."),
        },
    )
    text = forms.CharField(
        max_length=LONGEST_TEXT,
        error_messages={
            "required": gettext_lazy("Write what the law says."),
            "max_length": gettext_lazy("Write what the law says, in at most %(limit_value)d characters."),
        },
    )
    reason = reason_field()

    def command(self) -> PostLaw:
        found = self.cleaned_data
        return PostLaw(title=found["title"], text=found["text"], reason=found["reason"])


class StrikeForm(CommandForm):
    """Strike a tablet."""

    reason = reason_field()

    def __init__(self, *args: Any, law: LawId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.law = law

    def command(self) -> StrikeLaw:
        return StrikeLaw(law=self.law, reason=self.cleaned_data["reason"])


# --- buildings at a desk ------------------------------------------------------------------------------------------------


class PlaceForm(CommandForm):
    """Place a building by hand."""

    kind = forms.ChoiceField(
        choices=[(kind, kind) for kind in KINDS],
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose what is built.")),
    )
    house = house_field()
    places = Many(required=False)
    reason = reason_field()

    def command(self) -> PlaceBuilding:
        found = self.cleaned_data
        places = tuple(RegionId(place) for place in found["places"])
        return PlaceBuilding(house=HouseId(found["house"]), kind=found["kind"], places=places, reason=found["reason"])


class BuildingForm(CommandForm):
    """Base of forms on one building."""

    reason = reason_field()

    def __init__(self, *args: Any, building: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.building = building


class RemoveForm(BuildingForm):
    """Remove the building."""

    def command(self) -> RemoveBuilding:
        return RemoveBuilding(building=self.building, reason=self.cleaned_data["reason"])


class OwnerForm(BuildingForm):
    """Give the building to another House."""

    house = house_field()

    def command(self) -> ChangeOwner:
        found = self.cleaned_data
        return ChangeOwner(building=self.building, house=HouseId(found["house"]), reason=found["reason"])


class LendForm(BuildingForm):
    """Permission that Control enters for the owner's `speaker`."""

    house = house_field()
    until = until_field()

    def __init__(self, *args: Any, speaker: SeatId, month: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.speaker, self.month = speaker, month

    def command(self) -> AllowBuilding:
        found = self.cleaned_data
        until = self.month if found["until"] == FOR_THIS_MONTH else None
        house = HouseId(found["house"])
        return AllowBuilding(seat=self.speaker, building=self.building, house=house, until=until, reason=found["reason"])


class UnlendForm(BuildingForm):
    """Permission that Control ends for the owner's `speaker`."""

    house = house_field()

    def __init__(self, *args: Any, speaker: SeatId, **more: Any) -> None:
        super().__init__(*args, **more)
        self.speaker = speaker

    def command(self) -> RevokeBuilding:
        found = self.cleaned_data
        house = HouseId(found["house"])
        return RevokeBuilding(seat=self.speaker, building=self.building, house=house, reason=found["reason"])


def chosen_in(form: CommandForm, name: str) -> Iterable[str]:
    """Values chosen under one name: the input, or the form's initial ones."""
    if form.is_bound:
        return tuple(form.data.getlist(name)) if hasattr(form.data, "getlist") else ()
    return tuple(form.initial.get(name, ()))
