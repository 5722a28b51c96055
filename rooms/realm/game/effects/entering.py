"""A desk enters an effect; what it comes from is kept with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from control.day.timetable import last_month
from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler
from control.engine.reasons import Told, as_reason
from control.engine.refused import Refused, Stale
from control.engine.typed import one_line
from control.engine.words import capital
from rooms.realm.game.effects.asked import EFFECT_DESKS, desks_of, effect_invalidations, effect_name, effect_words, months_words
from rooms.realm.game.effects.shapes import ORIGIN_WORDS, SHAPES, Shape
from rooms.realm.game.laws import law_of
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.scenario.ids import HouseId, LawId, RegionId

LONGEST_SOURCE = 120


# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterEffect:
    """Control enters what a law or a scheme leaves in force (R-18).

    `since` is the first month it acts in, `until` the last, None until removed. `source` says in words what it comes from; with
    `law` it comes from that tablet and ends when the tablet falls.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEntered:
    effect: Effect
    reason: Told


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_enter(state: GameState, command: EnterEffect, asked: DecisionContext) -> tuple[EffectEntered, ...]:
    """Enter an effect.

    Raises:
        Refused: it names too many, too few or unknown Houses or regions, or months that are over; or no reason is given.
        Stale: the very same effect stands already.
    """
    shape = SHAPES[command.kind]
    known_houses = {house.id for house in state.scenario.houses}
    known_regions = {region.id for region in state.scenario.map.regions}
    _require(command.houses, known_houses, shape.houses, shape, _of_houses)
    _require(command.regions, known_regions, shape.regions, shape, _of_regions)
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
    return (EffectEntered(effect=effect, reason=reason_of(command.reason)),)


def _source(origin: EffectFrom, kind: EffectKind, law: PostedLaw | None = None) -> Told:
    """What an effect comes from where nobody said it otherwise: "Law 14: Travel Ban", "Scheme: Black Powder"."""
    if kind is EffectKind.FORGED_ORDER and origin is EffectFrom.SCHEME:
        return forced_stance()
    return by_law(law.number, law.title) if law is not None else by_origin(origin, kind)


@as_reason("effects.forced-stance")
def forced_stance() -> str:
    """Where a stance comes from that a scheme forced: nothing that names who schemed."""
    return say("Forced stance")


@as_reason("effects.by-law", public=True)
def by_law(number: int, title: str) -> str:
    return say("Law {number}: {title}", number=number, title=title)


@as_reason("effects.by-favor", public=True)
def by_favor(favor: str) -> str:
    return say("Favor: {favor}", favor=favor)


@as_reason("effects.used-by", public=True)
def used_by(player: str) -> str:
    return say("{player} has used it", player=player)


@as_reason("effects.by-origin")
def by_origin(origin: str, kind: str) -> str:
    return say("{origin}: {effect}", origin=ORIGIN_WORDS[EffectFrom(origin)], effect=SHAPES[EffectKind(kind)].name)


def unsaid_source(effect: Effect) -> bool:
    """Was nothing else said than where from?"""
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


def _of_houses(wrong: str, of: Shape, most: int) -> str:
    if wrong == "twice":
        return say("Name each House once.")
    if wrong == "unknown":
        return say("No such House in this scenario.")
    if wrong == "missing":
        return say("{effect} names at least one House.", effect=of.name)
    if not most:
        return say("{effect} names no House.", effect=of.name)
    return say_count("{effect} names {count} House.", "{effect} names {count} Houses.", most, effect=of.name)


def _of_regions(wrong: str, of: Shape, most: int) -> str:
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


COMMANDS: Mapping[type, CommandHandler] = {
    EnterEffect: CommandHandler(
        decide=decide_enter, desks=EFFECT_DESKS, label=lambda c, s: say("{effect}, entered", effect=SHAPES[c.kind].name)
    ),
}


def explain_entered(happened: EffectEntered, state: GameState) -> str:
    effect = happened.effect
    name, months, what = effect_name(effect), months_words(effect), effect_words(state, effect)
    if str(effect.source) == name:  # which is not said again
        said = say("{effect}, {months}: {what}", effect=name, months=months, what=what)
        return said if str(happened.reason) == name else f"{said} {capital(str(happened.reason))}."
    return say(
        "{effect}, {months}: {what} {source}; {reason}.",
        effect=name,
        months=months,
        what=what,
        source=effect.source,
        reason=happened.reason,
    )


EVENTS: Mapping[type, EventHandler] = {
    EffectEntered: EventHandler(
        evolve=evolve_entered,
        explain=explain_entered,
        readers=lambda e, s: desks_of(e.effect),
        invalidations=lambda e, s: effect_invalidations(e.effect.id, s),
    ),
}
