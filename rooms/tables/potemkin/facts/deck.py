"""Facts of the interior deck and its discard pile (PE-DEK)."""

from __future__ import annotations

from typing import Final

import msgspec

from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.tellings import to_each
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import PotemkinState, side_of, with_side


class Reshuffled(msgspec.Struct, frozen=True):
    """The shuffled discard pile went under the rest of the deck (PE-DEK-02)."""

    cards: tuple[str, ...]


class Drew(msgspec.Struct, frozen=True):
    """A player drew cards from the top of the deck (PE-SCI-10)."""

    player: int
    cards: int


def evolve_reshuffled(state: PotemkinState, happened: Reshuffled) -> PotemkinState:
    return replace(state, deck=state.deck + happened.cards, discard=())


def evolve_drew(state: PotemkinState, happened: Drew) -> PotemkinState:
    side = side_of(state, happened.player)
    side = replace(side, hand=side.hand + state.deck[: happened.cards])
    return replace(state, sides=with_side(state, happened.player, side), deck=state.deck[happened.cards :])


def _reshuffled_words(happened: Reshuffled, _scene: Scene) -> str:
    return say_count(
        "The deck runs out: {count} card of the discard pile is shuffled and drawn from.",
        "The deck runs out: {count} cards of the discard pile are shuffled and drawn from.",
        len(happened.cards),
    )


def _drew_words(happened: Drew, scene: Scene, player: int | None) -> str:
    name = scene.names[happened.player]
    if player != happened.player:
        return say_count("{name} draws {count} card.", "{name} draws {count} cards.", happened.cards, name=name)
    return say("{name} draws {cards}.", name=name, cards=scene.cards(scene.state.deck[: happened.cards]))


DECK: Final = Module(
    name="deck",
    events={
        Reshuffled: EventHandler(
            evolve=evolve_reshuffled,
            tell=one_sentence(_reshuffled_words),
            undo=Undo(never_by_players=later("the discard pile was shuffled")),
        ),
        Drew: EventHandler(evolve=evolve_drew, tell=to_each(_drew_words), undo=Undo(never_by_players=later("a card was drawn"))),
    },
)
