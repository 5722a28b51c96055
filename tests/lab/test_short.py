"""Short report: one answer to each question of an author. Nothing is called bad before there are enough games."""

from __future__ import annotations

import pytest

from control.lab.outcomes import STUCK, GameOutcome
from control.lab.rendering import text
from control.lab.report import FEWEST, StudyReport, report_of
from control.lab.sections import sections
from control.lab.statistics import mean
from control.lab.summary import Finding, FindingTone, findings
from control.lab.words import ContentGroup, ReportQuestion, ReportWords

NAMES = {"cat": "Cat", "wolf": "Wolf"}
RIGHTS = {"winner/team": {"cat": 0.5, "wolf": 0.5}}
WON = ReportQuestion(key="winner/team", title="Who won", names=NAMES, teams=True)
ENDED = ReportQuestion(key="ending", title="How it ended", names={"crowned": "Crowned"})
LAWS = ContentGroup(
    prefix="law",
    title="Laws",
    columns={"passed": "passed"},
    more={},
    names={"tax": "Tax", "feast": "Feast"},
    matters="passed",
    paths={},
    never="",
    some="",
)
WORDS = ReportWords(
    title="A day", games="days", questions=(WON, ENDED), contents=(LAWS,), rooms={"court": "Court"}, expected=RIGHTS
)


def day(seed: int, winner: str = "", **more: int) -> GameOutcome:
    """A day of two rounds. On days with an odd seed, the second round runs over."""
    over = {"month/2/over": 60} if seed % 2 else {}
    names = {"winner/team": winner} if winner else {}
    return GameOutcome(
        seed=seed,
        names={**names, "ending": "crowned", **({"month/2/over-by": "court"} if over else {})},
        counts={"law/tax/passed": 1, **over, **more},
        curves={"month/seconds": (100, 200 + 60 * (seed % 2)), "month/planned": (100, 200)},
    )


def report(games: list[GameOutcome]) -> StudyReport:
    return report_of(games, RIGHTS)


def found(asks: str, games: list[GameOutcome]) -> Finding:
    return next(each for each in findings(report(games), WORDS) if each.asks.startswith(asks))


def test_of_no_games_nothing_is_said():
    assert findings(report([]), WORDS) == ()


@pytest.mark.parametrize(
    ("winners", "tone", "said"),
    [
        (["cat"] * (FEWEST - 1), FindingTone.UNSURE, f"{FEWEST - 1} of {FEWEST - 1} games have an answer, {FEWEST} are needed"),
        (["cat"] * FEWEST, FindingTone.BAD, "Cat (100 % instead of 50 %)"),
        (["cat"] * FEWEST, FindingTone.BAD, "Less often: Wolf (0 % instead of 50 %)"),
        (["cat"] * 13 + ["wolf"] * 7, FindingTone.GOOD, "than chance explains, in 20 games"),
    ],
)
def test_a_team_is_called_out_only_where_games_enough_say_so(winners, tone, said):
    fair = found("Is it fair?", [day(seed, winner) for seed, winner in enumerate(winners, 1)])

    assert (fair.tone, said in fair.words) == (tone, True)
    assert bool(fair.further) is (tone is FindingTone.BAD), "whoever is told of something bad is told what to do"


def test_the_table_is_as_careful_as_what_is_said_in_short():
    games = [day(1, "cat"), day(3, "cat")]
    table = next(each for each in sections(report(games), WORDS) if each.name == "winner-team")

    assert table.words == "Too few to tell: 2 games have an answer."
    assert not any(row.told for row in table.rows)


def test_rounds_that_run_over_are_named_with_the_time_that_would_do():
    long = found("Does it run over?", [day(seed) for seed in range(1, 11)])

    assert long.tone is FindingTone.BAD
    assert [line.partition(":")[0] for line in long.further] == ["Round 2"]
    assert "over in 5 of 10 games, mostly in: Court. Planned 3:20; 4:20 would do in nine of ten." in long.further[0]
    assert found("Does it run over?", [day(seed) for seed in range(2, 20, 2)]).tone is FindingTone.GOOD


def test_a_round_that_is_over_in_just_one_game_of_ten_is_not_too_long():
    one, two = ([day(seed) for seed in (*range(1, 2 * odd, 2), *range(2, 2 * (11 - odd), 2))] for odd in (1, 2))

    assert (len(one), found("Does it run over?", one).tone) == (10, FindingTone.GOOD)
    assert (len(two), found("Does it run over?", two).tone) == (10, FindingTone.BAD)


def test_a_game_without_an_end_is_the_first_that_is_said():
    first = findings(report([day(1), GameOutcome(seed=7, names={STUCK: "never done"})]), WORDS)[0]

    assert (first.tone, first.words) == (FindingTone.BAD, "1 of 2 games came to no end: seeds 7.")
    assert findings(report([day(1)]), WORDS)[0].words == "Every game came to its end. Crowned 100 %."


def test_what_never_mattered_is_a_question_after_few_games_and_a_finding_after_many():
    few, many = (found("Does everything matter?", [day(seed) for seed in range(1, 1 + count)]) for count in (5, 30))

    assert (few.tone, few.words, few.coverage) == (FindingTone.UNSURE, "Never in 5 games: Laws 1 of 2.", True)
    assert (many.tone, bool(many.further)) == (FindingTone.BAD, True)


def test_it_stands_at_the_head_of_the_text():
    told = text(report([day(seed) for seed in range(1, 4)]), WORDS)

    assert told.index("In short") < told.index("! Does it run over?") < told.index("How it ended\n")


def test_a_number_that_is_never_below_nought_has_no_mean_there():
    assert mean([0, 0, 0, 9]).low == 0
    assert mean([-5, 5, 0, 0]).low < 0


def test_who_shares_a_victory_says_nothing_of_what_each_has_by_rights():
    shared = [GameOutcome(seed=seed, names={"winner/team": "cat + wolf" if seed % 2 else "cat"}) for seed in range(1, 60)]

    assert all(each.expected is None for each in report(shared).answers["winner/team"])


def test_of_few_games_the_longest_are_not_the_shortest():
    picked = report([day(seed, seconds=seed) for seed in range(1, 5)]).picked

    assert [each.seed for each in picked["longest"]] == [4, 3]
    assert [each.seed for each in picked["shortest"]] == [1, 2]
    assert "one-sided" not in picked
