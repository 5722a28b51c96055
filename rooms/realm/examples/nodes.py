"""Nodes of an example file: plain values, and the line of each error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from msgspec import Struct
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

# === plain values =======================================================================================================

# Readers for the plain values of an example file; each error names its place.


Node = object  # value of YAML: a mapping, a list, text, a number, true, false or nothing


class ExampleError(Exception):
    """An example that cannot be played. The message says where and why; `step`: index of the step in `when`, from 0."""

    step: int | None = None


def mapping(value: Node, where: str) -> Mapping[str, Node]:
    """Return a mapping; nothing and "none" are an empty one.

    Raises:
        ExampleError: it is something else.
    """
    if value is None or value == "none":
        return {}
    if not isinstance(value, Mapping):
        raise ExampleError(f"{where}: write keys and values here, not {value!r}")
    return {str(key): each for key, each in value.items()}


def items(value: Node, where: str) -> tuple[Node, ...]:
    """Return a list; a single value is a list of one, nothing and "none" an empty one."""
    if value is None or value == "none":
        return ()
    if isinstance(value, Mapping):
        raise ExampleError(f"{where}: write a list here, not keys and values")
    return tuple(value) if isinstance(value, list | tuple) else (value,)


def number(value: Node, where: str) -> int:
    """Return a whole number.

    Raises:
        ExampleError: it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise ExampleError(f"{where}: write a whole number here, not {value!r}")
    return value


def text(value: Node, where: str) -> str:
    """Return text.

    Raises:
        ExampleError: it is something else.
    """
    if not isinstance(value, str):
        raise ExampleError(f"{where}: write a word here, not {value!r}")
    return value


def one_of(value: str, known: Mapping[str, object], where: str) -> str:
    """Return a known key.

    Raises:
        ExampleError: the key is unknown; the message lists the known ones.
    """
    if value not in known:
        raise ExampleError(f"{where}: '{value}' is unknown; known are {', '.join(sorted(known))}")
    return value


def difference(expected: Node, actual: Node, where: str) -> list[str]:
    """Return the differences from an expected value. Mappings may hold more; text that begins or ends with dots is a part."""
    if isinstance(expected, Mapping):
        if not isinstance(actual, Mapping):
            return [f"{where}: expected keys and values, found {actual!r}"]
        plain = {str(key): each for key, each in actual.items()}
        found: list[str] = []
        for key, each in expected.items():
            place = f"{where}.{key}" if where else str(key)
            found += difference(each, plain[str(key)], place) if str(key) in plain else [f"{place}: expected, but it is not there"]
        return found
    if isinstance(expected, list | tuple):
        if not isinstance(actual, list | tuple) or len(actual) != len(expected):
            return [f"{where}: expected {list(expected)!r}, found {actual!r}"]
        pairs = enumerate(zip(expected, actual, strict=True))
        return [each for at, (one, other) in pairs for each in difference(one, other, f"{where}[{at}]")]
    if isinstance(expected, str) and isinstance(actual, str):
        begin, end = expected.startswith("..."), expected.endswith("...")
        inner = expected.removeprefix("...").removesuffix("...").strip()
        fits = (
            inner in actual
            if begin and end
            else actual.endswith(inner)
            if begin
            else actual.startswith(inner)
            if end
            else expected == actual
        )
        return [] if fits else [f"{where}: expected {expected!r}, found {actual!r}"]
    return [] if expected == actual and type(expected) is type(actual) else [f"{where}: expected {expected!r}, found {actual!r}"]


def merged(onto: Node, patch: Node) -> Node:
    """Lay one plain value over another: mappings are joined key by key, anything else is replaced."""
    if isinstance(onto, Mapping) and isinstance(patch, Mapping):
        joined = {str(key): each for key, each in onto.items()}
        for key, each in patch.items():
            joined[str(key)] = merged(joined.get(str(key)), each)
        return joined
    return patch


# === places =============================================================================================================

# Lines of an example's parts in its file, for error messages.


THE_EXAMPLE = "the example"  # place of errors without a better one
UNKNOWN = re.compile(r"'(.+?)' is unknown;")  # an unknown key has a line of its own


class Written(Struct, frozen=True):
    """A document of a file, by its number from 0. Lines are counted only on demand."""

    text: str = ""
    number: int = 0

    def line(self, *places: str) -> int | None:
        """Return the line, from 1, closest around one of these places; None if nothing is written there.

        A place is written like the start of an error: "given.units.zen", "when[2].do".
        """
        lines = self._lines()
        found = [_known(place, lines) for place in places]
        return lines.get(max(found, key=len, default=""))

    def located(self, error: ExampleError) -> str:
        """Return the error's message with its line."""
        place, _, why = str(error).partition(": ")
        if unknown := UNKNOWN.match(why):
            place = unknown[1] if place == THE_EXAMPLE else f"{place}.{unknown[1]}"
        step = () if error.step is None else (f"when[{error.step}]{place.removeprefix('when')}",)
        line = self.line(*step, place)
        return str(error) if line is None else f"line {line}: {error}"

    def _lines(self) -> Mapping[str, int]:
        try:
            documents = list(YAML(typ="safe", pure=True).compose_all(self.text))
        except YAMLError:
            return {}
        return dict(_places(documents[self.number], "")) if self.number < len(documents) else {}


def _known(place: str, lines: Mapping[str, int]) -> str:
    while place and place not in lines:
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return place


def _places(node: object, place: str) -> Iterator[tuple[str, int]]:
    if isinstance(node, MappingNode | SequenceNode | ScalarNode) and not place:
        yield place, node.start_mark.line + 1
    if isinstance(node, MappingNode):
        for key, value in node.value:
            inner = f"{place}.{key.value}" if place else str(key.value)
            yield inner, key.start_mark.line + 1
            yield from _places(value, inner)
    elif isinstance(node, SequenceNode):
        for at, value in enumerate(node.value):
            yield f"{place}[{at}]", value.start_mark.line + 1
            yield from _places(value, f"{place}[{at}]")


def no_yaml(wrong: YAMLError) -> ExampleError:
    """Return YAML's complaint about a file as one line."""
    if isinstance(wrong, MarkedYAMLError) and wrong.problem_mark is not None:
        return ExampleError(f"line {wrong.problem_mark.line + 1}: this is not YAML: {wrong.problem}")
    return ExampleError(f"this is not YAML: {str(wrong).splitlines()[0]}")
