"""Phones and walls of a side table as a page draws them, and all that their forms can send."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations, islice, product
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory

from rooms.tables.game.state import Chair, TableStage, TableState
from rooms.tables.registry import GameSight, TableApp, Touch

Fields = dict[str, list[str]]


@dataclass
class Act:
    """Context that a page gives to each form of the hand."""

    address: str = "/tables/ABC/do/"
    turn: int = 7
    command_id: str = "an-id"
    typed: Fields = field(default_factory=dict)


@dataclass(frozen=True)
class Phones:
    """Screens of a game with these players. `rules`: used unless a call gives others."""

    app: TableApp
    rules: Any
    names: tuple[str, ...]
    fewer: bool = False  # may a form send fewer ticked boxes than its most?

    def seen_by(
        self,
        state: Any,
        player: int | None,
        *,
        rules: Any = None,
        told: tuple[str, ...] = (),
        touched: tuple[Touch, ...] = (),
        bot: str = "",
    ) -> GameSight:
        """Data of a viewer's screen. Its table has no state of the game, because screens may not read it."""
        rules = rules or self.rules
        chairs = tuple([Chair(person=f"guest:{name}", name=name, bot=bot) for name in self.names[: len(state.sides)]])
        return GameSight(
            table=TableState(kind=self.app.kind.id, stage=TableStage.PLAYING, chairs=chairs, play=None),
            player=player,
            view=rules.view(state, player),
            offers=() if player is None or bot else rules.offers(state, player),
            content=rules.book.content,
            told=told,
            touched=touched,
        )

    def panel_for(self, state: Any, player: int | None, **more: Any) -> Any:
        """The panel that the fragments draw."""
        return self.app.shape(self.seen_by(state, player, **more))

    def hand_for(self, state: Any, player: int | None, *, typed: Fields | None = None, **more: Any) -> str:
        """The fragment of a player's phone. `typed`: fields of a refused form."""
        return _drawn(self.app.hand, self.panel_for(state, player, **more), Act(typed=typed or {}))

    def board_for(self, state: Any, **more: Any) -> str:
        return _drawn(self.app.board, self.panel_for(state, None, **more), Act())

    def drawn_for(self, seen: GameSight) -> str:
        """The fragment for this viewer: a hand, or the board."""
        return _drawn(self.app.board if seen.player is None else self.app.hand, self.app.shape(seen), Act())

    def actions_in(self, html: str, most: int = 400) -> list[Any]:
        """Actions that the forms of a fragment can send, at most `most` of each form."""
        return [self.app.action(fields) for form in forms_in(html) for fields in islice(form.sent(fewer=self.fewer), most)]


def _drawn(template: str, panel: Any, act: Act) -> str:
    return render_to_string(template, {"panel": panel, "act": act}, RequestFactory().get("/tables/ABC/"))


@dataclass
class Form:
    """A form: its hidden fields and its choices, field by field in order."""

    attributes: dict[str, str]
    hidden: list[tuple[str, str]] = field(default_factory=list)
    submits: list[tuple[str, str]] = field(default_factory=list)
    radios: Fields = field(default_factory=dict)
    boxes: Fields = field(default_factory=dict)
    selects: list[tuple[str, list[str]]] = field(default_factory=list)
    numbers: list[tuple[str, str, int]] = field(default_factory=list)  # name, value, maximum
    most: int = 1  # number of boxes to tick
    chosen: list[tuple[str, str]] = field(default_factory=list)  # preselected values of radios, boxes and lists

    def proposed(self) -> Iterator[Fields]:
        """What each button sends if nothing is changed; the first value where nothing is preselected."""
        chosen = dict(self.chosen)
        lists = [(name, values[0]) for name, values in (*self.selects, *self.radios.items()) if values and name not in chosen]
        typed = [(name, value) for name, value, _most in self.numbers]
        for button in self.submits:
            yield _fields([*self.hidden, *self.chosen, *lists, *typed, *([button] if button[0] else [])])

    def sent(self, *, fewer: bool = False) -> Iterator[Fields]:
        """All that can be sent without typing: each button with each combination of choices and the required number of boxes."""
        ones = [[(name, value) for value in values] for name, values in (*self.radios.items(), *self.selects)]
        sizes = range(1 if fewer else self.most, self.most + 1)
        boxes = [
            [[(name, value) for value in some] for size in sizes for some in combinations(values, size)]
            for name, values in self.boxes.items()
        ]
        typed = [(name, value) for name, value, _most in self.numbers]
        for button, chosen, ticked in product(self.submits, product(*ones), product(*boxes)):
            pressed = [button] if button[0] else []
            yield _fields([*self.hidden, *chosen, *[pair for some in ticked for pair in some], *typed, *pressed])


def _fields(pairs: list[tuple[str, str]]) -> Fields:
    found: Fields = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._open: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.words += [given[name] for name in ("aria-label", "title", "label") if name in given]
        if tag == "form":
            self._open = Form(given)
            self.forms.append(self._open)
        elif self._open is not None:
            self._field(self._open, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value, kind = given.get("name", ""), given.get("value", ""), given.get("type", "")
        if "checked" in given:
            form.chosen.append((name, value))
        elif "selected" in given:
            form.chosen.append((form.selects[-1][0], value))
        if "data-most" in given:
            form.most = int(given["data-most"])
        if tag == "button" and kind != "button":
            form.submits.append((name, value))
        elif tag == "select":
            form.selects.append((name, []))
        elif tag == "option":
            form.selects[-1][1].append(value)
        elif tag == "input" and "disabled" in given:
            return
        elif tag == "input" and kind == "radio":
            form.radios.setdefault(name, []).append(value)
        elif tag == "input" and kind == "checkbox":
            form.boxes.setdefault(name, []).append(value)
        elif tag == "input" and kind == "number":
            form.numbers.append((name, value, int(given["max"])))
        elif tag == "input":
            form.hidden.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def forms_in(html: str) -> list[Form]:
    page = _Page()
    page.feed(html)
    return page.forms


def words_in(html: str) -> str:
    """Words of a fragment for eyes and screen readers, in one line."""
    page = _Page()
    page.feed(html)
    return " ".join(" ".join(page.words).split())
