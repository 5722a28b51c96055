"""Facts of hidden choices by several players: events, emergencies and bids (SC-EVT, SC-EMG, SC-INC)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, listed, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.game.rule_parts import with_replaced
from rooms.tables.statecraft.game.content import EventCard
from rooms.tables.statecraft.game.scene import Scene, nothing_to_tell
from rooms.tables.statecraft.game.state import NEITHER, Answer, Bidding, StatecraftState, side_of, with_side, without_all


class Answered(msgspec.Struct, frozen=True):
    """A player has chosen in secret. Other players learn the choice when all are in (SC-HID-03, SC-HID-04, SC-HID-05)."""

    player: int
    answer: Answer


class ChoicesShown(msgspec.Struct, frozen=True):
    """All choices for the event were revealed (SC-EVT-10). `abstained`: players who used up SC-LDR-11."""

    options: tuple[tuple[int, int], ...]  # pairs of player and option
    abstained: tuple[int, ...] = ()


class ContributionsShown(msgspec.Struct, frozen=True):
    """All contributions were revealed and discarded (SC-EMG-06, SC-EMG-07).

    `cards`: pairs of player and card, "" for nothing.
    """

    cards: tuple[tuple[int, str], ...]


class BidsShown(msgspec.Struct, frozen=True):
    """All bids are revealed (SC-INC-08)."""

    bids: tuple[tuple[int, int], ...]


class Settled(msgspec.Struct, frozen=True):
    """A purple card was resolved and discarded to the main discard (SC-EVT-14, SC-EMG-10)."""

    card: str


def evolve_answered(state: StatecraftState, happened: Answered) -> StatecraftState:
    answers = state.answers or (None,) * len(state.sides)
    return replace(state, answers=with_replaced(answers, happened.player, happened.answer))


def evolve_choices_shown(state: StatecraftState, happened: ChoicesShown) -> StatecraftState:
    for player in happened.abstained:
        state = replace(state, sides=with_side(state, player, abstained=True))
    return replace(state, answers=())


def evolve_contributions_shown(state: StatecraftState, happened: ContributionsShown) -> StatecraftState:
    for player, card in happened.cards:
        if card:
            hand = without_all(side_of(state, player).hand, (card,))
            state = replace(state, sides=with_side(state, player, hand=hand), discard=(*state.discard, card))
    return replace(state, answers=())


def evolve_bids_shown(state: StatecraftState, _happened: BidsShown) -> StatecraftState:
    return replace(state, answers=())


def evolve_settled(state: StatecraftState, happened: Settled) -> StatecraftState:
    left = tuple([each for each in state.resolving if each.card != happened.card])
    return replace(state, resolving=left, discard=(*state.discard, happened.card))


def _option_words(scene: Scene, option: int) -> str:
    card = scene.book.purple[scene.state.resolving[0].card] if scene.state.resolving else None
    if option == NEITHER or not isinstance(card, EventCard):
        return say("neither")
    return say("“{option}”", option=card.options[option].label)


def _choices_words(happened: ChoicesShown, scene: Scene) -> str:
    chosen = [
        say("{name} {option}", name=scene.names[player], option=_option_words(scene, option)) for player, option in happened.options
    ]
    return say("All have chosen: {choices}.", choices=listed(chosen))


def _contributions_words(happened: ContributionsShown, scene: Scene) -> str:
    if not happened.cards:
        return say("Nobody has a card to give.")
    given = [
        say("{name} {card}", name=scene.names[player], card=scene.card(card) if card else say("nothing"))
        for player, card in happened.cards
    ]
    return say("The hat has gone round: {gifts}.", gifts=listed(given))


def _bids_words(happened: BidsShown, scene: Scene) -> str:
    bids = [say("{name} {cards}", name=scene.names[player], cards=cards) for player, cards in happened.bids]
    return say("The bids for the office: {bids}.", bids=listed(bids))


def _answered_told(happened: Answered, scene: Scene, player: int | None) -> str:
    """The sentence for one reader. Only the player who chose reads the choice itself."""
    if player != happened.player:
        return say("{name} has chosen.", name=scene.names[happened.player])
    step = scene.state.agenda[0] if scene.state.agenda else None
    if isinstance(happened.answer, str):
        return say("You put in {card}.", card=scene.card(happened.answer) if happened.answer else say("nothing"))
    if isinstance(step, Bidding):
        return say_count("You bid {count} card.", "You bid {count} cards.", happened.answer)
    return say("You choose {option}.", option=_option_words(scene, happened.answer))


CHOICES: Final = Module(
    name="choices",
    events={
        Answered: EventHandler(
            evolve=evolve_answered,
            explain=lambda happened, scene: say("{name} has chosen.", name=scene.names[happened.player]),
            explain_for=_answered_told,
            binding=later("a choice that is in cannot be changed"),
        ),
        ChoicesShown: EventHandler(evolve=evolve_choices_shown, explain=_choices_words, binding=later("the choices were shown")),
        ContributionsShown: EventHandler(
            evolve=evolve_contributions_shown, explain=_contributions_words, binding=later("the contributions were shown")
        ),
        BidsShown: EventHandler(evolve=evolve_bids_shown, explain=_bids_words, binding=later("the bids were shown")),
        Settled: EventHandler(evolve=evolve_settled, explain=nothing_to_tell),
    },
)
