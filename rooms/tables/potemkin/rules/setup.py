"""Setup (PE-SET): deck, first player and month 1."""

from __future__ import annotations

from typing import Final

from control.engine.language import later, say, say_count
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.tables.game.facts import GameFact
from rooms.tables.game.rules import Setup
from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import MONTHS, Course, PotemkinState, Side
from rooms.tables.potemkin.rules.months import begin_month

LEAST: Final = 3  # PE-R-01
MOST: Final = 5


class Opened(GameFact, frozen=True):
    """The table was laid out. `deck`: from its top (PE-SET)."""

    binding = later("the deck was shuffled")
    players: int
    first: int
    deck: tuple[str, ...]

    def after(self, state: PotemkinState) -> PotemkinState:
        return replace(
            state, sides=(Side(),) * self.players, deck=self.deck, months=tuple(range(1, MONTHS + 1)), capitol=self.first
        )

    def words(self, scene: Scene) -> str:
        return say_count(
            "Ink is mixed, canvas is stretched: {count} player sit down. {first} is first and holds the capitol.",
            "Ink is mixed, canvas is stretched: {count} players sit down. {first} is first and holds the capitol.",
            self.players,
            first=scene.names[self.first],
        )


def lay_out(course: Course, setup: Setup) -> None:
    """Shuffle the deck, name the first player and begin month 1.

    Raises:
        Refused: wrong number of players, unknown first seat, or unknown option.

    Rules: PE-SET-01, PE-SET-02, PE-SET-03, PE-SET-04, PE-SET-05, PE-SET-06, PE-SET-07, PE-SET-08, PE-SET-09, PE-R-02.
    """
    if not LEAST <= setup.players <= MOST:
        raise Refused(
            say(
                "Potemkin Empire is for {least} to {most} players, not for {players}.",
                least=LEAST,
                most=MOST,
                players=setup.players,
            ),
            rule="PE-SET-01",
        )
    if setup.first is not None and not 0 <= setup.first < setup.players:
        raise Refused(
            say("There is no seat {seat} at a table for {players}.", seat=setup.first + 1, players=setup.players),
            rule="PE-SET-09",
        )
    if setup.options:
        raise Refused(say("Potemkin Empire has no option “{option}”.", option=min(setup.options)), rule="PE-SET-01")
    first = course.chance.shuffled(range(setup.players))[0] if setup.first is None else setup.first
    deck = course.chance.shuffled([card.id for card in course.book.content.cards])
    course.happens(Opened(setup.players, first, deck))
    begin_month(course)
