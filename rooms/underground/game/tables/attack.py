"""An attack, card by card (GE-UND-43, GE-UND-51, GE-UND-56, R-119)."""

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
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.state import Attack, CardTable, Compared, Lying, Outcome, Seen, TableId, TableStep
from rooms.underground.game.tables.attack_end import AttackEnded, attack_at, attack_ended
from rooms.underground.game.tables.attack_scheme import SchemeReached
from rooms.underground.game.tables.attack_trap import REVEALED
from rooms.underground.game.tables.cards import (
    are_held,
    fight_words,
    mark_table_doubtful,
    require_held,
    scheme_in,
    scheme_named,
    with_discarded,
    with_scheme,
    with_whole_hand,
    without_cards,
)
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    hand_of,
    require_on_turn,
    require_player,
    require_table,
    scheme_at,
    table_in,
    table_invalidations,
    table_of,
    with_table,
)
from rooms.underground.game.tables.turns import in_step, table_words
from rooms.underground.rules.minion_cards import MinionId, attacker_wins, face_of

# === attack =============================================================================================================


class BeginAttack(Struct, frozen=True, kw_only=True):
    """Choose a scheme and attack it with a minion from hand (GE-UND-44)."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId


class PlayOn(Struct, frozen=True, kw_only=True):
    """Go on against the next Protection with another minion (GE-UND-49)."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId


class StopAttack(Struct, frozen=True, kw_only=True):
    """Stop the attack. A minion played but not yet compared is discarded (GE-UND-51)."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int


class Reveal(Struct, frozen=True, kw_only=True):
    """Reveal the outermost Protection, by the owner House at the table or by Control (GE-UND-45, R-119).

    `before`: number of minions seen in front of the scheme, so that a late tap does not reveal the next one; 0 for any.
    """

    month: int
    table: TableId
    scheme: int
    seat: SeatId | None = None
    before: int = 0


class AttackBegun(Struct, frozen=True, kw_only=True):
    """An attack began. The minion stays hidden until it is compared."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId
    at: datetime


class MinionPlayed(Struct, frozen=True, kw_only=True):
    """The attacker played another minion."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId
    at: datetime


class MinionsCompared(Struct, frozen=True, kw_only=True):
    """The attacker's minion was compared with the outermost Protection of a scheme of `house`, face up for all.

    Rules: GE-UND-47, GE-UND-48.
    """

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    card: MinionId
    guard: MinionId
    won: bool
    at: datetime
    house: HouseId | None = None


# --- questions ----------------------------------------------------------------------------------------------------------


def barred_from(state: GameState, table: CardTable, seat: HouseSeat, scheme: Lying) -> Refused | None:
    """Why this player may not attack a scheme. None if the player may."""
    if scheme.house == seat.house:
        return Refused(say("This scheme is of your own House."), rule="R-119")
    if (seat.id, scheme.id) in table.attacked:
        return Refused(say("You have attacked this scheme this month."), rule="GE-UND-56")
    return None


def compare_minions(state: GameState, table: TableId, attack: Attack, scheme: Lying, at: datetime) -> MinionsCompared:
    """Compare the attacker's minion with the outermost Protection. The scenario says what Masters beat (R-137)."""
    assert attack.card is not None
    guard = scheme.protection[-1].card
    beats = {f"{each.symbol} {each.color}": each.also_beats for each in state.scenario.masters}
    return MinionsCompared(
        month=state.clock.month,
        table=table,
        seat=attack.attacker,
        scheme=scheme.id,
        card=attack.card,
        guard=guard,
        won=attacker_wins(face_of(attack.card), face_of(guard), beats),
        at=at,
        house=scheme.house,
    )


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_begin(state: GameState, command: BeginAttack, asked: DecisionContext) -> tuple[AttackBegun, ...]:
    """Attack a scheme of another House, including one from earlier months (GE-UND-60).

    Raises:
        Refused: the player does not sit there or does not hold the minion, or may not attack this scheme.
        Stale: the step is over, it is another player's turn, or the scheme is gone.
    """
    at = require_table(state, command.month, command.table, TableStep.ATTACK)
    seat, scheme = require_on_turn(state, command.table, command.seat), scheme_at(state, command.table, command.scheme)
    if at.attack is not None:
        raise Stale(say("An attack goes on; end it first."), rule="GE-UND-43")
    if no := barred_from(state, at, seat, scheme):
        raise no
    require_held(at.hands.get(seat.id, ()), (command.card,), "GE-UND-44")
    return (AttackBegun(month=command.month, table=command.table, seat=seat.id, scheme=scheme.id, card=command.card, at=asked.at),)


