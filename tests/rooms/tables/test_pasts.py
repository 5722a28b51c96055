"""A side table after its database is restored to an earlier state under a running process."""

from __future__ import annotations

import pytest

from rooms.tables import story
from tests.control.dumps import Dump, another_process
from tests.rooms.tables.shop import heads, state_of, table_of
from tests.rooms.tables.test_history import replay

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_a_table_shows_and_stores_is_what_the_database_holds(anna, boris, clara):
    code = anna.open(chairs="2", seconds="0")
    dump = Dump(table_of(code).stream_id)
    boris.press(code, "sit")
    assert "Boris" in anna.look(code)
    before = heads(code)

    dump.restore()
    with another_process(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(story, "_told", type(story._told)(story.MOST_TABLES))
        clara.press(code, "sit")
    page = anna.look(code)

    assert heads(code) == before
    assert "Clara" in page
    assert "Boris" not in page
    assert anna.press(code, "begin").status_code == 200
    assert {chair.name for chair in state_of(code).chairs} == {"Anna", "Clara"}
    assert "chain: whole" in replay(code, "--check")
