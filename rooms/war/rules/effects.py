"""What laws, schemes and Favors do on the map in a month (GE-WAR-85, R-67, GE-FAV-03).

The rules of the other modules ask here and nowhere else. What is in force stands in the shared state; nothing counts twice (R-21).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from rooms.realm.game.effects import in_force as lasting
from rooms.realm.game.favors import requirements
from rooms.realm.game.favors.requirements import favor_of
from rooms.realm.game.state import EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import ByFavor


@dataclass(frozen=True, slots=True, kw_only=True)
class Closure:
    """A region that may not be entered, by one House or, when `house` is None, by any (R-69)."""

    region: RegionId
    house: HouseId | None = None


ATTACK: Mapping[str, int] = {"attack-1": 1, "attack-2": 2, "weaken-1": -1}  # Favors, and what they do to an attack value

Favored = Mapping[RegionId, Mapping[HouseId, tuple[ByFavor, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What is in force on the map in one month."""

    fed: frozenset[HouseId] = frozenset()  # Houses that are sent food (GE-WAR-81)
    famine: tuple[HouseId, ...] = ()  # Houses that starve, in the scenario's order (GE-WAR-80, R-66)
    closed: frozenset[Closure] = frozenset()  # GE-WAR-82
    held: frozenset[RegionId] = frozenset()  # that no unit leaves in Move (GE-FAV-03)
    treaties: frozenset[RegionId] = frozenset()  # GE-WAR-83
    forced: Mapping[HouseId, frozenset[HouseId]] = field(default_factory=dict)  # GE-WAR-84, R-70
    banned: frozenset[tuple[HouseId, HouseId]] = frozenset()  # the first may not kill units of the second
    per_unit: frozenset[HouseId] = frozenset()  # whose units count one more each (R-68, Military Aid)
    aided: frozenset[HouseId] = frozenset()  # the same where a scenario counts Military Aid once per battle
    per_battle: frozenset[HouseId] = frozenset()  # whose attack value is one higher (R-68, Black Powder)
    doubled: frozenset[HouseId] = frozenset()  # whose Recruits bring two units
    favored: Favored = field(default_factory=dict)  # whose attack value Favors change, region by region (GE-FAV-03)
    commanders: tuple[HouseId, ...] = ()  # Houses that a law lets command Immortals, in its order (GE-CRT-46, R-59)

    def bars(self, house: HouseId, region: RegionId) -> bool:
        """Is the region closed to this House (GE-WAR-82)?"""
        if not self.closed:
            return False
        return Closure(region=region) in self.closed or Closure(region=region, house=house) in self.closed


NO_EFFECTS = Effects()


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A state as a key: two are the same here when the very same laws, effects and Favors are looked at in the same month."""

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
    """What is in force in the month that is played now: a law of this month acts from the next on (R-18, R-19)."""
    return _effects(_Same(state))


@lru_cache(maxsize=32)
def _effects(key: _Same) -> Effects:
    """Asked for every region and every event of a step; the key keeps what it was made from, so that no id is used again."""
    state = key.state
    fed, famine = frozenset(lasting.fed(state)), lasting.in_famine(state)
    acting, favored = lasting.acting(state), _favored(state)
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
    """What the Favors used this month do to attack values: each card counts, those of one kind together (R-133)."""
    found: dict[RegionId, dict[HouseId, tuple[ByFavor, ...]]] = {}
    for used in requirements.acting(state, *ATTACK):
        favor, house = favor_of(state, used.favor), used.target or used.house
        if favor is not None and used.region is not None:
            there = found.setdefault(used.region, {})
            there[house] = (*there.get(house, ()), ByFavor(favor=favor.name, by=ATTACK[favor.effect]))
    return found
