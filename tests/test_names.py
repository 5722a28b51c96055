"""Names of modules and classes: a module is a noun of the field, and a public class name means one thing."""

from __future__ import annotations

import ast
import re
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
    *("hindsight", "written", "overdue", "embedded", "join"),
}
TEMPLATES = {
    str(path.relative_to(ROOT)): path for package in ("control", "rooms") for path in sorted((ROOT / package).rglob("*.html"))
}
OF_LIBRARIES = {"None", "QueryDict", "UUID"}  # types in heads of templates that the project does not define


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
        ["rooms/court/game/duel/view.py", "rooms/court/screens/duel_desk.py"],
    ],
    ids=["the platform", "platform and room", "one room"],
)
def test_a_clash_is_found(modules):
    assert clashes({"Row": modules}) == {"Row": modules}


def test_siblings_of_one_shape_share_a_name():
    assert clashes({"Phase": ["rooms/tables/scythe/game/state.py", "rooms/tables/statecraft/game/state.py"]}) == {}


def test_no_module_is_named_by_a_riddle():
    assert [module for module, path in MODULES.items() if path.stem in RIDDLES and "templatetags" not in path.parts] == []


# === heads of templates =================================================================================================

# The first comment of a template says what it needs: "Needs: panel (CallView), event_id (int)".


def part_of(path: str) -> str:
    """Room or game of a module or template, else its package: "rooms/tables", "control"."""
    return sibling(path) or ("rooms/tables" if path.startswith("rooms/tables/") else path.partition("/")[0])


def sources(part: str) -> set[str]:
    """Parts whose types a template of this part may get: its own, and those that it imports."""
    below = {"rooms/tables"} if part.startswith("rooms/tables") else {"rooms/realm"} if part.startswith("rooms/") else set()
    return {part, "control"} | below


def types_needed(template: str) -> set[str]:
    """Types that the head of a template names, without those of Python."""
    head = re.match(r"\s*\{#.*?Needs:(.*?)#\}", template, re.DOTALL)
    given = re.findall(r"\(([^()]*)\)", head[1]) if head else []
    return {name for each in given for name in re.findall(r"\b[A-Z]\w*", re.sub(r'"[^"]*"|: .*', "", each))} - OF_LIBRARIES


def parts_of_types() -> dict[str, set[str]]:
    """Classes and type aliases of the project, and the parts that define them."""
    found = defaultdict(set)
    for module, path in MODULES.items():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            names = [node.name] if isinstance(node, ast.ClassDef) else [each.id for each in targets if isinstance(each, ast.Name)]
            for name in names:
                found[name].add(part_of(module))
    return found


def unknown_types(template: str, text: str, parts: dict[str, set[str]]) -> set[str]:
    """Types in the head of a template that its part cannot get."""
    return {name for name in types_needed(text) if not parts.get(name, set()) & sources(part_of(template))}


def test_the_head_of_a_template_names_types_that_exist():
    parts = parts_of_types()
    found = {name: unknown_types(name, path.read_text(encoding="utf-8"), parts) for name, path in TEMPLATES.items()}

    assert sum(bool(types_needed(path.read_text(encoding="utf-8"))) for path in TEMPLATES.values()) > 400
    assert {name: sorted(types) for name, types in found.items() if types} == {}


@pytest.mark.parametrize(
    ("template", "head"),
    [
        ("control/templates/control/_play_call.html", "{# A call. Needs: panel (NoSuchView|None), event_id (int) #}"),
        ("control/templates/control/desk/_calls.html", "{# Calls. Needs: panels (tuple[NoSuchView, ...]) #}"),
        ("rooms/war/templates/war/_why.html", "{# Reasons. Needs: panel (NoSuchView: the first) #}"),
    ],
    ids=["a former name", "in a tuple", "with a remark"],
)
def test_a_head_with_an_unknown_type_is_found(template, head):
    assert unknown_types(template, head, {"CallView": {"control"}}) == {"NoSuchView"}


def test_a_head_cannot_name_a_type_of_another_room():
    head = "{# The region. Needs: region (Region), seat (SeatId) #}"

    assert unknown_types("control/templates/control/_a.html", head, {"Region": {"rooms/realm"}, "SeatId": {"control"}}) == {
        "Region"
    }
