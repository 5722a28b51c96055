"""Reports of a month at the tables reveal nothing: no face, no author, no card that the reader has not seen (R-144).

The check uses no reporter. It compares each player's own views before and after an event. It also changes what a player cannot
know and checks that this player's reports stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from msgspec import Struct

from control import registry
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from control.engine.reports import Report
from control.engine.viewer import Viewer
from rooms.realm.frame import NAME
from rooms.realm.game.scheme_effects.strike import SchemeSpent
from rooms.realm.game.state import GameState
from rooms.realm.game.view_schemes import schemes_panel
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import CardTable, Lying, TableId
from rooms.underground.game.tables.cards import FACES
from rooms.underground.game.tables.lookup import knows, room_of, seats_at_table, table_of, tables, with_table
from rooms.underground.game.tables.schemes import schemes_in_play
from rooms.underground.game.view_cards import minions_view
from rooms.underground.game.view_schemes import view_schemes
from rooms.underground.rules.minion_cards import MinionId, face_of
from tests.control.test_whole_days import do, play, told
from tests.records import field_names, is_record
from tests.scenarios import default

pytestmark = pytest.mark.django_db(transaction=True)


class Told(Struct, frozen=True):
    """An event with its reports."""

    before: GameState
    happened: GameEvent
    after: GameState
    reports: tuple[Report, ...]


PLAYED: list[tuple[Told, ...]] = []


@pytest.fixture
def month() -> tuple[Told, ...]:
    """The month's events, played once: states are pure, so all tests can share them."""
    if not PLAYED:
        PLAYED.append(played())
    return PLAYED[0]


def played() -> tuple[Told, ...]:
    event, _sent = play(default(), 1, 2, tables=do)
    return tuple(Told(*moment, reports(*moment)) for moment in told(event))


def reports(before: GameState, happened: GameEvent, after: GameState) -> tuple[Report, ...]:
    """Reports of the Underground."""
    return tuple(each for each in registry.game(NAME).reports(happened, before, after) if each.room == Room.UNDERGROUND)


def reader_of(report: Report) -> SeatId:
    """The player whom a report of the Underground is for. It is never a House, whose players know different things."""
    kind, _, seat = report.to.partition(":")
    assert kind == "seat", report
    return SeatId(seat)


def texts(report: Report) -> str:
    return " ".join((report.act, report.words, report.why))


def strings(value: object) -> Iterator[str]:
    """Every text in a view."""
    if isinstance(value, str):
        yield value
    elif is_record(value):
        yield from strings({name: getattr(value, name) for name in field_names(value)})
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from strings(each)


def shown(state: GameState, seat: SeatId) -> Iterator[str]:
    """Texts about schemes on a player's screens: the tables, completed schemes, and the player's own paper of the month."""
    viewer = Viewer(seat=seat)
    for table in tables(state):
        seen = view_schemes(state, viewer, table)
        yield from strings((seen.schemes, seen.offers, seen.choices))
        if sits(state, table, seat):  # a trap lies face up before the whole table (GE-UND-53)
            at = table_of(state, table)
            traps = (*((each.ended.trap,) if each.ended else () for each in at.seen), ((at.attack.sprung,) if at.attack else ()))
            names = {each.id: each.name for each in state.scenario.schemes}
            yield from (names[trap] for found in traps for trap in found if trap)
    yield from strings(schemes_panel(state, viewer))
    names = {each.id: each.name for each in state.scenario.schemes}
    yield from (names[each.paper.type] for each in room_of(state).schemes if each.seat == seat)


def sits(state: GameState, table: TableId, seat: SeatId) -> bool:
    return any(each.id == seat for each in seats_at_table(state, table))


