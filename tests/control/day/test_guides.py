"""Guides: a pure function of state and entries. Done steps are known; a withdrawn step is asked for again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from control.day.guides import (
    Guide,
    GuideEntry,
    GuideStep,
    after_withdrawal,
    by_event,
    by_withdrawal,
    current_step,
    progress,
    steps_left_alone,
)

NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Made:
    what: str


def step(name: str, **more) -> GuideStep:
    return GuideStep(name=name, do=f"Make {name}", why="", points=(name,), **{"done": by_event(Made, what=name), **more})


def guide(*steps: GuideStep) -> Guide:
    return Guide(name="kitchen", desk="cook", title="Kitchen", about="", page="", steps=steps, alone="")


def made(seq: int, what: str, *, gone: bool = False) -> GuideEntry:
    return GuideEntry(seq=seq, at=NOON + timedelta(minutes=seq), event=Made(what), gone=gone)


def taken_back(seq: int, *seqs: int) -> GuideEntry:
    return GuideEntry(seq=seq, at=NOON + timedelta(minutes=seq), takes_back=seqs)


BREAD, SOUP, TEA = step("bread"), step("soup", trouble=True), step("tea")
MEAL = guide(BREAD, SOUP, TEA)


def test_the_first_step_that_nothing_has_done_comes_now():
    assert current_step(MEAL, None, []) is BREAD
    assert current_step(MEAL, None, [made(1, "bread")]) is SOUP
    assert current_step(MEAL, None, [made(1, "bread"), made(2, "soup"), made(3, "tea")]) is None


def test_what_else_is_done_changes_nothing_and_what_is_done_early_is_not_asked_for_again():
    assert current_step(MEAL, None, [made(1, "noise"), made(2, "tea")]) is BREAD
    assert current_step(MEAL, None, [made(2, "tea"), made(3, "bread"), made(4, "soup")]) is None


def test_what_is_taken_back_is_asked_for_again():
    assert current_step(MEAL, None, [made(1, "bread", gone=True), taken_back(2, 1)]) is BREAD


def test_there_is_no_step_for_what_there_is_not_to_do():
    sober = guide(BREAD, step("wine", open=lambda state: state == "evening"), TEA)
    entries = [made(1, "bread")]
    assert current_step(sober, "noon", entries) is TEA
    assert current_step(sober, "evening", entries).name == "wine"


def test_a_result_that_was_wrong_is_taken_back_and_made_again():
    bread = step("bread", lasting=True)
    undo = step("undo", done=by_withdrawal(Made))
    anew = step("anew", done=after_withdrawal(by_event(Made, what="bread")))
    meal = guide(bread, undo, anew)
    entries = [made(1, "bread")]
    assert current_step(meal, None, entries) is undo
    entries = [made(1, "bread", gone=True), taken_back(2, 1)]
    assert current_step(meal, None, entries) is anew
    assert current_step(meal, None, [*entries, made(3, "bread")]) is None


def test_taking_back_something_else_is_not_meant():
    undo = guide(step("undo", done=by_withdrawal(str)))
    tea = guide(step("undo", done=by_withdrawal(Made, what="tea")))
    entries = [made(1, "bread", gone=True), taken_back(2, 1)]
    assert current_step(undo, None, entries) is not None
    assert current_step(tea, None, entries) is not None
    assert current_step(tea, None, [made(1, "tea", gone=True), taken_back(2, 1)]) is None


def test_how_long_a_step_took_counts_from_the_one_before_it():
    found = progress(MEAL, None, [made(2, "bread"), made(5, "soup")], NOON)
    assert {each.step.name: each.took for each in found.taken} == {"bread": timedelta(minutes=2), "soup": timedelta(minutes=3)}
    assert found.now is TEA


def test_what_was_done_before_it_was_asked_for_took_no_time():
    found = progress(MEAL, None, [made(1, "tea"), made(2, "bread"), made(3, "soup")], NOON)
    assert [each.took for each in found.taken] == [timedelta(minutes=2), timedelta(minutes=1), None]


def test_whoever_works_alone_is_left_the_ordinary_steps():
    assert steps_left_alone(MEAL, None, []) == (BREAD, TEA)
    assert steps_left_alone(MEAL, None, [made(1, "tea")]) == (BREAD,)
