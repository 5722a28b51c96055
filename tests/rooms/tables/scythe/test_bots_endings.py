"""The bot's choice to end a game: not if it expects to lose. Also its knowledge of the final scoring."""

from __future__ import annotations

import random

import pytest

from control.engine.dice import DiceChance
from control.engine.records import replace
from rooms.tables.game.playout import steps
from rooms.tables.game.rules import Setup
from rooms.tables.scythe.game.actions import ChooseCombat, Commit, Deploy, EndMove, SkipBottom, StepTo, Trade
from rooms.tables.scythe.game.evaluation import PATIENCE, Mind
from rooms.tables.scythe.game.forecast import after_combat, estimated_coins, lead_of, tier_at_the_end
from rooms.tables.scythe.game.state import CHARACTER, Phase, ScytheState, Side, Star
from rooms.tables.scythe.rules.scoring import scores_of
from tests.amounts import amount
from tests.rooms.tables.scythe.dealt import acts, on_the_move, top_row
from tests.rooms.tables.scythe.play import BOOK, RULES
from tests.rooms.tables.scythe.tables import A, B, mech, side, tokens
from tests.rooms.tables.scythe.test_bots import BOT, FIVE, armed, bottom, chosen

MECHS = {"riverwalk": "D6", "township": "D6", "peoples_army": "D6"}
BUT_MECHS = (Star.UPGRADES, Star.STRUCTURES, Star.RECRUITS, Star.COMBAT, Star.POWER)


def strong(**more: object) -> Side:
    """A player with five stars who would win the combat on D5."""
    return side("rusviet", character="D5", power=7, cards=(5, 4), stars=FIVE, **more)


def weak(**more: object) -> Side:
    """An opponent who would lose that combat."""
    return side("nordic", character="D5", power=2, **more)


def last_mech(other: Side, **more: object) -> ScytheState:
    """A table where a fourth mech would bring the 6th star."""
    mine = side("rusviet", workers="C6 D6", stars=BUT_MECHS, power=16, coins=16, **MECHS)
    return bottom(mine, other, section=1, tokens={"C6": tokens(metal=3)}, **more)


# --- a star that ends the game ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-END-01", "SY-END-12")
def test_a_combat_is_won_for_the_last_star_by_who_is_ahead_and_not_by_who_is_behind():
    ahead = armed(strong(popularity=14, coins=30), weak(), space="D5")
    behind = armed(strong(), weak(popularity=18, workers="A4 A5 A6 B5 B3", stars=FIVE[:4]), space="D5")

    won, lost = chosen(ahead), chosen(behind)

    assert won.dial + sum(won.cards) >= 2
    assert lost == Commit(0)


@pytest.mark.rule("SY-END-01", "SY-CMB-01")
def test_who_is_behind_begins_no_combat_that_would_end_the_game():
    """The bot does begin the same combat if its star is not the last."""
    rich = side("nordic", character="D5", popularity=18, workers="A4 A5 A6 B5 B3", stars=FIVE[:4])
    units = {"character": "C6", "power": 7, "cards": (5, 4), "workers": "C6 D6"}
    begun, refrained = [
        chosen(on_the_move(side("rusviet", stars=stars, **units), rich), seed=seed) for stars, seed in ((FIVE[1:4], 1), (FIVE, 1))
    ]

    assert isinstance(begun, StepTo)
    assert begun.to == "D5"
    assert isinstance(refrained, StepTo | EndMove)
    assert getattr(refrained, "to", "") != "D5"


@pytest.mark.rule("SY-END-12")
def test_an_overlong_game_is_ended_by_who_is_behind_too():
    rich = side("nordic", workers="A4 A5 A6 B5 B3", stars=FIVE, popularity=18, power=16)

    assert chosen(last_mech(rich, turns=2 * PATIENCE)) == SkipBottom()
    assert isinstance(chosen(last_mech(rich, turns=2 * PATIENCE + 1)), Deploy)


def test_no_bot_ends_a_game_that_by_its_own_knowledge_it_loses():
    """Only if its last action is its own choice. In a combat the other player may commit less than expected."""
    looked = 0
    for number in range(amount(2, 60)):
        players, dice = 2 + number % 4, random.Random(f"ends {number}")
        chance = DiceChance(dice)
        begun = RULES.setup(Setup(players=players), chance).state
        *_before, last = steps(RULES, begun, [BOT] * players, dice, chance)
        state = last.played.state
        rounds = 1 + (state.turns - 1) // players
        if isinstance(last.action, Commit) or len(state.sides[last.player].stars) < 6 or rounds > PATIENCE:
            continue
        looked += 1
        seen = replace(RULES.view(replace(state, phase=Phase.BOTTOM), last.player).state, phase=Phase.OVER)
        assert lead_of(BOOK, seen, last.player, rounds) > 0, number
    assert looked


def test_the_longer_a_game_is_the_more_the_last_star_counts_beside_what_can_be_harvested():
    """In the highest tier six tokens of any kind are some coins. One metal is a third of the last mech."""
    mine = side("rusviet", workers="C6 D6", stars=BUT_MECHS, power=16, popularity=17, coins=40, **MECHS)
    for rounds, star_first in ((20, False), (120, True)):
        minds = [
            Mind(BOOK, bottom(mine, side("nordic"), section=0, tokens={"C6": there}, turns=2 * rounds), A)
            for there in (tokens(), tokens(metal=1), tokens(food=6))
        ]
        nothing, metal, food = [mind.worth(mind.root) for mind in minds]

        assert nothing < min(metal, food)
        assert (metal > food) is star_first


