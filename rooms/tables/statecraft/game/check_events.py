"""The checker's lines on action cards, events and emergencies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rooms.tables.statecraft.game.checking import at_least, counted
from rooms.tables.statecraft.game.content import (
    ActionEffect,
    Colour,
    Content,
    Effect,
    EffectKind,
    EmergencyEffect,
    EventCard,
    EventOption,
    Specialism,
)

ACTIONS: Final = "actions.yaml"
EVENTS: Final = "events.yaml"
COPIES: Final = 3
DEALT: Final = 6 * 3  # what the starting hands of 6 players take (SC-SET-12)
SIZES: Final[Mapping[EffectKind, int]] = {  # the most of each (SC-CNT-30)
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
        yield from counted(ACTIONS, f"cards with the effect '{effect}'", copies[effect], COPIES, "SC-CNT-23")
    blue = len(content.policies) + copies.total()
    yield from counted("policies.yaml and actions.yaml", "cards", blue, 108, "SC-CNT-25")
    yield from counted("policies.yaml and actions.yaml", "cards left by 6 starting hands", blue - DEALT, 90, "SC-CNT-25")


def problems_of_events(events: Sequence[EventCard]) -> Iterator[str]:
    """SC-CNT-30, SC-CNT-31, SC-CNT-32, SC-CNT-33, SC-CNT-34, SC-CNT-35."""
    for event in events:
        for option in event.options:
            yield from _of_an_option(f"{EVENTS}, '{event.id}', '{option.label}'", option)
    for_all = [event for event in events if not event.incumbent_only]
    yield from counted(EVENTS, "events for all players", len(for_all), 20, "SC-CNT-31")
    for event in for_all:
        if not any(option.extra for option in event.options):
            yield f"{EVENTS}, '{event.id}': no option has an additional effect for the incumbent (SC-CNT-31)."
    carrying = sum(bool(option.extra) for event in for_all for option in event.options)
    yield from at_least(EVENTS, "options for all players with an additional effect", carrying, 30, "SC-CNT-31")
    yield from counted(EVENTS, "events for the incumbent alone", len(events) - len(for_all), 4, "SC-CNT-32")
    yield from _of_names(events)
    mild = sum(any(_is_mild(option) for option in event.options) for event in for_all)
    what = "events for all players with an option that loses no supporter, policy or politician"
    yield from at_least(EVENTS, what, mild, 12, "SC-CNT-35")


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
        yield from at_least(EVENTS, f"events that name {name}", found, 1, "SC-CNT-34")
    found = len({id_ for id_, effect in effects if effect.kind is EffectKind.FREEPLAY})
    yield from at_least(EVENTS, "events that offer a freeplay", found, 2, "SC-CNT-34")


def _is_mild(option: EventOption) -> bool:
    return not any(effect.kind in LOSSES for effect in option.effects)


def problems_of_emergencies(content: Content) -> Iterator[str]:
    """SC-CNT-26, SC-CNT-36."""
    yield from counted(EVENTS, "events", len(content.events), 24, "SC-CNT-26")
    yield from counted(EVENTS, "emergencies", len(content.emergencies), 6, "SC-CNT-26")
    times = Counter(emergency.effect for emergency in content.emergencies)
    for effect in EmergencyEffect:
        if times[effect] > 1:
            yield f"{EVENTS}: {times[effect]} emergencies have the effect '{effect}' (SC-CNT-36)."
