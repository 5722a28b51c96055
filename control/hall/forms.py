"""What the organizer does with the projectors, as forms. None of it is a command of the game."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy

from control.desks.command import NumberField
from control.engine.typed_text import readable
from control.hall.screens import MESSAGE, NAME, NO_SCREEN


class ScreenForm(forms.Form):
    """One screen, or every screen where none is named."""

    screen = NumberField(required=False, min_value=1, error_messages={"invalid": gettext_lazy(NO_SCREEN)})


class StageForm(ScreenForm):
    """What a screen shall show next."""

    shows = forms.CharField(max_length=60, error_messages={"required": gettext_lazy("Say what the screen shall show.")})


class RenameForm(ScreenForm):
    """What a screen is called."""

    name = forms.CharField(
        max_length=NAME,
        error_messages={
            "required": gettext_lazy("Write the screen’s name."),
            "max_length": gettext_lazy("A screen has a name of 1 to %(limit_value)d characters."),
        },
    )


class SayForm(ScreenForm):
    """Words for the lower third; none take the present ones away."""

    text = forms.CharField(
        required=False,
        max_length=MESSAGE,
        error_messages={"max_length": gettext_lazy("A message on a screen has at most %(limit_value)d characters.")},
    )

    def clean_text(self) -> str:
        """The words as they are shown; nothing where nobody would see one."""
        return readable(self.cleaned_data["text"]).strip()


class DarkForm(ScreenForm):
    """Black out, or light again."""

    dark = forms.BooleanField(required=False)
