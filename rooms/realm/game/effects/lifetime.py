"""Lasting effects from entry to end: a desk enters one; it ends by its months, by hand, or with its law."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from control.day.clock.phase_events import ClockSet
from control.day.timetable import last_month
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.ids import DeskId
from control.engine.language import capital, say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from control.engine.typed_text import one_line
from rooms.realm.game.effects.in_force import (
    EFFECT_DESKS,
    desks_of,
    effect_invalidations,
    effect_name,
    effect_rule,
    effect_words,
    is_over,
    is_public,
    months_words,
)
from rooms.realm.game.effects.kinds import ORIGIN_WORDS, SHAPES, Shape
from rooms.realm.game.laws import LawStruck, law_of
from rooms.realm.game.records import LawFate
from rooms.realm.game.reports.words import to_houses
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.scenario.ids import HouseId, LawId, RegionId

# === entry ==============================================================================================================

# A desk enters an effect, with its source.


LONGEST_SOURCE = 120


# --- commands and events ------------------------------------------------------------------------------------------------


class EnterEffect(Struct, frozen=True, kw_only=True):
    """Enter an effect of a law or a scheme, as Control (R-18).

    `since`: first month. `until`: last month, None until removed.
    `source`: its origin in words.
    `law`: tablet that it comes from; the effect ends when the tablet falls.
    """

    kind: EffectKind
    since: int
    until: int | None
    reason: str
    houses: tuple[HouseId, ...] = ()
    regions: tuple[RegionId, ...] = ()
    origin: EffectFrom = EffectFrom.CONTROL
    source: str = ""
    law: LawId | None = None


class EffectEntered(Struct, frozen=True, kw_only=True):
    effect: Effect
    reason: Told


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_enter(state: GameState, command: EnterEffect, asked: DecisionContext) -> tuple[EffectEntered, ...]:
    """Enter an effect.

    Raises:
        Refused: too many, too few or unknown Houses or regions, months that are over, or no reason.
        Stale: the same effect is in force already.
    """
    shape = SHAPES[command.kind]
    known_houses = {house.id for house in state.scenario.houses}
    known_regions = {region.id for region in state.scenario.map.regions}
    _require(command.houses, known_houses, shape.houses, shape, _houses_sentence)
    _require(command.regions, known_regions, shape.regions, shape, _regions_sentence)
    _require_months(state, command, shape)
    law = law_of(state, command.law) if command.law else None
    if command.law and law is None:
        raise Stale(say("This law does not hang on the board any more."), rule="R-92")
    source = one_line(command.source)
    if len(source) > LONGEST_SOURCE:
        raise Refused(say("What it comes from has at most {most} characters.", most=LONGEST_SOURCE), code="text")
    effect = Effect(
        id=1 + max((each.id for each in state.effects), default=0),
        kind=command.kind,
        since=command.since,
        until=command.until,
        houses=command.houses,
        regions=command.regions,
        origin=EffectFrom.LAW if law else command.origin,
        source=source or _source(command.origin, command.kind, law),
        law=command.law,
    )
    if any(replace(each, id=effect.id) == effect for each in state.effects):
        raise Stale(say("Exactly this is in force already."), rule="R-21")
    return (EffectEntered(effect=effect, reason=require_reason(command.reason)),)


def _source(origin: EffectFrom, kind: EffectKind, law: PostedLaw | None = None) -> Told:
    """Default source of an effect: "Law 14: Travel Ban", "Scheme: Black Powder"."""
    if kind is EffectKind.FORGED_ORDER and origin is EffectFrom.SCHEME:
        return forced_stance_reason()
    return law_reason(law.number, law.title) if law is not None else origin_reason(origin, kind)


@as_reason("effects.forced-stance")
def forced_stance_reason() -> str:
    """Source of a stance that a scheme forced, without naming the schemer."""
    return say("Forced stance")


@as_reason("effects.by-law", public=True)
def law_reason(number: int, title: str) -> str:
    return say("Law {number}: {title}", number=number, title=title)


@as_reason("effects.by-favor", public=True)
def favor_reason(favor: str) -> str:
    return say("Favor: {favor}", favor=favor)


@as_reason("effects.used-by", public=True)
def user_reason(player: str) -> str:
    return say("{player} has used it", player=player)


@as_reason("effects.by-origin")
def origin_reason(origin: str, kind: str) -> str:
    return say("{origin}: {effect}", origin=ORIGIN_WORDS[EffectFrom(origin)], effect=SHAPES[EffectKind(kind)].name)


def has_default_source(effect: Effect) -> bool:
    """Does the effect have only the default source?"""
    return str(effect.source) == str(_source(effect.origin, effect.kind))


def _require(
    named: tuple[str, ...],
    known: set[HouseId] | set[RegionId],
    bounds: tuple[int, int | None],
    of: Shape,
    sentence: Callable[[str, Shape, int], str],
) -> None:
    least, most = bounds
    if len(set(named)) != len(named):
        raise Refused(sentence("twice", of, 0), rule=of.rule, code="twice")
    if not set(named) <= known:
        raise Refused(sentence("unknown", of, 0), rule=of.rule, code="unknown")
    if most is not None and not least <= len(named) <= most:
        raise Refused(sentence("count", of, most), rule=of.rule, code="count")
    if len(named) < least:
        raise Refused(sentence("missing", of, 0), rule=of.rule, code="count")


def _houses_sentence(wrong: str, of: Shape, most: int) -> str:
    if wrong == "twice":
        return say("Name each House once.")
    if wrong == "unknown":
        return say("No such House in this scenario.")
    if wrong == "missing":
        return say("{effect} names at least one House.", effect=of.name)
    if not most:
        return say("{effect} names no House.", effect=of.name)
    return say_count("{effect} names {count} House.", "{effect} names {count} Houses.", most, effect=of.name)


def _regions_sentence(wrong: str, of: Shape, most: int) -> str:
    if wrong == "twice":
        return say("Name each region once.")
    if wrong == "unknown":
        return say("No such region in this scenario.")
    if wrong == "missing":
        return say("{effect} names at least one region.", effect=of.name)
    if not most:
        return say("{effect} names no region.", effect=of.name)
    return say_count("{effect} names {count} region.", "{effect} names {count} regions.", most, effect=of.name)


def _require_months(state: GameState, command: EnterEffect, shape: Shape) -> None:
    now, last = max(state.clock.month, 1), last_month(state)
    if command.since < now:
        over = say("Month {month} is over; an effect acts from this month on, or later.", month=command.since)
        raise Refused(over, rule="R-19", code="over")
    if command.since > last:
        raise Refused(say("The last month is {month}.", month=last), rule=shape.rule, code="count")
    if command.until is not None and command.until < command.since:
        raise Refused(say("An effect ends in the month it begins in, or later."), rule="R-83", code="count")


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_entered(state: GameState, happened: EffectEntered) -> GameState:
    return replace(state, effects=(*state.effects, happened.effect))


ENTRY_COMMANDS: Mapping[type, CommandHandler] = {
    EnterEffect: CommandHandler(
        decide=decide_enter, desks=EFFECT_DESKS, label=lambda c, s: say("{effect}, entered", effect=SHAPES[c.kind].name)
    ),
}


def tell_entered(happened: EffectEntered, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell a House of an effect on it, if the effect is public."""
    effect = happened.effect
    name, months, what = effect_name(effect), months_words(effect), effect_words(before, effect)
    if str(effect.source) == name:  # not repeated
        said = say("{effect}, {months}: {what}", effect=name, months=months, what=what)
        yield to_desks(said if str(happened.reason) == name else f"{said} {capital(str(happened.reason))}.")
    else:
        words = say(
            "{effect}, {months}: {what} {source}; {reason}.",
            effect=name,
            months=months,
            what=what,
            source=effect.source,
            reason=happened.reason,
        )
        yield to_desks(words)
    if is_public(effect):
        words = say("{what} ({months})", what=what, months=months)
        yield from to_houses(before, effect.houses, words, rule=effect_rule(effect))


