"""What an organizer says of the event's control team, as forms."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy

from control.engine.frame import Frame

AGAIN = gettext_lazy("This form is broken; load the page again.")


class DesksForm(forms.Form):
    """Desks of a game, each ticked or not."""

    desks = forms.MultipleChoiceField(
        error_messages={
            "required": gettext_lazy("Choose at least one desk. To let somebody go, withdraw the membership."),
            "invalid_choice": AGAIN,
        },
    )

    def __init__(self, *args: Any, frame: Frame, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["desks"].choices = [(desk.id, desk.id) for desk in frame.desks]  # type: ignore[attr-defined]

    def no_desk(self) -> str:
        """That no desk is ticked, as one sentence to stand beside the desks; empty while something else is wrong first."""
        alone = set(self.errors) == {"desks"}
        return self.first_error() if alone and "desks" not in self.data else ""

    def first_error(self) -> str:
        """What is wrong with it, as one sentence."""
        return str(next(iter(self.errors.values()))[0])


class InviteForm(DesksForm):
    """Somebody who comes into the team: with a new account, or with the one that `known` says there is."""

    name = forms.CharField(
        max_length=60,
        error_messages={
            "required": gettext_lazy("Write the name to sign in with."),
            "max_length": gettext_lazy("A name has 1 to 60 characters and no spaces."),
        },
    )
    known = forms.BooleanField(required=False)
    desks = forms.MultipleChoiceField(
        error_messages={"required": gettext_lazy("Choose at least one desk."), "invalid_choice": AGAIN}
    )

    field_order = ("name", "known", "desks")

    def clean_name(self) -> str:
        """The name in the one spelling in which the door looks for it: an ö may be typed as one sign or as two."""
        return str(User.normalize_username(self.cleaned_data["name"]))


class ChangeForm(DesksForm):
    """Other desks for a member; `before` are those that the sender saw."""

    before = forms.CharField(max_length=120, error_messages={"required": AGAIN, "max_length": AGAIN})
