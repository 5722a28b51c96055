"""Which Houses a tablet concerns, by what is public: what it does, what it left in force, whom its proposal named."""

from __future__ import annotations

from control.engine.ids import SeatId
from rooms.realm.game.effects.asked import public
from rooms.realm.game.passed import Answers, kind_of, passed_law
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Target


def named_in(state: GameState, named: Answers) -> frozenset[HouseId]:
    seats = (state.seats.get(SeatId(each)) for each in (*named.all(Target.PLAYER), *named.all(Target.PLAYERS)))
    return frozenset((*named.houses, *(seat.house for seat in seats if seat is not None)))


def houses_by_law(state: GameState, law: PostedLaw) -> frozenset[HouseId]:
    """The Houses that a tablet touches by what it does, what it left in force, and what its proposal named."""
    does, passed = law.effects, passed_law(state, law.id)
    found = {house for food in does.food for house in (food.giver, food.receiver)}
    found |= {house for tribute in does.tributes for house in (tribute.debtor, tribute.creditor)}
    found |= {house for hold in does.hostages for house in (HouseId(hold.holder), hold.of)}
    found |= {house for effect in state.effects if effect.law == law.id and public(effect) for house in effect.houses}
    kind = kind_of(state, passed.kind) if passed else None
    if passed is not None and kind is not None:
        found |= named_in(state, Answers(kind=kind, values=passed.answers))
    return frozenset(found)
