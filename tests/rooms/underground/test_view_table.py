"""A table on the wall: its cards and comparisons, and the same bytes whatever is hidden."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from control.day.people.room_choice import ChooseRoom
from control.day.words import who
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import CardTable, Decks, Guard, Lying, TableId, TableStep
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal
from rooms.underground.game.tables.attack_scheme import GoOn, LeaveScheme
from rooms.underground.game.tables.lookup import table_of, tables, with_decks, with_table
from rooms.underground.game.view_wall import WallTable, wall_table
from rooms.underground.rules.minion_cards import Face, MinionId, minion
from tests.amounts import amount
from tests.rooms.realm.game.play import player
from tests.rooms.underground.botted import BOT, Tables
from tests.rooms.underground.table import CAT_1, CAT_2, SNAKE_1, AtTable

HARM = Paper(type="spread-rumors", values=(("cat",),))
FACES = tuple(Face(symbol=symbol, color=color) for symbol in ("rock", "paper", "scissors") for color in ("red", "blue"))


def card(house: str, symbol: str, color: str, copy: int = 1) -> MinionId:
    return minion(house, Face(symbol=symbol, color=color), copy)


def seen(table: AtTable, viewer: Viewer = HALL) -> WallTable:
    shown = wall_table(table.state, viewer, table.id)
    assert shown is not None
    return shown


def attacked(*guards: MinionId) -> tuple[AtTable, int]:
    """Cat's turn to attack a scheme of Snake behind these minions, innermost first."""
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    scheme = table.lay(SNAKE_1, HARM)
    table.until(TableStep.ATTACK)
    schemes = tuple(
        replace(each, protection=tuple(Guard(card=guard) for guard in guards)) if each.id == scheme else each
        for each in table.table.schemes
    )
    table.day.state = with_table(table.state, replace(table.table, schemes=schemes, turn=CAT_1))
    table.deal(CAT_1, card("cat", "paper", "red"), card("cat", "rock", "blue"))
    return table, scheme


@pytest.mark.rule("R-116", "R-144")
def test_places_stand_in_turn_order_with_the_schemes_before_them():
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.ADVANCEMENT)
    scheme = table.lay(CAT_2, HARM)
    shown = seen(table)

    assert [place.house for place in shown.sitters] == ["cat", "cat", "snake"]
    assert scheme in [each.id for each in shown.sitters[1].schemes]
    assert [place.count for place in shown.sitters] == [4, 3, 4]
    assert [place.on_turn for place in shown.sitters] == [True, False, False]
    assert shown.words.endswith("puts minions onto schemes.")
    assert shown.others == ()


@pytest.mark.rule("R-144")
def test_nobody_sits_on_the_wall_before_action_and_schemes_lie_in_the_middle():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.ADVANCEMENT)
    lies = {each.id for each in table.table.schemes}
    assert seen(table).others == ()
    table.day.until(1, Phase.RETURN)
    assert [place.house for place in seen(table).sitters] == ["cat", "snake"]

    table.day.until(2, Phase.PLANNING)
    before = seen(table)
    assert (before.sitters, {each.id for each in before.others}) == ((), lies)
    table.do(ChooseRoom(seat=CAT_1, month=2, room=Room.UNDERGROUND), player(CAT_1))
    assert seen(table) == before
    table.day.until(2, Phase.MOVEMENT)
    assert seen(table) == before
    table.day.until(2, Phase.ACTION)
    assert [place.house for place in seen(table).sitters] == ["cat"]


