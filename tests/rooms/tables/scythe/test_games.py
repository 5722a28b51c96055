"""Whole games of every kind and their invariants (seeded; `make thorough` plays many more)."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import msgspec
import pytest

from control.engine.dice import DiceChance
from control.engine.refusal import Refused
from control.rulebook import stated_in
from rooms.tables.game.playout import PlayoutStep, find_faults
from rooms.tables.scythe.game.actions import ChooseCombat, PunishDelay
from rooms.tables.scythe.game.content import STRUCTURES
from rooms.tables.scythe.game.state import WORKERS, Phase, ScytheState, Star
from rooms.tables.scythe.rules.encounters import EncounterMissed
from rooms.tables.scythe.rules.end_of_game import WentBack
from rooms.tables.scythe.rules.legal_actions import ACTIONS
from rooms.tables.scythe.rules.setup import LaidOut
from rooms.tables.scythe.rules.stars import StarPlaced
from rooms.tables.scythe.rules.turns import DelayPunished
from tests.amounts import amount
from tests.rooms.tables.scythe.decks import ROOT
from tests.rooms.tables.scythe.play import CONTENT, RULES, played_on

GAMES = range(amount(14, 1000))
STATED = {id_ for ids in stated_in(ROOT / "docs" / "rules").values() for id_ in ids}
RARE = {PunishDelay, ChooseCombat}  # these games have no host, and two combats in one Move are rare


@cache
def recorded() -> tuple[tuple[PlayoutStep, ...], ...]:
    """The games in which everything is checked."""
    return tuple([tuple(played_on(number)) for number in GAMES[: amount(14, 100)]])


@pytest.mark.rule("SY-GEN-06", "SY-GEN-07", "SY-GEN-17", "SY-STR-06", "SY-BLD-02", "SY-ENL-02", "SY-END-01", "SY-CMB-01")
def test_games_of_every_kind_come_to_their_end_and_hold_what_always_holds():
    """Tracks, pieces, cards, stars and places of units: see `sound`."""
    for number, steps in enumerate(recorded()):
        for step in steps[:: 1 if number % 2 else 7]:
            assert find_faults(RULES, step.before, step.played) == (), number
        result = RULES.result(steps[-1].played.state)
        assert result is not None
        assert any(len(side.stars) == 6 for side in steps[-1].played.state.sides)


def test_no_game_has_a_dead_end():
    for number in GAMES[len(recorded()) :]:
        *_before, last = played_on(number)
        assert RULES.result(last.played.state) is not None, number


def test_every_action_and_every_fact_is_seen():
    seen = Counter(type(step.action) for steps in recorded() for step in steps)
    facts = Counter(type(fact) for steps in recorded() for step in steps for fact in step.played.facts)

    assert set(ACTIONS) - seen.keys() <= RARE
    assert set(RULES.facts.events) - facts.keys() <= {LaidOut, DelayPunished, WentBack, EncounterMissed}


@pytest.mark.rule("SY-STR-01")
def test_every_star_there_is_is_placed_by_somebody():
    placed = {fact.star for steps in recorded() for step in steps for fact in step.played.facts if isinstance(fact, StarPlaced)}

    assert placed == set(Star)


def refusal_of(state: ScytheState, player: int, action: object) -> Refused | None:
    """The refusal of an action, or None."""
    try:
        RULES.act(state, player, action, DiceChance(random.Random(1)))
    except Refused as refused:
        return refused
    return None


@pytest.mark.rule("SY-GEN-11")
def test_legal_is_what_is_offered():
    """Actions of other moments and players are accepted exactly if offered, and else refused with a rule."""
    accepted, rules = Counter(), Counter()
    for number, steps in enumerate(recorded()):
        dice = random.Random(number)
        pool = [step.action for step in steps]
        for step in steps[:: max(1, len(steps) // 60)]:
            for player in range(len(step.before.sides)):
                for action in dice.sample(pool, min(6, len(pool))):
                    offered = any(offer.allows(action) for offer in RULES.offers(step.before, player))
                    refused = refusal_of(step.before, player, action)
                    assert (refused is None) is offered
                    assert refused is None or refused.sentence.endswith((".", "!"))
                    if refused is not None:
                        assert refused.rule in STATED
                        assert refused.rule != "SY-GEN-11" or step.before.phase in (Phase.TOP, Phase.BOTTOM)
                        rules[refused.rule] += 1
                    accepted[offered] += 1
    assert min(accepted[True], accepted[False]) > 50
    assert len(rules) > 20


@pytest.mark.rule("SY-GEN-02", "SY-GEN-17", "SY-PRD-10", "SY-STR-03", "SY-UPG-05", "SY-BLD-09")
def test_what_was_placed_stays_placed():
    """Stars, structures, workers, cubes and recruits never return to a mat."""
    for steps in recorded():
        for step in steps:
            for before, after in zip(step.before.sides, step.played.state.sides, strict=True):
                assert after.stars[: len(before.stars)] == before.stars
                assert all(was in ("", now) for was, now in zip(before.structures, after.structures, strict=True))
                assert all(not before.units[unit] or after.units[unit] for unit in (0, 1, 2, 3, 4, *WORKERS))
                assert all(now >= was for was, now in zip(before.boxes, after.boxes, strict=True))
                assert len(after.structures) == len(STRUCTURES)


def test_a_stored_game_is_played_again_to_the_same_state():
    decoders = {kind: msgspec.json.Decoder(kind) for kind in RULES.facts.events}
    for steps in recorded()[: amount(5, 60)]:
        state = steps[0].before
        for step in steps:
            for fact in step.played.facts:
                state = RULES.facts.evolve(state, decoders[type(fact)].decode(msgspec.json.encode(fact)))
        assert msgspec.json.encode(state) == msgspec.json.encode(steps[-1].played.state)
        assert msgspec.json.decode(msgspec.json.encode(state), type=ScytheState) == state


def test_the_same_dice_bring_the_same_game():
    assert list(played_on(5)) == list(played_on(5))


def test_the_content_of_a_table_is_kept_as_it_was():
    stored = msgspec.json.encode(CONTENT)

    assert msgspec.json.decode(stored, type=type(CONTENT)) == CONTENT
