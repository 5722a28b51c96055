"""Casting lists at the check-in desk: a file is read, what it would change is shown, and then it is one command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

import msgspec
from django import forms
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from control import registry
from control.casting.grid import MOST_BYTES
from control.casting.headings import Column, meaning_of
from control.casting.letters import ENCODINGS, UnreadableError
from control.casting.lines import Reading
from control.casting.plan import Namesake, Plan, answered, leaving, preview
from control.day.roster.casting import ImportCasting
from control.desks.command import CommandForm, fresh
from control.desks.frame import draw_page, look
from control.desks.press import Said, give
from control.engine import codec
from control.engine.context import ORGANIZER
from control.engine.frame import Frame
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say
from control.models import Event
from control.people import events
from control.people.access import DeskPass, desk_or_404
from control.people.workbook_process import sheets_apart

# === forms ==============================================================================================================

# A casting list on its way: the file, and the plan that its preview showed.


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


# === desk ===============================================================================================================

# The casting list: a file is read, what it would change is shown, and then it is one command.


EXPLAINED: Mapping[Column, str] = Spoken(  # the first of the headings that each column is known by
    {
        Column.NAME: later("name, player, player name, full name"),
        Column.RANK: later("rank, place, position, rank no"),
        Column.FIRST_TIMER: later("first timer, first time, firsttimer, newcomer"),
        Column.PHONE: later("phone, has phone, has a phone, smartphone"),
        Column.NOTE: later("notes, note, remark, remarks"),
        Column.STATUS: later("status, order status, booking status, ticket status"),
        Column.SEAT: later("seat, seat id, seat key"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown of a list that was read: its problems, or its plan and what comes back to apply it."""

    file: str
    reading: Reading
    plan: Plan | None
    kept: str
    command_id: UUID


@require_http_methods(["GET", "POST"])
def casting(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose a file; see what it would do. Nothing is changed here."""
    door = desk_or_404(request, event_id, ORGANIZER)
    if request.method == "GET":
        return _page(request, door)
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, door, refused=form.sentence(), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        found = look(request, door).sight.view(preview, form.content(), sheets_apart, form.cleaned_data["encoding"])
    except UnreadableError as no:
        return _page(request, door, refused=no.sentence, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    plan = found.plan
    shown = Shown(
        file=form.cleaned_data["file"].name[:80],
        reading=found.reading,
        plan=plan,
        kept=keep(door.event.pk, plan) if plan else "",
        command_id=fresh(),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if found.reading.problems else HTTPStatus.OK
    return _page(request, door, shown=shown, status=status)


@require_POST
def apply(request: HttpRequest, event_id: int) -> HttpResponse:
    """Do what a preview showed, as one command that the journal can take back."""
    door = desk_or_404(request, event_id, ORGANIZER)
    said = give(door, ApplyForm(request.POST, event=door.event))
    if not said.done:
        return _page(request, door, said=said, status=said.status)
    events.add_missing_seats(door.event)
    messages.success(request, say("{said} Print badges for those who are new.", said=said.sentence))
    return HttpResponseRedirect(reverse("desk:people", args=[door.event.pk]))


def _page(
    request: HttpRequest,
    door: DeskPass,
    *,
    shown: Shown | None = None,
    refused: str = "",
    said: Said | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    seen = look(request, door)
    context = {
        "said": said,
        "refused": refused,
        "shown": shown,
        "explained": explained(door.frame),
        "encodings": tuple(ENCODINGS.items()),
        "needs": door.frame.said("list-needs"),
        "team_title": door.frame.said("team-title"),
    }
    return draw_page(request, "control/desk/casting.html", seen, "people", context, status)


def explained(frame: Frame) -> tuple[tuple[str, str], ...]:
    """The columns a list may have, each with some of the headings that it is known by."""
    name, *further = ((meaning_of(column, frame), headings) for column, headings in EXPLAINED.items())
    return (name, (meaning_of(Column.TEAM, frame), frame.said("team-headings")), *further)
