"""Forms that carry one command: fields, command ID, and what the sender saw."""

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
    """A whole number. One beyond the database's range gets the same error as a word."""

    def __init__(
        self, *, min_value: int = -LARGEST, max_value: int = LARGEST, error_messages: dict[str, Any] | None = None, **more: Any
    ) -> None:
        given = error_messages or {}
        beyond = dict.fromkeys(("min_value", "max_value"), given["invalid"]) if "invalid" in given else {}
        super().__init__(min_value=min_value, max_value=max_value, error_messages=beyond | given, **more)


class CommandForm(forms.Form):
    """A form for one command. A form sent twice has the same `command_id`, so its command is carried out once.

    `tells_first`: the answer is the sentence of the command's first event, even if more events followed.
    """

    tells_first: ClassVar[bool] = False
    command_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None, *args: Any, **named: Any) -> None:
        """Read the posted data; a browser's two-character line break becomes one character."""
        super().__init__(_with_short_breaks(data), *args, **named)

    def command(self) -> Command:
        """Build the command of a valid form."""
        raise NotImplementedError

    def id_of_command(self) -> uuid.UUID:
        """The ID of the command."""
        found: uuid.UUID = self.cleaned_data["command_id"]
        return found

    def first_error(self) -> str:
        """The first visible error, as a sentence."""
        for name, errors in self.errors.items():
            hidden = name in self.fields and self.fields[name].widget.is_hidden
            if not hidden:
                return str(errors[0])
        return say(LOST)


class ChoiceForm(CommandForm):
    """A form with many buttons and one ID. The ID includes the pressed button's value, so two buttons give two commands."""

    def id_of_command(self) -> uuid.UUID:
        """The ID derived from the form's ID and the pressed button."""
        return uuid.uuid5(super().id_of_command(), "&".join(f"{name}={self.data.get(name)}" for name in self.fields))


def _with_short_breaks(data: QueryDict | None) -> QueryDict | None:
    if data is None or not any("\r\n" in value for _name, values in data.lists() for value in values):
        return data
    found = data.copy()
    for name, values in data.lists():
        found.setlist(name, [value.replace("\r\n", "\n") for value in values])
    return found


def reason_field() -> forms.CharField:
    """A field for the reason that the journal stores."""
    return forms.CharField(
        max_length=300,
        error_messages={
            "required": gettext_lazy("Say why in a few words; it stands in the journal."),
            "max_length": gettext_lazy("A reason has at most 300 characters."),
        },
    )


def new_form_id() -> uuid.UUID:
    """A new command ID for a form."""
    return uuid.uuid4()


def initial(**values: Any) -> dict[str, Any]:
    """Initial values of a new form, with a command ID."""
    return {"command_id": new_form_id(), **values}


def typed_fields(post: QueryDict, *names: str) -> dict[str, str]:
    """The typed values, so that a redrawn form keeps them."""
    return {name: post.get(name, "") for name in names if name in post}