def seen_cards(state: GameState, seat: SeatId) -> Iterator[str]:
    """Faces of minions that a player has seen: in the own hand, in comparisons at the own table, or face up there."""
    for table in tables(state):
        view = minions_view(state, Viewer(seat=seat), table)
        hand = view.hand if view is not None and sits(state, table, seat) else None
        yield from (FACES[face_of(card.card).kind] for card in hand or ())
        if sits(state, table, seat):
            compared = (each.compared for each in table_of(state, table).seen if each.compared)
            yield from (FACES[face_of(card).kind] for each in compared for card in (each.card, each.guard))


@pytest.mark.rule("R-144", "GE-UND-52")
def test_no_report_names_a_face_a_card_or_a_player_that_its_reader_was_not_shown(month):
    read = 0
    for each in month:
        for report in each.reports:
            seat, said = reader_of(report), texts(report)
            known = " ".join((*shown(each.before, seat), *shown(each.after, seat)))
            for scheme in each.before.scenario.schemes:
                assert scheme.name not in said or scheme.name in known, (report, each.happened)
            cards = {*seen_cards(each.before, seat), *seen_cards(each.after, seat)}
            for face in FACES.values():
                assert face.lower() not in said.lower() or face in cards, (report, each.happened)
            for other in each.before.seats.values():
                if f"{other.name} (" in said and other.id != seat:
                    assert together(each, seat, other.id) or f"{other.name}" in known, (report, each.happened)
            read += 1
    assert read > 90
    assert {type(each.happened).__name__ for each in month if each.reports} >= {
        "AttackEnded",
        "DrawnPlaced",
        "MinionsAdvanced",
        "MinionsDiscarded",
        "MinionsDrawn",
        "ProtectionPlaced",
        "SchemeDone",
        "SchemeLaid",
        "SchemeSpent",
    }


def together(each: Told, seat: SeatId, other: SeatId) -> bool:
    """Whether the two sit at the table of this event."""
    table = getattr(each.happened, "table", "")
    return any(sits(state, table, seat) and sits(state, table, other) for state in (each.before, each.after))


@pytest.mark.rule("R-144")
def test_what_a_scheme_did_in_return_is_reported_as_the_phones_tell_it(month):
    spent = [at for at, each in enumerate(month) if isinstance(each.happened, SchemeSpent)]
    assert spent
    for at in spent:
        later = next(each.after for each in month[at:] if each.after.clock.phase in (Phase.CEREMONY, Phase.PLANNING))
        for report in month[at].reports:
            panel = schemes_panel(later, Viewer(seat=reader_of(report)))
            assert panel is not None
            own = {(came.title, came.words) for came in panel.own}
            harm = " ".join((*panel.struck, *panel.votes))
            assert (report.act, report.words) in own or (not report.act and report.words in harm), report


@pytest.mark.rule("R-144")
def test_what_a_player_does_not_know_changes_none_of_that_players_reports(month):
    """Unknown faces and the cards of others are replaced; each reader's reports must stay the same, in the same order."""
    asked = 0
    for each in month:
        for reader in dict.fromkeys(reader_of(report) for report in each.reports):
            mine = [report for report in each.reports if reader_of(report) == reader]
            before, after = blind(each.before, each, reader), blind(each.after, each, reader)
            assert [
                report for report in reports(before, unseen(each.happened, reader), after) if reader_of(report) == reader
            ] == mine
            asked += (before, after) != (each.before, each.after)
    assert asked > 40


def blind(state: GameState, each: Told, reader: SeatId) -> GameState:
    """The state with another face on each scheme that this reader knows neither before nor after the event."""
    known = {lies.id for at in (each.before, each.after) for lies in schemes_in_play(at) if knows(lies, reader)}
    known |= {held.attack.scheme for held in held_at(each.before) if held.attack is not None and held.attack.sprung}
    for held in held_at(state):
        schemes = tuple(lies if lies.id in known else replace(lies, paper=other_paper(lies)) for lies in held.schemes)
        state = with_table(state, replace(held, schemes=schemes))
    return state


def held_at(state: GameState) -> tuple[CardTable, ...]:
    return tuple(room_of(state).tables.values())


