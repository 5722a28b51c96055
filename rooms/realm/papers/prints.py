"""Printed papers: blank forms, all papers of a month, and entry of a paper written by hand."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import Command
from control.registry import OnPaper, PagePanel, PaperEntry, StyledPiece
from rooms.realm.papers.game.choices import WORDS, beside
from rooms.realm.papers.game.room import PaperGroup, PaperRoom
from rooms.realm.papers.game.types import PaperType, fields_of, price_of
from rooms.realm.papers.game.view_form import PaperFields, fields_by_hand
from rooms.realm.scenario.schema import Target

# === prints =============================================================================================================

# Prints: the blank form with types to tick, and all papers of a month once they are taken in.


class TypeLine(Struct, frozen=True, kw_only=True):
    """A type to tick: name, price, fields."""

    name: str
    price: str
    fields: str
    forms: tuple[str, ...] = ()


class PrintedTypeGroup(Struct, frozen=True, kw_only=True):
    """A group of types."""

    title: str
    hint: str
    types: tuple[TypeLine, ...]


class BlankPaper(Struct, frozen=True, kw_only=True):
    """A blank form: types to tick, in groups."""

    noun: str
    groups: tuple[PrintedTypeGroup, ...]


def on_paper(room: PaperRoom) -> OnPaper:
    """Return the prints of a room's papers."""

    def drawn(_event_id: int, shown: tuple[PaperGroup, ...]) -> PagePanel:
        blank = BlankPaper(noun=room.words.noun, groups=tuple(_group(group) for group in shown))
        return PagePanel(template="papers/print/_blank.html", panel=blank)

    return OnPaper(title=room.words.several, blank=StyledPiece(sees=room.offered, draw=drawn), sees=room.filled_in)


def _group(group: PaperGroup) -> PrintedTypeGroup:
    return PrintedTypeGroup(title=group.title, hint=group.hint, types=tuple(_type(each) for each in group.types))


def _type(each: PaperType) -> TypeLine:
    return TypeLine(
        name=each.name,
        price=price_of(each),
        fields=", ".join(_named(each, at) for at, target in enumerate(each.fields) if target is not Target.FORM),
        forms=tuple(getattr(each, "forms", ())),
    )


def _named(each: PaperType, at: int) -> str:
    return say("region next to it") if beside(each, at) is not None else WORDS[each.fields[at]]


# === entry from paper ===================================================================================================

# Entry of a handwritten paper by staff: its type from a list, then its fields, as its author would type them.


def by_hand(room: PaperRoom) -> PaperEntry:
    """Return the entry by hand of a room's papers."""

    def command(seat: SeatId, month: int, paper: Any, reason: str) -> Command:
        return room.enter(player=seat, month=month, paper=paper, reason=reason)

    return PaperEntry(sees=partial(fields_by_hand, room), draw=drawn, fields=fields_of, words=room.words_for, command=command)


def drawn(shown: PaperFields) -> PagePanel:
    """Draw the list of types, and the fields of the chosen one."""
    return PagePanel(template="papers/desk/_fields.html", panel=shown)
