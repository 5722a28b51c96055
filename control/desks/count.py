"""Counts of the pieces on the tables against the ledger: a sheet, the list of differences, and all entered at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from control import registry
from control.day.counts import TOPIC, CountedLine, CountLine, CountPart, differences_words, last_count, usual_reason
from control.desks.command import CommandForm, initial
from control.desks.frame import Look, draw_page, look
from control.desks.presses import REFUSED, PressAnswer, carry_out, refusal
from control.desks.tabs import count_page
from control.engine.language import say
from control.engine.modules import Command
from control.engine.records import replace
from control.engine.refusal import Refused
from control.journal import desk
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.regions.sight import Sight
from control.registry import CountKind

# === form ===============================================================================================================

# The form of a count sheet: typed numbers against the ledger as its sender saw it and as it is now.


NUMBER: Final = re.compile(r"[0-9]{1,5}")
BELOW: Final = re.compile(r"[-−–][0-9]{1,5}")
SEEN: Final = re.compile(r"(\S+)=([0-9]{1,5})\b")


class CountRow(Struct, frozen=True, kw_only=True):
    """A line of the form. `typed`: "" if not counted. `before`: the ledger's number on the sender's screen.

    `wrong`: what is wrong with the typed number; "" if nothing.
    """

    line: CountLine
    typed: str
    before: int
    reason: str = ""
    wrong: str = ""

    @property
    def moved(self) -> bool:
        """Has the ledger changed since the form was drawn?"""
        return self.before != self.line.ledger

    @property
    def now(self) -> int | None:
        """The counted number; None if it is unreadable."""
        return int(self.typed) if NUMBER.fullmatch(self.typed) else None

    @property
    def differs(self) -> bool:
        """Does the count differ from the ledger now?"""
        return self.now is not None and self.now != self.line.ledger

    @property
    def corrects(self) -> bool:
        """Does the count differ from what its sender saw? So a form sent twice says the same, whatever the ledger is by then."""
        return self.now is not None and self.now != self.before

    @property
    def more(self) -> str:
        """The difference, with its sign."""
        return f"{(self.now or 0) - self.line.ledger:+d}".replace("-", "−")


class CountFormPart(Struct, frozen=True, kw_only=True):
    """A part of the sheet: its lines, spare lines to choose from, and whether it is ticked as counted.

    `picked`: a spare line chosen without a number. `loose`: a number without a chosen line.
    """

    part: CountPart
    rows: tuple[CountRow, ...]
    spares: tuple[CountLine, ...]
    ticked: bool = False
    picked: str = ""
    loose: str = ""

    @property
    def named_rows(self) -> tuple[tuple[str, tuple[CountRow, ...]], ...]:
        """The rows in order, with those of one group together under its name."""
        found = groupby(enumerate(self.rows), key=lambda each: each[1].line.group or each[0])
        return tuple((str(name) if isinstance(name, str) else "", tuple(row for _at, row in rows)) for name, rows in found)

    @property
    def counted(self) -> bool:
        """Is it ticked, or is there a difference in it?"""
        return self.ticked or any(row.corrects for row in self.rows)

    @property
    def seen(self) -> str:
        """The ledger's numbers on screen, as the form returns them: "cat.units=3 wolf.units=1"."""
        return " ".join(f"{row.line.id}={row.line.ledger}" for row in self.rows)


def parts_of(ledger: tuple[CountPart, ...], typed: QueryDict | None, *, hidden: bool) -> tuple[CountFormPart, ...]:
    """The sheet with the typed values. An untouched number follows the ledger."""
    if typed is None:
        return tuple(_empty_part(part, hidden=hidden) for part in ledger)
    return tuple(_typed_part(part, typed, hidden=hidden) for part in ledger)


def _empty_part(part: CountPart, *, hidden: bool) -> CountFormPart:
    rows = tuple(_untouched_row(line, hidden=hidden) for line in part.lines if not line.spare)
    return CountFormPart(part=part, rows=rows, spares=tuple(line for line in part.lines if line.spare))


