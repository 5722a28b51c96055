"""Cached views: only a change to what a view has read from the state makes it run again, room by room."""

from __future__ import annotations

from dataclasses import dataclass, field

from control.day.memoization import memoized_view

SCENARIO = object()


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
