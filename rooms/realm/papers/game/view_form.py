"""Forms of papers: types, fields, cost so far, the own paper with its fate, and the desk's form (R-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from control.day.sheets import Typed, fields_in
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import checks
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.choices import FieldForm, FieldOption
from rooms.realm.papers.game.room import PaperFate, PaperGroup, PaperRoom
from rooms.realm.papers.game.types import Paper, PaperType
from rooms.realm.scenario.ids import Phase
from rooms.realm.scenario.schema import SchemeType, Target

# === form ===============================================================================================================

# The form of a paper: list of types, fields of one with the input, right or wrong, and the cost so far.


ONES = frozenset({Target.MONTHS, Target.VOTES, Target.HOSTAGES})
FREE = 3  # empty lists of a field without a limit
NOTHING = Paper(type="")


class Slot(Struct, frozen=True, kw_only=True):
    """One control of a field: id in the page, label, input."""

    id: str
    label: str
    value: str


class FieldBox(Struct, frozen=True, kw_only=True):
    """A field as drawn: a list for each name, or a number up to `most`, or free text.

    `houses`: fields whose Houses its players or buildings must belong to.
    `beside`: field whose region its own must border on.
    `grows`: it has no limit, and gets another list when all are filled.
    """

    name: str
    label: str
    hint: str
    options: tuple[FieldOption, ...]
    most: int | None
    slots: tuple[Slot, ...]
    houses: tuple[str, ...]
    grows: bool
    beside: str = ""


class TypeRow(Struct, frozen=True, kw_only=True):
    """A type in the list."""

    id: str
    name: str
    price: str
    text: str
    chosen: bool


class TypeGroup(Struct, frozen=True, kw_only=True):
    """A group of types."""

    title: str
    hint: str
    types: tuple[TypeRow, ...]


class PaperForm(Struct, frozen=True, kw_only=True):
    """Fields of the chosen type with the input. `cost`: in words."""

    chosen: TypeRow
    fields: tuple[FieldBox, ...]
    note: str
    longest: int
    cost: str


def as_typed(fields: Mapping[str, list[str]]) -> Paper:
    """Input as a paper; an empty paper if it cannot be one."""
    try:
        return papers.paper_from_form(fields)
    except Refused:
        return NOTHING


def form_panel(room: PaperRoom, state: GameState, seat: SeatId, typed: Paper) -> PaperForm | None:
    """Fields of the chosen type with the input; None if there is no such type."""
    found = type_named(room, state, typed.type)
    if found is None:
        return None
    return filled_form(found, room.fields(state, seat, found), typed)


def filled_form(kind: PaperType, fields: Sequence[FieldForm], typed: Paper) -> PaperForm:
    """Fields of a type with the input."""
    return PaperForm(
        chosen=_row(kind, typed.type),
        fields=tuple(_box(field, at, typed, kind) for at, field in enumerate(fields)),
        note=typed.note,
        longest=papers.LONGEST,
        cost=cost_words(kind, typed),
    )


def types_of(room: PaperRoom, state: GameState) -> tuple[PaperType, ...]:
    """All types of paper of the room."""
    return tuple(each for group in room.groups(state) for each in group.types)


def type_named(room: PaperRoom, state: GameState, wanted: str) -> PaperType | None:
    """Type of that id, if the room has it."""
    return next((each for each in types_of(room, state) if each.id == wanted), None)


def groups_of(room: PaperRoom, state: GameState, chosen: str) -> tuple[TypeGroup, ...]:
    """Types as offered, with the chosen one marked."""
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
    grows = field.words is None
    count = len(words) + FREE if field.words is None else field.words
    return FieldBox(
        name=f"field{at}",
        label=field.label,
        hint=_hint(field),
        options=_by_group(field.options),
        most=field.most,
        slots=tuple(
            Slot(
                id=f"field{at}-{number}",
                label=_slot_label(field, number + 1),
                value=words[number] if number < len(words) else "",
            )
            for number in range(count)
        ),
        houses=_houses_beside(kind, field),
        grows=grows,
        beside=f"field{field.beside}" if field.beside is not None else "",
    )


def _slot_label(field: FieldForm, number: int) -> str:
    if field.words is None:
        return say("{field}, {number}", field=field.label, number=number)
    if field.words == 1:
        return field.label
    return say("{field}, {number} of {count}", field=field.label, number=number, count=field.words)


def _by_group(options: Sequence[FieldOption]) -> tuple[FieldOption, ...]:
    """Options sorted by group; those without a group come last."""
    return tuple(sorted(options, key=lambda each: (not each.group, each.group)))


def _houses_beside(kind: PaperType, field: FieldForm) -> tuple[str, ...]:
    owned = field.target is Target.BUILDING and isinstance(kind, SchemeType)
    if field.target not in (Target.PLAYER, Target.PLAYERS) and not owned:
        return ()
    return tuple(f"field{at}" for at, target in enumerate(kind.fields) if target is Target.HOUSE)


def _hint(field: FieldForm) -> str:
    if field.hint:
        return field.hint
    if field.words is None:
        return say("as many as are paid for") if field.target is not Target.CAPTIVES else say("if you like; else the holder picks")
    if field.words > 1:
        if field.least == field.words:
            return say("{count} of them", count=field.words)
        return say("up to {count}", count=field.words)
    return say("where the form asks for it") if not field.least else ""


def cost_words(kind: PaperType, typed: Paper) -> str:
    """Cost of the input so far, or the price while the cost is unknown."""
    cost = papers.cost_of(kind, typed)
    return say("cost {cost}", cost=cost) if cost else papers.price_of(kind)


# === own paper ==========================================================================================================

# The own paper on its author's phone: list of types, form, what was sent, its fate.


class FormStep(StrEnum):
    """The author's step: at rest after sending, filling in the form, or choosing a type from the list."""

    RESTING = "resting"
    FILLING = "filling"
    LISTING = "listing"


