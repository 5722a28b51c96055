"""Spying (PE-SPY), the shield against spies (PE-SHD) and destroying buildings (PE-DES)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooms.tables.game.rules import told as told_by
from rooms.tables.potemkin.game.actions import Build, Check, CheckAgain, PlayAbility, Produce, Spy, SpyOffer
from rooms.tables.potemkin.game.state import Phase, PotemkinState, Side
from rooms.tables.potemkin.rules.capitol_shield_scientist import ShieldRemoved
from rooms.tables.potemkin.rules.destruction import Destroyed
from rooms.tables.potemkin.rules.interiors import Found
from rooms.tables.potemkin.rules.spying import AgentsKilled, CheckDeclined, ChecksEarned, Revealed
from tests.rooms.tables.potemkin.play import (
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


def spies(ready: int = 1, *more: int, **rest: object) -> Side:
    """A's side: Espionage buildings, numbered from 1, with these numbers of agents."""
    return side(*[house(ESPIONAGE, f"fake-{20 - at}", agents=count) for at, count in enumerate((ready, *more))], **rest)


def sent(*pairs: tuple[int, int | None]) -> Spy:
    return Spy(tuple([Check(agent, target) for agent, target in pairs]))


def shown(state: PotemkinState, player: int) -> list[bool]:
    return [building.shown for building in state.sides[player].village]


def checked(played: object, kind: type = Revealed) -> Sequence[int]:
    found = facts_of(played, kind)  # type: ignore[arg-type]
    return [each.building for fact in found for each in fact.found]


FAKE_SPIES = house(ESPIONAGE, "fake-1")
REAL_SPIES = house(ESPIONAGE, "espionage-1")


@pytest.mark.rule("PE-SPY-02", "PE-ESP-07")
@pytest.mark.parametrize("own", [Side(), spies(0), spies(0, spent=3)])
def test_spying_needs_a_ready_agent(own):
    state = table(own, side(house(CULTURE, "fake-1")))
    target = len(own.village) + 1

    assert refusal(state, A, sent((1, target))) == "PE-SPY-02"
    assert not any(isinstance(offer, SpyOffer) for offer in RULES.offers(state, A))


@pytest.mark.rule("PE-SPY-03")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_any_number_of_agents_may_go(number):
    state = table(spies(3), side(*[house(CULTURE, f"fake-{card}") for card in range(1, 5)]))

    played = done(state, A, sent(*[(1, 1 + target) for target in range(1, number + 1)]))

    assert len(village(played.state, B)) == 4 - number
    assert (agents(played.state, A), played.state.sides[A].spent) == ([3 - number], number)


@pytest.mark.rule("PE-SPY-03")
def test_at_least_one_agent_must_go():
    assert refusal(table(spies(), side(house(CULTURE, "fake-1"))), A, Spy(())) == "PE-SPY-03"


@pytest.mark.rule("PE-SPY-04", "PE-SPY-05", "PE-R-20")
def test_each_agent_checks_one_building_wherever_it_stands():
    assert Check.__struct_fields__ == ("agent", "target")
    state = table(spies(2), side(house(CULTURE, "fake-1")), side(house(SCIENCE, "science-1")))

    played = done(state, A, sent((1, 2), (1, 3)))

    assert facts_of(played, Revealed) == [
        Revealed(A, (Found(2, B, CULTURE, "fake-1", False), Found(3, C, SCIENCE, "science-1", True)))
    ]
    assert refusal(state, A, sent((1, 99))) == "PE-SPY-04"


@pytest.mark.rule("PE-SPY-06", "PE-R-20")
def test_a_second_agent_on_the_same_building_is_refused():
    assert refusal(table(spies(2), side(house(CULTURE, "fake-1"))), A, sent((1, 2), (1, 2))) == "PE-SPY-06"


@pytest.mark.rule("PE-SPY-07")
def test_one_s_own_buildings_cannot_be_checked():
    assert refusal(table(spies(1, 0), side(house(CULTURE, "fake-1"))), A, sent((1, 2))) == "PE-SPY-07"


