"""A casting list on its way: the file, and the plan that its preview showed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy

from control import registry
from control.casting.grid import MOST_BYTES
from control.casting.letters import ENCODINGS
from control.casting.namesakes import Namesake, answered, leaving
from control.casting.plan import Plan
from control.day.roster.casting import ImportCasting
from control.desks.command import CommandForm
from control.engine import codec
from control.engine.ids import SeatId
from control.models import Event

SALT = "control.casting"
KEPT_FOR = 6 * 3600  # seconds in which a preview may be applied
EVERY, NONE = "every", "none"
ASKED = gettext_lazy("Say of each name whether it is the same person. Choose the file again.")
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
    """A preview as it comes back: the command it showed, who may be let go with it, and what it asked.

    `invented` are those by team who may go together; `namesakes` may be players of the event.
    """

    command: ImportCasting
    missing: frozenset[str]
    invented: Mapping[str, Sequence[str]]
    namesakes: tuple[Namesake, ...]


def keep(event_id: int, plan: Plan) -> str:
    """The preview of a list, signed, so that what is applied is what was shown."""
    kind, body = codec.encode_command(plan.command)
    missing = [each.seat for each in plan.missing]
    invented = {team: [each.seat for each in people] for team, people in plan.invented.items()}
    told = [event_id, kind, body.decode(), missing, invented, msgspec.to_builtins(plan.namesakes)]
    return signing.dumps(told, salt=SALT, compress=True)


def kept(event: Event, text: str) -> Kept | None:
    """The preview that was kept; None when it is too old, of another event, or none of ours."""
    try:
        of, kind, body, missing, invented, namesakes = signing.loads(text, salt=SALT, max_age=KEPT_FOR)
        command = codec.decode_command(registry.game(event.stream.engine), kind, body.encode())
        asked = msgspec.convert(namesakes, tuple[Namesake, ...])
    except (signing.BadSignature, ValueError, KeyError, msgspec.MsgspecError):
        return None
    if of != event.pk or not isinstance(command, ImportCasting):
        return None
    return Kept(command=command, missing=frozenset(missing), invented=invented, namesakes=asked)


class ApplyForm(CommandForm):
    """What a preview showed, to be done.

    `leave` are those not on the list who leave for good, `invented` the teams whose invented people do. The field `same-0` says
    which player of the event the first namesake is.
    """

    plan = forms.CharField(error_messages={"required": OLD})
    leave = forms.MultipleChoiceField(required=False, error_messages={"invalid_choice": OLD, "invalid_list": OLD})
    invented = forms.MultipleChoiceField(required=False, error_messages={"invalid_choice": OLD, "invalid_list": OLD})

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.found = kept(event, self.data.get("plan", ""))
        missing, invented, namesakes = (
            (self.found.missing, self.found.invented, self.found.namesakes) if self.found else ((), {}, ())
        )
        self.fields["leave"].choices = [(seat, seat) for seat in missing]  # type: ignore[attr-defined]
        self.fields["invented"].choices = [(team, team) for team in (EVERY, *invented)]  # type: ignore[attr-defined]
        for at, each in enumerate(namesakes):
            choices = [(NONE, NONE), *((seat, seat) for seat, _team in each.others)]
            self.fields[f"same-{at}"] = forms.ChoiceField(
                choices=choices, error_messages={"required": ASKED, "invalid_choice": OLD}
            )

    def clean_plan(self) -> str:
        """A plan that is ours."""
        if self.found is None:
            raise forms.ValidationError(OLD)
        plan: str = self.cleaned_data["plan"]
        return plan

    def clean(self) -> dict[str, Any]:
        """The answers, each of which names another player."""
        named = [seat for seat in self._same() if seat]
        if len(named) != len(set(named)):
            raise forms.ValidationError(gettext_lazy("One player cannot go to two places. Choose the file again and answer anew."))
        return self.cleaned_data

    def _same(self) -> list[SeatId | None]:
        said = [self.cleaned_data.get(f"same-{at}", NONE) for at in range(len(self.found.namesakes) if self.found else 0)]
        return [None if seat == NONE else SeatId(seat) for seat in said]

    def command(self) -> ImportCasting:
        """The import."""
        assert self.found is not None
        teams = set(self.cleaned_data["invented"])
        together = [seat for team, seats in self.found.invented.items() if teams & {team, EVERY} for seat in seats]
        command = answered(self.found.command, self.found.namesakes, self._same())
        return leaving(command, [SeatId(seat) for seat in (*self.cleaned_data["leave"], *together)])
