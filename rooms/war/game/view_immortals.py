"""View of Immortals for the two desks that send them and call them home (GE-SOV-28, R-98)."""

from __future__ import annotations

from msgspec import Struct

from control.day.timetable import last_month
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.military_actions import free_immortals
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import Immortal, board_of
from rooms.war.game.state import war_of
from rooms.war.game.view_map import places

# === Immortals ==========================================================================================================


class ImmortalRow(Struct, frozen=True, kw_only=True):
    """An Immortal, with its place and reason. `may_come`: it can be called home."""

    id: int
    where: str
    why: str
    may_come: bool


class ImmortalsPanel(Struct, frozen=True, kw_only=True):
    """All Immortals. `court`: name of the Court's region, "" if there is none; `free`: number of Immortals free there.

    `home_in`: month in whose Return an Immortal sent now goes home, 0 if the game is over by then.
    """

    court: str = ""
    free: int = 0
    home_in: int = 0
    rows: tuple[ImmortalRow, ...] = ()
    away: tuple[ImmortalRow, ...] = ()
    places: tuple[tuple[RegionId, str], ...] = ()


def immortals_panel(state: GameState, viewer: Viewer) -> ImmortalsPanel:
    """The Immortals as they stand now. Empty for viewers at neither desk."""
    if not (viewer.sees_desk(Desk.WAR) or viewer.sees_desk(Desk.COURT)):
        return ImmortalsPanel()
    board, home = board_of(state.scenario), state.clock.month + 1
    court = state.court.region if state.court else None
    rows = tuple(_row(state, court, each) for each in war_of(state).immortals)
    return ImmortalsPanel(
        court=board.region_name(court) if court else "",
        free=len(free_immortals(state)),
        home_in=home if home <= last_month(state) else 0,
        rows=rows,
        away=tuple(row for row in rows if row.may_come),
        places=places(state),
    )


def _row(state: GameState, court: RegionId | None, each: Immortal) -> ImmortalRow:
    board, last = board_of(state.scenario), last_month(state)
    if each.region is None:
        back = ""
        if each.away_until is not None:
            stays = each.away_until > last
            back = say("stays away") if stays else say("comes back in the Return of month {month}", month=each.away_until)
        why = say("gone for good") if each.gone else back
        return ImmortalRow(id=each.id, where=say("off the board"), why=why, may_come=False)
    whys = [str(each.task)] if each.task else []
    if each.commander is not None:
        whys.append(say("commanded by {house}", house=board.house_name(each.commander)))
    if each.home_in is not None:
        stays = each.home_in > last
        whys.append(say("stays there") if stays else say("goes home in the Return of month {month}", month=each.home_in))
    elif each.region == court:
        whys.append(say("guards the Court"))
    may_come = court is not None and (each.region != court or each.home_in is not None)
    return ImmortalRow(id=each.id, where=board.region_name(each.region), why=", ".join(whys), may_come=may_come)
