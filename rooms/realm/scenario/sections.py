"""Sections of a scenario: the top-level keys of all its files, brought forward from the format of their folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final

from ruamel.yaml.nodes import Node, ScalarNode

from rooms.realm.scenario.binder import Binder, Spot, hints_of
from rooms.realm.scenario.land import Shapes
from rooms.realm.scenario.parser import TopLevelEntry, Trouble, entries_in, holds_nothing
from rooms.realm.scenario.problems import nearest, quoted
from rooms.realm.scenario.schema import Scenario

# === formats ============================================================================================================

# The formats of scenario folders, and the steps that bring a folder of an older one forward to today's. A folder says
# `format: 1` in its scenario.yaml; one that says nothing was written before formats were counted. Whoever changes what a key
# is called or means raises `FORMAT` and adds the step that turns a file of the format before into one of the new.


Entries = Sequence[TopLevelEntry | Trouble]
Step = Callable[[Entries], Entries]  # the top-level entries of one file, whose nodes keep the lines that they were written in


def counted(entries: Entries) -> Entries:
    """0 to 1: formats are counted from now on; nothing else is written in another way."""
    return entries


STEPS: Final[tuple[Step, ...]] = (counted,)  # the first brings format 0 to 1
FORMAT: Final = len(STEPS)


def brought_forward(entries: Entries, version: int) -> Entries:
    """The entries of a file of that format as today's format has them."""
    for step in STEPS[version:]:
        entries = step(entries)
    return entries


# === sections ===========================================================================================================

# The sections of a scenario: the top-level keys of all its files, and of those of the scenario that it is like.
# Keys of its own come before those taken over; each folder is brought forward from its own format.


MOST_FORMATS = 9_999
TRANSLATES = "translates"  # the key that names the folder whose texts a folder translates


def is_borrowed(name: str) -> bool:
    """Whether a file comes from the scenario that another one is like."""
    return name.startswith("../")


@cache
def kinds() -> dict[str, object]:
    """The type of each top-level key."""
    return {**hints_of(Scenario), "shapes": Shapes}


def sections_of(files: Mapping[str, str], binder: Binder, lost: set[str]) -> dict[str, tuple[Node, Spot]]:
    """The value node of each top-level key of all files; what is unknown, repeated or unreadable is reported.

    Keys that could not be read are added to `lost`, and "" for a file of which nobody knows what it held.
    """
    sections: dict[str, tuple[Node, Spot]] = {}
    read = {name: tuple(entries_in(text)) for name, text in files.items()}
    formats = _formats(read, binder, lost)
    if "" in lost:
        return {}
    for name in sorted(files, key=lambda name: (is_borrowed(name), name)):
        if is_borrowed(name) and "" in lost:
            break  # nobody knows which keys the author's own file has: judging the others' beside it would name what is not wrong
        if not is_borrowed(name) and holds_nothing(files[name]):
            mend = "Write it, or take the file out."
            binder.report(Spot(file=name, line=1, path=""), "the file holds nothing.", mend, warning=True)
        own = {key for key, (_, spot) in sections.items() if not is_borrowed(spot.file)} | (lost if is_borrowed(name) else set())
        for entry in brought_forward(read[name], formats[_folder_of(name)]):
            if isinstance(entry, Trouble):
                lost.add(entry.key)
                if entry.what:
                    binder.report(Spot(file=name, line=entry.line, path=entry.key), entry.what, entry.mend)
                continue
            key = entry.key
            spot = Spot(file=name, line=entry.key_node.start_mark.line + 1, path=key, owner="Scenario", field=key)
            if key == "format":
                continue
            if key == TRANSLATES and not is_borrowed(name):
                if spot.line != binder.spots[TRANSLATES].line or name != binder.spots[TRANSLATES].file:
                    binder.report(spot, f"the key '{key}' is written twice.", "Keep one of them.")
                continue
            if key == "like":
                _report_like(entry.value_node, spot, files, binder, lost)
            elif is_borrowed(name) and (key in own or (key == "shapes" and "map" in own)):
                continue
            elif key not in kinds():
                meant = nearest(key, [*kinds(), "like", "format", TRANSLATES])
                binder.report(spot, f"the key {quoted(key)} is unknown.", f"Write '{meant}'." if meant else "Leave it out.")
            elif key in sections:
                first = sections[key][1]
                what = f"the key '{key}' stands in {first.file} line {first.line} already."
                binder.report(spot, what, "Keep one of them.")
            else:
                sections[key] = (entry.value_node, spot)
    return sections


