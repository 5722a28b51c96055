"""The title on top of a screen: the task, or the player who acts, and the default action when time runs out (SC-R-51)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.language import later, listed, say, say_count
from rooms.tables.game.names import possessive
from rooms.tables.statecraft.game.actions import StatecraftAction
from rooms.tables.statecraft.game.state import DrawReason, LossKind, Phase
from rooms.tables.statecraft.game.view import StatecraftView
from rooms.tables.statecraft.screens.question_shapes import Ask
from rooms.tables.statecraft.screens.shapes import card_of
from rooms.tables.statecraft.screens.viewer import StatecraftViewer, cards


def run_out_words(_view: StatecraftView, action: StatecraftAction) -> str:
    """The default action, for its player to read before the time runs out."""
    return say(action.default)


HEADS: Final[Mapping[Phase, tuple[str, str]]] = {  # for the player who is asked: a title and a line
    Phase.START_EFFECTS: (later("Set one ideology to 2"), later("Before the first turn, one of your four trackers starts at 2.")),
    Phase.TURN: (later("Your turn"), later("As many manoeuvres as you like, in any order. Then end your turn.")),
    Phase.RECRUIT_CHOICE: (later("Take a politician"), later("The others retire.")),
    Phase.EVENT_CHOICE: (later("Choose an option"), later("Nobody sees it before all have chosen. It cannot be changed.")),
    Phase.EMERGENCY_CHOICE: (
        later("Contribute a card, or nothing"),
        later("All choices are shown together. It is gone in any case."),
    ),
    Phase.FREEPLAY: (later("Play a policy"), later("Announce or denounce one now. After that you may draw a card.")),
    Phase.INCUMBENT_BID: (
        later("Bid for the incumbent card"),
        later("The highest bid pays that many cards and takes it. Equal bids: nobody does."),
    ),
}
FROM_CARD: Final = frozenset({Phase.EVENT_CHOICE, Phase.EMERGENCY_CHOICE, Phase.FREEPLAY})


def heading_of(looker: StatecraftViewer, ask: Ask | None) -> tuple[str, str]:
    view = looker.view
    if view.phase is Phase.OVER:
        return say("The game is over"), ""
    if not view.sides:
        return say("The table is being laid"), say("The game begins in a moment.")
    if ask is None:
        return _waiting_heading(looker)
    if view.phase in HEADS:
        head, line = HEADS[view.phase]
        return say(head), " ".join([_named(looker), say(line)]).strip()
    return _COUNTED[view.phase](looker)


def _lose(looker: StatecraftViewer) -> tuple[str, str]:
    loss = looker.view.loss
    if loss is None:
        return say("Choose"), ""
    why = _reason_words(looker)
    if loss.kind is LossKind.IDEOLOGY:
        return say("Which ideology moves?"), why
    heads = {
        LossKind.CARDS: say_count("Discard {count} hand card", "Discard {count} hand cards", loss.count),
        LossKind.POLICIES: say_count("Discard {count} policy", "Discard {count} policies", loss.count),
        LossKind.POLITICIANS: say_count("Lose {count} politician", "Lose {count} politicians", loss.count),
        LossKind.SUPPORTERS: say_count("Return {count} supporter", "Return {count} supporters", loss.count),
    }
    return heads[loss.kind], why


def _named(looker: StatecraftViewer) -> str:
    """The purple card in question. An emergency has its text, because its card is below the question."""
    view = looker.view
    if not view.resolving or view.phase not in FROM_CARD:
        return ""
    card = card_of(looker, view.resolving[0].card)
    if view.phase is Phase.EMERGENCY_CHOICE:
        return say("“{card}”: {text}", card=card.title, text=card.text)
    return say("“{card}”.", card=card.title)


def _reason_words(looker: StatecraftViewer) -> str:
    resolving = looker.view.resolving
    return say("By “{card}”.", card=card_of(looker, resolving[0].card).title) if resolving else ""


def _discard(looker: StatecraftViewer) -> tuple[str, str]:
    side = looker.side
    size = 0 if side is None else side.hand_size
    head = say_count("Discard {count} card", "Discard {count} cards", looker.view.count)
    return head, say("At the end of a turn a hand has {cards}.", cards=cards(size))


def _pay(looker: StatecraftViewer) -> tuple[str, str]:
    return say_count("Pay {count} card", "Pay {count} cards", looker.view.count), say(
        "Your bid was the highest: the incumbent card is yours."
    )


def _look(looker: StatecraftViewer) -> tuple[str, str]:
    opponent = looker.view.opponent
    name = "" if opponent is None else looker.name(opponent)
    return say("The hand of {name}", name=name), say("Choose the card that is discarded. Only you see this.")


def _draw(looker: StatecraftViewer) -> tuple[str, str]:
    if looker.view.draw_reason is DrawReason.DENOUNCED:
        return say("Draw a card?"), say("By your leader’s text, for the first policy you denounced this turn.")
    return say("Draw a card?"), say("You have played a policy for nothing, and may draw.")


_COUNTED: Final[Mapping[Phase, Callable[[StatecraftViewer], tuple[str, str]]]] = {
    Phase.LOSS_CHOICE: _lose,
    Phase.DISCARD_DOWN: _discard,
    Phase.BID_PAYMENT: _pay,
    Phase.ACTION_CHOICE: _look,
    Phase.MAY_DRAW: _draw,
}
OTHERS: Final[Mapping[Phase, tuple[str, str]]] = {  # for the other players: a title and a line
    Phase.START_EFFECTS: (later("The game begins"), later("{names} sets an ideology to 2 before the first turn.")),
    Phase.TURN: (later("{owner} turn"), later("Nothing to do for you now.")),
    Phase.RECRUIT_CHOICE: (later("{owner} turn"), later("{names} chooses one of these politicians.")),
    Phase.ACTION_CHOICE: (later("{owner} turn"), later("{names} looks at a hand and discards a card of it.")),
    Phase.EVENT_CHOICE: (later("An event"), later("Still choosing: {names}.")),
    Phase.EMERGENCY_CHOICE: (later("An emergency"), later("Still choosing what to contribute: {names}.")),
    Phase.LOSS_CHOICE: (later("{names} loses something"), later("Still choosing what: {names}.")),
    Phase.FREEPLAY: (later("{names} plays a policy"), later("It comes with the event and is no manoeuvre.")),
    Phase.MAY_DRAW: (later("{names} may draw a card"), ""),
    Phase.INCUMBENT_BID: (later("The incumbent card is bid for"), later("Still bidding: {names}.")),
    Phase.BID_PAYMENT: (later("{names} has won the bid"), later("Still choosing the cards to pay with.")),
    Phase.DISCARD_DOWN: (later("{owner} turn ends"), later("{names} discards down to a full hand.")),
}


def _waiting_heading(looker: StatecraftViewer) -> tuple[str, str]:
    """Title and line for a viewer who waits."""
    view = looker.view
    waits = view.waits_for
    if not waits:
        return say("A moment"), ""
    player = looker.player
    bot = player in waits and bool(looker.seen.table.chairs[player or 0].bot)
    name = say("The bot at your chair") if bot else listed([looker.name(each) for each in waits])
    owner = say("The bot’s") if bot else possessive(looker.name(waits[0]))
    head, line = OTHERS[view.phase]
    return say(head, names=name, owner=owner), say(line, names=name) if line else ""
