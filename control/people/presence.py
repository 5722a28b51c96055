"""Presence of the control team: who else is at this desk, at this step, or elsewhere. It warns, it never locks."""

from __future__ import annotations

from dataclasses import dataclass

from control.day.clock.clocks import tables_begun
from control.day.clock.steps import steps_left
from control.day.view import clock_view, room_clock_view
from control.desks.frame import Look
from control.desks.tabs import page_name
from control.engine.ids import StepId
from control.live import attendant
from control.live.presence import Spot

# === presence ===========================================================================================================


@dataclass(frozen=True, slots=True, kw_only=True)
class Elsewhere:
    """Somebody at another page, or at another step of this one."""

    name: str
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HereView:
    """The others, from where somebody is. `step` is the step that comes next in this room, None where there is none.

    `taken_by` has taken it on, `mine` says that it is oneself; `at_step` look at it too. `again`: one's own name is here twice.
    """

    step: StepId | None
    step_name: str
    taken_by: str
    mine: bool
    at_step: tuple[str, ...]
    here: tuple[Elsewhere, ...]
    elsewhere: tuple[Elsewhere, ...]
    again: bool


def here_view(seen: Look) -> HereView:
    """Who is where, as the page named in the address sees it."""
    return company(seen, seen.query.get("page", ""), attendant.present(seen.event_id))


def company(seen: Look, page: str, spots: tuple[Spot, ...]) -> HereView:
    """These screens as somebody sees them who is at that page."""
    own = seen.door.name
    step, names = _steps(seen, page)
    at_page = [spot for spot in spots if spot.page == page]
    looking = [spot for spot in at_page if step and spot.step == step]
    claims = sorted((spot for spot in looking if spot.claimed_at), key=lambda spot: spot.claimed_at)
    taken_by = claims[-1].name if claims else ""
    at_step = dict.fromkeys(spot.name for spot in looking if spot.name != own)
    here = {
        spot.name: Elsewhere(name=spot.name, where=names.get(StepId(spot.step), ""))
        for spot in at_page
        if spot.name != own and spot.name not in at_step
    }
    elsewhere = {
        spot.name: Elsewhere(name=spot.name, where=page_name(seen.sight.realm, spot.page))
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
    """The step that comes next at a room's desk, and what the room's steps are called."""
    if page not in seen.sight.frame.room_ids:
        return None, {}
    names = {step.id: step.name for step in seen.sight.public(room_clock_view, page).steps}
    if any(seen.sight.public(tables_begun, page)):
        return None, names  # each table is at a step of its own, and nobody takes on one for all of them
    left = seen.sight.public(steps_left, page)
    return (left[0] if left and seen.sight.public(clock_view).phase is not None else None), names
