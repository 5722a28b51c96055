"""The End phase (PE-END)."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.rules import told as told_by
from rooms.tables.potemkin.game.actions import PlaceAgents, Produce
from rooms.tables.potemkin.game.state import Building, Phase, Placing, PotemkinState, Side
from rooms.tables.potemkin.rules.end_phase import AgentsChosen, AgentsReadied, check_placing, has_choice, spread
from rooms.tables.potemkin.rules.months import MonthEnded
from tests.rooms.tables.potemkin.play import (
    CARDS,
    CULTURE,
    ESPIONAGE,
    GOVERNMENT,
    INDUSTRY,
    KEPT,
    RULES,
    A,
    B,
    C,
    Seeded,
    after,
    agents,
    done,
    facts_of,
    house,
    kinds_of,
    refusal,
    side,
    table,
)


def ending(first: Side, second: Side | None = None, *, months: int = 4, **more: object) -> PotemkinState:
    """A table where C, with no card and an Industry building, can end the Action phase with the next flip."""
    other = side(producing=True) if second is None else replace(second, producing=True)
    return table(first, other, side(house(INDUSTRY, "industry-8"), hand=""), turn=C, months=months, **more)


def ended(first: Side, second: Side | None = None, **more: object) -> PotemkinState:
    return done(ending(first, second, **more), C, Produce()).state


def spy_homes(*ready: int, spent: int = 0) -> Side:
    return side(*[house(ESPIONAGE, f"fake-{at}", agents=count) for at, count in enumerate(ready, start=1)], spent=spent)


@pytest.mark.rule("PE-END-01", "PE-END-15")
def test_the_steps_of_the_end_phase_come_in_their_order():
    played = done(ending(spy_homes(0, spent=1)), C, Produce())

    assert kinds_of(played)[2:] == ["HandsDiscarded", "TokensReset", "AgentsReadied", "MonthEnded", "MonthBegan", "Dealt"]


@pytest.mark.rule("PE-END-02", "PE-END-03", "PE-R-31")
def test_every_card_in_every_hand_is_discarded_unseen():
    state = ending(side(hand="fake-1 fake-2"), side(hand="science-1"), discard="culture-1")

    played = done(state, C, Produce())

    assert [each.hand for each in played.state.sides] == [(), (), ()]
    assert sorted(played.state.discard) == ["culture-1", "fake-1", "fake-2", "science-1"]
    told = {
        viewer: " ".join(told_by(RULES, fact, state, viewer, ("Anna", "Boris", "Clara")) for fact in played.facts[2:3])
        for viewer in (A, B, C, None)
    }
    assert "3 cards left in hands" in told[None]
    assert ("Fake 1" in told[A], "Science 1" in told[A]) == (True, False)
    assert not any(title in told[viewer] for title in ("Fake 1", "Fake 2", "Science 1") for viewer in (C, None))
    assert "Fake" not in told[B]


@pytest.mark.rule("PE-END-04", "PE-ACT-16")
def test_every_token_is_turned_back():
    assert [each.producing for each in ended(side()).sides] == [False, False, False]


@pytest.mark.rule("PE-END-05", "PE-END-07", "PE-END-12", "PE-ESP-07", "PE-R-25")
@pytest.mark.parametrize(
    ("before", "after_"),
    [
        pytest.param(spy_homes(0, spent=1), [1], id="to the one building"),
        pytest.param(spy_homes(2, spent=3), [5], id="ready ones stay where they are"),
        pytest.param(spy_homes(0, 0, spent=2), [1, 1], id="one to each"),
        pytest.param(spy_homes(2, 0, spent=1), [2, 1], id="to the one without an agent"),
        pytest.param(side(house(CULTURE, "fake-1"), spent=2), [2], id="behind any building without spies"),
        pytest.param(spy_homes(1, 2), [1, 2], id="nobody is spent"),
    ],
)
def test_spent_agents_are_readied_where_there_is_no_choice(before, after_):
    state = ended(before)

    assert state.phase is Phase.DRAFT
    assert (agents(state, A), state.sides[A].spent) == (after_, 0)


@pytest.mark.rule("PE-END-06", "PE-END-07", "PE-END-08", "PE-END-14")
def test_the_agents_of_the_rulebook():  # EX-08
    own = side(house(ESPIONAGE, "fake-1", agents=1), house(ESPIONAGE, "fake-2"), house(GOVERNMENT, "fake-3"), spent=3)
    state = ended(own)

    assert (state.phase, RULES.waits_for(state)) == (Phase.READY_AGENTS, (A,))
    assert refusal(state, A, PlaceAgents(((1, 3),))) == "PE-END-06"
    assert refusal(state, A, PlaceAgents(((1, 1), (2, 1), (3, 1)))) == "PE-END-08"
    assert refusal(state, A, PlaceAgents(((1, 1), (2, 1)))) == "PE-END-05"
    assert refusal(state, A, PlaceAgents(((1, 2), (2, 2)))) == "PE-END-05"
    ends = [agents(done(state, A, PlaceAgents(counts)).state, A) for counts in (((2, 3),), ((1, 1), (2, 2)), ((1, 2), (2, 1)))]
    assert ends == [[1, 3, 0], [2, 2, 0], [3, 1, 0]]


@pytest.mark.rule("PE-END-06")
def test_with_too_few_agents_the_owner_chooses_which_empty_buildings_get_one():
    state = ended(spy_homes(0, 0, 1, spent=1))

    assert agents(done(state, A, PlaceAgents(((2, 1),))).state, A) == [0, 1, 1]
    assert refusal(state, A, PlaceAgents(((3, 1),))) == "PE-END-06"
    state = ended(spy_homes(0, 0, 0, spent=2))
    assert refusal(state, A, PlaceAgents(((1, 2),))) == "PE-END-06"
    assert agents(done(state, A, PlaceAgents(((3, 1), (1, 1)))).state, A) == [1, 0, 1]


@pytest.mark.rule("PE-END-09", "PE-END-10", "PE-END-11", "PE-R-26")
def test_agents_without_spies_buildings_and_agents_without_any_building():  # EX-09
    state = ended(side(house(CULTURE, "fake-1"), spent=2), side(spent=1))

    assert (agents(state, A), state.sides[A].spent) == ([2], 0)
    assert (agents(state, B), state.sides[B].spent) == ([], 1)


@pytest.mark.rule("PE-END-11", "PE-R-26")
def test_an_agent_that_could_not_be_readied_is_tried_again():
    later = ended(side(house(ESPIONAGE, "fake-1"), spent=1), side(spent=1))
    assert (agents(later, A), later.sides[B].spent) == ([1], 1)

    again = ended(side(), side(house(CULTURE, "fake-2"), spent=later.sides[B].spent), months=3)
    assert (agents(again, B), again.sides[B].spent) == ([1], 0)


@pytest.mark.rule("PE-END-09", "PE-END-14")
def test_without_spies_buildings_the_owner_chooses_among_all():
    state = ended(side(house(CULTURE, "fake-1"), house(INDUSTRY, "fake-2"), house(GOVERNMENT, "fake-3"), spent=2))

    assert agents(done(state, A, PlaceAgents(((3, 2),))).state, A) == [0, 0, 2]
    assert agents(done(state, A, PlaceAgents(((1, 1), (2, 1)))).state, A) == [1, 1, 0]


@pytest.mark.rule("PE-END-13", "PE-R-25")
def test_the_end_phase_gives_nobody_a_new_agent():
    assert agents(ended(spy_homes(0, 0)), A) == [0, 0]


@pytest.mark.rule("PE-END-14")
def test_all_owners_choose_at_the_same_time_and_nothing_moves_before_all_have():
    two = side(house(ESPIONAGE, "fake-3"), house(ESPIONAGE, "fake-4"), spent=1)
    state = ended(spy_homes(0, 0, spent=1), two)
    assert RULES.waits_for(state) == (A, B)

    chosen = done(state, A, PlaceAgents(((2, 1),)))

    assert chosen.facts == (AgentsChosen(A, ((2, 1),)),)
    assert RULES.waits_for(chosen.state) == (B,)
    assert agents(chosen.state, A) == [0, 0]
    views = [RULES.view(done(state, A, PlaceAgents(((home, 1),))).state, B) for home in (1, 2)]
    assert views[0] == views[1]
    assert refusal(chosen.state, A, PlaceAgents(((1, 1),))) == "PE-END-14"
    both = done(chosen.state, B, PlaceAgents(((3, 1),)))
    assert facts_of(both, AgentsReadied) == [AgentsReadied((Placing(A, ((2, 1),)), Placing(B, ((3, 1),))))]
    assert (agents(both.state, A), agents(both.state, B)) == ([0, 1], [1, 0])


@pytest.mark.rule("PE-END-14")
def test_who_has_no_choice_is_not_asked():
    state = ended(spy_homes(0, 0, spent=1), side(house(CULTURE, "fake-9"), spent=1))

    assert [refusal(state, player, PlaceAgents(((3, 1),))) for player in (B, C)] == ["PE-END-14"] * 2
    assert agents(done(state, A, PlaceAgents(((1, 1),))).state, B) == [1]


@pytest.mark.rule("PE-END-14")
@pytest.mark.parametrize("counts", [((1, 0), (2, 1)), ((1, 2), (1, -1)), ((2, 1), (2, 0)), ()])
def test_a_choice_names_each_building_once_with_at_least_one_agent(counts):
    assert refusal(ended(spy_homes(0, 0, spent=1)), A, PlaceAgents(counts)) in {"PE-END-14", "PE-END-05"}


@pytest.mark.rule("PE-END-05")
def test_agents_go_to_no_building_of_others():
    state = ended(spy_homes(0, 0, spent=1), side(house(ESPIONAGE, "fake-9")))

    assert refusal(state, A, PlaceAgents(((3, 1),))) == "PE-END-05"


@pytest.mark.rule("PE-END-14", "PE-R-25", "PE-R-36")
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        pytest.param(spy_homes(0, 0, 0, spent=2), ((1, 1), (2, 1)), id="the oldest first"),
        pytest.param(spy_homes(2, 0, 1, spent=3), ((2, 2), (3, 1)), id="ready agents counted"),
        pytest.param(spy_homes(0, 0, spent=5), ((1, 3), (2, 2)), id="one more for the oldest"),
        pytest.param(spy_homes(9, 0, 0, spent=3), ((2, 2), (3, 1)), id="none for who has enough"),
        pytest.param(
            side(house(CULTURE, "fake-1"), house(INDUSTRY, "fake-2", agents=1), house(CULTURE, "fake-3"), spent=3),
            ((1, 2), (3, 1)),
            id="over all buildings without spies",
        ),
    ],
)
def test_without_an_answer_agents_are_spread_evenly(own, expected):
    state = ended(own)

    assert RULES.default(state, A, KEPT) == PlaceAgents(expected)
    done(state, A, PlaceAgents(expected))


@pytest.mark.rule("PE-END-05", "PE-END-06", "PE-END-07", "PE-END-08", "PE-END-14")
@given(
    ready=st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=5),
    spent=st.integers(0, 6),
    seed=st.integers(0, 10**6),
)
def test_spread_is_always_legal_and_never_uneven(ready, spent, seed):
    village = tuple(
        [Building(at, ESPIONAGE if spies else CULTURE, CARDS[at], agents=count) for at, (spies, count) in enumerate(ready, start=1)]
    )
    own = Side(village=village, spent=spent)
    assume(spent > 0)

    counts = spread(own)

    check_placing(own, counts)
    coming = dict(counts)
    homes = [building for building in village if building.facade == ESPIONAGE] or village
    ends = {building.id: building.agents + coming.get(building.id, 0) for building in homes}
    assert all(ends[home] <= min(ends.values()) + 1 for home in coming)


@pytest.mark.rule("PE-END-14")
@given(ready=st.lists(st.integers(0, 2), min_size=1, max_size=3), spies=st.booleans(), spent=st.integers(0, 3))
def test_there_is_a_choice_exactly_when_there_are_two_legal_ways(ready, spies, spent):
    facade = ESPIONAGE if spies else CULTURE
    own = Side(village=tuple([Building(at, facade, CARDS[at], agents=n) for at, n in enumerate(ready, start=1)]), spent=spent)
    ids = [building.id for building in own.village]
    ways = [[]]
    for id_ in ids:
        ways = [[*way, (id_, number)] for way in ways for number in range(spent + 1)]

    legal = 0
    for way in ways:
        counts = tuple([(id_, number) for id_, number in way if number])
        try:
            check_placing(own, counts)
        except Refused:
            continue
        legal += 1

    assert has_choice(own) == (legal > 1)


@pytest.mark.rule("PE-END-15", "PE-R-04")
@pytest.mark.parametrize(("months", "number", "left"), [(4, 1, (2, 3, 4)), (3, 2, (3, 4)), (2, 3, (4,)), (1, 4, ())])
def test_the_token_of_the_month_leaves_the_game(months, number, left):
    played = done(ending(side(), months=months), C, Produce())

    assert facts_of(played, MonthEnded) == [MonthEnded(number)]
    assert played.state.months == left


@pytest.mark.rule("PE-END-16", "PE-R-34", "PE-END-02")
def test_the_last_end_phase_is_carried_out_in_full():
    state = ending(spy_homes(0, 0, spent=1), side(hand="culture-1"), months=1)

    last = done(state, C, Produce())
    steps = ["HandsDiscarded", "TokensReset", "AgentsReadied", "MonthEnded", "InteriorsRevealed", "VillagesCounted"]
    assert kinds_of(last)[2:] == steps
    assert "culture-1" in last.state.discard
    assert (last.state.phase, RULES.waits_for(last.state)) == (Phase.OVER, ())


@pytest.mark.rule("PE-END-14", "PE-R-34")
@pytest.mark.parametrize(("months", "asked"), [(4, (A, B)), (3, (A, B)), (2, (A, B)), (1, ())])
def test_in_the_last_month_nobody_is_asked_where_agents_go(months, asked):
    two = side(house(CULTURE, "fake-8"), house(CULTURE, "fake-9", agents=1), spent=2)
    played = done(ending(spy_homes(0, 0, 0, spent=2), two, months=months), C, Produce())

    assert (played.state.phase, RULES.waits_for(played.state)) == (Phase.READY_AGENTS if asked else Phase.OVER, asked)
    if not asked:
        assert agents(played.state, A) == [1, 1, 0]
        assert agents(played.state, B) == [2, 1]


@pytest.mark.rule("PE-END-14")
def test_a_table_that_waits_in_the_last_month_since_an_older_release_goes_on():
    state = table(spy_homes(0, 0, spent=1), phase=Phase.READY_AGENTS, months=1)
    assert RULES.waits_for(state) == (A,)

    last = done(state, A, PlaceAgents(((2, 1),)))

    assert (agents(last.state, A), last.state.phase) == ([0, 1], Phase.OVER)


@pytest.mark.rule("PE-END-03", "PE-ACT-18", "PE-IND-02", "PE-ACT-17")
def test_the_end_of_the_phase_in_the_rulebook():  # EX-03
    state = table(
        side(hand="fake-1 fake-2"),
        side(producing=True, hand=""),
        side(house(INDUSTRY, "fake-3"), house(INDUSTRY, "industry-1"), hand=""),
        turn=C,
    )

    played = done(state, C, Produce(), Seeded(3))

    assert [building.cubes for building in played.state.sides[C].village] == [1, 1]
    assert played.state.discard == ("fake-1", "fake-2")
    assert after(state, (C, Produce())).phase is Phase.DRAFT
