"""Recruits' ongoing bonuses: who gains them, when, and who is asked (SY-ENL, SY-R-24)."""

from __future__ import annotations

from itertools import product

import pytest

from control.engine.records import replace
from rooms.tables.scythe.game.actions import Build, EndTurn, Enlist, Produce, RevealObjective, TakeBonus, Trade, Upgrade
from rooms.tables.scythe.game.content import BOTTOMS, Bottom, Cube, Part, Structure, Top
from rooms.tables.scythe.game.state import NONE, Phase, Star
from rooms.tables.scythe.rules.bottom_row import BottomOffer
from rooms.tables.scythe.rules.ongoing_bonuses import BonusAnswered, BonusOffer, asks
from rooms.tables.scythe.rules.stars import StarPlaced
from tests.rooms.tables.scythe.mats import at_bottom, at_top, dealt, hand, kinds, legal, offered, paid, some, units
from tests.rooms.tables.scythe.play import BOOK, KEPT, RULES, begun, changed, play, refused, words

PLENTY = {"A4": some(wood=9, oil=9, food=9, metal=9)}
ALL = (0, 1, 2, 3)


def table(bottom, players=3, recruits=ALL, **options):
    """Player 0 at a bottom row with plenty of tokens. `recruits`: recruits off the mat, for everybody."""
    state = units(dealt("industrial", 0, players, **options), 0, "A4 A5")
    for player in range(players):
        state = changed(state, player, recruits=recruits, stars=(Star.RECRUITS,) if recruits == ALL else ())
    return replace(at_bottom(state, bottom), tokens=PLENTY)


def taken(state, **fields):
    """Take the bottom row without a benefit, paid as proposed."""
    offer = offered(state, BottomOffer)
    return RULES.act(state, 0, type(offer.some(Never()))(offer.payment.proposed, **fields), KEPT)


class Never:
    """Dice that always choose the likeliest."""

    def random(self):
        return 0.99

    def choice(self, things):
        return things[0]

    def randint(self, low, _high):
        return low


def gained(state, after):
    """Gains of power, coins, popularity and cards, for each player."""
    pairs = zip(state.sides, after.sides, strict=True)
    return [(b.power - a.power, b.coins - a.coins, b.popularity - a.popularity, len(b.cards) - len(a.cards)) for a, b in pairs]


@pytest.mark.rule("SY-ENL-04", "SY-ENL-05", "SY-ENL-06", "SY-BOT-05", "SY-R-24")
@pytest.mark.parametrize(("bottom", "mat"), list(product(Bottom, ["industrial", "mechanical", "agricultural"])))
def test_what_each_bottom_row_brings_to_three_at_most(bottom, mat):
    state = units(dealt(mat), 0, "A4 A5")
    for player in range(3):
        state = changed(state, player, recruits=ALL, stars=(Star.RECRUITS,))
    state = replace(at_bottom(state, bottom), tokens=PLENTY)
    played = taken(state)
    bonus = tuple([int(each is bottom) for each in Bottom])
    coins = offered(state, BottomOffer).coins

    assert gained(state, played.state) == [
        (bonus[0], bonus[1] + sum([each.count for each in coins]), bonus[2], bonus[3]),
        bonus,
        bonus,
    ]
    assert [each.player for each in played.facts if isinstance(each, BonusAnswered)] == [0, 1, 2]
    assert played.state.phase is Phase.TURN_END


@pytest.mark.rule("SY-ENL-04", "SY-ENL-06")
@pytest.mark.parametrize(("bottom", "uncovered"), list(product(Bottom, Bottom)))
def test_only_the_circle_of_that_row_counts(bottom, uncovered):
    recruits = tuple([0 if each is uncovered else NONE for each in Bottom])
    played = taken(table(bottom, recruits=recruits))

    assert ("BonusAnswered" in kinds(played.facts)) is (bottom is uncovered)


