"""The top row of a player mat: coins, Bolster, Trade and Produce (SY-MOV-02, SY-BOL, SY-TRD, SY-PRD)."""

from __future__ import annotations

from itertools import product

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import Bolster, GainCoins, Produce, SkipTop, Trade
from rooms.tables.scythe.game.content import Part, Top
from rooms.tables.scythe.game.state import Course, Phase, Star, on_board, tokens_at
from rooms.tables.scythe.rules.bolster_and_trade import BolsterOffer, TradeOffer
from rooms.tables.scythe.rules.production import Produced, ProduceOffer, place_produced
from rooms.tables.scythe.rules.supply import CombatCardsDrawn, CombatCardsShuffled
from rooms.tables.scythe.rules.top_row import CoinsOffer
from tests.rooms.tables.scythe.mats import UPGRADED, at_top, dealt, hand, kinds, legal, offered, some, units
from tests.rooms.tables.scythe.play import BOOK, KEPT, RULES, changed, play, refused, words

POWER, CARDS = Bolster(cards=False), Bolster(cards=True)
FULL_BOXES = {"cubes": UPGRADED, "boxes": (1, 2, 1, 2)}  # Industrial


def table(top, **fields):
    return at_top(changed(dealt("industrial"), 0, **fields), top)


@pytest.mark.rule("SY-MOV-02", "SY-MOV-04", "SY-GEN-12")
@pytest.mark.parametrize(("fields", "coins"), [({}, 1), (FULL_BOXES, 2)])
def test_coins_instead_of_moves(fields, coins):
    state = table(Top.MOVE, coins=0, **fields)

    played = play(state, 0, GainCoins())
    assert played.state.sides[0].coins == coins
    assert played.state.phase is Phase.BOTTOM
    assert words(state, played, 1)[0] == "Anna takes Move / Gain: coin."
    assert play(state, 0, GainCoins((Part.COIN,))).state.sides[0].coins == coins - 1
    assert "give up more" in refused(state, 0, GainCoins((Part.COIN,) * (coins + 1))).sentence


@pytest.mark.rule("SY-BOL-01", "SY-GEN-11")
@pytest.mark.parametrize("action", [POWER, CARDS, Trade(None)])
def test_a_row_that_cannot_be_paid_is_refused(action):
    state = table(Top.TRADE if isinstance(action, Trade) else Top.BOLSTER, coins=0)

    assert "costs 1 coin" in refused(state, 0, action).sentence
    assert play(state, 0, SkipTop()).state.phase is Phase.BOTTOM


@pytest.mark.rule("SY-BOL-01", "SY-BOL-02", "SY-BOL-03", "SY-BOL-04", "SY-BOL-05", "SY-GEN-10", "SY-GEN-15")
@pytest.mark.parametrize(("upgraded", "monument"), list(product([False, True], [False, True])))
def test_bolster_gives_power_or_cards(upgraded, monument):
    fields = FULL_BOXES if upgraded else {}
    state = hand(table(Top.BOLSTER, power=4, popularity=2, structures=("", "", "", "A4" if monument else ""), **fields), 0, 5)
    one, other = play(state, 0, POWER), play(state, 0, CARDS)

    for played in (one, other):
        assert played.state.sides[0].coins == state.sides[0].coins - 1
        assert played.state.sides[0].popularity == 2 + monument
        assert played.state.phase is Phase.BOTTOM
        assert kinds(played.facts)[:2] == ["TopTaken", "Paid"]
    assert (one.state.sides[0].power, len(one.state.sides[0].cards)) == (6 + upgraded, 1)
    assert (other.state.sides[0].power, len(other.state.sides[0].cards)) == (4, 2 + upgraded)


@pytest.mark.rule("SY-BOL-05", "SY-GEN-12")
def test_what_bolster_gives_may_be_declined_in_part():
    state = table(Top.BOLSTER, power=4, popularity=2, structures=("", "", "", "A4"))
    declined = play(state, 0, Bolster(cards=False, declined=(Part.POPULARITY, Part.POWER))).state.sides[0]

    assert (declined.power, declined.popularity) == (5, 2)
    assert legal(state, Bolster(cards=True, declined=(Part.CARD, Part.POPULARITY)))
    for part in (Part.CARD, Part.COIN):
        assert not legal(state, Bolster(cards=False, declined=(part,)))
    refused(state, 0, Bolster(cards=False, declined=(Part.POWER,) * 3))


