"""State of a game of Scythe: what lies on the table, open and hidden, and how facts change its sides.

Players are numbers from 0, clockwise. Spaces are ids of territories and home bases; "" is not on the board. Units are numbers: 0 is
the character, 1 to 4 the mechs in the order of the faction mat's abilities, 5 to 12 the workers. Sections are numbers from 0, left
to right, and FACTORY. Tokens are counted in the order of RESOURCES. What still has to be resolved in a turn is the agenda, the next
thing first. In a view, what its viewer may not know is blank: cards face down are 0 or "", another's coins are HIDDEN.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from rooms.tables.game.parts import with_one
from rooms.tables.scythe.game.content import Ability, Resource

CHARACTER: Final = 0
MECHS: Final = (1, 2, 3, 4)
WORKERS: Final = (5, 6, 7, 8, 9, 10, 11, 12)
UNITS: Final = 13
FACTORY: Final = 4  # the fifth section (SY-TRN-08)
NONE: Final = -1  # no section, no unit, no bonus space
HIDDEN: Final = -1  # coins, a dial: what the viewer may not know
OFF: Final = ""  # not on the board: on the mat

Tokens = tuple[int, int, int, int]
NO_TOKENS: Final[Tokens] = (0, 0, 0, 0)


class Phase(StrEnum):
    """What the table waits for: the states of the rulebook."""

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
    RECORDING = "recording"  # finished, and a winner may enter the achievement sheet
    OVER = "over"


class Star(StrEnum):
    """What a star is placed for (SY-STR-01)."""

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
    """One player: the pieces on the board and what lies on and beside the two mats.

    `units` has the space of each unit, `structures` of each structure in the order of STRUCTURES. `cubes` are the green boxes whose
    cube is gone, in the order of CUBES, `boxes` the cubes on the red boxes of each section. `recruits` has for each section the
    one-time space its recruit went to, NONE while it is there. `section` is the one used last, `cards` are values, `card` the id of
    the Factory card.
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


class Entry(msgspec.Struct, frozen=True):
    """A unit that entered a contested territory, from where, and what it brought (SY-END-03, SY-R-41)."""

    unit: int
    space: str
    origin: str
    tokens: Tokens = NO_TOKENS
    riders: tuple[int, ...] = ()


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """A Move action under way. `left` are the units that may still begin to move, `far` how far each goes without Speed.

    `unit` is under way (NONE: none is), `steps` are what is left of its range, `tokens` and `riders` what it carries. `moved` have
    had their movement in this action. `entries` are who is in contested territories.
    """

    left: int = 0
    far: int = 1
    unit: int = NONE
    steps: int = 0
    tokens: Tokens = NO_TOKENS
    riders: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    entries: tuple[Entry, ...] = ()


class Commitment(msgspec.Struct, frozen=True):
    """What somebody dials and adds (SY-CMB-07). In a view of somebody else, before the reveal, the dial is HIDDEN."""

    dial: int
    cards: tuple[int, ...] = ()


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """The combat under way. `commitments` are the attacker's and the defender's, None while it is open."""

    space: str
    attacker: int
    defender: int
    commitments: tuple[Commitment | None, Commitment | None] = (None, None)


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """What was done in the turn under way, as far as a rule counts it.

    `stopped` units cannot move again this turn (SY-R-07), `coerced`: SY-FAC-03 is used up. `met` is the territory whose encounter
    is pending for the active player, "" for none (SY-ENC-01, SY-CMB-22); `met_later` are other players' (a defender who won there).
    """

    section: int = NONE
    coerced: bool = False
    stopped: tuple[int, ...] = ()
    met: str = ""
    met_later: tuple[tuple[int, str], ...] = ()


# --- the agenda: what still has to be resolved ------------------------------------------------------------------------------


class Choosing(msgspec.Struct, frozen=True, tag="choosing"):
    """The active player chooses a section; asked in CHOOSE_SECTION."""


class TopRow(msgspec.Struct, frozen=True, tag="top-row"):
    """The active player takes the top row or skips it; asked in TOP."""


class Moving(msgspec.Struct, frozen=True, tag="moving"):
    """The Move action under way; asked in MOVING."""


class Combats(msgspec.Struct, frozen=True, tag="combats"):
    """These territories are contested; with more than one the active player chooses, in COMBAT_ORDER (SY-CMB-03)."""

    spaces: tuple[str, ...]


class Arming(msgspec.Struct, frozen=True, tag="arming"):
    """An ability is used before the combat: Scout and Disarm by themselves, Artillery is asked in COMBAT_ABILITY (SY-R-29)."""

    player: int
    ability: Ability


