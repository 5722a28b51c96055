"""What the end of Ceremony leaves behind: ceremonies that go on, relatives not there yet, couples who are not wed (R-12, R-14)."""

from __future__ import annotations

from collections.abc import Iterator

from control.engine.language import listed, say, say_count
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.attendance import going_on, guests
from rooms.realm.game.ceremonies import CEREMONY_NAMES
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.weddings.betrothals import betrothed
from rooms.realm.scenario.ids import Phase


def ceremony_closing(state: GameState, viewer: Viewer) -> tuple[str, ...]:
    """What whoever ends Ceremony, or the Planning it runs on into, must know; for the Ceremony desk and the organizer."""
    if not viewer.sees_desk(Desk.CEREMONY) or state.clock.phase not in (Phase.CEREMONY, Phase.PLANNING):
        return ()
    return (*_going_on(state), *_unwed(state))


def _going_on(state: GameState) -> Iterator[str]:
    for each in state.ceremonies:
        if going_on(state, each):
            named = listed([house_name(state, house) for house in each.houses])
            yield say("{kind} of {houses} is being held: {what}.", kind=CEREMONY_NAMES[each.kind], houses=named, what=each.what)
            missing = [seat.name for seat in guests(state, each) if seat.id not in each.attended]
            if missing:
                yield say_count(
                    "{count} relative is not ticked as there: {names}.",
                    "{count} relatives are not ticked as there: {names}.",
                    len(missing),
                    names=listed(missing),
                )


def _unwed(state: GameState) -> Iterator[str]:
    if state.clock.phase != Phase.CEREMONY:
        return
    for each in betrothed(state):
        one, other = state.seats[each.one].name, state.seats[each.other].name
        yield say("{one} and {other} have agreed to marry and are not wed yet.", one=one, other=other)
