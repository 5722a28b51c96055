"""Cabinets: inner and outer circle, and politicians who leave (SC-CIR, SC-FIR-07)."""

from __future__ import annotations

from collections.abc import Mapping

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.game.names import possessive
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import INNER, OUTER, Cabinet, Course, StatecraftState, side_of, with_side
from rooms.tables.statecraft.rules.policy_losses import policies_leave


class PoliticiansLeft(GameFact, frozen=True):
    """Politicians left a cabinet at the same moment and retired. Those behind a gap moved inward (SC-CIR-02)."""

    player: int
    politicians: tuple[str, ...]
    fired: bool = False

    def after(self, state: StatecraftState) -> StatecraftState:
        """Empty the places, then move the outer politician of a side inward (SC-CIR-02, SC-CIR-05, SC-CIR-06, SC-R-20).

        Politicians keep their portfolios, and no tracker moves (SC-CIR-03, SC-CIR-04).
        """
        side = side_of(state, self.player)
        cabinet = with_occupants(side.cabinet, {at: None for at, who in enumerate(side.cabinet) if who in self.politicians})
        for inner, outer in zip(INNER, OUTER, strict=True):
            if cabinet[inner] is None and cabinet[outer] is not None:
                cabinet = with_occupants(cabinet, {inner: cabinet[outer], outer: None})
        return replace(state, sides=with_side(state, self.player, cabinet=cabinet), retired=state.retired + self.politicians)

    def words(self, scene: Scene) -> str:
        who, name = scene.politicians(self.politicians), scene.names[self.player]
        if self.fired:
            return say("{name} fires {who}.", name=name, who=who)
        return say_count(
            "{who} leaves {owner} cabinet and retires.",
            "{who} leave {owner} cabinet and retire.",
            len(self.politicians),
            who=who,
            owner=possessive(name),
        )


class PlacesExchanged(GameFact, frozen=True):
    """Two politicians of a cabinet changed places and kept their portfolios (SC-AFX-12)."""

    player: int
    one: str
    other: str

    def after(self, state: StatecraftState) -> StatecraftState:
        cabinet = side_of(state, self.player).cabinet
        places = {self.one: self.other, self.other: self.one}
        changed = {at: places[who] for at, who in enumerate(cabinet) if who in places}
        return replace(state, sides=with_side(state, self.player, cabinet=with_occupants(cabinet, changed)))

    def words(self, scene: Scene) -> str:
        return say(
            "{name} reshuffles: {one} and {other} change places.",
            name=scene.names[self.player],
            one=scene.politicians((self.one,)),
            other=scene.politicians((self.other,)),
        )


def with_occupants(cabinet: Cabinet, who: Mapping[int, str | None]) -> Cabinet:
    """The cabinet with new occupants. `who`: politicians by index of their place, None to empty it."""
    one, two, three, four = [who.get(at, politician) for at, politician in enumerate(cabinet)]
    return one, two, three, four


def politicians_lost(course: Course, player: int, politicians: tuple[str, ...]) -> None:
    """Remove politicians in another way than firing or replacing. Their policies go to the main discard (SC-FIR-07, SC-FIR-08)."""
    politicians_leave(course, player, politicians, fired=False)


def politicians_leave(course: Course, player: int, politicians: tuple[str, ...], *, fired: bool) -> None:
    portfolio = [policy.card for policy in course.side(player).policies if policy.holder in politicians]
    policies_leave(course, player, portfolio, to_hand=fired)
    course.happens(PoliticiansLeft(player, politicians, fired))
