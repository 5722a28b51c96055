"""Effects in force: which act this month, who may know of them, and their words (R-68, R-69, R-70)."""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.ids import DeskId
from control.engine.language import listed, say, say_count
from control.engine.modules import Invalidation
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.effects.kinds import SHAPES
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Scenario

# === effects in force ===================================================================================================


EFFECT_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND})
STANCE_DESKS = frozenset({Desk.WAR, Desk.UNDERGROUND})  # desks that learn of a stance forced in secret


# --- questions ----------------------------------------------------------------------------------------------------------


def effects_in_force(state: GameState, *kinds: EffectKind, month: int | None = None) -> tuple[Effect, ...]:
    """Effects in force in a month (default: this one), of these kinds (default: all), in the order of entry (R-21)."""
    when = state.clock.month if month is None else month
    return tuple(each for each in state.effects if each.acts_in(when) and (not kinds or each.kind in kinds))


def laws_in(state: GameState, month: int | None = None) -> tuple[PostedLaw, ...]:
    """Tablets that act in a month: those of the start from month 1, a new one from the month after it passed (R-19)."""
    when = state.clock.month if month is None else month
    return tuple(law for law in state.laws if law.since < when)


def houses_in_famine(state: GameState, month: int | None = None) -> tuple[HouseId, ...]:
    """Houses in famine in a month, in the scenario's order: senders of food and targets of Take Food (R-66)."""
    found = {food.giver for law in laws_in(state, month) for food in law.effects.food}
    found |= {house for effect in effects_in_force(state, EffectKind.FAMINE, month=month) for house in effect.houses}
    found |= {effect.houses[0] for effect in effects_in_force(state, EffectKind.FOOD, month=month)}
    return _in_scenario_order(state, found)


def fed_houses(state: GameState, month: int | None = None) -> tuple[HouseId, ...]:
    """Houses that receive food in a month, in the scenario's order (GE-WAR-81, R-67)."""
    found = {food.receiver for law in laws_in(state, month) for food in law.effects.food}
    found |= {effect.houses[1] for effect in effects_in_force(state, EffectKind.FOOD, month=month)}
    return _in_scenario_order(state, found)


def _in_scenario_order(state: GameState, houses: Iterable[HouseId]) -> tuple[HouseId, ...]:
    named = set(houses)
    return tuple(house.id for house in state.scenario.houses if house.id in named)


def is_public(effect: Effect) -> bool:
    """May everybody know of this effect? Yes for laws and Control's rulings, no for schemes."""
    return effect.origin is not EffectFrom.SCHEME


def is_known_to(effect: Effect, house: HouseId | None) -> bool:
    """May the players of this House know of it? Black Powder is known to the House it arms, a Forged Order to no player."""
    return is_public(effect) or (effect.kind is EffectKind.BLACK_POWDER and house is not None and house in effect.houses)


def desks_of(effect: Effect) -> frozenset[DeskId]:
    """Desks that may know of it; empty for all desks.

    A stance forced in secret is known to War Control, who plays it out, and to Underground Control, because its ally is the schemer
    (R-144).
    """
    return STANCE_DESKS if _is_forced_in_secret(effect) else frozenset()


def _is_forced_in_secret(effect: Effect) -> bool:
    return effect.kind is EffectKind.FORGED_ORDER and not is_public(effect)


def is_shown_to(effect: Effect, viewer: Viewer, house: HouseId | None) -> bool:
    """May this viewer know of it? `house`: the viewer's House, if any."""
    if not viewer.staff:
        return is_known_to(effect, house)
    desks = desks_of(effect)
    return not desks or any(viewer.sees_desk(desk) for desk in desks)


def usual_months(scenario: Scenario, kind: EffectKind) -> int | None:
    """Usual duration of an effect of this kind in months (R-83); None until removed.

    The scenario's proposal that makes it sets the duration. An effect paid for by the month counts as 1 month until the number is
    known.
    """
    shape = SHAPES[kind]
    lasts = next((each.lasts for each in scenario.proposals if each.id == shape.made_by), shape.lasts)
    return None if lasts == "until removed" else 1


def usual_until(scenario: Scenario, kind: EffectKind, since: int, months: int | None = None) -> int | None:
    """Last month of an effect, from its first month and its usual or given number of months; None until removed."""
    count = usual_months(scenario, kind) if months is None else months
    return None if count is None else last_month_of(since, count)


def last_month_of(since: int, count: int) -> int:
    """Last month of an effect that acts for `count` months."""
    return since + count - 1


# --- decisions ----------------------------------------------------------------------------------------------------------


def is_over(effect: Effect, month: int) -> bool:
    """Has the effect ended before that month, for good?"""
    return effect.until is not None and (effect.until < month or effect.until < effect.since)


# --- words --------------------------------------------------------------------------------------------------------------


def effect_name(effect: Effect) -> str:
    """Name of the effect. A stance forced in secret has a name that does not reveal the schemer."""
    return say("Forced stance") if _is_forced_in_secret(effect) else SHAPES[effect.kind].name


def effect_rule(effect: Effect) -> str:
    """Rule ID of the effect."""
    return "GE-WAR-84" if _is_forced_in_secret(effect) else SHAPES[effect.kind].rule


def effect_words(state: GameState, effect: Effect) -> str:
    """Sentence on what the effect does, such as: Cat and Wolf may not enter Zen."""
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
        case EffectKind.STAY:
            return say("No unit leaves {regions} in Move.", regions=places)
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
    """Months in which it acts: "month 3", "months 3 to 5", "from month 3 until removed"."""
    if effect.until is None:
        return say("from month {month} until removed", month=effect.since)
    if effect.until < effect.since:
        return say("ended before it began")
    if effect.until == effect.since:
        return say("month {month}", month=effect.since)
    return say("months {first} to {last}", first=effect.since, last=effect.until)


def effect_invalidations(number: int, state: GameState) -> tuple[Invalidation, ...]:
    """Tell everybody of a public effect; else only staff and the Houses that may know, so nobody can guess a scheme's target."""
    staff = Invalidation(topic="in-force", to="staff")
    effect = next((each for each in state.effects if each.id == number), None)
    if effect is None or is_public(effect):
        return (Invalidation(topic="laws"), Invalidation(topic="map"), staff)
    return (staff, *(Invalidation(topic="team", to=f"team:{house}") for house in effect.houses if is_known_to(effect, house)))
