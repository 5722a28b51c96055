"""From YAML nodes to the dataclasses of the schema, driven by their type hints alone.

The Binder never stops at a mistake: it notes a Problem, gives BROKEN for that value and goes on, so that one run names
everything. It also notes where each field stood and which ids were defined and mentioned.
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import cache
from math import isfinite
from typing import Final, NewType, Union, get_args, get_origin, get_type_hints

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from control.scenario.forms import CHOICES, ID, PATTERNS, limits_of
from control.scenario.problem import Problem


class Broken:
    """The type of BROKEN: the value of something that could not be read and has been reported."""


BROKEN: Final = Broken()


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """Where a value stands: its file, line, path as the author reads it, and the class and field it fills."""

    file: str
    line: int
    path: str
    owner: str = ""
    field: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """An id that a scenario defines or refers to. `kind` is the name of its NewType, such as "HouseId"."""

    kind: str
    id: str
    spot: Spot


class Binder:
    """Reads nodes into values of a wanted type and gathers what it saw on the way."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.defined: list[Mention] = []
        self.mentioned: list[Mention] = []
        self.spots: dict[str, Spot] = {}

    def report(self, spot: Spot, what: str, mend: str) -> Broken:
        """Note a problem at a spot."""
        self.problems.append(Problem(file=spot.file, line=spot.line, field=spot.path, what=what, mend=mend))
        return BROKEN

    def _report_missing(self, spot: Spot, key: str) -> Broken:
        inside = replace(spot, path=f"{spot.path}.{key}")
        return self.report(inside, f"the key '{key}' is missing.", f"Add '{key}:' here.")

    def bind(self, kind: object, node: Node, spot: Spot) -> object:
        """The value of a node as the wanted type, or BROKEN when it was reported."""
        self.spots.setdefault(spot.path, spot)
        if isinstance(kind, NewType):
            return self._bind_id(kind, node, spot)
        if isinstance(kind, type) and is_dataclass(kind):
            return self._bind_dataclass(kind, node, spot)
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            return self._bind_choice(kind, node, spot)
        origin, args = get_origin(kind), get_args(kind)
        if origin in (Union, types.UnionType):
            return self._bind_optional(args, node, spot)
        if origin is tuple:
            return self._bind_tuple(args, node, spot)
        if origin is Mapping:
            return self._bind_mapping(args, node, spot)
        if isinstance(kind, type):
            return self._bind_scalar(kind, node, spot)
        raise TypeError(f"the loader does not know how to read {kind!r}")

    def _bind_optional(self, args: tuple[object, ...], node: Node, spot: Spot) -> object:
        if _tag(node) == "null":
            return None
        (kind,) = (arg for arg in args if arg is not types.NoneType)
        return self.bind(kind, node, spot)

    def _bind_id(self, kind: NewType, node: Node, spot: Spot) -> object:
        value = self._bind_scalar(str, node, spot)
        if not isinstance(value, str):
            return value
        if not ID.fullmatch(value):
            return self.report(spot, f"'{value}' is not an id.", "Write lower-case letters, digits and single hyphens.")
        mentions = self.defined if spot.field == "id" else self.mentioned
        mentions.append(Mention(kind=kind.__name__, id=value, spot=spot))
        return value

    def _bind_choice(self, kind: type[StrEnum], node: Node, spot: Spot) -> object:
        value = self._bind_scalar(str, node, spot)
        if not isinstance(value, str):
            return value
        if value not in set(kind):
            return self.report(spot, f"'{value}' is not a choice here.", _one_of(value, [str(m) for m in kind]))
        return kind(value)

    def _bind_dataclass(self, kind: type, node: Node, spot: Spot) -> object:
        if not isinstance(node, MappingNode):
            return self.report(spot, f"this must be keys and values, not {_described(node)}.", f"Write {_keys_of(kind)}.")
        hints = hints_of(kind)
        given, fine = self._members(node, spot, known=list(hints), owner=kind.__name__)
        values: dict[str, object] = {}
        for name, hint in hints.items():
            if name in given:
                at = _inside(spot, given[name], path=f"{spot.path}.{name}", owner=kind.__name__, field=name)
                values[name] = self.bind(hint, given[name], at)
            elif is_required(kind, name):
                values[name] = self._report_missing(spot, name)
        return kind(**values) if fine and BROKEN not in values.values() else BROKEN

    def _members(self, node: MappingNode, spot: Spot, *, known: list[str], owner: str) -> tuple[dict[str, Node], bool]:
        """The value nodes by key, unknown and repeated keys reported, and whether all was well."""
        given: dict[str, Node] = {}
        fine = True
        for key_node, value_node in node.value:
            key = str(key_node.value)
            at = _inside(spot, key_node, path=f"{spot.path}.{key}", owner=owner, field=key)
            if key not in known:
                fine = False
                self.report(at, f"the key '{key}' is unknown.", _one_of(key, [k for k in known if k not in given]))
            elif key in given:
                fine = False
                self.report(at, f"the key '{key}' is written twice.", "Keep one of them.")
            else:
                given[key] = value_node
        return given, fine

    def _bind_mapping(self, args: tuple[object, ...], node: Node, spot: Spot) -> object:
        key_kind, value_kind = args
        if not isinstance(node, MappingNode):
            return self.report(spot, f"this must be keys and values, not {_described(node)}.", "Write 'key: value' lines.")
        bound: dict[object, object] = {}
        fine = True
        for key_node, value_node in node.value:
            at = _inside(spot, key_node, path=f"{spot.path}.{key_node.value}", owner=spot.owner, field=spot.field)
            key = self.bind(key_kind, key_node, at)
            value = self.bind(value_kind, value_node, at)
            if key in bound:
                self.report(at, f"the key '{key_node.value}' is written twice.", "Keep one of them.")
            fine = fine and BROKEN not in (key, value) and key not in bound
            bound[key] = value
        if isinstance(key_kind, type) and issubclass(key_kind, StrEnum):
            written = {str(key_node.value) for key_node, _ in node.value}
            for member in key_kind:
                if member not in written:
                    fine = False
                    self._report_missing(spot, member)
        return bound if fine else BROKEN

    def _bind_tuple(self, args: tuple[object, ...], node: Node, spot: Spot) -> object:
        if args == (tuple[float, float], Ellipsis) and isinstance(node, ScalarNode):
            return self._bind_outline(node, spot)
        if not isinstance(node, SequenceNode):
            return self.report(spot, f"this must be a list, not {_described(node)}.", "Write [a, b] or lines with '- '.")
        if args[-1] is Ellipsis:
            kinds: Sequence[object] = [args[0]] * len(node.value)
        elif len(args) != len(node.value):
            count = len(node.value)
            return self.report(spot, f"this must have {len(args)} values, not {count}.", f"Write {len(args)} values.")
        else:
            kinds = args
        values: list[object] = []
        firsts: dict[str, int] = {}
        for index, (kind, item) in enumerate(zip(kinds, node.value, strict=True), start=1):
            name = _id_in(item) or str(index)
            at = _inside(spot, item, path=f"{spot.path}[{name}]", owner=spot.owner, field=spot.field)
            if name in firsts and not name.isdigit():
                first = firsts[name]
                values.append(self.report(at, f"the id '{name}' is used twice, first in line {first}.", "Rename one."))
            firsts.setdefault(name, at.line)
            values.append(self.bind(kind, item, at))
        return BROKEN if BROKEN in values else tuple(values)

    def _bind_outline(self, node: ScalarNode, spot: Spot) -> object:
        """An outline in short: "x,y x,y x,y"."""
        try:
            points = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in str(node.value).split()))
        except ValueError:
            return self.report(spot, "this is not an outline.", 'Write points as "x,y x,y x,y" or draw the map again.')
        return points

    def _bind_scalar(self, kind: type, node: Node, spot: Spot) -> object:
        if not isinstance(node, ScalarNode):
            return self.report(spot, f"this must be {_NAMES[kind]}, not {_described(node)}.", "Write one value.")
        tag = _tag(node)
        if kind is str:
            return self._bind_text(node, tag, spot)
        if kind is bool and tag == "bool":
            return str(node.value).lower() == "true"
        if (kind is int and tag == "int") or (kind is float and tag in ("int", "float")):
            return self._bind_number(kind, node, spot)
        return self.report(spot, f"this must be {_NAMES[kind]}, not {_described(node)}.", f"Write {_NAMES[kind]}.")

    def _bind_text(self, node: ScalarNode, tag: str, spot: Spot) -> object:
        if tag != "str":
            return self.report(spot, f"this must be text, not {_described(node)}.", "Put it in quotation marks.")
        text = str(node.value).strip()
        place = (spot.owner, spot.field)
        if not text and place not in _MAY_BE_EMPTY:
            return self.report(spot, "this text is empty.", "Write something, or leave the entry out.")
        if place in CHOICES and text not in CHOICES[place]:
            return self.report(spot, f"'{text}' is not a choice here.", _one_of(text, CHOICES[place]))
        if place in PATTERNS and not PATTERNS[place][0].fullmatch(text):
            return self.report(spot, f"'{text}' has the wrong form.", f"Write {PATTERNS[place][1]}.")
        return text

    def _bind_number(self, kind: type, node: ScalarNode, spot: Spot) -> object:
        text = str(node.value).replace("_", "")
        try:
            value = int(text) if kind is int else float(text)
        except ValueError:
            return self.report(spot, f"'{text}' is not a plain number.", "Write it in digits.")
        low, high = limits_of(spot.owner, spot.field)
        if not isfinite(value) or not low <= value <= high:
            return self.report(spot, f"{text} is not possible here.", f"Write a number from {low:g} to {high:g}.")
        return value


