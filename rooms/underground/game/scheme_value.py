"""Value of a scheme to a House, in points. Bots use it to write, place, advance, foil or leave schemes.

It is not a rule, but what a player reads from a scheme's sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.day.memoization import once_per_state
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper, cost_of
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import SchemeType, Target

HELPS: Final = frozenset({"black-powder-weapons", "bribes", "leverage", "secret-roads", "sow-dissent"})  # help the named House
OWN, FRIEND, OTHER, REIGNS = 3, 2, 1, 1


def value_of_scheme(state: GameState, house: HouseId, paper: Paper) -> int:
    """Value of a completed scheme to a House, negative if it is harmed. 0 for a trap, which never completes."""
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
            found += -OTHER if good else OTHER + REIGNS * (each == reigning_house(state))
    return found if named else OTHER


def kind_of(state: GameState, paper: Paper) -> SchemeType | None:
    """Kind of a scheme. None if the scenario does not know it."""
    return _kinds(state).get(paper.type)


@once_per_state
def _kinds(state: GameState) -> Mapping[str, SchemeType]:
    return {each.id: each for each in state.scenario.schemes}


def named_by(kind: SchemeType, paper: Paper) -> tuple[HouseId, ...]:
    """Houses that a scheme names."""
    fields = zip(paper.values, kind.fields, strict=False)
    return tuple(HouseId(word) for words, target in fields if target is Target.HOUSE for word in words)


def written_cost(state: GameState, paper: Paper) -> int | None:
    """Cost of a scheme as written. None for a trap."""
    kind = kind_of(state, paper)
    return cost_of(kind, paper) if kind is not None else None


@once_per_state
def friends_of(state: GameState, house: HouseId) -> frozenset[HouseId]:
    """Houses that a House is married into. Marriages are public."""
    pairs = ((seat, state.seats.get(seat.spouse)) for seat in state.seats.values() if seat.spouse is not None)
    return frozenset(spouse.house for seat, spouse in pairs if seat.house == house and spouse is not None) - {house}


def reigning_house(state: GameState) -> HouseId | None:
    """The House of the Sovereign."""
    holder = state.seats.get(state.throne.holder) if state.throne.holder is not None else None
    return holder.house if holder is not None else None
