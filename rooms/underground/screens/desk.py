"""The desk of Underground Control: each table as a table, and all of them side by side (GE-UND-61)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_GET

from control import registry
from control.desks.actions import actions_at
from control.desks.frame import draw_page, region, regions
from control.desks.press import Place, Said
from control.engine.language import later, say
from control.people.access import DeskPass, desk_or_404
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.papers.desk import RoomDesk
from rooms.realm.screens.seen import Look, look
from rooms.realm.screens.turning import region_at
from rooms.underground.game.part import SCHEMES
from rooms.underground.game.tables.state import TableId
from rooms.underground.game.view_desk import desk_tables
from rooms.underground.game.view_open import open_in_step
from rooms.underground.screens import strikes
from rooms.underground.screens.table import HEAD, LEFT, RIGHT, first_table, table_region

PAGE = "underground/desk/desk.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesDesk(RoomDesk):
    """The desk of a room whose tables run apart: one of them at a time, on one tablet or on several."""

    def addresses(self) -> list[URLPattern]:
        """Those of every room of papers, and of each table."""
        return [
            *RoomDesk.addresses(self),
            path("all/", require_GET(self.show_all), name="all"),
            path("table/<slug:table>/", require_GET(self.show_table), name="table"),
        ]

    def page(self, request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
        """The first table in use; all of them, where there is none."""
        table = first_table(look(request, door))
        return self.page_all(request, door, said) if table is None else self.page_of(table, request, door, said)

    def page_of(self, table: TableId, request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
        """One table."""
        seen = look(request, door)
        parts = {name: table_region(seen, name, table) for name in (*HEAD, *LEFT, *RIGHT)}
        more = {"left": tuple(parts[name] for name in LEFT), "right": tuple(parts[name] for name in RIGHT), "table": table}
        parts["writers"] = region(seen, f"writers_{self.room}")
        parts["turn"] = region(seen, region_at(Desk.UNDERGROUND))
        return draw_page(request, PAGE, seen, self.room, {**self._around(seen, said), **more, "parts": parts})

    def page_all(self, request: HttpRequest, door: DeskPass, said: Said | None = None) -> HttpResponse:
        """All tables side by side, with who has written and, off the tables, what has completed."""
        seen = look(request, door)
        name = self.room
        query = seen.query.copy()
        query["all"] = "yes"
        tabs = regions(replace(seen, query=query), "underground_tabs")["underground_tabs"]
        found = regions(seen, *self.above, f"writers_{name}", f"steps_{name}")
        above = tuple(found[each] for each in self.above)
        more = {"left": (found[f"writers_{name}"],), "more": above, "steps": found[f"steps_{name}"]}
        turn = region(seen, region_at(Desk.UNDERGROUND))
        parts = {"underground_tabs": replace(tabs, address=f"{tabs.address}?all=yes"), "turn": turn}
        return draw_page(request, PAGE, seen, name, {**self._around(seen, said), **more, "parts": parts})

    def _around(self, seen: Look, said: Said | None) -> dict[str, object]:
        last = regions(seen, f"last_{self.room}")
        return {
            "said": said,
            "title": say(registry.rooms(NAME)[self.room].tab),
            "heading": say(self.heading),
            "last": last[f"last_{self.room}"],
            "actions": actions_at(seen, self.papers.desk),
        }

    def place_of(self, table: TableId) -> Place:
        """The page of one table."""
        return Place(address="underground_desk:table", tab=self.room, draw=partial(self.page_of, table), rest=(table,))

    def show_table(self, request: HttpRequest, event_id: int, table: str) -> HttpResponse:
        """One table."""
        door = desk_or_404(request, event_id, Desk.UNDERGROUND)
        return self.page_of(self.known(request, door, table), request, door)

    def show_all(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """All of them."""
        return self.page_all(request, desk_or_404(request, event_id, Desk.UNDERGROUND))

    def known(self, request: HttpRequest, door: DeskPass, table: str) -> TableId:
        """A table that there is.

        Raises:
            Http404: there is none of that name.
        """
        found = next((each for each, _name, _turn in look(request, door).sight.view(desk_tables) if each == table), None)
        if found is None:
            raise Http404(say("There is no such table."))
        return found


DESK = TablesDesk(papers=SCHEMES, heading=later("The Underground"), above=(strikes.REGION,), open_in=open_in_step)
