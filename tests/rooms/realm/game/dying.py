"""Deaths for tests: marriages, reigns and holdings, and a day with every event of a death."""

from __future__ import annotations

from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.ceremonies import SetSpouses
from rooms.realm.game.deaths.death import put_to_death, wound_events
from rooms.realm.game.state import Title
from rooms.realm.scenario.ids import CardId, Phase
from tests.rooms.realm.game.play import CAT_2, CEREMONY, Day, running
from tests.rooms.realm.game.standing import holding
from tests.scenarios import on_throne

WOLF_4 = SeatId("wolf-4")
CARDS = (CardId("rat-king-01#1"), CardId("rat-king-02#1"))


def happens(day: Day, *events: GameEvent) -> tuple[GameEvent, ...]:
    """Apply these events with all their reactions, and return both."""
    found = list[GameEvent]()
    for event in events:
        followed = day.game.followed(day.state, event, DecisionContext(by=CEREMONY, at=day.now))
        day.state = followed.state
        found.extend(followed.events)
    day.happened.extend(found)
    assert day.game.broken(day.state) == ()
    return tuple(found)


def wed(day: Day, one: SeatId, other: SeatId) -> Day:
    day.do(SetSpouses(player=one, other=other, reason="wed"), by=CEREMONY)
    return day


def with_seat(day: Day, seat: SeatId, **changed: object) -> Day:
    own = replace(day.state.seats[seat], **changed)  # type: ignore[arg-type]
    day.state = replace(day.state, seats={**day.state.seats, seat: own})
    return day


def reigning(day: Day, seat: SeatId | None) -> Day:
    """Put this player on the throne. None leaves it empty."""
    day.state = on_throne(day.state, seat)
    return day


def purse(day: Day, seat: SeatId, power: int, favors: tuple[CardId, ...] = ()) -> Day:
    holding(day, favors, seat)
    own = day.state.seats[seat].purse
    return with_seat(day, seat, purse=replace(own, power=power))


def deaths_of_a_day() -> list[GameEvent]:
    """Events of deaths: an heir in another House who later gets a better rank, a lost title, the return."""
    day = purse(wed(running(), CAT_2, WOLF_4), CAT_2, 4, CARDS)
    with_seat(day, CAT_2, wounds=2, titles=(Title.PRIEST,))
    found = [*happens(day, *wound_events(day.state, CAT_2, 1, why="hit in the arm", rule="GE-CRT-94"))]
    found += happens(day, *put_to_death(day.state, WOLF_4, why="poisoned", rule="GE-UND-03"))
    before = len(day.happened)
    while day.state.clock.phase != Phase.CEREMONY:
        day.until(day.state.clock.month + 1, Phase.CEREMONY)
    day.until(day.state.clock.month, Phase.PLANNING)
    return [*found, *day.happened[before:]]
