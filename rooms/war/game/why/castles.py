"""Explanations for lost or missing flags, Rumors not held, and overcome Houses that paid nothing (GE-WAR-49)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from control.engine.language import listed, say, say_count
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.moves import evolve_moves_made, make_moves
from rooms.war.game.records.battles import Battle
from rooms.war.game.records.orders import OrderKind, Outcome
from rooms.war.game.state import BATTLE, MOVE, REWARDS, WarState, ground_of, war_of
from rooms.war.game.why import engine
from rooms.war.game.why.battles import Field, lost_in, would_have
from rooms.war.game.why.changes import Change, Kind, Unwritten, WhyNot, apply_change, first_working
from rooms.war.game.why.engine import Settled
from rooms.war.game.why.knowledge import Reader
from rooms.war.game.words.names import capitalized

FieldOf = Callable[[RegionId], Field | None]


def after_battle(told: Reader) -> WarState | None:
    """The board after Battle. None before that, or if it is no longer recorded."""
    found = told.found(REWARDS)
    if found is not None:
        return war_of(found)
    war = war_of(told.state)
    is_now = war.record.month == told.month and BATTLE in war.record.done
    return war if is_now else None


# --- flags ----------------------------------------------------------------------------------------------------------------


def why_flags(told: Reader, house: HouseId, field_of: FieldOf, only: RegionId | None = None) -> Iterator[WhyNot]:
    """Flags that a House lost in Battle, and flags it did not place where it had units (GE-WAR-47, GE-WAR-48, R-51)."""
    before, after = ground_of(war_of(told.state), told.month, BATTLE), after_battle(told)
    if before is None or after is None:
        return
    for region, castle in sorted(after.castles.items()):
        had, has = house in before.flags.get(region, ()), house in castle.flags
        stood = before.units.get(region, {}).get(house, 0)
        if castle.destroyed or has or not (had or stood) or only not in (None, region):
            continue
        yield _why_flag(told, house, region, after, lost=had, stood=stood, field=field_of(region))


def _why_flag(
    told: Reader, house: HouseId, region: RegionId, after: WarState, *, lost: bool, stood: int, field: Field | None
) -> WhyNot:
    goal = _bears_flag(house)
    is_so = field is not None and bool(field.forces) and not any(goal(each) for each in field.after())
    change = field.change_for(house, goal) if field is not None and is_so else None
    cause, rules = _flag_cause(told, house, region, after, lost=lost, stood=stood)
    place, name = told.region(region), told.name(house)
    would = say("the flag of {house} would be on {region}", house=name, region=place)
    return WhyNot(
        kind=Kind.FLAG,
        house=house,
        region=region,
        heading=say("{region}: flag lost", region=place) if lost else say("{region}: no flag placed", region=place),
        cause=cause,
        rules=rules,
        change=change,
        instead=f"{would_have(field, house, change, would)}." if change is not None and field is not None else "",
    )


def _bears_flag(house: HouseId) -> Callable[[Settled], bool]:
    return lambda after: house in after.flags


def _flag_cause(
    told: Reader, house: HouseId, region: RegionId, after: WarState, *, lost: bool, stood: int
) -> tuple[str, tuple[str, ...]]:
    place, name = told.region(region), told.name(house)
    battle = _battle(told, region)
    gone = _fall_words(told, battle, house) if stood and not after.count(region, house) else ""
    if not lost:
        if gone:
            nobody = say("No unit of {house} was left to place its flag.", house=name)
            return f"{gone} {nobody}", ("GE-WAR-45", "R-53")
        return say("A remnant still stands in {region}, and no flag is placed beside one.", region=place), ("R-53",)
    there = [each for each in told.board.sorted_houses(set(after.units.get(region, {}))) if each != house]
    removers = [each for each in there if house not in told.record.stance(each).ticks] if told.full else there
    nobody = gone or say("No unit of {house} stood in {region}.", house=name, region=place)
    if told.full:
        said = (
            say(
                "{house} did not tick it: {source}",
                house=told.name(each),
                source=told.stance_source(told.record.stance(each), house),
            )
            for each in removers
        )
        why = f"{capitalized('; '.join(said))}."
    elif len(there) == 1:
        why = say("{house} stands there and did not tick it.", house=told.name(there[0]))
    else:
        why = say("{houses} stand there, and not all of them ticked it.", houses=told.names(there))
    return f"{nobody} {why}", ("GE-WAR-46", "R-53")


def _fall_words(told: Reader, battle: Battle | None, house: HouseId) -> str:
    if battle is None:
        return ""
    if lost_in(battle, house) is not None:
        return say("The units of {house} fell in the battle there.", house=told.name(house))
    return say("The Immortals killed the last unit of {house} there as they fell.", house=told.name(house))


def _battle(told: Reader, region: RegionId) -> Battle | None:
    return next((battle for battle in told.record.battles if battle.region == region), None)


# --- Rumors ---------------------------------------------------------------------------------------------------------------


def why_rumors(told: Reader, house: HouseId, field_of: FieldOf, only: RegionId | None = None) -> Iterator[WhyNot]:
    """Rumors where a House had units or sent some this month, but has none when Rewards are counted.

    Rules: GE-WAR-53, R-55.
    """
    war = war_of(told.state)
    rewards = ground_of(war, told.month, REWARDS)
    if rewards is None:
        return
    began, fought = ground_of(war, told.month, MOVE), ground_of(war, told.month, BATTLE)
    for region in sorted({region for _token, region in rewards.rumors}):
        if rewards.units.get(region, {}).get(house, 0) or only not in (None, region):
            continue
        if fought is not None and fought.units.get(region, {}).get(house, 0):
            yield _rumor_fallen(told, house, region, field_of(region))
        elif began is not None and began.units.get(region, {}).get(house, 0):
            yield _rumor_left(told, house, region)
        else:
            yield from _rumor_not_reached(told, house, region)


def _rumor(told: Reader, house: HouseId, region: RegionId, cause: str, change: Change | None = None, instead: str = "") -> WhyNot:
    return WhyNot(
        kind=Kind.RUMOR,
        house=house,
        region=region,
        heading=say("{region}: Rumor not held", region=told.region(region)),
        cause=cause,
        rules=("GE-WAR-52", "R-55"),
        change=change,
        instead=instead,
    )


def _rumor_fallen(told: Reader, house: HouseId, region: RegionId, field: Field | None) -> WhyNot:
    def holds(after: Settled) -> bool:
        return after.units.get(house, 0) > 0

    is_so = field is not None and bool(field.forces) and not any(holds(each) for each in field.after())
    change = field.change_for(house, holds) if field is not None and is_so else None
    would = say("{house} would have held the Rumor", house=told.name(house))
    said = f"{would_have(field, house, change, would)}." if change is not None and field is not None else ""
    cause = _fall_words(told, _battle(told, region), house) or say("Its units are gone.")
    return _rumor(told, house, region, cause, change, said)


def _rumor_left(told: Reader, house: HouseId, region: RegionId) -> WhyNot:
    left = [each for each in _moves(told, house) if each.done and each.order.origin == region and each.ended != region]
    known = [each for each in left if told.full or each.seat == told.seat]
    if not known:
        cause = say("The last units of {house} left in Move; only a unit that stays holds it.", house=told.name(house))
        return _rumor(told, house, region, cause)
    lines = listed(told.line(each.seat, each.line) for each in known)
    cause = say_count(
        "{lines} moved units away, and none was left to hold it.",
        "{lines} moved units away, and none was left to hold it.",
        len(known),
        lines=capitalized(lines),
    )
    if not told.full:
        return _rumor(told, house, region, cause)
    change = first_working(
        (Unwritten(seat=each.seat, line=each.line) for each in known), lambda each: _would_stay(told, house, region, each)
    )
    said = ""
    if isinstance(change, Unwritten):
        line = told.line(change.seat, change.line)
        said = say("Without {line} {house} would have held the Rumor.", line=line, house=told.name(house))
    return _rumor(told, house, region, cause, change, said)


def _would_stay(told: Reader, house: HouseId, region: RegionId, change: Change) -> bool:
    """Whether the House would still have a unit there after Move and Battle."""
    found = told.found(MOVE)
    if found is None:
        return False
    return engine.settle_region_at(after_moves(apply_change(found, change)), region).units.get(house, 0) > 0


def after_moves(state: GameState) -> GameState:
    """The state after the Move step that follows it."""
    return evolve_moves_made(state, make_moves(state, state.clock.month))


def _rumor_not_reached(told: Reader, house: HouseId, region: RegionId) -> Iterator[WhyNot]:
    missed = [
        each for each in _moves(told, house) if each.order.target == region and (not each.done or each.stopped_at is not None)
    ]
    known = [each for each in missed if told.full or each.seat == told.seat]
    if known:
        lines = listed(told.line(each.seat, each.line) for each in known)
        cause = say_count("{lines} brought nobody there.", "{lines} brought nobody there.", len(known), lines=capitalized(lines))
        yield _rumor(told, house, region, cause)


def _moves(told: Reader, house: HouseId) -> list[Outcome]:
    return [each for each in told.record.outcomes if each.house == house and each.order.kind is OrderKind.MOVE]


# --- overcome for nothing -------------------------------------------------------------------------------------------------


def why_spoils(told: Reader, house: HouseId, field_of: FieldOf, only: RegionId | None = None) -> Iterator[WhyNot]:
    """Battles at a castle where a House overcame others, but gets nothing because it has no flag there.

    Rules: GE-WAR-50, GE-WAR-51, R-52.
    """
    after = after_battle(told)
    for battle in told.record.battles if after is not None else ():
        castle = after.castles.get(battle.region) if after is not None else None
        over = [each.over for each in battle.overcame if each.house == house]
        if castle is None or castle.destroyed or not over or house in castle.flags or only not in (None, battle.region):
            continue
        field = field_of(battle.region)

        def pays(after: Settled) -> bool:
            overcame = after.battle.overcame if after.battle else ()
            return house in after.flags and any(each.house == house for each in overcame)

        is_so = field is not None and bool(field.forces) and not any(pays(each) for each in field.after())
        change = field.change_for(house, pays) if field is not None and is_so else None
        name, place = told.name(house), told.region(battle.region)
        would = say("{house} would hold {region} and gain Power for overcoming", house=name, region=place)
        yield WhyNot(
            kind=Kind.SPOILS,
            house=house,
            region=battle.region,
            heading=say("{region}: nothing for overcoming {houses}", region=place, houses=told.names(over)),
            cause=say(
                "{house} overcame {houses} but has no flag on the castle of {region} after Battle.",
                house=name,
                houses=told.names(over),
                region=place,
            ),
            rules=("GE-WAR-50", "R-50"),
            change=change,
            instead=f"{would_have(field, house, change, would)}." if change is not None and field is not None else "",
        )
