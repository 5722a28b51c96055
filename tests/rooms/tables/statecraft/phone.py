"""Phones of Statecraft as a page draws them, in games that are played at random, and the forms in them as fingers can send them."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import combinations, islice, product
from typing import Any

from django.template.loader import render_to_string
from django.test import RequestFactory
from msgspec.structs import replace

from control.engine.dice import DiceChance
from rooms.tables.game.rules import Played, Setup
from rooms.tables.game.state import Chair, Stage, TableState
from rooms.tables.registry import Seen
from rooms.tables.statecraft.game.actions import Poach
from rooms.tables.statecraft.game.engine import StatecraftRules, rules_of
from rooms.tables.statecraft.game.state import StatecraftState
from rooms.tables.statecraft.rules.measures import satisfies
from rooms.tables.statecraft.screens.app import APP
from rooms.tables.statecraft.screens.asked import Choice, TurnAsk
from rooms.tables.statecraft.screens.panels import Panel
from tests.rooms.tables.statecraft.decks import CONTENT

TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')  # another one in every page
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Elise", "Fritz")
RULES: StatecraftRules = rules_of(CONTENT)
SETUPS = (
    Setup(players=3, options={"mode": "quickplay"}),
    Setup(players=2, options={"mode": "advanced", "disruption": "chaotic"}),
    Setup(players=4, options={"mode": "advanced", "disruption": "disruptive"}),
    Setup(players=6, options={"mode": "advanced", "disruption": "disruptive"}),
)


@dataclass
class Act:
    """What a page gives every form of the hand."""

    address: str = "/tables/ABC/do/"
    turn: int = 7
    command_id: str = "an-id"
    typed: dict[str, list[str]] = field(default_factory=dict)


def seen_by(state: StatecraftState, player: int | None, *, told: tuple[str, ...] = (), bot: str = "") -> Seen:
    """What a viewer's screen is made from. The table is without the game's own state: nobody may look there."""
    chairs = tuple([Chair(person=f"guest:{name}", name=name, bot=bot) for name in NAMES[: len(state.sides)]])
    offers = () if player is None or bot else RULES.offers(state, player)
    return Seen(
        table=TableState(kind="statecraft", stage=Stage.PLAYING, chairs=chairs, play=None),
        player=player,
        view=RULES.view(state, player),
        offers=offers,
        content=CONTENT,
        told=told,
    )


def panel_for(state: StatecraftState, player: int | None, **more: Any) -> Panel:
    """The object that the fragments need."""
    found: Panel = APP.shape(seen_by(state, player, **more))  # type: ignore[assignment]
    return found


def hand_for(state: StatecraftState, player: int, *, typed: dict[str, list[str]] | None = None, **more: Any) -> str:
    """A player's phone; `typed` is what a form had sent that was refused."""
    panel = panel_for(state, player, **more)
    drawn = render_to_string(APP.hand, {"panel": panel, "act": Act(typed=typed or {})}, RequestFactory().get("/tables/ABC/"))
    return TOKEN.sub("", drawn)


def turn_of(state: StatecraftState, player: int) -> TurnAsk:
    """What the turn asks of a player who has it."""
    ask = panel_for(state, player).ask
    assert ask is not None
    assert ask.turn is not None
    return ask.turn


def choices_of(state: StatecraftState, player: int) -> tuple[Choice, ...]:
    """What a player may choose from, beside a turn."""
    ask = panel_for(state, player).ask
    assert ask is not None
    assert ask.choices is not None
    return ask.choices.choices


def played_on(seed: int, setup: Setup) -> Iterator[tuple[StatecraftState, int, Any, Played]]:
    """A whole game of random legal actions: the state before, who acts, the action and what came of it."""
    dice = random.Random(seed)
    chance = DiceChance(dice)
    state = RULES.setup(setup, chance).state
    while waiting := RULES.waits_for(state):
        player = dice.choice(waiting)
        action = dice.choice(RULES.offers(state, player)).some(dice)
        played = RULES.act(state, player, action, chance)
        yield state, player, action, played
        state = played.state


def moments(seed: int, setup: Setup, every: int = 1) -> list[tuple[StatecraftState, int]]:
    """Moments of a game at which a player is asked, with the player."""
    return [(state, player) for state, player, _action, _played in islice(played_on(seed, setup), 0, None, every)]


