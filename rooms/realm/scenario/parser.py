"""Parser of a scenario's files: from text to top-level keys, bounds first, then YAML, block by block; and its nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from ruamel.yaml.reader import ReaderError

from control.engine.records import replace
from rooms.realm.scenario.problems import QUOTED, quoted

# === YAML nodes =========================================================================================================

# What YAML nodes are: their keys, their tags, and what an author sees in them.


def key_of(node: Node) -> str:
    """A key as text; one that is no word is not repeated."""
    return str(node.value) if isinstance(node, ScalarNode) else "?"


def is_cut_number(key_node: Node, value_node: Node) -> bool:
    """Whether an entry is what a comma cut off a number, as in {minutes: 0,5}."""
    return tag_of(key_node) == "int" and tag_of(value_node) == "null" and value_node.start_mark.index == value_node.end_mark.index


def empty_at(key_node: Node, value_node: Node) -> Node:
    """A value that is not written, in the line of its key; the YAML reader looks for it further down."""
    return ScalarNode(value_node.ctag, "", key_node.end_mark, key_node.end_mark) if tag_of(value_node) == "null" else value_node


def tag_of(node: Node) -> str:
    """What YAML takes a node for: "str", "int", "null" and so on."""
    return str(node.tag).rsplit(":", 1)[-1]


def text_in(node: Node, key: str) -> str | None:
    """The value of a key of a mapping node; the key `id` names an entry of a list."""
    if isinstance(node, MappingNode):
        for key_node, value_node in node.value:
            if key_node.value == key and isinstance(value_node, ScalarNode):
                return str(value_node.value)[:QUOTED]
    return None


def described(node: Node) -> str:
    """A node as a message names it."""
    if isinstance(node, MappingNode):
        return "keys and values"
    if isinstance(node, SequenceNode):
        return "a list"
    return "nothing" if tag_of(node) == "null" else quoted(str(node.value))


# === parser =============================================================================================================

# From the text of a file to its top-level keys, without trusting it: bounds first, then YAML, then block by block.
# Where a file is not YAML, each top-level key with what belongs to it is read alone, and in one that still is not each of the
# lines or entries that stand side by side, down to the smallest that has a slip: so one run names all slips of a file, and none
# of them hides what stands beside it.


# Bounds: each several times what the default scenario needs, and small enough that no file keeps the reader busy for long.
MOST_LETTERS: Final = 250_000  # of one file; the default scenario's longest has 45,000
MOST_LETTERS_IN_ALL: Final = 750_000  # the default scenario has 140,000
MOST_MARKS: Final = 30_000  # lines, commas and brackets of one file; 4,000
MOST_FILES: Final = 100  # 12
MOST_NODES: Final = 100_000  # values of one file once every alias stands for what it names; 2,000
MOST_LEVELS: Final = 40  # 8
MOST_KEYS: Final = 100  # top-level keys of a file with a slip that are read each alone; 22 have a meaning
MOST_PARTS: Final = 500  # entries of a list with a slip, the same; 60
MOST_HALVINGS: Final = 5  # levels down to which a slip is looked for; 5: timetable, steps, war, a step, its key

UNDEFINED: Final = re.compile(r"undefined alias '(.+)'")  # as the YAML reader calls an alias whose anchor stands elsewhere
TOP_LEVEL_KEY: Final = re.compile(r"^([A-Za-z_][\w-]*):", re.MULTILINE)
BESIDE_OTHERS: Final = re.compile(r"- |-$|[A-Za-z_][\w-]*:(?: |$)")  # how an entry of a list or a key of its own line begins
SWALLOWED: Final = re.compile(r" *(?:- )?[a-z_]+:(?: |$)")  # a line that was meant as a key, inside quotation marks
NO_START: Final = re.compile(r"found character '(.+)' that cannot start any token")
INVISIBLE: Final = re.compile(r"[\u00a0\u2000-\u200f\u202f\u205f\u3000\ufeff]")
UNCLOSED: Final = "a quotation mark is opened here, and not closed."
LOOK: Final = "Look at the indent, the quotation marks and the colons here."


class Trouble(Struct, frozen=True, kw_only=True):
    """Why some text could not be read. `key` is the top-level key that is lost by it, "" for the whole file.

    `slip` says that it is a slip in the YAML, next to which the rest may be fine. An empty `what` is not worth a word: the
    text leans on a part of the file that could not be read, and of which something has been said.
    """

    line: int
    what: str
    mend: str
    key: str = ""
    slip: bool = False


class TopLevelEntry(Struct, frozen=True, kw_only=True):
    """A top-level key of a file with its value."""

    key: str
    key_node: Node
    value_node: Node


def entries_in(text: str) -> Iterator[TopLevelEntry | Trouble]:
    """What stands at the top level of a file, and what could not be read."""
    if len(text) > MOST_LETTERS:
        what = f"the file has more than {MOST_LETTERS:,} letters."
        yield Trouble(line=1, what=what, mend="Split it, and take out what is no part of a scenario.")
        return
    if sum(text.count(mark) for mark in "\n,[{") > MOST_MARKS:
        what = f"the file has more than {MOST_MARKS:,} lines, commas and brackets."
        yield Trouble(line=1, what=what, mend="Split it, and take out what is no part of a scenario.")
        return
    broken = text.find("\ufffd")
    if broken >= 0:
        yield Trouble(line=text.count("\n", 0, broken) + 1, what="the file is not UTF-8 text.", mend="Save it as UTF-8.")
    whole = read(text)
    if not isinstance(whole, Trouble):
        yield from _top_level(whole)
    elif broken >= 0 and "\0" in text:
        yield replace(whole, what="")  # no text at all, or one of two bytes for each letter: more need not be said
    elif whole.slip:
        yield from _by_blocks(text, whole)
    else:
        yield whole


def holds_nothing(text: str) -> bool:
    """Whether a file has no key at all: it is empty, or all of it is comments."""
    return not any(_says_something(line) and line.strip() not in ("---", "...") for line in text.split("\n"))


def _by_blocks(text: str, whole: Trouble) -> Iterator[TopLevelEntry | Trouble]:
    """The top-level keys of a file that is not YAML, each read alone."""
    parts = [(key, block, read(block)) for key, block in islice(blocks(text), MOST_KEYS)]
    if len(parts) == MOST_KEYS or not any(isinstance(found, Trouble) and not leans(found, text) for _, _, found in parts):
        yield whole  # whatever it is, no block has it alone
        return
    for key, block, found in parts:
        if not isinstance(found, Trouble):
            yield from _top_level(found)
        elif leans(found, text):
            yield replace(found, key=key, what="")
        elif not found.slip:
            yield replace(found, key=key)
        else:
            yield from _by_parts(key, block, found, text)


def _by_parts(key: str, block: str, found: Trouble, text: str) -> Iterator[TopLevelEntry | Trouble]:
    """All slips of a block that is not YAML, and what is left of it without the parts that have them."""
    lines = block.split("\n")
    left = list(lines)
    first = next(number for number, line in enumerate(lines) if line.strip())
    for trouble, start, after in _slips(lines, first, len(lines), found):
        yield replace(trouble, key=key, what="" if leans(trouble, text) else trouble.what)
        left[start:after] = [""] * (after - start)
    rest = read("\n".join(left))
    if isinstance(rest, MappingNode):
        yield from (entry for entry in _top_level(rest) if isinstance(entry, TopLevelEntry) and not is_nothing(entry.value_node))


def _slips(
    lines: Sequence[str], start: int, after: int, found: Trouble, levels: int = MOST_HALVINGS
) -> Iterator[tuple[Trouble, int, int]]:
    """The smallest parts of some lines that are not YAML even when read alone: what is wrong, and between which lines."""
    inside = [number for number in range(start + 1, after) if _says_something(lines[number])]
    if inside and levels and BESIDE_OTHERS.match(lines[inside[0]].lstrip(" ")):
        indent = _indent(lines[inside[0]])
        heads = [number for number in inside if _indent(lines[number]) == indent]
        parts = [(start, heads[0]), *zip(heads, [*heads[1:], after], strict=True)]
        read_alone = [(_alone(lines, *part), part) for part in parts] if len(parts) <= MOST_PARTS else []
        broken = [(trouble, part) for trouble, part in read_alone if isinstance(trouble, Trouble) and trouble.slip]
        if broken and broken[0][1][0] != start:  # else the line above them is the broken one: they may lie in its brackets
            for trouble, part in broken:
                yield from _slips(lines, *part, trouble, levels - 1)
            return
    yield found, start, after


def _alone(lines: Sequence[str], start: int, after: int) -> Node | Trouble | None:
    """Some lines read without the others; what is wrong in them with its line in the whole."""
    found = _read("\n".join(lines[start:after]))
    return replace(found, line=found.line + start) if isinstance(found, Trouble) else found


def _says_something(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def leans(found: Trouble, text: str) -> bool:
    """Whether a part cannot be read for the only reason that it names what stands elsewhere in the file."""
    name = UNDEFINED.search(found.what)
    return bool(name and f"&{name[1]}" in text)


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
    return _read(text)


def _read(text: str) -> Node | Trouble | None:
    try:
        root: Node | None = YAML(typ="safe", pure=True).compose(text)
    except RecursionError:
        return _too_deep(1)
    except ReaderError as error:
        sign = chr(error.character) if isinstance(error.character, int) else str(error.character)
        line = text.count("\n", 0, max(text.find(sign), 0)) + 1
        what = f"a sign that no editor shows (U+{ord(sign[:1] or ' '):04X}) stands here."
        return Trouble(line=line, what=what, mend="Take it out, or save the file as plain UTF-8 text.", slip=True)
    except YAMLError as error:
        return _slip(text, error)
    if root is None:
        return None
    return _trouble_of_size(root) or _swallowed(root, text.split("\n")) or root


def _slip(text: str, error: YAMLError) -> Trouble:
    """What a person would say of a text that the YAML reader gave up."""
    marked = error if isinstance(error, MarkedYAMLError) else None
    said = (marked and marked.problem) or str(error).splitlines()[0]
    lines = text.split("\n")
    mark = marked and marked.problem_mark
    if marked and marked.context_mark and "quoted scalar" in str(marked.context):
        line = min(marked.context_mark.line + 1, len(lines))
        return Trouble(line=line, what=UNCLOSED, mend="Close it where the text ends.", slip=True)
    if marked and marked.context_mark and "stream end" in said:
        mark = marked.context_mark  # what was opened and never closed
    line = min(mark.line + 1, len(lines)) if mark else 1
    here = lines[line - 1]
    indent = here[: len(here) - len(here.lstrip())]
    what, mend = f"this is not YAML: {said}.", LOOK
    if "\t" in indent or "'\\t'" in said:
        what, mend = "a tab stands before the first letter.", "Write spaces in place of the tab."
    elif found := INVISIBLE.search(here):
        what, mend = f"a blank that is no plain space (U+{ord(found[0]):04X}) stands here.", "Write plain spaces in its place."
    elif "another document" in said:
        mend = "Take the line '---' out: a file holds one document."
    elif NO_START.search(said) or UNDEFINED.search(said):
        first = NO_START.search(said)
        mend = f"Put the text in quotation marks, since it begins with {first[1] if first else '*'}."
    elif "expected ',' or" in said and not said.endswith("':'"):
        mend = "Close the brackets and write a comma between entries, here or in the lines above."
    elif "mapping values" in said or said.endswith("got ':'"):
        mend = "Put a text that has a colon in it in quotation marks, or look at the indent."
    return Trouble(line=line, what=what, mend=mend, slip=True)


def _swallowed(root: Node, lines: Sequence[str]) -> Trouble | None:
    """A text in quotation marks that are closed so late that keys became a part of it.

    What follows the first line of a text is indented further than the line in which it begins; a key is not.
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting += _below(node)
        if isinstance(node, ScalarNode) and node.style in ("'", '"') and node.start_mark.line < node.end_mark.line:
            first, last = node.start_mark.line, node.end_mark.line
            edge = _indent(lines[first])
            if any(SWALLOWED.match(line) and _indent(line) <= edge for line in lines[first + 1 : last + 1]):
                what = f"a quotation mark is opened here, and closed only in line {last + 1}."
                return Trouble(line=first + 1, what=what, mend="Close it where the text ends.", slip=True)
    return None


def _top_level(root: Node | None) -> Iterator[TopLevelEntry | Trouble]:
    if root is None or is_nothing(root):
        return
    if not isinstance(root, MappingNode):
        what = "the file must hold keys and values."
        yield Trouble(line=root.start_mark.line + 1, what=what, mend="Begin it with a key such as 'houses:'.")
        return
    for key_node, value_node in root.value:
        yield TopLevelEntry(key=key_of(key_node), key_node=key_node, value_node=value_node)


def is_nothing(node: Node) -> bool:
    """Whether a value is empty."""
    return isinstance(node, ScalarNode) and str(node.tag).endswith(":null")


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
