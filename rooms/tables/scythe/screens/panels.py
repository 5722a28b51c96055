"""The one object of a phone or a board: where the game is, what is asked, and what lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

import msgspec

from rooms.tables.registry import Seen
from rooms.tables.scythe.screens.board import NOTHING_ASKED, Asked, BoardShape, board_shape
from rooms.tables.scythe.screens.fight import fighting_of
from rooms.tables.scythe.screens.heading import heading_of
from rooms.tables.scythe.screens.looking import Looker, looker_of
from rooms.tables.scythe.screens.meet import meeting_of, visiting_of
from rooms.tables.scythe.screens.move import moving_of
from rooms.tables.scythe.screens.own import Strip, strip_of
from rooms.tables.scythe.screens.turn import TurnAsk, turn_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Everything that the fragments show, for one viewer.

    Panels are told from each other by their repr: all of it is made from what `version` says, so nothing else is written there.
    Each part that asks has `asked`, what can be pressed on the board.
    """

    version: str
    kind: str
    key: str = field(repr=False)  # what is asked, "" for nothing
    head: str = field(repr=False)
    line: str = field(repr=False)
    strip: Strip | None = field(repr=False)
    turn: TurnAsk | None = field(repr=False)
    moving: Any = field(repr=False)
    fighting: Any = field(repr=False)
    meeting: Any = field(repr=False)
    visiting: Any = field(repr=False)
    board: BoardShape | None = field(repr=False)


def panel_of(seen: Seen) -> Panel:
    """What this viewer's screen shows."""
    looker = looker_of(seen)
    laid, plays = bool(looker.state.sides), seen.player is not None
    makers = (turn_of, moving_of, fighting_of, meeting_of, visiting_of)
    asks: list[Any] = [make(looker) if laid and plays else None for make in makers]
    turn, moving, fighting, meeting, visiting = asks
    head, line = heading_of(looker)
    return Panel(
        version=_version(seen),
        kind=looker.state.phase.value,
        key=f"{looker.state.phase}-{looker.state.turns}" if any(asks) else "",
        head=head,
        line=line,
        strip=strip_of(looker) if laid and plays else None,
        turn=turn,
        moving=moving,
        fighting=fighting,
        meeting=meeting,
        visiting=visiting,
        board=_board(looker, next((each.asked for each in asks if each and each.asked.lit), NOTHING_ASKED)) if laid else None,
    )


def _board(looker: Looker, asked: Asked) -> BoardShape:
    sides = looker.state.sides
    names = {side.faction: looker.book.factions[side.faction].short for side in sides}
    home = "" if looker.player is None else looker.book.factions[looker.side.faction].home
    return board_shape(looker.book, looker.state, names, asked=asked, home=home)


def _version(seen: Seen) -> str:
    """Everything that a panel is made from, in short."""
    chairs = [(chair.name, chair.bot) for chair in seen.table.chairs]
    made_from = (seen.player, chairs, seen.view, seen.offers, seen.told, seen.touched)
    return blake2b(msgspec.json.encode(made_from), digest_size=16).hexdigest()
