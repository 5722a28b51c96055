"""Court Control's part as God Emperor: only that desk sees it, and it says what he would do now (GE-SOV-33, C-16)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.court.game.state import Stand
from rooms.court.game.view_emperor import emperor_part, reigning_emperor_part
from rooms.realm.desks import ALL_DESKS, Desk
from rooms.realm.game.state import GameState, Throne
from rooms.realm.scenario.schema import EmperorAt
from tests.rooms.court.court import CAT, three_houses

COURT = Viewer(desks=frozenset({Desk.COURT}))


def waits_now(state: GameState) -> set[str]:
    found = reigning_emperor_part(state, COURT)
    assert found is not None
    return {each.at for each in found.waiting}


@pytest.mark.rule("GE-SOV-33", "C-16")
def test_all_of_it_stands_there_with_the_motives_in_their_order():
    state = three_houses().state
    found, texts = emperor_part(state, COURT), state.scenario.texts

    assert found is not None
    assert found.motives == ("Self-preservation", "Greed", "Wickedness", "Vanity", "Arbitrariness")
    assert sum(len(each.samples) for each in found.decisions) == len(texts.god_emperor_samples) == 10
    assert {each.at for each in found.decisions} == set(EmperorAt)
    assert found.decrees
    assert found.punishments
    assert found.immortals


@pytest.mark.rule("GE-SOV-33", "R-17")
def test_nobody_but_court_control_reads_it():
    state = three_houses().state
    others = [Viewer(desks=frozenset({each})) for each in ALL_DESKS - {Desk.COURT, Desk.ORGANIZER}]
    for viewer in (HALL, NOBODY, Viewer(seat=CAT[0]), *others):
        assert emperor_part(state, viewer) is None


@pytest.mark.rule("GE-SOV-33")
def test_what_he_would_do_comes_up_at_the_decision_that_waits():
    court = three_houses()
    assert waits_now(court.state) == {EmperorAt.ORDER}
    court.choose(CAT[2])
    assert waits_now(court.until("debate-1").state) == {EmperorAt.FLOOR}  # the next choice has not been made
    assert EmperorAt.ORDER not in waits_now(court.until("vote-1").state)
    floor = court.state.rooms["court"].floor
    tie = replace(floor, cycles=tuple(replace(each, stand=Stand.TIE) for each in floor.cycles))
    tied = replace(court.state, rooms={**court.state.rooms, "court": replace(court.state.rooms["court"], floor=tie)})
    assert EmperorAt.TIE in waits_now(tied)
    won = replace(tie, cycles=tuple(replace(each, stand=Stand.WON) for each in floor.cycles))
    to_pay = replace(court.state, rooms={**court.state.rooms, "court": replace(court.state.rooms["court"], floor=won)})
    assert EmperorAt.PAYMENT in waits_now(to_pay)
    assert EmperorAt.ORDER in waits_now(court.until("payment-1").state)


@pytest.mark.rule("GE-SOV-33")
def test_once_he_reigns_no_more_the_desk_is_rid_of_him_and_his_page_is_past():
    state = replace(three_houses().state, throne=Throne(god_emperor=False, holder=CAT[0]))
    past = emperor_part(state, COURT)
    assert reigning_emperor_part(state, COURT) is None
    assert past is not None
    assert (past.reigns, past.waiting) == (False, ())
