"""Counting what lies on the tables against the ledger: a sheet, what differs as one list, and all of it entered at once.

A sheet shows the ledger's numbers, and each part is ticked when it has been counted: a desk counts a hundred lines between two
phases, and one that has to type all of them counts nothing. Who wants to count without knowing hides the numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from control import registry
from control.day.counts import TOPIC, differences_words, last_count, usual_reason
from control.desks.command import initial
from control.desks.count_form import CountForm, Part, Row, parts_of, switched
from control.desks.frame import Look, draw_page, look
from control.desks.press import REFUSED, Said, give, refusal
from control.desks.tabs import count_page
from control.engine.language import say
from control.engine.refusal import Refused
from control.journal import desk
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import RegionKind, register
from control.regions.sight import Sight
from control.registry import CountKind

COMPARE, ENTER, BACK, LEAVE, HIDE, SHOW = "compare", "enter", "back", "leave", "hide", "show"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A sheet to count by: its name, when it was counted last, and its address where it is this person's to count."""

    name: str
    words: str
    due: bool
    address: str


def sheet_rows(seen: Look) -> tuple[SheetRow, ...]:
    """Every sheet of the game."""
    return tuple(_sheet_row(seen, kind) for kind in registry.counts(seen.sight.realm).values())


def _sheet_row(seen: Look, kind: CountKind) -> SheetRow:
    last = seen.sight.view(last_count, kind.sheet)
    address = reverse("desk:count", args=[seen.event_id, kind.sheet]) if seen.sits_at(*kind.desks) else ""
    return SheetRow(name=say(kind.name), words=last.words, due=last.due, address=address)


register(RegionKind(name="counts", template="control/desk/_counts.html", topics=(TOPIC, "clock"), view=sheet_rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class Sought:
    """What follows from other lines and lies there otherwise: something is to be looked for."""

    part: str
    name: str
    counted: int
    follows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPage:
    """The sheet as it is drawn: its parts, apart those in which nothing lies by the ledger; then what is to be entered."""

    sheet: str
    name: str
    hint: str
    full: tuple[Part, ...]
    empty: tuple[Part, ...]
    hidden: bool
    compared: bool
    leaving: bool  # with something typed, which would be lost
    unfolded: bool  # something is wrong in a part in which nothing lies by the ledger
    back: str  # the address of the desk
    counted: int
    corrections: tuple[tuple[Part, Row], ...]
    sought: tuple[Sought, ...]


@require_http_methods(["GET", "POST"])
def count(request: HttpRequest, event_id: int, sheet: str) -> HttpResponse:
    """The sheet; what was typed, compared; and entered."""
    door = desk_or_404(request, event_id)
    kind = registry.counts(door.event.stream.engine).get(sheet)
    if kind is None or not door.actor.sits_at(kind.desks):
        raise Http404(say("No such sheet of yours."))
    typed = request.POST if request.method == "POST" else None
    form = _form(request, door, kind, typed)
    step = typed.get("go", COMPARE) if typed is not None else BACK
    if step in (HIDE, SHOW):
        form.hidden = step == HIDE
        form.parts = switched(form.parts, hidden=form.hidden)
    if step == LEAVE and not form.touched:
        return HttpResponseRedirect(_back(door, kind))
    if step in (BACK, LEAVE, HIDE, SHOW):
        return _drawn(request, door, form, leaving=step == LEAVE)
    if not form.is_valid():
        return _drawn(request, door, form, Said(kind=REFUSED, sentence=form.first_error()))
    if step != ENTER:
        return _compared(request, door, form)
    said = give(door, form)
    if said.done:
        messages.success(request, _entered(door, form, said))
        return HttpResponseRedirect(_back(door, kind))
    again = _form(request, door, kind, typed)
    again.is_valid()
    return _drawn(request, door, again, said, compared=True)


def _back(door: DeskPass, kind: CountKind) -> str:
    """Where a count leads back to: the desk that counts this."""
    return reverse(kind.address, args=[door.event.pk])


def _entered(door: DeskPass, form: CountForm, said: Said) -> str:
    """What was counted, in one line, with the way back at hand."""
    words = say(
        "{sheet} counted: {parts} of {of} parts, {differences}.",
        sheet=say(form.kind.name),
        parts=sum(part.counted for part in form.parts),
        of=len(form.parts),
        differences=differences_words(len(form.command().lines)),
    )
    if not said.seq:
        return words
    undo = reverse("desk:undo", args=[door.event.pk, said.seq])
    link = '{} <a class="button quiet" href="{}" hx-get="{}" hx-target="#ask" hx-swap="innerHTML">{}</a>'
    return format_html(link, words, undo, undo, said.back)


def _compared(request: HttpRequest, door: DeskPass, form: CountForm) -> HttpResponse:
    """What would be entered, and what is to be looked for once it has been."""
    try:
        found = desk.preview(stream_id=door.event.stream_id, command=form.command(), by=door.actor)
    except Refused as no:
        said = refusal(no)
        return _drawn(request, door, form, said, compared=said.stale)
    after = Sight(found.after, door.viewer).view(form.kind.sees)
    follows = {line.id: line.ledger for part in after for line in part.lines if line.check}
    sought = tuple(
        Sought(part=part.part.name, name=row.line.name, counted=row.now, follows=follows[row.line.id])
        for part in form.parts
        for row in part.rows
        if row.line.id in follows and row.now is not None and row.now != follows[row.line.id] and (part.ticked or row.differs)
    )
    return _drawn(request, door, form, compared=True, sought=sought)


def _form(request: HttpRequest, door: DeskPass, kind: CountKind, typed: QueryDict | None) -> CountForm:
    seen = look(request, door)
    hidden = "hide" in (typed if typed is not None else seen.query)
    parts = parts_of(seen.sight.view(kind.sees), typed, hidden=hidden)
    usual = seen.sight.public(usual_reason)
    first = initial(reason=usual)
    return CountForm(typed, initial=first, kind=kind, parts=parts, usual=usual, hidden=hidden)


def _drawn(
    request: HttpRequest,
    door: DeskPass,
    form: CountForm,
    said: Said | None = None,
    *,
    compared: bool = False,
    leaving: bool = False,
    sought: tuple[Sought, ...] = (),
) -> HttpResponse:
    page = CountPage(
        sheet=form.kind.sheet,
        name=say(form.kind.name),
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
