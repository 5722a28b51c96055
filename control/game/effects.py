"""What laws and schemes leave in force: entered by Control with a reason, asked for by every room (R-18, R-19, R-21, R-66 to R-70).

An effect acts in whole months, from `since` through `until`. Nothing here is doubled: who asks gets each House, each region, each
pair once, however many laws say the same (R-21).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from control.game.asked import Asked, Desk
from control.game.court import region_name
from control.game.engine import Act, Chapter, Fact, Poke
from control.game.laws import LawStruck, law_of
from control.game.refused import Refused, Stale
from control.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from control.game.timetable import last_month
from control.game.treasury import house_name, reason_of
from control.scenario.ids import HouseId, LawId, RegionId
from control.scenario.schema import Scenario

EFFECT_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND})
LONGEST_SOURCE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What an effect of one kind names, and how it comes about.

    `houses` and `regions` are the least and the most it names, None for as many as there are. `made_by` is the id of the proposal
    or scheme in the scenario whose duration counts; `lasts` is R-83's own word where a scenario has none.
    """

    name: str
    houses: tuple[int, int | None]
    regions: tuple[int, int | None]
    made_by: str
    lasts: str
    origin: EffectFrom
    rule: str
    hint: str


NONE: Final = (0, 0)
PAIR: Final = (2, 2)
SOME: Final = (1, None)

SHAPES: Final[Mapping[EffectKind, Shape]] = {
    EffectKind.FORBID: Shape(
        name="Forbid",
        houses=SOME,
        regions=SOME,
        made_by="forbid",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-CRT-44",
        hint="The Houses may not enter the region.",
    ),
    EffectKind.TRAVEL_BAN: Shape(
        name="Travel Ban",
        houses=NONE,
        regions=SOME,
        made_by="travel-ban",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-59",
        hint="Nobody may enter the region.",
    ),
    EffectKind.TREATY: Shape(
        name="Treaty",
        houses=NONE,
        regions=SOME,
        made_by="treaty",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-60",
        hint="No battle happens in the region.",
    ),
    EffectKind.FORCED_ALLIANCE: Shape(
        name="Forced Alliance",
        houses=PAIR,
        regions=NONE,
        made_by="forced-alliance",
        lasts="months paid for",
        origin=EffectFrom.LAW,
        rule="GE-CRT-54",
        hint="The first House must ally with the second; the second stays free.",
    ),
    EffectKind.FORGED_ORDER: Shape(
        name="Forged Order",
        houses=PAIR,
        regions=NONE,
        made_by="forged-order",
        lasts="next month",
        origin=EffectFrom.SCHEME,
        rule="GE-UND-11",
        hint="The first House must ally with the second; the second stays free.",
    ),
    EffectKind.MILITARY_BAN: Shape(
        name="Military Ban",
        houses=PAIR,
        regions=NONE,
        made_by="military-ban",
        lasts="months paid for",
        origin=EffectFrom.LAW,
        rule="GE-CRT-53",
        hint="The first House may not kill units of the second.",
    ),
    EffectKind.MILITARY_AID: Shape(
        name="Military Aid",
        houses=SOME,
        regions=NONE,
        made_by="military-aid",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-57",
        hint="The units of the Houses have +1 attack.",
    ),
    EffectKind.BLACK_POWDER: Shape(
        name="Black Powder Weapons",
        houses=(1, 1),
        regions=NONE,
        made_by="black-powder-weapons",
        lasts="next month",
        origin=EffectFrom.SCHEME,
        rule="GE-UND-13",
        hint="The attack value of the House is 1 higher in each of its battles.",
    ),
    EffectKind.PROPAGANDA: Shape(
        name="Propaganda",
        houses=(1, 1),
        regions=NONE,
        made_by="propaganda",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-58",
        hint="Each Recruit of the House brings 2 units.",
    ),
    EffectKind.FAMINE: Shape(
        name="Famine",
        houses=SOME,
        regions=NONE,
        made_by="take-food",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-CRT-41",
        hint="Each of the Houses loses 1 unit in every Return.",
    ),
    EffectKind.FOOD: Shape(
        name="Food sent",
        houses=PAIR,
        regions=NONE,
        made_by="",
        lasts="until removed",
        origin=EffectFrom.LAW,
        rule="GE-WAR-81",
        hint="The first House starves; the second may write 1 more Recruit each month.",
    ),
    EffectKind.COMMAND: Shape(
        name="Command of Immortals",
        houses=SOME,
        regions=NONE,
        made_by="immortal",
        lasts="next month",
        origin=EffectFrom.LAW,
        rule="GE-CRT-46",
        hint="The Houses may order Immortals, in this order.",
    ),
}


