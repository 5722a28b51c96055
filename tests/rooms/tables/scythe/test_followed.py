"""Actions that follow a press by themselves: a Move begins with its section, and ends when nothing is left to move."""

from __future__ import annotations

from typing import Any

import pytest

from rooms.tables.registry import Fields
from rooms.tables.scythe.game.actions import EndMove, GainCoins, StartMove, StepTo
from rooms.tables.scythe.game.state import Phase, ScytheState
from rooms.tables.scythe.screens.app import APP
from tests.rooms.tables.scythe.dealt import dealt, on_the_move
from tests.rooms.tables.scythe.phone import PHONES, forms_for, legal
from tests.rooms.tables.scythe.play import play
from tests.rooms.tables.scythe.tables import A, mech, side, table

W1, W2 = 5, 6
SPEEDY = mech("nordic", "speed")
MOVE = 2  # the section of Move on the Industrial mat
STEP = {"act": ["step"]}


def follows(state: ScytheState, fields: Fields) -> Any:
    """The next action by itself after this press of the first player, or None."""
    assert APP.follows is not None
    action = APP.follows(fields, PHONES.seen_by(state, A))
    assert action is None or legal(state, A, action)
    return action


def nords(**more: Any) -> Any:
    return side("nordic", workers="A4 A5", **more)


def crimea(**more: Any) -> Any:
    return side("crimea", "engineering", **more)


@pytest.mark.rule("SY-MOV-01", "SY-MOV-02", "A-04")
def test_a_section_goes_on_with_its_move_or_with_coins():
    choosing, chosen = (dealt(table(nords(), crimea(), phase=phase, section=MOVE)) for phase in (Phase.CHOOSE_SECTION, Phase.TOP))
    sent = [dict(form.hidden)["then"] for form in forms_for(choosing, A, "choose-section") if "then" in dict(form.hidden)]

    assert sent == ["start-move", "gain-coins"]
    found = [follows(chosen, {"act": ["choose-section"], "then": [each]}) for each in sent]
    assert found == [StartMove(), GainCoins()]


@pytest.mark.parametrize("then", [[], ["end-turn"], ["start-move", "gain-coins"]])
def test_nothing_else_follows_from_a_section(then):
    chosen = dealt(table(nords(), crimea(), phase=Phase.TOP, section=MOVE))

    assert follows(chosen, {"act": ["choose-section"], "then": then}) is None


@pytest.mark.rule("SY-MOV-03")
def test_a_section_without_a_move_goes_on_with_none():
    chosen = dealt(table(nords(), crimea(), phase=Phase.TOP, section=0))

    assert follows(chosen, {"act": ["choose-section"], "then": ["start-move"]}) is None


@pytest.mark.rule("SY-MOV-03", "SY-MOV-31", "A-08")
def test_a_move_ends_when_the_last_unit_has_gone():
    state = on_the_move(nords(), crimea())
    one = play(state, A, StepTo(W1, "B3")).state
    both = play(one, A, StepTo(W2, "A4")).state

    assert [follows(each, STEP) for each in (one, both)] == [None, EndMove()]
    assert follows(both, {"act": ["reload"]}) is None  # no unit has moved by it


@pytest.mark.rule("SY-MEC-05", "SY-MOV-06")
def test_a_move_goes_on_while_the_last_unit_has_a_step_left():
    state = on_the_move(nords(speed="A5"), crimea(), units=1)
    first = play(state, A, StepTo(SPEEDY, "A4")).state

    assert follows(first, STEP) is None


@pytest.mark.rule("SY-MOV-31", "SY-ENC-01", "SY-CMB-01", "SY-FCT-01")
@pytest.mark.parametrize(
    ("sides", "to"),
    [
        ((nords(character="A4"), crimea()), "B4"),  # an encounter
        ((nords(character="A4"), crimea(character="B4")), "B4"),  # a combat
        ((nords(character="D4"), crimea()), "D3"),  # the Factory
    ],
)
def test_what_is_pending_waits_for_its_player(sides, to):
    state = on_the_move(*sides, units=1, marks=("B4",))
    after = play(state, A, StepTo(0, to)).state

    assert follows(after, STEP) is None
    assert legal(after, A, EndMove())
