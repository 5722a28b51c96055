"""Cached views: only a change to what a view has read from the state makes it run again, room by room."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

import pytest

from control.day.memoization import Noting, call_noted, changed_parts, memoized_view, once_per_state, unwrapped, whole
from control.day.state import Clock, DaySeat, DayState, RoomClock
from control.engine.frame import Frame, PhaseFrame
from control.engine.ids import SeatId
from control.engine.records import replace

SCENARIO = object()
PHASES = ("morning", "noon", "night")


@dataclass(frozen=True)
class State:
    rooms: dict[str, object]
    attached: object = SCENARIO
    seats: dict[str, object] = field(default_factory=dict)


def test_what_happens_in_one_room_leaves_standing_what_was_made_of_another():
    asked, war, empty = [], object(), {}

    @memoized_view(4)
    def board(state):
        asked.append(state.rooms["war"])
        return state.rooms.get("war"), state.rooms.get("harbour")

    first = State({"war": war, "court": 1}, seats=empty)
    assert board(first) is board(State({"war": war, "court": 2}, seats=empty))
    assert asked == [war]
    assert board(State({"war": 3, "court": 2}, seats=empty)) == (3, None)
    assert board(State({"war": war, "harbour": 4}, seats=empty)) == (war, 4)  # a room that was missing exists now


def test_a_small_view_runs_once_for_a_state_and_anew_for_the_next_one():
    asked = []

    @once_per_state
    def board(state, room):
        asked.append(room)
        return (state.rooms[room],)

    first, second = State({"war": 1, "court": 2}), State({"war": 1, "court": 2})
    assert board(first, "war") is board(first, "war")
    assert board(first, "court") == (2,)
    assert asked == ["war", "court"]
    assert board(second, "war") is not board(first, "war")


def test_a_small_view_within_a_cached_one_has_its_reads_noted():
    small = once_per_state(lambda state, room: state.rooms[room])

    @memoized_view(4)
    def outer(state):
        return [small(state, "war"), small(state, "war")]

    first = State({"war": 1, "court": 2})
    assert outer(first) is outer(replaced := State({"war": 1, "court": 3}, seats=first.seats))
    assert outer(State({"war": 2}, seats=replaced.seats)) == [2, 2]


def test_a_small_view_that_refuses_is_asked_again():
    answers = iter([KeyError("missing"), "there"])

    @once_per_state
    def view(state):
        if isinstance(answer := next(answers), KeyError):
            raise answer
        return answer

    state = State({})
    with pytest.raises(KeyError, match="missing"):
        view(state)
    assert view(state) == view(state) == "there"


def test_who_goes_through_all_rooms_has_read_all():
    @memoized_view(4)
    def names(state):
        return tuple(state.rooms), len(state.rooms)

    rooms = {"war": 1}
    assert names(State(rooms)) is names(State(rooms, seats={"other": 1}))
    assert names(State({"war": 1, "court": 2})) == (("war", "court"), 2)


def test_a_room_that_is_read_through_another_view_is_noted_as_well():
    @memoized_view(4)
    def all_of_them(state):
        return dict(state.rooms)

    @memoized_view(4)
    def one(state):
        return state.rooms["war"]

    @memoized_view(4)
    def outer(state):
        return one(state), all_of_them(state)

    rooms = {"war": 1, "court": 2}
    assert outer(State(rooms)) is outer(State(rooms))
    assert outer(State({"war": 1, "court": 3})) == (1, {"war": 1, "court": 3})
    assert outer(State({"war": 4, "court": 3})) == (4, {"war": 4, "court": 3})
    assert one(State({"war": 1})) == 1


# --- proxy that notes ---------------------------------------------------------------------------------------------------


class Fair(DayState, frozen=True, kw_only=True):
    """A state whose day has phases."""

    ATTACHED = "rules"
    FRAME = Frame(phases=tuple(PhaseFrame(id=each, name=each) for each in PHASES), rooms=(), desks=(), check_in=frozenset())

    rules: str = ""


class House(DayState, frozen=True, kw_only=True):
    """A state with a method and a property, as games have them."""

    ATTACHED = "rules"

    rules: str = ""

    @property
    def first(self) -> DaySeat:
        return next(iter(self.seats.values()))

    def is_month(self, month: int) -> bool:
        return self.clock.month == month


def test_methods_and_properties_note_what_they_read():
    noting = Noting(House(seats={SeatId("a"): "Ada"}))

    assert (noting.first, noting.attached, noting.is_month(0)) == ("Ada", "", True)
    assert set(noting._reads) == {"seats", "ATTACHED", "rules", "clock.month"}


def test_one_seat_is_noted_alone_and_all_of_them_by_who_goes_through_them():
    seats = {SeatId("a"): "Ada", SeatId("b"): "Bo"}
    one, all_of_them, key = Noting(House(seats=seats)), Noting(House(seats=seats)), Noting(House(seats=seats))

    assert (one.seats["a"], one.seats.get("c", "nobody"), "b" in one.seats) == ("Ada", "nobody", True)
    assert set(one._reads) == {"seats.a", "seats.b", "seats.c"}
    assert (dict(all_of_them.seats), len(all_of_them.seats), list(all_of_them.seats.values())) == (seats, 2, ["Ada", "Bo"])
    assert "seats" in all_of_them._reads
    assert whole(key.seats) is whole(seats) is seats
    assert set(key._reads) == {"seats"}


def test_a_view_stands_while_another_field_of_the_clock_moves():
    asked = []

    @memoized_view(4)
    def phase(state):
        asked.append(state.clock.phase)
        return state.clock.phase, state.is_month(0)

    first = House()
    assert phase(first) is phase(replace(first, clock=replace(first.clock, turned=1)))
    assert phase(replace(first, clock=replace(first.clock, month=1))) == (None, False)
    assert asked == [None, None]


@pytest.mark.parametrize("now", [None, *PHASES])
@pytest.mark.parametrize("then", [None, *PHASES])
def test_a_question_about_phases_stands_until_its_answer_changes(now, then):
    sets = [some for size in range(4) for some in combinations((None, *PHASES), size)]
    for asked in sets:
        views = []

        @memoized_view(4)
        def is_one_of(state, asked=asked, views=views):
            views.append(asked)
            return state.clock.is_in(*asked)

        before, after = (Fair(clock=Clock(phase=phase)) for phase in (now, then))
        noting = Noting(before)
        answers = noting.clock.is_in(*asked), is_one_of(before), is_one_of(after)
        changes = (now in asked) is not (then in asked)
        assert answers == (now in asked, now in asked, then in asked)
        assert len(views) == 1 + changes
        assert changed_parts(before, after).isdisjoint(noting._reads) is not changes


def test_a_clock_of_a_room_that_is_read_stands_while_another_room_moves():
    @memoized_view(4)
    def step_of_war(state):
        return (state.clock.rooms.get("war"),)

    war = RoomClock(month=1)
    first = Fair(clock=Clock(rooms={"war": war, "court": RoomClock(month=1)}))
    moved = replace(first, clock=replace(first.clock, rooms={"war": war, "court": RoomClock(month=2)}))
    assert step_of_war(first) is step_of_war(moved)
    assert step_of_war(replace(first, clock=Clock(rooms={"war": RoomClock(month=3)}))) == (RoomClock(month=3),)
    assert changed_parts(first, moved) == {"clock", "clock.rooms", "clock.rooms.court"}


def test_a_read_through_another_view_counts_for_the_outer_one_also_from_its_cache():
    @memoized_view(4)
    def month(state):
        return state.clock.month

    state = House()
    for _first_made_then_cached in range(2):
        noting = Noting(state)
        assert month(noting) == 0
        assert "clock.month" in noting._reads


def test_a_view_that_copies_the_state_counts_as_having_read_everything():
    def in_july(state):
        return replace(state, clock=replace(state.clock, month=7))

    @memoized_view(4)
    def kept(state):
        return in_july(state).clock.month

    state, reads = House(rules="old"), {}

    assert call_noted(in_july, state, reads) == House(rules="old", clock=Clock(month=7))
    assert set(reads) == set(House.__struct_fields__)
    assert (kept(state), kept(state)) == (7, 7)


def test_an_error_of_a_view_is_raised_as_it_is():
    def broken(state):
        return len(state.clock.month)

    with pytest.raises(TypeError, match="has no len"):
        call_noted(broken, House(), {})


def test_who_keeps_a_state_unwraps_it_and_says_what_counts_as_read():
    state = House()
    noting, other = Noting(state), Noting(state)

    assert unwrapped(state) is unwrapped(noting, ("rules",)) is unwrapped(other) is state
    assert set(noting._reads) == {"rules"}
    assert set(other._reads) == set(House.__struct_fields__)


def test_changed_parts_are_fields_fields_of_the_clock_rooms_and_seats():
    before = House(rooms={"war": 1, "court": 2}, seats={SeatId("a"): "Ada", SeatId("b"): "Bo"})
    gone = replace(before, seats={SeatId("a"): "Ada"})
    after = replace(before, clock=replace(before.clock, month=3), rooms={"war": 1, "court": 4, "harbour": 5})

    assert changed_parts(before, gone) == changed_parts(gone, before) == {"seats", "seats.b"}

    assert changed_parts(before, before) == frozenset()
    assert changed_parts(before, after) == {"clock", "clock.month", "rooms", "rooms.court", "rooms.harbour"}
