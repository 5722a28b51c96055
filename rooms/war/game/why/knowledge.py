"""One player's knowledge as worlds that the engine can run, and the names that each reader may see."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from msgspec import Struct

from control.day.state import Clock
from control.engine.ids import SeatId, StepId
from control.engine.language import listed, say
from control.engine.records import replace
from rooms.realm.game.effects.in_force import effects_in_force, is_known_to
from rooms.realm.game.state import Effect, EffectKind, GameState, HouseSeat, Purse, Throne
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.board import Board, Immortal, board_of
from rooms.war.game.records.battles import IMMORTALS, REMNANTS, Battle
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.records.orders import EXTRA_LINE, FAVOR_LINE, OpenedSheet, OrderKind, Outcome, Stance, StanceFrom
from rooms.war.game.state import MOVE, RECRUIT, REWARDS, WarState, ground_of, month_record, state_at_step, war_of, with_war
from rooms.war.game.why import engine
from rooms.war.game.why.changes import FORCING
from rooms.war.game.words.names import force_name, forces_listed, seat_words
from rooms.war.rules.effects import effects_in
from rooms.war.rules.forces import Forces

# === readers ============================================================================================================

# The reader of an explanation. War Control sees every name, a player sees what that player may know.


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """The reader's context: the state now, the month in question, and the player. `seat` is None for War Control."""

    state: GameState
    month: int
    seat: SeatId | None = None
    _found: dict[StepId, GameState | None] = field(default_factory=dict, compare=False, repr=False)  # cache

    def found(self, step: StepId) -> GameState | None:
        """The state as a step of the month found it. None if it is no longer recorded."""
        if step not in self._found:
            self._found[step] = state_at_step(self.state, self.month, step)
        return self._found[step]

    @property
    def full(self) -> bool:
        """Whether the reader is War Control."""
        return self.seat is None

    @property
    def board(self) -> Board:
        return board_of(self.state.scenario)

    @property
    def record(self) -> MonthRecord:
        return month_record(war_of(self.state), self.month)

    @property
    def house(self) -> HouseId | None:
        """House of the player who reads."""
        return self.state.seats[self.seat].house if self.seat is not None else None

    @property
    def speaks(self) -> bool:
        """Whether the reader's sheet set the House's ticks. Then no higher rank sent a sheet (R-43)."""
        house = self.house
        return house is not None and self.record.stance(house).seat == self.seat

    # --- names ----------------------------------------------------------------------------------------------------------

    def region(self, region: RegionId) -> str:
        return self.board.region_name(region)

    def name(self, house: HouseId) -> str:
        return force_name(self.board, house)

    def names(self, houses: Iterable[HouseId]) -> str:
        return forces_listed(self.board, tuple(houses))

    def line(self, seat: SeatId, line: int) -> str:
        """Name of a line of a sheet: "your order 1", or with its author's name."""
        if line == EXTRA_LINE:
            if seat == self.seat:
                return say("your extra Recruit")
            return say("extra Recruit of {player}", player=seat_words(self.state, seat))
        if line >= FAVOR_LINE:
            if seat == self.seat:
                return say("your order by a Favor")
            return say("order of {player} by a Favor", player=seat_words(self.state, seat))
        if seat == self.seat:
            return say("your order {number}", number=line)
        return say("order {number} of {player}", number=line, player=seat_words(self.state, seat))

    # --- laws and schemes -----------------------------------------------------------------------------------------------

    def may_name(self, effect: Effect) -> bool:
        """Whether the reader may know of this effect."""
        return self.full or is_known_to(effect, self.house)

    def effects(self, *kinds: EffectKind) -> Iterator[Effect]:
        """Effects of these kinds in force that month, as far as the reader may know them."""
        return (each for each in effects_in_force(self.state, *kinds, month=self.month) if self.may_name(each))

    def closing(self, house: HouseId, region: RegionId | None = None) -> tuple[Effect, ...]:
        """Effects that close a region, or any region, to a House."""
        return tuple(
            each
            for each in self.effects(EffectKind.TRAVEL_BAN, EffectKind.FORBID)
            if (region is None or region in each.regions) and (each.kind is EffectKind.TRAVEL_BAN or house in each.houses)
        )

    def holding(self, region: RegionId) -> tuple[Effect, ...]:
        """Effects that keep units from leaving a region."""
        return tuple(each for each in self.effects(EffectKind.STAY) if region in each.regions)

    def sources(self, effects: Iterable[Effect]) -> str:
        """Sources of effects: "Law 14: Travel Ban"."""
        return listed(dict.fromkeys(str(each.source) for each in effects if each.source))

    def because(self, effects: Iterable[Effect]) -> str:
        """The sources in brackets after a space. Empty if none may be named."""
        sources = self.sources(effects)
        return f" ({sources})" if sources else ""

    # --- ticks ----------------------------------------------------------------------------------------------------------

    def stance_source(self, stance: Stance, other: HouseId) -> str:
        """Source of a House's tick for another, or of a missing tick. For War Control only."""
        if other in stance.forced:
            forcing = (each for each in self.effects(*FORCING) if each.houses == (stance.house, other))
            return say("forced{because}", because=self.because(forcing))
        if stance.source is StanceFrom.ABSENT:
            return say("nobody of that House is in the War Room")
        if stance.source is StanceFrom.SILENT or stance.seat is None:
            return say("that House sent no sheet")
        return say("sheet of {player}", player=seat_words(self.state, stance.seat))


