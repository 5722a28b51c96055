"""Reasons why an order failed, as its player may read them: of other players' sheets, only what was open."""

from __future__ import annotations

import pytest

from control.engine.ids import SeatId
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.state import EffectKind
from rooms.war.game import whynot
from rooms.war.game.state import war_of
from rooms.war.game.why.changes import MoreUnits, apply_change
from tests.rooms.war.play import AKA, CAT, ZEN, built, month, move, recruit, road, sheet

CAT_1, CAT_2 = SeatId("cat-1"), SeatId("cat-2")


@pytest.fixture
def both_move():
    """Cat's rank 1 moves both units of Zen away, so rank 2's order for them fails."""
    sheets = {"cat-1": sheet(move(2, "zen", "aka")), "cat-2": sheet(move(2, "zen", "aka"))}
    return month({"zen": {"cat": 2}}, sheets).through("move").state


@pytest.mark.rule("R-41", "GE-WAR-21")
def test_a_player_is_told_that_others_of_the_house_were_first_but_not_by_which_order(both_move):
    (why,) = whynot.allowed(both_move, CAT_2)

    assert why.cause == "Of the 2 units in Zen, others of the House had moved 2."
    name = both_move.seats[CAT_1].name
    assert not [words for words in (why.heading, why.cause, why.instead, why.name) if name in words or "order 1 of" in words]


@pytest.mark.rule("R-41", "GE-WAR-21")
def test_war_control_is_told_by_whose_order(both_move):
    (why,) = whynot.all_failures(both_move)

    assert f"order 1 of {both_move.seats[CAT_1].name}" in why.cause


@pytest.mark.rule("R-41", "GE-WAR-21")
def test_who_was_outranked_hears_how_many_units_more_would_have_been_enough():
    sheets = {"cat-1": sheet(move(2, "zen", "aka")), "cat-2": sheet(move(2, "zen", "aka"))}
    (why,) = whynot.allowed(month({"zen": {"cat": 3}}, sheets).through("move").state, CAT_2)

    assert why.instead == "With 1 more there all 2 would have moved."


@pytest.mark.rule("GE-WAR-82", "R-69")
def test_the_law_that_closed_a_region_is_named_as_what_would_have_to_go():
    war = month({"zen": {"cat": 3}}, {"cat-1": sheet(move(2, "zen", "aka"))})
    war.do(EnterEffect(kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=(AKA,), reason="read out", source="Law 14"))

    (why,) = whynot.all_failures(war.through("move").state)

    assert why.cause == "Aka was closed to Cat (Law 14)."
    assert why.instead == "Without Law 14 all 2 would have moved."


@pytest.mark.rule("GE-WAR-37", "GE-WAR-40")
def test_who_lost_a_battle_hears_how_many_units_more_would_have_won_it():
    war = month({"zen": {"cat": 3, "wolf": 5}}, {"cat-1": sheet(), "wolf-1": sheet()}).through("battle")

    for told in (whynot.allowed(war.state, CAT_1), whynot.all_failures(war.state)):
        assert [(why.cause, why.instead) for why in told] == [
            ("Wolf 5 against Cat 3.", "With 3 more units there Cat would have won."),
        ]


@pytest.mark.rule("GE-WAR-16", "GE-WAR-18", "R-17")
def test_who_moved_the_units_away_from_under_a_recruit_is_named_to_control_and_to_themselves():
    sheets = {"cat-1": sheet(move(2, "zen", "aka"), recruit("zen")), "cat-2": sheet(recruit("zen"))}
    state = month({"zen": {"cat": 2}}, sheets).through("recruit").state
    name = state.seats[CAT_1].name

    told = [why.cause.removeprefix("Zen held no unit of Cat any more: ") for why in whynot.all_failures(state)]
    assert told == [f"order 1 of {name} (Cat, rank 1) had moved them away."] * 2
    for seat, who in ((CAT_1, "your order 1"), (CAT_2, "the House")):
        (why,) = whynot.allowed(state, seat)
        assert why.cause == f"Zen held no unit of Cat any more: {who} had moved them away."


@pytest.mark.rule("GE-WAR-16", "R-17")
def test_who_moved_only_some_of_the_units_away_is_not_said_to_have_moved_them_all():
    sheets = {"cat-1": sheet(move(1, "zen", "aka"), recruit("zen")), "cat-2": sheet(move(2, "zen", "inn"))}
    state = month({"zen": {"cat": 3}}, sheets).through("recruit").state

    (why,) = whynot.allowed(state, CAT_1)
    assert why.cause == "Zen held no unit of Cat any more: your order 1 and other orders of the House had moved them away."


@pytest.mark.rule("GE-WAR-77", "R-63")
def test_a_tick_that_a_battle_has_shown_is_known_to_whoever_was_stopped_on_the_road():
    sheets = {"cat-1": sheet(move(2, "inn", "aka")), "wolf-1": sheet(allies="cat")}
    war = built(month({"inn": {"cat": 2}, "zen": {"wolf": 1}}, sheets), road("cat", "inn", "zen", "aka"))

    before, after = (whynot.allowed(war.through(step).state, CAT_1)[0] for step in ("move", "battle"))

    assert before.cause == after.cause == "The road led through Zen: Wolf stood there and is no mutual ally."
    assert (before.instead, after.instead) == ("", "Had Cat ticked Wolf, all 2 would have moved to Aka.")


@pytest.fixture
def closed_twice():
    """Aka is closed by two laws, so striking one of them would not help."""

    def close(war):
        for law in ("Law 14", "Law 15"):
            war.do(EnterEffect(kind=EffectKind.TRAVEL_BAN, since=1, until=1, regions=(AKA,), reason="read out", source=law))
        return war

    return close


@pytest.mark.rule("R-69")
def test_what_was_closed_by_two_laws_is_told_to_a_move_without_another_place(closed_twice):
    war = closed_twice(month({"zen": {"cat": 3}, "inn": {"cat": 2}}, {"cat-1": sheet(move(2, "zen", "aka"))}))

    (why,) = whynot.all_failures(war.through("move").state)

    assert why.cause == "Aka was closed to Cat (Law 14 and Law 15)."
    assert why.instead == ""


@pytest.mark.rule("R-41", "GE-WAR-21")
def test_a_move_from_where_nobody_stood_is_told_of_the_neighbour_where_enough_stood():
    war = month({"ode": {"cat": 13}, "fog": {"cat": 1}}, {"cat-1": sheet(move(13, "zen", "aka"))})

    (why,) = whynot.all_failures(war.through("move").state)

    assert why.instead == "“Move 13 from Ode to Aka” would have been carried out."


@pytest.mark.parametrize(("more", "left"), [pytest.param(1, 14, id="of the stockpile"), pytest.param(4, 12, id="and of elsewhere")])
def test_units_that_might_have_been_there_come_from_the_stockpile_and_then_from_elsewhere(more, left):
    war = war_of(apply_change(month({"zen": {"cat": 14}, "aka": {"cat": 4}}).state, MoreUnits(region=AKA, house=CAT, units=more)))

    assert (war.count(AKA, CAT), war.count(ZEN, CAT)) == (4 + more, left)
    assert war.on_map(CAT) + war.stock[CAT] == 20
