"""War Control's announcements in Updates: where Immortals were sent and what they did there.

All of it is visible on the board or was seen in battle. The House that ordered an Immortal is named only if a battle showed it
(R-17).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from control.day.state import DayStage
from control.day.timetable import last_month
from control.engine.language import listed, say, say_count
from rooms.realm.game.military_actions import free_immortals
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Phase, RegionId
from rooms.war.game.board import Board, board_of
from rooms.war.game.records.battles import Battle
from rooms.war.game.records.month import MonthRecord
from rooms.war.game.state import ORDERS, last_record, record_of, war_of


def updates(state: GameState) -> tuple[str, ...]:
    """Sentences about Immortals at the start of this month's war (GE-WAR-27, GE-WAR-28)."""
    war, board = war_of(state), board_of(state.scenario)
    if not war.immortals:
        return ()
    past = last_record(state)
    told = (*_tasks(state, board), *(_commanded(board, past) if past else ()), *_absent(state))
    return (*told, *_at_court(state, board))


def updates_now(state: GameState) -> tuple[str, ...]:
    """The same sentences while they are current: in Action, until the orders are opened."""
    clock = state.clock
    is_time = clock.stage is DayStage.PLAYING and clock.is_in(Phase.ACTION) and ORDERS not in record_of(state).done
    return updates(state) if is_time else ()


def _tasks(state: GameState, board: Board) -> Iterator[str]:
    """Immortals away on a task, counted by region and task."""
    there = war_of(state).immortals
    sent = sorted(
        (region, str(each.task), each.home_in or 0) for each in there if (region := each.region) is not None and each.task
    )
    for (region, task, home), several in groupby(sent):
        number, name = len(list(several)), board.region_name(region)
        if home and home <= last_month(state):
            yield say_count(
                "{count} Immortal stands in {region}, until the Return of month {month}: {task}.",
                "{count} Immortals stand in {region}, until the Return of month {month}: {task}.",
                number,
                region=name,
                month=home,
                task=task,
            )
        else:
            yield say_count(
                "{count} Immortal stands in {region}: {task}.",
                "{count} Immortals stand in {region}: {task}.",
                number,
                region=name,
                task=task,
            )


def _commanded(board: Board, past: MonthRecord) -> Iterator[str]:
    """Immortals ordered last month and what they did. Those of one commander in one region share a sentence."""
    went = sorted((move for move in past.guard_moves if move.done), key=lambda move: (move.order.target, move.house))
    battles = {battle.region: battle for battle in past.battles}
    for (region, house), several in groupby(went, key=lambda move: (move.order.target, move.house)):
        moves = list(several)
        origins = sorted({board.region_name(move.origin) for move in moves if move.origin is not None})
        yield say_count(
            "{count} Immortal was sent from {origins} to {region} in month {month} and {did}.",
            "{count} Immortals were sent from {origins} to {region} in month {month} and {did}.",
            len(moves),
            origins=listed(origins),
            region=board.region_name(region),
            month=past.month,
            did=_deeds(board, battles.get(region), house, {move.order.immortal for move in moves}, len(moves)),
        )


def _deeds(board: Board, battle: Battle | None, commander: HouseId, sent: set[int], number: int) -> str:
    """What these Immortals of one House did, as shown by a battle: the end of the sentence above."""
    if battle is None:
        return say_count("met no battle there", "met no battle there", number)
    if any(army.house == commander and army.commanded for count in battle.rounds for army in count.armies):
        house = board.house_name(commander)
        if sent & {*battle.fallen}:
            return say_count("fell there beside {house}", "fell there beside {house}", number, house=house)
        return say_count("fought there beside {house}", "fought there beside {house}", number, house=house)
    if sent & {*battle.immortals}:
        if battle.immortals_defeated:
            return say_count("was defeated there", "were defeated there", number)
        return say_count("stood against those who betrayed", "stood against those who betrayed", number)
    return say_count("took no part in the battle there", "took no part in the battle there", number)


def _absent(state: GameState) -> Iterator[str]:
    """Immortals off the board, with the month of their return (R-58, GE-SOV-20)."""
    war, last = war_of(state), last_month(state)
    away = sorted(
        each.away_until for each in war.immortals if each.region is None and not each.gone and each.away_until is not None
    )
    for month, several in groupby(away):
        if month > last:
            yield say_count(
                "{count} Immortal is off the board for the rest of the game.",
                "{count} Immortals are off the board for the rest of the game.",
                len(list(several)),
            )
            continue
        yield say_count(
            "{count} Immortal is off the board until the Return of month {month}.",
            "{count} Immortals are off the board until the Return of month {month}.",
            len(list(several)),
            month=month,
        )
    gone = sum(each.gone for each in war.immortals)
    if gone:
        yield say_count("{count} Immortal is gone for good.", "{count} Immortals are gone for good.", gone)


def _at_court(state: GameState, board: Board) -> Iterator[str]:
    court: RegionId | None = state.court.region if state.court else None
    if court is None:
        return
    free, region = len(free_immortals(state)), board.region_name(court)
    if free:
        yield say_count(
            "{count} Immortal guards the Court in {region}.", "{count} Immortals guard the Court in {region}.", free, region=region
        )
    else:
        yield say("No Immortal guards the Court in {region}.", region=region)
