"""Offers and actions by phase, the players whom the table waits for, and the default action when time runs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.context import Chance
from control.engine.language import later, say
from control.engine.refusal import Refused
from rooms.tables.game.rules import Offer
from rooms.tables.potemkin.game import actions
from rooms.tables.potemkin.game.content import Book, Facade
from rooms.tables.potemkin.game.state import IN_TURN, Course, Phase, PotemkinState, count_of, face_down, shield_of_other
from rooms.tables.potemkin.rules import (
    abilities,
    ability_effects,
    action_abilities,
    building,
    capitol_shield_scientist,
    deck,
    destruction,
    drafting,
    end_of_game,
    end_phase,
    free_abilities,
    interiors,
    months,
    production,
    setup,
    spying,
    turns,
)

# pages of the rulebook: their facts are the facts of the game
PAGES: Final = (
    *(setup, months, deck, drafting, turns, building, production, capitol_shield_scientist, spying, destruction),
    *(end_phase, end_of_game, interiors),
    *(abilities, ability_effects, action_abilities, free_abilities),
)
Act = Callable[[Course, int, Any], None]
MOMENTS: Final[Mapping[type, tuple[Phase, Act]]] = {  # no action moves or changes a standing building (PE-BLD-08)
    actions.Pick: (Phase.DRAFT, drafting.pick),
    actions.Build: (Phase.TURN, building.build),
    actions.Spy: (Phase.TURN, spying.spy),
    actions.PlayAbility: (Phase.TURN, abilities.play_ability),
    actions.Produce: (Phase.TURN, production.produce),
    actions.CheckAgain: (Phase.CHECK_AGAIN, spying.check_again),
    actions.BuildAgain: (Phase.BUILD_AGAIN, action_abilities.build_again),
    actions.Discard: (Phase.DISCARD, free_abilities.discard),
    actions.PlaceAgents: (Phase.READY_AGENTS, end_phase.place_agents),
}
WAITING: Final[Mapping[Phase, tuple[str, str]]] = {  # the refusal of an action that belongs to another phase, and its rule
    Phase.SETUP: (later("The table is not laid out yet."), "PE-SET-02"),
    Phase.DRAFT: (later("Cards are being drafted. Pick one of the pack in front of you."), "PE-CAL-03"),
    Phase.TURN: (later("It is time for an action: build, spy, use an ability or produce."), "PE-ACT-11"),
    Phase.CHECK_AGAIN: (later("An agent may check once more. Name a building or the shield, or decline."), "PE-SPY-19"),
    Phase.BUILD_AGAIN: (later("The Second Crew may build once more. Build, or decline."), "PE-ABI-01"),
    Phase.DISCARD: (later("Fresh Timber wants a card of your hand. Discard one."), "PE-ABI-06"),
    Phase.READY_AGENTS: (later("Spent agents are being placed. Say where yours go."), "PE-CAL-03"),
    Phase.OVER: (later("The game is over."), "PE-CAL-05"),
}


def act(course: Course, player: int, action: actions.PotemkinAction) -> None:
    """Carry out an action of the current phase, and all idle turns after it (PE-ACT-05, PE-ABL-02).

    Raises:
        Refused: it is not this player's moment for it, or its own rules refuse it.
    """
    state = course.state
    if not 0 <= player < len(state.sides):
        raise Refused(say("Only who sits at the table may play."), rule="PE-HID-09", code="not-yours")
    if type(action) not in MOMENTS:
        raise Refused(say("There is no such action in this game."), rule="PE-ACT-05")
    phase, does = MOMENTS[type(action)]
    if state.phase is Phase.OVER:
        raise Refused(say(WAITING[Phase.OVER][0]), rule=WAITING[Phase.OVER][1], code="closed")
    if state.phase in IN_TURN and state.turn != player:
        raise Refused(say("It is another player's turn. Wait for yours."), rule="PE-ACT-02")
    if state.phase is not phase:
        sentence, rule = WAITING[state.phase]
        raise Refused(say(sentence), rule=rule)
    does(course, player, action)
    play_idle(course)


def play_idle(course: Course) -> None:
    """Play every turn in which the player can only produce without effect, also the first of a game (PE-R-12)."""
    while _is_idle(course.book, course.state):
        production.produce_unasked(course)


def _is_idle(book: Book, state: PotemkinState) -> bool:
    """Return whether the active player has no cards and can only produce without effect (PE-ACT-11, PE-R-12).

    Such a turn plays itself. A player with hand cards is always asked, because an automatic turn would reveal the hand.
    """
    if state.phase is not Phase.TURN:
        return False
    side = state.sides[state.turn]
    if side.hand or count_of(side, Facade.INDUSTRY):
        return False
    return len(_turn_offers(book, state, state.turn)) == 1


def waits_for(state: PotemkinState) -> tuple[int, ...]:
    """The players whose answer the table waits for."""
    if state.phase in IN_TURN:
        return (state.turn,)
    if state.phase is Phase.DRAFT:
        return drafting.still_picking(state)
    return end_phase.still_placing(state) if state.phase is Phase.READY_AGENTS else ()


def offered_to(book: Book, state: PotemkinState, player: int) -> tuple[Offer[actions.PotemkinAction], ...]:
    """Everything this player may do now."""
    phase = state.phase
    if phase in IN_TURN:
        if state.turn != player:
            return ()
        return _turn_offers(book, state, player) if phase is Phase.TURN else (_asked_again(state, player),)
    if phase is Phase.DRAFT:  # the most frequent question, so it does not look at the other players' picks
        side = state.sides[player] if 0 <= player < len(state.sides) else None
        return (actions.PickOffer(side.pack),) if side is not None and side.pick is None else ()
    if player not in waits_for(state):
        return ()
    side = state.sides[player]
    return (actions.PlaceAgentsOffer(side.spent, tuple([home.id for home in end_phase.homes_of(side)]), end_phase.empty_of(side)),)


def _turn_offers(book: Book, state: PotemkinState, player: int) -> tuple[Offer[actions.PotemkinAction], ...]:
    """The offers in the player's mode (PE-ACT-05, PE-ACT-06, PE-ACT-09). Producing is always possible (PE-ACT-11, PE-IND-07)."""
    side = state.sides[player]
    found: list[Offer[actions.PotemkinAction]] = []
    if not side.producing:
        if side.hand:
            found.append(actions.BuildOffer(side.hand))
        agents = tuple([(each.id, each.agents) for each in side.village if each.agents])
        if agents:
            bare, shielded = face_down(state, player)
            shield = shield_of_other(state, player)
            if bare or shield is not None:
                found.append(actions.SpyOffer(agents, bare, shielded, shield))
    found += abilities.ability_offers(book, state, player)
    found.append(actions.ProduceOffer(not side.producing))
    return tuple(found)


