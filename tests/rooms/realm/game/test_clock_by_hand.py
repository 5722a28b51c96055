"""End of a phase: its effects also happen when the organizer sets the clock past it (R-16, R-20, R-24, R-139, GE-EVT-25)."""

from __future__ import annotations

import pytest

from control.day.clock.phases import EndPhase, GoBack, SetClock
from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions, original_id
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.court.game.duel.state import Answer
from rooms.realm.game.ceremonies import MeetSpouse
from rooms.realm.game.deaths.death import is_dead, put_to_death
from rooms.realm.game.scheme_effects.messages import SecretSent, owed
from rooms.realm.game.state import Purse, Throne, ThroneWaits
from rooms.realm.game.weddings.divorce import AskForDivorce
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.underground.game.tables.costs import halves_left
from rooms.war.game.state import war_of, with_war
from tests.rooms.court.test_duels import in_return as duel_in_return
from tests.rooms.court.test_duels import last as last_duel
from tests.rooms.realm.game.dying import WOLF_4, happens, wed
from tests.rooms.realm.game.passing import in_court, law
from tests.rooms.realm.game.play import CAT_1, CAT_2, EVERY_DESK, Day, player, running
from tests.rooms.realm.game.scheming import completes, scheming
from tests.rooms.realm.game.test_captives import the_day as with_hostages
from tests.rooms.realm.game.test_deeds import with_purses

C, P, M, A, R = Phase.CEREMONY, Phase.PLANNING, Phase.MOVEMENT, Phase.ACTION, Phase.RETURN
When = tuple[int, Phase]


def put(day: Day, month: int, phase: Phase) -> Day:
    day.do(SetClock(month=month, phase=phase, seconds=600))
    return day


# --- the dead -----------------------------------------------------------------------------------------------------------

DEAD: list[tuple[When, tuple[When, ...], bool]] = [  # time of death; times set, in order; is the character dead then
    ((1, C), ((1, P),), False),
    ((1, C), ((1, M),), False),
    ((1, C), ((1, R),), False),
    ((1, C), ((1, C),), True),
    ((1, P), ((1, M),), True),
    ((1, P), ((1, C),), True),
    ((1, P), ((1, C), (1, P)), False),
    ((1, A), ((1, R),), True),
    ((1, A), ((1, P),), True),
    ((1, A), ((2, C),), True),
    ((1, A), ((2, P),), False),
    ((1, A), ((2, C), (2, P)), False),
    ((1, A), ((3, A),), False),
    ((2, R), ((2, P), (2, R)), True),
    ((2, R), ((1, R), (2, C)), True),
    ((2, R), ((1, R), (2, A)), False),
]


@pytest.mark.rule("R-139", "GE-CER-06", "GE-CER-07")
@pytest.mark.parametrize(("died", "puts", "dead"), DEAD)
def test_the_dead_come_back_with_the_ceremony_that_the_clock_was_put_past(died: When, puts: tuple[When, ...], dead: bool):
    day = running().until(*died)
    happens(day, *put_to_death(day.state, CAT_2, why="shot", rule="R-95", at=day.now))

    for month, phase in puts:
        put(day, month, phase)

    assert is_dead(day.state, CAT_2) is dead
    if not dead:
        assert day.state.seats[CAT_2].rank == 5
        assert day.state.seats[CAT_2].wounds == 0


@pytest.mark.rule("R-139")
def test_one_step_back_brings_nobody_back():
    day = running().until(1, P)
    happens(day, *put_to_death(day.state, CAT_2, why="shot", rule="R-95", at=day.now))

    day.do(GoBack(month=1, phase=P))

    assert is_dead(day.state, CAT_2)
    day.do(EndPhase(month=1, phase=C))
    assert not is_dead(day.state, CAT_2)


# --- the throne -----------------------------------------------------------------------------------------------------------

THRONES: list[tuple[ThroneWaits, When, When, bool]] = [  # what the throne waits for; from; to; is Cat, the only leader, seated
    (ThroneWaits.TIE, (1, P), (1, A), True),
    (ThroneWaits.TIE, (1, P), (2, C), True),
    (ThroneWaits.TIE, (1, A), (1, P), False),
    (ThroneWaits.TIE, (1, A), (1, A), False),
    (ThroneWaits.RETURN, (1, P), (1, R), False),
    (ThroneWaits.RETURN, (1, A), (2, C), True),
    (ThroneWaits.RETURN, (1, R), (2, P), True),
    (ThroneWaits.RETURN, (1, R), (1, P), False),
    (ThroneWaits.CHOICE, (1, A), (1, R), False),
]


