"""Marks on the map besides forces: roads, tunnels, buildings, closed regions, treaties; and changes since last month.

All of it is public: markers are on the board (GE-WAR-72), laws on the Law Board. Who may use a building is not shown, because it is
between owner and guest (R-65).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum

from msgspec import Struct

from control.engine.language import Spoken, later, listed, say
from rooms.realm.game.state import Building, Effect, EffectFrom, EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.state import record_told, snapshot_of, war_of
from rooms.war.game.words.names import some_immortals, some_remnants, some_rumors

ROAD, TUNNELS = "trade-route", "tunnels"
BUILDING_NAMES: Mapping[str, str] = Spoken(
    {
        "spy-tower": later("Spy Tower"),
        "chapel": later("Chapel"),
        "arena": later("Arena"),
        TUNNELS: later("Tunnels"),
        ROAD: later("Trade Route"),
    }
)


class BuildingView(Struct, frozen=True, kw_only=True):
    """A building of a House: a road of three regions, tunnels with two ends, or a building in one region.

    Rules: GE-WAR-72, GE-WAR-73, GE-WAR-74, GE-WAR-75, GE-WAR-76, GE-WAR-77, GE-WAR-78, GE-WAR-79.
    """

    id: int
    kind: str
    name: str
    house: HouseId
    owner: str
    short: str
    places: tuple[RegionId, ...]
    words: str  # "Tunnels of Cat: Aka and Zen"


class BanView(Struct, frozen=True, kw_only=True):
    """A region closed by a law or a Favor to these Houses, or to all if none are named (R-69)."""

    region: RegionId
    houses: tuple[HouseId, ...]
    shorts: tuple[str, ...]
    words: str


class TreatyView(Struct, frozen=True, kw_only=True):
    """A region where no battle happens (R-69)."""

    region: RegionId
    words: str


class StayView(Struct, frozen=True, kw_only=True):
    """A region that no unit leaves in this month's Move (GE-FAV-03)."""

    region: RegionId
    words: str


class Marks(Struct, frozen=True, kw_only=True):
    """Everything marked on the board this month. `trapped`: the Court no longer moves (R-35)."""

    roads: tuple[BuildingView, ...] = ()
    tunnels: tuple[BuildingView, ...] = ()
    buildings: tuple[BuildingView, ...] = ()
    bans: tuple[BanView, ...] = ()
    treaties: tuple[TreatyView, ...] = ()
    stays: tuple[StayView, ...] = ()
    trapped: bool = False

    def words_of(self, region: RegionId) -> tuple[str, ...]:
        """Marks of one region, in words."""
        built = (*self.roads, *self.tunnels, *self.buildings)
        return (
            *(ban.words for ban in self.bans if ban.region == region),
            *(treaty.words for treaty in self.treaties if treaty.region == region),
            *(stay.words for stay in self.stays if stay.region == region),
            *(building.words for building in built if region in building.places),
        )


NO_MARKS = Marks()


def marks_of(state: GameState) -> Marks:
    """Marks on the board in the current month."""
    board = board_of(state.scenario)
    built = [_building(state, board, each) for each in state.buildings]
    return Marks(
        roads=tuple(each for each in built if each.kind == ROAD),
        tunnels=tuple(each for each in built if each.kind == TUNNELS),
        buildings=tuple(each for each in built if each.kind not in (ROAD, TUNNELS)),
        bans=tuple(_bans(state, board)),
        treaties=tuple(_treaties(state, board)),
        stays=tuple(_stay_marks(state)),
        trapped=bool(state.court and state.court.trapped),
    )


def _building(state: GameState, board: Board, building: Building) -> BuildingView:
    look = board.houses.get(building.house)
    places = building.places or _home(state, building.house)
    name = BUILDING_NAMES.get(building.kind, building.kind)
    names = [board.region_name(each) for each in places]
    ways = {ROAD: " – ".join(names), TUNNELS: listed(names)}.get(building.kind, "")
    owner = board.house_name(building.house)
    said = say("{building} of {house}", building=name, house=owner)
    return BuildingView(
        id=building.id,
        kind=building.kind,
        name=name,
        house=building.house,
        owner=owner,
        short=look.short if look else str(building.house),
        places=places,
        words=f"{said}: {ways}" if ways else said,
    )


def _home(state: GameState, house: HouseId) -> tuple[RegionId, ...]:
    return tuple(castle.region for _region, castle in sorted(war_of(state).castles.items()) if castle.home == house)[:1]


def _public(state: GameState, kind: EffectKind) -> Iterator[Effect]:
    """Effects in force that are public. Effects of schemes are secret."""
    for effect in state.effects:
        if effect.kind is kind and effect.origin is not EffectFrom.SCHEME and effect.acts_in(state.clock.month):
            yield effect


