"""Log notes beside the sentences of facts: the acting player, headings, and marked spaces and moves on the board."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from control.engine.language import say
from rooms.tables.registry import FactNote, LogLevel, Touch
from rooms.tables.scythe.game.scene import Scene
from rooms.tables.scythe.rules.bottom_row import BottomTaken
from rooms.tables.scythe.rules.combat import CombatBegan, CombatRevealed, Committed, Retreated
from rooms.tables.scythe.rules.encounters import EncounterDrawn
from rooms.tables.scythe.rules.end_of_game import WentBack
from rooms.tables.scythe.rules.movement import MoveBegan, Moved, MoveEnded, Reloaded
from rooms.tables.scythe.rules.production import Produced
from rooms.tables.scythe.rules.scoring import Scored
from rooms.tables.scythe.rules.supply import CombatCardsShuffled, Paid, TokensPlaced
from rooms.tables.scythe.rules.top_row import TopTaken
from rooms.tables.scythe.rules.turns import RowSkipped, TurnBegan
from rooms.tables.scythe.rules.upgrade_deploy_build_enlist import Built, Deployed
from rooms.tables.scythe.rules.worker_retreat import DrivenOff
from rooms.tables.scythe.screens.board import Lately
from rooms.tables.scythe.screens.combat import picture_of

CHANGED: Final = "changed"  # `what` of a `Touch` for a space; for a move it is the faction, and `called` the origin


def touched_by(happened: Any, scene: Scene) -> tuple[Touch, ...]:
    """The spaces that a fact changes. For a moving unit, its destination with its way. All of it is public."""

    def way(player: int, origin: str, to: str) -> Touch:
        return Touch(to, scene.state.sides[player].faction, origin)

    match happened:
        case Moved():
            return (way(happened.player, happened.origin, happened.to),)
        case WentBack():
            return (way(happened.player, happened.entry.space, happened.entry.origin),)
        case DrivenOff():
            return (way(happened.owner, happened.space, happened.home),)
        case Retreated():
            return tuple([way(happened.player, happened.space, space) for _unit, space in happened.units])
        case TokensPlaced():
            return tuple([Touch(space, CHANGED) for space, _tokens in happened.spaces])
        case Paid():
            return tuple([Touch(space, CHANGED) for space, _tokens in happened.tokens])
        case Produced():
            return tuple([Touch(space, CHANGED) for space, _what in (*happened.tokens, *happened.workers)])
        case Built() | Deployed() | EncounterDrawn() | CombatBegan() | CombatRevealed():
            return (Touch(happened.space, CHANGED),)
    return ()


def lately_of(touched: Iterable[Touch]) -> Lately:
    """The marks of a board."""
    found = tuple(touched)
    ways = [(each.called, each.thing, each.what) for each in found if each.what != CHANGED]
    return Lately(spaces=tuple(dict.fromkeys([each.thing for each in found])), ways=tuple(dict.fromkeys(ways)))


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