@pytest.mark.rule("SY-GEN-06", "SY-GEN-12", "SY-STR-01")
def test_power_beyond_the_track_is_lost_and_can_be_declined_all_the_same():
    state = table(Top.BOLSTER, power=15)
    played = play(state, 0, POWER).state.sides[0]
    kept = play(state, 0, Bolster(cards=False, declined=(Part.POWER, Part.POWER))).state.sides[0]

    assert (played.power, played.stars) == (16, (Star.POWER,))
    assert (kept.power, kept.stars) == (15, ())


@pytest.mark.rule("SY-GEN-07")
def test_popularity_beyond_the_track_is_lost():
    state = table(Top.TRADE, popularity=17, **FULL_BOXES)

    assert play(state, 0, Trade(None)).state.sides[0].popularity == 18


@pytest.mark.rule("SY-GEN-08", "SY-GEN-09")
def test_an_empty_combat_deck_is_made_anew_and_two_empty_ones_give_nothing():
    state = hand(table(Top.BOLSTER, **FULL_BOXES), 0)
    rest, one = state.deck[:-1], state.deck[-1:]
    shuffled = play(replace(state, deck=one, discard=rest), 0, CARDS)
    assert [type(each) for each in shuffled.facts if type(each) in (CombatCardsDrawn, CombatCardsShuffled)] == [
        CombatCardsDrawn,
        CombatCardsShuffled,
        CombatCardsDrawn,
    ]
    assert len(shuffled.state.sides[0].cards) == 2
    assert shuffled.state.discard == ()

    nothing = changed(replace(state, deck=()), 1, cards=(*state.sides[1].cards, *state.deck))
    played = play(nothing, 0, CARDS).state
    assert (played.sides[0].cards, played.sides[0].coins) == ((), 3)


@pytest.mark.rule("SY-HID-08", "SY-BOL-04")
def test_what_bolster_draws_is_told_to_the_drawer_alone():
    state = hand(table(Top.BOLSTER), 0)
    played = play(state, 0, CARDS)

    assert f"Anna draws a {state.deck[0]}." in words(state, played, 0)
    assert "Anna draws 1 combat card." in words(state, played, 1)


@pytest.mark.rule("SY-TRD-01", "SY-TRD-02", "SY-TRD-03", "SY-TRD-04", "SY-GEN-05")
def test_traded_tokens_go_where_an_own_worker_is():
    state = units(table(Top.TRADE), 0, "A4 B3", mechs="B4")
    both = play(state, 0, Trade((("A4", some(wood=1)), ("B3", some(oil=1))))).state

    assert (both.tokens, both.sides[0].coins) == ({"A4": some(wood=1), "B3": some(oil=1)}, 3)
    assert play(state, 0, Trade((("A4", some(metal=2)),))).state.tokens == {"A4": some(metal=2)}
    for count in (0, 1):
        assert legal(state, Trade((("A4", some(food=1)),)[:count]))
    for wrong in (
        (("A4", some(wood=3)),),
        (("A4", some(wood=1)), ("B3", some(oil=2))),
        (("B4", some(wood=1)),),  # only a mech is there
        (("C1", some(wood=1)),),
        (("HB-NOR", some(wood=1)),),
        (("B3", some(oil=1)), ("A4", some(wood=1))),
        (("A4", some(wood=1)), ("A4", some(wood=1))),
        (("A4", (0, 0, 0, 0)),),
        (("A4", (-1, 1, 1, 0)),),
    ):
        assert "Up to 2 tokens" in refused(state, 0, Trade(wrong)).sentence


