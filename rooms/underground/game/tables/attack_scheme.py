"""The scheme that an attack has reached: a trap strikes, any other is foiled or left in place.

Only the attacker sees it. Everybody else sees that the attacker looks. Rules: GE-UND-52, GE-UND-54.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Undo
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.game.state import GameState
from rooms.underground.game.state import Attack, Lying, Outcome, TableId, TableStep
from rooms.underground.game.tables.attack_end import AttackEnded, attack_at, attack_ended
from rooms.underground.game.tables.attack_trap import PLANNED, REVEALED, TrapSprung, default_loss_events, drawer_of, is_trap
from rooms.underground.game.tables.cards import (
    mark_table_doubtful,
    scheme_in,
    scheme_named,
    with_discarded,
    with_scheme,
)
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    require_player,
    seats_at_table,
    table_in,
    table_invalidations,
    table_of,
    tables,
    with_table,
)
from rooms.underground.game.tables.turns import table_words

# === reached scheme =====================================================================================================


class FoilScheme(Struct, frozen=True, kw_only=True):
    """Discard the reached scheme."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int


class LeaveScheme(Struct, frozen=True, kw_only=True):
    """Leave the reached scheme in place."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int


class GoOn(Struct, frozen=True, kw_only=True):
    """Go on from a reached trap, which then strikes."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int


class SchemeReached(Struct, frozen=True, kw_only=True):
    """An attack reached its scheme: no Protection is left, and only the attacker sees its face.

    An unmatched minion is discarded.
    """

    month: int
    table: TableId
    seat: SeatId
    scheme: int


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_foil(state: GameState, command: FoilScheme, asked: DecisionContext) -> tuple[AttackEnded, ...]:
    """Discard the scheme (GE-UND-54).

    Raises:
        Refused: the player does not sit there, or it is a trap.
        Stale: the attack is over, or has not reached it.
    """
    return _end_attack(state, command, Outcome.FOILED, asked)


def decide_leave(state: GameState, command: LeaveScheme, asked: DecisionContext) -> tuple[AttackEnded, ...]:
    """Leave the scheme in place (GE-UND-54).

    Raises:
        Refused: the player does not sit there, or it is a trap.
        Stale: the attack is over, or has not reached it.
    """
    return _end_attack(state, command, Outcome.LEFT, asked)


def decide_go_on(state: GameState, command: GoOn, asked: DecisionContext) -> tuple[TrapSprung, ...]:
    """Let the trap strike (GE-UND-53).

    Raises:
        Refused: the player does not sit there, or it is not a trap.
        Stale: the attack is over, has not reached it, or the trap has struck.
    """
    attack, scheme = _require_reached(state, command)
    if not is_trap(state, scheme):
        raise Refused(say("This is no trap: foil it or leave it."), rule="GE-UND-54")
    return (trap_sprung(state, command.table, attack, scheme, asked.at),)


def _end_attack(
    state: GameState, command: FoilScheme | LeaveScheme, outcome: Outcome, asked: DecisionContext
) -> tuple[AttackEnded, ...]:
    attack, scheme = _require_reached(state, command)
    if is_trap(state, scheme):
        raise Refused(say("This is a trap: it strikes."), rule="GE-UND-53")
    return (attack_ended(state, command.table, attack, outcome, asked.at),)


def _require_reached(state: GameState, command: FoilScheme | LeaveScheme | GoOn) -> tuple[Attack, Lying]:
    attack, scheme = attack_at(state, command.month, command.table, command.scheme, command.seat)
    require_player(state, command.table, command.seat)
    if not attack.reached:
        raise Stale(say("This scheme is not reached yet; look again."), rule="GE-UND-52")
    if attack.sprung:
        raise Stale(say("The trap has struck; look again."), rule="GE-UND-53")
    return attack, scheme