@pytest.mark.rule("PE-SPY-08", "PE-R-20")
def test_what_is_face_up_cannot_be_checked():
    state = table(spies(2), side(house(CULTURE, "culture-1", shown=True), house(CULTURE, "culture-2")))

    assert refusal(state, A, sent((1, 2))) == "PE-SPY-08"
    assert refusal(state, A, sent((1, 3), (1, 2))) == "PE-SPY-08"


@pytest.mark.rule("PE-SPY-09", "PE-SPY-10")
def test_all_agents_are_assigned_first_and_all_interiors_revealed_in_one_moment():
    state = table(spies(1, 1), side(FAKE_SPIES, house(CULTURE, "culture-1")), side(REAL_SPIES))

    played = done(state, A, sent((1, 3), (2, 5)))

    assert kinds_of(played)[:2] == ["Spied", "Revealed"]
    assert len(facts_of(played, Revealed)) == 1
    assert checked(played) == [3, 5]
    moment = RULES.facts.evolve(RULES.facts.evolve(state, played.facts[0]), played.facts[1])
    assert (shown(moment, B), shown(moment, C)) == ([True, False], [True])
    assert RULES.facts.binding(facts_of(played, Revealed)[0]) != ""


@pytest.mark.rule("PE-SPY-10", "PE-HID-08", "PE-R-30")
@pytest.mark.parametrize("viewer", [A, B, C, None])
def test_everybody_is_shown_what_is_revealed_and_by_whom(viewer):
    state = table(spies(2), side(house(CULTURE, "fake-1"), house(SCIENCE, "science-1")))
    played = done(state, A, sent((1, 2), (1, 3)))

    log = " ".join(told_by(RULES, fact, state, viewer, ("Anna", "Boris", "Clara")) for fact in played.facts[:2])

    assert "Anna sends 2 agents" in log
    assert "“Fake 1”" in log
    assert "“Science 1”" in log
    assert RULES.view(played.state, viewer).sides[B].village[0].card == "science-1"


@pytest.mark.rule("PE-SPY-11", "PE-SPY-12", "PE-DES-04")
def test_a_fake_falls_and_a_real_building_stands_with_its_card_face_up():
    state = table(spies(2), side(house(CULTURE, "fake-1"), house(SCIENCE, "science-1"), house(SCIENCE, "science-2")))

    state = done(state, A, sent((1, 2), (1, 3))).state

    assert village(state, B) == [("science", "science-1"), ("science", "science-2")]
    assert shown(state, B) == [True, False]
    assert state.sides[A].captured == ("fake-1",)


@pytest.mark.rule("PE-SPY-12")
@given(seed=st.integers(0, 10**9))
def test_what_is_face_up_stays_face_up(seed):
    for before, _, _, played in played_on(seed, 4):
        up = {building.id for each in before.sides for building in each.village if building.shown}
        still = {building.id for each in played.state.sides for building in each.village if building.shown}
        assert up <= still


@pytest.mark.rule("PE-SPY-13")
def test_a_revealed_building_keeps_its_type_its_cubes_and_its_points():
    revealed = side(house(INDUSTRY, "industry-1", cubes=2, shown=True), house(CULTURE, "culture-1", shown=True), hand="fake-1")
    state = table(revealed, side(house(CULTURE, "culture-2")), shield=B)

    assert RULES.standing(state) == (3, 1, 0)
    assert done(state, A, Produce()).state.sides[A].village[0].cubes == 3
    assert done(state, A, Build("fake-1", CULTURE)).state.shield == A


@pytest.mark.rule("PE-SPY-14", "PE-SPY-16", "PE-ESP-06", "PE-R-20")
def test_the_agents_used_are_named_and_the_others_stay():
    state = table(spies(1, 2, 1), side(house(CULTURE, "culture-1"), house(CULTURE, "culture-2")))

    later = done(state, A, sent((2, 4), (3, 5))).state

    assert agents(later, A) == [1, 1, 0]
    assert later.sides[A].spent == 2


