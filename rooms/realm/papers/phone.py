"""Papers of types on the phone: choose what it shall be, fill in its fields, send it sealed, read what became of it.

It works step by step without a script: every step is a press that brings the form back as it was typed. Only the press on "Send"
hands anything in; the moment it arrived is taken before anything else is done with it. With the phone's script that press takes
the way of every sealed sheet, and this door stays for phones without it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from control import registry
from control.day.lateness import late_rule
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refused import Refused
from control.models import Sheet
from control.registry import EMPTY, Fields, Panel
from control.sheets import sheets
from control.sheets.closing import Closing, closing_of
from control.sheets.receipts import counts_instead, why_words
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import checking
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.choices import FieldForm, Option
from rooms.realm.papers.game.part import PaperFate, PaperRoom
from rooms.realm.papers.game.types import Paper, PaperType
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


def phone_of(room: PaperRoom) -> Callable[[int, GameState, SeatId, Fields | None], Panel]:
    """The panel of this kind of paper for a player who chose its room; with what was typed, the form as it was typed."""

    def phone(event_id: int, state: GameState, seat: SeatId, typed: Fields | None) -> Panel:
        if typed is not None:
            return panel_of(filling(room, event_id, state, seat, as_typed(typed)))
        panel = resting(room, event_id, state, seat)
        taken_in = room.fate(state, seat) is not None and not (panel.receipt and panel.receipt.late)
        if taken_in or (not panel.open and panel.receipt is None and state.clock.phase == Phase.RETURN):
            return EMPTY
        return panel_of(panel)

    return phone


def panel_of(panel: PaperPanel) -> Panel:
    """The paper as a piece of the phone."""
    return Panel(template="papers/_paper.html", panel=panel)


def as_typed(fields: Fields) -> Paper:
    """What was typed; nothing of it where no paper could hold it."""
    try:
        return papers.paper_from_form(fields)
    except Refused:
        return NOTHING


def results_of(room: PaperRoom) -> Callable[[int, GameState, SeatId], Panel]:
    """What a player learns of the own paper once it has been taken in."""

    def results(event_id: int, state: GameState, seat: SeatId) -> Panel:
        fate = room.fate(state, seat)
        return Panel(template="papers/_fate.html", panel=Fate(title=say(room.words.title), fate=fate)) if fate else EMPTY

    return results


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of a paper, with its heading."""

    title: str
    fate: PaperFate


def resting(room: PaperRoom, event_id: int, state: GameState, seat: SeatId) -> PaperPanel:
    """The paper as it stands: the receipt, or the list where nothing was sent yet."""
    window = room.window(state, seat)
    row = sheets.latest(event_id, seat, room.kind, window.month)
    receipt = _receipt(room, state, row) if row is not None else None
    taken_in = room.fate(state, seat) is not None
    return PaperPanel(
        event_id=event_id,
        seat=seat,
        kind=room.kind,
        title=say(room.words.title),
        noun=say(room.words.noun),
        month=window.month,
        open=window.open,
        locked=receipt is not None and not window.open,
        sentence=say("It has been taken in.") if taken_in else window.sentence,
        rule="" if taken_in else window.rule,
        receipt=receipt,
        closes=closing_of(state, registry.sheet_kinds(state.REALM)[room.kind], window, timezone.now()),
        late_words=sheet_why(state, row),
        groups=_groups(room, state, "") if window.open and receipt is None else (),
    )


def sheet_why(state: GameState, row: Sheet | None) -> str:
    """Why a sheet is late, or counts all the same, as its author reads it."""
    if row is None:
        return ""
    return why_words(state.frame, row.received_at, row.due_at, late=row.late, rule=late_rule(state, row.kind))


def filling(room: PaperRoom, event_id: int, state: GameState, seat: SeatId, typed: Paper) -> PaperPanel:
    """The paper as it is being written: the form of the chosen type as it was typed, right or wrong."""
    panel, found = resting(room, event_id, state, seat), type_named(room, state, typed.type)
    if not panel.open:
        return replace(panel, unsent=checking.words_of(state, _types(room, state), typed))
    if found is None:
        return listing(room, event_id, state, seat, typed)
    return replace(panel, groups=(), form=form_panel(room, state, seat, typed), is_draft=True)


def form_panel(room: PaperRoom, state: GameState, seat: SeatId, typed: Paper) -> PaperForm | None:
    """The fields of the type that was chosen, as typed; None where there is no such type."""
    found = type_named(room, state, typed.type)
    if found is None:
        return None
    return PaperForm(
        chosen=_row(found, typed.type),
        fields=tuple(_box(field, at, typed, found) for at, field in enumerate(room.fields(state, seat, found))),
        note=typed.note,
        longest=papers.LONGEST,
        cost=cost_words(found, typed),
    )


def listing(room: PaperRoom, event_id: int, state: GameState, seat: SeatId, typed: Paper) -> PaperPanel:
    """The list of types, with what was typed so far carried along."""
    panel = resting(room, event_id, state, seat)
    if not panel.open:
        return panel
    fields = ((f"field{at}", word) for at, words in enumerate(typed.values) for word in words)
    carried = tuple((name, word) for name, word in (("type", typed.type), *fields, ("note", typed.note)) if word)
    return replace(panel, groups=_groups(room, state, typed.type), typed=carried, is_draft=True)


def _types(room: PaperRoom, state: GameState) -> tuple[PaperType, ...]:
    return tuple(each for group in room.groups(state) for each in group.types)


def type_named(room: PaperRoom, state: GameState, wanted: str) -> PaperType | None:
    """The type of that id, if the room has it."""
    return next((each for each in _types(room, state) if each.id == wanted), None)


def _groups(room: PaperRoom, state: GameState, chosen: str) -> tuple[TypeGroup, ...]:
    return tuple(
        TypeGroup(title=group.title, hint=group.hint, types=tuple(_row(each, chosen) for each in group.types))
        for group in room.groups(state)
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


def _receipt(room: PaperRoom, state: GameState, row: Sheet) -> PaperReceipt:
    try:
        words = checking.words_of(state, _types(room, state), papers.parse(row.body.encode()))
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