# --- commands and events ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterEffect:
    """Control enters what a law or a scheme leaves in force.

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
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectEnded:
    """From `month` on the effect acts no more."""

    id: int
    month: int
    reason: str


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


def decide_enter(state: GameState, command: EnterEffect, asked: Asked) -> tuple[EffectEntered, ...]:
    """Enter an effect.

    Raises:
        Refused: it names too many, too few or unknown Houses or regions, or months that are over; or no reason is given.
        Stale: the very same effect stands already.
    """
    shape = SHAPES[command.kind]
    known_houses = {house.id for house in state.scenario.houses}
    known_regions = {region.id for region in state.scenario.map.regions}
    _require(command.houses, known_houses, shape.houses, "House", shape)
    _require(command.regions, known_regions, shape.regions, "region", shape)
    _require_months(state, command, shape)
    law = law_of(state, command.law) if command.law else None
    if command.law and law is None:
        raise Stale("This law does not hang on the board any more.", rule="R-92")
    source = " ".join(command.source.split())
    if len(source) > LONGEST_SOURCE:
        raise Refused(f"What it comes from has at most {LONGEST_SOURCE} characters.", code="text")
    effect = Effect(
        id=1 + max((each.id for each in state.effects), default=0),
        kind=command.kind,
        since=command.since,
        until=command.until,
        houses=command.houses,
        regions=command.regions,
        origin=EffectFrom.LAW if law else command.origin,
        source=source or (f"Law {law.number}: {law.title}" if law else f"{ORIGIN_WORDS[command.origin]}: {shape.name}"),
        law=command.law,
    )
    if any(replace(each, id=effect.id) == effect for each in state.effects):
        raise Stale("Exactly this is in force already.", rule="R-21")
    return (EffectEntered(effect=effect, reason=reason_of(command.reason)),)


def _require(
    named: tuple[str, ...], known: set[HouseId] | set[RegionId], bounds: tuple[int, int | None], what: str, of: Shape
) -> None:
    least, most = bounds
    if len(set(named)) != len(named):
        raise Refused(f"Name each {what} once.", rule=of.rule, code="twice")
    if not set(named) <= known:
        raise Refused(f"No such {what} in this scenario.", rule=of.rule, code="unknown")
    if most is not None and not least <= len(named) <= most:
        wanted = f"no {what}" if not most else f"{most} {what}{'s' if most > 1 else ''}"
        raise Refused(f"{of.name} names {wanted}.", rule=of.rule, code="count")
    if len(named) < least:
        raise Refused(f"{of.name} names at least one {what}.", rule=of.rule, code="count")


def _require_months(state: GameState, command: EnterEffect, shape: Shape) -> None:
    now, last = max(state.clock.month, 1), last_month(state.scenario)
    if command.since < now:
        raise Refused(f"Month {command.since} is over; an effect acts from this month on, or later.", rule="R-19", code="over")
    if command.since > last:
        raise Refused(f"The last month is {last}.", rule=shape.rule, code="count")
    if command.until is not None and command.until < command.since:
        raise Refused("An effect ends in the month it begins in, or later.", rule="R-83", code="count")


def decide_end(state: GameState, command: EndEffect, asked: Asked) -> tuple[EffectEnded, ...]:
    """End an effect early.

    Raises:
        Refused: it would end in a month that is over, or no reason is given.
        Stale: it has ended by then already, or was never entered.
    """
    effect = next((each for each in state.effects if each.id == command.effect), None)
    if effect is None:
        raise Stale("This effect was withdrawn.", rule="R-83")
    if command.month < state.clock.month:
        raise Refused(f"Month {command.month} is over.", rule="R-83", code="over")
    if is_over(effect, command.month):
        raise Stale("This effect has ended by then already.", rule="R-83")
    return (EffectEnded(id=effect.id, month=command.month, reason=reason_of(command.reason)),)


def is_over(effect: Effect, month: int) -> bool:
    """Does it act neither in that month nor in any later one?"""
    return effect.until is not None and (effect.until < month or effect.until < effect.since)


def fall_with_the_law(state: GameState, happened: LawStruck, asked: Asked) -> tuple[EffectEnded, ...]:
    """What a law left in force ends when the tablet falls (R-92)."""
    return tuple(
        EffectEnded(id=effect.id, month=happened.month, reason="its law was struck")
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
        f"{SHAPES[each.kind].name} names what is in no scenario."
        for each in state.effects
        if not set(each.houses) <= houses or not set(each.regions) <= regions
    ]
    if len({each.id for each in state.effects}) != len(state.effects):
        found.append("Two effects bear one number.")
    hanging = {law.id for law in state.laws}
    found += [
        f"{SHAPES[each.kind].name} is in force by a law that has fallen."
        for each in state.effects
        if each.law is not None and each.law not in hanging and not is_over(each, state.clock.month)
    ]
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------

ORIGIN_WORDS: Final[Mapping[EffectFrom, str]] = {
    EffectFrom.LAW: "Law",
    EffectFrom.SCHEME: "Scheme",
    EffectFrom.CONTROL: "Control",
}


def effect_words(state: GameState, effect: Effect) -> str:
    """What is so while the effect acts, as a sentence: "Cat and Wolf may not enter Zen." """
    houses = [house_name(state, house) for house in effect.houses]
    both, places = listed(houses), listed([region_name(state, region) for region in effect.regions], "or")
    first, second = houses[0] if houses else "", houses[1] if len(houses) > 1 else ""
    match effect.kind:
        case EffectKind.FORBID:
            return f"{both} may not enter {places}."
        case EffectKind.TRAVEL_BAN:
            return f"Nobody may enter {places}."
        case EffectKind.TREATY:
            return f"No battle happens in {places}."
        case EffectKind.FORCED_ALLIANCE | EffectKind.FORGED_ORDER:
            return f"{first} must ally with {second}."
        case EffectKind.MILITARY_BAN:
            return f"{first} may not kill units of {second}."
        case EffectKind.MILITARY_AID:
            return f"Units of {both} have +1 attack."
        case EffectKind.BLACK_POWDER:
            return f"The attack value of {both} is 1 higher in each battle."
        case EffectKind.PROPAGANDA:
            return f"Each Recruit of {both} brings 2 units."
        case EffectKind.FAMINE:
            return f"{both} {'lose' if len(houses) > 1 else 'loses'} 1 unit to famine each month."
        case EffectKind.FOOD:
            return f"{first} sends food to {second}: {first} loses 1 unit each month, {second} may write 1 more Recruit."
        case EffectKind.COMMAND:
            return f"{listed(houses, 'then')} may command Immortals."


def months_words(effect: Effect) -> str:
    """When it acts: "month 3", "months 3 to 5", "from month 3 until removed"."""
    if effect.until is None:
        return f"from month {effect.since} until removed"
    if effect.until < effect.since:
        return "ended before it began"
    return f"month {effect.since}" if effect.until == effect.since else f"months {effect.since} to {effect.until}"


def listed(names: list[str], last: str = "and") -> str:
    """Names as a person lists them: "Cat, Wolf and Bear"."""
    return " ".join(filter(None, (", ".join(names[:-1]), last if len(names) > 1 else "", names[-1] if names else "")))


def _explain_ended(happened: EffectEnded, state: GameState) -> str:
    effect = next((each for each in state.effects if each.id == happened.id), None)
    what = f"{SHAPES[effect.kind].name} ({effect_words(state, effect).rstrip('.')})" if effect else "An effect"
    return f"{what} ends, it acts no more from month {happened.month} on: {happened.reason}."


def _label_end(command: EndEffect, state: GameState) -> str:
    effect = next((each for each in state.effects if each.id == command.effect), None)
    return f"{SHAPES[effect.kind].name}, ended" if effect else "Effect ended"


def _pokes(happened: EffectEntered | EffectEnded, state: GameState) -> tuple[Poke, ...]:
    """The map is told to everybody only where everybody may know; whom a scheme concerns is nobody's to guess."""
    staff = Poke(topic="in-force", to="staff")
    number = happened.effect.id if isinstance(happened, EffectEntered) else happened.id
    effect = next((each for each in state.effects if each.id == number), None)
    if effect is None or public(effect):
        return (Poke(topic="laws"), Poke(topic="map"), staff)
    return (staff, *(Poke(topic="house", to=f"house:{house}") for house in effect.houses if known_to(effect, house)))


EFFECTS = Chapter(
    name="effects",
    acts={
        EnterEffect: Act(decide=decide_enter, desks=EFFECT_DESKS, label=lambda c, s: f"{SHAPES[c.kind].name}, entered"),
        EndEffect: Act(decide=decide_end, desks=EFFECT_DESKS, label=_label_end),
    },
    facts={
        EffectEntered: Fact(
            evolve=evolve_entered,
            explain=lambda e, s: (
                f"{SHAPES[e.effect.kind].name}, {months_words(e.effect)}: {effect_words(s, e.effect)} "
                f"{e.effect.source}; {e.reason}."
            ),
            pokes=_pokes,
        ),
        EffectEnded: Fact(evolve=evolve_ended, explain=_explain_ended, pokes=_pokes),
    },
    reactions={LawStruck: fall_with_the_law},
    broken=broken_effects,
)
