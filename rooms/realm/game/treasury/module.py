"""The treasury as a module of the game."""

from __future__ import annotations

from control.day.people.present import PlayerLeft
from control.day.roster.casting import RanksDealt
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.treasury import favors, passing, payment, power
from rooms.realm.game.treasury.purses import broken_treasury, changed_purses, inherit_at_dealing, inherit_from_leaver

TREASURY = Module(
    name="treasury",
    about=later("Power and Favors"),
    commands={**passing.COMMANDS, **power.COMMANDS, **favors.COMMANDS, **payment.COMMANDS},
    events={**power.EVENTS, **favors.EVENTS, **passing.EVENTS, **payment.EVENTS},
    also={PlayerLeft: inherit_from_leaver, RanksDealt: inherit_at_dealing},
    broken=broken_treasury,
    moved=changed_purses,
)
