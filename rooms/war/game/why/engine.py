"""Questions to the engine: the functions that carry out the steps, run again for one House or one region."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.battle_forces import forces_in
from rooms.war.game.battles import chosen_vengeance
from rooms.war.game.moves import make_moves
from rooms.war.game.records.battles import Battle, Round
from rooms.war.game.records.orders import GuardMove, OrderKind, Outcome
from rooms.war.game.recruits import place_recruits
from rooms.war.game.state import WarState, war_of, with_war
from rooms.war.rules.battle import fight
from rooms.war.rules.castles import flag_changes
from rooms.war.rules.effects import effects_in
from rooms.war.rules.forces import Forces
from rooms.war.rules.results import cleared

Line = tuple[SeatId, int]


def outcomes(state: GameState, house: HouseId, kind: OrderKind) -> Mapping[Line, Outcome]:
    """Outcomes of a House's orders in the step that follows this state. They do not depend on other Houses' orders."""
    war = war_of(state)
    sheets = tuple(sheet for sheet in war.record.sheets if sheet.house == house)
    own = with_war(state, replace(war, record=replace(war.record, sheets=sheets)))
    month = state.clock.month
    done = make_moves(own, month) if kind is OrderKind.MOVE else place_recruits(own, month)
    return {(each.seat, each.line): each for each in done.outcomes}


def guard_moves(state: GameState) -> tuple[GuardMove, ...]:
    """Moves of Immortals in the Move step that follows this state."""
    return make_moves(state, state.clock.month).guard_moves


def forces_at(state: GameState, region: RegionId) -> Forces:
    """Forces in a region in the Battle step that follows this state."""
    war = war_of(state)
    stances = {stance.house: stance for stance in war.record.stances}
    chosen = chosen_vengeance(state, state.clock.month).get(region)
    return forces_in(state, war, region, stances=stances, effects=effects_in(state), chosen=chosen)


class Settled(Struct, frozen=True, kw_only=True):
    """A region after Battle: the battle if there was one, the units left, and the flags on the castle."""

    battle: Battle | None
    units: Mapping[HouseId, int]
    flags: frozenset[HouseId]

    def keeps(self, house: HouseId) -> bool:
        """Whether the House lost no unit in the counts. Kills by falling Immortals are not a lost battle."""
        return all(loss.house != house for count in _rounds(self.battle) for loss in count.losses)

    def leads(self, house: HouseId) -> bool:
        """Whether the House itself won a battle, not only its allies."""
        return self.wins(house) and any(house in count.top and house in count.side for count in _rounds(self.battle))

    def wins(self, house: HouseId) -> bool:
        """Whether the House's side won a battle."""
        return self.keeps(house) and any(house in count.side for count in _rounds(self.battle))


def _rounds(battle: Battle | None) -> tuple[Round, ...]:
    return () if battle is None else battle.rounds


def settle_region(war: WarState, forces: Forces, month: int) -> Settled:
    """A region with its battle fought and its flags changed, as in the Battle step."""
    region, castle = forces.region, war.castles.get(forces.region)
    battle = fight(forces)
    alone = replace(
        war,
        units={region: dict(forces.units)} if forces.units else {},
        castles={region: replace(castle, flags=forces.flags)} if castle else {},
        remnants={region: forces.remnants} if forces.remnants else {},
    )
    after = cleared(alone, _as_tuple(battle), month)
    flags = castle_flags = forces.flags if castle else frozenset[HouseId]()
    for change in flag_changes(after, forces.ticks):
        flags = (castle_flags | frozenset(change.placed)) - frozenset(change.removed)
    return Settled(battle=battle, units=after.units.get(region, {}), flags=flags)


def settle_region_at(state: GameState, region: RegionId) -> Settled:
    """A region after the Battle step that follows this state."""
    return settle_region(war_of(state), forces_at(state, region), state.clock.month)


def _as_tuple(battle: Battle | None) -> Iterable[Battle]:
    return () if battle is None else (battle,)
