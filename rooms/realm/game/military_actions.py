"""Court Military Actions: how many Immortals are free, and where each goes for a passed one (R-98).

The War Room keeps and moves them. The realm reads only where each is and whether it is out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from msgspec import Struct, field

from control.day.people.lookup import choice_of
from control.engine.ids import SeatId
from control.engine.records import replace
from rooms.realm.game.buildings.kinds import buildings_called
from rooms.realm.game.hostages.custody import default_hostages
from rooms.realm.game.law_actions.action import KIND as EXECUTION
from rooms.realm.game.law_actions.action import may_die, players_to_execute
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed_laws import GIVE, HAND_OVER, LIFT, Answers, answers_of, kind_of, waiting_laws
from rooms.realm.game.records import Hostage, PassedLaw
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, LawId, RegionId, Room
from rooms.realm.scenario.schema import Target

HOSTAGES: Final = "hostages"
DISBAND: Final = "disband"
AID: Final = "financial-aid"
ALL: Final = 1_000  # more hostages than a House ever holds
Thing = tuple[str, int | str]  # a building, a player


class GuardingImmortal(Protocol):
    """An Immortal as the realm sees it."""

    @property
    def id(self) -> int: ...
    @property
    def region(self) -> RegionId | None: ...
    @property
    def home_in(self) -> int | None: ...


@runtime_checkable
class KeepsImmortals(Protocol):
    """State of a room that keeps the Immortals."""

    @property
    def immortals(self) -> Sequence[GuardingImmortal]: ...


@runtime_checkable
class KeepsUnits(Protocol):
    """State of a room that keeps the units of the Houses."""

    @property
    def stock(self) -> Mapping[HouseId, int]: ...
    def count(self, region: RegionId, house: HouseId) -> int: ...
    def on_map(self, house: HouseId) -> int: ...
    def is_empty(self, region: RegionId) -> bool: ...


# --- questions ----------------------------------------------------------------------------------------------------------


def free_immortals(state: GameState) -> tuple[int, ...]:
    """Immortals in the Court region that are out on no action and no command (GE-CRT-20, R-98)."""
    room: object = state.rooms.get(Room.WAR)
    if state.court is None or not isinstance(room, KeepsImmortals):
        return ()
    return tuple(each.id for each in room.immortals if each.region == state.court.region and each.home_in is None)


def is_military(state: GameState, passed: PassedLaw) -> bool:
    """Is this law a Court Military Action, which an Immortal carries out (GE-CRT-36)?"""
    kind = kind_of(state, passed.kind)
    return kind is not None and kind.military


def errands(state: GameState, passed: PassedLaw) -> tuple[RegionId, ...]:
    """Destinations of Immortals for this law: one region, or each named one (GE-CRT-63, R-98, setting `immortals_per_action`)."""
    named = answers_of(state, passed)
    if named is None or not is_military(state, passed):
        return ()
    on_map = {each.id for each in state.scenario.map.regions}
    regions = [RegionId(each) for each in (*named.all(Target.REGION), *named.all(Target.REGIONS)) if each in on_map]
    if len(regions) > 1 and state.scenario.settings.immortals_per_action == "region":
        return tuple(regions)
    place = regions[0] if regions else _building(state, named) or _castle(state, named) or _court(state)
    return (place,) if place is not None else ()


class SimulatedReturn(Struct, frozen=True, kw_only=True):
    """A simulated Return between two of its laws.

    `state`: the state with laws and hostages as they are then.
    `sent`: Immortals sent by earlier laws, with their regions.
    `taken`: people and buildings removed by earlier laws.
    `units`: change in a House's units in a region.
    """

    state: GameState
    sent: Mapping[int, RegionId] = field(default_factory=dict)
    taken: frozenset[Thing] = frozenset()
    units: Mapping[tuple[HouseId, str], int] = field(default_factory=dict)


class InTurn(Struct, frozen=True, kw_only=True):
    """Result of one law's turn.

    `immortals`: Immortals that carry it out.
    `lapses`: too few Immortals were free.
    `gone`: its object is gone, so no Immortal goes.
    """

    law: LawId
    immortals: tuple[int, ...] = ()
    lapses: bool = False
    gone: bool = False


def fate_in_turn(course: SimulatedReturn, passed: PassedLaw) -> InTurn:
    """Return what happens to this law if its turn is now (R-98).

    No Immortal goes if the object is gone (R-76). Else as many go as it needs, or it lapses. Immortals are reserved for orders that
    have yet to act and whose object is still there (R-32, R-39).

    Rules: GE-SOV-29.
    """
    state = course.state
    if not is_military(state, passed):
        return InTurn(law=passed.law)
    if is_gone(course, passed):
        return InTurn(law=passed.law, gone=True)
    orders = [each for each in waiting_laws(state) if each.ordered and each.law != passed.law and not is_gone(course, each)]
    kept = 0 if passed.ordered else sum(len(errands(state, each)) for each in orders)
    free = [each for each in free_immortals(state) if each not in course.sent]
    needed = len(errands(state, passed))
    enough = 0 < needed <= len(free) - kept
    return InTurn(law=passed.law, immortals=tuple(free[:needed]) if enough else (), lapses=not enough)


def forecast_laws(state: GameState) -> tuple[InTurn, ...]:
    """Forecast of each waiting law, in the order of turns, without laws that fall before.

    Where a House picks hostages or a region for its units, the default choice is assumed.
    """
    course, found = SimulatedReturn(state=state), list[InTurn]()
    for passed in waiting_laws(state):
        if law_of(course.state, passed.law) is None:
            continue
        turn = fate_in_turn(course, passed)
        found.append(turn)
        course = _course_after(course, passed, turn)
    return tuple(found)


def immortals_to_go(state: GameState) -> Mapping[LawId, tuple[int, ...]]:
    """Immortals that will go for each waiting Court Military Action; none for one that lapses or finds its object gone (R-98)."""
    military = {each.law for each in waiting_laws(state) if is_military(state, each)}
    return {each.law: each.immortals for each in forecast_laws(state) if each.law in military}


def is_gone(course: SimulatedReturn, passed: PassedLaw) -> bool:
    """Is the action's object gone: buildings, people, hostages or units (R-76)? Other actions have no such object."""
    state, named = course.state, answers_of(course.state, passed)
    if named is None or not is_military(state, passed):
        return False
    if Target.BUILDING in named.kind.fields:
        return not {("building", each.id) for each in buildings_called(state, named.one(Target.BUILDING))} - course.taken
    if passed.kind == HOSTAGES:
        return named.form != GIVE and bool(named.houses) and not hostages_to_move(state, named)
    if passed.kind == DISBAND:
        return bool(named.houses) and _count(course, named.houses[0], named.one(Target.REGION)) == 0
    people = players_to_execute(named)
    return passed.kind == EXECUTION and bool(people) and not _people_to_die(course, people)


