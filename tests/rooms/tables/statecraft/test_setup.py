"""Setup (SC-SET), Quickplay (SC-QIK), Advanced games (SC-ADV) and components (SC-COM)."""

from __future__ import annotations

import random

import pytest

from control.engine.dice import DiceChance
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.rules import Setup
from rooms.tables.game.rules import told as told_by
from rooms.tables.statecraft.game.actions import Recruit, SetIdeology
from rooms.tables.statecraft.game.content import AXES, IDEOLOGIES, Ideology, Specialism
from rooms.tables.statecraft.game.engine import rules_of
from rooms.tables.statecraft.game.state import NO_POINTS, Phase
from rooms.tables.statecraft.rules.modes import OPTIONS
from tests.amounts import amount
from tests.rooms.tables.statecraft.bare import CONTENT
from tests.rooms.tables.statecraft.play import KEPT, NAMES, RULES, A, B, C, after, allowed, kinds_of, opened, refusal

SEEDS = range(amount(40, 400))


def advanced(players, scenario, seed=1, *, leaders="", first=A, **options):
    """The beginning of an advanced game of one scenario. `leaders`: dealt in this order."""
    content = replace(CONTENT, scenarios=(CONTENT.scenarios[scenario - 1],))
    if leaders:
        wanted = [next(each for each in content.leaders if each.id == leader) for leader in leaders.split()]
        content = replace(content, leaders=tuple(wanted))
    chance = KEPT if seed is None else DiceChance(random.Random(seed))
    rules = rules_of(content)
    return rules, rules.setup(Setup(players=players, first=first, options={"mode": "advanced", **options}), chance)


@pytest.mark.rule("SC-SET-01", "SC-R-01")
@pytest.mark.parametrize("players", [0, 1, 7])
def test_two_to_six_players(players):
    with pytest.raises(Refused) as refused:
        RULES.setup(Setup(players=players), KEPT)
    assert refused.value.rule == "SC-SET-01"
    for number in range(2, 7):
        assert len(RULES.setup(Setup(players=number), KEPT).state.sides) == number


@pytest.mark.rule("SC-SET-16", "SC-SET-01", "SC-ADV-08", "SC-R-26")
@pytest.mark.parametrize(
    ("setup", "rule"),
    [
        (Setup(players=3, first=3), "SC-SET-16"),
        (Setup(players=3, options={"colour": "red"}), "SC-SET-01"),
        (Setup(players=3, options={"mode": "slow"}), "SC-SET-01"),
        (Setup(players=3, options={"last": "7"}), "SC-SET-01"),
        (Setup(players=5, options={"mode": "advanced", "disruption": "chaotic"}), "SC-ADV-08"),
    ],
)
def test_what_no_game_can_be_begun_with(setup, rule):
    with pytest.raises(Refused) as refused:
        RULES.setup(setup, KEPT)
    assert refused.value.rule == rule
    assert refused.value.sentence.endswith(".")


@pytest.mark.rule("SC-SET-03", "SC-SET-04", "SC-SET-05", "SC-SET-06", "SC-SET-07", "SC-SET-15", "SC-SET-08", "SC-R-04", "SC-SET-14")
def test_how_everybody_begins():
    state = opened(4, seed=2).state

    assert len({side.leader for side in state.sides}) == 4
    for side in state.sides:
        assert (side.trackers, side.budget, side.turn) == (NO_POINTS, 0, 1)
        assert (side.cabinet, side.policies, side.supporters) == ((None,) * 4, (), ())
    assert (state.round, state.incumbent, state.phase) == (1, None, Phase.TURN)


@pytest.mark.rule("SC-SET-02", "SC-SET-11", "SC-SET-12", "SC-SET-13", "SC-R-27", "SC-R-47", "SC-R-53")
def test_hands_are_blue_and_of_three_cards_and_everything_is_somewhere():
    for seed in SEEDS:
        rules, begun = advanced(3, 2, seed, leaders="l01 l02 l03")
        for side in begun.state.sides:
            assert len(side.hand) == 3  # also with SC-LDR-01 and scenario 2
            assert not rules.book.purple.keys() & set(side.hand)
        assert rules.broken(begun.state) == ()
        assert len(begun.state.box) == len(rules.book.supporters) - 7


@pytest.mark.rule("SC-SET-11", "SC-SET-10", "SC-QIK-02", "SC-R-53")
def test_the_box_pile_is_in_the_order_of_the_shuffle():
    state = RULES.setup(Setup(players=2), KEPT).state

    assert state.floating + state.box == tuple(RULES.book.supporters)
    assert len(state.floating) == 6


