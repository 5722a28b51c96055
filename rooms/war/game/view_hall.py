"""The war map as the hall sees it: the board with its battles in figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.engine.language import later
from control.engine.viewer import Viewer
from control.engine.words import Spoken
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.drawing.whole import NO_EVENT, MapDrawing, bare_map
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.view_map import BattleView

MANY_BATTLES = 6  # with more than these everything stands closer in the hall
MOST_BATTLES = 15  # what the hall has room for; the rest is read on the phones
MOST_SIDES = 4
WITHOUT_HOUSE: Mapping[HouseId, str] = Spoken({REMNANTS: later("rem"), IMMORTALS: later("guard")})


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureSide:
    """A force in a battle's figures; `word` names one without a House."""

    force: HouseId
    short: str
    word: str
    attack: int
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A battle in figures: where, and the attack of each force when it was decided."""

    region: RegionId
    name: str
    sides: tuple[FigureSide, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HallBoard:
    """The map of the hall. `more` battles than there is room for stand on the phones alone."""

    map: MapDrawing
    battles: tuple[Figures, ...]
    many: bool
    more: int


def hall_board(state: GameState, _viewer: Viewer) -> HallBoard:
    """The map that everybody may see."""
    drawn = bare_map(state, NO_EVENT, True)
    battles = drawn.board.battles
    return HallBoard(
        map=drawn,
        battles=tuple(_figures(battle) for battle in battles[:MOST_BATTLES]),
        many=len(battles) > MANY_BATTLES,
        more=max(len(battles) - MOST_BATTLES, 0),
    )


def _figures(battle: BattleView) -> Figures:
    last = battle.counts[-1] if battle.counts else ()
    return Figures(
        region=battle.region,
        name=battle.name,
        sides=tuple(
            FigureSide(
                force=side.force,
                short=side.short,
                word=WITHOUT_HOUSE.get(side.force, ""),
                attack=side.attack,
                stands=side.stands,
            )
            for side in last[:MOST_SIDES]
        ),
    )
