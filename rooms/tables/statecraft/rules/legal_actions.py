"""Offers and actions by phase, and the default action when time runs out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from control.engine.context import Chance
from rooms.tables.game.rules import Offer
from rooms.tables.statecraft.facts.actions import LeaderStepped
from rooms.tables.statecraft.facts.deck import Discarded, Why
from rooms.tables.statecraft.game import actions, offers
from rooms.tables.statecraft.game.content import IDEOLOGIES, Book, LeaderEffect
from rooms.tables.statecraft.game.course import Course
from rooms.tables.statecraft.game.state import (
    HIGHEST,
    Bidding,
    CheckIncumbent,
    Choosing,
    Contributing,
    Drawing,
    Looking,
    Loss,
    MayDraw,
    Payment,
    Phase,
    Recruiting,
    StartChoice,
    StatecraftState,
)
from rooms.tables.statecraft.rules.awaited_players import waits_for
from rooms.tables.statecraft.rules.cabinets import fire, free_places, recruit, take, takes_of
from rooms.tables.statecraft.rules.cards import action_offers, discard_picked, play_action
from rooms.tables.statecraft.rules.emergencies import contribute
from rooms.tables.statecraft.rules.events import choose_option, freeplay, options_of, possible_options
from rooms.tables.statecraft.rules.limits import fires_free, hand_size, has_text
from rooms.tables.statecraft.rules.losses import candidates_of, lose
from rooms.tables.statecraft.rules.policies import move_ideology, play_policy, plays_of
from rooms.tables.statecraft.rules.refusals import refusal
from rooms.tables.statecraft.rules.setup import set_ideology
from rooms.tables.statecraft.rules.supporters import bid, campaign, pay_bid, poach, to_campaign, to_poach
from rooms.tables.statecraft.rules.turns import discard_down, end_turn, go_on

Offered = Offer[actions.StatecraftAction]
Offers = Callable[[Book, StatecraftState, int], Sequence[Offered]]
Does = Callable[[Course, int, Any], None]


# --- offers -----------------------------------------------------------------------------------------------------------------


def _announcing(book: Book, state: StatecraftState, player: int) -> list[Offered]:
    plays = plays_of(book, state, player, announced=True)
    return [offers.PolicyOffer(True, plays)] if plays else []


def _denouncing(book: Book, state: StatecraftState, player: int) -> list[Offered]:
    plays = plays_of(book, state, player, announced=False)
    return [offers.PolicyOffer(False, plays)] if plays else []


def _campaigning(book: Book, state: StatecraftState, player: int) -> list[Offered]:
    found = to_campaign(book, state, player)
    return [offers.CampaignOffer(found)] if found else []


def _recruiting(_book: Book, state: StatecraftState, player: int) -> list[Offered]:
    """Any hand card pays, also an action card, whose text then does nothing (SC-PAY-02, SC-R-14, SC-ACN-04).

    A politician must be left to draw (SC-REC-01, SC-REC-16).
    """
    hand = state.sides[player].hand
    return [offers.RecruitOffer(hand)] if hand and (state.politicians or state.retired) else []


def _firing(book: Book, state: StatecraftState, player: int) -> list[Offered]:
    """Any own politician, but not the leader (SC-FIR-01, SC-FIR-02)."""
    side = state.sides[player]
    there = tuple([who for who in side.cabinet if who is not None])
    free = fires_free(book, state, player)
    return [offers.FireOffer(there, () if free else side.hand)] if there and (free or side.hand) else []


def _poaching(book: Book, state: StatecraftState, player: int) -> list[Offered]:
    """The supporters that the player can pay for (SC-TRN-03)."""
    hand = state.sides[player].hand
    found = tuple([(supporter, cards) for supporter, cards in to_poach(book, state, player) if cards <= len(hand)])
    return [offers.PoachOffer(found, hand)] if found else []


def _stepping(book: Book, state: StatecraftState, player: int) -> list[Offered]:
    """Once in each own turn, steps that change a tracker (SC-LDR-07)."""
    side = state.sides[player]
    if not side.hand or state.turn.stepped or not has_text(book, state, player, LeaderEffect.LEADER_STEP):
        return []
    steps = [
        (ideology, step)
        for ideology, value in zip(IDEOLOGIES, side.trackers, strict=True)
        for step in (1, -1)
        if 0 <= value + step <= HIGHEST
    ]
    return [offers.LeaderStepOffer(side.hand, tuple(steps))]


def _offers_of_agenda(book: Book, state: StatecraftState, player: int) -> list[Offered]:
    """The single offer for the first step of the agenda."""
    hand = state.sides[player].hand
    match state.agenda[0]:
        case StartChoice():
            return [offers.SetIdeologyOffer(IDEOLOGIES)]
        case Recruiting():
            return [offers.TakeOffer(*takes_of(book, state, player))]
        case Looking(opponent):
            return [offers.PickOffer(state.sides[opponent].hand)]
        case Choosing():
            return [offers.ChooseOffer(options_of(book, state, player))]
        case Contributing():
            return [offers.ContributeOffer((None, *hand))]
        case Loss() as loss:
            return [offers.LoseOffer(candidates_of(state, loss), loss.count, loss.kind, loss.steps)]
        case MayDraw():
            return [offers.DrawOffer()]
        case Bidding():
            return [offers.BidOffer(tuple(range(len(hand) + 1)))]
        case Payment(_player, count):
            return [offers.PayBidOffer(hand, count)]
        case _:
            return [offers.DiscardDownOffer(hand, len(hand) - hand_size(book, state, player))]


# --- actions ----------------------------------------------------------------------------------------------------------------


def _leader_step(course: Course, player: int, action: actions.LeaderStep) -> None:
    """Pay a card and move the tracker (SC-LDR-07)."""
    course.happens(Discarded(player, (action.pay,), Why.PAID))
    course.happens(LeaderStepped(player))
    move_ideology(course, player, IDEOLOGIES.index(action.ideology), action.step)


def _chosen_loss(course: Course, _player: int, action: actions.Lose) -> None:
    step = course.state.agenda[0]
    assert isinstance(step, Loss)
    lose(course, step, action.things)


def _draw_or_not(course: Course, player: int, action: actions.DrawOrNot) -> None:
    """Draw a card if the player wants one (SC-EVT-17, SC-LDR-09)."""
    if action.draw:
        course.first(Drawing(player, 1))


TURN: Final[Mapping[type, tuple[Offers, Does]]] = {  # the manoeuvres (SC-TRN-15), in both modes (SC-QIK-07), and EndTurn
    actions.Announce: (_announcing, play_policy),
    actions.Denounce: (_denouncing, play_policy),
    actions.Campaign: (_campaigning, campaign),
    actions.Recruit: (_recruiting, recruit),
    actions.Fire: (_firing, fire),
    actions.Poach: (_poaching, poach),
    actions.LeaderStep: (_stepping, _leader_step),
    actions.PlayAction: (action_offers, play_action),
    actions.EndTurn: (lambda _book, _state, _player: [offers.EndTurnOffer()], end_turn),
}
MOMENTS: Final[Mapping[Phase, Mapping[type, tuple[Offers, Does]]]] = {
    Phase.TURN: TURN,
    Phase.START_EFFECTS: {actions.SetIdeology: (_offers_of_agenda, set_ideology)},
    Phase.RECRUIT_CHOICE: {actions.Take: (_offers_of_agenda, take)},
    Phase.ACTION_CHOICE: {actions.PickCard: (_offers_of_agenda, discard_picked)},
    Phase.EVENT_CHOICE: {actions.ChooseOption: (_offers_of_agenda, choose_option)},
    Phase.EMERGENCY_CHOICE: {actions.Contribute: (_offers_of_agenda, contribute)},
    Phase.LOSS_CHOICE: {actions.Lose: (_offers_of_agenda, _chosen_loss)},
    Phase.FREEPLAY: {actions.Announce: (_announcing, freeplay), actions.Denounce: (_denouncing, freeplay)},
    Phase.MAY_DRAW: {actions.DrawOrNot: (_offers_of_agenda, _draw_or_not)},
    Phase.INCUMBENT_BID: {actions.Bid: (_offers_of_agenda, bid)},
    Phase.BID_PAYMENT: {actions.PayBid: (_offers_of_agenda, pay_bid)},
    Phase.DISCARD_DOWN: {actions.DiscardDown: (_offers_of_agenda, discard_down)},
}
HIDDEN: Final = frozenset({Phase.EVENT_CHOICE, Phase.EMERGENCY_CHOICE, Phase.INCUMBENT_BID})  # these end with the last answer


def act(course: Course, player: int, action: actions.StatecraftAction) -> None:
    """Carry out an offered action and everything that follows. Each manoeuvre is followed by a check of the incumbent card.

    Raises:
        Refused: the action is not offered. The refusal says why.

    Rules: SC-TRN-01, SC-TRN-02, SC-TRN-05, SC-INC-13, SC-R-24.
    """
    book, state, phase = course.book, course.state, course.state.phase
    found = MOMENTS.get(phase, {}).get(type(action))
    if found is None or player not in waits_for(state) or not any(offer.allows(action) for offer in found[0](book, state, player)):
        raise refusal(book, state, player, action, asked_now=found is not None)
    if phase is Phase.TURN:
        if type(action) is not actions.EndTurn:
            course.first(CheckIncumbent())
    elif phase not in HIDDEN:
        course.todo.pop()
    found[1](course, player, action)
    go_on(course)


def offered_to(book: Book, state: StatecraftState, player: int) -> tuple[Offer[actions.StatecraftAction], ...]:
    """Everything this player may do now (SC-HID-07)."""
    if player not in waits_for(state):
        return ()
    return tuple([offer for offered, _does in MOMENTS[state.phase].values() for offer in offered(book, state, player)])


def default(book: Book, state: StatecraftState, player: int, chance: Chance) -> actions.StatecraftAction:
    """The action for a player whose time has run out (SC-R-51)."""
    phase, hand = state.phase, state.sides[player].hand
    step = state.agenda[0] if state.agenda else None
    if phase is Phase.START_EFFECTS:
        return actions.SetIdeology(chance.shuffled(IDEOLOGIES)[0])
    if phase is Phase.RECRUIT_CHOICE:
        return _first_that_fits(book, state, player)
    if phase is Phase.EVENT_CHOICE:
        possible = possible_options(book, state, player)
        return actions.ChooseOption(chance.shuffled(possible)[0] if possible else None)
    if phase is Phase.FREEPLAY:
        return chance.shuffled(_freeplays(book, state, player))[0]
    if isinstance(step, Loss):
        return actions.Lose(chance.shuffled(candidates_of(state, step))[: step.count])
    if isinstance(step, Looking):
        return actions.PickCard(chance.shuffled(state.sides[step.opponent].hand)[0])
    if isinstance(step, Payment):
        return actions.PayBid(chance.shuffled(hand)[: step.count])
    if phase is Phase.DISCARD_DOWN:
        return actions.DiscardDown(chance.shuffled(hand)[hand_size(book, state, player) :])
    return NOTHING.get(phase, actions.EndTurn())


NOTHING: Final[Mapping[Phase, actions.StatecraftAction]] = {
    Phase.EMERGENCY_CHOICE: actions.Contribute(),
    Phase.MAY_DRAW: actions.DrawOrNot(draw=False),
    Phase.INCUMBENT_BID: actions.Bid(0),
}


def _freeplays(book: Book, state: StatecraftState, player: int) -> list[actions.Announce | actions.Denounce]:
    return [
        (actions.Announce if announced else actions.Denounce)(card, option, holder)
        for announced in (True, False)
        for card, options, holders in plays_of(book, state, player, announced=announced)
        for option in options
        for holder in holders
    ]


def _first_that_fits(book: Book, state: StatecraftState, player: int) -> actions.Take:
    """Take the first drawn politician who fits in the nearest free place, left before right. Otherwise take nobody."""
    free = free_places(state, player)
    for each in state.drawn:
        if free and not book.politicians[each].senior:
            return actions.Take(each, free[0])
    return actions.Take()
