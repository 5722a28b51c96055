"""Firing of politicians (SC-FIR)."""

from __future__ import annotations

from typing import Final

from control.engine.language import say
from rooms.tables.statecraft.game.actions import Fire, FireOffer
from rooms.tables.statecraft.game.state import Course, Phase
from rooms.tables.statecraft.rules.cabinets import politicians_leave
from rooms.tables.statecraft.rules.leaders import fires_free
from rooms.tables.statecraft.rules.payment import not_in_hand, pay
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row


def fire(course: Course, player: int, action: Fire) -> None:
    """Pay the card first. Then the whole portfolio returns to the hand and the politician retires.

    Rules: SC-FIR-01, SC-FIR-03, SC-FIR-04, SC-FIR-05, SC-PAY-07, SC-CIR-02, SC-R-17, SC-R-19.
    """
    if action.pay is not None:
        pay(course, player, (action.pay,))
    politicians_leave(course, player, (action.politician,), fired=True)


def _firing(now: Asked) -> list[FireOffer]:
    """Any own politician, but not the leader (SC-FIR-01, SC-FIR-02)."""
    side = now.side
    there = tuple([who for who in side.cabinet if who is not None])
    free = fires_free(*now)
    return [FireOffer(there, () if free else side.hand)] if there and (free or side.hand) else []


def _why_not_fired(now: Asked, action: Fire) -> Reason:
    if action.politician not in now.side.cabinet:
        leads = action.politician == now.side.leader
        return say("Only a politician of your own cabinet can be fired."), "SC-FIR-02" if leads else "SC-FIR-01"
    if fires_free(*now):
        return say("Firing costs you nothing. Name no card."), "SC-PAY-07"
    if action.pay is None:
        return say("Firing costs a card of your hand. Name it."), "SC-PAY-07"
    return not_in_hand(now, action.pay, "SC-FIR-03") or (say("Name a card of your hand."), "SC-PAY-07")


ROWS: Final = (Row(Fire, Phase.TURN, _firing, fire, _why_not_fired),)
