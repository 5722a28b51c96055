"""What War Control announces in Updates: where Immortals were sent and what they did there (GE-WAR-27, -28).

All of it lies on the board or has been fought before everybody's eyes; whose order sent an Immortal is told only where a battle has
shown it (R-17).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from control.game.state import GameState, Stage
from control.scenario.ids import HouseId, Phase, RegionId
from rooms.war.board import Board, board_of
from rooms.war.guard import free_at_court
from rooms.war.marks import last_record
from rooms.war.state import ORDERS, Battle, MonthRecord, WarState, record_of, war_of
from rooms.war.words import counted, listed


def updates(state: GameState) -> tuple[str, ...]:
    """One sentence for everything there is to say of the Immortals at the beginning of this month's war."""
    war, board = war_of(state), board_of(state.scenario)
    if not war.immortals:
        return ()
    past = last_record(state)
    told = (*_tasks(board, war), *(_commanded(board, past) if past else ()), *_absent(war))
    return (*told, *_at_court(state, board))


def updates_now(state: GameState) -> tuple[str, ...]:
    """The same while it is the time to read it: in Action, until the orders are opened."""
    clock = state.clock
    is_time = clock.stage is Stage.PLAYING and clock.phase is Phase.ACTION and ORDERS not in record_of(state).done
    return updates(state) if is_time else ()


def _tasks(board: Board, war: WarState) -> Iterator[str]:
    """Who stands somewhere for a task, the same task in the same region counted together."""
    sent = sorted((each.region, each.task, each.home_in or 0) for each in war.immortals if each.region is not None and each.task)
    for (region, task, home), several in groupby(sent):
        number = len(list(several))
        stand = "stands" if number == 1 else "stand"
        until = f", until the Return of month {home}" if home else ""
        yield f"{counted(number, 'Immortal')} {stand} in {board.region_name(region)}{until}: {task}."


def _commanded(board: Board, past: MonthRecord) -> Iterator[str]:
    """Where Immortals were ordered last month, and what came of it; those of one commander fare alike."""
    went = sorted((move for move in past.guard_moves if move.done), key=lambda move: (move.order.target, move.house))
    battles = {battle.region: battle for battle in past.battles}
    for (region, house), several in groupby(went, key=lambda move: (move.order.target, move.house)):
        moves = list(several)
        origins = sorted({board.region_name(move.origin) for move in moves if move.origin is not None})
        were = "was" if len(moves) == 1 else "were"
        did = _deeds(board, battles.get(region), house, {move.order.immortal for move in moves}, were)
        yield (
            f"{counted(len(moves), 'Immortal')} {were} sent from {listed(origins)} to {board.region_name(region)} "
            f"in month {past.month} and {did}."
        )


def _deeds(board: Board, battle: Battle | None, commander: HouseId, sent: set[int], were: str) -> str:
    """What a battle has shown of Immortals that one House sent there."""
    if battle is None:
        return "met no battle there"
    if any(army.house == commander and army.commanded for count in battle.rounds for army in count.armies):
        return f"{'fell' if sent & {*battle.fallen} else 'fought'} there beside {board.house_name(commander)}"
    if sent & {*battle.immortals}:
        return f"{were} defeated there" if battle.immortals_defeated else "stood against those who betrayed"
    return "took no part in the battle there"


def _absent(war: WarState) -> Iterator[str]:
    """Who is off the board, and until when (R-58, GE-SOV-20)."""
    away = sorted(
        each.away_until for each in war.immortals if each.region is None and not each.gone and each.away_until is not None
    )
    for month, several in groupby(away):
        number = len(list(several))
        yield f"{counted(number, 'Immortal')} {'is' if number == 1 else 'are'} off the board until the Return of month {month}."
    gone = sum(each.gone for each in war.immortals)
    if gone:
        yield f"{counted(gone, 'Immortal')} {'is' if gone == 1 else 'are'} gone for good."


def _at_court(state: GameState, board: Board) -> Iterator[str]:
    court: RegionId | None = state.court.region if state.court else None
    if court is None:
        return
    free = len(free_at_court(state))
    guards = f"{counted(free, 'Immortal')} {'guards' if free == 1 else 'guard'}" if free else "No Immortal guards"
    yield f"{guards} the Court in {board.region_name(court)}."
