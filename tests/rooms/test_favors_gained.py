"""Ways to gain Favors, one or more in each room, each played until the card is in the hand (GE-FAV-01)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.favors.deck import FavorDrawn
from rooms.realm.game.scheme_effects.strike import SchemeTook
from rooms.realm.scenario.ids import CardId, Phase
from tests.rooms.court.court import CAT, FAMINE_AID, Session
from tests.rooms.underground.table import SNAKE_1
from tests.rooms.underground.test_attack import AMBUSH, attacking, begin
from tests.rooms.underground.test_card_to_bite import CARDS, through_the_table, written
from tests.rooms.underground.test_whole_tables import going_on
from tests.rooms.war.play import month, sheet, with_board
from tests.rooms.war.test_rewards import token

Gained = tuple[tuple[CardId, ...], tuple[CardId, ...]]  # the cards drawn or taken, and the hand that has them now


def by_a_rumor() -> Gained:
    """A House alone with a Rumor draws a Favor in Rewards (GE-WAR-51)."""
    war = with_board(month({"aka": {"cat": 1}}, {"cat-1": sheet()}), castles={}, remnants={}, rumors=(token(1, "aka"),))
    war.through("rewards")
    return tuple(each.card for each in war.all(FavorDrawn)), war.state.seats[SeatId("cat-1")].purse.favors


def by_a_kept_pool() -> Gained:
    """A pool with 2 Favors left draws 2 in Return (GE-CRT-35)."""
    court = Session(CAT, {CAT[0]: FAMINE_AID}).until("explain-1")
    court.day.state = replace(court.state, laws=(), hostages=())  # nothing takes a Favor away
    court.day.until(2, Phase.CEREMONY)
    drawn = tuple(each.card for each in court.day.happened if isinstance(each, FavorDrawn) and each.seat == CAT[0])
    assert len(drawn) == 2
    return drawn, court.state.seats[CAT[0]].purse.favors


def by_a_trap() -> Gained:
    """The owner of a trap draws a Favor when it hits an attacker (GE-UND-24)."""
    table, scheme = attacking(AMBUSH)
    begin(table, scheme)
    table.do(going_on(table, Random(1)))
    drawn = tuple(each.card for each in table.day.happened if isinstance(each, FavorDrawn))
    return drawn, table.state.seats[SNAKE_1].purse.favors


def by_slander() -> Gained:
    """A slanderer takes a Favor from the target (GE-UND-05)."""
    table = through_the_table(lambda state: written(state, "slander", *CARDS["slander"].answers))
    table.day.until(2, Phase.CEREMONY)
    taken = tuple(each.card for each in table.day.happened if isinstance(each, SchemeTook) and each.card and each.to == SNAKE_1)
    return taken, table.state.seats[SNAKE_1].purse.favors


@pytest.mark.rule("GE-FAV-01", "GE-CRT-35", "GE-UND-05", "GE-UND-24", "R-55", "R-135")
@pytest.mark.parametrize("way", [by_a_rumor, by_a_kept_pool, by_a_trap, by_slander])
def test_each_room_has_a_way_to_a_favor(way: Callable[[], Gained]):
    gained, hand = way()

    assert gained
    assert set(gained) <= set(hand)
