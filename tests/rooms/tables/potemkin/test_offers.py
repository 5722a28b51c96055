"""Offers: an action is legal exactly if offered, and refused exactly if not. Invariants always hold."""

from __future__ import annotations

import random
from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from control.engine.refusal import Refused
from rooms.tables.game.rules import Setup
from rooms.tables.potemkin.game.actions import (
    Build,
    BuildAgain,
    BuildAgainOffer,
    Check,
    CheckAgain,
    CheckAgainOffer,
    Discard,
    FreightOffer,
    HomeAbilityOffer,
    InspectOffer,
    Pick,
    PlaceAgents,
    PlaceAgentsOffer,
    PlayAbility,
    Produce,
    SecondCrewOffer,
    Spy,
)
from rooms.tables.potemkin.game.content import FACADES
from rooms.tables.potemkin.game.engine import FACTS
from rooms.tables.potemkin.game.registration import POTEMKIN
from rooms.tables.potemkin.game.state import Phase, PotemkinState
from tests.amounts import amount
from tests.rooms.tables.potemkin.play import CARDS, KEPT, RULES, A, B, Seeded, allowed, house, played_on, side, table


def refused(state: PotemkinState, player: int, action: Any) -> bool:
    try:
        RULES.act(state, player, action, KEPT)
    except Refused as refusal:
        return bool(refusal.sentence) and refusal.rule.startswith("PE-")
    return False


def wild(state: PotemkinState, dice: random.Random) -> Any:
    """A random action from things at the table, mostly illegal."""
    owner = dice.choice(state.sides)
    cards = [*owner.hand, *owner.pack, *(building.card for building in owner.village), dice.choice(CARDS)]
    ids: list[Any] = [building.id for each in state.sides for building in each.village] + [state.built + 1]
    homes = [building.id for each in state.sides for building in each.village if building.agents] or ids
    card, facade = dice.choice(cards), dice.choice(FACADES)

    def maybe(value: Any) -> Any:
        return value if dice.random() < 0.5 else None

    kinds = [
        lambda: Pick(card),
        lambda: Build(card, facade),
        lambda: Spy(tuple([Check(dice.choice(homes), dice.choice([None, *ids])) for _ in range(dice.randint(0, 3))])),
        lambda: CheckAgain(dice.choice([None, *ids]), decline=dice.random() < 0.2),
        lambda: PlayAbility(
            card,
            interior=maybe(dice.choice(cards)),
            facade=maybe(facade),
            building=maybe(dice.choice(ids)),
            source=maybe(dice.choice(ids)),
            looks=tuple(dice.sample(ids, min(len(ids), dice.randint(0, 3)))),
        ),
        lambda: dice.choice(
            [
                PlayAbility(card),
                PlayAbility(card, building=dice.choice(ids)),
                PlayAbility(card, building=dice.choice(ids), source=dice.choice(ids)),
                PlayAbility(card, looks=tuple(dice.choices(ids, k=dice.randint(1, 2)))),
                PlayAbility(card, interior=dice.choice(cards), facade=facade),
            ]
        ),
        lambda: BuildAgain(maybe(card), maybe(facade), decline=dice.random() < 0.3),
        lambda: Discard(card),
        Produce,
        lambda: PlaceAgents(tuple([(dice.choice(ids), dice.randint(0, 2)) for _ in range(dice.randint(0, 3))])),
    ]
    return dice.choice(kinds)()


@pytest.mark.rule("PE-ACT-11", "PE-R-12", "PE-HID-09")
@given(seed=st.integers(0, 10**9), players=st.integers(3, 5), scarce=st.booleans())
def test_legal_is_what_is_offered_is_what_is_not_refused(seed, players, scarce):
    dice = random.Random(seed)
    former: list[Any] = [Produce()]
    for state, player, action, _ in played_on(seed, players, scarce=scarce):
        former.append(action)
        tries = [(each, offer.some(dice)) for each in range(players) for offer in RULES.offers(state, each)]
        assert all(allowed(state, each, chosen) for each, chosen in tries)
        for each in range(-1, players + 1):
            tries += [(each, wild(state, dice)), (each, dice.choice(former)), (each, action)]
        for each, chosen in tries:
            assert allowed(state, each, chosen) != refused(state, each, chosen), (each, chosen)
        assert allowed(state, player, action)


