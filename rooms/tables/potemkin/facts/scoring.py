"""Facts of final scoring (PE-SCO)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import Phase, PotemkinState, Score


class InteriorsRevealed(msgspec.Struct, frozen=True):
    """Every interior was turned face up (PE-SCO-01)."""


class VillagesCounted(msgspec.Struct, frozen=True):
    """The villages were counted."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]


def evolve_interiors_revealed(state: PotemkinState, _happened: InteriorsRevealed) -> PotemkinState:
    sides = [replace(side, village=tuple([replace(each, shown=True) for each in side.village])) for side in state.sides]
    return replace(state, sides=tuple(sides))


def evolve_villages_counted(state: PotemkinState, _happened: VillagesCounted) -> PotemkinState:
    return replace(state, phase=Phase.OVER)


def _villages_counted_words(happened: VillagesCounted, scene: Scene) -> str:
    points = [f"{scene.names[player]} {score.total}" for player, score in enumerate(happened.scores)]
    winners = [scene.names[player] for player in happened.winners]
    if len(winners) == 1:
        return say("Points: {points}. {winner} wins.", points=listed(points), winner=winners[0])
    return say("Points: {points}. {winners} share the victory.", points=listed(points), winners=listed(winners))


SCORING: Final = Module(
    name="scoring",
    events={
        InteriorsRevealed: EventHandler(
            evolve=evolve_interiors_revealed,
            tell=one_sentence(lambda _happened, _scene: say("The Empress steps ashore. Every front is opened.")),
            undo=Undo(never_by_players=later("all interiors were revealed")),
        ),
        VillagesCounted: EventHandler(evolve=evolve_villages_counted, tell=one_sentence(_villages_counted_words)),
    },
)
