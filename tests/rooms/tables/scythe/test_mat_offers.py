"""Offers of the mats, compared with every possible action: the same are allowed, and `some` reaches each (SY-GEN-11, SY-GEN-12)."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from rooms.tables.scythe.game.actions import Bolster, Deploy, Enlist, GainCoins, Payment, Produce, TakeBonus, Trade
from rooms.tables.scythe.game.content import Amount, Part, Structure
from rooms.tables.scythe.game.payment import PaymentOffer, Price
from rooms.tables.scythe.game.state import NONE, WORKERS
from rooms.tables.scythe.rules.bolster_and_trade import BolsterOffer, TradeOffer
from rooms.tables.scythe.rules.bottom_row import BottomOffer
from rooms.tables.scythe.rules.ongoing_bonuses import BonusOffer
from rooms.tables.scythe.rules.production import ProduceOffer
from rooms.tables.scythe.rules.top_row import CoinsOffer
from tests.rooms.tables.scythe.mats import some
from tests.rooms.tables.scythe.play import begun

POWER, COINS, POPULARITY = Amount(Part.POWER, 2), Amount(Part.COIN, 2), Amount(Part.POPULARITY, 1)


def declined(*gains):
    """All ways to decline parts of these gains, in the order of `some`."""
    units = sorted([each.part for each in gains for _ in range(each.count)])
    return {each for count in range(len(units) + 1) for each in combinations(units, count)}


def drawn(offer, count):
    """Results of so many draws, all of them allowed."""
    dice = random.Random(1)
    found = {offer.some(dice) for _ in range(count)}
    assert all(offer.allows(action) for action in found)
    return found


@pytest.mark.rule("SY-MOV-02", "SY-BOL-02", "SY-GEN-12", "SY-R-24")
def test_small_offers_are_all_their_actions():
    coins = CoinsOffer((COINS,))
    assert drawn(coins, 2000) == {GainCoins(each) for each in declined(COINS)}
    bolster = BolsterOffer((POWER, POPULARITY), (Amount(Part.CARD), POPULARITY))
    ways = {Bolster(False, each) for each in declined(POWER, POPULARITY)} | {
        Bolster(True, each) for each in declined(Amount(Part.CARD), POPULARITY)
    }
    assert drawn(bolster, 9000) == ways
    assert drawn(BonusOffer(0, (POWER,)), 500) == {TakeBonus(accept=True), TakeBonus(accept=False)}
    for offer, action in (
        (coins, GainCoins((Part.POWER,))),
        (bolster, Bolster(True, (Part.POWER,))),
        (coins, TakeBonus(accept=True)),
    ):
        assert not offer.allows(action)
    assert bolster.allows(Bolster(False, (Part.POPULARITY, Part.POWER)))
    assert bolster.allows(Bolster(False, (Part.POWER, Part.POPULARITY)))


@pytest.mark.rule("SY-TRD-02", "SY-TRD-03", "SY-TRD-04", "SY-TRD-05")
def test_a_trade_is_popularity_or_any_two_tokens():
    offer = TradeOffer((POPULARITY,), 2, ("A4", "B4"), ())
    allowed = {Trade(None), Trade(None, (Part.POPULARITY,))}
    for one, other in product(product(range(4), repeat=4), repeat=2):
        placed = tuple([(space, tokens) for space, tokens in (("A4", one), ("B4", other)) if any(tokens)])
        assert offer.allows(Trade(placed)) is (sum(one) + sum(other) <= 2)
        if sum(one) + sum(other) <= 2:
            allowed.add(Trade(placed))

    assert drawn(offer, 20_000) == allowed
    assert drawn(TradeOffer((POPULARITY,), 2, (), ()), 500) == {Trade(None), Trade(None, (Part.POPULARITY,))}


@pytest.mark.rule("SY-PRD-03", "SY-PRD-04", "SY-PRD-09", "SY-PRD-12", "SY-R-20")
@pytest.mark.parametrize(("mill", "workers"), list(product(["", "B4"], [0, 1, 2, 5])))
def test_what_is_produced_is_within_limits_and_workers(mill, workers):
    offer = ProduceOffer(2, (("A6", 2), ("B4", 1), ("C5", 1), ("C6", 1)), mill, ("A6", "C6"), workers)
    allowed = set()
    for counts in product(range(4), repeat=4):
        spaces = tuple([(space, count) for (space, _most), count in zip(offer.spaces, counts, strict=True) if count])
        usual = [space for space, _count in spaces if space != mill]
        fits = len(usual) <= 2 and counts[0] + counts[3] <= workers
        fits = fits and all(count <= most for count, (_space, most) in zip(counts, offer.spaces, strict=True))
        assert offer.allows(Produce(spaces)) is fits
        if fits:
            allowed.add(Produce(spaces))

    assert drawn(offer, 30_000) == allowed


@pytest.mark.rule("SY-BOT-03", "SY-BOT-04", "SY-GEN-12", "SY-R-22")
def test_a_bottom_row_is_a_payment_a_benefit_or_none_and_what_is_declined():
    payment = PaymentOffer(Price(1, Part.METAL), (("A4", some(metal=1)), ("A5", some(metal=2))))
    offer = BottomOffer(1, payment, (2, 3), ("A4",), (COINS,))
    payments = [Payment(((space, some(metal=1)),)) for space in ("A4", "A5")]
    benefits = [(NONE, ""), (2, "A4"), (3, "A4")]
    wrong = [(1, "A4"), (2, ""), (NONE, "A4"), (2, "A5")]

    assert drawn(offer, 40_000) == {
        Deploy(paid, *benefit, give_up) for paid, benefit, give_up in product(payments, benefits, declined(COINS))
    }
    assert not any(offer.allows(Deploy(payments[0], *each)) for each in wrong)
    assert not offer.allows(Deploy(Payment(), 2, "A4"))
    assert not offer.allows(Deploy(Payment((("A5", some(metal=2)),)), 2, "A4"))
    assert not offer.allows(Enlist(payments[0], 2, 1))


@pytest.mark.rule("SY-ENL-02", "SY-GEN-12")
def test_what_may_be_declined_of_an_enlist_depends_on_its_space():
    payment = PaymentOffer(Price(1, Part.FOOD), (("A4", some(food=1)),))
    offer = BottomOffer(3, payment, (0, 2), (0, 1), (Amount(Part.COIN, 1),), {0: (POWER,), 1: (COINS,)})
    one, coin = payment.proposed, Amount(Part.COIN, 1)
    allowed = {Enlist(one, declined=each) for each in declined(coin)}
    for section, (space, bonus) in product((0, 2), ((0, POWER), (1, COINS))):
        allowed |= {Enlist(one, section, space, each) for each in declined(coin, bonus)}

    assert drawn(offer, 40_000) == allowed


@pytest.mark.rule("SY-GEN-02", "SY-GEN-03")
def test_what_a_player_owns():
    """1 character, 4 mechs, 8 workers, 4 structures, 4 recruits, 6 cubes; the board has four types of tokens."""
    side = begun(2).sides[0]

    assert len(side.units) == 1 + 4 + len(WORKERS) == 13
    assert (len(side.structures), len(side.recruits), len(side.cubes)) == (len(Structure), 4, 6)
    assert len(some(wood=1)) == 4
