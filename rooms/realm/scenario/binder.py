"""Binder of YAML nodes to the records of the schema, driven by their type hints alone."""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from math import isfinite
from typing import Final, NewType, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from control.engine.records import is_record_class, replace
from rooms.realm.scenario.limits import CHOICES, ID, KEYS, NEVER_EMPTY, PATTERNS, PLACED_BY, entries_of, letters_of, limits_of
from rooms.realm.scenario.parser import described, empty_at, is_cut_number, key_of, tag_of, text_in
from rooms.realm.scenario.problems import QUOTED, TYPE_NAMES, Problem, mend_of_number, nearest, one_of, quoted

# === type hints =========================================================================================================

# The types of the schema as they are hinted: the fields of a record, and what stands in for a value that is broken.


@cache
def hints_of(kind: type) -> dict[str, object]:
    """The fields of a record with their types, in order."""
    return get_type_hints(kind)


@cache
def is_required(kind: type, name: str) -> bool:
    """Whether a field of a record has no default."""
    (found,) = (field for field in fields(kind) if field.name == name)
    return found.required


def stand_in(kind: object) -> object:
    """Something empty of a type, in place of what could not be read."""
    origin, args = get_origin(kind), get_args(kind)
    if isinstance(kind, NewType) or kind is str:
        return ""
    if origin in (Union, types.UnionType):
        return None
    if origin is tuple:
        return () if args[-1] is Ellipsis else tuple(stand_in(each) for each in args)
    if origin is Mapping:
        return {key: stand_in(args[1]) for key in args[0]} if isinstance(args[0], type) and issubclass(args[0], StrEnum) else {}
    if is_record_class(kind):
        return kind(**{name: stand_in(hint) for name, hint in hints_of(kind).items() if is_required(kind, name)})
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return next(iter(kind))
    return 0 if kind in (int, float) else False


# === binder =============================================================================================================

# From YAML nodes to the records of the schema, driven by their type hints alone.
# The Binder never stops at a mistake: it notes a Problem, gives BROKEN for that value and goes on, so that one run names
# everything. What is broken is left out of the list it stands in, or replaced by something empty in the field it fills, so that
# the rest can still be checked; a value with a problem is never part of a scenario that is handed out. The Binder also notes
# where each field stood and which ids were defined and mentioned.


class Broken:
    """The type of BROKEN: the value of something that could not be read and has been reported."""


BROKEN: Final = Broken()


class Spot(Struct, frozen=True, kw_only=True):
    """Where a value stands: its file, line, path as the author reads it, and the class and field it fills."""

    file: str
    line: int
    path: str
    owner: str = ""
    field: str = ""


class Mention(Struct, frozen=True, kw_only=True):
    """An id that a scenario defines or refers to. `kind` is the name of its NewType, such as "HouseId"."""

    kind: str
    id: str
    spot: Spot


MOST_PROBLEMS: Final = 500


class TooManyProblemsError(Exception):
    """So much is wrong that naming more of it would help nobody."""


