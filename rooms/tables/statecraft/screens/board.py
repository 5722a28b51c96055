"""The wall: all public information of the table, and nothing else (SC-HID)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.engine.language import listed, say, say_count
from rooms.tables.registry import GameSight
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.screens.cabinets import Cabinet, Follower, cabinets_of, follower_of
from rooms.tables.statecraft.screens.table_center import (
    DeckTops,
    Doing,
    Podium,
    ScenarioGoal,
    aim_of,
    doing_of,
    piles_of,
    podium_of,
)
from rooms.tables.statecraft.screens.viewer import StatecraftViewer, looker_of, round_now

FEW: Final = 2  # names that fit on one line
SHORT: Final = 220  # letters of the newest sentences that fit: in the usual size, in small letters
ROOM: Final = 420


@dataclass(frozen=True, slots=True, kw_only=True)
class WallBoard:
    """Everything that the wall shows. `head`: the players whom the table waits for. `long`: `told` needs small letters."""

    kind: str
    players: int
    head: str
    round: str
    way: str
    backwards: bool
    cabinets: tuple[Cabinet, ...]
    aim: ScenarioGoal | None
    piles: DeckTops
    floating: tuple[Follower, ...]
    doing: Doing | None
    told: tuple[str, ...]
    long: bool
    podium: Podium | None


def board_of(seen: GameSight) -> WallBoard:
    """The wall's content. It never holds what only one player sees, whoever the viewer is."""
    looker = looker_of(seen)
    view, cabinets, told = looker.view, cabinets_of(looker), newest(seen.told)
    return WallBoard(
        kind=view.phase.value,
        players=len(view.sides),
        head=_head(looker),
        round=say("Round {number}", number=round_now(view)) if view.round else "",
        way=say("backwards") if view.backwards else say("clockwise"),
        backwards=view.backwards,
        cabinets=cabinets,
        aim=aim_of(looker),
        piles=piles_of(looker),
        floating=tuple([follower_of(looker, each) for each in view.supporters if each.host is None]),
        doing=doing_of(looker),
        told=told,
        long=len(" ".join(told)) > SHORT,
        podium=podium_of(looker, cabinets),
    )


def newest(told: tuple[str, ...]) -> tuple[str, ...]:
    """The newest sentences, as many as fit. Everybody's log has the earlier ones."""
    kept = len(told)
    while kept and len(" ".join(told[kept - 1 :])) <= ROOM:
        kept -= 1
    return told[min(kept, len(told) - 1) :] if told else ()


def _head(looker: StatecraftViewer) -> str:
    view = looker.view
    if view.phase is Phase.OVER:
        return say("The game is over")
    if not view.sides:
        return say("The table is being laid")
    if len(view.waits_for) > FEW:  # each side shows a mark
        return say_count("Waiting for {count} player", "Waiting for {count} players", len(view.waits_for))
    return say("Waiting for {names}", names=listed([looker.name(player) for player in view.waits_for]))
