"""Divorce: only where a setting allows it, when both agree, in Ceremony and Planning (R-140, R-141)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.viewer import Viewer
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.view_weddings import divorce
from rooms.realm.game.weddings.divorce import AgreeToDivorce, AskForDivorce, DivorceAgreed, DivorceAsked, StayMarried
from rooms.realm.scenario.ids import Phase
from tests.rooms.realm.game.play import CAT_2, CEREMONY, SHARED, Day, player
from tests.rooms.realm.game.wedding import BEAR_1, WOLF_4, agreed, in_ceremony, weds, with_divorce, with_priest

pytestmark = pytest.mark.rule("R-140")


def married() -> Day:
    day = with_divorce(with_priest(in_ceremony()))
    weds(agreed(day))
    return day


def stand(day: Day, seat) -> str | None:
    panel = divorce(day.state, Viewer(seat=seat))
    return None if panel is None else panel.stand


@pytest.mark.rule("R-141")
def test_one_asks_the_other_agrees_and_the_marriage_and_its_hostages_are_over():
    day = married()
    held = len(day.state.hostages)
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    assert (stand(day, CAT_2), stand(day, WOLF_4), stand(day, BEAR_1)) == ("own", "asked", None)

    day.do(AgreeToDivorce(seat=WOLF_4), by=player(WOLF_4))

    assert (day.state.seats[CAT_2].spouse, day.state.seats[WOLF_4].spouse, day.state.divorces) == (None, None, ())
    assert len(day.state.hostages) == held - 2
    assert (stand(day, CAT_2), stand(day, WOLF_4)) == (None, None)


@pytest.mark.rule("R-141")
def test_the_hostages_stay_where_the_scenario_keeps_them():
    day = married()
    settings = replace(day.state.scenario.settings, marriage_hostages_after_death="kept")
    day.state = replace(day.state, scenario=replace(day.state.scenario, settings=settings))
    held = day.state.hostages
    assert divorce(day.state, Viewer(seat=CAT_2)).kept
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    day.do(AgreeToDivorce(seat=WOLF_4), by=player(WOLF_4))
    assert day.state.hostages == held


@pytest.mark.parametrize("who", [CAT_2, WOLF_4])
def test_no_or_a_question_taken_back_leaves_them_married(who):
    day = married()
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    with pytest.raises(Stale, match="asked already"):
        day.do(AskForDivorce(seat=WOLF_4), by=player(WOLF_4))
    day.do(StayMarried(seat=who), by=player(who))
    assert (day.state.divorces, day.state.seats[CAT_2].spouse) == ((), WOLF_4)
    for late in (AgreeToDivorce(seat=WOLF_4), StayMarried(seat=WOLF_4)):
        with pytest.raises(Stale, match="not asked any more"):
            day.do(late, by=player(WOLF_4))


def test_who_asks_cannot_agree_for_the_other():
    day = married()
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    with pytest.raises(Stale):
        day.do(AgreeToDivorce(seat=CAT_2), by=player(CAT_2))


def test_the_question_lapses_when_planning_ends():
    day = married()
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    assert stand(day.until(2, Phase.PLANNING), WOLF_4) == "asked"
    assert (stand(day.until(2, Phase.MOVEMENT), WOLF_4), day.state.divorces) == (None, ())
    with pytest.raises(Refused, match="in Ceremony and Planning"):
        day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))


def test_control_ending_the_marriage_ends_the_question():
    day = married()
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    day.do(SetSpouses(player=WOLF_4, other=None, reason="by law"), by=CEREMONY)
    assert day.state.divorces == ()
    with pytest.raises(Refused, match="not married"):
        day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))


@pytest.mark.parametrize(("gone", "named"), [(DivorceAsked, True), (DivorceAgreed, False)])
def test_the_question_cannot_be_taken_back_from_under_the_answer(gone, named):
    day = married()
    before, at = day.state, len(day.happened)
    day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
    day.do(AgreeToDivorce(seat=WOLF_4), by=player(WOLF_4))

    state = before
    for happened in day.happened[at:]:
        state = state if type(happened) is gone else SHARED.evolve(state, happened)

    assert ("A divorce stands that nobody asked for." in SHARED.broken(state)) is named


def test_by_default_there_is_no_divorce_and_no_button():
    day = with_priest(in_ceremony())
    weds(agreed(day))
    assert stand(day, CAT_2) is None
    with pytest.raises(Refused, match="There is no divorce"):
        day.do(AskForDivorce(seat=CAT_2), by=player(CAT_2))
