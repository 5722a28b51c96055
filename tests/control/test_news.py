"""News of a month are sent once, whoever ends Return, without anything withdrawn before."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection
from django.urls import reverse

from control import system_time
from control.clock import clockwork
from control.day.clock.phases import EndPhase, GoBack
from control.day.news.drafts import HoldNews, SendNews
from control.day.news.edits import StrikeNews
from control.day.news.view import dispatches_sent
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.refusal import Refused
from control.engine.viewer import HALL
from control.journal import desk, journal
from control.models import Entry, Stream
from rooms.realm.desks import Desk
from rooms.realm.game.laws import PostLaw
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase, Room
from tests.rooms.hall import OLGA, Hall

pytestmark = [pytest.mark.django_db(transaction=True)]
LIVIA = "cat-1"


@pytest.fixture
def hall() -> Hall:
    return Hall(((LIVIA, Room.WAR),))


def until(hall: Hall, phase: Phase) -> None:
    while (clock := hall.state.clock).phase != phase:
        hall.do(EndPhase(month=clock.month, phase=clock.phase))


def ring(hall: Hall) -> int:
    return clockwork.carry_out_due(hall.event.stream_id, system_time.now())


def lines(hall: Hall) -> list[str]:
    return [line for each in dispatches_sent(hall.state, HALL) for line in each.lines]


def kinds(hall: Hall, *names: str) -> int:
    return Entry.objects.filter(stream=hall.event.stream_id, kind__in=names).count()


def law(hall: Hall, title: str) -> list[int]:
    command = PostLaw(title=title, text="As it says.", reason="the Court said so")
    done = desk.perform(stream_id=hall.event.stream_id, command=command, by=OLGA, command_id=uuid.uuid4())
    return [entry.seq for entry in done.entries]


def take_back(hall: Hall, entries: list[int]) -> None:
    desk.withdraw(stream_id=hall.event.stream_id, entries=entries, by=OLGA, command_id=uuid.uuid4(), reason="a slip")


def ended(hall: Hall, who: Actor) -> bool:
    """End Return in a thread of its own; returns whether this call did it."""
    try:
        hall.do(EndPhase(month=1, phase=Phase.RETURN), who)
    except Refused:
        return False
    finally:
        connection.close()
    return True


def rings(hall: Hall) -> bool:
    try:
        ring(hall)
    finally:
        connection.close()
    return True


def end_return(hall: Hall) -> None:
    until(hall, Phase.RETURN)
    hall.do(EndPhase(month=1, phase=Phase.RETURN))


def test_the_news_of_a_month_go_out_by_themselves_and_once(hall):
    law(hall, "Quiet at night")
    hall.do(AdjustPower(seat=SeatId(LIVIA), before=0, power=3, reason="a chest was found"))
    end_return(hall)

    assert lines(hall) == []
    assert ring(hall) == 1
    assert [ring(hall), ring(hall)] == [0, 0]
    assert kinds(hall, "NewsDrafted") == kinds(hall, "NewsSent") == 1
    (sent,) = dispatches_sent(hall.state, HALL)
    assert sent.title == "Month 1 in the Empire"
    assert any("Quiet at night" in line for line in sent.lines)
    assert not any("chest" in line or "Power" in line for line in sent.lines)


def test_return_that_the_clock_and_a_hand_end_at_once_sends_them_once(hall, monkeypatch):
    law(hall, "Quiet at night")
    until(hall, Phase.RETURN)
    late = hall.state.clock.deadline + timedelta(seconds=1)
    monkeypatch.setattr(system_time, "now", lambda: late)
    with ThreadPoolExecutor() as hands:
        pressed = [hands.submit(ended, hall, OLGA) for _each in range(2)]
        rung = [hands.submit(rings, hall) for _each in range(2)]
        assert sum(each.result() for each in pressed) <= 1
        assert all(each.result() for each in rung)

    ring(hall)
    assert (hall.state.clock.month, kinds(hall, "MonthTurned")) == (2, 9)
    assert kinds(hall, "NewsDrafted") == kinds(hall, "NewsSent") == 1


def test_going_back_into_return_and_ending_it_again_sends_nothing_twice(hall):
    end_return(hall)
    ring(hall)
    hall.do(GoBack(month=2, phase=Phase.CEREMONY))
    hall.do(EndPhase(month=1, phase=Phase.RETURN))

    assert ring(hall) == 0
    assert kinds(hall, "NewsDrafted") == 1


def test_going_back_before_they_were_put_together_puts_them_together_once(hall):
    end_return(hall)
    hall.do(GoBack(month=2, phase=Phase.CEREMONY))
    ring(hall)
    hall.do(EndPhase(month=1, phase=Phase.RETURN))
    ring(hall)

    assert kinds(hall, "NewsDrafted") == kinds(hall, "NewsSent") == 1


def test_what_is_taken_back_before_is_not_in_them(hall):
    entries = law(hall, "Quiet at night")
    law(hall, "Songs at noon")
    take_back(hall, entries)
    end_return(hall)
    ring(hall)

    assert not any("Quiet" in line for line in lines(hall))
    assert any("Songs" in line for line in lines(hall))


@pytest.mark.parametrize("by_hand", [True, False])
def test_what_is_taken_back_while_they_wait_does_not_go_out(hall, by_hand):
    hall.do(HoldNews(on=True))
    entries = law(hall, "Quiet at night")
    law(hall, "Songs at noon")
    end_return(hall)
    ring(hall)
    assert lines(hall) == []
    take_back(hall, entries)

    if by_hand:
        olga = hall.staff(Desk.COURT)
        page = reverse("desk:news-send", args=[hall.event.pk])
        assert olga.post(page, {"command_id": str(uuid.uuid4()), "round": "1"}, headers={"HX-Request": "true"}).status_code == 200
    else:
        until(hall, Phase.ACTION)
        assert ring(hall) >= 1
    assert not any("Quiet" in line for line in lines(hall))
    assert any("Songs" in line for line in lines(hall))
    assert kinds(hall, "NewsSent") == 1


def test_nobody_pressed_so_they_go_out_when_action_begins_and_no_sooner(hall):
    hall.do(HoldNews(on=True))
    end_return(hall)
    ring(hall)
    until(hall, Phase.MOVEMENT)
    assert ring(hall) == 0
    hall.do(EndPhase(month=2, phase=Phase.MOVEMENT))
    ring(hall)

    assert kinds(hall, "NewsSent") == 1
    with pytest.raises(Refused):
        hall.do(SendNews(round=1))


def test_what_was_struck_is_not_published_by_an_undo(hall):
    hall.do(HoldNews(on=True))
    law(hall, "Secret thing")
    until(hall, Phase.RETURN)
    hall.do(EndPhase(month=1, phase=Phase.RETURN))
    ring(hall)
    (draft,) = hall.state.dispatches
    line = next(each for each in draft.lines if "Secret thing" in each.text)
    strike = StrikeNews(round=1, line=line.id, on=True)
    done = desk.perform(stream_id=hall.event.stream_id, command=strike, by=OLGA, command_id=uuid.uuid4())
    hall.do(SendNews(round=1))

    with pytest.raises(Refused, match="strike or reword the line instead"):
        take_back(hall, [entry.seq for entry in done.entries])
    assert not any("Secret thing" in each for each in lines(hall))


def test_a_month_without_any_says_so(hall):
    end_return(hall)
    ring(hall)

    assert len(lines(hall)) >= 1


def test_the_journal_gives_the_same_news_again(hall):
    law(hall, "Quiet at night")
    end_return(hall)
    ring(hall)

    stream = Stream.objects.get(pk=hall.event.stream_id)
    again = journal.state_at(stream, stream.head, from_zero=True)
    assert again.dispatches == hall.state.dispatches
