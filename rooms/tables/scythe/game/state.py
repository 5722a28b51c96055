"""State of a Scythe table: board, mats, open and hidden cards, and the agenda.

Players are numbers from 0, clockwise. Spaces are ids of territories and home bases; "" is off the board. Units are numbers: 0 is
the character, 1 to 4 are the mechs in the order of the faction mat's abilities, 5 to 12 the workers. Sections are numbers from 0,
left to right, and FACTORY. Token counts are in the order of RESOURCES. The agenda lists the steps still to be resolved in the
turn, the next one first. A view has blanks for what its viewer may not know: face-down cards are 0 or "", others' coins are
HIDDEN.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

import msgspec

from control.engine.records import replace
from rooms.tables.game.facts import AgendaCourse
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.scythe.game.content import Ability, Book, Resource

CHARACTER: Final = 0
MECHS: Final = (1, 2, 3, 4)
WORKERS: Final = (5, 6, 7, 8, 9, 10, 11, 12)
UNITS: Final = 13
FACTORY: Final = 4  # the fifth section (SY-TRN-08)
NONE: Final = -1  # no section, no unit, no bonus space
HIDDEN: Final = -1  # coins or a dial that the viewer may not know
OFF: Final = ""  # not on the board: on the mat

Tokens = tuple[int, int, int, int]
NO_TOKENS: Final[Tokens] = (0, 0, 0, 0)


class Phase(StrEnum):
    """States of the table, as in the rulebook: each names what the table waits for."""

    SETUP = "setup"
    CHOOSE_SECTION = "choose-section"
    TOP = "top"
    MOVING = "moving"
    COMBAT_ORDER = "combat-order"
    COMBAT_ABILITY = "combat-ability"
    COMBAT_SELECT = "combat-select"
    COMBAT_RETREAT = "combat-retreat"
    ENCOUNTER = "encounter"
    FACTORY_CHOICE = "factory-choice"
    BOTTOM = "bottom"
    BONUS = "bonus"
    TURN_END = "turn-end"
    RECORDING = "recording"  # finished; winners may enter achievements
    OVER = "over"


class Star(StrEnum):
    """Goals that a star is placed for (SY-STR-01)."""

    UPGRADES = "upgrades"
    MECHS = "mechs"
    STRUCTURES = "structures"
    RECRUITS = "recruits"
    WORKERS = "workers"
    OBJECTIVE = "objective"
    COMBAT = "combat"
    POPULARITY = "popularity"
    POWER = "power"


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One player: pieces on the board, and everything on and beside the two mats.

    `units`: the space of each unit. `structures`: the space of each structure, in the order of STRUCTURES. `cubes`: for each green
    box in the order of CUBES, True when its cube is gone. `boxes`: the number of cubes on each section's red boxes. `recruits`:
    for each section, the one-time space of its recruit, NONE before that. `section`: the one used last. `cards`: combat cards by
    value. `card`: the id of the Factory card.
    """

    faction: str = ""
    mat: str = ""
    power: int = 0
    popularity: int = 0
    coins: int = 0
    cards: tuple[int, ...] = ()
    objectives: tuple[str, ...] = ()
    stars: tuple[Star, ...] = ()
    units: tuple[str, ...] = (OFF,) * UNITS
    structures: tuple[str, str, str, str] = (OFF, OFF, OFF, OFF)
    cubes: tuple[bool, ...] = (False,) * 6
    boxes: tuple[int, int, int, int] = (0, 0, 0, 0)
    recruits: tuple[int, int, int, int] = (NONE, NONE, NONE, NONE)
    section: int = NONE
    card: str = ""


