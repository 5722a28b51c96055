"""Search for rules by words or by ID: an index that is prepared once, and English words as it compares them."""

from __future__ import annotations

import difflib
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Final

from control.rulebooks.parser import EXAMPLE, GENERAL, Area, Book, Rule

# === stems of words =====================================================================================================

# English words as a search compares them: without capitals, accents and the endings of their forms.


VERB_FORM = re.compile(r"^(?P<rest>.*[aeiouy].*)(?:ed|ing)$")
# What a question has besides what it asks about.
LEFT_OUT: Final = frozenset(
    re.findall(
        r"\w+",
        "a an and are at be but by can could did do does for from had has have how i if in is it its may me my of on or our should"
        " so than that the their them then there they this to was we what when where which who why will with would you your",
    )
)


@lru_cache(maxsize=8192)
def stem_of(word: str) -> str:
    """What the forms of an English word have in common: "alli" of ally, allies and allied; no word of its own."""
    if len(word) < 3 or not word.isalpha():
        return word
    if word.endswith(("ies", "ied")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    elif not word.endswith("eed") and (found := VERB_FORM.match(word)):
        word = found["rest"]
    if word.endswith("e"):
        word = word[:-1]
    if len(word) > 2 and word[-1] == word[-2]:
        word = word[:-1]
    return f"{word[:-1]}i" if word.endswith("y") and len(word) > 1 else word


def plain(word: str) -> str:
    """A word as a search has it, a number without the zeros before it."""
    word = folded(word)
    return (word.lstrip("0") or "0") if word.isdigit() else word


def folded(text: str) -> str:
    """A text without capitals and accents: "Führt" as "fuhrt"."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


# === search =============================================================================================================

# Rules found by words or by ID: an index that is prepared once, and what of a text a query has found.


WORD = re.compile(r"\w+")
LONGEST = 80  # characters of a query that are looked at
ID, TITLE, TEXT, ASIDE = 16, 4, 2, 1  # how much a word counts by where it stands
WHOLE, FORM = 3, 2  # how much more than one that only begins so: the word itself, a form of it
KINDS = ("", GENERAL, EXAMPLE)  # rules before rulings, and those before examples
OPENING = 3  # words of a text that say what it is about
OFFERED, ALIKE = 3, 0.75  # words that are offered for one that is nowhere, and how like it they are
TRIED = 400  # queries that are tried for one: with each of its words that is nowhere there may be ten times as many


@dataclass(frozen=True, slots=True)
class Query:
    """What somebody looks for: words that all have to be there, each in any of its forms or as the beginning of one."""

    words: tuple[str, ...]

    def marks(self, word: str) -> bool:
        """Is this word of a text one that was looked for?"""
        return any(begins(plain(word), wanted) for wanted in self.words)

    def fits(self, text: str) -> bool:
        """Are all words in this text?"""
        there = set(words_of(text))
        return bool(self.words) and all(any(begins(word, wanted) for word in there) for wanted in self.words)


class Index:
    """The words of a rulebook, sorted, and where each stands."""

    def __init__(self, book: Book) -> None:
        self.rules: tuple[Rule, ...] = tuple(rule for area in book.areas for rule in area.rules)
        self._about = tuple(_about(area, rule) for area in book.areas for rule in area.rules)
        self._titled = tuple(frozenset(map(stem_of, words_of(rule.title))) for rule in self.rules)
        found: dict[str, dict[int, int]] = {}
        forms: dict[str, set[str]] = {}
        for place, rule in enumerate(self.rules):
            for word, worth in _words_of(rule):
                worths = found.setdefault(word, {})
                worths[place] = max(worth, worths.get(place, 0))
                forms.setdefault(stem_of(word), set()).add(word)
        self._found = found
        self._forms = forms
        self._words = sorted(found)

    def search(self, query: Query) -> tuple[Rule, ...]:
        """The rules in which all of its words are.

        First those that bear them in their ID, then those that are called so, then those that are about them.
        """
        if not query.words:
            return ()
        worths = [self._worth(word) for word in query.words]
        both = set(worths[0]).intersection(*worths[1:])
        stems = {stem_of(word) for word in query.words}

        def order(place: int) -> tuple[bool, bool, bool, int, int, int]:
            each, rule = [worth[place] for worth in worths], self.rules[place]
            kind, single = KINDS.index(rule.kind), len(stems) == 1  # a single word does not ask for a ruling or an example
            named = not single and stems <= self._titled[place]
            about = stems <= self._about[place] and not (single and rule.kind)
            return min(each) < ID, not named, not about, kind, -sum(each), place

        return tuple(self.rules[place] for place in sorted(both, key=order))

    def meant(self, query: Query) -> Iterator[Query]:
        """What may have been meant where a word of this is nowhere: with words that are like it, and that find something."""
        yield from islice(self._tried(query, iter(range(TRIED))), OFFERED)

    def _tried(self, query: Query, left: Iterator[int]) -> Iterator[Query]:
        """What is found with other words, as long as there are tries `left`."""
        wrong = next((word for word in query.words if not self._worth(word)), "")
        if len(wrong) > 2 and not wrong.isdigit():
            near = difflib.get_close_matches(wrong, self._words, n=4 * OFFERED, cutoff=ALIKE)
            each = {stem_of(word): word for word in reversed(near) if not word.isdigit()}  # of its forms the one that is likest
            likest = (word for word in near if word in each.values())
            queries = (Query(tuple(word if every == wrong else every for every in query.words)) for word in likest)
            tried = (known for known in queries if next(left, None) is not None)
            found = (known if self.search(known) else next(self._tried(known, left), None) for known in tried)
            yield from (known for known in found if known)

    def _worth(self, word: str) -> dict[int, int]:
        worth: dict[int, int] = {}
        forms = self._forms.get(stem_of(word), set())
        for form in {*self._beginning(word), *forms}:
            factor = WHOLE if form == word else FORM if form in forms else 1
            for place, found in self._found[form].items():
                worth[place] = max(worth.get(place, 0), found * factor)
        return worth

    def _beginning(self, word: str) -> Iterator[str]:
        for at in range(bisect_left(self._words, word), len(self._words)):
            longer = self._words[at]
            if not longer.startswith(word):
                return
            if begins(longer, word):
                yield longer


def query_of(typed: str) -> Query:
    """What is looked for with these words; "r57" is the letter and the number of an ID, and a question is asked for its nouns."""
    apart = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", typed[:LONGEST])
    words = tuple(dict.fromkeys(words_of(apart)))
    return Query(tuple(word for word in words if word not in LEFT_OUT) or words)


def begins(word: str, wanted: str) -> bool:
    """Does a word fit what is wanted, as a form or as the beginning of it? A number or a single letter fits itself alone."""
    if wanted.isdigit() or len(wanted) == 1:
        return word == wanted
    return word.startswith(wanted) or stem_of(word) == stem_of(wanted)


def words_of(text: str) -> Iterable[str]:
    """The words of a text as they are compared."""
    return (plain(word) for word in WORD.findall(folded(text)))


def _about(area: Area, rule: Rule) -> frozenset[str]:
    """What a rule is about by its chapter or by the words that it begins with."""
    opening = islice((word for word in words_of(rule.text) if word not in LEFT_OUT), OPENING)
    return frozenset(stem_of(word) for word in (*words_of(f"{area.of} {area.name}"), *opening))


def _words_of(rule: Rule) -> Iterator[tuple[str, int]]:
    for text, worth in ((rule.id, ID), (rule.title, TITLE), (rule.text, TEXT), (rule.why, ASIDE)):
        yield from ((word, worth) for word in words_of(text))
