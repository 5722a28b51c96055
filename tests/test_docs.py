"""Names in the docs exist: each path, module and link in README.md, CONTRIBUTING.md and the pages of docs/."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in WRITTEN if page.parent.name not in ("rules", "decisions")]  # decisions name files of their time
PARTS = sorted((ROOT / "docs" / "parts").glob("*.md"))
RECIPES = sorted((ROOT / "docs" / "how-to").glob("*.md"))
MOST_WORDS = 1500  # for the page that newcomers read in ten minutes
# A path begins with a folder of the project. Addresses (/control/) and parts of longer paths do not count.
PATH = re.compile(r"(?<![\w./-])(?:control|rooms|megagame|tests|docs|fixtures|deploy)/[\w./*<>{}…|-]*")
MADE = {"fixtures/scenario.schema.json"}  # files that a reader writes with a command of the page
MODULE = re.compile(r"`(?:[\w-]+/)*([\w-]+\.(?:py|js|css|html))`")  # a file by its name, with or without folders before it
FILES = {path.name for folder in ("control", "rooms", "megagame", "tests", ".ci") for path in (ROOT / folder).rglob("*.*")}
OPEN = re.compile(r"[*<>{}…|]|/my_")  # a glob, a placeholder, or a folder that a reader makes


def paths_in(text: str) -> list[str]:
    """Paths named in a page, without a full stop at their end and without patterns for many files."""
    found = (match.rstrip(".-") for match in PATH.findall(text))
    return [path for path in found if path not in MADE and not OPEN.search(path)]


NAMED = sorted({(page.relative_to(ROOT).as_posix(), path) for page in PAGES for path in paths_in(page.read_text(encoding="utf-8"))})


@pytest.mark.parametrize(("page", "path"), NAMED, ids=[f"{page}: {path}" for page, path in NAMED])
def test_a_path_that_a_page_names_exists(page, path):
    assert (ROOT / path).exists(), f"{page} names {path}, which is not there"


@pytest.mark.parametrize("page", [ROOT / "docs" / "architecture.md", *PARTS, *RECIPES], ids=lambda page: page.name)
def test_a_module_that_a_page_names_exists(page):
    named = MODULE.findall(page.read_text(encoding="utf-8"))
    assert sorted(set(named) - FILES - {"manage.py"}) == [], "this file was moved or renamed"


def test_the_architecture_is_read_in_ten_minutes_and_leads_to_each_part_and_recipe():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert len(text.split()) <= MOST_WORDS
    leads = [page.relative_to(ROOT / "docs").as_posix() for page in (*PARTS, *RECIPES)]
    assert [page for page in leads if f"({page}" not in text] == []


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_page_that_a_page_links_to_exists(page):
    text = page.read_text(encoding="utf-8")
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]

    assert [link for link in links if link and not (page.parent / link).exists()] == []


def test_each_page_is_reached_from_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in sorted((ROOT / "docs").glob("*.md")) if f"](docs/{page.name})" not in readme] == []


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_a_heading_that_a_page_links_to_exists(page):
    text = page.read_text(encoding="utf-8")
    links = [link.split("#") for link in re.findall(r"\]\(([^)\s]*\.md#[^)\s]+)\)", text) if "://" not in link]
    assert [f"{other}#{heading}" for other, heading in links if heading not in headings_of(page.parent / other)] == []


def test_each_word_of_the_glossary_has_one_meaning_and_its_names_are_in_code():
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    rows = [row.split("|") for row in re.findall(r"^\| (.+) \|$", text, re.MULTILINE)]
    words = [row[0].strip() for row in rows if row[0].strip() not in ("word", "---")]
    code = "\n".join(path.read_text(encoding="utf-8") for folder in ("control", "rooms") for path in (ROOT / folder).rglob("*.py"))
    names = re.findall(r"`(?:\w+\.)?([A-Z]\w+|[a-z]+_\w+)`", text)

    assert 50 <= len(words) <= 65
    assert sorted({word for word in words if words.count(word) > 1}) == []
    assert [name for name in names if not re.search(rf"\b(?:class|def) {name}\b", code)] == []


def test_each_target_of_make_that_a_page_names_exists():
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        word
        for page in PAGES
        for line in re.findall(r"(?:`|^    )make ([a-z0-9 -]+)", page.read_text("utf-8"), re.M)
        for word in line.split()
    }

    assert {"run", "test", "quick"} <= named
    assert sorted(named - targets) == []


def headings_of(page: Path) -> set[str]:
    """Anchors of a page's headings, as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("`control/journal/desk.py`: locks", ["control/journal/desk.py"], id="a file"),
        pytest.param("in control/hall/screens.py.", ["control/hall/screens.py"], id="at the end of a sentence"),
        pytest.param("[why](decisions/0010-x.md) at `/control/`", [], id="an address is no path"),
        pytest.param("`fixtures/<game>/`, `rooms/*/game/`, `fixtures/my_scenario/map.yaml`", [], id="what stands for many"),
    ],
)
def test_paths_are_read_out_of_a_page(text, found):
    assert paths_in(text) == found