@pytest.mark.rule("R-24", "R-28", "R-20", "GE-SOV-08", "GE-SOV-09")
@pytest.mark.parametrize(("waits", "at", "to", "seated"), THRONES)
def test_an_empty_throne_is_looked_at_when_the_clock_is_put_past_the_end_of_a_phase(waits, at, to, seated):
    day = running().until(*at)
    seats = {**day.state.seats, CAT_1: replace(day.state.seats[CAT_1], purse=Purse(power=4))}
    day.state = replace(day.state, seats=seats, throne=Throne(god_emperor=False, waits=waits))

    put(day, *to)

    assert day.state.throne.holder == (CAT_1 if seated else None)


# --- couples --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-15", "GE-EVT-35")
@pytest.mark.parametrize(
    ("puts", "met"),
    [
        (((1, M),), True),
        (((1, P),), True),  # more time for the same Planning
        (((1, A), (1, P)), True),
        (((2, C),), True),  # until the next Planning comes
        (((2, P),), False),
        (((2, C), (2, P)), False),
        (((2, A),), False),
        (((3, C),), False),
    ],
)
def test_spouses_meet_anew_in_the_planning_that_the_clock_is_put_on(puts, met):
    day = wed(running(), CAT_2, WOLF_4).until(1, P)
    day.do(MeetSpouse(seat=CAT_2, month=1), by=player(CAT_2))

    for month, phase in puts:
        put(day, month, phase)

    assert (CAT_2 in day.state.met) is met


@pytest.mark.rule("R-140")
@pytest.mark.parametrize(
    ("puts", "asks"),
    [
        (((2, P),), True),
        (((2, M),), False),
        (((2, R),), False),
        (((3, C),), False),
        (((1, P),), True),
        (((1, A),), False),
        (((2, P), (2, C)), True),
    ],
)
def test_a_divorce_that_nobody_answered_lapses_with_the_planning_that_the_clock_was_put_past(puts, asks):
    day = wed(running(), CAT_2, WOLF_4)
    scenario = day.state.scenario
    day.state = replace(day.state, scenario=replace(scenario, settings=replace(scenario.settings, divorce=True)))
    day.until(2, C)
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))

    for month, phase in puts:
        put(day, month, phase)

    assert bool(day.state.divorces) is asks


# --- duels ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-102", "R-12", "R-13")
@pytest.mark.parametrize(
    ("puts", "stand"),
    [
        (((1, P), (1, R)), Answer.AGREED),
        (((2, C),), Answer.LATER),
        (((2, P),), Answer.LATER),
        (((2, M),), Answer.OFF),
        (((2, C), (2, A)), Answer.OFF),
        (((3, C),), Answer.OFF),
    ],
)
def test_an_agreed_duel_is_put_off_and_comes_to_nothing_as_if_the_phases_had_ended(puts, stand):
    court = duel_in_return()

    for month, phase in puts:
        put(court.day, month, phase)

    assert last_duel(court).stand is stand


# --- messages, recompense, numbers ----------------------------------------------------------------------------------------


@pytest.mark.rule("R-123")
@pytest.mark.parametrize(("to", "sent"), [((2, C), False), ((2, P), True), ((2, A), True), ((3, C), True), ((1, A), False)])
def test_a_secret_that_nobody_sent_goes_out_with_the_ceremony_that_the_clock_was_put_past(to, sent):
    day = scheming()
    completes(day, "espionage", "cat")
    day.until(2, C)
    assert owed(day.state)

    put(day, *to)

    assert any(isinstance(each, SecretSent) for each in day.happened) is sent
    assert bool(owed(day.state)) is not sent


@pytest.mark.rule("R-101")
@pytest.mark.parametrize(("to", "open_"), [((2, C), True), ((2, P), True), ((2, M), False), ((2, R), False), ((1, R), True)])
def test_a_recompense_lapses_with_the_planning_that_the_clock_was_put_past(to, open_):
    day = with_purses(in_court()).until(2, C)
    assert [each for each in open_decisions(day.state) if each.rule == "R-101"]

    put(day, *to)

    assert bool([each for each in open_decisions(day.state) if each.rule == "R-101"]) is open_