@pytest.mark.rule("SC-SET-16", "SC-R-02")
def test_who_is_first_is_named_or_any_seat():
    assert opened(3, first=C).state.active == C
    assert {opened(3, first=None, seed=seed).state.active for seed in SEEDS} == {A, B, C}


@pytest.mark.rule("SC-QIK-01", "SC-QIK-03", "SC-QIK-04", "SC-QIK-05", "SC-QIK-06", "SC-QIK-07", "SC-SET-09")
def test_quickplay():
    for players in range(2, 7):
        state = opened(players, seed=players).state
        scenario = RULES.book.scenarios[state.scenario]
        assert (scenario.number, scenario.end, scenario.win, state.last) == (1, 1, 1, 8)
        assert not state.texts
        assert set(state.unused) == set(RULES.book.purple)
        kinds = {type(offer).__name__ for offer in RULES.offers(state, state.active)}
        assert {"RecruitOffer", "PolicyOffer", "EndTurnOffer"} <= kinds


@pytest.mark.rule("SC-ADV-01", "SC-CNT-58", "SC-QIK-01")
def test_any_scenario_that_is_offered_to_so_many():
    for players in (2, 6):
        options = {"mode": "advanced"}
        found = {
            RULES.setup(Setup(players=players, options=options), DiceChance(random.Random(seed))).state.scenario
            for seed in range(300)
        }
        assert found == {each.id for each in CONTENT.scenarios if players in each.players}
    assert len(found) == 12


@pytest.mark.rule("SC-ADV-02", "SC-R-25")
@pytest.mark.parametrize(("chosen", "texts"), [("on", True), ("off", False)])
def test_leaders_texts_are_on_unless_the_host_says_off(chosen, texts):
    assert advanced(3, 4, texts=chosen)[1].state.texts is texts
    assert advanced(3, 4)[1].state.texts


@pytest.mark.rule("SC-ADV-03", "SC-SET-09")
def test_everybody_sees_what_ends_and_what_wins_the_game():
    rules, begun = advanced(3, 5)

    for viewer in (A, None):
        goal = rules.view(begun.state, viewer).goal
        assert (goal.end, goal.win, goal.scenario.number, goal.last) == (4, 1, 5, 10)
    assert "Scenario 5" in told_by(rules, begun.facts[0], rules.blank(), None, NAMES)


@pytest.mark.rule("SC-ADV-05", "SC-ADV-06", "SC-ADV-07", "SC-ADV-08", "SC-ADV-09", "SC-R-26", "SC-EMG-01", "SC-HID-02")
@pytest.mark.parametrize(("disruption", "used"), [(None, 10), ("regular", 10), ("disruptive", 20), ("chaotic", 30)])
def test_piles_of_events_are_shuffled_into_the_deck(disruption, used):
    options = {} if disruption is None else {"disruption": disruption}
    seen = set()
    for seed in SEEDS:
        rules, begun = advanced(4, 4, seed, **options)
        purple = [card for card in begun.state.deck if card in rules.book.purple]
        seen.add(tuple(sorted(purple)))
        assert (len(purple), len(begun.state.unused)) == (used, 30 - used)
        assert rules.view(begun.state, A).unused == 30 - used
    assert (len(seen) > 1) is (used < 30)


@pytest.mark.rule("SC-CNT-49")
@pytest.mark.parametrize(("players", "left"), [(2, 60), (3, 90), (4, 96), (5, 93)])
@pytest.mark.parametrize("scenario", [6, 11])
def test_a_short_deck(players, left, scenario):
    rules, begun = advanced(players, scenario)
    blue = [card for card in begun.state.deck if card not in rules.book.purple]

    assert len(blue) == left
    assert len(begun.state.boxed) == 108 - 3 * players - left
    assert len(begun.state.deck) == left + 10


@pytest.mark.rule("SC-ADV-04", "SC-LDR-12", "SC-R-48", "SC-SET-06")
def test_start_effects_of_the_scenario_and_then_of_leaders_in_turn_order():
    rules, begun = advanced(3, 10, None, leaders="l01 l12 l02", first=C)
    asked, state = [], begun.state
    while state.phase is Phase.START_EFFECTS:
        (player,) = rules.waits_for(state)
        asked.append(player)
        assert state.round == 0
        state = rules.act(state, player, SetIdeology(IDEOLOGIES[len(asked) - 1]), KEPT).state

    assert asked == [C, A, B, B]
    assert [side.trackers for side in state.sides] == [(0, 2, 0, 0), (0, 0, 2, 2), (2, 0, 0, 0)]
    assert (state.active, state.phase) == (C, Phase.TURN)


