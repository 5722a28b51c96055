"""Side tables in the debrief of their event: each finished game with its result, numbers and replay.

Anybody who may see the debrief may see a game through any player's eyes.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control.debrief.access import DebriefPass, debrief_or_404
from control.debrief.frame import DebriefSection, draw
from control.engine.language import later
from rooms.tables import story
from rooms.tables.access import TablePass, TablePerson, find_table, open_door, person_of_seat, tables
from rooms.tables.models import Table
from rooms.tables.screens.heading import game_of
from rooms.tables.screens.history import draw_history, is_sealed
from rooms.tables.screens.results import ResultView, Stats, result_view, stats_view
from rooms.tables.settlement import ENDED

# === debrief ============================================================================================================


class GamePlayed(Struct, frozen=True, kw_only=True):
    """A finished game. `game`: the game's title, if the table has a title of its own."""

    title: str
    game: str
    began: datetime
    ended: datetime
    result: ResultView
    stats: Stats | None
    address: str
    replay: str


def is_any_over(door: DebriefPass) -> bool:
    """Whether a game at a table of this event was finished or closed."""
    return Table.objects.filter(event=door.event, stage__in=[each.value for each in ENDED]).exists()


SECTION = DebriefSection(name="tables", title=later("Side tables"), address="tables:debrief", order=60, there=is_any_over)


def games_of(door: DebriefPass) -> tuple[GamePlayed, ...]:
    """The finished games in the order in which they ended."""
    return tuple(sorted(_games(door), key=lambda each: each.ended))


def _games(door: DebriefPass) -> Iterator[GamePlayed]:
    for table in tables().filter(event=door.event, stage__in=[each.value for each in ENDED]):
        at_table = open_door(table, _person(door))
        if not is_sealed(at_table.state):
            yield _game(door, at_table)


def _person(door: DebriefPass) -> TablePerson | None:
    """The player who looks back, as a person at tables."""
    if door.seat is None:
        return None
    return TablePerson(id=person_of_seat(door.event.pk, door.seat), name="", event_id=door.event.pk, seat=door.seat)


def _game(door: DebriefPass, at_table: TablePass) -> GamePlayed:
    lines = story.lines_of(at_table.table.stream)
    result = result_view(at_table)
    assert result is not None
    args = [door.event.pk, at_table.table.code]
    return GamePlayed(
        title=at_table.state.title,
        game=game_of(at_table),
        began=lines[0].at,
        ended=lines[-1].at,
        result=result,
        stats=stats_view(at_table, lines),
        address=reverse("tables:debrief-game", args=args),
        replay=f"{reverse('tables:debrief-replay', args=args)}?move=1&eyes=all",
    )


@never_cache
@require_safe
def list_games(request: HttpRequest, event_id: int) -> HttpResponse:
    """All finished games with their winners."""
    door = debrief_or_404(request, event_id)
    return draw(request, door, SECTION.name, "tables/debrief.html", {"games": games_of(door)})


@never_cache
@require_safe
def game(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """One game in numbers."""
    door = debrief_or_404(request, event_id)
    return draw(request, door, SECTION.name, "tables/debrief_game.html", {"game": _game(door, _at_table(door, code))})


@never_cache
@require_safe
def replay(request: HttpRequest, event_id: int, code: str) -> HttpResponse:
    """One game, move by move."""
    door = debrief_or_404(request, event_id)
    at_table = _at_table(door, code)
    args = [event_id, at_table.table.code]
    here, back = reverse("tables:debrief-replay", args=args), reverse("tables:debrief-game", args=args)
    return draw_history(request, at_table, here=here, back=back)


def _at_table(door: DebriefPass, code: str) -> TablePass:
    """A table of this event whose game is over.

    Raises:
        Http404: there is no such table, or something at it is sealed.
    """
    table = find_table(code)
    if table is None or table.event_id != door.event.pk:
        raise Http404("No such table.")
    at_table = open_door(table, _person(door))
    if is_sealed(at_table.state):
        raise Http404("Not over.")
    return at_table
