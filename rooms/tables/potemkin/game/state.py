"""State of a Potemkin Empire table: open and hidden cards, villages, meeples and modes.

Players are numbers from 0, clockwise (PE-R-03). Each building has a number that is never used again. An agent is named by its home
building. Cards are named by their ids.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from control.engine.records import replace
from rooms.tables.game.facts import ActionCourse
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.potemkin.game.content import Book, Facade

MONTHS: Final = 4  # PE-CAL-01, PE-R-04


class Phase(StrEnum):
    """Phases of the table: each names what the table waits for."""

    SETUP = "setup"
    DRAFT = "draft"
    TURN = "turn"
    CHECK_AGAIN = "check-again"  # in a turn: an agent has an additional check
    BUILD_AGAIN = "build-again"  # in a turn: the Second Crew may build a second building
    DISCARD = "discard"  # in a turn: Fresh Timber costs a hand card
    READY_AGENTS = "ready-agents"
    OVER = "over"


IN_TURN: Final = frozenset({Phase.TURN, Phase.CHECK_AGAIN, Phase.BUILD_AGAIN, Phase.DISCARD})


class Meeple(StrEnum):
    """The three meeples, each of which exists once (PE-COM-06)."""

    CAPITOL = "capitol"
    SHIELD = "shield"
    SCIENTIST = "scientist"


class Building(msgspec.Struct, frozen=True):
    """A standing building. `agents`: ready agents behind it. `inspected_by`: the players who have looked at `card`.

    Rules: PE-COM-02, PE-COM-10, PE-COM-11, PE-R-05.
    """

    id: int
    facade: Facade
    card: str
    front: int = 0  # index of the type's picture, without meaning for the rules
    shown: bool = False
    cubes: int = 0
    agents: int = 0
    inspected_by: tuple[int, ...] = ()


class Placing(msgspec.Struct, frozen=True):
    """The places where a player readies agents. `counts`: numbers of buildings, and agents for each."""

    player: int
    counts: tuple[tuple[int, int], ...] = ()


class Side(msgspec.Struct, frozen=True):
    """One player's side of the table. `pack`: the pack in front during the draft. `pick`: its chosen card, not kept yet.

    Rules: PE-SCI-11, PE-R-10.
    """

    hand: tuple[str, ...] = ()
    pack: tuple[str, ...] = ()
    pick: str | None = None
    village: tuple[Building, ...] = ()
    spent: int = 0
    producing: bool = False
    captured: tuple[str, ...] = ()
    placing: tuple[tuple[int, int], ...] | None = None  # chosen places of the spent agents, until all have chosen


class Mission(msgspec.Struct, frozen=True):
    """A spy action in progress. `out`: agents sent. `extra`: agents with an additional check; the first one is asked."""

    out: int
    extra: tuple[int, ...] = ()


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """One player's points by category (PE-SCO-14)."""

    fakes: int
    government: int
    culture: int
    captured: int
    cubes: int

    @property
    def total(self) -> int:
        return self.fakes + self.government + self.culture + self.captured + self.cubes


class PotemkinState(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. The top of the deck comes first. `months`: the stack of month tokens, the current month first.

    `playing`: an ability card being carried out. `turns`: the number of the current turn.
    """

    phase: Phase = Phase.SETUP
    months: tuple[int, ...] = ()
    sides: tuple[Side, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    capitol: int = 0
    shield: int | None = None
    scientist: int | None = None
    turn: int = 0
    mission: Mission | None = None
    playing: str | None = None
    turns: int = 0
    built: int = 0  # buildings so far, and the number of the newest

    @property
    def month(self) -> int:
        """The current month; 0 when no month is left."""
        return self.months[0] if self.months else 0


Course = ActionCourse[Book, PotemkinState, Side]


def building_of(state: PotemkinState, id_: int) -> tuple[int, Building] | None:
    """The owner and the building with this number. None when it does not stand."""
    for owner, side in enumerate(state.sides):
        for building in side.village:
            if building.id == id_:
                return owner, building
    return None


def own_building(side: Side, id_: int | None) -> Building | None:
    """The building with this number in this village. None when it has none."""
    for building in side.village:
        if building.id == id_:
            return building
    return None


def count_of(side: Side, facade: Facade) -> int:
    """The number of buildings of a type, fake and real alike (PE-INT-05, PE-INT-06)."""
    return [building.facade for building in side.village].count(facade)


def ids_of(side: Side, facade: Facade) -> tuple[int, ...]:
    """The numbers of the village's buildings of a type."""
    return tuple([building.id for building in side.village if building.facade == facade])


def face_down(state: PotemkinState, player: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Opponents' buildings with a face-down interior: those open to checks, and those in a shielded village (PE-SHD-01)."""
    bare: list[int] = []
    shielded: list[int] = []
    for owner, side in enumerate(state.sides):
        if owner != player:
            found = shielded if owner == state.shield else bare
            for building in side.village:
                if not building.shown:
                    found.append(building.id)
    return tuple(bare), tuple(shielded)


def shield_of_other(state: PotemkinState, player: int) -> int | None:
    """The opponent who holds the shield. None when no opponent does."""
    return None if state.shield == player else state.shield


def holder_of(state: PotemkinState, meeple: Meeple) -> int | None:
    """The holder of a meeple. None while it is on the board."""
    if meeple is Meeple.CAPITOL:
        return state.capitol
    return state.shield if meeple is Meeple.SHIELD else state.scientist


def with_side(state: PotemkinState, player: int, side: Side) -> tuple[Side, ...]:
    return with_replaced(state.sides, player, side)


def side_of(state: PotemkinState, player: int) -> Side:
    """A player's side. For an unknown player it is an empty side, which `broken` reports because it has no cards."""
    return state.sides[player] if player < len(state.sides) else Side()


def with_more(state: PotemkinState, player: int, id_: int, *, agents: int = 0, cubes: int = 0) -> tuple[Side, ...]:
    """All sides, with more agents and cubes behind one building of a player."""
    side = side_of(state, player)
    village = tuple(
        [
            replace(building, agents=building.agents + agents, cubes=building.cubes + cubes) if building.id == id_ else building
            for building in side.village
        ]
    )
    return with_side(state, player, replace(side, village=village))