# --- hostages that go by a law ------------------------------------------------------------------------------------------


def named_captives(named: Answers) -> tuple[int, ...]:
    """Hostages that the proposal names."""
    return tuple(int(each) for each in named.all(Target.CAPTIVES) if each.isdecimal())


def picks_left(named: Answers) -> int:
    """Number of hostages that the holder picks. A named one that is gone when the law acts is not replaced (R-76)."""
    return max(0, named.number(Target.HOSTAGES) - len(named_captives(named)))


def hostages_to_move(state: GameState, named: Answers, answers: Sequence[int] = ()) -> tuple[Hostage, ...]:
    """Hostages that a law moves: those it names, those the holder picked, then the oldest, marriage hostages last (R-93)."""
    held = {each.id: each for each in default_hostages(state, named.houses[0], ALL)}
    first = [each for each in named_captives(named)[: named.number(Target.HOSTAGES)] if each in held]
    picked = [each for each in dict.fromkeys((*answers, *held)) if each in held and each not in first]
    return tuple(held[each] for each in (*first, *picked[: picks_left(named)]))


# --- state after a law ----------------------------------------------------------------------------------------------------


def _course_after(course: SimulatedReturn, passed: PassedLaw, turn: InTurn) -> SimulatedReturn:
    named = answers_of(course.state, passed)
    course = replace(course, sent={**course.sent, **dict(zip(turn.immortals, errands(course.state, passed), strict=False))})
    if named is None or turn.lapses or turn.gone:
        return course
    state = course.state
    if Target.BUILDING in named.kind.fields and is_military(state, passed):
        fallen = buildings_called(state, named.one(Target.BUILDING))
        return replace(course, taken=course.taken.union(("building", each.id) for each in fallen[: len(fallen) == 1]))
    if passed.kind == EXECUTION:
        dead = _people_to_die(course, players_to_execute(named))
        freed = frozenset(each.id for each in state.hostages if {*each.marriage} & {*dead} and _annuls_marriages(state))
        return replace(_without_hostages(course, freed), taken=course.taken.union(("player", each) for each in dead))
    if passed.kind == HOSTAGES and named.houses:
        return replace(course, state=replace(state, hostages=_hostages_after(state, named)))
    if passed.kind in (DISBAND, AID) and named.houses:
        return _units_after(course, named, aid=passed.kind == AID)
    if passed.kind == "remove" or (passed.kind == "tax" and named.form == LIFT):
        struck = law_of(state, LawId(named.one(Target.LAW)))
        if struck is not None and (passed.kind == "remove" or struck.effects.tributes):
            freed = frozenset(each.id for each in state.hostages if each.law == struck.id and _annuls_hostages(state))
            state = replace(state, laws=tuple(each for each in state.laws if each.id != struck.id))
            return _without_hostages(replace(course, state=state), freed)
    return course


