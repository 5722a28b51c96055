"""What has happened at the table, in the order it happened. What chance brought stands in the facts."""

from __future__ import annotations

import msgspec

from rooms.tables.potemkin.game.actions import Check
from rooms.tables.potemkin.game.content import Facade
from rooms.tables.potemkin.game.state import Meeple, Placing, Score


class Opened(msgspec.Struct, frozen=True):
    """The table was laid out; `deck` from its top (PE-SET)."""

    players: int
    first: int
    deck: tuple[str, ...]


class MonthBegan(msgspec.Struct, frozen=True):
    """A month token came up."""

    month: int


class Reshuffled(msgspec.Struct, frozen=True):
    """The discard pile was shuffled and lies under what was left of the deck (PE-DEK-02)."""

    cards: tuple[str, ...]


class Dealt(msgspec.Struct, frozen=True):
    """Everybody was dealt this many cards, one at a time, from the capitol's holder on (PE-DRF-01, PE-DRF-02)."""

    each: int


class Picked(msgspec.Struct, frozen=True):
    """A player has chosen a card of the pack."""

    player: int
    card: str


class PacksPassed(msgspec.Struct, frozen=True):
    """Everybody kept the card chosen, and the packs went on to the next seat, or else to the one before."""

    clockwise: bool


class LastCardsKept(msgspec.Struct, frozen=True):
    """Everybody kept the one card that was left (PE-DRF-10)."""


class TurnBegan(msgspec.Struct, frozen=True):
    """A player's turn in the Action phase."""

    player: int


class Drew(msgspec.Struct, frozen=True):
    """Cards went from the top of the deck to a hand."""

    player: int
    cards: int


class Built(msgspec.Struct, frozen=True):
    """A building was put up at the end of a village."""

    player: int
    card: str
    facade: Facade
    building: int
    front: int


class Took(msgspec.Struct, frozen=True):
    """A meeple came to a player, from its holder or from the board."""

    player: int
    meeple: Meeple


class AgentPlaced(msgspec.Struct, frozen=True):
    """An agent came from the supply and is ready."""

    player: int
    building: int


class Spied(msgspec.Struct, frozen=True):
    """All agents of a spy action were assigned; they have left their buildings (PE-SPY-09)."""

    player: int
    checks: tuple[Check, ...]


class ShieldRemoved(msgspec.Struct, frozen=True):
    """An agent sent the shield back to the board (PE-SHD-05)."""

    player: int


class Found(msgspec.Struct, frozen=True):
    """What a check has brought to light."""

    building: int
    owner: int
    facade: Facade
    card: str
    real: bool


class Revealed(msgspec.Struct, frozen=True):
    """Interiors were turned face up, all at the same moment (PE-SPY-10)."""

    player: int
    found: tuple[Found, ...]


class Destroyed(msgspec.Struct, frozen=True):
    """Fake buildings fell; who spied captured their interiors (PE-DES)."""

    player: int
    buildings: tuple[int, ...]


class ScientistLeft(msgspec.Struct, frozen=True):
    """The scientist went back to the board (PE-DES-07)."""


class AgentsKilled(msgspec.Struct, frozen=True):
    """Agents found real spies; each is named by the building it came from (PE-SPY-17)."""

    player: int
    agents: tuple[int, ...]


class ChecksEarned(msgspec.Struct, frozen=True):
    """These agents may check again, the first of them now (PE-SPY-19)."""

    player: int
    agents: tuple[int, ...]


class CheckDeclined(msgspec.Struct, frozen=True):
    """An additional check was not used."""

    player: int


class SpyEnded(msgspec.Struct, frozen=True):
    """The spy action is over: the agents that live are spent (PE-SPY-15)."""

    player: int


class Produced(msgspec.Struct, frozen=True):
    """A cube was placed behind each Industry building of a player; `flips`: the mode token turned to production."""

    player: int
    cubes: int
    flips: bool


class CardPlayed(msgspec.Struct, frozen=True):
    """A card was shown and is being used for its ability (PE-ABL-06)."""

    player: int
    card: str


class CardSpent(msgspec.Struct, frozen=True):
    """The ability card went to the discard pile (PE-ABL-07)."""


class CrewWaits(msgspec.Struct, frozen=True):
    """The Second Crew may build once more."""

    player: int


class CrewDismissed(msgspec.Struct, frozen=True):
    """The Second Crew builds nothing more."""

    player: int


class TimberWaits(msgspec.Struct, frozen=True):
    """Fresh Timber waits for the card that it costs."""

    player: int


class CardDiscarded(msgspec.Struct, frozen=True):
    """A hand card went face down to the discard pile."""

    player: int
    card: str


class Inspected(msgspec.Struct, frozen=True):
    """A player looked at interiors of opponents (PE-ABI-04)."""

    player: int
    buildings: tuple[int, ...]


class CubeMoved(msgspec.Struct, frozen=True):
    """A cube went from an opponent's building to an own one (PE-ABI-05)."""

    player: int
    source: int
    building: int


class CubePlaced(msgspec.Struct, frozen=True):
    """A cube came from the supply (PE-ABI-09)."""

    player: int
    building: int


class AgentReadied(msgspec.Struct, frozen=True):
    """A spent agent stands ready again (PE-ABI-07)."""

    player: int
    building: int


class ActionPhaseEnded(msgspec.Struct, frozen=True):
    """Only this player is left in construction mode (PE-ACT-17)."""

    player: int


class HandsDiscarded(msgspec.Struct, frozen=True):
    """Every hand went unseen to the discard pile (PE-END-02)."""


class TokensReset(msgspec.Struct, frozen=True):
    """Every mode token shows construction (PE-END-04)."""


class AgentsAwaited(msgspec.Struct, frozen=True):
    """Somebody may choose where spent agents go."""


class AgentsChosen(msgspec.Struct, frozen=True):
    """A player has chosen where spent agents go."""

    player: int
    counts: tuple[tuple[int, int], ...]


class AgentsReadied(msgspec.Struct, frozen=True):
    """Spent agents were placed and are ready, all at the same time (PE-END-05)."""

    placings: tuple[Placing, ...]


class MonthEnded(msgspec.Struct, frozen=True):
    """The month's token left the game (PE-END-15)."""

    month: int


class InteriorsRevealed(msgspec.Struct, frozen=True):
    """Every interior is face up (PE-SCO-01)."""


class VillagesCounted(msgspec.Struct, frozen=True):
    """The villages were counted."""

    scores: tuple[Score, ...]
    winners: tuple[int, ...]


FACTS: tuple[type, ...] = (
    Opened,
    MonthBegan,
    Reshuffled,
    Dealt,
    Picked,
    PacksPassed,
    LastCardsKept,
    TurnBegan,
    Drew,
    Built,
    Took,
    AgentPlaced,
    Spied,
    ShieldRemoved,
    Revealed,
    Destroyed,
    ScientistLeft,
    AgentsKilled,
    ChecksEarned,
    CheckDeclined,
    SpyEnded,
    Produced,
    CardPlayed,
    CardSpent,
    CrewWaits,
    CrewDismissed,
    TimberWaits,
    CardDiscarded,
    Inspected,
    CubeMoved,
    CubePlaced,
    AgentReadied,
    ActionPhaseEnded,
    HandsDiscarded,
    TokensReset,
    AgentsAwaited,
    AgentsChosen,
    AgentsReadied,
    MonthEnded,
    InteriorsRevealed,
    VillagesCounted,
)
