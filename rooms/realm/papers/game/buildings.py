"""A paper that puts up a building: which places it names, and whether they fit together, before it is sent (R-90, R-62, R-64).

The places may also be written in free words, as they were before they were chosen from a list: "Zen – Inn – Aka".
"""

from __future__ import annotations

from control.engine.dice import Dice
from control.engine.language import listed, say
from control.engine.refused import Refused
from rooms.realm.game.buildings.kinds import KINDS, PLACES_OF, TRADE_ROUTE, TUNNELS, can_place, kind_name, placed, places_in
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper, PaperType, is_filled
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import Scenario, Target


def builds(kind: PaperType) -> bool:
    """Does a paper of this type put up a building, with its places?"""
    return Target.BUILDING in kind.fields and Target.PLACES in kind.fields


def kind_called(scenario: Scenario, wanted: str) -> str:
    """The kind of building that goes by this name here; the name itself where none does."""
    return next((each for each in KINDS if wanted in (each, kind_name(scenario, each))), wanted)


def check_places(state: GameState, kind: PaperType, paper: Paper) -> None:
    """Refuse places that a building of this kind cannot have, or that do not fit together on this map.

    Raises:
        Refused: what is wrong with them.
    """
    if not builds(kind):
        return
    named = {target: words for words, target in is_filled(kind, paper)}
    wanted = kind_called(state.scenario, next(iter(named.get(Target.BUILDING, ())), ""))
    written = named.get(Target.PLACES, ())
    house = next(iter(named.get(Target.HOUSE, ())), "")
    if wanted in KINDS and wanted not in PLACES_OF and written:
        building = kind_name(state.scenario, wanted)
        wrong = say("Choose no place for the {building}: it stands at the House’s home castle.", building=building)
        raise Refused(wrong, rule="R-90", code="places")
    placed(state.scenario, HouseId(house), wanted, places_in(state.scenario, written))


def places_hint(scenario: Scenario) -> str:
    """Which building needs which places, for whoever fills in the form."""
    named = {each: kind_name(scenario, each) for each in KINDS if can_place(scenario, each)}
    others = listed([name for each, name in named.items() if each not in PLACES_OF])
    found = (
        say("{building}: three regions, each against the next.", building=named[TRADE_ROUTE]) if TRADE_ROUTE in named else "",
        say("{building}: two regions against {mountain}.", building=named[TUNNELS], mountain=scenario.map.mountain.name)
        if TUNNELS in named
        else "",
        say("{buildings}: none, it stands at the home castle.", buildings=others) if others else "",
    )
    return " ".join(filter(None, found))


def random_places(scenario: Scenario, wanted: str, dice: Dice) -> tuple[str, ...]:
    """Places at random that fit a building of this kind; for rehearsals."""
    kind = kind_called(scenario, wanted)
    if kind == TUNNELS:
        return _two(tuple(scenario.map.mountain.neighbours), dice)
    if kind != TRADE_ROUTE:
        return ()
    middle = dice.choice([each for each in scenario.map.regions if len(each.neighbours) > 1])
    first, last = _two(tuple(middle.neighbours), dice)
    return (first, middle.id, last)


def _two(regions: tuple[str, ...], dice: Dice) -> tuple[str, str]:
    first = dice.choice(regions)
    return (first, dice.choice([each for each in regions if each != first]))
