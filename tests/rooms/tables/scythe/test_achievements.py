"""The achievement sheet: the winner's name beside each achievement of this win (SY-END-15, A-31)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.game.rules import Setup
from rooms.tables.scythe.game.actions import EndTurn, RecordAchievement, SkipBottom, SkipTop
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.game.state import Course, Phase, Star
from rooms.tables.scythe.rules.achievements import entries_of
from rooms.tables.scythe.rules.stars import settle
from rooms.tables.scythe.rules.turns import work_agenda
from tests.rooms.tables.scythe.play import BOOK, KEPT, RULES, begun, changed, play, refused


def ended(**options: str):
    """Anna has placed her sixth star. She has many coins and little else."""
    state = begun(2, **options)
    state = replace(changed(state, 0, stars=(Star.COMBAT,) * 5, power=16, popularity=3, coins=200), active=0)
    course = Course(BOOK, state, KEPT)
    settle(course)
    work_agenda(course)
    return course.state


@pytest.mark.rule("SY-END-15", "A-31")
def test_a_winner_is_asked_before_the_game_is_put_away_and_enters_two_at_most():
    state = ended(achievements="on")
    found = entries_of(BOOK, state, 0)

    assert state.phase is Phase.RECORDING
    assert RULES.result(state) is None
    assert RULES.waits_for(state) == (0,)
    assert {"AC-01", "AC-03", "AC-07", "AC-09", "AC-10", "AC-11"} == set(found)
    refused(state, 0, RecordAchievement(found[:3]))
    refused(state, 0, RecordAchievement((found[0], found[0])))
    refused(state, 0, RecordAchievement(("AC-02",)))
    refused(state, 1, RecordAchievement(found[:1]))
    done = play(state, 0, RecordAchievement(found[:2])).state
    assert done.records == ((0, found[0]), (0, found[1]))
    assert done.phase is Phase.OVER
    assert RULES.result(done).winners == (0,)


@pytest.mark.rule("SY-END-15")
def test_a_table_begins_with_what_has_a_name_from_earlier_tables():
    setup = Setup(players=2, options={"achievements": "on"}, kept=("AC-01", "AC-09"))

    assert RULES.setup(setup, KEPT).state.named == ("AC-01", "AC-09")
    assert RULES.setup(replace(setup, options={}), KEPT).state.named == ()


@pytest.mark.rule("SY-END-15", "A-31")
def test_what_a_table_leaves_is_what_its_winners_have_entered():
    done = play(ended(achievements="on"), 0, RecordAchievement(("AC-01",))).state

    assert SCYTHE.keeps(done) == ((0, "AC-01"),)


@pytest.mark.rule("SY-END-15")
def test_what_has_a_name_already_is_not_entered_again():
    state = replace(ended(achievements="on"), named=("AC-01", "AC-09"))

    assert not {"AC-01", "AC-09"} & set(entries_of(BOOK, state, 0))


@pytest.mark.rule("SY-END-15", "SY-R-47")
def test_time_running_out_enters_nothing_and_without_the_option_nobody_is_asked():
    state = ended(achievements="on")
    assert RULES.default(state, 0, None) == RecordAchievement(())
    assert play(state, 0, RecordAchievement(())).state.records == ()

    assert ended().phase is Phase.OVER


@pytest.mark.rule("SY-TRN-11")
def test_without_a_sixth_star_the_game_goes_on_for_ever():
    state = replace(begun(2), turns=5000)
    state = play(state, 0, RULES.default(state, 0, None)).state
    for action in (SkipTop(), SkipBottom(), EndTurn()):
        state = play(state, 0, action).state
    assert (state.turns, RULES.result(state)) == (5001, None)
