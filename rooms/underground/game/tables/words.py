"""What the cards of the tables are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from control.engine.language import later, listed, say
from control.engine.words import Spoken
from rooms.realm.game.state import GameState
from rooms.underground.rules.minions import Face, MinionId, face_of

FACES: Final[Mapping[str, str]] = Spoken(
    {
        "rock red": later("red Rock"),
        "rock blue": later("blue Rock"),
        "paper red": later("red Paper"),
        "paper blue": later("blue Paper"),
        "scissors red": later("red Scissors"),
        "scissors blue": later("blue Scissors"),
    }
)


def face_words(state: GameState, face: Face) -> str:
    """What stands on a card: "red Rock"; of a Master its name with it."""
    plain = FACES.get(face.kind, face.kind)
    if not face.master:
        return plain
    named = (each.name for each in state.scenario.masters if f"{each.symbol} {each.color}" == face.kind)
    return say("{master} ({minion})", master=next(named, say("Master Minion")), minion=plain)


def card_words(state: GameState, card: MinionId) -> str:
    """The same of a card."""
    return face_words(state, face_of(card))


def faces_words(state: GameState, cards: Sequence[MinionId]) -> str:
    """The same of several."""
    return listed(tuple(card_words(state, card) for card in cards))
