"""Every sentence of the War Room comes from the catalogue, and the tool that gathers sentences finds all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import control
from control.engine import language
from control.engine.viewer import Viewer
from megagame.messages import CatalogueMessage, messages_in_code
from rooms.realm.desks import Desk
from rooms.realm.game.effects.kinds import SHAPES
from rooms.war.game import whynot
from rooms.war.game.module import FURTHER, WAR
from rooms.war.game.sheets.limits import window
from rooms.war.game.sheets.offer import choices
from rooms.war.game.state import record_of
from rooms.war.game.updates import updates
from rooms.war.game.view import view_war
from rooms.war.game.view_desk import war_desk
from rooms.war.game.view_map import map_view
from tests.records import field_names, is_record
from tests.rooms.war.play import WARGAME, Month
from tests.rooms.war.wars import War, full_wars
from tests.scenarios import default

OPEN, CLOSE = "⟦", "⟧"
MONTHS = 8
OWN = frozenset(kind for module in (WAR, *FURTHER) for kind in module.events)
RULE = re.compile(r"GE-[A-Z]{3}-\d+|R-\d+")


@cache
def gathered() -> frozenset[tuple[str, str]]:
    """Every sentence in the code of the rules and the War Room, with its plural."""
    home = Path(control.__file__ or "").parent.parent
    folders = tuple(home / each for each in ("rooms/war", "rooms/realm/game", "rooms/realm", "control/day", "control/engine"))
    found: set[CatalogueMessage] = set()
    for folder in folders:
        for path in folder.rglob("*.py"):
            found.update(messages_in_code(path))
    return frozenset((each.sentence, each.plural) for each in found)


@pytest.fixture
def asked(monkeypatch):
    """A language that puts every sentence in brackets. Returns the set of requested sentences."""
    found: set[tuple[str, str]] = set()

    def one(sentence: str) -> str:
        found.add((sentence, ""))
        return f"{OPEN}{sentence}{CLOSE}"

    def by_count(singular: str, plural: str, count: int) -> str:
        found.add((singular, plural))
        return f"{OPEN}{singular if count == 1 else plural}{CLOSE}"

    monkeypatch.setattr(language, "_one", one)
    monkeypatch.setattr(language, "_in_context", lambda _context, sentence: one(sentence))
    monkeypatch.setattr(language, "_by_count", by_count)
    return found


def test_every_word_of_the_war_room_comes_from_a_catalogue(asked):
    """Always the same months: they contain battles, coups, famine, roads, tunnels, laws and commanded Immortals."""
    told: list[str] = []

    @settings(max_examples=MONTHS, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(full_wars())
    def play(war: War) -> None:
        for step in ("orders", "move", "battle", "rewards", "recruit"):
            war.through(step)
            told.extend(_said(war.month))
        war.turn()
        told.extend(_said(war.month))
        # An event is explained from the state before it. The state at the end serves as well, because only the words matter.
        told.extend(WARGAME.explain(each, war.month.state) for each in war.month.happened if type(each) in OWN)

    play()

    assert len(asked) > 150  # number of different sentences
    assert not asked - gathered()
    outside = {_outside(text) for text in told}
    data = _data()
    left = {text for text in outside if re.search(r"[A-Za-z]{2,}", data.sub(" ", RULE.sub(" ", text)))}
    assert not left


def _said(month: Month) -> Iterator[str]:
    """Every text about a month that anybody sees."""
    state = month.state
    record, board = record_of(state), map_view(state)
    yield from (battle.sentence for battle in board.battles)
    yield from (*updates(state), *board.updates)
    for region in board.regions:
        yield from (*region.marks, *(each.words for each in region.since))
    for stance in war_desk(state, Viewer(desks=frozenset({Desk.WAR}))).stances:
        yield stance.sentence
    for why in whynot.all_failures(state):
        yield from (why.heading, why.cause, why.instead, why.name)
    for seat in sorted({sheet.seat for sheet in record.sheets} | set(record.present)):
        seen = view_war(state, Viewer(seat=seat))
        if seen.mine is not None:
            yield from (seen.mine.sentence, seen.mine.allies, seen.mine.betrayal)
            for line in seen.mine.lines:
                yield from (line.line, line.order, line.sentence)
        for why in whynot.allowed(state, seat):
            yield from (why.heading, why.cause, why.instead, why.name)
        yield window(state, seat).sentence
        yield from (place.label for move in choices(state, seat).moves for place in move.targets)


def _outside(text: str) -> str:
    """Return the text outside all brackets."""
    deep, left = 0, []
    for letter in text:
        deep += (letter == OPEN) - (letter == CLOSE)
        left.append(letter if not deep and letter != CLOSE else " ")
    return "".join(left)


@cache
def _data() -> re.Pattern[str]:
    """Names of the scenario and its players, and texts that the tests' months contain."""
    names = {*_names(default().houses), *_names(default().map.regions), *_names(default().casting), "a task", "they agreed"}
    names |= {shape.name for shape in SHAPES.values()}
    longest_first = sorted((re.escape(name) for name in names if name), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})\b")


def _names(part: object) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    elif is_record(part):
        for name in field_names(part):
            yield from _names(getattr(part, name))

    elif isinstance(part, Mapping):
        for value in part.values():
            yield from _names(value)
    elif isinstance(part, tuple | list | frozenset):
        for value in part:
            yield from _names(value)
