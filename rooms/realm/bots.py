"""Bots of a rehearsal use a Favor now and then, in whatever room they are: at its time, naming what the dice say.

They use it when there is nothing else for them to do in a step, so that one that is refused keeps them from nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import copy
from typing import Final

from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.game.state import GameState
from rooms.realm.game.view_favors import FavorField, UsableCard, usable_cards
from rooms.realm.scenario.ids import CardId, HouseId, RegionId

Act = Callable[[GameState, SeatId, Dice], Command | None]
Knows = Callable[[GameState, CardId], bool]
FREE: Final = 0.1  # of those who hold a card for a step use it then
FURTHER: Final = 0.5  # of what may be left out is named


def nothing_known(_state: GameState, _card: CardId) -> bool:
    return False


def using_favors(act: Act | None = None, knows: Knows = nothing_known) -> Act:
    """What the bots of a room do, and a Favor where they have nothing (more) to do.

    Cards that they know how to use, they use or keep by themselves.
    """

    def acting(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
        luck = random.Random(f"favor {copy(dice).random()}")  # the room's own dice fall as they would without it
        return (act(state, seat, dice) if act is not None else None) or _favor(state, seat, luck, knows)

    return acting


def _favor(state: GameState, seat: SeatId, dice: Dice, knows: Knows) -> UseFavor | None:
    """Thrown alike whatever is in the hand, so that the same step brings the same card however often it is asked."""
    if dice.random() >= FREE:
        return None
    usable = usable_cards(state, state.seats[seat], None)
    cards = [card for card in usable if not card.missing and not knows(state, card.card)]
    return _used(state, seat, dice.choice(cards), dice) if cards else None


def _used(state: GameState, seat: SeatId, card: UsableCard, dice: Dice) -> UseFavor:
    named = {field.name: value for field in card.fields if (value := _named(field, dice))}
    return UseFavor(
        seat=seat,
        card=card.card,
        month=state.clock.month,
        target=HouseId(named["target"]) if "target" in named else None,
        region=RegionId(named["region"]) if "region" in named else None,
        other=RegionId(named["other"]) if "other" in named else None,
        number=int(named["number"]) if "number" in named else None,
        given=CardId(named["given"]) if "given" in named else None,
    )


def _named(field: FavorField, dice: Dice) -> str:
    if not field.choices or (not field.needed and dice.random() >= FURTHER):
        return ""
    return dice.choice(field.choices).value
