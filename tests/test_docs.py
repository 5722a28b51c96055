"""What the written word names is there: every path of this project in README.md and in the pages of docs/."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# A path begins with one of the project's folders, and with nothing in front: neither an address (/control/) nor a longer path.
PATH = re.compile(r"(?<![\w./-])(?:control|rooms|megagame|tests|docs|fixtures|deploy)/[\w./*<>{}…|-]*")
MADE = {"fixtures/scenario.schema.json"}  # what a reader writes by a command that the page gives
OPEN = re.compile(r"[*<>{}…|]|/my_")  # a glob, a placeholder, or the folder that a reader makes


def paths_in(text: str) -> list[str]:
    """The paths named in a page, without the full stop behind them and without what stands for many."""
    found = (match.rstrip(".-") for match in PATH.findall(text))
    return [path for path in found if path not in MADE and not OPEN.search(path)]


NAMED = sorted({(page.relative_to(ROOT).as_posix(), path) for page in PAGES for path in paths_in(page.read_text(encoding="utf-8"))})


@pytest.mark.parametrize(("page", "path"), NAMED, ids=[f"{page}: {path}" for page, path in NAMED])
def test_a_path_that_a_page_names_exists(page, path):
    assert (ROOT / path).exists(), f"{page} names {path}, which is not there"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_that_a_page_links_to_exists(page):
    text = page.read_text(encoding="utf-8")
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]

    assert [link for link in links if link and not (page.parent / link).exists()] == []


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
