"""One player's day from the records of a chronicle: hidden facts, betrayals, what mattered."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from control.engine.chronicle import ALL, Chronicle, Eye, Fact, PersonDeed, RoundSpan, SeriesPoint, Tie
from control.engine.ids import SeatId, TeamId
from control.engine.own_day import (
    betrayals,
    bonds,
    high_point,
    learned_later,
    moments,
    round_of,
    standings,
    winners,
    worst_blow,
)

CAT_1, CAT_2 = (Eye(team=TeamId("cat"), seat=SeatId(f"cat-{number}")) for number in (1, 2))
NOON = datetime(2026, 5, 9, 12, tzinfo=UTC)
ROUNDS = tuple(RoundSpan(number=each, first=each * 10, last=each * 10 + 9, began=NOON, ended=NOON) for each in (1, 2, 3))
MEMBERS = {TeamId("cat"): (SeatId("cat-1"), SeatId("cat-2")), TeamId("wolf"): (SeatId("wolf-1"),)}


def fact(words: str, **more) -> Fact:
    return Fact(**{"id": words, "kind": "trick", "seq": 10, "round": 1, "words": words, **more})


def deed(words: str, **more) -> PersonDeed:
    return PersonDeed(**{"kind": "speech", "who": "seat:cat-1", "seq": 10, "round": 1, "words": words, **more})


def told(**records) -> Chronicle:
    return Chronicle(head=39, rounds=ROUNDS, members=MEMBERS, **records)


@pytest.mark.parametrize(("seq", "number"), [(1, 0), (10, 1), (19, 1), (20, 2), (39, 3)])
def test_an_entry_stands_in_the_round_that_had_begun(seq, number):
    assert round_of(told(), seq) == number


def test_what_touched_a_player_and_was_told_later_was_not_known_until_then():
    facts = (
        fact("never", touches=("team:cat",)),
        fact("later", touches=("seat:cat-1",), known=(("team:cat", 25),)),
        fact("at once", touches=("team:cat",), known=((ALL, 12),)),
        fact("done by oneself", touches=("team:cat",), by=("seat:cat-1",)),
        fact("of others", touches=("team:wolf",)),
        fact("told to a stranger", touches=("team:cat",), known=(("team:wolf", 11), ("seat:cat-2", 11))),
    )

    found = learned_later(told(facts=facts), CAT_1, ends=(12, 19, 29))

    assert [(each.fact.words, each.learned) for each in found] == [("never", None), ("later", 2), ("told to a stranger", None)]


def test_what_one_of_the_team_did_to_it_was_not_known_to_the_others():
    facts = (fact("behind our backs", touches=("team:cat",), by=("seat:cat-2",)),)

    assert len(learned_later(told(facts=facts), CAT_1, ends=())) == 1
    assert learned_later(told(facts=facts), CAT_2, ends=()) == ()


def test_a_betrayal_is_of_whoever_did_it_and_of_everybody_to_whom_it_was_done():
    chronicle = told(
        facts=(
            fact("wolf struck", kind="betrayal", by=("seat:wolf-1",), touches=("team:cat",), known=((ALL, 31),)),
            fact("cat struck", kind="betrayal", by=("seat:cat-1",), touches=("team:wolf",)),
            fact("no betrayal", by=("seat:cat-1",), touches=("team:wolf",)),
        )
    )

    did, suffered = betrayals(chronicle, CAT_1)

    assert [each.fact.words for each in did] == ["cat struck"]
    assert [(each.fact.words, each.learned) for each in suffered] == [("wolf struck", 3)]
    assert [[each.fact.words for each in those] for those in betrayals(chronicle, CAT_2)] == [[], ["wolf struck"]]


def test_other_ties_stand_apart_from_betrayals():
    ties = (
        Tie(kind="allied", one="team:cat", other="team:ram", seq=10, round=1, words="cat and ram"),
        Tie(kind="betrayed", one="team:cat", other="team:ram", seq=11, round=1, words="broken"),
        Tie(kind="married", one="seat:wolf-1", other="seat:cat-1", seq=12, round=1, words="a wedding"),
        Tie(kind="married", one="seat:wolf-1", other="seat:cat-2", seq=13, round=1, words="another's wedding"),
    )

    assert [each.words for each in bonds(told(ties=ties), CAT_1)] == ["cat and ram", "a wedding"]


def test_a_betrayal_that_is_fact_and_deed_is_told_once_by_what_says_more():
    """The fact begins when the orders open. The deeds begin with the battle, in which everybody learns it."""
    facts = (
        fact("Wolf had ticked Cat, and Cat attacked", kind="betrayal", by=("seat:cat-1",), known=((ALL, 15),), weight=5),
        fact("Ann died.", kind="death", seq=20, touches=("seat:cat-1",), known=((ALL, 20),), weight=5),
    )
    deeds = (
        deed("Betrayed Wolf", kind="betrayal", seq=15, weight=3),
        deed("Betrayed Wolf elsewhere", kind="betrayal", seq=16, weight=3),
        deed("Ann died: an assassin.", kind="death", seq=20, weight=5),
    )

    found = [each.words for each in moments(told(facts=facts, deeds=deeds), CAT_1, 9)]

    assert found == ["Wolf had ticked Cat, and Cat attacked", "Betrayed Wolf elsewhere", "Ann died: an assassin."]


def test_the_weightiest_moments_are_told_in_the_order_in_which_they_happened_and_none_twice():
    chronicle = told(
        deeds=(deed("small", weight=1), deed("large", seq=12, weight=5), deed("nothing", seq=11), deed("large", seq=13, weight=4)),
        facts=(fact("struck", seq=9, touches=("team:cat",), weight=3), fact("elsewhere", touches=("team:wolf",), weight=9)),
    )

    assert [each.words for each in moments(chronicle, CAT_1, 2)] == ["struck", "large"]
    assert [each.words for each in moments(chronicle, CAT_1, 9)] == ["struck", "small", "large"]


def test_a_blow_is_no_high_point_and_ones_own_comes_before_the_teams():
    chronicle = told(
        deeds=(
            deed("won", who="team:cat", seq=12, weight=3),
            deed("crowned", weight=3),
            deed("wounded", kind="hurt", weight=8),
            deed("of another", who="seat:cat-2", weight=9),
        ),
        facts=(
            fact("robbed", touches=("seat:cat-1",), weight=7),
            fact("robbed others", by=("seat:cat-1",), touches=("team:cat",), weight=9),
        ),
    )
    high, low = high_point(chronicle, CAT_1, frozenset({"hurt"})), worst_blow(chronicle, CAT_1, frozenset({"hurt"}))

    assert (high and high.words, low and low.words) == ("crowned", "wounded")
    robbed = worst_blow(chronicle, CAT_1, frozenset())
    assert robbed is not None
    assert robbed.words == "robbed"
    assert (high_point(told(), CAT_1, frozenset()), worst_blow(told(), CAT_1, frozenset())) == (None, None)


def test_a_team_ends_with_its_last_numbers_and_its_place_among_all():
    points = [
        ("gold", "cat", 9),
        ("gold", "wolf", 7),
        ("gold", "cat", 4),
        ("gold", "ram", 4),
        ("land", "cat", 2),
        ("noise", None, 1),
    ]
    chronicle = told(
        points=tuple(
            SeriesPoint(series=series, team=TeamId(team) if team else None, seq=seq, round=1, value=value)
            for seq, (series, team, value) in enumerate(points)
        )
    )

    assert [(each.series, each.value, each.place, each.of, each.shared) for each in standings(chronicle, TeamId("cat"))] == [
        ("gold", 4, 2, 3, True),
        ("land", 2, 1, 1, False),
    ]
    assert standings(chronicle, TeamId("bear")) == ()


def test_an_award_goes_to_whoever_has_most_shared_where_others_have_as_many():
    chronicle = told(
        deeds=(
            deed("two at once", kind="won", count=2),
            deed("one", kind="won", who="seat:cat-2"),
            deed("and another way", kind="taken", who="seat:cat-2"),
            deed("the team's", kind="won", who="team:cat", count=9),
            deed("everybody's", kind="won", who=ALL, count=9),
            deed("something else", kind="lost", who="seat:wolf-1", count=9),
        )
    )

    shared = winners(chronicle, ("won", "taken"), "seat", 2)
    assert (shared.count, shared.who) == (2, ("seat:cat-1", "seat:cat-2"))
    assert winners(chronicle, ("won",), "seat", 1).who == ("seat:cat-1",)
    assert winners(chronicle, ("won",), "team", 1).who == ("team:cat",)


@pytest.mark.parametrize("least", [0, 3])
def test_nobody_has_an_award_with_less_than_enough(least):
    deeds = () if least == 0 else (deed("won", kind="won", count=2),)

    assert winners(told(deeds=deeds), ("won",), "seat", least).who == ()
