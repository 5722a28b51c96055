"""Forms of papers: types, fields and cost so far, the own paper and its fate, and the form for a desk (R-17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from control.day.sheets import Typed, fields_in
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import checks
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.choices import FieldForm, Option
from rooms.realm.papers.game.room import PaperFate, PaperGroup, PaperRoom
from rooms.realm.papers.game.types import Paper, PaperType
from rooms.realm.scenario.ids import Phase
from rooms.realm.scenario.schema import SchemeType, Target

# === form ===============================================================================================================

# The form of a paper: its types to choose from, the fields of one as they were typed, right or wrong, and what it costs so far.


ONES = frozenset({Target.MONTHS, Target.VOTES, Target.HOSTAGES})
FREE = 3  # empty lists of a field that may name as many as there are
NOTHING = Paper(type="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One control of a field: its id in the page, its label, what is chosen or typed in it."""

    id: str
    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldBox:
    """One field as it is drawn: a list for each thing it names, or a number up to `most`, or words.

    `houses` are the fields whose Houses alone its players or buildings may be of, `beside` the one next to whose region its own
    must lie. Where it `grows` it names as many as there are, and has another list as soon as all are filled.
    """

    name: str
    label: str
    hint: str
    options: tuple[Option, ...]
    most: int | None
    slots: tuple[Slot, ...]
    houses: tuple[str, ...]
    grows: bool
    beside: str = ""


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


def as_typed(fields: Mapping[str, list[str]]) -> Paper:
    """What was typed; nothing of it where no paper could hold it."""
    try:
        return papers.paper_from_form(fields)
    except Refused:
        return NOTHING


def form_panel(room: PaperRoom, state: GameState, seat: SeatId, typed: Paper) -> PaperForm | None:
    """The fields of the type that was chosen, as typed; None where there is no such type."""
    found = type_named(room, state, typed.type)
    if found is None:
        return None
    return filled_form(found, room.fields(state, seat, found), typed)


def filled_form(kind: PaperType, fields: Sequence[FieldForm], typed: Paper) -> PaperForm:
    """These fields of a type, as typed."""
    return PaperForm(
        chosen=_row(kind, typed.type),
        fields=tuple(_box(field, at, typed, kind) for at, field in enumerate(fields)),
        note=typed.note,
        longest=papers.LONGEST,
        cost=cost_words(kind, typed),
    )


def types_of(room: PaperRoom, state: GameState) -> tuple[PaperType, ...]:
    """Every type of paper that the room has."""
    return tuple(each for group in room.groups(state) for each in group.types)


def type_named(room: PaperRoom, state: GameState, wanted: str) -> PaperType | None:
    """The type of that id, if the room has it."""
    return next((each for each in types_of(room, state) if each.id == wanted), None)


def groups_of(room: PaperRoom, state: GameState, chosen: str) -> tuple[TypeGroup, ...]:
    """The types as they are offered; the one that was `chosen` says so."""
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


def _by_group(options: Sequence[Option]) -> tuple[Option, ...]:
    """The options with those of a group together, the groups in the order of their names; what is in none stands last."""
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
    """What it costs as typed so far; the price where that cannot be reckoned yet."""
    cost = papers.cost_of(kind, typed)
    return say("cost {cost}", cost=cost) if cost else papers.price_of(kind)


# === own paper ==========================================================================================================

# A player's own paper as its author's phone shows it: the list of types, the form of one, what was sent, what became of it.


class Step(StrEnum):
    """How far its author is: it rests as it was sent, is filled in, or a type of it is looked for."""

    RESTING = "resting"
    FILLING = "filling"
    LISTING = "listing"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPaper:
    """A player's own paper. `words` are those of what was sent; `groups` the list of types, `typed` what goes along with it."""

    step: Step
    taken_in: bool
    quiet: bool  # the month turns, and there is no more to be done
    words: str
    groups: tuple[TypeGroup, ...] = ()
    form: PaperForm | None = None
    typed: tuple[tuple[str, str], ...] = ()
    unsent: str = ""
    is_draft: bool = False


