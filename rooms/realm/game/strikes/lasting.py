"""Schemes that act in the next month: Forged Order, Black Powder, and what is used up at the Court (R-18, R-127, R-128)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.day.timetable import last_month
from control.engine.modules import GameEvent
from control.engine.reasons import Told
from rooms.realm.game.effects.entering import EffectEntered, by_origin
from rooms.realm.game.state import Effect, EffectFrom, EffectKind
from rooms.realm.game.strikes.acting import Carry, Strike
from rooms.realm.game.strikes.asked import BRIBES, DESTROY, DISSENT, LEVERAGE
from rooms.realm.game.strikes.reasons import (
    allied,
    armed,
    dissent,
    never_acts,
    nothing_there,
    own_house,
    to_lever,
    to_strike,
    votes,
)
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Target


def enter(strike: Strike, kind: EffectKind, *houses: HouseId) -> EffectEntered:
    """The effect of this scheme in the next month; what is in force already is not doubled by another (R-21)."""
    since = strike.month + 1
    effect = Effect(
        id=1 + max((each.id for each in strike.state.effects), default=0),
        kind=kind,
        since=since,
        until=since,
        houses=houses,
        origin=EffectFrom.SCHEME,
        source=by_origin(EffectFrom.SCHEME, kind),
    )
    return EffectEntered(effect=effect, reason=strike.why)


def forged_order(strike: Strike) -> Iterator[GameEvent]:
    """The House must tick the schemer's in the War Room of the next month, one way (GE-UND-11, R-70)."""
    month, target = strike.month + 1, strike.target
    if target is None or target == strike.scheme.house:
        yield strike.spent(own_house(), struck=False)
    elif month > last_month(strike.state):
        yield strike.spent(never_acts(), struck=False)
    else:
        yield enter(strike, EffectKind.FORGED_ORDER, target, strike.scheme.house)
        yield strike.spent(allied(strike.whose, month))


def black_powder(strike: Strike) -> Iterator[GameEvent]:
    """The attack value of the House is 1 higher in each battle of the next month (GE-UND-13, R-68)."""
    month, target = strike.month + 1, strike.target
    if target is None or month > last_month(strike.state):
        yield strike.spent(never_acts() if target else nothing_there(), struck=False)
        return
    yield enter(strike, EffectKind.BLACK_POWDER, target)
    told = armed(strike.whose, month)
    yield strike.spent(told, told)


def for_the_court(strike: Strike) -> Iterator[GameEvent]:
    """Votes, or a right, for the Court of the next month: they wait there until they are used, else they lapse (R-127, R-128)."""
    month = strike.month + 1
    if strike.target is None or month > last_month(strike.state):
        yield strike.spent(never_acts() if strike.target else nothing_there(), struck=False)
        return
    came, harm = _promised(strike, month)
    yield strike.spent(came, harm)


def _promised(strike: Strike, month: int) -> tuple[Told, Told]:
    """What the schemer and the House are told: votes are the House's own to use, the rights are the schemer's alone."""
    count = strike.named.number(Target.VOTES)
    match strike.scheme.kind:
        case "bribes":
            told = votes(strike.whose, count, month)
            return told, told
        case "sow-dissent":
            told = dissent(strike.whose, count, month)
            return told, told
        case "destroy-proposal":
            return to_strike(strike.whose, month), ""
        case _:
            return to_lever(strike.whose, month), ""


LASTING: Final[dict[str, Carry]] = {
    "forged-order": forged_order,
    "black-powder-weapons": black_powder,
    BRIBES: for_the_court,
    DISSENT: for_the_court,
    DESTROY: for_the_court,
    LEVERAGE: for_the_court,
}
