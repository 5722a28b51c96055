"""Previews on the phone: each equals the effect of the real choice, in random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from control.engine.dice import DiceChance
from rooms.tables.statecraft.game.actions import ActionOffer, Announce, CampaignOffer, Denounce
from rooms.tables.statecraft.game.content import IDEOLOGIES
from rooms.tables.statecraft.game.state import Phase, Side, StatecraftState
from rooms.tables.statecraft.rules.ideology_trackers import IdeologyMoved, counted
from rooms.tables.statecraft.rules.policies import PolicyPlayed
from rooms.tables.statecraft.rules.policy_losses import PolicyLeft
from rooms.tables.statecraft.rules.start_effects import IdeologySet
from rooms.tables.statecraft.rules.supporters import met
from rooms.tables.statecraft.screens.outcomes import Would
from rooms.tables.statecraft.screens.question_shapes import Ask, PolicyAsk
from rooms.tables.statecraft.screens.questions import action_of
from tests.amounts import amount
from tests.rooms.tables.statecraft.phone import RULES, SETUPS, asked, panel_for, played_on, turn_of, with_side

MOVERS = (PolicyLeft, PolicyPlayed, IdeologyMoved, IdeologySet)


def number(words: str) -> int:
    """Read a number with a minus sign of the screen, as "−3"."""
    return int(words.replace("−", "-"))


def moved_side(state: StatecraftState, player: int, action: Any) -> tuple[StatecraftState, Side]:
    """The table and side after the action's own moves, without all that follows."""
    played = RULES.act(state, player, action, DiceChance(random.Random(1)))
    moving = [at for at, fact in enumerate(played.facts) if type(fact) in MOVERS and fact.player == player]
    first = moving[0] if moving else -1
    last = next((at for at in range(first, len(played.facts)) if at not in moving), len(played.facts)) if moving else 0
    for fact in played.facts[:last]:
        state = RULES.facts.evolve(state, fact)
    return state, state.sides[player]


def check(state: StatecraftState, player: int, would: Would, action: Any) -> None:
    """Compare the preview's trackers and supporters' conditions, before and after, with the rules."""
    before = state.sides[player]
    after_state, after = moved_side(state, player, action)
    said_from, said_to, budgets = list(before.trackers), list(before.trackers), (before.budget, before.budget)
    ideologies = [each.value for each in IDEOLOGIES]
    for move in would.moves:
        if move.mark.id == "budget":
            budgets = (number(move.before), number(move.after))
        else:
            said_from[ideologies.index(move.mark.id)] = int(move.before)
            said_to[ideologies.index(move.mark.id)] = int(move.after)
    assert (tuple(said_from), budgets[0]) == (before.trackers, before.budget)
    assert (tuple(said_to), budgets[1]) == (after.trackers, after.budget)
    now, then = counted(state, player), counted(after_state, player)
    said = {each.id: each for each in would.supporters}
    in_play = (*state.floating, *[each for side in state.sides for each in side.supporters])
    for supporter in in_play:
        card = RULES.book.supporters[supporter]
        at = [place for place, condition in enumerate(card.conditions) if condition is not None]
        old, new = [met(card, now)[place] for place in at], [met(card, then)[place] for place in at]
        if supporter in said:
            assert [(each.now, each.then) for each in said[supporter].conditions] == list(zip(old, new, strict=True))
        else:
            assert old == new


def plays(policy: PolicyAsk) -> list[tuple[Would | None, Any, str]]:
    """Each way to play a policy: preview, action, and reason if it is impossible."""
    found: list[tuple[Would | None, Any, str]] = []
    for at, (announce, denounce) in enumerate(policy.ways):
        for way, does, holders in ((announce, Announce, policy.up), (denounce, Denounce, policy.down)):
            for holder in holders or ():
                who = None if holder.value == "leader" else holder.value
                found.append((way.would, does(policy.card.id, at, who), way.reason))
    return found


def promises(ask: Ask) -> list[tuple[str, Would | None, Any]]:
    """All previews on the phone, each with its action."""
    turn, choices = ask.turn, ask.choices
    found = [
        ("play", would, action)
        for policy in (turn.policies if turn else ask.policies)
        for would, action, why in plays(policy)
        if not why
    ]
    if turn is not None:
        pay = [turn.pays[-1].id] if turn.pays else []
        for fire in turn.fires:
            if not fire.reason:
                fields = {"act": ["fire"], "politician": [fire.value]} | ({} if turn.free else {"pay": pay})
                found.append(("fire", fire.would, action_of(fields)))
        for card in turn.actions:
            for target in [
                each for _title, group in card.groups for each in group if each.would and each.value.startswith("policy")
            ]:
                found.append(
                    ("take back", target.would, action_of({"act": ["action"], "card": [card.card.id], "target": [target.value]}))
                )
        for step in turn.step.steps if turn.step else ():
            found.append(("step", step.would, action_of({"act": ["leader-step"], "step": [step.value], "pay": pay})))
    if choices is not None and choices.count == 1:
        for choice in choices.choices:
            if choice.would is not None:
                action = action_of({"act": [choices.act], choices.name: [choice.value]})
                found.append((choices.act, choice.would, action))
    return found


