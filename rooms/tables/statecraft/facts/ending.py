"""Facts of the end of the game (SC-FIN, SC-WIN)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, Module
from rooms.tables.statecraft.game.scene import Scene, signed
from rooms.tables.statecraft.game.state import Phase, StatecraftState


class End(StrEnum):
    """Causes of the end of the game."""

    TURNS = "turns"  # end condition 1, and SC-R-42
    ALL_SUPPORTERS = "all-supporters"  # 2
    MAJORITY = "majority"  # 3
    NOBODY_FLOATS = "nobody-floats"  # 4
    LAST_CARD = "last-card"  # 5


class TermEnded(msgspec.Struct, frozen=True):
    """The game is over. `values`: each player's value of the win condition (SC-WIN-10)."""

    end: End
    win: int
    values: tuple[int, ...]
    winners: tuple[int, ...]


def evolve_term_ended(state: StatecraftState, _happened: TermEnded) -> StatecraftState:
    return replace(state, phase=Phase.OVER, agenda=(), answers=())


def _ended_words(happened: TermEnded, scene: Scene) -> str:
    """The result in words, with every player's value and the holder of the incumbent card (SC-WIN-10)."""
    shown = [signed(value) if happened.win == BUDGETS else str(value) for value in happened.values]
    values = listed([f"{name} {value}" for name, value in zip(scene.names, shown, strict=False)])
    holder = scene.state.incumbent
    incumbent = say("Nobody is incumbent.") if holder is None else say("{name} is incumbent.", name=scene.names[holder])
    winners = [scene.names[player] for player in happened.winners]
    end, measure = say(ENDS[happened.end]), say(MEASURES[happened.win])
    if len(winners) == 1:
        won = say("{winner} wins.", winner=winners[0])
    else:
        won = say("{winners} share the victory.", winners=listed(winners))
    return say(
        "{end} {measure}: {values}. {incumbent} {won}", end=end, measure=measure, values=values, incumbent=incumbent, won=won
    )


BUDGETS: Final = 2
ENDS: Final[Mapping[End, str]] = {
    End.TURNS: later("The last turn is over, and the votes are counted."),
    End.ALL_SUPPORTERS: later("The whole crowd stands behind one party."),
    End.MAJORITY: later("More than half of the crowd stands behind one party."),
    End.NOBODY_FLOATS: later("Nobody is left to be won over."),
    End.LAST_CARD: later("The last card of the deck is drawn."),
}
MEASURES: Final[Mapping[int, str]] = {
    1: later("Supporters, the most win"),
    BUDGETS: later("Budgets, the lowest wins"),
    3: later("Distance between the extremes, the greatest wins"),
    4: later("Distance from the middle, the smallest wins"),
}
ENDING: Final = Module(
    name="ending",
    events={TermEnded: EventHandler(evolve=evolve_term_ended, explain=_ended_words)},
)
