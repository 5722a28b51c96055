"""Underground tables that neutral castles open to Houses with a flag there (GE-UND-64, R-114)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, PhaseBegan
from control.engine.context import DecisionContext
from control.engine.language import listed, say
from control.engine.modules import EventHandler
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.war.game.lookup import board_invalidations
from rooms.war.game.state import war_of

LOOKED_AT = (Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT)  # phases in which rooms are chosen; the start of Movement settles it


class TablesOpened(Struct, frozen=True, kw_only=True):
    """Tables of other provinces opened to Houses until rooms are chosen again."""

    tables: Mapping[HouseId, tuple[str, ...]]


def tables_by_house(state: GameState) -> dict[HouseId, tuple[str, ...]]:
    """Tables that each House reaches by its flags now. One castle is enough."""
    castles = [castle for castle in war_of(state).castles.values() if castle.opens and not castle.destroyed]
    found = {
        house.id: tuple(sorted({table for castle in castles if house.id in castle.flags for table in castle.opens}))
        for house in state.scenario.houses
    }
    return {house: tables for house, tables in found.items() if tables}


def update_tables(state: GameState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[TablesOpened, ...]:
    """Update the opened tables when a phase begins in which rooms are chosen.

    A flag lost in Battle closes its table a month later.
    """
    if not state.clock.is_in(*LOOKED_AT) or tables_by_house(state) == state.reach:
        return ()
    return (TablesOpened(tables=tables_by_house(state)),)


def evolve_opened(state: GameState, happened: TablesOpened) -> GameState:
    return replace(state, reach=happened.tables)


def tell_opened(happened: TablesOpened, before: GameState, after: GameState) -> Iterator[Line]:
    """List all opened tables by House."""
    each = [
        say("{house} in {tables}", house=house_name(before, house), tables=listed(_names(before, tables)))
        for house, tables in happened.tables.items()
    ]
    if each:
        yield to_desks(say("Castles open tables of the Underground: {which}.", which="; ".join(each)))
    else:
        yield to_desks(say("No castle opens another table of the Underground."))


def _names(state: GameState, tables: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(state.table_name(Room.UNDERGROUND, table) for table in tables)


EVENTS: Mapping[type, EventHandler] = {
    TablesOpened: EventHandler(evolve=evolve_opened, tell=tell_opened, invalidations=board_invalidations)
}
