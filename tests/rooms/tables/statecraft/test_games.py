"""Whole games of every kind and their invariants (seeded; `make thorough` plays many more)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import cache

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.dice import DiceChance
from control.engine.refusal import Refused
from rooms.tables.game.playout import PlayoutStep, find_faults
from rooms.tables.statecraft.game.actions import ACTIONS, Announce, Bid, Denounce, Fire, PayBid
from rooms.tables.statecraft.game.engine import StatecraftRules
from rooms.tables.statecraft.game.state import StatecraftState
from rooms.tables.statecraft.rules.ideology_trackers import limited
from rooms.tables.statecraft.rules.main_deck import TurnedUp
from rooms.tables.statecraft.rules.turns import Settled
from tests.amounts import amount
from tests.rooms.tables.statecraft.play import A, after, allowed, on, played_on, side, table, variant

GAMES = range(amount(45, 2000))
RARE = {Bid, PayBid}  # need a shared lead without the incumbent, for which `test_supporters` has a table


@cache
def recorded() -> tuple[tuple[int, StatecraftRules, tuple[PlayoutStep, ...]], ...]:
    """The games in which everything is checked."""
    found = []
    for number in GAMES[: amount(45, 300)]:
        steps = list(played_on(number))
        found.append((number, steps[0][0], tuple([step for _rules, step in steps])))
    return tuple(found)


@pytest.mark.rule("SC-EVT-19", "SC-R-29", "SC-R-37")
def test_what_is_set_aside_is_resolved_in_the_order_drawn_and_before_what_waited_earlier():
    """An independent check: one card is under way, then come those drawn during it, then those that already waited."""
    aside = 0
    for _number, _rules, steps in recorded():
        under_way, waiting, meanwhile = "", list[str](), list[str]()
        for fact in (fact for step in steps for fact in step.played.facts):
            if isinstance(fact, TurnedUp):
                aside += bool(under_way)
                under_way, meanwhile = (under_way, [*meanwhile, fact.card]) if under_way else (fact.card, [])
            elif isinstance(fact, Settled):
                assert fact.card == under_way
                under_way, *waiting = (*meanwhile, *waiting, "")
                waiting, meanwhile = [each for each in waiting if each], []
    assert aside > 0


@pytest.mark.rule("SC-TRK-01", "SC-TRK-02", "SC-TRK-05", "SC-POL-10", "SC-CIR-02", "SC-INC-01", "SC-EVT-02", "SC-FIN-01")
def test_games_of_every_kind_come_to_their_end_and_hold_what_always_holds():
    """Cards are conserved, limits kept, cabinets without gaps, and the lead's card with the leader: see `sound`."""
    for number, rules, steps in recorded():
        for step in steps:
            assert find_faults(rules, step.before, step.played) == (), number
        assert rules.result(steps[-1].played.state) is not None


def test_every_action_and_every_fact_is_seen():
    seen = Counter(type(step.action) for _number, _rules, steps in recorded() for step in steps)
    facts = Counter(type(fact) for _number, _rules, steps in recorded() for step in steps for fact in step.played.facts)

    assert set(ACTIONS) - seen.keys() <= RARE
    kinds = set(recorded()[0][1].facts.events)
    assert {kind.__name__ for kind in kinds - facts.keys()} <= {"Opened", "BudgetsBegan", "PassedOver", "BidsShown"}


def refusal_of(rules: StatecraftRules, state: StatecraftState, player: int, action: object) -> Refused | None:
    """The refusal of an action, or None."""
    try:
        rules.act(state, player, action, DiceChance(random.Random(1)))
    except Refused as refused:
        return refused
    return None


@pytest.mark.rule("SC-HID-07", "SC-TRN-03")
def test_legal_is_what_is_offered():
    """Actions of other moments and players are accepted exactly if offered, and else refused with a rule."""
    accepted = Counter()
    for number, rules, steps in recorded()[: amount(15, 60)]:
        dice = random.Random(number)
        pool = [step.action for step in steps]
        for step in steps[::3]:
            for player in range(len(step.before.sides)):
                for action in dice.sample(pool, min(6, len(pool))):
                    offered = any(offer.allows(action) for offer in rules.offers(step.before, player))
                    refused = refusal_of(rules, step.before, player, action)
                    assert (refused is None) is offered
                    assert refused is None or (refused.rule.startswith("SC-") and refused.sentence.endswith("."))
                    accepted[offered] += 1
    assert min(accepted[True], accepted[False]) > 50