@pytest.mark.rule("SY-TRD-03", "SY-TRD-06")
def test_cubes_raise_traded_popularity_and_never_the_tokens():
    state = units(table(Top.TRADE, popularity=2, **FULL_BOXES), 0, "A4")

    assert play(state, 0, Trade(None)).state.sides[0].popularity == 4
    assert play(table(Top.TRADE, popularity=2), 0, Trade(None)).state.sides[0].popularity == 3
    refused(state, 0, Trade((("A4", some(wood=3)),)))


@pytest.mark.rule("SY-TRD-05")
def test_with_all_workers_at_home_there_are_no_tokens_to_trade():
    state = units(table(Top.TRADE), 0, "HB-NOR HB-NOR", mechs="A4")

    assert not legal(state, Trade(()))
    assert legal(state, Trade(None))


@pytest.mark.rule("SY-TRD-04", "SY-CTL-01")
def test_no_token_goes_where_the_worker_does_not_control():
    state = units(units(table(Top.TRADE), 0, "A4 HB-NOR", character="B4"), 1, "C6", mechs="B4")
    state = replace(state, active=0)

    assert not legal(state, Trade((("B4", some(wood=1)),)))


@pytest.mark.rule("SY-R-17")
def test_traded_tokens_may_lie_on_a_lake():
    state = units(table(Top.TRADE), 0, "C4 A4", mechs="C4")

    assert play(state, 0, Trade((("C4", some(wood=2)),))).state.tokens == {"C4": some(wood=2)}


@pytest.mark.rule("SY-TRD-07", "SY-BLD-05", "SY-R-21", "SY-GEN-12")
def test_the_armory_gives_power_with_either_option_whoever_controls_it():
    state = units(table(Top.TRADE, power=4, structures=("", "C6", "", "")), 0, "A4")
    assert state.sides[1].units[5] == "C6"

    for action in (Trade(None), Trade((("A4", some(wood=1)),)), Trade(())):
        assert play(state, 0, action).state.sides[0].power == 5
    assert play(state, 0, Trade((), (Part.POWER,))).state.sides[0].power == 4
    refused(state, 0, Trade((), (Part.POPULARITY,)))
    assert legal(state, Trade(None, (Part.POPULARITY, Part.POWER)))
    assert play(state, 0, Trade(None)).state.sides[1].power == state.sides[1].power


LADDER = {2: (0, 0, 0), 3: (0, 0, 0), 4: (1, 0, 0), 5: (1, 0, 0), 6: (1, 1, 0), 7: (1, 1, 0), 8: (1, 1, 1)}


@pytest.mark.rule("SY-PRD-01", "SY-PRD-02", "SY-GEN-11")
@pytest.mark.parametrize("workers", LADDER)
def test_what_produce_costs(workers):
    state = units(table(Top.PRODUCE, power=5, popularity=5, coins=5), 0, " ".join(["A4"] * (workers - 1) + ["HB-NOR"]))
    power, popularity, coins = LADDER[workers]

    for action in (Produce(()), Produce((("A4", 1),)), Produce((("A4", workers - 1),))):
        side = play(state, 0, action).state.sides[0]
        assert (side.power, side.popularity, side.coins) == (5 - power, 5 - popularity, 5 - coins)
    for part, count in (("power", power), ("popularity", popularity), ("coins", coins)):
        poor = changed(state, 0, **{part: 0})
        assert legal(poor, Produce(())) is not bool(count)
        if count:
            assert "Producing costs" in refused(poor, 0, Produce(())).sentence


@pytest.mark.rule("SY-PRD-05", "SY-PRD-06", "SY-PRD-08")
@pytest.mark.parametrize(
    ("space", "gained"),
    [("B4", some(metal=2)), ("B5", some(food=2)), ("A5", some(oil=2)), ("A4", some(wood=2)), ("A6", (0, 0, 0, 0))],
)
def test_what_each_terrain_produces(space, gained):
    state = units(table(Top.PRODUCE), 0, f"{space} {space}")
    after = play(state, 0, Produce(((space, 2),))).state

    assert tokens_at(after, space) == gained
    assert after.sides[0].units.count(space) == (4 if space == "A6" else 2)
    assert after.phase is Phase.BOTTOM


