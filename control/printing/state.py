"""State of the event on paper, to go on without computers: clock, people, open tasks, rulings, seals, boards.

Each print shows only what its opener may know, because it uses the same views as the desks' pages.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import registry
from control.day.prints import TeamPart, WaitingLine, rulings_in_print, team_parts, waiting_lines
from control.day.records import Ruling
from control.day.seals import public_seals
from control.day.view import ClockView, clock_view
from control.desks.frame import Look, look
from control.engine.language import say
from control.printing.paper import paper, printing_desk, state_desks
from control.registry import PagePanel
from control.sheets.seal_views import SealLine, line_of

# === state ==============================================================================================================


class RoomStand(Struct, frozen=True, kw_only=True):
    """Progress of a room in its steps."""

    name: str
    step: str
    done: tuple[str, ...]


class StateNow(Struct, frozen=True, kw_only=True):
    """State to go on from, as far as this person may know it."""

    clock: ClockView
    rounds: str  # word for a round
    rooms: tuple[RoomStand, ...]
    teams: tuple[TeamPart, ...]  # empty if the game has its own list of people
    people: PagePanel | None  # the game's own list of people
    waiting: tuple[WaitingLine, ...]
    seals: tuple[SealLine, ...]
    rulings: tuple[Ruling, ...]
    boards: tuple[PagePanel, ...]  # of the rooms, then of the game
    standing: tuple[PagePanel, ...]  # further facts of the game and its rooms


@require_safe
def state_now(request: HttpRequest, event_id: int) -> HttpResponse:
    """Print of the current state."""
    seen = look(request, printing_desk(request, event_id, state_desks))
    own, rooms = registry.realm(seen.sight.realm).paper, registry.rooms(seen.sight.realm).values()
    pieces = (*(app.hall.board for app in rooms), own.people, own.board, own.facts)
    styles = tuple(dict.fromkeys(style for piece in pieces if piece is not None for style in piece.styles))
    return paper(request, seen, "control/print/state.html", say("The state now"), {"state": now_of(seen), "styles": styles})


def now_of(seen: Look) -> StateNow:
    """Current state for this person."""
    sight, event = seen.sight, seen.event_id
    more, rooms = registry.realm(sight.realm).paper, registry.rooms(sight.realm).values()
    clock = sight.public(clock_view)
    return StateNow(
        clock=clock,
        rounds=sight.frame.said("round"),
        rooms=tuple(
            RoomStand(name=room.title, step=room.step_name, done=tuple(step.name for step in room.steps if step.is_done))
            for room in clock.rooms.values()
        ),
        teams=sight.view(team_parts) if more.people is None else (),
        people=more.people.of(event, sight) if more.people else None,
        waiting=sight.view(waiting_lines),
        seals=tuple(line_of(sight, each) for each in sight.public(public_seals)),
        rulings=sight.view(rulings_in_print),
        boards=(
            *(app.hall.board.of(event, sight) for app in rooms if app.hall.board is not None),
            *((more.board.of(event, sight),) if more.board else ()),
        ),
        standing=(
            *(each.paper.of(event, sight) for each in registry.clock_notes(sight.realm)),
            *((more.facts.of(event, sight),) if more.facts else ()),
        ),
    )