class OwnPaper(Struct, frozen=True, kw_only=True):
    """A player's own paper. `words`: what was sent; `groups`: list of types; `typed`: input carried along with it."""

    step: FormStep
    taken_in: bool
    quiet: bool  # the month turns, and nothing more can be done
    words: str
    groups: tuple[TypeGroup, ...] = ()
    form: PaperForm | None = None
    typed: tuple[tuple[str, str], ...] = ()
    unsent: str = ""
    is_draft: bool = False


def own_paper(state: GameState, viewer: Viewer, room: PaperRoom, sent: Paper | None, step: FormStep, typed: Paper) -> OwnPaper:
    """The viewer's own paper: what was `sent` last and, while it is written, the input."""
    is_open, found = room.window(state, viewer.player).open, type_named(room, state, typed.type)
    paper = OwnPaper(
        step=step,
        taken_in=room.fate(state, viewer.player) is not None,
        quiet=state.clock.is_in(Phase.RETURN),
        words=checks.words_of(state, types_of(room, state), sent) if sent is not None else "",
    )
    if step is FormStep.RESTING:
        return replace(paper, groups=groups_of(room, state, "") if is_open and sent is None else ())
    if not is_open:
        return replace(paper, unsent=checks.words_of(state, types_of(room, state), typed)) if step is FormStep.FILLING else paper
    if step is FormStep.FILLING and found is not None:
        return replace(paper, form=form_panel(room, state, viewer.player, typed), is_draft=True)
    return replace(paper, groups=groups_of(room, state, typed.type), typed=_carried(typed), is_draft=True)


def as_sent(room: PaperRoom, state: GameState, viewer: Viewer, sent: Paper | None, typed: Typed | None) -> OwnPaper:
    """The own paper as it was `sent` last; after a refusal the form with its input."""
    if typed is None:
        return own_paper(state, viewer, room, sent, FormStep.RESTING, NOTHING)
    return own_paper(state, viewer, room, sent, FormStep.FILLING, as_typed(fields_in(typed)))


def _carried(typed: Paper) -> tuple[tuple[str, str], ...]:
    """Input fields carried along with the list of types."""
    fields = ((f"field{at}", word) for at, words in enumerate(typed.values) for word in words)
    return tuple((name, word) for name, word in (("type", typed.type), *fields, ("note", typed.note)) if word)


class Changes(Struct, frozen=True, kw_only=True):
    """Next step of a paper in writing. `again`: it is only redrawn."""

    step: FormStep
    typed: Paper
    again: bool = False


def next_step(state: GameState, viewer: Viewer, room: PaperRoom, act: str, pick: str, typed: Paper, sent: Paper | None) -> Changes:
    """Return the next step after a button: pick a type, change or leave what was sent, show the list."""
    picked = type_named(room, state, pick)
    if picked is not None:
        return Changes(step=FormStep.FILLING, typed=_turned_into(picked, type_named(room, state, typed.type), typed))
    if act == "change":
        return Changes(step=FormStep.FILLING, typed=sent or NOTHING)
    step = {"leave": FormStep.RESTING, "list": FormStep.LISTING}.get(act, FormStep.FILLING)
    return Changes(step=step, typed=typed, again=step is FormStep.FILLING)


def _turned_into(wanted: PaperType, before: PaperType | None, typed: Paper) -> Paper:
    """Carry the input of one type over to another: fields with the same target keep it."""
    left = list(zip(before.fields if before else (), typed.values, strict=False))
    values: list[tuple[str, ...]] = []
    for target in wanted.fields:
        at = next((at for at, (other, _words) in enumerate(left) if other is target), None)
        values.append(left.pop(at)[1] if at is not None else ())
    return replace(typed, type=wanted.id, values=tuple(values))


def cost_so_far(state: GameState, _viewer: Viewer, room: PaperRoom, typed: Paper) -> str:
    """Cost of the paper in writing."""
    found = type_named(room, state, typed.type)
    return cost_words(found, typed) if found else ""


class PaperOutcome(Struct, frozen=True, kw_only=True):
    """A paper's fate, with its heading."""

    title: str
    fate: PaperFate


def fate_of(room: PaperRoom, state: GameState, viewer: Viewer) -> PaperOutcome | None:
    """The viewer's own paper after it was taken in."""
    fate = room.fate(state, viewer.player)
    return PaperOutcome(title=say(room.words.title), fate=fate) if fate else None


# === entry by a desk ====================================================================================================

# The desk's form for a handwritten paper; only for the room's own desk.


class PaperFields(Struct, frozen=True, kw_only=True):
    """List of types, and fields of the chosen one."""

    groups: tuple[PaperGroup, ...]
    type: str
    form: PaperForm | None


def fields_by_hand(room: PaperRoom, state: GameState, viewer: Viewer, seat: SeatId, typed: Typed) -> PaperFields | None:
    """A player's paper with the input so far; None for all but the room's desk."""
    if not viewer.sees_desk(room.desk):
        return None
    paper = as_typed(fields_in(typed))
    return PaperFields(groups=room.groups(state), type=paper.type, form=form_panel(room, state, seat, paper))
