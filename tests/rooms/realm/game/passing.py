"""Laws for tests: a filled proposal, and a day in which it becomes law and acts."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from control.day.clock.phases import BeginDay
from control.day.people.presence import CheckIn
from control.day.state import Presence
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import CommandHandler, Game, GameEvent, Module
from rooms.court.game.module import COURT
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.modules import MODULES
from rooms.realm.game.passed_laws import LawPassed, law_passed
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import Phase
from rooms.underground.game.module import UNDERGROUND
from rooms.war.game.module import FURTHER, WAR
from tests.rooms.realm.game.play import CAT_1, CHECK_IN, COURT_CONTROL, Day
from tests.scenarios import default


class Pass(Struct, frozen=True, kw_only=True):
    """Pass a proposal at once, with the same events as on the floor."""

    paper: Paper
    by: SeatId | None
    ordered: bool = False


def decide_pass(state: GameState, command: Pass, asked: DecisionContext) -> tuple[LawPassed, ...]:
    return (law_passed(state, command.paper, by=command.by, ordered=command.ordered),)


FLOOR = Module(name="test-floor", commands={Pass: CommandHandler(decide=decide_pass, desks=COURT_CONTROL.desks)})
WHOLE = Game[GameState](name="whole", state_type=GameState, modules=(*MODULES, WAR, COURT, UNDERGROUND, *FURTHER, FLOOR))


def paper(kind: str, *answers: str | Sequence[str]) -> Paper:
    """A filled proposal. `answers`: the values of each field, one word or several."""
    return Paper(type=kind, values=tuple((each,) if isinstance(each, str) else tuple(each) for each in answers))


def whole_day() -> Day:
    """A day with all rooms at its beginning, with everybody present."""
    day = Day(game=WHOLE, state=GameState(scenario=default()))
    day.do(SetUp(casting=day.state.scenario.casting))
    for seat in day.state.seats:
        day.do(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT), by=CHECK_IN)
    day.do(BeginDay())
    return day


def in_court(month: int = 1) -> Day:
    """A whole day in the Action of this month."""
    return whole_day().until(month, Phase.ACTION)


def law(day: Day, kind: str, *answers: str | Sequence[str], by: SeatId | None = CAT_1, ordered: bool = False) -> LawPassed:
    """Pass this proposal and return the law's event."""
    events = day.do(Pass(paper=paper(kind, *answers), by=by, ordered=ordered), by=COURT_CONTROL)
    return next(each for each in events if isinstance(each, LawPassed))


def laws_passed() -> list[GameEvent]:
    """Events of laws with every kind of deed: they pass, act, lapse and leave the board."""
    day = in_court()
    day.do(GiveFavors(seat=CAT_1, count=2, reason="a gift"), by=COURT_CONTROL)
    law(day, "tax", "levy", ("wolf", "bear", "ram"))
    law(day, "tariffs", "cat", "wolf", "0", "1")
    law(day, "gaes", "cat", ("cat-1", "cat-2", "cat-3"), "west")
    law(day, "disband", "wolf", "chi", "1")
    for house in ("cat", "wolf", "bear", "ram"):
        law(day, "propaganda", house)
    day.until(3, Phase.CEREMONY)
    return day.happened