@pytest.mark.rule("PE-SPY-14")
@pytest.mark.parametrize(
    "homes",
    [
        pytest.param((1, 1), id="more than stand there"),
        pytest.param((2,), id="a building of somebody else"),
        pytest.param((4,), id="a building without an agent"),
        pytest.param((77,), id="no building"),
    ],
)
def test_only_agents_that_stand_there_can_go(homes):
    state = table(spies(1), side(house(CULTURE, "fake-1", agents=5), house(CULTURE, "fake-2")), side(house(CULTURE, "fake-3")))

    assert refusal(state, A, sent(*[(home, 2 + at) for at, home in enumerate(homes)])) == "PE-SPY-14"


@pytest.mark.rule("PE-SPY-15", "PE-ESP-06", "PE-ESP-07")
def test_a_used_agent_is_spent_and_cannot_be_used_again():
    state = table(spies(1), side(house(CULTURE, "culture-1"), house(CULTURE, "culture-2")))

    state = done(state, A, sent((1, 2))).state

    assert (agents(state, A), state.sides[A].spent) == ([0], 1)
    assert refusal(table(*state.sides), A, sent((1, 3))) == "PE-SPY-02"


@pytest.mark.rule("PE-SPY-17", "PE-SPY-18")
@pytest.mark.parametrize(
    ("facade", "killed"), [(ESPIONAGE, True), (CULTURE, False), (GOVERNMENT, False), (INDUSTRY, False), (SCIENCE, False)]
)
def test_real_spies_kill_and_no_other_real_building_does(facade, killed):
    state = table(spies(1), side(house(facade, f"{facade}-1")))

    played = done(state, A, sent((1, 2)))

    assert facts_of(played, AgentsKilled) == ([AgentsKilled(A, (1,))] if killed else [])
    assert (agents(played.state, A), played.state.sides[A].spent) == ([0], 0 if killed else 1)
    assert village(played.state, B) == [(facade, f"{facade}-1")]


@pytest.mark.rule("PE-SPY-19", "PE-SPY-20", "PE-R-22")
def test_fake_spies_let_the_agent_check_once_more_or_not():
    state = table(spies(1), side(FAKE_SPIES, house(SCIENCE, "fake-2")))

    played = done(state, A, sent((1, 2)))
    assert facts_of(played, ChecksEarned) == [ChecksEarned(A, (1,))]
    assert (played.state.phase, played.state.turn) == (Phase.CHECK_AGAIN, A)
    assert RULES.view(played.state, B).checking == 1

    used = done(played.state, A, CheckAgain(3)).state
    assert (village(used, B), used.sides[A].captured, used.turn) == ([], ("fake-1", "fake-2"), B)
    declined = done(played.state, A, CheckAgain(decline=True))
    assert facts_of(declined, CheckDeclined) == [CheckDeclined(A)]
    assert (village(declined.state, B), declined.state.turn) == ([("science", "fake-2")], B)
    assert used.sides[A].spent == declined.state.sides[A].spent == 1


@pytest.mark.rule("PE-SPY-18")
@pytest.mark.parametrize("facade", [CULTURE, GOVERNMENT, INDUSTRY, SCIENCE])
def test_other_fakes_earn_nothing(facade):
    state = table(spies(1), side(house(facade, "fake-1"), house(SCIENCE, "science-1")))

    assert done(state, A, sent((1, 2))).state.turn == B


@pytest.mark.rule("PE-SPY-20", "PE-R-22")
@pytest.mark.parametrize(
    "rest",
    [
        pytest.param((), id="nothing stands any more"),
        pytest.param((house(SCIENCE, "science-1", shown=True),), id="everything is face up"),
    ],
)
def test_with_nothing_left_to_check_nobody_is_asked(rest):
    played = done(table(spies(1), side(FAKE_SPIES, *rest)), A, sent((1, 2)))

    assert facts_of(played, ChecksEarned) == []
    assert (played.state.turn, played.state.sides[A].spent) == (B, 1)


