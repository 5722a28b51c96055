"""Screens hold no state of an event: they show only views, made for their viewer (`control.regions.sight`)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.test_imports import ROOT, is_pure

# Modules that are no screens: they store the state, play on it, notify people, or look after the machine.
CARRIERS = (
    "control/backup/",
    "control/bots/",
    "control/casting/",
    "control/clock/clockwork.py",
    "control/debrief/timeline.py",  # news that was sent to everybody
    "control/lab/",
    "control/debrief/export/",
    "control/debrief/anonymity/",
    "control/journal/",
    "control/lab/",  # a study has its own state, and asks an event's state whether the event is being played
    "control/live/",
    "control/management/",
    "control/people/events.py",
    "control/regions/sight.py",
    "control/rehearsal/trouble_stage.py",
    "control/rehearsal/card.py",
    "control/rehearsal/conductor.py",
    "control/rehearsal/event_copy.py",
    "control/rehearsal/crew.py",
    "control/rehearsal/card.py",
    "control/rehearsal/guide.py",
    "control/rehearsal/event_copy.py",
    "control/registry/",
    "control/sheets/drafts.py",
    "control/sheets/receipts.py",
    "control/sheets/receipts.py",
    "control/watch/event_checks.py",
    "control/watch/clock_jump.py",
    "control/watch/ladder.py",
    "control/watch/overdue_commands.py",
    "control/watch/tracer.py",
    "rooms/realm/bots.py",
    "rooms/realm/registration.py",
    "rooms/tables/",  # screens of a table get a view of its game; these modules carry the table
)
STATES = {"DayState", "GameState"}


def screens() -> list[Path]:
    """Modules that may draw a screen."""
    found = [path for room in ("control", "rooms") for path in (ROOT / room).rglob("*.py") if not is_pure(path)]
    return sorted(path for path in found if not str(path.relative_to(ROOT)).startswith(CARRIERS))


def carried(tree: ast.AST) -> list[int]:
    """Lines that use a state in another way than passing it to a `Sight`."""
    lines, behind_a_sight = list[int](), set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Sight", "TypeVar"):
            behind_a_sight |= {id(each) for each in ast.walk(node)}
        if isinstance(node, ast.Subscript) and isinstance(node.value, (ast.Name, ast.Attribute)):
            name = node.value.id if isinstance(node.value, ast.Name) else node.value.attr
            if name in ("Sight", "DeskSight"):
                behind_a_sight |= {id(each) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if id(node) in behind_a_sight:
            continue
        if (isinstance(node, ast.Attribute) and node.attr == "state") or (isinstance(node, ast.Name) and node.id in STATES):
            lines.append(node.lineno)
    return lines


@pytest.mark.parametrize("path", screens(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_screen_is_shown_views(path):
    assert carried(ast.parse(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("def f(seen):\n    return seen.state.clock", [2], id="a state that is handed on"),
        pytest.param("def f(state: GameState):\n    return state", [1], id="a state as a parameter"),
        pytest.param("sight = Sight(journal.head(stream).state, HALL)", [], id="a state behind a sight"),
        pytest.param("Look = frame.DeskSight[GameState]", [], id="whose sight it is"),
    ],
)
def test_a_state_in_a_screen_is_seen(source, expected):
    assert carried(ast.parse(source)) == expected