def decide_play_on(state: GameState, command: PlayOn, asked: DecisionContext) -> tuple[MinionPlayed, ...]:
    """Go on with another minion.

    Raises:
        Refused: the player does not sit there or does not hold the minion.
        Stale: the attack is over, or waits for something else.
    """
    seat = require_player(state, command.table, command.seat)
    attack, scheme = attack_at(state, command.month, command.table, command.scheme, seat.id)
    if attack.card is not None or attack.reached:
        raise Stale(say("The attack waits for something else; look again."), rule="GE-UND-49")
    require_held(hand_of(state, command.table, seat.id), (command.card,), "GE-UND-49")
    return (MinionPlayed(month=command.month, table=command.table, seat=seat.id, scheme=scheme.id, card=command.card, at=asked.at),)


def decide_stop(state: GameState, command: StopAttack, asked: DecisionContext) -> tuple[AttackEnded, ...]:
    """Stop an attack that has not reached its scheme (GE-UND-51).

    Raises:
        Refused: the player does not sit there.
        Stale: the attack is over, or has reached the scheme.
    """
    seat = require_player(state, command.table, command.seat)
    attack, _scheme = attack_at(state, command.month, command.table, command.scheme, seat.id)
    if attack.reached:
        raise Stale(say("The scheme is reached; look at it."), rule="GE-UND-52")
    return (attack_ended(state, command.table, attack, Outcome.STOPPED, asked.at),)


def decide_reveal(state: GameState, command: Reveal, asked: DecisionContext) -> tuple[MinionsCompared, ...]:
    """Reveal the outermost Protection.

    Raises:
        Refused: another House must reveal it.
        Stale: nothing waits for a reveal any more.
    """
    attack, scheme = attack_at(state, command.month, command.table, command.scheme)
    if asked.by.seat is not None and require_player(state, command.table, asked.by.seat).house != scheme.house:
        raise Refused(say("The House that owns the scheme reveals its Protection."), rule="R-119", code="not-yours")
    if attack.card is None or not scheme.protection or command.before not in (0, len(scheme.protection)):
        raise Stale(say("There is nothing to reveal now; look again."), rule="GE-UND-45")
    return (compare_minions(state, command.table, attack, scheme, asked.at),)


# --- reactions ----------------------------------------------------------------------------------------------------------


def continue_attack(
    state: GameState, happened: AttackBegun | MinionPlayed | MinionsCompared, asked: DecisionContext
) -> tuple[GameEvent, ...]:
    """Continue an attack: reach a scheme without Protection, compare with a guard already face up, or end the attack (R-119)."""
    at = table_of(state, happened.table)
    attack, scheme = at.attack, scheme_in(at, happened.scheme)
    if attack is None or scheme is None:
        return ()
    if isinstance(happened, MinionsCompared) and not happened.won:
        return (attack_ended(state, happened.table, attack, Outcome.BEATEN, happened.at),)
    if not scheme.protection:
        reached = SchemeReached(month=happened.month, table=happened.table, seat=happened.seat, scheme=scheme.id)
        return (reached,)
    if attack.card is not None:
        return (compare_minions(state, happened.table, attack, scheme, happened.at),) if scheme.protection[-1].up else ()
    if not at.hands.get(happened.seat):
        return (attack_ended(state, happened.table, attack, Outcome.SPENT, happened.at),)
    return ()


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_begun(state: GameState, happened: AttackBegun) -> GameState:
    table = in_step(state, table_in(state, happened.table, happened.month), TableStep.ATTACK)
    hand = table.hands.get(happened.seat, ())
    if table.attack is not None or scheme_in(table, happened.scheme) is None or not are_held(hand, (happened.card,)):
        return mark_table_doubtful(state, happened.table, happened.month)
    attack = Attack(attacker=happened.seat, scheme=happened.scheme, card=happened.card)
    attacked = (*table.attacked, (happened.seat, happened.scheme))
    table = with_whole_hand(table, happened.seat, without_cards(hand, (happened.card,)))
    return with_table(state, replace(table, attack=attack, attacked=attacked, turn=happened.seat))


