"""From the text of a file to its top-level keys, without trusting it: bounds first, then YAML, then block by block.

Where a file is not YAML, each top-level key with what belongs to it is read alone, so that one slip of the hand hides nothing
of the rest of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from control.scenario.binding import key_of

MOST_LETTERS: Final = 500_000  # of one file; the default scenario's longest has 45,000
MOST_LETTERS_IN_ALL: Final = 2_000_000
MOST_FILES: Final = 100
MOST_NODES: Final = 200_000  # values after every alias has been put in place; the default scenario has 6,000
MOST_LEVELS: Final = 40

TOP_LEVEL_KEY: Final = re.compile(r"^([A-Za-z_][\w-]*):", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why some text could not be read. `key` is the top-level key that is lost by it, "" for the whole file."""

    line: int
    what: str
    mend: str
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A top-level key of a file with its value."""

    key: str
    key_node: Node
    value_node: Node


def entries_in(text: str) -> Iterator[Entry | Trouble]:
    """What stands at the top level of a file, and what could not be read."""
    if len(text) > MOST_LETTERS:
        what = f"the file has more than {MOST_LETTERS:,} letters."
        yield Trouble(line=1, what=what, mend="Split it, and take out what is no part of a scenario.")
        return
    if (broken := text.find("\ufffd")) >= 0:
        yield Trouble(line=text.count("\n", 0, broken) + 1, what="the file is not UTF-8 text.", mend="Save it as UTF-8.")
    whole = read(text)
    if not isinstance(whole, Trouble):
        yield from _top_level(whole)
        return
    parts = [(key, read(block)) for key, block in blocks(text)]
    if not any(isinstance(found, Trouble) for _, found in parts):
        yield whole
        return
    for key, found in parts:
        if isinstance(found, Trouble):
            yield Trouble(line=found.line, what=found.what, mend=found.mend, key=key)
        else:
            yield from _top_level(found)


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each top-level key with its text, moved down by empty lines so that every line keeps its number."""
    starts = list(TOP_LEVEL_KEY.finditer(text))
    if starts and text[: starts[0].start()].strip():
        yield "", text[: starts[0].start()]
    for start, after in zip(starts, [*starts[1:], None], strict=True):
        above = text.count("\n", 0, start.start())
        yield start[1], "\n" * above + text[start.start() : after.start() if after else None]


@lru_cache(maxsize=64)
def read(text: str) -> Node | Trouble | None:
    """The nodes of a text, or why there are none; kept because scenarios share files with the one they are like."""
    try:
        root: Node | None = YAML(typ="safe", pure=True).compose(text)
    except RecursionError:
        return _too_deep(1)
    except YAMLError as error:
        mark = error.problem_mark if isinstance(error, MarkedYAMLError) else None
        said = (error.problem if isinstance(error, MarkedYAMLError) else None) or str(error).splitlines()[0]
        line = min(mark.line + 1, text.count("\n") + 1) if mark else 1
        mend = "Look at the indent, the quotation marks and the colons here."
        return Trouble(line=line, what=f"this is not YAML: {said}.", mend=mend)
    return _trouble_of_size(root) or root if root is not None else None


def _top_level(root: Node | None) -> Iterator[Entry | Trouble]:
    if root is None:
        return
    if not isinstance(root, MappingNode):
        what = "the file must hold keys and values."
        yield Trouble(line=root.start_mark.line + 1, what=what, mend="Begin it with a key such as 'houses:'.")
        return
    for key_node, value_node in root.value:
        yield Entry(key=key_of(key_node), key_node=key_node, value_node=value_node)


def _trouble_of_size(root: Node) -> Trouble | None:
    """Whether a tree is too deep, endless, or too large once every alias stands for all that it names."""
    sizes: dict[int, int] = {}
    open_: set[int] = set()
    stack: list[tuple[Node, bool]] = [(root, False)]
    while stack:
        node, done = stack.pop()
        below = _below(node)
        if done:
            open_.discard(id(node))
            sizes[id(node)] = 1 + sum(sizes[id(each)] for each in below)
            if sizes[id(node)] > MOST_NODES:
                what = f"this stands for more than {MOST_NODES:,} values."
                return Trouble(line=node.start_mark.line + 1, what=what, mend="Write it out without anchors (&) and aliases (*).")
        elif id(node) not in sizes:
            if len(open_) >= MOST_LEVELS:
                return _too_deep(node.start_mark.line + 1)
            if any(id(each) in open_ or each is node for each in below):
                what = "this contains itself."
                return Trouble(line=node.start_mark.line + 1, what=what, mend="Take the alias (*) out.")
            open_.add(id(node))
            stack.append((node, True))
            stack.extend((each, False) for each in below)
    return None


def _below(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [each for pair in node.value for each in pair]
    return list(node.value) if isinstance(node, SequenceNode) else []


def _too_deep(line: int) -> Trouble:
    what = f"this is nested more than {MOST_LEVELS} levels deep."
    return Trouble(line=line, what=what, mend="Take out levels; no scenario needs more than 10.")
