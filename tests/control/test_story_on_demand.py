"""The story of a long journal, told as far as somebody reads it: every line and every page is as if all had been told in order."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Iterator
from itertools import islice

import pytest
from django.db import OperationalError

from control.bots.stored_days import commands_of_day, write_day
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from control.journal import desk, story
from control.journal.story import commands_of, lines_of, names_of_doers, withdrawn_by
from control.journal.story_line import StoryLine
from control.journal.withdrawals import WITHDRAWN
from control.models import Event
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.treasury.power import AdjustPower
from tests.control.desks.conftest import Person, signed_in
from tests.control.long import grow
from tests.events import OLGA, do, last_seq, state_of, stream_of
from tests.prepared import prepared
from tests.scenarios import default

pytestmark = pytest.mark.django_db

ROUNDS = 2
TRIES = 60
WHOLE = 10**6  # entries told together: all
FEW = 7
NEAR = 40  # entries: most withdrawals are of something recent
OLDER = re.compile(r'before=(\d+)">')
CHOICES = re.compile(r'<option value="([^"]+)"')
JOURNAL = re.compile(r'<div class="journal-page.*?</main>', re.DOTALL)


@pytest.fixture
def day() -> Event:
    """Two rounds of bots in all rooms; then corrections, of which many things are taken back and some brought back."""
    return prepared("a day with withdrawals", a_day_with_withdrawals)


def a_day_with_withdrawals() -> Event:
    scenario, dice = default(), random.Random(5)
    carried = commands_of_day(NAME, scenario, scenario.casting, 5, rounds=ROUNDS)
    event = write_day(carried, realm=NAME, name="Day", scenario=scenario, seed=5)
    for number in range(TRIES):
        seat = SeatId(dice.choice(sorted(state_of(event).seats)))
        power = state_of(event).seats[seat].purse.power
        do(event, AdjustPower(seat=seat, before=power, power=power + 1, reason=f"count {number}"))
        gone = stream_of(event).entries.filter(kind=WITHDRAWN).values_list("seq", flat=True)
        last = last_seq(event)
        take_back(event, dice.choice(list(gone)) if gone and not number % 4 else dice.randint(last - NEAR, last))
        if number == TRIES // 2:
            assert any(take_back(event, seq) for seq in range(200, last // 2))
    return event


def take_back(event: Event, seq: int) -> bool:
    """Withdraw the command of an entry, if that is possible."""
    try:
        desk.withdraw(stream_id=event.stream_id, entries=(seq,), reason="a slip", by=OLGA, command_id=uuid.uuid4())
    except Refused:
        return False
    return True


@pytest.fixture
def complete(day, monkeypatch) -> tuple[StoryLine, ...]:
    """All lines, told in order from the first entry."""
    with monkeypatch.context() as patch:
        patch.setattr(story, "AT_ONCE", WHOLE)
        lines = tuple(lines_of(stream_of(day)))
    story.forget()
    return lines


def test_the_day_was_lively(complete):
    withdrawals = [line for line in complete if line.kind == WITHDRAWN]

    assert len(complete) > 6 * story.AT_ONCE
    assert len(withdrawals) > TRIES // 4
    assert any(complete[line.withdraws[0] - 1].kind == WITHDRAWN for line in withdrawals)
    assert any(line.withdraws[0] < len(complete) // 2 for line in withdrawals)


@pytest.mark.parametrize("at_once", [FEW, story.AT_ONCE])
def test_lines_read_in_any_order_are_as_told_in_order(day, complete, at_once, monkeypatch):
    monkeypatch.setattr(story, "AT_ONCE", at_once)
    lines, seqs = lines_of(stream_of(day)), list(range(len(complete)))
    random.Random(1).shuffle(seqs)

    assert [lines[place] for place in seqs] == [complete[place] for place in seqs]


def test_slices_and_lines_from_the_newest_are_as_told_in_order(day, complete):
    assert list(reversed(lines_of(stream_of(day)))) == list(reversed(complete))
    for cut in (slice(300, 420), slice(-3, None), slice(None, 5), slice(90, 20, -7), slice(5, 5)):
        story.forget()
        assert lines_of(stream_of(day))[cut] == complete[cut]
    story.forget()
    assert list(lines_of(stream_of(day))) == list(complete)


def test_what_is_told_stays_the_same_object(day):
    lines = lines_of(stream_of(day))
    newest, oldest = lines[-1], lines[0]

    assert list(lines_of(stream_of(day)))[-1] is newest
    assert next(iter(lines)) is oldest


def test_the_newest_lines_do_not_wait_for_the_oldest(day, complete, monkeypatch):
    grow(day, len(complete) + 2 * story.AT_ONCE)
    told: list[int] = []
    tell = story.line_of_event

    def telling(*given):
        told.append(given[1].seq)
        return tell(*given)

    monkeypatch.setattr(story, "line_of_event", telling)
    assert story.newest(lines_of(stream_of(day)), frozenset({Desk.WAR}), 5)

    assert 0 < len(told) <= 2 * story.AT_ONCE


def test_new_entries_continue_what_is_told(day, complete):
    lines_of(stream_of(day))
    power = state_of(day).seats[SeatId("cat-1")].purse.power
    do(day, AdjustPower(seat=SeatId("cat-1"), before=power, power=power + 1, reason="once more"))
    take_back(day, last_seq(day))

    lines = lines_of(stream_of(day))
    doers, withdrawn = lines.doers, dict(lines.withdrawn)
    again = tuple(lines)
    story.forget()
    fresh = lines_of(stream_of(day))
    assert (again[: len(complete)], again) == (complete, tuple(fresh))
    assert (doers, withdrawn) == (fresh.doers, dict(fresh.withdrawn))


def test_a_failure_while_news_are_told_leaves_no_line_wrong(day, monkeypatch):
    seat = SeatId("cat-1")
    power = state_of(day).seats[seat].purse.power
    do(day, AdjustPower(seat=seat, before=power, power=power + 5, reason="found"))
    assert lines_of(stream_of(day))[-1]
    assert take_back(day, last_seq(day))

    with monkeypatch.context() as lost:
        lost.setattr(story.journal, "state_at", broken)
        with pytest.raises(OperationalError):
            lines_of(stream_of(day))[-1]
    do(day, AdjustPower(seat=seat, before=power, power=power + 1, reason="counted"))

    told = lines_of(stream_of(day))[-1]
    story.forget()
    assert told == lines_of(stream_of(day))[-1]


def broken(*_given: object) -> None:
    raise OperationalError("the connection is lost")


def test_who_did_what_and_what_is_withdrawn_is_known_without_telling(day, complete):
    lines = lines_of(stream_of(day))

    assert names_of_doers(lines.doers) == names_of_doers(complete)
    assert {each.module for each in lines.doers} == {line.module for line in complete}
    assert dict(withdrawn_by(lines)) == withdrawn_by(complete)


def test_commands_before_an_entry_are_those_that_begin_there(day, complete):
    whole = list(commands_of(complete))
    lines = lines_of(stream_of(day))
    for before in (*range(len(complete) + 2, len(complete) - 60, -1), *range(60, -1, -1)):
        assert list(commands_of(lines.begun_before(before))) == [group for group in whole if group[0].seq < before]
    assert all(lines.command_of(line) == group for group in whole for line in group)


@pytest.mark.parametrize("at", [Desk.ORGANIZER, Desk.WAR])
def test_every_page_with_every_filter_is_as_of_a_story_told_in_order(day, at, monkeypatch):
    person = signed_in(day, at)
    with monkeypatch.context() as patch:
        patch.setattr(story, "AT_ONCE", WHOLE)
        first = person.get("journal/").content.decode()
        choices = CHOICES.findall(first)
        filters = ["", "about=war", "q=sword", "q=nobody+says+so", "who=olga", f"who={choices[-1]}", f"about={choices[0]}&q=a"]
        told = [list(pages(person, each)) for each in filters]

    assert len(told[0]) > 8
    assert sum(map(len, told)) > 2 * len(told[0])
    for each, expected in zip(filters, told, strict=True):
        story.forget()
        assert list(pages(person, each)) == expected
    assert list(islice(pages(person, "", anew=True), FEW)) == told[0][:FEW]


def pages(person: Person, query: str, *, anew: bool = False) -> Iterator[str]:
    """Every page of the journal with this filter, newest first. `anew`: nothing is told before each."""
    before = ""
    while True:
        if anew:
            story.forget()
        (page,) = JOURNAL.findall(person.get(f"journal/?{query}{before}").content.decode())
        yield page
        older = OLDER.search(page)
        if older is None:
            return
        before = f"&before={older[1]}"
