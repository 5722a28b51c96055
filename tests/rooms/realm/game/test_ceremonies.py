"""Ceremonies: who attends, when they end, and funerals that wait."""

from __future__ import annotations

import pytest

from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import HALL, Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import HoldCeremony, SetSpouses
from rooms.realm.game.ceremony_attendance import Attend, AttendAll, EndCeremony
from rooms.realm.game.deaths.death import put_to_death
from rooms.realm.game.state import CeremonyKind
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.game.view_ceremonies import attendance
from rooms.realm.game.view_deaths import lines_beside_clock
from rooms.realm.game.view_houses import ceremonies_view
from rooms.realm.game.view_phone import PHASES
from rooms.realm.game.view_weddings import weddings_panel
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.realm.game.dying import happens
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, CHECK_IN, WOLF_1, Day, running
from tests.rooms.realm.game.wedding import WOLF_4, agreed, in_ceremony, weds, with_chapel, with_priest

CAT, WOLF = HouseId("cat"), HouseId("wolf")
DESK = Viewer(desks=frozenset({Desk.CEREMONY}))


def funeral(day: Day, *, dead: SeatId | None = None, house: HouseId = CAT) -> None:
    what = "" if dead else "the old Cat"
    month = day.state.clock.month
    day.do(HoldCeremony(month=month, kind=CeremonyKind.FUNERAL, houses=(house,), what=what, dead=dead), by=CEREMONY)


def phone(day: Day, seat: SeatId):
    return attendance(day.state, Viewer(seat=seat))


# --- guests -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-EVT-33", "R-14")
def test_the_phones_of_the_house_say_what_is_held_and_that_they_are_noted():
    day = running()
    assert phone(day, CAT_2) is None
    funeral(day)
    assert [(each.what, each.noted) for each in phone(day, CAT_2).invitations] == [("the old Cat", False)]
    assert phone(day, WOLF_1) is None

    day.do(Attend(ceremony=1, player=CAT_2), by=CEREMONY)

    assert [each.noted for each in phone(day, CAT_2).invitations] == [True]
    assert [each.noted for each in phone(day, CAT_1).invitations] == [False]


@pytest.mark.rule("R-14")
def test_all_are_there_notes_everybody_available_and_nobody_else():
    day = running()
    day.do(CheckIn(seat=CAT_1, before=Presence.PRESENT, presence=Presence.LATE), by=CHECK_IN)
    funeral(day)
    day.do(Attend(ceremony=1, player=CAT_2), by=CEREMONY)

    noted = day.do(AttendAll(ceremony=1), by=CEREMONY)

    everybody = {seat.id for seat in day.state.seats.values() if seat.house == CAT} - {CAT_1}
    assert len(noted) == len(everybody) - 1
    assert {*day.state.ceremonies[0].attended} == everybody
    (row,) = ceremonies_view(day.state, DESK).held
    assert row.missing == 0
    assert CAT_1 not in {guest.seat for guest in row.guests}
    assert phone(day, CAT_1) is None
    with pytest.raises(Stale, match="noted already"):
        day.do(AttendAll(ceremony=1), by=CEREMONY)
    with pytest.raises(Refused, match="No such ceremony"):
        day.do(AttendAll(ceremony=7), by=CEREMONY)


@pytest.mark.rule("R-14", "R-139")
def test_who_is_dead_until_the_ceremony_ends_attends_as_well():
    day = running()
    happens(day, *put_to_death(day.state, CAT_2, why="poisoned", rule="GE-UND-03"))
    funeral(day, dead=CAT_2)
    assert phone(day, CAT_2) is not None

    day.do(Attend(ceremony=1, player=CAT_2), by=CEREMONY)

    assert day.state.ceremonies[0].attended == (CAT_2,)


