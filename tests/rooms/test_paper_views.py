"""Views of the desk of a room with papers. Other desks see none of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from control.day.clock.clocks import table_of
from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.modules import Game
from control.engine.viewer import HALL, NOBODY, Viewer
from rooms.court.game.module import COURT
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.room import PaperRoom
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.papers.game.view_desk import papers_laid, room_people, room_steps
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import SCHEMES, UNDERGROUND
from tests.rooms.realm.game.play import CAT_1, EVERY_DESK, SHARED, Day, player, running


class Kind(Struct, frozen=True, kw_only=True):
    """A room of papers for the tests. `paper`: one that can be written there in month 1. `other`: a desk that may not read it."""

    papers: PaperRoom
    module: Any
    paper: Paper
    other: Desk


FINES = Paper(type="fines", values=(("wolf",), ("2",), ("1",)))
POISON = Paper(type="mass-poisoning", values=(("snake",), ("ode",), ("2",)))
KINDS = {
    "court": Kind(papers=PROPOSALS, module=COURT, paper=FINES, other=Desk.UNDERGROUND),
    "underground": Kind(papers=SCHEMES, module=UNDERGROUND, paper=POISON, other=Desk.COURT),
}
EACH = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)


def in_action(kind: Kind) -> Day:
    """A player is in the room, and its steps have begun."""
    day = running()
    day.game = Game[GameState](name="papers", state_type=GameState, modules=(*SHARED.modules, kind.module))
    day.until(1, Phase.PLANNING)
    day.do(ChooseRoom(seat=CAT_1, month=1, room=kind.papers.room), by=player(CAT_1))
    return day.until(1, Phase.ACTION)


def taken_in(kind: Kind) -> GameState:
    """The paper has been opened."""
    day, papers = in_action(kind), kind.papers
    sealed = Sealed(seat=CAT_1, kind=papers.kind, month=1, revision=1, received_at=day.now, body=encode(kind.paper))
    asked = DecisionContext(by=EVERY_DESK, at=day.now, sheets=SheetList((sealed,)))
    return day.game.decided(
        day.state, EndStep(room=papers.room, month=1, step=StepId(papers.step), table=table_in(day.state, kind)), asked
    ).state


def table_in(state: GameState, kind: Kind) -> str:
    """The table whose clock the author sits by, where each table has its own steps."""
    return table_of(state, state.seats[CAT_1], kind.papers.room)


def strangers(kind: Kind) -> tuple[Viewer, ...]:
    """Viewers who may see nothing of this desk, among them the author's teammate and another room's desk."""
    desks = frozenset({kind.other, Desk.WAR, Desk.CEREMONY, Desk.CHECK_IN})
    return (Viewer(desks=desks), Viewer(seat=SeatId("cat-2")), HALL, NOBODY)


@EACH
def test_papers_lie_open_to_the_desk_of_their_room_and_to_the_organizer(kind):
    state = taken_in(kind)

    for desk in (kind.papers.desk, Desk.ORGANIZER):
        laid = papers_laid(state, Viewer(desks=frozenset({desk})), kind.papers)
        assert laid.is_in
        (line,) = (line for table in laid.tables for line in table.papers)
        assert (line.seat, line.house) == (CAT_1, "cat")
        assert line.words
        assert line.text


@EACH
def test_another_desk_is_not_even_told_that_papers_are_in(kind):
    sealed, opened = in_action(kind).state, taken_in(kind)

    for viewer in strangers(kind):
        before, after = (papers_laid(state, viewer, kind.papers) for state in (sealed, opened))
        assert before == after
        assert (after.is_in, after.tables, after.aside) == (False, (), ())


@EACH
def test_a_sealed_paper_is_shown_to_nobody(kind):
    laid = papers_laid(in_action(kind).state, Viewer(desks=frozenset({kind.papers.desk})), kind.papers)

    assert not laid.is_in
    assert [table.papers for table in laid.tables] == [()] * len(laid.tables)


@EACH
def test_who_is_in_a_room_is_its_desks_to_know(kind):
    state = in_action(kind).state

    found = room_people(state, Viewer(desks=frozenset({kind.papers.desk})), kind.papers)

    assert found.begun
    assert [(one.seat, one.may_write) for one in found.players] == [(CAT_1, True)]
    assert {one.table for one in found.players} <= {table for table, _title in found.tables}
    assert [room_people(state, viewer, kind.papers).players for viewer in strangers(kind)] == [()] * 4


@EACH
def test_the_step_that_takes_papers_in_says_so(kind):
    states = (in_action(kind).state, taken_in(kind))
    before, after = (room_steps(state, kind.papers, table_in(state, kind)) for state in states)

    assert (before.is_open, before.step, before.takes_in) == (True, kind.papers.step, True)
    assert after.step not in (None, kind.papers.step)
    assert not after.takes_in
    assert [line.name for line in after.lines if line.is_done] == [before.step_name]
