"""Casting preview: only desks that may apply a list can read it."""

from __future__ import annotations

import pytest

from control.casting.letters import UnreadableError
from control.casting.plan import preview
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from tests.rooms.realm.game.play import CAT_1, morning
from tests.scenarios import small

ORGANIZER = Viewer(desks=frozenset({Desk.ORGANIZER}))
LIST = b"Name,House,Notes\nNia,Cat,Speaks Romansh\n"


def test_the_organizer_sees_what_a_list_would_do():
    found = preview(morning(small()).state, ORGANIZER, LIST)

    assert [line.note for line in found.reading.lines] == ["Speaks Romansh"]
    assert [added.name for added in found.plan.added] == ["Nia"]
    assert found.plan.missing


def test_a_list_with_problems_has_no_plan():
    found = preview(morning(small()).state, ORGANIZER, b"Name,House\nNia,Nowhere\n")

    assert found.reading.problems
    assert found.plan is None


@pytest.mark.parametrize("viewer", [Viewer(desks=frozenset({Desk.CHECK_IN, Desk.WAR})), Viewer(seat=CAT_1), HALL])
def test_nobody_else_is_shown_a_plan(viewer):
    found = preview(morning(small()).state, viewer, LIST)

    assert (found.reading.lines, found.reading.remarks, found.plan) == ((), (), None)


def test_what_is_no_list_is_refused():
    with pytest.raises(UnreadableError):
        preview(morning(small()).state, ORGANIZER, b"\x00\x01")
