"""A sight gives only what views make of a state for one viewer."""

from __future__ import annotations

import copy
import gc
from dataclasses import dataclass
from functools import partial

import pytest

from control.day.state import DayState
from control.engine.refusal import Refused
from control.engine.viewer import HALL, Viewer
from control.regions.sight import Sight
from rooms.realm.desks import Desk
from tests.rooms.realm.game.play import CAT_1, WOLF_1, morning

WAR = Viewer(desks=frozenset({Desk.WAR}))
CAT = Viewer(seat=CAT_1)


@dataclass
class Asked:
    """A view and a public view that count their calls and return their arguments."""

    times: int = 0

    def view(self, state: DayState, viewer: Viewer, *args: object, **more: object) -> tuple[object, ...]:
        self.times += 1
        return type(state), viewer, args, more

    def public(self, state: DayState, *args: object, **more: object) -> tuple[object, ...]:
        self.times += 1
        return type(state), args, more

    def __hash__(self) -> int:
        return id(self)


@pytest.fixture
def state() -> DayState:
    return morning().state


def handed_out(sight: Sight[DayState]) -> dict[str, object]:
    """Everything that a sight offers under a name, except its private names."""
    return {name: getattr(sight, name) for name in dir(sight) if not name.startswith("_Sight__")}


def reaches(thing: object, state: DayState) -> bool:
    """Whether a thing is the state, its people or its clock, or refers to one of them."""
    parts = (state, state.seats, state.clock)
    return any(each is part for part in parts for each in (thing, *gc.get_referents(thing)))


def test_no_name_of_a_sight_leads_to_its_state(state):
    sight = Sight(state, WAR)
    sight.view(Asked().view)

    names = {"viewer", "view", "public", "noted", "changes_since", "frame", "realm"}
    assert {name for name in handed_out(sight) if not name.startswith("_")} == names
    assert [name for name, thing in handed_out(sight).items() if reaches(thing, state)] == []
    with pytest.raises(AttributeError):
        sight.state  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(TypeError):
        vars(sight)


def test_the_reads_of_a_view_are_names_and_nothing_but_changes_compares_the_state(state):
    class Thief:
        def since(self, _number, state):
            return state

    shown, read = Sight(state, CAT).noted(lambda sight: sight.view(lambda state, viewer: (state.clock.month, viewer)))

    assert (shown, read) == ((0, CAT), ("clock.month",))
    with pytest.raises(TypeError):
        Sight(state, CAT).changes_since(Thief(), (0, 0))


def test_a_sight_tells_no_state_when_it_is_written_out(state):
    sight = Sight(state, WAR)

    assert state.seats[CAT_1].name not in f"{sight!r} {sight!s}"
    assert not any(reaches(thing, state) for thing in handed_out(copy.copy(sight)).values())


def test_the_frame_and_the_name_of_the_game_are_everybodys(state):
    sight = Sight(state, HALL)

    assert (sight.frame, sight.realm) == (state.frame, state.REALM)


@pytest.mark.parametrize("viewer", [WAR, CAT, HALL], ids=["desk", "player", "hall"])
def test_a_view_is_told_who_looks_and_a_public_one_is_not(state, viewer):
    sight = Sight(state, viewer)

    assert sight.view(Asked().view, 3, far=True) == (type(state), viewer, (3,), {"far": True})
    assert sight.public(Asked().public, 3, far=True) == (type(state), (3,), {"far": True})


@pytest.mark.parametrize("how", ["view", "public"])
def test_a_view_is_asked_once_for_each_look_and_for_what_goes_with_it(state, how):
    sight, asked = Sight(state, WAR), Asked()
    ask = partial(getattr(sight, how), getattr(asked, how))

    assert ask("war") is ask("war")
    assert asked.times == 1
    assert [ask(room)[-2] for room in ("war", "court", "war")] == [("war",), ("court",), ("war",)]
    assert asked.times == 2
    assert [ask("war", most=most)[-1] for most in (1, 2, 1)] == [{"most": 1}, {"most": 2}, {"most": 1}]
    assert asked.times == 4
    assert getattr(Sight(state, WAR), how)(getattr(asked, how), "war") == ask("war")
    assert asked.times == 5


def test_two_viewers_share_no_answer(state):
    asked = Asked()

    seen = [Sight(state, viewer).view(asked.view)[1] for viewer in (CAT, Viewer(seat=WOLF_1), WAR)]

    assert seen == [CAT, Viewer(seat=WOLF_1), WAR]
    assert asked.times == 3


def test_what_was_shown_to_a_viewer_is_not_what_is_public(state):
    def named(found: DayState, viewer: Viewer = HALL) -> str:
        return found.seats[viewer.seat].name if viewer.seat else ""

    sight = Sight(state, CAT)

    assert sight.view(named) == state.seats[CAT_1].name
    assert sight.public(named) == ""


def test_a_view_that_refuses_is_asked_again(state):
    asked = Asked()

    def refuses(_state: DayState, _viewer: Viewer) -> str:
        asked.times += 1
        raise Refused("No.")

    sight = Sight(state, WAR)
    for _each in range(2):
        with pytest.raises(Refused):
            sight.view(refuses)

    assert asked.times == 2
