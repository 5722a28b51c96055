"""Casting plan: additions, changes, unchanged and missing players compared with the event; applying it brings them about."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.casting.headings import plain
from control.casting.lines import read_casting
from control.casting.plan import plan_of, with_leavers
from control.day.people.lookup import members
from control.day.people.presence import AddPlayer, CheckIn, LeaveForGood
from control.day.roster.marks import MarkPerson
from control.day.state import PersonMarks, Presence
from control.engine.ids import SeatId
from control.engine.refusal import Stale
from tests.amounts import amount
from tests.rooms.realm.game.play import CHECK_IN, morning, running
from tests.scenarios import small

PEOPLE = {seat.name for seat in small().casting}


def lines(day, text):
    reading = read_casting(text.encode(), day.state)
    assert reading.problems == ()
    return reading.lines


def as_list(day, *, without=(), more=()):
    rows = [
        f"{seat.name},{seat.house},{seat.rank}"
        for house in day.state.scenario.houses
        for seat in members(day.state, house.id)
        if seat.id not in without
    ]
    return "\n".join(["Name,House,Rank", *rows, *more])


def cat(day):
    return members(day.state, day.state.scenario.houses[0].id)


def test_the_own_list_changes_nothing():
    day = morning(small())
    plan = plan_of(day.state, lines(day, as_list(day)))

    assert (plan.empty, len(plan.unchanged), plan.missing, plan.remarks) == (True, len(day.state.seats), (), ())
    assert plan.words == "0 would be new, 0 would move, 0 would change, 9 would stay as they are, 0 are not on the list."


def test_a_note_that_changes_is_said_as_a_note():
    day = morning(small())
    first = cat(day)[0]
    day.do(MarkPerson(seat=first.id, before=PersonMarks(), after=PersonMarks(first_timer=True, note="vegan")), by=CHECK_IN)

    def what(row):
        (change,) = plan_of(day.state, lines(day, f"Name,House,Notes,First time\n{first.name},cat,{row}\n")).changed
        return change.what

    assert what("peanuts,yes") == ("note would be “peanuts”, is “vegan”",)
    assert what("vegan,no") == ("marks: first-timer → no marks",)
    assert what(",yes") == ("note “vegan” would be removed",)


@pytest.mark.parametrize(("name", "asked"), [("{old}-Nowak", True), ("{first} Newman", True), ("Zbigniew Q", False)])
def test_somebody_new_with_much_the_same_name_may_be_one_who_is_not_on_the_list(name, asked):
    day = morning(small())
    first, *_ = cat(day)
    name = name.format(old=first.name, first=first.name.split()[0])
    remarks = plan_of(day.state, lines(day, as_list(day, without=[first.id], more=[f"{name},cat,1"]))).remarks

    told = f"{name} would be new; {first.name} is not on the list and would stay. One person? Then let {first.name} leave."
    assert remarks == ((told,) if asked else ())


def test_people_are_found_by_name_whatever_capitals_and_accents():
    day = morning(small())
    first = cat(day)[0]
    plan = plan_of(day.state, lines(day, f"Name,House\n{first.name.upper()},cat\n"))

    assert [(change.seat, change.what) for change in plan.changed] == [(first.id, (f"would be called {first.name.upper()}",))]
    assert plan.remarks == ()
    assert len(plan.missing) == 8


def test_a_seat_in_the_list_finds_its_player_under_another_name():
    day = morning(small())
    plan = plan_of(day.state, lines(day, "Seat,Name\ncat-1,Nia\n"))

    old = day.state.seats[SeatId("cat-1")].name
    assert [(change.seat, change.what) for change in plan.changed] == [("cat-1", ("would be called Nia",))]
    assert plan.remarks == (f"{old} would become Nia: if that is another person, give a new code, for the old phone stays joined.",)


def test_new_changed_alone_and_missing_are_told_apart():
    day = morning(small())
    one, two, three = cat(day)
    text = f"Name,House,Rank,First timer\nNia,Cat,1,yes\n{one.name},Cat,2,\n{two.name},Cat,3,no\n"
    plan = plan_of(day.state, lines(day, text))

    assert [(each.name, each.rank, each.marks) for each in plan.added] == [("Nia", 1, "first-timer")]
    assert [(each.name, each.what) for each in plan.changed] == [
        (one.name, ("would have rank 2, has 1",)),
        (two.name, ("would have rank 3, has 2",)),
    ]
    assert [each.seat for each in plan.missing if each.team == "cat"] == [three.id]
    day.do(with_leavers(plan.command, [three.id]))
    assert [(seat.rank, seat.name) for seat in cat(day)] == [(1, "Nia"), (2, one.name), (3, two.name)]


def test_a_short_list_leaves_those_it_does_not_name_at_their_ranks():
    day = morning(small())
    before = [seat.id for seat in cat(day)]
    plan = plan_of(day.state, lines(day, "Name,House\nNia,Cat\n"))

    assert [each.rank for each in plan.added] == [4]
    day.do(plan.command)
    assert [seat.id for seat in cat(day)][:3] == before
    assert cat(day)[3].name == "Nia"


@pytest.mark.parametrize("text", ["Nia,Cat\n", "{one},Cat\nNia,Cat\n", "Nia,Cat\n{one},Cat\n", "{two},Cat\n{one},Cat\nNia,Cat\n"])
def test_a_short_list_without_ranks_that_is_chosen_again_changes_nothing(text):
    day = morning(small())
    one, two, _three = cat(day)
    text = f"Name,House\n{text.format(one=one.name, two=two.name)}"
    day.do(plan_of(day.state, lines(day, text)).command)

    assert plan_of(day.state, lines(day, text)).empty


def test_a_short_list_with_a_rank_puts_its_player_between():
    day = morning(small())
    one, two, three = [seat.id for seat in cat(day)]

    day.do(plan_of(day.state, lines(day, "Name,House,Rank\nNia,Cat,2\n")).command)

    assert [seat.rank for seat in cat(day)] == [1, 2, 3, 4]
    assert [seat.id for seat in cat(day)] == [one, SeatId("cat-4"), two, three]


def test_a_second_import_shows_the_difference_alone():
    day = morning(small())
    text = as_list(day, more=["Nia,Cat,4"])
    day.do(plan_of(day.state, lines(day, text)).command)

    again = plan_of(day.state, lines(day, text))

    assert again.empty
    with pytest.raises(Stale):
        day.do(again.command)
    more = plan_of(day.state, lines(day, f"{text}\nOlu,Cat,5"))
    assert [each.name for each in more.added] == ["Olu"]


def test_who_stands_in_another_house_moves():
    day = morning(small())
    one = cat(day)[0]
    text = as_list(day, without=[one.id], more=[f"{one.name},Wolf,"])
    plan = plan_of(day.state, lines(day, "\n".join(row.rpartition(",")[0] for row in text.splitlines())))

    assert [(each.name, each.came_from) for each in plan.added] == [(one.name, "Cat")]
    assert plan.missing == ()
    assert [(each.name, each.likely) for each in plan.namesakes] == [(one.name, one.id)]
    assert plan.words.startswith("0 would be new, 3 would move, 0 would change")  # two of the House move up
    day.do(plan.command)
    assert day.state.seats[one.id].presence is Presence.GONE
    assert one.name in [seat.name for seat in members(day.state, plan.added[0].team)]


def test_an_old_list_does_not_bring_back_who_has_left():
    day = running(small())
    text = as_list(day)
    gone = cat(day)[2]
    day.do(LeaveForGood(seat=gone.id), by=CHECK_IN)

    plan = plan_of(day.state, lines(day, text))

    assert plan.empty
    assert plan.remarks == (f"{gone.name} (row 4) has left for good and would not be added again.",)


def test_an_old_list_brings_back_neither_of_two_of_one_name_who_have_left():
    day = running(small())
    gone = cat(day)[2]
    day.do(LeaveForGood(seat=gone.id), by=CHECK_IN)
    day.do(AddPlayer(team=gone.team, name=gone.name), by=CHECK_IN)
    again = next(seat for seat in cat(day) if seat.name == gone.name)
    text = f"Name,House,Seat\n{gone.name},{gone.house},{gone.id}\n{gone.name} II,{gone.house},{again.id}\n"
    day.do(LeaveForGood(seat=again.id), by=CHECK_IN)

    plan = plan_of(day.state, lines(day, text))

    assert plan.empty


def test_during_the_day_the_ranks_of_the_list_are_only_told_of():
    day = running(small())
    one, two, three = cat(day)
    text = f"Name,House,Rank\n{two.name},Cat,1\n{one.name},Cat,2\n{three.name},Cat,3\nNia,Cat,4\n"
    plan = plan_of(day.state, lines(day, text))

    assert [(each.name, each.rank) for each in plan.added] == [("Nia", 4)]
    assert plan.changed == ()
    assert plan.remarks == (
        "The day has begun, so ranks stay as they are: 2 players have another rank on the list.",
        "The day has begun: new players take the lowest ranks of their Houses (R-03).",
    )


def test_what_the_list_does_not_say_stays():
    day = morning(small())
    one = cat(day)[0]
    day.do(MarkPerson(seat=one.id, before=PersonMarks(), after=PersonMarks(first_timer=True, note="late train")), by=CHECK_IN)

    assert plan_of(day.state, lines(day, as_list(day))).empty
    plan = plan_of(day.state, lines(day, f"Name,House,First timer\n{one.name},Cat,no\n"))
    assert plan.changed[0].what == ("marks: first-timer → no marks",)


def test_somebody_checked_in_who_is_missing_is_told_so():
    day = morning(small())
    day.do(CheckIn(seat=SeatId("cat-1"), before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)
    plan = plan_of(day.state, lines(day, "Name,House\nNia,Wolf\n"))

    assert [each.seat for each in plan.missing if each.here] == ["cat-1"]


@settings(deadline=None, max_examples=amount(20, 500))
@given(data=st.data())
def test_after_an_import_with_all_leavings_the_event_is_the_list(data):
    day = data.draw(st.sampled_from([morning, running]))(small())
    houses = day.state.scenario.houses
    pool = [*sorted(PEOPLE), "Nia", "Olu", "Pia", "Quy"]
    chosen = data.draw(st.lists(st.sampled_from(pool), min_size=1, max_size=10, unique_by=plain))
    text = "\n".join(["Name,House", *(f"{name},{data.draw(st.sampled_from(houses)).id}" for name in chosen)])
    listed = lines(day, text)
    plan = plan_of(day.state, listed)
    command = with_leavers(plan.command, [each.seat for each in plan.missing])

    try:
        day.do(command)
    except Stale:
        assert plan.empty
        assert not plan.missing

    now = {house.id: [seat.name for seat in members(day.state, house.id)] for house in houses}
    wanted = {house.id: [line.name for line in listed if line.team == house.id] for house in houses}
    assert {house: sorted(names) for house, names in now.items()} == {house: sorted(names) for house, names in wanted.items()}
    if day.state.clock.month == 0:
        assert now == wanted
    assert plan_of(day.state, lines(day, text)).empty  # the same file, chosen again