@pytest.mark.rule("SY-ENL-05", "SY-ENL-08", "SY-ENL-10", "SY-ENL-11", "SY-TRN-12")
@pytest.mark.parametrize(("players", "who"), [(2, [0, 1]), (3, [0, 1, 2]), (4, [0, 1, 3]), (5, [0, 1, 4])])
def test_active_then_left_then_right_and_nobody_else(players, who):
    state = table(Bottom.UPGRADE, players)
    order = state.order
    played = taken(state)

    assert [each.player for each in played.facts if isinstance(each, BonusAnswered)] == [order[each] for each in who]
    assert [each[0] for each in gained(state, played.state)] == [int(order.index(player) in who) for player in range(players)]


@pytest.mark.rule("SY-ENL-07")
def test_a_top_row_brings_no_bonus():
    for top, action in ((Top.TRADE, Trade(None)), (Top.PRODUCE, Produce(()))):
        state = at_top(table(Bottom.UPGRADE), top)
        assert "BonusAnswered" not in kinds(play(state, 0, action).facts)


@pytest.mark.rule("W-05", "SY-ENL-08", "SY-ENL-09", "SY-STR-07", "SY-BOT-05", "SY-R-24", "SY-R-27")
def test_the_worked_example():
    """W-05: the left neighbour's 18 popularity is a 6th star, and the right neighbour gains nothing."""
    state = table(Bottom.BUILD, recruits=(NONE, NONE, 0, NONE))
    five = (Star.COMBAT, Star.COMBAT, Star.OBJECTIVE, Star.MECHS, Star.WORKERS)
    state = changed(state, 0, structures=("B4", "", "", ""), stars=five[:3], popularity=4)
    state = changed(changed(state, 1, popularity=17, stars=five), 2, popularity=6)
    played = play(state, 0, Build(paid("A4", wood=3), Structure.MILL, "A4"))

    assert kinds(played.facts) == ["BottomTaken", "Paid", "Built", "Received", "BonusAnswered", "Received"]
    assert (played.state.phase, RULES.waits_for(played.state)) == (Phase.BONUS, (1,))
    assert (played.state.sides[0].coins, played.state.sides[0].popularity) == (state.sides[0].coins + 1, 5)
    assert not legal(played.state, TakeBonus(accept=True), player=0)
    assert not legal(played.state, TakeBonus(accept=True), player=2)

    ended = play(played.state, 1, TakeBonus(accept=True)).state
    assert (ended.phase, ended.sides[1].popularity, ended.sides[1].stars[5]) == (Phase.OVER, 18, Star.POPULARITY)
    assert ended.sides[2].popularity == 6

    going = play(played.state, 1, TakeBonus(accept=False))
    assert (going.state.phase, going.state.sides[1].popularity, going.state.sides[2].popularity) == (Phase.TURN_END, 17, 7)
    assert words(played.state, going)[0] == "Boris declines the ongoing bonus of Build."

    last = changed(state, 0, stars=five, structures=("B4", "A5", "", "A6"))
    over = play(last, 0, Build(paid("A4", wood=3), Structure.MILL, "A4")).state
    assert (over.phase, over.sides[1].popularity, over.sides[2].popularity) == (Phase.OVER, 17, 6)
    assert over.sides[0].popularity == 5


