"""Looker: what somebody sees of a table, as the screens of every game ask for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from control.engine.language import listed, say
from rooms.tables.registry import Seen

# === looker =============================================================================================================


Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True)
class Looker:
    """Whose eyes: what is seen, with the words that go with it. A game adds its own signs and words."""

    seen: Seen

    @property
    def player(self) -> int | None:
        """The viewer's place at the table."""
        return self.seen.player

    def name(self, player: int) -> str:
        """What a player is called."""
        return self.seen.table.chairs[player].name

    def whom(self, player: int) -> str:
        """What a player is called on this viewer's screen."""
        return say("you") if player == self.player else self.name(player)

    def allows(self, action: object) -> bool:
        """May the viewer do exactly this now?"""
        return any(offer.allows(action) for offer in self.seen.offers)

    def offer(self, kind: type[Kind]) -> Kind | None:
        """What the viewer is offered of this kind."""
        return next((offer for offer in self.seen.offers if isinstance(offer, kind)), None)

    def headline(self, winners: Sequence[int]) -> str:
        """Who has won."""
        if tuple(winners) == (self.player,):
            return say("You win")
        names = listed([self.whom(player) for player in winners])
        if len(winners) == 1:
            return say("{name} wins", name=names)
        return say("{names} share the victory", names=f"{names[:1].upper()}{names[1:]}")
