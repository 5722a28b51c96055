"""Turns, sections, and actions beside them (SY-TRN, SY-ALL, SY-END-14)."""

from __future__ import annotations

import pytest

from control.engine.records import replace
from rooms.tables.game.rules import KEEPER
from rooms.tables.scythe.game.actions import (
    ChooseSection,
    EndTurn,
    GiveCoins,
    PunishDelay,
    SkipBottom,
    SkipTop,
)
from rooms.tables.scythe.game.state import FACTORY, NONE, Phase
from rooms.tables.scythe.rules.turns import PunishOffer
from tests.rooms.tables.scythe.play import RULES, begun, changed, play, refused, words


def turn(state, section):
    """Play a turn without any effect."""
    player = state.active
    for action in (ChooseSection(section), SkipTop(), SkipBottom(), EndTurn()):
        state = play(state, player, action).state
    return state


@pytest.mark.rule("SY-TRN-01", "SY-TRN-03", "SY-TRN-04", "SY-TRN-05", "SY-TRN-10")
def test_a_turn_goes_section_top_bottom_end():
    state, seen = begun(3), []
    player = state.active
    for action in (ChooseSection(2), SkipTop(), SkipBottom(), EndTurn()):
        seen.append(state.phase)
        state = play(state, player, action).state

    assert seen == [Phase.CHOOSE_SECTION, Phase.TOP, Phase.BOTTOM, Phase.TURN_END]
    assert state.active == state.order[(state.order.index(player) + 1) % 3]
    assert state.turns == 2


@pytest.mark.rule("SY-TRN-06", "SY-TRN-07")
def test_rows_do_not_come_back_nor_the_bottom_first():
    state = play(begun(2), 0, ChooseSection(0)).state
    assert "top row" in refused(state, 0, SkipBottom()).sentence

    state = play(state, 0, SkipTop()).state
    assert "bottom row" in refused(state, 0, SkipTop()).sentence


@pytest.mark.rule("SY-TRN-02", "SY-FAC-01", "W-12")
def test_the_same_section_twice_is_for_rusviet_alone():
    state = turn(turn(begun(2), 1), 1)

    assert state.sides[0].faction == "nordic"
    assert "last turn" in refused(state, 0, ChooseSection(1)).sentence
    state = turn(state, 2)
    assert state.sides[1].faction == "rusviet"
    assert play(state, 1, ChooseSection(1)).state.turn.section == 1


@pytest.mark.rule("SY-TRN-08", "SY-FAC-02", "SY-R-02", "W-12")
@pytest.mark.parametrize(("option", "again"), [("on", True), ("off", False)])
def test_relentless_covers_the_factory_card_by_the_option(option, again):
    state = begun(2, relentless_factory=option)
    cards = state.cards[1:]
    state = replace(state, active=1, cards=cards)
    state = changed(state, 1, card="FC-01", section=FACTORY) if "FC-01" not in cards else state

    offered = RULES.offers(state, 1)[0].things
    assert (FACTORY in offered) is again
    assert offered[:4] == (0, 1, 2, 3)


@pytest.mark.rule("SY-TRN-08")
def test_without_a_factory_card_there_is_no_fifth_section():
    assert "no such section" in refused(begun(2), 0, ChooseSection(FACTORY)).sentence


@pytest.mark.rule("SY-TRN-12")
def test_left_is_clockwise_and_with_two_both_are_the_same():
    from rooms.tables.scythe.game.state import clockwise, left_of, right_of

    state = replace(begun(3), order=(2, 0, 1))
    assert (left_of(state, 2), right_of(state, 2), clockwise(state, 0)) == (0, 1, (0, 1, 2))
    two = begun(2)
    assert left_of(two, 0) == right_of(two, 0) == 1


@pytest.mark.rule("SY-ALL-01", "SY-ALL-02", "A-29", "SY-R-45", "SY-R-46")
def test_anybody_gives_coins_while_nothing_is_resolved():
    state = begun(3)
    played = play(state, 2, GiveCoins(0, 3))

    assert played.state.sides[2].coins == state.sides[2].coins - 3
    assert played.state.sides[0].coins == state.sides[0].coins + 3
    assert words(state, played, 1) == ["Clara gives Anna 3 coins."]
    for amount in (0, 99, -2):
        assert "at least 1 coin" in refused(state, 2, GiveCoins(0, amount)).sentence
    refused(state, 2, GiveCoins(2, 1))
    refused(state, 2, GiveCoins(7, 1))


@pytest.mark.rule("SY-ALL-03")
def test_in_a_tournament_nobody_gives_coins():
    assert "tournament" in refused(begun(2, tournament="on"), 0, GiveCoins(1, 1)).sentence


