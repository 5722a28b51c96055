"""A casting list on its way: the file, and the plan that its preview showed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy

from control import registry
from control.casting.grid import MOST_BYTES
from control.casting.letters import ENCODINGS
from control.casting.plan import leaving
from control.day.roster.casting import ImportCasting
from control.desks.command import CommandForm
from control.engine import codec
from control.engine.ids import SeatId
from control.models import Event

SALT = "control.casting"
KEPT_FOR = 6 * 3600  # seconds in which a preview may be applied
OLD = gettext_lazy("This preview is too old, or was changed on the way. Choose the file again.")


class FileForm(forms.Form):
    """The file with the list."""

    file = forms.FileField(
        error_messages={
            "required": gettext_lazy("Choose the file with the list of players."),
            "missing": gettext_lazy("Choose the file with the list of players."),
            "invalid": gettext_lazy("Choose the file with the list of players."),
            "empty": gettext_lazy("There is nothing in this file. Choose the file with the list of players."),
            "max_length": gettext_lazy("The name of this file is too long. Give it a shorter one."),
        },
    )

    encoding = forms.ChoiceField(
        required=False,
        choices=[(name, name) for name in ENCODINGS],
        error_messages={"invalid_choice": gettext_lazy("Choose one of the encodings.")},
    )

    def content(self) -> bytes:
        """What stands in it: at most one byte more than a list may have, whatever was sent."""
        found: bytes = self.cleaned_data["file"].read(MOST_BYTES + 1)
        return found

    def sentence(self) -> str:
        """What is wrong with the form."""
        return str(next(iter(self.errors.values()))[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A preview as it comes back: the command it showed, and who may be let go with it."""

    command: ImportCasting
    missing: frozenset[str]


def keep(event_id: int, command: ImportCasting, missing: list[str]) -> str:
    """The preview of a list, signed, so that what is applied is what was shown."""
    kind, body = codec.encode_command(command)
    return signing.dumps([event_id, kind, body.decode(), missing], salt=SALT, compress=True)


def kept(event: Event, text: str) -> Kept | None:
    """The preview that was kept; None when it is too old, of another event, or none of ours."""
    try:
        of, kind, body, missing = signing.loads(text, salt=SALT, max_age=KEPT_FOR)
        command = codec.decode_command(registry.game(event.stream.engine), kind, body.encode())
    except (signing.BadSignature, ValueError, KeyError, msgspec.MsgspecError):
        return None
    if of != event.pk or not isinstance(command, ImportCasting):
        return None
    return Kept(command=command, missing=frozenset(missing))


class ApplyForm(CommandForm):
    """What a preview showed, to be done; `leave` are those not on the list who leave for good."""

    plan = forms.CharField(error_messages={"required": OLD})
    leave = forms.MultipleChoiceField(required=False, error_messages={"invalid_choice": OLD, "invalid_list": OLD})

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.found = kept(event, self.data.get("plan", ""))
        missing = self.found.missing if self.found else ()
        self.fields["leave"].choices = [(seat, seat) for seat in missing]  # type: ignore[attr-defined]

    def clean_plan(self) -> str:
        """A plan that is ours."""
        if self.found is None:
            raise forms.ValidationError(OLD)
        plan: str = self.cleaned_data["plan"]
        return plan

    def command(self) -> ImportCasting:
        """The import."""
        assert self.found is not None
        return leaving(self.found.command, [SeatId(seat) for seat in self.cleaned_data["leave"]])