def translated_in(files: Mapping[str, str]) -> tuple[str, Spot] | None:
    """The folder whose texts some files translate, and where they say so; None for a scenario of its own."""
    for name in sorted(files):
        for entry in entries_in(files[name]):
            if isinstance(entry, TopLevelEntry) and entry.key == TRANSLATES:
                node = entry.value_node
                line = entry.key_node.start_mark.line + 1
                return str(node.value) if isinstance(node, ScalarNode) else "?", Spot(file=name, line=line, path=TRANSLATES)
    return None


def _formats(read: Mapping[str, Sequence[TopLevelEntry | Trouble]], binder: Binder, lost: set[str]) -> dict[str, int]:
    """The format of each folder; today's for one that says what cannot be, since that is reported."""
    formats = dict.fromkeys(map(_folder_of, read), 0)
    for name in sorted(read):
        for entry in read[name]:
            if isinstance(entry, TopLevelEntry) and entry.key == "format":
                line = entry.key_node.start_mark.line + 1
                spot = Spot(file=name, line=line, path="format", owner="Scenario", field="format")
                formats[_folder_of(name)] = _format(entry.value_node, spot, binder, lost, formats[_folder_of(name)])
    return formats


def _format(node: Node, spot: Spot, binder: Binder, lost: set[str], before: int) -> int:
    """What one line says of its folder's format."""
    text = str(node.value) if isinstance(node, ScalarNode) else "?"
    if not text.isascii() or not text.isdigit() or len(text) > 4 or not 1 <= int(text) <= MOST_FORMATS:
        binder.report(spot, f"{quoted(text)} is no format.", f"Write 'format: {FORMAT}'.")
        return FORMAT
    if before:
        binder.report(spot, "the format of the folder is said twice.", "Keep one of the lines.")
    if int(text) > FORMAT:
        what = f"this scenario is of format {text}, and this console reads formats up to {FORMAT}."
        binder.report(spot, what, "Take a newer console, or write it as docs/scenario.md tells.")
        lost.add("")  # nobody knows what its keys mean
        return FORMAT
    return int(text)


def _folder_of(name: str) -> str:
    """The folder of a file: that of the scenario, or of the one that it is like."""
    return name.rpartition("/")[0]


def _report_like(node: Node, spot: Spot, files: Mapping[str, str], binder: Binder, lost: set[str]) -> None:
    """`like` names a folder beside this one that is a whole scenario by itself."""
    if TRANSLATES in binder.spots:
        binder.report(spot, "a translation takes all but its texts from the scenario that it translates.", "Take 'like' out.")
        lost.add("")
        return
    if is_borrowed(spot.file):
        binder.report(spot, "a scenario that others are like is whole by itself.", "Name the scenario that this one is like.")
        lost.add("")
        return
    binder.spots["like"] = spot
    base = node.value if isinstance(node, ScalarNode) else "?"
    if translated_in({name: text for name, text in files.items() if name.startswith(f"../{base}/")}):
        binder.report(spot, f"{quoted(base)} is a translation.", "Name the scenario that it translates.")
        lost.add("")
    elif not any(name.startswith(f"../{base}/") for name in files):
        what = f"there is no folder {quoted(base)} with a scenario beside this one."
        binder.report(spot, what, "Write the folder's bare name, such as 'god_emperor', or leave the line out.")
        lost.add("")
