"""How a proposal is written on a phone, and what its author learns of it (GE-CRT-16, -21, -37 to -61)."""

from __future__ import annotations

from control.engine.ids import SeatId

from control.day.people import here_in_room
from control.engine.language import later, say
from control.registry import PaperFate, PaperGroup, PaperKind
from rooms.court.game.sheets import entitled
from rooms.court.game.state import court_of
from rooms.realm.game.state import GameState
from rooms.realm.papers.game import types as papers
from rooms.realm.scenario.ids import Room


def groups(state: GameState) -> tuple[PaperGroup, ...]:
    """What Court Control enforces, and what takes an Immortal (GE-CRT-36)."""
    types = state.scenario.proposals
    return (
        PaperGroup(
            title=say("Commandments"),
            hint=say("Court Control enforces them."),
            types=tuple(each for each in types if not each.military),
        ),
        PaperGroup(
            title=say("Court Military Actions"),
            hint=say("Each needs a free Immortal, who carries it out."),
            types=tuple(each for each in types if each.military),
        ),
    )


def fate(state: GameState, seat: SeatId) -> PaperFate | None:
    """The own proposal once it lies before the Sovereign, or why it does not."""
    own = court_of(state)
    if own.month != state.clock.month:
        return None
    if seat in own.aside:
        there = here_in_room(state, state.seats[seat], Room.COURT)
        return PaperFate(aside=say("it can no longer be proposed as it is written") if there else say("you are not in the Court"))
    mine = next((each.paper for each in own.proposals if each.seat == seat), None)
    return PaperFate(words=papers.words_of(state, state.scenario.proposals, mine)) if mine else None


PAPER = PaperKind(
    title=later("Your proposal"),
    noun=later("proposal"),
    nouns=later("proposals"),
    entitled=lambda state, seat: entitled(state, state.seats[seat]),
    groups=groups,
    fields=lambda state, seat, kind: papers.form_of(state, kind),
    fate=fate,
)
