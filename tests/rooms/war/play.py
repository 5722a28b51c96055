"""War Room months for tests: set up a board and sheets, then end the steps one by one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from hypothesis.vendor.pretty import RepresentationPrinter

from control.day.clock.phases import EndPhase, SetClock
from control.day.clock.steps import EndStep, all_steps_left
from control.day.state import Presence
from control.engine.context import Actor, DecisionContext, Sealed, SheetList
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command, Game, GameEvent
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.game.modules import MODULES
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import Building, GameState, Guest
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.realm.scenario.schema import Scenario
from rooms.war.game.board import Castle
from rooms.war.game.module import FURTHER, WAR
from rooms.war.game.records.orders import GuardOrder, Order, OrderKind
from rooms.war.game.sheets.document import KIND, WarSheet, encode
from rooms.war.game.state import WarState, war_of, with_war
from rooms.war.game.view import WarView, view_war
from tests.rooms.realm.game.play import MORNING, ORGANIZER, WAR_CONTROL
from tests.scenarios import default, on_throne

WARGAME = Game[GameState](name="war", state_type=GameState, modules=(*MODULES, WAR, *FURTHER))

CAT, SWORDS, SNAKE = HouseId("cat"), HouseId("swords"), HouseId("snake")
WOLF, EAGLE, BEAR = HouseId("wolf"), HouseId("eagle"), HouseId("bear")
RAM, UNICORN, OCTOPUS = HouseId("ram"), HouseId("unicorn"), HouseId("octopus")
ZEN, AKA, INN, FOG, AMN, DOM = (RegionId(each) for each in ("zen", "aka", "inn", "fog", "amn", "dom"))
STEPS = tuple(StepId(each) for each in ("updates", "orders", "favors", "move", "battle", "rewards", "recruit"))
ONE_HOUR = 3600


def move(units: int, origin: str, target: str) -> Order:
    return Order(kind=OrderKind.MOVE, units=units, origin=RegionId(origin), target=RegionId(target))


def recruit(region: str) -> Order:
    return Order(kind=OrderKind.RECRUIT, target=RegionId(region))


def sheet(
    *orders: Order, allies: str = "", betray: bool = False, extra: str | None = None, immortals: Mapping[int, str] | None = None
) -> WarSheet:
    """Return a sheet. `allies`: Houses, separated by spaces. `immortals`: target region of each Immortal."""
    ticks = tuple(sorted(HouseId(house) for house in allies.split()))
    guards = tuple(GuardOrder(immortal=each, target=RegionId(at)) for each, at in (immortals or {}).items())
    return WarSheet(orders=orders, allies=ticks, betray=betray, extra=RegionId(extra) if extra else None, immortals=guards)


def sealed(seat: str, written: WarSheet, month: int = 1) -> Sealed:
    return Sealed(seat=SeatId(seat), kind=KIND, month=month, revision=1, received_at=MORNING, body=encode(written))


def only(war: WarState, units: Mapping[str, Mapping[str, int]], pieces: int = 20) -> WarState:
    """Return the board with these units only. All other pieces are in stock."""
    placed = {RegionId(region): {HouseId(house): count for house, count in there.items()} for region, there in units.items()}
    bare = replace(war, units=placed)
    return replace(bare, stock={house: pieces - bare.on_map(house) for house in war.stock})


def castle(region: str, *flags: str) -> Castle:
    return Castle(region=RegionId(region), name=region.capitalize(), flags=frozenset(HouseId(flag) for flag in flags))


@dataclass(slots=True, repr=False)
class Month:
    """A month in play. `do` collects all events and checks the invariants after every command."""

    state: GameState
    sheets: tuple[Sealed, ...] = ()
    happened: list[GameEvent] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    @property
    def war(self) -> WarState:
        return war_of(self.state)

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        """Print the month in hypothesis's output as `repr` does."""
        printer.text(repr(self))

    def __repr__(self) -> str:
        """Show the board and the sheets only, which a reader of a counterexample needs."""
        war, state = self.war, self.state
        shown = {
            "units": {region: dict(there) for region, there in war.units.items()},
            "flags": {region: sorted(castle.flags) for region, castle in war.castles.items() if castle.flags},
            "remnants": dict(war.remnants),
            "immortals": [(each.id, each.region, each.commander) for each in war.immortals],
            "court": state.court and (state.court.region, state.court.trapped),
            "throne": (state.throne.holder, state.throne.holds, state.throne.waits),
            "effects": [(each.kind.value, each.houses, each.regions) for each in state.effects],
            "buildings": [(each.kind, each.house, each.places, each.guests) for each in state.buildings],
            "married": [(seat.id, seat.spouse) for seat in state.seats.values() if seat.spouse],
            "present": [seat.id for seat in state.seats.values() if seat.choice == Room.WAR],
            "sheets": [(each.seat, each.body.decode()) for each in self.sheets],
        }
        return f"Month({', '.join(f'{name}={value}' for name, value in shown.items() if value)})"

    def do(self, command: Command, by: Actor = WAR_CONTROL) -> tuple[GameEvent, ...]:
        """Give a command and return its events."""
        events = WARGAME.decide(self.state, command, self.asked(by))
        for happened in events:
            self.sentences.append(WARGAME.explain(happened, self.state))
            self.state = WARGAME.evolve(self.state, happened)
        self.happened.extend(events)
        assert WARGAME.broken(self.state) == ()
        return events

    def asked(self, by: Actor = WAR_CONTROL) -> DecisionContext:
        return DecisionContext(by=by, at=MORNING, sheets=SheetList(sheets=self.sheets))

    def through(self, last: str) -> Month:
        """End every step up to and including this one."""
        done = self.state.clock.rooms[Room.WAR].done
        for step in STEPS[len(done) : STEPS.index(StepId(last)) + 1]:
            self.do(EndStep(room=Room.WAR, month=self.state.clock.month, step=step))
        return self

    def turn(self) -> Month:
        """Play the rest of the month."""
        month = self.state.clock.month
        while self.state.clock.month == month:
            phase = self.state.clock.phase
            assert phase is not None
            for room, table, step in all_steps_left(self.state) if phase == Phase.ACTION else ():
                self.do(EndStep(room=room, month=month, step=step, table=table), by=ORGANIZER)
            self.do(EndPhase(month=month, phase=phase, anyway="everybody at the desks knows"), by=ORGANIZER)
        return self

    def all(self, kind: type) -> list[GameEvent]:
        """Return all events of one kind."""
        return [event for event in self.happened if type(event) is kind]

    def seen_by(self, seat: str) -> WarView:
        return view_war(self.state, Viewer(seat=SeatId(seat)))