# === worlds =============================================================================================================

# One player's knowledge as worlds that the engine can run. A world is built from nothing: the public board, their sheet, public
# laws, and about others only what battles have shown. Hidden facts are left out where they cannot matter, and tried both ways where
# they can. A change is offered only if it works in every world that looks the same. So no offer depends on what the player may not
# know.


MOST_HIDDEN = 4  # most hidden facts tried both ways; with more, nothing is offered


# --- what everybody and the own House know --------------------------------------------------------------------------------


def open_board(told: Reader, step: StepId) -> GameState | None:
    """The board as a step found it, with laws, schemes and buildings that the player's House knows. No sheets and no stances."""
    found = told.found(step)
    house = told.house
    if found is None or house is None:
        return None
    war = war_of(found)
    holder = found.seats.get(found.throne.holder) if found.throne.holder is not None else None
    return GameState(
        scenario=found.scenario,
        clock=Clock(stage=found.clock.stage, month=told.month),
        seats={holder.id: _bare_seat(holder)} if holder else {},
        laws=found.laws,
        throne=Throne(holder=found.throne.holder, god_emperor=found.throne.god_emperor),
        buildings=tuple(
            replace(each, guests=tuple(guest for guest in each.guests if guest.house == house)) for each in found.buildings
        ),
        effects=tuple(each for each in found.effects if is_known_to(each, house)),
        favors_used=found.favors_used,
        rooms={
            Room.WAR: WarState(
                units=war.units,
                stock=war.stock,
                castles=war.castles,
                remnants=war.remnants,
                rumors=tuple(replace(token, text="") for token in war.rumors),
                immortals=tuple(Immortal(id=each.id, region=each.region) for each in war.immortals),
                record=MonthRecord(month=told.month),
            )
        },
    )


def _bare_seat(seat: HouseSeat) -> HouseSeat:
    """The seat's identity without possessions and choices."""
    return replace(seat, purse=Purse(), bars=(), choice=None, table="", choice_month=0, wounds=0)


def helping_pairs(told: Reader) -> frozenset[tuple[HouseId, HouseId]]:
    """Pairs (helper, helped) seen in this month's battles, whose sums were public."""
    return frozenset(
        (lent.house, army.house)
        for battle in told.record.battles
        for count in battle.rounds
        for army in count.armies
        for lent in army.lent
        if IMMORTALS not in (lent.house, army.house)
    )


# --- orders ---------------------------------------------------------------------------------------------------------------


def before_moves(told: Reader, sheet: OpenedSheet, own: Sequence[Outcome]) -> GameState | None:
    """The Move step with only the player's own sheet.

    A player who may have been outranked cannot rely on units that other members may have moved, only on those left for the player's
    lines. Forces not known to be allies count as non-allies, so a Move is stopped at least where it was.
    """
    known = open_board(told, MOVE)
    if known is None:
        return None
    units = {region: dict(there) for region, there in war_of(known).units.items()}
    if not told.speaks:
        left: dict[RegionId, int] = {}
        for outcome in own:
            left.setdefault(outcome.order.origin or outcome.order.target, outcome.free)
        for region in {*units, *left}:
            there = units.setdefault(region, {})
            there.pop(sheet.house, None)
            if left.get(region):
                there[sheet.house] = left[region]
    return _with_record(known, told, sheet, {region: there for region, there in units.items() if there})


def as_betrayers(told: Reader, world: GameState) -> tuple[GameState, ...]:
    """The same world with the player's House betraying, so that Immortals stop it (R-63).

    Empty if the player's sheet spoke for the House.
    """
    if told.speaks:
        return ()
    war = war_of(world)
    stances = tuple(replace(each, betrays=True) if each.house == told.house else each for each in war.record.stances)
    return (with_war(world, replace(war, record=replace(war.record, stances=stances))),)


