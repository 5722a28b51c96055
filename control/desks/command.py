"""Forms that carry one command: fields, command ID, and what the sender saw."""

from __future__ import annotations

import re
import uuid
from collections.abc import Collection, Mapping
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, ClassVar, NewType, TypeVar, cast, get_args, get_origin, get_type_hints

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy
from msgspec import Struct
from msgspec.structs import fields

from control.engine.ids import LARGEST
from control.engine.language import later, say
from control.engine.modules import Command
from control.journal.journal import building

C = TypeVar("C")

LOST = later("This form is broken; load the page again.")
LONGEST_ID = 60
LONGEST_WORDS = 300
MOST_NAMED = 500

# === fields =============================================================================================================


def one_error(words: Any) -> dict[str, Any]:
    """The same sentence for every error of a field."""
    return dict.fromkeys(("required", "invalid", "invalid_choice", "max_length", "min_value", "max_value"), words)


class NumberField(forms.IntegerField):
    """A whole number. One beyond the database's range gets the same error as a word."""

    def __init__(
        self, *, min_value: int = -LARGEST, max_value: int = LARGEST, error_messages: dict[str, Any] | None = None, **more: Any
    ) -> None:
        given = error_messages or {}
        beyond = dict.fromkeys(("min_value", "max_value"), given["invalid"]) if "invalid" in given else {}
        super().__init__(min_value=min_value, max_value=max_value, error_messages=beyond | given, **more)


def hidden_number(least: int = -LARGEST, most: int = LARGEST) -> NumberField:
    """A field for a number that the form carries, such as the month that its sender saw."""
    return NumberField(min_value=least, max_value=most, widget=forms.HiddenInput)


class Many(forms.Field):
    """Field with several values of one name, in the order of the form; empty ones are dropped."""

    widget = forms.SelectMultiple

    def to_python(self, value: object) -> tuple[str, ...]:
        words = tuple(str(each) for each in value if each) if isinstance(value, list | tuple) else ()
        if len(words) > MOST_NAMED or not all(re.fullmatch(r"[\w#-]{1,80}", word) for word in words):
            raise forms.ValidationError(say("Choose from the list."))
        return words

    def has_changed(self, initial: object, data: object) -> bool:
        return True


def reason_field() -> forms.CharField:
    """A field for the reason that the journal stores."""
    return forms.CharField(
        max_length=LONGEST_WORDS,
        error_messages={
            "required": gettext_lazy("Say why in a few words. This is logged."),
            "max_length": gettext_lazy("A reason has at most 300 characters."),
        },
    )


# === forms ==============================================================================================================


class CommandForm(forms.Form):
    """A form for one command. A form sent twice has the same `command_id`, so its command is carried out once.

    `makes`: the kind of command that it makes from its own values and the `given` ones, which are not on the screen.
    `tells_first`: the answer is the sentence of the command's first event, even if more events followed.
    """

    makes: ClassVar[type | None] = None
    tells_first: ClassVar[bool] = False
    given: Any  # by name; a form may have a field called so
    command_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None, *, initial: dict[str, Any] | None = None, **given: Any) -> None:
        """Read the posted data; a browser's two-character line break becomes one character.

        `given`: values that are not on the screen, such as the seat of the address.
        """
        super().__init__(_with_short_breaks(data), initial=initial)
        self.given = given
        if self.makes is not None:
            _require_known(given, command_fields(self.makes).keys() - self.fields.keys(), type(self).__name__)

    def command(self) -> Command:
        """Build the command of a valid form."""
        if self.makes is None:
            raise NotImplementedError
        return self.build(self.makes)

    def build(self, kind: type[C], **more: Any) -> C:
        """Build a command of this kind from the form's values, the given ones and `more`.

        An empty value becomes the default of the command's field, or None if it allows that.
        """
        values, found = {**self.cleaned_data, **self.given, **more}, {}
        for name, field in command_fields(kind).items():  # type: ignore[arg-type]  # a type is hashable
            if name in values and values[name] not in (None, ""):
                found[name] = values[name]
            elif name in values and not field.has_default:
                found[name] = None if field.optional else values[name]
        return msgspec.convert(found, kind)

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


