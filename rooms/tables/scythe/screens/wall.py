"""The wall beside the map: public information on players, tracks and piles (SY-HID)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from control.engine.language import later, say
from rooms.tables.scythe.game.content import Tile
from rooms.tables.scythe.game.state import Star
from rooms.tables.scythe.screens.mats import SIGNS, PlayerNumbers, seat_of
from rooms.tables.scythe.screens.viewer import ScytheViewer

SHORT: Final[Mapping[Star, str]] = {
    Star.UPGRADES: later("Upgrades"),
    Star.MECHS: later("Mechs"),
    Star.STRUCTURES: later("Structures"),
    Star.RECRUITS: later("Recruits"),
    Star.WORKERS: later("Workers"),
    Star.OBJECTIVE: later("Objective"),
    Star.COMBAT: later("Combat"),
    Star.POPULARITY: later("Popularity"),
    Star.POWER: later("Power"),
}


class WallSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A player's strip. `active`: has the turn. `asked`: the table waits for this player."""

    seat: PlayerNumbers
    active: bool
    asked: bool


class StarHolder(msgspec.Struct, frozen=True, kw_only=True):
    """A star on the triumph track, with its owner."""

    key: str
    faction: str
    letter: str
    name: str


class TrackGoal(msgspec.Struct, frozen=True, kw_only=True):
    """A goal of the triumph track with its stars. `short`: one word for its drawing."""

    sign: str
    name: str
    short: str
    holders: tuple[StarHolder, ...]


class MapAside(msgspec.Struct, frozen=True, kw_only=True):
    """Everything beside the map. `told`: sentences of the newest action. `before`: earlier sentences, the newest first."""

    turn: str
    seats: tuple[WallSeat, ...]
    track: tuple[TrackGoal, ...]
    tile: Tile
    piles: tuple[tuple[str, int], ...]
    told: tuple[str, ...]
    before: tuple[str, ...]


def wall_of(looker: ScytheViewer, read: str = "") -> MapAside:
    """The wall, with public information only, whoever the viewer is.

    `read`: a text that another part shows already, so the sentence with it is left out.
    """
    state = looker.state
    return MapAside(
        turn=say("Turn {number}", number=state.turns),
        seats=tuple(
            [
                WallSeat(seat=seat_of(looker, each), active=each == state.active, asked=each in looker.view.waits_for)
                for each in state.order
            ]
        ),
        track=tuple(_track(looker)),
        tile=looker.book.tiles[state.tile],
        piles=(
            (say("Combat cards"), len(state.deck)),
            (say("discarded"), len(state.discard)),
            (say("encounters"), len(state.marks)),
            (say("Factory cards"), len(state.cards)),
        ),
        told=tuple([words for words in looker.seen.told if not read or read not in words]),
        before=looker.seen.before,
    )


def _track(looker: ScytheViewer) -> Iterator[TrackGoal]:
    """The goals in the order of the track, each with the players who have placed its star (SY-STR-01)."""
    for star in Star:
        holders = [
            StarHolder(key=f"{side.faction}-{number}", faction=side.faction, letter=faction.letter, name=looker.name(player))
            for player in looker.state.order
            for side in [looker.state.sides[player]]
            for faction in [looker.book.factions[side.faction]]
            for number in range(side.stars.count(star))
        ]
        yield TrackGoal(sign=SIGNS[star], name=looker.word(f"star-{star}"), short=say(SHORT[star]), holders=tuple(holders))
