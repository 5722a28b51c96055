"""The throne for tests: a game with a plain command that brings its events, as rooms do."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from control.day.state import Presence
from control.engine.ids import SeatId
from control.engine.modules import CommandHandler, Game, GameEvent, Module
from control.engine.records import replace
from rooms.realm.desks import ALL_DESKS
from rooms.realm.game import court_seat
from rooms.realm.game.modules import MODULES
from rooms.realm.game.state import GameState, Purse, ThroneWaits
from rooms.realm.game.throne import succession
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from tests.rooms.realm.game.play import Day, running
from tests.scenarios import default


class Bring(Struct, frozen=True, kw_only=True):
    """A test command. `about`: events of the throne or the Court that a room would bring."""

    about: Callable[[GameState], tuple[GameEvent, ...]]


BY_HAND = Module(
    name="by-hand", commands={Bring: CommandHandler(decide=lambda state, command, asked: command.about(state), desks=ALL_DESKS)}
)
REALM = Game[GameState](name="realm", state_type=GameState, modules=(*MODULES, BY_HAND))


def realm(power: dict[str, int] | None = None, **settings: object) -> Day:
    """The beginning of month 1. `power`: Power of each seat. No law taxes it, and no hostage brings any home."""
    scenario = default()
    if settings:
        scenario = replace(scenario, settings=replace(scenario.settings, **settings))  # type: ignore[arg-type]
    day = running(scenario)
    day.game = REALM
    seats = dict(day.state.seats)
    for seat, amount in (power or {}).items():
        seats[SeatId(seat)] = replace(seats[SeatId(seat)], purse=Purse(power=amount))
    laws = tuple(each for each in day.state.laws if not each.effects.tributes)
    day.state = replace(day.state, seats=seats, laws=laws, hostages=())
    return day


def reigning(day: Day, seat: str, *, holds: str | None = None) -> Day:
    """Put this player on the throne. `holds`: castle of a Military Coup."""
    region = RegionId(holds) if holds else None
    house = day.state.seats[SeatId(seat)].house
    day.do(Bring(about=lambda s: succession.seat_house(s, house, why="told", rule="R-22", holds=region, named=SeatId(seat))))
    return day


def without(day: Day, *seats: str) -> Day:
    """Mark these players as gone for good, without the events that follow from it."""
    gone = {SeatId(seat): replace(day.state.seats[SeatId(seat)], presence=Presence.GONE) for seat in seats}
    day.state = replace(day.state, seats={**day.state.seats, **gone})
    return day


def thrones() -> list[GameEvent]:
    """Events of a day with all that can happen to the throne and the Court."""
    day = reigning(realm(coup_trap="reign"), "cat-1", holds="fog")
    day.do(Bring(about=court_seat.trap_events))
    day.do(Bring(about=lambda s: succession.empty_throne(s, ThroneWaits.RETURN, why="the castle is lost", rule="R-36")))
    day.do(Bring(about=lambda s: succession.seat_house(s, HouseId("wolf"), why="a coup", rule="R-34", holds=RegionId("fog"))))
    day.do(Bring(about=lambda s: succession.empty_throne(s, ThroneWaits.CHOICE, why="a joint coup", rule="R-33")))
    day.do(Bring(about=lambda s: succession.empty_throne(s, ThroneWaits.TIE, why="nobody agrees", rule="R-33")))
    return day.until(2, Phase.CEREMONY).happened
