"""Papers of types on the phone: choose what it shall be, fill in its fields, send it sealed, read what became of it.

It works step by step without a script: every step is a press that brings the form back as it was typed. Only the press on "Send"
hands anything in; the moment it arrived is taken before anything else is done with it. With the phone's script that press takes
the way of every sealed sheet, and this door stays for phones without it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from http import HTTPStatus
from uuid import UUID, uuid4, uuid5

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from control import registry
from control.day.lateness import late_rule
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refused import Refused
from control.journal import journal
from control.models import Sheet
from control.people.access import SeatPass, seat_or_404
from control.phone import play
from control.registry import Panel, PaperKind, SheetKind
from control.sheets import sheets
from control.sheets.closing import Closing, closing_of
from control.sheets.receipts import counts_instead
from control.sheets.sheets import Arrival, Receipt, Status
from control.sheets.store import why_words
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.types import FieldForm, Option, Paper, PaperType
from rooms.realm.scenario.ids import Phase
from rooms.realm.scenario.schema import Target

ONES = frozenset({Target.MONTHS, Target.VOTES, Target.HOSTAGES})
NOTHING = Paper(type="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One control of a field: its id in the page, its label, what is chosen or typed in it."""

    id: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBox:
    """One field as it is drawn: a list for each thing it names, or a number up to `most`, or words."""

    name: str
    label: str
    hint: str
    options: tuple[Option, ...]
    most: int | None
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeRow:
    """One type of the list."""

    id: str
    name: str
    price: str
    text: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeGroup:
    """Some types that stand together."""

    title: str
    hint: str
    types: tuple[TypeRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperForm:
    """The fields of the chosen type with what was typed; `cost` is in words."""

    chosen: TypeRow
    fields: tuple[FieldBox, ...]
    note: str
    longest: int
    cost: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperReceipt:
    """The newest revision that Control has; `counts` names the one in time where this one was late."""

    revision: int
    received_at: datetime
    late: bool
    source: str  # sent, draft or paper
    entered_by: str
    pending: bool
    key: UUID  # what it was sent or drafted under
    words: str
    counts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperPanel:
    """A paper on its author's phone: the list of types, or the form of one, or the receipt. `typed` goes with the list."""

    event_id: int
    seat: SeatId
    kind: str
    title: str
    noun: str
    month: int
    open: bool
    locked: bool
    sentence: str
    rule: str
    receipt: PaperReceipt | None
    closes: Closing | None  # until when it may be sent
    late_words: str  # why the newest revision is late, or counts all the same
    groups: tuple[TypeGroup, ...] = ()
    form: PaperForm | None = None
    typed: tuple[tuple[str, str], ...] = ()
    unsent: str = ""
    is_draft: bool = False


# --- what a phone shows -------------------------------------------------------------------------------------------------


def phone_of(kind: SheetKind) -> Callable[[int, GameState, SeatId], Panel]:
    """The panel of this kind of paper for a player who chose its room."""

    def phone(event_id: int, state: GameState, seat: SeatId) -> Panel:
        panel = resting(kind, event_id, state, seat)
        taken_in = _paper(kind).fate(state, seat) is not None and not (panel.receipt and panel.receipt.late)
        if taken_in or (not panel.open and panel.receipt is None and state.clock.phase is Phase.RETURN):
            return play.EMPTY
        return Panel(template="control/_paper.html", panel=panel)

    return phone


def results_of(kind: SheetKind) -> Callable[[int, GameState, SeatId], Panel]:
    """What a player learns of the own paper once it has been taken in."""

    def results(event_id: int, state: GameState, seat: SeatId) -> Panel:
        paper = _paper(kind)
        fate = paper.fate(state, seat)
        return Panel(template="control/_paper_fate.html", panel=Fate(title=say(paper.title), fate=fate)) if fate else play.EMPTY

    return results


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of a paper, with its heading."""

    title: str
    fate: registry.PaperFate


def resting(kind: SheetKind, event_id: int, state: GameState, seat: SeatId) -> PaperPanel:
    """The paper as it stands: the receipt, or the list where nothing was sent yet."""
    paper, window = _paper(kind), kind.window(state, seat)
    row = sheets.latest(event_id, seat, kind.kind, window.month)
    receipt = _receipt(kind, state, row) if row is not None else None
    taken_in = paper.fate(state, seat) is not None
    return PaperPanel(
        event_id=event_id,
        seat=seat,
        kind=kind.kind,
        title=say(paper.title),
        noun=say(paper.noun),
        month=window.month,
        open=window.open,
        locked=receipt is not None and not window.open,
        sentence=say("It has been taken in.") if taken_in else window.sentence,
        rule="" if taken_in else window.rule,
        receipt=receipt,
        closes=closing_of(state, kind, window, timezone.now()),
        late_words=sheet_why(state, row),
        groups=_groups(paper, state, "") if window.open and receipt is None else (),
    )


def sheet_why(state: GameState, row: Sheet | None) -> str:
    """Why a sheet is late, or counts all the same, as its author reads it."""
    if row is None:
        return ""
    return why_words(row.received_at, row.due_at, late=row.late, rule=late_rule(state, row.kind))


def filling(kind: SheetKind, event_id: int, state: GameState, seat: SeatId, typed: Paper) -> PaperPanel:
    """The paper as it is being written: the form of the chosen type as it was typed, right or wrong."""
    panel, found = resting(kind, event_id, state, seat), _type(kind, state, typed.type)
    if not panel.open:
        return replace(panel, unsent=papers.words_of(state, _types(kind, state), typed))
    if found is None:
        return listing(kind, event_id, state, seat, typed)
    return replace(panel, groups=(), form=form_panel(kind, state, seat, typed), is_draft=True)


def form_panel(kind: SheetKind, state: GameState, seat: SeatId, typed: Paper) -> PaperForm | None:
    """The fields of the type that was chosen, as typed; None where there is no such type."""
    found = _type(kind, state, typed.type)
    if found is None:
        return None
    return PaperForm(
        chosen=_row(found, typed.type),
        fields=tuple(_box(field, at, typed, found) for at, field in enumerate(_paper(kind).fields(state, seat, found))),
        note=typed.note,
        longest=papers.LONGEST,
        cost=cost_words(found, typed),
    )


def listing(kind: SheetKind, event_id: int, state: GameState, seat: SeatId, typed: Paper) -> PaperPanel:
    """The list of types, with what was typed so far carried along."""
    panel = resting(kind, event_id, state, seat)
    if not panel.open:
        return panel
    fields = ((f"field{at}", word) for at, words in enumerate(typed.values) for word in words)
    carried = tuple((name, word) for name, word in (("type", typed.type), *fields, ("note", typed.note)) if word)
    return replace(panel, groups=_groups(_paper(kind), state, typed.type), typed=carried, is_draft=True)


def _paper(kind: SheetKind) -> PaperKind:
    assert kind.paper is not None
    return kind.paper


def _types(kind: SheetKind, state: GameState) -> tuple[PaperType, ...]:
    return tuple(each for group in _paper(kind).groups(state) for each in group.types)


def _type(kind: SheetKind, state: GameState, wanted: str) -> PaperType | None:
    return next((each for each in _types(kind, state) if each.id == wanted), None)


def _groups(paper: PaperKind, state: GameState, chosen: str) -> tuple[TypeGroup, ...]:
    return tuple(
        TypeGroup(title=group.title, hint=group.hint, types=tuple(_row(each, chosen) for each in group.types))
        for group in paper.groups(state)
    )


def _row(kind: PaperType, chosen: str) -> TypeRow:
    return TypeRow(id=kind.id, name=kind.name, price=papers.price_of(kind), text=kind.text, chosen=kind.id == chosen)


def _box(field: FieldForm, at: int, typed: Paper, kind: PaperType) -> FieldBox:
    words = typed.values[at] if at < len(typed.values) else ()
    if not words and field.most is not None and not field.options and field.least:
        words = ("1" if field.target in ONES or kind.cost_per != "item" else "0",)
    several = field.words > 1
    return FieldBox(
        name=f"field{at}",
        label=field.label,
        hint=_hint(field),
        options=field.options,
        most=field.most,
        slots=tuple(
            Slot(
                id=f"field{at}-{number}",
                label=say("{field}, {number} of {count}", field=field.label, number=number + 1, count=field.words)
                if several
                else field.label,
                value=words[number] if number < len(words) else "",
            )
            for number in range(field.words)
        ),
    )


def _hint(field: FieldForm) -> str:
    if field.words > 1:
        if field.least == field.words:
            return say("{count} of them", count=field.words)
        return say("up to {count}", count=field.words)
    return say("where the form asks for it") if not field.least else ""


def cost_words(kind: PaperType, typed: Paper) -> str:
    """What it costs as typed so far; the price where that cannot be reckoned yet."""
    try:
        cost = papers.cost_of(kind, typed)
    except ValueError:  # something that is no number stands where one belongs
        cost = 0
    return say("cost {cost}", cost=cost) if cost else papers.price_of(kind)


def _receipt(kind: SheetKind, state: GameState, row: Sheet) -> PaperReceipt:
    try:
        words = papers.words_of(state, _types(kind, state), kind.parse(row.body.encode()))
    except Refused:  # stored by an older version of the console
        words = ""
    return PaperReceipt(
        revision=row.revision,
        received_at=row.received_at,
        late=row.late,
        source=row.source,
        entered_by=row.entered_by,
        pending=row.pending,
        key=row.client_key,
        words=words,
        counts=counts_instead(row) if row.late else "",
    )


# --- what a player presses ----------------------------------------------------------------------------------------------


@never_cache
@require_POST
def hand_in(request: HttpRequest, kind: str) -> HttpResponse:
    """A paper from its form, or a step on the way to it."""
    received_at = timezone.now()
    door = seat_or_404(request)
    found = registry.sheet_kinds().get(kind)
    if found is None or found.paper is None:
        raise Http404("No such paper.")
    act = request.POST.get("act", "")
    if act == "send":
        return _sent(request, door, found, received_at)
    if act == "cost":
        return _priced(request, door, found)
    return _redrawn(request, door, found, act)


def _redrawn(request: HttpRequest, door: SeatPass, kind: SheetKind, act: str) -> HttpResponse:
    """Another step of the same paper: nothing is handed in, nothing typed is lost."""
    state = journal.head(door.event.stream).state
    try:
        typed = papers.paper_from_form(dict(request.POST.lists()))
    except Refused:
        typed = NOTHING
    pick = _type(kind, state, request.POST.get("pick", ""))
    if pick is not None:
        panel = filling(kind, door.event.pk, state, door.seat, _turned_into(pick, _type(kind, state, typed.type), typed))
    elif act == "change":
        panel = filling(kind, door.event.pk, state, door.seat, _written(kind, door, state))
    elif act == "leave":
        panel = resting(kind, door.event.pk, state, door.seat)
    elif act == "list":
        panel = listing(kind, door.event.pk, state, door.seat, typed)
    else:  # the phone draws a draft of its own again
        panel = replace(filling(kind, door.event.pk, state, door.seat, typed), is_draft=False)
    return _answer(request, door, panel)


def _turned_into(wanted: PaperType, before: PaperType | None, typed: Paper) -> Paper:
    """What was typed for one type, as far as it fits another: fields of the same sort keep what stands in them."""
    left = list(zip(before.fields if before else (), typed.values, strict=False))
    values: list[tuple[str, ...]] = []
    for target in wanted.fields:
        at = next((at for at, (other, _words) in enumerate(left) if other is target), None)
        values.append(left.pop(at)[1] if at is not None else ())
    return Paper(type=wanted.id, values=tuple(values), note=typed.note)


def _written(kind: SheetKind, door: SeatPass, state: GameState) -> Paper:
    row = sheets.latest(door.event, door.seat, kind.kind, state.clock.month)
    try:
        found: Paper = kind.parse(row.body.encode()) if row else NOTHING
    except Refused:
        return NOTHING
    return found


def _priced(request: HttpRequest, door: SeatPass, kind: SheetKind) -> HttpResponse:
    """The cost of what is typed so far, for the line above the button."""
    state = journal.head(door.event.stream).state
    try:
        typed = papers.paper_from_form(dict(request.POST.lists()))
    except Refused:
        typed = NOTHING
    found = _type(kind, state, typed.type)
    return render(request, "control/_paper_cost.html", {"cost": cost_words(found, typed) if found else ""})


def _sent(request: HttpRequest, door: SeatPass, kind: SheetKind, received_at: datetime) -> HttpResponse:
    """Hand the paper in, and answer with its receipt or with the form as typed."""
    typed = NOTHING
    try:
        typed = papers.paper_from_form(dict(request.POST.lists()))
        arrival = _arrival(request, door, kind, kind.encode(typed), received_at)
        receipt = sheets.hand_in(arrival)
    except Refused as no:
        receipt = Receipt(status=Status.REFUSED, month=0, received_at=received_at, sentence=no.sentence, rule=no.rule, code=no.code)
    status = STATUS.get(receipt.code, HTTPStatus.UNPROCESSABLE_ENTITY) if receipt.status is Status.REFUSED else HTTPStatus.OK
    if receipt.status is not Status.REFUSED:
        return play.answer(request, door, "sheet")
    state = journal.head(door.event.stream).state
    refused = Refused(receipt.sentence, rule=receipt.rule, code=receipt.code)
    return _answer(request, door, filling(kind, door.event.pk, state, door.seat, typed), refused, status)


STATUS: Mapping[str, HTTPStatus] = {"stale": HTTPStatus.CONFLICT}


def _arrival(request: HttpRequest, door: SeatPass, kind: SheetKind, body: bytes, received_at: datetime) -> Arrival:
    month = request.POST.get("month", "")
    if not month.isascii() or not month.isdigit() or len(month) > 3:
        raise Refused(say("This form is broken; load the page again."), code="malformed")
    return Arrival(
        event_id=door.event.pk,
        seat=door.seat,
        kind=kind.kind,
        month=int(month),
        client_key=uuid5(_form_key(request), body.decode()),  # the same form with other words in it is another paper
        body=body,
        received_at=received_at,
    )


def _form_key(request: HttpRequest) -> UUID:
    try:
        return UUID(request.POST.get("client_key", ""))
    except ValueError:
        return uuid4()


def _answer(
    request: HttpRequest, door: SeatPass, panel: PaperPanel, refused: Refused | None = None, status: int = HTTPStatus.OK
) -> HttpResponse:
    region = play.region_of("sheet", Panel(template="control/_paper.html", panel=panel), refused=refused)
    if request.htmx:  # type: ignore[attr-defined]
        return play.changed(request, play.look(door), request.POST.getlist("seen"), {"sheet": region}, status)
    return play.draw(request, door, {"sheet": region}, status)
