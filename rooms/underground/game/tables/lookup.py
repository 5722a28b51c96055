"""Questions about tables: seats, turns, schemes, and who knows which face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, Protocol

from control.day.clock.clocks import WHOLE, clock_at, has_table_clocks
from control.day.memoization import once_per_state
from control.day.people.lookup import present_seats
from control.day.state import with_room
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId, Phase, Room
from rooms.underground.game.state import TURNS, CardTable, Decks, Lying, TableId, TableStep, UndergroundState
from rooms.underground.rules.minion_cards import MinionId
from rooms.underground.rules.turn_order import arranged, houses_in_turn, joined, next_player, whose_turn

# === questions ==========================================================================================================


UNDERGROUND_DESK: Final = frozenset({Desk.UNDERGROUND})
TOPIC: Final = "underground"  # of whatever shows more than one table
PUBLIC: Final = (Phase.ACTION, Phase.RETURN)  # earlier, rooms are only chosen, and choices are private


def room_of(state: GameState) -> UndergroundState:
    """The Underground's part of the state."""
    own = state.rooms.get(Room.UNDERGROUND)
    return own if isinstance(own, UndergroundState) else UndergroundState()


@once_per_state
def tables(state: GameState) -> tuple[TableId, ...]:
    """All tables, in the scenario's order (GE-UND-61)."""
    return tuple(TableId(each) for each in state.tables_of(Room.UNDERGROUND))


def table_in(state: GameState, table: TableId, month: int) -> CardTable:
    """A table for an event of that month. For a new month, only lasting parts are kept (GE-UND-59).

    Kept are schemes, hands until discarded (R-121), a doubt, and everything unsettled: an attack, offered cards, brought schemes.
    """
    held = room_of(state).tables.get(table, CardTable(id=table))
    if held.month == month:
        return held
    stays = replace(CardTable(id=table, month=month), schemes=held.schemes, hands=held.hands, attack=held.attack)
    return replace(stays, offered=held.offered, brought=held.brought, doubtful=held.doubtful)


def table_of(state: GameState, table: TableId) -> CardTable:
    """A table in the current month."""
    return table_in(state, table, state.clock.month)


def with_table(state: GameState, table: CardTable) -> GameState:
    """The state with one table replaced."""
    own = room_of(state)
    return with_room(state, Room.UNDERGROUND, replace(own, tables={**own.tables, table.id: table}))


def with_decks(state: GameState, decks: Decks) -> GameState:
    """The state with the decks replaced."""
    return with_room(state, Room.UNDERGROUND, replace(room_of(state), decks=decks))


@once_per_state
def step_of(state: GameState, table: TableId) -> TableStep | None:
    """The step that runs at a table. None if there is none."""
    apart = has_table_clocks(state, Room.UNDERGROUND)
    at = clock_at(state, Room.UNDERGROUND, table if apart else WHOLE)
    if at.step is None or at.month != state.clock.month or at.step not in tuple(each.value for each in TableStep):
        return None
    return TableStep(at.step)


@once_per_state
def seats_at_table(state: GameState, table: TableId) -> tuple[HouseSeat, ...]:
    """Players at a table this month, in turn order (R-116)."""
    there = _seats_by_id(state, table)
    return tuple(there[seat] for seat in round_of(state, table_of(state, table), step_of(state, table)) if seat in there)


def round_of(state: GameState, table: CardTable, step: TableStep | None) -> tuple[SeatId, ...]:
    """The order of a step around a table. Once somebody has acted, players who left keep their places in it (R-116)."""
    houses = houses_in_turn([house.id for house in state.scenario.houses], max(state.clock.month, 1))
    usual = sorted(_seats_by_id(state, table.id).values(), key=lambda seat: (houses.index(seat.house), seat.rank, seat.id))
    seats = [seat.id for seat in usual]
    if table.sat and table.step == step:
        return joined(table.sat, seats, at_end=bool(table.order))
    return arranged(seats, table.order)


@once_per_state
def _seats_by_id(state: GameState, table: TableId) -> Mapping[SeatId, HouseSeat]:
    return {seat.id: seat for seat in present_seats(state, Room.UNDERGROUND) if seat.table == table}


@once_per_state
def turn_at(state: GameState, table: TableId) -> SeatId | None:
    """Player on turn in a step around the table. None in other steps, or if everybody is done."""
    step, at = step_of(state, table), table_of(state, table)
    if step not in TURNS:
        return None
    order = [seat.id for seat in seats_at_table(state, table)]
    if at.step != step:  # nobody has acted in this step yet
        return whose_turn(order, None, out_of(state, table))
    if at.turn is not None and at.turn not in order:
        return next_after(state, table, at.turn, out_of(state, table), at.acted)
    return whose_turn(order, at.turn, out_of(state, table), at.acted)


def turn_since(state: GameState, table: TableId) -> datetime | None:
    """Start of the turn: the previous act or the start of the step, whichever is later. None while no step runs (R-116)."""
    step, at = step_of(state, table), table_of(state, table)
    began = clock_at(state, Room.UNDERGROUND, table if has_table_clocks(state, Room.UNDERGROUND) else WHOLE).began_at
    if step is None or began is None or at.since is None or at.step != step:
        return began if step is not None else None
    return max(began, at.since)


def next_after(state: GameState, table: TableId, seat: SeatId, out: Sequence[SeatId], acted: Sequence[SeatId]) -> SeatId | None:
    """The player after this one, even if this one has left the table (R-116)."""
    order = round_of(state, table_of(state, table), step_of(state, table))
    there = _seats_by_id(state, table)
    return next_player(order, seat, [*out, *(each for each in order if each not in there)], acted)