@pytest.mark.rule("PE-SPY-20", "PE-SHD-09")
def test_a_shield_left_to_remove_is_something_left():
    state = table(spies(1), side(FAKE_SPIES), side(house(CULTURE, "culture-1")), shield=C)

    asked = done(state, A, sent((1, 2))).state
    removed = done(asked, A, CheckAgain())

    assert asked.phase is Phase.CHECK_AGAIN
    assert facts_of(removed, ShieldRemoved) == [ShieldRemoved(A)]
    assert (removed.state.shield, removed.state.turn, shown(removed.state, C)) == (None, B, [False])
    assert removed.state.sides[A].spent == 1


@pytest.mark.rule("PE-SPY-07", "PE-SPY-08", "PE-SPY-21", "PE-SHD-01", "PE-SHD-09", "PE-R-22")
def test_an_additional_check_has_the_limits_of_any_check():
    own = side(*spies(1).village, house(CULTURE, "fake-2"))
    state = table(
        own, side(FAKE_SPIES, house(SCIENCE, "science-1", shown=True), house(SCIENCE, "science-2")), side(house(CULTURE, "fake-3"))
    )
    asked = done(state, A, sent((1, 3))).state

    assert refusal(asked, A, CheckAgain(2)) == "PE-SPY-07"
    assert refusal(asked, A, CheckAgain(4)) == "PE-SPY-08"
    assert refusal(asked, A, CheckAgain(3)) == "PE-SPY-04"
    assert refusal(asked, A, CheckAgain()) == "PE-SHD-09"
    assert refusal(asked, A, CheckAgain(5, decline=True)) == "PE-SPY-20"
    shielded = done(table(*state.sides, shield=C), A, sent((1, 3))).state
    assert refusal(shielded, A, CheckAgain(6)) == "PE-SHD-01"
    own_shield = done(table(*state.sides, shield=A), A, sent((1, 3))).state
    assert refusal(own_shield, A, CheckAgain()) == "PE-SHD-09"


@pytest.mark.rule("PE-SPY-19", "PE-ACT-04")
def test_nothing_else_is_done_while_an_agent_is_asked_and_by_nobody_else():
    asked = done(table(spies(2, hand="fake-5 palace-guard-1"), side(FAKE_SPIES, house(SCIENCE, "fake-2"))), A, sent((1, 2))).state

    for action in (Produce(), Build("fake-5", CULTURE), sent((1, 3)), PlayAbility("palace-guard-1")):
        assert refusal(asked, A, action) == "PE-SPY-19"
    assert refusal(asked, B, CheckAgain(3)) == "PE-ACT-02"
    assert RULES.waits_for(asked) == (A,)
    assert RULES.default(asked, A, KEPT) == CheckAgain(decline=True)


@pytest.mark.rule("PE-SPY-22", "PE-SPY-18", "PE-R-22")
def test_fake_spies_again_and_again():  # EX-06
    state = table(spies(1), side(FAKE_SPIES), side(house(ESPIONAGE, "fake-2"), house(SCIENCE, "science-1")))

    state = after(state, (A, sent((1, 2))), (A, CheckAgain(3)))
    assert (state.phase, state.turn) == (Phase.CHECK_AGAIN, A)
    state = after(state, (A, CheckAgain(4)))

    assert state.sides[A].captured == ("fake-1", "fake-2")
    assert RULES.standing(state)[A] == 2 + 4  # its own Espionage building is a fake
    assert (shown(state, C), state.sides[A].spent, state.turn) == ([True], 1, B)


@pytest.mark.rule("PE-SPY-23")
def test_real_spies_at_the_additional_check_kill_the_agent():
    state = table(spies(1), side(FAKE_SPIES), side(REAL_SPIES))

    played = done(done(state, A, sent((1, 2))).state, A, CheckAgain(3))

    assert facts_of(played, AgentsKilled) == [AgentsKilled(A, (1,))]
    assert (played.state.sides[A].spent, agents(played.state, A)) == (0, [0])


