"""Reading a scenario: a mapping of file names to texts becomes a Scenario, or the list of everything wrong with it.

A scenario is a folder of YAML files whose top-level keys are put together; each top-level key stands in one file. The
keys are the fields of `Scenario`, and `shapes`, the outlines that the drawing tool writes. A key `like` names another
scenario; its files come with names that begin with "../", and give the keys that the scenario itself does not have.
Nothing here opens a file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from inspect import signature

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node

from control.scenario.binding import BROKEN, Binder, Spot, hints_of, is_required, nearest
from control.scenario.checks import CHECKS, Complaint
from control.scenario.ids import RegionId
from control.scenario.problem import Problem
from control.scenario.schema import Map, Scenario

Outline = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shapes:
    """Outlines kept apart from the map, so that the map file stays readable; each "x,y x,y x,y"."""

    regions: Mapping[RegionId, Outline]
    mountain: tuple[Outline, ...] = ()
    coast: tuple[Outline, ...] = ()


def load_scenario(files: Mapping[str, str]) -> Scenario | list[Problem]:
    """The scenario in some YAML files, or all problems of it, sorted by place."""
    binder = Binder()
    sections = _sections(files, binder)
    bound = {name: binder.bind(_kinds()[name], node, spot) for name, (node, spot) in sections.items()}
    if not any(problem.field == "" for problem in binder.problems):
        _report_missing(bound, files, binder)
    _report_unknown_ids(binder)
    _run_checks(bound, binder)
    if binder.problems:
        return sorted(set(binder.problems))
    shapes = bound.pop("shapes", None)
    scenario = Scenario(**bound)  # type: ignore[arg-type]  # each value was bound to its field's own type
    return replace(scenario, map=_drawn(scenario.map, shapes)) if isinstance(shapes, Shapes) else scenario


def scenario_to_json(scenario: Scenario) -> bytes:
    """A scenario as JSON, to be frozen into an event."""
    return msgspec.json.encode(scenario)


def scenario_from_json(frozen: bytes) -> Scenario:
    """The scenario that `scenario_to_json` froze.

    Raises:
        msgspec.ValidationError: the bytes are not a scenario of this version.
    """
    return msgspec.json.decode(frozen, type=Scenario)


def is_borrowed(name: str) -> bool:
    """Whether a file comes from the scenario that another one is like."""
    return name.startswith("../")


@cache
def _kinds() -> dict[str, object]:
    return {**hints_of(Scenario), "shapes": Shapes}


def _sections(files: Mapping[str, str], binder: Binder) -> dict[str, tuple[Node, Spot]]:
    """The value node of each top-level key of all files; what is unknown, repeated or unreadable is reported."""
    sections: dict[str, tuple[Node, Spot]] = {}
    for name in sorted(files, key=lambda name: (is_borrowed(name), name)):
        own = {key for key, (_, spot) in sections.items() if not is_borrowed(spot.file)}
        for key, key_node, value_node in _top_level(name, files[name], binder):
            if key == "like" or (is_borrowed(name) and (key in own or (key == "shapes" and "map" in own))):
                continue
            spot = Spot(file=name, line=key_node.start_mark.line + 1, path=key, owner="Scenario", field=key)
            if key not in _kinds():
                meant = nearest(key, list(_kinds()))
                binder.report(spot, f"the key '{key}' is unknown.", f"Write '{meant}'." if meant else "Leave it out.")
            elif key in sections:
                first = sections[key][1]
                what = f"the key '{key}' stands in {first.file} line {first.line} already."
                binder.report(spot, what, "Keep one of them.")
            else:
                sections[key] = (value_node, spot)
    return sections


def _top_level(name: str, text: str, binder: Binder) -> list[tuple[str, Node, Node]]:
    try:
        root = _composed(text)
    except YAMLError as error:
        mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
        said = (error.problem if isinstance(error, MarkedYAMLError) else None) or str(error).splitlines()[0]
        spot = Spot(file=name, line=mark.line + 1 if mark else 1, path="")
        binder.report(spot, f"this is not YAML: {said}.", "Look at the indent, the quotation marks and the colons here.")
        return []
    if (broken := text.find("\ufffd")) >= 0:
        spot = Spot(file=name, line=text.count("\n", 0, broken) + 1, path="")
        binder.report(spot, "the file is not UTF-8 text.", "Save it as UTF-8.")
    if root is None:
        return []
    if not isinstance(root, MappingNode):
        spot = Spot(file=name, line=1, path="")
        binder.report(spot, "the file must hold keys and values.", "Begin it with a key such as 'houses:'.")
        return []
    return [(str(key.value), key, value) for key, value in root.value]


@lru_cache(maxsize=64)
def _composed(text: str) -> Node | None:
    """The nodes of a text, kept because scenarios share files with the one they are like."""
    composed: Node | None = YAML(typ="safe", pure=True).compose(text)
    return composed


def _report_missing(bound: Mapping[str, object], files: Mapping[str, str], binder: Binder) -> None:
    spot = binder.spots.get("id") or Spot(file=min(files, default="scenario.yaml"), line=1, path="")
    for name in hints_of(Scenario):
        if name not in bound and is_required(Scenario, name):
            at = replace(spot, path=name, line=1)
            binder.report(at, f"no file has the key '{name}'.", f"Add '{name}:' to one of the files.")


def _report_unknown_ids(binder: Binder) -> None:
    known: dict[str, list[str]] = {}
    for definition in binder.defined:
        known.setdefault(definition.kind, []).append(definition.id)
    for mention in binder.mentioned:
        ids = known.get(mention.kind, [])
        if ids and mention.id not in ids:
            word = mention.kind.removesuffix("Id").lower()
            meant = nearest(mention.id, ids)
            mend = f"Write '{meant}'." if meant else f"Write one of: {', '.join(sorted(ids))}."
            binder.report(mention.spot, f"there is no {word} '{mention.id}'.", mend)


def _run_checks(bound: Mapping[str, object], binder: Binder) -> None:
    """Run each check whose sections have been read without a problem."""
    faulty = {problem.field.partition(".")[0].partition("[")[0] for problem in binder.problems}
    sound = {name: value for name, value in bound.items() if value is not BROKEN and name not in faulty}
    for check in CHECKS:
        needs = tuple(signature(check).parameters)
        if all(name in sound for name in needs):
            for complaint in check(**{name: sound[name] for name in needs}):
                _report_complaint(complaint, binder)


def _report_complaint(complaint: Complaint, binder: Binder) -> None:
    path = complaint.path
    while path not in binder.spots and "." in path:
        path = path.rpartition(".")[0]
    spot = binder.spots.get(path) or Spot(file="", line=1, path="")
    binder.report(replace(spot, path=complaint.path), complaint.what, complaint.mend)


def _drawn(plain: Map, shapes: Shapes) -> Map:
    """The map with the outlines of a `shapes` section in their places."""
    regions = tuple(replace(region, shape=shapes.regions.get(region.id, region.shape)) for region in plain.regions)
    mountain = plain.mountain
    if shapes.mountain:
        mountain = replace(mountain, shape=shapes.mountain[0], further=shapes.mountain[1:])
    return replace(plain, regions=regions, mountain=mountain, coast=shapes.coast or plain.coast)
