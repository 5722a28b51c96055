"""Deceptions of a day: what was hidden from whom, and how large the difference was."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from control.engine.belief_gaps import gaps_of, widest
from control.engine.chronicle import TRUTH, Chronicle, Eye, Fact, RoundSpan
from control.engine.ids import SeatId, TeamId

NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
CAT, WOLF = TeamId("cat"), TeamId("wolf")
MEMBERS = {CAT: (SeatId("cat-1"), SeatId("cat-2")), WOLF: (SeatId("wolf-1"),)}


def fact(seq: int, *, id: str = "", over: int = 0, known: tuple[tuple[str, int], ...] = (), weight: int = 0, **more) -> Fact:
    about = {"by": ("seat:wolf-1",), "touches": ("team:cat",), "words": f"Truth {seq}.", "seemed": "Nothing.", **more}
    return Fact(id=id or f"f{seq}", kind="scheme", seq=seq, round=(seq - 1) // 10, over=over, known=known, weight=weight, **about)


def day(*facts: Fact) -> Chronicle:
    rounds = tuple(RoundSpan(number=n, first=10 * n + 1, last=10 * n + 10, began=NOON, ended=NOON) for n in range(3))
    return Chronicle(head=30, rounds=rounds, facts=tuple(sorted(facts, key=lambda each: each.seq)), members=MEMBERS)


def test_a_team_learns_what_any_of_its_players_is_told_and_a_player_what_the_team_is():
    told = day(fact(4, known=(("seat:cat-2", 9), ("team:cat", 15))))
    found = told.facts[0]

    assert told.learned(found, Eye(team=CAT)) == 9
    assert told.learned(found, Eye(team=CAT, seat=SeatId("cat-1"))) == 15
    assert told.learned(found, Eye(team=CAT, seat=SeatId("cat-2"))) == 9
    assert told.learned(found, Eye(team=WOLF)) == told.learned(found, TRUTH) == 4


def test_who_does_it_knows_it_in_the_words_of_the_time_and_not_before_anybody_could():
    told = day(fact(4, before=((7, "A plan."),)), fact(5, before=((9, ""), (12, "A battle.")), known=(("team:cat", 6),)))
    plan, battle = told.facts

    assert [plan.words_at(seq) for seq in (4, 6, 7)] == ["A plan.", "A plan.", "Truth 4."]
    assert [battle.words_at(seq) for seq in (9, 11, 12)] == ["A battle.", "A battle.", "Truth 5."]
    assert (told.learned(plan, Eye(team=WOLF)), told.learned(battle, Eye(team=WOLF))) == (4, 9)
    assert (told.learned(battle, Eye(team=CAT)), told.learned(battle, TRUTH)) == (9, 5)


def test_what_is_hidden_counts_from_its_entry_until_it_is_learned_or_over():
    told = day(fact(4, weight=3, known=(("all", 12),)), fact(6, over=8), fact(22, weight=2))

    assert [(gap.round, gap.seq, gap.width) for gap in gaps_of(told, CAT)] == [(0, 6, 4), (1, 11, 3), (2, 22, 2)]
    assert gaps_of(told, WOLF) == ()
    assert widest(told).seq == 6
    assert [each.seq for each in widest(told).hidden] == [4, 6]


def test_what_was_known_at_once_or_touched_nobody_fools_nobody():
    told = day(fact(4, known=(("team:cat", 4),)), fact(5, touches=()), fact(6, by=("team:cat",)))

    assert (gaps_of(told, CAT), widest(told)) == ((), None)


facts = some.builds(
    fact,
    some.integers(1, 30),
    id=some.uuids().map(str),
    over=some.one_of(some.just(0), some.integers(1, 30)),
    known=some.lists(some.tuples(some.sampled_from(["all", "team:cat", "seat:cat-2", "seat:wolf-1"]), some.integers(1, 30))).map(
        tuple
    ),
    weight=some.integers(0, 9),
)


@pytest.mark.parametrize("eye", [Eye(team=CAT), Eye(team=CAT, seat=SeatId("cat-1"))])
@given(found=some.lists(facts, max_size=8))
def test_nothing_is_known_before_it_was_learned_and_what_is_hidden_is_not_known(eye, found):
    told = day(*found)
    for seq in range(1, 31):
        known = told.known_at(eye, seq)
        assert all(told.learned(each, eye) <= seq for each in known)
        assert not {each.id for each in known} & {each.id for each in told.hidden_at(eye, seq)}


@given(some.lists(facts, max_size=8))
def test_the_widest_moment_of_a_round_is_at_least_as_wide_as_any_other(found):
    told = day(*found)
    gaps = {gap.round: gap.width for gap in gaps_of(told, CAT)}
    for seq in range(1, 31):
        width = sum(max(each.weight, 1) for each in told.hidden_at(Eye(team=CAT), seq))
        assert width <= gaps.get((seq - 1) // 10, 0)
