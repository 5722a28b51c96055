"""Laws about the Underground: Gaes, Border Watch and Crackdown (GE-CRT-42, GE-CRT-43, GE-CRT-51, R-84, R-91)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from control.day import handoffs
from control.day.clock.phase_events import ClockSet, PhaseEnded, phases_ended_by
from control.day.missing_players import requires_players, teams_of
from control.day.people.lookup import choice_of, members
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.effects.lifetime import law_reason
from rooms.realm.game.favors import deck
from rooms.realm.game.law_actions.action import Carry, Deed, do_nothing, tablet_of
from rooms.realm.game.law_actions.money import discard_payment, payment_of
from rooms.realm.game.laws import LawStruck, law_words
from rooms.realm.game.passed_laws import laws_in_force
from rooms.realm.game.reports.words import to_player
from rooms.realm.game.state import Bar, GameState, HouseSeat, PostedLaw
from rooms.realm.game.treasury import power
from rooms.realm.game.treasury.payment import cards_of, plan_of
from rooms.realm.game.treasury.purses import house_name, house_power
from rooms.realm.scenario.ids import HouseId, LawId, Phase, Room
from rooms.realm.scenario.schema import SchemeType, Target

# === tables =============================================================================================================

# Laws about the tables of the Underground: Gaes bars players, Border Watch takes a toll (GE-CRT-42, GE-CRT-43, R-84).


# --- Gaes ---------------------------------------------------------------------------------------------------------------


class PlayersBarred(Struct, frozen=True, kw_only=True):
    """Players are barred from a table of the Underground while the law is on the board, whatever character they play (R-84)."""

    law: LawId
    month: int
    table: str
    seats: tuple[SeatId, ...]


def gaes(deed: Deed) -> Iterator[GameEvent]:
    """Bar the named players still in the game, except one who would have nowhere else to go (GE-CRT-43, R-76, R-85)."""
    table = deed.named.one(Target.TABLE)
    named = (deed.state.seats.get(SeatId(each)) for each in deed.named.all(Target.PLAYERS))
    seats = tuple(
        seat.id
        for seat in named
        if seat is not None and seat.presence is not Presence.GONE and has_other_room(deed.state, seat, table)
    )
    if seats:
        yield PlayersBarred(law=deed.law.id, month=deed.month, table=table, seats=seats)


def has_other_room(state: GameState, seat: HouseSeat, table: str) -> bool:
    """Can this player go to the War Room, the Court or another table (R-85)? Bars of every law count."""
    if any(state.bar(seat, room) is None for room in (Room.WAR, Room.COURT)):
        return True
    return any(
        state.bar(seat, Room.UNDERGROUND, each) is None for each in state.tables_for(seat, Room.UNDERGROUND) if each != table
    )


@requires_players(lambda happened: happened.seats)
def evolve_barred(state: GameState, happened: PlayersBarred) -> GameState:
    law = tablet_of(state, happened.law)
    why = barred_reason(law.number if law else 0, state.table_name(Room.UNDERGROUND, happened.table))
    bar = Bar(room=Room.UNDERGROUND, table=happened.table, why=why, rule="GE-CRT-43", law=happened.law)
    seats = dict(state.seats)
    for seat in happened.seats:
        seats[seat] = replace(seats[seat], bars=(*seats[seat].bars, bar))
    return replace(state, seats=seats)


def lift_bars(before: GameState, state: GameState, happened: LawStruck) -> GameState:
    """Lift a law's bars when it falls (R-83)."""
    freed = {
        each.id: replace(each, bars=tuple(bar for bar in each.bars if bar.law != happened.law))
        for each in state.seats.values()
        if any(bar.law == happened.law for bar in each.bars)
    }
    return replace(state, seats={**state.seats, **freed}) if freed else state


# --- Border Watch -------------------------------------------------------------------------------------------------------


