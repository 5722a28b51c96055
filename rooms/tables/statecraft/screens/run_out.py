"""What is played for who lets the time run out, said beforehand (SC-R-51)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from control.engine.language import later, say
from rooms.tables.statecraft.game.actions import (
    Announce,
    Bid,
    ChooseOption,
    Contribute,
    Denounce,
    DiscardDown,
    DrawOrNot,
    EndTurn,
    Lose,
    PayBid,
    PickCard,
    SetIdeology,
    StatecraftAction,
    Take,
)
from rooms.tables.statecraft.game.view import StatecraftView

PLAYED: Final[Mapping[type, str]] = {
    SetIdeology: later("an ideology is chosen for you by lot."),
    Announce: later("a policy is announced or denounced for you by lot."),
    Denounce: later("a policy is announced or denounced for you by lot."),
    Take: later("the first politician who fits takes the nearest free place."),
    PickCard: later("a card is picked for you by lot."),
    EndTurn: later("your turn ends; nothing more is played."),
    DiscardDown: later("the cards that are too many are discarded by lot."),
    ChooseOption: later("an option is chosen for you by lot."),
    Contribute: later("you contribute nothing."),
    Lose: later("what you lose is chosen by lot."),
    DrawOrNot: later("you draw no card."),
    Bid: later("you bid nothing."),
    PayBid: later("the cards that you pay with are chosen by lot."),
}


def run_out_words(_view: StatecraftView, action: StatecraftAction) -> str:
    """The default as its player reads it before the time is out."""
    return say(PLAYED[type(action)])
