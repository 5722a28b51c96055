"""The JSON Schema of a scenario's files, by which an editor completes keys, explains them and underlines mistakes."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, NewType, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from control.engine.records import is_record_class
from rooms.realm.scenario.binder import MAY_BE_EMPTY, hints_of
from rooms.realm.scenario.land import Outline, Shapes
from rooms.realm.scenario.limits import CHOICES, ID, KEYS, NEVER_EMPTY, PATTERNS, entries_of, letters_of, limits_of
from rooms.realm.scenario.schema import Scenario
from rooms.realm.scenario.sections import FORMAT

# === JSON Schema ========================================================================================================


Part = dict[str, Any]
"""A piece of a JSON Schema."""

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
FIELD: Final = re.compile(r"^ {4}(\w+): [^#\n]*(?:#(?!\d) *(.+))?$", re.MULTILINE)
BARE_RULE: Final = re.compile(r"R-\d+|GE-[A-Z]{3}-\d+")
POINTS: Final = r"^\s*(-?[\d.]+,-?[\d.]+\s*)*$"


def json_schema() -> Part:
    """The schema of one file of a scenario: any of the top-level keys, each as the loader reads it."""
    _, components = msgspec.json.schema_components((Scenario, Shapes), ref_template="#/$defs/{name}")
    kinds = _classes(Scenario) | _classes(Shapes)
    defined = {name: _closed(part, kinds[name]) for name, part in components.items()}
    whole, shapes = defined.pop("Scenario"), defined["Shapes"]
    like = {
        "type": "string",
        "pattern": r"^[\w-]+$",
        "description": "A scenario folder beside this one; missing keys come from it.",
    }
    version = {"type": "integer", "minimum": 1, "maximum": FORMAT, "description": "The form in which this folder is written."}
    own = {"format": version, "like": like, "shapes": {"$ref": "#/$defs/Shapes", "description": shapes["description"]}}
    return {
        "$schema": DIALECT,
        "title": "A file of a scenario",
        "description": "All files of a folder are put together; each key stands in one of them.",
        "type": "object",
        "properties": {**whole["properties"], **own},
        "additionalProperties": False,
        "$defs": dict(sorted(defined.items())),
    }


def remarks_of(kind: type) -> dict[str, str]:
    """Remarks behind the fields of a record in its source, by field."""
    sources = (inspect.getsource(each) for each in reversed(kind.__mro__) if each is not Struct and issubclass(each, Struct))
    return {name: remark for source in sources for name, remark in FIELD.findall(source) if remark}


def _classes(kind: object) -> dict[str, type]:
    """All records and choices that a type is made of, by name."""
    found: dict[str, type] = {}
    waiting = [kind]
    while waiting:
        each = waiting.pop()
        waiting += get_args(each)
        if isinstance(each, type) and issubclass(each, (Struct, StrEnum)) and each.__name__ not in found:
            found[each.__name__] = each
            waiting += hints_of(each).values() if is_record_class(each) else []
    return found


def _closed(part: Part, kind: type) -> Part:
    """A class with what the loader asks of each field, and no further keys."""
    if not is_record_class(kind):
        return part
    remarks = remarks_of(kind)
    fields = {name: _bounded(part["properties"][name], hint, kind.__name__, name) for name, hint in hints_of(kind).items()}
    for name, remark in remarks.items():
        if name in fields:
            words = f"See {remark} in the rulebook." if BARE_RULE.fullmatch(remark) else f"{remark[0].upper()}{remark[1:]}."
            fields[name] = {**fields[name], "description": words}
    description = inspect.getdoc(kind) or ""
    return {**part, "description": description, "properties": fields, "additionalProperties": False}


def _bounded(part: Part, hint: object, owner: str, field: str) -> Part:
    """A part with the bounds that `rooms.realm.scenario.limits` sets for its place."""
    origin, args = get_origin(hint), get_args(hint)
    if hint == Outline:
        return {"anyOf": [{"type": "string", "pattern": POINTS}, part], "description": 'Points as "x,y x,y x,y".'}
    if isinstance(hint, NewType):
        return {**part, "pattern": f"^{ID.pattern}$", "maxLength": letters_of(owner, field)}
    if origin in (Union, types.UnionType):
        (kind,) = (arg for arg in args if arg is not types.NoneType)
        bounded = [each if each == {"type": "null"} else _bounded(each, kind, owner, field) for each in part["anyOf"]]
        return {**part, "anyOf": bounded}
    if origin is tuple and args[-1] is Ellipsis:
        least = {"minItems": 1} if (owner, field) in NEVER_EMPTY else {}
        return {**part, "items": _bounded(part["items"], args[0], owner, field), **least, "maxItems": entries_of(owner, field)}
    if origin is tuple:
        return {
            **part,
            "prefixItems": [_bounded(each, arg, owner, field) for each, arg in zip(part["prefixItems"], args, strict=True)],
        }
    if origin is Mapping:
        return _mapping(part, args, owner, field)
    if hint in (int, float):
        low, high = limits_of(owner, field)
        return {**part, "minimum": low, "maximum": high}
    return _text(part, owner, field) if hint is str else part


def _mapping(part: Part, args: tuple[object, ...], owner: str, field: str) -> Part:
    key, value = KEYS.get((owner, field), args[0]), args[1]
    each = _bounded(part["additionalProperties"], value, owner, field)
    if isinstance(key, type) and issubclass(key, StrEnum):
        names = [str(member) for member in key]
        return {"type": "object", "properties": dict.fromkeys(names, each), "required": names, "additionalProperties": False}
    return {**part, "propertyNames": {"pattern": f"^{ID.pattern}$"}, "additionalProperties": each}


def _text(part: Part, owner: str, field: str) -> Part:
    place = (owner, field)
    bounded = {**part, "maxLength": letters_of(owner, field)}
    if place in CHOICES:
        return {**part, "enum": list(CHOICES[place])}
    if place in PATTERNS:
        pattern, words = PATTERNS[place]
        bounded |= {"pattern": f"^({pattern.pattern})$", "description": f"{words[0].upper()}{words[1:]}."}
    elif place not in MAY_BE_EMPTY:
        bounded["minLength"] = 1
    if part.get("default") == "":  # what may be left out may not be written empty
        bounded.pop("default")
    return bounded
