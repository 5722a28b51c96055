"""Whose eyes: what somebody sees of the table, with the words and signs that go with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from control.day.recall import Same
from control.engine.language import say, say_count
from rooms.tables.registry import Seen
from rooms.tables.statecraft.game.content import IDEOLOGIES, Content
from rooms.tables.statecraft.game.view import SeenSide, StatecraftView

MINUS: Final = "−"


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign of the key with its word (SC-COM-15, R-49): its id names the drawing and the colour."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Looker:
    """Whose eyes: what is seen, with the words that go with it."""

    seen: Seen
    marks: Mapping[str, Mark]

    @property
    def view(self) -> StatecraftView:
        """The table as this viewer sees it."""
        found: StatecraftView = self.seen.view
        return found

    @property
    def player(self) -> int | None:
        """The viewer's place at the table."""
        return self.seen.player

    @property
    def side(self) -> SeenSide | None:
        """The viewer's own side."""
        return None if self.player is None or not self.view.sides else self.view.sides[self.player]

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.seen.table.chairs[player].name

    def whom(self, player: int) -> str:
        """What a player is called on this viewer's screen."""
        return say("you") if player == self.player else self.name(player)

    def allows(self, action: object) -> bool:
        """May the viewer do exactly this now?"""
        return any(offer.allows(action) for offer in self.seen.offers)

    def ideology(self, at: int) -> Mark:
        """An ideology by its place among the four."""
        return self.marks[IDEOLOGIES[at].value]


def looker_of(seen: Seen) -> Looker:
    """Everything that shaping needs."""
    return Looker(seen, _marks(Same(seen.content)))


@lru_cache(maxsize=8)
def _marks(same: Same) -> Mapping[str, Mark]:
    content = same.thing
    if not isinstance(content, Content):
        raise TypeError(type(content))
    key = content.key
    return {each.id: Mark(each.id, each.name) for each in (*key.ideologies, *key.specialisms, *key.colours, *key.signs)}


def signed(number: int) -> str:
    """ "+2", "−3", "0"."""
    return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"


def cards(count: int) -> str:
    """ "1 card", "3 cards"."""
    return say_count("{count} card", "{count} cards", count)
