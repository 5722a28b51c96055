"""What a player may do. Which of it is legal when, is in the rules."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later
from rooms.tables.game.actions import Action
from rooms.tables.potemkin.game.content import Facade


class PotemkinAction(Action, frozen=True):
    """All that a player may do."""


class Pick(PotemkinAction, frozen=True):
    """Keep one card of the pack (PE-DRF-03)."""

    called = later("Pick")
    card: str


class Build(PotemkinAction, frozen=True):
    """Put up a building of a type with a card of the hand behind it (PE-BLD)."""

    called = later("Build")
    card: str
    facade: Facade


class Check(msgspec.Struct, frozen=True):
    """One agent, named by the building behind which it stands, and the building it checks; None for the shield."""

    agent: int
    target: int | None = None


class Spy(PotemkinAction, frozen=True):
    """Send agents, in this order (PE-SPY). Several agents behind one building are alike: name it once for each."""

    called = later("Spy")
    checks: tuple[Check, ...]


class CheckAgain(PotemkinAction, frozen=True):
    """Use the additional check on a building, on the shield (None), or not at all (PE-SPY-19, PE-SPY-20, PE-SPY-21, PE-SPY-22)."""

    called = later("Check again")
    target: int | None = None
    decline: bool = False


class PlayAbility(PotemkinAction, frozen=True):
    """Play a card of the hand for its ability (PE-ABL). Only the targets that the ability asks for are given."""

    called = later("Play ability")
    card: str
    interior: str | None = None  # Second Crew: the card of the first building
    facade: Facade | None = None  # Second Crew: its type
    building: int | None = None  # an own building: where the agent or the cube goes
    source: int | None = None  # Misdirected Freight: the opponent's building that the cube comes from
    looks: tuple[int, ...] = ()  # Friendly Inspector: 1 or 2 buildings of opponents


class BuildAgain(PotemkinAction, frozen=True):
    """The second building of the Second Crew, or none (PE-ABI-01)."""

    called = later("Build again")
    card: str | None = None
    facade: Facade | None = None
    decline: bool = False


class Discard(PotemkinAction, frozen=True):
    """The card that Fresh Timber costs (PE-ABI-06)."""

    called = later("Discard")
    card: str


class Produce(PotemkinAction, frozen=True):
    """A cube behind each own Industry building; in construction mode the token flips (PE-IND)."""

    called = later("Produce")


class PlaceAgents(PotemkinAction, frozen=True):
    """Where one's spent agents are readied: the number of a building and how many go there, at least 1 (PE-END-14)."""

    called = later("Place agents")
    counts: tuple[tuple[int, int], ...]


ACTIONS: Final[tuple[type[PotemkinAction], ...]] = tuple(PotemkinAction.__subclasses__())