@pytest.mark.rule("SY-R-24")
@pytest.mark.parametrize(
    ("bottom", "fields", "asked"),
    [
        (Bottom.UPGRADE, {"power": 15}, True),
        (Bottom.UPGRADE, {"power": 14}, False),
        (Bottom.UPGRADE, {"power": 15, "stars": (Star.POWER,)}, False),
        (Bottom.UPGRADE, {"power": 16, "stars": (Star.POWER,)}, False),
        (Bottom.UPGRADE, {"power": 15, "stars": (Star.COMBAT,) * 5}, True),
        (Bottom.BUILD, {"popularity": 17}, True),
        (Bottom.BUILD, {"popularity": 16}, False),
        (Bottom.BUILD, {"popularity": 17, "stars": (Star.POPULARITY,)}, False),
        (Bottom.BUILD, {"power": 15}, False),
        (Bottom.UPGRADE, {"popularity": 17}, False),
        (Bottom.DEPLOY, {"power": 15, "popularity": 17}, False),
        (Bottom.ENLIST, {"power": 15, "popularity": 17}, False),
    ],
)
@pytest.mark.parametrize("player", [0, 1, 2])
def test_who_is_asked_is_at_the_end_of_a_track_without_its_star(bottom, fields, asked, player):
    state = changed(table(bottom, recruits=(0, 1, 2, NONE) if bottom is not Bottom.ENLIST else (NONE, 1, 2, 0)), player, **fields)
    played = taken(state).state

    assert (played.phase is Phase.BONUS) is asked
    assert RULES.waits_for(played) == ((player,) if asked else (0,))
    if asked:
        offer = next(each for each in RULES.offers(played, player) if isinstance(each, BonusOffer))
        assert offer.section == BOTTOMS.index(bottom)
        assert (offer.gains[0].part, offer.gains[0].count) == (Part.POWER if bottom is Bottom.UPGRADE else Part.POPULARITY, 1)
        for accept in (True, False):
            after = play(played, player, TakeBonus(accept)).state
            assert len(after.sides[player].stars) == len(state.sides[player].stars) + accept


@pytest.mark.rule("SY-R-24", "SY-R-47")
def test_with_the_option_everybody_is_asked_in_order():
    state = table(Bottom.DEPLOY, 4, ask_every_bonus="on")
    after, asked = taken(state).state, []
    while after.phase is Phase.BONUS:
        (player,) = RULES.waits_for(after)
        asked.append(player)
        assert RULES.default(after, player, KEPT) == TakeBonus(accept=True)
        after = play(after, player, TakeBonus(accept=player != 1)).state
    order = state.order

    assert asked == [order[0], order[1], order[3]]
    assert [each[1] for each in gained(state, after)] == [3, 0, 0, 1]


@pytest.mark.rule("SY-BOT-05", "SY-END-02", "SY-R-01", "SY-R-24")
def test_the_own_bonus_comes_before_the_stars_even_when_it_is_asked():
    """The last upgrade is a star, and the own bonus would be another. Both are placed after the answer."""
    cubes, boxes = (True, True, True, True, False, True), (1, 1, 1, 2)
    state = changed(table(Bottom.UPGRADE, recruits=(0, NONE, NONE, NONE)), 0, cubes=cubes, boxes=boxes, power=15)
    asked = play(state, 0, Upgrade(paid("A4", oil=2), Cube.POWER, 1))
    assert not [each for each in asked.facts if isinstance(each, StarPlaced)]
    assert RULES.waits_for(asked.state) == (0,)

    for accept, stars in ((True, {Star.UPGRADES, Star.POWER}), (False, {Star.UPGRADES})):
        answered = play(asked.state, 0, TakeBonus(accept))
        assert set(answered.state.sides[0].stars) == stars
        assert answered.state.phase is Phase.TURN_END


@pytest.mark.rule("SY-R-24", "SY-R-26", "SY-R-27")
def test_stars_of_the_same_action_that_are_not_placed_yet_do_not_count():
    """With 5 stars and a 6th earned by this action, the own bonus is still asked. Then the game is over."""
    cubes, boxes = (True, True, True, True, False, True), (1, 1, 1, 2)
    state = table(Bottom.UPGRADE, recruits=(0, NONE, NONE, NONE))
    state = changed(
        state, 0, cubes=cubes, boxes=boxes, power=15, stars=(Star.COMBAT, Star.COMBAT, Star.OBJECTIVE, Star.MECHS, Star.WORKERS)
    )
    asked = play(state, 0, Upgrade(paid("A4", oil=2), Cube.POWER, 1)).state
    assert (asked.phase, RULES.waits_for(asked)) == (Phase.BONUS, (0,))

    over = play(asked, 0, TakeBonus(accept=True)).state
    assert (over.phase, len(over.sides[0].stars)) == (Phase.OVER, 6)
    assert over.sides[1].power == state.sides[1].power


