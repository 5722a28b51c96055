"""Traps: a trap strikes the attacker who reached it, and its House draws a Favor.

Rules: GE-UND-24, GE-UND-25, GE-UND-26, GE-UND-53, R-109, R-120.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.people.lookup import present_seats
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, say, say_count
from control.engine.modules import CommandHandler, EventHandler, GameEvent, Undo
from control.engine.reasons import as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, PersonDeed, ReportKind, to_desks
from rooms.realm.game.deaths.death import wound_events
from rooms.realm.game.favors.deck import draw_favors
from rooms.realm.game.reports.words import own
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name, receiver_of_gain
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.reports.recipients import house_players_there, to_seat
from rooms.underground.game.state import Attack, Lying, Outcome, TableId
from rooms.underground.game.tables.attack_end import attack_at, attack_ended
from rooms.underground.game.tables.cards import mark_table_doubtful, scheme_in, trap_name, with_discarded, with_scheme
from rooms.underground.game.tables.lookup import (
    UNDERGROUND_DESK,
    require_player,
    room_invalidations,
    table_in,
    table_invalidations,
    table_of,
    with_table,
)
from rooms.underground.game.tables.turns import table_words
from rooms.underground.rules import losses
from rooms.underground.rules.minion_cards import MinionId

# === traps ==============================================================================================================


AMBUSH: Final = "ambush"
PLANNED: Final = "exactly-as-planned"
REVEALED: Final = later("A reveal cannot be unseen: go on from what was shown.")


class ChooseLoss(Struct, frozen=True, kw_only=True):
    """Choose the schemes that lose Advancement, each named once per loss. The oldest card goes."""

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    losses: tuple[int, ...]


class TrapSprung(Struct, frozen=True, kw_only=True):
    """A trap was revealed to the whole table. Events with its effect follow.

    `hurried`: no choice is left to the attacker; `drew`: who draws the Favor, None if nobody does.
    """

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    house: HouseId
    trap: str
    at: datetime
    hurried: bool = False
    drew: SeatId | None = None


class Lost(Struct, frozen=True, kw_only=True):
    """Advancement that a scheme loses, oldest first."""

    scheme: int
    cards: tuple[MinionId, ...]


class AdvancementLost(Struct, frozen=True, kw_only=True):
    """Exactly as Planned took Advancement of the attacker's House. The cards stay face down (R-120)."""

    month: int
    table: TableId
    seat: SeatId
    lost: tuple[Lost, ...]


# --- questions ----------------------------------------------------------------------------------------------------------


def is_trap(state: GameState, scheme: Lying) -> bool:
    """Whether this scheme is a trap (R-109)."""
    return any(each.id == scheme.paper.type and each.trap for each in state.scenario.schemes)


def advancement_of(state: GameState, table: TableId, seat: SeatId) -> dict[int, tuple[MinionId, ...]]:
    """Advancement on the schemes of a player's House at a table, in order of placing."""
    house = state.seats[seat].house
    return {each.id: each.advancement for each in table_of(state, table).schemes if each.house == house}


