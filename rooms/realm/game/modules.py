"""Modules of the realm, with the commands, events and reactions of each, and the order in which they react."""

from __future__ import annotations

from typing import Final

from control.day.attention import ATTENTION
from control.day.clock.module import CLOCK
from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseBegan, PhaseEnded
from control.day.counts import COUNTS
from control.day.decisions.answers import DecisionMade
from control.day.decisions.module import DECISIONS
from control.day.handoffs import HAND_OFFS
from control.day.news.module import NEWS
from control.day.notices import NOTICES
from control.day.outages import OUTAGES
from control.day.people.module import PEOPLE
from control.day.people.presence import PlayerLeft
from control.day.roster.casting import RanksDealt
from control.day.roster.module import ROSTER
from control.day.rulings import RULINGS
from control.day.seals import SEALS
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game import ranks_and_wounds
from rooms.realm.game.buildings import loans, ownership
from rooms.realm.game.buildings.kinds import broken_buildings
from rooms.realm.game.buildings.ownership import BuildingRemoved, BuildingTaken
from rooms.realm.game.castle_forfeits import FORFEITS
from rooms.realm.game.ceremonies import CEREMONIES, SpousesSet
from rooms.realm.game.ceremony_attendance import ATTENDANCE
from rooms.realm.game.count_sheets import COUNTING
from rooms.realm.game.court_seat import COURT
from rooms.realm.game.deaths import death, inheritance, reincarnation
from rooms.realm.game.deaths.death import CharacterDied
from rooms.realm.game.effects import lifetime
from rooms.realm.game.effects.lifetime import broken_effects, end_with_law, keep_ended
from rooms.realm.game.favors import deck, effects, hand_corrections, use
from rooms.realm.game.hostages import commands, custody, hostage_telling
from rooms.realm.game.hostages.custody import broken_hostages
from rooms.realm.game.law_actions.module import DEEDS
from rooms.realm.game.laws import LAWS, LawStruck
from rooms.realm.game.passed_laws import PASSED
from rooms.realm.game.ranks_and_wounds import WoundsAdjusted
from rooms.realm.game.scheme_effects.module import STRIKES
from rooms.realm.game.setup import SETUP
from rooms.realm.game.state import GameState
from rooms.realm.game.table_stakes import STAKES
from rooms.realm.game.throne.module import THRONE
from rooms.realm.game.throne.throne_events import SovereignSeated, ThronePassed
from rooms.realm.game.treasury import payment, power, transfers
from rooms.realm.game.treasury.purses import broken_treasury, changed_purses, inherit_at_dealing, inherit_from_leaver
from rooms.realm.game.view import SHARED_VIEW
from rooms.realm.game.view_in_force import STANDING
from rooms.realm.game.weddings import divorce, priests, wedding

# === buildings ==========================================================================================================

# Module for buildings.


BUILDINGS = Module(
    name="buildings",
    title=later("Buildings"),
    commands={**ownership.PLACE_COMMANDS, **ownership.TRADE_COMMANDS, **loans.COMMANDS},
    events={**ownership.PLACE_EVENTS, **loans.EVENTS, **ownership.TRADE_EVENTS},
    broken=broken_buildings,
)


# === deaths =============================================================================================================

# Module for deaths and their consequences.


DEATHS = Module(
    name="deaths",
    title=later("Deaths"),
    events={**death.EVENTS, **inheritance.EVENTS, **reincarnation.EVENTS},
    reactions={
        death.Wounded: inheritance.die_by_wounds,
        WoundsAdjusted: inheritance.die_by_hand,
        death.CharacterDied: inheritance.consequences_of_death,
        PhaseEnded: reincarnation.return_dead,
        ClockSet: reincarnation.return_dead,
    },
    broken=death.broken_deaths,
    holds_back=death.refusal_for_dead,
)


# === effects ============================================================================================================

# Module for lasting effects.


