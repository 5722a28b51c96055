"""Facts of the cabinets: politicians are drawn, taken, moved and lost (SC-REC, SC-REP, SC-FIR, SC-CIR)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.game.names import possessive
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import INNER, OUTER, Cabinet, StatecraftState, side_of, with_side, without_all


class PoliticiansShuffled(msgspec.Struct, frozen=True):
    """The politician deck ran out, and the shuffled retired pile became the new deck (SC-REC-14)."""

    politicians: tuple[str, ...]


class PoliticiansDrawn(msgspec.Struct, frozen=True):
    """The top politicians of the deck were laid face up (SC-REC-02)."""

    player: int
    count: int


class PoliticianTaken(msgspec.Struct, frozen=True):
    """A drawn politician took a place, possibly replacing another. The other drawn politicians retired (SC-REC-03, SC-REC-04)."""

    player: int
    politician: str
    place: int
    replaced: str | None = None


class NobodyTaken(msgspec.Struct, frozen=True):
    """A player took none of the drawn politicians, and all of them retired (SC-REC-12)."""

    player: int


class PoliticiansLeft(msgspec.Struct, frozen=True):
    """Politicians left a cabinet at the same moment and retired. Those behind a gap moved inward (SC-CIR-02)."""

    player: int
    politicians: tuple[str, ...]
    fired: bool = False


class PlacesExchanged(msgspec.Struct, frozen=True):
    """Two politicians of a cabinet changed places and kept their portfolios (SC-AFX-12)."""

    player: int
    one: str
    other: str


def evolve_politicians_shuffled(state: StatecraftState, happened: PoliticiansShuffled) -> StatecraftState:
    return replace(state, politicians=state.politicians + happened.politicians, retired=())


def evolve_politicians_drawn(state: StatecraftState, happened: PoliticiansDrawn) -> StatecraftState:
    drawn = state.drawn + state.politicians[: happened.count]
    return replace(state, politicians=state.politicians[happened.count :], drawn=drawn)


def evolve_politician_taken(state: StatecraftState, happened: PoliticianTaken) -> StatecraftState:
    """Seat the new politician, who takes over the portfolio of the replaced one. Nobody shifts (SC-REP-06, SC-REP-07, SC-REP-11).

    The replaced politician and the other drawn ones retire.
    """
    side = side_of(state, happened.player)
    cabinet = with_occupants(side.cabinet, {happened.place: happened.politician})
    retired = state.retired + without_all(state.drawn, (happened.politician,))
    policies = side.policies
    if happened.replaced is not None:
        retired = (*retired, happened.replaced)
        policies = tuple(
            [replace(each, holder=happened.politician) if each.holder == happened.replaced else each for each in policies]
        )
    return replace(state, sides=with_side(state, happened.player, cabinet=cabinet, policies=policies), drawn=(), retired=retired)


def evolve_nobody_taken(state: StatecraftState, _happened: NobodyTaken) -> StatecraftState:
    return replace(state, drawn=(), retired=state.retired + state.drawn)


def evolve_politicians_left(state: StatecraftState, happened: PoliticiansLeft) -> StatecraftState:
    """Empty the places, then move the outer politician of a side inward (SC-CIR-02, SC-CIR-05, SC-CIR-06, SC-R-20).

    Politicians keep their portfolios, and no tracker moves (SC-CIR-03, SC-CIR-04).
    """
    side = side_of(state, happened.player)
    cabinet = with_occupants(side.cabinet, {at: None for at, who in enumerate(side.cabinet) if who in happened.politicians})
    for inner, outer in zip(INNER, OUTER, strict=True):
        if cabinet[inner] is None and cabinet[outer] is not None:
            cabinet = with_occupants(cabinet, {inner: cabinet[outer], outer: None})
    return replace(state, sides=with_side(state, happened.player, cabinet=cabinet), retired=state.retired + happened.politicians)


def evolve_places_exchanged(state: StatecraftState, happened: PlacesExchanged) -> StatecraftState:
    cabinet = side_of(state, happened.player).cabinet
    places = {happened.one: happened.other, happened.other: happened.one}
    changed = {at: places[who] for at, who in enumerate(cabinet) if who in places}
    return replace(state, sides=with_side(state, happened.player, cabinet=with_occupants(cabinet, changed)))


def with_occupants(cabinet: Cabinet, who: Mapping[int, str | None]) -> Cabinet:
    """The cabinet with new occupants. `who`: politicians by index of their place, None to empty it."""
    one, two, three, four = [who.get(at, politician) for at, politician in enumerate(cabinet)]
    return one, two, three, four


def _drawn_words(happened: PoliticiansDrawn, scene: Scene) -> str:
    drawn = scene.state.politicians[: happened.count]
    name, who = scene.names[happened.player], scene.politicians(drawn)
    return say_count("{who} is up for a post with {name}.", "{who} are up for a post with {name}.", len(drawn), who=who, name=name)


def _taken_words(happened: PoliticianTaken, scene: Scene) -> str:
    name, who = scene.names[happened.player], scene.politicians((happened.politician,))
    where = PLACE_WORDS[happened.place]
    if happened.replaced is None:
        return say("{name} brings {who} into the cabinet, {where}.", name=name, who=who, where=say(where))
    other = scene.politicians((happened.replaced,))
    return say("{name} puts {who} in the place of {other}, {where}.", name=name, who=who, other=other, where=say(where))


def _left_words(happened: PoliticiansLeft, scene: Scene) -> str:
    who, name = scene.politicians(happened.politicians), scene.names[happened.player]
    if happened.fired:
        return say("{name} fires {who}.", name=name, who=who)
    return say_count(
        "{who} leaves {owner} cabinet and retires.",
        "{who} leave {owner} cabinet and retire.",
        len(happened.politicians),
        who=who,
        owner=possessive(name),
    )


PLACE_WORDS: Final = (
    later("inner circle, left"),
    later("inner circle, right"),
    later("outer circle, left"),
    later("outer circle, right"),
)
CABINETS: Final = Module(
    name="cabinets",
    events={
        PoliticiansShuffled: EventHandler(
            evolve=evolve_politicians_shuffled,
            explain=lambda _happened, _scene: say("Nobody new is left: the retired pile is shuffled, and old faces try again."),
            binding=later("the retired pile was shuffled"),
        ),
        PoliticiansDrawn: EventHandler(
            evolve=evolve_politicians_drawn, explain=_drawn_words, binding=later("politicians were drawn")
        ),
        PoliticianTaken: EventHandler(evolve=evolve_politician_taken, explain=_taken_words),
        NobodyTaken: EventHandler(
            evolve=evolve_nobody_taken,
            explain=lambda happened, scene: say("{name} wants none of them.", name=scene.names[happened.player]),
        ),
        PoliticiansLeft: EventHandler(evolve=evolve_politicians_left, explain=_left_words),
        PlacesExchanged: EventHandler(
            evolve=evolve_places_exchanged,
            explain=lambda happened, scene: say(
                "{name} reshuffles: {one} and {other} change places.",
                name=scene.names[happened.player],
                one=scene.politicians((happened.one,)),
                other=scene.politicians((happened.other,)),
            ),
        ),
    },
)