ENTRY_EVENTS: Mapping[type, EventHandler] = {
    EffectEntered: EventHandler(
        evolve=evolve_entered,
        tell=tell_entered,
        readers=lambda e, s: desks_of(e.effect),
        invalidations=lambda e, s: effect_invalidations(e.effect.id, s),
    ),
}


# === end ================================================================================================================

# An effect ends: by its months, by hand, or with the law that brought it.


# --- commands and events ------------------------------------------------------------------------------------------------


class EndEffect(Struct, frozen=True, kw_only=True):
    """End an effect early, as Control. `month`: first month without it, this one or later."""

    effect: int
    month: int
    reason: str


class EffectEnded(Struct, frozen=True, kw_only=True):
    """An effect no longer acts from `month` on."""

    id: int
    month: int
    reason: Told


# --- decisions ----------------------------------------------------------------------------------------------------------


@as_reason("effects.law-struck")
def law_struck_reason() -> str:
    return say("its law was struck")


def decide_end(state: GameState, command: EndEffect, asked: DecisionContext) -> tuple[EffectEnded, ...]:
    """End an effect early.

    Raises:
        Refused: `month` is over, or no reason is given.
        Stale: the effect has ended by then already, or was withdrawn.
    """
    effect = next((each for each in state.effects if each.id == command.effect), None)
    if effect is None:
        raise Stale(say("This effect was withdrawn."), rule="R-83")
    if command.month < state.clock.month:
        raise Refused(say("Month {month} is over.", month=command.month), rule="R-83", code="over")
    if is_over(effect, command.month):
        raise Stale(say("This effect has ended by then already."), rule="R-83")
    return (EffectEnded(id=effect.id, month=command.month, reason=require_reason(command.reason)),)