def _asked_again(state: PotemkinState, player: int) -> Offer[actions.PotemkinAction]:
    """The single offer in the middle of a turn."""
    hand = state.sides[player].hand
    if state.phase is Phase.CHECK_AGAIN:
        agent = state.mission.extra[0] if state.mission is not None else 0
        return actions.CheckAgainOffer(agent, face_down(state, player)[0], shield_of_other(state, player))
    return actions.BuildAgainOffer(hand) if state.phase is Phase.BUILD_AGAIN else actions.DiscardOffer(hand)


def default(state: PotemkinState, player: int, chance: Chance) -> actions.PotemkinAction:
    """The action for a player whose time has run out (PE-R-36). It is simple and reveals nothing."""
    side = state.sides[player]
    if state.phase is Phase.DRAFT:
        return actions.Pick(chance.shuffled(side.pack)[0])
    if state.phase is Phase.CHECK_AGAIN:
        return actions.CheckAgain(decline=True)
    if state.phase is Phase.BUILD_AGAIN:
        return actions.BuildAgain(decline=True)
    if state.phase is Phase.DISCARD:
        return actions.Discard(chance.shuffled(side.hand)[0])
    return actions.PlaceAgents(end_phase.spread(side)) if state.phase is Phase.READY_AGENTS else actions.Produce()
