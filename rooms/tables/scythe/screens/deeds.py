"""Something that can be done, as a form: what is chosen in it, what is counted, and one sentence with all that comes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

SLOT: Final = re.compile("\ue000([a-z0-9-]+)\ue001")  # between signs that no text has
NOTHING: Final[Mapping[str, str]] = {}
Says = tuple[tuple[str, str], ...]  # words, and the name of the choice that they tell, "" for none


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One thing to choose. `word` is what the sentence calls it, `space` where a press on the board chooses it."""

    value: str
    title: str
    word: str
    lines: tuple[str, ...] = ()
    space: str = ""
    sign: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One of these is chosen. `small`: side by side."""

    name: str
    title: str
    choices: tuple[Choice, ...]
    small: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepper:
    """How many, from 0 to `most`. `word` is what the sentence calls them, `one` a single one where that is another word.

    `note` stands below the title instead of the word.
    """

    name: str
    title: str
    word: str
    most: int
    value: int
    space: str = ""
    free: bool = False  # does not count for the limit
    note: str = ""
    one: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """Several that are counted: `total` is how many there have to be of all (0: as many as one likes), `limit` of how many kinds.

    `name` is what the sentence calls all of it by; `cards`, where there are any, are what one of them can be paid with instead.
    """

    name: str
    title: str
    steppers: tuple[Stepper, ...]
    total: int = 0
    limit: int = 0
    cards: Group | None = None
    folded: bool = True

    @property
    def fixed(self) -> bool:
        """Is there but one way to pay?"""
        return self.total > 0 and self.cards is None and sum([each.most for each in self.steppers]) == self.total

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """What is sent as it is proposed."""
        cards = [(self.cards.name, each.value) for each in self.cards.choices if each.chosen] if self.cards else []
        return (*[(each.name, str(each.value)) for each in self.steppers if each.value], *cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A form that does one thing. `says` tells all that comes of it; `quiet`: it is there, but nobody is pushed to it."""

    key: str
    act: str
    verb: str
    says: Says = ()
    fields: tuple[tuple[str, str], ...] = ()
    groups: tuple[Group, ...] = ()
    counts: tuple[Counting, ...] = ()
    quiet: bool = False


def slot(name: str) -> str:
    """Where in a sentence the words of a choice stand."""
    return f"\ue000{name}\ue001"


def says(sentences: list[str], now: Mapping[str, str] = NOTHING) -> Says:
    """Sentences with slots, as they stand while this is chosen; empty ones are left out."""
    parts = SLOT.split(" ".join([each for each in sentences if each]))
    return tuple([(now[part], part) if at % 2 else (part, "") for at, part in enumerate(parts) if part])


def chosen_word(group: Group) -> str:
    """What the sentence calls what is chosen at first."""
    return next(each.word for each in group.choices if each.chosen)


def counted_words(counting: Counting) -> str:
    """What the sentence says is counted at first."""
    told = [f"{each.value} {each.one or each.word if each.value == 1 else each.word}" for each in counting.steppers if each.value]
    card = counting.cards and chosen_word(counting.cards)
    return ", ".join([*told, *([card] if card else [])])


def first_chosen(choices: list[Choice], best: str = "") -> tuple[Choice, ...]:
    """The same, the best or else the first of them chosen."""
    at = next((number for number, each in enumerate(choices) if each.value == best), 0)
    return tuple([replace(each, chosen=number == at) for number, each in enumerate(choices)])


def lit_of(deeds: tuple[Deed, ...], words: Mapping[str, str]) -> dict[str, str]:
    """What can be pressed on the board: spaces that something of a form stands for, `words` by the field's name."""
    found: dict[str, str] = {}
    for deed in deeds:
        for group in deed.groups:
            found |= {each.space: words[group.name] for each in group.choices if each.space and group.name in words}
        for counting in deed.counts:
            for each in counting.steppers:
                if each.space and counting.name in words and not counting.fixed:
                    found.setdefault(each.space, words[counting.name])
    return found
