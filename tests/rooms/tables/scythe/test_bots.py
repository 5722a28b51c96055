"""The bot of Scythe: it is strong and fast, and knows only what its seat sees (SY-HID)."""

from __future__ import annotations

import random
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest

from control.engine.context import THE_CLOCK, Actor, DecisionContext
from control.engine.dice import DiceChance
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.tables.game.chairs import PutBot
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.opening import OpenTable
from rooms.tables.game.play import Begin, BotsPlay, Play
from rooms.tables.game.playout import play_game, steps
from rooms.tables.game.rules import Setup, random_bot
from rooms.tables.game.state import TableState
from rooms.tables.scythe.game import bots
from rooms.tables.scythe.game.actions import (
    Build,
    ChooseCard,
    ChooseSection,
    Commit,
    Deploy,
    EndMove,
    EndTurn,
    Enlist,
    RevealObjective,
    SkipBottom,
    SkipTop,
    StepTo,
    TakeBonus,
    TakeOption,
    Upgrade,
)
from rooms.tables.scythe.game.bots import steady
from rooms.tables.scythe.game.evaluation import Mind
from rooms.tables.scythe.game.registration import SCYTHE
from rooms.tables.scythe.game.state import (
    FACTORY,
    Bonuses,
    BottomRow,
    Committing,
    Ending,
    Fight,
    Phase,
    ScytheState,
    Star,
    Turn,
    Visiting,
)
from tests.amounts import amount
from tests.rooms.tables.scythe.dealt import dealt, meets, on_the_move, top_row
from tests.rooms.tables.scythe.play import RULES
from tests.rooms.tables.scythe.tables import A, B, side, table, tokens
from tests.rooms.tables.scythe.test_hidden import stirred

BOT = SCYTHE.bots["steady"]
ANNA = Actor(seat=SeatId("anna"))
NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)
FIVE = (Star.UPGRADES, Star.MECHS, Star.STRUCTURES, Star.RECRUITS, Star.COMBAT)


def chosen(state: ScytheState, player: int = A, seed: int = 1) -> Any:
    """Return the bot's action at this table."""
    assert RULES.broken(state) == ()
    offers = RULES.offers(state, player)
    action = steady(RULES, RULES.view(state, player), offers, random.Random(seed))
    assert any(offer.allows(action) for offer in offers)
    return action


def bottom(*sides: Any, section: int, **more: Any) -> ScytheState:
    """A sound table where the first player may take the bottom row of a section."""
    state = table(*sides, phase=Phase.BOTTOM, agenda=(BottomRow(), Ending()), turn=Turn(section=section), **more)
    return dealt(state)


def armed(*sides: Any, space: str, **more: Any) -> ScytheState:
    """A sound table where the first two players are about to dial in a combat on this space, the first as attacker."""
    fight = Fight(space=space, attacker=A, defender=B)
    return dealt(table(*sides, phase=Phase.COMBAT_SELECT, agenda=(Committing(), BottomRow(), Ending()), fight=fight, **more))


# --- whole games ------------------------------------------------------------------------------------------------------------


def test_whole_games_of_the_bot_come_to_their_end_by_legal_actions():
    """Invariants, fold and offers are checked after every action. The bot gives no coins, and some actions are rare."""
    seen: Counter[type] = Counter()
    for number in range(amount(3, 60)):
        options = {"achievements": "on", "ask_every_bonus": "on"} if number % 2 else {}
        setup = Setup(players=2 + number % 4, options=options)
        game = play_game(
            RULES,
            setup,
            [BOT] * setup.players,
            random.Random(number),
            check=True,
            look=lambda step: seen.update([type(step.action)]),
        )
        assert max(len(each.stars) for each in game.state.sides) == 6

    assert {EndTurn, StepTo, EndMove, Upgrade, Deploy, TakeBonus} <= set(seen) <= set(SCYTHE.actions)


def test_games_among_bots_are_as_long_as_those_of_people():
    """A game of people is over after 20 to 35 turns of each."""
    for number in range(amount(2, 60)):
        players = 2 + number % 4
        state = play_game(RULES, Setup(players=players), [BOT] * players, random.Random(f"length {number}")).state

        assert 12 <= state.turns / players <= 45


