"""What the Court adds to the phone: its floor, and what is the Sovereign's to decide there."""

from __future__ import annotations

from typing import Final

from control.regions.kinds import RegionKind
from rooms.court.game.roll import TOPIC
from rooms.court.game.view_phone import phone_floor
from rooms.court.game.view_sovereign import sovereign_floor

FLOOR, CHOOSING = "floor", "choosing"  # the regions
TOPICS = (TOPIC, "clock")

REGIONS: Final = (
    RegionKind(name=FLOOR, template="court/_play_floor.html", topics=TOPICS, view=phone_floor, tab="now", after="now"),
    RegionKind(name=CHOOSING, template="court/_play_choosing.html", topics=TOPICS, view=sovereign_floor, tab="now", after=FLOOR),
)
