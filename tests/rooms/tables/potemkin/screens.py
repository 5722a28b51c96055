"""The fragments of Potemkin Empire as a page draws them, and the forms in them as fingers and keyboards can send them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import islice, product
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory
from msgspec.structs import replace

from rooms.tables.game.rules import Setup
from rooms.tables.game.state import Chair, Stage, TableState
from rooms.tables.potemkin.game.content import Content
from rooms.tables.potemkin.game.engine import PotemkinRules, rules_of
from rooms.tables.potemkin.game.state import PotemkinState
from rooms.tables.potemkin.screens.app import APP
from rooms.tables.potemkin.screens.panels import Panel
from rooms.tables.registry import Seen, Touch
from tests.rooms.tables.potemkin.play import CONTENT, NAMES, RULES, WRITTEN

CANARIES: Content = replace(
    WRITTEN,
    cards=tuple(
        [replace(card, title=f"Kanarienvogel {at:03}!", flavour=f"Gesang {at:03}!") for at, card in enumerate(WRITTEN.cards)]
    ),
)
CANARY_RULES: PotemkinRules = rules_of(CANARIES)


@dataclass
class Act:
    """What a page gives every form of the hand."""

    address: str = "/tables/ABC/do/"
    turn: int = 7
    command_id: str = "an-id"
    typed: dict[str, list[str]] = field(default_factory=dict)


def seen_by(
    state: PotemkinState,
    player: int | None,
    *,
    rules: PotemkinRules = RULES,
    told: tuple[str, ...] = (),
    touched: tuple[Touch, ...] = (),
) -> Seen:
    """What a viewer's screen is made from. The table is without the game's own state: nobody may look there."""
    chairs = tuple([Chair(person=f"guest:{name}", name=name) for name in NAMES[: len(state.sides)]])
    offers = () if player is None else rules.offers(state, player)
    return Seen(
        table=TableState(kind="potemkin", stage=Stage.PLAYING, chairs=chairs, play=None),
        player=player,
        view=rules.view(state, player),
        offers=offers,
        content=CONTENT if rules is RULES else rules.book.content,
        told=told,
        touched=touched,
    )


def panel_for(state: PotemkinState, player: int | None, **more: Any) -> Panel:
    """The object that the fragments need."""
    found: Panel = APP.shape(seen_by(state, player, **more))  # type: ignore[assignment]
    return found


def hand_for(state: PotemkinState, player: int | None, *, typed: dict[str, list[str]] | None = None, **more: Any) -> str:
    """A player's phone; `typed` is what a form had sent that was refused."""
    return _drawn(APP.hand, panel_for(state, player, **more), Act(typed=typed or {}))


def board_for(state: PotemkinState, **more: Any) -> str:
    """The wall."""
    return _drawn(APP.board, panel_for(state, None, **more))


def pictures() -> str:
    """The drawings that a page loads once."""
    return render_to_string(APP.pictures, {"content": CONTENT})


def drawn_for(seen: Seen) -> str:
    """The fragment that goes with these eyes: a hand, or the board."""
    return _drawn(APP.board if seen.player is None else APP.hand, APP.shape(seen))


def _drawn(template: str, panel: Any, act: Act | None = None) -> str:
    return render_to_string(template, {"panel": panel, "act": act or Act()}, RequestFactory().get("/tables/ABC/"))


@dataclass
class Form:
    """A form: its hidden fields, and what may be chosen, field by field in their order."""

    attributes: dict[str, str]
    hidden: list[tuple[str, str]] = field(default_factory=list)
    submits: list[tuple[str, str]] = field(default_factory=list)
    radios: dict[str, list[str]] = field(default_factory=dict)
    boxes: list[tuple[str, str]] = field(default_factory=list)
    selects: list[tuple[str, list[str]]] = field(default_factory=list)
    numbers: list[tuple[str, str, int]] = field(default_factory=list)  # name, value, greatest

    def sent(self) -> Iterator[dict[str, list[str]]]:
        """Everything that can be sent without typing: each button with each choice of the others; one or two boxes."""
        radios = [[(name, value) for value in values] for name, values in self.radios.items()]
        selects = [[(name, value) for value in values] for name, values in self.selects]
        boxes = [((box,),) for box in self.boxes] or [()]
        for button, chosen, picked, ticked in product(self.submits, product(*radios), product(*selects), boxes):
            pressed = [button] if button[0] else []
            yield _fields([*self.hidden, *chosen, *picked, *[pair for some in ticked for pair in some], *self._typed(), *pressed])

    def _typed(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value, _most in self.numbers]


def _fields(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


class _Forms(HTMLParser):
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
        if tag == "button" and kind != "button":
            form.submits.append((name, value))
        elif tag == "select":
            form.selects.append((name, []))
        elif tag == "option":
            form.selects[-1][1].append(value)
        elif tag == "input" and kind == "radio":
            form.radios.setdefault(name, []).append(value)
        elif tag == "input" and kind == "checkbox":
            form.boxes.append((name, value))
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
    """The forms of a fragment."""
    parser = _Forms()
    parser.feed(html)
    return parser.forms


def words_in(html: str) -> str:
    """What is read and read out of a fragment, in one line."""
    parser = _Forms()
    parser.feed(html)
    return " ".join(" ".join(parser.words).split())


def actions_in(html: str, most: int = 400) -> list[Any]:
    """The actions that the forms of a fragment can send, as many of each form as that."""
    return [APP.action(fields) for form in forms_in(html) for fields in islice(form.sent(), most)]


def canaries(rules: PotemkinRules = CANARY_RULES) -> dict[str, tuple[str, ...]]:
    """The words by which each card would give itself away."""
    return {card.id: (card.id, card.title, card.flavour) for card in rules.book.content.cards}


def opened_with(rules: PotemkinRules, players: int, chance: Any) -> PotemkinState:
    """A table just laid out."""
    state: PotemkinState = rules.setup(Setup(players=players, first=0), chance).state
    return state