def new_form_id() -> uuid.UUID:
    """A new command ID for a form."""
    return uuid.uuid4()


def initial(**values: Any) -> dict[str, Any]:
    """Initial values of a new form, with a command ID."""
    return {"command_id": new_form_id(), **values}


def typed_fields(post: QueryDict, *names: str) -> dict[str, str]:
    """The typed values, so that a redrawn form keeps them."""
    return {name: post.get(name, "") for name in names if name in post}


# === forms of commands ==================================================================================================

# A form made from the fields of its command.


class CommandField(Struct, frozen=True, kw_only=True):
    """A field of a command. `kind`: the type of its value, apart from None. `optional`: it may be None."""

    kind: Any
    optional: bool
    has_default: bool


@cache
def command_fields(kind: type) -> Mapping[str, CommandField]:
    """The fields of a command by name, in their order."""
    with building:
        msgspec.json.Decoder(kind)  # `build` converts in many threads
    hints = get_type_hints(kind)
    return {
        each.name: CommandField(
            kind=_without_none(hints[each.name]),
            optional=NoneType in get_args(hints[each.name]),
            has_default=not each.required,
        )
        for each in fields(kind)
    }


def _without_none(hint: Any) -> Any:
    kinds = tuple(each for each in get_args(hint) if each is not NoneType)
    return kinds[0] if NoneType in get_args(hint) and len(kinds) == 1 else hint


def form_of(
    command: type,
    *,
    base: type[CommandForm] = CommandForm,
    given: Collection[str] = (),
    errors: Mapping[str, Any] | None = None,
    **own: forms.Field,
) -> type[CommandForm]:
    """Make the form of a command, with a field of the fitting kind for each of its fields that `own` does not have.

    `given`: fields that are not on the screen. The constructor takes their values; without one, the command's default counts.
    `errors`: one sentence for every error of a field, or a sentence for each. A field without any is hidden.
    """
    sentences, known = errors or {}, command_fields(command)
    shown = [name for name in known if name not in given and name not in base.base_fields]
    _require_known(given, known, command.__name__)
    _require_known(sentences, shown, command.__name__)
    made = {name: own.pop(name) if name in own else _field_of(name, known[name], sentences.get(name)) for name in shown}
    body = {"__module__": command.__module__, "makes": command, **made, **own}
    return cast("type[CommandForm]", type(f"{command.__name__}Form", (base,), body))


def _field_of(name: str, field: CommandField, errors: Any) -> forms.Field:
    """The form's field for a command's field. Raises: TypeError, if its kind has none."""
    if name == "reason":
        return reason_field()
    if field.kind is bool:
        return forms.BooleanField(required=False)
    if get_origin(field.kind) is tuple and _plain(get_args(field.kind)[0]) is str:
        return Many(required=False)
    more: dict[str, Any] = {"required": not (field.optional or field.has_default)}
    if errors is None:
        more["widget"] = forms.HiddenInput
    else:
        more["error_messages"] = errors if isinstance(errors, Mapping) else one_error(errors)
    if field.kind is int:
        return NumberField(**more)
    if isinstance(field.kind, type) and issubclass(field.kind, Enum):
        return forms.ChoiceField(choices=[(each.value, each.value) for each in field.kind], **more)
    if _plain(field.kind) is str:
        known = isinstance(field.kind, NewType)
        return forms.SlugField(max_length=LONGEST_ID, **more) if known else forms.CharField(max_length=LONGEST_WORDS, **more)
    raise TypeError(f"{name}: no field for {field.kind}")


def _plain(kind: Any) -> Any:
    """The type itself, or the one that an ID is made of."""
    return getattr(kind, "__supertype__", kind)


def _require_known(names: Collection[str], known: Collection[str], of: str) -> None:
    """Raises: TypeError, if a name is unknown."""
    unknown = sorted(set(names) - set(known))
    if unknown:
        raise TypeError(f"{of} has no place for {', '.join(unknown)}")
