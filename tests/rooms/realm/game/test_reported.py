"""Reports of deaths, weddings and names: at once if a phone shows the change, each with its reason."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from control.engine.modules import reports_in
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.game.ceremonies import MeetSpouse
from rooms.realm.game.deaths.death import put_to_death
from rooms.realm.game.effects.lifetime import EndEffect, EnterEffect
from rooms.realm.game.hostages.custody import take_events
from rooms.realm.game.hostages.hostage_events import HostagesReleased
from rooms.realm.game.hostages.hostage_telling import tell_released
from rooms.realm.game.state import EffectKind
from rooms.realm.game.view_hostages import hostages_of_month, hostages_panel
from rooms.realm.game.weddings.divorce import AskForDivorce, StayMarried
from rooms.realm.scenario.ids import PHASES, HouseId, Phase
from tests.rooms.realm.game.dying import CARDS, WOLF_4, happens, purse, wed
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, CAT_2, SHARED, WAR_CONTROL, WOLF_1, player, running
from tests.rooms.realm.game.wedding import agreed, in_ceremony, weds, with_divorce, with_priest
from tests.rooms.reporting import Reporting, to
from tests.rooms.whole import GAME

PEOPLE = Reporting(SHARED, telling="rooms.realm")
NEWS = Reporting(SHARED, telling="rooms.realm", news=True)


class Held:
    def __init__(self, day):
        self.day = day


@pytest.mark.rule("R-139", "R-142", "GE-CER-04", "GE-CER-08")
def test_a_death_is_told_at_once_to_the_heir_the_house_and_whoever_has_another_rank():
    day = purse(wed(running(), CAT_2, WOLF_4), CAT_2, 4, CARDS)
    dead, heir = day.state.seats[CAT_2], day.state.seats[WOLF_4]
    known = replace(dead, character="Greta Chi")
    day.state = replace(day.state, seats={**day.state.seats, CAT_2: known})

    told = PEOPLE.during(Held(day), lambda: happens(day, *put_to_death(day.state, CAT_2, why="typed by Control", rule="R-95")))
    at_once = [each for each in told if each.at_once]

    here = {each.to: [one.words for one in at_once if one.to == each.to] for each in at_once}
    both = f"Greta Chi ({dead.name})"
    assert f"seat:{CAT_2}" not in here  # the dead player has a text of its own
    assert here[f"seat:{CAT_1}"] == [f"{both} of your House has died."]
    assert f"You inherited it from {both}, who has died." in here[f"seat:{WOLF_4}"]
    assert "Your rank is 2 now, it was 4." in here[f"seat:{WOLF_4}"]
    (down,) = [each for each in at_once if each.to == "seat:wolf-2"]
    assert (down.words, down.why) == ("Your rank is 3 now, it was 2.", f"{heir.name} inherits rank 2 from {dead.name}.")
    up = [each for each in at_once if each.to == "seat:cat-3" and "rank" in each.words]
    assert [(each.words, each.why) for each in up] == [("Your rank is 2 now, it was 3.", f"Because {dead.name} died.")]
    assert not any("typed by Control" in f"{each.words}{each.why}" for each in told)


@pytest.mark.rule("GE-CER-12", "R-141")
def test_a_wedding_is_one_line_with_hostages_each_way_and_both_count():
    day = agreed(with_priest(in_ceremony()), CAT_2, WOLF_1, 2)

    told = PEOPLE.during(Held(day), lambda: weds(day, CAT_1, CAT_2, WOLF_1, 2))

    lines = [each for each in told if each.to == "team:cat" and each.about.startswith("wedding:")]
    assert len(lines) == 4
    assert len({each.about for each in lines}) == 1
    assert lines[-1].words == "Wedding: 2 hostages each way."
    changed = [change for each in lines for change in each.changes]
    assert sum(each.by for each in changed if each.what == "hostages of Wolf") == 2
    assert sum(each.by for each in changed if each.what == "own hostages held by Wolf") == 2
    (month,) = hostages_of_month(day.state, Viewer(seat=CAT_1))
    assert month.title == "Hostages in month 2"
    assert sorted(month.words) == ["Cat has taken 2 hostages of Wolf.", "Wolf has taken 2 hostages of Cat."]


@pytest.mark.rule("GE-CER-21")
def test_hostages_of_its_own_that_the_throne_lets_go_are_no_loss_of_its_house():
    state, cat, wolf = running().state, HouseId("cat"), HouseId("wolf")

    def changed(of: HouseId) -> list[str]:
        gone = HostagesReleased(ids=(1, 2), of=of, holder=cat, to=None, power=0, favors=0, why="a law fell", rule="GE-CER-21")
        return [str(change.what) for each in reports_in(tell_released(gone, state, state)) for change in each.changes]

    assert changed(cat) == []
    assert sorted(changed(wolf)) == ["hostages of Wolf", "own hostages held by Cat"]


@pytest.mark.rule("GE-CER-19")
@pytest.mark.parametrize(
    ("phase", "until"),
    [
        (Phase.CEREMONY, (2, Phase.MOVEMENT)),
        (Phase.PLANNING, (2, Phase.ACTION)),
        (Phase.ACTION, (3, Phase.CEREMONY)),
        (Phase.RETURN, (3, Phase.PLANNING)),
    ],
)
def test_what_became_of_hostages_is_told_for_three_phases_and_then_gone(phase, until):
    day = running().until(2, phase)
    happens(day, *take_events(day.state, HouseId("cat"), HouseId("wolf"), why="captured", rule="GE-CER-19"))
    for viewer in (Viewer(seat=CAT_1), Viewer(seat=WOLF_1)):
        assert [each.words for each in hostages_of_month(day.state, viewer)] == [("Cat has taken 1 hostage of Wolf.",)]
    assert len(hostages_of_month(day.until(*until).state, Viewer(seat=CAT_1))) == 1

    month, last = until
    later = day.until(month, PHASES[PHASES.index(last) + 1])

    assert hostages_of_month(later.state, Viewer(seat=CAT_1)) == ()
    assert hostages_panel(later.state, Viewer(seat=CAT_1)).news == ()


@pytest.mark.rule("R-15")
def test_both_spouses_read_that_they_met():
    day = wed(running().until(1, Phase.PLANNING), CAT_2, WOLF_4)

    told = PEOPLE.during(Held(day), lambda: day.do(MeetSpouse(seat=CAT_2, month=day.state.clock.month), by=player(CAT_2)))

    assert {each.to for each in told} == {f"seat:{CAT_2}", f"seat:{WOLF_4}"}


def test_news_name_the_player_behind_a_character_of_another_name():
    day = running()
    known = replace(day.state.seats[CAT_2], character="Greta Chi")
    day.state = replace(day.state, seats={**day.state.seats, CAT_2: known})

    told = NEWS.during(Held(day), lambda: happens(day, *put_to_death(day.state, CAT_2, why="", rule="R-95")))

    assert any(f"Greta Chi ({known.name})" in words for _act, words in to(told, "all"))


@pytest.mark.rule("R-84", "GE-CRT-43")
def test_who_is_kept_from_a_table_by_a_law_reads_which():
    day = in_court()
    named = (CAT_1, CAT_2, SeatId("cat-3"))
    law(day, "gaes", "cat", named, "west")

    told = Reporting(GAME, telling="rooms.realm").during(Held(day), lambda: day.until(2, Phase.PLANNING))

    words = "You may not sit at the table The West while this hangs: law 14, Gaes."
    assert [each.to for each in told if each.words == words] == [f"seat:{each}" for each in named]


@pytest.mark.rule("R-92")
def test_a_house_reads_that_what_acted_on_it_is_over():
    day = running()
    enter = EnterEffect(kind=EffectKind.FAMINE, since=1, until=4, houses=(HouseId("wolf"),), regions=(), reason="hunger")
    day.do(enter, by=WAR_CONTROL)

    told = PEOPLE.during(Held(day), lambda: day.do(EndEffect(effect=1, month=1, reason="a slip"), by=WAR_CONTROL))

    assert [(each.to, each.words) for each in told] == [
        ("team:wolf", "No longer in force: Wolf loses 1 unit to famine each month.")
    ]
    assert "slip" not in told[0].why


@pytest.mark.rule("R-140")
def test_a_couple_reads_that_a_divorce_was_asked_for_and_dropped():
    day = with_divorce(with_priest(in_ceremony()))
    weds(agreed(day))

    def drop() -> None:
        day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
        day.do(StayMarried(seat=WOLF_4), by=player(WOLF_4))

    told = PEOPLE.during(Held(day), drop)

    assert {each.to for each in told} == {f"seat:{CAT_2}", f"seat:{WOLF_4}"}
    assert sum("for a divorce" in each.words for each in told) == 2
    assert sum("stay married" in each.words for each in told) == 2
