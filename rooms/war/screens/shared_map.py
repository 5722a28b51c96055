"""The war map on shared pages: in the hall with its battles, on a phone with the own orders."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2s

from control.day.recall import Same
from control.engine.ids import SeatId
from control.engine.language import later
from control.engine.words import Spoken
from control.registry import Panel
from control.sheets import sheets as sheet_rows
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.overlay import own_orders
from rooms.war.game.records.battles import IMMORTALS, REMNANTS
from rooms.war.game.sheets import document
from rooms.war.game.view_map import BattleView
from rooms.war.screens.drawing import MapDrawing, bare_map, map_over
from rooms.war.screens.phone_sheet import written_on

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


def hall(event_id: int, state: GameState) -> Panel:
    """The map that everybody may see."""
    drawn = bare_map(state, event_id, True)
    battles = drawn.board.battles
    return Panel(
        template="war/_hall.html",
        panel=HallBoard(
            map=drawn,
            battles=tuple(_figures(battle) for battle in battles[:MOST_BATTLES]),
            many=len(battles) > MANY_BATTLES,
            more=max(len(battles) - MOST_BATTLES, 0),
        ),
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


def own_map(event_id: int, state: GameState, seat: SeatId) -> Panel:
    """The same map on a player's phone, with the own orders of this month drawn on it and nobody else's."""
    row = sheet_rows.latest(event_id, seat, document.KIND, state.clock.month)
    sealed = None if row is None or row.late else written_on(row)
    overlay = own_orders(state, seat, sealed)
    drawn = map_over(state, overlay, event_id=event_id, changes=True)
    return Panel(template="war/_board.html", panel=drawn, version=f"{event_id} {_words(Same(drawn.board))} {overlay!r}")


@lru_cache(maxsize=64)
def _words(board: Same) -> str:
    """All that a board says: the same for everybody, so it is put together once."""
    return blake2s(repr(board.thing).encode()).hexdigest()
