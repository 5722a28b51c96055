"""Checks of policies, action cards, events and emergencies against the content chapter, with the checker's sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from rooms.tables.statecraft.game.content import (
    AXES,
    IDEOLOGIES,
    ActionEffect,
    Colour,
    Content,
    Effect,
    EffectKind,
    EmergencyEffect,
    EventCard,
    EventOption,
    Policy,
    PolicyOption,
    Specialism,
)


def check_count(name: str, what: str, found: int, wanted: int, rule: str) -> Iterator[str]:
    """Yield a problem when `found` differs from `wanted`."""
    if found != wanted:
        yield f"{name}: there must be {wanted} {what}, and there are {found} ({rule})."


def check_at_least(name: str, what: str, found: int, wanted: int, rule: str) -> Iterator[str]:
    """Yield a problem when `found` is less than `wanted`."""
    if found < wanted:
        yield f"{name}: there must be at least {wanted} {what}, and there are {found} ({rule})."


ACTIONS: Final = "actions.yaml"
EVENTS: Final = "events.yaml"
COPIES: Final = 3
DEALT: Final = 6 * 3  # cards in the starting hands of 6 players (SC-SET-12)
SIZES: Final[Mapping[EffectKind, int]] = {  # the largest amount of each effect (SC-CNT-30)
    EffectKind.DISCARD_HAND: 2,
    EffectKind.DRAW: 2,
    EffectKind.LOSE_POLICIES: 2,
    EffectKind.RETURN_SUPPORTERS: 1,
    EffectKind.LOSE_POLITICIANS: 1,
    EffectKind.MOVE_IDEOLOGY: 2,
    EffectKind.MOVE_BUDGET: 3,
    EffectKind.FREEPLAY: 1,
}
LARGER_EXTRA: Final = {EffectKind.RETURN_SUPPORTERS: 2}
LOSSES: Final = {EffectKind.LOSE_POLICIES, EffectKind.RETURN_SUPPORTERS, EffectKind.LOSE_POLITICIANS}


def problems_of_actions(content: Content) -> Iterator[str]:
    """SC-CNT-23, SC-CNT-25."""
    copies: Counter[ActionEffect] = Counter()
    for action in content.actions:
        copies[action.effect] += action.copies
    for effect in ActionEffect:
        yield from check_count(ACTIONS, f"cards with the effect '{effect}'", copies[effect], COPIES, "SC-CNT-23")
    blue = len(content.policies) + copies.total()
    yield from check_count("policies.yaml and actions.yaml", "cards", blue, 108, "SC-CNT-25")
    yield from check_count("policies.yaml and actions.yaml", "cards left by 6 starting hands", blue - DEALT, 90, "SC-CNT-25")


def problems_of_events(events: Sequence[EventCard]) -> Iterator[str]:
    """SC-CNT-30, SC-CNT-31, SC-CNT-32, SC-CNT-33, SC-CNT-34, SC-CNT-35."""
    for event in events:
        for option in event.options:
            yield from _of_an_option(f"{EVENTS}, '{event.id}', '{option.label}'", option)
    for_all = [event for event in events if not event.incumbent_only]
    yield from check_count(EVENTS, "events for all players", len(for_all), 20, "SC-CNT-31")
    for event in for_all:
        if not any(option.extra for option in event.options):
            yield f"{EVENTS}, '{event.id}': no option has an additional effect for the incumbent (SC-CNT-31)."
    carrying = sum(bool(option.extra) for event in for_all for option in event.options)
    yield from check_at_least(EVENTS, "options for all players with an additional effect", carrying, 30, "SC-CNT-31")
    yield from check_count(EVENTS, "events for the incumbent alone", len(events) - len(for_all), 4, "SC-CNT-32")
    yield from _of_names(events)
    mild = sum(any(_is_mild(option) for option in event.options) for event in for_all)
    what = "events for all players with an option that loses no supporter, policy or politician"
    yield from check_at_least(EVENTS, what, mild, 12, "SC-CNT-35")


def _of_an_option(where: str, option: EventOption) -> Iterator[str]:
    """SC-CNT-30, SC-CNT-33."""
    if len(option.effects) not in (1, 2) or len(option.extra) > 2:
        yield f"{where}: an option has 1 or 2 effects, and 0 to 2 additional ones (SC-CNT-30)."
    for effect in option.effects:
        yield from _of_the_size(where, effect, SIZES[effect.kind])
    for effect in option.extra:
        yield from _of_the_size(where, effect, LARGER_EXTRA.get(effect.kind, SIZES[effect.kind]))
        lost = effect.kind is EffectKind.DISCARD_HAND or effect.kind in LOSSES
        if not lost and not (effect.kind is EffectKind.MOVE_IDEOLOGY and effect.amount < 0):
            yield f"{where}: '{effect.kind}' with {effect.amount} is no loss for the incumbent (SC-CNT-33)."


def _of_the_size(where: str, effect: Effect, most: int) -> Iterator[str]:
    if abs(effect.amount) > most:
        yield f"{where}: '{effect.kind}' has at most {most}, and this has {effect.amount} (SC-CNT-30)."


def _of_names(events: Sequence[EventCard]) -> Iterator[str]:
    """SC-CNT-34."""
    effects = [(event.id, effect) for event in events for option in event.options for effect in (*option.effects, *option.extra)]
    for name in (*Colour, *Specialism):
        found = len({id_ for id_, effect in effects if name in (effect.colour, effect.specialism)})
        yield from check_at_least(EVENTS, f"events that name {name}", found, 1, "SC-CNT-34")
    found = len({id_ for id_, effect in effects if effect.kind is EffectKind.FREEPLAY})
    yield from check_at_least(EVENTS, "events that offer a freeplay", found, 2, "SC-CNT-34")


def _is_mild(option: EventOption) -> bool:
    return not any(effect.kind in LOSSES for effect in option.effects)


def problems_of_emergencies(content: Content) -> Iterator[str]:
    """SC-CNT-26, SC-CNT-36."""
    yield from check_count(EVENTS, "events", len(content.events), 24, "SC-CNT-26")
    yield from check_count(EVENTS, "emergencies", len(content.emergencies), 6, "SC-CNT-26")
    times = Counter(emergency.effect for emergency in content.emergencies)
    for effect in EmergencyEffect:
        if times[effect] > 1:
            yield f"{EVENTS}: {times[effect]} emergencies have the effect '{effect}' (SC-CNT-36)."


FILE: Final = "policies.yaml"
COSTS: Final = {-3: 16, -2: 24, -1: 24, 0: 16, 1: 24, 2: 24, 3: 16}  # options of the deck (SC-CNT-18)
COSTS_EACH: Final = {-3: 4, -2: 6, -1: 6, 0: 4, 1: 6, 2: 6, 3: 4}  # options of a specialism (SC-CNT-19)
OPPOSITE: Final = {one: other for axis in AXES for one, other in (axis, axis[::-1])}
OTHER_AXIS: Final = {place: tuple(other for axis in AXES if place not in axis for other in axis) for place in range(4)}


class _Option(NamedTuple):
    """A policy option with its main and second ideology. `main` and `second`: indexes into IDEOLOGIES, None where there is none."""

    policy: Policy
    option: PolicyOption
    main: int | None
    second: int | None


def problems_of_policies(policies: Sequence[Policy]) -> Iterator[str]:
    """Problems of the policies and of their number (SC-CNT-10). SC-CNT-12 always holds: the type has no numbers for denouncing."""
    yield from check_count(FILE, "policies", len(policies), 72, "SC-CNT-10")
    for specialism in Specialism:
        found = sum(policy.specialism is specialism for policy in policies)
        yield from check_count(FILE, f"policies for {specialism}", found, 18, "SC-CNT-10")
    options = [_option_found(policy, option) for policy in policies for option in policy.options]
    yield from _of_single_options(options)
    yield from _of_cards(policies)
    yield from _of_points(options)
    yield from _of_costs(options)
    yield from _of_colours(options)


def _option_found(policy: Policy, option: PolicyOption) -> _Option:
    given = {points: place for place, points in enumerate(option.points) if points}
    shape = sorted(points for points in option.points if points)
    if shape == [3]:
        return _Option(policy, option, given[3], None)
    if shape == [1, 2]:
        return _Option(policy, option, given[2], given[1])
    return _Option(policy, option, None, None)


def _of_single_options(options: Sequence[_Option]) -> Iterator[str]:
    """SC-CNT-11, SC-CNT-14."""
    for policy, option, main, second in options:
        where = f"{FILE}, '{policy.id}', '{option.label}'"
        given = [points for points in option.points if points]
        if len(given) not in (1, 2) or not all(1 <= points <= 3 for points in given):
            yield f"{where}: an option has from 1 to 3 points in 1 or 2 ideologies (SC-CNT-11)."
        if not -3 <= option.cost <= 3:
            yield f"{where}: a cost is from −3 to +3, and this is {option.cost} (SC-CNT-11)."
        if main is not None and second == OPPOSITE[main]:
            yield f"{where}: its two ideologies are the ends of one axis (SC-CNT-14)."


def _of_cards(policies: Sequence[Policy]) -> Iterator[str]:
    """SC-CNT-17, SC-CNT-20."""
    opposed = 0
    for policy in policies:
        where = f"{FILE}, '{policy.id}'"
        one, other = (_option_found(policy, option) for option in policy.options)
        if one.main is not None and one.main == other.main:
            yield f"{where}: both options have {IDEOLOGIES[one.main]} as their main ideology (SC-CNT-17)."
        opposed += one.main is not None and OPPOSITE[one.main] == other.main
        if one.option.cost == other.option.cost:
            yield f"{where}: both options have the cost {one.option.cost} (SC-CNT-20)."
        if one.option.colour is other.option.colour:
            yield f"{where}: both options are {one.option.colour} (SC-CNT-20)."
    yield from check_at_least(FILE, "cards between the two ends of one axis", opposed, 36, "SC-CNT-17")


def _of_points(options: Sequence[_Option]) -> Iterator[str]:
    """SC-CNT-13, SC-CNT-15, SC-CNT-16."""
    focused = [each for each in options if each.main is not None and each.second is None]
    mixed = [each for each in options if each.second is not None]
    yield from check_count(FILE, "focused options of 3 points", len(focused), 48, "SC-CNT-13")
    yield from check_count(FILE, "mixed options of 2 points and 1", len(mixed), 96, "SC-CNT-13")
    yield from check_count(FILE, "points in all", sum(sum(each.option.points) for each in options), 432, "SC-CNT-13")
    for place, ideology in enumerate(IDEOLOGIES):
        found = sum(each.main == place for each in focused)
        yield from check_count(FILE, f"focused options with {ideology} as the main one", found, 12, "SC-CNT-15")
        for second in OTHER_AXIS[place]:
            what = f"mixed options of {ideology} 2 and {IDEOLOGIES[second]} 1"
            found = sum((each.main, each.second) == (place, second) for each in mixed)
            yield from check_count(FILE, what, found, 12, "SC-CNT-15")
        for specialism in Specialism:
            there = f"options for {specialism} with {ideology} as the main one"
            of_it = [each for each in options if each.policy.specialism is specialism and each.main == place]
            found = sum(each.second is None for each in of_it)
            yield from check_count(FILE, f"focused {there}", found, 3, "SC-CNT-16")
            yield from check_count(FILE, f"mixed {there}", len(of_it) - found, 6, "SC-CNT-16")


def _of_costs(options: Sequence[_Option]) -> Iterator[str]:
    """SC-CNT-18, SC-CNT-19, SC-CNT-21."""
    times = Counter(each.option.cost for each in options)
    for cost, wanted in COSTS.items():
        yield from check_count(FILE, f"options with the cost {cost}", times[cost], wanted, "SC-CNT-18")
    if total := sum(each.option.cost for each in options):
        yield f"{FILE}: the costs must sum to 0, and they sum to {total} (SC-CNT-18)."
    for specialism in Specialism:
        times = Counter(each.option.cost for each in options if each.policy.specialism is specialism)
        for cost, wanted in COSTS_EACH.items():
            yield from check_count(FILE, f"options for {specialism} with the cost {cost}", times[cost], wanted, "SC-CNT-19")
    for place, ideology in enumerate(IDEOLOGIES):
        costs = [each.option.cost for each in options if each.main == place]
        for sign, words in ((-1, "less than 0"), (1, "more than 0")):
            what = f"options with {ideology} as the main one that cost {words}"
            yield from check_at_least(FILE, what, sum(cost * sign > 0 for cost in costs), 10, "SC-CNT-21")


def _of_colours(options: Sequence[_Option]) -> Iterator[str]:
    """SC-CNT-22."""
    for colour in Colour:
        of_it = [each for each in options if each.option.colour is colour]
        yield from check_count(FILE, f"{colour} options", len(of_it), 36, "SC-CNT-22")
        for specialism in Specialism:
            found = sum(each.policy.specialism is specialism for each in of_it)
            yield from check_count(FILE, f"{colour} options for {specialism}", found, 9, "SC-CNT-22")
        for place, ideology in enumerate(IDEOLOGIES):
            found = sum(each.main == place for each in of_it)
            yield from check_at_least(FILE, f"{colour} options with {ideology} as the main one", found, 5, "SC-CNT-22")