def _annuls_hostages(state: GameState) -> bool:
    return state.scenario.settings.annulled_hostages == "released"


def _annuls_marriages(state: GameState) -> bool:
    return state.scenario.settings.marriage_hostages_after_death == "released"


def _without_hostages(course: SimulatedReturn, hostages: frozenset[int]) -> SimulatedReturn:
    left = tuple(each for each in course.state.hostages if each.id not in hostages)
    return replace(course, state=replace(course.state, hostages=left))


def _hostages_after(state: GameState, named: Answers) -> tuple[Hostage, ...]:
    """Hostages after a law about them: freed, handed over, or new ones given (R-93)."""
    if named.form == GIVE:
        if len(named.houses) < 2:
            return state.hostages
        first, count = state.last_hostage + len(state.hostages), named.number(Target.HOSTAGES)
        numbers = range(first + 1, first + 1 + count)
        of, holder = named.houses[:2]
        return (*state.hostages, *(Hostage(id=each, of=of, holder=holder, since=state.clock.month) for each in numbers))
    gone = {each.id for each in hostages_to_move(state, named)}
    to = named.houses[1] if named.form == HAND_OVER and len(named.houses) > 1 else None
    moved = (
        replace(each, holder=to, law=None, marriage=(), since=state.clock.month) if each.id in gone else each
        for each in state.hostages
        if each.id not in gone or (to is not None and each.of != to)
    )
    return tuple(moved)


def _people_to_die(course: SimulatedReturn, people: Sequence[SeatId]) -> tuple[SeatId, ...]:
    return tuple(each for each in people if may_die(course.state, each) and ("player", each) not in course.taken)


def _count(course: SimulatedReturn, house: HouseId, region: str) -> int:
    """A House's units in a region at that point. 1 if no room counts units, so that they are not taken for gone."""
    room: object = course.state.rooms.get(Room.WAR)
    there = room.count(RegionId(region), house) if isinstance(room, KeepsUnits) else 1
    return there + course.units.get((house, region), 0)


def _units_after(course: SimulatedReturn, named: Answers, *, aid: bool) -> SimulatedReturn:
    """Apply a law's units: it disbands at most those there (R-96); an aid brings at most those in the stockpile (R-89)."""
    room: object = course.state.rooms.get(Room.WAR)
    if not isinstance(room, KeepsUnits):
        return course
    house, count, region = named.houses[0], named.number(Target.UNITS), named.one(Target.REGION)
    moved = sum(units for (whose, _where), units in course.units.items() if whose == house)
    if aid:
        region = next((each.home for each in course.state.scenario.houses if each.id == house), "")
        empty = not room.on_map(house) + moved and room.is_empty(RegionId(region)) and region not in course.sent.values()
        if not (_count(course, house, region) or empty):
            return course  # they come only where the House has units: an empty region stays empty
        count = min(count, room.stock.get(house, 0) - moved)
    else:
        count = -min(count, _count(course, house, region))
    return replace(course, units={**course.units, (house, region): course.units.get((house, region), 0) + count})


def immortals_left(state: GameState) -> int:
    """Immortals left for laws that may still pass. At 0 a Court Military Action would lapse, its cost spent (R-98)."""
    return len(free_immortals(state)) - sum(len(each.immortals) for each in forecast_laws(state))


def immortals_for_order(state: GameState) -> int:
    """Immortals left for an order without a vote. It goes before the month's laws, after other orders only (R-32, R-39)."""
    orders = {each.law for each in waiting_laws(state) if each.ordered}
    return len(free_immortals(state)) - sum(len(each.immortals) for each in forecast_laws(state) if each.law in orders)


# --- small parts --------------------------------------------------------------------------------------------------------


def _building(state: GameState, named: Answers) -> RegionId | None:
    """First region of the named building."""
    found = buildings_called(state, named.one(Target.BUILDING))
    return found[0].places[0] if found and found[0].places else None


def _castle(state: GameState, named: Answers) -> RegionId | None:
    """Home castle of the first named House or player; the Court if the player to be executed is there (GE-CRT-64)."""
    house: HouseId | None = next(iter(named.houses), None)
    if house is None:
        seat = state.seats.get(SeatId(next(iter((*named.all(Target.PLAYER), *named.all(Target.PLAYERS))), "")))
        if seat is None:
            return None
        if choice_of(state, seat) == Room.COURT:
            return _court(state)
        house = seat.house
    return next((each.home for each in state.scenario.houses if each.id == house), None)


def _court(state: GameState) -> RegionId | None:
    return state.court.region if state.court else None
