"""Words for the sentences of a game: names of players, spaces, amounts and cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from control.engine.language import listed, say, say_count
from rooms.tables.game import book_game
from rooms.tables.scythe.game.content import MANY, RESOURCES, Amount, Book
from rooms.tables.scythe.game.state import CHARACTER, ScytheState, Tokens, is_mech


class Scene(book_game.TableScene[Book, ScytheState]):
    """The table for the sentence of a fact."""

    __slots__ = ()

    def word(self, what: str) -> str:
        """The name of a terrain, a resource, a structure, a row, a goal and so on."""
        return self.book.content.names[what]

    def words(self, what: str, count: int) -> str:
        """The name for this count: "coin", "coins"; a terrain as "farms", a part as "combat cards"."""
        names = self.book.content.names
        return names[what] if count == 1 else names.get(f"{what}{MANY}", names[what])

    def space(self, space: str) -> str:
        """A space in words: "D5 (tundra)", "the Nordic home base"."""
        found = self.book.territories.get(space)
        if found is not None:
            return say("{space} ({terrain})", space=space, terrain=self.word(found.terrain))
        owner = next((each for each in self.book.content.factions if each.home == space), None)
        return say("the {faction} home base", faction=owner.short) if owner else say("an empty home base")

    def unit(self, unit: int) -> str:
        """A unit in a sentence: "the character", "a mech", "a worker"."""
        if unit == CHARACTER:
            return say("the character")
        return say("a mech") if is_mech(unit) else say("a worker")

    def tokens(self, tokens: Tokens) -> str:
        """Tokens by type: "2 wood and 1 metal"."""
        found = zip(RESOURCES, tokens, strict=True)
        return listed([say("{count} {what}", count=count, what=self.words(each, count)) for each, count in found if count])

    def cargo(self, workers: int, tokens: Tokens) -> str:
        """Workers and tokens: "2 workers, 1 wood and 2 oil". "" for none."""
        riders = say_count("{count} worker", "{count} workers", workers) if workers else ""
        return listed([each for each in (riders, self.tokens(tokens) if any(tokens) else "") if each])

    def amounts(self, amounts: Iterable[Amount]) -> str:
        """Parts of a cost or benefit: "2 power and 1 coin"."""
        return listed([say("{count} {what}", count=each.count, what=self.words(each.part, each.count)) for each in amounts])

    def cards(self, values: Sequence[int]) -> str:
        """Combat cards by value: "a 2 and a 5"."""
        return listed([say("a {value}", value=value) for value in values])

    def card_count(self, count: int) -> str:
        """A number of combat cards in words."""
        return say_count("{count} combat card", "{count} combat cards", count)