def unseen(happened: GameEvent, reader: SeatId) -> GameEvent:
    """The event with other cards, unless they are the reader's own."""
    cards = getattr(happened, "cards", ())
    if not cards or getattr(happened, "seat", reader) == reader:
        return happened
    return replace(happened, cards=tuple(other_card(card) for card in cards))


def other_paper(scheme: Lying) -> Paper:
    """The paper with a trap in place of a scheme and a scheme in place of a trap: the largest difference."""
    kind = "ambush" if scheme.paper.type != "ambush" else "spread-rumors"
    return replace(scheme.paper, type=kind, values=() if kind == "ambush" else (("cat",),))


AT_A_TABLE = ("AttackEnded", "MinionsAdvanced", "ProtectionPlaced", "ActTakenBack", "SchemeDone", "SchemeHalved")


@pytest.mark.rule("R-144")
def test_who_of_a_house_does_not_know_a_face_reads_the_back_alone(month):
    """Bots of one House seldom share a table, so each event is checked once more with readers who do not know the scheme."""
    asked = 0
    for each in month:
        if type(each.happened).__name__ not in AT_A_TABLE:
            continue
        for reader in dict.fromkeys(reader_of(report) for report in each.reports):
            number = each.happened.scheme
            states = tuple(forgotten(state, number, reader) for state in (each.before, each.after))
            swapped = tuple(with_other_face(state, number) for state in states)
            mine, others = (
                [report for report in reports(before, each.happened, after) if reader_of(report) == reader]
                for before, after in (states, swapped)
            )
            sprung = any(held.attack is not None and held.attack.sprung for held in held_at(each.before))
            assert mine == others or sprung, (mine, others)
            names = {kind.name for kind in each.before.scenario.schemes}
            assert sprung or not any(name in texts(report) for report in mine for name in names), mine
            asked += bool(mine)
    assert asked > 20


def forgotten(state: GameState, number: int, reader: SeatId) -> GameState:
    """The state in which another player of the House has written this scheme and nobody has seen its face."""
    for held in held_at(state):
        for lies in held.schemes:
            if lies.id == number:
                author = next(seat.id for seat in state.seats.values() if seat.house == lies.house and seat.id != reader)
                secret = replace(lies, author=author, picker=None, known=())
                schemes = tuple(secret if each.id == number else each for each in held.schemes)
                return with_table(state, replace(held, schemes=schemes))
    return state


def with_other_face(state: GameState, number: int) -> GameState:
    for held in held_at(state):
        schemes = tuple(replace(each, paper=other_paper(each)) if each.id == number else each for each in held.schemes)
        if schemes != held.schemes:
            return with_table(state, replace(held, schemes=schemes))
    return state


def other_card(card: MinionId) -> MinionId:
    """The card with the other sign: it beats this card or is beaten by it."""
    words = {"rock": "scissors", "paper": "rock", "scissors": "paper"}
    return MinionId(re.sub("rock|paper|scissors", lambda found: words[found[0]], card))


@pytest.mark.rule("R-144")
def test_what_is_public_at_a_table_is_told_to_all_of_the_house_there_alike(month):
    """Nobody of a House is left out or gets a report twice: either would tell schemes apart."""
    for each in month:
        audiences: Iterable[str] = [report.to for report in each.reports]
        assert len(list(audiences)) == len(set(audiences)), each
        scheme = getattr(each.happened, "scheme", None)
        lies = next((found for found in schemes_in_play(each.before) if found.id == scheme), None)
        if lies is None or type(each.happened).__name__ not in {"AttackEnded", "MinionsAdvanced", "ProtectionPlaced", "SchemeDone"}:
            continue
        there = {f"seat:{seat.id}" for seat in seats_at_table(each.before, lies.table) if seat.house == lies.house}
        assert there - {f"seat:{getattr(each.happened, 'seat', '')}"} <= set(audiences), each