@pytest.mark.rule("PE-SPY-24", "PE-R-22")
def test_additional_checks_come_after_all_results_one_agent_at_a_time_in_their_order():
    state = table(
        spies(1, 1, 1),
        side(FAKE_SPIES, house(ESPIONAGE, "fake-2"), REAL_SPIES),
        side(*[house(SCIENCE, f"science-{number}") for number in range(1, 4)]),
    )

    first = done(state, A, sent((3, 5), (2, 6), (1, 4)))
    assert facts_of(first, ChecksEarned) == [ChecksEarned(A, (3, 1))]
    assert facts_of(first, AgentsKilled) == [AgentsKilled(A, (2,))]
    second = done(first.state, A, CheckAgain(7))
    assert facts_of(second, ChecksEarned) == [ChecksEarned(A, (1,))]
    third = done(second.state, A, CheckAgain(8))
    assert (third.state.turn, third.state.sides[A].spent, shown(third.state, C)) == (B, 2, [True, True, False])


@pytest.mark.rule("PE-SPY-22", "PE-SPY-24")
def test_an_agent_that_goes_on_is_asked_again_before_the_next():
    state = table(
        spies(1, 1), side(FAKE_SPIES, house(ESPIONAGE, "fake-2"), house(ESPIONAGE, "fake-3")), side(house(SCIENCE, "science-1"))
    )

    asked = after(state, (A, sent((1, 3), (2, 4))), (A, CheckAgain(5)))

    assert RULES.view(asked, None).checking == 1
    assert asked.mission is not None
    assert asked.mission.extra == (1, 2)


@pytest.mark.rule("PE-SPY-25", "PE-R-21")
def test_a_spy_action_resolves_in_its_order():
    state = table(
        spies(4),
        side(house(CULTURE, "fake-2"), house(ESPIONAGE, "fake-1")),
        side(REAL_SPIES, house(SCIENCE, "science-1")),
        shield=B,
        scientist=B,
    )

    first = done(state, A, sent((1, 4), (1, None), (1, 3), (1, 2)))
    second = done(first.state, A, CheckAgain(decline=True))

    assert kinds_of(first) == [
        "Spied",
        "ShieldRemoved",
        "Revealed",
        "Destroyed",
        "ScientistLeft",
        "AgentsKilled",
        "ChecksEarned",
    ]
    assert kinds_of(second) == ["CheckDeclined", "SpyEnded", "TurnBegan"]


@pytest.mark.rule("PE-R-21", "PE-SPY-25")
def test_an_additional_check_sees_what_has_fallen():
    state = table(spies(2), side(FAKE_SPIES, house(CULTURE, "fake-2")), side(house(CULTURE, "culture-1")))

    asked = done(state, A, sent((1, 2), (1, 3))).state

    assert refusal(asked, A, CheckAgain(3)) == "PE-SPY-04"


@pytest.mark.rule("PE-SHD-02", "PE-DES-02", "PE-DES-03", "PE-SPY-17", "PE-SHD-03", "PE-SHD-05", "PE-SHD-07", "PE-R-19")
def test_the_spies_of_the_rulebook():  # EX-05
    state = table(
        spies(3),
        side(house(INDUSTRY, "fake-1", cubes=3, agents=1)),
        side(REAL_SPIES),
        shield=B,
    )

    played = done(state, A, sent((1, None), (1, 2), (1, 3)))
    later = played.state

    assert later.shield is None
    assert (village(later, B), later.sides[B].spent) == ([], 0)
    assert later.sides[A].captured == ("fake-1",)
    assert shown(later, C) == [True]
    assert (agents(later, A), later.sides[A].spent) == ([0], 2)


@pytest.mark.rule("PE-SHD-01", "PE-SHD-03", "PE-R-17")
def test_a_shielded_village_cannot_be_checked():
    state = table(spies(2), side(house(CULTURE, "fake-1"), house(SCIENCE, "fake-2")), side(house(CULTURE, "fake-3")), shield=B)

    assert [refusal(state, A, sent((1, target))) for target in (2, 3)] == ["PE-SHD-01"] * 2
    assert village(done(state, A, sent((1, 4))).state, C) == []


