"""The Immortals as the realm sees them: how many are free, and which goes where for a passed Court Military Action (R-98).

The War Room keeps them and moves them; the realm reads of its state only where each stands and whether it is out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol, runtime_checkable

from control.day.people.asked import choice_of
from control.engine.ids import SeatId
from rooms.realm.game.buildings.kinds import called
from rooms.realm.game.deeds.execution import KIND as EXECUTION
from rooms.realm.game.deeds.execution import may_die, named_to_die
from rooms.realm.game.fates import PassedLaw
from rooms.realm.game.hostages.asked import pick
from rooms.realm.game.passed import GIVE, Answers, answers_of, kind_of, waiting
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, LawId, RegionId, Room
from rooms.realm.scenario.schema import Target

HOSTAGES: Final = "hostages"
DISBAND: Final = "disband"
AID: Final = "financial-aid"
Thing = tuple[str, int | str]  # a building, a hostage, a player, a unit


class Guard(Protocol):
    """An Immortal, as far as the realm looks at it."""

    @property
    def id(self) -> int: ...
    @property
    def region(self) -> RegionId | None: ...
    @property
    def home_in(self) -> int | None: ...


@runtime_checkable
class KeepsImmortals(Protocol):
    """The state of a room that keeps the Immortals."""

    @property
    def immortals(self) -> Sequence[Guard]: ...


@runtime_checkable
class KeepsUnits(Protocol):
    """The state of a room that keeps the units of the Houses."""

    def count(self, region: RegionId, house: HouseId) -> int: ...


# --- questions ----------------------------------------------------------------------------------------------------------


def free_immortals(state: GameState) -> tuple[int, ...]:
    """The Immortals in the Court region that are out neither on an action nor on a command (GE-CRT-20, R-98)."""
    room: object = state.rooms.get(Room.WAR)
    if state.court is None or not isinstance(room, KeepsImmortals):
        return ()
    return tuple(each.id for each in room.immortals if each.region == state.court.region and each.home_in is None)


def is_military(state: GameState, passed: PassedLaw) -> bool:
    """Is it a Court Military Action, which an Immortal carries out (GE-CRT-36)?"""
    kind = kind_of(state, passed.kind)
    return kind is not None and kind.military


def errands(state: GameState, passed: PassedLaw) -> tuple[RegionId, ...]:
    """Where an Immortal has to go for this law: one region, or each one named (GE-CRT-63, R-98, setting `immortals_per_action`)."""
    named = answers_of(state, passed)
    if named is None or not is_military(state, passed):
        return ()
    on_map = {each.id for each in state.scenario.map.regions}
    regions = [RegionId(each) for each in (*named.all(Target.REGION), *named.all(Target.REGIONS)) if each in on_map]
    if len(regions) > 1 and state.scenario.settings.immortals_per_action == "region":
        return tuple(regions)
    place = regions[0] if regions else _building(state, named) or _castle(state, named) or _court(state)
    return (place,) if place is not None else ()


def dispatched(state: GameState, month: int | None = None) -> Mapping[LawId, tuple[int, ...]]:
    """Which Immortals will go for each Court Military Action that waits; none for one that will lapse (GE-CRT-63, R-98).

    They serve in the order of passing; what the Sovereign ordered is served first of all, though it acts last (R-32, R-39). Nobody
    goes for what is gone, be it by an earlier law of the same Return (R-76).
    """
    found = _served(state, month, frozenset())
    for _law in found:  # whom one law spares may serve another, which takes a thing from a third
        missing = aimless(state, month, found)
        again = _served(state, month, missing)
        if again == found:
            break
        found = again
    return found


def aimless(state: GameState, month: int | None, going: Mapping[LawId, tuple[int, ...]]) -> frozenset[LawId]:
    """The waiting actions whose object is gone when they act, in the order in which they do: they send nobody (R-76, R-98)."""
    taken, given, found = set[Thing](), set[HouseId](), set[LawId]()
    for passed in waiting(state, month):
        given |= _given_units(state, passed)
        things = _objects(state, passed)
        if things is None or (passed.kind == DISBAND and given & _houses(state, passed)):  # new ones may stand there by then
            continue
        if not things - taken:
            found.add(passed.law)
        elif going.get(passed.law) and passed.kind != HOSTAGES:
            taken |= _struck(state, passed, things - taken)
    return frozenset(found)


def _struck(state: GameState, passed: PassedLaw, things: frozenset[Thing]) -> frozenset[Thing]:
    """What is gone after an action: all it names, of units as many as it disbands (R-96)."""
    named = answers_of(state, passed)
    if passed.kind != DISBAND or named is None:
        return things
    return frozenset(sorted(things, key=str)[: named.number(Target.UNITS)])


def _houses(state: GameState, passed: PassedLaw) -> frozenset[HouseId]:
    named = answers_of(state, passed)
    return frozenset(named.houses) if named is not None else frozenset()


def _given_units(state: GameState, passed: PassedLaw) -> frozenset[HouseId]:
    """To whom this law gives units; where is the House's to say (R-89)."""
    named = answers_of(state, passed)
    gives = passed.kind == AID and named is not None and named.number(Target.UNITS) > 0
    return _houses(state, passed) if gives else frozenset()


