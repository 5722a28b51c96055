"""The viewer of a screen: what this person sees, with words and signs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct

from control.day.memoization import Same
from control.engine.language import say_count
from rooms.tables.registry import GameSight
from rooms.tables.screens import viewer
from rooms.tables.statecraft.game.content import IDEOLOGIES, Content
from rooms.tables.statecraft.game.state import Phase
from rooms.tables.statecraft.game.view import CardFace, SeenPurple, SeenSide, StatecraftView

BIDS: Final = frozenset({Phase.INCUMBENT_BID, Phase.BID_PAYMENT})
LONG: Final = 9  # letters that fit side by side in the small cabinet of a phone
SOFT: Final = "\u00ad"
BETWEEN: Final = re.compile(  # a vowel and consonants, then those that begin a syllable
    r"(?<=[aeiouyäöü])([^\W\daeiouyäöü]+?)((?:[bcdfgkpt][rl]|schw?|[cst]h|(?<![cst])h|[^\W\daeiouyäöüh])(?=[aeiouyäöü]))"
)


class Mark(Struct, frozen=True):
    """A sign of the key with its word (SC-COM-15, SC-R-49). `id`: the name of its drawing and colour."""

    id: str
    name: str


class StatecraftViewer(viewer.TableViewer, frozen=True):
    """A viewer: the view, with the words for it."""

    marks: Mapping[str, Mark]

    @property
    def view(self) -> StatecraftView:
        """The table as this viewer sees it."""
        found: StatecraftView = self.seen.view
        return found

    @property
    def side(self) -> SeenSide | None:
        """The viewer's own side. None for a spectator, and before the table is laid out."""
        return None if self.player is None or not self.view.sides else self.view.sides[self.player]

    @property
    def hand(self) -> tuple[CardFace, ...]:
        own = self.view.own
        return () if own is None else own.hand

    def ideology(self, at: int) -> Mark:
        """The mark of an ideology by its index."""
        return self.marks[IDEOLOGIES[at].value]


def lies_open(view: StatecraftView) -> tuple[SeenPurple | None, tuple[SeenPurple, ...]]:
    """The current event or emergency, and those that follow it.

    A bid comes between two cards: the next card begins when the incumbent card has its holder (SC-INC-13, SC-EVT-19).
    """
    if not view.resolving or view.phase in BIDS:
        return None, view.resolving
    return view.resolving[0], view.resolving[1:]


def looker_of(seen: GameSight) -> StatecraftViewer:
    """The viewer with everything needed for shapes."""
    return StatecraftViewer(seen, marks_of(seen.content))


def marks_of(content: Content) -> Mapping[str, Mark]:
    """Every sign of the key by its id."""
    return _marks(Same(content))


@lru_cache(maxsize=8)
def _marks(same: Same) -> Mapping[str, Mark]:
    content = same.thing
    if not isinstance(content, Content):
        raise TypeError(type(content))
    key = content.key
    return {each.id: Mark(each.id, each.name) for each in (*key.ideologies, *key.specialisms, *key.colours, *key.signs)}


def parted(name: str) -> str:
    """A name with soft hyphens in long words, between syllables where consonants meet: "Far-thing-worth"."""
    words = name.split(" ")
    return " ".join([BETWEEN.sub(rf"\1{SOFT}\2", word) if len(word) > LONG else word for word in words])


def round_now(view: StatecraftView) -> int:
    """The current round, or after the end the last one played (SC-R-50)."""
    return view.round if view.goal is None else min(view.round, view.goal.last)


def turn_now(view: StatecraftView, side: SeenSide) -> int:
    """A player's current turn, or the last one in this round (SC-R-50). The turn tracker already counts the next one."""
    return side.turn if view.goal is None or not view.round else min(side.turn, round_now(view))


def cards(count: int) -> str:
    """A number of cards in words: "1 card", "3 cards"."""
    return say_count("{count} card", "{count} cards", count)
