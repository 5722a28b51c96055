"""This month's Court: its place, the Sovereign, and for Court Control who may propose."""

from __future__ import annotations

from msgspec import Struct

from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import waiting_words
from rooms.realm.game.view import sitting_view, sovereign_words
from rooms.realm.scenario.ids import HouseId

# === views ==============================================================================================================


class Badge(Struct, frozen=True, kw_only=True):
    """A House as a badge."""

    house: HouseId
    short: str


class SittingPart(Struct, frozen=True, kw_only=True):
    """This month's Court: its place and the Sovereign, and for Court Control who may propose."""

    month: int
    region: str
    host: str
    province: str
    sovereign: str
    waits: str  # what an empty throne waits for; empty during a reign
    trapped: bool  # by a Military Coup
    may_propose: tuple[Badge, ...]


def sitting_part(state: GameState, viewer: Viewer) -> SittingPart:
    sitting = sitting_view(state)
    may = state.court.may_propose if state.court and viewer.sees_desk(Desk.COURT) else ()
    return SittingPart(
        month=state.clock.month,
        region=sitting.region,
        host=sitting.host,
        province=sitting.province,
        sovereign=sovereign_words(state),
        waits=waiting_words(state),
        trapped=state.court is not None and state.court.trapped,
        may_propose=tuple(Badge(house=house.id, short=house.short) for house in state.scenario.houses if house.id in may),
    )


def host_of(state: GameState, month: int) -> str:
    """The host House of the Court in a month, by the scenario."""
    sitting = next((each for each in state.scenario.court if each.month == month), None)
    names = {house.id: house.name for house in state.scenario.houses}
    return names.get(sitting.host, "") if sitting and sitting.host else ""
