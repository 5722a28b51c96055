"""A translation of a scenario: files that hold its texts in another language, by the ids of the scenario that they translate.

The result is that scenario with these texts in their places and nothing else changed: numbers, ids, maps and decks come from the
original alone. A text that is not translated stays as it is and is named with its place, so that a translation can be kept whole.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, get_args, get_origin

from msgspec import Struct
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from control.engine.records import is_record_class, replace
from rooms.realm.scenario.binder import BROKEN, Binder, Spot, hints_of
from rooms.realm.scenario.parser import described, key_of, text_in
from rooms.realm.scenario.problems import nearest, quoted
from rooms.realm.scenario.schema import Scenario

TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Scenario": ("title", "summary"),
    "Province": ("name",),
    "House": ("name", "short", "motto", "true_secrets", "false_secrets"),
    "Character": ("line",),
    "Mountain": ("name",),
    "NeutralCastle": ("name",),
    "Rumor": ("text",),
    "Law": ("title", "text"),
    "PlanStep": ("name", "hint"),
    "DayLine": ("what",),
    "SchemeType": ("name", "text"),
    "ProposalType": ("name", "text", "forms"),
    "Faction": ("name", "building", "building_text"),
    "Favor": ("name", "ability"),
    "MasterMinion": ("name",),
    "Ending": ("title", "text"),
    "EmperorSample": ("text",),
    "NewsText": ("texts",),
    "Texts": (
        "phases",
        "rooms",
        "god_emperor_motives",
        "god_emperor_page",
        "god_emperor_samples",
        "god_emperor_decrees",
        "god_emperor_punishments",
        "god_emperor_immortals",
        "rumor_spares",
    ),
}
"""The fields that people read, by class. In a translation nothing else may stand but what says of which entry they are."""

NAMES: Final[Mapping[str, tuple[str, ...]]] = {"Character": ("name",), "Region": ("name",)}
"""Names of people and places: a translation may have them, and lacks nothing without."""

ENTRY: Final[Mapping[str, str]] = {"NeutralCastle": "region"}  # what says which entry is meant, where that is not its id
VALUE: Final = re.compile(r"\{\w*\}")

Given = Mapping[str, tuple[Node, Spot]]


class Translation(Struct, frozen=True, kw_only=True):
    """One reading of a translation: what it reports goes to `binder`, `places` is where the original's fields stand."""

    binder: Binder
    places: Mapping[str, Spot]
    whole: Spot  # the line that says what is translated

    def of(self, bound: Mapping[str, object], sections: Given, lost: set[str]) -> dict[str, object]:
        """The sections of the original with the texts of the translation; those of `lost` could not be read and lack nothing."""
        fields = _fields_of(Scenario)
        for key in [key for key in sections if key not in fields]:
            self._report_no_text(sections[key][1], key)
        translated = dict(bound)
        for name in fields:
            hint = hints_of(Scenario)[name]
            at = replace(self.whole, path=name, owner="Scenario", field=name)
            if name in sections:
                translated[name] = self._value(hint, bound[name], *sections[name])
            elif name not in lost and name in bound and is_owed(hint, bound[name]):
                self._report_lack(at, name, bound[name])
        return translated

    def _value(self, hint: object, value: Any, node: Node, spot: Spot) -> Any:
        """A value of the original with the texts of a node in it."""
        self.binder.spots[spot.path] = spot
        origin, args = get_origin(hint), get_args(hint)
        if hint is str:
            return self._text(value, node, spot)
        if is_record_class(hint):
            return self._entry(hint, value, node, spot)
        if origin is Mapping:
            return self._mapping(args[1], value, node, spot)
        if not isinstance(node, SequenceNode):
            self.binder.report(spot, f"this must be a list, not {described(node)}.", "Write lines with '- '.")
            return value
        keyed = _keyed_by(args[0])
        return self._by_id(args[0], keyed, value, node, spot) if keyed else self._in_order(args[0], value, node, spot)

    def _text(self, original: str, node: Node, spot: Spot) -> str:
        text = self.binder.bind(str, node, spot)
        if text is BROKEN:
            return original
        wanted = Counter(VALUE.findall(original))
        if Counter(VALUE.findall(str(text))) != wanted:
            values = ", ".join(wanted.elements()) or "none"
            self.binder.report(spot, f"the values in braces are not those of the original ({values}).", f"Keep them: {values}.")
        return str(text)

    def _entry(self, kind: type, value: Any, node: Node, spot: Spot) -> Any:
        if not isinstance(node, MappingNode):
            self.binder.report(spot, f"this must be keys and values, not {described(node)}.", "Write 'key: value' lines.")
            return value
        given = self._members(kind, node, spot)
        changed = {}
        for name in _fields_of(kind):
            hint, original = hints_of(kind)[name], getattr(value, name)
            if name in given:
                changed[name] = self._value(hint, original, *given[name])
            elif name not in NAMES.get(kind.__name__, ()) and is_owed(hint, original):
                self._report_lack(replace(spot, path=f"{spot.path}.{name}"), name, original)
        return replace(value, **changed)

    def _members(self, kind: type, node: MappingNode, spot: Spot) -> dict[str, tuple[Node, Spot]]:
        """The nodes of the texts of an entry, by key; what is no text of it is reported."""
        fields, given = _fields_of(kind), {}
        for key_node, value_node in node.value:
            key = key_of(key_node)
            at = _at(spot, key_node, f"{spot.path}.{key}", owner=kind.__name__, field=key)
            if key == _keyed_by(kind):
                continue
            if key in hints_of(kind) and key not in fields:
                self._report_no_text(at, key)
            elif key not in fields:
                self._report_unknown(at, "key", key, fields)
            elif key in given:
                self.binder.report(at, f"the key '{key}' is written twice.", "Keep one of them.")
            else:
                given[key] = (value_node, at)
        return given

    def _mapping(self, hint: object, value: Mapping[Any, Any], node: Node, spot: Spot) -> Any:
        if not isinstance(node, MappingNode):
            self.binder.report(spot, f"this must be keys and values, not {described(node)}.", "Write 'key: value' lines.")
            return value
        translated, left = dict(value), {str(key): key for key in value}
        for key_node, value_node in node.value:
            word = key_of(key_node)
            at = _at(spot, key_node, f"{spot.path}.{word}")
            if word in left:
                key = left.pop(word)
                translated[key] = self._value(hint, value[key], value_node, at)
            elif word in map(str, value):
                self.binder.report(at, f"the key '{word}' is written twice.", "Keep one of them.")
            else:
                self._report_unknown(at, "key", word, [*map(str, value)])
        for word, key in left.items():
            if is_owed(hint, value[key]):
                self._report_lack(replace(spot, path=f"{spot.path}.{word}"), word, value[key])
        return translated

    def _by_id(self, kind: type, keyed: str, values: Sequence[Any], node: SequenceNode, spot: Spot) -> Any:
        """The entries of a list, in the order of the original, each with the texts of the entry that bears its id."""
        paths = {getattr(each, keyed): _path_in(spot.path, each, index) for index, each in enumerate(values, start=1)}
        originals = {getattr(each, keyed): each for each in values}
        translated: dict[str, Any] = {}
        for item in node.value:
            name = text_in(item, keyed)
            at = _at(spot, item, paths.get(name, f"{spot.path}[{name or '?'}]"))
            if name is None:
                self.binder.report(at, f"only '{keyed}' says what this translates, and it is missing.", f"Add '{keyed}:'.")
            elif name in translated:
                self.binder.report(at, f"{quoted(name)} is translated twice.", "Keep one of them.")
            elif name not in originals:
                self._report_unknown(at, keyed, name, list(originals))
            else:
                translated[name] = self._value(kind, originals[name], item, at)
        for name, each in originals.items():
            if name not in translated and is_owed(kind, each):
                self._report_lack(replace(spot, path=paths[name]), f"- {keyed}: {name}", each)
        return tuple(translated.get(name, each) for name, each in originals.items())

    def _in_order(self, kind: object, values: Sequence[Any], node: SequenceNode, spot: Spot) -> Any:
        """The entries of a list that have no ids, each with the texts of the one in its place."""
        here, there = len(node.value), len(values)
        if here > there:
            what = f"{here} entries stand here, and {there} in the original."
            self.binder.report(spot, what, "Write one for each of the original, in its order.")
        translated = [
            self._value(kind, value, item, _at(spot, item, f"{spot.path}[{index}]"))
            for index, (value, item) in enumerate(zip(values, node.value, strict=False), start=1)
        ]
        for index, value in enumerate(values[here:], start=here + 1):
            self._report_lack(replace(spot, path=f"{spot.path}[{index}]"), f"entry {index}", value)
        return (*translated, *values[here:])

    def _report_lack(self, spot: Spot, name: str, original: object) -> None:
        """Advice: something of the original is not translated here."""
        there = self.places.get(spot.path)
        where = f" ({there.file.removeprefix('../')}:{there.line})" if there else ""
        words = f", for {quoted(original)}" if isinstance(original, str) else ""
        what = f"this has no translation{where}."
        self.binder.report(spot, what, f"Add {quoted(name)} here{words}.", warning=True)

    def _report_no_text(self, spot: Spot, key: str) -> None:
        what = f"{quoted(key)} is no text: it is what the original says."
        self.binder.report(spot, what, "Leave it out, or change it in the original.")

    def _report_unknown(self, spot: Spot, word: str, name: str, known: Sequence[str]) -> None:
        meant = nearest(name, known)
        self.binder.report(
            spot, f"the original has no {word} {quoted(name)} here.", f"Write '{meant}'." if meant else "Leave it out."
        )


