"""Priests, betrothals and weddings as a module of the game."""

from __future__ import annotations

from control.day.people.present import PlayerLeft
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.buildings.placing import BuildingRemoved, BuildingTaken
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.deaths.dying import CharacterDied
from rooms.realm.game.state import GameState
from rooms.realm.game.weddings import betrothals, priests, wedding


def broken_weddings(state: GameState) -> tuple[str, ...]:
    """What is wrong about Priests and about couples."""
    return (*priests.broken_priests(state), *betrothals.broken_betrothals(state))


WEDDINGS = Module(
    name="weddings",
    about=later("Weddings"),
    commands={**priests.COMMANDS, **betrothals.COMMANDS, **wedding.COMMANDS},
    events={**priests.EVENTS, **betrothals.EVENTS},
    reactions={BuildingRemoved: priests.end_without_chapel, BuildingTaken: priests.end_without_chapel},
    also={
        SpousesSet: betrothals.end_with_wedding,
        CharacterDied: betrothals.end_with_death,
        PlayerLeft: betrothals.end_with_death,
    },
    broken=broken_weddings,
)