@pytest.mark.rule("GE-UND-47", "R-119")
def test_a_comparison_stays_with_what_came_of_it_until_the_next_attack():
    table, scheme = attacked(card("snake", "rock", "red"), card("snake", "scissors", "red"))
    table.press(BeginAttack(month=1, table=table.id, seat=CAT_1, scheme=scheme, card=card("cat", "rock", "blue")))
    before = seen(table)
    assert (before.target, before.seen.standing, before.seen.scenes) == (scheme, None, ())

    table.do(Reveal(month=1, table=table.id, scheme=scheme))
    scene = seen(table).seen.standing
    assert scene.compared.won
    assert (scene.compared.card.symbol, scene.compared.guard.symbol, scene.compared.guard.letter) == ("rock", "scissors", "R")
    assert scene.about == f"{who(table.state, CAT_1)} attacks scheme {scheme} of Snake."
    assert seen(table).seen.scenes == (scene,)

    table.end(TableStep.ATTACK)
    after = seen(table)
    assert (after.seen.standing, after.target) == (None, 0)
    assert after.seen.scenes[0] == scene, "a screen that is behind still shows it"
    assert after.seen.since == after.seen.scenes[-1].number, "one that was loaded now does not"


def test_a_trap_that_has_struck_stands_in_the_middle_and_a_reached_one_does_not():
    table, scheme = attacked()
    table.day.state = with_table(
        table.state,
        replace(
            table.table,
            schemes=tuple(replace(each, paper=Paper(type="ambush")) if each.id == scheme else each for each in table.table.schemes),
        ),
    )
    table.press(BeginAttack(month=1, table=table.id, seat=CAT_1, scheme=scheme, card=card("cat", "rock", "blue")))
    assert "looks at it" in seen(table).words
    assert seen(table).seen.standing is None

    table.press(GoOn(month=1, table=table.id, seat=CAT_1, scheme=scheme))
    scene = seen(table).seen.standing
    assert scene.trap == "Ambush"
    assert who(table.state, CAT_1) in scene.ended
    assert "Snake" in scene.ended
    assert seen(table).seen.since < scene.number


@pytest.mark.rule("GE-UND-24", "R-120")
def test_a_trap_whose_attacker_still_chooses_stands_there_with_who_sprang_it():
    table, scheme = attacked(card("snake", "scissors", "red"))
    schemes = (replace(each, paper=Paper(type="exactly-as-planned")) if each.id == scheme else each for each in table.table.schemes)
    table.day.state = with_table(table.state, replace(table.table, schemes=tuple(schemes)))
    for author, copies in ((CAT_1, (21, 22)), (CAT_2, (23, 24))):
        table.lay(author, HARM, advancement=tuple(card("cat", "rock", "red", copy) for copy in copies))
    table.press(BeginAttack(month=1, table=table.id, seat=CAT_1, scheme=scheme, card=card("cat", "rock", "blue")))
    table.do(Reveal(month=1, table=table.id, scheme=scheme), after=2)
    table.press(GoOn(month=1, table=table.id, seat=CAT_1, scheme=scheme))

    fight, trap = seen(table).seen.scenes
    assert seen(table).seen.standing == trap
    assert (trap.trap, trap.about) == ("Exactly as Planned", fight.about)
    assert seen(table).seen.since == 0 < fight.number < trap.number
    table.end(TableStep.ATTACK)
    assert [each.trap for each in seen(table).seen.scenes] == ["", "Exactly as Planned"]
    assert seen(table).seen.scenes[-1].number > trap.number


@pytest.mark.rule("GE-UND-47", "R-119")
def test_each_comparison_of_the_step_is_there_for_a_screen_that_is_behind():
    guards = (card("snake", "rock", "red"), card("snake", "scissors", "red"))
    table, scheme = attacked(*guards)
    other = table.lay(SeatId("snake-2"), HARM, protection=(Guard(card=card("snake", "paper", "blue", 3)),))
    table.deal(CAT_1, *(card("cat", *face) for face in (("paper", "red"), ("rock", "blue"), ("rock", "red"))))
    table.press(BeginAttack(month=1, table=table.id, seat=CAT_1, scheme=scheme, card=card("cat", "rock", "blue")))
    table.do(Reveal(month=1, table=table.id, scheme=scheme), after=2)
    table.do(PlayOn(month=1, table=table.id, seat=CAT_1, scheme=scheme, card=card("cat", "paper", "red")), after=2)
    table.do(Reveal(month=1, table=table.id, scheme=scheme), after=2)
    table.do(LeaveScheme(month=1, table=table.id, seat=CAT_1, scheme=scheme), after=2)
    assert [each.number for each in seen(table).seen.scenes] == sorted({each.number for each in seen(table).seen.scenes})
    assert [bool(each.compared) for each in seen(table).seen.scenes] == [True, True, False]
    assert "left" in seen(table).seen.standing.ended
    assert seen(table).seen.since == 0

    table.day.state = with_table(table.state, replace(table.table, turn=CAT_1))
    table.press(BeginAttack(month=1, table=table.id, seat=CAT_1, scheme=other, card=card("cat", "rock", "red")))
    running = seen(table).seen
    assert (running.standing, running.since) == (None, running.scenes[-1].number)
    table.do(Reveal(month=1, table=table.id, scheme=other), after=2)
    shown = seen(table).seen
    assert len(shown.scenes) == 4
    assert shown.standing.ended.endswith(f"is beaten back from scheme {other} of Snake.")
    assert not shown.standing.compared.won
    assert shown.since == running.since


