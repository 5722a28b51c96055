"""Facts of action cards and of leaders' own effects (SC-ACN, SC-LDR)."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from control.engine.language import later, say
from control.engine.modules import EventHandler, Module
from rooms.tables.game.names import possessive
from rooms.tables.statecraft.game.content import Colour
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import (
    Looking,
    Phase,
    StatecraftState,
    moved_by,
    shift,
    side_of,
    with_side,
    without_all,
)


class ActionPlayed(msgspec.Struct, frozen=True):
    """An action card was revealed and discarded. Its text is carried out next (SC-ACN-01, SC-ACN-02)."""

    player: int
    card: str
    opponent: int | None = None
    colour: Colour | None = None


class LookedAt(msgspec.Struct, frozen=True):
    """A player looks at an opponent's hand (SC-AFX-03)."""

    player: int
    opponent: int


class Spun(msgspec.Struct, frozen=True):
    """An ideology counts as moved by `step` for campaigning and poaching, until the end of the turn (SC-AFX-11)."""

    player: int
    ideology: int
    step: int


class DrewThree(msgspec.Struct, frozen=True):
    """A player played the action that draws three cards, once in a turn (SC-AFX-09)."""

    player: int


class LeaderStepped(msgspec.Struct, frozen=True):
    """The leader's step of this turn was used (SC-LDR-07)."""

    player: int


def evolve_action_played(state: StatecraftState, happened: ActionPlayed) -> StatecraftState:
    hand = without_all(side_of(state, happened.player).hand, (happened.card,))
    return replace(state, sides=with_side(state, happened.player, hand=hand), discard=(*state.discard, happened.card))


def evolve_looked_at(state: StatecraftState, happened: LookedAt) -> StatecraftState:
    """Open the opponent's hand to the player who looks."""
    return replace(state, phase=Phase.ACTION_CHOICE, agenda=(Looking(happened.opponent), *state.agenda))


def evolve_spun(state: StatecraftState, happened: Spun) -> StatecraftState:
    spin = moved_by(state.turn.spin, shift(happened.ideology, happened.step))
    return replace(state, turn=replace(state.turn, spin=spin))


def evolve_drew_three(state: StatecraftState, _happened: DrewThree) -> StatecraftState:
    return replace(state, turn=replace(state.turn, drew_three=True))


def evolve_leader_stepped(state: StatecraftState, _happened: LeaderStepped) -> StatecraftState:
    return replace(state, turn=replace(state.turn, stepped=True))


def _played_words(happened: ActionPlayed, scene: Scene) -> str:
    values = {"name": scene.names[happened.player], "card": scene.card(happened.card)}
    if happened.opponent is None:
        return say("{name} plays {card}.", **values)
    values["opponent"] = scene.names[happened.opponent]
    if happened.colour is None:
        return say("{name} plays {card} against {opponent}.", **values)
    return say("{name} plays {card} against {opponent}: {colour}.", colour=scene.book.names[happened.colour.value], **values)


def _looked_words(happened: LookedAt, scene: Scene) -> str:
    owner = possessive(scene.names[happened.opponent])
    return say("{name} leafs through {owner} hand.", name=scene.names[happened.player], owner=owner)


def _looked_told(happened: LookedAt, scene: Scene, player: int | None) -> str:
    if player != happened.player:
        return _looked_words(happened, scene)
    return say(
        "{name} leafs through {owner} hand and sees {cards}.",
        name=scene.names[happened.player],
        owner=possessive(scene.names[happened.opponent]),
        cards=scene.cards(scene.state.sides[happened.opponent].hand),
    )


def _spun_words(happened: Spun, scene: Scene) -> str:
    values = {"owner": possessive(scene.names[happened.player]), "ideology": scene.ideology(happened.ideology)}
    if happened.step > 0:
        return say("Until the end of the turn {owner} {ideology} counts one higher.", **values)
    return say("Until the end of the turn {owner} {ideology} counts one lower.", **values)


ACTIONS: Final = Module(
    name="actions",
    events={
        ActionPlayed: EventHandler(evolve=evolve_action_played, explain=_played_words),
        LookedAt: EventHandler(
            evolve=evolve_looked_at, explain=_looked_words, explain_for=_looked_told, binding=later("a hand was shown")
        ),
        Spun: EventHandler(evolve=evolve_spun, explain=_spun_words),
        DrewThree: EventHandler(evolve=evolve_drew_three, explain=lambda _happened, _scene: ""),
        LeaderStepped: EventHandler(
            evolve=evolve_leader_stepped,
            explain=lambda happened, scene: say(
                "{leader} has a word to say.", leader=scene.holder(happened.player, None), name=scene.names[happened.player]
            ),
        ),
    },
)
