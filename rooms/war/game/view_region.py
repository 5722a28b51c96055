"""War Control's view of one region: forces and their helpers, coming changes, and what can be set by hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from control.engine.language import say, say_count
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.battle_changes import battle_in
from rooms.war.game.board import Board, board_of
from rooms.war.game.overlay import MapOverlay
from rooms.war.game.state import ORDERS, record_of, war_of
from rooms.war.game.view_desk import RumorView, war_desk
from rooms.war.game.view_map import RegionView, map_view, places


class HouseCount(Struct, frozen=True, kw_only=True):
    """A House's units and flag in a region."""

    house: HouseId
    name: str
    short: str
    units: int
    stock: int
    flag: bool

    @property
    def choice(self) -> str:
        """Form value: the House with the number of units seen."""
        return f"{self.house} {self.units}"

    @property
    def flag_choice(self) -> str:
        """Form value: the House with the change to its flag."""
        return f"{self.house} {'off' if self.flag else 'on'}"


class Tick(Struct, frozen=True, kw_only=True):
    """A House present that another one helps. `forced`: set by a law or scheme; `mutual`: returned."""

    house: HouseId
    short: str
    mutual: bool
    forced: bool


class Helper(Struct, frozen=True, kw_only=True):
    """A House in a region and the Houses there that it helps."""

    house: HouseId
    short: str
    name: str
    ticks: tuple[Tick, ...]
    betrays: bool


class RegionDeskView(Struct, frozen=True, kw_only=True):
    """One region: forces, helpers, and what can be set by hand. `since_month`: month of the changes shown."""

    region: RegionView
    since_month: int
    helpers: tuple[Helper, ...]
    battle: str
    battle_month: int
    may_change: bool  # War Control may change this month's battle here
    neighbours: tuple[str, ...]
    houses: tuple[HouseCount, ...]
    rumors: tuple[RumorView, ...]
    off_map: tuple[RumorView, ...]
    spare_rumors: int
    immortals: tuple[int, ...]
    elsewhere: tuple[tuple[int, str], ...]
    places: tuple[tuple[RegionId, str], ...]


def war_region(state: GameState, viewer: Viewer, region: RegionId) -> RegionDeskView:
    """One region at War Control's desk. Others see no ticks, Rumors or Immortals (R-17)."""
    board, war, shown = board_of(state.scenario), war_of(state), war_desk(state, viewer)
    whole = map_view(state)
    view = whole.region(region)
    flags = view.castle.flags if view.castle else ()
    return RegionDeskView(
        region=view,
        since_month=whole.since_month,
        helpers=_helpers(state, region) if viewer.sees_desk(Desk.WAR) else (),
        battle=next((battle.sentence for battle in whole.battles if battle.region == region), ""),
        battle_month=whole.battles_month,
        may_change=viewer.sees_desk(Desk.WAR) and battle_in(state, region) is not None,
        neighbours=tuple(sorted(board.region_name(each) for each in board.neighbours[region])),
        houses=tuple(
            HouseCount(
                house=house,
                name=look.name,
                short=look.short,
                units=war.count(region, house),
                stock=war.stock.get(house, 0),
                flag=house in flags,
            )
            for house, look in board.houses.items()
        ),
        rumors=tuple(rumor for rumor in shown.rumors if rumor.region == region),
        off_map=tuple(rumor for rumor in shown.rumors if rumor.region is None),
        spare_rumors=shown.spare_rumors,
        immortals=tuple(each.id for each in shown.immortals if each.region == region),
        elsewhere=tuple((each.id, each.name) for each in shown.immortals if each.region != region),
        places=places(state),
    )


def _helpers(state: GameState, region: RegionId) -> tuple[Helper, ...]:
    """Ticks between Houses present, once the orders are open (GE-WAR-22, GE-WAR-23, GE-WAR-24, GE-WAR-25, GE-WAR-26)."""
    record, board = record_of(state), board_of(state.scenario)
    if ORDERS not in record.done:
        return ()
    present = board.sorted_houses(set(war_of(state).units.get(region, {})) & board.houses.keys())
    stances = {house: record.stance(house) for house in present}
    return tuple(
        Helper(
            house=house,
            short=board.houses[house].short,
            name=board.house_name(house),
            ticks=tuple(
                Tick(
                    house=other,
                    short=board.houses[other].short,
                    mutual=house in stances[other].ticks,
                    forced=other in stance.forced,
                )
                for other in present
                if other != house and other in stance.ticks
            ),
            betrays=stance.betrays,
        )
        for house, stance in stances.items()
    )


def predicted_changes(state: GameState, overlay: MapOverlay, region: RegionId) -> tuple[str, ...]:
    """Changes that the next step would make in one region."""
    return tuple(_predicted_changes(board_of(state.scenario), overlay, region))


def _predicted_changes(board: Board, overlay: MapOverlay, region: RegionId) -> Iterator[str]:
    for ghost in overlay.ghosts:
        if ghost.region == region:
            yield say_count(
                "{house}: {count} unit now, {after} after.",
                "{house}: {count} units now, {after} after.",
                ghost.before,
                house=board.house_name(ghost.house),
                after=ghost.after,
            )
    for battle in overlay.battles:
        if battle.region == region:
            yield battle.sentence
    if region in overlay.peace:
        yield say("No battle: those who stand here keep peace.")
    for flag in overlay.flags:
        if flag.region == region:
            house = board.house_name(flag.house)
            yield say("The flag of {house} is placed.", house=house) if flag.on else say("The flag of {house} falls.", house=house)
