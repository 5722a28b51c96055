"""A table on Underground Control's tablet, as live regions: the tabs, the step, the seats, the attack, the cards, what is open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.http import QueryDict
from django.urls import reverse

from control.desks.frame import region
from control.regions.drawn import Region
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.papers.desk_shapes import StepsView, steps_view
from rooms.realm.papers.game.view_desk import rails
from rooms.realm.screens.seen import Look
from rooms.underground.game.part import SCHEMES
from rooms.underground.game.tables.state import TableId
from rooms.underground.game.view_desk import TableDesk, desk_tables, table_desk

DESK_ONLY: Final = frozenset({Desk.UNDERGROUND})
WHOLE: Final = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTab:
    """One table among the tabs: its step and time, and whose turn it is; `here` is the one that is shown."""

    table: TableId
    name: str
    turn: str
    steps: StepsView
    here: bool
    used: bool
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TabsPanel:
    """All tables."""

    tabs: tuple[TableTab, ...]
    month: int
    every: str  # where all tables stand side by side


@dataclass(frozen=True, slots=True, kw_only=True)
class StepPanel:
    """The step of the table, and what becomes of what is open when it ends."""

    steps: StepsView
    desk: TableDesk
    used: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePanel:
    """The table, at a moment."""

    desk: TableDesk
    now: datetime
    people: str
    steps: StepsView


# --- which table --------------------------------------------------------------------------------------------------------


def used_tables(seen: Look) -> tuple[str, ...]:
    """The tables that have steps this month; the whole room where it runs one clock."""
    return seen.sight.view(rails, SCHEMES)


def first_table(seen: Look) -> TableId | None:
    """The table that is shown where none is named: the first in use."""
    known = tuple(table for table, _name, _turn in seen.sight.view(desk_tables))
    used = set(used_tables(seen))
    return next((table for table in known if table in used), known[0] if known else None)


def table_asked(seen: Look) -> TableId:
    """The table that the address names.

    Raises:
        LookupError: there is none at all.
    """
    named = TableId(seen.query.get("table", ""))
    if any(table == named for table, _name, _turn in seen.sight.view(desk_tables)):
        return named
    first = first_table(seen)
    if first is None:
        raise LookupError("table")
    return first


def steps_at(seen: Look, table: TableId) -> StepsView:
    """The steps of a table; of the room, where it runs one clock this month."""
    return steps_view(seen, SCHEMES, None, WHOLE if used_tables(seen) == (WHOLE,) else table)


def is_used(seen: Look, table: TableId) -> bool:
    """Has this table steps this month?"""
    used = used_tables(seen)
    return used == (WHOLE,) or table in used


def at_table(seen: Look, table: TableId) -> Look:
    """The same look at one table."""
    query = QueryDict(mutable=True)
    query["table"] = table
    return replace(seen, query=query)


def table_region(seen: Look, name: str, table: TableId) -> Region:
    """A region of one table: its address says which."""
    shown = region(at_table(seen, table), name)
    return replace(shown, address=f"{shown.address}?table={table}")


def address(seen: Look, name: str, *rest: object) -> str:
    """An address of this desk."""
    return reverse(f"underground_desk:{name}", args=[seen.event_id, *rest])


# --- shapers ------------------------------------------------------------------------------------------------------------


def tabs_panel(seen: Look) -> TabsPanel:
    """All tables, each with whose turn it is and the time left."""
    here = table_asked(seen)
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
    found = seen.sight.view(table_desk, table_asked(seen))
    if found is None:  # a region of this desk is shown to nobody else
        raise LookupError("table")
    return found


def step_panel(seen: Look) -> StepPanel:
    """The step with its one button."""
    table = table_asked(seen)
    return StepPanel(steps=steps_at(seen, table), desk=desk_shown(seen), used=is_used(seen, table))


def table_panel(seen: Look) -> TablePanel:
    """The table itself."""
    return TablePanel(
        desk=desk_shown(seen),
        now=seen.now,
        people=seen.address("room-people", SCHEMES.room),
        steps=steps_at(seen, table_asked(seen)),
    )


HEAD: Final = ("underground_tabs", "underground_step")
LEFT: Final = ("underground_attack", "underground_open", "underground_schemes")
RIGHT: Final = ("underground_seats",)
ALL_TOPICS: Final = ("underground", "clock", "people", "laws")
VIEWS: Final = {
    "underground_tabs": tabs_panel,
    "underground_step": step_panel,
    "underground_seats": table_panel,
    "underground_attack": table_panel,
    "underground_open": table_panel,
    "underground_schemes": table_panel,
}

register(
    *(
        RegionKind(
            name=name,
            template=f"underground/desk/_{name.removeprefix('underground_')}.html",
            topics=ALL_TOPICS,
            view=view,
            desks=DESK_ONLY,
        )
        for name, view in VIEWS.items()
    ),
    realm=NAME,
)