def own_paper(state: GameState, viewer: Viewer, room: PaperRoom, sent: Paper | None, step: Step, typed: Paper) -> OwnPaper:
    """The own paper of the player who looks, given what was `sent` last and, while it is written, what was typed."""
    is_open, found = room.window(state, viewer.player).open, type_named(room, state, typed.type)
    paper = OwnPaper(
        step=step,
        taken_in=room.fate(state, viewer.player) is not None,
        quiet=state.clock.phase == Phase.RETURN,
        words=checks.words_of(state, types_of(room, state), sent) if sent is not None else "",
    )
    if step is Step.RESTING:
        return replace(paper, groups=groups_of(room, state, "") if is_open and sent is None else ())
    if not is_open:
        return replace(paper, unsent=checks.words_of(state, types_of(room, state), typed)) if step is Step.FILLING else paper
    if step is Step.FILLING and found is not None:
        return replace(paper, form=form_panel(room, state, viewer.player, typed), is_draft=True)
    return replace(paper, groups=groups_of(room, state, typed.type), typed=_carried(typed), is_draft=True)


def as_sent(room: PaperRoom, state: GameState, viewer: Viewer, sent: Paper | None, typed: Typed | None) -> OwnPaper:
    """The own paper as it was `sent` last; with what was typed and refused, the form as it was typed."""
    if typed is None:
        return own_paper(state, viewer, room, sent, Step.RESTING, NOTHING)
    return own_paper(state, viewer, room, sent, Step.FILLING, as_typed(fields_in(typed)))


def _carried(typed: Paper) -> tuple[tuple[str, str], ...]:
    """The fields that were typed, to go along with the list of types."""
    fields = ((f"field{at}", word) for at, words in enumerate(typed.values) for word in words)
    return tuple((name, word) for name, word in (("type", typed.type), *fields, ("note", typed.note)) if word)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """How a press goes on with a paper that is being written; `again`: it is only drawn as it was."""

    step: Step
    typed: Paper
    again: bool = False


def next_step(state: GameState, viewer: Viewer, room: PaperRoom, act: str, pick: str, typed: Paper, sent: Paper | None) -> Changes:
    """What a press does with what was typed: another type is picked, what was sent is changed or left, the list looked at."""
    picked = type_named(room, state, pick)
    if picked is not None:
        return Changes(step=Step.FILLING, typed=_turned_into(picked, type_named(room, state, typed.type), typed))
    if act == "change":
        return Changes(step=Step.FILLING, typed=sent or NOTHING)
    step = {"leave": Step.RESTING, "list": Step.LISTING}.get(act, Step.FILLING)
    return Changes(step=step, typed=typed, again=step is Step.FILLING)


def _turned_into(wanted: PaperType, before: PaperType | None, typed: Paper) -> Paper:
    """What was typed for one type, as far as it fits another: fields of the same sort keep what stands in them."""
    left = list(zip(before.fields if before else (), typed.values, strict=False))
    values: list[tuple[str, ...]] = []
    for target in wanted.fields:
        at = next((at for at, (other, _words) in enumerate(left) if other is target), None)
        values.append(left.pop(at)[1] if at is not None else ())
    return Paper(type=wanted.id, values=tuple(values), note=typed.note)


def cost_so_far(state: GameState, _viewer: Viewer, room: PaperRoom, typed: Paper) -> str:
    """What the paper that is being written costs as it stands."""
    found = type_named(room, state, typed.type)
    return cost_words(found, typed) if found else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fate:
    """What became of a paper, with its heading."""

    title: str
    fate: PaperFate


def fate_of(room: PaperRoom, state: GameState, viewer: Viewer) -> Fate | None:
    """What the player who looks learns of the own paper once it has been taken in."""
    fate = room.fate(state, viewer.player)
    return Fate(title=say(room.words.title), fate=fate) if fate else None


# === entry by a desk ====================================================================================================

# The form in which a room's desk enters a paper that a player has written by hand; nothing of it for anybody else.


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFields:
    """The list of types, and the fields of the one that was chosen."""

    groups: tuple[PaperGroup, ...]
    type: str
    form: PaperForm | None


def fields_by_hand(room: PaperRoom, state: GameState, viewer: Viewer, seat: SeatId, typed: Typed) -> PaperFields | None:
    """A player's paper with what has been typed so far; None for whoever is not of the room's desk."""
    if not viewer.sees_desk(room.desk):
        return None
    paper = as_typed(fields_in(typed))
    return PaperFields(groups=room.groups(state), type=paper.type, form=form_panel(room, state, seat, paper))
