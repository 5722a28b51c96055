"""Schemes: cards, targets and costs, and their slots at a table until they leave it.

Rules: R-91, R-108, R-110, R-112, R-118, R-121, GE-UND-58.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Final

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.state import Lying, SchemeCardId, TableId
from rooms.underground.game.tables import cards
from rooms.underground.game.tables.lookup import room_of, table_in, table_of, tables, with_decks, with_table
from rooms.underground.rules.minion_cards import MinionId
from rooms.underground.rules.piles import with_discards

# === cards ==============================================================================================================

# Cards of the scheme deck: the kind on a card, and the cards of one copy of the deck (C-07, R-110)


def kind_on(card: str) -> str:
    """Kind of scheme on a card: "ambush" on "ambush#3"."""
    return card.rsplit("#", 1)[0]


def deck_cards(deck: Iterable[tuple[str, int]], nth: int) -> tuple[str, ...]:
    """Cards of the n-th copy of a deck, given kinds and their number of copies. Card numbers are unique across copies."""
    return tuple(f"{kind}#{(nth - 1) * copies + each}" for kind, copies in deck for each in range(1, copies + 1))


# === targets ============================================================================================================

# Allowed targets of a scheme, by its table (GE-UND-63, GE-SOV-32, R-112, R-113)


NEVER_OWN: Final = frozenset({"capture-hostage", "capture-building", "forged-order"})  # not against the schemer's House
ON_A_PERSON: Final = frozenset({"assassinate", "slander", "delay"})  # affect the Sovereign when they name that person
ON_THE_THRONE: Final = "assassinate"  # only this may target the God Emperor


class Wrong(StrEnum):
    """Why a scheme may not have this target."""

    FAR = "far"  # a House outside the table's province
    OWN = "own"  # the schemer's House
    SOVEREIGN = "sovereign"  # the Sovereign, but the table's province does not host the Court
    THRONE = "throne"  # the God Emperor, by a scheme other than Assassinate or while not reigning


class Aim(Struct, frozen=True, kw_only=True):
    """Where a scheme is placed: the table, the House placing it, and the province of each House.

    `hosts`: the Court sits in the table's province this month, or all tables qualify (R-113).
    """

    table: str
    own: str
    home: Mapping[str, str]
    hosts: bool
    sovereign: str | None = None
    sovereigns_house: str | None = None
    god_emperor: bool = False


def wrong_with(kind: str, houses: Collection[str], people: Collection[str], aim: Aim, throne: str) -> Wrong | None:
    """What is wrong with a scheme's targets. None if it may be placed. `throne`: the word for the God Emperor."""
    if throne in houses or throne in people:
        if kind != ON_THE_THRONE or not aim.god_emperor:
            return Wrong.THRONE
        return None if aim.hosts else Wrong.SOVEREIGN
    at_sovereign = kind in ON_A_PERSON and aim.sovereign is not None and aim.sovereign in people
    if at_sovereign and not aim.hosts:
        return Wrong.SOVEREIGN
    reached = aim.sovereigns_house if at_sovereign else None  # whatever the Sovereign's own province
    if any(aim.home.get(house) != aim.table and house != reached for house in houses):
        return Wrong.FAR
    return Wrong.OWN if kind in NEVER_OWN and aim.own in houses else None


# === cost ===============================================================================================================

# Cost of a scheme in play: doubled by a Crackdown first, then halved by Recruitment (R-91, GE-CRT-51, GE-CRT-49)


def cost_in_play(written: int | None, *, doubled: bool, halved: bool) -> int | None:
    """Cost of a scheme on the table, rounded up to whole minions. None for a trap (R-109)."""
    if written is None:
        return None
    cost = 2 * written if doubled else written
    return (cost + 1) // 2 if halved else cost


def completes(advancement: int, cost: int | None) -> bool:
    """Whether there is enough Advancement. A trap never completes (GE-UND-40, R-117, R-109)."""
    return cost is not None and advancement >= cost


# === price of Protection ================================================================================================