@pytest.mark.rule("SY-PRD-07", "SY-PRD-04", "SY-CTL-05")
@pytest.mark.parametrize("space", ["C4", "D3", "HB-NOR"])
def test_where_nothing_is_produced(space):
    state = units(table(Top.PRODUCE), 0, f"{space} A4", mechs=space)

    assert "territories you control" in refused(state, 0, Produce(((space, 1),))).sentence


@pytest.mark.rule("SY-PRD-03", "SY-PRD-04", "SY-PRD-11", "SY-R-19")
def test_how_many_territories_and_workers_produce():
    state = units(table(Top.PRODUCE), 0, "A4 A4 A5 B4")

    assert legal(state, Produce((("A4", 1), ("A5", 1))))
    for wrong in (
        (("A4", 2), ("A5", 1), ("B4", 1)),
        (("A4", 3),),
        (("A4", 0),),
        (("A4", 1), ("A4", 1)),
        (("A5", 1), ("A4", 1)),
        (("C6", 1),),
    ):
        refused(state, 0, Produce(wrong))
    more = changed(state, 0, **FULL_BOXES)
    after = play(more, 0, Produce((("A4", 2), ("A5", 1), ("B4", 1)))).state
    assert after.tokens == {"A4": some(wood=2), "A5": some(oil=1), "B4": some(metal=1)}


@pytest.mark.rule("SY-PRD-09", "SY-PRD-10", "SY-PRD-11", "SY-STR-01")
def test_workers_come_from_the_left_until_none_is_left():
    state = units(table(Top.PRODUCE, power=5, popularity=5), 0, "A6 A6 A6 A3 A3 A4")
    assert "2 workers are left" in refused(state, 0, Produce((("A6", 3),))).sentence
    assert not legal(state, Produce((("A3", 1), ("A6", 2))))
    last = units(table(Top.PRODUCE, power=5, popularity=5), 0, "A6 A6 A6 A3 A3 A4 A4")
    assert "1 worker is left" in refused(last, 0, Produce((("A6", 2),))).sentence

    after = play(state, 0, Produce((("A3", 1), ("A6", 1)))).state
    assert after.sides[0].units[11:] == ("A3", "A6")
    assert on_board(after.sides[0]) == 8
    assert after.sides[0].stars == (Star.WORKERS,)


@pytest.mark.rule("SY-PRD-09")
@pytest.mark.parametrize(("asked", "come"), [((("A4", 1),), (("A4", 1),)), ((("A4", 1), ("A6", 3)), (("A4", 1), ("A6", 1)))])
def test_no_more_workers_come_than_are_left(asked, come):
    """From any source: a card does not check how many workers are left."""
    course = Course(BOOK, units(dealt("industrial"), 0, "A4 A4 A4 A4 A4 A4"), KEPT)
    place_produced(course, 0, workers=asked)

    assert course.facts == [Produced(0, workers=come)]
    assert on_board(course.side(0)) == 6 + len(come)
    place_produced(course, 0, workers=(("A4", 1),))
    assert on_board(course.side(0)) == min(8, 7 + len(come))


@pytest.mark.rule("W-11", "SY-PRD-01", "SY-PRD-12", "SY-PRD-13", "SY-R-20")
def test_the_worked_example_of_the_mill():
    state = dealt("engineering", 1)
    state = at_top(changed(state, 1, power=3, popularity=4, structures=("", "", "D5", "")), Top.PRODUCE)
    state = units(state, 1, "C6 D6 D6 D5 HB-RUS")
    after = play(state, 1, Produce((("C6", 1), ("D5", 2), ("D6", 2)))).state
    side = after.sides[1]

    assert (side.power, side.popularity) == (2, 4)
    assert side.units.count("C6") == 2
    assert after.tokens == {"D5": some(oil=2), "D6": some(metal=2)}
    assert on_board(side) == 6
    assert not legal(state, Produce((("HB-RUS", 1),)))
    again = at_top(changed(after, 1, power=0), Top.PRODUCE)
    assert "1 power and 1 popularity" in refused(again, 1, Produce(())).sentence