def _keyed_by(kind: object) -> str:
    """The field that says which entry of a list is meant; "" where only its place says so."""
    named = ENTRY.get(kind.__name__, "id") if isinstance(kind, type) else ""
    return named if is_record_class(kind) and named in hints_of(kind) else ""


@cache
def _fields_of(kind: type) -> tuple[str, ...]:
    """The fields of a class that are texts, or hold some further down, in order."""
    texts = {*TEXTS.get(kind.__name__, ()), *NAMES.get(kind.__name__, ())}
    return tuple(name for name, hint in hints_of(kind).items() if name in texts or _bears(hint))


@cache
def _bears(hint: object) -> bool:
    """Whether a type holds texts in fields of its own."""
    if is_record_class(hint):
        return bool(_fields_of(hint))
    if get_origin(hint) in (tuple, Mapping):
        return any(_bears(each) for each in get_args(hint) if each is not Ellipsis)
    return False


def is_owed(hint: object, value: Any) -> bool:
    """Whether a value of a type holds something that a complete translation has; `hint` is that of a text, or bears some."""
    args = get_args(hint)
    if is_record_class(hint):
        may = NAMES.get(hint.__name__, ())
        return any(name not in may and is_owed(hints_of(hint)[name], getattr(value, name)) for name in _fields_of(hint))
    if get_origin(hint) is Mapping:
        return any(is_owed(args[1], each) for each in value.values())
    if get_origin(hint) is tuple:
        return any(is_owed(args[0], each) for each in value)
    return bool(value)


def _path_in(path: str, entry: Any, index: int) -> str:
    """The path of an entry of a list as the original has it."""
    return f"{path}[{getattr(entry, 'id', index)}]"


def _at(spot: Spot, node: Node, path: str, *, owner: str = "", field: str = "") -> Spot:
    owner, field = owner or spot.owner, field or spot.field
    return Spot(file=spot.file, line=node.start_mark.line + 1, path=path, owner=owner, field=field)
