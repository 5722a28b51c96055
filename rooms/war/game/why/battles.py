"""Why a House lost its units in a battle, and the smallest change that would have kept them (GE-WAR-35, GE-WAR-39)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.realm.game.state import EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import IMMORTALS, REMNANTS, Army, Battle, BattleResult, Round
from rooms.war.game.records.orders import OrderKind
from rooms.war.game.state import war_of
from rooms.war.game.why import engine
from rooms.war.game.why.changes import FORCING, Change, Kind, Lapsed, Loyal, MoreUnits, Ticked, WhyNot, apply_change, first_working
from rooms.war.game.why.engine import Settled
from rooms.war.game.why.knowledge import Reader
from rooms.war.game.words.battles import armies_words, army_words
from rooms.war.game.words.names import capitalized
from rooms.war.rules.effects import effects_in
from rooms.war.rules.forces import Forces

A_FEW = 2  # up to this many more units count as a smaller change than another stance
MOST_UNITS = 12
STRONGER = (EffectKind.MILITARY_AID, EffectKind.BLACK_POWDER)
RULES: Mapping[BattleResult, tuple[str, ...]] = {
    BattleResult.WON: ("GE-WAR-40", "GE-WAR-41"),
    BattleResult.ALLIES_WON: ("GE-WAR-43", "R-49"),
    BattleResult.WIPED_OUT: ("GE-WAR-42", "R-49"),
    BattleResult.GUARD_HELD: ("GE-WAR-63", "R-56"),
}

Goal = Callable[[Settled], bool]


class Field(Struct, frozen=True, kw_only=True):
    """A region before its battle, with all possible versions of the forces there.

    For War Control, `state` is the true one. For a player, `state` holds what is public, and `forces` lists every version that
    looks the same.
    """

    told: Reader
    region: RegionId
    state: GameState
    forces: tuple[Forces, ...]

    def after(self, change: Change | None = None) -> Iterator[Settled]:
        """Results for the region after a change, one per possible version."""
        if self.told.full:
            yield engine.settle_region_at(self.state if change is None else apply_change(self.state, change), self.region)
            return
        for world in self.forces:
            changed = world if change is None else _changed(world, change, self.state)
            yield engine.settle_region(war_of(self.state), changed, self.told.month)

    def change_for(self, house: HouseId, goal: Goal) -> Change | None:
        """The smallest change that reaches the goal in every possible version."""
        if not self.forces:
            return None
        return first_working(_changes(self, house), lambda change: all(goal(each) for each in self.after(change)))


def _changed(forces: Forces, change: Change, known: GameState) -> Forces:
    """The forces of a region with a change applied, for use without a full state."""
    match change:
        case MoreUnits():
            return replace(forces, units={**forces.units, change.house: forces.units.get(change.house, 0) + change.units})
        case Ticked():
            ticks = forces.ticks.get(change.house, frozenset())
            other = frozenset({change.other})
            return replace(forces, ticks={**forces.ticks, change.house: ticks | other if change.on else ticks - other})
        case Loyal():
            return replace(forces, betrayers=forces.betrayers - {change.house})
        case Lapsed():
            with_it, without = effects_in(known), effects_in(apply_change(known, change))
            return replace(
                forces,
                per_unit=forces.per_unit - (with_it.per_unit - without.per_unit),
                per_battle=forces.per_battle - (with_it.per_battle - without.per_battle),
                aided=forces.aided - (with_it.aided - without.aided),
            )
        case _:
            return forces


# --- what might have helped -----------------------------------------------------------------------------------------------


def _changes(field: Field, house: HouseId) -> Iterator[Change]:
    """Possible changes, smallest first: one or two units, own stance, more units, then changes by others."""
    forces = field.forces[0]
    war = war_of(field.state)
    spare = war.stock.get(house, 0) + war.on_map(house) - forces.units.get(house, 0)
    units = [MoreUnits(region=field.region, house=house, units=each) for each in range(1, min(MOST_UNITS, spare) + 1)]
    others = [each for each in field.told.board.sorted_houses(set(forces.units)) if each != house]
    yield from units[:A_FEW]
    if house in forces.units:
        yield from (Ticked(house=house, other=each, on=True) for each in others if not _may_tick(field, house, each))
        yield from (Ticked(house=house, other=each, on=False) for each in others if _ticks(field, house, each))
        if forces.immortals and all(house in world.betrayers for world in field.forces) and _may_repent(field):
            yield Loyal(house=house)
    yield from units[A_FEW:]
    yield from (Ticked(house=each, other=house, on=True) for each in others if not _may_tick(field, each, house))
    yield from (Lapsed(effect=each.id) for each in field.told.effects(*_kinds(field)))
    yield from (
        Ticked(house=one, other=other, on=False) for one in others for other in others if one != other and _ticks(field, one, other)
    )


def _kinds(field: Field) -> tuple[EffectKind, ...]:
    """Effects that may be removed. Forced ticks only for War Control, which knows the sheet behind them."""
    return (*STRONGER, *FORCING) if field.told.full else STRONGER


def _may_repent(field: Field) -> bool:
    """Whether the reader knows what the House's own sheet says about the Sovereign and the Sovereign's House."""
    return field.told.full or field.told.speaks


def _ticks(field: Field, one: HouseId, other: HouseId) -> bool:
    return all(other in world.ticks.get(one, frozenset()) for world in field.forces)


def _may_tick(field: Field, one: HouseId, other: HouseId) -> bool:
    return any(other in world.ticks.get(one, frozenset()) for world in field.forces)


# --- the battle -----------------------------------------------------------------------------------------------------------


def lost_in(battle: Battle, house: HouseId) -> Round | None:
    """The count in which a House lost its units."""
    return next((count for count in battle.rounds if any(loss.house == house for loss in count.losses)), None)


def why_battle(field: Field | None, told: Reader, battle: Battle, house: HouseId, count: Round) -> WhyNot:
    """Why a House lost its units in a battle. `field`: None if too much is hidden to compute a change (GE-WAR-36)."""
    change = field.change_for(house, lambda after: after.keeps(house)) if field is not None else None
    return WhyNot(
        kind=Kind.BATTLE,
        house=house,
        region=battle.region,
        heading=told.region(battle.region),
        cause=cause_of(told, battle, house, count),
        rules=_rules(told, house, count),
        change=change,
        instead=f"{change_with_result(field, house, change)}." if change is not None and field is not None else "",
    )


def cause_of(told: Reader, battle: Battle, house: HouseId, count: Round) -> str:
    """The sums and their causes. War Control also sees whose orders and sheets they came from (GE-WAR-37)."""
    own = next(army for army in count.armies if army.house == house)
    ahead = [army for army in count.armies if army.house in count.top]
    said = [f"{_sums(told, count, own, ahead)}{_tie(told, count, house)}"]
    if told.full:
        said += _by_orders(told, battle.region, count)
        said += _by_ticks(told, count, ahead)
    said += _by_laws(told, count)
    wrong = [other for other in own.ticks if other in count.top and not _mutual(count, house, other)]
    if wrong:
        whom = told.names(wrong)
        said.append(
            say(
                "{house} ticked {houses}, which did not tick it back: that lends strength and saves nobody",
                house=told.name(house),
                houses=whom,
            )
        )
    return ". ".join(capitalized(each) for each in said) + "."


def _sums(told: Reader, count: Round, own: Army, ahead: Iterable[Army]) -> str:
    rest = [army for army in ahead if army.house != own.house]
    mine = army_words(told.board, own)
    if rest:
        return say("{ahead} against {own}", ahead=armies_words(told.board, rest), own=mine)
    return say("{own} had the highest attack", own=mine)


def _tie(told: Reader, count: Round, house: HouseId) -> str:
    match count.result:
        case BattleResult.WIPED_OUT:
            return say("; a tie that no one allied side decides wipes out everybody there")
        case BattleResult.ALLIES_WON:
            return say("; in a tie the only side with an ally wins, and {house} was not of it", house=told.name(house))
        case BattleResult.GUARD_HELD:
            return say("; the Immortals remove who betrayed, and {house} did", house=told.name(house))
        case _:
            return ""


def _mutual(count: Round, one: HouseId, other: HouseId) -> bool:
    ticks = {army.house: army.ticks for army in count.armies}
    return other in ticks.get(one, ()) and one in ticks.get(other, ())


def _rules(told: Reader, house: HouseId, count: Round) -> tuple[str, ...]:
    own = next(army for army in count.armies if army.house == house)
    rules = list(RULES[count.result])
    if any(other in count.top and not _mutual(count, house, other) for other in own.ticks):
        rules.append("GE-WAR-44")
    if REMNANTS in count.top:
        rules.append("GE-WAR-57")
    return tuple(rules)


def _by_orders(told: Reader, region: RegionId, count: Round) -> Iterator[str]:
    """Orders that brought the forces with the highest attack."""
    brought = [
        each
        for each in told.record.outcomes
        if each.order.kind is OrderKind.MOVE and each.done and each.ended == region and each.house in count.top
    ]
    for each in brought:
        yield say(
            "{line} brought {units} from {region}",
            line=told.line(each.seat, each.line),
            units=each.done,
            region=told.region(each.order.origin or region),
        )


def _by_ticks(told: Reader, count: Round, ahead: Iterable[Army]) -> Iterator[str]:
    """Sheets that lent them strength (GE-WAR-38)."""
    for army in ahead:
        for lent in army.lent:
            if IMMORTALS not in (lent.house, army.house):
                source = told.stance_source(told.record.stance(lent.house), army.house)
                house, other = told.name(lent.house), told.name(army.house)
                yield say("{house} ticks {other}: {source}", house=house, other=other, source=source)


def _by_laws(told: Reader, count: Round) -> Iterator[str]:
    """Laws and schemes that made a force stronger, as far as they may be named."""
    there = {army.house for army in count.armies}
    for effect in told.effects(*STRONGER):
        helped = [house for house in effect.houses if house in there]
        if helped and effect.source:
            yield say("{source} made {houses} stronger", source=effect.source, houses=told.names(helped))


# --- in words -------------------------------------------------------------------------------------------------------------


def change_with_result(field: Field, house: HouseId, change: Change) -> str:
    """The change and its result for the House, without a full stop."""
    after = tuple(field.after(change))
    name = field.told.name(house)
    if all(each.leads(house) for each in after):
        would = say("{house} would have won", house=name)
    elif all(each.wins(house) for each in after):
        would = say("{house} would have been on the winning side", house=name)
    elif all(each.battle is None for each in after):
        would = say("{house} would have kept its units, without a battle", house=name)
    else:
        would = say("{house} would have kept its units", house=name)
    return would_have(field, house, change, would)


def would_have(field: Field, house: HouseId, change: Change, would: str) -> str:
    """A change in words, followed by its result `would`, without a full stop."""
    told, name = field.told, field.told.name(house)
    match change:
        case MoreUnits():
            if house in field.forces[0].units:
                return say_count(
                    "With {count} more unit there {would}", "With {count} more units there {would}", change.units, would=would
                )
            return say_count(
                "With {count} unit of {house} there {would}",
                "With {count} units of {house} there {would}",
                change.units,
                house=name,
                would=would,
            )
        case Ticked():
            one, other = told.name(change.house), told.name(change.other)
            if change.on:
                return say("Had {house} ticked {other}, {would}", house=one, other=other, would=would)
            return say("Had {house} not ticked {other}, {would}", house=one, other=other, would=would)
        case Loyal():
            return say("Had {house} not betrayed the Sovereign, {would}", house=name, would=would)
        case Lapsed():
            source = told.sources(each for each in told.state.effects if each.id == change.effect)
            return say("Without {source} {would}", source=source or say("that law"), would=would)
        case _:
            return capitalized(would)
