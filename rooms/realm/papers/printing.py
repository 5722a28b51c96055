"""Papers on paper: the blank one with the types to tick, and all of a month once they have been taken in."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import say
from control.registry import OnPaper, Panel, Piece
from rooms.realm.papers.game.choices import WORDS, beside
from rooms.realm.papers.game.part import PaperGroup, PaperRoom
from rooms.realm.papers.game.types import PaperType, price_of
from rooms.realm.scenario.schema import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeLine:
    """A type to tick: what it is called, costs and names."""

    name: str
    price: str
    fields: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeGroup:
    """Types that stand together."""

    title: str
    hint: str
    types: tuple[TypeLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPaper:
    """A blank paper: the types to tick, in their groups."""

    noun: str
    groups: tuple[TypeGroup, ...]


def on_paper(room: PaperRoom) -> OnPaper:
    """How the papers of a room are printed, from what it says of them on the phone."""

    def drawn(_event_id: int, shown: tuple[PaperGroup, ...]) -> Panel:
        blank = BlankPaper(noun=room.words.noun, groups=tuple(_group(group) for group in shown))
        return Panel(template="papers/print/_blank.html", panel=blank)

    return OnPaper(title=room.words.several, blank=Piece(sees=room.offered, draw=drawn), filled=room.filled_in)


def _group(group: PaperGroup) -> TypeGroup:
    return TypeGroup(title=group.title, hint=group.hint, types=tuple(_type(each) for each in group.types))


def _type(each: PaperType) -> TypeLine:
    return TypeLine(
        name=each.name,
        price=price_of(each),
        fields=", ".join(_named(each, at) for at, target in enumerate(each.fields) if target is not Target.FORM),
        forms=tuple(getattr(each, "forms", ())),
    )


def _named(each: PaperType, at: int) -> str:
    return say("region next to it") if beside(each, at) is not None else WORDS[each.fields[at]]
