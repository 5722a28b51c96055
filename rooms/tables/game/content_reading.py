"""Content of a game: read from YAML files with every problem in one sentence, and merged with translations."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

# === reader =============================================================================================================

# Reads a game's content from YAML files with lists of items. Every problem becomes one sentence.
# The game defines its items and further checks.


Item = TypeVar("Item")
SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
CALLED: Final = ("id", "number", "facade")  # keys that identify an item


class RulesSection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A section of the rules at hand. `rules`: the IDs of the rules that it retells."""

    id: str
    title: str
    text: tuple[str, ...]
    rules: tuple[str, ...]


class ContentReader:
    """Reads content files by name and collects their problems."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.problems: list[str] = []
        self._files = {name: document(name, text, self.problems) for name, text in texts.items()}

    def items(self, name: str, key: str, kind: type[Item], written: Callable[[Any], Any] = lambda item: item) -> tuple[Item, ...]:
        """The readable items of a list. `written`: turns an item of the file into the fields of its type."""
        found = self._value(name, key)
        if found is None:
            return ()
        if not isinstance(found, list):
            self.problems.append(f"{name}: '{key}' must be a list.")
            return ()
        read = [
            self._converted(each, kind, written, f"{name}, {_item_name(each, number)}")
            for number, each in enumerate(found, start=1)
        ]
        return tuple([each for each in read if each is not None])

    def one(
        self, name: str, key: str, kind: type[Item], written: Callable[[Any], Any] = lambda item: item, where: str = ""
    ) -> Item | None:
        """The single value under a key. None if it could not be read. `where`: its name in a problem."""
        found = self._value(name, key)
        return None if found is None else self._converted(found, kind, written, where or f"{name}, {key}")

    def _value(self, name: str, key: str) -> object:
        if name not in self._files:
            missing = f"{name}: the file is missing."
            self.problems += [missing] if missing not in self.problems else []
            return None
        if key not in self._files[name]:
            self.problems.append(f"{name}: the key '{key}' is missing.")
        return self._files[name].get(key)

    def _converted(self, found: object, kind: type[Item], written: Callable[[Any], Any], where: str) -> Item | None:
        try:
            return msgspec.convert(written(found), kind)
        except ValueError as error:  # msgspec's errors are ValueErrors too
            self.problems.append(f"{where}: {str(error).removesuffix('.')}.")
            return None


def document(name: str, text: str, problems: list[str]) -> dict[str, Any]:
    """The mapping in a file. Empty, with a problem added, if the file holds something else."""
    try:
        found = YAML(typ="safe", pure=True).load(text)
    except YAMLError as error:
        problems.append(f"{name}: this is not YAML: {' '.join(str(error).split())}")
        return {}
    if not isinstance(found, dict):
        problems.append(f"{name}: the file must hold keys and values.")
        return {}
    return found


def id_of(item: object) -> object:
    """What identifies an item of a list. None if nothing does."""
    return next((item[key] for key in CALLED if key in item), None) if isinstance(item, dict) else None


def _item_name(item: object, number: int) -> str:
    id_ = id_of(item)
    return f"number {number} of the list" if id_ is None else f"'{id_}'"


def repeated_words(words: Iterable[str]) -> list[str]:
    """Words that occur more than once, sorted."""
    return sorted(word for word, times in Counter(words).items() if times > 1)


def problems_of_ids(name: str, ids: Sequence[str]) -> Iterator[str]:
    """Problems of ids: each must be a slug, and unique."""
    yield from (
        f"{name}, '{id_}': an id has lower-case letters, digits and hyphens only." for id_ in ids if not SLUG.fullmatch(id_)
    )
    yield from (f"{name}, '{id_}': the id is there more than once." for id_ in repeated_words(ids))


def problems_of_sections(name: str, sections: Sequence[RulesSection], area: str) -> Iterator[str]:
    """Problems of the rules at hand: every section needs text and rule IDs such as `area`-ABC-01 or the ruling `area`-R-01."""
    cited = re.compile(rf"{area}-([A-Z]{{3}}-\d\d|R-\d\d)")
    yield from problems_of_ids(name, [section.id for section in sections])
    if not sections:
        yield f"{name}: there is no section."
    for section in sections:
        where = f"{name}, '{section.id}'"
        if not section.rules or not section.text or not all(paragraph.strip() for paragraph in section.text):
            yield f"{where}: a section has a text and names its rules."
        yield from (f"{where}: '{id_}' is no rule's ID." for id_ in section.rules if not cited.fullmatch(id_))


# === translations =======================================================================================================

# Translations of a game's content. They replace texts of the original and change nothing else.


TEXTS: Final = frozenset(
    {"title", "text", "flavour", "name", "plural", "short", "line", "scene", "faction", "targets", "label", "picture"}
)


def translate_content(texts: Mapping[str, str], given: Mapping[str, str]) -> dict[str, str]:
    """The content files with the given translations. Texts without one stay as they are.

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
        found[name] = json.dumps(original)  # JSON is YAML too
    if problems:
        raise ValueError("\n".join(problems))
    return found


def _put(originals: object, items: object, where: str, problems: list[str]) -> None:
    """Translate a list of items, or several such lists by name."""
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
    """Translate one item. Paragraphs and parts without an id, such as a card's options, must match the original in number."""
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
