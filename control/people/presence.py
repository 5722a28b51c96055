"""Presence of the control team: who else is at this desk, at this step, or elsewhere. It warns and never locks."""

from __future__ import annotations

from msgspec import Struct

from control.day.clock.clocks import tables_begun
from control.day.clock.steps import steps_left
from control.day.view import clock_view, room_clock_view
from control.desks.frame import Look
from control.desks.tabs import page_name
from control.engine.ids import StepId
from control.live import attendant
from control.live.presence import ScreenSpot

# === presence ===========================================================================================================


class OtherPage(Struct, frozen=True, kw_only=True):
    """Somebody at another page, or at another step of this one."""

    name: str
    where: str


class HereView(Struct, frozen=True, kw_only=True):
    """The other people of the control team, seen from one page.

    `step`: the next step of this room, None without one.
    `taken_by`: who has claimed the step; `mine`: it is the viewer.
    `at_step`: others who look at this step; `here`: others on this page; `elsewhere`: others on other pages.
    `again`: the viewer's name is on this page twice.
    """

    step: StepId | None
    step_name: str
    taken_by: str
    mine: bool
    at_step: tuple[str, ...]
    here: tuple[OtherPage, ...]
    elsewhere: tuple[OtherPage, ...]
    again: bool


def here_view(seen: Look) -> HereView:
    """The presence as seen from the page in the query."""
    return company_view(seen, seen.query.get("page", ""), attendant.staff_screens(seen.event_id))


def company_view(seen: Look, page: str, spots: tuple[ScreenSpot, ...]) -> HereView:
    """The presence of these screens, as seen from a page."""
    own = seen.door.name
    step, names = _steps(seen, page)
    at_page = [spot for spot in spots if spot.page == page]
    looking = [spot for spot in at_page if step and spot.step == step]
    claims = sorted((spot for spot in looking if spot.claimed_at), key=lambda spot: spot.claimed_at)
    taken_by = claims[-1].name if claims else ""
    at_step = dict.fromkeys(spot.name for spot in looking if spot.name != own)
    here = {
        spot.name: OtherPage(name=spot.name, where=names.get(StepId(spot.step), ""))
        for spot in at_page
        if spot.name != own and spot.name not in at_step
    }
    elsewhere = {
        spot.name: OtherPage(name=spot.name, where=page_name(seen.sight.realm, spot.page))
        for spot in spots
        if spot.page != page and spot.name != own and spot.name not in at_step and spot.name not in here
    }
    return HereView(
        step=step,
        step_name=names.get(step, "") if step else "",
        taken_by=taken_by,
        mine=taken_by == own,
        at_step=tuple(at_step),
        here=tuple(here.values()),
        elsewhere=tuple(elsewhere.values()),
        again=sum(spot.name == own for spot in at_page) > 1,
    )


def _steps(seen: Look, page: str) -> tuple[StepId | None, dict[StepId, str]]:
    """The next step of a room's desk, and the names of the room's steps."""
    if page not in seen.sight.frame.room_ids:
        return None, {}
    names = {step.id: step.name for step in seen.sight.public(room_clock_view, page).steps}
    if any(seen.sight.public(tables_begun, page)):
        return None, names  # each table has its own step, so nobody claims one for all tables
    left = seen.sight.public(steps_left, page)
    return (left[0] if left and seen.sight.public(clock_view).phase is not None else None), names
