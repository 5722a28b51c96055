"""Texts of a page that a browser may translate: people's names must not be among them."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"input", "br", "img", "use", "link", "meta", "hr", "path", "col", "circle", "line", "rect", "option"}


class Texts(HTMLParser):
    """Collects the texts of a page that a browser may translate, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.within: list[tuple[str, bool]] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.within.append((tag, ("translate", "no") in attrs or tag in ("script", "style")))

    def handle_endtag(self, tag: str) -> None:
        while tag in (each for each, _kept in self.within):
            if self.within.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if not any(kept for _tag, kept in self.within):
            self.found.append(data.strip().rstrip(":"))


def translated(page: str) -> set[str]:
    """Texts of a page that are not marked with translate=no."""
    texts = Texts()
    texts.feed(page)
    return set(texts.found)