@once_per_state
def out_of(state: GameState, table: TableId) -> tuple[SeatId, ...]:
    """Players with nothing more to do in this step: done, passed, or without minions in hand (GE-UND-55, R-119)."""
    at, step = table_of(state, table), step_of(state, table)
    done = at.out if at.step == step else ()
    running = at.attack.attacker if at.attack is not None else None
    empty = (seat.id for seat in seats_at_table(state, table) if not at.hands.get(seat.id) and seat.id != running)
    return tuple(dict.fromkeys((*done, *empty)))


def hand_of(state: GameState, table: TableId, seat: SeatId) -> tuple[MinionId, ...]:
    """A player's minions in hand."""
    return table_of(state, table).hands.get(seat, ())


def find_scheme(state: GameState, scheme: int) -> Lying | None:
    """A scheme in play at any table. None if there is none with that number."""
    return next((each for table in tables(state) for each in table_of(state, table).schemes if each.id == scheme), None)


def scheme_at(state: GameState, table: TableId, scheme: int) -> Lying:
    """A scheme at this table.

    Raises:
        Stale: it is not there any more.
    """
    found = next((each for each in table_of(state, table).schemes if each.id == scheme), None)
    if found is None:
        raise Stale(say("This scheme does not lie here any more; look again."), rule="GE-UND-59")
    return found


def knows(scheme: Lying, seat: SeatId) -> bool:
    """Whether this player knows a scheme's face: its author, and everybody it was shown to (R-144).

    For a drawn scheme, that includes its House's players at the table. Knowledge is never lost, whatever a player takes back.
    """
    return seat == scheme.author or seat in scheme.known


def require_table(state: GameState, month: int, table: TableId, step: TableStep) -> CardTable:
    """The table, for a command with its month and step.

    Raises:
        Stale: that step is not running there.
        Refused: there is no such table.
    """
    if table not in tables(state):
        raise Refused(say("There is no such table in the Underground."), rule="GE-UND-61", code="unknown")
    if state.clock.month != month or step_of(state, table) != step:
        raise Stale(say("This step of the table is over, or has not begun; look again."), rule=STEP_RULES[step])
    return table_of(state, table)


def is_stopped(state: GameState, table: TableId) -> bool:
    """Whether the clock of this table, or of the whole room or day, is stopped."""
    at = clock_at(state, Room.UNDERGROUND, table if has_table_clocks(state, Room.UNDERGROUND) else WHOLE)
    return state.clock.paused or at.paused


def require_player(state: GameState, table: TableId, seat: SeatId) -> HouseSeat:
    """A player who sits at this table this month.

    Raises:
        Refused: the player does not sit there.
    """
    found = next((each for each in seats_at_table(state, table) if each.id == seat), None)
    if found is None:
        name = state.seats[seat].name if seat in state.seats else seat
        raise Refused(say("{name} does not sit at this table.", name=name), rule="GE-UND-62", code="not-here")
    return found


def require_on_turn(state: GameState, table: TableId, seat: SeatId) -> HouseSeat:
    """A player at this table who must be on turn.

    Raises:
        Refused: the player does not sit there.
        Stale: it is another player's turn.
    """
    found, turn = require_player(state, table, seat), turn_at(state, table)
    if turn != seat:
        if turn is None:
            raise Stale(say("Everybody at this table is done with this step."), rule="R-116")
        raise Stale(say("It is the turn of {name}.", name=state.seats[turn].name), rule="R-116")
    return found


def house_players_at(state: GameState, table: TableId, house: HouseId) -> tuple[HouseSeat, ...]:
    """A House's players at a table, by rank."""
    return tuple(sorted((seat for seat in seats_at_table(state, table) if seat.house == house), key=lambda seat: seat.rank))


# === news ===============================================================================================================

# Who is told of an event at a table. Everybody is, because views hide secrets and the console never says who looks at what.


class AtTable(Protocol):
    """An event at one table."""

    @property
    def table(self) -> TableId: ...


def table_topic(table: TableId) -> str:
    """The topic of a table's wall and of its regions at the desk."""
    return f"{TOPIC}-{table}"


def table_invalidations(happened: AtTable, state: GameState) -> tuple[Invalidation, ...]:
    """Invalidate one table, what shows all tables, and the fate of written schemes.

    Only for an event that the table's wall shows at once, so the name of the table tells nobody anything. Before Action the wall
    shows no player, so no table is named (R-144).
    """
    if not state.clock.is_in(*PUBLIC):
        return room_invalidations(happened, state)
    return _invalidations(happened.table)


def room_invalidations(happened: object, state: GameState) -> tuple[Invalidation, ...]:
    """Invalidate all tables, what shows them, and the fate of written schemes.

    For whatever several tables show, and for whatever may be secret: a private choice and its feints name no table (R-144).
    """
    return _invalidations(*tables(state))


def sitter_invalidations(happened: object, state: GameState) -> tuple[Invalidation, ...]:
    """Invalidate all tables after an event that may change who sits where, in what order, or whose turn it is (R-116).

    All tables together, because the state after it does not show where a player has sat. Before Action nothing is sent: no table
    shows its players, and it would tell everybody that somebody has chosen a room (R-144).
    """
    return room_invalidations(happened, state) if state.clock.is_in(*PUBLIC) else ()


def _invalidations(*at: TableId) -> tuple[Invalidation, ...]:
    return tuple(Invalidation(topic=each) for each in (TOPIC, *map(table_topic, at), "fate"))


STEP_RULES: Final = {
    TableStep.UPDATES: "GE-UND-28",
    TableStep.SCHEMES: "GE-UND-29",
    TableStep.MINIONS: "GE-UND-33",
    TableStep.ADVANCEMENT: "GE-UND-39",
    TableStep.PROTECTION: "GE-UND-41",
    TableStep.ATTACK: "GE-UND-43",
    TableStep.COMPLETE: "GE-UND-57",
}
