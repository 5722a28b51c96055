"""News of castles: the month's net changes, without manual changes that cancel out."""

from __future__ import annotations

import pytest

from control.day.news.drafts import compose_lines
from control.engine.records import replace
from control.engine.reports import Report, ReportKind
from rooms.war.game.flags import AdjustFlag
from tests.rooms.war.play import AMN, CAT, WARGAME, WOLF, month
from tests.scenarios import default


def flag(house: str, *, on: bool) -> AdjustFlag:
    return AdjustFlag(region=AMN, house=house, on=on, reason="the wrong castle")


@pytest.mark.rule("R-51")
@pytest.mark.parametrize(
    ("hands", "news"),
    [
        ([flag(CAT, on=False), flag(CAT, on=True)], []),
        ([flag(WOLF, on=True), flag(WOLF, on=False)], []),
        ([flag(CAT, on=False)], ["The castle of Amn bears the flag of Cat no more."]),
        ([flag(WOLF, on=True)], ["The castle of Amn bears the flag of Wolf."]),
        ([flag(CAT, on=False), flag(WOLF, on=True)], ["The castle of Amn goes from Cat to Wolf."]),
    ],
)
def test_a_slip_with_a_flag_that_is_set_right_is_no_news(hands, news):
    scenario = default()
    plain = replace(scenario, texts=replace(scenario.texts, news=()))
    war = month({})
    war.state = state = replace(war.state, scenario=plain)

    told: list[Report] = []
    for happened in (each for hand in hands for each in war.do(hand)):
        after = WARGAME.evolve(state, happened)
        told += [each for each in WARGAME.reports(happened, state, after) if each.kind is ReportKind.NEWS]
        state = after

    assert [line.text for line in compose_lines(enumerate(told, start=1))] == news
