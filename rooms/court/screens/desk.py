"""The desk of Court Control: the place of the Court, who may propose, the floor, the Law Board."""

from __future__ import annotations

from control.engine.ids import StepId
from control.engine.language import later
from control.regions.kinds import DeskRegion, register
from rooms.court.game.floor.cycles import part_of
from rooms.court.game.floor.view_desk import open_matters_in_step
from rooms.court.game.proposals.proposal import PROPOSALS
from rooms.court.game.view_sitting import SittingPart, sitting_part
from rooms.court.screens import duel_desk, emperor, floor_desk, schemes, uprising_desk
from rooms.realm.desks import Desk
from rooms.realm.frame import NAME
from rooms.realm.game.view import LawView, law_views
from rooms.realm.papers.desk import PaperDeskView
from rooms.realm.screens.desk_pages import Look
from rooms.realm.screens.overview import region_at

COURT_DESK = frozenset({Desk.COURT})


def sitting_shown(seen: Look) -> SittingPart:
    """This month's Court."""
    return seen.sight.view(sitting_part)


def laws_shown(seen: Look) -> tuple[LawView, ...]:
    return seen.sight.public(law_views)


register(
    DeskRegion(name="court_sitting", template="court/desk/_sitting.html", topics=("clock",), view=sitting_shown, desks=COURT_DESK),
    DeskRegion(name="court_laws", template="court/desk/_laws.html", topics=("laws", "clock"), view=laws_shown, desks=COURT_DESK),
    realm=NAME,
)


VERBS = {"explain": later("Open the debate"), "debate": later("Open the vote"), "vote": later("Go to Payment")}


def verb_of(step: StepId) -> str:
    """A step's button: what it opens. Empty if it only ends the step."""
    found = part_of(step)
    return VERBS.get(found[0], "") if found else ""


DESK = PaperDeskView(
    papers=PROPOSALS,
    heading=later("The Court"),
    own=(
        region_at(Desk.COURT),
        "court_sitting",
        emperor.REGION,
        *floor_desk.REGIONS,
        uprising_desk.REGION,
        duel_desk.REGION,
        schemes.REGION,
        "writers_court",
        "court_laws",
    ),
    template="court/desk/desk.html",
    verb_of=verb_of,
    open_in=open_matters_in_step,
)
