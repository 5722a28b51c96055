"""The lab's figures of a day agree with its events and its last state."""

from __future__ import annotations

from collections import Counter

import pytest

from control.engine.measures import Pace
from control.engine.records import replace
from control.lab.measures import Lengths, moments_of, outcome_by, paces_of_events
from control.lab.outcomes import decode_outcome, encode_outcome
from rooms.realm.game.measures.realm import greatest_gap, leaders_of, month_of_lasting_lead
from rooms.realm.game.passed_laws import LawPassed
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.divine_sovereign import ending
from rooms.realm.game.throne.throne_events import SovereignSeated, sovereign_house
from rooms.realm.game.treasury.purses import house_power
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.tables.drawn_schemes import DrawnPlaced
from rooms.underground.game.tables.written_schemes import SchemeLaid
from rooms.war.game.battles import BattleFought
from tests.lab.days import BROUGHT, SEEDS, day, outcome
from tests.rooms.whole import GAME
from tests.scenarios import small

CAT, WOLF = HouseId("cat"), HouseId("wolf")


@pytest.mark.parametrize("seed", SEEDS)
def test_a_day_comes_to_what_its_last_state_says(seed):
    found, state = outcome(seed), day(seed).state

    assert found.names["ending"] == ending(state)
    assert found.names.get("winner/team") == sovereign_house(state)
    for house in small().houses:
        assert found.curves[f"power/{house.id}"][-1] == house_power(state, house.id)
        assert len(found.curves[f"power/{house.id}"]) == len(small().timetable.months)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_counted_is_what_happened(seed):
    found, events = outcome(seed), day(seed).events
    happened = Counter(type(each) for each in events)

    def summed(prefix: str, column: str) -> int:
        return sum(value for key, value in found.counts.items() if key.startswith(f"{prefix}/") and key.endswith(f"/{column}"))

    assert summed("proposal", "passed") + summed("proposal", "ordered") == happened[LawPassed]
    assert summed("scheme", "placed") == happened[SchemeLaid] + happened[DrawnPlaced]
    assert found.counts.get("battles", 0) == happened[BattleFought]
    assert found.counts.get("throne/changes", 0) == happened[SovereignSeated]
    assert sum(value for key, value in found.counts.items() if key.startswith("refused/")) == sum(day(seed).refused.values())


def test_the_same_day_is_the_same_bytes_and_is_read_back():
    played = day(1)
    again = outcome_by(moments_of(GAME, played), BROUGHT, played.state, 1, played.refused)

    assert encode_outcome(again) == encode_outcome(outcome(1))
    assert decode_outcome(encode_outcome(again)) == again


def test_every_decision_is_somebody_s_and_nobody_decides_who_is_not_there():
    played = day(1)
    quiet = replace(played, events=tuple(each for each in played.events if type(each) not in _deciding()))
    found = outcome_by(moments_of(GAME, quiet), BROUGHT, quiet.blank, 1)

    teams = [team.id for team in small().houses]
    assert all(found.curves[f"decisions/{team}"] == (0,) * len(found.curves[f"decisions/{team}"]) for team in teams)
    assert found.counts["idle-team-months"] == sum(found.counts[f"team/{team}/idle-months"] for team in teams) > 0
    assert outcome(1).counts.get("idle-team-months", 0) < found.counts["idle-team-months"]


def _deciding() -> frozenset[type]:
    return frozenset(kind for each in BROUGHT.values() for kind in each.decides)


# --- the throne and the lead ----------------------------------------------------------------------------------------------


def test_the_lead_is_whose_alone_has_most():
    assert leaders_of({CAT: [1, 2, 5], WOLF: [1, 3, 2]}) == [None, WOLF, CAT]


@pytest.mark.parametrize(
    ("holders", "month"), [([CAT, WOLF, CAT, CAT], 3), ([CAT] * 4, 1), ([CAT, WOLF], 0), ([None, CAT], 2), ([], 0)]
)
def test_it_is_decided_from_the_month_on_since_which_nothing_changed(holders, month):
    assert month_of_lasting_lead(holders, CAT) == month


def test_a_comeback_is_as_great_as_the_winner_was_behind():
    assert greatest_gap({CAT: [1, 2, 9], WOLF: [3, 7, 8]}, CAT) == 5


# --- durations -------------------------------------------------------------------------------------------------------------


def lengths(pace: Pace, room: str, event: type):
    brought = {"": replace(BROUGHT[""], paces={}, measures=(lambda: Lengths(timed=paces_of_events([(room, {event: (pace,)})])),))}
    return outcome_by(moments_of(GAME, day(1)), brought, day(1).state, 1)


def test_a_month_runs_over_where_its_slowest_room_needs_longer_than_the_plan():
    slow = lengths(Pace(seconds=600, step="battle"), "war", BattleFought)

    months = {each.month for each in day(1).events if isinstance(each, BattleFought)}
    over = {int(key.split("/")[1]) for key in slow.counts if key.startswith("month/") and key.endswith("/over")}
    assert over == months
    assert all(slow.names[f"month/{month}/over-by"] == "war" for month in months)
    assert slow.counts["months-over"] == len(months)


def test_a_step_that_the_clock_ends_takes_its_time_beside_what_the_desk_needs():
    acting = round(60 * small().timetable.usual_action_minutes)
    found = lengths(Pace(seconds=acting, step="battle", at_once=True), "war", BattleFought)

    by_clock = sum(round(60 * step.minutes) for step in small().timetable.steps["war"] if step.ends == "clock")
    months = {each.month for each in day(1).events if isinstance(each, BattleFought)}
    usual = {plan.month for plan in small().timetable.months if round(60 * plan.minutes["action"]) == acting}
    assert months & usual
    assert all(found.counts[f"month/{month}/over"] == by_clock for month in months & usual)


def test_what_several_do_at_once_takes_as_long_as_the_longest_of_them():
    battles = Counter(each.month for each in day(1).events if isinstance(each, BattleFought))
    one, all_ = (lengths(Pace(seconds=7, step="battle", at_once=at_once), "war", BattleFought) for at_once in (True, False))

    for month in range(1, len(small().timetable.months) + 1):
        assert one.curves["step/war/battle"][month - 1] == (7 if battles[month] else 0)
        assert all_.curves["step/war/battle"][month - 1] == 7 * battles[month]


def test_a_state_is_enough_for_a_day_that_nobody_played():
    nothing = outcome_by((), BROUGHT, GameState(scenario=small()), 9)

    assert nothing.names == {"ending": "open"}
