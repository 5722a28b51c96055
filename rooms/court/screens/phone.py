"""The Court on the phone: the floor, the Sovereign's decisions, and views with consequences."""

from __future__ import annotations

from typing import Final

from control import registry
from control.regions.kinds import TOP, PhoneRegion
from control.registry import EMPTY, PagePanel, PagePiece
from rooms.court.game.floor.view_phone import OwnProposal, own_proposal
from rooms.court.game.law_results import laws_did
from rooms.court.game.proposals.consequences import Foresight
from rooms.court.game.roll import TOPIC
from rooms.court.game.schemes import schemes_to_name
from rooms.court.game.view_sovereign import sovereign_floor
from rooms.realm.frame import NAME
from rooms.realm.papers.game.view_form import PaperOutcome

# === foresight ==========================================================================================================

# Views with a proposal's consequences, bound to the engine of the installed game.


FORESIGHT: Final = Foresight(lambda: registry.game(NAME))


# === regions ============================================================================================================

# The Court's regions on the phone: the floor, and the Sovereign's decisions.


FLOOR, CHOOSING, DECIDING, ACTED, NAMING = "floor", "choosing", "deciding", "laws-did", "naming"  # names of the regions
TOPICS = (TOPIC, "clock")
TOLD = ("clock", "laws", "map")  # topics of the laws' results and the Houses they touch
NAMED = (*TOPICS, "schemes")  # topics of the proposals that a scheme may name
FORESEEN = (*TOPICS, "laws", "map")  # topics of a proposal's consequences

REGIONS: Final = (
    PhoneRegion(name=FLOOR, template="court/_play_floor.html", topics=FORESEEN, view=FORESIGHT.phone, tab="now", after="now"),
    PhoneRegion(name=ACTED, template="court/_play_acted.html", topics=TOLD, view=laws_did, tab="now", after="now"),
    PhoneRegion(name=NAMING, template="court/_play_naming.html", topics=NAMED, view=schemes_to_name, tab="now", after="now"),
    PhoneRegion(name=CHOOSING, template="court/_play_choosing.html", topics=TOPICS, view=sovereign_floor, tab="now", after=FLOOR),
    PhoneRegion(name=DECIDING, template="court/_play_deciding.html", topics=TOPICS, view=sovereign_floor, tab="now", after=TOP),
)


def draw_own(_event_id: int, shown: PaperOutcome | OwnProposal | None) -> PagePanel:
    """The fate of the player's own proposal."""
    if shown is None:
        return EMPTY
    return PagePanel(template="court/_own_proposal.html" if isinstance(shown, OwnProposal) else "papers/_fate.html", panel=shown)


RESULTS: Final = PagePiece(sees=own_proposal, draw=draw_own)
