"""What a bot expects of events and losses: the table as it would be after them, from its view alone (SC-HID-08)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rooms.tables.statecraft.game.content import IDEOLOGIES, Circle, Effect, EffectKind
from rooms.tables.statecraft.game.imagined import Mind
from rooms.tables.statecraft.game.positions import Position
from rooms.tables.statecraft.game.state import BUDGET, LossKind, Place
from rooms.tables.statecraft.game.trackers import HIGHEST, negative, only, stepped
from rooms.tables.statecraft.game.view import SeenPolicy

CARD: Final = 0.25  # a card of the hand that is lost, or drawn
POLITICIAN: Final = 0.5  # who is lost, besides what is attached
FREELY: Final = 0.6  # a policy played outside the own turn
CIRCLES: Final = {
    Circle.INNER: (Place.INNER_LEFT, Place.INNER_RIGHT),
    Circle.OUTER: (Place.OUTER_LEFT, Place.OUTER_RIGHT),
    None: tuple(Place),
}


def after_effects(mind: Mind, effects: Iterable[Effect]) -> float:
    """What the table would be worth after these effects, each as far as possible, chosen as well as can be."""
    at = mind.root
    for effect in effects:
        at = EXPECTED[effect.kind](mind, at, effect)
    return mind.worth(at)


def without_policies(mind: Mind, at: Position, gone: Iterable[SeenPolicy]) -> Position:
    """After these policies have left the manifesto, the last one played first (SC-R-06)."""
    for policy in sorted(gone, key=lambda each: -each.order):
        budget = max(mind.least, min(BUDGET, at.budget - policy.budget))
        at = replace(at, trackers=stepped(at.trackers, negative(policy.moved)), budget=budget)
    return at


def lost_one(mind: Mind, at: Position, kind: LossKind, thing: str) -> Position:
    """After a policy, a politician or a supporter has been lost."""
    if kind is LossKind.SUPPORTERS:
        bit = next((1 << number for number, each in enumerate(mind.known) if each.id == thing), 0)
        return replace(at, mine=at.mine & ~bit, floating=at.floating | bit)
    if kind is LossKind.POLICIES:
        return without_policies(mind, at, [each for each in mind.policies if each.card.id == thing])
    after = without_policies(mind, at, [each for each in mind.policies if each.holder == thing])
    seat = next((number for number, each in enumerate(mind.holders) if each.id == thing), None)
    room = tuple([0 if seat is not None and number // 2 == seat else each for number, each in enumerate(at.room)])
    return replace(after, room=room, besides=at.besides - POLITICIAN)


def least_missed(mind: Mind, at: Position, kind: LossKind, things: Sequence[str], count: int) -> tuple[Position, tuple[str, ...]]:
    """So many of the things, one after the other that which is missed least; and the position without them."""
    gone: tuple[str, ...] = ()
    for _each in range(min(count, len(things))):
        found = [(lost_one(mind, at, kind, thing), thing) for thing in things if thing not in gone]
        at, thing = max(found, key=lambda one: mind.worth(one[0]))
        gone = (*gone, thing)
    return at, gone


def _cards(sign: int) -> Callable[[Mind, Position, Effect], Position]:
    return lambda _mind, at, effect: replace(at, besides=at.besides + sign * CARD * effect.amount)


def _policies(mind: Mind, at: Position, effect: Effect) -> Position:
    there = [
        each.card.id
        for each in mind.policies
        if effect.colour in (None, each.chosen.colour) and effect.specialism in (None, each.card.specialism)
    ]
    return least_missed(mind, at, LossKind.POLICIES, there, effect.amount)[0]


def _supporters(mind: Mind, at: Position, effect: Effect) -> Position:
    there = [each.id for number, each in enumerate(mind.known) if at.mine >> number & 1]
    return least_missed(mind, at, LossKind.SUPPORTERS, there, effect.amount)[0]


def _politicians(mind: Mind, at: Position, effect: Effect) -> Position:
    places = CIRCLES[effect.circle]
    there = [each.politician.id for each in mind.own.holders if each.politician is not None and each.place in places]
    return least_missed(mind, at, LossKind.POLITICIANS, there, effect.amount)[0]


def _ideology(mind: Mind, at: Position, effect: Effect) -> Position:
    named = range(len(IDEOLOGIES)) if effect.ideology is None else (IDEOLOGIES.index(effect.ideology),)
    stop = HIGHEST if effect.amount > 0 else 0
    found = [replace(at, trackers=stepped(at.trackers, only(each, effect.amount))) for each in named if at.trackers[each] != stop]
    return max(found, key=mind.worth, default=at)


def _budget(mind: Mind, at: Position, effect: Effect) -> Position:
    return replace(at, budget=max(mind.least, min(BUDGET, at.budget + effect.amount)))


def _freely(mind: Mind, at: Position, _effect: Effect) -> Position:
    return replace(at, besides=at.besides + FREELY) if next(mind.plays(at), None) is not None else at


EXPECTED: Final[Mapping[EffectKind, Callable[[Mind, Position, Effect], Position]]] = {
    EffectKind.DISCARD_HAND: _cards(-1),
    EffectKind.DRAW: _cards(1),
    EffectKind.LOSE_POLICIES: _policies,
    EffectKind.RETURN_SUPPORTERS: _supporters,
    EffectKind.LOSE_POLITICIANS: _politicians,
    EffectKind.MOVE_IDEOLOGY: _ideology,
    EffectKind.MOVE_BUDGET: _budget,
    EffectKind.FREEPLAY: _freely,
}
