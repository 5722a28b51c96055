"""Words for the sentences of a game: names of players, cards, politicians and movements."""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.language import listed, say
from rooms.tables.game import book_game
from rooms.tables.statecraft.game.content import IDEOLOGIES, Book, EventCard
from rooms.tables.statecraft.game.state import NEITHER, Attached, Side, StatecraftState, Trackers


class Scene(book_game.TableScene[Book, StatecraftState]):
    """The table for the sentence of a fact: the state before it, the names of the players, and the content."""

    __slots__ = ()

    def card(self, card: str) -> str:
        return say("“{title}”", title=self.book.title(card))

    def cards(self, cards: Iterable[str]) -> str:
        return listed([self.card(card) for card in cards])

    def politicians(self, politicians: Iterable[str]) -> str:
        return listed([self.book.politicians[each].name for each in politicians])

    def supporters(self, supporters: Iterable[str]) -> str:
        return listed([self.book.supporters[each].name for each in supporters])

    def holder(self, player: int, holder: str | None) -> str:
        """The name of a politician, or of the player's leader."""
        if holder is not None:
            return self.book.politicians[holder].name
        return self.book.leaders[self.state.sides[player].leader].name

    def ideology(self, at: int) -> str:
        """The name of an ideology."""
        return self.book.names[IDEOLOGIES[at].value]

    def option(self, option: int) -> str:
        """An option of the current event in quotes, or "neither"."""
        card = self.book.purple[self.state.resolving[0].card] if self.state.resolving else None
        if option == NEITHER or not isinstance(card, EventCard):
            return say("neither")
        return say("“{option}”", option=card.options[option].label)

    def policy(self, player: int, card: str) -> Attached | None:
        """The attached policy, or None."""
        return next((policy for policy in self.state.sides[player].policies if policy.card == card), None)

    def movements(self, player: int, moved: Trackers, budget: int, wanted: Trackers, cost: int) -> str:
        """Movements in words: "Socialism 5 → 7, budget −1 → +1". A tracker short of `wanted` or `cost` stops or stays."""
        side: Side = self.state.sides[player]
        found = [
            _movement(
                self.ideology(at), str(side.trackers[at]), str(side.trackers[at] + by), stopped=by != wanted[at], moves=by != 0
            )
            for at, by in enumerate(moved)
            if wanted[at]
        ]
        if cost:
            after = side.budget + budget
            found.append(_movement(say("budget"), signed(side.budget), signed(after), stopped=budget != cost, moves=budget != 0))
        return listed(found)


def _movement(what: str, before: str, after: str, *, stopped: bool, moves: bool) -> str:
    if not moves:
        return say("{what} stays at {before}", what=what, before=before)
    if stopped:
        return say("{what} {before} → {after}, where it stops", what=what, before=before, after=after)
    return say("{what} {before} → {after}", what=what, before=before, after=after)


def signed(number: int) -> str:
    """A budget with its sign: "+2", "−3", "0"."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"
