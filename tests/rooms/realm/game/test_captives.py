"""The law Hostages: the proposal may name hostages, else Return begins with a question to the holder (R-93)."""

from __future__ import annotations

import random

import pytest

from control.day.clock.phases import EndPhase, SetClock
from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.day.records import Decision
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.court.game.proposals import proposal as sheets
from rooms.court.game.sovereign_orders import OrderMilitary
from rooms.realm.game.hostages.commands import ReleaseHostage
from rooms.realm.game.hostages.custody import broken_hostages, hostages_held_by
from rooms.realm.game.laws import StrikeLaw
from rooms.realm.game.records import Hostage
from rooms.realm.papers.game.checks import check, words_of
from rooms.realm.papers.game.choices import options_for
from rooms.realm.papers.game.types import cost_of, type_of
from rooms.realm.scenario.ids import HouseId, Phase
from rooms.realm.scenario.schema import Target
from tests.rooms.realm.game.dying import wed
from tests.rooms.realm.game.passing import in_court, law, paper
from tests.rooms.realm.game.play import CAT_1, COURT_CONTROL, ORGANIZER, WOLF_1, Day, player

CAT, WOLF, SNAKE, RAM = (HouseId(each) for each in ("cat", "wolf", "snake", "ram"))


def tokens() -> tuple[Hostage, ...]:
    """Wolf holds two hostages of Ram, one of Snake, and one of Cat by a marriage. Cat holds one of Wolf."""
    return (
        Hostage(id=1, of=RAM, holder=WOLF, since=1),
        Hostage(id=2, of=RAM, holder=WOLF, since=1),
        Hostage(id=3, of=SNAKE, holder=WOLF, since=1, power=1),
        Hostage(id=4, of=CAT, holder=WOLF, since=1, marriage=(CAT_1, WOLF_1)),
        Hostage(id=5, of=WOLF, holder=CAT, since=1),
    )


def the_day() -> Day:
    day = wed(in_court(), CAT_1, WOLF_1)
    day.state = replace(day.state, hostages=tokens(), last_hostage=5)
    return day


def asked(day: Day) -> list[Decision]:
    return [each for each in open_decisions(day.state) if each.rule == "R-93"]


def left(day: Day) -> set[int]:
    return {each.id for each in hostages_held_by(day.state, WOLF)}


def to_return(day: Day) -> Day:
    return day.until(1, Phase.RETURN)


def turn(day: Day) -> Day:
    return day.until(2, Phase.CEREMONY)


def answers(day: Day, option: str) -> None:
    (question,) = asked(day)
    assert question.team == WOLF
    day.do(MakeDecision(decision=question.id, option=option, seat=WOLF_1), by=player(WOLF_1))


@pytest.mark.rule("R-93", "GE-CRT-52")
def test_the_hostages_that_the_proposal_names_go_and_nobody_is_asked():
    day = the_day()
    law(day, "hostages", "hand over", "wolf", "cat", "2", ("4", "3"))

    assert asked(to_return(day)) == []
    turn(day)

    assert left(day) == {1, 2}  # Cat's own hostage, of the marriage, is free; Snake's goes to Cat
    assert {(each.id, each.holder, each.marriage) for each in day.state.hostages if each.id in (3, 4)} == {(3, CAT, ())}


@pytest.mark.rule("R-93", "R-76")
def test_a_named_one_that_is_gone_is_passed_over_and_no_other_goes_for_it():
    day = the_day()
    law(day, "hostages", "release", "wolf", (), "2", ("3", "1"))
    day.do(ReleaseHostage(seat=WOLF_1, hostage=3), by=player(WOLF_1))

    turn(day)

    assert left(day) == {2, 4}


@pytest.mark.rule("R-93")
def test_the_holder_picks_one_after_the_other_what_the_proposal_leaves_open():
    day = to_return(the_day_with("release", "3", ("1",)))
    (question,) = asked(day)
    assert [each.id for each in question.options] == ["2", "3", "4"]
    assert question.default == "2"
    assert str(question.options[1].words) == "hostage of Snake since month 1: 1 Power and 0 Favors on it"

    answers(day, "4")
    answers(day, "3")
    assert asked(day) == []

    assert left(turn(day)) == {2}


@pytest.mark.rule("R-93", "R-20")
def test_a_law_that_passes_in_a_month_whose_return_has_acted_asks_nobody():
    day = turn(the_day())
    day.do(SetClock(month=1, phase=Phase.ACTION, seconds=60), by=ORGANIZER)
    law(day, "hostages", "release", "wolf", (), "3", ("1",))
    day.do(EndPhase(month=1, phase=Phase.ACTION), by=ORGANIZER)

    assert day.state.clock.phase == Phase.RETURN
    assert asked(day) == []


def the_day_with(form: str, count: str, named: tuple[str, ...] = ()) -> Day:
    day = the_day()
    law(day, "hostages", form, "wolf", "cat" if form == "hand over" else (), count, named)
    return day


@pytest.mark.rule("R-93")
@pytest.mark.parametrize("answer", ["", "3"])
def test_without_an_answer_the_oldest_go_and_marriage_hostages_last(answer):
    day = to_return(the_day_with("release", "2"))
    assert [each.id for each in asked(day)[0].options] == ["1", "3", "4"]  # hostage 2 is like 1, so it is not offered
    if answer:
        answers(day, answer)

    assert left(turn(day)) == ({2, 4} if answer else {3, 4})


