"""A death as everybody reads it: who, of which House, and how if all saw it. No confidential word is in it."""

from __future__ import annotations

import pytest

from control.engine.viewer import HALL, Viewer
from rooms.court.game.duel.rounds import hit_in_duel_reason
from rooms.realm.game.deaths.death import put_to_death, wound_events
from rooms.realm.game.deaths.inheritance import third_wound_reason
from rooms.realm.game.effects.lifetime import law_reason
from rooms.realm.game.view_deaths import deaths_view, lines_beside_clock, public_cause
from rooms.realm.scenario.ids import Phase
from tests.rooms.realm.game.dying import happens
from tests.rooms.realm.game.play import CAT_1, CAT_2, WOLF_1, Day, running


def told(day: Day) -> list[tuple[int, tuple[str, ...]]]:
    return [(each.month, each.words) for each in deaths_view(day.state, Viewer(seat=WOLF_1))]


@pytest.mark.rule("R-139", "GE-CER-02")
def test_a_death_is_told_to_everybody_with_how_where_all_saw_it_until_they_return_beside_the_clock():
    day = running().until(1, Phase.ACTION)
    name = day.state.seats[CAT_2].character
    assert (told(day), lines_beside_clock(day.state, HALL).deaths) == ([], ())

    happens(day, *wound_events(day.state, CAT_2, 3, why=hit_in_duel_reason("Ann", "Ben"), rule="GE-CRT-92"))

    words = (f"{name} of Cat has died (hit in the duel of Ann and Ben).",)
    assert told(day) == [(1, words)]
    assert lines_beside_clock(day.state, HALL).deaths == words
    day.until(2, Phase.PLANNING)
    assert told(day) == [(1, words)]
    assert lines_beside_clock(day.state, HALL).deaths == ()


@pytest.mark.rule("R-139", "R-17")
@pytest.mark.parametrize("why", ["CANARY", third_wound_reason("CANARY"), third_wound_reason(third_wound_reason("CANARY"))])
def test_what_was_told_in_confidence_is_told_to_nobody_else(why):
    day = running().until(1, Phase.ACTION)
    happens(day, *put_to_death(day.state, CAT_1, why=why, rule="R-139"))

    name = day.state.deaths[0].character
    assert told(day) == [(1, (f"{name} of Cat has died.",))]


@pytest.mark.rule("R-95")
def test_a_law_that_kills_is_named_and_many_deaths_are_counted():
    assert public_cause(third_wound_reason(law_reason(14, "Execution"))) == "Law 14: Execution"
    day = running().until(1, Phase.ACTION)
    for seat in (CAT_1, CAT_2, WOLF_1):
        happens(day, *put_to_death(day.state, seat, why=law_reason(14, "Execution"), rule="R-95"))

    assert len(told(day)[0][1]) == 3
    assert lines_beside_clock(day.state, HALL).deaths[1] == "And 2 more have died: see News."
