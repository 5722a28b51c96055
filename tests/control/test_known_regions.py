"""Known regions of a phone: what an ask makes again, and that it shows what a phone without any knowledge would show."""

from __future__ import annotations

import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from control.day.clock.pauses import AddTime
from control.day.clock.steps import EndStep
from control.day.notices import Announce
from control.day.people.room_choice import SeatInRoom
from control.day.plan import LateRule
from control.day.records import Notice
from control.day.state import DayState
from control.engine import language
from control.engine.ids import PhaseId, RoomId, StepId
from control.engine.records import replace
from control.journal import desk, journal
from control.journal.memory import NO_STATE, StateChanges
from control.models import Sheet
from control.phone import known_regions
from control.phone.pieces import PIECES
from control.phone.play import registered_regions
from control.sheets import sheets
from rooms.realm.frame import NAME
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase, Room
from tests.control.phones import CAT_1, CAT_2, HX, OLGA, WOLF_1, Day, hidden, words
from tests.scenarios import default

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY, FRESH = "/play/", "/play/fresh/"
GAME = {each.name for each in registered_regions(NAME)}
ALL = GAME | {each.name for each in PIECES if each.reads != "others"}
OF_LINES, OF_ROWS = ({each.name for each in PIECES if each.reads == reads} for reads in ("lines", "rows"))
PLANNING, MOVEMENT = PhaseId(Phase.PLANNING.value), PhaseId(Phase.MOVEMENT.value)  # plain, as a journal holds them
WAR, COURT, UNDERGROUND = (RoomId(each.value) for each in (Room.WAR, Room.COURT, Room.UNDERGROUND))
DRAFT_COUNTS = LateRule(sheet="war", policy="draft")


class OwnDay(Day):
    """A day in Planning, with three players."""

    def arrange(self) -> None:
        self.here(CAT_1, CAT_2, WOLF_1).until(PLANNING)


@pytest.fixture
def day():
    return OwnDay()


@pytest.fixture
def made(monkeypatch):
    """The names of the regions whose views were called and noted."""
    found = list[str]()
    noted = known_regions._noted

    def watched(kind, seen):
        found.append(kind.name)
        return noted(kind, seen)

    monkeypatch.setattr(known_regions, "_noted", watched)
    return found


def shown_by(phone):
    return hidden(words(phone.get(PLAY)), "seen")


def ask(phone, shown):
    return phone.get(FRESH, {"seen": shown}, headers=HX)


def sent(response):
    return set(re.findall(r'id="region-([\w-]+)" hx-swap-oob', words(response))) if response.content else set()


def by_name(versions):
    return {each.partition(":")[0]: each for each in versions}


def send(day, seat, *, body=b"{}", is_draft=False):
    """A war sheet of month 1 comes in, or a draft of one."""
    sheets.hand_in(
        sheets.Arrival(
            event_id=day.event.pk,
            seat=seat,
            kind="war",
            month=1,
            client_key=uuid.uuid4(),
            body=body,
            received_at=timezone.now(),
            is_draft=is_draft,
        )
    )


def withdraw(day, done):
    seqs = [entry.seq for entry in done.entries]
    desk.withdraw(stream_id=day.event.stream_id, entries=seqs, reason="", by=OLGA, command_id=uuid.uuid4())


def power(day, seat):
    return day.state.seats[seat].purse.power


def adjusted(day, seat, by):
    return AdjustPower(seat=seat, before=power(day, seat), power=power(day, seat) + by, reason="found")


def adjust(day, seat, by):
    day.do(adjusted(day, seat, by))


# --- what is made again -------------------------------------------------------------------------------------------------


def test_an_ask_with_nothing_new_makes_nothing_again(day, made):
    phone = day.phone(CAT_1)
    shown = shown_by(phone)
    assert set(made) == ALL
    made.clear()

    assert sent(ask(phone, shown)) == set()
    assert made == []


def test_only_what_has_read_something_new_is_made_again(day, made):
    phone = day.phone(CAT_1)
    shown = shown_by(phone)
    made.clear()
    day.do(Announce(text="Tea is ready.", to="all"))

    assert sent(ask(phone, shown)) == {"news"}
    assert set(made) == {"news", *OF_LINES}

    adjust(day, CAT_1, 3)
    assert sent(ask(phone, shown)) >= {"news", "purse"}
    assert "purse" in made
    assert not {"reign", "attendance", "crowning", "dispatches", "rounds"} & set(made)

    made.clear()
    adjust(day, WOLF_1, 3)
    ask(phone, shown)
    assert made
    assert not {"strip", "favors", "hostages", "clock", "sheet", "me", "call"} & set(made)


