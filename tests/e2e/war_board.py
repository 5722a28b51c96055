"""A War Room month with everything in it: a coup, a swap, a wasted Move, a Move that a ban stops, and a defeat."""

from __future__ import annotations

from control.day.clock.phases import BeginDay, EndPhase
from control.day.clock.steps import EndStep
from control.day.people.presence import CheckIn
from control.day.people.room_choice import SeatInRoom
from control.day.rulings import RecordRuling
from control.day.state import Presence
from control.engine.ids import SeatId, StepId
from rooms.realm.desks import Desk
from rooms.realm.game.effects.lifetime import EnterEffect
from rooms.realm.game.state import EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, Phase, RegionId, Room
from rooms.war.game.orders import CorrectOrders
from rooms.war.game.records.orders import Order, OrderKind
from rooms.war.game.state import war_of
from rooms.war.game.units import AdjustUnits
from tests.e2e.pages import StillDay

SEATS = tuple(SeatId(each) for each in ("cat-1", "cat-2", "wolf-1", "ram-1"))
HERE = tuple(CheckIn(seat=seat, before=Presence.EXPECTED, presence=Presence.PRESENT) for seat in SEATS)
SEATED = tuple(SeatInRoom(player=seat, month=1, room=Room.WAR) for seat in SEATS)
TO_PLANNING = (BeginDay(), EndPhase(month=1, phase=Phase.CEREMONY))
TO_ACTION = (EndPhase(month=1, phase=Phase.PLANNING), EndPhase(month=1, phase=Phase.MOVEMENT))

UNITS = {("amn", "cat"): 9, ("zen", "wolf"): 3, ("zen", "ram"): 2, ("cry", "wolf"): 3, ("cry", "ram"): 1, ("old", "ram"): 2}
RAM, WOLF = HouseId("ram"), HouseId("wolf")
FORCE = (
    EnterEffect(kind=EffectKind.TRAVEL_BAN, since=1, until=1, reason="Law 6", regions=(RegionId("die"),), source="Law 6"),
    EnterEffect(kind=EffectKind.MILITARY_AID, since=1, until=None, reason="law", houses=(RAM,), source="Law 7"),
    EnterEffect(kind=EffectKind.FAMINE, since=2, until=3, reason="a dry year", houses=(WOLF,)),
    RecordRuling(rule="GE-WAR-40", text="Lent units count in full", because="the rule says all units", desk=Desk.WAR),
    RecordRuling(rule="R-57", text="One Immortal at a time", because="asked in month 1", desk=Desk.ORGANIZER),
)


def board(state: GameState) -> tuple[AdjustUnits, ...]:
    """Return commands that place UNITS on the map of this state."""
    war = war_of(state)
    return tuple(
        AdjustUnits(
            region=RegionId(region),
            house=HouseId(house),
            before=war.count(RegionId(region), HouseId(house)),
            units=count,
            reason="the month before",
        )
        for (region, house), count in UNITS.items()
    )


def steps(*names: str) -> tuple[EndStep, ...]:
    """Return commands that end these War Room steps of month 1."""
    return tuple(EndStep(room=Room.WAR, month=1, step=StepId(name)) for name in names)


class BoardDay(StillDay):
    """Action of month 1 at Updates, with all present players in the War Room and the board set."""

    def arrange(self) -> None:
        self.give(*HERE, *TO_PLANNING, *SEATED, *TO_ACTION)
        self.give(*board(self.state), *FORCE)


def _move(units: int, origin: str, target: str) -> Order:
    return Order(kind=OrderKind.MOVE, units=units, origin=RegionId(origin), target=RegionId(target))


def _recruit(region: str) -> Order:
    return Order(kind=OrderKind.RECRUIT, target=RegionId(region))


def _ordered(house: str, *orders: Order, ally: str = "") -> CorrectOrders:
    allies = (HouseId(ally),) if ally else ()
    seat = SeatId(f"{house}-1")
    return CorrectOrders(player=seat, month=1, reason="on paper", orders=orders, allies=allies, betray=bool(ally))


ORDERS = (
    _ordered("cat", _move(1, "amn", "zen"), _recruit("amn"), ally="wolf"),
    _ordered("wolf", _move(3, "zen", "amn"), _move(1, "cry", "zen"), ally="cat"),
    _ordered("ram", _move(2, "old", "die"), _recruit("cry")),
)
