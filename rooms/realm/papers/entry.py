"""A paper that staff read from paper: its type from a list, then its fields, as its author would have typed them."""

from __future__ import annotations

from functools import partial
from typing import Any

from control.engine.ids import SeatId
from control.engine.modules import Command
from control.registry import ByHand, Panel
from rooms.realm.papers.game.by_hand import PaperFields, fields_by_hand
from rooms.realm.papers.game.part import PaperRoom
from rooms.realm.papers.game.types import Paper


def by_hand(room: PaperRoom) -> ByHand:
    """How the papers of a room are entered."""

    def command(seat: SeatId, month: int, paper: Any, reason: str) -> Command:
        return room.enter(player=seat, month=month, paper=paper, reason=reason)

    return ByHand(sees=partial(fields_by_hand, room), draw=drawn, fields=fields_of, words=room.words_for, enter=command)


def drawn(shown: PaperFields) -> Panel:
    """The list of types, and the fields of the chosen one."""
    return Panel(template="papers/desk/_fields.html", panel=shown)


def fields_of(paper: Paper) -> dict[str, list[str]]:
    """The fields of the form that this paper would be typed into."""
    found = {f"field{at}": list(words) for at, words in enumerate(paper.values)}
    return {"type": [paper.type], **found, "note": [paper.note]}
