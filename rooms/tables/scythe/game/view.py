"""What a player, or somebody who looks on, sees of the table (SY-HID).

The view is the table itself with blanks where the viewer may not look: so many cards without values, coins HIDDEN, decks of blanks.
Whatever the rules find in a state they find in it too, as far as it can be known: screens and bots have nothing else.
"""

from __future__ import annotations

import msgspec

from rooms.tables.scythe.game.state import ScytheState


class ScytheView(msgspec.Struct, frozen=True, kw_only=True):
    """The table for one viewer; `player` is None for whoever looks on. `state` has blanks.

    `waits_for` and `winners` are as the rules have them.
    """

    player: int | None
    state: ScytheState
    waits_for: tuple[int, ...]
    winners: tuple[int, ...] = ()
