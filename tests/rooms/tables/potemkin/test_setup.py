"""Components (PE-COM) and setup (PE-SET)."""

from __future__ import annotations

import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.engine.refusal import Refused
from rooms.tables.game.rules import Setup
from rooms.tables.game.rules import told as told_by
from rooms.tables.potemkin.game.actions import Build, Check, PlayAbility, Produce, Spy
from rooms.tables.potemkin.game.content import FACADES, Ability, Card, Facade, Kind, Mode
from rooms.tables.potemkin.game.state import Building, Phase, Side
from rooms.tables.potemkin.rules.legal_actions import WAITING
from tests.rooms.tables.potemkin.play import (
    CARDS,
    CONTENT,
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    KEPT,
    NAMES,
    RULES,
    SCIENCE,
    A,
    B,
    C,
    Seeded,
    after,
    agents,
    cubes,
    done,
    house,
    opened,
    played_on,
    refusal,
    side,
    table,
    village,
)

CARD = {"id": "x", "title": "X", "flavour": "X.", "real_types": ["culture"], "ability": None}


@pytest.mark.rule("PE-COM-01", "PE-COM-02", "PE-BLD-02")
def test_a_facade_is_one_of_five_and_nothing_else():
    assert [facade.value for facade in FACADES] == ["culture", "espionage", "government", "industry", "science"]
    assert refusal(table(side(hand="fake-1")), A, Build("fake-1", "fountain")) == "PE-ACT-05"  # type: ignore[arg-type]


@pytest.mark.rule("PE-COM-03")
def test_a_card_is_marked_with_types_or_is_a_flat_fake():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({key: value for key, value in CARD.items() if key != "real_types"}, Card)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**CARD, "fake": True}, Card)


@pytest.mark.rule("PE-COM-04")
@pytest.mark.parametrize("real_types", [[], ["science"]])
def test_a_card_real_or_fake_has_no_ability_or_one(real_types):
    for ability in (None, "night-shift"):
        assert msgspec.convert({**CARD, "real_types": real_types, "ability": ability}, Card).ability == ability
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**CARD, "real_types": real_types, "ability": ["night-shift", "extra-crate"]}, Card)


@pytest.mark.rule("PE-COM-05")
def test_an_ability_is_an_action_or_a_free_action():
    ability = {"id": "x", "title": "X", "text": "X.", "flavour": "X.", "kind": "free"}

    assert [kind.value for kind in Kind] == ["action", "free"]
    assert msgspec.convert(ability, Ability).kind is Kind.FREE
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**ability, "kind": "reaction"}, Ability)


@pytest.mark.rule("PE-COM-06")
def test_a_meeple_that_one_takes_another_no_longer_has():
    state = table(side(hand="fake-1 fake-2"), side(house(CULTURE, "fake-3"), hand="fake-4"), shield=B, capitol=B, scientist=B)

    state = after(state, (A, Build("fake-1", CULTURE)), (B, Produce()), (C, Produce()))

    assert (state.shield, state.capitol, state.scientist) == (A, B, B)


@pytest.mark.rule("PE-COM-07", "PE-SET-05", "PE-R-04")
def test_the_month_tokens_lie_on_one_another_with_the_first_on_top():
    state = opened()

    assert state.months == (1, 2, 3, 4)
    assert state.month == 1
    assert {month.number for month in CONTENT.months} == {1, 2, 3, 4}


@pytest.mark.rule("PE-COM-08", "PE-SET-06")
def test_every_mode_token_has_two_sides_and_shows_construction():
    assert [mode.value for mode in Mode] == ["construction", "production"]
    assert [each.producing for each in opened(5).sides] == [False] * 5


@pytest.mark.rule("PE-COM-09")
@pytest.mark.parametrize("producing", [False, True])
def test_the_player_aid_allows_in_a_mode_what_the_rules_offer_in_it(producing):
    everything = "fake-1 night-shift-1 extra-crate-1"
    spies = side(house(ESPIONAGE, "fake-3", agents=1), house(INDUSTRY, "fake-4"), hand=everything, producing=producing)
    state = table(spies, side(house(CULTURE, "fake-5")), side(), side())
    mode = Mode.PRODUCTION if producing else Mode.CONSTRUCTION
    names = {
        "BuildOffer": "build",
        "SpyOffer": "spy",
        "ProduceOffer": "produce",
        "PlainAbilityOffer": "ability",
        "HomeAbilityOffer": "free",
    }

    offered = {names[type(offer).__name__] for offer in RULES.offers(state, A)}

    assert offered == {action.id for action in CONTENT.aid.actions if mode in action.modes}
    assert RULES.view(state, A).sides[A].producing is producing


