"""Real or fake (PE-INT), building (PE-BLD), and what each type brings (PE-CUL, PE-ESP, PE-GOV, PE-SCI)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooms.tables.potemkin.game.actions import Build, BuildAgain, BuildOffer, Check, PlayAbility, Produce, Spy
from rooms.tables.potemkin.game.content import FACADES, Facade
from rooms.tables.potemkin.game.state import Meeple, PotemkinState, holder_of
from rooms.tables.potemkin.rules.building import AgentPlaced, Built
from rooms.tables.potemkin.rules.capitol_shield_scientist import Took
from rooms.tables.potemkin.rules.deck import Drew
from rooms.tables.potemkin.rules.destruction import ScientistLeft
from rooms.tables.potemkin.rules.interiors import is_real
from tests.rooms.tables.potemkin.play import (
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    RULES,
    SCIENCE,
    A,
    B,
    C,
    after,
    agents,
    done,
    facts_of,
    house,
    kinds_of,
    played_on,
    refusal,
    side,
    table,
    village,
)

MEEPLE = {CULTURE: Meeple.SHIELD, GOVERNMENT: Meeple.CAPITOL, SCIENCE: Meeple.SCIENTIST}
WON = pytest.mark.parametrize("facade", [CULTURE, GOVERNMENT, SCIENCE])


def real(card: str, facade: Facade) -> bool:
    return is_real(RULES.book, card, facade)


def rows(facade: Facade, *counts: int, hand: str = "fake-1", **more: object) -> PotemkinState:
    """A table with these counts of buildings of a type. A builds next, C holds the capitol."""
    spare = iter(range(2, 21))
    sides = [side(*[house(facade, f"fake-{next(spare)}") for _ in range(count)]) for count in counts]
    sides[A] = side(*sides[A].village, hand=hand)
    return table(*sides, **{"capitol": C, **more})


@pytest.mark.rule("PE-INT-01", "PE-INT-02", "PE-INT-03", "PE-INT-04", "PE-R-27")
@pytest.mark.parametrize(
    ("card", "behind"),
    [
        pytest.param("government-1", {GOVERNMENT}, id="real for one type"),
        pytest.param("culture-science", {CULTURE, SCIENCE}, id="real for two types"),
        pytest.param("fake-1", set(), id="a flat fake"),
    ],
)
def test_a_building_is_real_when_its_card_is_real_for_the_facade(card, behind):
    assert {facade for facade in FACADES if real(card, facade)} == behind


@pytest.mark.rule("PE-INT-05", "PE-INT-06")
def test_buildings_count_by_their_facade_fake_or_real():
    state = table(side(hand="government-1"), side(house(SCIENCE, "culture-1")), scientist=B)  # a fake against a fake

    state = done(state, A, Build("government-1", SCIENCE)).state

    assert (state.scientist, state.capitol) == (A, A)
    assert RULES.standing(state) == (2, 2, 0)


@pytest.mark.rule("PE-INT-07", "PE-ABL-09")
@pytest.mark.parametrize(("card", "real_for"), [("night-shift-1", None), ("night-shift-3", ESPIONAGE)])
def test_an_ability_makes_nothing_real_or_fake(card, real_for):
    assert {facade for facade in FACADES if real(card, facade)} == ({real_for} if real_for else set())


@pytest.mark.rule("PE-BLD-01")
def test_building_needs_a_card():
    state = table(side(hand=""))

    assert refusal(state, A, Build("fake-1", CULTURE)) == "PE-BLD-01"
    assert not any(isinstance(offer, BuildOffer) for offer in RULES.offers(state, A))


@pytest.mark.rule("PE-BLD-02", "PE-BLD-03", "PE-BLD-06", "PE-BLD-09")
@pytest.mark.parametrize("facade", FACADES)
@pytest.mark.parametrize("card", ["fake-1", "science-1", "culture-science", "night-shift-1"])
def test_any_card_goes_behind_any_facade_at_the_end_of_the_row(card, facade):
    state = table(side(house(INDUSTRY, "fake-2", cubes=3, agents=1), hand=f"fake-3 {card}", spent=2))

    later = done(state, A, Build(card, facade)).state

    assert village(later, A) == [("industry", "fake-2"), (facade, card)]
    assert later.sides[A].hand == ("fake-3",)
    assert later.sides[A].village[0] == state.sides[A].village[0]
    assert (later.sides[A].spent, later.discard, later.deck) == (2, state.discard, state.deck)


@pytest.mark.rule("PE-BLD-03")
def test_only_a_card_of_the_hand_can_be_built_with():
    state = table(side(house(CULTURE, "fake-2"), hand="fake-1"), side(hand="fake-3"))

    assert [refusal(state, A, Build(card, CULTURE)) for card in ("fake-2", "fake-3", "fake-4")] == ["PE-BLD-03"] * 3


@pytest.mark.rule("PE-BLD-04", "PE-BLD-05", "PE-HID-02", "PE-HID-04")
def test_the_facade_is_public_and_the_card_the_builder_s_own():
    state = done(table(side(hand="science-1")), A, Build("science-1", GOVERNMENT)).state

    seen = {viewer: RULES.view(state, viewer).sides[A].village[0] for viewer in (A, B, C, None)}

    assert {each.facade for each in seen.values()} == {GOVERNMENT}
    assert {viewer: (each.card, each.real) for viewer, each in seen.items()} == {
        A: ("science-1", False),
        B: (None, None),
        C: (None, None),
        None: (None, None),
    }


@pytest.mark.rule("PE-BLD-07")
@pytest.mark.parametrize("facade", FACADES)
def test_a_village_has_no_limit(facade):
    state = table(side(*[house(facade, f"fake-{number}") for number in range(2, 21)], hand="fake-1"))

    assert len(done(state, A, Build("fake-1", facade)).state.sides[A].village) == 20


@pytest.mark.rule("PE-BLD-08", "PE-BLD-09")
@given(seed=st.integers(0, 10**9))
def test_what_stands_is_never_moved_or_exchanged(seed):
    for before, _, _, played in played_on(seed, 4):
        for was, now in zip(before.sides, played.state.sides, strict=True):
            old = [(building.id, building.facade, building.card) for building in was.village]
            new = [(building.id, building.facade, building.card) for building in now.village]
            stood = [building for building in new if building in old]
            assert stood == [building for building in old if building in new]
            assert new[: len(stood)] == stood


@pytest.mark.rule("PE-BLD-10")
def test_what_a_facade_brings_comes_before_the_turn_ends():
    kinds = kinds_of(done(table(side(hand="fake-1")), A, Build("fake-1", ESPIONAGE)))

    assert kinds == ["Built", "AgentPlaced", "TurnBegan"]


@pytest.mark.rule("PE-BLD-11", "PE-ESP-01", "PE-ESP-04", "PE-CUL-01", "PE-GOV-01", "PE-SCI-01")
@pytest.mark.parametrize("facade", FACADES)
def test_a_fake_brings_what_a_real_building_brings(facade):
    effects = []
    for card in (f"{facade}-1", "fake-1"):
        played = done(table(side(hand=card), capitol=B), A, Build(card, facade))
        effects.append([fact for fact in played.facts if not isinstance(fact, Built)])

    assert effects[0] == effects[1]
    assert len(effects[0]) == (1 if facade is INDUSTRY else 2)


@pytest.mark.rule("PE-BLD-12", "PE-R-35")
def test_a_building_says_nothing_about_being_real():
    assert Build.__struct_fields__ == ("card", "facade")
    assert BuildAgain.__struct_fields__ == ("card", "facade", "decline")


@pytest.mark.rule("PE-CUL-01", "PE-CUL-02", "PE-CUL-04", "PE-CUL-05")
@pytest.mark.rule("PE-GOV-01", "PE-GOV-02", "PE-GOV-03", "PE-GOV-04", "PE-SCI-01", "PE-SCI-02", "PE-SCI-04", "PE-SCI-05", "PE-R-14")
@WON
@pytest.mark.parametrize(
    ("counts", "takes"),
    [
        pytest.param((0, 0, 0), True, id="the first of all"),
        pytest.param((1, 1, 0), True, id="more than every opponent"),
        pytest.param((0, 1, 0), True, id="as many, with the new one"),
        pytest.param((1, 2, 2), True, id="as many as two others"),
        pytest.param((0, 2, 0), False, id="fewer than one opponent"),
        pytest.param((2, 0, 4), False, id="second is not enough"),
    ],
)
@pytest.mark.parametrize("holder", [B, C])
def test_who_has_most_or_as_many_as_any_takes_the_meeple(facade, counts, takes, holder):
    meeple = MEEPLE[facade]
    state = rows(facade, *counts, **{meeple.value: holder})

    played = done(state, A, Build("fake-1", facade))

    assert holder_of(played.state, meeple) == (A if takes else holder)
    assert facts_of(played, Took) == ([Took(A, meeple)] if takes else [])


@pytest.mark.rule("PE-CUL-03", "PE-SCI-03", "PE-R-14")
@pytest.mark.parametrize("facade", [CULTURE, SCIENCE])
@pytest.mark.parametrize("holder", [None, B, C])
def test_a_meeple_is_taken_from_the_board_or_from_its_holder(facade, holder):
    state = rows(facade, 0, 1, 0, **{MEEPLE[facade].value: holder})

    assert holder_of(done(state, A, Build("fake-1", facade)).state, MEEPLE[facade]) == A


@pytest.mark.rule("PE-CUL-06", "PE-R-14")
@WON
def test_who_holds_the_meeple_keeps_it_and_nothing_happens(facade):
    state = rows(facade, 1, 1, 0, **{MEEPLE[facade].value: A})

    played = done(state, A, Build("fake-1", facade))

    assert holder_of(played.state, MEEPLE[facade]) == A
    assert facts_of(played, Took) == []


@pytest.mark.rule("PE-CUL-01", "PE-CUL-05", "PE-GOV-04", "PE-SCI-05")
@WON
def test_building_another_type_compares_nothing(facade):
    state = rows(facade, 3, 1, 0, **{MEEPLE[facade].value: B})

    assert facts_of(done(state, A, Build("fake-1", INDUSTRY)), Took) == []


@pytest.mark.rule("PE-CUL-02", "PE-DES-10", "PE-R-15")
def test_the_shield_changes_hands_and_is_not_counted_again():  # EX-04
    state = table(
        side(house(CULTURE, "culture-1"), house(ESPIONAGE, "fake-1", agents=1), hand="fake-2"),
        side(house(CULTURE, "culture-2"), house(CULTURE, "fake-3")),
        shield=B,
    )

    state = after(state, (A, Build("fake-2", CULTURE)))
    assert state.shield == A

    state = after(table(*state.sides, side(), shield=A), (A, Spy((Check(2, 5),))))
    assert village(state, B) == [("culture", "culture-2")]
    assert state.shield == A


@pytest.mark.rule("PE-GOV-05", "PE-R-15")
@given(seed=st.integers(0, 10**9), players=st.integers(3, 5))
def test_the_capitol_is_always_with_one_player(seed, players):
    for before, _, _, played in played_on(seed, players):
        assert before.capitol in range(players)
        assert played.state.capitol in range(players)
        assert not any(isinstance(fact, ScientistLeft) for fact in played.facts) or played.state.capitol == before.capitol


@pytest.mark.rule("PE-GOV-06")
def test_the_capitol_taken_now_counts_for_the_next_action_phase():
    state = table(side(hand="fake-1"), side(), side(), capitol=C, deck="fake-2 fake-3 fake-4", only=True)

    state = after(state, (A, Build("fake-1", GOVERNMENT)), (B, Produce()), (C, Produce()))

    assert (state.month, state.turn) == (2, A)


@pytest.mark.rule("PE-ESP-01", "PE-ESP-02", "PE-ESP-03")
def test_an_espionage_building_comes_with_an_agent_ready_behind_it():
    state = table(side(house(ESPIONAGE, "fake-2", agents=1), hand="fake-1", spent=1), side(house(CULTURE, "fake-3")))

    played = done(state, A, Build("fake-1", ESPIONAGE))

    assert facts_of(played, AgentPlaced) == [AgentPlaced(A, 3)]
    assert agents(played.state, A) == [1, 1]
    assert played.state.sides[A].spent == 1
    assert done(table(*played.state.sides), A, Spy((Check(2, 3),))).state.sides[A].spent == 2


@pytest.mark.rule("PE-ESP-10", "PE-R-38")
def test_a_new_agent_cannot_spy_in_the_same_turn():
    state = table(side(hand="second-crew-1 fake-1 fake-2"), side(house(CULTURE, "fake-3")))

    state = done(state, A, PlayAbility("second-crew-1", interior="fake-1", facade=ESPIONAGE)).state

    assert refusal(state, A, Spy((Check(2, 1),))) == "PE-ABI-01"
    state = done(state, A, BuildAgain("fake-2", CULTURE)).state
    assert state.turn == B
    assert refusal(state, A, Spy((Check(2, 1),))) == "PE-ACT-02"


@pytest.mark.rule("PE-SCI-06", "PE-SCI-07", "PE-R-08")
def test_the_scientist_draws_at_the_start_of_every_own_turn():
    state = table(side(hand="fake-1 fake-4"), side(hand="fake-2"), side(hand="fake-3"), scientist=B, deck="science-1 science-2")

    played = done(state, A, Build("fake-1", CULTURE))

    assert kinds_of(played)[-2:] == ["TurnBegan", "Drew"]
    assert facts_of(played, Drew) == [Drew(B, 1)]
    assert played.state.sides[B].hand == ("fake-2", "science-1")
    state = after(played.state, (B, Build("science-1", CULTURE)), (C, Build("fake-3", CULTURE)))
    assert [each.hand for each in state.sides] == [("fake-4",), ("fake-2",), ()]
    assert state.deck[0] == "science-2"


@pytest.mark.rule("PE-SCI-06", "PE-SCI-07")
def test_the_scientist_draws_in_the_first_turn_of_a_phase_too():
    bare = side(hand="")
    flipped = side(hand="", producing=True)
    state = table(bare, flipped, bare, turn=C, scientist=A, deck="fake-1 fake-2 fake-3 fake-4", only=True)

    state = done(state, C, Produce()).state

    assert (state.turn, state.sides[A].hand) == (A, ("fake-1", "fake-4"))


@pytest.mark.rule("PE-SCI-08", "PE-ACT-07", "PE-ACT-11")
def test_the_draw_comes_in_production_mode_too():  # EX-10
    state = table(side(hand="fake-2"), side(producing=True, hand=""), scientist=B, deck="palace-guard-1")

    state = done(state, A, Build("fake-2", INDUSTRY)).state

    assert state.sides[B].hand == ("palace-guard-1",)
    assert refusal(state, B, Build("palace-guard-1", CULTURE)) == "PE-ACT-07"
    assert done(state, B, Produce()).state.turn == C
    state = after(state, (B, PlayAbility("palace-guard-1")))
    assert (state.shield, state.turn) == (B, C)


@pytest.mark.rule("PE-SCI-09")
def test_who_takes_the_scientist_draws_from_the_next_turn_on():
    state = table(side(hand="fake-1"), side(hand="fake-2"), side(hand="fake-3"))

    played = done(state, A, Build("fake-1", SCIENCE))

    assert facts_of(played, Drew) == []
    played = done(after(played.state, (B, Build("fake-2", CULTURE))), C, Build("fake-3", CULTURE))
    assert facts_of(played, Drew) == [Drew(A, 1)]


@pytest.mark.rule("PE-SCI-10", "PE-HID-01")
def test_the_drawn_card_is_the_drawer_s_own_business():
    state = table(side(hand="fake-1"), side(hand=""), scientist=B, deck="science-1")

    played = done(state, A, Build("fake-1", CULTURE))

    own = RULES.view(played.state, B).own
    assert own is not None
    assert own.hand == ("science-1",)
    assert "science-1" not in str([RULES.view(played.state, viewer) for viewer in (A, C, None)])
    assert RULES.facts.binding(facts_of(played, Drew)[0]) != ""


@pytest.mark.rule("PE-SCI-11", "PE-R-10")
def test_a_hand_has_no_limit():
    many = " ".join(f"fake-{number}" for number in range(1, 21))
    state = done(
        table(side(hand="science-1"), side(hand=many), scientist=B, deck="science-2"), A, Build("science-1", CULTURE)
    ).state

    assert len(state.sides[B].hand) == 21


@pytest.mark.rule("PE-CUL-07", "PE-GOV-07", "PE-SCI-13", "PE-ESP-09", "PE-SCI-12")
def test_meeples_agents_and_science_score_nothing():
    plain = table(side(house(SCIENCE, "science-1"), house(ESPIONAGE, "espionage-1")), capitol=C)
    laden = table(
        side(house(SCIENCE, "science-1"), house(ESPIONAGE, "espionage-1", agents=3), spent=4), capitol=A, shield=A, scientist=A
    )

    assert RULES.standing(plain) == RULES.standing(laden) == (0, 0, 0)


def test_four_players_are_all_compared():
    assert done(rows(SCIENCE, 1, 0, 0, 3), A, Build("fake-1", SCIENCE)).state.scientist is None
    assert done(rows(SCIENCE, 2, 0, 0, 3), A, Build("fake-1", SCIENCE)).state.scientist == A
