"""News at the desks: an edit without a change says so, and the switch shows its current state."""

from __future__ import annotations

import uuid

import pytest

from control.day.clock.phases import EndPhase
from control.day.news.drafts import DraftNews, HoldNews, NewsLine
from control.day.news.view import ROWS
from control.engine.context import THE_CLOCK
from control.journal import desk
from tests.control.desks.conftest import words

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def drafted(running):
    """The news of month 1, not yet sent."""
    running.do(HoldNews(on=True))
    while running.state.clock.month == 1:
        running.do(EndPhase(month=1, phase=running.state.clock.phase))
    if not running.state.dispatches:
        lines = tuple(NewsLine(text=f"Line {number}.") for number in range(ROWS + 1))
        draft = DraftNews(round=1, title="Month 1", lines=lines)
        desk.perform(stream_id=running.event.stream_id, command=draft, by=THE_CLOCK, command_id=uuid.uuid4())
    return running


def test_saving_what_the_line_says_already_changes_nothing(drafted, organizer):
    line = drafted.state.dispatches[0].lines[0]
    before = drafted.seqs
    done = organizer.post(f"news/1/{line.id}/", {"text": f" {line.text} "}, **{"HX-Request": "true"})
    assert (done.status_code, drafted.seqs) == (200, before)
    assert "Nothing changed: the line says so already." in words(done)
    assert "out of date" not in words(done)


def test_the_editors_read_how_far_the_wall_goes_and_what_is_so_now(drafted, organizer):
    page = words(organizer.get("announcements/"))
    assert f"The wall shows these {ROWS}:" in page
    assert "These are read on phones alone, under News:" in page
    assert "Now: News wait here until somebody sends them" in page
    assert "Let the news go out by themselves" in page