def test_a_sheet_that_arrives_makes_again_what_shows_own_sheets(day, made):
    day.do(SeatInRoom(player=CAT_1, month=1, room=WAR))
    phones = [day.phone(seat) for seat in (CAT_1, WOLF_1)]
    shown = [shown_by(phone) for phone in phones]
    made.clear()
    send(day, CAT_1)

    assert sent(ask(phones[0], shown[0])) == {"sheet", "rooms", "me"}
    assert set(made) == OF_ROWS
    made.clear()
    assert sent(ask(phones[1], shown[1])) == set()
    assert made == []


def test_a_region_that_the_phone_does_not_show_is_drawn_though_it_stands(day, made):
    phone = day.phone(CAT_1)
    shown = shown_by(phone)
    made.clear()

    assert sent(ask(phone, [each for each in shown if not each.startswith("laws:")])) == {"laws"}
    assert made == []
    assert words(phone.get(PLAY)).count('name="seen"') == len(shown)


def test_an_ask_shows_what_a_process_without_any_knowledge_shows():
    scenario = default()
    settings = replace(scenario.settings, late=(DRAFT_COUNTS,))
    day = OwnDay(replace(scenario, settings=settings))
    phones = {seat: day.phone(seat) for seat in (CAT_1, CAT_2, WOLF_1)}
    shown = {seat: shown_by(phone) for seat, phone in phones.items()}
    changed = set[str]()
    acts = (
        lambda: adjust(day, CAT_1, 2),
        lambda: day.do(SeatInRoom(player=CAT_1, month=1, room=WAR)),
        lambda: send(day, CAT_1),
        lambda: send(day, CAT_1, body=b'{"orders":[],"allies":["wolf"]}'),
        lambda: day.do(SeatInRoom(player=CAT_1, month=1, room=COURT)),
        lambda: day.do(SeatInRoom(player=CAT_1, month=1, room=WAR)),
        lambda: day.do(SeatInRoom(player=WOLF_1, month=1, room=WAR)),
        lambda: send(day, WOLF_1, body=b'[["order1_kind",""],["allies","cat"]]', is_draft=True),
        lambda: day.do(SeatInRoom(player=CAT_2, month=1, room=UNDERGROUND)),
        lambda: day.do(Announce(text="Tea is ready.", to="cat")),
        lambda: withdraw(day, day.do(SeatInRoom(player=CAT_2, month=1, room=WAR))),
        day.end,
        lambda: adjust(day, WOLF_1, 1),
        day.end,
        lambda: day.do(EndStep(room=WAR, month=1, step=StepId("updates"))),
        lambda: day.do(EndStep(room=WAR, month=1, step=StepId("orders"))),
        lambda: send(day, CAT_1, body=b'{"orders":[],"allies":["ram"]}'),
        day.end,
        day.end,
    )
    for act in acts:
        act()
        for seat, phone in phones.items():
            warm = ask(phone, shown[seat])
            news = by_name(hidden(words(warm), "seen"))
            journal.forget()
            known_regions._known.clear()
            now = by_name(shown_by(phone))
            assert {**by_name(shown[seat]), **news} == now
            changed.update(news)
            shown[seat] = list(now.values())
    assert {row.source for row in Sheet.objects.all()} == {"sent", "draft"}
    assert not {"clock", "now", "rooms", "sheet", "results", "map", "me", "news", "round", "rounds"} - changed


def test_knowledge_lasts_from_ask_to_ask_through_changes_and_their_undo(day):
    """As above, but what is known is put back after each comparison."""
    phones = {seat: day.phone(seat) for seat in (CAT_1, WOLF_1)}
    shown = {seat: shown_by(phone) for seat, phone in phones.items()}
    acts = (
        lambda: day.do(SeatInRoom(player=CAT_1, month=1, room=WAR)),
        lambda: send(day, CAT_1),
        lambda: withdraw(day, day.do(SeatInRoom(player=CAT_1, month=1, room=COURT))),
        day.end,
        lambda: day.do(AddTime(month=1, phase=MOVEMENT, seconds=60)),
        lambda: withdraw(day, day.do(adjusted(day, CAT_1, 3))),
        lambda: send(day, CAT_1, body=b'{"orders":[],"allies":["wolf"]}'),
    )
    for act in acts:
        act()
        for seat, phone in phones.items():
            told = by_name(hidden(words(ask(phone, shown[seat])), "seen"))
            kept = dict(known_regions._known._kept)
            known_regions._known.clear()
            now = by_name(shown_by(phone))
            known_regions._known._kept.update(kept)
            assert {**by_name(shown[seat]), **told} == now
            shown[seat] = list(now.values())


