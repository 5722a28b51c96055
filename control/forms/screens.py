"""What the organizer does with the projectors, as forms. None of it is a command of the game."""

from __future__ import annotations

from django import forms

from control.screens import MESSAGE, NAME, NO_SCREEN


class ScreenForm(forms.Form):
    """One screen, or every screen where none is named."""

    screen = forms.IntegerField(required=False, min_value=1, error_messages={"invalid": NO_SCREEN})


class StageForm(ScreenForm):
    """What a screen shall show next."""

    shows = forms.CharField(max_length=60, error_messages={"required": "Say what the screen shall show."})


class RenameForm(ScreenForm):
    """What a screen is called."""

    name = forms.CharField(
        max_length=NAME,
        error_messages={"required": "Write the screen’s name.", "max_length": f"A screen has a name of 1 to {NAME} characters."},
    )


class SayForm(ScreenForm):
    """Words for the lower third; none take the present ones away."""

    text = forms.CharField(
        required=False,
        max_length=MESSAGE,
        error_messages={"max_length": f"A message on a screen has at most {MESSAGE} characters."},
    )


class DarkForm(ScreenForm):
    """Black out, or light again."""

    dark = forms.BooleanField(required=False)
