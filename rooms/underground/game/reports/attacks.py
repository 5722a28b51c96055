"""Reports of attacks: everything the attacker saw, and to the attacked House what the table saw (GE-UND-43, R-119, R-144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import capital, say, say_count
from control.engine.reports import Report, Reporter, ReportKind
from rooms.realm.game.state import GameState
from rooms.underground.game.reports.recipients import house_players_there, named_for, paper_words, players_who_know, to_seat
from rooms.underground.game.state import CardTable, Compared, Lying, Outcome
from rooms.underground.game.tables.attack import fight_words
from rooms.underground.game.tables.attack_end import DISCARDS, AttackEnded, explain_ended
from rooms.underground.game.tables.attack_scheme import face_name
from rooms.underground.game.tables.attack_trap import AdvancementLost, explain_lost, trap_name
from rooms.underground.game.tables.cards import scheme_in, scheme_words
from rooms.underground.game.tables.lookup import knows, table_of
from rooms.underground.game.tables.turns import table_words


def report_attack_ended(before: GameState, after: GameState, happened: AttackEnded) -> Iterator[Report]:
    """Reports of a whole attack when it is over: each comparison, and the result."""
    table = table_of(before, happened.table)
    scheme = scheme_in(table, happened.scheme)
    fights = tuple(capital(fight_words(before, each.card, each.guard, each.won)) + "." for each in _compared(table, happened))
    yield _attackers_report(before, table, scheme, fights, happened)
    if scheme is not None:
        yield from _reports_to_house(before, scheme, fights, happened)


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
    words = " ".join(each for each in (*fights, _sprung(state, happened), explain_ended(happened, state)) if each)
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


def report_advancement_lost(before: GameState, after: GameState, happened: AdvancementLost) -> Iterator[Report]:
    """Exactly as Planned: the attacker's House at the table reads what its schemes lost (R-120)."""
    house = before.seats[happened.seat].house
    count = sum(len(each.cards) for each in happened.lost)
    for seat in house_players_there(before, happened.table, house):
        if seat == happened.seat:
            words = say_count("Your House loses {count} Advancement.", "Your House loses {count} Advancement.", count)
            yield to_seat(seat, ReportKind.OUTCOME, words, rule="GE-UND-24")
        else:
            yield to_seat(seat, ReportKind.OUTCOME, explain_lost(happened, before), rule="GE-UND-24")


REPORTS: Mapping[type, Reporter] = {AttackEnded: report_attack_ended, AdvancementLost: report_advancement_lost}
