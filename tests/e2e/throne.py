"""Ends of the throne in the last month: commands, given without a browser, that decide who is crowned."""

from __future__ import annotations

from control.day.clock.phases import EndPhase, SetClock
from control.engine.ids import SeatId
from control.journal import desk
from control.models import Event
from control.people.events import maker
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.wounds import WoundGodEmperor
from rooms.realm.game.treasury.power import AdjustPower
from rooms.realm.scenario.ids import Phase
from tests.e2e.inside import carry_out, state_of

CAT, WOLF = SeatId("cat-1"), SeatId("wolf-1")
RICH = 500  # Power
GOD_EMPEROR_DIES = WoundGodEmperor(before=0, wounds=3, reason="by the knife")


def in_return(month: int) -> SetClock:
    """Return the command that sets the clock to this month's Return, with an hour left."""
    return SetClock(month=month, phase=Phase.RETURN, seconds=3600)


def day_ends(month: int) -> EndPhase:
    """Return the command that ends the last month's Return despite open matters."""
    return EndPhase(month=month, phase=Phase.RETURN, anyway="the bell has rung")


def power_of(event: Event, seat: SeatId, power: int) -> AdjustPower:
    """Return the command that sets a player's Power."""
    before = state_of(event.pk).seats[seat].purse.power
    return AdjustPower(seat=seat, before=before, power=power, reason="counted again")


def leave_to_the_god_emperor(event: Event, month: int) -> None:
    """Keep the God Emperor on the throne in the last Return. Called inside the console, as its siblings are."""
    carry_out(event.pk, [in_return(month)])


def leave_to_cat(event: Event, month: int) -> None:
    """Kill the God Emperor and let Cat lead alone in Power."""
    carry_out(event.pk, [in_return(month), GOD_EMPEROR_DIES, power_of(event, CAT, RICH)])


def leave_to_nobody(event: Event, month: int) -> None:
    """Kill the God Emperor and let Cat and Wolf tie when the throne is given, whatever Return brings before it.

    Raises:
        AssertionError: they never tie.
    """
    carry_out(event.pk, [in_return(month), GOD_EMPEROR_DIES, power_of(event, CAT, RICH), power_of(event, WOLF, RICH)])
    for _step in range(40):
        after: GameState = desk.preview(stream_id=event.stream_id, command=day_ends(month), by=maker(NAME)).after
        if after.throne.holder is None:
            return
        power = state_of(event.pk).seats[CAT].purse.power
        carry_out(event.pk, [power_of(event, CAT, power + (-1 if after.throne.holder == CAT else 1))])
    raise AssertionError("Nobody ties.")