class ContestedEntry(msgspec.Struct, frozen=True):
    """A unit that entered a contested territory, with its origin and cargo (SY-END-03, SY-R-41)."""

    unit: int
    space: str
    origin: str
    tokens: Tokens = NO_TOKENS
    riders: tuple[int, ...] = ()


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A Move action in progress.

    `left`: units that may still start. `far`: range of each without Speed. `unit`: the one moving now, NONE for none. `steps`: its
    range left. `tokens` and `riders`: its cargo. `moved`: units that have moved in this action. `entries`: units in contested
    territories.
    """

    left: int = 0
    far: int = 1
    unit: int = NONE
    steps: int = 0
    tokens: Tokens = NO_TOKENS
    riders: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    entries: tuple[ContestedEntry, ...] = ()


class Commitment(msgspec.Struct, frozen=True):
    """A player's dial and added cards (SY-CMB-07). In other players' views the dial is HIDDEN before the reveal."""

    dial: int
    cards: tuple[int, ...] = ()


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """The current combat. `commitments`: the attacker's and the defender's, None before they commit."""

    space: str
    attacker: int
    defender: int
    commitments: tuple[Commitment | None, Commitment | None] = (None, None)


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """Things done in the current turn that a rule needs.

    `stopped`: units that cannot move again this turn (SY-R-07). `coerced`: SY-FAC-03 is used up. `met`: the territory of the
    active player's pending encounter, "" for none (SY-ENC-01, SY-CMB-22). `met_later`: other players' pending encounters, of
    defenders who won.
    """

    section: int = NONE
    coerced: bool = False
    stopped: tuple[int, ...] = ()
    met: str = ""
    met_later: tuple[tuple[int, str], ...] = ()


# --- the agenda: what still has to be resolved ------------------------------------------------------------------------------


class Choosing(msgspec.Struct, frozen=True, tag="choosing"):
    """The active player chooses a section. Asked in CHOOSE_SECTION."""


class TopRow(msgspec.Struct, frozen=True, tag="top-row"):
    """The active player takes or skips the top row. Asked in TOP."""


class Moving(msgspec.Struct, frozen=True, tag="moving"):
    """A Move action is in progress. Asked in MOVING."""


class Combats(msgspec.Struct, frozen=True, tag="combats"):
    """These territories are contested. With more than one, the active player chooses, in COMBAT_ORDER (SY-CMB-03)."""

    spaces: tuple[str, ...]


class Arming(msgspec.Struct, frozen=True, tag="arming"):
    """An ability acts before the combat. Scout and Disarm act by themselves, Artillery is asked in COMBAT_ABILITY (SY-R-29)."""

    player: int
    ability: Ability


class Committing(msgspec.Struct, frozen=True, tag="committing"):
    """Both players commit in secret. Asked in COMBAT_SELECT."""


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """The loser's units retreat. A loser with Seaworthy and an open lake is asked in COMBAT_RETREAT (SY-R-18)."""

    player: int
    space: str


class Fought(msgspec.Struct, frozen=True, tag="fought"):
    """The combat's results after the retreat: popularity, card, star, a pending encounter (SY-CMB-17, SY-CMB-22)."""

    total: int  # the loser's total
    driven: int  # opposing workers driven off by a winning attacker


class Meetings(msgspec.Struct, frozen=True, tag="meetings"):
    """Move and combats are over, and pending encounters begin (SY-MOV-31)."""


class Meeting(msgspec.Struct, frozen=True, tag="meeting"):
    """A player chooses an option of the drawn encounter card. Asked in ENCOUNTER. `taken`: options already taken (SY-FAC-08)."""

    player: int
    space: str
    card: str
    taken: tuple[int, ...] = ()


class Visiting(msgspec.Struct, frozen=True, tag="visiting"):
    """A player with the character on the Factory and no card chooses one. Asked in FACTORY_CHOICE (SY-FCT-01)."""


class BottomRow(msgspec.Struct, frozen=True, tag="bottom-row"):
    """The active player takes or skips the bottom row. Asked in BOTTOM."""


class Bonuses(msgspec.Struct, frozen=True, tag="bonuses"):
    """These players gain a section's ongoing bonus, one after the other. Asked in BONUS where SY-R-24 says so (SY-ENL-08)."""

    section: int
    players: tuple[int, ...]


class Ending(msgspec.Struct, frozen=True, tag="ending"):
    """Both rows are done. Asked in TURN_END."""


class Recording(msgspec.Struct, frozen=True, tag="recording"):
    """The game has ended, and these winners may enter achievements. Asked in RECORDING (SY-END-15)."""

    players: tuple[int, ...]


