"""Facts of the main deck, its discard pile and cards that leave hands (SC-DEK, SC-PAY)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.statecraft.game.content import EventCard
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Purple, StatecraftState, side_of, with_side, without_all


class Why(StrEnum):
    """Reasons why cards go from a hand to the main discard."""

    PAID = "paid"  # SC-PAY-01
    TOO_MANY = "too-many"  # SC-TRN-07
    LOST = "lost"  # to an event or emergency
    TAKEN = "taken"  # SC-AFX-03
    BID = "bid"  # SC-INC-09


class Reshuffled(msgspec.Struct, frozen=True):
    """The main deck ran out, and the shuffled main discard became the new deck (SC-DEK-01)."""

    cards: tuple[str, ...]


class Drew(msgspec.Struct, frozen=True):
    """A player drew this number of policies and actions into the hand."""

    player: int
    cards: int


class TurnedUp(msgspec.Struct, frozen=True):
    """A player drew a purple card and revealed it at once (SC-EVT-01).

    It never enters a hand. The incumbent at this moment stays the incumbent for the card (SC-EVT-02, SC-EMG-11, SC-EVT-13).
    """

    player: int
    card: str


class PassedOver(msgspec.Struct, frozen=True):
    """A purple card was drawn and discarded without effect: a repeat (SC-TRN-14), or the last card (SC-FIN-07)."""

    player: int
    card: str


class Discarded(msgspec.Struct, frozen=True):
    """Cards of a hand were discarded face up to the main discard (SC-PAY-01, SC-DEK-07, SC-R-46)."""

    player: int
    cards: tuple[str, ...]
    why: Why


class HandLost(msgspec.Struct, frozen=True):
    """A whole hand went to the main discard, with no choice of cards. The discard shows the hand to everybody (SC-R-46)."""

    player: int
    cards: tuple[str, ...]


def evolve_reshuffled(state: StatecraftState, happened: Reshuffled) -> StatecraftState:
    return replace(state, deck=state.deck + happened.cards, discard=())


def evolve_drew(state: StatecraftState, happened: Drew) -> StatecraftState:
    hand = side_of(state, happened.player).hand + state.deck[: happened.cards]
    return replace(state, sides=with_side(state, happened.player, hand=hand), deck=state.deck[happened.cards :])


def evolve_turned_up(state: StatecraftState, happened: TurnedUp) -> StatecraftState:
    """Start resolving the card, or set it aside behind those that came during the same card (SC-EVT-19)."""
    under_way = state.resolving[0].card if state.resolving else ""
    at = sum([each.during == under_way for each in state.resolving[1:]]) + 1 if state.resolving else 0
    purple = Purple(happened.card, happened.player, state.incumbent, under_way)
    return replace(
        state,
        deck=state.deck[1:],
        resolving=(*state.resolving[:at], purple, *state.resolving[at:]),
        seen=(*state.seen, happened.card),
    )


def evolve_passed_over(state: StatecraftState, happened: PassedOver) -> StatecraftState:
    return replace(state, deck=state.deck[1:], discard=(*state.discard, happened.card))


def evolve_discarded(state: StatecraftState, happened: Discarded | HandLost) -> StatecraftState:
    hand = without_all(side_of(state, happened.player).hand, happened.cards)
    return replace(state, sides=with_side(state, happened.player, hand=hand), discard=state.discard + happened.cards)


def _reshuffled_words(happened: Reshuffled, _scene: Scene) -> str:
    return say_count(
        "The deck is used up: the {count} card of the discard pile is shuffled and lies there anew.",
        "The deck is used up: the {count} cards of the discard pile are shuffled and lie there anew.",
        len(happened.cards),
    )


def _drew_words(happened: Drew, scene: Scene) -> str:
    name = scene.names[happened.player]
    return say_count("{name} draws {count} card.", "{name} draws {count} cards.", happened.cards, name=name)


def _drew_told(happened: Drew, scene: Scene, player: int | None) -> str:
    if player != happened.player:
        return _drew_words(happened, scene)
    return say("{name} draws {cards}.", name=scene.names[player], cards=scene.cards(scene.state.deck[: happened.cards]))


def _turned_up_words(happened: TurnedUp, scene: Scene) -> str:
    """Read the purple card out. A card that is set aside is only named."""
    name, title = scene.names[happened.player], scene.card(happened.card)
    if scene.state.resolving:
        return say("{name} draws {card}, which waits until this is over.", name=name, card=title)
    card = scene.book.purple[happened.card]
    if isinstance(card, EventCard):
        return say("Breaking news! {name} draws the event {card}: {text}", name=name, card=title, text=card.text)
    return say("Emergency! {name} draws {card}: {text}", name=name, card=title, text=card.text)


def _lost_words(happened: HandLost, scene: Scene) -> str:
    return say("{name} discards {cards}.", name=scene.names[happened.player], cards=scene.cards(happened.cards))


def _discarded_words(happened: Discarded, scene: Scene) -> str:
    name, cards = scene.names[happened.player], scene.cards(happened.cards)
    if happened.why is Why.PAID:
        return say("{name} pays with {cards}.", name=name, cards=cards)
    if happened.why is Why.TAKEN:
        return say("{cards} is taken out of the hand of {name} and discarded.", name=name, cards=cards)
    if happened.why is Why.BID:
        return say("{name} makes good on the bid: {cards} go.", name=name, cards=cards)
    return say("{name} discards {cards}.", name=name, cards=cards)


DECK: Final = Module(
    name="deck",
    events={
        Reshuffled: EventHandler(
            evolve=evolve_reshuffled, explain=_reshuffled_words, binding=later("the discard pile was shuffled")
        ),
        Drew: EventHandler(evolve=evolve_drew, explain=_drew_words, explain_for=_drew_told, binding=later("a card was drawn")),
        TurnedUp: EventHandler(evolve=evolve_turned_up, explain=_turned_up_words, binding=later("a card was drawn")),
        PassedOver: EventHandler(
            evolve=evolve_passed_over,
            explain=lambda happened, scene: say(
                "{name} draws {card}, and nothing comes of it.", name=scene.names[happened.player], card=scene.card(happened.card)
            ),
            binding=later("a card was drawn"),
        ),
        Discarded: EventHandler(evolve=evolve_discarded, explain=_discarded_words),
        HandLost: EventHandler(evolve=evolve_discarded, explain=_lost_words, binding=later("the cards of a hand were shown")),
    },
)
