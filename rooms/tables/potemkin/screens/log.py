"""Log notes beside the sentences of facts: the acting player, headings, marks on the board, and victims."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rooms.tables.potemkin.game.scene import Scene
from rooms.tables.potemkin.game.state import building_of
from rooms.tables.potemkin.rules.action_abilities import CubeMoved, Inspected
from rooms.tables.potemkin.rules.building import Built
from rooms.tables.potemkin.rules.capitol_shield_scientist import ShieldRemoved
from rooms.tables.potemkin.rules.destruction import Destroyed
from rooms.tables.potemkin.rules.drafting import Dealt, LastCardsKept, PacksPassed, Picked
from rooms.tables.potemkin.rules.end_phase import AgentsChosen
from rooms.tables.potemkin.rules.months import MonthBegan
from rooms.tables.potemkin.rules.spying import Revealed
from rooms.tables.potemkin.rules.turns import ActionPhaseEnded, TurnBegan
from rooms.tables.registry import FactNote, LogLevel, Touch

BUILT, CHECKED, LOOKED, CAPTURED, TAKEN = "built", "checked", "looked", "captured", "taken"


def house_thing(building: int) -> str:
    """The name of a building in a `Touch`."""
    return f"house-{building}"


def street_thing(player: int) -> str:
    """The name of a player’s side in a `Touch`."""
    return f"street-{player}"


def _built(happened: Built, _scene: Scene) -> FactNote:
    return FactNote(player=happened.player, touched=(Touch(house_thing(happened.building), BUILT),))


def _revealed(happened: Revealed, _scene: Scene) -> FactNote:
    """Each check, first or additional, counts as an attack on the owner."""
    return FactNote(
        player=happened.player,
        touched=tuple([Touch(house_thing(found.building), CHECKED) for found in happened.found]),
        attacked=tuple([found.owner for found in happened.found]),
    )


def _destroyed(happened: Destroyed, scene: Scene) -> FactNote:
    touched = [
        Touch(street_thing(found[0]), CAPTURED, scene.in_row(*found))
        for id_ in happened.buildings
        if (found := building_of(scene.state, id_)) is not None
    ]
    return FactNote(player=happened.player, touched=tuple(touched))


def _shield_removed(happened: ShieldRemoved, scene: Scene) -> FactNote:
    holder = scene.state.shield
    return FactNote(player=happened.player, attacked=() if holder is None else (holder,))


def _inspected(happened: Inspected, _scene: Scene) -> FactNote:
    touched = tuple([Touch(house_thing(building), LOOKED) for building in happened.buildings])
    return FactNote(player=happened.player, touched=touched)


def _cube_moved(happened: CubeMoved, scene: Scene) -> FactNote:
    found = building_of(scene.state, happened.source)
    touched = (Touch(house_thing(happened.source), TAKEN),)
    return FactNote(player=happened.player, touched=touched, attacked=() if found is None else (found[0],))


NOTES: Final[Mapping[type, Callable[[Any, Scene], FactNote]]] = {
    MonthBegan: lambda _happened, _scene: FactNote(level=LogLevel.ROUND),
    TurnBegan: lambda happened, _scene: FactNote(player=happened.player, level=LogLevel.TURN, small=True),
    ActionPhaseEnded: lambda _happened, _scene: FactNote(),
    Dealt: lambda _happened, _scene: FactNote(small=True),
    Picked: lambda happened, _scene: FactNote(player=happened.player, small=True),
    PacksPassed: lambda _happened, _scene: FactNote(small=True),
    LastCardsKept: lambda _happened, _scene: FactNote(small=True),
    AgentsChosen: lambda happened, _scene: FactNote(player=happened.player, small=True),
    Built: _built,
    Revealed: _revealed,
    Destroyed: _destroyed,
    ShieldRemoved: _shield_removed,
    Inspected: _inspected,
    CubeMoved: _cube_moved,
}


def note_of(happened: Any, scene: Scene) -> FactNote:
    """The log note of a fact. A fact without an entry in NOTES names only its player."""
    found = NOTES.get(type(happened))
    return FactNote(player=getattr(happened, "player", None)) if found is None else found(happened, scene)