def before_recruits(told: Reader, sheet: OpenedSheet, own: Sequence[Outcome]) -> GameState | None:
    """The Recruit step with only the player's own sheet. A player who may be outranked relies only on pieces left at the end."""
    known = open_board(told, RECRUIT)
    if known is None:
        return None
    if not told.speaks:
        war = war_of(known)
        raised = sum(
            each.done for each in told.record.outcomes if each.house == sheet.house and each.order.kind is not OrderKind.MOVE
        )
        mine = sum(each.done for each in own)
        if not war.on_map(sheet.house) and raised > mine and not any(each.done for each in own):
            return None  # other members recruited, and it is hidden whether before
        stock = war.stock.get(sheet.house, 0) - raised + mine
        room = replace(war, stock={**war.stock, sheet.house: stock})
        known = replace(known, rooms={Room.WAR: room})
    return _with_record(known, told, sheet, war_of(known).units)


def _with_record(known: GameState, told: Reader, sheet: OpenedSheet, units: Mapping[RegionId, Mapping[HouseId, int]]) -> GameState:
    seen = helping_pairs(told)
    own = told.record.stance(sheet.house)
    ticks = own.ticks if told.speaks else tuple(sorted(other for one, other in seen if one == sheet.house))
    stances = [
        Stance(house=house.id, ticks=tuple(sorted(other for one, other in seen if one == house.id)))
        for house in known.scenario.houses
        if house.id != sheet.house
    ]
    stances.append(replace(own, ticks=ticks, betrays=own.betrays and told.speaks, forced=own.forced if told.speaks else ()))
    war = war_of(known)
    record = replace(war.record, sheets=(sheet,), stances=tuple(stances))
    return replace(known, rooms={Room.WAR: replace(war, units=units, record=record)})


def may_add_units(told: Reader, own: Sequence[Outcome], outcome: Outcome) -> bool:
    """Whether extra units in a Move's starting region would go to this Move and not to one of a higher rank."""
    if told.speaks:
        return True
    origin = outcome.order.origin or outcome.order.target
    first = next((each for each in own if (each.order.origin or each.order.target) == origin), outcome)
    return told.state.scenario.settings.partial_moves and first.free > 0


def own_outcomes(told: Reader, *kinds: OrderKind) -> tuple[Outcome, ...]:
    """Outcomes of the player's own orders of these kinds, by line."""
    mine = (each for each in told.record.outcomes if each.seat == told.seat and each.order.kind in kinds)
    return tuple(sorted(mine, key=lambda each: each.line))


# --- battles --------------------------------------------------------------------------------------------------------------


class UnknownPart(Struct, frozen=True, kw_only=True):
    """Hidden facts about a region: ticks, betrayals, and bonuses of 1 attack by a scheme."""

    ticks: tuple[tuple[HouseId, HouseId], ...] = ()
    betrayers: tuple[HouseId, ...] = ()
    bonuses: tuple[HouseId, ...] = ()

    @property
    def count(self) -> int:
        return len(self.ticks) + len(self.betrayers) + len(self.bonuses)


def forces_in_all_ways(forces: Forces, hidden: UnknownPart) -> Iterator[Forces]:
    """The forces in every combination of the hidden facts."""
    for bits in product((False, True), repeat=hidden.count):
        ticks = dict(forces.ticks)
        at = len(hidden.ticks)
        for (one, other), is_so in zip(hidden.ticks, bits[:at], strict=True):
            if is_so:
                ticks[one] = ticks.get(one, frozenset()) | {other}
        until = at + len(hidden.betrayers)
        betrayers = {house for house, is_so in zip(hidden.betrayers, bits[at:until], strict=True) if is_so}
        bonuses = {house for house, is_so in zip(hidden.bonuses, bits[until:], strict=True) if is_so}
        yield replace(
            forces,
            ticks=ticks,
            betrayers=forces.betrayers | betrayers,
            per_battle=forces.per_battle | bonuses,
        )


