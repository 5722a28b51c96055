"""Underground Control's desk: each table as live regions, and all tables side by side (GE-UND-61)."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_GET
from msgspec import Struct

from control.desks.actions import actions_at
from control.desks.frame import draw_page, region, regions
from control.desks.presses import PressAnswer, PressPlace
from control.desks.tabs import room_tab
from control.engine.language import later, say
from control.engine.records import replace
from control.people.access import DeskPass, desk_or_404
from control.regions.kinds import DeskRegion, register
from control.regions.region import LiveRegion
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.papers.desk import PaperDeskView, StepsView, steps_view
from rooms.realm.papers.game.view_desk import rails
from rooms.realm.screens.desk_pages import Look, look
from rooms.realm.screens.overview import region_at
from rooms.underground.game.module import SCHEMES
from rooms.underground.game.state import TableId
from rooms.underground.game.tables.lookup import TOPIC, table_topic
from rooms.underground.game.view_desk import TableDesk, desk_tables, open_in_step, table_desk
from rooms.underground.screens import strikes

# === one table ==========================================================================================================

# A table at Underground Control's desk, as live regions: tabs, step, seats, attack, cards, open matters.


DESK_ONLY: Final = frozenset({Desk.UNDERGROUND})
WHOLE: Final = ""


class TableTab(Struct, frozen=True, kw_only=True):
    """One table among the tabs: step, time, and player on turn. `here`: the one shown."""

    table: TableId
    name: str
    turn: str
    steps: StepsView
    here: bool
    used: bool
    address: str


class TabsPanel(Struct, frozen=True, kw_only=True):
    """All tables."""

    tabs: tuple[TableTab, ...]
    month: int
    every: str  # address of the page with all tables


class StepPanel(Struct, frozen=True, kw_only=True):
    """The step of the table, with the results of ending it."""

    steps: StepsView
    desk: TableDesk
    used: bool


class TablePanel(Struct, frozen=True, kw_only=True):
    """The table at a moment."""

    desk: TableDesk
    now: datetime
    people: str
    steps: StepsView


# --- which table --------------------------------------------------------------------------------------------------------


def used_tables(seen: Look) -> tuple[str, ...]:
    """Tables with steps this month. `WHOLE` if the room runs one clock."""
    return seen.sight.view(rails, SCHEMES)


def first_table(seen: Look) -> TableId | None:
    """The table shown by default: the first in use."""
    known = tuple(table for table, _name, _turn in seen.sight.view(desk_tables))
    used = set(used_tables(seen))
    return next((table for table in known if table in used), known[0] if known else None)


def table_asked(seen: Look) -> TableId:
    """The table named by the address.

    Raises:
        LookupError: there are no tables.
    """
    named = TableId(seen.query.get("table", ""))
    if any(table == named for table, _name, _turn in seen.sight.view(desk_tables)):
        return named
    first = first_table(seen)
    if first is None:
        raise LookupError("table")
    return first


def steps_at(seen: Look, table: TableId) -> StepsView:
    """The steps of a table, or of the room if it runs one clock this month."""
    return steps_view(seen, SCHEMES, None, WHOLE if used_tables(seen) == (WHOLE,) else table)


def is_used(seen: Look, table: TableId) -> bool:
    """Whether this table has steps this month."""
    used = used_tables(seen)
    return used == (WHOLE,) or table in used


def at_table(seen: Look, table: TableId) -> Look:
    """The same request data for one table."""
    query = QueryDict(mutable=True)
    query["table"] = table
    return seen.with_query(query)


def table_regions(seen: Look, table: TableId, *names: str) -> dict[str, LiveRegion]:
    """Regions of one table, which their addresses name."""
    found = regions(at_table(seen, table), *names)
    return {name: replace(each, address=f"{each.address}?table={table}") for name, each in found.items()}


def address(seen: Look, name: str, *rest: object) -> str:
    return reverse(f"underground_desk:{name}", args=[seen.event_id, *rest])


# --- shapers ------------------------------------------------------------------------------------------------------------


def tabs_panel(seen: Look) -> TabsPanel:
    """All tables, each with the player on turn and the time left."""
    here = seen.once(table_asked)
    tabs = tuple(
        TableTab(
            table=table,
            name=name,
            turn=turn,
            steps=steps_at(seen, table),
            here=table == here and not seen.query.get("all"),
            used=is_used(seen, table),
            address=address(seen, "table", table),
        )
        for table, name, turn in seen.sight.view(desk_tables)
    )
    return TabsPanel(tabs=tabs, month=tabs[0].steps.month if tabs else 0, every=address(seen, "all"))


def desk_shown(seen: Look) -> TableDesk:
    """The table as its desk may see it."""
    found = seen.sight.view(table_desk, seen.once(table_asked))
    if found is None:  # shown to this desk only
        raise LookupError("table")
    return found


def steps_shown(seen: Look) -> StepsView:
    """The steps of the table that is asked for."""
    return steps_at(seen, seen.once(table_asked))


def step_panel(seen: Look) -> StepPanel:
    """The step with its button."""
    return StepPanel(steps=seen.once(steps_shown), desk=seen.once(desk_shown), used=is_used(seen, seen.once(table_asked)))


def table_panel(seen: Look) -> TablePanel:
    return TablePanel(
        desk=seen.once(desk_shown),
        now=seen.now,
        people=seen.address("room-people", SCHEMES.room),
        steps=seen.once(steps_shown),
    )


def own_topics(seen: Look) -> tuple[str, ...]:
    """The topic of the one table that a region shows."""
    return (table_topic(seen.once(table_asked)),)


HEAD: Final = ("underground_tabs", "underground_step")
LEFT: Final = ("underground_attack", "underground_open", "underground_schemes")
RIGHT: Final = ("underground_seats",)
ALL_TOPICS: Final = ("clock", "people", "laws")
VIEWS: Final = {  # each shows one table, the one that is asked for
    "underground_step": step_panel,
    "underground_seats": table_panel,
    "underground_attack": table_panel,
    "underground_open": table_panel,
    "underground_schemes": table_panel,
}

register(
    DeskRegion(
        name="underground_tabs",
        template="underground/desk/_tabs.html",
        topics=(TOPIC, *ALL_TOPICS),
        view=tabs_panel,
        desks=DESK_ONLY,
    ),
    *(
        DeskRegion(
            name=name,
            template=f"underground/desk/_{name.removeprefix('underground_')}.html",
            topics=ALL_TOPICS,
            topics_asked=own_topics,
            view=view,
            desks=DESK_ONLY,
        )
        for name, view in VIEWS.items()
    ),
    realm=NAME,
)


# === desk ===============================================================================================================

# The desk: each table on its own, and all tables side by side (GE-UND-61)


PAGE = "underground/desk/desk.html"


class TablesDesk(PaperDeskView, frozen=True, kw_only=True):
    """Desk of a room with a clock for each table: one table at a time, on one or several tablets."""

    def addresses(self) -> list[URLPattern]:
        """Addresses of every paper room, and of each table."""
        return [
            *PaperDeskView.addresses(self),
            path("all/", require_GET(self.show_all), name="all"),
            path("table/<slug:table>/", require_GET(self.show_table), name="table"),
        ]

    def page(self, request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
        """The first table in use. All tables if there is none."""
        table = first_table(look(request, door))
        return self.page_all(request, door, said) if table is None else self.page_of(table, request, door, said)

    def page_of(self, table: TableId, request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
        """Page of one table."""
        seen = look(request, door)
        parts = table_regions(seen, table, *HEAD, *LEFT, *RIGHT)
        more = {"left": tuple(parts[name] for name in LEFT), "right": tuple(parts[name] for name in RIGHT), "table": table}
        parts["writers"] = region(seen, f"writers_{self.room}")
        parts["turn"] = region(seen, region_at(Desk.UNDERGROUND))
        return draw_page(request, PAGE, seen, self.room, {**self._around(seen, said), **more, "parts": parts})

    def page_all(self, request: HttpRequest, door: DeskPass, said: PressAnswer | None = None) -> HttpResponse:
        """All tables side by side, with authors of schemes, and completed schemes."""
        seen = look(request, door)
        name = self.room
        query = seen.query.copy()
        query["all"] = "yes"
        tabs = regions(seen.with_query(query), "underground_tabs")["underground_tabs"]
        found = regions(seen, *self.above, f"writers_{name}", f"steps_{name}")
        above = tuple(found[each] for each in self.above)
        more = {"left": (found[f"writers_{name}"],), "more": above, "steps": found[f"steps_{name}"]}
        turn = region(seen, region_at(Desk.UNDERGROUND))
        parts = {"underground_tabs": replace(tabs, address=f"{tabs.address}?all=yes"), "turn": turn}
        return draw_page(request, PAGE, seen, name, {**self._around(seen, said), **more, "parts": parts})

    def _around(self, seen: Look, said: PressAnswer | None) -> dict[str, object]:
        last = regions(seen, f"last_{self.room}")
        return {
            "said": said,
            "title": room_tab(NAME, self.room),
            "heading": say(self.heading),
            "last": last[f"last_{self.room}"],
            "actions": actions_at(seen, self.papers.desk),
        }

    def place_of(self, table: TableId) -> PressPlace:
        """The place of one table's page."""
        return PressPlace(address="underground_desk:table", tab=self.room, draw=partial(self.page_of, table), rest=(table,))

    def show_table(self, request: HttpRequest, event_id: int, table: str) -> HttpResponse:
        """Page of one table."""
        door = desk_or_404(request, event_id, Desk.UNDERGROUND)
        return self.page_of(self.known(request, door, table), request, door)

    def show_all(self, request: HttpRequest, event_id: int) -> HttpResponse:
        """Page of all tables."""
        return self.page_all(request, desk_or_404(request, event_id, Desk.UNDERGROUND))

    def known(self, request: HttpRequest, door: DeskPass, table: str) -> TableId:
        """A table that exists.

        Raises:
            Http404: there is none with that name.
        """
        found = next((each for each, _name, _turn in look(request, door).sight.view(desk_tables) if each == table), None)
        if found is None:
            raise Http404(say("There is no such table."))
        return found


DESK = TablesDesk(papers=SCHEMES, heading=later("The Underground"), above=(strikes.REGION,), open_in=open_in_step)
