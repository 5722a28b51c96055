"""Invariants of a game, true at every moment."""

from __future__ import annotations

from collections.abc import Iterator

from rooms.tables.game.rule_parts import odd_cards
from rooms.tables.statecraft.game.content import Book
from rooms.tables.statecraft.game.state import (
    BUDGET,
    HIGHEST,
    INNER,
    OUTER,
    PORTFOLIO,
    Phase,
    Side,
    StatecraftState,
    count_held_policies,
)
from rooms.tables.statecraft.rules.incumbent import leaders_of
from rooms.tables.statecraft.rules.leaders import budget_least, most_announced


def broken_invariants(book: Book, state: StatecraftState) -> tuple[str, ...]:
    """The broken invariants, one sentence each."""
    if state.phase is Phase.SETUP:
        return ()
    return (*_broken_cards(book, state), *_broken_sides(book, state), *_broken_moment(state))


def _broken_cards(book: Book, state: StatecraftState) -> Iterator[str]:
    """Every card of every deck is in exactly one place."""
    main = [*state.deck, *state.discard, *state.boxed, *state.unused, *[each.card for each in state.resolving]]
    politicians = [*state.politicians, *state.retired, *state.drawn]
    supporters = [*state.floating, *state.box]
    for side in state.sides:
        main += [*side.hand, *[policy.card for policy in side.policies]]
        politicians += [who for who in side.cabinet if who is not None]
        supporters += side.supporters
    yield from odd_cards("cards", main, [*book.policies, *book.actions, *book.purple])
    yield from odd_cards("politicians", politicians, book.politicians)
    yield from odd_cards("supporters", supporters, book.supporters)
    if len({side.leader for side in state.sides}) < len(state.sides):
        yield "A leader leads two factions (SC-SET-03)."
    if any(card in book.purple for side in state.sides for card in side.hand):
        yield "A purple card is in a hand (SC-EVT-02)."


def _broken_sides(book: Book, state: StatecraftState) -> Iterator[str]:
    """Trackers and portfolios are within limits, cabinets have no gaps, and stored movements are possible."""
    for player, side in enumerate(state.sides):
        if not all(0 <= value <= HIGHEST for value in side.trackers):
            yield f"The trackers of player {player} are {side.trackers} (SC-TRK-01, SC-TRK-02)."
        if not budget_least(book, state, player) <= side.budget <= BUDGET:
            yield f"The budget of player {player} is {side.budget} (SC-TRK-05)."
        for inner, outer in zip(INNER, OUTER, strict=True):
            if side.cabinet[inner] is None and side.cabinet[outer] is not None:
                yield f"Player {player} has somebody in the outer circle behind a gap (SC-CIR-02)."
        yield from _broken_portfolios(book, state, player, side)


def _broken_portfolios(book: Book, state: StatecraftState, player: int, side: Side) -> Iterator[str]:
    for policy in side.policies:
        if policy.holder is not None and policy.holder not in side.cabinet:
            yield f"Policy {policy.card} of player {player} is with nobody."
            return
        card = book.policies[policy.card]
        if policy.holder is not None and card.specialism not in book.politicians[policy.holder].specialisms:
            yield f"Policy {policy.card} of player {player} is with somebody who knows nothing about it (SC-POL-03)."
        points = card.options[policy.option].points
        sign = 1 if policy.announced else -1
        if any(not 0 <= sign * moved <= point for moved, point in zip(policy.moved, points, strict=True)):
            yield f"Policy {policy.card} of player {player} is said to have moved {policy.moved} (SC-POL-15)."
    for holder in {policy.holder for policy in side.policies}:
        announced = count_held_policies(side, holder, announced=True)
        asked = state.phase is Phase.LOSS_CHOICE  # SC-LDR-10: a surplus is about to be discarded
        if announced > most_announced(book, state, player, holder) + asked:
            yield f"Player {player} has {announced} announced policies with {holder or 'the leader'} (SC-POL-10)."
        if count_held_policies(side, holder, announced=False) > PORTFOLIO:
            yield f"Player {player} has more than 3 denounced policies with {holder or 'the leader'} (SC-DEN-06)."


def _broken_moment(state: StatecraftState) -> Iterator[str]:
    """Incumbent, agenda and open cards match the phase."""
    leaders = leaders_of(state)
    settled = state.phase in (Phase.TURN, Phase.OVER)
    if settled and len(leaders) == 1 and state.incumbent != leaders[0]:
        yield f"Player {leaders[0]} leads alone, and the incumbent is {state.incumbent} (SC-INC-01)."
    if state.phase is Phase.TURN and leaders and state.incumbent is not None and state.incumbent not in leaders:
        yield f"The lead is shared by {leaders}, and the incumbent is {state.incumbent} (SC-INC-06)."
    if state.phase is Phase.TURN and (state.agenda or state.resolving or state.drawn or state.answers):
        yield "It is a turn, and something is still being resolved."
    if state.agenda and state.agenda[0].phase is not state.phase:
        yield f"The table waits in {state.phase.value} for {type(state.agenda[0]).__name__}."
    if state.phase is Phase.RECRUIT_CHOICE and not state.drawn:
        yield "Somebody recruits, and nobody was drawn (SC-REC-02)."