@pytest.mark.rule("PE-SHD-02", "PE-SHD-03", "PE-SHD-08", "PE-SHD-05", "PE-R-18", "PE-R-19")
def test_one_agent_may_go_for_the_shield_alone():
    state = table(spies(1), side(house(CULTURE, "fake-1")), shield=B)

    played = done(state, A, sent((1, None)))

    assert facts_of(played, ShieldRemoved) == [ShieldRemoved(A)]
    assert (played.state.shield, village(played.state, B)) == (None, [("culture", "fake-1")])
    assert facts_of(played, Revealed) == []
    assert played.state.sides[A].spent == 1
    later = table(spies(1), *played.state.sides[1:])
    assert village(done(later, A, sent((1, 2))).state, B) == []


@pytest.mark.rule("PE-SHD-04", "PE-R-17")
def test_one_agent_against_the_shield_opens_the_whole_village():
    state = table(spies(3), side(house(CULTURE, "fake-1"), house(SCIENCE, "fake-2")), shield=B)

    assert village(done(state, A, sent((1, 2), (1, 3), (1, None))).state, B) == []
    assert refusal(state, A, sent((1, None), (1, None), (1, 2))) == "PE-SHD-04"


@pytest.mark.rule("PE-SHD-02")
@pytest.mark.parametrize("shield", [None, A])
def test_only_an_opponent_s_shield_can_be_removed(shield):
    assert refusal(table(spies(1), side(house(CULTURE, "fake-1")), shield=shield), A, sent((1, None))) == "PE-SHD-02"


@pytest.mark.rule("PE-SHD-06", "PE-CUL-03")
def test_a_removed_shield_can_be_taken_again():
    state = table(spies(1), side(house(CULTURE, "culture-1"), hand="fake-1"), shield=B)

    state = after(state, (A, sent((1, None))), (B, Build("fake-1", CULTURE)))

    assert state.shield == B


@pytest.mark.rule("PE-SHD-07", "PE-R-19")
def test_the_agent_against_the_shield_of_real_spies_is_not_killed():
    state = done(table(spies(1), side(REAL_SPIES), shield=B), A, sent((1, None))).state

    assert state.sides[A].spent == 1


@pytest.mark.rule("PE-SHD-10")
def test_the_holder_of_the_shield_may_spy():
    state = done(table(spies(1), side(house(CULTURE, "fake-1")), shield=A), A, sent((1, 2))).state

    assert (village(state, B), state.shield) == ([], A)


@pytest.mark.rule("PE-DES-01", "PE-DES-02", "PE-DES-03", "PE-DES-04", "PE-DES-06", "PE-COM-10")
def test_a_destroyed_building_leaves_nothing_behind_it():
    state = table(spies(1), side(house(INDUSTRY, "fake-1", cubes=4, agents=2), house(GOVERNMENT, "fake-2")), discard="fake-9")
    assert RULES.standing(state) == (2, 2 + 4 + 4, 0)

    played = done(state, A, sent((1, 2)))

    assert facts_of(played, Destroyed) == [Destroyed(A, (2,))]
    assert village(played.state, B) == [("government", "fake-2")]
    assert (agents(played.state, B), played.state.sides[B].spent) == ([0], 0)
    assert (played.state.deck, played.state.discard) == (state.deck, ("fake-9",))
    assert RULES.standing(played.state) == (2 + 2, 4, 0)


@pytest.mark.rule("PE-DES-05", "PE-DEK-04")
@given(seed=st.integers(0, 10**9))
def test_a_captured_card_stays_where_it_is(seed):
    for before, _, _, played in played_on(seed, 5):
        for was, now in zip(before.sides, played.state.sides, strict=True):
            assert now.captured[: len(was.captured)] == was.captured


