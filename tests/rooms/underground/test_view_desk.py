"""Underground Control's tablet: face-down cards change nothing on it (R-144), and nobody else sees it."""

from __future__ import annotations

from datetime import timedelta
from random import Random

import pytest

from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.underground.game.state import Guard, TableStep
from rooms.underground.game.tables.attack import BeginAttack
from rooms.underground.game.tables.lookup import turn_at
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.view_desk import desk_tables, scheme_open, table_desk
from rooms.underground.game.view_schemes import offer_open
from rooms.underground.rules.minion_cards import MinionId
from tests.rooms.underground.table import CAT_1, CAT_2, SNAKE_1, AtTable

UNDA = Viewer(desks=frozenset({Desk.UNDERGROUND}))
FACES = [f"{symbol}-{color}" for symbol in ("rock", "paper", "scissors") for color in ("red", "blue")]
PAPERS = (Paper(type="ambush"), Paper(type="exactly-as-planned"), Paper(type="rescue", values=(("snake",),)))


def dressed(seed: int, look: int) -> AtTable:
    """Return a table whose numbers of cards come from `seed`, and hidden faces from `look`."""
    counts, faces = Random(seed), Random(look)
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.MINIONS)

    def cards(house: str, start: int) -> tuple[MinionId, ...]:
        return tuple(MinionId(f"{house}:{faces.choice(FACES)}#{start + at}") for at in range(counts.randint(0, 3)))

    for at, seat in enumerate((CAT_1, SNAKE_1)):
        guards = tuple(Guard(card=card) for card in cards("cat", 100 + 10 * at))
        table.lay(seat, faces.choice(PAPERS), advancement=cards("snake", 200 + 10 * at), protection=guards)
    table.deal(CAT_1, *cards("cat", 300))
    return table


@pytest.mark.rule("R-144")
@pytest.mark.parametrize("seed", range(6))
def test_the_tablet_shows_the_same_whatever_lies_face_down(seed):
    one, other = dressed(seed, 1), dressed(seed, 2)

    assert one.table.schemes != other.table.schemes or not seed
    assert table_desk(one.state, UNDA, one.id) == table_desk(other.state, UNDA, other.id)


@pytest.mark.rule("R-144")
def test_the_tablet_and_its_presses_are_for_underground_control_alone():
    table = dressed(1, 1)
    number = table.table.schemes[0].id
    for viewer in (Viewer(desks=frozenset({Desk.WAR})), Viewer(seat=CAT_1)):
        assert desk_tables(table.state, viewer) == ()
        assert table_desk(table.state, viewer, table.id) is None
        assert scheme_open(table.state, viewer, table.id, number) is None
        assert offer_open(table.state, viewer, table.id, CAT_1) is None
    shown = scheme_open(table.state, UNDA, table.id, number)
    assert shown is not None
    assert len(shown.advancement) == len(table.table.schemes[0].advancement)


@pytest.mark.rule("R-116")
def test_it_is_said_since_when_somebody_is_to_act_also_of_the_first_in_a_step():
    def since():
        shown = table_desk(table.state, UNDA, table.id)
        assert shown is not None
        return shown.since

    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.SCHEMES)
    table.lay(SNAKE_1, Paper(type="ambush"), protection=(Guard(card=MinionId("snake:rock-red#1")),))
    table.until(TableStep.ADVANCEMENT)
    began = table.day.now
    assert since() == began
    first = turn_at(table.state, table.id)
    assert first is not None
    table.do(EndTurn(month=1, table=table.id, step=TableStep.ADVANCEMENT, seat=first), after=40)
    assert since() == table.day.now > began

    table.day.now += timedelta(seconds=20)
    table.until(TableStep.ATTACK)
    began = table.day.now
    attacker = turn_at(table.state, table.id)
    assert attacker is not None
    target = next(each for each in table.table.schemes if each.house != table.state.seats[attacker].house)
    card = table.table.hands[attacker][0]
    begin = BeginAttack(month=1, table=table.id, seat=attacker, scheme=target.id, card=card)
    table.do(begin, after=5)
    assert since() == began, "not since the last turn of the step before"
