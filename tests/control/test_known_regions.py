"""Known regions of a phone: what an ask makes again, and that it shows what a phone without any knowledge would show."""

from __future__ import annotations

import re
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from control.day.notices import Announce
from control.day.people.room_choice import SeatInRoom
from control.day.records import Notice
from control.day.state import DayState
from control.engine import language
from control.engine.records import replace
from control.journal import desk, journal
from control.journal.memory import NO_STATE, StateChanges
from control.phone import known_regions
from control.phone.play import registered_regions
from control.regions.sight import Sight
from rooms.realm.frame import NAME
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase, Room
from tests.control.phones import CAT_1, CAT_2, HX, OLGA, WOLF_1, Day, hidden, words

pytestmark = [pytest.mark.django_db(transaction=True)]

PLAY, FRESH = "/play/", "/play/fresh/"
VIEWS = {each.view: each.name for each in registered_regions(NAME)}  # two regions have one view
ALL, NAMES = set(VIEWS.values()), {each.name for each in registered_regions(NAME)}


class OwnDay(Day):
    """A day in Planning, with three players."""

    def arrange(self) -> None:
        self.here(CAT_1, CAT_2, WOLF_1).until(Phase.PLANNING)


@pytest.fixture
def day():
    return OwnDay()


@pytest.fixture
def made(monkeypatch):
    """The names of the regions whose views were called and noted."""
    found = list[str]()
    noted = Sight.noted

    def watched(self, of):
        found.append(VIEWS[of])
        return noted(self, of)

    monkeypatch.setattr(Sight, "noted", watched)
    return found


def shown_by(phone):
    return hidden(words(phone.get(PLAY)), "seen")


def ask(phone, shown):
    return phone.get(FRESH, {"seen": shown}, headers=HX)


def sent(response):
    return set(re.findall(r'id="region-([\w-]+)" hx-swap-oob', words(response))) if response.content else set()


def by_name(versions):
    return {each.partition(":")[0]: each for each in versions}


def of_the_game(versions):
    return {name: version for name, version in versions.items() if name in NAMES}


def power(day, seat):
    return day.state.seats[seat].purse.power


def adjust(day, seat, by):
    day.do(AdjustPower(seat=seat, before=power(day, seat), power=power(day, seat) + by, reason="found"))


# --- what is made again -------------------------------------------------------------------------------------------------


def test_an_ask_with_nothing_new_makes_nothing_of_the_game_again(day, made):
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
    assert made == []  # notices are a region of the platform

    adjust(day, CAT_1, 3)
    assert sent(ask(phone, shown)) >= {"news", "purse"}
    assert "purse" in made
    assert not {"reign", "attendance", "crowning"} & set(made)

    made.clear()
    adjust(day, WOLF_1, 3)
    ask(phone, shown)
    assert made
    assert not {"strip", "favors", "hostages"} & set(made)


def test_a_region_that_the_phone_does_not_show_is_drawn_though_it_stands(day, made):
    phone = day.phone(CAT_1)
    shown = shown_by(phone)
    made.clear()

    assert sent(ask(phone, [each for each in shown if not each.startswith("laws:")])) == {"laws"}
    assert made == []
    assert words(phone.get(PLAY)).count('name="seen"') == len(shown)


def test_an_ask_shows_what_a_process_without_any_knowledge_shows(day):
    phones = {seat: day.phone(seat) for seat in (CAT_1, CAT_2, WOLF_1)}
    shown = {seat: shown_by(phone) for seat, phone in phones.items()}
    acts = (
        lambda: adjust(day, CAT_1, 2),
        lambda: day.do(SeatInRoom(player=CAT_2, month=1, room=Room.UNDERGROUND)),
        day.end,
        lambda: adjust(day, WOLF_1, 1),
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
            assert of_the_game({**by_name(shown[seat]), **news}) == of_the_game(now)
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
    seqs = [entry.seq for entry in done.entries]
    desk.withdraw(stream_id=day.event.stream_id, entries=seqs, reason="", by=OLGA, command_id=uuid.uuid4())

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