@pytest.mark.rule("SY-CMB-17", "SY-CMB-18", "SY-MEC-18", "SY-R-32", "SY-END-03", "SY-R-41")
@pytest.mark.parametrize("ability", ["camaraderie", "riverwalk"])
@pytest.mark.parametrize("workers", ["", "D5", "D5 D5 D5"])
@pytest.mark.parametrize("winner", [A, B])
@pytest.mark.parametrize("twice", [False, True])
def test_what_a_combat_would_end_is_foreseen_as_the_rules_have_it(ability, workers, winner, twice):
    """A winning attacker pays for workers, except with Camaraderie. A unit at another combat goes back."""
    polania = side("polania", popularity=7, power=5, stars=FIVE, character="F6", **{ability: "D6"})
    nordic = side("nordic", popularity=7, power=5, stars=FIVE, workers=workers, speed="D5")
    state = on_the_move(polania, nordic, side("crimea", speed="F5"))
    moves = [StepTo(mech("polania", ability), "D5"), *([StepTo(CHARACTER, "F5")] if twice else []), EndMove()]
    state = acts(state, *[(A, move) for move in moves], *([(A, ChooseCombat("D5"))] if twice else []))

    foreseen = after_combat(BOOK, state, "D5", winner, 1 - winner)
    fought = acts(state, (winner, Commit(3)), (1 - winner, Commit(0)))

    assert fought.phase is Phase.OVER
    assert foreseen is not None
    assert scores_of(BOOK, foreseen) == scores_of(BOOK, fought)
    assert [each.units for each in foreseen.sides] == [each.units for each in fought.sides]


@pytest.mark.rule("SY-MEC-18")
def test_workers_cost_who_has_camaraderie_nothing_in_a_combat_to_come():
    """The fight is worth the same with and without workers there. Without Camaraderie it is worth less with them."""
    worth = {}
    for ability in ("camaraderie", "riverwalk"):
        for workers in ("D4", "D5"):
            sides = (side("polania", popularity=7, power=7, **{ability: "D5"}), side("nordic", workers=workers, speed="D5"))
            worth[ability, workers] = Mind(BOOK, on_the_move(*sides), A)._fights(on_the_move(*sides))

    assert worth["camaraderie", "D5"] == worth["camaraderie", "D4"]
    assert worth["riverwalk", "D5"] < worth["riverwalk", "D4"]


# --- knowledge of the final scoring -----------------------------------------------------------------------------------------


@pytest.mark.rule("SY-HID-01", "SY-SET-13")
def test_others_coins_are_guessed_from_what_their_mats_have_paid():
    """Industrial begins with 4 coins. An upgrade brings 3, a recruit 0, and a turn costs a little."""
    plain = side("nordic")
    six = replace(plain, cubes=(True,) * 6)
    enlisted = replace(plain, recruits=(0, 1, -1, -1))

    assert estimated_coins(BOOK, plain, 0) == 4
    assert estimated_coins(BOOK, six, 0) == 22
    assert estimated_coins(BOOK, enlisted, 0) == 4
    assert estimated_coins(BOOK, six, 8) < 22
    assert estimated_coins(BOOK, plain, 40) == 0


@pytest.mark.rule("SY-HID-01", "SY-END-12")
def test_who_has_been_paid_a_lot_in_public_is_not_thought_to_be_poor():
    """Both opponents have the same on the board. One has taken six upgrades, which brought 18 coins."""
    poor = side("nordic", workers="A4 A5 A6 B5", stars=FIVE[1:4], popularity=13)
    paid = replace(poor, cubes=(True,) * 6, boxes=(1, 2, 1, 2))

    assert isinstance(chosen(last_mech(poor)), Deploy)
    assert chosen(last_mech(paid)) == SkipBottom()


@pytest.mark.rule("SY-END-05")
def test_a_tier_of_popularity_counts_before_it_is_reached_and_in_the_end_only_then():
    early = [tier_at_the_end(BOOK, popularity, 20.0) for popularity in range(19)]
    late = [tier_at_the_end(BOOK, popularity, 0.0) for popularity in range(19)]

    assert [round(star) for star, _ground, _pair in late] == [3] * 7 + [4] * 6 + [5] * 6
    assert early == sorted(early)
    assert early[4][0] - early[3][0] > 0.05 > late[4][0] - late[3][0]


@pytest.mark.rule("SY-TRD-01", "SY-END-05")
def test_the_popularity_is_taken_that_brings_the_next_tier():
    """With five stars 1 popularity is 5 coins or more. Two tokens are worth nothing if no bottom row takes them."""
    state = top_row(
        side("rusviet", workers="C6 D6", coins=4, popularity=6, stars=FIVE),
        side("nordic", stars=FIVE),
        section=next(number for number, each in enumerate(BOOK.mats["industrial"].sections) if each.top == "trade"),
    )

    assert chosen(state, A) == Trade(None)
