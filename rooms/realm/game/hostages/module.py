"""Hostages as a module of the game."""

from __future__ import annotations

from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.hostages import changes, falling, pressed
from rooms.realm.game.hostages.asked import broken_hostages
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.throne.changes import SovereignSeated, ThronePassed

HOSTAGES = Module(
    name="hostages",
    about=later("Hostages"),
    commands=pressed.COMMANDS,
    events=changes.EVENTS,
    reactions={
        LawStruck: falling.with_the_law,
        SovereignSeated: falling.with_the_throne,
        ThronePassed: falling.with_the_throne,
        SpousesSet: falling.with_the_marriage,
    },
    broken=broken_hostages,
)
