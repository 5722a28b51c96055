"""Favors of bots in a rehearsal: bots in any room use one now and then, with random targets.

They do so only when a step leaves them nothing else to do, so a refused Favor costs them nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Final

from control.bots.habits import SeededDice
from control.engine.dice import Dice
from control.engine.ids import SeatId
from control.engine.modules import Command
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.game.state import GameState
from rooms.realm.game.view_favors import FavorField, UsableCard, usable_cards
from rooms.realm.scenario.ids import CardId, HouseId, RegionId

Act = Callable[[GameState, SeatId, Dice], Command | None]
Knows = Callable[[GameState, CardId], bool]
FREE: Final = 0.1  # share of bots that use a card they hold for a step
FURTHER: Final = 0.5  # share of optional fields that are filled


def nothing_known(_state: GameState, _card: CardId) -> bool:
    return False


def using_favors(act: Act | None = None, knows: Knows = nothing_known) -> Act:
    """Wrap a room's bots: they use a Favor when they have nothing else to do.

    `knows`: cards that the room's bots handle themselves; this wrapper leaves them alone.
    """

    def acting(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
        luck = SeededDice(f"favor {copy(dice).random()}")  # keeps the room's own dice unchanged
        return (act(state, seat, dice) if act is not None else None) or _favor(state, seat, luck, knows)

    return acting


def _favor(state: GameState, seat: SeatId, dice: Dice, knows: Knows) -> UseFavor | None:
    """Return a Favor to use. The dice are thrown the same way whatever the hand, so asking again gives the same card."""
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
