"""Whose eyes: what somebody sees of the table, with the words for it. The state has blanks where they may not look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from control.day.recall import Same
from control.engine.language import say
from rooms.tables.registry import Seen
from rooms.tables.screens import looking
from rooms.tables.scythe.game.book import Book, book_of
from rooms.tables.scythe.game.content import Content
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import ScytheState, Side
from rooms.tables.scythe.game.view import ScytheView


@dataclass(frozen=True, slots=True)
class Looker(looking.Looker):
    """Whose eyes: what is seen, with the words that go with it."""

    book: Book
    scene: Scene

    @property
    def view(self) -> ScytheView:
        """The table as this viewer sees it."""
        found: ScytheView = self.seen.view
        return found

    @property
    def state(self) -> ScytheState:
        """The same as the rules know it, with blanks: own coins and cards are real."""
        return self.view.state

    @property
    def me(self) -> int:
        """The viewer's place at the table; of whoever looks on the active player's."""
        return self.state.active if self.player is None else self.player

    @property
    def side(self) -> Side:
        """The viewer's own side."""
        return self.state.sides[self.me]

    def word(self, what: str) -> str:
        """What something is called."""
        return self.scene.word(what)

    def faction(self, player: int) -> str:
        """A player's faction, as strips have it."""
        return self.book.factions[self.state.sides[player].faction].short

    def seat(self, player: int) -> str:
        """A player with the faction: "Anna (Nordic)"."""
        return say("{name} ({faction})", name=self.name(player), faction=self.faction(player))


def looker_of(seen: Seen) -> Looker:
    """Everything that shaping needs."""
    book, state = _book(Same(seen.content)), seen.view.state
    return Looker(seen, book, Scene(book, state, tuple([chair.name for chair in seen.table.chairs])))


@lru_cache(maxsize=8)
def _book(same: Same) -> Book:
    content = same.thing
    if not isinstance(content, Content):
        raise TypeError(type(content))
    return book_of(content)
