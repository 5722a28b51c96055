"""A rehearsal of the small scenario from its first phase to its card; the test moves the time instead of waiting."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from django.db import connection

from control import system_time
from control.clock import clockwork
from control.day.clock.pauses import Resume
from control.day.clock.phases import EndPhase
from control.day.people.presence import CheckIn
from control.day.rulings import RetractRuling
from control.day.state import DayStage, Presence
from control.debrief.access import is_over
from control.engine.context import Actor
from control.engine.ids import SeatId
from control.journal import desk, journal
from control.live import broadcast, hub
from control.models import Event, Rehearsal, Seat, Stream
from control.people.events import add_missing_seats
from control.rehearsal.card import Grade, card_in
from control.rehearsal.conductor import Conductor, finish_rehearsal, is_asleep
from control.rehearsal.event_copy import Wish, perform_as_leader, rehearse, throw_away
from control.rehearsal.keepers import desks_taken, give_desk_back, take_desk
from control.rehearsal.models import RehearsalCard
from control.rehearsal.speeds import Speed
from control.rehearsal.trouble_stage import lines_on_paper
from control.rehearsal.troubles import PlannedTrouble, TroubleKind, encode_plan, plan_of, plan_trouble
from control.sheets.receipts import PAPER
from rooms.realm.desks import ALL_DESKS, Desk
from tests.events import state_of

pytestmark = pytest.mark.django_db(transaction=True)
STEP = timedelta(seconds=2)


class Stepped:
    """A console whose time the test moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = system_time.now()
        monkeypatch.setattr(system_time, "now", lambda: self.at)
        self.conductor = Conductor()

    def step(self, copy: Event) -> None:
        self.at += STEP
        clockwork.carry_out_due(copy.stream_id, self.at)
        copy = Event.objects.select_related("stream", "rehearsal").get(pk=copy.pk)
        if copy.rehearsal.ended_at is None:
            self.conductor.lead(copy, self.at)

    def until(self, copy: Event, there: Callable[[], bool], most: int = 400) -> None:
        for _each in range(most):
            if there():
                return
            self.step(copy)
        raise AssertionError("it never comes to that")


@pytest.fixture
def console(monkeypatch) -> Iterator[Stepped]:
    return Stepped(monkeypatch)


def kinds_of(event: Event) -> set[str]:
    return set(event.stream.entries.values_list("command_kind", flat=True))


def trouble_of(copy: Event) -> PlannedTrouble:
    return plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0]


def ended(copy: Event) -> bool:
    copy.rehearsal.refresh_from_db()
    return copy.rehearsal.ended_at is not None


def plan(*kinds: TroubleKind, number: int = 1) -> tuple[object, ...]:
    return tuple(json.loads(encode_plan([plan_trouble(kind, number, "3") for kind in kinds])))


def test_a_whole_rehearsal_is_played_by_bots_and_graded(event, console):
    copy = rehearse(event, Wish(rounds=2, seed="3", plan=plan(*TroubleKind)), by="olga")
    console.until(copy, lambda: ended(copy))
    assert state_of(copy).clock.month == 3
    assert {"ChooseRoom", "CallControl", "AnswerCall", "EndCall", "EndStep", "EndPhase"} <= kinds_of(copy)
    card = card_in(RehearsalCard.objects.get(event=event))
    assert (card.people, card.mark) == (0, Grade.NONE)  # only bots took part: nothing to grade
    assert {line.mark for line in card.lines} == {Grade.NONE}
    troubles = {line.key.split()[0]: line for line in card.lines if line.part == "trouble"}
    assert set(troubles) == set(TroubleKind)
    assert all(line.seq for line in troubles.values())
    did = {line.key: line for line in card.lines if line.part == "desks"}
    assert all(did[f"desk {at}"].value and did[f"desk {at}"].seq for at in (Desk.WAR, Desk.COURT, Desk.CHECK_IN))
    assert {line.part for line in card.lines} == {"desks", "waits", "forgotten", "trouble", "clock"}
    throw_away(Event.objects.get(pk=copy.pk))
    assert RehearsalCard.objects.filter(event=event).count() == 1


def test_it_begins_with_check_in_where_that_is_wanted(event, console):
    copy = rehearse(event, Wish(begins_in=0, seed="3"))
    assert state_of(copy).clock.stage is DayStage.GATHERING
    console.until(copy, lambda: state_of(copy).clock.stage is DayStage.PLAYING, most=20)


