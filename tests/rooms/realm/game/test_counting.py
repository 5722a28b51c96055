"""Counts of purses and playmats by the desks that look after the Houses (R-05, R-06, R-93, R-135, R-136, R-143)."""

from __future__ import annotations

import pytest

from control.day.counts import CountedLine, ThingsCounted
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Correction
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.count_sheets import CountMats, CountPurses, count_mats_view, mat_parts, purse_parts, purses_view
from rooms.realm.game.favors.deck import FavorDiscarded
from rooms.realm.game.hostages.custody import hostages_held_by
from rooms.realm.game.hostages.hostage_events import HostagesHandedOver, HostagesReleased, HostageTaken
from rooms.realm.game.treasury.power import AdjustPower, PowerLost
from rooms.realm.scenario.ids import HouseId
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, CHECK_IN, SHARED, WOLF_1, Day, running

CAT, WOLF, EAGLE = HouseId("cat"), HouseId("wolf"), HouseId("eagle")
WHY = "counted in month 1"


def lines(day: Day, parts, **now: int) -> tuple[CountedLine, ...]:
    known = {line.id: line.ledger for part in parts for line in part.lines}
    return tuple(CountedLine(line=line, before=known[line], now=number, reason=WHY) for line, number in now.items())


def count_purses(day: Day, **now: int):
    return day.do(CountPurses(lines=lines(day, purse_parts(day.state), **now), parts=("cat", "wolf")), by=CEREMONY)


def count_mats(day: Day, **now: int):
    return day.do(
        CountMats(lines=lines(day, mat_parts(day.state), **now), parts=tuple(part.id for part in mat_parts(day.state))), by=CEREMONY
    )


@pytest.mark.rule("R-05", "R-06")
def test_power_and_favors_are_put_right_in_each_purse_and_phones_are_told():
    day = running()
    for seat in (CAT_1, CAT_2):
        day.do(AdjustPower(seat=seat, before=day.state.seats[seat].purse.power, power=5, reason="chips"))
    held = len(day.state.seats[CAT_1].purse.favors)
    before = day.state

    events = count_purses(day, **{"cat-1.power": 3, "cat-2.power": 7, "cat-1.favors": held + 2})

    assert sorted(type(each).__name__ for each in events) == [
        "FavorDrawn", "FavorDrawn", "PowerGained", "PowerLost", "ThingsCounted",
    ]  # fmt: skip
    assert [day.state.seats[seat].purse.power for seat in (CAT_1, CAT_2)] == [3, 7]
    assert len(day.state.seats[CAT_1].purse.favors) == held + 2
    lost = next(each for each in events if isinstance(each, PowerLost))
    assert Correction(to="seat:cat-1", what="Your Power", now="3", was="5") in SHARED.corrections(lost, before)
    assert day.state.counts["purses"].differences == 3


@pytest.mark.rule("R-135", "R-136")
def test_favors_too_many_go_by_age():
    day = running()
    held = len(day.state.seats[WOLF_1].purse.favors)
    count_purses(day, **{"wolf-1.favors": held + 3})
    oldest = day.state.seats[WOLF_1].purse.favors[0]
    (gone, done) = count_purses(day, **{"wolf-1.favors": held + 2})
    assert (type(gone), gone.card, done.differences) == (FavorDiscarded, oldest, 1)


@pytest.mark.rule("R-05")
def test_where_houses_hold_in_common_the_first_of_each_has_the_line():
    day = running()
    settings = replace(day.state.scenario.settings, holdings="house")
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=settings))
    own = next(part for part in purse_parts(day.state) if part.id == CAT)
    assert [line.id for line in own.lines] == ["cat-1.power", "cat-1.favors"]


def test_a_purse_that_changed_meanwhile_is_refused_and_nothing_is_entered():
    day = running()
    seen = lines(day, purse_parts(day.state), **{"cat-2.power": 9, "cat-1.power": 9})
    now = day.state.seats[CAT_1].purse.power
    day.do(AdjustPower(seat=CAT_1, before=now, power=now + 2, reason="won"))
    before = day.state
    with pytest.raises(Stale, match="Cat, Power of .*: 2 by now, not 0; look again" if not now else "by now"):
        day.do(CountPurses(lines=seen, parts=("cat",)), by=CEREMONY)
    assert day.state is before


@pytest.mark.rule("R-93", "R-143", "GE-CER-19")
def test_hostages_that_lie_elsewhere_were_handed_over_and_others_are_taken_or_released():
    day = running()
    day.state = replace(day.state, hostages=())
    (taken, _done) = count_mats(day, **{"wolf.cat": 1})
    assert (type(taken), taken.holder, taken.of, taken.why) == (HostageTaken, WOLF, CAT, WHY)

    (moved, done) = count_mats(day, **{"wolf.cat": 0, "eagle.cat": 1})
    assert (type(moved), moved.to, done.differences) == (HostagesHandedOver, EAGLE, 2)
    assert [each.of for each in hostages_held_by(day.state, EAGLE)] == [CAT]

    (free, _done) = count_mats(day, **{"eagle.cat": 0})
    assert (type(free), day.state.hostages) == (HostagesReleased, ())


def test_a_mat_counted_as_the_ledger_says_is_kept():
    day = running()
    (done,) = count_mats(day)
    assert isinstance(done, ThingsCounted)
    assert SHARED.explain(done, day.state).startswith("Cleo has counted hostages, ")


@pytest.mark.rule("R-17", "GE-EVT-15")
def test_only_the_desks_that_look_after_the_houses_see_and_count_purses():
    day = running()
    door = Viewer(desks=frozenset({Desk.CHECK_IN}))
    assert purses_view(day.state, door) == count_mats_view(day.state, door) == ()
    assert purses_view(day.state, Viewer(seat=CAT_1)) == ()
    assert purses_view(day.state, Viewer(desks=frozenset({Desk.WAR}))) == purse_parts(day.state)
    with pytest.raises(Refused):
        day.do(CountPurses(lines=(), parts=("cat",)), by=CHECK_IN)