def _objects(state: GameState, passed: PassedLaw) -> frozenset[Thing] | None:
    """What an action is aimed at, of buildings, people, hostages and units, as far as it is there; None where it cannot be gone."""
    named = answers_of(state, passed)
    if named is None or not is_military(state, passed):
        return None
    if Target.BUILDING in named.kind.fields:
        return frozenset(("building", each.id) for each in called(state, named.one(Target.BUILDING)))
    if passed.kind == HOSTAGES and named.form != GIVE and named.houses:
        held, chosen = pick(state, named.houses[0], len(state.hostages)), named.all(Target.CAPTIVES)
        open_ = len(chosen) < named.number(Target.HOSTAGES)
        return frozenset(("hostage", each.id) for each in held if open_ or str(each.id) in chosen)
    if passed.kind == DISBAND:
        return _units(state, named)
    people = named_to_die(named)
    return frozenset(("player", each) for each in people if may_die(state, each)) if passed.kind == EXECUTION and people else None


def _units(state: GameState, named: Answers) -> frozenset[Thing] | None:
    """Each unit of the House in the region (R-96); None where no room keeps any."""
    room: object = state.rooms.get(Room.WAR)
    if not isinstance(room, KeepsUnits) or not named.houses:
        return None
    house, region = named.houses[0], named.one(Target.REGION)
    return frozenset(("unit", f"{house} {region} {number}") for number in range(room.count(RegionId(region), house)))


def _served(state: GameState, month: int | None, spared: frozenset[LawId]) -> Mapping[LawId, tuple[int, ...]]:
    free, found = list(free_immortals(state)), dict[LawId, tuple[int, ...]]()
    for passed in sorted((each for each in waiting(state, month) if is_military(state, each)), key=lambda each: not each.ordered):
        needed = 0 if passed.law in spared else len(errands(state, passed))
        enough = 0 < needed <= len(free)
        found[passed.law] = tuple(free[:needed]) if enough else ()
        del free[: needed if enough else 0]
    return found


def still_free(state: GameState) -> int:
    """How many Immortals will be free for what may still pass; at 0 a Court Military Action would lapse, its cost spent (R-98)."""
    promised = sum(len(immortals) for immortals in dispatched(state).values())
    return len(free_immortals(state)) - promised


# --- small parts --------------------------------------------------------------------------------------------------------


def _building(state: GameState, named: Answers) -> RegionId | None:
    """The first place of the building that is named."""
    found = called(state, named.one(Target.BUILDING))
    return found[0].places[0] if found and found[0].places else None


def _castle(state: GameState, named: Answers) -> RegionId | None:
    """The home castle of the first House or player named; the Court where a player to be executed is there (GE-CRT-64)."""
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
