"""What holds for every template: tokens, labels, captions, no script inside, fragments that say what they need."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted(
    path for folder in ("control", "rooms") for path in (ROOT / folder).rglob("templates/**/*.html") if path.is_file()
)
FRAGMENTS = [path for path in TEMPLATES if path.name.startswith("_")]


@cache
def bare(path: Path) -> str:
    """A template without its comments."""
    return re.sub(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", path.read_text(), flags=re.DOTALL)


def wrong(find: Callable[[str], Sequence[str]]) -> dict[str, Sequence[str]]:
    """What is found in the templates, by template; nothing for those where nothing is."""
    found = {"/".join(path.parts[-2:]): find(bare(path)) for path in TEMPLATES}
    return {name: each for name, each in found.items() if each}


def test_there_are_templates():
    assert len(TEMPLATES) > 30
    assert len(FRAGMENTS) > 20


def test_every_form_that_posts_carries_its_token():
    def without(page: str) -> list[str]:
        forms = re.findall(r"<form\b[^>]*\bmethod=\"post\".*?</form>", page, re.DOTALL)
        return [form for form in forms if "csrf_token" not in form]

    assert wrong(without) == {}


def test_every_field_has_a_label():
    def unnamed(page: str) -> list[str]:
        return [
            field
            for field in re.findall(r"<(?:input|select|textarea)\b(?:[^>{]|\{[^}]*\}+)*>", page)
            if 'type="hidden"' not in field
            and "aria-label" not in field
            and not _is_wrapped(page, field)
            and not ((found := re.search(r'\bid="([^"]+)"', field)) and f'for="{found[1]}"' in page)
        ]

    assert wrong(unnamed) == {}


def _is_wrapped(page: str, field: str) -> bool:
    before = page[: page.index(field)]
    return before.rfind("<label") > before.rfind("</label>")


def test_a_page_holds_no_script_and_no_handler():
    assert wrong(lambda page: re.findall(r"<script\b(?![^>]*\bsrc=)[^>]*>", page)) == {}
    assert wrong(lambda page: re.findall(r"\bon[a-z]+\s*=|\bhx-on\b|javascript:", page)) == {}


def test_a_picture_or_script_comes_from_this_house():
    assert wrong(lambda page: re.findall(r'(?:src|href)="(?:https?:)?//[^"]+"', page)) == {}


def test_every_table_has_a_caption_and_scopes():
    assert wrong(lambda page: ["<table"] if page.count("<table") != page.count("<caption") else []) == {}
    assert wrong(lambda page: [head for head in re.findall(r"<th\b[^>]*>", page) if "scope=" not in head]) == {}


def test_every_button_in_a_page_says_what_it_does():
    def silent(page: str) -> list[str]:
        buttons = re.findall(r"<button\b[^>]*>.*?</button>", page, re.DOTALL)
        return [button for button in buttons if not re.sub(r"<[^>]+>|\s", "", button)]

    assert wrong(silent) == {}


def test_a_fragment_extends_nothing_and_says_what_it_needs():
    texts = {"/".join(path.parts[-2:]): path.read_text() for path in FRAGMENTS}

    assert [name for name, text in texts.items() if "{% extends" in text] == []
    assert [name for name, text in texts.items() if not text.startswith("{#")] == []
    assert [name for name, text in texts.items() if "eeds" not in text.split("#}")[0]] == []