# Price of the next Protection in front of a scheme (setting `protection_cost`) (GE-UND-42, R-118)


TURN: Final = "turn"


def price_of_next(standing: int, mode: str, *, paid: bool) -> int:
    """Number of minions discarded from hand for the next one in front of a scheme with `standing` Protection (R-118).

    Due for each minion placed. In the mode "turn" it is due once per turn and scheme; `paid`: already paid this turn.
    """
    return 0 if mode == TURN and paid else standing


# === slots ==============================================================================================================

# Slots for schemes: one per player for a written one, and several per House for drawn ones


def schemes_in_play(state: GameState) -> tuple[Lying, ...]:
    """All schemes in play, in order of placing."""
    found = (each for table in tables(state) for each in table_of(state, table).schemes)
    return tuple(sorted(found, key=lambda each: each.id))


def written_by(state: GameState, seat: SeatId) -> Lying | None:
    """A player's written scheme at any table."""
    return next((each for each in schemes_in_play(state) if each.author == seat), None)


def drawn_schemes_of(state: GameState, house: HouseId) -> tuple[Lying, ...]:
    """A House's drawn schemes at any table, oldest first."""
    return tuple(each for each in schemes_in_play(state) if each.author is None and each.house == house)


def is_full(state: GameState, house: HouseId) -> bool:
    """Whether all of a House's slots for drawn schemes are filled."""
    return len(drawn_schemes_of(state, house)) >= state.scenario.settings.drawn_schemes_per_house


def with_lying(
    state: GameState,
    *,
    id: int,
    table: TableId,
    house: HouseId,
    paper: Paper,
    month: int,
    author: SeatId | None = None,
    picker: SeatId | None = None,
    card: SchemeCardId | None = None,
    known: tuple[SeatId, ...] = (),
    chosen: bool = True,
) -> GameState:
    """The state with one more scheme, face down and without cards."""
    scheme = Lying(
        id=id,
        table=table,
        house=house,
        paper=paper,
        month=month,
        author=author,
        picker=picker,
        card=card,
        known=known,
        chosen=chosen,
    )
    held = table_in(state, table, month)
    state = with_table(state, replace(held, schemes=(*held.schemes, scheme)))
    own = room_of(state)
    return replace(state, rooms={**state.rooms, Room.UNDERGROUND: replace(own, placed=max(own.placed, id))})


# === clearing ===========================================================================================================

# A scheme leaves the table: its cards go face down to their piles (GE-UND-58, R-121)


def found_at(state: GameState, table: TableId, month: int, scheme: int) -> Lying | None:
    """A scheme of that number at a table, for an event of that month. None if it is not there."""
    return cards.scheme_in(table_in(state, table, month), scheme)


def minions_on(scheme: Lying) -> tuple[MinionId, ...]:
    """All minions at a scheme: Advancement, then Protection."""
    return (*scheme.advancement, *(guard.card for guard in scheme.protection))


def with_changed_scheme(state: GameState, month: int, scheme: Lying) -> GameState:
    """The state with a scheme at its table replaced."""
    return with_table(state, cards.with_scheme(table_in(state, scheme.table, month), scheme))


def without_scheme(state: GameState, table: TableId, month: int, scheme: int) -> GameState:
    """The state without a scheme, its cards on their piles. Marked doubtful if it is not there."""
    found = found_at(state, table, month, scheme)
    if found is None:
        return cards.mark_table_doubtful(state, table, month)
    held = table_in(state, table, month)
    state = with_table(state, replace(held, schemes=tuple(each for each in held.schemes if each.id != scheme)))
    return with_discarded(state, minions_on(found), (found.card,) if found.card is not None else ())


def with_discarded(state: GameState, minions: Sequence[MinionId], schemes: Sequence[SchemeCardId] = ()) -> GameState:
    """The state with cards added to the discards, each minion to its own House's (R-121)."""
    state = cards.with_discarded(state, minions)
    decks = room_of(state).decks
    return with_decks(state, replace(decks, schemes=with_discards(decks.schemes, schemes)))
