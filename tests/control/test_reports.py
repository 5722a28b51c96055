"""Reports of a round: all of its events that were not withdrawn, to their audiences."""

from __future__ import annotations

import uuid
from typing import Any

import pytest

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.modules import Game
from control.engine.reports import CountChange
from control.journal import desk, reports, story
from control.journal.story_line import StoryLine
from control.models import Entry, Stream
from rooms.realm.desks import ALL_DESKS
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Room
from tests.rooms.hall import Hall

pytestmark = [pytest.mark.django_db(transaction=True)]
OLGA = Actor(name="olga", desks=ALL_DESKS)
LIVIA = "cat-1"


@pytest.fixture
def hall() -> Hall:
    return Hall(((LIVIA, Room.WAR),))


def stream(hall: Hall) -> Stream:
    return Stream.objects.get(pk=hall.event.stream_id)


def power(hall: Hall, before: int, now: int, why: str) -> list[int]:
    command = AdjustPower(seat=SeatId(LIVIA), before=before, power=now, reason=why)
    done = desk.perform(stream_id=hall.event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    return [entry.seq for entry in done.entries]


def told(hall: Hall, *audiences: str, rounds: tuple[int, ...] = (1,)) -> list[tuple[str, tuple[CountChange, ...]]]:
    found = reports.reports_of_rounds(stream(hall), rounds, frozenset(audiences))
    return [(each.report.words, each.report.changes) for each in found]


def test_each_audience_reads_its_own_in_the_order_of_the_day(hall):
    power(hall, 0, 3, "a chest was found")
    power(hall, 3, 2, "it was counted again")

    assert told(hall, f"seat:{LIVIA}") == [
        ("Set by Control.", (CountChange(what="Power", by=3),)),  # the reason is the journal's
        ("Set by Control.", (CountChange(what="Power", by=-1),)),
    ]
    assert told(hall, "seat:wolf-1", "team:cat", "all") == []
    assert told(hall, f"seat:{LIVIA}", rounds=(2,)) == []


def test_what_is_withdrawn_is_not_reported_and_what_is_brought_back_is_again(hall):
    entries = power(hall, 0, 3, "a chest was found")

    taken = desk.withdraw(stream_id=hall.event.stream_id, entries=entries, by=OLGA, command_id=uuid.uuid4(), reason="it was empty")
    assert told(hall, f"seat:{LIVIA}") == []

    back = [entry.seq for entry in taken.entries]
    desk.withdraw(stream_id=hall.event.stream_id, entries=back, by=OLGA, command_id=uuid.uuid4(), reason="it was not")
    assert told(hall, f"seat:{LIVIA}") == [("Set by Control.", (CountChange(what="Power", by=3),))]


def test_a_row_that_was_left_behind_has_nothing_told_again(hall, monkeypatch):
    power(hall, 0, 3, "a chest was found")
    behind = stream(hall)
    power(hall, 3, 2, "it was counted again")
    assert len(told(hall, f"seat:{LIVIA}")) == 2

    again: list[int] = []
    tell = story.line_of_event

    def telling(game: Game[GameState], entry: Entry, *given: Any) -> StoryLine:
        again.append(entry.seq)
        return tell(game, entry, *given)

    monkeypatch.setattr(story, "line_of_event", telling)
    assert len(story.lines_of(behind)) == behind.head
    assert reports.reports_of_rounds(behind, (1,), frozenset({f"seat:{LIVIA}"}))
    reports.last_heard(behind, 1)
    assert len(told(hall, f"seat:{LIVIA}")) == 2
    assert again == []

    behind.hash = "of another past"
    story.lines_of(behind)
    assert again != []