def test_a_stored_game_is_played_again_to_the_same_state():
    decoders = {kind: msgspec.json.Decoder(kind) for kind in recorded()[0][1].facts.events}
    for _number, rules, steps in recorded()[: amount(15, 60)]:
        state = steps[0].before
        for step in steps:
            for fact in step.played.facts:
                again = decoders[type(fact)].decode(msgspec.json.encode(fact))
                state = rules.facts.evolve(state, again)
        assert state == steps[-1].played.state
        assert msgspec.json.decode(msgspec.json.encode(state), type=StatecraftState) == state


def test_the_same_dice_bring_the_same_game():
    assert [step for _rules, step in played_on(7)] == [step for _rules, step in played_on(7)]


@pytest.mark.rule("SC-LOS-03", "SC-POL-15", "SC-TRK-03")
@given(
    value=st.tuples(*[st.integers(0, 7)] * 4),
    points=st.tuples(*[st.integers(0, 3)] * 4),
    sign=st.sampled_from((1, -1)),
)
def test_what_really_moved_is_undone_exactly(value, points, sign):
    moved = limited(value, points, sign)
    there = tuple(a + b for a, b in zip(value, moved, strict=True))
    back = limited(there, moved, -1)

    assert all(0 <= each <= 7 for each in there)
    assert tuple(a + b for a, b in zip(there, back, strict=True)) == value


@pytest.mark.rule("SC-LOS-01", "SC-LOS-02", "SC-FIR-06", "SC-REP-09")
@given(
    trackers=st.tuples(*[st.integers(0, 7)] * 4),
    budget=st.integers(-5, 5),
    plays=st.lists(st.tuples(st.booleans(), st.sampled_from(("eco2", "soc3", "mix", "spend")), st.integers(0, 1)), max_size=4),
)
def test_firing_at_once_undoes_all_that_was_played(trackers, budget, plays):
    begun = table(side("eco1 eco2 soc3 mix spend", "q01 q02", on("q02", "eco5"), trackers=trackers, budget=budget))
    state = begun
    for announced, card, option in plays:
        action = (Announce if announced else Denounce)(card, option, "q01")
        if allowed(state, A, action):
            state = after(state, (A, action))
    fired = after(state, (A, Fire("q01", "eco1"))).sides[A]

    assert (fired.trackers, fired.budget) == (trackers, budget)
    assert sorted(fired.hand) == ["eco2", "mix", "soc3", "spend"]


def turned(value: object, players: int, by: int) -> object:
    """Number of a player after everybody has moved by so many seats."""
    return (value + by) % players if isinstance(value, int) else value


def reseated(state: StatecraftState, by: int) -> StatecraftState:
    """The same table with everybody moved by so many seats, when nothing is being resolved."""
    players = len(state.sides)
    sides = tuple([state.sides[(seat - by) % players] for seat in range(players)])
    return msgspec.structs.replace(
        state,
        sides=sides,
        active=turned(state.active, players, by),
        first=turned(state.first, players, by),
        incumbent=turned(state.incumbent, players, by),
    )


def test_who_sits_where_makes_no_difference():
    """An action at the reseated table leads to the reseated state. Opponents in it are renumbered too."""
    tried = 0
    for number, rules, steps in recorded()[: amount(20, 80)]:
        for step in steps[::2]:
            before, after_ = step.before, step.played.state
            if before.agenda or after_.agenda or before.resolving or not before.round:
                continue
            players = len(before.sides)
            action = step.action
            if getattr(action, "opponent", None) is not None:
                action = msgspec.structs.replace(action, opponent=turned(action.opponent, players, 1))
            other = reseated(before, 1)
            chance = DiceChance(random.Random(number))
            mine = rules.act(before, step.player, step.action, DiceChance(random.Random(number))).state
            theirs = rules.act(other, turned(step.player, players, 1), action, chance).state
            if mine.agenda:
                continue
            assert theirs == reseated(mine, 1)
            tried += 1
    assert tried > 200


def test_all_numbers_of_players_modes_and_scenarios_are_among_them():
    setups: Sequence = [variant(number)[1] for number in GAMES]

    assert {setup.players for setup in setups} == {2, 3, 4, 5, 6}
    assert len({len(variant(number)[0].book.scenarios) for number in GAMES}) == 2
    assert {setup.options.get("disruption") for setup in setups} == {None, "regular", "disruptive", "chaotic"}