@pytest.mark.rule("R-93")
def test_what_was_picked_stands_while_it_is_there():
    day = to_return(the_day_with("release", "2"))
    answers(day, "4")
    day.do(ReleaseHostage(seat=WOLF_1, hostage=1), by=player(WOLF_1))
    answers(day, "3")
    day.do(ReleaseHostage(seat=WOLF_1, hostage=4), by=player(WOLF_1))  # the law takes both that are left
    assert asked(day) == []

    assert left(turn(day)) == set()


@pytest.mark.rule("R-93")
def test_what_was_picked_stands_again_when_it_is_there_again():
    day = to_return(the_day_with("release", "2"))
    answers(day, "3")
    third = next(each for each in day.state.hostages if each.id == 3)
    day.state = replace(day.state, hostages=tuple(each for each in day.state.hostages if each is not third))
    day.do(ReleaseHostage(seat=WOLF_1, hostage=1), by=player(WOLF_1))
    assert asked(day) == []  # the law takes both that are left

    day.state = replace(day.state, hostages=(*day.state.hostages, third))
    day.do(ReleaseHostage(seat=CAT_1, hostage=5), by=player(CAT_1))

    (question,) = asked(day)
    assert [each.id for each in question.options] == ["2", "4"]
    answers(day, "4")
    assert left(turn(day)) == {2}


@pytest.mark.rule("R-93")
@pytest.mark.parametrize(("form", "count"), [("release", "4"), ("release", "9"), ("give", "2")])
def test_nobody_is_asked_where_there_is_nothing_to_pick(form, count):
    day = the_day()
    law(day, "hostages", form, "wolf", "snake" if form == "give" else (), count)
    assert asked(to_return(day)) == []


@pytest.mark.rule("R-93", "R-98")
@pytest.mark.parametrize("how", ["struck", "lapsed"])
def test_a_law_that_does_nothing_asks_nothing_any_more(how):
    day = the_day_with("release", "1")
    if how == "lapsed":
        for _each in range(4):
            law(day, "propaganda", "ram")  # these come first and take the Immortals
        day.state = replace(day.state, passed=(*day.state.passed[1:], day.state.passed[0]))
    to_return(day)
    assert len(asked(day)) == 1
    if how == "struck":
        day.do(StrikeLaw(law=day.state.passed[0].law, reason="annulled"), by=COURT_CONTROL)
    else:
        turn(day)
    assert asked(day) == []
    assert left(day) == {1, 2, 3, 4}


@pytest.mark.rule("R-93")
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("release", "wolf", (), "1", ("5",)), "Wolf does not hold all of these hostages."),
        (("release", "wolf", (), "1", ("1", "3")), "Name no more hostages than are paid for."),
        (("give", "wolf", "cat", "1", ("1",)), "New hostages are on no list yet; leave the list of hostages empty."),
        (("release", "wolf", (), "1", ("77",)), "Hostages: there is no such hostage."),
        (("release", "wolf", (), "2", ("1", "1")), "Hostages names one of them twice."),
    ],
)
def test_only_hostages_that_the_house_holds_are_named(words, sentence):
    day, proposal = the_day(), paper("hostages", *words)
    with pytest.raises(Refused) as no:
        sheets.check(day.state, CAT_1, proposal)
    assert no.value.sentence == sentence
    with pytest.raises(Refused) as no:
        day.do(OrderMilitary(month=1, paper=proposal), by=COURT_CONTROL)
    assert no.value.sentence == sentence


@pytest.mark.rule("R-93", "GE-CRT-52")
def test_the_form_lists_them_by_holder_and_the_number_alone_is_paid_for():
    state, proposal = the_day().state, paper("hostages", "release", "wolf", (), "2", ("4",))
    kind = type_of(state.scenario.proposals, proposal)

    check(state, proposal, state.scenario.proposals, "C-13")

    listed = {each.value: each.listed for each in options_for(state, Target.CAPTIVES, kind)}
    assert listed["3"] == "Wolf: hostage of Snake since month 1"
    assert set(listed) == {"1", "2", "3", "4", "5"}
    assert cost_of(kind, proposal) == 6
    assert "hostage of Cat by the marriage of" in words_of(state, state.scenario.proposals, proposal)


@pytest.mark.rule("R-93")
@pytest.mark.parametrize("seed", range(20))
def test_as_many_go_as_are_paid_for_whatever_happens_before_it_acts(seed):
    """First the named hostages go, then the picked ones. Others go only when none of those is left."""
    dice = random.Random(seed)
    form, count = dice.choice(["release", "hand over"]), dice.randint(1, 4)
    named = tuple(str(each) for each in dice.sample([1, 2, 3, 4], dice.randint(0, count)))
    day, picked = to_return(the_day_with(form, str(count), named)), list[int]()
    for _each in range(6):
        held = sorted(left(day))
        if held and dice.random() < 0.3:
            day.do(ReleaseHostage(seat=WOLF_1, hostage=dice.choice(held)), by=player(WOLF_1))
        elif asked(day) and dice.random() < 0.8:
            picked.append(int(dice.choice(asked(day)[0].options).id))
            answers(day, str(picked[-1]))
    there = left(day)

    turn(day)

    wanted = {int(each) for each in named} & there
    free = min(count - len(named), len(there - wanted))
    assert len(there - left(day)) == len(wanted) + free
    assert wanted <= there - left(day)
    assert {each for each in picked if each in there} <= there - left(day)
    assert broken_hostages(day.state) == ()