def ended(seed: int, setup: Setup) -> StatecraftState:
    """How such a game ends."""
    *_others, (_state, _player, _action, played) = played_on(seed, setup)
    return played.state


def asked(phase: str, seeds: range = range(40)) -> tuple[StatecraftState, int]:
    """A moment of some random game in which a player is asked for this."""
    for seed, setup in product(seeds, SETUPS[1:]):
        for state, player, _action, _played in played_on(seed, setup):
            if state.phase.value == phase:
                return state, player
    raise LookupError(phase)


def answered(state: StatecraftState, player: int, answer: int | str) -> StatecraftState:
    """The same hidden choice, in which this player has answered."""
    before = state.answers or (None,) * len(state.sides)
    return replace(state, answers=tuple([answer if at == player else each for at, each in enumerate(before)]))


def bidding() -> tuple[StatecraftState, int]:
    """Two players share the lead, the incumbent not among them, so they bid: by a poaching in the first turn (EX-08)."""
    state = RULES.setup(SETUPS[0], DiceChance(random.Random(1))).state
    first = state.active
    second, third = (first + 1) % 3, (first + 2) % 3
    prey, *others = state.floating
    card = RULES.book.supporters[prey]
    trackers = next(each for each in product(range(8), repeat=4) if satisfies(card, each))
    state = with_side(state, first, trackers=trackers, supporters=(others[0],))
    state = with_side(state, second, supporters=(prey, others[1]))
    state = replace(with_side(state, third, supporters=(others[2], others[3])), floating=tuple(others[4:]), incumbent=second)
    price = RULES.view(state, first).supporters
    cost = next(each.prices[first] for each in price if each.card.id == prey) or 0
    state = RULES.act(state, first, Poach(prey, state.sides[first].hand[:cost]), DiceChance(random.Random(1))).state
    return state, first


def with_side(state: StatecraftState, player: int, **more: Any) -> StatecraftState:
    """The same table with something else on a player's side."""
    sides = list(state.sides)
    sides[player] = replace(sides[player], **more)
    return replace(state, sides=tuple(sides))


# --- what stands on the page ------------------------------------------------------------------------------------------------


@dataclass
class Form:
    """A form: its hidden fields, and what may be chosen, field by field."""

    hidden: list[tuple[str, str]] = field(default_factory=list)
    radios: dict[str, list[str]] = field(default_factory=dict)
    boxes: dict[str, list[str]] = field(default_factory=dict)
    most: int = 1
    submits: int = 0

    def sent(self) -> Iterator[dict[str, list[str]]]:
        """Everything that can be sent: each choice of the ones with each of the others, as many boxes as are asked for."""
        radios = [[(name, value) for value in values] for name, values in self.radios.items()]
        boxes = [[(name, some) for some in combinations(values, self.most)] for name, values in self.boxes.items()]
        for chosen, ticked in product(product(*radios), product(*boxes)):
            fields: dict[str, list[str]] = {}
            for name, value in (*self.hidden, *chosen):
                fields.setdefault(name, []).append(value)
            yield fields | {name: list(some) for name, some in ticked}


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.words: list[str] = []
        self._open: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.words += [given[name] for name in ("aria-label", "title") if name in given]
        if tag == "form":
            self._open = Form()
            self.forms.append(self._open)
        elif self._open is not None:
            self._field(self._open, tag, given)

    def _field(self, form: Form, tag: str, given: dict[str, str]) -> None:
        name, value = given.get("name", ""), given.get("value", "")
        if "data-most" in given:
            form.most = int(given["data-most"])
        if tag == "button":
            form.submits += 1
        elif tag == "input":
            kind = given.get("type")
            if kind == "radio":
                form.radios.setdefault(name, []).append(value)
            elif kind == "checkbox":
                form.boxes.setdefault(name, []).append(value)
            else:
                form.hidden.append((name, value))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def forms_in(html: str) -> list[Form]:
    """The forms of a fragment."""
    page = _Page()
    page.feed(html)
    return page.forms


def words_in(html: str) -> str:
    """What is read and read out of a fragment, in one line."""
    page = _Page()
    page.feed(html)
    return " ".join(" ".join(page.words).split())


def actions_in(html: str, most: int = 200) -> list[Any]:
    """The actions that the forms of a fragment can send, as many of each form as that."""
    return [APP.action(fields) for form in forms_in(html) for fields in islice(form.sent(), most)]
