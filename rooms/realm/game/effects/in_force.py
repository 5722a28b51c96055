"""Effects in force: what acts this month, who may know of it, and how it reads (R-68, R-69, R-70)."""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.ids import DeskId
from control.engine.language import listed, say, say_count
from control.engine.modules import Invalidation
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.court import region_name
from rooms.realm.game.effects.kinds import SHAPES
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Scenario

# === effects in force ===================================================================================================


EFFECT_DESKS = frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND})
STANCE_DESKS = frozenset({Desk.WAR, Desk.UNDERGROUND})  # who needs to know a stance that was forced in secret


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


def desks_of(effect: Effect) -> frozenset[DeskId]:
    """The desks that may know of it; none for all.

    A stance forced in secret is War Control's, who plays it out, and Underground Control's, for its ally is who schemed (R-144).
    """
    return STANCE_DESKS if _forced_in_secret(effect) else frozenset()


def _forced_in_secret(effect: Effect) -> bool:
    return effect.kind is EffectKind.FORGED_ORDER and not public(effect)


def shown_to(effect: Effect, viewer: Viewer, house: HouseId | None) -> bool:
    """May this viewer, of this House if of any, know of it?"""
    if not viewer.staff:
        return known_to(effect, house)
    desks = desks_of(effect)
    return not desks or any(viewer.sees_desk(desk) for desk in desks)


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
    return None if count is None else through(since, count)


def through(since: int, count: int) -> int:
    """The last month of an effect that acts for so many months from `since` on."""
    return since + count - 1


# --- decisions ----------------------------------------------------------------------------------------------------------


def is_over(effect: Effect, month: int) -> bool:
    """Does it act neither in that month nor in any later one?"""
    return effect.until is not None and (effect.until < month or effect.until < effect.since)


# --- words --------------------------------------------------------------------------------------------------------------


def effect_name(effect: Effect) -> str:
    """What it is called; a stance forced in secret by no name that says who schemed."""
    return say("Forced stance") if _forced_in_secret(effect) else SHAPES[effect.kind].name


def effect_rule(effect: Effect) -> str:
    """The rule that it follows."""
    return "GE-WAR-84" if _forced_in_secret(effect) else SHAPES[effect.kind].rule


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
    """When it acts: "month 3", "months 3 to 5", "from month 3 until removed"."""
    if effect.until is None:
        return say("from month {month} until removed", month=effect.since)
    if effect.until < effect.since:
        return say("ended before it began")
    if effect.until == effect.since:
        return say("month {month}", month=effect.since)
    return say("months {first} to {last}", first=effect.since, last=effect.until)


def effect_invalidations(number: int, state: GameState) -> tuple[Invalidation, ...]:
    """The map is told to everybody only where everybody may know; whom a scheme concerns is nobody's to guess."""
    staff = Invalidation(topic="in-force", to="staff")
    effect = next((each for each in state.effects if each.id == number), None)
    if effect is None or public(effect):
        return (Invalidation(topic="laws"), Invalidation(topic="map"), staff)
    return (staff, *(Invalidation(topic="team", to=f"team:{house}") for house in effect.houses if known_to(effect, house)))