@pytest.mark.rule("SY-END-14", "A-30", "SY-R-52")
def test_the_host_punishes_delay_where_the_table_plays_with_it():
    state = begun(3, host=1, delay="on")

    assert play(state, 1, PunishDelay(0)).state.sides[0].popularity == state.sides[0].popularity - 1
    refused(state, 0, PunishDelay(2))
    refused(begun(3, host=1), 1, PunishDelay(0))


@pytest.mark.rule("SY-END-14", "A-30", "SY-GEN-07")
@pytest.mark.parametrize("host", [1, None])
def test_delay_is_punished_at_no_popularity_too_and_takes_nothing_below_it(host):
    """A penalty is not a cost: it stops at 0, and everybody reads who held up play."""
    state = changed(begun(3, host=host, delay="on"), 0, popularity=0)
    by = KEEPER if host is None else host

    assert PunishOffer((0, 1, 2)) in RULES.offers(state, by)
    played = play(state, by, PunishDelay(0))
    assert [side.popularity for side in played.state.sides] == [side.popularity for side in state.sides]
    assert words(state, played, 2) == ["Anna held up play and has no popularity to lose."]
    again = play(played.state, by, PunishDelay(2))
    assert again.state.sides[2].popularity == state.sides[2].popularity - 1
    assert words(played.state, again, 0) == ["Clara held up play and loses 1 popularity."]


@pytest.mark.rule("SY-END-14", "A-30", "SY-R-52")
def test_who_keeps_the_table_without_a_chair_punishes_delay_and_does_nothing_else():
    state = begun(3, host=None, delay="on")

    assert play(state, KEEPER, PunishDelay(0)).state.sides[0].popularity == state.sides[0].popularity - 1
    assert RULES.offers(state, KEEPER) == (PunishOffer((0, 1, 2)),)
    for action in (ChooseSection(0), GiveCoins(1, 1), EndTurn()):
        assert refused(state, KEEPER, action).code == "not-yours"
    assert refused(state, 0, PunishDelay(1)).rule == "SY-R-52"
    nobody = refused(state, KEEPER, PunishDelay(7))
    assert (nobody.rule, nobody.sentence) == ("SY-END-14", "Name a player who sits at the table.")
    assert refused(begun(3, host=1, delay="on"), KEEPER, PunishDelay(0)).rule == "SY-R-52"
    assert refused(begun(3, host=None), KEEPER, PunishDelay(0)).rule == "SY-END-14"
    moving = replace(state, phase=Phase.MOVING)
    assert RULES.offers(moving, KEEPER) == ()
    assert refused(moving, KEEPER, PunishDelay(0)).rule == "SY-R-45"


@pytest.mark.rule("SY-R-49")
def test_turns_do_not_overlap():
    state = begun(3)

    assert "Another player" in refused(state, 1, ChooseSection(0)).sentence
    assert refused(state, 9, ChooseSection(0)).code == "not-yours"
    assert "no such action" in refused(state, 0, "hexes").sentence


@pytest.mark.rule("SY-R-47")
def test_whose_time_runs_out_does_nothing_in_the_first_section_that_is_legal():
    state, done = begun(2), []
    for _ in range(8):
        (player,) = RULES.waits_for(state)
        action = RULES.default(state, player, None)
        done.append(action)
        state = play(state, player, action).state
    assert done == [ChooseSection(0), SkipTop(), SkipBottom(), EndTurn()] * 2
    assert RULES.default(state, 0, None) == ChooseSection(1)


@pytest.mark.rule("SY-R-47", "SY-FAC-01", "SY-TRN-02")
@pytest.mark.parametrize("faction", ["nordic", "rusviet", "crimea", "saxony", "polania"])
@pytest.mark.parametrize("card", ["", "FC-01"])
@pytest.mark.parametrize("option", ["on", "off"])
@pytest.mark.parametrize("last", [NONE, 0, 1, 2, 3, FACTORY])
def test_who_is_silent_plays_the_legal_section_of_the_mat_with_the_lowest_number(faction, card, option, last):
    """With Relentless it may be the same section again. It is never the Factory card."""
    state = begun(5, relentless_factory=option)
    player = next(each for each, side in enumerate(state.sides) if side.faction == faction)
    state = changed(replace(state, active=player), player, section=last, card=card)

    assert RULES.default(state, player, None) == ChooseSection(1 if last == 0 and faction != "rusviet" else 0)


@pytest.mark.rule("A-25", "A-28", "SY-TRN-10")
def test_skipping_the_bottom_row_can_end_the_turn_with_the_same_action():
    state = begun(2)
    for action in (ChooseSection(2), SkipTop()):
        state = play(state, state.active, action).state
    two = play(play(state, state.active, SkipBottom()).state, state.active, EndTurn()).state
    one = play(state, state.active, SkipBottom(ends=True)).state

    assert one == two
    assert one.active != state.active
