"""Build and Destroy (GE-CRT-47, GE-CRT-61, R-90)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.reasons import as_reason
from control.engine.refused import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import KINDS, called, kind_name, next_building, placed, places_in
from rooms.realm.game.buildings.placing import BuildingPlaced, BuildingRemoved
from rooms.realm.game.deeds.deed import Carry, Deed
from rooms.realm.scenario.schema import Target


def build(deed: Deed) -> Iterator[GameEvent]:
    """A building is put up for the House that is named; where its places do not fit War Control settles it (GE-CRT-47, R-90)."""
    scenario, wanted = deed.state.scenario, deed.named.one(Target.BUILDING)
    kind = next((each for each in KINDS if wanted in (each, kind_name(scenario, each))), wanted)
    house = next(iter((*deed.named.houses, *filter(None, (deed.passed.house,)))), None)
    try:
        if house is None:
            raise Refused(say("Nobody is to own it."), rule="R-90")
        places = placed(scenario, house, kind, places_in(scenario, deed.named.all(Target.PLACES)))
    except Refused as no:
        yield deed.owed(Desk.WAR, to_be_built(deed.law.number, deed.law.text, no.sentence), "R-90")
        return
    yield BuildingPlaced(building=next_building(deed.state, house, kind, places), reason=deed.why)


def destroy(deed: Deed) -> Iterator[GameEvent]:
    """The building that is named is gone, both markers together; one that is gone before is passed over (GE-CRT-61, R-90, R-76)."""
    wanted = deed.named.one(Target.BUILDING)
    found = called(deed.state, wanted)
    if len(found) == 1:
        yield BuildingRemoved(id=found[0].id, reason=deed.why)
    elif found:
        yield deed.owed(Desk.WAR, which_falls(deed.law.number, wanted), "R-90")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.to-be-built")
def to_be_built(number: int, text: str, wrong: str) -> str:
    return say("Law {number}: put the building up by hand. {wrong} It says: {text}", number=number, wrong=wrong, text=text)


@as_reason("laws.which-falls")
def which_falls(number: int, building: str) -> str:
    return say("Law {number} destroys one {building}: find out which, and take it off", number=number, building=building)


BUILDINGS: Final[dict[str, Carry]] = {"build": build, "destroy": destroy}