def test_a_table_of_an_earlier_release_shows_the_last_of_what_it_kept():
    table, scheme = attacked(card("snake", "rock", "red"), card("snake", "scissors", "red"))
    table.press(BeginAttack(month=1, table=table.id, seat=CAT_1, scheme=scheme, card=card("cat", "rock", "blue")))
    table.do(Reveal(month=1, table=table.id, scheme=scheme))
    table.day.state = with_table(table.state, replace(table.table, seen=()))
    shown = seen(table).seen
    assert shown.standing.compared.won
    assert shown.scenes == (shown.standing,)


def test_completed_schemes_are_a_number_and_no_table_of_another_name_is_shown():
    table = AtTable((CAT_1, SNAKE_1)).until(TableStep.COMPLETE)
    assert seen(table).completed == ""
    table.day.state = with_table(table.state, replace(table.table, done=2))
    assert seen(table).completed == "2 schemes completed"
    assert wall_table(table.state, HALL, TableId("nowhere")) is None


# --- hidden facts -------------------------------------------------------------------------------------------------------


def otherwise(scheme: Lying, dice: Random) -> Lying:
    """Return a scheme that looks the same, with other hidden faces."""
    hidden = tuple(
        guard if guard.up else Guard(card=minion(scheme.house, dice.choice(FACES), 90 + at))
        for at, guard in enumerate(scheme.protection)
    )
    laid = tuple(minion(scheme.house, dice.choice(FACES), 70 + at) for at, _card in enumerate(scheme.advancement))
    paper = dice.choice((HARM, Paper(type="ambush"), Paper(type="exactly-as-planned")))
    return replace(
        scheme, paper=paper, protection=hidden, advancement=laid, known=(SeatId("cat-1"),), halved=dice.random() < 0.5, card=None
    )


def hidden_otherwise(table: CardTable, dice: Random) -> CardTable:
    """Return a table that looks the same, with other hands and other hidden faces."""

    def other_cards(count: int) -> tuple[MinionId, ...]:
        return tuple(minion("cat", dice.choice(FACES), 50 + at) for at in range(count))

    hands = {seat: other_cards(len(cards)) for seat, cards in table.hands.items()}
    return replace(table, hands=hands, schemes=tuple(otherwise(each, dice) for each in table.schemes), looked=(1,))


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("seed", range(amount(2, 20)))
def test_the_wall_is_the_same_whatever_lies_face_down_and_whoever_looks(seed):
    played = Tables(seed=seed, players={})
    played.players = {seat: BOT for seat in played.state.seats if seat[-1] in "12"}
    states, dice = [], Random(seed)
    played.watch = states.append
    played.month()
    viewers = (HALL, Viewer(seat=SeatId("cat-1")), Viewer(desks=frozenset({Desk.UNDERGROUND})))

    for state in states:
        other = with_decks(state, Decks())
        for table in tables(state):
            other = with_table(other, hidden_otherwise(table_of(state, table), dice))
        for table in tables(state):
            first = msgspec.json.encode(wall_table(state, HALL, table))
            assert {msgspec.json.encode(wall_table(each, viewer, table)) for each in (state, other) for viewer in viewers} == {
                first
            }
    assert len(states) > 50
