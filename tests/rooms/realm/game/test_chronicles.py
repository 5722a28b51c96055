"""The realm's chronicle: Power with reasons, reigns, marriages and their ends, deaths as they were seen, gifts of players."""

from __future__ import annotations

import pytest

from control.day.clock.phase_events import DayEnded
from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.day.state import DayStage
from control.day.timetable import last_month
from control.engine.chronicle import ALL, Eye, PersonDeed, StoryMoment
from control.engine.own_day import high_point, worst_blow
from control.engine.records import replace
from rooms.realm.debriefing import BLOWS
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.chronicles.people import Reigns
from rooms.realm.game.deaths.death import CharacterDied, put_to_death
from rooms.realm.game.favors.effects import VOID
from rooms.realm.game.hostages.custody import hostages_from, kill_events
from rooms.realm.game.scheme_effects.outcomes import scheme_reason
from rooms.realm.game.state import ThroneWaits
from rooms.realm.game.throne.throne_events import SovereignDeposed, SovereignSeated, ThronePassed
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.treasury.transfers import PassOn
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.chronicled import AT, REALM, Chronicled, deeds_of, facts_of
from tests.rooms.realm.game.dying import happens, reigning
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, WOLF_1, Day, player, running
from tests.rooms.realm.game.using import held, press


def chronicled(day: Day, first: object, at: int) -> Chronicled:
    return Chronicled(day.game, first, tuple(day.happened[at:]))  # type: ignore[arg-type]


@pytest.mark.rule("R-05", "R-23")
def test_a_point_is_written_where_the_purses_of_a_house_hold_another_sum_with_what_made_it_jump():
    day = running()
    first, at = day.state, len(day.happened)
    day.do(AdjustPower(seat=CAT_1, before=0, power=3, reason="chips found under the table"), by=CEREMONY)
    day.do(PassOn(seat=CAT_1, to=CAT_2, power=1), by=player(CAT_1))
    found = chronicled(day, first, at).by(REALM)

    points = [(each.seq, each.value, each.why) for each in found.points if each.team == "cat"]
    assert points == [(1, 3, "Set by Control.")]  # Control's reason stays in the journal; a gift inside a House is no point
    assert deeds_of(found, f"seat:{CAT_1}")["given"] == f"Gave {day.state.seats[CAT_2].name} (Cat) 1 Power and 0 Favors."


@pytest.mark.rule("R-140", "R-139", "GE-CER-11")
def test_a_marriage_stands_until_whatever_ends_it():
    day = running()
    first, at = day.state, len(day.happened)
    day.do(SetSpouses(player=CAT_1, other=WOLF_1, reason="wed"), by=CEREMONY)
    happens(day, *put_to_death(day.state, WOLF_1, why=scheme_reason("Assassinate"), rule="GE-UND-03"))
    played = chronicled(day, first, at)
    found = played.by(REALM)

    (tie,) = (each for each in found.ties if each.kind == "married")
    assert (tie.one, tie.other, tie.seq) == (f"seat:{CAT_1}", f"seat:{WOLF_1}", 1)
    assert played.moments[tie.over - 1].before.seats[CAT_1].spouse == WOLF_1
    assert played.moments[tie.over - 1].after.seats[CAT_1].spouse is None
    assert deeds_of(found, f"seat:{CAT_1}")["wedding"] == f"Married {day.state.seats[WOLF_1].name} (Wolf)."


@pytest.mark.rule("R-139", "R-144")
def test_that_somebody_died_all_know_at_once_and_by_what_only_looking_back():
    day = running()
    first, at = day.state, len(day.happened)
    happens(day, *put_to_death(day.state, WOLF_1, why=scheme_reason("Assassinate"), rule="GE-UND-03"))
    played = chronicled(day, first, at)
    found = played.by(REALM)

    (fact,) = facts_of(found, "death")
    assert fact.known == ((ALL, played.seq_of(CharacterDied)),)
    assert "Assassinate" not in fact.words
    assert found.learned(fact, Eye(team=HouseId("cat"))) == fact.seq
    assert "Assassinate" in deeds_of(found, f"seat:{WOLF_1}")["death"]