Step = (
    Choosing
    | TopRow
    | Moving
    | Combats
    | Arming
    | Committing
    | Retreating
    | Fought
    | Meetings
    | Meeting
    | Visiting
    | BottomRow
    | Bonuses
    | Ending
    | Recording
)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The table options of A-00."""

    relentless_factory: bool = True
    ban_combos: bool = False
    mill_needs_control: bool = False
    ask_every_bonus: bool = False
    tournament: bool = False
    delay: bool = False
    achievements: bool = False
    show_hands: bool = False


class ScytheState(msgspec.Struct, frozen=True, kw_only=True):
    """The whole table. The top of a deck comes first, the newest card of an open pile last.

    `order`: the players clockwise (SY-SET-07). `host`: the facilitator, NONE when not a player. `turns`: count of the turns of the
    game, from 1. `tokens`: tokens by space, without empty spaces. `marks`: territories that still have an encounter token.
    `cards`: remaining Factory cards of those set aside (SY-SET-02). `records`: achievements entered in this game, with their
    players. `named`: achievements that already had a name before.
    """

    phase: Phase = Phase.SETUP
    options: Options = Options()
    sides: tuple[Side, ...] = ()
    order: tuple[int, ...] = ()
    host: int = NONE
    active: int = 0
    turns: int = 0
    turn: Turn = Turn()
    move: Move | None = None
    fight: Fight | None = None
    agenda: tuple[Step, ...] = ()
    tokens: dict[str, Tokens] = {}
    marks: tuple[str, ...] = ()
    tile: str = ""
    deck: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    encounters: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    records: tuple[tuple[int, str], ...] = ()
    named: tuple[str, ...] = ()


Course = AgendaCourse[Book, ScytheState, Side, Step]


def is_mech(unit: int) -> bool:
    return 1 <= unit <= 4


def fights(unit: int) -> bool:
    """Return whether the unit is a combat unit: the character or a mech."""
    return unit <= 4


def tokens_at(state: ScytheState, space: str) -> Tokens:
    return state.tokens.get(space, NO_TOKENS)


def on_board(side: Side) -> int:
    """The number of workers on the board, home base included (SY-R-44)."""
    return sum([bool(side.units[unit]) for unit in WORKERS])


def plus(one: Tokens, other: Tokens) -> Tokens:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def minus(one: Tokens, other: Tokens) -> Tokens:
    """The difference by type, which may be below 0."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


def tokens_of_type(resource: Resource, count: int) -> Tokens:
    """Tokens of a single type."""
    one, two, three, four = [count if each is resource else 0 for each in Resource]
    return one, two, three, four


def side_of(state: ScytheState, player: int) -> Side:
    """A player's side. For an unknown player, an empty side."""
    return state.sides[player] if 0 <= player < len(state.sides) else Side()


def with_side(state: ScytheState, player: int, **changes: Any) -> tuple[Side, ...]:
    return with_replaced(state.sides, player, replace(side_of(state, player), **changes))


def with_units(side: Side, where: Mapping[int, str]) -> tuple[str, ...]:
    """A side's units, with some moved to other spaces."""
    units = list(side.units)
    for unit, space in where.items():
        units[unit] = space
    return tuple(units)


def with_tokens(tokens: Mapping[str, Tokens], changes: Mapping[str, Tokens]) -> dict[str, Tokens]:
    """Tokens by space after adding `changes`, which may be negative. Spaces are in the order of their ids; empty ones are left
    out.
    """
    there = dict(tokens)
    for space, by in changes.items():
        there[space] = plus(there.get(space, NO_TOKENS), by)
    return {space: there[space] for space in sorted(there) if any(there[space])}


def without_cards(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)


def with_moved_pieces(state: ScytheState, player: int, origin: str, to: str, units: tuple[int, ...], tokens: Tokens) -> ScytheState:
    """The state after units and tokens went from one space to another."""
    sides = with_side(state, player, units=with_units(side_of(state, player), dict.fromkeys(units, to)))
    changes = {origin: minus(NO_TOKENS, tokens), to: tokens} if any(tokens) else {}
    return replace(state, sides=sides, tokens=with_tokens(state.tokens, changes) if changes else state.tokens)


def left_of(state: ScytheState, player: int) -> int:
    """The next player clockwise (SY-TRN-12)."""
    return state.order[(state.order.index(player) + 1) % len(state.order)]


def clockwise(state: ScytheState, start: int) -> tuple[int, ...]:
    """All players clockwise from `start`."""
    at = state.order.index(start)
    return state.order[at:] + state.order[:at]


def right_of(state: ScytheState, player: int) -> int:
    """The previous player clockwise. With two players it is the same opponent as on the left (SY-TRN-12)."""
    return state.order[state.order.index(player) - 1]
