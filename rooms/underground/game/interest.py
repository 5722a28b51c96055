"""Whom a scheme helps and whom it harms, in points: by this bots write, place, advance, foil and leave.

Interest is no rule: it is what a player reads in the sentence of a scheme.
"""

from __future__ import annotations

from typing import Final

from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper, cost_of
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import SchemeType, Target

HELPS: Final = frozenset({"black-powder-weapons", "bribes", "leverage", "secret-roads", "sow-dissent"})  # whom it names
OWN, FRIEND, OTHER, REIGNS = 3, 2, 1, 1


def wish(state: GameState, house: HouseId, paper: Paper) -> int:
    """What a House has of a scheme that completes; less than nothing where it is harmed. A trap never completes: 0."""
    kind = kind_of(state, paper)
    if kind is None or kind.trap:
        return 0
    good, friends, found = kind.id in HELPS, friends_of(state, house), 0
    named = named_by(kind, paper)
    for each in named:
        if each == house:
            found += OWN if good else -OWN
        elif each in friends:
            found += FRIEND if good else -FRIEND
        else:
            found += -OTHER if good else OTHER + REIGNS * (each == reigning(state))
    return found if named else OTHER


def kind_of(state: GameState, paper: Paper) -> SchemeType | None:
    """The kind of a scheme; None for one that the scenario does not know."""
    return next((each for each in state.scenario.schemes if each.id == paper.type), None)


def named_by(kind: SchemeType, paper: Paper) -> tuple[HouseId, ...]:
    """The Houses that a scheme names."""
    fields = zip(paper.values, kind.fields, strict=False)
    return tuple(HouseId(word) for words, target in fields if target is Target.HOUSE for word in words)


def cost_written(state: GameState, paper: Paper) -> int | None:
    """What a scheme costs as it is written; None for a trap."""
    kind = kind_of(state, paper)
    return cost_of(kind, paper) if kind is not None else None


def friends_of(state: GameState, house: HouseId) -> frozenset[HouseId]:
    """The Houses that a House has married into, for all to see."""
    pairs = ((seat, state.seats.get(seat.spouse)) for seat in state.seats.values() if seat.spouse is not None)
    return frozenset(spouse.house for seat, spouse in pairs if seat.house == house and spouse is not None) - {house}


def reigning(state: GameState) -> HouseId | None:
    """The House of the Sovereign."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return holder.house if holder is not None else None