def trap_sprung(
    state: GameState, table: TableId, attack: Attack, scheme: Lying, at: datetime, *, hurried: bool = False
) -> TrapSprung:
    """The event of a trap that strikes now."""
    return TrapSprung(
        month=state.clock.month,
        table=table,
        seat=attack.attacker,
        scheme=scheme.id,
        house=scheme.house,
        trap=scheme.paper.type,
        at=at,
        hurried=hurried,
        drew=drawer_of(state, scheme.house),
    )


# --- what is settled by itself ------------------------------------------------------------------------------------------


def settle_attack(state: GameState, table: TableId, step: TableStep, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Settle a running attack when any step ends, because a clock set forward may leave one over.

    A reached trap strikes, and a reached scheme is left in place (R-119). Otherwise the attack ends and the minion played is lost.
    """
    attack = table_of(state, table).attack
    if attack is None:
        return ()
    scheme = scheme_in(table_of(state, table), attack.scheme)
    if scheme is None:
        return (attack_ended(state, table, attack, Outcome.GONE, asked.at),)
    if attack.sprung:
        return default_loss_events(state, table, attack, asked.at)
    if not attack.reached:
        return (attack_ended(state, table, attack, Outcome.TIME, asked.at),)
    if is_trap(state, scheme):
        return (trap_sprung(state, table, attack, scheme, asked.at, hurried=True),)
    return (attack_ended(state, table, attack, Outcome.LEFT, asked.at),)


def settle_without_attacker(state: GameState, happened: object, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Settle attacks whose attacker no longer sits there (gone, dead or elsewhere) by the same defaults."""
    events: tuple[GameEvent, ...] = ()
    for table in tables(state):
        attack = table_of(state, table).attack
        if attack is None or any(seat.id == attack.attacker for seat in seats_at_table(state, table)):
            continue
        if attack.sprung and attack.sprung != PLANNED:
            continue  # this trap is just killing the attacker and ends the attack afterwards
        events = (*events, *settle_attack(state, table, TableStep.ATTACK, asked))
    return events


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_reached(state: GameState, happened: SchemeReached) -> GameState:
    table = table_in(state, happened.table, happened.month)
    attack, scheme = table.attack, scheme_in(table, happened.scheme)
    if attack is None or attack.scheme != happened.scheme or scheme is None or scheme.protection:
        return mark_table_doubtful(state, happened.table, happened.month)
    seen = replace(scheme, known=tuple(dict.fromkeys((*scheme.known, happened.seat))))
    state = with_table(state, replace(with_scheme(table, seen), attack=replace(attack, card=None, reached=True)))
    return with_discarded(state, (attack.card,)) if attack.card is not None else state


# --- words --------------------------------------------------------------------------------------------------------------


def label_reached(command: FoilScheme | LeaveScheme | GoOn, state: GameState) -> str:
    return say("Attack, {table} table", table=table_words(state, command.table))


def desk_label_reached(command: FoilScheme | LeaveScheme | GoOn, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("Attack of {player}, {table} table", player=player, table=table)


def tell_reached(happened: SchemeReached, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the desk who reached which place. The attacker sees the scheme on the phone, so no line names it (GE-UND-52)."""
    words = say(
        "{table}: {player} reaches {scheme} and looks at it.",
        table=table_words(before, happened.table),
        player=who(before, happened.seat),
        scheme=scheme_named(before, happened.table, happened.scheme),
    )
    yield to_desks(words)


COMMANDS: Mapping[type, CommandHandler] = {
    FoilScheme: CommandHandler(
        decide=decide_foil, desks=UNDERGROUND_DESK, player=True, label=label_reached, desk_label=desk_label_reached
    ),
    LeaveScheme: CommandHandler(
        decide=decide_leave, desks=UNDERGROUND_DESK, player=True, label=label_reached, desk_label=desk_label_reached
    ),
    GoOn: CommandHandler(
        decide=decide_go_on, desks=UNDERGROUND_DESK, player=True, label=label_reached, desk_label=desk_label_reached
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    SchemeReached: EventHandler(
        evolve=evolve_reached, tell=tell_reached, invalidations=table_invalidations, undo=Undo(never=REVEALED)
    ),
}
