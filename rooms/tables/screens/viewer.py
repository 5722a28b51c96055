"""Viewer of a table, as the screens of every game need it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct

from control.engine.language import listed, say
from rooms.tables.registry import GameSight

# === viewer =============================================================================================================


Kind = TypeVar("Kind")


class TableViewer(Struct, frozen=True):
    """A viewer with what they see, and the words for it. A game adds symbols and words of its own."""

    seen: GameSight

    @property
    def player(self) -> int | None:
        """The viewer's place at the table."""
        return self.seen.player

    def name(self, player: int) -> str:
        return self.seen.table.chairs[player].name

    def whom(self, player: int) -> str:
        """A player's name on this viewer's screen: "you" for the viewer."""
        return say("you") if player == self.player else self.name(player)

    def allows(self, action: object) -> bool:
        """Whether the viewer may take exactly this action now."""
        return any(offer.allows(action) for offer in self.seen.offers)

    def offer(self, kind: type[Kind]) -> Kind | None:
        """The viewer's offer of this kind, or None."""
        return next((offer for offer in self.seen.offers if isinstance(offer, kind)), None)

    def headline(self, winners: Sequence[int]) -> str:
        """The winners, in words."""
        if tuple(winners) == (self.player,):
            return say("You win")
        names = listed([self.whom(player) for player in winners])
        if len(winners) == 1:
            return say("{name} wins", name=names)
        return say("{names} share the victory", names=f"{names[:1].upper()}{names[1:]}")


def version_of(seen: GameSight, *more: object) -> str:
    """A hash of everything that a panel is made from."""
    chairs = [(chair.name, chair.bot) for chair in seen.table.chairs]
    made_from = (seen.player, chairs, seen.view, seen.offers, seen.told, seen.touched, more)
    return blake2b(msgspec.json.encode(made_from), digest_size=16).hexdigest()
