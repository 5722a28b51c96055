"""Search for rules by words or ID: an index built once, and stems of English words."""

from __future__ import annotations

import difflib
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from msgspec import Struct

from control.rulebooks.parser import EXAMPLE, GENERAL, Area, ParsedRulebook, Rule

# === stems of words =====================================================================================================

# English words are compared without capitals, accents and inflections.


VERB_FORM = re.compile(r"^(?P<rest>.*[aeiouy].*)(?:ed|ing)$")
# Stop words of a question.
LEFT_OUT: Final = frozenset(
    re.findall(
        r"\w+",
        "a an and are at be but by can could did do does for from had has have how i if in is it its may me my of on or our should"
        " so than that the their them then there they this to was we what when where which who why will with would you your",
    )
)


@lru_cache(maxsize=8192)
def stem_of(word: str) -> str:
    """Common stem of an English word's forms: "alli" of ally, allies and allied. A stem need not be a word."""
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
    """Normalized word. Numbers lose their leading zeros."""
    word = folded(word)
    return (word.lstrip("0") or "0") if word.isdigit() else word


def folded(text: str) -> str:
    """Text without capitals and accents: "Führt" as "fuhrt"."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


# === search =============================================================================================================

# The index and its queries.


WORD = re.compile(r"\w+")
LONGEST = 80  # characters of a query that count
ID, TITLE, TEXT, ASIDE = 16, 4, 2, 1  # weight of a word by its place
WHOLE, FORM = 3, 2  # factors of a whole word and of another form of it; a mere prefix has 1
KINDS = ("", GENERAL, EXAMPLE)  # rules before rulings, rulings before examples
OPENING = 3  # first words of a text, which say what it is about
OFFERED, ALIKE = 3, 0.75  # number of suggestions for an unknown word, and their least similarity
TRIED = 400  # most queries tried for suggestions; each unknown word may multiply them by ten


class Query(Struct, frozen=True):
    """Search words. All must occur, each in any of its forms or as the beginning of a word."""

    words: tuple[str, ...]

    def marks(self, word: str) -> bool:
        """Whether this word of a text matches a search word."""
        return any(fits_word(plain(word), wanted) for wanted in self.words)

    def fits(self, text: str) -> bool:
        """Whether all search words occur in this text."""
        there = set(words_of(text))
        return bool(self.words) and all(any(fits_word(word, wanted) for word in there) for wanted in self.words)


class Index:
    """Sorted words of a rulebook with their rules."""

    def __init__(self, book: ParsedRulebook) -> None:
        self.rules: tuple[Rule, ...] = tuple(rule for area in book.areas for rule in area.rules)
        self._about = tuple(_topic_words(area, rule) for area in book.areas for rule in area.rules)
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
        """Rules that contain all words of the query.

        Order: matches in the ID, then in the title, then in the subject, then others.
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
        """Suggestions for a query with unknown words: similar queries that find something."""
        yield from islice(self._tried(query, iter(range(TRIED))), OFFERED)

    def _tried(self, query: Query, left: Iterator[int]) -> Iterator[Query]:
        """Similar queries with results, up to the tries in `left`."""
        wrong = next((word for word in query.words if not self._worth(word)), "")
        if len(wrong) > 2 and not wrong.isdigit():
            near = difflib.get_close_matches(wrong, self._words, n=4 * OFFERED, cutoff=ALIKE)
            each = {stem_of(word): word for word in reversed(near) if not word.isdigit()}  # the most similar of its forms
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
            if fits_word(longer, word):
                yield longer


def query_of(typed: str) -> Query:
    """Query of typed words. "r57" is split into letter and number of an ID. Stop words are dropped if others remain."""
    apart = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", typed[:LONGEST])
    words = tuple(dict.fromkeys(words_of(apart)))
    return Query(tuple(word for word in words if word not in LEFT_OUT) or words)


def fits_word(word: str, wanted: str) -> bool:
    """Whether a word matches a search word, as a form or by its beginning. Numbers and single letters must be equal."""
    if wanted.isdigit() or len(wanted) == 1:
        return word == wanted
    return word.startswith(wanted) or stem_of(word) == stem_of(wanted)


def words_of(text: str) -> Iterable[str]:
    """Normalized words of a text."""
    return (plain(word) for word in WORD.findall(folded(text)))


def _topic_words(area: Area, rule: Rule) -> frozenset[str]:
    """Stems of a rule's subject: its chapter and its first words."""
    opening = islice((word for word in words_of(rule.text) if word not in LEFT_OUT), OPENING)
    return frozenset(stem_of(word) for word in (*words_of(f"{area.of} {area.name}"), *opening))


def _words_of(rule: Rule) -> Iterator[tuple[str, int]]:
    for text, worth in ((rule.id, ID), (rule.title, TITLE), (rule.text, TEXT), (rule.why, ASIDE)):
        yield from ((word, worth) for word in words_of(text))
