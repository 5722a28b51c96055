"""Payment of laws from pools."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rooms.court.rules.pool_shares import (
    THRONE,
    Mistake,
    Pool,
    Share,
    Wrong,
    first_mistake,
    in_turn,
    missing,
    points_left,
    pools_after,
)


def pools(**others: tuple[int, int]) -> tuple[Pool, ...]:
    return tuple(Pool(payer=payer, power=power, favors=favors) for payer, (power, favors) in others.items())


FULL = pools(cat=(2, 2), wolf=(2, 2), bear=(2, 2), throne=(2, 2))


@pytest.mark.rule("GE-CRT-18", "GE-CRT-32", "GE-CRT-33", "GE-CRT-34", "R-77", "R-78")
def test_pools_run_down():
    """EX-29."""
    first = (Share(payer="cat", power=2, favors=2), Share(payer="wolf", power=2))
    assert first_mistake(FULL, first, 6) is None
    left = pools_after(FULL, first)
    assert left == pools(cat=(0, 0), wolf=(0, 2), bear=(2, 2), throne=(2, 2))

    assert first_mistake(
        left, (Share(payer="bear", power=3), Share(payer="wolf", favors=2), Share(payer=THRONE, power=1)), 6
    ) == Mistake(wrong=Wrong.TOO_MUCH, payer="bear")
    second = (Share(payer="bear", power=2, favors=2), Share(payer="wolf", favors=2))
    assert first_mistake(left, second, 6) is None

    last = pools_after(left, second)
    assert points_left(last) == 4
    assert missing(last, 6) == 2
    assert in_turn(last, 6) is None


@pytest.mark.rule("GE-CRT-34", "R-78")
@pytest.mark.parametrize(
    ("shares", "found"),
    [
        pytest.param((Share(payer="cat", power=1), Share(payer="wolf", power=1, favors=2)), None, id="the rulebook's 4 points"),
        pytest.param((Share(payer="cat", power=2),), Mistake(wrong=Wrong.SHORT, points=2), id="too little"),
        pytest.param(
            (Share(payer="cat", power=2, favors=2), Share(payer="wolf", favors=1)),
            Mistake(wrong=Wrong.OVER, points=1),
            id="too much",
        ),
        pytest.param((Share(payer="cat", power=4),), Mistake(wrong=Wrong.TOO_MUCH, payer="cat"), id="more than a pool holds"),
        pytest.param((Share(payer="dog", power=2),), Mistake(wrong=Wrong.UNKNOWN, payer="dog"), id="no such pool"),
        pytest.param(
            (Share(payer="cat", power=2), Share(payer="cat", favors=2)), Mistake(wrong=Wrong.TWICE, payer="cat"), id="named twice"
        ),
        pytest.param((Share(payer="cat", power=-1),), Mistake(wrong=Wrong.NEGATIVE, payer="cat"), id="a negative share"),
    ],
)
def test_what_may_pay_what(shares, found):
    assert first_mistake(FULL, shares, 4) == found


@pytest.mark.rule("R-78")
@pytest.mark.parametrize(
    ("held", "cost", "shares"),
    [
        pytest.param(FULL, 3, (Share(payer="cat", favors=1), Share(payer="wolf", favors=1), Share(payer="bear", favors=1)), id="3"),
        pytest.param(
            FULL,
            6,
            (
                Share(payer="cat", favors=2),
                Share(payer="wolf", favors=2),
                Share(payer="bear", favors=1),
                Share(payer=THRONE, favors=1),
            ),
            id="round again",
        ),
        pytest.param(
            pools(cat=(2, 0), wolf=(0, 1)),
            3,
            (Share(payer="cat", power=2), Share(payer="wolf", favors=1)),
            id="no Favor left",
        ),
        pytest.param(pools(cat=(0, 0), wolf=(1, 1)), 2, (Share(payer="wolf", power=1, favors=1),), id="an empty one"),
        pytest.param(FULL, 0, (), id="nothing to pay"),
    ],
)
def test_who_pays_when_nobody_is_named(held, cost, shares):
    assert in_turn(held, cost) == shares


SOME = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=10).map(
    lambda each: pools(**{f"house-{at}": held for at, held in enumerate(each)})
)


@given(SOME, st.integers(0, 30))
def test_paying_in_turn_covers_the_cost_exactly_or_is_not_possible(held, cost):
    shares = in_turn(held, cost)

    if shares is None:
        assert missing(held, cost) > 0
        return
    assert first_mistake(held, shares, cost) is None
    assert points_left(pools_after(held, shares)) == points_left(held) - cost
    assert max((share.points for share in shares), default=0) - 1 <= min(
        (share.points for share in shares if share.points < next(p.points for p in held if p.payer == share.payer)), default=99
    )