def _bans(state: GameState, board: Board) -> Iterator[BanView]:
    """One ban per closed region. A ban for all Houses replaces a ban for some."""
    found: dict[RegionId, tuple[frozenset[HouseId], tuple[str, ...]]] = {}
    for effect in _public(state, EffectKind.TRAVEL_BAN):
        for region in effect.regions:
            found[region] = (frozenset(), (_source(effect),))
    for effect in _public(state, EffectKind.FORBID):
        for region in effect.regions:
            some, sources = found.get(region, (frozenset(effect.houses), ()))
            if some:
                found[region] = (some | frozenset(effect.houses), (*sources, _source(effect)))
    for region, (shut, sources) in sorted(found.items()):
        houses = board.sorted_houses(shut)
        whom = ", ".join(board.house_name(house) for house in houses)
        closed = say("Closed to {houses}", houses=whom) if whom else say("Closed to everybody")
        yield BanView(
            region=region,
            houses=houses,
            shorts=tuple(board.houses[house].short for house in houses if house in board.houses),
            words=f"{closed}{_sources_words(sources)}",
        )


def _treaties(state: GameState, board: Board) -> Iterator[TreatyView]:
    found: dict[RegionId, list[str]] = {}
    for effect in _public(state, EffectKind.TREATY):
        for region in effect.regions:
            found.setdefault(region, []).append(_source(effect))
    for region, sources in sorted(found.items()):
        yield TreatyView(region=region, words=say("A Treaty: no battle here{because}", because=_sources_words(tuple(sources))))


def _stay_marks(state: GameState) -> Iterator[StayView]:
    found: dict[RegionId, list[str]] = {}
    for effect in _public(state, EffectKind.STAY):
        for region in effect.regions:
            found.setdefault(region, []).append(_source(effect))
    for region, sources in sorted(found.items()):
        yield StayView(region=region, words=say("No unit leaves in Move{because}", because=_sources_words(tuple(sources))))


def _source(effect: Effect) -> str:
    until = say("through month {month}", month=effect.until) if effect.until is not None else ""
    return ", ".join(filter(None, (str(effect.source), until)))


def _sources_words(sources: tuple[str, ...]) -> str:
    known = "; ".join(dict.fromkeys(filter(None, sources)))
    return f" ({known})" if known else ""


# --- since last month ---------------------------------------------------------------------------------------------------


class What(StrEnum):
    """Kinds of changes in a region."""

    UNITS = "units"
    FLAG = "flag"
    REMNANTS = "remnants"
    RUMORS = "rumors"
    IMMORTALS = "immortals"


class Since(Struct, frozen=True, kw_only=True):
    """One change in a region since the month began. A flag counts 1 or 0."""

    what: What
    before: int
    after: int
    house: HouseId | None = None
    words: str = ""

    @property
    def sign(self) -> str:
        """The difference as written on the map."""
        return f"+{self.after - self.before}" if self.after > self.before else f"−{self.before - self.after}"


def since_last_month(state: GameState) -> Mapping[RegionId, tuple[Since, ...]]:
    """Changes in each region since the start of the month of `record_told`. Unchanged regions are left out."""
    then = record_told(state).began
    if then is None:
        return {}
    board, now = board_of(state.scenario), snapshot_of(war_of(state))
    found: dict[RegionId, tuple[Since, ...]] = {}
    for region in board.regions:
        changes = (
            *_houses(board, then.units.get(region, {}), now.units.get(region, {})),
            *_flags(board, then.flags.get(region, ()), now.flags.get(region, ())),
            *_count_changes(What.REMNANTS, then.remnants.get(region, 0), now.remnants.get(region, 0)),
            *_count_changes(What.IMMORTALS, then.immortals.get(region, 0), now.immortals.get(region, 0)),
            *_count_changes(What.RUMORS, then.rumors.get(region, 0), now.rumors.get(region, 0)),
        )
        if changes:
            found[region] = changes
    return found


def _houses(board: Board, before: Mapping[HouseId, int], after: Mapping[HouseId, int]) -> Iterator[Since]:
    for house in board.sorted_houses({*before, *after}):
        was, now = before.get(house, 0), after.get(house, 0)
        if was != now:
            said = _units_words(board.house_name(house), was, now)
            yield Since(what=What.UNITS, before=was, after=now, house=house, words=said)


def _units_words(house: str, was: int, now: int) -> str:
    if not now:
        return say("{house} gone, had {before}", house=house, before=was)
    if not was:
        return say("{house} new with {units}", house=house, units=now)
    return say("{house} {units}, had {before}", house=house, units=now, before=was)


def _flags(board: Board, before: tuple[HouseId, ...], after: tuple[HouseId, ...]) -> Iterator[Since]:
    for house in board.sorted_houses({*before} ^ {*after}):
        on = house in after
        name = board.house_name(house)
        said = say("new flag: {house}", house=name) if on else say("flag lost: {house}", house=name)
        yield Since(what=What.FLAG, before=int(not on), after=int(on), house=house, words=said)


SOME: Mapping[What, tuple[Callable[[int], str], str]] = {
    What.REMNANTS: (some_remnants, later("no remnant, had {before}")),
    What.IMMORTALS: (some_immortals, later("no Immortal, had {before}")),
    What.RUMORS: (some_rumors, later("no Rumor, had {before}")),
}


def _count_changes(what: What, before: int, after: int) -> Iterator[Since]:
    if before != after:
        some, none = SOME[what]
        said = say("{now}, had {before}", now=some(after), before=before) if after else say(none, before=before)
        yield Since(what=what, before=before, after=after, words=said)