# --- length -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-12")
def test_it_runs_on_into_planning_until_the_desk_says_that_it_is_over():
    day = running()
    funeral(day)
    assert not phone(day, CAT_1).runs_on
    assert ceremonies_view(day.state, DESK).runs_on is False
    day.until(1, Phase.PLANNING)
    assert phone(day, CAT_1).runs_on
    view = ceremonies_view(day.state, DESK)
    assert (view.runs_on, view.until) == (True, day.state.clock.deadline)

    day.do(EndCeremony(ceremony=1), by=CEREMONY)

    assert phone(day, CAT_1) is None
    assert [row.goes_on for row in ceremonies_view(day.state, DESK).held] == [False]
    for late in (EndCeremony(ceremony=1), Attend(ceremony=1, player=CAT_1), AttendAll(ceremony=1)):
        with pytest.raises(Stale, match="over already"):
            day.do(late, by=CEREMONY)


@pytest.mark.rule("R-12")
def test_it_ends_with_planning_or_where_it_may_not_run_on_with_ceremony():
    day = running()
    funeral(day)
    assert phone(day.until(1, Phase.MOVEMENT), CAT_1) is None
    strict = running()
    settings = replace(strict.state.scenario.settings, ceremony_may_run_on=False)
    strict.state = replace(strict.state, scenario=replace(strict.state.scenario, settings=settings))
    funeral(strict)
    assert phone(strict.until(1, Phase.PLANNING), CAT_1) is None
    view = ceremonies_view(strict.state, DESK)
    assert (view.may_run_on, view.runs_on) == (False, False)


# --- funerals -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-139", "GE-EVT-32", "GE-CER-01")
def test_a_death_waits_for_its_funeral_which_changes_nothing():
    day = running().until(1, Phase.ACTION)
    happens(day, *put_to_death(day.state, CAT_2, why="poisoned", rule="GE-UND-03"))
    name = day.state.deaths[-1].character
    (waits,) = ceremonies_view(day.state, DESK).burials
    assert (waits.character, waits.hindrance) == (name, "It may be held in the next Ceremony.")
    day.until(2, Phase.CEREMONY)
    before = day.state

    funeral(day, dead=CAT_2)

    assert ceremonies_view(day.state, DESK).burials == ()
    assert str(day.state.ceremonies[-1].what) == f"{name} is laid to rest"
    assert day.state.deaths[-1].buried == 2
    assert (day.state.seats, day.state.throne, day.state.hostages) == (before.seats, before.throne, before.hostages)
    with pytest.raises(Stale, match="This funeral has been held"):
        funeral(day, dead=CAT_2)


@pytest.mark.rule("R-13", "R-139")
def test_a_funeral_needs_the_turn_of_its_house_and_waits_a_month_at_most():
    day = running().until(1, Phase.ACTION)
    happens(
        day,
        *put_to_death(day.state, CAT_1, why="poisoned", rule="GE-UND-03"),
        *put_to_death(day.state, CAT_2, why="too", rule="GE-UND-03"),
    )
    day.until(2, Phase.CEREMONY)
    funeral(day, dead=CAT_1)
    assert [each.hindrance for each in ceremonies_view(day.state, DESK).burials] == ["Cat has had its ceremony this month."]
    with pytest.raises(Refused, match="has had its ceremony"):
        funeral(day, dead=CAT_2)
    with pytest.raises(Stale):
        funeral(day, dead=CAT_2, house=WOLF)
    assert ceremonies_view(day.until(3, Phase.CEREMONY).state, DESK).burials == ()


def test_whose_funeral_waits_is_the_ceremony_desks_to_see():
    day = running()
    happens(day, *put_to_death(day.state, CAT_2, why="poisoned", rule="GE-UND-03"))
    assert ceremonies_view(day.state, Viewer(desks=frozenset({Desk.COURT}))).burials == ()


# --- place, people, and words for the hall ------------------------------------------------------------------------------