@as_reason("underground.trap")
def trap_reason(trap: str, house: str) -> str:
    return say("{trap}, a trap of {house}", trap=trap, house=house)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_loss(state: GameState, command: ChooseLoss, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Choose what Exactly as Planned takes.

    Raises:
        Refused: the player does not sit there, or these schemes lack that Advancement.
        Stale: there is nothing to choose any more.
    """
    seat = require_player(state, command.table, command.seat)
    attack, _scheme = attack_at(state, command.month, command.table, command.scheme, seat.id)
    if not attack.sprung:
        raise Stale(say("There is nothing to choose here; look again."), rule="GE-UND-24")
    if not losses.is_whole(advancement_of(state, command.table, seat.id), command.losses):
        raise Refused(say("Choose Advancement that lies on your House’s schemes at this table, 2 in all."), rule="GE-UND-24")
    return loss_events(state, command.table, attack, command.losses, asked.at)


def loss_events(state: GameState, table: TableId, attack: Attack, named: tuple[int, ...], at: datetime) -> tuple[GameEvent, ...]:
    """The chosen loss, and the end of the attack."""
    gone = losses.cards_to_lose(advancement_of(state, table, attack.attacker), named)
    lost = tuple(Lost(scheme=scheme, cards=cards) for scheme, cards in gone)
    over = attack_ended(state, table, attack, Outcome.TRAPPED, at)
    if not lost:
        return (over,)
    return (AdvancementLost(month=state.clock.month, table=table, seat=attack.attacker, lost=lost), over)


def default_loss_events(state: GameState, table: TableId, attack: Attack, at: datetime) -> tuple[GameEvent, ...]:
    """The default loss: the oldest Advancement, and the end of the attack (R-120)."""
    return loss_events(state, table, attack, losses.oldest(advancement_of(state, table, attack.attacker)), at)


# --- reactions ----------------------------------------------------------------------------------------------------------


def strike(state: GameState, happened: TrapSprung, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Effect of a trap: a wound or lost Advancement, a Favor for its House, then its discard (GE-UND-26, GE-UND-53)."""
    attack = table_of(state, happened.table).attack
    if attack is None:
        return ()
    why = trap_reason(trap=trap_name(state, happened.trap), house=house_name(state, happened.house))
    effect: tuple[GameEvent, ...] = ()
    if happened.trap == AMBUSH:
        effect = wound_events(state, happened.seat, 1, why=why, rule="GE-UND-25")
    drawer = drawer_of(state, happened.house)
    favors = draw_favors(state, drawer, 1, why, asked) if drawer is not None else ()
    if happened.trap != PLANNED:
        return (*effect, *favors, attack_ended(state, happened.table, attack, Outcome.TRAPPED, happened.at))
    if not happened.hurried and losses.has_choice(advancement_of(state, happened.table, happened.seat)):
        return favors  # the attacker chooses
    return (*favors, *default_loss_events(state, happened.table, attack, happened.at))


def drawer_of(state: GameState, house: HouseId) -> SeatId | None:
    """Player of a House who draws a trap's Favor: the receiver by R-06 in the Underground, at any table. None if nobody is there.

    Rules: GE-UND-26.
    """
    if not any(seat.house == house for seat in present_seats(state, Room.UNDERGROUND)):
        return None
    return receiver_of_gain(state, house, Room.UNDERGROUND)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_sprung(state: GameState, happened: TrapSprung) -> GameState:
    table = table_in(state, happened.table, happened.month)
    attack, scheme = table.attack, scheme_in(table, happened.scheme)
    if attack is None or not attack.reached or attack.scheme != happened.scheme or scheme is None:
        return mark_table_doubtful(state, happened.table, happened.month)
    return with_table(state, replace(table, attack=replace(attack, sprung=happened.trap, drew=happened.drew)))


@requires_players("seat")
def evolve_lost(state: GameState, happened: AdvancementLost) -> GameState:
    table = table_in(state, happened.table, happened.month)
    attack = table.attack
    if attack is None or not attack.sprung:
        return mark_table_doubtful(state, happened.table, happened.month)
    for each in happened.lost:
        scheme = scheme_in(table, each.scheme)
        if scheme is None or scheme.advancement[: len(each.cards)] != each.cards:
            return mark_table_doubtful(state, happened.table, happened.month)
        table = with_scheme(table, replace(scheme, advancement=scheme.advancement[len(each.cards) :]))
    table = replace(table, attack=replace(attack, lost=sum(len(each.cards) for each in happened.lost)))
    return with_discarded(with_table(state, table), tuple(card for each in happened.lost for card in each.cards))


# --- words --------------------------------------------------------------------------------------------------------------


def label_loss(command: ChooseLoss, state: GameState) -> str:
    return say("Attack, {table} table", table=table_words(state, command.table))


def desk_label_loss(command: ChooseLoss, state: GameState) -> str:
    player, table = who(state, command.seat), table_words(state, command.table)
    return say("Attack of {player}, {table} table", player=player, table=table)


def tell_sprung(happened: TrapSprung, before: GameState, after: GameState) -> Iterator[Line]:
    trap, house = trap_name(before, happened.trap), house_name(before, happened.house)
    table, player = table_words(before, happened.table), who(before, happened.seat)
    yield to_desks(say("{table}: {player} springs a trap of {house}: {trap}.", table=table, player=player, house=house, trap=trap))
    words = say("Ran into a trap of {house}: {trap}.", house=house, trap=trap)
    yield PersonDeed(kind="unlucky", who=own(happened.seat), words=words, room=Room.UNDERGROUND, rule="GE-UND-53")


def tell_lost(happened: AdvancementLost, before: GameState, after: GameState) -> Iterator[Line]:
    """Exactly as Planned: the attacker's House at the table reads what its schemes lost (R-120)."""
    seat, count = before.seats.get(happened.seat), sum(len(each.cards) for each in happened.lost)
    words = say_count(
        "{table}: {house} loses {count} Advancement.",
        "{table}: {house} loses {count} Advancement.",
        count,
        table=table_words(before, happened.table),
        house=house_name(before, seat.house) if seat is not None else happened.seat,
    )
    yield to_desks(words)
    for each in house_players_there(before, happened.table, seat.house) if seat is not None else ():
        own_words = say_count("Your House loses {count} Advancement.", "Your House loses {count} Advancement.", count)
        yield to_seat(each, ReportKind.OUTCOME, own_words if each == happened.seat else words, rule="GE-UND-24")


COMMANDS: Mapping[type, CommandHandler] = {
    ChooseLoss: CommandHandler(
        decide=decide_loss, desks=UNDERGROUND_DESK, player=True, label=label_loss, desk_label=desk_label_loss
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    TrapSprung: EventHandler(evolve=evolve_sprung, tell=tell_sprung, invalidations=room_invalidations, undo=Undo(never=REVEALED)),
    AdvancementLost: EventHandler(evolve=evolve_lost, tell=tell_lost, invalidations=table_invalidations),
}
