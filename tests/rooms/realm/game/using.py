"""Favors for tests: a card of a kind, given from the deck, and used."""

from __future__ import annotations

from control.day.decisions.answers import MakeDecision
from control.day.decisions.questions import open_decisions
from control.engine.ids import SeatId
from control.engine.modules import GameEvent
from control.engine.records import replace
from rooms.realm.game.favors.deck import GiveFavors
from rooms.realm.game.favors.effects import VOID
from rooms.realm.game.favors.use import UseFavor
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import with_purse
from rooms.realm.scenario.ids import CardId, FavorId, Phase
from tests.rooms.realm.game.play import CAT_1, CAT_2, CEREMONY, Day, player, running


def held(state: GameState, seat: SeatId, *kinds: str) -> GameState:
    """Give the player one card of each of these kinds, from the deck or the discards, else a new card."""
    for kind in kinds:
        there = (*state.favor_deck, *state.favor_discards)
        fresh = CardId(
            f"{kind}#{900 + sum(card.startswith(kind) for other in state.seats.values() for card in other.purse.favors)}"
        )
        card = next((each for each in there if each.startswith(f"{kind}#")), fresh)
        purse = state.seats[seat].purse
        state = replace(
            state,
            favor_deck=tuple(each for each in state.favor_deck if each != card),
            favor_discards=tuple(each for each in state.favor_discards if each != card),
        )
        state = with_purse(state, seat, replace(purse, favors=(*purse.favors, card)))
    return state


def card_of(state: GameState, seat: SeatId, kind: str) -> CardId:
    """The player's card of this kind."""
    return next(each for each in state.seats[seat].purse.favors if each.startswith(f"{kind}#"))


def kind_with(state: GameState, effect: str, timing: str = "") -> FavorId:
    """A kind of card with this effect, and with this timing if one is given."""
    return next(each.id for each in state.scenario.favors if each.effect == effect and timing in ("", each.timing))


def use(day: Day, seat: SeatId, kind: str, **named: object) -> tuple[GameEvent, ...]:
    """Give the player a card of this kind and use it on the phone."""
    day.state = held(day.state, seat, kind)
    return press(day, seat, kind, **named)


def press(day: Day, seat: SeatId, kind: str, **named: object) -> tuple[GameEvent, ...]:
    """Use a card that the player holds."""
    card = card_of(day.state, seat, kind)
    command = UseFavor(seat=seat, card=card, month=day.state.clock.month, **named)  # type: ignore[arg-type]
    return day.do(command, player(seat))


def every_favor(state: GameState, seat: SeatId) -> list[GiveFavors]:
    """Commands of Control that give the player the whole deck."""
    left = len(state.favor_deck)
    counts = [min(50, left - given) for given in range(0, left, 50)]
    return [GiveFavors(seat=seat, count=count, reason="all that there are") for count in counts]


def favors_of_a_day() -> list[GameEvent]:
    """Events of a card that is laid under the deck, and of one that cannot act and goes back."""
    day = running().until(1, Phase.PLANNING)
    day.state = held(day.state, CAT_1, "rat-king-04", "cult-01")
    press(day, CAT_1, "rat-king-04", given=card_of(day.state, CAT_1, "cult-01"))
    use(day, CAT_2, "our-lady-12", note="my duel")
    day.do(MakeDecision(decision=open_decisions(day.state)[0].id, option=VOID), by=CEREMONY)
    return list(day.happened)
