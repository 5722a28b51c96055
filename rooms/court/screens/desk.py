"""The desk of Court Control: who sits at court, who may propose, the law board, and the proposals once they are handed in."""

from __future__ import annotations

from dataclasses import dataclass

from control.engine.language import later
from control.regions.kinds import RegionKind
from control.regions.known import register
from rooms.court.game.part import PROPOSALS
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.throne.changes import waiting_words
from rooms.realm.game.view import LawView, law_views, sitting_view, sovereign_words
from rooms.realm.papers.desk import RoomDesk
from rooms.realm.scenario.ids import HouseId
from rooms.realm.screens.seen import Look

COURT_DESK = frozenset({Desk.COURT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A House as a badge."""

    house: HouseId
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingPart:
    """Where the Court sits this month, who reigns, who may propose."""

    month: int
    region: str
    host: str
    province: str
    sovereign: str
    waits: str  # what an empty throne waits for; empty while somebody reigns
    trapped: bool  # by a Military Coup
    may_propose: tuple[Badge, ...]


def sitting_part(seen: Look) -> SittingPart:
    """The facts of this month's Court."""
    state = seen.state
    sitting = sitting_view(state)
    may = state.court.may_propose if state.court else ()
    return SittingPart(
        month=state.clock.month,
        region=sitting.region,
        host=sitting.host,
        province=sitting.province,
        sovereign=sovereign_words(state),
        waits=waiting_words(state.throne.waits),
        trapped=state.court is not None and state.court.trapped,
        may_propose=tuple(Badge(house=house.id, short=house.short) for house in state.scenario.houses if house.id in may),
    )


def laws_view(seen: Look) -> tuple[LawView, ...]:
    """The Law Board."""
    return law_views(seen.state)


register(
    RegionKind(name="court_sitting", template="court/desk/_sitting.html", topics=("clock",), view=sitting_part, desks=COURT_DESK),
    RegionKind(name="court_laws", template="court/desk/_laws.html", topics=("laws", "clock"), view=laws_view, desks=COURT_DESK),
    realm=NAME,
)

DESK = RoomDesk(papers=PROPOSALS, heading=later("The Court"), above=("court_sitting",), below=("court_laws",))
