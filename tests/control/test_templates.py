"""What holds for every template: tokens, labels, captions, no script inside, fragments that say what they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TEMPLATES = sorted(
    path for folder in ("control", "rooms") for path in (ROOT / folder).rglob("templates/**/*.html") if path.is_file()
)
FRAGMENTS = [path for path in TEMPLATES if path.name.startswith("_")]
EVERY = pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))


def bare(path: Path) -> str:
    """A template without its comments."""
    return re.sub(r"\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}", "", path.read_text(), flags=re.DOTALL)


def test_there_are_templates():
    assert len(TEMPLATES) > 30
    assert len(FRAGMENTS) > 20


@EVERY
def test_every_form_that_posts_carries_its_token(path):
    forms = re.findall(r"<form\b[^>]*\bmethod=\"post\".*?</form>", bare(path), re.DOTALL)

    assert [form for form in forms if "csrf_token" not in form] == []


@EVERY
def test_every_field_has_a_label(path):
    page = bare(path)
    fields = re.findall(r"<(?:input|select|textarea)\b(?:[^>{]|\{[^}]*\}+)*>", page)
    unnamed = [
        field
        for field in fields
        if 'type="hidden"' not in field
        and "aria-label" not in field
        and not _is_wrapped(page, field)
        and not ((found := re.search(r'\bid="([^"]+)"', field)) and f'for="{found[1]}"' in page)
    ]

    assert unnamed == []


def _is_wrapped(page: str, field: str) -> bool:
    before = page[: page.index(field)]
    return before.rfind("<label") > before.rfind("</label>")


@EVERY
def test_a_page_holds_no_script_and_no_handler(path):
    page = bare(path)

    assert re.findall(r"<script\b(?![^>]*\bsrc=)[^>]*>", page) == []
    assert re.findall(r"\bon[a-z]+\s*=|\bhx-on\b|javascript:", page) == []


@EVERY
def test_a_picture_or_script_comes_from_this_house(path):
    assert re.findall(r'(?:src|href)="(?:https?:)?//[^"]+"', bare(path)) == []


@EVERY
def test_every_table_has_a_caption_and_scopes(path):
    page = bare(path)

    assert page.count("<table") == page.count("<caption")
    assert [head for head in re.findall(r"<th\b[^>]*>", page) if "scope=" not in head] == []


@EVERY
def test_every_button_in_a_page_says_what_it_does(path):
    buttons = re.findall(r"<button\b[^>]*>(.*?)</button>", bare(path), re.DOTALL)

    assert [inside for inside in buttons if not re.sub(r"<[^>]+>|\s", "", inside)] == []


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: "/".join(path.parts[-2:]))
def test_a_fragment_extends_nothing_and_says_what_it_needs(path):
    first = path.read_text().splitlines()[0]

    assert "{% extends" not in path.read_text()
    assert first.startswith("{#")
    assert "eeds" in path.read_text().split("#}")[0]