@pytest.mark.parametrize(("players", "least"), [(2, 0.9), (5, 0.8)])
def test_one_bot_among_random_ones_wins_nearly_always(players: int, least: float):
    """docs/games/scythe.md has the share of wins over more games."""
    number = amount(3, 100)
    won = 0.0
    for game in range(number):
        seat = game % players
        bots = [BOT if each == seat else random_bot for each in range(players)]
        result = play_game(RULES, Setup(players=players), bots, random.Random(f"{players}:{game}")).result
        won += (seat in result.winners) / len(result.winners)

    assert won / number >= least


def test_the_same_dice_bring_the_same_game():
    def game() -> Any:
        return play_game(RULES, Setup(players=2), [BOT, BOT], random.Random(9)).state

    assert game() == game()


@pytest.mark.rule("SY-HID-01", "SY-HID-02", "SY-HID-03", "SY-HID-05", "SY-HID-06")
def test_what_the_seat_cannot_see_changes_nothing_in_what_the_bot_does():
    """Others' coins, hands and objectives and all decks are dealt again. The same view, offers and dice bring the same action."""
    dice, looked = random.Random(4), 0
    chance = DiceChance(dice)
    for number, step in enumerate(steps(RULES, RULES.setup(Setup(players=3), chance).state, [BOT] * 3, dice, chance)):
        if number % 9 or step.before.phase is Phase.COMBAT_SELECT:
            continue
        other = stirred(step.before, step.player, random.Random(number))
        actions = [
            steady(RULES, RULES.view(each, step.player), RULES.offers(each, step.player), random.Random(7))
            for each in (step.before, other)
        ]
        looked += other != step.before
        assert actions[0] == actions[1]
    assert looked > 10


def test_it_plays_at_a_table_when_its_time_has_come():
    engine, dice, state = TableEngine(game=SCYTHE, rules=RULES), random.Random(3), TableState()

    def do(command: Any, by: Actor) -> None:
        nonlocal state
        state = engine.decided(state, command, DecisionContext(by=by, at=NOON, chance=DiceChance(dice))).state

    do(OpenTable(title="", host="anna", name="Anna", chairs=2, seconds=0, options={}), ANNA)
    do(PutBot(chair=1, bot="steady"), ANNA)
    do(Begin(), ANNA)
    if state.waits_for == (0,):
        for action in (ChooseSection(1), SkipTop(), SkipBottom(), EndTurn()):
            do(Play(chair=0, turn=state.turn, action=action), ANNA)
    assert state.waits_for == (1,)
    for _each in range(40):
        if state.waits_for == (1,):
            do(BotsPlay(turn=state.turn), THE_CLOCK)

    assert state.waits_for == (0,)
    assert state.play.sides[1].section >= 0


# --- decisions --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SY-BOT-04")
@pytest.mark.parametrize(
    ("section", "paid", "does"),
    [(0, {"oil": 3}, Upgrade), (1, {"metal": 3}, Deploy), (2, {"wood": 3}, Build), (3, {"food": 4}, Enlist)],
)
def test_a_bottom_row_that_can_be_paid_is_taken(section: int, paid: dict[str, int], does: type):
    state = bottom(
        side("rusviet", workers="C6 D6", coins=4, power=3), side("nordic"), section=section, tokens={"C6": tokens(**paid)}
    )

    action = chosen(state)

    assert type(action) is does
    assert action != does(action.payment)  # with its benefit


@pytest.mark.rule("SY-END-01", "SY-END-12")
def test_the_game_is_ended_by_who_is_ahead_and_not_by_who_is_behind():
    """The fourth mech would bring the 6th star. With nothing else on the board, the other's five stars would win."""
    mechs = {"riverwalk": "D6", "township": "D6", "peoples_army": "D6"}
    stars = FIVE[:1] + FIVE[2:] + (Star.POWER,)
    rich = bottom(
        side("rusviet", workers="C6 D6", stars=stars, coins=40, popularity=14, power=16, **mechs),
        side("nordic", workers="A4"),
        section=1,
        tokens={"C6": tokens(metal=3)},
    )
    poor = bottom(
        side("rusviet", workers="C6 D6", stars=stars, power=16, **mechs),
        side("nordic", workers="A4 A5 A6 B5 B3", stars=FIVE, popularity=18, power=16),
        section=1,
        tokens={"C6": tokens(metal=3), "A4": tokens(food=20)},
    )

    assert type(chosen(rich)) is Deploy
    assert chosen(poor) == SkipBottom()