def test_bots_touch_no_desk_that_somebody_has_taken_until_it_is_given_back(event, console):
    copy = rehearse(event, Wish(seed="3"))
    for at in (Desk.WAR, Desk.COURT, Desk.UNDERGROUND):
        take_desk(copy.pk, at, "wanda")
    console.until(copy, lambda: state_of(copy).clock.month == 2)
    finish_rehearsal(Event.objects.select_related("stream", "rehearsal").get(pk=copy.pk), console.at)
    card = card_in(RehearsalCard.objects.get(event=event))
    lines = {(line.part, line.key): line for line in card.lines}
    assert card.people == 3
    assert lines["desks", f"desk {Desk.WAR}"].more == "kept by wanda"
    assert lines["desks", f"desk {Desk.CHECK_IN}"].more == "kept by bots"
    assert lines["forgotten", "steps"].mark is Grade.POOR  # nobody acted at the three desks that a person had taken
    assert [line.mark for line in card.lines if line.key == f"call {Desk.CHECK_IN}"] in ([], [Grade.NONE])
    Rehearsal.objects.filter(event=copy).update(ended_at=None)
    perform_as_leader(copy, Resume())
    by_bots = set(copy.stream.entries.filter(command_kind="EndStep").values_list("actor", flat=True))
    assert by_bots <= {"clock"}
    give_desk_back(copy.pk, Desk.WAR)
    copy.rehearsal.refresh_from_db()
    assert Desk.WAR not in desks_taken(copy.rehearsal)
    console.until(copy, lambda: copy.stream.entries.filter(command_kind="EndStep", actor="staff:bot-war").exists())


def test_as_fast_as_the_desks_are_done_a_month_is_over_long_before_its_deadline(event, console):
    copy = rehearse(event, Wish(speed=Speed.DESKS, seed="3"))
    began: datetime = console.at
    console.until(copy, lambda: state_of(copy).clock.month == 2)
    month = sum(state_of(copy).timetable.months[0].minutes.values())
    assert console.at - began < timedelta(minutes=month) * 3 / 4
    assert copy.stream.entries.filter(command_kind="EndStep").exists()


def test_a_worker_that_is_dead_gives_nothing_of_the_copy_and_everything_of_others(event, console):
    copy, other = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.WORKER))), event
    console.until(copy, lambda: is_asleep(copy.stream_id, console.at), most=60)
    phase = state_of(copy).clock.phase
    deadline = state_of(copy).clock.deadline
    assert not is_asleep(other.stream_id, console.at)
    clockwork.carry_out_due(copy.stream_id, deadline)
    assert state_of(copy).clock.phase == phase
    console.until(copy, lambda: state_of(copy).clock.phase != phase, most=40)
    told = plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0]
    assert (bool(told.noticed), told.mended_by) == (False, "")


def test_one_that_was_stopped_is_looked_back_on_like_a_day_that_is_over(event, console):
    copy = rehearse(event, Wish(seed="3"))
    for _each in range(12):
        console.step(copy)
    finish_rehearsal(copy, console.at)
    stopped = Event.objects.select_related("stream").get(pk=copy.pk)
    assert state_of(stopped).clock.paused
    assert is_over(stopped)
    assert not is_over(Event.objects.select_related("stream").get(pk=event.pk))


