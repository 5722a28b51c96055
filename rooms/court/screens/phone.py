"""The phone's share of the Court: its floor, what is the Sovereign's to decide there, and the views that foresee."""

from __future__ import annotations

from typing import Final

from control import registry
from control.regions.kinds import RegionKind
from control.registry import EMPTY, Panel, Piece
from rooms.court.game.consequence import Foresight
from rooms.court.game.floor_phone_view import OwnProposal, own_proposal
from rooms.court.game.law_results import laws_did
from rooms.court.game.roll import TOPIC
from rooms.court.game.schemes import schemes_to_name
from rooms.court.game.sovereign_view import sovereign_floor
from rooms.realm.frame import NAME
from rooms.realm.papers.game.view_form import Fate

# === foresight ==========================================================================================================

# The views that foresee what a proposal would mean, bound to the engine of the game as it is installed.


FORESIGHT: Final = Foresight(lambda: registry.game(NAME))


# === regions ============================================================================================================

# What the Court adds to the phone: its floor, and what is the Sovereign's to decide there.


FLOOR, CHOOSING, DECIDING, ACTED, NAMING = "floor", "choosing", "deciding", "laws-did", "naming"  # the regions
TOPICS = (TOPIC, "clock")
TOLD = ("clock", "laws", "map")  # what the laws did, and whom that touches
NAMED = (*TOPICS, "schemes")  # what a scheme may name
FORESEEN = (*TOPICS, "laws", "map")  # what a proposal would mean changes with these too

REGIONS: Final = (
    RegionKind(name=FLOOR, template="court/_play_floor.html", topics=FORESEEN, view=FORESIGHT.phone, tab="now", after="now"),
    RegionKind(name=ACTED, template="court/_play_acted.html", topics=TOLD, view=laws_did, tab="now", after="now"),
    RegionKind(name=NAMING, template="court/_play_naming.html", topics=NAMED, view=schemes_to_name, tab="now", after="now"),
    RegionKind(name=CHOOSING, template="court/_play_choosing.html", topics=TOPICS, view=sovereign_floor, tab="now", after=FLOOR),
    RegionKind(name=DECIDING, template="court/_play_deciding.html", topics=TOPICS, view=sovereign_floor, tab="now", first=True),
)


def draw_own(_event_id: int, shown: Fate | OwnProposal | None) -> Panel:
    """What became of the own proposal."""
    if shown is None:
        return EMPTY
    return Panel(template="court/_own_proposal.html" if isinstance(shown, OwnProposal) else "papers/_fate.html", panel=shown)


RESULTS: Final = Piece(sees=own_proposal, draw=draw_own)
