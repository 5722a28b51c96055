"""The Battle step: every region's battle or peace, what in-laws are owed, and the flags (GE-WAR-32, -45, -46, R-57, R-61)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.game import decisions
from control.game.asked import Asked, Desk
from control.game.engine import GameEvent
from control.game.state import Decision, GameState, Option
from control.game.throne import sovereign_house
from control.scenario.ids import HouseId, RegionId
from rooms.war.board import Board, board_of
from rooms.war.events import BattleFought, FlagsChanged, PeaceKept
from rooms.war.fold import cleared, guard_in
from rooms.war.hardship import charge
from rooms.war.rules.battle import Forces, Strike, choices_in, fight
from rooms.war.rules.castles import flag_changes
from rooms.war.rules.effects import Effects, effects_in
from rooms.war.state import BATTLE, MOVE, Battle, Stance, WarState, recorded, war_of

USUAL = "usual"  # the answer of War Control that leaves it to the rule


def fight_battles(state: GameState, month: int) -> Iterator[GameEvent]:
    """Every region's battle or peace, then the flags as they stand after all of them (GE-WAR-32, -45, -46).

    What War Control left open of the Immortals' retaliation gets its default first (R-57).
    """
    before, effects, record = war_of(state), effects_in(state), recorded(war_of(state), month)
    stances = {stance.house: stance for stance in record.stances}
    yield from decisions.settle(state, vengeance_prefix(month))
    chosen, battles = vengeance_chosen(state, month), list[Battle]()
    for region in sorted(before.units):
        forces = forces_in(state, before, region, stances=stances, effects=effects, chosen=chosen.get(region))
        battle = fight(forces)
        if battle is not None:
            battles.append(battle)
            yield BattleFought(month=month, battle=battle)
        elif len(forces.units) > 1:
            houses = tuple(sorted(forces.units))
            yield PeaceKept(month=month, region=region, houses=houses, treaty=region in effects.treaties)
    yield from charge(state, month, tuple(battles))
    ticks = {house: frozenset(stance.ticks) for house, stance in stances.items()}
    yield FlagsChanged(month=month, changes=flag_changes(cleared(before, battles, month), ticks))


def forces_in(
    state: GameState,
    war: WarState,
    region: RegionId,
    *,
    stances: Mapping[HouseId, Stance],
    effects: Effects,
    chosen: Mapping[int, HouseId] | None = None,
) -> Forces:
    """Who stands in a region, as its battle is counted; Immortals beside the House that commands them are its own (R-59)."""
    settings, board = state.scenario.settings, board_of(state.scenario)
    units = {house: count for house, count in war.units.get(region, {}).items() if count > 0}
    known = {house: stances[house] for house in units if house in stances}
    castle = war.castles.get(region)
    guard, commanded = guard_in(war, region)
    return Forces(
        region=region,
        units=units,
        ticks={house: frozenset(stance.ticks) for house, stance in known.items()},
        flags=castle.flags if castle and not castle.destroyed else frozenset(),
        remnants=max(war.remnants.get(region, 0), 0),
        remnant_attack=settings.remnant_attack,
        immortals=guard,
        immortal_attack=settings.immortal_attack,
        commanded=commanded,
        betrayers=frozenset(house for house, stance in known.items() if stance.betrays),
        sovereign=sovereign_house(state),
        one_retaliation=settings.retaliation == "once",
        treaty=region in effects.treaties,
        per_unit=effects.per_unit,
        per_battle=effects.per_battle,
        aided=effects.aided,
        banned=effects.banned,
        chosen=chosen or {},
        names={house: board.house_name(house) for house in units},
    )


# --- whose unit a defeated Immortal kills (R-57) ------------------------------------------------------------------------


def vengeance_prefix(month: int) -> str:
    """How the decisions on a month's retaliation begin."""
    return f"war-{month}-guard-"


def vengeance_chosen(state: GameState, month: int) -> Mapping[RegionId, Mapping[int, HouseId]]:
    """What War Control has decided so far, by region and Immortal."""
    prefix, found = vengeance_prefix(month), dict[RegionId, dict[int, HouseId]]()
    for decided, option in decisions.chosen(state, prefix).items():
        region, _, immortal = decided.removeprefix(prefix).rpartition("-")
        if option != USUAL:
            found.setdefault(RegionId(region), {})[int(immortal)] = HouseId(option)
    return found


def ask_for_vengeance(state: GameState, asked: Asked) -> tuple[GameEvent, ...]:
    """Ask War Control whose unit each Immortal would kill that falls as things stand: from Move until Battle (GE-WAR-65, R-57)."""
    war, month = war_of(state), state.clock.month
    if war.record.month != month or MOVE not in war.record.done or BATTLE in war.record.done:
        return ()
    effects = effects_in(state)
    stances = {stance.house: stance for stance in war.record.stances}
    wanted: list[Decision] = []
    for region in sorted({each.region for each in war.immortals if each.region is not None}):
        strikes = choices_in(forces_in(state, war, region, stances=stances, effects=effects))
        wanted += (_vengeance(state, region, strike, asked) for strike in strikes)
    return decisions.asked_for(state, wanted, vengeance_prefix(month))


def _vengeance(state: GameState, region: RegionId, strike: Strike, asked: Asked) -> Decision:
    board, month = board_of(state.scenario), state.clock.month
    return Decision(
        id=f"{vengeance_prefix(month)}{region}-{strike.immortal}",
        desk=Desk.WAR,
        month=month,
        question=f"{board.region_name(region)}: whose unit does Immortal {strike.immortal} kill as it falls?",
        options=(Option(id=USUAL, words=_usual_words(board, strike)), *_house_options(board, strike)),
        default=USUAL,
        since=asked.at,
        blocks="Battle",
        rule="R-57",
        region=region,
    )


def _usual_words(board: Board, strike: Strike) -> str:
    return f"by the rule: who has most units left by then, {board.house_name(strike.victim)} as things stand"


def _house_options(board: Board, strike: Strike) -> tuple[Option, ...]:
    houses = board.sorted_houses(frozenset(strike.alive))
    return tuple(Option(id=house, words=board.house_name(house)) for house in houses)
