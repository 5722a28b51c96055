"""Where the parts of an example stand in its file, so that what is wrong can be found."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from rooms.realm.examples.nodes import ExampleError

THE_EXAMPLE = "the example"  # where whatever has no other place is wrong
UNKNOWN = re.compile(r"'(.+?)' is unknown;")  # a key that nobody knows has a line of its own


@dataclass(frozen=True, slots=True)
class Written:
    """A document of a file, by its number from 0. Its lines are counted only when one is asked for."""

    text: str = ""
    number: int = 0

    def line(self, *places: str) -> int | None:
        """The line, from 1, of what is written closest around one of these places; None where nothing is written.

        A place is written as errors begin: "given.units.zen", "when[2].do".
        """
        lines = self._lines()
        found = [_known(place, lines) for place in places]
        return lines.get(max(found, key=len, default=""))

    def located(self, error: ExampleError) -> str:
        """What is wrong, with the line where it stands."""
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
    """What YAML has against a file, in one line."""
    if isinstance(wrong, MarkedYAMLError) and wrong.problem_mark is not None:
        return ExampleError(f"line {wrong.problem_mark.line + 1}: this is not YAML: {wrong.problem}")
    return ExampleError(f"this is not YAML: {str(wrong).splitlines()[0]}")