def seen_forces(told: Reader, known: GameState, battle: Battle) -> Forces:
    """A battle's forces as its public sums show them, with Houses that certainly betray."""
    armies = [army for army in battle.rounds[0].armies if army.house not in (REMNANTS, IMMORTALS)]
    guard = len(war_of(known).immortals_in(battle.region)) - sum(army.commanded for army in armies)
    house, settings = told.house, known.scenario.settings
    seen = {(lent.house, army.house) for count in battle.rounds for army in count.armies for lent in army.lent}
    castle = war_of(known).castles.get(battle.region)
    betrays = {house} if house is not None and told.speaks and told.record.stance(house).betrays else set[HouseId]()
    at, commanded = guard + 1, dict[HouseId, tuple[int, ...]]()
    for army in armies:
        if army.commanded:
            commanded[army.house] = tuple(range(at, at + army.commanded))
            at += army.commanded
    holder = known.seats.get(known.throne.holder) if known.throne.holder is not None else None
    return Forces(
        region=battle.region,
        units={army.house: army.units for army in armies},
        ticks={army.house: frozenset(other for one, other in seen if one == army.house) for army in armies},
        flags=castle.flags if castle and not castle.destroyed else frozenset(),
        remnants=sum(army.units for army in battle.rounds[0].armies if army.house == REMNANTS),
        remnant_attack=settings.remnant_attack,
        immortals=tuple(range(1, guard + 1)),
        immortal_attack=settings.immortal_attack,
        commanded=commanded,
        betrayers=frozenset(betrays),
        sovereign=holder.house if holder else None,
        one_retaliation=settings.retaliation == "once",
        per_unit=frozenset(army.house for army in armies if army.strength > army.units),
        per_battle=frozenset(army.house for army in armies if army.bonus),
        aided=frozenset(army.house for army in armies if army.bonus > 1),
        favors=effects_in(known).favored.get(battle.region, {}),
        banned=effects_in(known).banned,
        names={army.house: told.name(army.house) for army in armies},
        by_hand=battle.by_hand,
    )


def region_worlds(told: Reader, known: GameState, region: RegionId) -> tuple[Forces, ...]:
    """All possible versions of a region's forces that fit its battle and flags. Empty if there are too many."""
    house = told.house
    battle = next((battle for battle in told.record.battles if battle.region == region), None)
    if house is None or (battle is None and war_of(known).immortals_in(region)):
        return ()  # without a battle, commanders and betrayers stay hidden
    forces = engine.forces_at(known, region) if battle is None else seen_forces(told, known, battle)
    forces, hidden = _with_hidden(told, forces, house, battle)
    if hidden.count > MOST_HIDDEN:
        return ()
    return tuple(world for world in forces_in_all_ways(forces, hidden) if _is_consistent(told, known, world, house, battle))


def _with_hidden(told: Reader, forces: Forces, house: HouseId, battle: Battle | None) -> tuple[Forces, UnknownPart]:
    """The forces with what the player's House knows of itself, and the facts hidden from it."""
    others = tuple(each for each in sorted(forces.units) if each != house)
    ticks: list[tuple[HouseId, HouseId]] = []
    bonuses: tuple[HouseId, ...] = ()
    stance = told.record.stance(house)
    if battle is None:
        ticks += ((one, other) for one in others for other in others if one != other)
        bonuses = tuple(each for each in others if each not in forces.per_battle)
    own = forces.ticks.get(house, frozenset())
    if battle is None or house not in forces.units:
        ticks += ((each, house) for each in others)
        ticks += () if told.speaks else ((house, each) for each in others)
        own = own | frozenset(stance.ticks) if told.speaks else own
    fought = battle is not None and bool(_guards(battle))
    loyal = forces.sovereign if forces.sovereign in forces.units and forces.sovereign != house else None
    if fought and loyal is not None and house in forces.betrayers & forces.units.keys():
        ticks.append((loyal, house))  # beside Immortals this tick does not count, so nobody has seen it
        own = own | (frozenset(stance.ticks) & {loyal})
    betrayers = tuple(each for each in others if fought)
    if forces.immortals and not told.speaks:
        betrayers = (*betrayers, house)
    forces = replace(forces, ticks={**forces.ticks, house: own})
    return forces, UnknownPart(ticks=tuple(ticks), betrayers=betrayers, bonuses=bonuses)


def _guards(battle: Battle) -> int:
    return sum(army.units for army in battle.rounds[0].armies if army.house == IMMORTALS)


def _is_consistent(told: Reader, known: GameState, world: Forces, house: HouseId, battle: Battle | None) -> bool:
    """Whether this version gives the same public battle result and the same own flag."""
    after = engine.settle_region(war_of(known), world, told.month)
    if battle is None or after.battle is None:
        return after.battle is battle and _own_flag(told, world.region, house, after.flags)
    alike = after.battle.rounds == battle.rounds and after.battle.immortals_defeated == battle.immortals_defeated
    return alike and _own_flag(told, world.region, house, after.flags)


def _own_flag(told: Reader, region: RegionId, house: HouseId, flags: frozenset[HouseId]) -> bool:
    castle = war_of(told.state).castles.get(region)
    if castle is None:
        return True
    rewards = ground_of(war_of(told.state), told.month, REWARDS)
    bears = castle.flags if rewards is None else rewards.flags.get(region, ())
    return (house in bears) == (house in flags)


def sheet_of(told: Reader) -> OpenedSheet | None:
    """The player's own sheet as opened."""
    return told.record.sheet(told.seat) if told.seat is not None else None
