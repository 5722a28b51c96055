"""Public view of the board. Battles appear once fought."""

from __future__ import annotations

from msgspec import Struct

from control.day.memoization import memoized_view
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, ProvinceId, RegionId, RumorId
from rooms.war.game.board import Board, board_of
from rooms.war.game.map_marks import NO_MARKS, Marks, Since, marks_of, since_last_month
from rooms.war.game.records.battles import Battle, Round
from rooms.war.game.state import WarState, last_record, record_of, record_told, war_of
from rooms.war.game.updates import updates_now
from rooms.war.game.words.battles import battle_words
from rooms.war.rules.castles import held_by


class ArmyView(Struct, frozen=True, kw_only=True):
    """A House's units in one region."""

    house: HouseId
    name: str
    short: str
    units: int


class CastleView(Struct, frozen=True, kw_only=True):
    name: str
    home: HouseId | None
    flags: tuple[HouseId, ...]  # in the scenario's order
    opens: tuple[ProvinceId, ...]
    destroyed: bool


class RegionView(Struct, frozen=True, kw_only=True):
    """One region and everything on it. The scenario's map says where to draw it."""

    id: RegionId
    name: str
    province: ProvinceId | None
    armies: tuple[ArmyView, ...]
    castle: CastleView | None
    remnants: int
    rumors: tuple[RumorId, ...]
    immortals: int
    court: bool  # the Court sits here
    changed: bool  # since the month's first step, or last month until a step is carried out
    since: tuple[Since, ...] = ()  # changes since that month began
    marks: tuple[str, ...] = ()  # bans, treaties and buildings here
    tasks: tuple[str, ...] = ()  # tasks of Immortals here (GE-WAR-28)

    @property
    def empty(self) -> bool:
        """Whether no unit, remnant or Immortal is here."""
        return not self.armies and not self.remnants and not self.immortals

    def units_of(self, house: HouseId) -> int:
        """A House's units here."""
        return next((army.units for army in self.armies if army.house == house), 0)


class HouseRow(Struct, frozen=True, kw_only=True):
    """A House's total on the map."""

    id: HouseId
    name: str
    short: str
    color: str
    ink: str
    on_map: int
    stock: int
    castles: tuple[str, ...]


class SideView(Struct, frozen=True, kw_only=True):
    """A force in one count of a battle. `stands`: on the winning side, or a House without losses."""

    force: HouseId
    short: str  # "" for remnants and Immortals
    attack: int
    stands: bool


class BattleView(Struct, frozen=True, kw_only=True):
    """A battle with its sums: the forces of each count, strongest first, and one sentence."""

    region: RegionId
    name: str
    sentence: str
    counts: tuple[tuple[SideView, ...], ...] = ()


class MapView(Struct, frozen=True, kw_only=True):
    """The board, the same for every viewer."""

    month: int
    regions: tuple[RegionView, ...]  # in the map's order
    houses: tuple[HouseRow, ...]
    battles: tuple[BattleView, ...]  # this month's, or last month's until one is fought
    battles_month: int
    immortals_away: int
    since_month: int = 0  # month to which `since` refers
    marks: Marks = NO_MARKS
    updates: tuple[str, ...] = ()  # announcements about Immortals, until the orders are opened (GE-WAR-28)

    def region(self, region: RegionId) -> RegionView:
        """One region of the map."""
        return next(each for each in self.regions if each.id == region)


def places(state: GameState) -> tuple[tuple[RegionId, str], ...]:
    """All regions with their names, sorted by name, for lists to choose from."""
    board = board_of(state.scenario)
    return tuple(sorted(((each, board.region_name(each)) for each in board.regions), key=lambda place: place[1]))


@memoized_view(64)
def map_view(state: GameState) -> MapView:
    """The public view of the board."""
    war, board = war_of(state), board_of(state.scenario)
    now, past = record_of(state), last_record(state)
    changed = now.changed if now.done or past is None else tuple({*now.changed, *past.changed})
    told = now if now.battles or past is None else past
    court = state.court.region if state.court else None
    since, marks = since_last_month(state), marks_of(state)
    return MapView(
        month=state.clock.month,
        regions=tuple(
            replace(
                _region_view(board, war, region, court=court == region, changed=region in changed),
                since=since.get(region, ()),
                marks=marks.words_of(region),
            )
            for region in board.regions
        ),
        houses=tuple(_house_row(board, war, house) for house in board.houses),
        battles=tuple(battle_view(board, battle) for battle in told.battles),
        battles_month=told.month,
        immortals_away=sum(each.region is None for each in war.immortals),
        since_month=record_told(state).month,
        marks=marks,
        updates=updates_now(state),
    )


def _region_view(board: Board, war: WarState, region: RegionId, *, court: bool, changed: bool) -> RegionView:
    there, castle = war.units.get(region, {}), war.castles.get(region)
    return RegionView(
        id=region,
        name=board.region_name(region),
        province=board.regions[region].province,
        armies=tuple(
            ArmyView(house=house, name=board.house_name(house), short=board.houses[house].short, units=there[house])
            for house in board.sorted_houses(set(there))
            if house in board.houses
        ),
        castle=CastleView(
            name=castle.name,
            home=castle.home,
            flags=board.sorted_houses(castle.flags),
            opens=castle.opens,
            destroyed=castle.destroyed,
        )
        if castle
        else None,
        remnants=war.remnants.get(region, 0),
        rumors=tuple(sorted(token.id for token in war.rumors if token.region == region)),
        immortals=len(war.immortals_in(region)),
        court=court,
        changed=changed,
        tasks=tuple(str(each.task) for each in war.immortals if each.region == region and each.task),
    )


def _house_row(board: Board, war: WarState, house: HouseId) -> HouseRow:
    look = board.houses[house]
    return HouseRow(
        id=house,
        name=look.name,
        short=look.short,
        color=look.color,
        ink=look.ink,
        on_map=war.on_map(house),
        stock=war.stock.get(house, 0),
        castles=tuple(board.region_name(region) for region in held_by(war.castles.values(), house)),
    )


def battle_view(board: Board, battle: Battle) -> BattleView:
    """A battle with its sums and its sentence."""
    return BattleView(
        region=battle.region,
        name=board.region_name(battle.region),
        sentence=battle_words(board, battle),
        counts=tuple(_sides(board, count) for count in battle.rounds),
    )


def _sides(board: Board, count: Round) -> tuple[SideView, ...]:
    lost = {loss.house for loss in count.losses}
    ordered = sorted(count.armies, key=lambda army: (-army.attack, board.order.get(army.house, len(board.order)), army.house))
    return tuple(
        SideView(
            force=army.house,
            short=board.houses[army.house].short if army.house in board.houses else "",
            attack=army.attack,
            stands=army.house in count.side or (army.house in board.houses and army.house not in lost),
        )
        for army in ordered
    )
