"""Death of the God Emperor: after as many wounds as the scenario says, and for good (R-30)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import Purse, ThroneWaits
from rooms.realm.game.throne.throne_events import SovereignDeposed
from rooms.realm.game.throne.wounds import WoundGodEmperor
from rooms.realm.game.treasury.purses import broken_treasury
from rooms.realm.game.view_throne import EmperorView, emperor_view
from rooms.realm.scenario.ids import Phase
from tests.rooms.realm.game.play import CAT_1, CEREMONY, Day, running
from tests.scenarios import default

AT_DESK = Viewer(desks=frozenset({Desk.COURT}))


def day_with(wounds: int) -> Day:
    usual = default()
    return running(replace(usual, settings=replace(usual.settings, god_emperor_wounds=wounds))).until(1, Phase.ACTION)


def wound(day: Day, before: int, wounds: int, reason: str = "an assassin"):
    return day.do(WoundGodEmperor(before=before, wounds=wounds, reason=reason), by=CEREMONY)


@pytest.mark.rule("R-30", "R-28", "GE-SOV-03")
@pytest.mark.parametrize("deadly", [1, 3, 5])
def test_he_dies_of_as_many_wounds_as_the_scenario_says_and_the_throne_is_empty_until_return(deadly):
    day = day_with(deadly)
    if deadly > 1:
        wound(day, 0, deadly - 1)
        assert day.state.throne.god_emperor
        assert emperor_view(day.state, AT_DESK) == EmperorView(wounds=deadly - 1, deadly=deadly, counts=tuple(range(deadly + 1)))

    happened = wound(day, deadly - 1, deadly)

    (deposed,) = [each for each in happened if isinstance(each, SovereignDeposed)]
    assert (deposed.seat, deposed.rule) == (None, "R-28")
    assert (day.state.throne.god_emperor, day.state.throne.waits) == (False, ThroneWaits.RETURN)
    assert emperor_view(day.state, AT_DESK) is None
    with pytest.raises(Stale, match="reigns no more"):
        wound(day, deadly, 0)


@pytest.mark.rule("R-30")
def test_what_cannot_be_is_refused_and_a_slip_is_put_right():
    day = day_with(3)
    wound(day, 0, 2)
    with pytest.raises(Refused, match="has 0 to 3 wounds"):
        wound(day, 2, 4)
    with pytest.raises(Stale, match="has 2 wounds by now"):
        wound(day, 0, 1)
    wound(day, 2, 1)
    assert day.state.throne.wounds == 1


@pytest.mark.rule("R-30", "R-17")
def test_his_wounds_are_the_desks_to_know():
    day = day_with(3)
    for viewer in (HALL, Viewer(seat=CAT_1), Viewer()):
        assert emperor_view(day.state, viewer) is None


@pytest.mark.rule("R-29")
def test_a_card_in_his_purse_lies_nowhere_else():
    state = running().state
    card = state.favor_deck[0]
    throne = replace(state.throne, purse=Purse(favors=(card,)))
    assert broken_treasury(replace(state, throne=throne)) == ("A Favor card lies in two places.",)
    assert broken_treasury(replace(state, throne=throne, favor_deck=state.favor_deck[1:])) == ()
