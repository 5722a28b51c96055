"""What befell a House on the map in a month, each in one short sentence: battles and castles."""

from __future__ import annotations

from collections.abc import Iterable

from control.engine.language import say, say_count
from control.engine.reports import Fate
from rooms.realm.scenario.ids import HouseId
from rooms.war.game.board import Board
from rooms.war.game.records.battles import Battle, Result, Round
from rooms.war.game.words.names import forces_listed

BATTLE, CASTLE = 1, 2  # how much each weighs


def battle_short(board: Board, house: HouseId, battle: Battle, lost: int) -> tuple[str, Fate]:
    """How a battle ended for a House whose units stood there: "Inn: beaten by Cat, 1 unit lost."."""
    count = [each for each in battle.rounds if any(army.house == house for army in each.armies)][-1]
    words, fate = _outcome(board, house, count)
    named = {"region": board.region_name(battle.region), "outcome": words}
    if not lost:
        return say("{region}: {outcome}.", **named), fate
    return say_count("{region}: {outcome}, {count} unit lost.", "{region}: {outcome}, {count} units lost.", lost, **named), fate


def _outcome(board: Board, house: HouseId, count: Round) -> tuple[str, Fate]:
    others = forces_listed(board, [army.house for army in count.armies if army.house != house])
    if house in count.side:
        against = forces_listed(board, [army.house for army in count.armies if army.house not in count.side])
        return (say("you beat {forces}", forces=against), Fate.DONE) if against else (say("nobody stood against you"), Fate.DONE)
    if count.side:
        winners = [each for each in count.top if each in count.side] or list(count.side)
        return say("beaten by {forces}", forces=forces_listed(board, winners)), Fate.NOTHING
    if count.result is Result.GUARD_HELD:
        return say("the Immortals held it"), Fate.NOTHING
    return say("nobody won against {forces}", forces=others), Fate.NOTHING


def castle_short(board: Board, castle: str, house: HouseId, placed: Iterable[HouseId], removed: Iterable[HouseId]) -> str:
    """What became of a castle, for a House whose flag has come onto it or left it."""
    came, gone = list(placed), list(removed)
    if house in came:
        if gone:
            return say("You took {castle} from {houses}.", castle=castle, houses=forces_listed(board, gone))
        return say("Your flag stands on {castle}.", castle=castle)
    if came:
        return say("You lost {castle} to {houses}.", castle=castle, houses=forces_listed(board, came))
    return say("You lost {castle}.", castle=castle)