@pytest.mark.rule("R-83", "R-39")
@pytest.mark.parametrize(("to", "numbered"), [((1, R), True), ((1, P), False), ((2, P), True)])
def test_an_order_has_its_number_once_the_clock_is_past_action(to, numbered):
    day = in_court()
    law(day, "treaty", ("zen",), by=None, ordered=True)

    put(day, *to)

    assert [each.number for each in day.state.laws if each.since] == [14 if numbered else 0]


# --- questions of Return ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-93", "R-08", "R-89", "R-20")
def test_return_asks_what_it_asks_when_the_clock_is_put_on_it():
    """The same questions, once: which hostages go, what a debtor pays, where units go."""
    asked = dict[str, set[str]]()
    for how in ("ended", "put", "put twice"):
        day = with_hostages()
        law(day, "hostages", "release", "wolf", (), "2")
        law(day, "financial-aid", "wolf", "0", "0", "2")
        with_purses(day, snake_1=(3, 3))
        if how == "ended":
            day.until(1, R)
        else:
            put(day, 1, R)
        if how == "put twice":
            put(day, 1, R)
        asked[how] = {each.id for each in open_decisions(day.state)}

    assert any(each.startswith("hostages-") for each in asked["ended"])
    assert asked["put"] == asked["ended"]
    assert asked["put twice"] == asked["ended"]


@pytest.mark.rule("R-93", "R-08", "R-89", "R-66", "R-130", "R-20")
def test_a_return_that_the_clock_was_put_past_asks_no_more_and_put_back_has_its_answers():
    day = with_hostages()
    law(day, "hostages", "release", "wolf", (), "1")
    law(day, "financial-aid", "cat", "0", "0", "2")
    completes(day, "mass-poisoning", "cat", "zen", "1", by="cat-1")
    with_purses(day, snake_1=(3, 3))
    war = war_of(day.state)
    units = {**war.units, RegionId("aka"): {HouseId("cat"): 1}}
    day.state = with_war(day.state, replace(war, units=units, stock={**war.stock, HouseId("cat"): war.stock[HouseId("cat")] - 1}))
    put(day, 1, R)
    asked = {each.id: each.options[-1].id for each in open_decisions(day.state)}
    assert {each.partition("-")[0] for each in asked} == {"hostages", "tax", "war"}
    for name, option in asked.items():
        day.do(MakeDecision(decision=name, option=option), by=EVERY_DESK)

    put(day, 2, C)
    assert [each for each in day.state.decisions if original_id(each.id) in asked and not each.closed] == []
    put(day, 1, R)

    answered = {original_id(each.id): each.option for each in day.state.decisions if not each.closed}
    assert {each: answered.get(each) for each in asked} == asked


@pytest.mark.rule("R-20", "R-93")
def test_what_nobody_answered_is_asked_no_more_once_the_clock_is_past_its_return():
    day = with_hostages()
    law(day, "hostages", "release", "wolf", (), "1")
    put(day, 1, R)
    assert open_decisions(day.state)

    put(day, 2, C)

    assert open_decisions(day.state) == ()
    day.until(2, R)
    assert [each.month for each in open_decisions(day.state) if each.rule == "R-93"] == [2]  # the law acts in this Return


@pytest.mark.rule("GE-CRT-49", "R-91", "R-18", "R-20")
@pytest.mark.parametrize("skipped", [False, True])
def test_a_law_whose_return_was_passed_over_acts_in_the_next_one_and_counts_from_there(skipped: bool):
    """Recruitment lets its Houses halve a scheme in the month after it has acted."""
    day = in_court()
    law(day, "recruitment", ("cat", "wolf"))
    if skipped:
        put(day, 2, P)

    halves = {month: halves_left(day.until(month, A).state, HouseId("cat")) for month in (2, 3, 4)}

    assert halves == {2: int(not skipped), 3: int(skipped), 4: 0}


@pytest.mark.rule("GE-CRT-42", "R-84", "R-08")
@pytest.mark.parametrize(("to", "paid"), [((2, A), 1), ((2, M), 0), ((2, C), 0), ((3, C), 0)])
def test_a_toll_is_paid_when_the_clock_is_put_past_movement(to, paid):
    day = in_court()
    law(day, "border-watch", "west")
    day.until(2, P)
    seat = day.state.seats[CAT_1]
    day.state = replace(
        day.state, seats={**day.state.seats, CAT_1: replace(seat, choice="underground", table="west", choice_month=2)}
    )
    with_purses(day, cat_1=(2, 0))

    put(day, *to)

    assert day.state.seats[CAT_1].purse.power == 2 - paid
    assert day.state.seats[SeatId("cat-1")].house == HouseId("cat")
