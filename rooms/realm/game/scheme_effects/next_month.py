"""Effects of schemes on the next month and its Court, and their use there (R-18, R-127, R-128)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.timetable import last_month
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.reasons import Told
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.effects.lifetime import EffectEntered, forced_stance_reason, origin_reason
from rooms.realm.game.scheme_effects.outcomes import (
    ally_reason,
    black_powder_reason,
    dissent_reason,
    leverage_right_reason,
    no_next_month_reason,
    nothing_to_strike_reason,
    own_house_reason,
    strike_right_reason,
    votes_reason,
)
from rooms.realm.game.scheme_effects.scheme import (
    BRIBES,
    DESTROY,
    DISSENT,
    LEVERAGE,
    scheme_name,
    scheme_of,
    target_of,
    with_scheme,
)
from rooms.realm.game.scheme_effects.strike import DESK, TOPIC, Carry, Strike, underground_report
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Target

# === next month =========================================================================================================

# Schemes that act in the next month: Forged Order, Black Powder, and those used at the Court.


def effect_entered(strike: Strike, kind: EffectKind, *houses: HouseId, source: Told, why: Told) -> EffectEntered:
    """Return the effect of this scheme in the next month. Queries ignore a second one (R-21)."""
    since = strike.month + 1
    effect = Effect(
        id=1 + max((each.id for each in strike.state.effects), default=0),
        kind=kind,
        since=since,
        until=since,
        houses=houses,
        origin=EffectFrom.SCHEME,
        source=source,
    )
    return EffectEntered(effect=effect, reason=why)


def forged_order(strike: Strike) -> Iterator[GameEvent]:
    """Force the House to tick the schemer's House in the War Room next month, one way (GE-UND-11, R-70).

    War Control reads which stance is forced, but not by a scheme: that would reveal the schemer (R-144).
    """
    month, target = strike.month + 1, strike.target
    if target is None or target == strike.scheme.house:
        yield strike.spent(own_house_reason(), struck=False)
    elif month > last_month(strike.state):
        yield strike.spent(no_next_month_reason(), struck=False)
    else:
        stance = forced_stance_reason()
        yield effect_entered(strike, EffectKind.FORGED_ORDER, target, strike.scheme.house, source=stance, why=stance)
        yield strike.spent(ally_reason(strike.whose, month))


def black_powder(strike: Strike) -> Iterator[GameEvent]:
    """Raise the attack value of the House by 1 in each battle of the next month (GE-UND-13, R-68)."""
    month, target = strike.month + 1, strike.target
    if target is None or month > last_month(strike.state):
        yield strike.spent(no_next_month_reason() if target else nothing_to_strike_reason(), struck=False)
        return
    source = origin_reason(EffectFrom.SCHEME, EffectKind.BLACK_POWDER)
    yield effect_entered(strike, EffectKind.BLACK_POWDER, target, source=source, why=strike.why)
    told = black_powder_reason(strike.whose, month)
    yield strike.spent(told, told)


def give_court_benefit(strike: Strike) -> Iterator[GameEvent]:
    """Give votes or a right for next month's Court; they lapse if unused (R-127, R-128)."""
    month = strike.month + 1
    if strike.target is None or month > last_month(strike.state):
        yield strike.spent(no_next_month_reason() if strike.target else nothing_to_strike_reason(), struck=False)
        return
    came, harm = _benefit_words(strike, month)
    yield strike.spent(came, harm)


def _benefit_words(strike: Strike, month: int) -> tuple[Told, Told]:
    """Words for the schemer and the House: the House uses votes itself, rights belong to the schemer only."""
    count = strike.named.number(Target.VOTES)
    match strike.scheme.kind:
        case "bribes":
            told = votes_reason(strike.whose, count, month)
            return told, told
        case "sow-dissent":
            told = dissent_reason(strike.whose, count, month)
            return told, told
        case "destroy-proposal":
            return strike_right_reason(strike.whose, month), ""
        case _:
            return leverage_right_reason(strike.whose, month), ""


LASTING: Final[dict[str, Carry]] = {
    "forged-order": forged_order,
    "black-powder-weapons": black_powder,
    BRIBES: give_court_benefit,
    DISSENT: give_court_benefit,
    DESTROY: give_court_benefit,
    LEVERAGE: give_court_benefit,
}


# === use at the Court ===================================================================================================

# Use of votes and rights from schemes at one month's Court.


class SchemeUsed(Struct, frozen=True, kw_only=True):
    """The votes or the right of a scheme are used up."""

    id: int


def evolve_used(state: GameState, happened: SchemeUsed) -> GameState:
    return with_scheme(state, happened.id, used=True)


def tell_used(happened: SchemeUsed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the schemers too, and the House whose votes they were (R-127)."""
    found = scheme_of(before, happened.id)
    target = target_of(before, found) if found is not None else None
    words = say("A scheme is used.")
    if found is not None and target is not None:
        words = say("{scheme} on {house} is used.", scheme=scheme_name(before, found.kind), house=house_name(before, target))
    yield to_desks(words)
    if found is None:
        return
    votes = found.kind in (BRIBES, DISSENT)
    house = tuple(each.id for each in before.seats.values() if votes and found.harm and each.house == target)
    for seat in dict.fromkeys((*found.schemers, *house)):
        yield underground_report(seat, words, rule="R-127" if votes else "R-128")


def _invalidations(happened: SchemeUsed, state: GameState) -> tuple[Invalidation, ...]:
    """Tell the control team, the schemers, and the targeted House where it owns the votes."""
    found = scheme_of(state, happened.id)
    if found is None:
        return (DESK,)
    target = target_of(state, found)
    house = (Invalidation(topic=TOPIC, to=f"team:{target}"),) if target is not None and found.harm else ()
    return (DESK, *(Invalidation(topic=TOPIC, to=f"seat:{seat}") for seat in found.schemers), *house)


EVENTS: Mapping[type, EventHandler] = {
    SchemeUsed: EventHandler(
        evolve=evolve_used,
        tell=tell_used,
        invalidations=_invalidations,
        readers=lambda e, s: frozenset({Desk.COURT, Desk.UNDERGROUND}),
        anonymous=True,
    ),
}
