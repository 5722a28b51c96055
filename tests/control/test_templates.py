"""Rules for every template: tokens, labels, captions, no inline scripts, fragments that declare their variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html.parser import HTMLParser
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
    """Findings by template; templates without findings are left out."""
    found = {"/".join(path.parts[-2:]): find(bare(path)) for path in TEMPLATES}
    return {name: each for name, each in found.items() if each}


def test_there_are_templates():
    assert len(TEMPLATES) > 30
    assert len(FRAGMENTS) > 20


def test_every_form_that_posts_carries_its_token():
    # An included part may carry it for several forms.
    carriers = [path for path in TEMPLATES if "{% csrf_token %}" in (text := path.read_text()) and "<form" not in text]
    marks = ["csrf_token", *(f'{{% include "{"/".join(path.parts[path.parts.index("templates") + 1 :])}"' for path in carriers)]

    def without(page: str) -> list[str]:
        forms = re.findall(r"<form\b[^>]*\bmethod=\"post\".*?</form>", page, re.DOTALL)
        return [form for form in forms if not any(mark in form for mark in marks)]

    assert wrong(without) == {}


def test_no_heading_that_folds_holds_a_link():
    """A tap would unfold or follow the link, and a screen reader cannot reach the link."""

    def linked(page: str) -> list[str]:
        return [each for each in re.findall(r"<summary.*?</summary>", page, re.DOTALL) if re.search(r"<a\b|\{% (rule|cite) ", each)]

    assert wrong(linked) == {}


def test_what_asks_by_itself_inside_a_form_does_not_inherit_what_the_form_disables():
    """htmx resolves `find button` in each element that inherits it, and logs an error where there is none."""

    def crying(page: str) -> list[str]:
        reader = _Asking()
        reader.feed(re.sub(r"\{%.*?%\}", " x ", page, flags=re.DOTALL))
        return reader.crying

    assert wrong(crying) == {}


class _Asking(HTMLParser):
    """Finds elements that send requests and inherit an `hx-disabled-elt` that looks for something inside them."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, dict[str, str | None]]] = []
        self.crying: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        if ("hx-get" in own or "hx-post" in own) and "hx-disabled-elt" not in own:
            above = next((each for _tag, each in reversed(self.open) if {"hx-disabled-elt", "hx-disinherit"} & each.keys()), {})
            if "hx-disinherit" not in above and str(above.get("hx-disabled-elt", "")).startswith("find"):
                self.crying.append(f"line {self.getpos()[0]}: {tag}")
        if tag not in ("input", "br", "link", "meta", "img", "hr", "use"):
            self.open.append((tag, own))

    def handle_endtag(self, tag: str) -> None:
        for at in reversed(range(len(self.open))):
            if self.open[at][0] == tag:
                del self.open[at:]
                return


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
    tags = r"{%.*?%}|{{.*?}}"  # text inside template tags is not in the page
    assert wrong(lambda page: re.findall(r"\bon[a-z]+\s*=|\bhx-on\b|javascript:", re.sub(tags, "", page, flags=re.DOTALL))) == {}


def test_a_picture_or_script_comes_from_this_house():
    assert wrong(lambda page: re.findall(r'(?:src|href)="(?:https?:)?//[^"]+"', page)) == {}


def test_every_table_has_a_caption_and_scopes():
    assert wrong(lambda page: ["<table"] if page.count("<table") != page.count("<caption") else []) == {}
    assert wrong(lambda page: [head for head in re.findall(r"<th\b[^>]*>", page) if "scope=" not in head]) == {}


def test_no_list_gives_up_its_role_to_announce_something():
    assert wrong(lambda page: re.findall(r'<[uo]l[^>]*\srole="(?:status|alert|log)"', page)) == {}


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


COLOURFUL = (
    "[\U0001f000-\U0001faff\u231a\u231b\u23cf\u23e9-\u23f3\u23f8-\u23fa\u25b6\u25c0\u2600-\u2604\u260e\u2611\u2614-\u2620\u262e-\u263a"
    "\u2660\u2663\u2665\u2666\u267b-\u267f\u2692-\u2697\u2699\u269b-\u26ab\u26b0-\u26ff\u2702\u2705\u2708-\u270d\u270f\u2712\u2714\u2716\u2728\u2733\u2734\u2744\u274c\u2753-\u2757"
    "\u2763\u2764\u2795-\u2797\u27a1\u2b05-\u2b07\u2b50\u21a9\u21aa](?!\ufe0e)"
)


def test_no_sign_is_left_to_the_device_to_paint_in_colours():
    """Icons are ours. A character with an emoji form on some phones must ask for its plain form."""
    assert wrong(lambda page: re.findall(COLOURFUL, page)) == {}
