"""State of the War Room: the board, this month's record, and what each step found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import field

from control.day.state import RoomState, with_room
from control.engine.ids import StepId
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.board import Castle, Immortal, RumorToken
from rooms.war.game.records.month import Ground, MonthRecord, Stood

# === state ==============================================================================================================

# The board, and this month's orders and battles. The record of a month begins with the first event of that month. The record of the
# month before stays readable. Each step carried out is listed in `done`, so a withdrawn step below a later one is noticed.


ORDERS = StepId("orders")
FAVORS = StepId("favors")
MOVE = StepId("move")
BATTLE = StepId("battle")
REWARDS = StepId("rewards")
RECRUIT = StepId("recruit")
CARRIED_OUT: tuple[StepId, ...] = (ORDERS, MOVE, BATTLE, REWARDS, RECRUIT)  # steps that change something, in order


class WarState(RoomState, frozen=True, kw_only=True):
    """The board, the record of this month and of the one before."""

    units: Mapping[RegionId, Mapping[HouseId, int]] = field(default_factory=dict)  # only regions and Houses with units
    stock: Mapping[HouseId, int] = field(default_factory=dict)
    castles: Mapping[RegionId, Castle] = field(default_factory=dict)
    remnants: Mapping[RegionId, int] = field(default_factory=dict)
    rumors: tuple[RumorToken, ...] = ()
    spares_used: int = 0
    immortals: tuple[Immortal, ...] = ()
    record: MonthRecord = field(default_factory=MonthRecord)
    past: MonthRecord | None = None

    def count(self, region: RegionId, house: HouseId) -> int:
        """A House's units in a region."""
        return self.units.get(region, {}).get(house, 0)

    def on_map(self, house: HouseId) -> int:
        """A House's units on the whole map."""
        return sum(there.get(house, 0) for there in self.units.values())

    def on_map_by_house(self) -> dict[HouseId, int]:
        """Units on the whole map of every House that has any."""
        found: dict[HouseId, int] = {}
        for there in self.units.values():
            for house, units in there.items():
                found[house] = found.get(house, 0) + units
        return found

    def immortals_in(self, region: RegionId) -> tuple[int, ...]:
        """The Immortals that stand in a region."""
        return tuple(each.id for each in self.immortals if each.region == region)

    def is_empty(self, region: RegionId) -> bool:
        """Whether a region has no unit, no remnant and no Immortal (R-54, R-60)."""
        return not self.units.get(region) and not self.remnants.get(region) and not self.immortals_in(region)


def war_of(state: GameState) -> WarState:
    """The War Room's part of a state. An empty board before the event is set up."""
    found = state.rooms.get(Room.WAR)
    return found if isinstance(found, WarState) else WarState()


def with_war(state: GameState, war: WarState) -> GameState:
    """The state with the War Room's part replaced."""
    return with_room(state, Room.WAR, war)


def month_record(war: WarState, month: int) -> MonthRecord:
    """The record of a month. A new one if there is none."""
    known = (war.record, *((war.past,) if war.past else ()))
    return next((each for each in known if each.month == month), MonthRecord(month=month))


def record_of(state: GameState) -> MonthRecord:
    """The record of the current month."""
    return month_record(war_of(state), state.clock.month)


def last_record(state: GameState) -> MonthRecord | None:
    """The newest record of an earlier month."""
    known = (war_of(state).record, war_of(state).past)
    before = [each for each in known if each is not None and 0 < each.month < state.clock.month]
    return max(before, key=lambda each: each.month, default=None)


def record_told(state: GameState) -> MonthRecord:
    """The record behind "since last month": this month's once a step has been carried out, else the one before."""
    now, past = record_of(state), last_record(state)
    return now if now.done or past is None else past


def war_in_month(war: WarState, month: int) -> WarState:
    """The war with the record of that month open. The previous record moves to `past`."""
    if war.record.month == month:
        return war
    record = month_record(war, month)
    if record.began is None:
        record = replace(record, began=snapshot_of(war))
    return replace(war, record=record, past=war.record if war.record.month else None)


def snapshot_of(war: WarState) -> Stood:
    """Snapshot of everything on the board now."""
    return Stood(
        units=war.units,
        flags={region: tuple(sorted(castle.flags)) for region, castle in war.castles.items() if castle.flags},
        remnants={region: count for region, count in war.remnants.items() if count},
        rumors=dict(Counter(token.region for token in war.rumors if token.region is not None)),
        immortals=dict(Counter(each.region for each in war.immortals if each.region is not None)),
    )


def with_notes(war: WarState, *, regions: tuple[RegionId, ...] = (), step: StepId | None = None, doubt: str = "") -> WarState:
    """The war with changed regions, a completed step or a doubt noted in its record."""
    return replace(war, record=told(war.record, regions=regions, step=step, doubts=(doubt,) if doubt else ()))


