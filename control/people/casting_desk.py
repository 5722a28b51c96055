"""Import of casting lists, for the organizer: read a file, preview the changes, then apply them as one command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from msgspec import Struct

from control import registry
from control.casting.grid import MOST_BYTES
from control.casting.headings import ListColumn, meaning_of
from control.casting.letters import ENCODINGS, UnreadableError
from control.casting.lines import Reading
from control.casting.plan import Namesake, Plan, preview, with_leavers, with_namesake_answers
from control.day.roster.casting import ImportCasting
from control.desks.command import CommandForm, new_form_id
from control.desks.frame import draw_page, look
from control.desks.presses import PressAnswer, carry_out
from control.engine import codec
from control.engine.context import ORGANIZER
from control.engine.frame import Frame
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, say
from control.models import Event
from control.people import events
from control.people.access import DeskPass, desk_or_404
from control.people.workbook_process import read_in_subprocess

# === forms ==============================================================================================================

# Forms for the file, and for the plan that its preview showed.


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
        """The bytes of the file, at most one more than allowed."""
        found: bytes = self.cleaned_data["file"].read(MOST_BYTES + 1)
        return found

    def sentence(self) -> str:
        """The first error of the form."""
        return str(next(iter(self.errors.values()))[0])


class CastingPreview(Struct, frozen=True, kw_only=True):
    """A preview as it comes back from the form.

    `command`: the import that the preview showed.
    `missing`: seats not on the list, which may leave.
    `invented`: seats of invented people by team, which may leave together.
    `namesakes`: new players who may be players of the event already.
    """

    command: ImportCasting
    missing: frozenset[str]
    invented: Mapping[str, Sequence[str]]
    namesakes: tuple[Namesake, ...]


def sign_preview(event_id: int, plan: Plan) -> str:
    """Sign the preview of a list, so that the applied import is the one shown."""
    kind, body = codec.encode_command(plan.command)
    missing = [each.seat for each in plan.missing]
    invented = {team: [each.seat for each in people] for team, people in plan.invented.items()}
    told = [event_id, kind, body.decode(), missing, invented, msgspec.to_builtins(plan.namesakes)]
    return signing.dumps(told, salt=SALT, compress=True)


def read_preview(event: Event, text: str) -> CastingPreview | None:
    """Read a signed preview; None if it is too old, forged, or of another event."""
    try:
        of, kind, body, missing, invented, namesakes = signing.loads(text, salt=SALT, max_age=KEPT_FOR)
        command = codec.decode_command(registry.game(event.stream.engine), kind, body.encode())
        asked = msgspec.convert(namesakes, tuple[Namesake, ...])
    except (signing.BadSignature, ValueError, KeyError, msgspec.MsgspecError):
        return None
    if of != event.pk or not isinstance(command, ImportCasting):
        return None
    return CastingPreview(command=command, missing=frozenset(missing), invented=invented, namesakes=asked)


class ApplyForm(CommandForm):
    """Apply a preview.

    `leave`: seats not on the list that leave for good.
    `invented`: teams whose invented people leave.
    `same-0`: which player of the event the first namesake is.
    """

    plan = forms.CharField(error_messages={"required": OLD})
    leave = forms.MultipleChoiceField(required=False, error_messages={"invalid_choice": OLD, "invalid_list": OLD})
    invented = forms.MultipleChoiceField(required=False, error_messages={"invalid_choice": OLD, "invalid_list": OLD})

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.found = read_preview(event, self.data.get("plan", ""))
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
        """Check the signed preview."""
        if self.found is None:
            raise forms.ValidationError(OLD)
        plan: str = self.cleaned_data["plan"]
        return plan

    def clean(self) -> dict[str, Any]:
        """Check that no two answers name the same player."""
        named = [seat for seat in self._same() if seat]
        if len(named) != len(set(named)):
            raise forms.ValidationError(gettext_lazy("One player cannot go to two places. Choose the file again and answer anew."))
        return self.cleaned_data

    def _same(self) -> list[SeatId | None]:
        said = [self.cleaned_data.get(f"same-{at}", NONE) for at in range(len(self.found.namesakes) if self.found else 0)]
        return [None if seat == NONE else SeatId(seat) for seat in said]

    def command(self) -> ImportCasting:
        """The import with the form's answers."""
        assert self.found is not None
        teams = set(self.cleaned_data["invented"])
        together = [seat for team, seats in self.found.invented.items() if teams & {team, EVERY} for seat in seats]
        command = with_namesake_answers(self.found.command, self.found.namesakes, self._same())
        return with_leavers(command, [SeatId(seat) for seat in (*self.cleaned_data["leave"], *together)])


