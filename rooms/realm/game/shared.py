"""What God Emperor's rooms share, as modules: the platform's and the realm's, in the order in which they react."""

from __future__ import annotations

from typing import Final

from control.day.attention import ATTENTION
from control.day.clock.module import CLOCK
from control.day.counts import COUNTS
from control.day.decisions.module import DECISIONS
from control.day.handoffs import HAND_OFFS
from control.day.news.module import NEWS
from control.day.notices import NOTICES
from control.day.outages import OUTAGES
from control.day.people.module import PEOPLE
from control.day.roster.module import ROSTER
from control.day.rulings import RULINGS
from control.day.seals import SEALS
from control.engine.modules import Module
from rooms.realm.game.attendance import ATTENDANCE
from rooms.realm.game.buildings.module import BUILDINGS
from rooms.realm.game.ceremonies import CEREMONIES
from rooms.realm.game.counting.module import COUNTING
from rooms.realm.game.court import COURT
from rooms.realm.game.deaths.module import DEATHS
from rooms.realm.game.deeds.module import DEEDS
from rooms.realm.game.effects.module import EFFECTS
from rooms.realm.game.favors.module import FAVORS
from rooms.realm.game.forfeits import FORFEITS
from rooms.realm.game.hostages.module import HOSTAGES
from rooms.realm.game.laws import LAWS
from rooms.realm.game.passed import PASSED
from rooms.realm.game.reports.module import IN_THE_NEWS, REPORTED
from rooms.realm.game.setup import SETUP
from rooms.realm.game.stakes import STAKES
from rooms.realm.game.standing import STANDING
from rooms.realm.game.strikes.module import STRIKES
from rooms.realm.game.strips.module import STRIPS
from rooms.realm.game.throne.module import THRONE
from rooms.realm.game.treasury.module import TREASURY
from rooms.realm.game.view import SHARED_VIEW
from rooms.realm.game.weddings.module import WEDDINGS

MODULES: Final[tuple[Module, ...]] = (
    SETUP,
    CLOCK,
    OUTAGES,
    PEOPLE,
    ROSTER,
    TREASURY,
    CEREMONIES,
    ATTENDANCE,
    NOTICES,
    ATTENTION,
    COUNTS,
    NEWS,
    DEATHS,
    THRONE,
    COURT,
    DECISIONS,
    HAND_OFFS,
    RULINGS,
    STRIPS,
    LAWS,
    PASSED,
    EFFECTS,
    BUILDINGS,
    FORFEITS,
    HOSTAGES,
    COUNTING,
    WEDDINGS,
    DEEDS,
    STRIKES,
    FAVORS,
    STAKES,
    STANDING,
    SEALS,
    REPORTED,
    IN_THE_NEWS,
    SHARED_VIEW,
)
