"""The end of an attack, and the next player's turn (GE-UND-43, GE-UND-50, GE-UND-55, R-119)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import Presence
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Stale
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.reports.recipients import house_players_there, named_for, paper_words, players_who_know, to_seat
from rooms.underground.game.state import Attack, CardTable, Compared, Ended, Lying, Outcome, Seen, TableId, TableStep
from rooms.underground.game.tables.cards import (
    face_name,
    fight_words,
    mark_table_doubtful,
    scheme_in,
    scheme_words,
    trap_name,
    with_discarded,
)
from rooms.underground.game.tables.lookup import (
    knows,
    require_table,
    room_invalidations,
    step_of,
    table_in,
    table_invalidations,
    table_of,
    with_table,
)
from rooms.underground.game.tables.schemes import without_scheme
from rooms.underground.game.tables.turns import TurnEnded, table_words, turn_ended

# === end ================================================================================================================


DISCARDS = (Outcome.FOILED, Outcome.TRAPPED)  # outcomes that discard the scheme
PUBLIC_ENDS = (Outcome.BEATEN, Outcome.STOPPED, Outcome.SPENT)  # outcomes without a private choice, that move no scheme or player


class AttackEnded(Struct, frozen=True, kw_only=True):
    """An attack is over. A minion not yet compared is discarded, and so is a foiled scheme or a sprung trap.

    `kept`: screens show it in order, after the comparisons. Entries of earlier releases lack it.
    """

    month: int
    table: TableId
    seat: SeatId
    scheme: int
    house: HouseId
    outcome: Outcome
    at: datetime
    kept: bool = False


class LeavesTable(Protocol):
    """An event by which a scheme leaves its table."""

    @property
    def table(self) -> TableId: ...

    @property
    def scheme(self) -> int: ...


# --- questions ----------------------------------------------------------------------------------------------------------


def attack_at(state: GameState, month: int, table: TableId, scheme: int, seat: SeatId | None = None) -> tuple[Attack, Lying]:
    """The running attack on this scheme, with the scheme. `seat`: its attacker, if given.

    Raises:
        Refused: there is no such table.
        Stale: the step is over, or this attack is no longer running.
    """
    at = require_table(state, month, table, TableStep.ATTACK)
    found = scheme_in(at, scheme)
    if at.attack is None or found is None or at.attack.scheme != scheme or (seat is not None and at.attack.attacker != seat):
        raise Stale(say("This attack is over; look again."), rule="GE-UND-43")
    return at.attack, found


def attack_ended(state: GameState, table: TableId, attack: Attack, outcome: Outcome, at: datetime) -> AttackEnded:
    """The end of a table's running attack."""
    held = table_in(state, table, state.clock.month)
    found = scheme_in(held, attack.scheme)
    return AttackEnded(
        month=state.clock.month,
        table=table,
        seat=attack.attacker,
        scheme=attack.scheme,
        house=found.house if found is not None else HouseId(""),
        outcome=outcome,
        at=at,
        kept=True,
    )


# --- reactions ----------------------------------------------------------------------------------------------------------


def settle_without_scheme(state: GameState, happened: LeavesTable, asked: DecisionContext) -> tuple[AttackEnded, ...]:
    """End an attack whose scheme has left the table, by a choice at another table or by Control (R-108)."""
    held = table_of(state, happened.table)
    if held.attack is None or held.attack.scheme != happened.scheme or scheme_in(held, happened.scheme) is not None:
        return ()
    return (attack_ended(state, happened.table, held.attack, Outcome.GONE, asked.at),)


def pass_on(state: GameState, happened: AttackEnded, asked: DecisionContext) -> tuple[TurnEnded, ...]:
    """Pass the turn on: one attack each in turn, until all are out of minions or pass (GE-UND-55).

    Dead players and leavers are out. An absent player may come back and keeps later turns.
    """
    if step_of(state, happened.table) != TableStep.ATTACK:
        return ()
    seat = state.seats[happened.seat]
    gone = seat.died is not None or seat.presence is Presence.GONE
    return (turn_ended(state, happened.table, TableStep.ATTACK, happened.seat, happened.at, out=gone),)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_ended(state: GameState, happened: AttackEnded) -> GameState:
    table = table_in(state, happened.table, happened.month)
    attack, scheme = table.attack, scheme_in(table, happened.scheme)
    goes = happened.outcome in DISCARDS
    if attack is None or not _may_end(attack, happened):
        return mark_table_doubtful(state, happened.table, happened.month)
    told = Ended(
        attacker=happened.seat,
        scheme=happened.scheme,
        house=happened.house,
        outcome=happened.outcome,
        at=happened.at,
        trap=attack.sprung,
        drew=attack.drew,
        lost=attack.lost,
    )
    doubtful = table.doubtful or (goes and scheme is None)  # ends anyway: there is nothing left to attack
    seen = (*table.seen, Seen(house=happened.house, ended=told)) if happened.kept else table.seen
    state = with_table(state, replace(table, attack=None, ended=told, seen=seen, doubtful=doubtful))
    if attack.card is not None:
        state = with_discarded(state, (attack.card,))
    return without_scheme(state, happened.table, happened.month, happened.scheme) if goes and scheme is not None else state


def _may_end(attack: Attack, happened: AttackEnded) -> bool:
    """Whether this is the running attack, and far enough for this outcome."""
    if (attack.attacker, attack.scheme) != (happened.seat, happened.scheme):
        return False
    match happened.outcome:
        case Outcome.TIME | Outcome.GONE:
            return True
        case Outcome.TRAPPED:
            return bool(attack.sprung)
        case Outcome.LEFT | Outcome.FOILED:
            return attack.reached and not attack.sprung
    return not attack.reached


