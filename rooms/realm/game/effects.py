"""What laws and schemes leave in force: entered by Control with a reason, asked for by every room (R-68, R-69, R-70).

An effect acts in whole months, from `since` through `until`. Nothing here is doubled: who asks gets each House, each region, each
pair once, however many laws say the same (R-21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from control.day.timetable import last_month
from control.day.words import reason_of
from control.engine.context import DecisionContext
from control.engine.language import later, listed, say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from control.engine.reasons import Told, as_reason
from control.engine.refused import Refused, Stale
from control.engine.words import Spoken
from rooms.realm.desks import Desk
from rooms.realm.game.court import region_name
from rooms.realm.game.laws import LawStruck, law_of
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.game.treasury import house_name
from rooms.realm.scenario.ids import HouseId, LawId, RegionId
from rooms.realm.scenario.schema import Scenario

EFFECT_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND})
LONGEST_SOURCE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What an effect of one kind names, and how it comes about.

    `houses` and `regions` are the least and the most it names, None for as many as there are. `made_by` is the id of the proposal
    or scheme in the scenario whose duration counts; `lasts` is R-83's own word where a scenario has none. `called` and `means` are
    constants; people read `name` and `hint`.
    """

    called: str
    houses: tuple[int, int | None]
    regions: tuple[int, int | None]
    made_by: str
    lasts: str
    origin: EffectFrom
    rule: str
    means: str

    @property
    def name(self) -> str:
        """How the effect is called."""
        return say(self.called)

    @property
    def hint(self) -> str:
        """What it does, in a sentence."""
        return say(self.means)


NONE: Final = (0, 0)
PAIR: Final = (2, 2)
SOME: Final = (1, None)

SHAPES: Final[Mapping[EffectKind, Shape]] = {
    EffectKind.FORBID: Shape(
        called=later("Forbid"),
        houses=SOME,
        regions=SOME,
        made_by="forbid",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-CRT-44",
        means=later("The Houses may not enter the region."),
    ),
    EffectKind.TRAVEL_BAN: Shape(
        called=later("Travel Ban"),
        houses=NONE,
        regions=SOME,
        made_by="travel-ban",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-59",
        means=later("Nobody may enter the region."),
    ),
    EffectKind.TREATY: Shape(
        called=later("Treaty"),
        houses=NONE,
        regions=SOME,
        made_by="treaty",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-60",
        means=later("No battle happens in the region."),
    ),
    EffectKind.FORCED_ALLIANCE: Shape(
        called=later("Forced Alliance"),
        houses=PAIR,
        regions=NONE,
        made_by="forced-alliance",
        lasts="months paid for",
        origin=EffectFrom.LAW,
        rule="GE-CRT-54",
        means=later("The first House must ally with the second; the second stays free."),
    ),
    EffectKind.FORGED_ORDER: Shape(
        called=later("Forged Order"),
        houses=PAIR,
        regions=NONE,
        made_by="forged-order",
        lasts="next month",
        origin=EffectFrom.SCHEME,
        rule="GE-UND-11",
        means=later("The first House must ally with the second; the second stays free."),
    ),
    EffectKind.MILITARY_BAN: Shape(
        called=later("Military Ban"),
        houses=PAIR,
        regions=NONE,
        made_by="military-ban",
        lasts="months paid for",
        origin=EffectFrom.LAW,
        rule="GE-CRT-53",
        means=later("The first House may not kill units of the second."),
    ),
    EffectKind.MILITARY_AID: Shape(
        called=later("Military Aid"),
        houses=SOME,
        regions=NONE,
        made_by="military-aid",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-57",
        means=later("The units of the Houses have +1 attack."),
    ),
    EffectKind.BLACK_POWDER: Shape(
        called=later("Black Powder Weapons"),
        houses=(1, 1),
        regions=NONE,
        made_by="black-powder-weapons",
        lasts="next month",
        origin=EffectFrom.SCHEME,
        rule="GE-UND-13",
        means=later("The attack value of the House is 1 higher in each of its battles."),
    ),
    EffectKind.PROPAGANDA: Shape(
        called=later("Propaganda"),
        houses=(1, 1),
        regions=NONE,
        made_by="propaganda",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-58",
        means=later("Each Recruit of the House brings 2 units."),
    ),
    EffectKind.FAMINE: Shape(
        called=later("Famine"),
        houses=SOME,
        regions=NONE,
        made_by="take-food",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-CRT-41",
        means=later("Each of the Houses loses 1 unit in every Return."),
    ),
    EffectKind.FOOD: Shape(
        called=later("Food sent"),
        houses=PAIR,
        regions=NONE,
        made_by="",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-WAR-81",
        means=later("The first House starves; the second may write 1 more Recruit each month."),
    ),
    EffectKind.COMMAND: Shape(
        called=later("Command of Immortals"),
        houses=SOME,
        regions=NONE,
        made_by="immortal",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-46",
        means=later("The Houses may order Immortals, in this order."),
    ),
}


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
class EndEffect:
    """Control ends an effect early; `month` is the first in which it acts no more: this one, or a later one."""

    effect: int
    month: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEntered:
    effect: Effect
    reason: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEnded:
    """From `month` on the effect acts no more."""

    id: int
    month: int
    reason: Told


