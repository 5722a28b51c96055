"""Study report: a fold over nothing but the outcomes. Every figure leads to its games."""

from __future__ import annotations

import random

import pytest

from control.lab.comparison import versus
from control.lab.coverage import files_of, notes_on, notes_text
from control.lab.outcomes import STUCK, GameOutcome, stuck_outcome
from control.lab.rendering import text
from control.lab.report import rare_facts, report_of, written
from control.lab.sections import notable_lists, percent, sections
from control.lab.words import ReportWords, words_of
from rooms.realm.frame import FRAME
from rooms.realm.scenario.loader import places_in
from rooms.realm.scenario_files import read_folder
from tests.lab.days import BROUGHT, SEEDS, outcome
from tests.scenarios import FIXTURES, small


def game(seed: int, team: str = "cat", **counts: int) -> GameOutcome:
    return GameOutcome(
        seed=seed, names={"winner/team": team}, counts={key.replace("__", "/"): each for key, each in counts.items()}
    )


def words() -> ReportWords:
    scenario = small()
    return words_of(
        BROUGHT.values(),
        scenario,
        title=scenario.title,
        games="days",
        teams=scenario.houses,
        rooms={room: FRAME.room_name(room) for room in FRAME.room_ids},
        steps={room: {str(step.id): step.name for step in steps} for room, steps in scenario.timetable.steps.items()},
    )


def test_the_same_outcomes_are_the_same_bytes_in_any_order():
    games = [game(seed, "cat" if seed % 3 else "wolf", margin=seed % 5) for seed in range(1, 40)]
    mixed = list(games)
    random.Random(1).shuffle(mixed)

    assert written(report_of(mixed)) == written(report_of(games))
    assert written(report_of(games[:-1])) != written(report_of(games))


def test_an_answer_has_its_share_its_bounds_and_its_games():
    report = report_of([game(1), game(2, "wolf"), game(3), game(4)], {"winner/team": {"cat": 0.25, "wolf": 0.25, "ram": 0.25}})

    cat, wolf, ram = report.answers["winner/team"]
    assert (cat.value, cat.games, cat.of, cat.share, cat.seeds, cat.times) == ("cat", 3, 4, 0.75, (1, 3, 4), 3.0)
    assert cat.low < 0.75 < cat.high
    assert (wolf.seeds, ram.value, ram.games, ram.seeds) == ((2,), "ram", 0, ())


def test_a_figure_counts_nought_for_games_that_have_none_of_it():
    report = report_of([game(1, battles=4), game(2), game(3, battles=2), game(4)])

    figure = report.figure("battles")
    assert (figure.games, figure.of, figure.total, figure.mean, figure.least, figure.most) == (2, 4, 6, 1.5, 0, 4)
    assert figure.seeds == (1, 3)
    assert report.figure("nothing").mean == 0


def test_a_game_without_an_end_is_told_and_counts_for_nothing():
    report = report_of([game(1), GameOutcome(seed=2, names={STUCK: "never done"})])

    assert report.games == 1
    assert report.stuck == {"2": "never done"}
    assert "never done" in text(report, ReportWords(title="A game"))


def test_the_strangest_game_is_the_one_with_what_no_other_has():
    games = [game(seed, margin=3) for seed in range(1, 60)] + [game(60, "ram", margin=9, coups=2)]
    report = report_of(games)

    assert report.picked["strangest"][0].seed == 60
    assert report.picked["one-sided"][0].seed == 60
    assert rare_facts(games[-1], report) == (("coups", 1), ("winner/team=ram", 1))
    assert rare_facts(games[0], report) == ()


def test_what_a_day_had_and_no_game_has_is_rare_as_well():
    report = report_of([game(seed) for seed in range(1, 400)])

    assert rare_facts(game(0, "snake", coups=1), report) == (("coups", 0), ("winner/team=snake", 0))


