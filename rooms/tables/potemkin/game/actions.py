"""What a player may do. Which of it is legal when, is in the rules."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from control.engine.language import later
from rooms.tables.potemkin.game.content import Facade


class Pick(msgspec.Struct, frozen=True):
    """Keep one card of the pack (PE-DRF-03)."""

    card: str


class Build(msgspec.Struct, frozen=True):
    """Put up a building of a type with a card of the hand behind it (PE-BLD)."""

    card: str
    facade: Facade


class Check(msgspec.Struct, frozen=True):
    """One agent, named by the building behind which it stands, and the building it checks; None for the shield."""

    agent: int
    target: int | None = None


class Spy(msgspec.Struct, frozen=True):
    """Send agents, in this order (PE-SPY). Several agents behind one building are alike: name it once for each."""

    checks: tuple[Check, ...]


class CheckAgain(msgspec.Struct, frozen=True):
    """Use the additional check on a building, on the shield (None), or not at all (PE-SPY-19, PE-SPY-20, PE-SPY-21, PE-SPY-22)."""

    target: int | None = None
    decline: bool = False


class PlayAbility(msgspec.Struct, frozen=True):
    """Play a card of the hand for its ability (PE-ABL). Only the targets that the ability asks for are given."""

    card: str
    interior: str | None = None  # Second Crew: the card of the first building
    facade: Facade | None = None  # Second Crew: its type
    building: int | None = None  # an own building: where the agent or the cube goes
    source: int | None = None  # Misdirected Freight: the opponent's building that the cube comes from
    looks: tuple[int, ...] = ()  # Friendly Inspector: 1 or 2 buildings of opponents


class BuildAgain(msgspec.Struct, frozen=True):
    """The second building of the Second Crew, or none (PE-ABI-01)."""

    card: str | None = None
    facade: Facade | None = None
    decline: bool = False


class Discard(msgspec.Struct, frozen=True):
    """The card that Fresh Timber costs (PE-ABI-06)."""

    card: str


class Produce(msgspec.Struct, frozen=True):
    """A cube behind each own Industry building; in construction mode the token flips (PE-IND)."""


class PlaceAgents(msgspec.Struct, frozen=True):
    """Where one's spent agents are readied: the number of a building and how many go there, at least 1 (PE-END-14)."""

    counts: tuple[tuple[int, int], ...]


PotemkinAction = Pick | Build | Spy | CheckAgain | PlayAbility | BuildAgain | Discard | Produce | PlaceAgents
ACTIONS: tuple[type, ...] = (Pick, Build, Spy, CheckAgain, PlayAbility, BuildAgain, Discard, Produce, PlaceAgents)
CALLED: Mapping[type, str] = {  # in the journal
    Pick: later("Pick"),
    Build: later("Build"),
    Spy: later("Spy"),
    CheckAgain: later("Check again"),
    PlayAbility: later("Play ability"),
    BuildAgain: later("Build again"),
    Discard: later("Discard"),
    Produce: later("Produce"),
    PlaceAgents: later("Place agents"),
}