# --- questions ----------------------------------------------------------------------------------------------------------


def acting(state: GameState, *kinds: EffectKind, month: int | None = None) -> tuple[Effect, ...]:
    """The effects in force in a month (the one played now), of these kinds (of all without any), in the order of entry (R-21)."""
    when = state.clock.month if month is None else month
    return tuple(each for each in state.effects if each.acts_in(when) and (not kinds or each.kind in kinds))


def laws_in(state: GameState, month: int | None = None) -> tuple[PostedLaw, ...]:
    """The tablets that act in a month: those of the start from month 1, a new one from the month after its passing (R-19)."""
    when = state.clock.month if month is None else month
    return tuple(law for law in state.laws if law.since < when)


def in_famine(state: GameState, month: int | None = None) -> tuple[HouseId, ...]:
    """The Houses that starve in a month, each once, in the scenario's order: senders of food and targets of Take Food (R-66)."""
    found = {food.giver for law in laws_in(state, month) for food in law.effects.food}
    found |= {house for effect in acting(state, EffectKind.FAMINE, month=month) for house in effect.houses}
    found |= {effect.houses[0] for effect in acting(state, EffectKind.FOOD, month=month)}
    return _in_order(state, found)


def fed(state: GameState, month: int | None = None) -> tuple[HouseId, ...]:
    """The Houses that are sent food in a month, each once, in the scenario's order (GE-WAR-81, R-67)."""
    found = {food.receiver for law in laws_in(state, month) for food in law.effects.food}
    found |= {effect.houses[1] for effect in acting(state, EffectKind.FOOD, month=month)}
    return _in_order(state, found)


def _in_order(state: GameState, houses: Iterable[HouseId]) -> tuple[HouseId, ...]:
    named = set(houses)
    return tuple(house.id for house in state.scenario.houses if house.id in named)


def public(effect: Effect) -> bool:
    """May everybody know of it? What hangs on the board or is ruled by Control, but not what a scheme did in secret."""
    return effect.origin is not EffectFrom.SCHEME


def known_to(effect: Effect, house: HouseId | None) -> bool:
    """May the players of this House know of it? Black Powder is told to whom it arms, a Forged Order to nobody."""
    return public(effect) or (effect.kind is EffectKind.BLACK_POWDER and house is not None and house in effect.houses)


def usual_months(scenario: Scenario, kind: EffectKind) -> int | None:
    """For how many months an effect of this kind usually acts (R-83); None until removed.

    The duration is the scenario's, by the proposal that makes it. What is paid for by the month counts as 1 until somebody says
    how many were paid.
    """
    shape = SHAPES[kind]
    lasts = next((each.lasts for each in scenario.proposals if each.id == shape.made_by), shape.lasts)
    return None if lasts == "until removed" else 1


