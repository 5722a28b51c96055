"""A paper that staff read from paper: its type from a list, then its fields, as its author would have typed them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from control.engine.ids import SeatId
from control.engine.modules import Command
from control.engine.refused import Refused
from control.registry import ByHand, Fields, Panel
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import checking
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.part import PaperGroup, PaperRoom
from rooms.realm.papers.game.types import Paper
from rooms.realm.papers.phone import NOTHING, PaperForm, form_panel


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperFields:
    """The list of types, and the fields of the one that was chosen."""

    groups: tuple[PaperGroup, ...]
    type: str
    form: PaperForm | None


def by_hand(room: PaperRoom) -> ByHand:
    """How the papers of a room are entered."""

    def draw(state: GameState, seat: SeatId, fields: Fields) -> Panel:
        try:
            typed = papers.paper_from_form(fields)
        except Refused:
            typed = NOTHING
        panel = PaperFields(groups=room.groups(state), type=typed.type, form=form_panel(room, state, seat, typed))
        return Panel(template="papers/desk/_fields.html", panel=panel)

    def words(state: GameState, paper: Paper) -> tuple[str, ...]:
        return (checking.words_of(state, room.types(state), paper),)

    def command(seat: SeatId, month: int, paper: Any, reason: str) -> Command:
        return room.enter(player=seat, month=month, paper=paper, reason=reason)

    return ByHand(draw=draw, fields=fields_of, words=words, enter=command)


def fields_of(paper: Paper) -> dict[str, list[str]]:
    """The fields of the form that this paper would be typed into."""
    found = {f"field{at}": list(words) for at, words in enumerate(paper.values)}
    return {"type": [paper.type], **found, "note": [paper.note]}
