"""Forms for laws, effects and buildings: entries by Control with a reason, and commands of players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import CommandForm, Many, form_of, one_error, reason_field
from rooms.realm.game.buildings.kinds import KINDS
from rooms.realm.game.buildings.loans import AllowBuilding, RevokeBuilding
from rooms.realm.game.buildings.ownership import ChangeOwner, PlaceBuilding, RemoveBuilding
from rooms.realm.game.effects.in_force import last_month_of
from rooms.realm.game.effects.lifetime import EndEffect, EnterEffect
from rooms.realm.game.laws import LONGEST_TEXT, LONGEST_TITLE, PostLaw, StrikeLaw
from rooms.realm.game.state import EffectFrom
from rooms.realm.game.view_in_force_forms import OF_LAW, UNTIL_REMOVED
from rooms.realm.scenario.ids import LawId

# === forms ==============================================================================================================


FOR_THIS_MONTH, UNTIL_REVOKED = "month", "revoked"
NO_HOUSE = gettext_lazy("Choose a House of this scenario.")


def month_field() -> forms.IntegerField:
    return forms.IntegerField(
        min_value=0,
        max_value=999,
        error_messages=one_error(gettext_lazy("Choose the month from the list.")),
    )


def house_field() -> forms.SlugField:
    return forms.SlugField(max_length=60, error_messages=one_error(NO_HOUSE))


def until_field() -> forms.ChoiceField:
    """Duration of a permission."""
    messages = one_error(gettext_lazy("Say for how long: this month, or until you revoke it."))
    choices = [(FOR_THIS_MONTH, gettext_lazy("this month")), (UNTIL_REVOKED, gettext_lazy("until revoked"))]
    return forms.ChoiceField(choices=choices, error_messages=messages)


# --- effects ------------------------------------------------------------------------------------------------------------


class EffectForm(CommandForm):
    """An effect of one kind. `months`: its duration; `comes`: its source."""

    houses = Many(required=False)
    regions = Many(required=False)
    since = month_field()
    months = forms.RegexField(
        regex=rf"^([1-9]\d?|{UNTIL_REMOVED})\Z",
        error_messages=one_error(gettext_lazy("Choose how long it acts.")),
    )
    comes = forms.RegexField(
        regex=rf"^({'|'.join(EffectFrom)}|{OF_LAW}[\w-]{{1,60}})\Z",
        error_messages=one_error(gettext_lazy("Choose what it comes from.")),
    )
    source = forms.CharField(
        max_length=120, required=False, error_messages={"max_length": gettext_lazy("Say where it comes from in 120 characters.")}
    )
    reason = reason_field()

    def command(self) -> EnterEffect:
        comes, since, months = (self.cleaned_data[name] for name in ("comes", "since", "months"))
        law = LawId(comes.removeprefix(OF_LAW)) if comes.startswith(OF_LAW) else None
        until = None if months == UNTIL_REMOVED else last_month_of(since, int(months))
        return self.build(EnterEffect, until=until, origin=EffectFrom.LAW if law else comes, law=law)


EndEffectForm = form_of(EndEffect, given=("effect",), month=month_field())  # the first month without the effect


# --- laws ---------------------------------------------------------------------------------------------------------------


LawForm = form_of(
    PostLaw,
    title=forms.CharField(
        max_length=LONGEST_TITLE,
        error_messages={
            "required": gettext_lazy("Give the law a title."),
            "max_length": gettext_lazy("A law has a title of at most %(limit_value)d characters."),
        },
    ),
    text=forms.CharField(
        max_length=LONGEST_TEXT,
        error_messages={
            "required": gettext_lazy("Write what the law says."),
            "max_length": gettext_lazy("Write what the law says, in at most %(limit_value)d characters."),
        },
    ),
)
StrikeForm = form_of(StrikeLaw, given=("law",))


# --- buildings at a desk ------------------------------------------------------------------------------------------------


class PlaceForm(CommandForm):
    """Place a building by hand."""

    makes = PlaceBuilding
    kind = forms.ChoiceField(
        choices=[(kind, kind) for kind in KINDS], error_messages=one_error(gettext_lazy("Choose what is built."))
    )
    house = house_field()
    places = Many(required=False)
    reason = reason_field()


class BuildingForm(CommandForm):
    """Base of forms on one building."""

    reason = reason_field()


RemoveForm = form_of(RemoveBuilding, base=BuildingForm, given=("building",))
OwnerForm = form_of(ChangeOwner, base=BuildingForm, given=("building",), house=house_field())
# Control ends the permission for the owner's speaker, who is the `seat`.
UnlendForm = form_of(RevokeBuilding, base=BuildingForm, given=("seat", "building"), house=house_field())


class LendForm(BuildingForm):
    """Permission that Control enters for the owner's speaker, who is the `seat`, from this month on."""

    house = house_field()
    until = until_field()

    def __init__(self, *args: Any, month: int, **more: Any) -> None:
        super().__init__(*args, **more)
        self.month = month

    def command(self) -> AllowBuilding:
        return self.build(AllowBuilding, until=self.month if self.cleaned_data["until"] == FOR_THIS_MONTH else None)


def chosen_in(form: CommandForm, name: str) -> Iterable[str]:
    """Values chosen under one name: the input, or the form's initial ones."""
    if form.is_bound:
        return tuple(form.data.getlist(name)) if hasattr(form.data, "getlist") else ()
    return tuple(form.initial.get(name, ()))
