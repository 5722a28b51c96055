"""What a phone says first in the phases of God Emperor, where the platform's own words do not do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import say
from control.registry import Situation
from rooms.realm.game.state import GameState
from rooms.realm.game.view import own_view, sovereign_words
from rooms.realm.scenario.ids import Phase
from rooms.realm.words import ROOM_NAMES


def over(state: GameState) -> str:
    """Once the day is over."""
    return say("{sovereign}. Stay for the crowning and the debrief.", sovereign=sovereign_words(state))


def _ceremony(state: GameState, seat: SeatId) -> Situation:
    words = say(
        "A marriage, a funeral or a duel of your House is held now; all of the House attend. Then choose your room for the month."
    )
    return Situation(title=say("Ceremonies"), words=words, saying=state.announcement)


def _movement(state: GameState, seat: SeatId) -> Situation:
    own = own_view(state, state.seats[seat])
    if own.choice is None:
        words = say("Choose a room now. Without one you have no orders, vote or scheme this month.")
        return Situation(title=say("You have chosen no room"), words=words, saying=state.announcement, urgent=True)
    room = ROOM_NAMES[own.choice]
    if own.table:
        title = say("Go to the {room}, table {table}", room=room, table=own.table.capitalize())
    else:
        title = say("Go to the {room} now", room=room)
    return Situation(title=title, words=say("It begins when this clock has run out."), saying=state.announcement)


def _return(state: GameState, seat: SeatId) -> Situation:
    return Situation(
        title=say("Back to your House Table"),
        words=say("See what the month has brought and what it costs."),
        saying=state.announcement,
    )


PHASES: Final[Mapping[str, Callable[[GameState, SeatId], Situation]]] = {
    Phase.CEREMONY: _ceremony,
    Phase.MOVEMENT: _movement,
    Phase.RETURN: _return,
}
