"""Priests, betrothals, weddings and divorces as a module of the game."""

from __future__ import annotations

from control.day.clock.changes import ClockSet, PhaseBegan
from control.day.people.present import PlayerLeft
from control.engine.language import later
from control.engine.modules import Module
from rooms.realm.game.buildings.placing import BuildingRemoved, BuildingTaken
from rooms.realm.game.ceremonies import SpousesSet
from rooms.realm.game.deaths.dying import CharacterDied
from rooms.realm.game.state import GameState
from rooms.realm.game.weddings import betrothals, divorce, priests, wedding


def broken_weddings(state: GameState) -> tuple[str, ...]:
    """What is wrong about Priests and about couples."""
    return (*priests.broken_priests(state), *betrothals.broken_betrothals(state), *divorce.broken_divorces(state))


def married_or_parted(before: GameState, state: GameState, happened: SpousesSet) -> GameState:
    """Who has married is betrothed no more, and who is not married any more has nobody left to part from."""
    return divorce.end_with_marriage(before, betrothals.end_with_wedding(before, state, happened), happened)


WEDDINGS = Module(
    name="weddings",
    about=later("Weddings"),
    commands={**priests.COMMANDS, **betrothals.COMMANDS, **wedding.COMMANDS, **divorce.COMMANDS},
    events={**priests.EVENTS, **betrothals.EVENTS, **divorce.EVENTS},
    reactions={BuildingRemoved: priests.end_without_chapel, BuildingTaken: priests.end_without_chapel},
    also={
        SpousesSet: married_or_parted,
        CharacterDied: betrothals.end_with_death,
        PlayerLeft: betrothals.end_with_death,
        PhaseBegan: divorce.lapse,
        ClockSet: divorce.lapse,
    },
    broken=broken_weddings,
)
