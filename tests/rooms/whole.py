"""The whole game without Django: all modules, rooms and kinds of sheets as the registry puts them together, and days of it.

`tests/rooms/test_whole_registered.py` says that it is the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from control.bots.habits import ChooseCommand, Habits
from control.bots.playout import DayPlayed, WatchCommand, play_day
from control.day.lateness import Taking
from control.day.seals import SEALS, seal_module
from control.day.sheets import Window
from control.engine.dice import Dice
from control.engine.ids import PhaseId, SeatId, StepId
from control.engine.modules import Command, Game, Module
from rooms.court.game import bot_control
from rooms.court.game import bots as court_bots
from rooms.court.game.module import COURT, REPORTED
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.realm.bots import using_favors
from rooms.realm.frame import NAME
from rooms.realm.game import bots as bot_hall
from rooms.realm.game.modules import MODULES
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.papers.game.entries import Invent
from rooms.realm.papers.game.room import PaperRoom
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import Scenario
from rooms.underground.game import bots as bot_favors
from rooms.underground.game import bots as underground_bots
from rooms.underground.game.bots import exchange
from rooms.underground.game.module import SCHEMES, UNDERGROUND
from rooms.underground.game.reports import schemes as underground_reports
from rooms.war.game import bots as war_bots
from rooms.war.game.module import FURTHER, WAR
from rooms.war.game.sheets import document, limits
from rooms.war.game.state import ORDERS


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of sheet, as far as a day without Django needs it."""

    kind: str
    room: Room
    step: StepId
    sealed: Callable[[int, int, str], str]
    encode: Callable[[Any], bytes]
    check: Callable[[Any, SeatId, Any], None]
    window: Callable[[Any, SeatId], Window]
    invent: ChooseCommand
    closes_with: PhaseId | Any = ""

    @property
    def taking(self) -> Taking:
        return Taking(kind=self.kind, room=self.room, step=self.step, sealed=self.sealed, closes_with=self.closes_with)


class Rules(Struct, frozen=True, kw_only=True):
    """The rules of a room, as far as a day without Django needs them."""

    module: Module
    sheets: tuple[Kind, ...]


class Bots(Struct, frozen=True, kw_only=True):
    """The bots of a room."""

    act: ChooseCommand | None
    share: int = 1


class Played(Struct, frozen=True, kw_only=True):
    """A room, as far as a day without Django needs it."""

    rules: Rules
    bots: Bots


def of_papers(room: PaperRoom, invent: Invent) -> Kind:
    return Kind(
        kind=room.kind,
        room=room.room,
        step=room.step,
        closes_with=room.closes_with,
        sealed=room.words.sealed,
        encode=papers.encode,
        check=room.check,
        window=room.window,
        invent=invent,
    )


WAR_SHEET = Kind(
    kind=document.KIND,
    room=Room.WAR,
    step=ORDERS,
    sealed=document.sealed,
    encode=document.encode,
    check=limits.check,
    window=limits.window,
    invent=war_bots.steady_sheet,
)
ROOMS: Final = {
    Room.WAR: Played(rules=Rules(module=WAR, sheets=(WAR_SHEET,)), bots=Bots(act=using_favors(), share=3)),
    Room.COURT: Played(
        rules=Rules(module=COURT, sheets=(of_papers(PROPOSALS, court_bots.needed_paper),)),
        bots=Bots(act=using_favors(court_bots.act)),
    ),
    Room.UNDERGROUND: Played(
        rules=Rules(module=UNDERGROUND, sheets=(of_papers(SCHEMES, underground_bots.needed_scheme),)),
        bots=Bots(act=using_favors(underground_bots.act, bot_favors.knows_favor)),
    ),
}
TAKINGS = tuple(kind.taking for room in ROOMS.values() for kind in room.rules.sheets)
COURT_FURTHER = (REPORTED,)
UNDERGROUND_FURTHER = (underground_reports.REPORTED,)
GAME = Game[GameState](
    name=NAME,
    state_type=GameState,
    modules=(
        *(seal_module(TAKINGS) if each is SEALS else each for each in MODULES),
        *(ROOMS[room].rules.module for room in sorted(ROOMS)),
        *COURT_FURTHER,
        *UNDERGROUND_FURTHER,
        *FURTHER,
    ),
)


def hall(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    """Return the command of a player while rooms are chosen: choose one, or make an exchange."""
    return bot_hall.act(state, seat, dice) or exchange(state, seat, dice)


EVERYBODY = Habits(hall=hall, lead=bot_control.next_command)


def whole_day(
    scenario: Scenario,
    seed: int | str,
    *,
    habits: Habits = EVERYBODY,
    rooms: Mapping[Room, Played] = ROOMS,
    rounds: int = 0,
    look: WatchCommand | None = None,
) -> DayPlayed:
    """Play a day of all rooms at full rules."""
    blank, set_up = GameState(scenario=scenario), SetUp(casting=scenario.casting)
    return play_day(GAME, rooms, blank, set_up, seed, habits=habits, rounds=rounds, look=look)
