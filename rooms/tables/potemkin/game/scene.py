"""Words for the sentences of a game: names of players, cards and buildings."""

from __future__ import annotations

from control.engine.language import listed, say
from rooms.tables.game import book_game
from rooms.tables.game.names import possessive
from rooms.tables.potemkin.game.content import Book
from rooms.tables.potemkin.game.state import Building, PotemkinState, building_of


class Scene(book_game.TableScene[Book, PotemkinState]):
    """The table for the sentence of a fact: the state before it, the names of the players, and the content."""

    __slots__ = ()

    def card(self, card: str) -> str:
        return say("“{title}”", title=self.book.cards[card].title)

    def cards(self, cards: tuple[str, ...]) -> str:
        return listed([self.card(card) for card in cards])

    def building(self, id_: int | None) -> str:
        """A building in words: owner, type and place in the row."""
        found = None if id_ is None else building_of(self.state, id_)
        if found is None:
            return say("a building that is gone")
        owner, building = found
        place = self.place(owner, building)
        facade = self.book.facades[building.facade].name
        return say("{owner} {building} (no. {place} in the row)", owner=possessive(self.names[owner]), building=facade, place=place)

    def place(self, owner: int, building: Building) -> int:
        """The building's place in its row, from 1."""
        return self.state.sides[owner].village.index(building) + 1

    def in_row(self, owner: int, building: Building) -> str:
        """A building in words without its owner."""
        return say("{building} (no. {place})", building=self.book.facades[building.facade].name, place=self.place(owner, building))

    def buildings(self, ids: tuple[int, ...]) -> str:
        return listed([self.building(id_) for id_ in ids])