class Binder:
    """Reads nodes into values of a wanted type and gathers what it saw on the way."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.defined: list[Mention] = []
        self.mentioned: list[Mention] = []
        self.spots: dict[str, Spot] = {}
        self.partly = False  # whether what is read now lacks parts that could not be read: nothing is missed in it

    def report(self, spot: Spot, what: str, mend: str, *, warning: bool = False) -> Broken:
        """Note a problem at a spot.

        Raises:
            TooManyProblemsError: there are MOST_PROBLEMS already.
        """
        if len(self.problems) >= MOST_PROBLEMS:
            raise TooManyProblemsError
        found = Problem(file=spot.file, line=spot.line, field=spot.path, what=what, mend=mend, warning=warning)
        self.problems.append(found)
        return BROKEN

    def _report_missing(self, spot: Spot, key: str) -> Broken:
        if self.partly:
            return BROKEN
        inside = replace(spot, path=f"{spot.path}.{key}")
        return self.report(inside, f"the key '{key}' is missing.", f"Add '{key}:' here.")

    def bind(self, kind: object, node: Node, spot: Spot) -> object:
        """The value of a node as the wanted type, or BROKEN when it was reported."""
        self.spots.setdefault(spot.path, spot)
        if self.partly and tag_of(node) == "null":
            return BROKEN  # what stood here may be what could not be read
        if isinstance(kind, NewType):
            return self._bind_id(kind, node, spot)
        if is_record_class(kind):
            return self._bind_record(kind, node, spot)
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
        if tag_of(node) == "null":
            return None
        (kind,) = (arg for arg in args if arg is not types.NoneType)
        return self.bind(kind, node, spot)

    def _bind_id(self, kind: NewType, node: Node, spot: Spot) -> object:
        value = self._bind_scalar(str, node, spot)
        if not isinstance(value, str):
            return value
        if not ID.fullmatch(value):
            return self.report(spot, f"{quoted(value)} is not an id.", "Write lower-case letters, digits and single hyphens.")
        mentions = self.defined if spot.field == "id" else self.mentioned
        mentions.append(Mention(kind=kind.__name__, id=value, spot=spot))
        return value

    def _bind_choice(self, kind: type[StrEnum], node: Node, spot: Spot) -> object:
        value = self._bind_scalar(str, node, spot)
        if not isinstance(value, str):
            return value
        if value not in set(kind):
            return self.report(spot, f"{quoted(value)} is not a choice here.", one_of(value, [str(m) for m in kind]))
        return kind(value)

    def _bind_record(self, kind: type, node: Node, spot: Spot) -> object:
        if not isinstance(node, MappingNode):
            return self.report(spot, f"this must be keys and values, not {described(node)}.", f"Write {_keys_of(kind)}.")
        hints = hints_of(kind)
        given = self._members(node, spot, known=list(hints), owner=kind.__name__)
        values: dict[str, object] = {}
        for name, hint in hints.items():
            if name in given:
                at = _inside(spot, given[name], path=f"{spot.path}.{name}", owner=kind.__name__, field=name)
                values[name] = self.bind(hint, given[name], at)
            elif is_required(kind, name):
                values[name] = BROKEN if MERGE in map(key_of, (key for key, _ in node.value)) else self._report_missing(spot, name)
        if values.get("id") is BROKEN:
            return BROKEN  # nobody could say what it is
        kept = {name: value for name, value in values.items() if value is not BROKEN or is_required(kind, name)}
        return kind(**{name: stand_in(hints[name]) if value is BROKEN else value for name, value in kept.items()})

    def _members(self, node: MappingNode, spot: Spot, *, known: list[str], owner: str) -> dict[str, Node]:
        """The value nodes by key; unknown and repeated keys are reported, and the first of two counts."""
        given: dict[str, Node] = {}
        written = [key_of(key_node) for key_node, _ in node.value]
        for key, (key_node, value_node) in zip(written, node.value, strict=True):
            at = _inside(spot, key_node, path=f"{spot.path}.{key}", owner=owner, field=key)
            if is_cut_number(key_node, value_node):
                self._report_cut_number(at, key)
            elif key == MERGE:
                self.report(at, "keys are not taken over from elsewhere.", "Write them out here, without '<<'.")
            elif key not in known:
                free = [each for each in known if each not in written]
                meant = nearest(key, free) or nearest(key, known)
                self.report(at, f"the key {quoted(key)} is unknown.", f"Write '{meant}'." if meant else "Leave it out.")
            elif key in given:
                self.report(at, f"the key '{key}' is written twice.", "Keep one of them.")
            else:
                given[key] = (
                    value_node if value_node.start_mark.index < value_node.end_mark.index else empty_at(key_node, value_node)
                )
        return given

    def _bind_mapping(self, args: tuple[object, ...], node: Node, spot: Spot) -> object:
        key_kind, value_kind = args
        key_kind = KEYS.get((spot.owner, spot.field), key_kind)
        if not isinstance(node, MappingNode):
            return self.report(spot, f"this must be keys and values, not {described(node)}.", "Write 'key: value' lines.")
        bound: dict[object, object] = {}
        for key_node, value_node in node.value:
            at = _inside(spot, key_node, path=f"{spot.path}.{key_of(key_node)}", owner=spot.owner, field=spot.field)
            if is_cut_number(key_node, value_node):
                self._report_cut_number(at, key_of(key_node))
                continue
            key = self.bind(key_kind, key_node, at)
            value = self.bind(value_kind, value_node, at)
            if key in bound:
                self.report(at, f"the key {quoted(key_of(key_node))} is written twice.", "Keep one of them.")
            if key is not BROKEN:
                bound.setdefault(key, stand_in(value_kind) if value is BROKEN else value)
        if isinstance(key_kind, type) and issubclass(key_kind, StrEnum):
            written = {key_of(key_node) for key_node, _ in node.value}
            for member in key_kind:
                if member not in written:
                    self._report_missing(spot, member)
                bound.setdefault(member, stand_in(value_kind))
        return bound

    def _report_cut_number(self, spot: Spot, key: str) -> None:
        """The end of a number that was written with a comma."""
        self.report(spot, f"the comma before {quoted(key)} begins another entry.", "Write decimals with a point, as in 0.5.")

    def _bind_tuple(self, args: tuple[object, ...], node: Node, spot: Spot) -> object:
        if args == (tuple[float, float], Ellipsis) and isinstance(node, ScalarNode):
            return self._bind_outline(node, spot)
        if not isinstance(node, SequenceNode):
            return self.report(spot, f"this must be a list, not {described(node)}.", "Write [a, b] or lines with '- '.")
        if args[-1] is Ellipsis:
            return self._bind_list(args[0], node, spot)
        if len(args) != len(node.value):
            if self.partly:
                return BROKEN
            count = len(node.value)
            return self.report(spot, f"this must have {len(args)} values, not {count}.", f"Write {len(args)} values.")
        values = [
            self.bind(kind, item, _inside(spot, item, path=f"{spot.path}[{at}]", owner=spot.owner, field=spot.field))
            for at, (kind, item) in enumerate(zip(args, node.value, strict=True), start=1)
        ]
        return BROKEN if BROKEN in values else tuple(values)

    def _bind_list(self, kind: object, node: SequenceNode, spot: Spot) -> object:
        """The entries that could be read, in order; of two with one id the first."""
        most = entries_of(spot.owner, spot.field)
        if len(node.value) > most:
            return self.report(spot, f"{len(node.value)} entries are too many.", f"Write {most} at most.")
        if not node.value and not self.partly and (spot.owner, spot.field) in NEVER_EMPTY:
            return self.report(spot, "the list is empty.", "Write at least one entry.")
        values: list[object] = []
        firsts: dict[str, tuple[int, Node]] = {}
        for index, item in enumerate(node.value, start=1):
            name = text_in(item, "id") or str(index)
            at = _inside(spot, item, path=f"{spot.path}[{name}]", owner=spot.owner, field=spot.field)
            value = self.bind(kind, item, at)
            if name in firsts and not name.isdigit():
                self._report_twice(kind, item, *firsts[name], at, name)
            elif value is not BROKEN:
                values.append(value)
            elif is_record_class(kind) and "id" not in hints_of(kind):
                values.append(stand_in(kind))  # so that those behind it keep their places
            firsts.setdefault(name, (at.line, item))
        return tuple(values)

    def _report_twice(self, kind: object, node: Node, line: int, first: Node, spot: Spot, name: str) -> None:
        """Two entries with one id; where an entry says what it lies in, one in two places or twice in one is meant."""
        owner = getattr(kind, "__name__", "")
        places = [text_in(each, PLACED_BY[owner]) if owner in PLACED_BY else None for each in (first, node)]
        if not all(places):
            self.report(spot, f"the id {quoted(name)} is used twice, first in line {line}.", "Rename one.")
        elif places[0] == places[1]:
            what = f"{quoted(name)} stands twice in '{places[0]}', first in line {line}."
            self.report(spot, what, "Take one out, or give it the id that was meant.")
        else:
            what = f"{quoted(name)} lies in two {PLACED_BY[owner]}s: in '{places[0]}' by line {line}, and in '{places[1]}' here."
            self.report(spot, what, "Keep it where it belongs, and take the other out.")

    def _bind_outline(self, node: ScalarNode, spot: Spot) -> object:
        """An outline in short: "x,y x,y x,y"."""
        try:
            points = tuple((float(x), float(y)) for x, y in (pair.split(",") for pair in str(node.value).split()))
        except ValueError:
            return self.report(spot, "this is not an outline.", 'Write points as "x,y x,y x,y" or draw the map again.')
        return points

    def _bind_scalar(self, kind: type, node: Node, spot: Spot) -> object:
        if not isinstance(node, ScalarNode):
            return self.report(spot, f"this must be {TYPE_NAMES[kind]}, not {described(node)}.", "Write one value.")
        tag = tag_of(node)
        if kind is str:
            return self._bind_text(node, tag, spot)
        if kind is bool and tag == "bool":
            return str(node.value).lower() == "true"
        if (kind is int and tag == "int") or (kind is float and tag in ("int", "float")):
            return self._bind_number(kind, node, spot)
        mend = mend_of_number(kind, str(node.value)) if kind in (int, float) else f"Write {TYPE_NAMES[kind]}."
        return self.report(spot, f"this must be {TYPE_NAMES[kind]}, not {described(node)}.", mend)

    def _bind_text(self, node: ScalarNode, tag: str, spot: Spot) -> object:
        place = (spot.owner, spot.field)
        if tag != "str":
            mend = "Write something; what begins with # is a comment without quotation marks." if tag == "null" else ""
            mend = f"Write {PATTERNS[place][1]}, in quotation marks." if place in PATTERNS else mend
            return self.report(spot, f"this must be text, not {described(node)}.", mend or "Put it in quotation marks.")
        text = str(node.value).strip()
        if len(text) > letters_of(*place):
            what = f"{len(text)} letters are too many."
            return self.report(spot, what, f"Write {letters_of(*place)} at most.")
        if not text and place not in MAY_BE_EMPTY:
            return self.report(spot, "this text is empty.", "Write something, or leave the entry out.")
        if place in CHOICES and text not in CHOICES[place]:
            return self.report(spot, f"{quoted(text)} is not a choice here.", one_of(text, CHOICES[place]))
        if place in PATTERNS and not PATTERNS[place][0].fullmatch(text):
            return self.report(spot, f"{quoted(text)} has the wrong form.", f"Write {PATTERNS[place][1]}.")
        return text

    def _bind_number(self, kind: type, node: ScalarNode, spot: Spot) -> object:
        text = str(node.value).replace("_", "")
        try:
            value = int(text) if kind is int else float(text)
        except ValueError:
            return self.report(spot, f"{quoted(text)} is not a plain number.", "Write it in digits.")
        low, high = limits_of(spot.owner, spot.field)
        if not isfinite(value) or not low <= value <= high:
            return self.report(spot, f"{text[:QUOTED]} is not possible here.", f"Write a number from {low:g} to {high:g}.")
        return value


MERGE: Final = "<<"
MAY_BE_EMPTY: Final = {("PlanStep", "hint")}


def _inside(spot: Spot, node: Node, *, path: str, owner: str, field: str) -> Spot:
    line = node.start_mark.line + 1
    return Spot(file=spot.file, line=line, path=path.removeprefix("."), owner=owner, field=field)


def _keys_of(kind: type) -> str:
    names = [name for name in hints_of(kind) if is_required(kind, name)]
    return "the keys " + ", ".join(names) if names else "'key: value' lines"