def collect_tolls(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Collect once from each House at a watched table when Movement ends; the default is a Favor (GE-CRT-42, R-84, R-08)."""
    return tuple(_tolls(state, asked)) if any(each.phase == Phase.MOVEMENT for each in phases_ended_by(happened)) else ()


def watched_tables(state: GameState) -> Mapping[str, PostedLaw]:
    """Tables watched this month, each by the first law that names it (R-21)."""
    found: dict[str, PostedLaw] = {}
    for passed, named in laws_in_force(state, "border-watch"):
        law = tablet_of(state, passed.law)
        if law is not None:
            found.setdefault(named.one(Target.TABLE), law)
    return found


def _tolls(state: GameState, asked: DecisionContext) -> Iterator[GameEvent]:
    handed = 0
    for table, law in watched_tables(state).items():
        for house in state.scenario.houses:
            there = _players_at(state, house.id, table)
            if not there:
                continue
            power_held, cards = house_power(state, house.id), cards_of(state, house.id)
            if cards or power_held:
                by_power = bool(power_held) and (not cards or plan_of(state, house.id).power_first)
                for event in discard_payment(
                    payment_of(state, house.id, int(by_power), int(not by_power)), law_reason(law.number, law.title)
                ):
                    state = HANDED[type(event)].evolve(state, event)
                    yield event
            elif any(has_other_room(state, seat, table) for seat in there):  # waived where nobody could go elsewhere
                what = cannot_pay_reason(law.number, house_name(state, house.id), state.table_name(Room.UNDERGROUND, table))
                yield handoffs.new_hand_off(
                    state,
                    origin=Desk.COURT,
                    to=Desk.UNDERGROUND,
                    what=what,
                    at=asked.at,
                    by=asked.by.called,
                    rule="R-84",
                    further=handed,
                )
                handed += 1


def _players_at(state: GameState, house: HouseId, table: str) -> tuple[HouseSeat, ...]:
    return tuple(
        seat for seat in members(state, house) if seat.acts and choice_of(state, seat) == Room.UNDERGROUND and seat.table == table
    )


HANDED: Final[Mapping[type, EventHandler]] = {**power.EVENTS, **deck.EVENTS}


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.no-seat")
def barred_reason(number: int, table: str) -> str:
    return say("Law {number}, Gaes: not at the table {table}", number=number, table=table)


@as_reason("laws.cannot-pay")
def cannot_pay_reason(number: int, house: str, table: str) -> str:
    return say(
        "Law {number}, Border Watch: {house} cannot pay the toll of the table {table}, so its players sit elsewhere",
        number=number,
        house=house,
        table=table,
    )


def barred_words(state: GameState, table: str, seats: Sequence[SeatId]) -> str:
    return say(
        "{players} may not sit at the table {table} any more.",
        players=listed([who(state, seat) for seat in seats]),
        table=state.table_name(Room.UNDERGROUND, table),
    )


def tell_barred(happened: PlayersBarred, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell barred players which law keeps them from the table."""
    yield to_desks(barred_words(before, happened.table, happened.seats))
    table, law = before.table_name(Room.UNDERGROUND, happened.table), law_words(before, happened.law)
    words = say("You may not sit at the table {table} while this hangs: {law}.", table=table, law=law)
    for seat in happened.seats:
        if seat in before.seats:
            yield to_player(seat, words, rule="R-84")


def _invalidations(happened: PlayersBarred, state: GameState) -> tuple[Invalidation, ...]:
    own = tuple(Invalidation(topic="strip", to=f"seat:{seat}") for seat in happened.seats)
    houses = tuple(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, *happened.seats))
    return (*own, *houses, Invalidation(topic="people", to="staff"))


EVENTS: Mapping[type, EventHandler] = {
    PlayersBarred: EventHandler(evolve=evolve_barred, tell=tell_barred, invalidations=_invalidations)
}
TABLES: Final[dict[str, Carry]] = {
    "gaes": gaes,
    "border-watch": do_nothing,  # it takes its toll when Movement ends
    "trade-embargo": do_nothing,  # transfers refuse by it (`treasury.transfers`)
}


# === cost of schemes ====================================================================================================

# Cost of schemes under the Court's laws: a Crackdown doubles the kind it names (GE-CRT-51, R-91).


def doubled_schemes(state: GameState, month: int | None = None) -> Mapping[str, LawId]:
    """Kinds of schemes at double cost, each with the first law that names it; none is doubled twice (R-21)."""
    found: dict[str, LawId] = {}
    for passed, named in laws_in_force(state, "crackdown", month):
        found.setdefault(named.one(Target.SCHEME), passed.law)
    return found


def priced_schemes(state: GameState) -> tuple[SchemeType, ...]:
    """Schemes with their cost this month and the law that raises it. A trap has no cost."""
    dearer = doubled_schemes(state)
    if not dearer:
        return state.scenario.schemes
    return tuple(
        replace(each, cost=2 * each.cost, text=f"{each.text} {_law_words(state, dearer[each.id])}")
        if each.id in dearer and each.cost is not None
        else each
        for each in state.scenario.schemes
    )


def _law_words(state: GameState, law: LawId) -> str:
    return say("By {law}, it costs twice as much.", law=law_words(state, law))