def usual_until(scenario: Scenario, kind: EffectKind, since: int, months: int | None = None) -> int | None:
    """The last month of an effect that acts from `since` on, for its usual duration or for so many months; None until removed."""
    count = usual_months(scenario, kind) if months is None else months
    return None if count is None else since + count - 1


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
    source = " ".join(command.source.split())
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


ORIGINS: Final[Mapping[EffectFrom, str]] = Spoken(
    {
        EffectFrom.CONTROL: later("Control’s own ruling"),
        EffectFrom.SCHEME: later("a scheme (kept from the players)"),
        EffectFrom.LAW: later("a law that left no tablet"),
    }
)
"""What an effect that a desk enters may come from, besides the tablets of the Law Board."""


def _source(origin: EffectFrom, kind: EffectKind, law: PostedLaw | None = None) -> Told:
    """What an effect comes from where nobody said it otherwise: "Law 14: Travel Ban", "Scheme: Forged Order"."""
    return by_law(law.number, law.title) if law is not None else by_origin(origin, kind)


@as_reason("effects.by-law")
def by_law(number: int, title: str) -> str:
    return say("Law {number}: {title}", number=number, title=title)


@as_reason("effects.by-origin")
def by_origin(origin: str, kind: str) -> str:
    return say("{origin}: {effect}", origin=ORIGIN_WORDS[EffectFrom(origin)], effect=SHAPES[EffectKind(kind)].name)


@as_reason("effects.law-struck")
def law_struck() -> str:
    return say("its law was struck")


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


def is_over(effect: Effect, month: int) -> bool:
    """Does it act neither in that month nor in any later one?"""
    return effect.until is not None and (effect.until < month or effect.until < effect.since)


def fall_with_the_law(state: GameState, happened: LawStruck, asked: DecisionContext) -> tuple[EffectEnded, ...]:
    """What a law left in force ends when the tablet falls (R-92)."""
    return tuple(
        EffectEnded(id=effect.id, month=happened.month, reason=law_struck())
        for effect in state.effects
        if effect.law == happened.law and not is_over(effect, happened.month)
    )


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_entered(state: GameState, happened: EffectEntered) -> GameState:
    return replace(state, effects=(*state.effects, happened.effect))


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
    hanging = {law.id for law in state.laws}
    found += [
        say("{effect} is in force by a law that has fallen.", effect=SHAPES[each.kind].name)
        for each in state.effects
        if each.law is not None and each.law not in hanging and not is_over(each, state.clock.month)
    ]
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------

ORIGIN_WORDS: Final[Mapping[EffectFrom, str]] = Spoken(
    {
        EffectFrom.LAW: later("Law"),
        EffectFrom.SCHEME: later("Scheme"),
        EffectFrom.CONTROL: later("Control"),
    }
)


