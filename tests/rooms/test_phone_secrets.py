"""Views of the phone that belong to one player: each is asked by its owner and by others."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.view_divine_sovereign import end_line
from rooms.realm.game.view_holdings import effects_panel, purse
from rooms.realm.game.view_phone import PHASES, character, own_house, strip
from rooms.realm.game.view_throne import throne_news, throne_view
from rooms.realm.game.view_weddings import spouse
from rooms.realm.papers.game.types import OpenedPaper, Paper
from rooms.realm.papers.game.view_form import NOTHING, FormStep, cost_so_far, fate_of, own_paper
from rooms.realm.scenario.ids import Phase
from rooms.war.game.board import board_of
from rooms.war.game.drawing.war_map import hall_board
from rooms.war.game.sheets.form import own_map, own_war_sheet
from rooms.war.game.view_orders import war_results
from tests.rooms.realm.game.play import CAT_1, CAT_2, WOLF_1, running
from tests.rooms.war.play import AKA, FOG, month, move, sheet

ORDERS = {"cat-1": sheet(move(1, "zen", "aka")), "wolf-1": sheet(move(1, "inn", "fog"))}
CAT, MATE, WOLF = (Viewer(seat=seat) for seat in (CAT_1, CAT_2, WOLF_1))
OF_PLAYERS = {
    "strip": strip,
    "spouse": lambda state, viewer: spouse(state, viewer) or state.seats[viewer.player],
    "character": character,
    "house": own_house,
    "purse": purse,
    "in force": effects_panel,
    "movement": PHASES[Phase.MOVEMENT],
    "war sheet": lambda state, viewer: own_war_sheet(state, viewer, None, ()),
    "war map": lambda state, viewer: own_map(state, viewer, None),
    "paper": lambda state, viewer: own_paper(state, viewer, PROPOSALS, None, FormStep.RESTING, NOTHING),
}


@pytest.mark.parametrize("view", OF_PLAYERS.values(), ids=OF_PLAYERS)
@pytest.mark.parametrize("viewer", [NOBODY, HALL, Viewer(desks=frozenset({Desk.WAR, Desk.COURT}))])
def test_who_does_not_play_has_no_such_view(view, viewer):
    with pytest.raises(LookupError):
        view(month().state, viewer)


def rich(state: GameState, **power: int) -> GameState:
    """Return the state with this Power in the named purses and 0 in all others."""
    held = {seat: replace(each, purse=Purse(power=power.get(seat.replace("-", "_"), 0))) for seat, each in state.seats.items()}
    return replace(state, seats=held)


def test_a_purse_is_seen_by_its_owner_and_as_a_sum_by_the_house():
    state = rich(running().state, cat_1=70, cat_2=5)

    assert [strip(state, viewer).power for viewer in (CAT, MATE, WOLF)] == [70, 5, 0]
    assert [own_house(state, viewer).power for viewer in (CAT, MATE, WOLF)] == [75, 75, 0]
    passing = [purse(state, viewer).passing for viewer in (CAT, MATE, WOLF)]
    assert [each.power if each else None for each in passing] == [70, 5, None]


def test_nobody_but_the_heir_of_the_throne_is_told_that_it_is_the_own():
    state = running().state
    state = replace(state, throne=replace(state.throne, holder=CAT_1))

    assert [throne_view(state, viewer).mine for viewer in (CAT, MATE, HALL)] == [True, False, False]
    assert throne_news(state, CAT) is None
    assert end_line(state).startswith(throne_view(state, HALL).sovereign)


def test_orders_stand_on_the_own_map_alone_and_the_hall_sees_none_before_they_are_carried_out():
    war = month(sheets=ORDERS).through("orders")

    ways = [
        {(each.origin, each.target) for each in own_map(war.state, viewer, None).overlay.arrows} for viewer in (CAT, MATE, WOLF)
    ]

    assert ways == [{("zen", "aka")}, set(), {("inn", "fog")}]
    assert hall_board(war.state, HALL).map.arrows == ()


def test_results_are_those_of_the_own_orders():
    war = month(sheets=ORDERS).through("orders")

    mine = [war_results(war.state, viewer).mine for viewer in (CAT, WOLF)]
    board = board_of(war.state.scenario)

    for each, to in zip(mine, (AKA, FOG), strict=True):
        assert [board.region_name(to) in line.order for line in each.lines] == [True]
    assert war_results(war.state, MATE).mine is None


def test_a_paper_is_told_to_its_author_alone():
    state = running().state
    kind = PROPOSALS.types(state)[0].id
    opened = (OpenedPaper(seat=CAT_1, paper=Paper(type=kind, note="Whisper")),)
    room = PROPOSALS.state(month=state.clock.month, **{PROPOSALS.papers: opened})
    state = replace(state, rooms={**state.rooms, PROPOSALS.room: room})

    fates = [fate_of(PROPOSALS, state, viewer) for viewer in (CAT, MATE, WOLF)]

    assert ["Whisper" in repr(each) for each in fates] == [True, False, False]
    papers = [own_paper(state, viewer, PROPOSALS, None, FormStep.RESTING, NOTHING) for viewer in (CAT, MATE)]
    assert [each.taken_in for each in papers] == [True, False]


def test_what_a_paper_costs_is_that_of_the_type_it_names():
    state = running().state
    kind = PROPOSALS.types(state)[0]

    assert cost_so_far(state, CAT, PROPOSALS, Paper(type=kind.id)) != ""
    assert cost_so_far(state, CAT, PROPOSALS, Paper(type="no such type")) == ""
