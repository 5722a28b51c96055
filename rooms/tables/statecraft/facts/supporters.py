"""Facts of supporters and of the incumbent card (SC-CAM, SC-POA, SC-INC)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, Module
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import StatecraftState, side_of, with_side, without_all


class Campaigned(msgspec.Struct, frozen=True):
    """A player claimed a supporter from the floating area, and it lies face up (SC-CAM-05, SC-CAM-07)."""

    player: int
    supporter: str


class Poached(msgspec.Struct, frozen=True):
    """A player poached a supporter from `host` (SC-POA-06)."""

    player: int
    host: int
    supporter: str


class SupportersReturned(msgspec.Struct, frozen=True):
    """A player's supporters returned to the floating area."""

    player: int
    supporters: tuple[str, ...]


class SupporterCame(msgspec.Struct, frozen=True):
    """The top supporter of the box pile entered the floating area (SC-AFX-01)."""


class FacesChanged(msgspec.Struct, frozen=True):
    """The floating supporters were exchanged: put in the box pile, shuffled, and the same number drawn (SC-EMX-05).

    `pile`: the box pile after the shuffle.
    """

    pile: tuple[str, ...]


class IncumbentMoved(msgspec.Struct, frozen=True):
    """The incumbent card went to a player, or to nobody (SC-INC-02, SC-INC-11)."""

    player: int | None


def evolve_campaigned(state: StatecraftState, happened: Campaigned) -> StatecraftState:
    supporters = (*side_of(state, happened.player).supporters, happened.supporter)
    return replace(
        state,
        sides=with_side(state, happened.player, supporters=supporters),
        floating=without_all(state.floating, (happened.supporter,)),
        turn=replace(state.turn, campaigned=state.turn.campaigned + 1),
    )


def evolve_poached(state: StatecraftState, happened: Poached) -> StatecraftState:
    left = without_all(side_of(state, happened.host).supporters, (happened.supporter,))
    state = replace(state, sides=with_side(state, happened.host, supporters=left))
    supporters = (*side_of(state, happened.player).supporters, happened.supporter)
    return replace(
        state,
        sides=with_side(state, happened.player, supporters=supporters),
        turn=replace(state.turn, poached=state.turn.poached + 1),
    )


def evolve_supporters_returned(state: StatecraftState, happened: SupportersReturned) -> StatecraftState:
    left = without_all(side_of(state, happened.player).supporters, happened.supporters)
    return replace(
        state,
        sides=with_side(state, happened.player, supporters=left),
        floating=state.floating + happened.supporters,
    )


def evolve_supporter_came(state: StatecraftState, _happened: SupporterCame) -> StatecraftState:
    return replace(state, floating=state.floating + state.box[:1], box=state.box[1:])


def evolve_faces_changed(state: StatecraftState, happened: FacesChanged) -> StatecraftState:
    count = len(state.floating)
    return replace(state, floating=happened.pile[:count], box=happened.pile[count:])


def evolve_incumbent_moved(state: StatecraftState, happened: IncumbentMoved) -> StatecraftState:
    return replace(state, incumbent=happened.player)


def _returned_words(happened: SupportersReturned, scene: Scene) -> str:
    return say_count(
        "{who} walks away from {name} and can be won again.",
        "{who} walk away from {name} and can be won again.",
        len(happened.supporters),
        who=scene.supporters(happened.supporters),
        name=scene.names[happened.player],
    )


def _changed_words(happened: FacesChanged, scene: Scene) -> str:
    count = len(scene.state.floating)
    return say("The crowd is a new one: {who}.", who=scene.supporters(happened.pile[:count]) or say("nobody"))


def _incumbent_words(happened: IncumbentMoved, scene: Scene) -> str:
    if happened.player is None:
        return say("The office stands empty: nobody is incumbent.")
    return say("{name} is the incumbent now.", name=scene.names[happened.player])


SUPPORTERS: Final = Module(
    name="supporters",
    events={
        Campaigned: EventHandler(
            evolve=evolve_campaigned,
            explain=lambda happened, scene: say(
                "{name} campaigns and wins {who}.",
                name=scene.names[happened.player],
                who=scene.supporters((happened.supporter,)),
            ),
        ),
        Poached: EventHandler(
            evolve=evolve_poached,
            explain=lambda happened, scene: say(
                "{name} poaches {who} from {host}.",
                name=scene.names[happened.player],
                who=scene.supporters((happened.supporter,)),
                host=scene.names[happened.host],
            ),
        ),
        SupportersReturned: EventHandler(evolve=evolve_supporters_returned, explain=_returned_words),
        SupporterCame: EventHandler(
            evolve=evolve_supporter_came,
            explain=lambda _happened, scene: say("A new voice in the crowd: {who}.", who=scene.supporters(scene.state.box[:1])),
            binding=later("a supporter was drawn"),
        ),
        FacesChanged: EventHandler(evolve=evolve_faces_changed, explain=_changed_words, binding=later("the box pile was shuffled")),
        IncumbentMoved: EventHandler(evolve=evolve_incumbent_moved, explain=_incumbent_words),
    },
)
