"""What a room brings to paper: its blank sheet, its sheets once open, its board. Rooms register it when their app is ready."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rooms.realm.desks import Desk

from control.engine.ids import SeatId
from control.registry import Panel, PaperGroup, SheetKind
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import WORDS, OpenedPaper, PaperType, price_of, words_of
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class FilledSheet:
    """One player's sheet in words."""

    seat: SeatId
    lines: tuple[str, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """How a kind of sheet is printed.

    `blank` draws what is written by hand. `filled` gives the sheets of the running month, None as long as they are sealed for
    everybody; `desk` may print them then. `board` is the room's part of "the state now", which holds nothing that is not public.
    """

    kind: str
    room: Room
    desk: Desk
    title: str
    blank: Callable[[GameState], Panel]
    filled: Callable[[GameState], tuple[FilledSheet, ...] | None]
    board: Callable[[int, GameState], Panel] | None = None


_kinds: dict[str, OnPaper] = {}


def register(on_paper: OnPaper) -> None:
    """Make a kind of sheet printable."""
    _kinds[on_paper.kind] = on_paper


def kinds() -> Mapping[str, OnPaper]:
    """Every printable kind of sheet by its name, in the order of the rooms."""
    order = {room: at for at, room in enumerate(Room)}
    return {each.kind: each for each in sorted(_kinds.values(), key=lambda each: order[each.room])}


# --- papers that name a type --------------------------------------------------------------------------------------------


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
    """A blank proposal or scheme: the types to tick, in their groups."""

    noun: str
    groups: tuple[TypeGroup, ...]


def of_papers(
    kind: SheetKind,
    *,
    title: str,
    types: Callable[[GameState], Sequence[PaperType]],
    opened: Callable[[GameState], Sequence[OpenedPaper] | None],
) -> OnPaper:
    """How a kind of paper is printed, from what its room says of it on the phone."""
    paper = kind.paper
    assert paper is not None

    def blank(state: GameState) -> Panel:
        groups = tuple(_group(group) for group in paper.groups(state))
        return Panel(template="control/print/_blank_paper.html", panel=BlankPaper(noun=paper.noun, groups=groups))

    def filled(state: GameState) -> tuple[FilledSheet, ...] | None:
        found = opened(state)
        if found is None:
            return None
        return tuple(
            FilledSheet(seat=each.seat, lines=(words_of(state, types(state), each.paper),), remark=each.paper.note)
            for each in found
        )

    return OnPaper(kind=kind.kind, room=kind.room, desk=kind.desk, title=title, blank=blank, filled=filled)


def _group(group: PaperGroup) -> TypeGroup:
    return TypeGroup(title=group.title, hint=group.hint, types=tuple(_type(each) for each in group.types))


def _type(each: PaperType) -> TypeLine:
    return TypeLine(
        name=each.name,
        price=price_of(each),
        fields=", ".join(WORDS[target] for target in each.fields if target is not Target.FORM),
        forms=tuple(getattr(each, "forms", ())),
    )