@requires_players("seat")
def evolve_played(state: GameState, happened: MinionPlayed) -> GameState:
    table = table_in(state, happened.table, happened.month)
    hand, attack = table.hands.get(happened.seat, ()), table.attack
    if attack is None or not _is_continuing(attack, happened) or attack.card is not None or not are_held(hand, (happened.card,)):
        return mark_table_doubtful(state, happened.table, happened.month)
    table = with_whole_hand(table, happened.seat, without_cards(hand, (happened.card,)))
    return with_table(state, replace(table, attack=replace(attack, card=happened.card)))


@requires_players("seat")
def evolve_compared(state: GameState, happened: MinionsCompared) -> GameState:
    table = table_in(state, happened.table, happened.month)
    attack, scheme = table.attack, scheme_in(table, happened.scheme)
    if attack is None or not _is_continuing(attack, happened) or attack.card != happened.card or scheme is None:
        return mark_table_doubtful(state, happened.table, happened.month)
    if not scheme.protection or scheme.protection[-1].card != happened.guard:
        return mark_table_doubtful(state, happened.table, happened.month)
    inner, outermost = scheme.protection[:-1], scheme.protection[-1]
    left = inner if happened.won else (*inner, replace(outermost, up=True))
    table = with_scheme(table, replace(scheme, protection=left))
    shown = Compared(
        attacker=happened.seat,
        scheme=happened.scheme,
        card=happened.card,
        guard=happened.guard,
        won=happened.won,
        at=happened.at,
    )
    seen = (*table.seen, Seen(house=happened.house, compared=shown)) if happened.house is not None else table.seen
    state = with_table(state, replace(table, attack=replace(attack, card=None), compared=shown, seen=seen))
    return with_discarded(state, (happened.card, happened.guard) if happened.won else (happened.card,))


def _is_continuing(attack: Attack, happened: MinionPlayed | MinionsCompared) -> bool:
    return (attack.attacker, attack.scheme, attack.reached) == (happened.seat, happened.scheme, False)


# --- words --------------------------------------------------------------------------------------------------------------


def label_attack(command: BeginAttack | PlayOn | StopAttack | Reveal, state: GameState) -> str:
    return say("Attack, {table} table", table=table_words(state, command.table))


def desk_label_attack(command: BeginAttack | PlayOn | StopAttack | Reveal, state: GameState) -> str:
    table, attack = table_words(state, command.table), table_of(state, command.table).attack
    if not isinstance(command, Reveal):
        return say("Attack of {player}, {table} table", player=who(state, command.seat), table=table)
    if attack is None:
        return label_attack(command, state)
    return say("Attack of {player}, {table} table", player=who(state, attack.attacker), table=table)


def tell_begun(happened: AttackBegun | MinionPlayed, before: GameState, after: GameState) -> Iterator[Line]:
    names = {
        "table": table_words(before, happened.table),
        "player": who(before, happened.seat),
        "scheme": scheme_named(before, happened.table, happened.scheme),
    }
    if isinstance(happened, AttackBegun):
        yield to_desks(say("{table}: {player} attacks {scheme}.", **names))
    else:
        yield to_desks(say("{table}: {player} goes on against {scheme} with another minion.", **names))


def tell_compared(happened: MinionsCompared, before: GameState, after: GameState) -> Iterator[Line]:
    fight = fight_words(before, happened.card, happened.guard, happened.won)
    yield to_desks(say("{table}: {fight}.", table=table_words(before, happened.table), fight=fight))


COMMANDS: Mapping[type, CommandHandler] = {
    BeginAttack: CommandHandler(
        decide=decide_begin, desks=UNDERGROUND_DESK, player=True, label=label_attack, desk_label=desk_label_attack
    ),
    PlayOn: CommandHandler(
        decide=decide_play_on, desks=UNDERGROUND_DESK, player=True, label=label_attack, desk_label=desk_label_attack
    ),
    StopAttack: CommandHandler(
        decide=decide_stop, desks=UNDERGROUND_DESK, player=True, label=label_attack, desk_label=desk_label_attack
    ),
    Reveal: CommandHandler(
        decide=decide_reveal, desks=UNDERGROUND_DESK, player=True, label=label_attack, desk_label=desk_label_attack
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    AttackBegun: EventHandler(evolve=evolve_begun, tell=tell_begun, invalidations=table_invalidations),
    MinionPlayed: EventHandler(evolve=evolve_played, tell=tell_begun, invalidations=table_invalidations),
    MinionsCompared: EventHandler(
        evolve=evolve_compared, tell=tell_compared, invalidations=table_invalidations, undo=Undo(never=REVEALED)
    ),
}
