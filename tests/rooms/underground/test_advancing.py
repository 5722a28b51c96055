"""Minions placed on schemes and in front of them, and the undo of the last act."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine import codec
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import DESKS
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.state import Lying, TableStep
from rooms.underground.game.tables.advancement import MinionsAdvanced
from rooms.underground.game.tables.cards import scheme_in
from rooms.underground.game.tables.lookup import room_of, turn_at
from rooms.underground.game.tables.protection import ProtectionPlaced
from rooms.underground.game.tables.schemes import price_of_next
from rooms.underground.game.tables.turns import in_step
from rooms.underground.game.tables.undo import last_act
from tests.rooms.realm.game.play import player
from tests.rooms.reporting import said_of
from tests.rooms.underground.minions import (
    TRAP,
    advance,
    all_conserved,
    end_turn,
    hand,
    protect,
    take_back,
    with_settings,
)
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, SNAKE_1, AtTable

ADVANCEMENT, PROTECTION = TableStep.ADVANCEMENT, TableStep.PROTECTION


def at(step: TableStep, **rulings: object) -> AtTable:
    """Two Cats and a Snake with their minions, on Cat's turn. A scheme of Snake and one of Cat are on the table."""
    table = AtTable((CAT_1, CAT_2, SNAKE_1), scenario=with_settings(**rulings))
    table.lay(SNAKE_1, TRAP)
    table.lay(CAT_1, TRAP)
    table.until(step)
    return table


def lying(table: AtTable, scheme: int) -> Lying:
    found = scheme_in(table.table, scheme)
    assert found is not None
    return found


# --- Advancement --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-39", "GE-UND-60", "R-116", "R-117")
def test_in_turn_any_minions_are_put_onto_any_schemes_of_any_house_and_traps_too():
    table = at(ADVANCEMENT)
    first, second, third, fourth = hand(table, CAT_1)
    table.press(advance(table, CAT_1, 1, first, second))
    table.press(advance(table, CAT_1, 2, third))
    with pytest.raises(Stale, match="It is the turn of"):
        table.press(advance(table, CAT_2, 1, hand(table, CAT_2)[0]))
    table.press(end_turn(table, CAT_1, ADVANCEMENT))

    assert lying(table, 1).advancement == (first, second)
    assert lying(table, 2).advancement == (third,)
    assert hand(table, CAT_1) == (fourth,)
    assert turn_at(table.state, table.id) == CAT_2
    assert all_conserved(table)


@pytest.mark.rule("GE-UND-39", "R-116")
@pytest.mark.parametrize("step", [ADVANCEMENT, PROTECTION])
def test_with_an_empty_hand_the_turn_goes_on_by_itself_and_is_as_old_as_the_last_act(step: TableStep):
    table = at(step, protection_cost="turn")
    before, began = hand(table, CAT_1), table.table.since
    for card in before[:-1]:
        table.do(advance(table, CAT_1, 1, card) if step is ADVANCEMENT else protect(table, CAT_1, 1, card), player(CAT_1), after=9)
        assert table.table.since == began  # still the same turn
    last = advance(table, CAT_1, 1, before[-1]) if step is ADVANCEMENT else protect(table, CAT_1, 1, before[-1])
    table.do(last, player(CAT_1), after=9)

    assert turn_at(table.state, table.id) == CAT_2
    assert table.table.since == table.day.now != began


@pytest.mark.rule("GE-UND-59", "GE-UND-60")
def test_a_scheme_that_stayed_from_an_earlier_month_is_advanced_as_any_other():
    table = at(ADVANCEMENT)
    schemes = tuple(replace(each, month=0) for each in table.table.schemes)
    rooms = room_of(table.state)
    own = replace(rooms, tables={table.id: replace(table.table, schemes=schemes)})
    table.day.state = replace(table.state, rooms={**table.state.rooms, "underground": own})
    table.press(advance(table, CAT_1, 1, hand(table, CAT_1)[0]))

    assert len(lying(table, 1).advancement) == 1