EFFECTS = Module(
    name="effects",
    title=later("Laws and effects"),
    commands={**lifetime.ENTRY_COMMANDS, **lifetime.END_COMMANDS},
    events={**lifetime.ENTRY_EVENTS, **lifetime.END_EVENTS},
    reactions={ClockSet: keep_ended, LawStruck: end_with_law},
    broken=broken_effects,
)


# === Favors =============================================================================================================

# Module for the use of Favors.


FAVORS = Module(
    name="favors",
    title=later("Favors in use"),
    commands=use.COMMANDS,
    events={**use.EVENTS, **effects.EVENTS},
    broken=use.broken_uses,
    reactions={
        use.FavorUsed: effects.carry_out,
        DecisionMade: effects.return_void_card,
        MonthTurned: effects.settle_open_questions,
    },
)


# === hostages ===========================================================================================================

# Module for hostages.


HOSTAGES = Module(
    name="hostages",
    title=later("Hostages"),
    commands=commands.COMMANDS,
    events=hostage_telling.EVENTS,
    reactions={
        LawStruck: custody.release_with_law,
        SovereignSeated: custody.release_with_throne,
        ThronePassed: custody.release_with_throne,
        SpousesSet: custody.release_with_marriage,
    },
    broken=broken_hostages,
)


# === strips =============================================================================================================

# Module for corrections of strips and hands.


STRIPS = Module(
    name="strips",
    title=later("Status strips"),
    commands={**ranks_and_wounds.RANK_COMMANDS, **ranks_and_wounds.WOUND_COMMANDS, **hand_corrections.COMMANDS},
    events={**ranks_and_wounds.RANK_EVENTS, **ranks_and_wounds.WOUND_EVENTS, **hand_corrections.EVENTS},
    broken=ranks_and_wounds.broken_wounds,
)


# === treasury ===========================================================================================================

# Module for the treasury.


TREASURY = Module(
    name="treasury",
    title=later("Power and Favors"),
    commands={**transfers.COMMANDS, **power.COMMANDS, **deck.COMMANDS, **payment.COMMANDS},
    events={**power.EVENTS, **deck.EVENTS, **transfers.EVENTS, **payment.EVENTS},
    extra_folds={PlayerLeft: inherit_from_leaver, RanksDealt: inherit_at_dealing},
    broken=broken_treasury,
    outdated=changed_purses,
)


# === weddings ===========================================================================================================

# Module for Priests, betrothals, weddings and divorces.


def broken_weddings(state: GameState) -> tuple[str, ...]:
    """Check Priests, betrothals and divorces."""
    return (*priests.broken_priests(state), *wedding.broken_betrothals(state), *divorce.broken_divorces(state))


def end_pending_weddings(before: GameState, state: GameState, happened: SpousesSet) -> GameState:
    """End the betrothals of those who have married, and the divorces of those whose marriage is over."""
    return divorce.end_with_marriage(before, wedding.end_with_wedding(before, state, happened), happened)


WEDDINGS = Module(
    name="weddings",
    title=later("Weddings"),
    commands={**priests.COMMANDS, **wedding.BETROTHAL_COMMANDS, **wedding.WEDDING_COMMANDS, **divorce.COMMANDS},
    events={**priests.EVENTS, **wedding.BETROTHAL_EVENTS, **divorce.EVENTS},
    reactions={BuildingRemoved: priests.end_without_chapel, BuildingTaken: priests.end_without_chapel},
    extra_folds={
        SpousesSet: end_pending_weddings,
        CharacterDied: wedding.end_with_death,
        PlayerLeft: wedding.end_with_death,
        PhaseBegan: divorce.lapse_requests,
        ClockSet: divorce.lapse_requests,
    },
    broken=broken_weddings,
)


# === order of modules ===================================================================================================

# Modules shared by God Emperor's rooms: the platform's and the realm's, in the order in which they react.


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
    SHARED_VIEW,
)