# --- words --------------------------------------------------------------------------------------------------------------


def tell_ended(happened: AttackEnded, before: GameState, after: GameState) -> Iterator[Line]:
    """The end for the desks, and the whole attack for the attacker and the attacked House: each comparison, and the result.

    The attacker reads everything the attacker saw, the House what the table saw (GE-UND-43, R-119, R-144).
    """
    yield to_desks(_ended_words(happened, before))
    table = table_of(before, happened.table)
    scheme = scheme_in(table, happened.scheme)
    fights = tuple(capital(fight_words(before, each.card, each.guard, each.won)) + "." for each in _compared(table, happened))
    yield _attackers_report(before, table, scheme, fights, happened)
    if scheme is not None:
        yield from _reports_to_house(before, scheme, fights, happened)


def _ended_words(happened: AttackEnded, state: GameState) -> str:
    names = {
        "table": table_words(state, happened.table),
        "player": who(state, happened.seat),
        "number": happened.scheme,
        "house": house_name(state, happened.house),
    }
    match happened.outcome:
        case Outcome.BEATEN:
            return say("{table}: {player} is beaten back from scheme {number} of {house}.", **names)
        case Outcome.STOPPED:
            return say("{table}: {player} stops attacking scheme {number} of {house}.", **names)
        case Outcome.SPENT:
            return say("{table}: {player} has no minion left against scheme {number} of {house}.", **names)
        case Outcome.LEFT:
            return say("{table}: {player} leaves scheme {number} of {house} in place.", **names)
        case Outcome.FOILED:
            return say("{table}: {player} foils scheme {number} of {house}.", **names)
        case Outcome.GONE:
            return say("{table}: the attack of {player} is over: the scheme no longer lies there.", **names)
        case Outcome.TRAPPED:
            return say("{table}: scheme {number} of {house} is discarded, with all cards on it.", **names)
    return say("{table}: time is up for the attack of {player} on scheme {number} of {house}.", **names)


def _attackers_report(
    state: GameState, table: CardTable, scheme: Lying | None, fights: tuple[str, ...], happened: AttackEnded
) -> Report:
    """The attack as the attacker saw it, with the face of a reached scheme (GE-UND-52)."""
    place = table_words(state, happened.table)
    act = (
        say("{table}: your attack on {scheme}", table=place, scheme=scheme_words(state, scheme))
        if scheme is not None
        else say("{table}: your attack on a scheme", table=place)
    )
    seen = ""
    if scheme is not None and table.attack is not None and table.attack.reached and knows(scheme, happened.seat):
        seen = say("You saw it: {name}.", name=face_name(state, scheme))
    words = " ".join(each for each in (*fights, seen, _end(state, table, happened)) if each)
    return to_seat(happened.seat, ReportKind.TURN, words, act=act, rule="GE-UND-43")


def _reports_to_house(state: GameState, scheme: Lying, fights: tuple[str, ...], happened: AttackEnded) -> Iterator[Report]:
    """Reports to the attacked House. Players there read what the table saw. Others who know a lost scheme read that it is gone."""
    words = " ".join(each for each in (*fights, _sprung(state, happened), _ended_words(happened, state)) if each)
    there = house_players_there(state, happened.table, scheme.house)
    for seat in there:
        yield to_seat(seat, ReportKind.OUTCOME, words, act=named_for(state, scheme, seat), rule="R-119")
    if happened.outcome not in DISCARDS:
        return
    for seat in players_who_know(state, scheme):
        if seat not in there:
            gone = say("It no longer lies on the table of {table}.", table=table_words(state, happened.table))
            yield to_seat(seat, ReportKind.OUTCOME, gone, act=paper_words(state, scheme.paper), rule="R-121")


def _sprung(state: GameState, happened: AttackEnded) -> str:
    """The trap that is face up before the whole table (GE-UND-53)."""
    attack = table_of(state, happened.table).attack
    if attack is None or not attack.sprung:
        return ""
    return say("A trap was sprung: {trap}.", trap=trap_name(state, attack.sprung))


def _end(state: GameState, table: CardTable, happened: AttackEnded) -> str:
    match happened.outcome:
        case Outcome.BEATEN:
            return say("You were beaten back.")
        case Outcome.STOPPED:
            return say("You stopped.")
        case Outcome.SPENT:
            return say("You had no minion left to go on with.")
        case Outcome.LEFT:
            return say("You left it in place.")
        case Outcome.FOILED:
            return say("You foiled it: it was discarded with all cards on it.")
        case Outcome.TRAPPED:
            return say("It was a trap, and it struck you.")
        case Outcome.TIME:
            return say("The time for it was over.")
        case Outcome.GONE:
            return say("The scheme no longer lay there.")


def _compared(table: CardTable, happened: AttackEnded) -> tuple[Compared, ...]:
    """Comparisons of this attack: those after the end of the previous one."""
    found: list[Compared] = []
    for each in reversed(table.seen):
        if each.ended is not None:
            break
        if each.compared is not None and (each.compared.attacker, each.compared.scheme) == (happened.seat, happened.scheme):
            found.append(each.compared)
    return tuple(reversed(found))


def ended_invalidations(happened: AttackEnded, state: GameState) -> tuple[Invalidation, ...]:
    """Invalidate one table if all of the end was public, else all tables."""
    told = table_invalidations if happened.outcome in PUBLIC_ENDS else room_invalidations
    return told(happened, state)


COMMANDS: Mapping[type, CommandHandler] = {}
EVENTS: Mapping[type, EventHandler] = {
    AttackEnded: EventHandler(evolve=evolve_ended, tell=tell_ended, invalidations=ended_invalidations),
}
