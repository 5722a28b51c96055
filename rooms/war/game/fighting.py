"""The Battle step: every region's battle or peace, what in-laws are owed, and the flags (R-61)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.decisions import asking as decisions
from control.day.decisions.answering import settle
from control.day.state import Decision, Option
from control.day.timetable import steps_of
from control.engine.context import DecisionContext
from control.engine.modules import GameEvent
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.throne import sovereign_house
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.board import Board, board_of
from rooms.war.game.events import BattleFought, FlagsChanged, PeaceKept
from rooms.war.game.fold import guard_in
from rooms.war.game.hardship import charge
from rooms.war.game.reasons import by_the_rule, by_the_rule_shortly, immortal_called, whose_unit, whose_units
from rooms.war.game.state import BATTLE, MOVE, Battle, Stance, WarState, recorded, war_of
from rooms.war.rules.after import cleared
from rooms.war.rules.battle import Forces, Strike, choices_in, fight
from rooms.war.rules.castles import flag_changes
from rooms.war.rules.effects import Effects, effects_in

USUAL = "usual"  # the answer of War Control that leaves it to the rule


def fight_battles(state: GameState, month: int) -> Iterator[GameEvent]:
    """Every region's battle or peace, then the flags as they stand after all of them (GE-WAR-32, GE-WAR-45, GE-WAR-46).

    What War Control left open of the Immortals' retaliation gets its default first (R-57).
    """
    before, effects, record = war_of(state), effects_in(state), recorded(war_of(state), month)
    stances = {stance.house: stance for stance in record.stances}
    yield from settle(state, vengeance_prefix(month))
    chosen, battles = vengeance_chosen(state, month), list[Battle]()
    muster = Muster(state, before, stances=stances, effects=effects)
    for region in muster.contested():
        forces = muster.at(region, chosen=chosen.get(region))
        battle = fight(forces)
        if battle is not None:
            battles.append(battle)
            yield BattleFought(month=month, battle=battle)
        elif len(forces.units) > 1:
            houses = tuple(sorted(forces.units))
            yield PeaceKept(month=month, region=region, houses=houses, treaty=region in effects.treaties)
    yield from charge(state, month, tuple(battles))
    yield FlagsChanged(month=month, changes=flag_changes(cleared(before, battles, month), muster.ticks))


class Muster:
    """Who stands where when Battle begins, and what is the same for every region: stances, laws, the throne, the settings."""

    def __init__(self, state: GameState, war: WarState, *, stances: Mapping[HouseId, Stance], effects: Effects) -> None:
        self.ticks = {house: frozenset(stance.ticks) for house, stance in stances.items()}
        self._war, self._effects, self._settings = war, effects, state.scenario.settings
        self._betrayers = frozenset(house for house, stance in stances.items() if stance.betrays)
        self._sovereign = sovereign_house(state)
        self._names = board_of(state.scenario).house_names
        self._guarded = frozenset(each.region for each in war.immortals)

    def contested(self) -> list[RegionId]:
        """The regions, sorted, where there may be a battle or a peace: one House alone meets remnants or Immortals, or nobody."""
        remnants, guarded = self._war.remnants, self._guarded
        return sorted(
            region for region, there in self._war.units.items() if len(there) > 1 or region in remnants or region in guarded
        )

    def at(self, region: RegionId, chosen: Mapping[int, HouseId] | None = None) -> Forces:
        """Who stands in a region, as its battle is counted; Immortals beside the House that commands them are its own (R-59)."""
        war, effects = self._war, self._effects
        castle = war.castles.get(region)
        guard, commanded = guard_in(war, region) if region in self._guarded else ((), {})
        return Forces(
            region=region,
            units={house: count for house, count in war.units.get(region, {}).items() if count > 0},
            ticks=self.ticks,
            flags=castle.flags if castle and not castle.destroyed else frozenset(),
            remnants=max(war.remnants.get(region, 0), 0),
            remnant_attack=self._settings.remnant_attack,
            immortals=guard,
            immortal_attack=self._settings.immortal_attack,
            commanded=commanded,
            betrayers=self._betrayers,
            sovereign=self._sovereign,
            one_retaliation=self._settings.retaliation == "once",
            treaty=region in effects.treaties,
            per_unit=effects.per_unit,
            per_battle=effects.per_battle,
            aided=effects.aided,
            banned=effects.banned,
            chosen=chosen or {},
            names=self._names,
        )


def forces_in(
    state: GameState,
    war: WarState,
    region: RegionId,
    *,
    stances: Mapping[HouseId, Stance],
    effects: Effects,
    chosen: Mapping[int, HouseId] | None = None,
) -> Forces:
    """Who stands in one region, as its battle is counted."""
    return Muster(state, war, stances=stances, effects=effects).at(region, chosen)


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


def ask_for_vengeance(state: GameState, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask War Control whose unit each Immortal would kill that falls as things stand: from Move until Battle (GE-WAR-65, R-57)."""
    war, month = war_of(state), state.clock.month
    if war.record.month != month or MOVE not in war.record.done or BATTLE in war.record.done:
        return ()
    effects = effects_in(state)
    stances = {stance.house: stance for stance in war.record.stances}
    muster = Muster(state, war, stances=stances, effects=effects)
    wanted: list[Decision] = []
    for region in sorted({each.region for each in war.immortals if each.region is not None}):
        strikes = choices_in(muster.at(region))
        wanted += (_vengeance(state, region, strike, asked) for strike in strikes)
    return decisions.asked_for(state, wanted, vengeance_prefix(month))


def _vengeance(state: GameState, region: RegionId, strike: Strike, asked: DecisionContext) -> Decision:
    board, month = board_of(state.scenario), state.clock.month
    name, immortal = board.region_name(region), strike.immortal
    return Decision(
        id=f"{vengeance_prefix(month)}{region}-{strike.immortal}",
        desk=Desk.WAR,
        month=month,
        question=whose_unit(name, immortal),
        options=(_usual(board, strike), *_house_options(board, strike)),
        default=USUAL,
        since=asked.at,
        blocks=_step_name(state),
        rule="R-57",
        place=region,
        group=whose_units(name),
        part=immortal_called(immortal),
    )


def _step_name(state: GameState) -> str:
    """What the scenario calls the step that the default waits for."""
    return next((step.name for step in steps_of(state, Room.WAR) if step.id == BATTLE), BATTLE)


def _usual(board: Board, strike: Strike) -> Option:
    victim = board.house_name(strike.victim)
    return Option(id=USUAL, words=by_the_rule(victim), short=by_the_rule_shortly(victim))


def _house_options(board: Board, strike: Strike) -> tuple[Option, ...]:
    houses = board.sorted_houses(frozenset(strike.alive))
    return tuple(Option(id=house, words=board.house_name(house)) for house in houses)
