"""The log beside the facts' words: whose doing, headings, and spaces and ways marked on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any, Final

from control.engine.language import say
from rooms.tables.registry import Level, Note, Touch
from rooms.tables.scythe.facts.cards import EncounterDrawn
from rooms.tables.scythe.facts.combat import CombatBegan, CombatRevealed, Committed, Retreated
from rooms.tables.scythe.facts.goods import CombatCardsShuffled, Paid, TokensPlaced
from rooms.tables.scythe.facts.mat import BottomTaken, Built, Deployed, Produced, TopTaken
from rooms.tables.scythe.facts.moves import DrivenOff, MoveBegan, Moved, MoveEnded, Reloaded, WentBack
from rooms.tables.scythe.facts.stars import Scored
from rooms.tables.scythe.facts.turns import RowSkipped, TurnBegan
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.screens.board import Lately
from rooms.tables.scythe.screens.fight import picture_of

CHANGED: Final = "changed"  # else a `Touch` says whose unit came, and is `called` from where


def touched_by(happened: Any, scene: Scene) -> tuple[Touch, ...]:
    """The spaces that a fact changes; of a unit that goes the one where it ends, with its way. Everybody sees all of it."""
    return tuple(_touched(happened, scene))


def lately_of(touched: Iterable[Touch]) -> Lately:
    """What a board marks."""
    found = tuple(touched)
    ways = [(each.called, each.thing, each.what) for each in found if each.what != CHANGED]
    return Lately(spaces=tuple(dict.fromkeys([each.thing for each in found])), ways=tuple(dict.fromkeys(ways)))


def _way(scene: Scene, player: int, origin: str, to: str) -> Touch:
    return Touch(to, scene.state.sides[player].faction, origin)


@singledispatch
def _touched(_happened: Any, _scene: Scene) -> Iterator[Touch]:
    yield from ()


@_touched.register
def _moved(happened: Moved, scene: Scene) -> Iterator[Touch]:
    yield _way(scene, happened.player, happened.origin, happened.to)


@_touched.register
def _back(happened: WentBack, scene: Scene) -> Iterator[Touch]:
    yield _way(scene, happened.player, happened.entry.space, happened.entry.origin)


@_touched.register
def _driven(happened: DrivenOff, scene: Scene) -> Iterator[Touch]:
    yield _way(scene, happened.owner, happened.space, happened.home)


@_touched.register
def _retreated(happened: Retreated, scene: Scene) -> Iterator[Touch]:
    for _unit, space in happened.units:
        yield _way(scene, happened.player, happened.space, space)


@_touched.register(TokensPlaced)
@_touched.register(Paid)
@_touched.register(Produced)
def _placed(happened: TokensPlaced | Paid | Produced, _scene: Scene) -> Iterator[Touch]:
    there = happened.spaces if isinstance(happened, TokensPlaced) else happened.tokens
    workers = happened.workers if isinstance(happened, Produced) else ()
    for space, _what in (*there, *workers):
        yield Touch(space, CHANGED)


@_touched.register(Built)
@_touched.register(Deployed)
@_touched.register(EncounterDrawn)
@_touched.register(CombatBegan)
@_touched.register(CombatRevealed)
def _there(happened: Built | Deployed | EncounterDrawn | CombatBegan | CombatRevealed, _scene: Scene) -> Iterator[Touch]:
    yield Touch(happened.space, CHANGED)


SMALL: Final = (
    *(TurnBegan, RowSkipped, TopTaken, BottomTaken, Paid, MoveBegan, MoveEnded, Reloaded, CombatCardsShuffled),
    *(Committed, Scored),  # what was locked in is revealed, and how everybody scored stands in a table
)


def note_of(happened: Any, scene: Scene) -> Note:
    """What is said of a fact."""
    return Note(
        player=getattr(happened, "player", getattr(happened, "attacker", None)),
        level=_level(happened, scene),
        touched=touched_by(happened, scene),
        attacked=_attacked(happened),
        small=isinstance(happened, SMALL),
        round=_round(happened, scene),
        picture=picture_of(happened, scene) if isinstance(happened, CombatRevealed) else "",
    )


def _level(happened: Any, scene: Scene) -> Level | None:
    """A round is a turn of everybody; the rules know none, but scores are compared by it."""
    if not isinstance(happened, TurnBegan):
        return None
    return Level.TURN if (happened.number - 1) % len(scene.state.sides) else Level.ROUND


def _round(happened: Any, scene: Scene) -> str:
    """The heading of a round."""
    if _level(happened, scene) is not Level.ROUND:
        return ""
    return say("Round {round}", round=(happened.number - 1) // len(scene.state.sides) + 1)


def _attacked(happened: Any) -> tuple[int, ...]:
    """A combat, and workers that are driven off without one (SY-CMB-04, SY-MOV-19)."""
    if isinstance(happened, CombatBegan):
        return (happened.defender,)
    return (happened.owner,) if isinstance(happened, DrivenOff) else ()