def _untouched_row(line: CountLine, *, hidden: bool) -> CountRow:
    return CountRow(line=line, typed="" if hidden else str(line.ledger), before=line.ledger)


def toggle_ledger(parts: tuple[CountFormPart, ...], *, hidden: bool) -> tuple[CountFormPart, ...]:
    """The sheet with the ledger's numbers shown or hidden. Typed numbers stay; untouched ones appear or disappear."""
    return tuple(replace(part, rows=tuple(_toggle_row(row, hidden=hidden) for row in part.rows)) for part in parts)


def _toggle_row(row: CountRow, *, hidden: bool) -> CountRow:
    untouched = row.typed == str(row.before) if hidden else not row.typed
    return _untouched_row(row.line, hidden=hidden) if untouched else row


def _typed_part(part: CountPart, typed: QueryDict, *, hidden: bool) -> CountFormPart:
    picked, number = typed.get(f"s-{part.id}", ""), typed.get(f"sn-{part.id}", "").strip()
    seen = {found[1]: found[2] for found in SEEN.finditer(typed.get(f"b-{part.id}", ""))}
    numbers = {line.id: typed.get(f"n-{line.id}", "").strip() for line in part.lines if f"n-{line.id}" in typed}
    if picked and number:
        numbers.setdefault(picked, number)
    rows = tuple(
        _row(line, numbers, seen, typed.get(f"r-{line.id}", ""), hidden=hidden)
        for line in part.lines
        if not line.spare or line.id in numbers
    )
    return CountFormPart(
        part=part,
        rows=rows,
        spares=tuple(line for line in part.lines if line.spare and line.id not in numbers),
        ticked=f"p-{part.id}" in typed,
        picked="" if number else picked,
        loose="" if picked else number,
    )


def _row(line: CountLine, numbers: Mapping[str, str], seen: Mapping[str, str], reason: str, *, hidden: bool) -> CountRow:
    number, before = numbers.get(line.id), int(seen.get(line.id, line.ledger))
    if number is None or (not hidden and number == str(before)):
        return _untouched_row(line, hidden=hidden)
    return CountRow(line=line, typed=number, before=before, reason=reason, wrong=_number_error(line, number))


def _number_error(line: CountLine, number: str) -> str:
    """The error in a number, to mark its field; the ledger's current number plays no part."""
    if not number or (NUMBER.fullmatch(number) and int(number) <= line.most):
        return ""
    if BELOW.fullmatch(number):
        return say("write a whole number, not below 0.")
    if NUMBER.fullmatch(number):
        return say("there can be 0 to {most}.", most=line.most)
    return say("write a whole number.")