@pytest.mark.rule("GE-CER-20")
def test_hostages_that_are_killed_tie_two_houses():
    day = running()
    first, at = day.state, len(day.happened)
    token = next(each for each in hostages_from(day.state, HouseId("eagle")) if each.holder is not None)
    happens(day, *kill_events(day.state, (token,), why="killed", rule="GE-CER-20"))
    found = chronicled(day, first, at).by(REALM)

    (tie,) = found.ties
    assert (tie.kind, tie.one, tie.other) == ("killed-hostage", f"team:{token.holder}", "team:eagle")
    assert deeds_of(found, "team:eagle").keys() == {"unlucky"}
    assert deeds_of(found, f"team:{token.holder}").keys() == {"hostage-killed"}


@pytest.mark.rule("GE-SOV-02")
def test_reigns_follow_on_each_other_and_a_month_is_whose_reigns_at_its_end():
    day = reigning(running().until(2, Phase.CEREMONY), None)
    first, at = day.state, len(day.happened)
    happens(day, SovereignSeated(month=2, seat=CAT_1, why="the most Power", rule="R-23"))
    happens(day, ThronePassed(month=2, seat=CAT_1, to=CAT_2))
    day.until(3, Phase.CEREMONY)
    found = chronicled(day, first, at).by(REALM)

    reigns = [(each.owner, [turn.kind for turn in each.turns]) for each in found.lives if each.lane == "reign"]
    assert reigns == [(f"seat:{CAT_1}", ["seated", "ended"]), (f"seat:{CAT_2}", ["seated", "month"])]
    assert deeds_of(found, f"seat:{CAT_2}") == {"month-reigned": "Reigned at the end of month 2."}
    assert "month-reigned" not in deeds_of(found, f"seat:{CAT_1}")


@pytest.mark.rule("GE-SOV-02", "GE-SOV-11")
def test_the_throne_is_what_is_told_first_of_the_day_of_whoever_took_it_and_won_by_it():
    day = reigning(running().until(2, Phase.CEREMONY), None)
    first, at = day.state, len(day.happened)
    happens(day, SovereignSeated(month=2, seat=WOLF_1, why="the most Power", rule="R-23"))
    happens(day, SovereignDeposed(month=2, seat=WOLF_1, waits=ThroneWaits.RETURN, why="an Uprising", rule="GE-CRT-99"))
    happens(day, SovereignSeated(month=2, seat=CAT_1, why="the most Power", rule="R-23"))
    told = chronicled(day, first, at).by(REALM)
    assert "crowned" not in {each.kind for each in told.deeds}  # the day is not over
    last = last_month(day.state)
    ended = replace(day.state, clock=replace(day.state.clock, stage=DayStage.OVER, month=last, turned=last))
    moment = StoryMoment(seq=99, at=AT, round=last, event=DayEnded(month=last, at=AT), before=day.state, after=ended)
    won = [each for each in Reigns().see(moment) if isinstance(each, PersonDeed) and each.kind == "crowned"]

    wolf, cat = Eye(team=HouseId("wolf"), seat=WOLF_1), Eye(team=HouseId("cat"), seat=CAT_2)
    high, low, seated = high_point(told, wolf, BLOWS), worst_blow(told, wolf, BLOWS), high_point(told, cat, BLOWS)
    assert high is not None
    assert low is not None
    assert seated is not None
    assert (high.kind, low.words) == ("seated", "Lost the throne: An Uprising.")
    assert seated.words == f"{day.state.seats[CAT_1].name} (Cat) took the throne."
    (deed,) = won
    assert (deed.who, deed.weight > seated.weight) == ("team:cat", True)


@pytest.mark.rule("GE-FAV-07")
def test_a_favor_that_its_desk_found_void_was_not_played():
    day = running().until(1, Phase.PLANNING)
    day.state = held(day.state, CAT_2, "our-lady-12")
    first, at = day.state, len(day.happened)
    press(day, CAT_2, "our-lady-12", note="my duel")
    played = chronicled(day, first, at).by(REALM)
    day.do(MakeDecision(decision=open_decisions(day.state)[0].id, option=VOID), by=CEREMONY)
    void = chronicled(day, first, at).by(REALM)

    assert deeds_of(played, f"seat:{CAT_2}")["favor-used"].startswith("Played a Favor: ")
    assert "favor-used" not in deeds_of(void, f"seat:{CAT_2}")
