"""The platform names no room and no kind of sheet: not in code, templates, scripts, address names, nor in its sentences.

Its sentences hold no word of one game either, such as its name of a round or a team: those come from the frame.

The search also finds words inside names such as `war_desk`. It skips rule IDs, whose areas are named after rooms.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from megagame.messages import CatalogueMessage, all_messages

CONTROL = Path(__file__).resolve().parent.parent / "control"
LEFT_OUT = ("migrations",)  # folders
OF_OLD = ("group_desks.py",)  # reads what an earlier release stored
SUFFIXES = {".py", ".html", ".js", ".txt"}
ROOMS = ("war", "court", "underground")
KINDS = ("war", "proposal", "scheme")
NO_NAMES = re.compile(
    r"GE-[A-Z]+-?"  # rule IDs and their areas
    r"|color-scheme|_and_scheme",  # CSS of a page, name of an address
)


def files() -> list[Path]:
    """The platform's own files."""
    found = (path for path in CONTROL.rglob("*") if path.suffix in SUFFIXES)
    return sorted(path for path in found if path.relative_to(CONTROL).parts[0] not in LEFT_OUT and path.name not in OF_OLD)


def named(text: str, names: tuple[str, ...]) -> list[str]:
    """Lines that contain one of these names in any number and case, alone or as part of another name."""
    words = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(names)})s?(?![A-Za-z])", re.IGNORECASE)
    return [line.strip() for line in NO_NAMES.sub(lambda cut: "\n" * cut[0].count("\n"), text).splitlines() if words.search(line)]


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(CONTROL)))
def test_no_room_and_no_kind_of_sheet_is_named(path):
    assert named(path.read_text(encoding="utf-8"), (*ROOMS, *KINDS)) == []


@pytest.mark.parametrize(
    "line",
    ["{% url 'war_desk:immortals' event_id %}", "if kind == 'proposal':", "room == Room.UNDERGROUND", "the schemes", "court_host"],
)
def test_a_name_is_seen_wherever_it_stands(line):
    assert named(line, (*ROOMS, *KINDS)) == [line]


@pytest.mark.parametrize("line", ["warned = forward", "GE-WAR-42", "color-scheme: dark", "a courtesy"])
def test_other_words_are_let_pass(line):
    assert named(line, (*ROOMS, *KINDS)) == []


# --- sentences ----------------------------------------------------------------------------------------------------------

OF_ONE_GAME = re.compile(r"\b(Houses?|Powers?|Favors?|Sovereigns?|castles?|provinces?|thrones?|months?)\b", re.IGNORECASE)
MIDDLE_DOT = "·"  # replaces a value, so that the words around it stay apart


def words_of(said: CatalogueMessage) -> str:
    """Fixed words of a sentence: values that are filled in belong to the game."""
    return re.sub(r"\{\w*\}|%\(\w+\)s", MIDDLE_DOT, f"{said.sentence}\n{said.plural}")


def plain(source: str) -> str:
    """Fixed text of a template and its labels, without markup, tags, comments and field names."""
    labels = re.findall(r'\b(?:title|alt|placeholder|aria-label|data-label)="([^"]*)"', source)
    text = "\n".join((re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", source, flags=re.DOTALL), *labels))
    return re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", MIDDLE_DOT, text, flags=re.DOTALL)


def test_the_console_says_nothing_in_the_words_of_one_game():
    said = [(each, place) for found in all_messages().values() for each, places in found.places.items() for place in places]
    ours = {(words_of(each), place) for each, place in said if place.startswith("control/")}
    assert len(ours) > 500
    assert sorted((place, words) for words, place in ours if OF_ONE_GAME.search(words)) == []


@pytest.mark.parametrize(
    "path", [path for path in files() if path.suffix == ".html"], ids=lambda path: str(path.relative_to(CONTROL))
)
def test_no_template_holds_a_word_of_one_game(path):
    assert [line.strip() for line in plain(path.read_text(encoding="utf-8")).splitlines() if OF_ONE_GAME.search(line)] == []


@pytest.mark.parametrize(
    ("sentence", "is_ours"),
    [
        ("Say which month.", False),
        ("This is not your House's to decide.", False),
        ("There are {months} of them in {house}.", True),
        ("%(month)s <small>of %(months)s</small>", True),
        ("What is powerful", True),
    ],
)
def test_a_word_of_one_game_is_seen_in_a_sentence_and_a_value_is_none(sentence, is_ours):
    assert (OF_ONE_GAME.search(words_of(CatalogueMessage(sentence))) is None) is is_ours


@pytest.mark.parametrize(
    ("source", "is_ours"),
    [
        ("<p>The throne is empty.</p>", False),
        ('<td data-label="Month">3</td>', False),
        ('<input name="month" value="{{ part.month }}">', True),
        ('{# All months #}<table class="months">{% for row in part.months %}{% endfor %}</table>', True),
    ],
)
def test_a_word_of_one_game_is_seen_in_a_template_and_a_field_is_none(source, is_ours):
    assert (OF_ONE_GAME.search(plain(source)) is None) is is_ours