@given(seed=st.integers(0, 10**9), players=st.integers(3, 5), scarce=st.booleans())
def test_what_always_holds_holds_after_every_action(seed, players, scarce):
    for state, _, _, played in played_on(seed, players, scarce=scarce):
        assert RULES.broken(state) == ()
        assert (RULES.result(state) is None) == bool(RULES.waits_for(state))
        folded = state
        for fact in played.facts:
            assert type(fact) in FACTS.events
            folded = RULES.facts.evolve(folded, fact)
        assert folded == played.state
    assert RULES.broken(played.state) == ()
    assert RULES.result(played.state) is not None
    assert RULES.waits_for(played.state) == ()


@pytest.mark.rule("PE-R-36")
@given(seed=st.integers(0, 10**9), players=st.integers(3, 5), scarce=st.booleans())
def test_the_default_is_legal_whenever_somebody_is_waited_for(seed, players, scarce):
    for state, *_ in played_on(seed, players, scarce=scarce):
        for player in RULES.waits_for(state):
            assert allowed(state, player, RULES.default(state, player, Seeded(seed)))


@pytest.mark.rule("PE-R-36")
def test_a_table_where_nobody_ever_answers_comes_to_its_end():
    chance = Seeded(4)
    state = RULES.setup(Setup(players=4), chance).state
    actions = 0
    while waiting := RULES.waits_for(state):
        state = RULES.act(state, waiting[0], RULES.default(state, waiting[0], chance), chance).state
        actions += 1

    assert actions == 4 * (3 * 4 + 3)
    assert RULES.standing(state) == (0, 0, 0, 0)


@pytest.mark.rule("PE-R-36")
def test_the_default_of_a_draft_is_any_card_of_the_pack():
    state = RULES.setup(Setup(players=3, first=A), KEPT).state

    picks = {RULES.default(state, A, Seeded(seed)).card for seed in range(60)}

    assert picks == set(state.sides[A].pack)


@settings(max_examples=amount(8, 250))
@given(seed=st.integers(0, 10**9))
def test_what_is_stored_comes_back_as_it_was(seed):
    actions, facts = {kind.__name__: kind for kind in POTEMKIN.actions}, {kind.__name__: kind for kind in FACTS.events}
    for state, player, action, played in played_on(seed, 3):
        stored = msgspec.json.decode(msgspec.json.encode(state), type=PotemkinState)
        again = msgspec.json.decode(msgspec.json.encode(action), type=actions[type(action).__name__])
        assert (stored, again) == (state, action)
        assert allowed(stored, player, again)
        for fact in played.facts:
            assert msgspec.json.decode(msgspec.json.encode(fact), type=facts[type(fact).__name__]) == fact


@given(seed=st.integers(0, 10**9))
def test_the_same_game_is_played_again_from_its_facts(seed):
    state = RULES.blank()
    for fact in RULES.setup(Setup(players=3), Seeded(seed)).facts:
        state = RULES.facts.evolve(state, fact)
    for before, _, _, played in played_on(seed, 3):
        assert state == before
        for fact in played.facts:
            state = RULES.facts.evolve(state, fact)

    assert state.phase is Phase.OVER


def test_every_offer_reaches_every_action_it_allows():
    """`some` of an offer reaches every action: here all ways to spy with two agents, found by brute force."""
    state = table(
        side(house(FACADES[1], "fake-1", agents=1), house(FACADES[1], "fake-2", agents=1)),
        side(house(FACADES[0], "fake-3"), house(FACADES[0], "fake-4")),
        side(house(FACADES[0], "fake-5")),
        shield=B,
    )
    dice = random.Random(1)
    offer = next(offer for offer in RULES.offers(state, A) if type(offer).__name__ == "SpyOffer")
    targets = [None, 3, 4, 5]
    legal = {Spy((Check(home, target),)) for home in (1, 2) for target in targets}
    legal |= {Spy((Check(1, one), Check(2, two))) for one in targets for two in targets}
    legal |= {Spy((Check(2, one), Check(1, two))) for one in targets for two in targets}
    legal = {action for action in legal if offer.allows(action)}

    assert {offer.some(dice) for _ in range(3000)} == legal