@pytest.mark.rule("SC-ADV-04")
def test_nothing_else_is_done_before():
    rules, begun = advanced(2, 10, None)
    with pytest.raises(Refused) as refused:
        rules.act(begun.state, A, Recruit("p01"), KEPT)
    assert refused.value.rule == "SC-ADV-04"
    with pytest.raises(Refused):
        rules.act(begun.state, B, SetIdeology(Ideology.SOCIALISM), KEPT)


@pytest.mark.rule("SC-ADV-04", "SC-SET-06", "SC-SET-14", "SC-INC-13")
def test_scenarios_that_begin_otherwise():
    assert [side.budget for side in advanced(3, 8)[1].state.sides] == [3, 3, 3]
    state = advanced(3, 12, first=B)[1].state
    assert state.incumbent == A  # the last in turn order, because nobody leads


@pytest.mark.rule("SC-SET-10")
def test_as_many_supporters_as_the_scenario_says():
    assert [len(advanced(2, number)[1].state.floating) for number in range(1, 15)] == [
        each.supporters for each in CONTENT.scenarios
    ]


@pytest.mark.rule("SC-FIN-11", "SC-R-42")
@pytest.mark.parametrize(("players", "last"), [(2, 12), (3, 10), (4, 10), (5, 8), (6, 8)])
def test_the_last_turn_where_no_scenario_names_one(players, last):
    assert advanced(players, 3)[1].state.last == last
    assert advanced(players, 3, last="20")[1].state.last == 20
    assert advanced(players, 2, last="20")[1].state.last == 5  # end condition 1 has a number of its own


@pytest.mark.rule("SC-COM-01", "SC-COM-02", "SC-COM-03", "SC-COM-04", "SC-COM-12", "SC-R-03")
def test_what_a_game_is_made_of():
    assert [each.value for each in IDEOLOGIES] == ["authoritarianism", "anarchism", "capitalism", "socialism"]
    assert [[IDEOLOGIES[at].value for at in axis] for axis in AXES] == [
        ["authoritarianism", "anarchism"],
        ["capitalism", "socialism"],
    ]
    assert len(Specialism) == 4
    book, state = RULES.book, opened(2).state
    assert set(state.politicians) == set(book.politicians)
    assert set(state.floating + state.box) == set(book.supporters)
    assert set(state.unused) == set(book.purple)


@pytest.mark.rule("SC-COM-05", "SC-COM-06", "SC-COM-08", "SC-COM-09", "SC-COM-10", "SC-COM-11", "SC-COM-13", "SC-COM-07")
def test_what_is_printed_is_seen():
    state = opened(2, seed=3).state
    seen = RULES.view(state, A)

    for card in seen.own.hand:
        assert (card.policy is None) is (card.action is not None)
        if card.policy is not None:
            assert len(card.policy.options) == 2
            assert card.policy.specialism in Specialism
            for option in card.policy.options:
                assert (len(option.points), option.colour is not None, option.cost in range(-3, 4)) == (4, True, True)
    assert len(seen.supporters[0].card.conditions) == 4
    assert seen.sides[A].leader.text
    assert (seen.goal.scenario.supporters, seen.goal.scenario.politicians) == (6, 3)
    assert any(who.senior for who in RULES.book.politicians.values())
    assert all(who.specialisms for who in RULES.book.politicians.values())


@pytest.mark.rule("SC-R-50", "SC-SET-08")
def test_the_round_is_counted_for_everybody():
    assert [RULES.view(opened(2).state, viewer).round for viewer in (A, B, None)] == [1, 1, 1]


def test_options_of_the_host_have_a_default_that_can_be_played():
    for option in OPTIONS:
        for choice, _words in option.choices:
            assert RULES.setup(Setup(players=2, options={option.id: choice}), KEPT).state.sides
    assert kinds_of(opened(2))[0] == "Opened"
    assert not allowed(opened(2).state, B, Recruit("p01"))
    assert refusal(opened(2).state, B, Recruit("p01")) == "SC-TRN-05"
    assert after(opened(2).state).round == 1
