"""What of an event a player can carry out (SC-EVT-09, SC-R-32): in full, each effect alone, against the position at the choice."""

from __future__ import annotations

from rooms.tables.statecraft.game.book import Book
from rooms.tables.statecraft.game.content import IDEOLOGIES, Circle, Effect, EffectKind, EventCard
from rooms.tables.statecraft.game.state import BUDGET, INNER, OUTER, Side, StatecraftState
from rooms.tables.statecraft.game.trackers import HIGHEST
from rooms.tables.statecraft.rules.measures import budget_least
from rooms.tables.statecraft.rules.plays import can_play_any


def possible_options(book: Book, state: StatecraftState, player: int) -> tuple[int, ...]:
    """The options of the event under way that a player can carry out in full."""
    card = book.purple[state.resolving[0].card] if state.resolving else None
    if not isinstance(card, EventCard):
        return ()
    return tuple([number for number in (0, 1) if is_possible(book, state, player, card.options[number].effects)])


def is_possible(book: Book, state: StatecraftState, player: int, effects: tuple[Effect, ...]) -> bool:
    """Can all of the effects be carried out in full (SC-EVT-09)?"""
    return all(_can(book, state, player, effect) for effect in effects)


def _can(book: Book, state: StatecraftState, player: int, effect: Effect) -> bool:
    """Enough of what is lost, a step of an ideology, a budget within the limits, a legal freeplay; a draw always (SC-R-32)."""
    side = state.sides[player]
    kind = effect.kind
    if kind is EffectKind.DISCARD_HAND:
        return len(side.hand) >= effect.amount
    if kind is EffectKind.LOSE_POLICIES:
        return len(policies_for(book, side, effect)) >= effect.amount
    if kind is EffectKind.RETURN_SUPPORTERS:
        return len(side.supporters) >= effect.amount
    if kind is EffectKind.LOSE_POLITICIANS:
        return len(politicians_for(side, effect)) >= effect.amount
    if kind is EffectKind.MOVE_IDEOLOGY:
        return bool(ideologies_for(side, effect))
    if kind is EffectKind.MOVE_BUDGET:
        return budget_least(book, state, player) <= side.budget + effect.amount <= BUDGET
    return kind is EffectKind.DRAW or can_play_any(book, state, player)


def policies_for(book: Book, side: Side, effect: Effect) -> tuple[str, ...]:
    """The policies that an effect may take: of its specialism or colour; the option in use has it (SC-EVT-15, SC-EVT-16)."""
    found: list[str] = []
    for policy in side.policies:
        card = book.policies[policy.card]
        if effect.colour in (None, card.options[policy.option].colour) and effect.specialism in (None, card.specialism):
            found.append(policy.card)
    return tuple(found)


def politicians_for(side: Side, effect: Effect) -> tuple[str, ...]:
    """The politicians of the circle that an effect names, or of both."""
    places = {Circle.INNER: INNER, Circle.OUTER: OUTER, None: (*INNER, *OUTER)}[effect.circle]
    return tuple([who for place in places if (who := side.cabinet[place]) is not None])


def ideologies_for(side: Side, effect: Effect) -> tuple[str, ...]:
    """The ideologies, of the one named or of all four, that can move by at least one step."""
    named = IDEOLOGIES if effect.ideology is None else (effect.ideology,)
    stop = HIGHEST if effect.amount > 0 else 0
    return tuple([ideology.value for ideology in named if side.trackers[IDEOLOGIES.index(ideology)] != stop])
