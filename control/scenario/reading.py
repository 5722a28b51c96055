"""From the text of a file to its top-level keys, without trusting it: bounds first, then YAML, then block by block.

Where a file is not YAML, each top-level key with what belongs to it is read alone, so that one slip of the hand hides nothing
of the rest of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, SequenceNode

from control.scenario.binding import key_of

# Bounds: each several times what the default scenario needs, and small enough that no file keeps the reader busy for long.
MOST_LETTERS: Final = 250_000  # of one file; the default scenario's longest has 45,000
MOST_LETTERS_IN_ALL: Final = 750_000  # the default scenario has 140,000
MOST_MARKS: Final = 30_000  # lines, commas and brackets of one file; 4,000
MOST_FILES: Final = 100  # 12
MOST_NODES: Final = 100_000  # values of one file once every alias stands for what it names; 2,000
MOST_LEVELS: Final = 40  # 8

UNDEFINED: Final = "undefined alias"  # as the YAML reader calls an alias whose anchor stands elsewhere
TOP_LEVEL_KEY: Final = re.compile(r"^([A-Za-z_][\w-]*):", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Why some text could not be read. `key` is the top-level key that is lost by it, "" for the whole file.

    `slip` says that it is a slip in the YAML, next to which the rest may be fine. An empty `what` is not worth a word: the
    text leans on a part of the file that could not be read, and of which something has been said.
    """

    line: int
    what: str
    mend: str
    key: str = ""
    slip: bool = False


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
    if sum(text.count(mark) for mark in "\n,[{") > MOST_MARKS:
        what = f"the file has more than {MOST_MARKS:,} lines, commas and brackets."
        yield Trouble(line=1, what=what, mend="Split it, and take out what is no part of a scenario.")
        return
    if (broken := text.find("\ufffd")) >= 0:
        yield Trouble(line=text.count("\n", 0, broken) + 1, what="the file is not UTF-8 text.", mend="Save it as UTF-8.")
    whole = read(text)
    if not isinstance(whole, Trouble):
        yield from _top_level(whole)
    elif whole.slip:
        yield from _by_blocks(text, whole)
    else:
        yield whole


def _by_blocks(text: str, whole: Trouble) -> Iterator[Entry | Trouble]:
    """The top-level keys of a file that is not YAML, each read alone."""
    parts = [(key, read(block)) for key, block in blocks(text)]
    if not any(isinstance(found, Trouble) and UNDEFINED not in found.what for _, found in parts):
        yield whole  # whatever it is, no block has it alone
        return
    for key, found in parts:
        if not isinstance(found, Trouble):
            yield from _top_level(found)
        else:
            yield replace(found, key=key, what="" if UNDEFINED in found.what else found.what)


def blocks(text: str) -> Iterator[tuple[str, str]]:
    """Each top-level key with its text, moved down by empty lines so that every line keeps its number."""
    starts = [(found.start(), found[1]) for found in TOP_LEVEL_KEY.finditer(text)]
    edges = [0, *(at for at, _ in starts), len(text)]
    keys = ["", *(key for _, key in starts)]
    for key, first, after in zip(keys, edges, edges[1:], strict=False):
        if text[first:after].strip():
            yield key, "\n" * text.count("\n", 0, first) + text[first:after]


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
        return Trouble(line=line, what=f"this is not YAML: {said}.", mend=mend, slip=True)
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
