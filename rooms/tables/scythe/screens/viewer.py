"""The viewer of a screen: what this person sees of the table, with words. The state has blanks for hidden things."""

from __future__ import annotations

from functools import lru_cache

from control.day.memoization import Same
from control.engine.language import listed, say
from rooms.tables.registry import GameSight
from rooms.tables.screens import viewer
from rooms.tables.scythe.game.content import Ability, Book, Content, Faction, book_of
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.game.state import ScytheState, Side, clockwise
from rooms.tables.scythe.game.view import ScytheView


class ScytheViewer(viewer.TableViewer, frozen=True):
    """A viewer: the view, with the words for it."""

    book: Book
    scene: Scene

    @property
    def view(self) -> ScytheView:
        """The table as this viewer sees it."""
        found: ScytheView = self.seen.view
        return found

    @property
    def state(self) -> ScytheState:
        """The state with blanks. Only own coins and cards are real."""
        return self.view.state

    @property
    def me(self) -> int:
        """The viewer's place at the table. For a spectator, the active player's."""
        return self.state.active if self.player is None else self.player

    @property
    def side(self) -> Side:
        return self.state.sides[self.me]

    @property
    def others(self) -> tuple[int, ...]:
        """The other players, clockwise from the viewer."""
        return clockwise(self.state, self.me)[1:]

    def word(self, what: str) -> str:
        """The name of a thing by its id."""
        return self.scene.word(what)

    def ability(self, ability: Ability, faction: str = "") -> str:
        """The text of a faction's ability. Without a faction, the viewer's own."""
        return ability_words(self.scene, self.book.factions[faction or self.side.faction], ability)

    def counted(self, what: str, count: int) -> str:
        """A number of things in words: "1 coin", "3 coins"."""
        return say("{count} {what}", count=count, what=self.scene.words(what, count))

    def faction(self, player: int) -> str:
        """The short name of a player's faction."""
        return self.book.factions[self.state.sides[player].faction].short

    def seat(self, player: int) -> str:
        """A player with the faction: "Anna (Nordic)"."""
        return say("{name} ({faction})", name=self.name(player), faction=self.faction(player))


def ability_words(scene: Scene, faction: Faction, ability: Ability) -> str:
    """The text of an ability, with the terrains of the faction's Riverwalk (SY-SET-18)."""
    terrains = listed([scene.words(each, 2) for each in faction.riverwalk])
    return scene.book.abilities[ability].text.replace("{terrains}", terrains)


def looker_of(seen: GameSight) -> ScytheViewer:
    """The viewer with everything needed for shapes."""
    book, state = _book(Same(seen.content)), seen.view.state
    return ScytheViewer(seen, book, Scene(book, state, tuple([chair.name for chair in seen.table.chairs])))


@lru_cache(maxsize=8)
def _book(same: Same) -> Book:
    content = same.thing
    if not isinstance(content, Content):
        raise TypeError(type(content))
    return book_of(content)