@cache
def morning(scenario: Scenario | None = None) -> GameState:
    """Action of month 1 just begun, with everybody checked in and nobody in a room."""
    chosen = scenario or default()
    asked = DecisionContext(by=ORGANIZER, at=MORNING)
    state = WARGAME.decided(GameState(scenario=chosen), SetUp(casting=chosen.casting), asked).state
    seats = {seat.id: replace(seat, presence=Presence.PRESENT) for seat in state.seats.values()}
    state = replace(state, seats=seats, clock=replace(state.clock, stage=type(state.clock.stage).PLAYING, month=1))
    return WARGAME.decided(state, SetClock(month=1, phase=Phase.ACTION, seconds=ONE_HOUR), asked).state


def month(
    units: Mapping[str, Mapping[str, int]] | None = None,
    sheets: Mapping[str, WarSheet] | None = None,
    *,
    present: str = "",
    phase: Phase = Phase.ACTION,
    **settings: object,
) -> Month:
    """Month 1 with these units and sealed sheets by seat. Their authors and `present` are in the War Room."""
    state = morning()
    if settings:
        changed = replace(state.scenario.settings, **settings)  # type: ignore[arg-type]
        state = replace(state, scenario=replace(state.scenario, settings=changed))
    if phase != Phase.ACTION:
        command = SetClock(month=1, phase=phase, seconds=ONE_HOUR)
        state = WARGAME.decided(state, command, DecisionContext(by=ORGANIZER, at=MORNING)).state
    if units is not None:
        state = with_war(state, only(war_of(state), units, state.scenario.settings.units_per_house))
    written = sheets or {}
    for seat in (*written, *present.split()):
        state = seated(state, seat, Room.WAR)
    return Month(state=state, sheets=tuple(sealed(seat, each) for seat, each in written.items()))


def seated(state: GameState, seat: str, room: Room) -> GameState:
    """Return the state with a player in a room this month."""
    found = state.seats[SeatId(seat)]
    there = replace(found, choice=room, choice_month=state.clock.month)
    return replace(state, seats={**state.seats, found.id: there})


def road(house: str, *places: str, guests: str = "", number: int = 1) -> Building:
    """Return a Trade Route through three regions. `guests`: Houses that may use it until revoked."""
    return _building("trade-route", house, places, guests, number)


def tunnels(house: str, *places: str, guests: str = "", number: int = 1) -> Building:
    """Return tunnels with two ends."""
    return _building("tunnels", house, places, guests, number)


def _building(kind: str, house: str, places: tuple[str, ...], guests: str, number: int) -> Building:
    return Building(
        id=number,
        kind=kind,
        house=HouseId(house),
        places=tuple(RegionId(each) for each in places),
        guests=tuple(Guest(house=HouseId(each)) for each in guests.split()),
    )


def built(month: Month, *buildings: Building) -> Month:
    """Give the month these buildings, renumbered from 1."""
    numbered = tuple(replace(each, id=number) for number, each in enumerate(buildings, start=1))
    month.state = replace(month.state, buildings=numbered, last_building=len(numbered))
    return month


def crowned(month: Month, seat: str | None) -> Month:
    """Put a player on the throne, or nobody."""
    month.state = on_throne(month.state, SeatId(seat) if seat else None)
    return month


def with_board(month: Month, **changed: object) -> Month:
    """Replace parts of the month's board."""
    month.state = with_war(month.state, replace(month.war, **changed))  # type: ignore[arg-type]
    return month
