"""Shared data of War Control's desk, computed once per request."""

from __future__ import annotations

from typing import Final

from control.desks.folds import is_folded, unfolded
from control.engine.ids import SeatId
from control.registry import game
from control.sheets import sheets
from rooms.realm.game.choice_lists import house_names
from rooms.realm.screens.desk_pages import Look
from rooms.war.game.sheets.document import KIND
from rooms.war.game.view_desk import PresenceView, WarDeskView, war_desk, war_presence
from rooms.war.game.view_preview import Foreseer, PreviewView, preview
from rooms.war.game.view_steps import StepsView, steps_view

FOLDS: Final = "orders-"  # folds of the Houses' orders, each with the House's ID

# === looks ==============================================================================================================


def shown_presence(seen: Look) -> PresenceView:
    """Players in the War Room."""
    return seen.sight.view(war_presence)


def shown_steps(seen: Look) -> StepsView:
    """The steps of this month."""
    return seen.sight.view(steps_view)


def shown_desk(seen: Look) -> WarDeskView:
    """Sheets, ticks and Rumors. In a large event sheets of unfolded Houses."""
    if not is_folded(seen):
        return seen.sight.view(war_desk)
    names, houses = seen.once(unfolded), seen.sight.public(house_names)
    return seen.sight.view(war_desk, frozenset(house.id for house in houses if f"{FOLDS}{house.id}" in names))


def foreseer(seen: Look) -> Foreseer:
    """Sender and time of previews."""
    return Foreseer(game=game(seen.sight.realm), by=seen.door.actor, at=seen.now)


def shown_preview(seen: Look) -> PreviewView:
    """Preview of the next step, if there is one."""
    step = seen.once(shown_steps).foreseeable
    return seen.sight.view(preview, seen.once(foreseer), step) if step else PreviewView()


def sent_in_time(seen: Look) -> frozenset[SeatId]:
    """Seats whose sheet of this month came in time."""
    return sheets.seats_sent(seen.event_id, KIND, seen.once(shown_presence).month)


def sent_of(seen: Look) -> tuple[frozenset[SeatId], frozenset[SeatId]]:
    """Seats whose sheet came in time, and seats in the War Room."""
    return seen.once(sent_in_time), seen.once(shown_presence).seats
