"""Completed schemes for tests, and a day with every event that follows from them."""

from __future__ import annotations

from collections.abc import Sequence

from control.engine.context import Actor
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.desks import Desk
from rooms.realm.game.records import CompletedScheme
from rooms.realm.game.scheme_effects.completion import CompleteScheme, OrderSchemes, SchemeCompleted, scheme_completed
from rooms.realm.game.scheme_effects.holdings import ChooseForScheme
from rooms.realm.game.scheme_effects.messages import SendSecret
from rooms.realm.scenario.ids import HouseId, Phase
from tests.rooms.realm.game.passing import in_court, paper
from tests.rooms.realm.game.play import CAT_1, WOLF_1, Day, player
from tests.rooms.realm.game.test_deeds import turned, with_purses

UNDERGROUND = Actor(name="uma", desks=frozenset({Desk.UNDERGROUND}))
SNAKE_1 = SeatId("snake-1")
SNAKE_2 = SeatId("snake-2")


def scheming(month: int = 1, **purses: tuple[int, int]) -> Day:
    """The Action of a month with these purses only. No law or hostage changes purses or units."""
    day = with_purses(in_court(month), **purses)
    day.state = replace(day.state, laws=(), hostages=())
    return day


def by_hand(
    day: Day, kind: str, *answers: str | Sequence[str], by: str = "snake-1", table: str = "west", drawn: bool = False
) -> CompleteScheme:
    """The command that enters a completed scheme by hand."""
    seat = SeatId(by)
    return CompleteScheme(
        month=day.state.clock.month,
        table=table,
        house=day.state.seats[seat].house,
        paper=paper(kind, *answers),
        reason="shown",
        player=None if drawn else seat,
    )


def completes(
    day: Day, kind: str, *answers: str | Sequence[str], by: str = "snake-1", table: str = "west", drawn: bool = False
) -> int:
    """Complete this scheme and return its number. `by`: its author, or a player of the House that drew it."""
    command = by_hand(day, kind, *answers, by=by, table=table, drawn=drawn)
    events = day.do(command, by=UNDERGROUND)
    return next(each.id for each in events if isinstance(each, SchemeCompleted))


def completed_in_fact(day: Day, kind: str, *answers: str, by: str = "snake-1", table: str = "west") -> None:
    """Complete this scheme without the checks of a desk's command."""
    seat = day.state.seats[SeatId(by)]
    event = scheme_completed(day.state, paper(kind, *answers), table=table, house=seat.house, seat=seat.id)
    day.state = day.game.evolve(day.state, event)


def came(day: Day, number: int = 1) -> CompletedScheme:
    return next(each for each in day.state.schemes if each.id == number)


def schemes_struck() -> list[GameEvent]:
    """Events of schemes that complete, are ordered, get a choice, strike and pay in-laws, and of a message that is sent."""
    day = scheming(cat_1=(3, 3), snake_1=(2, 0))
    seats = day.state.seats
    day.state = replace(
        day.state,
        seats={
            **seats,
            SNAKE_2: replace(seats[SNAKE_2], spouse=SeatId("cat-2")),
            SeatId("cat-2"): replace(seats[SeatId("cat-2")], spouse=SNAKE_2),
        },
    )
    slander = completes(day, "slander", "cat", CAT_1)
    completes(day, "spread-rumors", "cat")
    completes(day, "delay", "cat", "cat-2", "court")
    sent = completes(day, "espionage", "cat")
    completes(day, "spread-rumors", "bear", by="wolf-1", table="east")
    day.do(OrderSchemes(table="west", order=(2, 1, 3, 4)), by=UNDERGROUND)
    day.until(1, Phase.RETURN)
    day.do(ChooseForScheme(seat=SNAKE_1, scheme=slander, card=day.state.seats[CAT_1].purse.favors[1]), by=player(SNAKE_1))
    turned(day)
    day.do(SendSecret(scheme=sent, text="Cat keeps no cats."), by=UNDERGROUND)
    return day.happened


__all__ = ["CAT_1", "SNAKE_1", "SNAKE_2", "UNDERGROUND", "WOLF_1", "HouseId", "came", "completes", "schemes_struck", "scheming"]
