"""Tables of the Underground for the hall, or for a tablet lying on one: seen from above, one address each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from control import system_time
from control.engine.language import say
from control.hall.clock_face import Hands, room_hands
from control.hall.projector import allow_own_frames, hall_sight
from control.hall.screens import Showing
from control.hall.walls import draw_screen
from control.models import Event
from control.people.access import event_or_404
from control.regions.sight import Sight
from control.registry import EMPTY, PagePanel, WallKind
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.lookup import table_topic
from rooms.underground.game.view_wall import WallSitter, WallTable, table_names, wall_table

FROM: Final = (4, 9, 13)  # players at a table from which one, two, three sit at each end


class Round(Struct, frozen=True, kw_only=True):
    """Places at the four sides of a table, clockwise from the top left: `bottom` from right to left, `left` from bottom to top."""

    top: tuple[WallSitter, ...]
    right: tuple[WallSitter, ...]
    bottom: tuple[WallSitter, ...]
    left: tuple[WallSitter, ...]


class CardTableWall(Struct, frozen=True, kw_only=True):
    """A table with its places and clock hands. `hands`: None while no step runs."""

    table: WallTable
    places: Round
    few: bool  # so few players that there is room beside each one's schemes
    hands: Hands | None


def spread_around_table(sitters: Sequence[WallSitter]) -> Round:
    """Distribute players: a few at each end, the others evenly along the sides."""
    ends = sum(len(sitters) >= least for least in FROM)
    top = (len(sitters) - 2 * ends + 1) // 2
    bottom = len(sitters) - 2 * ends - top
    cuts = (top, top + ends, top + ends + bottom)
    return Round(
        top=tuple(sitters[: cuts[0]]),
        right=tuple(sitters[cuts[0] : cuts[1]]),
        bottom=tuple(sitters[cuts[1] : cuts[2]]),
        left=tuple(sitters[cuts[2] :]),
    )


def table_on_the_wall(_event_id: int, shown: WallTable | None) -> PagePanel:
    """Draw the public view of a table."""
    if shown is None:
        return EMPTY
    hands = room_hands(shown.clock, system_time.now()) if shown.clock else None
    panel = CardTableWall(table=shown, places=spread_around_table(shown.sitters), few=len(shown.sitters) < FROM[1], hands=hands)
    return PagePanel(template="underground/_table_wall.html", panel=panel)


def sight_of(event: Event) -> Sight[GameState]:
    """An event of this game as the hall sees it."""
    return cast("Sight[GameState]", hall_sight(event))


@allow_own_frames
@never_cache
@require_safe
def table(request: HttpRequest, event_id: int, table: str) -> HttpResponse:
    """Page of one table, for everybody around it."""
    event = event_or_404(event_id)
    if event.stream.engine != NAME:
        raise Http404("No such event.")
    name = dict(sight_of(event).public(table_names)).get(TableId(table))
    if name is None:
        raise Http404("No such table.")
    wall = WallKind(
        name="table",
        title=name,
        sees=partial(wall_table, table=TableId(table)),
        draw=table_on_the_wall,
        topics=(table_topic(TableId(table)), "people"),
        styles=("underground/cards.css", "underground/wall.css"),
        scripts=("underground/wall.js",),
    )
    return draw_screen(request, event, wall)


def shown(event: Event) -> Iterator[Showing]:
    """Tables that an event's screens can show."""
    if event.stream.engine != NAME:
        return
    for table, name in sight_of(event).public(table_names):
        address = reverse("underground:table", args=[event.pk, table])
        yield Showing(id=f"underground:{table}", name=say("Table {table}", table=name), address=address, alone=True)


urlpatterns = [path("screen/<int:event_id>/underground/<slug:table>/", table, name="table")]
