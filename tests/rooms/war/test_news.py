"""News of castles: the month's net changes, without manual changes that cancel out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from control.day.news.drafts import compose_lines
from rooms.war.game.flags import AdjustFlag
from rooms.war.game.news import NEWS
from tests.rooms.reporting import Reporting
from tests.rooms.war.play import AMN, CAT, WARGAME, WOLF, Month, month
from tests.scenarios import default

TOLD = Reporting(WARGAME, NEWS)


class Held:
    def __init__(self, war: Month) -> None:
        self.day = war


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
    war.state = replace(war.state, scenario=plain)

    told = TOLD.during(Held(war), lambda: [war.do(each) for each in hands])

    assert [line.text for line in compose_lines(enumerate(told, start=1))] == news
