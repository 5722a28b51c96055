"""Costs of schemes in play, and halving by Recruitment (GE-CRT-49, GE-CRT-51, R-91)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.realm.game.law_actions.underground import doubled_schemes
from rooms.realm.game.passed_laws import laws_in_force
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import cost_of
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.reports.recipients import named_for, players_who_know, to_seat
from rooms.underground.game.state import Lying, TableId, TableStep
from rooms.underground.game.tables.cards import mark_table_doubtful
from rooms.underground.game.tables.drawn_schemes import pickers
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    find_scheme,
    require_player,
    require_table,
    room_invalidations,
    table_in,
    table_of,
    tables,
    with_table,
)
from rooms.underground.game.tables.schemes import completes, cost_in_play, found_at, with_changed_scheme
from rooms.underground.game.tables.turns import table_words

# === costs ==============================================================================================================


class HalveScheme(Struct, frozen=True, kw_only=True):
    """Halve the cost of one own scheme, new or in play, for a House named by Recruitment. Its highest-ranked player there picks."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int


class SchemeHalved(Struct, frozen=True, kw_only=True):
    """A scheme costs half until it leaves play. `at`: its table; `table`: where it was picked."""

    month: int
    table: TableId
    house: HouseId
    seat: SeatId
    scheme: int
    at: TableId


# --- questions ----------------------------------------------------------------------------------------------------------


def cost_of_lying(state: GameState, scheme: Lying) -> int | None:
    """Current cost of a scheme in play: doubled first, then halved. None for a trap."""
    kind = next((each for each in state.scenario.schemes if each.id == scheme.paper.type), None)
    if kind is None:
        return None
    return cost_in_play(cost_of(kind, scheme.paper), doubled=kind.id in doubled_schemes(state), halved=scheme.halved)


def is_complete(state: GameState, scheme: Lying) -> bool:
    """Whether a scheme has enough Advancement (GE-UND-40, R-117)."""
    return completes(len(scheme.advancement), cost_of_lying(state, scheme))


def halves_left(state: GameState, house: HouseId) -> int:
    """Number of schemes a House may still halve this month: one if a Recruitment of last month names it (R-21, R-91)."""
    last = state.clock.month - 1
    named = any(house in answers.houses for law, answers in laws_in_force(state, "recruitment") if (law.acted or law.month) == last)
    return int(named) - sum(each == house for table in tables(state) for each in table_of(state, table).halved)


def may_halve(state: GameState, house: HouseId, scheme: Lying) -> bool:
    """Whether it is a scheme of the player's House that has not been halved."""
    return scheme.house == house and not scheme.halved


# --- decisions, fold, words ---------------------------------------------------------------------------------------------


def decide_halve(state: GameState, command: HalveScheme, asked: DecisionContext) -> tuple[SchemeHalved, ...]:
    """Halve a scheme.

    Raises:
        Refused: another player must pick, no Recruitment names the House, or the scheme is another House's or halved already.
        Stale: the step is over, or the scheme is gone.
    """
    require_table(state, command.month, command.table, TableStep.SCHEMES)
    seat = require_player(state, command.table, command.seat)
    if pickers(state)[seat.house].id != seat.id:
        raise Refused(say("The highest-ranked player of your House here picks the scheme."), rule="R-91", code="not-yours")
    if halves_left(state, seat.house) < 1:
        raise Refused(say("No Recruitment lets your House halve a scheme this month."), rule="GE-CRT-49")
    found = find_scheme(state, command.scheme)
    if found is None:
        raise Stale(say("This scheme does not lie there any more; look again."), rule="GE-UND-59")
    if found.house != seat.house:
        raise Refused(say("Your House halves a scheme of its own."), rule="R-91")
    if found.halved:
        raise Refused(say("The cost of this scheme is halved already."), rule="R-91")
    return (
        SchemeHalved(month=command.month, table=command.table, house=seat.house, seat=seat.id, scheme=found.id, at=found.table),
    )


@requires_players("seat")
def evolve_halved(state: GameState, happened: SchemeHalved) -> GameState:
    found = found_at(state, happened.at, happened.month, happened.scheme)
    if found is None or found.halved:
        return mark_table_doubtful(state, happened.table, happened.month)
    state = with_changed_scheme(state, happened.month, replace(found, halved=True))
    held = table_in(state, happened.table, happened.month)
    return with_table(state, replace(held, halved=(*held.halved, happened.house)))


def label_halve(command: HalveScheme, state: GameState) -> str:
    return say("Recruitment at {table}, month {month}", table=table_words(state, command.table), month=command.month)


def desk_label_halve(command: HalveScheme, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("Recruitment by {player} at {table}, month {month}", player=player, table=table, month=command.month)


def tell_halved(happened: SchemeHalved, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the player who picked it and those of the House who know it. The table shows publicly which scheme it is (R-91)."""
    table, house = table_words(before, happened.at), house_name(before, happened.house)
    yield to_desks(say("{table}: by Recruitment {house} halves the cost of one of its schemes.", table=table, house=house))
    found = find_scheme(after, happened.scheme)
    if found is None:
        return
    for seat in dict.fromkeys((happened.seat, *players_who_know(after, found))):
        kind = ReportKind.TURN if seat == happened.seat else ReportKind.OUTCOME
        words = say("By Recruitment its cost is halved.")
        yield to_seat(seat, kind, words, act=named_for(after, found, seat), rule="R-91")


COMMANDS: Mapping[type, CommandHandler] = {
    HalveScheme: CommandHandler(
        decide=decide_halve, desks=UNDERGROUND_DESK, player=True, label=label_halve, desk_label=desk_label_halve
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemeHalved: EventHandler(evolve=evolve_halved, tell=tell_halved, invalidations=room_invalidations),
}
