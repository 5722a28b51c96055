"""How a scheme is written on a phone, and what its author learns of it (GE-UND-01 to -25, R-109)."""

from __future__ import annotations

from control.engine.ids import SeatId

from control.day.people import here_in_room
from control.engine.language import later, say
from control.registry import PaperFate, PaperGroup, PaperKind
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.scenario.ids import Room
from rooms.underground.game.sheets import fields
from rooms.underground.game.state import underground_of


def groups(state: GameState) -> tuple[PaperGroup, ...]:
    """What strikes when it is complete, and what lies in wait (R-109)."""
    types = state.scenario.schemes
    return (
        PaperGroup(
            title=say("Schemes"),
            hint=say("The cost is paid with Advancement; the House must be of your table’s province."),
            types=tuple(each for each in types if not each.trap),
        ),
        PaperGroup(
            title=say("Traps"),
            hint=say("They name nobody, cost nothing and never complete: they wait to be attacked."),
            types=tuple(each for each in types if each.trap),
        ),
    )


def fate(state: GameState, seat: SeatId) -> PaperFate | None:
    """The own scheme once Underground Control has seen it, or why it does not count."""
    own = underground_of(state)
    if own.month != state.clock.month:
        return None
    if seat in own.aside:
        there = here_in_room(state, state.seats[seat], Room.UNDERGROUND)
        return PaperFate(
            aside=say("it can no longer be tried as it is written") if there else say("you are not in the Underground")
        )
    mine = next((each.paper for each in own.schemes if each.seat == seat), None)
    return PaperFate(words=papers.words_of(state, state.scenario.schemes, mine)) if mine else None


PAPER = PaperKind(
    title=later("Your scheme"),
    noun=later("scheme"),
    nouns=later("schemes"),
    entitled=lambda state, seat: True,
    groups=groups,
    fields=fields,
    fate=fate,
)
