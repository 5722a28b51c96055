"""Rule IDs in code: every rule of the rulebooks is named whole where it is implemented, so that `git grep GE-WAR-61` finds it.

The test finds rules that no code names, ranges of IDs, and lists that shorten an ID after the first, also across lines.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from control.rulebook import stated_in

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("control", "rooms")
SUFFIXES = {".py", ".html", ".js"}
IN_DATA = {  # rules that a file of the scenario implements, without a line of code
    "fixtures/god_emperor/houses.yaml": {"R-01"},
    "fixtures/god_emperor/map.yaml": {"GE-CRT-01", "GE-CRT-02", "GE-CRT-03", "R-72", "R-73"},
    "fixtures/god_emperor/timetable.yaml": {
        *("GE-EVT-24", "GE-EVT-27", "GE-EVT-28", "GE-EVT-29", "GE-EVT-30", "GE-EVT-31", "GE-CRT-19"),
    },
    "fixtures/god_emperor/laws.yaml": {
        *("GE-CRT-67", "GE-CRT-68", "GE-CRT-72", "GE-CRT-73", "GE-CRT-77", "GE-CRT-78", "GE-CRT-79"),
    },
}
IN_THE_HALL = {"GE-EVT-07", "GE-EVT-34"}  # rules that people follow among themselves: seats, times to talk
IN_OTHERS = {  # statements about the whole rulebook: other rules implement them
    "GE-FAV-01",  # where Favors come from: GE-WAR-52, GE-CRT-35, GE-UND-26, GE-UND-05
    *("PE-CNT-14", "PE-CNT-15"),  # totals of the deck
    "PE-R-40",  # synonyms in the source
}
CITED = re.compile(r"(?<![\w-])(?:[A-Z]{2}-[A-Z]{1,3}|R)-\d{2,3}(?!\d)")
DRAWN = re.compile(r'\bd="[^"]*"')  # outlines of pictures contain similar letters and numbers
SHORTENED = re.compile(
    r"""
    (?<![\w.-]) (?: [A-Z]{2}-[A-Z]{1,3} | EX | R | C ) -\d{2,3}    # an ID: a rule, an example, a ruling, a constraint
    (?:
        \s* (?: (?:\s|\#|//)* [,;/&] | (?:\s|\#|//)* \b(?:and|or)\b )+ (?:\s|\#|//)*  # goes on
        -\d{2,3}\b                                                 # with a shortened one: ", -61"
      | (?:\s|\#|//)* (?: \b(?:to|through|until)\b | \.{2,3} | [–…] ) (?:\s|\#|//)*   # or up to another one,
        (?: [A-Z][A-Z-]* )? -?\d{2,3}\b                            # whole or shortened: "to R-15", "to -31", "to 70"
      | /\d{2,3}\b                                                 # or "/61"
      | \s* \b ff\b                                                # or as far as it goes
    )
    """,
    re.VERBOSE,
)


def shortened(text: str) -> list[str]:
    """Ranges and shortened lists in a text, each as "line: text found"."""
    plain = DRAWN.sub("", text)
    return [f"{plain.count(chr(10), 0, hit.start()) + 1}: {' '.join(hit[0].split())}" for hit in SHORTENED.finditer(plain)]


def code() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in SUFFIXES]


def test_every_rule_is_named_where_it_is_carried_out():
    stated = {id_ for ids in stated_in(ROOT / "docs" / "rules").values() for id_ in ids}
    cited = {id_ for path in code() for id_ in CITED.findall(path.read_text(encoding="utf-8"))}
    elsewhere = {*IN_THE_HALL, *IN_OTHERS, *(id_ for ids in IN_DATA.values() for id_ in ids)}

    assert stated
    assert sorted(stated - cited - elsewhere) == [], "name these rules beside the code that does what they say"
    assert sorted(elsewhere - stated | elsewhere & cited) == [], (
        "code names these rules, or no rulebook has them: list them no more"
    )
    assert [path for path in IN_DATA if not (ROOT / path).is_file()] == []


def test_every_rule_id_is_written_out_whole():
    files = code()
    assert files
    found = [f"{path.relative_to(ROOT)}:{hit}" for path in files for hit in shortened(path.read_text(encoding="utf-8"))]
    assert found == [], "write every rule ID out whole, beside the function that does what it says"


@pytest.mark.parametrize(
    "text",
    [
        "GE-WAR-31, -61",
        "GE-WAR-31,-61",
        "GE-WAR-31; -61",
        "GE-WAR-31 and -32",
        "GE-WAR-31, and -32",
        "GE-WAR-31 or -32",
        "GE-WAR-31/-32",
        "GE-WAR-31/32",
        "GE-EVT-19 to -31",
        "GE-EVT-19 to GE-EVT-31",
        "GE-EVT-19 through -31",
        "GE-EVT-19–31",
        "GE-EVT-19 – -31",
        "GE-EVT-19..31",
        "GE-EVT-19 … GE-EVT-31",
        "GE-EVT-19 ff",
        "R-12 to R-15",
        "R-05 to -07",
        "R-66 to 70",
        "R-100, -101",
        "C-01 to C-18",
        "EX-01 to EX-04",
        "PE-R-06, -07",
        "PE-ABL-01 to -11",
        "GE-WAR-31,\n    -61",
        "# GE-WAR-31,\n    # -61",
        "// GE-EVT-19 to\n  // -31",
    ],
)
def test_each_form_is_seen(text):
    assert shortened(text) == [f"1: {' '.join(text.split()).removeprefix('# ').removeprefix('// ')}"]


def test_the_second_of_two_is_seen_and_told_with_its_line():
    assert shortened("Whole: R-12, R-13.\n\nFirst (R-14, -15), then R-16 to R-18.") == ["3: R-14, -15", "3: R-16 to R-18"]


@pytest.mark.parametrize(
    "text",
    [
        "GE-WAR-31, GE-WAR-61; R-12 and R-15, or PE-R-06",
        "Rules: GE-WAR-31,\n    GE-WAR-61.",
        'rule("GE-EVT-19", "GE-EVT-31")',
        "R-20 moment 9, R-75",
        "until then (R-20), 14 minutes",
        "after R-18 to the end of month 12",
        "the abilities (PE-ABI), and from -10 to 40",
        "UTF-8 to UTF-16",
        "law-12 to law-15",
        '<path d="M0 0 C-10,-20 -30,-40 R-10, -20" />',
        'viewBox="-34 -68 68 50"',
        "return 40.0 if worth > 0.0 else -10.0",
    ],
)
def test_ordinary_text_is_let_pass(text):
    assert shortened(text) == []
