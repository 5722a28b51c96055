"""Public view of a table: exactly what everybody around it may see (R-116, R-119, R-144)."""

from __future__ import annotations

from msgspec import Struct

from control.day.view import RoomClockView, clock_view
from control.day.words import who
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.viewer import Viewer
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.state import TURNS, CardTable, Lying, TableId, TableStep
from rooms.underground.game.tables.cards import scheme_in
from rooms.underground.game.tables.lookup import PUBLIC, hand_of, out_of, seats_at_table, step_of, table_of, tables, turn_at
from rooms.underground.game.tables.turns import table_words
from rooms.underground.game.view_attack import Scenes, running_words, scenes_of, seats_to_reveal, waits_of
from rooms.underground.game.view_cards import SchemeCard, scheme_card

# === table ==============================================================================================================


class WallSitter(Struct, frozen=True, kw_only=True):
    """A place at the table, in turn order: the player, the number of minions, and the schemes in front."""

    name: str
    house: HouseId
    short: str
    count: int
    on_turn: bool
    attacks: bool
    reveals: bool  # may reveal the Protection that an attack waits for
    done: bool
    schemes: tuple[SchemeCard, ...]


class WallTable(Struct, frozen=True, kw_only=True):
    """A table for the hall. Nobody is shown before Action. `others`: schemes of Houses without a player here.

    `seen`: scenes for the middle, each shown until it can be read; `target`: scheme under attack, 0 for none; `done`: schemes
    completed here this month.
    """

    table: TableId
    name: str
    step: TableStep | None
    clock: RoomClockView | None
    words: str
    sitters: tuple[WallSitter, ...]
    others: tuple[SchemeCard, ...]
    target: int
    seen: Scenes
    done: int

    @property
    def completed(self) -> str:
        """Number of completed schemes in words, "" for none."""
        if not self.done:
            return ""
        return say_count("{count} scheme completed", "{count} schemes completed", self.done)


def table_names(state: GameState) -> tuple[tuple[TableId, str], ...]:
    """All tables with their names."""
    return tuple((table, table_words(state, table)) for table in tables(state))


def wall_table(state: GameState, _viewer: Viewer, table: TableId) -> WallTable | None:
    """The public view of a table. None if there is no such table."""
    if table not in tables(state):
        return None
    at, step = table_of(state, table), step_of(state, table)
    there = seats_at_table(state, table) if state.clock.is_in(*PUBLIC) else ()
    return WallTable(
        table=table,
        name=table_words(state, table),
        step=step,
        clock=_clock(state, table),
        words=_words(state, at, step),
        sitters=tuple(_sitter(state, at, step, each, there) for each in there),
        others=tuple(scheme_card(state, each) for each in at.schemes if _seat_before_scheme(each, there) is None),
        target=at.attack.scheme if at.attack is not None and step is TableStep.ATTACK else 0,
        seen=scenes_of(state, at, attack_runs=step is TableStep.ATTACK),
        done=at.done,
    )


def _clock(state: GameState, table: TableId) -> RoomClockView | None:
    rooms = (each for each in clock_view(state).rooms.values() if each.room == Room.UNDERGROUND)
    return next((each for each in rooms if each.table in ("", table) and each.step is not None), None)


def _sitter(state: GameState, at: CardTable, step: TableStep | None, seat: HouseSeat, there: tuple[HouseSeat, ...]) -> WallSitter:
    shorts = {house.id: house.short for house in house_names(state)}
    reveals = seat.id in seats_to_reveal(state, at.id)
    return WallSitter(
        name=seat.name,
        house=seat.house,
        short=shorts[seat.house],
        count=len(hand_of(state, at.id, seat.id)),
        on_turn=turn_at(state, at.id) == seat.id,
        attacks=at.attack is not None and at.attack.attacker == seat.id,
        reveals=reveals,
        done=step in TURNS and seat.id in out_of(state, at.id) and not reveals,
        schemes=tuple(scheme_card(state, each) for each in at.schemes if _seat_before_scheme(each, there) == seat.id),
    )


def _seat_before_scheme(scheme: Lying, there: tuple[HouseSeat, ...]) -> SeatId | None:
    """Player in front of whom a scheme is shown: its author, else the House's highest-ranked player here."""
    house = sorted((seat for seat in there if seat.house == scheme.house), key=lambda seat: seat.rank)
    return next((seat.id for seat in house if seat.id == scheme.author), house[0].id if house else None)


# --- the middle ---------------------------------------------------------------------------------------------------------


def _words(state: GameState, at: CardTable, step: TableStep | None) -> str:
    """The current activity in one sentence."""
    scheme = scheme_in(at, at.attack.scheme) if at.attack is not None else None
    if step is TableStep.ATTACK and at.attack is not None and scheme is not None:
        return running_words(state, at.attack, scheme, waits_of(at.attack))
    match step:
        case TableStep.UPDATES:
            return say("What the Court’s laws change here is told.")
        case TableStep.SCHEMES:
            houses = tuple(house_name(state, each.house) for each in at.offered)
            return say("Still to place a scheme: {houses}.", houses=listed(houses)) if houses else say("The schemes are placed.")
        case TableStep.MINIONS:
            return say("Everybody has drawn minions. Plot!")
        case TableStep.COMPLETE:
            return say("Schemes with enough Advancement are shown to Control.")
        case None:
            return say("Nothing goes on at this table now.")
    turn = turn_at(state, at.id)
    if turn is None:
        return say("Everybody at this table is done with this step.")
    if step is TableStep.ATTACK:
        return say("{player} attacks, or passes.", player=who(state, turn))
    if step is TableStep.PROTECTION:
        return say("{player} puts minions in front of schemes.", player=who(state, turn))
    return say("{player} puts minions onto schemes.", player=who(state, turn))