@pytest.mark.rule("PE-DES-07", "PE-DES-08", "PE-SCI-09", "PE-R-24")
def test_the_scientist_flees_whatever_falls_and_comes_back_with_the_next_building():  # EX-07
    state = table(
        spies(1),
        side(house(INDUSTRY, "fake-1"), *[house(SCIENCE, f"science-{number}") for number in (1, 2, 3)], hand="fake-2"),
        side(hand="fake-3"),
        scientist=B,
    )

    played = done(state, A, sent((1, 2)))
    assert played.state.scientist is None
    assert "Drew" not in kinds_of(played)
    state = after(played.state, (B, Build("fake-2", SCIENCE)))
    assert (state.scientist, state.sides[B].hand) == (B, ())
    state = after(state, (C, Build("fake-3", CULTURE)), (A, Produce()))
    assert len(state.sides[B].hand) == 1


@pytest.mark.rule("PE-DES-07")
@pytest.mark.parametrize("scientist", [A, C])
def test_the_scientist_stays_when_another_village_loses_a_building(scientist):
    state = table(spies(1), side(house(SCIENCE, "fake-1")), scientist=scientist)

    assert done(state, A, sent((1, 2))).state.scientist == scientist


@pytest.mark.rule("PE-DES-07")
def test_the_scientist_stays_where_what_is_checked_is_real():
    state = table(spies(1), side(house(SCIENCE, "science-1")), scientist=B)

    assert done(state, A, sent((1, 2))).state.scientist == B


@pytest.mark.rule("PE-DES-09", "PE-DES-10", "PE-R-15")
def test_capitol_and_shield_stay_and_nothing_is_counted_again():
    state = table(
        side(*spies(2).village, house(GOVERNMENT, "government-1"), house(CULTURE, "culture-1"), house(SCIENCE, "science-1")),
        side(house(GOVERNMENT, "fake-1"), house(CULTURE, "fake-2"), house(SCIENCE, "fake-3")),
        side(),
        capitol=B,
        shield=C,
    )

    state = done(state, A, sent((1, 5), (1, 7))).state

    assert village(state, B) == [("culture", "fake-2")]
    assert (state.capitol, state.shield, state.scientist) == (B, C, None)


@pytest.mark.rule("PE-DES-09")
def test_the_capitol_stays_when_a_building_falls_to_an_additional_check():
    state = table(spies(1), side(FAKE_SPIES, house(GOVERNMENT, "fake-2")), capitol=B)

    state = after(state, (A, sent((1, 2))), (A, CheckAgain(3)))

    assert (village(state, B), state.capitol) == ([], B)


@pytest.mark.rule("PE-ESP-08", "PE-R-23")
def test_spent_agents_are_safe_when_a_building_falls():
    state = table(spies(1), side(house(ESPIONAGE, "fake-1", agents=1), house(CULTURE, "culture-1"), spent=2))

    state = after(state, (A, sent((1, 2))), (A, CheckAgain(decline=True)))

    assert state.sides[B].spent == 2
    assert agents(state, B) == [0]


@pytest.mark.rule("PE-SPY-03", "PE-SPY-06", "PE-SPY-07", "PE-SPY-08", "PE-SPY-14", "PE-SHD-01", "PE-SHD-04")
def test_exactly_these_ways_to_spy_are_legal():
    """All pairs and all single checks by brute force: 2 agents, 3 targets of which 1 is shielded, and the shield."""
    state = table(
        spies(1, 1),
        side(house(CULTURE, "fake-1"), house(SCIENCE, "science-1", shown=True)),
        side(house(CULTURE, "fake-3")),
        side(house(CULTURE, "fake-4")),
        shield=C,
    )
    targets = [None, *range(8)]
    single = [sent((home, target)) for home in range(4) for target in targets]
    double = [sent((h1, t1), (h2, t2)) for h1 in (1, 2, 3) for h2 in (1, 2, 3) for t1 in targets for t2 in targets]

    legal = [action for action in (*single, *double) if any(offer.allows(action) for offer in RULES.offers(state, A))]

    # one of two agents: buildings 3 and 6, or the shield; both, in either order: two of 3, 6 and the shield, or 5 with the shield
    assert len(legal) == 2 * 3 + 2 * (2 * 3 + 2)
    for action in (*single, *double):
        if action not in legal:
            refusal(state, A, action)
        else:
            done(state, A, action)