# === desk ===============================================================================================================

EXPLAINED: Mapping[ListColumn, str] = Spoken(  # examples of the known headings of each column
    {
        ListColumn.NAME: later("name, player, player name, full name"),
        ListColumn.RANK: later("rank, place, position, rank no"),
        ListColumn.FIRST_TIMER: later("first timer, first time, firsttimer, newcomer"),
        ListColumn.PHONE: later("phone, has phone, has a phone, smartphone"),
        ListColumn.NOTE: later("notes, note, remark, remarks"),
        ListColumn.STATUS: later("status, order status, booking status, ticket status"),
        ListColumn.SEAT: later("seat, seat id, seat key"),
    }
)


class CastingView(Struct, frozen=True, kw_only=True):
    """A read list on the page: its problems, or its plan with the signed preview."""

    file: str
    reading: Reading
    plan: Plan | None
    kept: str
    command_id: UUID


@require_http_methods(["GET", "POST"])
def casting(request: HttpRequest, event_id: int) -> HttpResponse:
    """Choose a file and preview its changes. Nothing is changed here."""
    door = desk_or_404(request, event_id, ORGANIZER)
    if request.method == "GET":
        return _page(request, door)
    form = FileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, door, refused=form.sentence(), status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        found = look(request, door).sight.view(preview, form.content(), read_in_subprocess, form.cleaned_data["encoding"])
    except UnreadableError as no:
        return _page(request, door, refused=no.sentence, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    plan = found.plan
    shown = CastingView(
        file=form.cleaned_data["file"].name[:80],
        reading=found.reading,
        plan=plan,
        kept=sign_preview(door.event.pk, plan) if plan else "",
        command_id=new_form_id(),
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if found.reading.problems else HTTPStatus.OK
    return _page(request, door, shown=shown, status=status)


@require_POST
def apply(request: HttpRequest, event_id: int) -> HttpResponse:
    """Apply a preview as one command, which can be withdrawn."""
    door = desk_or_404(request, event_id, ORGANIZER)
    said = carry_out(door, ApplyForm(request.POST, event=door.event))
    if not said.done:
        return _page(request, door, said=said, status=said.status)
    events.add_missing_seats(door.event)
    messages.success(request, say("{said} Print badges for those who are new.", said=said.sentence))
    return HttpResponseRedirect(reverse("desk:people", args=[door.event.pk]))


def _page(
    request: HttpRequest,
    door: DeskPass,
    *,
    shown: CastingView | None = None,
    refused: str = "",
    said: PressAnswer | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    seen = look(request, door)
    context = {
        "said": said,
        "refused": refused,
        "shown": shown,
        "explained": column_examples(door.frame),
        "encodings": tuple(ENCODINGS.items()),
        "needs": door.frame.said("list-needs"),
        "team_title": door.frame.said("team-title"),
    }
    return draw_page(request, "control/desk/casting.html", seen, "people", context, status)


def column_examples(frame: Frame) -> tuple[tuple[str, str], ...]:
    """The columns of a list, each with examples of known headings."""
    name, *further = ((meaning_of(column, frame), headings) for column, headings in EXPLAINED.items())
    return (name, (meaning_of(ListColumn.TEAM, frame), frame.said("team-headings")), *further)
