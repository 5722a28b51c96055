"""Limits, sizes and prices in force, with the texts of scenario and leaders.

Precedence: the scenario's text, then the leader's, then the card's, then the general rules (SC-ADV-10, SC-R-48).
"""

from __future__ import annotations

from typing import Final

from rooms.tables.statecraft.game.content import Book, LeaderEffect, Scenario, ScenarioEffect, Supporter
from rooms.tables.statecraft.game.state import (
    BUDGET,
    HIGHEST,
    INNER,
    NO_POINTS,
    PORTFOLIO,
    Side,
    StatecraftState,
    Trackers,
    count_held_policies,
    stepped,
)

HAND: Final = 3
LARGER_HAND: Final = 4
DEEPER_DEBT: Final = -7
LAST_DRAWN: Final = 5  # end condition 5: the last card of the main deck is drawn


def clipped(value: int) -> int:
    """The value within 0 and 7, the limits of an ideology tracker (SC-TRK-01, SC-TRK-02)."""
    return 0 if value < 0 else min(value, HIGHEST)


def scenario_of(book: Book, state: StatecraftState) -> Scenario:
    """The scenario in force (SC-SET-09)."""
    return book.scenarios[state.scenario]


def has_text(book: Book, state: StatecraftState, player: int, effect: LeaderEffect) -> bool:
    """Return whether the player's leader has this text and texts are in force (SC-QIK-04, SC-ADV-02, SC-R-25)."""
    return state.texts and book.leaders[state.sides[player].leader].effect is effect


def budget_least(book: Book, state: StatecraftState, player: int) -> int:
    """The player's lower limit of the budget: -5, or -7 with the leader of SC-LDR-05."""
    return DEEPER_DEBT if has_text(book, state, player, LeaderEffect.DEEPER_DEBT) else -BUDGET


def hand_size(book: Book, state: StatecraftState, player: int) -> int:
    """The hand size at the end of a turn: 3 (SC-TRN-06), or 4 by SC-LDR-01 or scenario 2."""
    if scenario_of(book, state).effect is ScenarioEffect.LARGER_HANDS:
        return LARGER_HAND
    return LARGER_HAND if has_text(book, state, player, LeaderEffect.LARGER_HAND) else HAND


def most_announced(book: Book, state: StatecraftState, player: int, holder: str | None) -> int:
    """The announced policies that a holder may have.

    A politician has 3 (SC-POL-10), or 4 in the inner circle of SC-LDR-10. A leader has none (SC-POL-14), or 1 by SC-LDR-04.
    """
    if holder is None:
        return int(has_text(book, state, player, LeaderEffect.OWN_POLICY))
    if state.sides[player].cabinet.index(holder) in INNER and has_text(book, state, player, LeaderEffect.CROWDED_CIRCLE):
        return PORTFOLIO + 1
    return PORTFOLIO


def room_of(book: Book, state: StatecraftState, player: int, holder: str | None, *, announced: bool) -> int:
    """The number of further policies that a politician or the leader can announce, or denounce.

    Rules: SC-POL-10, SC-POL-14, SC-DEN-06, SC-DEN-07, SC-DEN-08, SC-R-10.
    """
    most = most_announced(book, state, player, holder) if announced else PORTFOLIO
    return max(0, most - count_held_policies(state.sides[player], holder, announced=announced))


def counted(state: StatecraftState, player: int) -> Trackers:
    """The trackers for campaigning and poaching: with SC-AFX-11 in the player's own turn, within 0 and 7."""
    trackers, spin = state.sides[player].trackers, state.turn.spin
    if player != state.active or spin == NO_POINTS:
        return trackers
    return stepped(trackers, spin)


def met(supporter: Supporter, trackers: Trackers) -> tuple[bool, bool, bool, bool]:
    """For each of the four conditions, whether these trackers meet it (SC-CAM-01, SC-CAM-02, SC-CAM-03)."""
    one, two, three, four = [
        condition is None
        or ((condition.least is None or value >= condition.least) and (condition.most is None or value <= condition.most))
        for condition, value in zip(supporter.conditions, trackers, strict=True)
    ]
    return one, two, three, four


def satisfies(supporter: Supporter, trackers: Trackers) -> bool:
    """Return whether these trackers meet all four conditions (SC-CAM-04, SC-R-52)."""
    for condition, value in zip(supporter.conditions, trackers, strict=True):
        if condition is not None:
            if condition.least is not None and value < condition.least:
                return False
            if condition.most is not None and value > condition.most:
                return False
    return True


def price(book: Book, state: StatecraftState, player: int, host: int, supporter: str) -> int:
    """The current price of poaching a supporter, in cards.

    It is 1 card when the host no longer satisfies the supporter, else 2. The leaders of host and poacher change it, unless the
    scenario sets the price (SC-R-48).

    Rules: SC-POA-03, SC-POA-04, SC-POA-05, SC-LDR-03, SC-LDR-08.
    """
    if scenario_of(book, state).effect is ScenarioEffect.FLAT_POACHING:
        return 1
    cards = usual_price(book, state, host, supporter)
    cards += has_text(book, state, host, LeaderEffect.LOYAL_SUPPORTERS)
    first = player == state.active and not state.turn.poached
    return max(0, cards - (first and has_text(book, state, player, LeaderEffect.CHEAPER_POACHING)))


def usual_price(book: Book, state: StatecraftState, host: int, supporter: str) -> int:
    """The price of poaching without leaders: 2 cards while the host satisfies the supporter, else 1 (SC-POA-03, SC-POA-04)."""
    return 2 if satisfies(book.supporters[supporter], state.sides[host].trackers) else 1


def fires_free(book: Book, state: StatecraftState, player: int) -> bool:
    """Return whether firing is free for this player, by scenario 13 or SC-LDR-06."""
    return scenario_of(book, state).effect is ScenarioEffect.FREE_FIRING or has_text(book, state, player, LeaderEffect.FREE_FIRING)


def may_campaign(book: Book, state: StatecraftState) -> bool:
    """Return whether the active player may campaign. Repeats are legal (SC-CAM-08), except in scenario 14."""
    return not state.turn.campaigned or scenario_of(book, state).effect is not ScenarioEffect.ONE_CAMPAIGN


def can_draw(book: Book, state: StatecraftState) -> bool:
    """Return whether deck or discard pile holds a policy or an action to draw.

    With end condition 5 the discard pile does not come back, and any card of the deck counts. An action card that is still to be
    played is in neither pile, so it does not count (SC-R-24).

    Rules: SC-DEK-03, SC-DEK-04, SC-DEK-05.
    """
    if scenario_of(book, state).end == LAST_DRAWN:
        return bool(state.deck)
    purple = book.purple
    for card in state.deck:
        if card not in purple:
            return True
    return any(card not in purple for card in state.discard)


def round_order(state: StatecraftState) -> tuple[int, ...]:
    """The players in the order of the round: clockwise, or reversed in every second alternating round (SC-SET-17)."""
    players = len(state.sides)
    order = tuple([(state.first + step) % players for step in range(players)])
    return order[::-1] if is_backwards(state) else order


def is_backwards(state: StatecraftState) -> bool:
    """Return whether this round goes counter-clockwise (SC-R-02)."""
    return state.alternating and state.round % 2 == 0


def in_play(state: StatecraftState) -> int:
    """The number of supporters in play, floating and claimed, without the box (SC-FIN-08, SC-R-43)."""
    return len(state.floating) + sum([len(side.supporters) for side in state.sides])


def most_supporters(sides: tuple[Side, ...]) -> int:
    """The largest number of supporters with one player."""
    return max([len(side.supporters) for side in sides], default=0)
