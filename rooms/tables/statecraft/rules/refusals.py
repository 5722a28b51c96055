"""Reasons why an action is not offered: one sentence with its rule. Only the offers decide what is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from control.engine.language import later, say, say_count
from control.engine.refusal import Refused
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import ActionEffect, Book, LeaderEffect, ScenarioEffect
from rooms.tables.statecraft.game.state import BUDGET, PORTFOLIO, Loss, LossKind, Payment, Phase, StatecraftState, host_of
from rooms.tables.statecraft.rules import limits
from rooms.tables.statecraft.rules.awaited_players import asked, waits_for

Why = tuple[str, str]  # the sentence and the rule
WAITING: Final[Mapping[Phase, Why]] = {  # the refusal of an action that belongs to another phase
    Phase.SETUP: (later("The table is not laid out yet."), "SC-SET-02"),
    Phase.START_EFFECTS: (later("The game has not begun. An ideology is being set to 2."), "SC-ADV-04"),
    Phase.TURN: (later("Nothing of that kind is asked now. Do a manoeuvre or end the turn."), "SC-TRN-15"),
    Phase.REFILL: (later("The hand is being refilled. Wait a moment."), "SC-TRN-09"),
    Phase.RECRUIT_CHOICE: (later("Politicians lie open. Take one of them first."), "SC-REC-03"),
    Phase.ACTION_CHOICE: (later("A hand is being looked at. Choose the card of it that goes."), "SC-AFX-03"),
    Phase.EVENT_CHOICE: (later("An event is being resolved. Choose one of its options."), "SC-EVT-03"),
    Phase.EMERGENCY_CHOICE: (later("An emergency asks for cards. Give one or nothing."), "SC-EMG-05"),
    Phase.LOSS_CHOICE: (later("Something has to be lost. Choose what."), "SC-LOS-06"),
    Phase.FREEPLAY: (later("A policy is freeplayed. Announce or denounce one."), "SC-EVT-17"),
    Phase.MAY_DRAW: (later("A card may be drawn. Say yes or no."), "SC-EVT-17"),
    Phase.INCUMBENT_BID: (later("The office is being bid for. Name a number."), "SC-INC-07"),
    Phase.BID_PAYMENT: (later("A bid has to be paid. Choose the cards."), "SC-INC-09"),
    Phase.DISCARD_DOWN: (later("The hand is too large. Discard first."), "SC-TRN-07"),
    Phase.OVER: (later("The game is over."), "SC-FIN-02"),
}


def refusal(book: Book, state: StatecraftState, player: int, action: actions.StatecraftAction, *, asked_now: bool) -> Refused:
    """The reason why this player cannot do this now (SC-TRN-05). `asked_now`: the table waits for actions of this type."""
    phase = state.phase
    if not 0 <= player < len(state.sides):
        return Refused(say("Only who sits at the table may play."), rule="SC-HID-07", code="not-yours")
    if type(action) not in actions.ACTIONS:
        return Refused(say("There is no such action in this game."), rule="SC-TRN-15")
    if phase is Phase.OVER:
        sentence, rule = WAITING[phase]
        return Refused(say(sentence), rule=rule, code="closed")
    if player not in waits_for(state):
        if player in asked(state):
            return Refused(say("You have chosen already, and that stands. Wait for the others."), rule="SC-R-32")
        if phase is Phase.TURN:
            return Refused(say("It is another player’s turn. Wait for yours."), rule="SC-TRN-05")
        return Refused(say("Another player has to decide first. Wait a moment."), rule="SC-TRN-05")
    if not asked_now:
        sentence, rule = WAITING[phase]
        return Refused(say(sentence), rule=rule)
    sentence, rule = (
        WHY[type(action)](book, state, player, action) if type(action) in WHY else (say(WAITING[phase][0]), "SC-TRN-15")
    )
    return Refused(sentence, rule=rule)


def _in_hand(state: StatecraftState, player: int, card: str, rule: str) -> Why | None:
    if card in state.sides[player].hand:
        return None
    return say("That card is not in your hand. Choose one that is."), rule


def _all_in_hand(state: StatecraftState, player: int, cards: tuple[str, ...], rule: str) -> Why | None:
    """The reason why these cards cannot pay. Each card pays once."""
    missing = (_in_hand(state, player, card, rule) for card in cards)
    if found := next((each for each in missing if each is not None), None):
        return found
    return (say("Name each card once."), rule) if len(set(cards)) < len(cards) else None


def _play(book: Book, state: StatecraftState, player: int, action: actions.Announce | actions.Denounce) -> Why:
    """The reason why a policy cannot be played: card, option, holder, room or budget."""
    announced, side = type(action) is actions.Announce, state.sides[player]
    if missing := _in_hand(state, player, action.card, "SC-POL-01" if announced else "SC-DEN-01"):
        return missing
    policy = book.policies.get(action.card)
    if policy is None:
        return say("That is no policy. Choose a policy of your hand."), "SC-POL-01" if announced else "SC-DEN-01"
    if action.option not in (0, 1):
        return say("A policy has two options. Name one of them."), "SC-POL-01" if announced else "SC-DEN-01"
    if action.holder is None:
        if announced and not limits.most_announced(book, state, player, None):
            return say("Your leader announces nothing. Choose a politician."), "SC-POL-14"
    elif action.holder not in side.cabinet:
        return say("That politician is not in your cabinet. Choose one who is."), "SC-POL-02" if announced else "SC-DEN-02"
    elif policy.specialism not in book.politicians[action.holder].specialisms:
        return (
            say(
                "{politician} does not know about {specialism}. Choose somebody who does.",
                politician=book.politicians[action.holder].name,
                specialism=book.names[policy.specialism.value],
            ),
            "SC-POL-03" if announced else "SC-DEN-09",
        )
    if not limits.room_of(book, state, player, action.holder, announced=announced):
        return _full(book, state, player, action)
    return _budget(book, state, player, action, policy.options[action.option].cost)


def _full(book: Book, state: StatecraftState, player: int, action: actions.Announce | actions.Denounce) -> Why:
    if type(action) is actions.Announce:
        most = limits.most_announced(book, state, player, action.holder)
        rule = "SC-POL-10" if action.holder is not None else "SC-LDR-04"
        return say_count(
            "There is no room: {count} policy is announced there.", "There is no room: {count} policies are announced there.", most
        ), rule
    return say("There is no room: {count} policies are denounced there.", count=PORTFOLIO), (
        "SC-DEN-07" if action.holder is None else "SC-DEN-06"
    )


def _budget(book: Book, state: StatecraftState, player: int, action: actions.Announce | actions.Denounce, cost: int) -> Why:
    announced = type(action) is actions.Announce
    budget = state.sides[player].budget + (cost if announced else -cost)
    if budget > BUDGET:
        sentence = say("The budget would be {budget}, and +5 is the most. Spend first.", budget=f"+{budget}")
        return sentence, "SC-POL-07" if announced else "SC-DEN-05"
    least = limits.budget_least(book, state, player)
    sentence = say("The budget would be −{budget}, and −{least} is the least. Earn first.", budget=-budget, least=-least)
    return sentence, "SC-POL-08" if announced else "SC-DEN-05"


def _campaign(book: Book, state: StatecraftState, _player: int, action: actions.Campaign) -> Why:
    if action.supporter not in state.floating:
        return say("That supporter does not float. Choose one of the floating area."), "SC-CAM-05"
    if not limits.may_campaign(book, state):
        return say("In this scenario one supporter is won by campaigning in a turn, and you have won one."), "SC-CAM-08"
    return say("Your ideologies do not satisfy that supporter."), "SC-CAM-06"


def _recruit(_book: Book, state: StatecraftState, player: int, action: actions.Recruit) -> Why:
    if not state.politicians and not state.retired:
        return say("There is no politician left to be recruited."), "SC-REC-16"
    return _in_hand(state, player, action.pay, "SC-REC-01") or (say("Pay with a card of your hand."), "SC-PAY-06")


def _take(book: Book, state: StatecraftState, player: int, action: actions.Take) -> Why:
    if action.politician is None:
        if action.place is not None:
            return say("Name a politician for that place, or nobody."), "SC-REC-03"
        return say("Somebody of the drawn can go to a free place, so one has to be taken."), "SC-REC-11"
    if action.politician not in state.drawn or action.place is None:
        return say("Take one of the politicians who lie open, and name a place."), "SC-REC-03"
    cabinet = state.sides[player].cabinet
    who = cabinet[list(type(action.place)).index(action.place)]
    if who is not None:
        return say(
            "{politician} has no specialism of theirs, and cannot be replaced so.", politician=book.politicians[who].name
        ), "SC-REP-02"
    if book.politicians[action.politician].senior:
        return say("A senior politician only takes the place of another. Choose a place that is taken."), "SC-REC-10"
    return say("A place nearer to your leader is free. Choose that."), "SC-REC-07"


def _fire(book: Book, state: StatecraftState, player: int, action: actions.Fire) -> Why:
    if action.politician not in state.sides[player].cabinet:
        leads = action.politician == state.sides[player].leader
        return say("Only a politician of your own cabinet can be fired."), "SC-FIR-02" if leads else "SC-FIR-01"
    if limits.fires_free(book, state, player):
        return say("Firing costs you nothing. Name no card."), "SC-PAY-07"
    if action.pay is None:
        return say("Firing costs a card of your hand. Name it."), "SC-PAY-07"
    return _in_hand(state, player, action.pay, "SC-FIR-03") or (say("Name a card of your hand."), "SC-PAY-07")


def _poach(book: Book, state: StatecraftState, player: int, action: actions.Poach) -> Why:
    host = host_of(state, action.supporter)
    if host is None or host == player:
        return say("No other player has that supporter."), "SC-POA-01"
    if not limits.satisfies(book.supporters[action.supporter], limits.counted(state, player)):
        return say("Your ideologies do not satisfy that supporter."), "SC-POA-02"
    if missing := _all_in_hand(state, player, action.pay, "SC-PAY-01"):
        return missing
    cost = limits.price(book, state, player, host, action.supporter)
    sentence = say_count("This poaching costs exactly {count} card.", "This poaching costs exactly {count} cards.", cost)
    if limits.scenario_of(book, state).effect is ScenarioEffect.FLAT_POACHING:
        return sentence, "SC-R-48"
    usual = limits.usual_price(book, state, host, action.supporter)
    if len(action.pay) == usual:  # only a leader changes the price
        return sentence, "SC-LDR-08" if cost > usual else "SC-LDR-03"
    return sentence, "SC-POA-03" if usual == 1 else "SC-POA-04"


def _step(book: Book, state: StatecraftState, player: int, action: actions.LeaderStep) -> Why:
    if not limits.has_text(book, state, player, LeaderEffect.LEADER_STEP):
        return say("Your leader has no such ability."), "SC-LDR-07"
    if state.turn.stepped:
        return say("Your leader has done that in this turn already."), "SC-LDR-07"
    return _in_hand(state, player, action.pay, "SC-LDR-07") or (
        say("That step moves nothing. Name an ideology and 1 up or down that it can go."),
        "SC-LDR-07",
    )


RULE_OF: Final[Mapping[ActionEffect, str]] = {
    effect: f"SC-AFX-{number:02}" for number, effect in enumerate(ActionEffect, start=1)
}  # in the order of the rulebook


def _action(book: Book, state: StatecraftState, player: int, action: actions.PlayAction) -> Why:
    if missing := _in_hand(state, player, action.card, "SC-ACN-01"):
        return missing
    card = book.actions.get(action.card)
    if card is None:
        return say("That is no action card. Announce or denounce it."), "SC-ACN-01"
    if card.effect is ActionEffect.DRAW_THREE and action == actions.PlayAction(action.card):
        if not limits.can_draw(book, state):
            return say("There is nothing to draw. Keep the card."), "SC-ACN-03"
        return say("Such a card works once in a turn."), "SC-AFX-09"
    if action == actions.PlayAction(action.card):
        return say("“{card}” needs a target, or could change nothing.", card=card.title), "SC-ACN-03"
    return say("“{card}” cannot be played in that way: {text}", card=card.title, text=card.text), RULE_OF[card.effect]


def _pick(_book: Book, _state: StatecraftState, _player: int, _action: actions.PickCard) -> Why:
    return say("That card is not in the hand you look at."), "SC-AFX-03"


def _discard(book: Book, state: StatecraftState, player: int, action: actions.DiscardDown) -> Why:
    if missing := _all_in_hand(state, player, action.cards, "SC-TRN-07"):
        return missing
    over = len(state.sides[player].hand) - limits.hand_size(book, state, player)
    return say_count("Discard exactly {count} card of your hand.", "Discard exactly {count} cards of your hand.", over), "SC-TRN-07"


def _choose(_book: Book, state: StatecraftState, player: int, action: actions.ChooseOption) -> Why:
    if action.option is None:
        return say("You can carry out an option of the event, so choose one."), "SC-EVT-07"
    return say("You cannot carry out that option in full. Choose what is offered."), "SC-EVT-09"


def _contribute(_book: Book, _state: StatecraftState, _player: int, _action: actions.Contribute) -> Why:
    return say("Give a card of your hand, or nothing."), "SC-EMG-05"


def _lose(_book: Book, state: StatecraftState, player: int, action: actions.Lose) -> Why:
    step = state.agenda[0]
    count, chosen = step.count if isinstance(step, Loss) else 0, len(action.things)
    of_hand = isinstance(step, Loss) and step.kind is LossKind.CARDS
    if of_hand and (missing := _all_in_hand(state, player, action.things, "SC-LOS-06")):
        return missing
    if count == chosen:
        return say("Something that is chosen cannot be lost by this. Choose from what is offered."), "SC-LOS-06"
    if of_hand:
        asked = say_count(
            "Choose {count} of the cards, you have chosen {chosen}.",
            "Choose {count} of the cards, you have chosen {chosen}.",
            count,
            chosen=chosen,
        )
    else:
        asked = say_count(
            "Choose {count} of them, you have chosen {chosen}.",
            "Choose {count} of them, you have chosen {chosen}.",
            count,
            chosen=chosen,
        )
    return asked, "SC-LOS-06"


def _bid(_book: Book, state: StatecraftState, player: int, _action: actions.Bid) -> Why:
    return say("Bid a number from 0 to {most}, the cards in your hand.", most=len(state.sides[player].hand)), "SC-INC-07"


def _pay_bid(_book: Book, state: StatecraftState, player: int, action: actions.PayBid) -> Why:
    if missing := _all_in_hand(state, player, action.cards, "SC-INC-09"):
        return missing
    step = state.agenda[0]
    count = step.count if isinstance(step, Payment) else 0
    return say_count("Discard exactly {count} card, as you bid.", "Discard exactly {count} cards, as you bid.", count), "SC-INC-09"


WHY: Final[Mapping[type, Callable[[Book, StatecraftState, int, Any], Why]]] = {
    actions.Announce: _play,
    actions.Denounce: _play,
    actions.Campaign: _campaign,
    actions.Recruit: _recruit,
    actions.Take: _take,
    actions.Fire: _fire,
    actions.Poach: _poach,
    actions.LeaderStep: _step,
    actions.PlayAction: _action,
    actions.PickCard: _pick,
    actions.DiscardDown: _discard,
    actions.ChooseOption: _choose,
    actions.Contribute: _contribute,
    actions.Lose: _lose,
    actions.Bid: _bid,
    actions.PayBid: _pay_bid,
}
