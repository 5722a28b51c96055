"""An effect ends: by its months, by hand, or with the law that brought it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.clock.changes import ClockSet
from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.ids import DeskId
from control.engine.language import say
from control.engine.modules import CommandHandler, EventHandler
from control.engine.reasons import Told, as_reason
from control.engine.refused import Refused, Stale
from rooms.realm.game.effects.asked import EFFECT_DESKS, desks_of, effect_invalidations, effect_name, effect_words, is_over
from rooms.realm.game.effects.shapes import SHAPES
from rooms.realm.game.fates import Fate
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.state import Effect, GameState

# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEffect:
    """Control ends an effect early; `month` is the first in which it acts no more: this one, or a later one."""

    effect: int
    month: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEnded:
    """From `month` on the effect acts no more."""

    id: int
    month: int
    reason: Told


# --- decisions ----------------------------------------------------------------------------------------------------------


@as_reason("effects.law-struck")
def law_struck() -> str:
    return say("its law was struck")


def decide_end(state: GameState, command: EndEffect, asked: DecisionContext) -> tuple[EffectEnded, ...]:
    """End an effect early.

    Raises:
        Refused: it would end in a month that is over, or no reason is given.
        Stale: it has ended by then already, or was never entered.
    """
    effect = next((each for each in state.effects if each.id == command.effect), None)
    if effect is None:
        raise Stale(say("This effect was withdrawn."), rule="R-83")
    if command.month < state.clock.month:
        raise Refused(say("Month {month} is over.", month=command.month), rule="R-83", code="over")
    if is_over(effect, command.month):
        raise Stale(say("This effect has ended by then already."), rule="R-83")
    return (EffectEnded(id=effect.id, month=command.month, reason=reason_of(command.reason)),)


def fall_with_the_law(state: GameState, happened: LawStruck, asked: DecisionContext) -> tuple[EffectEnded, ...]:
    """What a law left in force ends when the tablet falls (R-92)."""
    return tuple(
        EffectEnded(id=effect.id, month=happened.month, reason=law_struck())
        for effect in state.effects
        if effect.law == happened.law and not is_over(effect, happened.month)
    )


def stay_ended(state: GameState, happened: ClockSet, asked: DecisionContext) -> tuple[EffectEnded, ...]:
    """What fell with its law acts no more where the clock goes back to a month before (R-92)."""
    return tuple(
        EffectEnded(id=effect.id, month=happened.month, reason=law_struck())
        for effect in _fallen(state)
        if not is_over(effect, happened.month)
    )


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_ended(state: GameState, happened: EffectEnded) -> GameState:
    """The effect stays for the record, with the month before as its last."""
    return replace(
        state,
        effects=tuple(replace(each, until=happened.month - 1) if each.id == happened.id else each for each in state.effects),
    )


def broken_effects(state: GameState) -> tuple[str, ...]:
    houses = {house.id for house in state.scenario.houses}
    regions = {region.id for region in state.scenario.map.regions}
    found = [
        say("{effect} names what is in no scenario.", effect=SHAPES[each.kind].name)
        for each in state.effects
        if not set(each.houses) <= houses or not set(each.regions) <= regions
    ]
    if len({each.id for each in state.effects}) != len(state.effects):
        found.append(say("Two effects bear one number."))
    found += [
        say("{effect} is in force by a law that has fallen.", effect=SHAPES[each.kind].name)
        for each in _fallen(state)
        if not is_over(each, state.clock.month)
    ]
    return tuple(found)


def _fallen(state: GameState) -> tuple[Effect, ...]:
    """The effects of laws that were struck."""
    hanging = {law.id for law in state.laws}
    hanging |= {each.law for each in state.passed if each.fate is Fate.ENDED}  # it leaves in Return, its effects with the month
    return tuple(each for each in state.effects if each.law is not None and each.law not in hanging)


# --- words --------------------------------------------------------------------------------------------------------------


def _explain_ended(happened: EffectEnded, state: GameState) -> str:
    effect = next((each for each in state.effects if each.id == happened.id), None)
    if effect is None:
        return say("An effect ends, it acts no more from month {month} on: {reason}.", month=happened.month, reason=happened.reason)
    return say(
        "{effect} ({what}) ends, it acts no more from month {month} on: {reason}.",
        effect=effect_name(effect),
        what=effect_words(state, effect).rstrip("."),
        month=happened.month,
        reason=happened.reason,
    )


def _readers(happened: EffectEnded, state: GameState) -> frozenset[DeskId]:
    effect = next((each for each in state.effects if each.id == happened.id), None)
    return desks_of(effect) if effect is not None else frozenset()


def _label_end(command: EndEffect, state: GameState) -> str:
    effect = next((each for each in state.effects if each.id == command.effect), None)
    return say("{effect}, ended", effect=effect_name(effect)) if effect else say("Effect ended")


COMMANDS: Mapping[type, CommandHandler] = {
    EndEffect: CommandHandler(decide=decide_end, desks=EFFECT_DESKS, label=_label_end),
}


EVENTS: Mapping[type, EventHandler] = {
    EffectEnded: EventHandler(
        evolve=evolve_ended,
        explain=_explain_ended,
        invalidations=lambda e, s: effect_invalidations(e.id, s),
        readers=_readers,
    ),
}