@cache
def hints_of(kind: type) -> dict[str, object]:
    """The fields of a dataclass with their types, in order."""
    return get_type_hints(kind)


@cache
def is_required(kind: type, name: str) -> bool:
    """Whether a field of a dataclass has no default."""
    (found,) = (field for field in fields(kind) if field.name == name)
    return found.default is MISSING and found.default_factory is MISSING


def nearest(word: str, words: Sequence[str]) -> str | None:
    """The one of some words that was probably meant."""
    letters = sorted(word.lower())
    close = get_close_matches(word.lower(), words, n=3, cutoff=0.6)
    return next((each for each in close if sorted(each) == letters), close[0] if close else None)


_NAMES: Final[dict[type, str]] = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}
_MAY_BE_EMPTY: Final = {("Step", "hint")}


def _inside(spot: Spot, node: Node, *, path: str, owner: str, field: str) -> Spot:
    line = node.start_mark.line + 1
    return Spot(file=spot.file, line=line, path=path.removeprefix("."), owner=owner, field=field)


def _tag(node: Node) -> str:
    return str(node.tag).rsplit(":", 1)[-1]


def _id_in(node: Node) -> str | None:
    """The value of the key `id` of a mapping node, by which an entry of a list is named."""
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if key_node.value == "id" and isinstance(value_node, ScalarNode):
                return str(value_node.value)
    return None


def _described(node: Node) -> str:
    if isinstance(node, MappingNode):
        return "keys and values"
    if isinstance(node, SequenceNode):
        return "a list"
    return "nothing" if _tag(node) == "null" else f"'{node.value}'"


def _keys_of(kind: type) -> str:
    return "the keys " + ", ".join(name for name in hints_of(kind) if is_required(kind, name))


def _one_of(word: str, words: Sequence[str]) -> str:
    meant = nearest(word, words)
    if meant:
        return f"Write '{meant}'."
    return f"Write one of: {', '.join(words)}." if words else "Leave it out."