REACHED = {  # offers, and all actions in each
    "inspect": (
        InspectOffer("x", "friendly-inspector", (3, 4, 5)),
        {PlayAbility("x", looks=looks) for number in (1, 2) for looks in permutations((3, 4, 5), number)},
    ),
    "freight": (
        FreightOffer("x", "misdirected-freight", (3, 4), (1, 2)),
        {PlayAbility("x", source=source, building=home) for source in (3, 4) for home in (1, 2)},
    ),
    "home": (HomeAbilityOffer("x", "extra-crate", (1, 2)), {PlayAbility("x", building=home) for home in (1, 2)}),
    "second crew": (
        SecondCrewOffer("x", "second-crew", ("y", "z")),
        {PlayAbility("x", interior=card, facade=facade) for card in ("y", "z") for facade in FACADES},
    ),
    "build again": (
        BuildAgainOffer(("y", "z")),
        {BuildAgain(decline=True)} | {BuildAgain(card, facade) for card in ("y", "z") for facade in FACADES},
    ),
    "check again": (CheckAgainOffer(1, (3, 4), B), {CheckAgain(3), CheckAgain(4), CheckAgain(), CheckAgain(decline=True)}),
    "check again without a shield": (CheckAgainOffer(1, (3,)), {CheckAgain(3), CheckAgain(decline=True)}),
    "place agents": (
        PlaceAgentsOffer(3, (1, 2), (2,)),
        {PlaceAgents(((2, 3),)), PlaceAgents(((1, 1), (2, 2))), PlaceAgents(((1, 2), (2, 1)))},
    ),
    "place too few agents": (PlaceAgentsOffer(1, (1, 2, 3), (2, 3)), {PlaceAgents(((2, 1),)), PlaceAgents(((3, 1),))}),
}


@pytest.mark.parametrize(("offer", "stands_for"), REACHED.values(), ids=REACHED)
def test_some_of_an_offer_is_any_of_it(offer, stands_for):
    dice = random.Random(1)

    assert {offer.some(dice) for _ in range(600)} == stands_for
    assert all(offer.allows(action) for action in stands_for)


BROKEN = {
    "a card that is there twice": {"discard": ("fake-1",)},
    "a card that is missing": {"deck": ()},
    "a meeple with nobody at the table": {"shield": 7},
    "a capitol with nobody": {"capitol": 5},
    "numbers given out too often": {"built": 0},
    "a mission without a spy": {"phase": Phase.CHECK_AGAIN},
    "an ability that waits without a card": {"phase": Phase.DISCARD},
    "tokens in another order": {"months": (2, 1)},
    "a game that is over with months left": {"phase": Phase.OVER},
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN)
def test_a_broken_table_is_noticed(change):
    state = table(side(house(FACADES[0], "fake-1")))

    assert RULES.broken(state) == ()
    assert RULES.broken(msgspec.structs.replace(state, **change)) != ()


@pytest.mark.parametrize(
    "sides",
    [
        pytest.param((side(house(FACADES[0], "fake-1", cubes=1)),), id="cubes behind no Industry building"),
        pytest.param((side(house(FACADES[3], "fake-1", cubes=-1)),), id="fewer than no cubes"),
        pytest.param((side(house(FACADES[3], "fake-1", agents=-1)),), id="fewer than no agents"),
        pytest.param((side(spent=-1),), id="fewer than no spent agents"),
        pytest.param((side(pack=("fake-1",)),), id="a pack in the Action phase"),
        pytest.param((side(placing=()),), id="agents placed in the Action phase"),
        pytest.param((side(producing=True), side(producing=True)), id="an Action phase that should be over"),
    ],
)
def test_a_broken_side_is_noticed(sides):
    assert RULES.broken(table(*sides)) != ()


def test_a_building_short_of_a_cube_is_noticed_and_named():
    assert "Building 1 has 0 agents and -1 cubes." in RULES.broken(table(side(house(FACADES[3], "fake-1", cubes=-1))))