def end_with_law(state: GameState, happened: LawStruck, asked: DecisionContext) -> tuple[EffectEnded, ...]:
    """End the effects of a law when its tablet falls (R-92)."""
    return tuple(
        EffectEnded(id=effect.id, month=happened.month, reason=law_struck_reason())
        for effect in state.effects
        if effect.law == happened.law and not is_over(effect, happened.month)
    )


def keep_ended(state: GameState, happened: ClockSet, asked: DecisionContext) -> tuple[EffectEnded, ...]:
    """Keep effects of struck laws ended when the clock goes back to an earlier month (R-92)."""
    return tuple(
        EffectEnded(id=effect.id, month=happened.month, reason=law_struck_reason())
        for effect in _effects_of_struck_laws(state)
        if not is_over(effect, happened.month)
    )


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_ended(state: GameState, happened: EffectEnded) -> GameState:
    """Keep the effect for the record, with the month before as its last."""
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
        for each in _effects_of_struck_laws(state)
        if not is_over(each, state.clock.month)
    ]
    return tuple(found)


def _effects_of_struck_laws(state: GameState) -> tuple[Effect, ...]:
    """Effects of struck laws."""
    hanging = {law.id for law in state.laws}
    hanging |= {each.law for each in state.passed if each.fate is LawFate.ENDED}  # law leaves in Return, effects with the month
    return tuple(each for each in state.effects if each.law is not None and each.law not in hanging)


# --- words --------------------------------------------------------------------------------------------------------------


def tell_ended(happened: EffectEnded, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell a House that a public effect on it ended early."""
    effect = next((each for each in before.effects if each.id == happened.id), None)
    named = {"month": happened.month, "reason": happened.reason}
    if effect is None:
        yield to_desks(say("An effect ends, it acts no more from month {month} on: {reason}.", **named))
        return
    named |= {"effect": effect_name(effect), "what": effect_words(before, effect).rstrip(".")}
    yield to_desks(say("{effect} ({what}) ends, it acts no more from month {month} on: {reason}.", **named))
    if is_public(effect):
        words = say("No longer in force: {what}", what=effect_words(before, effect))
        yield from to_houses(before, effect.houses, words, rule=effect_rule(effect))


def _readers(happened: EffectEnded, state: GameState) -> frozenset[DeskId]:
    effect = next((each for each in state.effects if each.id == happened.id), None)
    return desks_of(effect) if effect is not None else frozenset()


def _label_end(command: EndEffect, state: GameState) -> str:
    effect = next((each for each in state.effects if each.id == command.effect), None)
    return say("{effect}, ended", effect=effect_name(effect)) if effect else say("Effect ended")


END_COMMANDS: Mapping[type, CommandHandler] = {
    EndEffect: CommandHandler(decide=decide_end, desks=EFFECT_DESKS, label=_label_end),
}


END_EVENTS: Mapping[type, EventHandler] = {
    EffectEnded: EventHandler(
        evolve=evolve_ended,
        tell=tell_ended,
        invalidations=lambda e, s: effect_invalidations(e.id, s),
        readers=_readers,
    ),
}
