"""The texts of a side table's content in another language: they take the place of the original's, and nothing else is changed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from rooms.tables.game.reading import CALLED, document, id_of

TEXTS: Final = frozenset({"title", "text", "flavour", "name", "plural", "line", "faction", "targets", "label", "picture"})


def translated(texts: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """The files of a content with the given texts in them; what is not given stays as it is.

    Raises:
        ValueError: a line for each text that has no place in the original.
    """
    problems: list[str] = []
    found = dict(texts)
    for name, text in given.items():
        if name not in texts:
            problems.append(f"{name}: the original has no such file.")
            continue
        original = document(name, texts[name], problems)
        for key, items in document(name, text, problems).items():
            _put(original.get(key), items, f"{name}, {key}", problems)
        found[name] = json.dumps(original)  # which is YAML too
    if problems:
        raise ValueError("\n".join(problems))
    return found


def _put(originals: object, items: object, where: str, problems: list[str]) -> None:
    """The texts of a list of items, or of several such lists by name."""
    if isinstance(originals, dict) and isinstance(items, dict):
        for key, inner in items.items():
            _put(originals.get(key), inner, f"{where}, {key}", problems)
        return
    if not isinstance(originals, list) or not isinstance(items, list):
        problems.append(f"{where}: the original has no such list.")
        return
    known = {id_of(each): each for each in originals if isinstance(each, dict)}
    for item in items:
        name = id_of(item)
        if name not in known:
            problems.append(f"{where}: the original has no '{name}'.")
            continue
        _take(known[name], item, f"{where}, '{name}'", problems)


def _take(original: dict[str, Any], item: dict[str, Any], where: str, problems: list[str]) -> None:
    """The texts of one item. Paragraphs, and parts without an id such as the options of a card, are as many as in the original."""
    for field, words in item.items():
        if field in CALLED:
            continue
        own = original.get(field)
        if field in TEXTS and isinstance(words, str) and isinstance(own, str):
            original[field] = words
        elif not isinstance(own, list) or not isinstance(words, list):
            problems.append(f"{where}: '{field}' is no text of the original.")
        elif len(own) != len(words):
            problems.append(f"{where}: '{field}' has {len(own)} parts in the original, and {len(words)} here.")
        elif field in TEXTS and all(isinstance(part, str) for part in (*own, *words)):
            original[field] = words
        elif all(isinstance(part, dict) for part in (*own, *words)):
            for number, (part, texts) in enumerate(zip(own, words, strict=True), start=1):
                _take(part, texts, f"{where}, {field}, number {number}", problems)
        else:
            problems.append(f"{where}: '{field}' is no text of the original.")