@pytest.mark.rule("GE-EVT-33", "R-138")
def test_both_houses_of_a_wedding_are_called_to_the_table_of_the_priest():
    day = agreed(with_priest(in_ceremony(), WOLF_1), CAT_2, WOLF_4)
    waits = weddings_panel(day.state, Viewer(seat=CAT_2)).waits
    assert waits.startswith("Go to the House Table of Wolf now: ")
    weds(day, priest=WOLF_1)

    assert [phone(day, seat).invitations[0].table for seat in (CAT_1, CAT_2, WOLF_1)] == ["Wolf"] * 3
    assert lines_beside_clock(day.state, HALL).ceremonies == ("Cat and Wolf: Marriage, at the House Table of Wolf",)


@pytest.mark.rule("GE-EVT-33")
def test_a_duel_of_two_is_held_at_the_table_of_the_house_named_first_and_the_hall_reads_two_lines():
    day = running().until(2, Phase.CEREMONY)
    for kind, houses in ((CeremonyKind.DUEL, ("wolf", "cat")), (CeremonyKind.FUNERAL, ("ram",)), (CeremonyKind.FUNERAL, ("bear",))):
        day.do(HoldCeremony(month=2, kind=kind, houses=tuple(map(HouseId, houses)), what="so"), by=CEREMONY)

    assert phone(day, CAT_1).invitations[0].table == "Wolf"
    assert lines_beside_clock(day.state, HALL).ceremonies == (
        "Wolf and Cat: Duel, at the House Table of Wolf",
        "And 2 more ceremonies are held.",
    )
    for number in (1, 2, 3):
        day.do(EndCeremony(ceremony=number), by=CEREMONY)
    assert lines_beside_clock(day.state, HALL).ceremonies == ()


@pytest.mark.rule("GE-EVT-33", "GE-CER-04", "R-139")
def test_who_was_married_to_the_dead_is_called_to_the_funeral():
    day = running().until(1, Phase.ACTION)
    day.do(SetSpouses(player=CAT_2, other=WOLF_1, reason="wed"), by=CEREMONY)
    day.do(AdjustPower(seat=CAT_2, before=day.state.seats[CAT_2].purse.power, power=3, reason="won"), by=CEREMONY)
    happens(day, *put_to_death(day.state, CAT_2, why="slain", rule="R-139"))
    day.until(2, Phase.CEREMONY)
    funeral(day, dead=CAT_2)

    called = phone(day, WOLF_1).invitations[0]
    assert (called.own, called.table) == (False, "Cat")
    assert phone(day, WOLF_4) is None
    (row,) = ceremonies_view(day.state, Viewer(desks=frozenset({Desk.CEREMONY}))).held
    name = day.state.seats[CAT_2].name
    assert f"({name})" in row.what
    assert [guest.seat for guest in row.guests if guest.dead] == [CAT_2]
    assert WOLF_1 in [guest.seat for guest in row.guests]
    day.do(Attend(ceremony=1, player=WOLF_1), by=CEREMONY)


def test_a_house_that_has_held_its_ceremony_reads_that_it_is_held():
    day = running().until(2, Phase.CEREMONY)
    funeral(day)
    assert "yours is held" in PHASES[Phase.CEREMONY](day.state, Viewer(seat=CAT_1)).words
    assert "yours is held" not in PHASES[Phase.CEREMONY](day.state, Viewer(seat=WOLF_1)).words


def test_what_is_over_runs_on_no_more_and_a_couple_without_a_priest_reads_what_to_do():
    day = agreed(with_chapel(in_ceremony()), CAT_2, WOLF_4)
    desk = Viewer(desks=frozenset({Desk.CEREMONY}))
    assert ceremonies_view(day.state, desk).couples[0].hindrance == (
        "A Priest is lacking: Cat has a Chapel; press Wedding … and anoint one."
    )
    funeral(day)
    day.until(2, Phase.PLANNING)
    assert ceremonies_view(day.state, desk).still == 1
    day.do(EndCeremony(ceremony=1), by=CEREMONY)
    assert ceremonies_view(day.state, desk).still == 0