@pytest.mark.rule("SY-PRD-12", "SY-PRD-13", "SY-R-20")
def test_the_mill_produces_without_a_worker_and_beside_the_limit():
    state = units(table(Top.PRODUCE, structures=("", "", "B4", "")), 0, "A4 A5")

    assert play(state, 0, Produce((("B4", 1),))).state.tokens == {"B4": some(metal=1)}
    assert legal(state, Produce((("A4", 1), ("A5", 1), ("B4", 1))))
    assert not legal(state, Produce((("B4", 2),)))
    village = units(changed(state, 0, structures=("", "", "A6", "")), 0, "A4 A5")
    assert play(village, 0, Produce((("A6", 1),))).state.sides[0].units[7] == "A6"


@pytest.mark.rule("SY-PRD-12", "SY-BLD-05", "SY-R-21")
@pytest.mark.parametrize("needs", [False, True])
def test_the_mill_under_an_opponent(needs):
    state = units(table(Top.PRODUCE, structures=("", "", "B4", "")), 0, "A4 A5")
    state = units(state, 1, "B4 C6")
    state = replace(state, options=replace(state.options, mill_needs_control=needs))

    assert legal(state, Produce((("B4", 1),))) is not needs
    assert not legal(state, Produce((("B4", 2),)))
    if not needs:
        assert play(state, 0, Produce((("A4", 1), ("A5", 1), ("B4", 1)))).state.tokens["B4"] == some(metal=1)
    village = units(units(changed(state, 0, structures=("", "", "A6", "")), 0, "A4 A5"), 1, "A6 C6")
    assert not legal(village, Produce((("A6", 1),)))


@pytest.mark.rule("SY-PRD-07")
@pytest.mark.parametrize("needs", [False, True])
def test_a_mill_on_the_factory_produces_nothing(needs):
    state = units(table(Top.PRODUCE, structures=("", "", "D3", "")), 0, "A4 D3")

    assert not legal(replace(state, options=replace(state.options, mill_needs_control=needs)), Produce((("D3", 1),)))


@pytest.mark.rule("SY-TRN-01", "SY-GEN-13")
def test_a_section_offers_its_own_top_row_and_nobody_else_any():
    offers = {Top.MOVE: CoinsOffer, Top.BOLSTER: BolsterOffer, Top.TRADE: TradeOffer, Top.PRODUCE: ProduceOffer}
    actions = {Top.MOVE: GainCoins(), Top.BOLSTER: POWER, Top.TRADE: Trade(None), Top.PRODUCE: Produce(())}
    for top, other in product(Top, Top):
        state = table(top)
        assert (offered(state, offers[other]) is not None) is (top is other)
        assert not legal(state, actions[other], player=1)
        if top is not other:
            assert "another top row" in refused(state, 0, actions[other]).sentence


@pytest.mark.rule("SY-STR-01", "SY-R-25")
def test_stars_come_after_the_structure_bonus():
    state = table(Top.TRADE, power=15, popularity=17, structures=("", "A4", "", ""))
    played = play(state, 0, Trade(None))

    assert kinds(played.facts) == ["TopTaken", "Paid", "Received", "StarPlaced", "StarPlaced"]
    assert set(played.state.sides[0].stars) == {Star.POPULARITY, Star.POWER}


def test_every_top_row_is_told():
    state = units(table(Top.PRODUCE, structures=("", "", "B4", "")), 0, "A4 A6")
    played = play(state, 0, Produce((("A4", 1), ("A6", 1), ("B4", 1))))

    assert words(state, played) == [
        "Anna takes Produce.",
        "Anna gains 1 wood on A4 (forest), 1 metal on B4 (mountain) and 1 worker on A6 (village).",
    ]
    state = units(table(Top.TRADE), 0, "A4")
    assert words(state, play(state, 0, Trade((("A4", some(wood=2)),)))) == [
        "Anna takes Trade: resource tokens.",
        "Anna pays 1 coin.",
        "Anna gains 2 wood on A4 (forest).",
    ]
    assert RULES.broken(state) == ()
