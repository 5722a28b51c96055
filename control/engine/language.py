"""Language: every sentence and word that people read goes through here, so that a catalogue can translate it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeVar

# === sentences ==========================================================================================================

# Pure: rules call these functions and know nothing of catalogues. Without a translator every sentence stays English. The console
# installs its translator when it starts (`set_translators`).
#
# Write a sentence whole, with named values, because other languages order and inflect words differently:
# `say("{team} lost {count} boats at {place}.", team=..., count=..., place=...)`.


# Scripts written from right to left: Hebrew, Arabic and their neighbours.
RIGHT_TO_LEFT: Final = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001eeff]")
ISOLATED: Final = "\u2068{}\u2069"  # first strong isolate, and its end

OneSentence = Callable[[str], str]
InContext = Callable[[str, str], str]
OneOrMany = Callable[[str, str, int], str]


def _as_it_stands(sentence: str) -> str:
    return sentence


def _in_any_context(_context: str, sentence: str) -> str:
    return sentence


def _one_or_many(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


_one: OneSentence = _as_it_stands
_in_context: InContext = _in_any_context
_by_count: OneOrMany = _one_or_many


def set_translators(one: OneSentence, in_context: InContext, by_count: OneOrMany) -> None:
    """Install a translator: gettext, pgettext and ngettext, or functions that behave like them."""
    global _one, _in_context, _by_count
    _one, _in_context, _by_count = one, in_context, by_count


def current_translator() -> OneSentence:
    """Return the current translator. Caches of text use it as part of their key."""
    return _one


def say(sentence: str, /, **values: object) -> str:
    """Return the sentence in the current language, with its named values filled in.

    Without values, braces are plain text.
    """
    said = _one(sentence) if sentence else ""
    return said.format_map(_isolated(values)) if values else said


def say_as(context: str, sentence: str, /, **values: object) -> str:
    """`say` for a word with several meanings. The context tells the translator which one ("month of the day", "rank")."""
    said = _in_context(context, sentence)
    return said.format_map(_isolated(values)) if values else said


def say_count(one: str, many: str, /, count: int, **values: object) -> str:
    """`say` with plural forms: `say_count("{count} unit", "{count} units", count)`. Other languages have other plurals."""
    return _by_count(one, many, count).format_map({"count": count, **_isolated(values)})


def isolated(words: str) -> str:
    """Isolate words of right-to-left scripts, so that they do not reorder the sentence around them."""
    return ISOLATED.format(words) if not words.isascii() and RIGHT_TO_LEFT.search(words) else words


def _isolated(values: Mapping[str, object]) -> Mapping[str, object]:
    turned = {name: isolated(value) for name, value in values.items() if isinstance(value, str) and not value.isascii()}
    return {**values, **turned} if turned else values


def listed(names: Iterable[str], last: str = "") -> str:
    """Return names as a list in words: "Cat, Wolf and Bear". `last`: the word before the last name; default "and"."""
    words = [isolated(name) for name in names]
    if len(words) < 2:
        return "".join(words)
    between = last or say("and")
    return f"{', '.join(words[:-1])} {between} {words[-1]}"


def later(sentence: str, /) -> str:
    """Mark a constant for the catalogue and return it unchanged, because the language is not known yet.

    Translate it where it is shown: `say(TOO_LATE)`, or `{% translate words %}` in a template.
    """
    return sentence


# === tables of words ====================================================================================================

# A table of words translates each word on lookup, into the language of the hall.


K = TypeVar("K")


class Spoken(Mapping[K, str]):
    """Table of words marked with `later`. Lookup returns the translation."""

    __slots__ = ("_words",)

    def __init__(self, words: Mapping[K, str]) -> None:
        self._words = words

    def __getitem__(self, key: K) -> str:
        return say(self._words[key])

    def __iter__(self) -> Iterator[K]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)


def capital(words: str) -> str:
    """Return the words with a capital first letter."""
    return words[:1].upper() + words[1:]
