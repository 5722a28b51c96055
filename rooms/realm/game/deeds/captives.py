"""The law Hostages: one House releases hostages, hands some over, or gives its own people (GE-CRT-52, R-93)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from control.engine.modules import GameEvent
from rooms.realm.game.deeds.deed import Carry, Deed
from rooms.realm.game.hostages.asked import pick
from rooms.realm.game.hostages.moving import handed_over, released, taken
from rooms.realm.game.passed import GIVE, RELEASE
from rooms.realm.scenario.ids import Room
from rooms.realm.scenario.schema import Target

RULE: Final = "R-93"


def hostages(deed: Deed) -> Iterator[GameEvent]:
    """As many as are there: the oldest go first, marriage hostages last (GE-CRT-52, R-93)."""
    state, named, count = deed.state, deed.named, deed.named.number(Target.HOSTAGES)
    if not named.houses:
        return
    house, form = named.houses[0], named.form or RELEASE
    if form == RELEASE:
        yield from released(state, pick(state, house, count), why=deed.why, rule=RULE, room=Room.COURT)
        return
    if len(named.houses) < 2:
        return
    other = named.houses[1]
    if form == GIVE:
        yield from taken(state, other, house, why=deed.why, rule=RULE, count=count)
    else:
        yield from handed_over(state, pick(state, house, count), other, why=deed.why, rule=RULE, room=Room.COURT)


CAPTIVES: Final[dict[str, Carry]] = {"hostages": hostages}
