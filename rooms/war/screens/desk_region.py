"""One region on the desk of War Control: who helps whom, what happened and is about to, what may be set by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.desks.frame import Look
from control.engine.language import say, say_count
from control.journal import history
from control.journal.story import Line, lines_of, withdrawn_by
from rooms.realm.game.buildings import BUILDINGS
from rooms.realm.game.effects import EFFECTS
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.chapters import FURTHER
from rooms.war.game.overlay import MapOverlay
from rooms.war.game.part import WAR
from rooms.war.game.state import ORDERS, record_of, war_of
from rooms.war.game.view_desk import RumorView, war_desk
from rooms.war.game.view_map import RegionView, map_view
from rooms.war.screens.desk_map import month_asked, next_step

# The chapters whose sentences name regions.
OF_THE_MAP = frozenset({WAR.name, *(each.name for each in FURTHER), BUILDINGS.name, EFFECTS.name})


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseCount:
    """A House with its units in a region and its flag there."""

    house: HouseId
    name: str
    short: str
    units: int
    stock: int
    flag: bool

    @property
    def choice(self) -> str:
        """The House with the number seen, as a form sends it."""
        return f"{self.house} {self.units}"

    @property
    def flag_choice(self) -> str:
        """The House with what would be done to its flag."""
        return f"{self.house} {'off' if self.flag else 'on'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A House present that another one helps. `forced`: a law or a scheme set the tick; `mutual`: it is returned."""

    house: HouseId
    short: str
    mutual: bool
    forced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Helper:
    """Whom of those present a House in a region helps."""

    house: HouseId
    short: str
    name: str
    ticks: tuple[Tick, ...]
    betrays: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RegionPanel:
    """One region: who is there and helps whom, what has happened and is about to, what may be set by hand.

    `then` is the month whose end it shows; nothing is set by hand in the past. `since_month` is the month of what has changed.
    """

    region: RegionView
    then: int | None
    since_month: int
    helpers: tuple[Helper, ...]
    battle: str
    battle_month: int
    foretold: tuple[str, ...]
    foretells: str  # the step that would bring it about
    neighbours: tuple[str, ...]
    houses: tuple[HouseCount, ...]
    rumors: tuple[RumorView, ...]
    off_map: tuple[RumorView, ...]
    spare_rumors: int
    immortals: tuple[int, ...]
    elsewhere: tuple[tuple[int, str], ...]
    history: tuple[str, ...]
    places: tuple[tuple[RegionId, str], ...]


def region_panel(seen: Look, region: RegionId) -> RegionPanel:
    """One region of the map, now or at the end of the month that the address asks for."""
    month = month_asked(seen)
    past = None if month is None else history.at_end_of(seen.door.event.stream, month)
    state = past or seen.state
    board, war, shown = board_of(state.scenario), war_of(state), war_desk(state)
    whole = map_view(state)
    view = whole.region(region)
    flags = view.castle.flags if view.castle else ()
    overlay, step = (None, "") if past else seen.once(next_step)
    return RegionPanel(
        region=view,
        then=month if past else None,
        since_month=whole.since_month,
        helpers=helpers_in(state, region),
        battle=next((battle.sentence for battle in whole.battles if battle.region == region), ""),
        battle_month=whole.battles_month,
        foretold=tuple(_foretold_here(board, overlay, region)) if overlay else (),
        foretells=step,
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
        immortals=war.immortals_in(region),
        elsewhere=tuple((each.id, each.name) for each in shown.immortals if each.region != region),
        history=() if past else history_of(seen, view.name),
        places=tuple(sorted(((each, board.region_name(each)) for each in board.regions), key=lambda place: place[1])),
    )


def helpers_in(state: GameState, region: RegionId) -> tuple[Helper, ...]:
    """Who of those present helps whom, once the orders are open (GE-WAR-22, GE-WAR-23, GE-WAR-24, GE-WAR-25, GE-WAR-26)."""
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


def _foretold_here(board: Board, overlay: MapOverlay, region: RegionId) -> Iterator[str]:
    """What the next step would change in one region."""
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


def history_of(seen: Look, name: str, most: int = 8) -> tuple[str, ...]:
    """What the journal tells of a place, newest first."""
    lines = lines_of(seen.door.event.stream)
    taken = withdrawn_by(lines)
    told = (
        _about(name, line)
        for line in reversed(lines)
        if line.chapter in OF_THE_MAP and line.seq not in taken and name in _words_of(line.sentence)
    )
    return tuple(sentence for sentence, _number in zip(told, range(most), strict=False))


def _about(name: str, line: Line) -> str:
    """What a line says of one place: of a list of Moves or flags only those that name it."""
    head, colon, tail = line.sentence.partition(": ")
    parts = [part for part in tail.rstrip(".").split("; ") if name in _words_of(part)]
    whole = not colon or not parts or head == name
    return f"{line.label}: {line.sentence}" if whole else f"{line.label}: {'; '.join(parts)}."


def _words_of(sentence: str) -> frozenset[str]:
    for sign in ",.;:()":
        sentence = sentence.replace(sign, " ")
    return frozenset(sentence.split())
