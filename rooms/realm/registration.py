"""Registration of God Emperor with the console: all that the platform needs of the game."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from control.engine.records import replace
from control.registry import (
    BotsPart,
    DebriefPart,
    Folders,
    Realm,
    RealmDesk,
    RealmHall,
    RealmRules,
    Rulebook,
)
from rooms.realm.debriefing import HINDSIGHT
from rooms.realm.game import bots
from rooms.realm.game.guides import GUIDES
from rooms.realm.game.measures.realm import MEASURED
from rooms.realm.game.modules import MODULES
from rooms.realm.game.reports.words import dispatch_words
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState
from rooms.realm.game.view_ceremonies import ceremony_closing
from rooms.realm.game.view_divine_sovereign import end_waits
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.loader import places_in, scenario_from_json
from rooms.realm.scenario.schema import CastSeat
from rooms.realm.scenario_files import read_folder, scenario_in
from rooms.realm.screens import counts, desk_pages, overview, prints, walls
from rooms.realm.screens.phone import PHONE

# === registration =======================================================================================================


ROOT: Final = Path(__file__).resolve().parents[2]
FIXTURES: Final = ROOT / "fixtures"
FOR_CONTROL: Final = frozenset({"GE-EVT-49", "GE-SOV-33"})  # secrets from players, and how to play the God Emperor

GOD_EMPEROR: Final = Realm(
    rules=RealmRules(
        state=GameState,
        modules=MODULES,
        load=scenario_from_json,
        set_up=lambda casting: SetUp(casting=casting),
        rulebook=Rulebook(path=ROOT / "docs" / "rules" / "god-emperor.md", withheld=FOR_CONTROL),
    ),
    folders=Folders(
        read=scenario_in,
        texts=read_folder,
        places=places_in,
        title=lambda scenario: scenario.title,
        casting=lambda scenario: scenario.casting,
        cast=lambda name, team, rank: CastSeat(name=name, house=HouseId(team), rank=rank),
        manned=lambda scenario, casting: replace(scenario, casting=casting),
        demo=FIXTURES / "god_emperor",
        small=FIXTURES / "god_emperor_small",
        demo_in={"de": FIXTURES / "god_emperor_de"},
    ),
    desk=RealmDesk(
        pages=desk_pages.PAGES,
        by_hand=desk_pages.by_hand,
        overview=(overview.REGION,),
        below=(overview.OVERVIEW,),
        waiting=end_waits,
        turning=overview.TURNING.foretold,
        closing=ceremony_closing,
        counts=counts.COUNTS,
        styles=("realm/standing.css", "realm/turn.css"),
        scripts=("realm/places.js",),
    ),
    phone=PHONE,
    hall=RealmHall(standing=walls.STANDING, news=walls.NEWS, ending=walls.CROWNED, walls=walls.WALLS, dispatch=dispatch_words),
    paper=prints.PAPER,
    bots=BotsPart(act=bots.act, guides=GUIDES),
    debrief=DebriefPart(hindsight=HINDSIGHT, measures=MEASURED),
)