def effect_words(state: GameState, effect: Effect) -> str:
    """What is so while the effect acts, as a sentence: "Cat and Wolf may not enter Zen." """
    houses = [house_name(state, house) for house in effect.houses]
    both, places = listed(houses), listed([region_name(state, region) for region in effect.regions], say("or"))
    first, second = houses[0] if houses else "", houses[1] if len(houses) > 1 else ""
    match effect.kind:
        case EffectKind.FORBID:
            return say_count(
                "{houses} may not enter {regions}.", "{houses} may not enter {regions}.", len(houses), houses=both, regions=places
            )
        case EffectKind.TRAVEL_BAN:
            return say("Nobody may enter {regions}.", regions=places)
        case EffectKind.TREATY:
            return say("No battle happens in {regions}.", regions=places)
        case EffectKind.FORCED_ALLIANCE | EffectKind.FORGED_ORDER:
            return say("{house} must ally with {other}.", house=first, other=second)
        case EffectKind.MILITARY_BAN:
            return say("{house} may not kill units of {other}.", house=first, other=second)
        case EffectKind.MILITARY_AID:
            return say("Units of {houses} have +1 attack.", houses=both)
        case EffectKind.BLACK_POWDER:
            return say("The attack value of {houses} is 1 higher in each battle.", houses=both)
        case EffectKind.PROPAGANDA:
            return say("Each Recruit of {houses} brings 2 units.", houses=both)
        case EffectKind.FAMINE:
            return say_count(
                "{houses} loses 1 unit to famine each month.",
                "{houses} lose 1 unit to famine each month.",
                max(len(houses), 1),
                houses=both,
            )
        case EffectKind.FOOD:
            return say(
                "{house} sends food to {other}: {house} loses 1 unit each month, {other} may write 1 more Recruit.",
                house=first,
                other=second,
            )
        case EffectKind.COMMAND:
            in_turn = listed(houses, say("then"))
            return say_count("{houses} may command Immortals.", "{houses} may command Immortals.", len(houses), houses=in_turn)


def months_words(effect: Effect) -> str:
    """When it acts: "month 3", "months 3 to 5", "from month 3 until removed"."""
    if effect.until is None:
        return say("from month {month} until removed", month=effect.since)
    if effect.until < effect.since:
        return say("ended before it began")
    if effect.until == effect.since:
        return say("month {month}", month=effect.since)
    return say("months {first} to {last}", first=effect.since, last=effect.until)


def _explain_ended(happened: EffectEnded, state: GameState) -> str:
    effect = next((each for each in state.effects if each.id == happened.id), None)
    if effect is None:
        return say("An effect ends, it acts no more from month {month} on: {reason}.", month=happened.month, reason=happened.reason)
    return say(
        "{effect} ({what}) ends, it acts no more from month {month} on: {reason}.",
        effect=SHAPES[effect.kind].name,
        what=effect_words(state, effect).rstrip("."),
        month=happened.month,
        reason=happened.reason,
    )


def _label_end(command: EndEffect, state: GameState) -> str:
    effect = next((each for each in state.effects if each.id == command.effect), None)
    return say("{effect}, ended", effect=SHAPES[effect.kind].name) if effect else say("Effect ended")


def _pokes(happened: EffectEntered | EffectEnded, state: GameState) -> tuple[Invalidation, ...]:
    """The map is told to everybody only where everybody may know; whom a scheme concerns is nobody's to guess."""
    staff = Invalidation(topic="in-force", to="staff")
    number = happened.effect.id if isinstance(happened, EffectEntered) else happened.id
    effect = next((each for each in state.effects if each.id == number), None)
    if effect is None or public(effect):
        return (Invalidation(topic="laws"), Invalidation(topic="map"), staff)
    return (staff, *(Invalidation(topic="team", to=f"team:{house}") for house in effect.houses if known_to(effect, house)))


EFFECTS = Module(
    name="effects",
    acts={
        EnterEffect: CommandHandler(
            decide=decide_enter, desks=EFFECT_DESKS, label=lambda c, s: say("{effect}, entered", effect=SHAPES[c.kind].name)
        ),
        EndEffect: CommandHandler(decide=decide_end, desks=EFFECT_DESKS, label=_label_end),
    },
    facts={
        EffectEntered: EventHandler(
            evolve=evolve_entered,
            explain=lambda e, s: say(
                "{effect}, {months}: {what} {source}; {reason}.",
                effect=SHAPES[e.effect.kind].name,
                months=months_words(e.effect),
                what=effect_words(s, e.effect),
                source=e.effect.source,
                reason=e.reason,
            ),
            pokes=_pokes,
        ),
        EffectEnded: EventHandler(evolve=evolve_ended, explain=_explain_ended, pokes=_pokes),
    },
    reactions={LawStruck: fall_with_the_law},
    broken=broken_effects,
)
