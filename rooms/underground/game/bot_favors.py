"""Which Favor a bot uses at its table, and on what: minions whenever it may, the others where they count (GE-FAV-03)."""

from __future__ import annotations

from collections.abc import Callable

from control.engine.modules import Command
from rooms.realm.game.favors.naming import favor_of
from rooms.realm.game.favors.using import UseFavor
from rooms.realm.game.state import GameState
from rooms.realm.game.view_favors import UsableCard, usable_cards
from rooms.realm.scenario.ids import CardId
from rooms.underground.game.bot_eyes import Eyes
from rooms.underground.game.tables.favors import ADVANCE, LOOK, MINIONS, STRIP, verb_of
from rooms.underground.game.view_schemes import SchemeSeen


def knows(state: GameState, card: CardId) -> bool:
    """Do bots at a table know what this card is good for? Then they use it when it is, and keep it when not."""
    favor = favor_of(state, card)
    return favor is not None and verb_of(favor) in (MINIONS, ADVANCE, STRIP, LOOK)


def favoring(state: GameState, eyes: Eyes) -> Command | None:
    """The first Favor in hand that is worth it now; None where there is none, or one was used this month."""
    for card in usable_cards(state, state.seats[eyes.seat], None):
        favor = favor_of(state, card.card)
        verb = verb_of(favor) if favor is not None else ""
        if verb == MINIONS:
            return UseFavor(seat=eyes.seat, card=card.card, month=eyes.month)
        number = _chosen(eyes, card, verb)
        if number is not None:
            return UseFavor(seat=eyes.seat, card=card.card, month=eyes.month, number=number)
    return None


def _chosen(eyes: Eyes, card: UsableCard, verb: str) -> int | None:
    """The scheme that bears most among those that may be named and that the card is good for."""
    good: dict[str, Callable[[SchemeSeen], bool]] = {
        ADVANCE: lambda each: eyes.needs(each) > 0 and eyes.wishes.get(each.id, 0) > 0,
        STRIP: lambda each: each.advancement > 0 and not each.own and eyes.wishes.get(each.id, 0) <= 0,
        LOOK: lambda each: each.advancement > 0 and not each.own,
    }
    if verb not in good:
        return None
    may = {choice.value for field in card.fields for choice in field.choices}
    found = [each for each in eyes.schemes.schemes if str(each.id) in may and good[verb](each)]
    return max(found, key=lambda each: (each.advancement, -each.id)).id if found else None
