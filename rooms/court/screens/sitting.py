"""The place of the Court on walls, on prints and in the timetable."""

from __future__ import annotations

from control.engine.language import later
from control.registry import ClockNote, PagePanel, PagePiece, PlanColumn
from rooms.court.game.view_sitting import host_of
from rooms.realm.game.view import SittingView
from rooms.realm.game.view_divine_sovereign import last_court_view


def on_the_wall(_event_id: int, shown: SittingView) -> PagePanel:
    """Region, host and province. Nothing if the Court has no place."""
    return PagePanel(template="court/_sits.html", panel=shown)


def on_paper(_event_id: int, shown: SittingView) -> PagePanel:
    """The same as a line of a list."""
    return PagePanel(template="court/print/_sits.html", panel=shown)


STANDING = ClockNote(hall=PagePiece(sees=last_court_view, draw=on_the_wall), paper=PagePiece(sees=last_court_view, draw=on_paper))
PLAN = PlanColumn(title=later("Court at"), sees=host_of)
