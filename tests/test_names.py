"""Names of modules and classes: a module is a noun of the field, and a public class name means one thing."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = {
    str(path.relative_to(ROOT)): path
    for package in ("control", "rooms", "megagame")
    for path in sorted((ROOT / package).rglob("*.py"))
    if "migrations" not in path.parts
}
SIBLINGS = (  # rooms and games built alike: each may use a class name once
    "rooms/court",
    "rooms/realm",
    "rooms/underground",
    "rooms/war",
    "rooms/tables/potemkin",
    "rooms/tables/scythe",
    "rooms/tables/statecraft",
)
STORED = {"Announce", "Resume", "SitDown", "Withdraw"}  # commands and actions, whose names are stored in journals
OF_DJANGO = {"Command"}  # name of each management command's class
RIDDLES = {  # participles, adverbs and words that name no thing
    *("told", "asked", "asking", "acting", "kept", "shown", "seen", "heard", "aloud", "beside", "touched", "concerned"),
    *("received", "meant", "left", "given", "taken", "put", "made", "done", "gone", "looking", "looker", "choosing"),
    *("playing", "telling", "worded", "waiting", "moments", "matters", "hands", "deeds", "part", "parts", "sound"),
    *("hindsight", "written"),
}


def sibling(module: str) -> str:
    """Room or game of the module; "" for the platform and shared code."""
    return next((each for each in SIBLINGS if module.startswith(f"{each}/")), "")


def clashes(modules_of: dict[str, list[str]]) -> dict[str, list[str]]:
    """Class names used twice, except once in each of several siblings."""
    return {
        name: modules
        for name, modules in modules_of.items()
        if len(modules) > 1 and ("" in map(sibling, modules) or len(set(map(sibling, modules))) < len(modules))
    }


def test_a_public_class_name_stands_twice_only_in_siblings():
    modules_of = defaultdict(list)
    for module, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and node.name not in STORED | OF_DJANGO:
                modules_of[node.name].append(module)

    assert len(modules_of) > 2000
    assert clashes(modules_of) == {}


@pytest.mark.parametrize(
    "modules",
    [
        ["control/lab/report.py", "control/engine/reports.py"],
        ["control/day/state.py", "rooms/war/game/map_marks.py"],
        ["rooms/court/game/duel.py", "rooms/court/screens/duel_desk.py"],
    ],
    ids=["the platform", "platform and room", "one room"],
)
def test_a_clash_is_found(modules):
    assert clashes({"Row": modules}) == {"Row": modules}


def test_siblings_of_one_shape_share_a_name():
    assert clashes({"Phase": ["rooms/tables/scythe/game/state.py", "rooms/tables/statecraft/game/state.py"]}) == {}


def test_no_module_is_named_by_a_riddle():
    assert [module for module, path in MODULES.items() if path.stem in RIDDLES and "templatetags" not in path.parts] == []
