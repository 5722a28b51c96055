"""An attack ends when its scheme leaves the table, for whatever reason."""

from __future__ import annotations

import pytest

from control.day.clock.steps import EndStep
from control.engine.context import DecisionContext
from control.engine.ids import StepId
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.scenario.ids import Room
from rooms.underground.game.module import EnterScheme
from rooms.underground.game.state import Outcome, TableStep
from rooms.underground.game.tables.attack_end import AttackEnded, settle_without_scheme
from rooms.underground.game.tables.attack_scheme import GoOn
from rooms.underground.game.tables.attack_trap import AdvancementLost, TrapSprung
from rooms.underground.game.tables.cards import pile_of
from rooms.underground.game.tables.completion import SchemeDone
from rooms.underground.game.tables.lookup import turn_at, with_table
from rooms.underground.game.tables.turns import EndTurn, TurnEnded
from rooms.underground.game.tables.written_schemes import ChooseWritten, SchemeReplaced
from rooms.underground.game.view_attack import attack_view
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, SNAKE_1, UNDA
from tests.rooms.underground.test_attack import AMBUSH, PLANNED, RUMORS, attacking, begin, card, kinds, lies, named


def replaced(table, scheme, month=1):
    """Replace the scheme by a new one, chosen elsewhere."""
    gone = SchemeReplaced(month=month, table=table.id, scheme=scheme)
    decided = GAME.followed(table.state, gone, DecisionContext(by=UNDA, at=table.day.now))
    table.day.state = decided.state
    return decided.events


@pytest.mark.rule("R-108", "GE-UND-55")
def test_an_attack_on_a_scheme_that_is_replaced_is_over_and_the_turn_goes_on():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    older = tuple(replace(each, month=0) for each in table.table.schemes)
    table.day.state = with_table(table.state, replace(table.table, schemes=older))
    begin(table, scheme)
    table.do(EnterScheme(month=1, player=SNAKE_1, paper=AMBUSH, reason="late"))

    happened = table.press(ChooseWritten(month=1, table=table.id, seat=SNAKE_1, replace=True))

    (over,) = (each for each in happened if isinstance(each, AttackEnded))
    assert over.outcome is Outcome.GONE
    assert TurnEnded in kinds(happened)
    assert table.table.attack is None
    assert card("cat:paper-red#1") in pile_of(table.state, "cat").discards
    words = GAME.explain(over, table.state)
    assert "no longer lies there" in words
    assert " of ." not in words
    assert "no longer lies there" in attack_view(table.state, Viewer(seat=CAT_1), table.id, CAT_1).ended.words
    turn = turn_at(table.state, table.id)
    assert turn not in (CAT_1, None)
    table.press(EndTurn(month=1, table=table.id, step=TableStep.ATTACK, seat=turn))


@pytest.mark.rule("R-108")
def test_only_the_attack_on_what_left_the_table_is_over():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    other = table.lay(CAT_2, RUMORS)
    begin(table, scheme)

    replaced(table, other)

    assert table.table.attack is not None


@pytest.mark.rule("R-108")
def test_a_scheme_that_completes_takes_the_attack_on_it_along():
    table, scheme = attacking(guards=("snake:rock-blue#1",))
    begin(table, scheme)
    done = SchemeDone(month=1, table=table.id, scheme=scheme, house="snake", paper=RUMORS, seat=SNAKE_1)
    asked = DecisionContext(by=UNDA, at=table.day.now)
    assert settle_without_scheme(table.state, done, asked) == ()

    gone = GAME.evolve(table.state, SchemeReplaced(month=1, table=table.id, scheme=scheme))

    assert [each.outcome for each in settle_without_scheme(gone, done, asked)] == [Outcome.GONE]


def planned_sprung():
    """Exactly as Planned has struck, and its attacker still has to choose what is lost."""
    table, scheme = attacking(PLANNED)
    for nth, author in enumerate((CAT_1, CAT_2)):
        table.lay(author, AMBUSH, advancement=(card(f"cat:rock-blue#{nth}1"), card(f"cat:rock-blue#{nth}2")))
    begin(table, scheme)
    assert TrapSprung in kinds(table.press(GoOn(**named(table, scheme, seat=CAT_1))))
    assert table.table.attack.sprung
    return table, scheme


@pytest.mark.rule("R-108", "R-119")
def test_a_trap_that_has_struck_and_is_gone_ends_the_attack_and_takes_nothing_more():
    table, scheme = planned_sprung()

    assert AttackEnded in kinds(replaced(table, scheme))

    assert table.table.attack is None
    assert AdvancementLost not in kinds(table.day.game.decided(table.state, *end_of_attack(table)).events)


@pytest.mark.rule("R-119")
def test_a_trap_that_a_withdrawal_took_away_ends_with_the_step():
    table, scheme = planned_sprung()
    table.day.state = GAME.evolve(table.state, SchemeReplaced(month=1, table=table.id, scheme=scheme))  # no reactions

    decided = GAME.decided(table.state, *end_of_attack(table))

    assert [each.outcome for each in decided.events if isinstance(each, AttackEnded)] == [Outcome.GONE]
    assert AdvancementLost not in kinds(decided.events)
    table.day.state = decided.state
    assert table.table.attack is None
    assert GAME.broken(table.state) == ()


@pytest.mark.rule("R-119")
@pytest.mark.parametrize("outcome", [Outcome.TRAPPED, Outcome.GONE])
def test_an_end_that_was_told_ends_the_attack_without_its_scheme_too(outcome):
    table, scheme = planned_sprung()
    attack, at = table.table.attack, table.day.now
    told = AttackEnded(month=1, table=table.id, seat=attack.attacker, scheme=scheme, house="snake", outcome=outcome, at=at)
    gone = GAME.evolve(table.state, SchemeReplaced(month=1, table=table.id, scheme=scheme))

    table.day.state = GAME.evolve(gone, told)

    assert table.table.attack is None
    assert lies(table, scheme) is None
    assert table.table.doubtful is (outcome is Outcome.TRAPPED)


def end_of_attack(table):
    command = EndStep(room=Room.UNDERGROUND, month=1, step=StepId("attack"), table=table.id)
    return command, DecisionContext(by=UNDA, at=table.day.now)
