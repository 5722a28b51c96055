"""`make mutants`: the drawn sample, the chosen tests and the counts. No line is mutated here."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.mutants.areas import area_of, modules
from tests.mutants.order import nearness, within
from tests.mutants.spans import sign_spans, silent_spans, statement
from tests.mutants.verdict import killed_by, table

SOURCE = """@dataclass(frozen=True)
class Some(Struct, order=True):
    x: int | None = 3

def f(a: int = 1, *, b: bool) -> int | str:
    for each in (
        a,
        b):
        g(*each,
          a * b)
    return 1
"""


def text_of(span):
    (line, begin), (last, end) = span
    assert line == last
    return SOURCE.splitlines()[line - 1][begin:end]


def test_annotations_and_decorators_are_never_made_wrong():
    assert sorted(map(text_of, silent_spans(SOURCE))) == [
        "True",
        "bool",
        "dataclass(frozen=True)",
        "int",
        "int | None",
        "int | str",
    ]


def test_only_what_stands_between_two_operands_is_a_sign():
    assert sorted(map(text_of, sign_spans(SOURCE))) == [" * ", " | ", " | "]


@pytest.mark.parametrize(("line", "lines"), [(3, {3}), (7, {6, 7, 8}), (10, {9, 10}), (11, {11})])
def test_a_line_belongs_to_its_statement_and_not_to_the_whole_block(line, lines):
    assert statement(SOURCE, line) == lines


@pytest.mark.parametrize(
    ("path", "pure", "area"),
    [
        ("control/day/clock.py", True, "control, pure"),
        ("control/journal/desk.py", False, "control, platform"),
        ("rooms/war/rules/battle.py", True, "rooms/war, pure"),
        ("rooms/war/screens/desk_views.py", False, ""),
        ("control/clock/views.py", False, ""),
        ("control/migrations/0001_initial.py", True, ""),
    ],
)
def test_a_module_is_sampled_where_it_decides_something(path, pure, area):
    assert area_of(path, pure=pure) == area


def test_every_area_has_modules():
    areas = {module.area for module in modules()}

    assert {"control, pure", "control, platform", "rooms/war, pure", "rooms/tables, pure"} <= areas


def test_the_test_of_the_same_name_is_nearest_and_others_of_its_folder_come_next():
    tests = ("tests/test_examples.py::a", "tests/control/day/test_clock.py::b", "tests/control/day/test_people.py::c")

    assert sorted(tests, key=lambda test: -nearness("control/day/clock.py", test)) == [tests[1], tests[2], tests[0]]


def test_a_round_takes_what_fits_and_one_at_least():
    seconds = {"a": 3.0, "b": 1.0, "c": 2.0}

    assert within(("a", "b", "c"), seconds, 4.5) == ("a", "b")
    assert within(("a", "b", "c"), seconds, 1.0) == ("a",)
    assert within((), seconds, 1.0) == ()


@dataclass
class Result:
    output: str
    is_killed: bool = True


@pytest.mark.parametrize(
    ("output", "named"),
    [
        ("FAILED tests/control/test_desk.py::test_it - assert 3 == 4", True),
        ("FAILED tests/control/test_desk.py::test_it[a - b] - Failed: DID NOT RAISE <class 'Refused'>", True),
        ("FAILED tests/control/test_desk.py::test_it[a far way] - assert [] == ['b']", True),
        ("FAILED tests/control/test_desk.py::test_it - KeyError: 'cat'", False),
        ("FAILED tests/transcripts/test_transcripts.py::test_it - AssertionError: assert 'a' == 'b'", False),
        ("ERROR tests/control/test_desk.py - NameError: name 'x' is not defined", False),
        ("timeout", False),
    ],
)
def test_a_kill_counts_as_named_where_a_test_asserts_what_went_wrong(output, named):
    kill = killed_by(Result(f"..F\n{output}\n1 failed"))

    assert kill is not None
    assert kill.named is named


@dataclass
class Mutant:
    id: str
    mistake: str = "AddNot:3"
    text: str = "if some:"
    area: str = "control, pure"


def test_survivors_that_are_explained_do_not_count(tmp_path):
    docs = tmp_path / "mutants.md"
    docs.write_text("- `AddNot:3` in `if other:`, control/a.py: nobody can tell.\n")
    sample = [Mutant("a"), Mutant("b", text="if other:"), Mutant("c"), Mutant("not run")]
    results = {"a": Result("FAILED t.py::t - assert 1"), "b": Result("", is_killed=False), "c": Result("", is_killed=False)}

    told = table(sample, results, docs)

    assert "| all | 3 | 1 | 1 | 1 | 1 | 50.0 % |" in told
    assert told.endswith("3 of 4 lines run. Survivors: c")