# --- when nothing stands ------------------------------------------------------------------------------------------------


def test_nothing_stands_in_another_language(day, made):
    phone = day.phone(CAT_1)
    shown = shown_by(phone)
    made.clear()
    before = (language._one, language._in_context, language._by_count)
    language.set_translators(lambda sentence: f"“{sentence}”", lambda _context, sentence: sentence, lambda one, _many, _count: one)
    try:
        assert "throne" in sent(ask(phone, shown))
        assert set(made) == ALL
    finally:
        language.set_translators(*before)
    assert sent(ask(phone, shown)) == set()


def test_nothing_stands_after_the_journal_was_forgotten_and_it_is_the_same_again(day, made):
    phone = day.phone(CAT_1)
    shown = shown_by(phone)
    made.clear()
    journal.forget()

    assert sent(ask(phone, shown)) == set()
    assert set(made) == ALL


def test_what_was_withdrawn_is_off_the_phone(day):
    phone = day.phone(CAT_1)
    first = shown_by(phone)
    done = day.do(AdjustPower(seat=CAT_1, before=power(day, CAT_1), power=77, reason="a slip"))
    shown = shown_by(phone)
    withdraw(day, done)

    assert "purse" in sent(ask(phone, shown))
    assert [each for each in shown_by(phone) if each.startswith("purse:")] == [each for each in first if each.startswith("purse:")]


# --- secrets ------------------------------------------------------------------------------------------------------------


def test_what_one_seat_knows_serves_no_other(day, made):
    adjust(day, CAT_1, 5)
    phones = [day.phone(seat) for seat in (CAT_1, CAT_2)]
    first = shown_by(phones[0])
    made.clear()

    second = shown_by(phones[1])
    assert set(made) == ALL
    purse = [each for each in first if each.startswith("purse:")]
    assert "purse" in sent(ask(phones[1], [*(each for each in second if not each.startswith("purse:")), *purse]))


def test_an_ask_has_as_many_statements_whether_or_not_something_has_changed(day):
    phone = day.phone(CAT_1)
    shown = shown_by(phone)
    ask(phone, shown)
    with CaptureQueriesContext(connection) as nothing:
        ask(phone, shown)
    adjust(day, CAT_1, 1)
    ask(day.phone(WOLF_1), [])  # reads the new lines of the journal for all
    with CaptureQueriesContext(connection) as something:
        assert "purse" in sent(ask(phone, shown))

    assert len(nothing) == len(something)


# --- changes of a state -------------------------------------------------------------------------------------------------


def test_changes_since_a_number_are_all_parts_that_were_another_object_since():
    changes, first = StateChanges(), DayState()
    number, changed = changes.since(NO_STATE, first)
    assert changed is None
    assert changes.since(number, first) == (number, frozenset())

    second = replace(first, clock=replace(first.clock, month=1))
    later, changed = changes.since(number, second)
    assert changed == {"clock", "clock.month"}
    third = replace(second, notices=(Notice,))
    assert changes.since(later, third)[1] == {"notices"}
    assert changes.since(number, third)[1] == {"clock", "clock.month", "notices"}


def test_a_thread_with_the_former_state_makes_nothing_stand_that_should_not():
    changes, former = StateChanges(), DayState()
    newer = replace(former, notices=(Notice,))
    old, _all = changes.since(NO_STATE, former)
    new, _changed = changes.since(old, newer)

    back, changed = changes.since(old, former)
    assert changed == {"notices"}
    assert changes.since(back, newer)[1] == {"notices"}
    assert changes.since(new, newer)[1] == {"notices"}


def test_a_number_from_before_the_changes_were_dropped_says_that_all_may_differ():
    dropped, state = StateChanges(), DayState()
    early, _all = dropped.since(NO_STATE, state)
    made_anew = StateChanges()
    own, _all = made_anew.since(NO_STATE, state)
    late, _changed = dropped.since(early, replace(state, notices=(Notice,)))  # a thread that still holds the dropped one

    assert [made_anew.since(number, state)[1] for number in (early, late, own)] == [None, None, frozenset()]