class CountForm(CommandForm):
    """The count of a sheet, with a common reason for the differences, or one for each line."""

    reason = forms.CharField(
        max_length=300,
        required=False,
        error_messages={"max_length": gettext_lazy("A reason has at most 300 characters.")},
    )

    def __init__(
        self, *args: Any, kind: CountKind, parts: tuple[CountFormPart, ...], usual: str, hidden: bool, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.kind, self.parts, self.usual, self.hidden = kind, parts, usual, hidden

    def clean(self) -> dict[str, Any]:
        """Raises: ValidationError, when a number cannot be read or a reason is too long."""
        given = super().clean() or self.cleaned_data
        for part in self.parts:
            if part.loose:
                words = say("{part}: choose what there is {number} of.", part=part.part.name, number=part.loose)
                raise forms.ValidationError(words)
            if part.picked:
                raise forms.ValidationError(say("{part}: say how many there are of what you chose.", part=part.part.name))
            for row in part.rows:
                if row.wrong:
                    raise forms.ValidationError(
                        say("{part}, {line}: {wrong}", part=part.part.name, line=row.line.name, wrong=row.wrong)
                    )
                if len(row.reason) > 300:
                    raise forms.ValidationError(say("A reason has at most 300 characters."))
        return given

    @property
    def touched(self) -> bool:
        """Has anything been typed or ticked that leaving would lose?"""
        return any(
            part.counted or part.picked or part.loose or any(row.wrong or (self.hidden and row.typed) for row in part.rows)
            for part in self.parts
        )

    def corrections(self) -> Iterator[tuple[CountFormPart, CountRow]]:
        """The lines to correct, without those that follow from others."""
        return ((part, row) for part in self.parts for row in part.rows if row.corrects and not row.line.check)

    def command(self) -> Command:
        common = self.cleaned_data.get("reason") or self.usual
        lines = tuple(
            CountedLine(line=row.line.id, before=row.before, now=row.now or 0, reason=row.reason or common)
            for _part, row in self.corrections()
        )
        return self.kind.command(lines, tuple(part.part.id for part in self.parts if part.counted))


# === desk ===============================================================================================================

# Counting the pieces on the tables against the ledger: a sheet, the list of differences, and all entered at once.
#
# A sheet shows the ledger's numbers, and staff tick each part once it is counted. A desk counts a hundred lines between two phases
# and has no time to type them all. Staff who want to count blind can hide the numbers.


COMPARE, ENTER, BACK, LEAVE, HIDE, SHOW = "compare", "enter", "back", "leave", "hide", "show"


class CountSheetRow(Struct, frozen=True, kw_only=True):
    """A count sheet: its name, its last count, and its address if this person may count it."""

    name: str
    words: str
    due: bool
    address: str


def sheet_rows(seen: Look) -> tuple[CountSheetRow, ...]:
    """All count sheets of the game."""
    return tuple(_sheet_row(seen, kind) for kind in registry.counts(seen.sight.realm).values())


def _sheet_row(seen: Look, kind: CountKind) -> CountSheetRow:
    last = seen.sight.view(last_count, kind.name)
    address = reverse("desk:count", args=[seen.event_id, kind.name]) if seen.sits_at(*kind.desks) else ""
    return CountSheetRow(name=say(kind.title), words=last.words, due=last.due, address=address)


register(DeskRegion(name="counts", template="control/desk/_counts.html", topics=(TOPIC, "clock"), view=sheet_rows))


class Sought(Struct, frozen=True, kw_only=True):
    """A number that follows from other lines but differs from the count: something must be looked for."""

    part: str
    name: str
    counted: int
    follows: int


class CountPage(Struct, frozen=True, kw_only=True):
    """The page of a count sheet: its parts, those that are empty by the ledger apart, then the corrections to enter."""

    sheet: str
    name: str
    hint: str
    full: tuple[CountFormPart, ...]
    empty: tuple[CountFormPart, ...]
    hidden: bool
    compared: bool
    leaving: bool  # asks whether to leave with typed numbers, which would be lost
    unfolded: bool  # an incomplete entry is in a part that is empty by the ledger
    back: str  # the address of the desk
    counted: int
    corrections: tuple[tuple[CountFormPart, CountRow], ...]
    sought: tuple[Sought, ...]


@require_http_methods(["GET", "POST"])
def count(request: HttpRequest, event_id: int, sheet: str) -> HttpResponse:
    """Show a count sheet; on POST compare or enter the typed numbers."""
    door = desk_or_404(request, event_id)
    kind = registry.counts(door.event.stream.engine).get(sheet)
    if kind is None or not door.actor.sits_at(kind.desks):
        raise Http404(say("No such sheet of yours."))
    typed = request.POST if request.method == "POST" else None
    form = _form(request, door, kind, typed)
    step = typed.get("go", COMPARE) if typed is not None else BACK
    if step in (HIDE, SHOW):
        form.hidden = step == HIDE
        form.parts = toggle_ledger(form.parts, hidden=form.hidden)
    if step == LEAVE and not form.touched:
        return HttpResponseRedirect(_back(door, kind))
    if step in (BACK, LEAVE, HIDE, SHOW):
        return _draw_count(request, door, form, leaving=step == LEAVE)
    if not form.is_valid():
        return _draw_count(request, door, form, PressAnswer(kind=REFUSED, sentence=form.first_error()))
    if step != ENTER:
        return _compare(request, door, form)
    said = carry_out(door, form)
    if said.done:
        messages.success(request, _entered_sentence(door, form, said))
        return HttpResponseRedirect(_back(door, kind))
    again = _form(request, door, kind, typed)
    again.is_valid()
    return _draw_count(request, door, again, said, compared=True)


def _back(door: DeskPass, kind: CountKind) -> str:
    """The address of the desk that counts this."""
    return reverse(kind.address, args=[door.event.pk])


def _entered_sentence(door: DeskPass, form: CountForm, said: PressAnswer) -> str:
    """The confirmation in one line, with an undo link."""
    words = say(
        "{sheet} counted: {parts} of {of} parts, {differences}.",
        sheet=say(form.kind.title),
        parts=sum(part.counted for part in form.parts),
        of=len(form.parts),
        differences=differences_words(len(form.command().lines)),
    )
    if not said.seq:
        return words
    undo = reverse("desk:undo", args=[door.event.pk, said.seq])
    link = '{} <a class="button quiet" href="{}" hx-get="{}" hx-target="#ask" hx-swap="innerHTML">{}</a>'
    return format_html(link, words, undo, undo, said.back)


def _compare(request: HttpRequest, door: DeskPass, form: CountForm) -> HttpResponse:
    """Show what would be entered, and what has to be looked for afterwards."""
    try:
        found = desk.preview(stream_id=door.event.stream_id, command=form.command(), by=door.actor)
    except Refused as no:
        said = refusal(no)
        return _draw_count(request, door, form, said, compared=said.stale)
    after = Sight(found.after, door.viewer).view(form.kind.sees)
    follows = {line.id: line.ledger for part in after for line in part.lines if line.check}
    sought = tuple(
        Sought(part=part.part.name, name=row.line.name, counted=row.now, follows=follows[row.line.id])
        for part in form.parts
        for row in part.rows
        if row.line.id in follows and row.now is not None and row.now != follows[row.line.id] and (part.ticked or row.differs)
    )
    return _draw_count(request, door, form, compared=True, sought=sought)


def _form(request: HttpRequest, door: DeskPass, kind: CountKind, typed: QueryDict | None) -> CountForm:
    seen = look(request, door)
    hidden = "hide" in (typed if typed is not None else seen.query)
    parts = parts_of(seen.sight.view(kind.sees), typed, hidden=hidden)
    usual = seen.sight.public(usual_reason)
    first = initial(reason=usual)
    return CountForm(typed, initial=first, kind=kind, parts=parts, usual=usual, hidden=hidden)


def _draw_count(
    request: HttpRequest,
    door: DeskPass,
    form: CountForm,
    said: PressAnswer | None = None,
    *,
    compared: bool = False,
    leaving: bool = False,
    sought: tuple[Sought, ...] = (),
) -> HttpResponse:
    page = CountPage(
        sheet=form.kind.name,
        name=say(form.kind.title),
        hint=say(form.kind.hint),
        full=tuple(part for part in form.parts if part.rows),
        empty=tuple(part for part in form.parts if not part.rows),
        hidden=form.hidden,
        compared=compared,
        leaving=leaving,
        unfolded=any(part.loose or part.picked for part in form.parts if not part.rows),
        back=_back(door, form.kind),
        counted=sum(part.counted for part in form.parts),
        corrections=tuple(each for each in form.corrections() if each[1].differs),
        sought=sought,
    )
    status = said.status if said is not None else 200
    context = {"sheet": page, "form": form, "said": said}
    return draw_page(request, "control/desk/count.html", look(request, door), count_page(page.sheet), context, status)
