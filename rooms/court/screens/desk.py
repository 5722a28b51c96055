"""The desk of Court Control: who sits at court, who may propose, the law board, and the proposals once they are handed in."""

from __future__ import annotations

from dataclasses import dataclass

from control.desks.frame import Look, Part, register
from control.desks.room import PapersView, PaperTable, RoomDesk, kind_of, paper_line
from control.engine.language import say
from rooms.court.game.part import view_court
from rooms.court.game.state import court_of
from rooms.realm.desks import Desk
from rooms.realm.game.throne import waiting_words
from rooms.realm.game.view import LawView, clock_view, law_views
from rooms.realm.scenario.ids import HouseId, Room

COURT_DESK = frozenset({Desk.COURT})


@dataclass(frozen=True, slots=True, kw_only=True)
class Badge:
    """A House as a badge."""

    house: HouseId
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingView:
    """Where the Court sits this month, who reigns, who may propose."""

    month: int
    region: str
    host: str
    province: str
    sovereign: str
    waits: str  # what an empty throne waits for; empty while somebody reigns
    trapped: bool  # by a Military Coup
    may_propose: tuple[Badge, ...]


def sitting_view(seen: Look) -> SittingView:
    """The facts of this month's Court."""
    state, clock = seen.state, clock_view(seen.state)
    may = state.court.may_propose if state.court else ()
    return SittingView(
        month=clock.month,
        region=clock.court_region,
        host=clock.court_host,
        province=clock.court_province,
        sovereign=clock.sovereign,
        waits=waiting_words(state.throne.waits),
        trapped=state.court is not None and state.court.trapped,
        may_propose=tuple(Badge(house=house.id, short=house.short) for house in state.scenario.houses if house.id in may),
    )


def laws_view(seen: Look) -> tuple[LawView, ...]:
    """The Law Board."""
    return law_views(seen.state)


def proposals_view(seen: Look) -> PapersView:
    """The proposals that lie before the Sovereign."""
    own, shown = court_of(seen.state), view_court(seen.state, seen.door.viewer)
    kind, opened = kind_of(Room.COURT), {each.seat: each for each in own.proposals}
    lines = tuple(paper_line(seen, kind, opened[each.seat], each.words) for each in shown.proposals)
    return PapersView(
        noun=say("proposal"),
        nouns=say("proposals"),
        is_in=own.month == seen.state.clock.month and own.month > 0,
        tables=(PaperTable(title="", papers=lines),),
        aside=shown.aside,
    )


register(
    court_sitting=Part(template="court/desk/_sitting.html", topics=("clock",), shape=sitting_view, desks=COURT_DESK),
    court_laws=Part(template="court/desk/_laws.html", topics=("laws", "clock"), shape=laws_view, desks=COURT_DESK),
    court_papers=Part(template="control/desk/_room_papers.html", topics=("court", "clock"), shape=proposals_view, desks=COURT_DESK),
)

DESK = RoomDesk(room=Room.COURT, template="court/desk/desk.html", parts=("court_sitting", "court_papers", "court_laws"))
