"""The Action phase (PE-ACT) and producing (PE-IND)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.records import replace
from rooms.tables.game.rules import Setup
from rooms.tables.potemkin.game.actions import Build, Check, PlaceAgents, PlayAbility, Produce, ProduceOffer, Spy
from rooms.tables.potemkin.game.engine import rules_of
from rooms.tables.potemkin.game.state import IN_TURN, Phase
from rooms.tables.potemkin.rules.production import Produced
from rooms.tables.potemkin.rules.turns import ActionPhaseEnded
from tests.amounts import amount
from tests.rooms.tables.potemkin.play import (
    CONTENT,
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    KEPT,
    RULES,
    SCIENCE,
    A,
    B,
    C,
    D,
    Seeded,
    after,
    allowed,
    cubes,
    done,
    facts_of,
    house,
    kinds_of,
    played_on,
    refusal,
    side,
    table,
)

READY = side(house(ESPIONAGE, "fake-1", agents=1), house(INDUSTRY, "fake-2"), hand="fake-3 night-shift-1 extra-crate-1")
TARGET = side(house(CULTURE, "culture-1"))
EVERYTHING = {
    "build": Build("fake-3", CULTURE),
    "spy": Spy((Check(1, 3),)),
    "action ability": PlayAbility("night-shift-1"),
    "free ability": PlayAbility("extra-crate-1", building=2),
    "produce": Produce(),
}


def facts_on(seed, players, *, scarce=False):
    """Facts of a whole random game, with the states before and after each."""
    for state, _, _, played in played_on(seed, players, scarce=scarce):
        before = state
        for fact in played.facts:
            later = RULES.facts.evolve(before, fact)
            yield before, fact, later
            before = later


@pytest.mark.rule("PE-ACT-01", "PE-GOV-06")
@pytest.mark.parametrize("holder", [A, B, C])
def test_the_holder_of_the_capitol_has_the_first_turn(holder):
    end = table(
        side(hand=""),
        side(hand="", producing=True),
        side(hand=""),
        turn=C,
        capitol=holder,
        deck="fake-1 fake-2 fake-3",
        only=True,
    )

    state = done(end, C, Produce()).state

    assert (state.month, state.phase, state.turn) == (2, Phase.TURN, holder)


@pytest.mark.rule("PE-ACT-02", "PE-R-03")
@pytest.mark.parametrize("months", [4, 3, 2, 1])
def test_turns_go_clockwise_in_every_month(months):
    state = table(*[side(hand=f"fake-{number} fake-{number + 4}") for number in range(1, 5)], turn=C, months=months)
    turns = []
    for _ in range(6):
        turns.append(state.turn)
        state = done(state, state.turn, Build(state.sides[state.turn].hand[0], CULTURE)).state

    assert turns == [C, D, A, B, C, D]


@pytest.mark.rule("PE-ACT-03", "PE-R-39")
def test_taking_the_capitol_changes_nothing_in_the_order_of_this_phase():
    state = table(side(hand="fake-1 fake-3"), side(hand="fake-2"), side(hand="place-in-the-carriage-1 fake-4"), capitol=C)

    state = done(state, A, Build("fake-1", GOVERNMENT)).state

    assert (state.capitol, state.turn) == (A, B)
    state = after(state, (B, Build("fake-2", CULTURE)), (C, PlayAbility("place-in-the-carriage-1")))
    assert (state.capitol, state.turn) == (C, C)
    assert done(state, C, Produce()).state.turn == A


@pytest.mark.rule("PE-ACT-04", "PE-ACT-05", "PE-ACT-13")
@pytest.mark.parametrize("action", ["build", "spy", "action ability", "produce"])
def test_one_action_is_the_whole_turn(action):
    state = done(table(READY, TARGET), A, EVERYTHING[action]).state

    assert (state.turn, state.phase) == (B, Phase.TURN)
    assert [refusal(state, A, each) for each in EVERYTHING.values()] == ["PE-ACT-02"] * 5


@pytest.mark.rule("PE-ACT-05", "PE-ACT-06", "PE-ACT-07", "PE-ACT-08", "PE-ACT-09", "PE-SPY-01")
@pytest.mark.parametrize(
    ("producing", "expected"),
    [(False, set(EVERYTHING)), (True, {"action ability", "free ability", "produce"})],
)
def test_what_a_mode_allows(producing, expected):
    state = table(side(*READY.village, hand=" ".join(READY.hand), producing=producing), TARGET, side(), side())

    assert {name for name, action in EVERYTHING.items() if allowed(state, A, action)} == expected
    for name in expected:
        done(state, A, EVERYTHING[name])


@pytest.mark.rule("PE-ACT-07", "PE-ACT-08", "PE-SPY-01")
def test_in_production_mode_building_and_spying_are_refused():
    state = table(side(*READY.village, hand="fake-3", producing=True), TARGET, side())

    assert refusal(state, A, EVERYTHING["build"]) == "PE-ACT-07"
    assert refusal(state, A, EVERYTHING["spy"]) == "PE-ACT-08"


@pytest.mark.rule("PE-ACT-10", "PE-IND-05", "PE-IND-06")
def test_who_produces_goes_on_having_turns_and_may_produce_in_each():
    state = table(side(house(INDUSTRY, "fake-1"), producing=True), side(hand="fake-2 fake-3"), side(hand="fake-4 fake-5"))

    state = after(
        state,
        (A, Produce()),
        (B, Build("fake-2", CULTURE)),
        (C, Build("fake-4", CULTURE)),
        (A, Produce()),
        (B, Build("fake-3", CULTURE)),
    )

    assert cubes(state, A) == [2]
    assert state.sides[A].producing


@pytest.mark.rule("PE-ACT-11", "PE-IND-07", "PE-R-12")
@pytest.mark.parametrize(
    ("own", "brings"),
    [
        pytest.param(side(hand="fake-1", producing=True), Produced(A, 0, flips=False), id="a card of no use"),
        pytest.param(side(house(INDUSTRY, "fake-1"), hand=""), Produced(A, 1, flips=True), id="Industry in construction"),
        pytest.param(side(house(INDUSTRY, "fake-1"), hand="", producing=True), Produced(A, 1, flips=False), id="Industry"),
    ],
)
def test_who_can_do_nothing_else_must_produce(own, brings):
    state = table(own, side(), side(), side())

    assert [type(offer).__name__ for offer in RULES.offers(state, A)] == ["ProduceOffer"]
    assert done(state, A, Produce()).facts[0] == brings


IDLE = side(hand="")
ASKED, ALONE = "asked", "plays itself"


@pytest.mark.rule("PE-ACT-11", "PE-IND-07", "PE-R-12")
@pytest.mark.parametrize(
    ("own", "more", "expected"),
    [
        pytest.param(IDLE, {}, ALONE, id="nothing at all"),
        pytest.param(side(hand="", producing=True), {}, ALONE, id="in production mode"),
        pytest.param(side(house(SCIENCE, "fake-3"), hand=""), {}, ALONE, id="another building"),
        pytest.param(side(hand="", spent=2), {}, ALONE, id="spent agents"),
        pytest.param(side(house(CULTURE, "fake-3", agents=1), hand="", producing=True), {}, ALONE, id="an agent not to be sent"),
        pytest.param(side(house(CULTURE, "fake-3", agents=1), hand=""), {}, ASKED, id="an agent, and somebody to spy on"),
        pytest.param(side(house(INDUSTRY, "fake-3"), hand=""), {}, ASKED, id="an Industry building"),
        pytest.param(side(house(INDUSTRY, "fake-3"), hand="", producing=True), {}, ASKED, id="Industry in production mode"),
        pytest.param(side(hand="fake-3"), {}, ASKED, id="a card"),
        pytest.param(side(hand="fake-3", producing=True), {}, ASKED, id="a card of no use"),
        pytest.param(IDLE, {"scientist": B}, ASKED, id="a card drawn"),
        pytest.param(IDLE, {"scientist": B, "only": True}, ALONE, id="a draw of nothing"),
    ],
)
def test_a_turn_without_a_card_and_without_anything_to_produce_plays_itself(own, more, expected):
    state = table(side(hand="fake-1 fake-2"), own, side(), side(), **more)

    played = done(state, A, Build("fake-1", GOVERNMENT))

    assert RULES.waits_for(played.state) == ((B,) if expected == ASKED else (C,))
    unasked = [Produced(B, 0, flips=not own.producing, unasked=True)] if expected == ALONE else []
    assert facts_of(played, Produced) == unasked


@pytest.mark.rule("PE-ACT-11", "PE-R-12", "PE-SPY-01")
def test_an_agent_with_nothing_to_spy_on_leaves_only_producing():
    state = table(side(producing=True), side(house(CULTURE, "fake-3", agents=1), hand=""), side(), side())

    assert done(state, A, Produce()).state.turn == C


@pytest.mark.rule("PE-ACT-11", "PE-ABL-04", "PE-R-12")
@pytest.mark.parametrize(("more", "turn"), [("", B), (" fake-1", A)])
def test_a_free_ability_that_plays_the_last_card_ends_in_an_idle_turn(more, turn):
    state = table(side(hand="palace-guard-1" + more, producing=True))

    state = done(state, A, PlayAbility("palace-guard-1")).state

    assert (state.shield, state.turn) == (A, turn)


@pytest.mark.rule("PE-ACT-17", "PE-CAL-04", "PE-R-12", "PE-R-13")
def test_idle_turns_follow_one_another_and_may_end_the_phase_and_the_game():
    state = table(side(hand="fake-1"), IDLE, IDLE, months=2, only=True)

    played = done(state, A, Build("fake-1", CULTURE))

    assert [fact.player for fact in facts_of(played, ActionPhaseEnded)] == [A, C]
    assert [fact.unasked for fact in facts_of(played, Produced)] == [True] * 4
    assert played.state.phase is Phase.OVER


def until_nothing_is_left(seed, players):
    """Steps of a random game whose players produce only if they can do nothing else: state before, result."""
    dice, chance = random.Random(seed), Seeded(seed)
    state = RULES.setup(Setup(players=players), chance).state
    while waiting := RULES.waits_for(state):
        offers = RULES.offers(state, waiting[0])
        offer = dice.choice([each for each in offers if not isinstance(each, ProduceOffer)] or offers)
        played = RULES.act(state, waiting[0], offer.some(dice), chance)
        yield state, played
        state = played.state


@pytest.mark.rule("PE-ACT-11", "PE-R-12")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_whoever_has_cards_is_asked_and_nobody_without_a_card_and_a_choice_is(players):
    unasked = 0
    for seed in range(amount(4, 100)):
        for before, played in until_nothing_is_left(seed, players):
            own = before.sides[before.turn]
            if before.phase is Phase.TURN and not own.hand:
                industry = any(building.facade == INDUSTRY for building in own.village)
                assert industry or len(RULES.offers(before, before.turn)) > 1
            state = before
            for fact in played.facts:
                if isinstance(fact, Produced) and fact.unasked:
                    unasked += 1
                    assert (state.sides[fact.player].hand, fact.cubes) == ((), 0)
                    assert [type(offer) for offer in RULES.offers(state, fact.player)] == [ProduceOffer]
                state = RULES.facts.evolve(state, fact)

    assert unasked > 0


@pytest.mark.rule("PE-R-12", "PE-R-07", "PE-ACT-11", "PE-DRF-13")
@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("cards", range(12))
def test_a_table_of_few_cards_never_waits_for_somebody_who_can_only_place_nothing(players, cards):
    """With fewer cards than players, nobody is dealt any, and the whole game plays itself."""
    content = replace(CONTENT, cards=CONTENT.cards[:cards])
    rules, dice, chance = rules_of(content), random.Random(cards), Seeded(cards)
    played = rules.setup(Setup(players=players, first=B), chance)
    assert (rules.result(played.state) is None) is (cards >= players)

    while waiting := rules.waits_for(played.state):
        assert rules.broken(played.state) == ()
        offers = rules.offers(played.state, waiting[0])
        own = played.state.sides[waiting[0]]
        industry = any(building.facade == INDUSTRY for building in own.village)
        assert own.hand or industry or len(offers) > 1 or played.state.phase is not Phase.TURN
        played = rules.act(played.state, waiting[0], dice.choice(offers).some(dice), chance)

    assert rules.result(played.state) is not None


@pytest.mark.rule("PE-ACT-12", "PE-ACT-14", "PE-ABL-04", "PE-ABL-05", "PE-SCI-07", "PE-R-11")
def test_a_turn_is_a_draw_then_free_actions_then_one_action():
    state = table(
        side(hand="fake-1"),
        side(house(INDUSTRY, "fake-2"), hand="extra-crate-1 palace-guard-1"),
        scientist=B,
        deck="extra-crate-2",
    )

    played = done(state, A, Build("fake-1", CULTURE))
    assert kinds_of(played)[-2:] == ["TurnBegan", "Drew"]

    state = after(
        table(*played.state.sides, turn=B, scientist=B),
        (B, PlayAbility("extra-crate-2", building=2)),
        (B, PlayAbility("extra-crate-1", building=2)),
    )
    assert (state.turn, state.phase) == (B, Phase.TURN)
    state = after(state, (B, Produce()))
    assert (state.turn, cubes(state, B)) == (C, [3])


@pytest.mark.rule("PE-ACT-13", "PE-HID-10", "PE-R-11")
@pytest.mark.parametrize("hand", ["fake-1 extra-crate-1", "fake-1 fake-2"])
def test_the_turn_is_over_whatever_is_still_in_the_hand(hand):
    state = done(table(side(house(INDUSTRY, "fake-3"), hand=hand)), A, Build("fake-1", CULTURE)).state

    assert state.turn == B
    assert RULES.waits_for(state) == (B,)


@pytest.mark.rule("PE-ACT-15")
@given(seed=st.integers(0, 10**9))
def test_a_token_turns_to_production_by_producing_alone(seed):
    for before, fact, after_ in facts_on(seed, 3):
        for other, (was, now) in enumerate(zip(before.sides, after_.sides, strict=True)):
            if now.producing and not was.producing:
                assert isinstance(fact, Produced)
                assert (other, fact.player, fact.flips) == (before.turn, before.turn, True)


@pytest.mark.rule("PE-ACT-16", "PE-END-04", "PE-R-13")
@given(seed=st.integers(0, 10**9))
def test_a_token_turns_back_in_the_end_phase_alone(seed):
    for before, _, _, played in played_on(seed, 4):
        if any(was.producing and not now.producing for was, now in zip(before.sides, played.state.sides, strict=True)):
            assert "TokensReset" in kinds_of(played)


@pytest.mark.rule("PE-ACT-17", "PE-ACT-18", "PE-ACT-20", "PE-IND-10", "PE-R-13")
def test_the_phase_ends_when_one_is_left_who_gets_no_further_turn():
    state = table(
        side(hand="fake-1 fake-2"), side(producing=True), side(house(INDUSTRY, "fake-3"), house(INDUSTRY, "industry-1")), turn=C
    )

    played = done(state, C, Produce())

    assert kinds_of(played)[:4] == ["Produced", "ActionPhaseEnded", "HandsDiscarded", "TokensReset"]
    assert facts_of(played, ActionPhaseEnded) == [ActionPhaseEnded(A)]
    assert cubes(played.state, C) == [1, 1]
    assert "TurnBegan" not in kinds_of(played)
    assert {"fake-1", "fake-2"} <= set(played.state.discard)


@pytest.mark.rule("PE-ACT-17")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_phase_goes_on_while_two_are_left(players):
    state = table(*[side() for _ in range(players)])
    for player in range(players - 2):
        state = done(state, player, Produce()).state
        assert state.phase is Phase.TURN

    assert "ActionPhaseEnded" in kinds_of(done(state, players - 2, Produce()))


@pytest.mark.rule("PE-ACT-19", "PE-R-13")
def test_the_phase_does_not_end_with_the_last_card():
    state = after(table(side(hand="fake-1"), side(), side()), (A, Build("fake-1", CULTURE)))

    assert (state.phase, state.turn) == (Phase.TURN, B)


@pytest.mark.rule("PE-ACT-19", "PE-ACT-17")
@given(seed=st.integers(0, 10**9), players=st.integers(3, 5))
def test_the_phase_ends_with_a_flip_and_with_nothing_else(seed, players):
    due = False
    for before, fact, _after in facts_on(seed, players):
        assert isinstance(fact, ActionPhaseEnded) == due
        building = sum(not each.producing for each in before.sides)
        due = isinstance(fact, Produced) and fact.flips and building == 2


@pytest.mark.rule("PE-ABL-02", "PE-ACT-02")
def test_nobody_acts_in_the_turn_of_another():
    state = table(READY, TARGET, turn=B)

    assert [refusal(state, A, each) for each in EVERYTHING.values()] == ["PE-ACT-02"] * 5
    assert RULES.offers(state, A) == ()


def test_who_does_not_sit_at_the_table_cannot_act():
    state = table(READY, TARGET)

    assert [refusal(state, player, Produce()) for player in (-1, 3)] == ["PE-HID-09"] * 2


def test_what_is_no_action_is_refused():
    assert refusal(table(READY), A, "produce") == "PE-ACT-05"
    assert refusal(table(READY), A, PlaceAgents(((1, 1),))) == "PE-ACT-11"


@pytest.mark.rule("PE-IND-01", "PE-IND-02", "PE-IND-03", "PE-IND-04")
def test_a_cube_goes_behind_each_industry_building_real_or_fake_and_behind_no_other():
    state = table(
        side(
            house(INDUSTRY, "industry-1", cubes=2),
            house(INDUSTRY, "fake-1"),
            house(INDUSTRY, "industry-2", shown=True),
            house(CULTURE, "industry-3"),
            house(SCIENCE, "science-1"),
        ),
        side(house(INDUSTRY, "industry-4")),
    )

    played = done(state, A, Produce())

    assert cubes(played.state, A) == [3, 1, 1, 0, 0]
    assert cubes(played.state, B) == [0]
    assert played.state.sides[A].producing
    assert played.facts[0] == Produced(A, 3, flips=True)


@pytest.mark.rule("PE-IND-09")
@given(seed=st.integers(0, 10**9))
def test_cubes_leave_a_building_with_it_or_by_freight(seed):
    for before, _, action, played in played_on(seed, 3):
        was = {building.id: building.cubes for each in before.sides for building in each.village}
        now = {building.id: building.cubes for each in played.state.sides for building in each.village}
        fewer = [id_ for id_, number in now.items() if number < was.get(id_, 0)]
        assert fewer == ([action.source] if isinstance(action, PlayAbility) and action.source is not None else [])


@pytest.mark.rule("PE-R-36")
def test_who_lets_the_time_run_out_produces():
    state = table(READY, TARGET)

    assert RULES.default(state, A, KEPT) == Produce()
    assert state.phase in IN_TURN
