"""A player's own paper as its author's phone shows it: the list of types, the form of one, what was sent, what became of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from control.day.sheets import Typed, fields_in
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import checking
from rooms.realm.papers.game.form import (
    NOTHING,
    PaperForm,
    TypeGroup,
    as_typed,
    cost_words,
    form_panel,
    groups_of,
    type_named,
    types_of,
)
from rooms.realm.papers.game.part import PaperFate, PaperRoom
from rooms.realm.papers.game.types import Paper, PaperType
from rooms.realm.scenario.ids import Phase


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
        words=checking.words_of(state, types_of(room, state), sent) if sent is not None else "",
    )
    if step is Step.RESTING:
        return replace(paper, groups=groups_of(room, state, "") if is_open and sent is None else ())
    if not is_open:
        return replace(paper, unsent=checking.words_of(state, types_of(room, state), typed)) if step is Step.FILLING else paper
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