def test_only_minions_in_hand_are_put_anywhere_and_each_once():
    table = at(ADVANCEMENT)
    first = hand(table, CAT_1)[0]
    for cards in ((hand(table, CAT_2)[0],), (first, first)):
        with pytest.raises(Refused, match="not all in hand"):
            table.press(advance(table, CAT_1, 1, *cards))
    with pytest.raises(Refused, match="Choose the minions"):
        table.press(advance(table, CAT_1, 1))
    with pytest.raises(Stale, match="does not lie here"):
        table.press(advance(table, CAT_1, 9, first))
    with pytest.raises(Stale, match="is over, or has not begun"):
        table.press(protect(table, CAT_1, 1, first))
    with pytest.raises(Refused):
        table.do(advance(table, CAT_1, 1, first), player(SNAKE_1))


@pytest.mark.rule("R-144")
def test_what_lies_face_down_no_sentence_names_but_to_who_put_it_there():
    table = at(ADVANCEMENT)
    advancing = table.state
    advanced = table.press(advance(table, CAT_1, 1, hand(table, CAT_1)[0]))
    protecting = table.until(PROTECTION).state
    placed = table.press(protect(table, CAT_1, 1, hand(table, CAT_1)[0]))

    for before, events in ((advancing, advanced), (protecting, placed)):
        (said,) = said_of(GAME, before, events)
        assert "red Rock" in said.pop(f"seat:{CAT_1}")
        assert set(said) == {DESKS, f"seat:{SNAKE_1}"}  # whose scheme it is; the other Cat reads nothing
        for words in said.values():
            assert not any(word in words for word in ("Rock", "Paper", "Scissors", "red", "blue"))


# --- Protection ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-41", "GE-UND-42", "R-118")
def test_ex_26_the_price_of_three_protections():
    table = at(PROTECTION)
    one, two, three, four = hand(table, CAT_1)
    table.press(protect(table, CAT_1, 1, one))
    with pytest.raises(Refused, match="costs 1 discard"):
        table.press(protect(table, CAT_1, 1, two))
    table.press(protect(table, CAT_1, 1, two, three))
    with pytest.raises(Refused, match="costs 2 discards"):
        table.press(protect(table, CAT_1, 1, four))

    assert [guard.card for guard in lying(table, 1).protection] == [one, two]  # innermost first
    assert not any(guard.up for guard in lying(table, 1).protection)
    assert room_of(table.state).decks.minions[HouseId("cat")].discards == (three,)
    assert hand(table, CAT_1) == (four,)
    assert all_conserved(table)


@pytest.mark.rule("GE-UND-42", "R-118")
def test_what_others_placed_counts_too_and_another_scheme_has_a_price_of_its_own():
    table = at(PROTECTION)
    table.press(protect(table, CAT_1, 1, hand(table, CAT_1)[0]))
    table.press(protect(table, CAT_1, 2, hand(table, CAT_1)[0]))
    table.press(end_turn(table, CAT_1, PROTECTION))
    card, discard, *_rest = hand(table, CAT_2)
    with pytest.raises(Refused, match="costs 1 discard"):
        table.press(protect(table, CAT_2, 1, card))
    table.press(protect(table, CAT_2, 1, card, discard))

    assert lying(table, 1).protection[-1].card == card


@pytest.mark.rule("R-118", "GE-UND-42")
def test_by_the_setting_the_price_is_paid_once_a_turn():
    table = at(PROTECTION, protection_cost="turn")
    one, two, *_rest = hand(table, CAT_1)
    table.press(protect(table, CAT_1, 1, one))
    table.press(protect(table, CAT_1, 1, two))
    table.press(end_turn(table, CAT_1, PROTECTION))
    card, *discards = hand(table, CAT_2)
    with pytest.raises(Refused, match="costs 2 discards"):
        table.press(protect(table, CAT_2, 1, card))
    table.press(protect(table, CAT_2, 1, card, *discards))

    assert len(lying(table, 1).protection) == 3
    again = at(PROTECTION, protection_cost="turn")
    for scheme in (1, 2, 1):  # acting on another scheme in between starts no new turn
        again.press(protect(again, CAT_1, scheme, hand(again, CAT_1)[0]))
    assert len(lying(again, 1).protection) == 2
    assert [price_of_next(3, mode, paid=True) for mode in ("each", "turn")] == [3, 0]