class Committing(msgspec.Struct, frozen=True, tag="committing"):
    """Both dial in secret; asked in COMBAT_SELECT."""


class Retreating(msgspec.Struct, frozen=True, tag="retreating"):
    """The loser's units retreat; a loser with Seaworthy and an open lake is asked, in COMBAT_RETREAT (SY-R-18)."""

    player: int
    space: str


class Fought(msgspec.Struct, frozen=True, tag="fought"):
    """What follows when the loser's units are gone: popularity, card, star and a pending encounter (SY-CMB-17, SY-CMB-22)."""

    total: int  # the loser's
    driven: int  # opposing workers that retreat from a winning attacker


class Meetings(msgspec.Struct, frozen=True, tag="meetings"):
    """The Move action and its combats are over: pending encounters begin (SY-MOV-31)."""


class Meeting(msgspec.Struct, frozen=True, tag="meeting"):
    """A player has drawn an encounter card and chooses; asked in ENCOUNTER. `taken` are the options had (SY-FAC-08)."""

    player: int
    space: str
    card: str
    taken: tuple[int, ...] = ()


class Visiting(msgspec.Struct, frozen=True, tag="visiting"):
    """A character on the Factory whose player has no card chooses one; asked in FACTORY_CHOICE (SY-FCT-01)."""


class BottomRow(msgspec.Struct, frozen=True, tag="bottom-row"):
    """The active player takes the bottom row or skips it; asked in BOTTOM."""


class Bonuses(msgspec.Struct, frozen=True, tag="bonuses"):
    """These players gain the ongoing bonus of a section, one after the other; asked in BONUS where SY-R-24 asks (SY-ENL-08)."""

    section: int
    players: tuple[int, ...]


class Ending(msgspec.Struct, frozen=True, tag="ending"):
    """Both rows are done; asked in TURN_END."""


class Recording(msgspec.Struct, frozen=True, tag="recording"):
    """The game has ended: these winners may enter the achievement sheet; asked in RECORDING (SY-END-15)."""

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

    `order` are the players clockwise (SY-SET-07), `host` is the facilitator, NONE for none among the players. `turns` counts the
    turns of the game, from 1. `tokens` are where some lie. `marks` are the territories that still have an encounter token. `cards`
    are the Factory cards that are left of those set aside (SY-SET-02). `records` are the achievements that winners have taken in
    this game, with whose they are, `named` those that had a name before.
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


def is_mech(unit: int) -> bool:
    """Is this number a mech's?"""
    return 1 <= unit <= 4


def fights(unit: int) -> bool:
    """Is it a combat unit: a character or mech?"""
    return unit <= 4


def tokens_at(state: ScytheState, space: str) -> Tokens:
    """What lies there."""
    return state.tokens.get(space, NO_TOKENS)


def on_board(side: Side) -> int:
    """Workers on the board, home base included (SY-R-44)."""
    return sum([bool(side.units[unit]) for unit in WORKERS])


def plus(one: Tokens, other: Tokens) -> Tokens:
    """Both together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def minus(one: Tokens, other: Tokens) -> Tokens:
    """What is left of the first without the second; below 0 where it was not there."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2], one[3] - other[3]


def only(resource: Resource, count: int) -> Tokens:
    """So many of one type."""
    one, two, three, four = [count if each is resource else 0 for each in Resource]
    return one, two, three, four


def side_of(state: ScytheState, player: int) -> Side:
    """A player's side; an empty one for whoever does not play."""
    return state.sides[player] if 0 <= player < len(state.sides) else Side()


def with_side(state: ScytheState, player: int, **changes: Any) -> tuple[Side, ...]:
    """All sides, one of them changed."""
    return with_one(state.sides, player, replace(side_of(state, player), **changes))


def with_units(side: Side, where: Mapping[int, str]) -> tuple[str, ...]:
    """A side's units, some of them elsewhere."""
    units = list(side.units)
    for unit, space in where.items():
        units[unit] = space
    return tuple(units)


def with_tokens(tokens: Mapping[str, Tokens], changes: Mapping[str, Tokens]) -> dict[str, Tokens]:
    """What lies where after so many more (or, below 0, fewer); spaces in the order of their ids, none with nothing."""
    there = dict(tokens)
    for space, by in changes.items():
        there[space] = plus(there.get(space, NO_TOKENS), by)
    return {space: there[space] for space in sorted(there) if any(there[space])}


def without_cards(cards: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """A hand without some of its cards."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