def told(
    record: MonthRecord, *, regions: Iterable[RegionId] = (), step: StepId | None = None, doubts: Iterable[str] = (), **more: Any
) -> MonthRecord:
    """The record with changed regions, a completed step, doubts and other fields, all set at once."""
    new = {*regions}.difference(record.changed)
    return replace(
        record,
        changed=tuple(sorted((*record.changed, *new))) if new else record.changed,
        done=(*record.done, step) if step else record.done,
        doubts=(*record.doubts, *doubts),
        **more,
    )


Shift = tuple[RegionId, HouseId, int]  # region, House, change of units


def with_shifts(war: WarState, shifts: Iterable[Shift]) -> WarState:
    """The war after these shifts of units. Numbers may fall below 0, which `broken` reports."""
    units, changed = dict(war.units), dict[RegionId, dict[HouseId, int]]()
    for region, house, by in shifts:
        there = changed.get(region)
        if there is None:
            units[region] = there = changed[region] = dict(units.get(region, {}))
        there[house] = there.get(house, 0) + by
    for region, there in changed.items():
        if not all(there.values()):
            units[region] = there = {house: count for house, count in there.items() if count}
        if not there:
            del units[region]
    return replace(war, units=units)


def with_stock(war: WarState, pieces: Mapping[HouseId, int]) -> WarState:
    """The war with stockpiles changed by these numbers."""
    return replace(war, stock={**war.stock, **{house: war.stock.get(house, 0) + by for house, by in pieces.items()}})


# === grounds of the steps ===============================================================================================

# What each step found before it changed anything, kept with the month's record so that results can be explained later. It reveals
# nothing secret: the board before a step was public.


KEPT: Final = (MOVE, BATTLE, REWARDS, RECRUIT)


def found(state: GameState, month: int, step: StepId) -> WarState:
    """The war with that month's record open and what this step found noted. A repeated step keeps the first note."""
    war = war_in_month(war_of(state), month)
    if ground_of(war, month, step) is not None:
        return war
    ground = Ground(
        step=step,
        units=war.units,
        stock=war.stock if step == RECRUIT else {},
        flags=_flags(war) if step in (BATTLE, REWARDS) else {},
        remnants=war.remnants,
        rumors=tuple((token.id, token.region) for token in war.rumors if token.region is not None) if step == REWARDS else (),
        immortals=war.immortals,
        holder=state.throne.holder,
    )
    return replace(war, record=replace(war.record, grounds=(*war.record.grounds, ground)))


def ground_of(war: WarState, month: int, step: StepId) -> Ground | None:
    """What a step of a month found. None if it was not carried out or is no longer recorded."""
    return next((each for each in month_record(war, month).grounds if each.step == step), None)


def state_at_step(state: GameState, month: int, step: StepId) -> GameState | None:
    """The state as a step of that month found it: the board, the Sovereign, and later decisions removed.

    Laws, buildings and people are today's, read in that month. None if there is no record of what the step found.
    """
    war = war_of(state)
    ground = ground_of(war, month, step)
    if ground is None:
        return None
    record, at = month_record(war, month), KEPT.index(step)
    if at <= KEPT.index(BATTLE):
        record = replace(record, battles=(), peace=(), in_laws=(), coup=None, castle_lost=None)
    if step == MOVE:
        record = replace(record, outcomes=(), guard_moves=())
    castles = war.castles
    if step in (BATTLE, REWARDS):
        castles = {region: replace(castle, flags=frozenset(ground.flags.get(region, ()))) for region, castle in war.castles.items()}
    rumors = dict(ground.rumors)
    before = replace(
        war,
        units=ground.units,
        stock=ground.stock or _stock_left(state, ground.units),
        castles=castles,
        remnants=ground.remnants,
        rumors=tuple(replace(token, region=rumors.get(token.id)) for token in war.rumors) if step == REWARDS else war.rumors,
        immortals=ground.immortals,
        record=record,
        past=None,
    )
    throne = replace(state.throne, holder=ground.holder)
    return with_war(replace(state, clock=replace(state.clock, month=month), throne=throne), before)


def _stock_left(state: GameState, units: Mapping[RegionId, Mapping[HouseId, int]]) -> dict[HouseId, int]:
    """Stockpiles that go with these units on the map (R-42)."""
    pieces = state.scenario.settings.units_per_house
    return {house.id: pieces - sum(there.get(house.id, 0) for there in units.values()) for house in state.scenario.houses}


def _flags(war: WarState) -> dict[RegionId, tuple[HouseId, ...]]:
    return {region: tuple(sorted(castle.flags)) for region, castle in sorted(war.castles.items()) if castle.flags}
