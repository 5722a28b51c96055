"""Set-ups: how many different beginnings the decks give (SC-CNT-50).

A set-up is the scenario, the supporters in the floating area and the leaders in play; seats, hands and the order of decks do not
count. The numbers are computed from the decks, so that a smaller deck has smaller ones.
"""

from __future__ import annotations

from math import comb
from typing import Final

from rooms.tables.statecraft.game.content import Content

PLAYERS: Final = (2, 3, 4, 5, 6)
QUICKPLAY_SUPPORTERS: Final = 6  # SC-QIK-02
FEWEST: Final = 200_000  # every number of players must have more than these (SC-CNT-57)


def layouts(content: Content, players: int) -> int:
    """The floating areas that the scenarios offered to so many players can begin with (SC-CNT-52, SC-CNT-56)."""
    offered = (scenario for scenario in content.scenarios if players in scenario.players)
    return sum(comb(len(content.supporters), scenario.supporters) for scenario in offered)


def leaders(content: Content, players: int) -> int:
    """The sets of leaders that so many players can get (SC-CNT-53)."""
    return comb(len(content.leaders), players)


def set_ups(content: Content, players: int) -> int:
    """The set-ups of an Advanced game (SC-CNT-51, SC-CNT-56)."""
    return layouts(content, players) * leaders(content, players)


def quickplay_set_ups(content: Content, players: int) -> int:
    """The set-ups of a Quickplay game, which has one scenario (SC-CNT-55)."""
    return comb(len(content.supporters), QUICKPLAY_SUPPORTERS) * leaders(content, players)


def smallest_set_ups(content: Content, players: int) -> int:
    """The set-ups of the scenario that has the fewest (SC-CNT-54)."""
    offered = [scenario for scenario in content.scenarios if players in scenario.players]
    return min((comb(len(content.supporters), scenario.supporters) for scenario in offered), default=0) * leaders(content, players)