# --- undo ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R-116", "GE-UND-39")
def test_the_last_acts_are_taken_back_one_by_one_until_the_next_player_has_acted():
    table = at(ADVANCEMENT)
    first, second, *_rest = held = hand(table, CAT_1)
    table.press(advance(table, CAT_1, 1, first))
    table.press(advance(table, CAT_1, 2, second))
    table.press(end_turn(table, CAT_1, ADVANCEMENT))
    table.press(take_back(table, CAT_1, ADVANCEMENT))
    assert turn_at(table.state, table.id) == CAT_1
    table.press(take_back(table, CAT_1, ADVANCEMENT))
    table.press(take_back(table, CAT_1, ADVANCEMENT))
    assert hand(table, CAT_1) == held
    with pytest.raises(Stale, match="no longer be taken back"):
        table.press(take_back(table, CAT_1, ADVANCEMENT))

    table.press(advance(table, CAT_1, 1, first))
    table.press(end_turn(table, CAT_1, ADVANCEMENT))
    table.press(advance(table, CAT_2, 1, hand(table, CAT_2)[0]))
    with pytest.raises(Stale, match="no longer be taken back"):
        table.press(take_back(table, CAT_1, ADVANCEMENT))


@pytest.mark.rule("R-116", "GE-UND-39", "GE-UND-41")
def test_who_sits_alone_takes_nothing_back_that_was_done_in_the_step_before():
    table = AtTable((CAT_1,), scenario=with_settings())
    table.lay(CAT_1, TRAP)
    table.until(ADVANCEMENT)
    first, second, *_rest = hand(table, CAT_1)
    table.press(advance(table, CAT_1, 1, first))
    table.press(end_turn(table, CAT_1, ADVANCEMENT))
    table.until(PROTECTION)
    assert last_act(table.state, table.id, PROTECTION, CAT_1) is None
    with pytest.raises(Stale, match="no longer be taken back"):
        table.press(take_back(table, CAT_1, PROTECTION))

    table.press(protect(table, CAT_1, 1, second))
    table.press(take_back(table, CAT_1, PROTECTION))

    assert last_act(table.state, table.id, PROTECTION, CAT_1) is None
    with pytest.raises(Stale, match="no longer be taken back"):
        table.press(take_back(table, CAT_1, PROTECTION))
    assert lying(table, 1).advancement == (first,)
    assert first not in hand(table, CAT_1)
    assert all_conserved(table)


def test_a_second_press_takes_no_second_act_back():
    table = at(ADVANCEMENT)
    first, second, *_rest = hand(table, CAT_1)
    table.press(advance(table, CAT_1, 1, first))
    table.press(advance(table, CAT_1, 1, second))
    pressed = take_back(table, CAT_1, ADVANCEMENT)
    table.press(pressed)
    with pytest.raises(Stale):
        table.press(pressed)

    assert lying(table, 1).advancement == (first,)


@pytest.mark.rule("R-118", "GE-UND-42")
def test_discards_that_were_shuffled_into_the_pile_meanwhile_stay_there():
    table = at(PROTECTION)
    one, two, three, *_rest = hand(table, CAT_1)
    table.press(protect(table, CAT_1, 1, one))
    table.press(protect(table, CAT_1, 1, two, three))
    decks = room_of(table.state).decks
    pile = decks.minions[HouseId("cat")]
    moved = replace(decks, minions={**decks.minions, HouseId("cat"): replace(pile, cards=(*pile.cards, three), discards=())})
    own = replace(room_of(table.state), decks=moved)
    table.day.state = replace(table.state, rooms={**table.state.rooms, "underground": own})

    with pytest.raises(Stale, match="no longer be taken back"):
        table.press(take_back(table, CAT_1, PROTECTION))