@pytest.mark.rule("SY-OBJ-01")
def test_an_objective_that_is_met_is_revealed():
    """OB-07: at least 20 coins."""
    state = bottom(side("rusviet", workers="C6 D6", coins=20, objectives=("OB-07", "OB-01")), side("nordic"), section=0)

    assert chosen(state) == RevealObjective("OB-07")


@pytest.mark.rule("SY-CMB-08", "SY-CMB-12")
def test_a_combat_that_is_sure_is_won_for_as_little_as_it_takes():
    """Without power and cards the defender reaches 0, and the attacker wins ties."""
    state = armed(side("rusviet", character="D5", power=7, cards=(5, 2)), side("nordic", character="D5", power=0), space="D5")

    action = chosen(state)

    assert isinstance(action, Commit)
    assert action.dial + sum(action.cards) <= 2


@pytest.mark.rule("SY-CMB-09", "SY-CMB-11")
def test_a_combat_that_can_be_won_is_fought_and_one_that_is_lost_is_not_paid_for():
    strong = armed(
        side("rusviet", character="D5", power=7, cards=(5, 4)), side("nordic", character="D5", power=3, cards=(3,)), space="D5"
    )
    weak = armed(
        side("rusviet", character="D5", power=2), side("nordic", character="D5", riverwalk="D5", power=16, cards=(5, 5)), space="D5"
    )

    won, lost = chosen(strong), chosen(weak)

    assert won.dial + sum(won.cards) >= 6
    assert lost.dial <= 1


@pytest.mark.rule("SY-MOV-29", "SY-ENC-01")
def test_the_character_goes_to_an_encounter_that_is_near():
    """The Factory attracts the character more until it has its card."""
    state = on_the_move(side("rusviet", character="E5", workers="C6 D6", card="FC-01"), side("nordic"), marks=("F5",))

    action = chosen(state)

    assert (action.unit, action.to) == (0, "F5")


@pytest.mark.rule("SY-ENC-06")
def test_of_an_encounter_an_option_is_taken_that_can_be_paid():
    state = meets(side("rusviet", character="D5", workers="C6 D6"), side("nordic"), card="EN-01", space="D5")

    assert isinstance(chosen(state), TakeOption)


@pytest.mark.rule("SY-FCT-01")
def test_a_factory_card_is_no_use_whose_pieces_are_all_placed():
    mechs = {"riverwalk": "D6", "township": "D6", "peoples_army": "D6", "speed": "D6"}
    state = dealt(
        table(
            side("rusviet", character="D3", stars=(Star.MECHS,), **mechs),
            side("nordic"),
            phase=Phase.FACTORY_CHOICE,
            agenda=(Visiting(), BottomRow(), Ending()),
        )
    )
    state = replace(state, cards=("FC-09", "FC-06", "FC-10"))

    action = chosen(state)

    assert isinstance(action, ChooseCard)
    assert action.card != "FC-09"


@pytest.mark.rule("SY-FCT-01")
def test_a_way_that_the_dice_offer_twice_is_planned_once(monkeypatch):
    """It counts as often as it is offered, so the dice choose among equally good ways as before."""
    table_then: list[ScytheState] = []
    with_bottom = bots.with_bottom
    monkeypatch.setattr(bots, "with_bottom", lambda mind, state: table_then.append(state) or with_bottom(mind, state))
    seat = side("nordic", workers="C3 C3 C2 C6", card="FC-02", coins=5, power=5, popularity=5, cards=(2, 4))
    lot = {"C3": tokens(wood=1, oil=1, food=1, metal=1), "C2": tokens(wood=1)}
    state = top_row(seat, side("saxony"), section=FACTORY, tokens=lot)

    choices = list(bots.top_choices(Mind(RULES.book, RULES.view(state, A).state, A), state, random.Random(1)))

    ways = Counter(action for _worth, action in choices)
    assert max(ways.values()) > 1
    assert len(table_then) == len(ways)
    assert len({(action, worth) for worth, action in choices}) == len(ways)


@pytest.mark.rule("SY-ENL-04", "SY-R-24")
def test_an_ongoing_bonus_is_taken():
    recruits = (0, -1, -1, -1)
    state = dealt(
        table(
            side("rusviet", workers="C6 D6", power=15, recruits=recruits),
            side("nordic"),
            phase=Phase.BONUS,
            agenda=(Bonuses(0, (A,)), Ending()),
        )
    )

    assert chosen(state) == TakeBonus(accept=True)