@pytest.mark.rule("SY-R-01", "SY-TRN-09")
def test_objectives_wait_for_the_own_bonus_and_not_for_a_neighbours():
    """The active player has the 20 coins of OB-07. The row goes on first to the own bonus, which is part of it (A-27)."""
    state = table(Bottom.UPGRADE, ask_every_bonus="on")
    state = changed(state, 0, objectives=("OB-07",), coins=20)
    deck = [each for each in BOOK.objectives if not any(each in side.objectives for side in state.sides)]
    state = replace(state, objectives=tuple(deck))
    reveal = RevealObjective("OB-07")
    assert legal(state, reveal)

    own = taken(state).state
    assert RULES.waits_for(own) == (0,)
    assert "Finish it first" in refused(own, 0, reveal).sentence
    left = play(own, 0, TakeBonus(accept=True)).state
    assert RULES.waits_for(left) == (1,)
    assert play(left, 0, reveal).state.sides[0].stars[-1] is Star.OBJECTIVE


@pytest.mark.rule("SY-R-27", "SY-END-01", "SY-ENL-09")
@pytest.mark.parametrize("achievements", ["off", "on"])
def test_a_sixth_star_of_the_action_leaves_the_neighbours_nothing(achievements):
    """Without an own recruit, stars come right after the coins. With achievements, only the sheet is left to fill."""
    state = table(Bottom.UPGRADE, recruits=(0, NONE, NONE, NONE), achievements=achievements)
    five = (Star.COMBAT, Star.COMBAT, Star.OBJECTIVE, Star.MECHS, Star.WORKERS)
    cubes, boxes = (True, True, True, True, False, True), (1, 1, 1, 2)
    state = changed(state, 0, recruits=(NONE,) * 4, cubes=cubes, boxes=boxes, stars=five)
    played = play(state, 0, Upgrade(paid("A4", oil=2), Cube.POWER, 1))

    assert played.state.phase in (Phase.OVER, Phase.RECORDING)
    assert "BonusAnswered" not in kinds(played.facts)
    assert kinds(played.facts)[:5] == ["BottomTaken", "Paid", "Upgraded", "Received", "StarPlaced"]


@pytest.mark.rule("SY-R-24", "SY-STR-06")
def test_whoever_has_all_stars_is_not_asked():
    state = begun(2)
    full = changed(state, 1, power=15, stars=(Star.COMBAT,) * 6)

    assert asks(BOOK, changed(state, 1, power=15), 1, 0)
    assert not asks(BOOK, full, 1, 0)


@pytest.mark.rule("SY-STR-07", "SY-R-25")
def test_stars_of_neighbours_are_placed_bonus_by_bonus():
    state = table(Bottom.UPGRADE)
    state = changed(changed(state, 1, power=15), 2, power=15)
    left = taken(state).state
    assert RULES.waits_for(left) == (1,)

    right = play(left, 1, TakeBonus(accept=True))
    assert [each.player for each in right.facts if isinstance(each, StarPlaced)] == [1]
    assert RULES.waits_for(right.state) == (2,)
    done = play(right.state, 2, TakeBonus(accept=True)).state
    assert done.phase is Phase.TURN_END
    assert play(done, 0, EndTurn()).state.active == 1


@pytest.mark.rule("SY-HID-08", "SY-ENL-04")
def test_a_card_of_a_bonus_is_told_to_its_drawer_alone():
    state = hand(table(Bottom.ENLIST, recruits=(NONE, NONE, NONE, 0)), 1)
    played = play(state, 0, Enlist(paid("A4", food=4), 0, 1))
    first, second = state.deck[:2]

    assert "Boris has the ongoing bonus of Enlist." in words(state, played, 0)
    assert f"Boris draws a {second}." in words(state, played, 1)
    assert f"Anna draws a {first}." in words(state, played, 0)
    assert {"Anna draws 1 combat card.", "Boris draws 1 combat card."} <= set(words(state, played, 2))


@pytest.mark.rule("SY-ENL-05")
def test_nobody_takes_a_bonus_that_is_not_offered():
    asked = taken(changed(table(Bottom.UPGRADE), 1, power=15)).state

    for player in (0, 2):
        assert "decide first" in refused(asked, player, TakeBonus(accept=True)).sentence
