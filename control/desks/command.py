"""A form that carries one command: its fields, the id made when it was drawn, and what its sender saw."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from control.engine.ids import LARGEST
from control.engine.language import later, say
from control.engine.modules import Command

LOST = later("This form is broken; load the page again.")


class NumberField(forms.IntegerField):
    """A whole number, of a thing or of what its sender saw. One that no database holds is as wrong as a word."""

    def __init__(
        self, *, min_value: int = -LARGEST, max_value: int = LARGEST, error_messages: dict[str, Any] | None = None, **more: Any
    ) -> None:
        given = error_messages or {}
        beyond = dict.fromkeys(("min_value", "max_value"), given["invalid"]) if "invalid" in given else {}
        super().__init__(min_value=min_value, max_value=max_value, error_messages=beyond | given, **more)


class CommandForm(forms.Form):
    """One command on its way. A form sent twice carries the same `command_id`, so that it is carried out once.

    Where `tells_first` the first sentence of what was done answers it, though more followed from that.
    """

    tells_first: ClassVar[bool] = False
    command_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None, *args: Any, **named: Any) -> None:
        """Take what was posted; a line break that a browser sent as two characters counts as one, as where it was typed."""
        super().__init__(_with_short_breaks(data), *args, **named)

    def command(self) -> Command:
        """The command of a valid form."""
        raise NotImplementedError

    def id_of_command(self) -> uuid.UUID:
        """The id under which the command is given."""
        found: uuid.UUID = self.cleaned_data["command_id"]
        return found

    def first_error(self) -> str:
        """What is wrong with it, as one sentence."""
        for name, errors in self.errors.items():
            hidden = name in self.fields and self.fields[name].widget.is_hidden
            if not hidden:
                return str(errors[0])
        return say(LOST)


class ChoiceForm(CommandForm):
    """A list with many buttons and one id: what the pressed button says is part of the id, so two buttons are two commands."""

    def id_of_command(self) -> uuid.UUID:
        """The id made from the list's own id and from what was pressed."""
        return uuid.uuid5(super().id_of_command(), "&".join(f"{name}={self.data.get(name)}" for name in self.fields))


def _with_short_breaks(data: QueryDict | None) -> QueryDict | None:
    if data is None or not any("\r\n" in value for _name, values in data.lists() for value in values):
        return data
    found = data.copy()
    for name, values in data.lists():
        found.setlist(name, [value.replace("\r\n", "\n") for value in values])
    return found


def reason_field() -> forms.CharField:
    """Why, for the journal."""
    return forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say why in a few words; it stands in the journal."),
            "max_length": gettext_lazy("A reason has at most 300 characters."),
        },
    )


def fresh() -> uuid.UUID:
    """An id for a form that is being drawn."""
    return uuid.uuid4()


def initial(**values: Any) -> dict[str, Any]:
    """What a new form starts with, its id included."""
    return {"command_id": fresh(), **values}


def typed(post: QueryDict, *names: str) -> dict[str, str]:
    """What a person had typed, so that a form drawn anew loses none of it."""
    return {name: post.get(name, "") for name in names if name in post}
