"""Payments of tokens and combat cards, compared with every possible payment (SY-GEN-11, SY-GEN-14, SY-FAC-03)."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement, product

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import Build, Payment
from rooms.tables.scythe.game.content import RESOURCES, Bottom, Part, Resource
from rooms.tables.scythe.game.payment import PaymentOffer, Price
from rooms.tables.scythe.rules.scoring import score_of
from rooms.tables.scythe.rules.supply import payment_for
from tests.rooms.tables.scythe.mats import at_bottom, dealt, hand, legal, paid, some, units
from tests.rooms.tables.scythe.play import BOOK, RULES, begun, changed, play, refused

TWO = (("A1", (2, 1, 0, 0)), ("B2", (0, 1, 1, 0)))


def every_payment(tokens, hand, *, coercion, cards):
    """All payments that can be written with these tokens and this hand, sensible or not."""
    spaces = [[(space, each) for each in product(*[range(count + 2) for count in there])] for space, there in tokens]
    for chosen in product(*spaces):
        some_of = tuple([each for each in chosen if any(each[1])])
        for card in (0, *sorted(set(hand)), 9):
            for as_type in (None, *RESOURCES):
                for given in combinations_with_replacement(sorted({*hand, 9}), cards):
                    if card or as_type is None:
                        yield Payment(some_of, card if coercion or card != 9 else 0, as_type, given)


def is_payment(payment, price, tokens, held, coercion):
    """The rule, written out step by step."""
    there, left = dict(tokens), list(held)
    for space, given in payment.spaces:
        if any(count > most for count, most in zip(given, there[space], strict=True)):
            return False
    for card in (*payment.cards, *([payment.coercion] if payment.coercion else [])):
        if card not in left:
            return False
        left.remove(card)
    if payment.coercion and not coercion:
        return False
    if len(payment.cards) != price.cards:
        return False
    kinds = [kind for _space, given in payment.spaces for kind, count in zip(RESOURCES, given, strict=True) for _ in range(count)]
    if price.part is Part.DIFFERENT:
        kinds += [payment.as_type] if payment.as_type else []
        return bool(payment.coercion) == (payment.as_type is not None) and len(kinds) == len(set(kinds)) == price.count
    right = price.part is Part.ANY or all(kind.value == price.part.value for kind in kinds)
    return right and payment.as_type is None and len(kinds) + bool(payment.coercion) == price.count


PRICES = [
    Price(count, part, cards)
    for part in (Part.ANY, Part.DIFFERENT, Part.OIL)
    for count in (0, 1, 2, 3)
    for cards in (0, 1)
    if count or cards
]


@pytest.mark.rule("SY-GEN-10", "SY-GEN-11", "SY-GEN-14", "SY-FAC-03", "SY-FAC-04", "SY-R-39")
@pytest.mark.parametrize("price", PRICES)
@pytest.mark.parametrize(("held", "coercion"), [((), False), ((2, 5), False), ((2, 2, 5), True)])
def test_what_is_allowed_is_exactly_what_pays(price, held, coercion):
    tokens = tuple([(space, there if price.part is not Part.OIL else (0, there[1], 0, 0)) for space, there in TWO])
    offer = PaymentOffer(price, tokens, held, coercion and bool(price.count))
    allowed = set()
    for payment in every_payment(tokens, held, coercion=coercion, cards=price.cards):
        expected = is_payment(payment, price, tokens, held, coercion and bool(price.count))
        assert offer.allows(payment) is expected, payment
        if expected:
            allowed.add(payment)

    assert offer.possible is bool(allowed)
    if allowed:
        assert offer.proposed in allowed
        assert bool(offer.proposed.coercion) is all(each.coercion for each in allowed)
        dice = random.Random(1)
        assert {offer.some(dice) for _ in range(120 * len(allowed))} == allowed


def test_what_is_proposed_comes_from_where_most_lies():
    offer = PaymentOffer(Price(4, Part.WOOD), (("A4", some(wood=1)), ("B4", some(wood=3)), ("C5", some(wood=2))))

    assert offer.proposed == Payment((("B4", some(wood=3)), ("C5", some(wood=1))))


@pytest.mark.parametrize(
    "payment",
    [
        Payment((("B2", some(food=1)), ("A1", some(wood=1)))),
        Payment((("A1", some(wood=1)), ("A1", some(wood=1)))),
        Payment((("A1", some(wood=2)), ("B2", (0, 0, 0, 0)))),
        Payment((("A1", (3, -1, 0, 0)),)),
        Payment((("C5", some(wood=2)),)),
        Payment((("A1", some(wood=2)),), cards=(2,)),
        Payment((("A1", some(wood=2)),), as_type=Resource.OIL),
    ],
)
def test_what_is_no_payment(payment):
    assert not PaymentOffer(Price(2), TWO, (2, 5)).allows(payment)


@pytest.mark.rule("SY-GEN-14", "SY-CTL-06", "SY-CTL-07", "SY-R-13")
def test_only_what_is_controlled_pays():
    """A worker, a mech or a structure gives control. Tokens of opponents, of nobody and of home bases cannot pay."""
    state = units(changed(dealt("industrial"), 0, structures=("B3", "D3", "", "")), 0, "A4 HB-NOR", mechs="B4")
    state = units(state, 1, "C6", mechs="D3")
    wood = {space: some(wood=9) for space in ("A4", "B3", "B4", "C6", "D3", "E1", "HB-NOR")}
    state = replace(at_bottom(state, Bottom.BUILD), tokens=wood)

    for space in wood:
        assert legal(state, Build(paid(space, wood=3))) is (space in ("A4", "B3", "B4")), space
    assert "from territories you control" in refused(state, 0, Build(paid("D3", wood=3))).sentence


@pytest.mark.rule("SY-FAC-03", "SY-R-39")
@pytest.mark.parametrize(("active", "coerced", "possible"), [(2, False, True), (2, True, False), (0, False, False)])
def test_coercion_is_once_in_the_own_turn(active, coerced, possible):
    state = hand(begun(3), 2, 2, 3)
    state = replace(state, active=active, turn=replace(state.turn, coerced=coerced))

    assert payment_for(BOOK, state, 2, Price(1)).possible is possible
    assert not payment_for(BOOK, state, 0, Price(1)).possible
    assert not payment_for(BOOK, hand(state, 2), 2, Price(1)).possible


@pytest.mark.rule("SY-FAC-03")
def test_one_card_stands_for_one_token_alone():
    state = hand(replace(units(dealt("industrial", 2), 2, "G3 H3"), tokens={"G3": some(wood=1)}), 2, 2, 3, 4)
    state = replace(at_bottom(state, Bottom.BUILD))
    assert not [offer for offer in RULES.offers(state, 2) if type(offer).__name__ == "BottomOffer"]

    enough = replace(state, tokens={"G3": some(wood=2)})
    after = play(enough, 2, Build(replace(paid("G3", wood=2), coercion=4))).state
    assert (after.sides[2].cards, after.discard, after.tokens) == ((2, 3), (4,), {})


@pytest.mark.rule("SY-FAC-05", "SY-END-10")
def test_cards_of_crimea_score_nothing():
    state = begun(3)

    assert score_of(BOOK, hand(state, 2, 2, 3, 4, 5), 2) == score_of(BOOK, hand(state, 2), 2)


@pytest.mark.rule("SY-GEN-14")
def test_any_mix_of_territories_pays():
    spaces = ("A4", "A5", "B4")
    state = units(dealt("industrial"), 0, " ".join(spaces))
    state = replace(at_bottom(state, Bottom.BUILD), tokens={space: some(wood=2) for space in spaces})
    mixes = [each for each in product(range(3), repeat=3) if sum(each) == 3]
    assert len(mixes) == 7

    for mix in mixes:
        payment = Payment(tuple([(space, some(wood=count)) for space, count in zip(spaces, mix, strict=True) if count]))
        after = play(state, 0, Build(payment)).state
        assert after.tokens == {space: some(wood=2 - count) for space, count in zip(spaces, mix, strict=True) if count < 2}
    for one, other in combinations(spaces, 2):
        assert not legal(state, Build(Payment(((other, some(wood=1)), (one, some(wood=2))))))
