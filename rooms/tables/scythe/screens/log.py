"""Log notes beside the sentences of facts: the acting player, headings, and marked spaces and moves on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any, Final

from control.engine.language import say
from rooms.tables.registry import FactNote, LogLevel, Touch
from rooms.tables.scythe.facts.cards import EncounterDrawn
from rooms.tables.scythe.facts.combat import CombatBegan, CombatRevealed, Committed, Retreated
from rooms.tables.scythe.facts.goods import CombatCardsShuffled, Paid, TokensPlaced
from rooms.tables.scythe.facts.mat import BottomTaken, Built, Deployed, Produced, TopTaken
from rooms.tables.scythe.facts.moves import DrivenOff, MoveBegan, Moved, MoveEnded, Reloaded, WentBack
from rooms.tables.scythe.facts.stars import Scored
from rooms.tables.scythe.facts.turns import RowSkipped, TurnBegan
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.screens.board import Lately
from rooms.tables.scythe.screens.combat import picture_of

CHANGED: Final = "changed"  # `what` of a `Touch` for a space; for a move it is the faction, and `called` the origin


def touched_by(happened: Any, scene: Scene) -> tuple[Touch, ...]:
    """The spaces that a fact changes. For a moving unit, its destination with its way. All of it is public."""
    return tuple(_touches(happened, scene))


def lately_of(touched: Iterable[Touch]) -> Lately:
    """The marks of a board."""
    found = tuple(touched)
    ways = [(each.called, each.thing, each.what) for each in found if each.what != CHANGED]
    return Lately(spaces=tuple(dict.fromkeys([each.thing for each in found])), ways=tuple(dict.fromkeys(ways)))


def _touch_of_way(scene: Scene, player: int, origin: str, to: str) -> Touch:
    return Touch(to, scene.state.sides[player].faction, origin)


@singledispatch
def _touches(_happened: Any, _scene: Scene) -> Iterator[Touch]:
    yield from ()


@_touches.register
def _touches_of_move(happened: Moved, scene: Scene) -> Iterator[Touch]:
    yield _touch_of_way(scene, happened.player, happened.origin, happened.to)


@_touches.register
def _touches_of_return(happened: WentBack, scene: Scene) -> Iterator[Touch]:
    yield _touch_of_way(scene, happened.player, happened.entry.space, happened.entry.origin)


@_touches.register
def _touches_of_driven(happened: DrivenOff, scene: Scene) -> Iterator[Touch]:
    yield _touch_of_way(scene, happened.owner, happened.space, happened.home)


@_touches.register
def _touches_of_retreat(happened: Retreated, scene: Scene) -> Iterator[Touch]:
    for _unit, space in happened.units:
        yield _touch_of_way(scene, happened.player, happened.space, space)


@_touches.register(TokensPlaced)
@_touches.register(Paid)
@_touches.register(Produced)
def _touches_of_tokens(happened: TokensPlaced | Paid | Produced, _scene: Scene) -> Iterator[Touch]:
    there = happened.spaces if isinstance(happened, TokensPlaced) else happened.tokens
    workers = happened.workers if isinstance(happened, Produced) else ()
    for space, _what in (*there, *workers):
        yield Touch(space, CHANGED)


@_touches.register(Built)
@_touches.register(Deployed)
@_touches.register(EncounterDrawn)
@_touches.register(CombatBegan)
@_touches.register(CombatRevealed)
def _touches_of_place(happened: Built | Deployed | EncounterDrawn | CombatBegan | CombatRevealed, _scene: Scene) -> Iterator[Touch]:
    yield Touch(happened.space, CHANGED)


SMALL: Final = (
    *(TurnBegan, RowSkipped, TopTaken, BottomTaken, Paid, MoveBegan, MoveEnded, Reloaded, CombatCardsShuffled),
    *(Committed, Scored),  # the reveal shows commitments, and a table shows all scores
)


def note_of(happened: Any, scene: Scene) -> FactNote:
    """The log note of a fact."""
    return FactNote(
        player=getattr(happened, "player", getattr(happened, "attacker", None)),
        level=_level(happened, scene),
        touched=touched_by(happened, scene),
        attacked=_attacked(happened),
        small=isinstance(happened, SMALL),
        round=_round(happened, scene),
        picture=picture_of(happened, scene) if isinstance(happened, CombatRevealed) else "",
    )


def _level(happened: Any, scene: Scene) -> LogLevel | None:
    """The heading level of a fact. A round is one turn of each player: the rules have none, but scores are compared by it."""
    if not isinstance(happened, TurnBegan):
        return None
    return LogLevel.TURN if (happened.number - 1) % len(scene.state.sides) else LogLevel.ROUND


def _round(happened: Any, scene: Scene) -> str:
    """The heading of a round. "" for any other fact."""
    if _level(happened, scene) is not LogLevel.ROUND:
        return ""
    return say("Round {round}", round=(happened.number - 1) // len(scene.state.sides) + 1)


def _attacked(happened: Any) -> tuple[int, ...]:
    """The victims of combats and of driven-off workers (SY-CMB-04, SY-MOV-19)."""
    if isinstance(happened, CombatBegan):
        return (happened.defender,)
    return (happened.owner,) if isinstance(happened, DrivenOff) else ()
