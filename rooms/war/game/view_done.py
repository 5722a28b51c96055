"""What a step of this month did, once it has been applied: line by line, for War Control."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from control.engine.ids import StepId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.war.game.board import board_of
from rooms.war.game.hardship import in_laws_words
from rooms.war.game.records.orders import OrderKind
from rooms.war.game.rewards import reward_words
from rooms.war.game.state import BATTLE, MOVE, RECRUIT, REWARDS, record_of
from rooms.war.game.view_preview import PreviewLine, guard_preview, order_preview
from rooms.war.game.view_steps import step_rows
from rooms.war.game.words.battles import battle_words
from rooms.war.game.words.coups import coup_words


@dataclass(frozen=True, slots=True, kw_only=True)
class StepDone:
    """A step that has been applied, and what it did; `hint` is what the step is there for."""

    id: StepId
    name: str
    hint: str
    month: int
    lines: tuple[PreviewLine, ...]


def step_done(state: GameState, viewer: Viewer, step: StepId) -> StepDone | None:
    """What this step did this month, for War Control; None while it has not ended, and for anybody else."""
    row = next((each for each in step_rows(state) if each.id == step and each.state == "done"), None)
    if row is None or not viewer.sees_desk(Desk.WAR):
        return None
    return StepDone(id=step, name=row.name, hint=row.hint, month=state.clock.month, lines=tuple(_did(state, step)))


def battles_done(state: GameState, viewer: Viewer) -> tuple[PreviewLine, ...]:
    """The battles of this month, once they have been fought; for War Control."""
    return tuple(_battles(state)) if BATTLE in record_of(state).done and viewer.sees_desk(Desk.WAR) else ()


def _did(state: GameState, step: StepId) -> Iterator[PreviewLine]:
    board, record = board_of(state.scenario), record_of(state)
    if step == MOVE:
        yield from (order_preview(board, state, each) for each in record.outcomes if each.order.kind is OrderKind.MOVE)
        yield from (guard_preview(board, state, each) for each in record.guard_moves)
    elif step == BATTLE:
        if record.coup is not None:
            yield PreviewLine(sentence=coup_words(board, record.coup), mark="throne", region=record.coup.region)
        yield from _battles(state)
        for region in record.peace:
            name = board.region_name(region)
            yield PreviewLine(sentence=say("{region}: those who stand here keep peace.", region=name), region=region)
        for debt in record.in_laws:
            yield PreviewLine(sentence=in_laws_words(board, debt), rule="R-61", region=debt.region)
    elif step == REWARDS:
        for reward in record.rewards:
            house = board.houses[reward.house]
            yield PreviewLine(sentence=reward_words(board, reward), house=house.id, short=house.short)
    elif step == RECRUIT:
        yield from (order_preview(board, state, each) for each in record.outcomes if each.order.kind is OrderKind.RECRUIT)


def _battles(state: GameState) -> Iterator[PreviewLine]:
    board = board_of(state.scenario)
    for battle in record_of(state).battles:
        yield PreviewLine(sentence=battle_words(board, battle), mark="battle", region=battle.region)