@pytest.mark.parametrize(("share", "words_"), [(0.003, "0.3 %"), (0.11, "11 %"), (0.0, "0 %"), (0.096, "9.6 %")])
def test_a_small_share_is_told_finely(share, words_):
    assert percent(share) == words_


# --- as text ----------------------------------------------------------------------------------------------------------------


def test_every_figure_that_is_a_link_has_games_behind_it():
    report, read = report_of(map(outcome, SEEDS), words().expected), words()
    linked = [cell.figure for section in sections(report, read) for row in section.rows for cell in row.cells if cell.figure]

    assert len(linked) > 50
    for figure in linked:
        key, is_answer, value = figure.partition("=")
        found = report.answer(key, value) if is_answer else report.figures.get(figure)
        assert found is not None, figure
        assert found.seeds, figure


def test_the_report_is_read_with_the_words_of_the_scenario():
    report, read = report_of(map(outcome, SEEDS), words().expected), words()
    lines = text(report, read)

    for word in (
        small().title,
        "3 games, seeds 1 to 3",
        *(house.name for house in small().houses),
        "By rights",
        "War Room: Battle",
    ):
        assert word in lines
    assert "winner/team" not in lines
    assert all(cell.seed in SEEDS for _name, _title, cells in notable_lists(report) for cell in cells)


def test_a_house_that_always_wins_is_called_out():
    by_rights = {"winner/team": {str(house.id): 1 / 3 for house in small().houses}}
    report = report_of([game(seed, small().houses[0].id) for seed in range(1, 40)], by_rights)

    assert f"{small().houses[0].name} has it more than 1.6 times as often as by rights." in text(report, words())


def test_two_sides_that_are_alike_differ_in_nothing_and_others_are_told_apart():
    games = [game(seed, "cat" if seed % 2 else "wolf", margin=seed % 3) for seed in range(1, 80)]
    others = [game(seed, "wolf", margin=seed % 3) for seed in range(1, 80)]

    assert versus(games, games, words()).found == 0
    apart = {each.key: each for each in versus(games, others, words()).contrasts}
    assert 0 < apart["winner/team=wolf"].found <= 40
    assert apart["winner/team=wolf"].low > 0 > apart["winner/team=cat"].high
    assert apart["margin"].found == 0


def test_games_of_one_side_alone_are_in_no_pair():
    assert versus([game(1), game(2)], [game(2)], words()).pairs == 1


@pytest.mark.parametrize("side", [0, 1])
def test_a_game_without_an_end_is_in_no_pair_and_tells_no_sides_apart(side):
    sides = [[game(1), game(2)], [game(1), game(2)]]
    sides[side][0] = stuck_outcome(1, "never done")

    found = versus(*sides, words())

    assert found.pairs == 1
    assert [(each.key, each.first, each.second) for each in found.contrasts] == [("winner/team=cat", 1, 1)]


# --- compared with the scenario ---------------------------------------------------------------------------------------------


def test_the_author_reads_beside_the_line_what_never_mattered_and_how_often_the_rest_did():
    report, files = report_of(map(outcome, SEEDS)), read_folder(FIXTURES / "god_emperor_small")
    notes = tuple(notes_on(report, words()))
    places = places_in(files)
    lines = "\n".join(notes_text(files, places, notes))

    assert {note.path for note in notes} <= set(places), "every note has its line"
    assert "../god_emperor/favors.yaml" in lines
    law = small().laws[0]
    line = next(each for each in lines.splitlines() if f"laws[{law.id}]" in each)
    struck = report.figure(f"law/{law.id}/struck").games
    assert ("never fell in 3 days" in line) is not struck
    shown = {file.name: file for file in files_of(files, places, notes)}
    noted = [each for each in shown["scenario.yaml"].lines if each.notes]
    assert all(
        each.notes[0].path.rpartition("[")[2].rstrip("]") in each.text or "month" in each.text
        for each in noted
        if "laws" in each.notes[0].path
    )
