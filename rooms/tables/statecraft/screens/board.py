"""The wall: what everybody sees of the table, all of it and nothing else (SC-HID)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.engine.language import listed, say, say_count
from rooms.tables.registry import Seen
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.screens.affairs import (
    Doing,
    Ending,
    GoalShape,
    Piles,
    doing_of,
    ending_of,
    goal_of,
    piles_of,
)
from rooms.tables.statecraft.screens.cabinets import Cabinet, SupporterShape, Wall, cabinets_of, supporter_of

FEW: Final = 2  # names that have room on one line


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Everything that the wall shows. `head` says for whom the table waits."""

    kind: str
    players: int
    head: str
    round: str
    way: str
    backwards: bool
    cabinets: tuple[Cabinet, ...]
    goal: GoalShape | None
    piles: Piles
    floating: tuple[SupporterShape, ...]
    doing: Doing | None
    told: tuple[str, ...]
    ending: Ending | None


def board_of(seen: Seen) -> Board:
    """What the wall shows; whoever looks, what only one player sees is not in it."""
    wall = Wall(seen)
    view = wall.view
    return Board(
        kind=view.phase.value,
        players=len(view.sides),
        head=_head(wall),
        round=say("Round {number}", number=view.round) if view.round else "",
        way=say("backwards") if view.backwards else say("clockwise"),
        backwards=view.backwards,
        cabinets=cabinets_of(wall),
        goal=goal_of(wall),
        piles=piles_of(wall),
        floating=tuple([supporter_of(wall, each) for each in view.supporters if each.host is None]),
        doing=doing_of(wall),
        told=seen.told,
        ending=ending_of(wall),
    )


def _head(wall: Wall) -> str:
    view = wall.view
    if view.phase is Phase.OVER:
        return say("The game is over")
    if not view.sides:
        return say("The table is being laid")
    if len(view.waits_for) > FEW:  # each of them is marked at the own side
        return say_count("Waiting for {count} player", "Waiting for {count} players", len(view.waits_for))
    return say("Waiting for {names}", names=listed([wall.name(player) for player in view.waits_for]))