def test_attacks_are_not_taken_back():
    table = at(TableStep.ATTACK)
    with pytest.raises(Refused, match="stands"):
        table.press(take_back(table, CAT_1, TableStep.ATTACK))


@pytest.mark.rule("R-116", "R-117", "R-118", "R-144")
@given(st.data())
def test_whatever_is_done_no_card_is_lost_and_taking_back_gives_the_same_bytes(data):
    """Play Advancement and Protection at random. After each act, undo it and repeat it."""
    mode = data.draw(st.sampled_from(("each", "turn")))
    table = at(ADVANCEMENT, protection_cost=mode)
    for step in (ADVANCEMENT, PROTECTION):
        table.until(step)
        for _each in range(data.draw(st.integers(0, 8))):
            seat = turn_at(table.state, table.id)
            if seat is None:
                break
            command = _random_act(data, table, seat, step)
            before = replace(table.table)
            start = stepped(table, step)
            table.press(command)
            assert all_conserved(table)
            turn = turn_at(table.state, table.id)
            assert turn is None or hand(table, turn)
            after = codec.encode_state(table.state)
            table.press(take_back(table, seat, step))
            assert codec.encode_state(table.state) == start, before
            table.press(command)
            assert codec.encode_state(table.state) == after


def stepped(table: AtTable, step: TableStep) -> bytes:
    """The state's bytes with the table's marks set for this step, because the first act clears those of the step before."""
    own = room_of(table.state)
    tables = {**own.tables, table.id: in_step(table.state, table.table, step)}
    rooms = {**table.state.rooms, "underground": replace(own, tables=tables)}
    return codec.encode_state(replace(table.state, rooms=rooms))


def _random_act(data, table, seat, step):
    held = list(hand(table, seat))
    scheme = data.draw(st.sampled_from((1, 2)))
    if data.draw(st.integers(0, 3)) == 0:
        return end_turn(table, seat, step)
    if step == ADVANCEMENT:
        return advance(table, seat, scheme, *data.draw(st.lists(st.sampled_from(held), min_size=1, unique=True)))
    paid = (seat, scheme) in table.table.paid and table.table.step == step
    price = price_of_next(len(lying(table, scheme).protection), table.state.scenario.settings.protection_cost, paid=paid)
    cards = data.draw(st.permutations(held))
    return protect(table, seat, scheme, *cards[: price + 1]) if price < len(held) else end_turn(table, seat, step)


# --- withdrawals --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("GE-UND-39", "R-144")
def test_what_was_built_on_a_withdrawn_act_is_named_and_loses_no_card():
    table = at(ADVANCEMENT)
    start, first = table.state, hand(table, CAT_1)[0]
    happened = [
        *table.press(advance(table, CAT_1, 1, first)),
        *table.press(take_back(table, CAT_1, ADVANCEMENT)),
        *table.press(advance(table, CAT_1, 2, first)),
    ]
    assert [type(each).__name__ for each in happened] == ["MinionsAdvanced", "ActTakenBack", "MinionsAdvanced"]
    without = start
    for event in (happened[0], happened[2]):  # with the undo withdrawn, the card is still on the first scheme
        without = GAME.evolve(without, event)
    table.day.state = without

    assert len(GAME.broken(without)) == 1
    assert all_conserved(table)
    for event in (
        replace(happened[0], cards=("cat:rock-red#99",)),
        ProtectionPlaced(month=1, table=table.id, seat=CAT_1, scheme=9, card=first, discards=(), at=table.day.now),
        MinionsAdvanced(month=1, table=table.id, seat=CAT_1, scheme=9, cards=(first,), at=table.day.now),
        happened[1],
    ):
        assert GAME.broken(GAME.evolve(start, event))
