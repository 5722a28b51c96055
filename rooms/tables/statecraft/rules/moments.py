"""Whose moment it is: what each may do now, what comes of it, and what is played for who lets the time run out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.context import Chance
from rooms.tables.statecraft.facts.actions import LeaderStepped
from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.game.actions import (
    Announce,
    Bid,
    Campaign,
    ChooseOption,
    Contribute,
    Denounce,
    DiscardDown,
    DrawOrNot,
    EndTurn,
    Fire,
    LeaderStep,
    Lose,
    PayBid,
    PickCard,
    PlayAction,
    Poach,
    Recruit,
    SetIdeology,
    StatecraftAction,
    Take,
)
from rooms.tables.statecraft.game.book import Book
from rooms.tables.statecraft.game.content import IDEOLOGIES, LeaderEffect
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.offers import (
    BidOffer,
    CampaignOffer,
    ChooseOffer,
    ContributeOffer,
    DiscardDownOffer,
    DrawOffer,
    EndTurnOffer,
    FireOffer,
    LeaderStepOffer,
    LoseOffer,
    PayBidOffer,
    PickOffer,
    PoachOffer,
    PolicyOffer,
    RecruitOffer,
    SetIdeologyOffer,
    StatecraftOffer,
    TakeOffer,
)
from rooms.tables.statecraft.game.state import (
    HIGHEST,
    CheckIncumbent,
    Drawing,
    Looking,
    Loss,
    Payment,
    Phase,
    StatecraftState,
)
from rooms.tables.statecraft.rules.agenda import go_on
from rooms.tables.statecraft.rules.cabinets import fire, free_places, recruit, take, takes_of
from rooms.tables.statecraft.rules.cards import action_offers, picked, play_action
from rooms.tables.statecraft.rules.emergencies import contribute
from rooms.tables.statecraft.rules.events import choose_option, freeplay, options_of
from rooms.tables.statecraft.rules.losses import candidates_of, lose
from rooms.tables.statecraft.rules.measures import fires_free, hand_size, has_text
from rooms.tables.statecraft.rules.plays import plays_of
from rooms.tables.statecraft.rules.policies import move_ideology, play_policy
from rooms.tables.statecraft.rules.possible import possible_options
from rooms.tables.statecraft.rules.refusals import refusal
from rooms.tables.statecraft.rules.setup import set_ideology
from rooms.tables.statecraft.rules.supporters import bid, campaign, pay_bid, poach, to_campaign, to_poach
from rooms.tables.statecraft.rules.turns import discard_down, end_turn
from rooms.tables.statecraft.rules.waiting import waits_for

Offers = Callable[[Book, StatecraftState, int], "list[StatecraftOffer]"]
Does = Callable[[Course, int, Any], None]


# --- what is offered -------------------------------------------------------------------------------------------------------


def _announcing(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    plays = plays_of(book, state, player, announced=True)
    return [PolicyOffer(True, plays)] if plays else []


def _denouncing(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    plays = plays_of(book, state, player, announced=False)
    return [PolicyOffer(False, plays)] if plays else []


def _campaigning(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    found = to_campaign(book, state, player)
    return [CampaignOffer(found)] if found else []


def _recruiting(_book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    """Any card pays, as long as there is a politician to see (SC-REC-01, SC-REC-16, SC-PAY-02, SC-R-14); an action
    card too, whose text does nothing then (SC-ACN-04).."""
    hand = state.sides[player].hand
    return [RecruitOffer(hand)] if hand and (state.politicians or state.retired) else []


def _firing(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    """Any own politician, never the leader (SC-FIR-01, SC-FIR-02)."""
    side = state.sides[player]
    there = tuple([who for who in side.cabinet if who is not None])
    free = fires_free(book, state, player)
    return [FireOffer(there, () if free else side.hand)] if there and (free or side.hand) else []


def _poaching(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    """What can be paid for (SC-TRN-03)."""
    hand = state.sides[player].hand
    found = tuple([(supporter, cards) for supporter, cards in to_poach(book, state, player) if cards <= len(hand)])
    return [PoachOffer(found, hand)] if found else []


def _stepping(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    """Once in each own turn, and only a step that moves something (SC-LDR-07)."""
    side = state.sides[player]
    if not side.hand or state.turn.stepped or not has_text(book, state, player, LeaderEffect.LEADER_STEP):
        return []
    steps = [
        (ideology, step)
        for ideology, value in zip(IDEOLOGIES, side.trackers, strict=True)
        for step in (1, -1)
        if 0 <= value + step <= HIGHEST
    ]
    return [LeaderStepOffer(side.hand, tuple(steps))]


def _acting(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    return [*action_offers(book, state, player)]


def _losing(_book: Book, state: StatecraftState, _player: int) -> list[StatecraftOffer]:
    step = state.agenda[0]
    assert isinstance(step, Loss)
    return [LoseOffer(step.kind, step.count, candidates_of(state, step), step.steps)]


def _paying(_book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    step = state.agenda[0]
    assert isinstance(step, Payment)
    return [PayBidOffer(state.sides[player].hand, step.count)]


def _picking(_book: Book, state: StatecraftState, _player: int) -> list[StatecraftOffer]:
    step = state.agenda[0]
    assert isinstance(step, Looking)
    return [PickOffer(state.sides[step.opponent].hand)]


def _discarding(book: Book, state: StatecraftState, player: int) -> list[StatecraftOffer]:
    hand = state.sides[player].hand
    return [DiscardDownOffer(hand, len(hand) - hand_size(book, state, player))]


# --- what comes of it ------------------------------------------------------------------------------------------------------


def _leader_step(course: Course, player: int, action: LeaderStep) -> None:
    """Pay, and the tracker moves (SC-LDR-07)."""
    course.happens(Discarded(player, (action.pay,), Why.PAID))
    course.happens(LeaderStepped(player))
    move_ideology(course, player, IDEOLOGIES.index(action.ideology), action.step)


def _chosen_loss(course: Course, _player: int, action: Lose) -> None:
    step = course.state.agenda[0]
    assert isinstance(step, Loss)
    lose(course, step, action.things)


def _draw_or_not(course: Course, player: int, action: DrawOrNot) -> None:
    """A card, if it is wanted (SC-EVT-17, SC-LDR-09)."""
    if action.draw:
        course.first(Drawing(player, 1))


TURN: Final[Mapping[type, tuple[Offers, Does]]] = {  # the manoeuvres (SC-TRN-15), in both modes (SC-QIK-07), and the end
    Announce: (_announcing, play_policy),
    Denounce: (_denouncing, play_policy),
    Campaign: (_campaigning, campaign),
    Recruit: (_recruiting, recruit),
    Fire: (_firing, fire),
    Poach: (_poaching, poach),
    LeaderStep: (_stepping, _leader_step),
    PlayAction: (_acting, play_action),
    EndTurn: (lambda _book, _state, _player: [EndTurnOffer()], end_turn),
}
MOMENTS: Final[Mapping[Phase, Mapping[type, tuple[Offers, Does]]]] = {
    Phase.TURN: TURN,
    Phase.START_EFFECTS: {SetIdeology: (lambda _book, _state, _player: [SetIdeologyOffer(IDEOLOGIES)], set_ideology)},
    Phase.RECRUIT_CHOICE: {Take: (lambda book, state, player: [TakeOffer(*takes_of(book, state, player))], take)},
    Phase.ACTION_CHOICE: {PickCard: (_picking, picked)},
    Phase.EVENT_CHOICE: {ChooseOption: (lambda book, state, player: [ChooseOffer(options_of(book, state, player))], choose_option)},
    Phase.EMERGENCY_CHOICE: {Contribute: (lambda _book, state, player: [ContributeOffer(state.sides[player].hand)], contribute)},
    Phase.LOSS_CHOICE: {Lose: (_losing, _chosen_loss)},
    Phase.FREEPLAY: {Announce: (_announcing, freeplay), Denounce: (_denouncing, freeplay)},
    Phase.MAY_DRAW: {DrawOrNot: (lambda _book, _state, _player: [DrawOffer()], _draw_or_not)},
    Phase.INCUMBENT_BID: {Bid: (lambda _book, state, player: [BidOffer(len(state.sides[player].hand))], bid)},
    Phase.BID_PAYMENT: {PayBid: (_paying, pay_bid)},
    Phase.DISCARD_DOWN: {DiscardDown: (_discarding, discard_down)},
}
HIDDEN: Final = frozenset({Phase.EVENT_CHOICE, Phase.EMERGENCY_CHOICE, Phase.INCUMBENT_BID})  # these end when all are in


def act(course: Course, player: int, action: StatecraftAction) -> None:
    """Carry out an action that is offered, then whatever follows; after each manoeuvre the incumbent card is looked at.

    Raises:
        Refused: it is not offered; the refusal says why.

    Rules: SC-TRN-01, SC-TRN-02, SC-TRN-05, SC-INC-13, SC-R-24.
    """
    book, state, phase = course.book, course.state, course.state.phase
    found = MOMENTS.get(phase, {}).get(type(action))
    if found is None or player not in waits_for(state) or not any(offer.allows(action) for offer in found[0](book, state, player)):
        raise refusal(book, state, player, action)
    if phase is Phase.TURN:
        if type(action) is not EndTurn:
            course.first(CheckIncumbent())
    elif phase not in HIDDEN:
        course.todo.pop()
    found[1](course, player, action)
    go_on(course)


def offers(book: Book, state: StatecraftState, player: int) -> tuple[StatecraftOffer, ...]:
    """Everything this player may do now (SC-HID-07)."""
    if player not in waits_for(state):
        return ()
    return tuple([offer for offered, _does in MOMENTS[state.phase].values() for offer in offered(book, state, player)])


def default(book: Book, state: StatecraftState, player: int, chance: Chance) -> StatecraftAction:
    """What is played for a player whose time has run out (SC-R-51)."""
    phase, hand = state.phase, state.sides[player].hand
    step = state.agenda[0] if state.agenda else None
    if phase is Phase.START_EFFECTS:
        return SetIdeology(chance.shuffled(IDEOLOGIES)[0])
    if phase is Phase.RECRUIT_CHOICE:
        return _first_that_fits(book, state, player)
    if phase is Phase.EVENT_CHOICE:
        possible = possible_options(book, state, player)
        return ChooseOption(chance.shuffled(possible)[0] if possible else None)
    if phase is Phase.FREEPLAY:
        return chance.shuffled(_freeplays(book, state, player))[0]
    if isinstance(step, Loss):
        return Lose(chance.shuffled(candidates_of(state, step))[: step.count])
    if isinstance(step, Looking):
        return PickCard(chance.shuffled(state.sides[step.opponent].hand)[0])
    if isinstance(step, Payment):
        return PayBid(chance.shuffled(hand)[: step.count])
    if phase is Phase.DISCARD_DOWN:
        return DiscardDown(chance.shuffled(hand)[hand_size(book, state, player) :])
    return NOTHING.get(phase, EndTurn())


NOTHING: Final[Mapping[Phase, StatecraftAction]] = {
    Phase.EMERGENCY_CHOICE: Contribute(),
    Phase.MAY_DRAW: DrawOrNot(draw=False),
    Phase.INCUMBENT_BID: Bid(0),
}


def _freeplays(book: Book, state: StatecraftState, player: int) -> list[Announce | Denounce]:
    return [
        (Announce if announced else Denounce)(card, option, holder)
        for announced in (True, False)
        for card, options, holders in plays_of(book, state, player, announced=announced)
        for option in options
        for holder in holders
    ]


def _first_that_fits(book: Book, state: StatecraftState, player: int) -> Take:
    """The first drawn that can go to the nearest free place, left before right; otherwise nobody."""
    free = free_places(state, player)
    for each in state.drawn:
        if free and not book.politicians[each].senior:
            return Take(each, free[0])
    return Take()
