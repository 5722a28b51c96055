"""What the sentences of a game are made from: players, cards and buildings, as they are called."""

from __future__ import annotations

from control.engine.language import listed, say
from rooms.tables.game import by_book
from rooms.tables.game.names import owned
from rooms.tables.potemkin.game.book import Book
from rooms.tables.potemkin.game.state import Building, PotemkinState, building_of


class Scene(by_book.Scene[Book, PotemkinState]):
    """The table as what happens at it is told: the state before, the names of the players, the content."""

    __slots__ = ()

    def card(self, card: str) -> str:
        """A card by its title."""
        return say("“{title}”", title=self.book.cards[card].title)

    def cards(self, cards: tuple[str, ...]) -> str:
        """Some cards by their titles."""
        return listed([self.card(card) for card in cards])

    def building(self, id_: int | None) -> str:
        """A building by its owner, its type and its place in the row."""
        found = None if id_ is None else building_of(self.state, id_)
        if found is None:
            return say("a building that is gone")
        owner, building = found
        place = self.place(owner, building)
        facade = self.book.facades[building.facade].name
        return say("{owner} {building} (no. {place} in the row)", owner=owned(self.names[owner]), building=facade, place=place)

    def place(self, owner: int, building: Building) -> int:
        """Its number in its row."""
        return self.state.sides[owner].village.index(building) + 1

    def in_row(self, owner: int, building: Building) -> str:
        """A building where its owner is known."""
        return say("{building} (no. {place})", building=self.book.facades[building.facade].name, place=self.place(owner, building))

    def buildings(self, ids: tuple[int, ...]) -> str:
        """Some buildings."""
        return listed([self.building(id_) for id_ in ids])


def nothing_to_tell(_happened: object, _scene: Scene) -> str:
    """What is said by that which comes before or after it."""
    return ""