class Ear:
    """A socket that stores the frames it gets."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def write(self, frame: hub.WireFrame) -> None:
        self.heard.append(frame.content.decode())

    def close(self, code: int) -> None:
        raise AssertionError(code)


def test_screens_of_a_copy_hear_nothing_while_its_news_are_gone_and_all_of_it_afterwards(event, console):
    copy = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.NEWS)))
    console.until(copy, lambda: plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0].began > 0, most=60)
    loop = asyncio.new_event_loop()
    mine, other = Ear(), Ear()
    try:
        place = hub.Hub(loop)
        head = journal.head(Stream.objects.get(pk=copy.stream_id))
        place.join(mine, copy.pk, frozenset({"all"}), broadcast.facts_of(head.seq, head.state))
        place.join(other, event.pk, frozenset({"all"}), broadcast.facts_of(1, state_of(event)))
        console.conductor.look(console.at)
        for number in (copy.pk, event.pk):
            place.deliver(hub.News(place=number, topics={"all": ("clock",)}))
        assert (len(mine.heard), len(other.heard)) == (0, 1)
        Rehearsal.objects.filter(event=copy).update(deaf_until=console.at - STEP)
        console.conductor.look(console.at)
        place.deliver(hub.News(place=copy.pk, topics={"all": ("clock",)}))
        assert len(mine.heard) == 1
    finally:
        hub.deaf.clear()
        loop.close()


def test_a_person_who_ends_the_phase_by_hand_has_noticed_the_dead_worker_and_mended_it(event, console):
    copy = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.WORKER)))
    console.until(copy, lambda: is_asleep(copy.stream_id, console.at), most=60)
    clock = state_of(copy).clock
    end = EndPhase(month=clock.month, phase=clock.phase)
    desk.perform(stream_id=copy.stream_id, command=end, by=Actor(name="olga", desks=ALL_DESKS), command_id=uuid.uuid4())
    console.step(copy)
    told = plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0]
    assert (told.noticed_by, told.mended_by, bool(told.mended_seq)) == ("olga", "olga", True)
    assert not is_asleep(copy.stream_id, console.at)


def test_a_wrong_ruling_is_mended_by_whoever_retracts_it(event, console):
    copy = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.RULING)))
    console.until(copy, lambda: bool(state_of(copy).rulings), most=80)
    retract = RetractRuling(ruling=state_of(copy).rulings[-1].id, reason="it is wrong")
    desk.perform(stream_id=copy.stream_id, command=retract, by=Actor(name="wanda", desks=ALL_DESKS), command_id=uuid.uuid4())
    console.step(copy)
    told = plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0]
    assert (told.noticed_by, told.mended_by) == ("wanda", "wanda")


def test_somebody_who_does_the_work_of_who_is_away_has_mended_it(event, console):
    copy = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.AWAY)))

    def away() -> str:
        found = plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0]
        return found.hit[0] if found.runs else ""

    console.until(copy, lambda: bool(away()), most=80)
    take_desk(copy.pk, away(), "wanda")
    console.step(copy)
    assert plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0].noticed_by == "wanda"


def test_who_is_away_is_at_a_desk_of_bots(event, console):
    copy = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.AWAY)))
    for at in (Desk.WAR, Desk.COURT):
        take_desk(copy.pk, at, "wanda")
    console.until(copy, lambda: bool(trouble_of(copy).began), most=80)
    assert trouble_of(copy).hit == (Desk.UNDERGROUND,)


def test_a_late_sheet_that_is_entered_at_its_desk_is_mended_without_a_call(event, console):
    copy = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.LATE)))
    take_desk(copy.pk, Desk.WAR, "wanda")
    console.until(copy, lambda: trouble_of(copy).mark != 0, most=120)
    told = trouble_of(copy)
    assert not told.mended
    late = copy.sheets.filter(seat=told.hit[0], late=True).first()
    assert late is not None
    late.pk, late.revision, late.source, late.entered_by, late.late = None, late.revision + 1, PAPER, "wanda", False
    late.client_key, late.received_at = uuid.uuid4(), console.at
    late.save(force_insert=True)
    console.step(copy)
    told = trouble_of(copy)
    assert (told.noticed_by, told.mended_by) == ("wanda", "wanda")


def test_whoever_takes_a_seat_of_somebody_who_never_came_is_checked_in(event, console):
    copy = rehearse(event, Wish(begins_in=2, seed="3"))
    was = state_of(copy).seats["cat-1"].presence
    perform_as_leader(copy, CheckIn(seat=SeatId("cat-1"), before=was, presence=Presence.EXPECTED))
    add_missing_seats(copy)
    Seat.objects.filter(event=copy, key="cat-1").update(code_hash="a code that was given out")
    console.until(copy, lambda: state_of(copy).seats["cat-1"].presence is Presence.PRESENT, most=10)


def test_what_stands_on_paper_can_be_read_and_typed():
    sheet = {
        "orders": [{"kind": "move", "units": 2, "target": ""}, {"kind": "recruit"}],
        "extra": None,
        "allies": ["wolf"],
        "betray": True,
    }
    assert list(lines_on_paper(sheet)) == [
        "betray True",
        "orders 1: kind move, units 2",
        "orders 2: kind recruit",
        "allies 1: wolf",
    ]


def test_the_paper_of_a_bot_is_there_for_whoever_enters_it(event, console):
    copy = rehearse(event, Wish(seed="3", plan=plan(TroubleKind.PAPER)))
    console.until(copy, lambda: bool(plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0].began), most=60)
    told = plan_of(Event.objects.get(pk=copy.pk).rehearsal.plan)[0]
    assert len(told.paper) > 1
    assert not copy.sheets.filter(seat=told.hit[0]).exists()


def test_looks_share_one_connection_to_the_database(monkeypatch):
    opened = []
    conductor = Conductor()

    def look(_now: datetime) -> None:
        connection.ensure_connection()
        opened.append(connection.connection)
        if len(opened) == 3:
            conductor.stopping.set()
            connection.close()

    monkeypatch.setattr(conductor, "look", look)
    monkeypatch.setattr("control.rehearsal.conductor.LOOK_EVERY", 0)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", 60)
    conductor.start()
    conductor.thread.join()
    assert len(opened) == 3
    assert opened[0] is opened[1] is opened[2]
