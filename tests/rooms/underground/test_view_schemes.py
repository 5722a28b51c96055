"""Views of the schemes at a table: for several viewers, each with no more than it may know."""

from __future__ import annotations

import msgspec
import pytest

from control.day.people.room_choice import ChooseRoom
from control.engine.ids import SeatId
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game.state import Guard, TableStep
from rooms.underground.game.tables.lookup import room_of
from rooms.underground.game.tables.schemes import kind_on
from rooms.underground.game.tables.sovereign_look import LookAtSchemes
from rooms.underground.game.view_schemes import view_schemes
from rooms.underground.rules.minion_cards import Face, minion
from tests.rooms.realm.game.play import player
from tests.rooms.underground.table import CAT_1, CAT_2, SNAKE_1, AtTable
from tests.rooms.underground.test_schemes_in_play import cards, with_law
from tests.scenarios import on_throne

CAT_3 = SeatId("cat-3")
KILL = Paper(type="assassinate", values=(("snake",), ("snake-1",)))
DESK = Viewer(desks=frozenset({Desk.UNDERGROUND}))
COURT = Viewer(desks=frozenset({Desk.COURT}))
BLUE = Face(symbol="paper", color="blue")
RED = Face(symbol="scissors", color="red")


def eyes(seat: SeatId) -> Viewer:
    return Viewer(seat=seat)


def text(table: AtTable, viewer: Viewer) -> str:
    return msgspec.json.encode(view_schemes(table.state, viewer, table.id)).decode()


@pytest.mark.rule("R-144", "R-117")
def test_backs_and_numbers_are_public_faces_and_costs_are_for_who_knows_them():
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.COMPLETE)
    guards = (Guard(card=minion("snake", BLUE, 7)), Guard(card=minion("cat", RED, 8), up=True))
    number = table.lay(CAT_1, KILL, advancement=cards(3), protection=guards)
    table.lay(CAT_2, Paper(type="ambush"))

    def seen(viewer):
        return next(each for each in view_schemes(table.state, viewer, table.id).schemes if each.id == number)

    for viewer in (eyes(CAT_1), eyes(CAT_2), eyes(SNAKE_1), DESK, COURT, HALL):
        assert (seen(viewer).house, seen(viewer).advancement) == ("cat", 3)
    assert seen(eyes(SNAKE_1)).protection == (None, RED)
    assert [seen(each).face is None for each in (eyes(CAT_1), eyes(CAT_2), eyes(SNAKE_1), DESK, COURT, HALL)] == [
        False,
        True,
        True,
        False,
        True,
        True,
    ]
    assert seen(eyes(CAT_1)).face.cost == 3
    assert seen(eyes(CAT_1)).face.words.startswith("Assassinate: Snake, ")
    assert [seen(each).complete for each in (DESK, eyes(CAT_1))] == [True, False]
    for viewer in (eyes(CAT_2), eyes(SNAKE_1), COURT, HALL):
        said = msgspec.json.encode(seen(viewer)).decode()
        assert "ssassinate" not in said
        assert "paper" not in said


@pytest.mark.rule("R-144", "GE-UND-31", "R-108")
def test_the_drawn_cards_are_their_pickers_alone_and_the_scheme_the_houses_at_the_table():
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.SCHEMES)
    offer = next(each for each in table.table.offered if each.picker == CAT_1)

    mine = view_schemes(table.state, eyes(CAT_1), table.id)
    assert [each.card for each in mine.offers[0].cards] == list(offer.cards)
    assert len(view_schemes(table.state, DESK, table.id).offers) == 2
    for viewer in (eyes(CAT_2), COURT, HALL):
        found = view_schemes(table.state, viewer, table.id)
        assert (found.offers, set(found.drawing)) == ((), {"cat", "snake"})
        assert not any(kind_on(card) in text(table, viewer) for card in offer.cards)

    table.end(TableStep.SCHEMES)
    (scheme,) = (each for each in table.table.schemes if each.house == "cat")
    for viewer, knows in ((eyes(CAT_1), True), (eyes(CAT_2), True), (eyes(SNAKE_1), False), (HALL, False)):
        seen = next(each for each in view_schemes(table.state, viewer, table.id).schemes if each.id == scheme.id)
        assert (seen.face is not None) is knows


@pytest.mark.rule("R-144", "R-108")
def test_a_drawn_face_is_known_by_who_was_there_and_not_by_a_room_that_is_chosen_and_left():
    table = AtTable((CAT_1, CAT_2, SNAKE_1)).until(TableStep.SCHEMES)
    table.end(TableStep.SCHEMES)
    number = next(each.id for each in table.table.schemes if each.house == "cat")

    def sees(seat: SeatId) -> bool:
        shown = view_schemes(table.state, eyes(seat), table.id).schemes
        return next(each.face for each in shown if each.id == number) is not None

    def chooses(seat: SeatId, room: Room) -> None:
        table.do(ChooseRoom(seat=seat, month=2, room=room), player(seat))

    table.day.until(2, Phase.PLANNING)
    assert [sees(each) for each in (CAT_1, CAT_2, CAT_3, SNAKE_1)] == [True, True, False, False]
    chooses(CAT_3, Room.UNDERGROUND)
    assert not sees(CAT_3)
    chooses(CAT_3, Room.COURT)
    assert not sees(CAT_3)

    chooses(CAT_3, Room.UNDERGROUND)
    chooses(SNAKE_1, Room.UNDERGROUND)
    table.day.until(2, Phase.ACTION)
    assert [sees(each) for each in (CAT_1, CAT_2, CAT_3, SNAKE_1)] == [True, True, True, False]


@pytest.mark.rule("R-108", "GE-UND-32")
def test_what_was_brought_is_read_by_its_author_and_the_desk():
    table = AtTable((CAT_1, SNAKE_1), {CAT_1: KILL})
    table.lay(CAT_1, Paper(type="ambush"))
    table.until(TableStep.SCHEMES)

    assert [len(view_schemes(table.state, each, table.id).choices) for each in (eyes(CAT_1), DESK, eyes(SNAKE_1), HALL)] == [
        1,
        1,
        0,
        0,
    ]
    assert view_schemes(table.state, HALL, table.id).choosing == (CAT_1,)


@pytest.mark.rule("GE-SOV-31", "R-131", "R-91")
def test_the_sovereign_is_offered_looks_and_the_highest_ranked_of_a_house_its_halves():
    table = AtTable((CAT_1, CAT_2, SNAKE_1))
    number = table.lay(SNAKE_1, Paper(type="ambush"))
    own = table.lay(CAT_2, KILL)
    table.day.state = on_throne(table.state, CAT_1)
    assert [view_schemes(table.state, eyes(each), table.id).looks_left for each in (CAT_1, CAT_2)] == [2, 0]

    table.press(LookAtSchemes(month=1, table=table.id, seat=CAT_1, schemes=(number,)))

    view = view_schemes(table.state, eyes(CAT_1), table.id)
    assert (view.looks_left, [each.may_look for each in view.schemes]) == (1, [False, True])
    assert view.schemes[0].face.trap
    assert view_schemes(table.state, eyes(CAT_2), table.id).schemes[0].face is None
    table.until(TableStep.SCHEMES)
    with_law(table, "recruitment", ("cat", "wolf"))
    view = view_schemes(table.state, eyes(CAT_1), table.id)
    assert (view.looks_left, view.halves_left) == (0, 1)
    assert [each.id for each in view.schemes if each.may_halve] == [own]
    assert view_schemes(table.state, eyes(CAT_2), table.id).halves_left == 0
    assert room_of(table.state).placed >= 2
