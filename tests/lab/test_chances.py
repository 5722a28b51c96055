"""Win probabilities: learned from games in the same situation. Each jump in a day has its reason."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from control.debrief.pictures.lines import lines
from control.engine.chronicle import Chronicle, Life, LifeTurn
from control.engine.ids import TeamId
from control.engine.measures import TeamChance
from control.engine.records import replace
from control.lab.chance import LEAST, Chances, chances, with_chances
from control.lab.outcomes import GameOutcome
from tests.amounts import amount
from tests.control.pictures.test_shapes import ONE, TWO, cells, point, told

TEAMS = (TeamId("t0"), TeamId("t1"), TeamId("t2"))
CURVES = ("power/{team}", "reign/{team}")
PULL = (0.25, 1.5)  # weight of one unit of each curve in the made-up games
NOBODY = 0.3
FORESEEN = TeamChance(
    key="winner/team",
    series="chance",
    title="Chance",
    meaning="In {days}.",
    points={"power": "power/{team}"},
    lives={"reign": "reign/{team}"},
)


def truly(power: list[int], reigns: list[int]) -> list[float]:
    """True probability of each team, and of nobody, in the made-up games."""
    sizes = [math.exp(PULL[0] * one + PULL[1] * other) for one, other in zip(power, reigns, strict=True)] + [math.exp(NOBODY)]
    return [each / sum(sizes) for each in sizes]


def stood(dice: random.Random) -> tuple[list[int], list[int]]:
    power, sits = [dice.randint(0, 12) for _team in TEAMS], dice.randrange(4)
    return power, [int(sits == at) for at in range(3)]


def made(count: int, seed: int) -> list[GameOutcome]:
    """Games of one round whose winner is drawn by the situation at its end."""
    dice, found = random.Random(seed), []
    for number in range(count):
        power, reigns = stood(dice)
        (at,) = dice.choices(range(4), truly(power, reigns))
        curves = {f"power/{team}": (has,) for team, has in zip(TEAMS, power, strict=True)}
        curves |= {f"reign/{team}": (has,) for team, has in zip(TEAMS, reigns, strict=True)}
        found.append(GameOutcome(seed=number, names={"winner/team": TEAMS[at]} if at < 3 else {}, curves=curves))
    return found


def said_by(games: list[GameOutcome]) -> Chances:
    found = chances(games, TEAMS, "winner/team", CURVES)
    assert found is not None
    return found


def by_team(values: list[int]) -> dict[TeamId, float]:
    return dict(zip(TEAMS, map(float, values), strict=True))


# --- learning from games ----------------------------------------------------------------------------------------------------


def test_of_few_games_nobody_can_tell():
    assert chances(made(LEAST - 1, 1), TEAMS, "winner/team", CURVES) is None
    assert chances(made(LEAST, 1), TEAMS, "winner/team", CURVES) is not None


def test_games_without_a_curve_are_not_counted():
    """Days of a release that did not yet store the curve."""
    games = made(LEAST, 1)
    older = [replace_curves(each) for each in games[:5]]

    assert chances([*older, *games[5:]], TEAMS, "winner/team", CURVES) is None


def replace_curves(game: GameOutcome) -> GameOutcome:
    return GameOutcome(
        seed=game.seed, names=game.names, curves={key: each for key, each in game.curves.items() if "reign" not in key}
    )


def test_the_chance_is_the_one_by_which_the_games_were_made():
    found, dice = said_by(made(amount(2_500, 20_000), 7)), random.Random(8)

    for _position in range(60):
        power, reigns = stood(dice)
        known = found.at(1, (by_team(power), by_team(reigns)))
        for chance, truth in zip(known.values(), truly(power, reigns), strict=False):
            assert abs(chance - truth) < 0.06


def test_before_a_round_is_over_it_is_the_share_of_all_games():
    games = made(400, 3)
    found = said_by(games)

    known = found.at(0, ({}, {}))

    for team in TEAMS:
        assert known[team] == pytest.approx(sum(each.names.get("winner/team") == team for each in games) / 400, abs=0.01)


def test_a_team_that_has_never_won_and_one_that_always_does_have_a_chance_that_can_be_reckoned():
    always = [
        GameOutcome(
            seed=each.seed,
            names={"winner/team": TEAMS[0]},
            curves={**each.curves, "power/t0": (30,), "power/t1": (0,), "power/t2": (0,)},
        )
        for each in made(LEAST, 2)
    ]

    known = said_by(always).at(1, (by_team([30, 0, 0]), {}))

    assert known[TEAMS[0]] > 0.97
    assert all(0.0 < each < 1.0 for each in known.values())


def test_where_every_team_always_has_the_same_nothing_is_divided_by_nought():
    same = [GameOutcome(seed=each.seed, names=each.names, curves=dict.fromkeys(each.curves, (0,))) for each in made(LEAST, 4)]

    known = said_by(same).at(1, ({}, {}))

    assert sum(known.values()) < 1.0
    assert known == pytest.approx(said_by(same).at(0, ({}, {})), abs=0.01)


def test_beyond_the_last_round_it_is_judged_as_in_the_last():
    found = said_by(made(LEAST, 5))

    assert found.at(9, (by_team([1, 2, 3]), {})) == found.at(1, (by_team([1, 2, 3]), {}))


@given(st.lists(st.integers(0, 40), min_size=3, max_size=3), st.integers(0, 3), st.integers(0, 2), st.integers(1, 9))
def test_whoever_has_more_is_likelier_and_all_together_are_never_more_than_one(power, sits, whose, more):
    found = CERTAIN
    reigns = by_team([int(sits == at) for at in range(3)])
    before = found.at(1, (by_team(power), reigns))
    richer = [has + more * (at == whose) for at, has in enumerate(power)]

    after = found.at(1, (by_team(richer), reigns))

    assert after[TEAMS[whose]] >= before[TEAMS[whose]]
    assert all(0.0 <= each <= 1.0 for each in after.values())
    assert sum(after.values()) <= 1.0 + 1e-9


CERTAIN = said_by(made(300, 11))


# --- through a day ----------------------------------------------------------------------------------------------------------

SAYS = Chances(  # a team's chance grows only with its Power, and only after a round
    teams=(ONE, TWO), games=100, share=(0.3, 0.3, 0.4), scale=(1.0, 1.0), weights=((0.0, 0.0, 1.0, 0.0), (1.0, 2.0, 1.0, 0.0))
)
ENDS = tuple(range(2, 81, 2))  # each command has two entries


def expected(power: tuple[int, int], reigns: tuple[int, int] = (0, 0)) -> list[int]:
    sizes = [0.3 * math.exp(power[at] + 2 * reigns[at]) for at in (0, 1)]
    return [round(100 * each / (sum(sizes) + 0.4)) for each in sizes]


def day(*points, lives=(), winner=None, ends=ENDS):
    return with_chances(told(points=points, lives=lives), FORESEEN, SAYS, "100 days", ends, winner)


def chances_in(shown):
    """Chances before the end of the day: the last ones are the result."""
    return [each for each in all_in(shown) if each[0] < 80]


def all_in(shown):
    return [(each.seq, each.team, each.value, each.why) for each in shown.chronicle.points if each.series == "chance"]


def test_the_chance_changes_with_the_numbers_by_which_it_is_told_and_with_the_rounds():
    shown = day(point(ONE, 10, 1), point(TWO, 30, 1), point(ONE, 44, 2, "A castle."))

    assert chances_in(shown) == [
        (10, ONE, 30, ""),  # before the end of the first round: the share of all days
        (10, TWO, 30, ""),
        (42, ONE, expected((1, 1))[0], ""),  # round 2 begins with entry 41
        (42, TWO, expected((1, 1))[1], ""),
        (44, ONE, expected((2, 1))[0], "Power +1: A castle."),
        (44, TWO, expected((2, 1))[1], ""),
    ]


def test_between_the_entries_of_a_command_there_is_no_chance_and_the_weightiest_is_the_reason():
    shown = day(point(ONE, 45, 9, "A gift."), point(ONE, 46, 8, "A theft."))

    assert [each for each in chances_in(shown) if each[0] > 42] == [
        (46, ONE, expected((8, 0))[0], "Power +9: A gift."),
        (46, TWO, expected((8, 0))[1], ""),
    ]


def test_what_a_team_gains_is_no_reason_why_its_chance_falls():
    """Another team gains more by the same command."""
    shown = day(point(ONE, 45, 1, "A gift."), point(TWO, 46, 5, "A hoard."))

    assert [each for each in chances_in(shown) if each[0] > 42] == [
        (46, ONE, expected((1, 5))[0], ""),
        (46, TWO, expected((1, 5))[1], "Power +5: A hoard."),
    ]


def test_who_takes_the_throne_is_likelier_for_it_and_told_so():
    turns = (
        LifeTurn(kind="seated", seq=50, round=2, words="Took the throne."),
        LifeTurn(kind="ended", seq=70, round=3, words="Lost the throne."),
    )
    reign = Life(id="r", lane="reign", title="", owner=f"seat:{TWO}-1", turns=turns)
    shown = day(point(ONE, 10, 1), point(TWO, 10, 1), lives=(reign,))

    found = chances_in(shown)
    assert (50, TWO, expected((1, 1), (0, 1))[1], "Took the throne.") in found
    assert (70, TWO, expected((1, 1))[1], "Lost the throne.") in found
    lasts = day(point(ONE, 10, 1), point(TWO, 10, 1), lives=(replace(reign, lasts=True),))
    assert not [each for each in chances_in(lasts) if each[0] == 70]


def test_a_day_that_is_over_ends_with_what_came_out():
    shown = day(point(ONE, 10, 1), point(TWO, 30, 1), point(ONE, 44, 3), winner=TWO)

    assert all_in(shown)[-2:] == [(80, ONE, 0, ""), (80, TWO, 100, "So the day ended.")]
    assert shown.said["chance"] == (
        f"From Month 3 to the end Team t1 was the likeliest; its lowest chance was {expected((3, 1))[1]}%, in Month 2."
    )
    nobody = day(point(ONE, 10, 1), point(TWO, 30, 1))
    assert [each[2] for each in all_in(nobody)[-2:]] == [0, 0]
    assert "chance" not in nobody.said


def test_the_picture_stands_below_the_one_it_is_told_by_and_says_hundredths():
    shown = day(point(ONE, 10, 1), point(TWO, 30, 1), point(ONE, 44, 3, "A castle."))

    words = list(shown.words)
    assert words.index("chance") == words.index("power") + 1
    assert shown.meanings["chance"] == "In 100 days."
    picture = lines(shown, "chance")
    one, two = expected((3, 1))
    assert cells(picture) == [("Team t0", "30%", f"{one}%", "0%"), ("Team t1", "30%", f"{two}%", "0%")]
    (jump,) = picture.shape.jumps
    (leap,) = jump.leaps
    assert (leap.words, jump.why) == (f"+{one - expected((1, 1))[0]}%", "Power +2: A castle.")


def test_a_day_of_which_nothing_was_written_down_has_no_chance():
    empty = replace(told(), chronicle=Chronicle())

    assert with_chances(empty, FORESEEN, SAYS, "100 days", (), ONE).chronicle.points == ()


def test_a_reign_of_nobody_known_changes_nothing():
    turns = (LifeTurn(kind="seated", seq=50, round=2, words=""),)

    for owner in ("", "seat:gone-9"):
        life = Life(id="r", lane="reign", title="", owner=owner, turns=turns)
        assert chances_in(day(lives=(life,))) == chances_in(day()) != []
