"""A proposal or scheme that staff read from paper: its type from a list, then its fields, as its author would have typed them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from control import registry
from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refused import Refused
from control.registry import ByHand, Panel, PaperGroup, SheetKind
from control.views.paper import NOTHING, PaperForm, form_panel
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.types import Paper


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFields:
    """The list of types, and the fields of the one that was chosen."""

    groups: tuple[PaperGroup, ...]
    type: str
    form: PaperForm | None


def by_hand(name: str, enter: Callable[..., Command]) -> ByHand:
    """How papers of this kind are entered; `enter` is its room's command."""

    def draw(state: GameState, seat: SeatId, fields: Mapping[str, list[str]]) -> Panel:
        kind = registry.sheet_kinds()[name]
        try:
            typed = papers.paper_from_form(fields)
        except Refused:
            typed = NOTHING
        assert kind.paper is not None
        panel = PaperFields(groups=kind.paper.groups(state), type=typed.type, form=form_panel(kind, state, seat, typed))
        return Panel(template="control/desk/_paper_fields.html", panel=panel)

    def words(state: GameState, paper: Paper) -> tuple[str, ...]:
        return (papers.words_of(state, _types(registry.sheet_kinds()[name], state), paper),)

    def command(seat: SeatId, month: int, paper: Any, reason: str) -> Command:
        return enter(player=seat, month=month, paper=paper, reason=reason)

    return ByHand(draw=draw, fields=fields_of, words=words, enter=command)


def fields_of(paper: Paper) -> dict[str, list[str]]:
    """The fields of the form that this paper would be typed into."""
    found = {f"field{at}": list(words) for at, words in enumerate(paper.values)}
    return {"type": [paper.type], **found, "note": [paper.note]}


def _types(kind: SheetKind, state: GameState) -> tuple[papers.PaperType, ...]:
    assert kind.paper is not None
    return tuple(each for group in kind.paper.groups(state) for each in group.types)