@pytest.mark.rule(
    "SC-TRK-03",
    "SC-POL-04",
    "SC-POL-05",
    "SC-DEN-03",
    "SC-DEN-04",
    "SC-LOS-03",
    "SC-FIR-06",
    "SC-REP-09",
    "SC-AFX-06",
    "SC-LDR-07",
    "SC-LDR-12",
)
@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.options['mode']}-{setup.players}")
def test_what_is_said_beforehand_is_what_happens(setup):
    checked: Counter[str] = Counter()
    for seed in range(amount(4, 60)):
        for state, player, _action, _played in islice(played_on(seed, setup), 0, None, 3):
            ask = panel_for(state, player).ask
            assert ask is not None
            for kind, would, action in promises(ask):
                assert would is not None
                check(state, player, would, action)
                checked[kind] += 1
    wanted = {"play", "fire", "take" if setup.options["mode"] == "quickplay" else "lose"}
    assert wanted <= set(checked)
    assert checked["play"] > 100


@pytest.mark.rule(
    "SC-POL-03", "SC-POL-07", "SC-POL-08", "SC-POL-10", "SC-DEN-05", "SC-DEN-06", "SC-DEN-09", "SC-CAM-06", "SC-POA-02", "SC-ACN-03"
)
@pytest.mark.parametrize("setup", SETUPS[:3], ids=lambda setup: f"{setup.options['mode']}-{setup.players}")
def test_what_cannot_be_done_says_why_and_what_can_be_done_does_not(setup):
    for state, player, _action, _played in played_on(5, setup):
        turn = (panel_for(state, player).ask or Ask(kind="")).turn
        if turn is None:
            continue
        offers = RULES.offers(state, player)
        for policy in turn.policies:
            for would, action, reason in plays(policy):
                assert (reason == "") is any(offer.allows(action) for offer in offers) is (would is not None)
            for at, ways in enumerate(policy.ways):
                for way, does in zip(ways, (Announce, Denounce), strict=True):
                    cabinet = (None, *[who for who in state.sides[player].cabinet if who])
                    possible = any(offer.allows(does(policy.card.id, at, who)) for offer in offers for who in cabinet)
                    assert (way.reason == "") is possible
        claimable = {each for offer in offers if isinstance(offer, CampaignOffer) for each in offer.things}
        prey = {supporter for offer in offers for supporter, _price in getattr(offer, "targets", ())}
        assert {each.supporter.id for each in turn.claims if not each.reason} == claimable | prey
        playable = {offer.card for offer in offers if isinstance(offer, ActionOffer)}
        assert {each.card.id for each in turn.actions if not each.reason} == playable


@pytest.mark.rule("SC-POL-08", "SC-DEN-04", "SC-TRK-05")
def test_a_budget_beyond_its_end_is_said_with_its_number():
    state, player = next(
        (state, player)
        for state, player, _action, _played in played_on(1, SETUPS[0])
        if state.phase is Phase.TURN and any(policy.up for policy in turn_of(state, player).policies)
    )
    low = with_side(state, player, budget=-5)

    turn = turn_of(low, player)

    reasons = [way.reason for policy in turn.policies for ways in policy.ways for way in ways if "budget" in way.reason]
    costs = [option.cost for policy in turn.policies for option in RULES.book.policies[policy.card.id].options]
    assert any(cost < 0 for cost in costs)
    assert reasons
    assert all(reason.startswith("budget would be −") for reason in reasons)


@pytest.mark.rule("SC-TRK-01", "SC-TRK-03")
def test_a_tracker_that_stops_at_its_end_says_so():
    state, player = asked("turn")
    full = with_side(state, player, trackers=(7, 7, 7, 7), budget=0)

    turn = turn_of(full, player)

    up = [announce.would for policy in turn.policies for announce, _denounce in policy.ways if announce.would is not None]
    assert all(move.note == "stops at 7" for would in up for move in would.moves if move.mark.id != "budget")
