"""Player actions of Potemkin Empire. `rules` decides when each one is legal."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.potemkin.game.content import Facade


class PotemkinAction(Action, frozen=True):
    """Base class of all player actions."""


class Pick(PotemkinAction, frozen=True):
    """Keep one card of the pack (PE-DRF-03)."""

    called = later("Pick")
    default = later("a card is picked for you by lot.")
    card: str


class Build(PotemkinAction, frozen=True):
    """Build a facade of a type with a hand card behind it (PE-BLD)."""

    called = later("Build")
    card: str
    facade: Facade


class Check(msgspec.Struct, frozen=True):
    """One agent and its target. `agent`: the number of its home building. `target`: a building, None for the shield."""

    agent: int
    target: int | None = None


class Spy(PotemkinAction, frozen=True):
    """Send agents, in this order (PE-SPY). A building with several agents appears once for each agent sent."""

    called = later("Spy")
    checks: tuple[Check, ...]


class CheckAgain(PotemkinAction, frozen=True):
    """Use or decline the additional check. `target`: a building, None for the shield.

    Rules: PE-SPY-19, PE-SPY-20, PE-SPY-21, PE-SPY-22.
    """

    called = later("Check again")
    default = later("you do not check again.")
    target: int | None = None
    decline: bool = False


class PlayAbility(PotemkinAction, frozen=True):
    """Play a hand card for its ability (PE-ABL), with only those targets that the ability needs."""

    called = later("Play ability")
    card: str
    interior: str | None = None  # Second Crew: the card of the first building
    facade: Facade | None = None  # Second Crew: its type
    building: int | None = None  # a building of the player that gets the agent or the cube
    source: int | None = None  # Misdirected Freight: the opponent's building that loses the cube
    looks: tuple[int, ...] = ()  # Friendly Inspector: 1 or 2 buildings of opponents


class BuildAgain(PotemkinAction, frozen=True):
    """Build or decline the second building of the Second Crew (PE-ABI-01)."""

    called = later("Build again")
    default = later("you do not build again.")
    card: str | None = None
    facade: Facade | None = None
    decline: bool = False


class Discard(PotemkinAction, frozen=True):
    """Discard the card that Fresh Timber costs (PE-ABI-06)."""

    called = later("Discard")
    default = later("a card of your hand is discarded by lot.")
    card: str


class Produce(PotemkinAction, frozen=True):
    """Place a cube behind each own Industry building. In construction mode the token flips (PE-IND)."""

    called = later("Produce")
    default = later("you produce.")


class PlaceAgents(PotemkinAction, frozen=True):
    """Ready the spent agents. `counts`: numbers of buildings, and agents for each, at least 1 (PE-END-14)."""

    called = later("Place agents")
    default = later("your agents are spread evenly.")
    counts: tuple[tuple[int, int], ...]


ACTIONS: Final[tuple[type[PotemkinAction], ...]] = tuple(PotemkinAction.__subclasses__())
