"""Language: sentences and tables of words that are said to people go through here, so that a catalogue can translate them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeVar

# === sentences ==========================================================================================================

# Whatever is said to people goes through here, so that a catalogue can say it in another language. Pure: the rules say their
# sentences by these functions and know nothing of catalogues. Without a translator every sentence is said as it stands, in
# English; the console brings its translator along when it starts (`speak`).
#
# A sentence is written whole, with its values by name, because other languages order and bend words differently:
# `say("{team} lost {count} boats at {place}.", team=..., count=..., place=...)`.


# What is written from right to left: Hebrew, Arabic and their neighbours.
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


def speak(one: OneSentence, in_context: InContext, by_count: OneOrMany) -> None:
    """Say everything through these from now on: gettext, pgettext and ngettext, or what behaves like them."""
    global _one, _in_context, _by_count
    _one, _in_context, _by_count = one, in_context, by_count


def speaker() -> OneSentence:
    """Whoever says everything now: what is kept with words in it is kept for them alone."""
    return _one


def say(sentence: str, /, **values: object) -> str:
    """The sentence in the language that is spoken now, with its values put in by name.

    Braces are places for values where there are any values, and stand for themselves where there are none.
    """
    said = _one(sentence) if sentence else ""
    return said.format_map(_isolated(values)) if values else said


def say_as(context: str, sentence: str, /, **values: object) -> str:
    """`say` for a word with more than one meaning: the context tells the translator which ("month of the day", "rank")."""
    said = _in_context(context, sentence)
    return said.format_map(_isolated(values)) if values else said


def say_count(one: str, many: str, /, count: int, **values: object) -> str:
    """`say` for what is counted: `say_count("{count} unit", "{count} units", count)`; other languages have other plurals."""
    return _by_count(one, many, count).format_map({"count": count, **_isolated(values)})


def isolated(words: str) -> str:
    """Words as they stand inside a sentence: what is written from right to left turns nothing beside it."""
    return ISOLATED.format(words) if not words.isascii() and RIGHT_TO_LEFT.search(words) else words


def _isolated(values: Mapping[str, object]) -> Mapping[str, object]:
    turned = {name: isolated(value) for name, value in values.items() if isinstance(value, str) and not value.isascii()}
    return {**values, **turned} if turned else values


def listed(names: Iterable[str], last: str = "") -> str:
    """Names as a person lists them: "Cat, Wolf and Bear"; `last` is the word before the last one, "and" without any."""
    words = [isolated(name) for name in names]
    if len(words) < 2:
        return "".join(words)
    between = last or say("and")
    return f"{', '.join(words[:-1])} {between} {words[-1]}"


def later(sentence: str, /) -> str:
    """The sentence as it stands, noted for the catalogue: for constants, which are made before anybody knows the language.

    Whoever shows it says it: `say(TOO_LATE)`, or `{% translate words %}` in a template.
    """
    return sentence


# === tables of words ====================================================================================================

# Words for what the console has a name for: a table of them says each word when it is looked up, in the language of the hall.


K = TypeVar("K")


class Spoken(Mapping[K, str]):
    """A table of words that were marked with `later`; whoever looks one up gets it said."""

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
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:]
