"""Effects of laws, schemes and Favors on the map in one month (GE-WAR-85, R-67, GE-FAV-03).

The only source of effects for the rules of the War Room. Effects in force are in the shared state. None counts twice (R-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct, field

from rooms.realm.game.effects import in_force as lasting
from rooms.realm.game.favors import requirements
from rooms.realm.game.favors.requirements import favor_of
from rooms.realm.game.state import EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import ByFavor


class Closure(Struct, frozen=True, kw_only=True):
    """A region closed to one House, or to all if `house` is None (R-69)."""

    region: RegionId
    house: HouseId | None = None


ATTACK: Mapping[str, int] = {"attack-1": 1, "attack-2": 2, "weaken-1": -1}  # change of attack value by Favor

Favored = Mapping[RegionId, Mapping[HouseId, tuple[ByFavor, ...]]]


class Effects(Struct, frozen=True, kw_only=True):
    """Effects in force on the map in one month."""

    fed: frozenset[HouseId] = frozenset()  # Houses that are sent food (GE-WAR-81)
    famine: tuple[HouseId, ...] = ()  # Houses in famine, in the scenario's order (GE-WAR-80, R-66)
    closed: frozenset[Closure] = frozenset()  # GE-WAR-82
    held: frozenset[RegionId] = frozenset()  # regions that no unit leaves in Move (GE-FAV-03)
    treaties: frozenset[RegionId] = frozenset()  # GE-WAR-83
    forced: Mapping[HouseId, frozenset[HouseId]] = field(default_factory=dict)  # GE-WAR-84, R-70
    banned: frozenset[tuple[HouseId, HouseId]] = frozenset()  # the first may not kill the second's units
    per_unit: frozenset[HouseId] = frozenset()  # Houses whose units count 1 more each (Military Aid)
    aided: frozenset[HouseId] = frozenset()  # the same, in scenarios that count Military Aid per battle
    per_battle: frozenset[HouseId] = frozenset()  # Houses with +1 attack (Black Powder)
    doubled: frozenset[HouseId] = frozenset()  # Houses whose Recruits bring two units
    favored: Favored = field(default_factory=dict)  # changes of attack values by Favors (GE-FAV-03)
    commanders: tuple[HouseId, ...] = ()  # Houses that may command Immortals by a law, in its order (GE-CRT-46, R-59)

    def bars(self, house: HouseId, region: RegionId) -> bool:
        """Is the region closed to this House (GE-WAR-82)?"""
        if not self.closed:
            return False
        return Closure(region=region) in self.closed or Closure(region=region, house=house) in self.closed


NO_EFFECTS = Effects()


class _Same(Struct, frozen=True, eq=False):
    """Cache key of a state. Equal if laws, effects, used Favors and scenario are the same objects and the month is the same."""

    state: GameState

    @property
    def _looked_at(self) -> tuple[int, ...]:
        state = self.state
        return id(state.laws), id(state.effects), id(state.favors_used), id(state.scenario), state.clock.month

    def __hash__(self) -> int:
        return hash(self._looked_at)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._looked_at == self._looked_at


def effects_in(state: GameState) -> Effects:
    """Effects in force in the current month. A law of this month takes effect next month (R-18, R-19)."""
    return _effects(_Same(state))


@lru_cache(maxsize=32)
def _effects(key: _Same) -> Effects:
    """Cached, because it is called for each region and event of a step.

    The key keeps its state alive, so Python reuses none of the compared object ids.
    """
    state = key.state
    fed, famine = frozenset(lasting.fed_houses(state)), lasting.houses_in_famine(state)
    acting, favored = lasting.effects_in_force(state), _favored(state)
    if not acting:
        return Effects(fed=fed, famine=famine, favored=favored)
    houses: dict[EffectKind, list[HouseId]] = {}
    regions: dict[EffectKind, list[RegionId]] = {}
    forced: dict[HouseId, frozenset[HouseId]] = {}
    for effect in acting:
        houses.setdefault(effect.kind, []).extend(effect.houses)
        regions.setdefault(effect.kind, []).extend(effect.regions)
        if effect.kind in (EffectKind.FORCED_ALLIANCE, EffectKind.FORGED_ORDER):
            one, other = effect.houses
            forced[one] = forced.get(one, frozenset()) | {other}
    forbidden = (
        Closure(region=region, house=house)
        for effect in acting
        if effect.kind is EffectKind.FORBID
        for region in effect.regions
        for house in effect.houses
    )
    aid, per_battle = frozenset(houses.get(EffectKind.MILITARY_AID, ())), state.scenario.settings.military_aid == "battle"
    return Effects(
        fed=fed,
        famine=famine,
        closed=frozenset((*(Closure(region=each) for each in regions.get(EffectKind.TRAVEL_BAN, ())), *forbidden)),
        held=frozenset(regions.get(EffectKind.STAY, ())),
        treaties=frozenset(regions.get(EffectKind.TREATY, ())),
        forced=forced,
        banned=frozenset((each.houses[0], each.houses[1]) for each in acting if each.kind is EffectKind.MILITARY_BAN),
        per_unit=frozenset() if per_battle else aid,
        aided=aid if per_battle else frozenset(),
        per_battle=frozenset(houses.get(EffectKind.BLACK_POWDER, ())),
        doubled=frozenset(houses.get(EffectKind.PROPAGANDA, ())),
        favored=favored,
        commanders=tuple(dict.fromkeys(houses.get(EffectKind.COMMAND, ()))),
    )


def _favored(state: GameState) -> Favored:
    """Changes of attack values by Favors used this month. Every card counts, and cards of one kind add up (R-133)."""
    found: dict[RegionId, dict[HouseId, tuple[ByFavor, ...]]] = {}
    for used in requirements.favors_with_effect(state, *ATTACK):
        favor, house = favor_of(state, used.favor), used.target or used.house
        if favor is not None and used.region is not None:
            there = found.setdefault(used.region, {})
            there[house] = (*there.get(house, ()), ByFavor(favor=favor.name, by=ATTACK[favor.effect]))
    return found