@pytest.mark.rule("PE-COM-10", "PE-COM-11", "PE-BLD-07", "PE-ESP-05", "PE-IND-08", "PE-R-05")
def test_nothing_ever_runs_out():
    many = side(
        *[house(ESPIONAGE, f"fake-{number}", agents=50) for number in range(1, 20)],
        house(INDUSTRY, "fake-20", cubes=500),
        hand="industry-1",
    )
    fallen = table(many, side(house(ESPIONAGE, "culture-1", agents=9), house(INDUSTRY, "culture-2", cubes=99)))

    state = after(fallen, (A, Spy((Check(1, 21), Check(1, 22)))), (B, Produce()), (C, Produce()))

    assert village(state, B) == []
    state = done(fallen, A, Build("industry-1", ESPIONAGE)).state
    assert agents(state, A) == [50] * 19 + [0, 1]
    assert cubes(done(fallen, A, Produce()).state, A)[19] == 501


@pytest.mark.rule("PE-SET-01", "PE-R-01")
@pytest.mark.parametrize("players", [0, 1, 2, 6, 7])
def test_other_numbers_than_three_to_five_are_refused(players):
    with pytest.raises(Refused) as refused:
        RULES.setup(Setup(players=players), KEPT)

    assert refused.value.rule == "PE-SET-01"


@pytest.mark.rule("PE-SET-01", "PE-SET-07", "PE-R-01")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_begins_with_nothing_but_a_pack(players):
    state = opened(players)

    assert [msgspec.structs.replace(each, pack=()) for each in state.sides] == [Side()] * players
    assert state.phase is Phase.DRAFT


@pytest.mark.rule("PE-SET-02", "PE-SET-03")
@given(seed=st.integers(0, 10**9))
def test_all_cards_are_shuffled_into_one_deck_and_the_discard_pile_is_empty(seed):
    state = opened(4, chance=Seeded(seed))
    dealt = [state.sides[player].pack[card] for card in range(4) for player in range(4)]

    assert sorted([*dealt, *state.deck]) == sorted(CARDS)
    assert state.discard == ()
    assert (*dealt, *state.deck) == Seeded(seed).shuffled(CARDS)


@pytest.mark.rule("PE-SET-04")
def test_shield_and_scientist_begin_on_the_board():
    state = opened()

    assert (state.shield, state.scientist) == (None, None)


@pytest.mark.rule("PE-SET-08", "PE-SET-09", "PE-R-02")
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_the_first_player_is_whom_the_host_names_and_holds_the_capitol(first):
    assert opened(4, first=first).capitol == first


@pytest.mark.rule("PE-SET-09", "PE-R-02")
def test_otherwise_chance_names_any_of_them():
    firsts = {opened(5, first=None, chance=Seeded(seed)).capitol for seed in range(60)}

    assert firsts == {0, 1, 2, 3, 4}


@pytest.mark.rule("PE-SET-09")
@pytest.mark.parametrize("first", [-1, 3])
def test_somebody_who_does_not_play_cannot_be_first(first):
    with pytest.raises(Refused) as refused:
        RULES.setup(Setup(players=3, first=first), KEPT)

    assert refused.value.rule == "PE-SET-09"


def test_an_option_that_nobody_knows_is_refused():
    with pytest.raises(Refused, match="rubles"):
        RULES.setup(Setup(players=3, options={"rubles": "yes"}), KEPT)


@pytest.mark.rule("PE-CNT-02")
def test_which_picture_stands_there_is_chance_and_changes_nothing():
    state = table(side(hand="fake-1 science-1"))
    fronts = {
        card: {done(state, A, Build(card, SCIENCE), Seeded(seed)).state.sides[A].village[0].front for seed in range(40)}
        for card in ("fake-1", "science-1")
    }

    assert fronts == {"fake-1": {0, 1, 2}, "science-1": {0, 1, 2}}
    pictures = [RULES.standing(table(side(Building(1, Facade.CULTURE, "fake-1", front)))) for front in range(3)]
    assert pictures == [(3, 0, 0)] * 3


@pytest.mark.rule("PE-CNT-13", "PE-HID-02")
def test_the_back_of_a_card_tells_nothing():
    one, other = (RULES.view(table(side(house(GOVERNMENT, card))), B) for card in ("government-1", "night-shift-1"))

    assert one == other


def test_a_card_can_be_played_right_after_setup_only_by_picking():
    state = opened()

    assert refusal(state, A, PlayAbility(state.sides[A].pack[0])) == "PE-CAL-03"


@pytest.mark.rule("PE-R-40")
@pytest.mark.parametrize("word", ["capital", "capitals", "phrase", "phrases", "resource", "resources", "goods", "tile", "tiles"])
def test_one_thing_has_one_word(word):
    content = [CONTENT.aid, CONTENT.rules, CONTENT.abilities, [facade.line for facade in CONTENT.facades]]
    told = [told_by(RULES, fact, state, A, NAMES) for state, _, _, played in played_on(1, 5) for fact in played.facts[:1]]
    refused = [sentence for sentence, _ in WAITING.values()]
    words = re.findall(r"[a-z]+", msgspec.json.encode([content, told, refused]).decode().lower())

    assert word not in words
    assert {"capitol", "phase", "industry", "cube", "token"} <= set(words)
