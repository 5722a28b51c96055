"""Preview of a step for War Control, line by line and on the map, and the results of applied steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

import msgspec
from msgspec import Struct

from control.day.clock.steps import EndStep
from control.day.memoization import Same
from control.day.words import who
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.modules import Engine, GameEvent
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.court_seat import COURT
from rooms.realm.game.modules import TREASURY
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.module import THRONE
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.battles import BattleFought, PeaceKept
from rooms.war.game.board import Board, board_of
from rooms.war.game.coups import COUPS, coup_words, no_coup_words, why_no_coup
from rooms.war.game.famine_and_inlaws import in_laws_words
from rooms.war.game.flags import FlagsChanged, flag_words
from rooms.war.game.module import FURTHER, WAR
from rooms.war.game.moves import MovesMade
from rooms.war.game.overlay import MapOverlay, overlay_of_month, preview_map
from rooms.war.game.records.orders import GuardMove, OrderKind, Outcome
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.rewards import RewardsPaid, reward_words
from rooms.war.game.state import BATTLE, MOVE, RECRUIT, REWARDS, record_of
from rooms.war.game.view_steps import step_rows, steps_view
from rooms.war.game.words.battles import battle_words
from rooms.war.game.words.orders import RULE_OF, fate_of, guard_line_name, guard_move_words, line_name, outcome_words, rule_of

# === preview ============================================================================================================

# The effects of ending a step, line by line and on the map, for War Control.


# Events shown in previews: the War Room's, coups, in-laws and famine, and their effects on throne and Court.
FORESEEN = frozenset((*WAR.events, *(kind for each in FURTHER for kind in each.events), *THRONE.events, *COURT.events))
# Events that the hall talks about for the rest of the month. Their lines come before the battles that cause them.
OF_THE_THRONE = frozenset((*COUPS.events, *THRONE.events, *COURT.events))


class PreviewLine(Struct, frozen=True, kw_only=True):
    """One effect of a step, with its reason.

    `mark`: "done", "part" or "wasted" for an order, "battle", "flags", "throne" for coups and successions, or empty.
    """

    sentence: str
    rule: str = ""
    mark: str = ""
    house: HouseId | None = None
    short: str = ""
    region: RegionId | None = None
    seat: SeatId | None = None  # author of orders that can be corrected
    line: str = ""  # line of that sheet

    @property
    def may_fail(self) -> bool:
        """Whether the line may be a failure for someone, so that it offers an explanation."""
        return self.mark in ("part", "wasted", "battle", "flags")


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseer:
    """Sender and time of a preview, and the engine that computes it."""

    game: Engine[GameState] = field(compare=False)
    by: Actor
    at: datetime


class PreviewView(Struct, frozen=True, kw_only=True):
    """Preview of a step, line by line and on the map. `refused`: why there is none."""

    lines: tuple[PreviewLine, ...] = ()
    overlay: MapOverlay = msgspec.field(default_factory=MapOverlay)
    refused: str = ""


def preview(state: GameState, viewer: Viewer, asked: Foreseer, step: StepId) -> PreviewView:
    """Preview of this step for War Control. Empty for others."""
    if not viewer.sees_desk(Desk.WAR):
        return PreviewView()
    try:
        return _coming_of(state, asked, step).shown
    except Refused as no:
        return PreviewView(refused=no.sentence)


def next_carried_out(state: GameState, viewer: Viewer, asked: Foreseer) -> tuple[GameState, str]:
    """The state after the next step and the step's name, for War Control's preview. Without one, the same state and "".

    It is a source for other views and not a view itself.
    """
    steps = steps_view(state, viewer)
    if steps.row is None or steps.foreseeable is None or not viewer.sees_desk(Desk.WAR):
        return state, ""
    try:
        return _coming_of(state, asked, steps.foreseeable).after, steps.row.name
    except Refused:
        return state, ""


def made_this_month(state: GameState, viewer: Viewer) -> MapOverlay | None:
    """Moves and battles of this state's month, for War Control. None before the first month."""
    record = record_of(state)
    return overlay_of_month(state, record) if record.month and viewer.sees_desk(Desk.WAR) else None


class _Coming(Struct, frozen=True, kw_only=True):
    """A cached preview with the state after it."""

    shown: PreviewView
    after: GameState


@lru_cache(maxsize=16)
def _place(_state: Same, _step: StepId, _by: Actor) -> list[_Coming]:
    return []


def _coming_of(state: GameState, asked: Foreseer, step: StepId) -> _Coming:
    """Preview of a step, computed once for all regions and devices that show the same state. Raises: Refused."""
    place = _place(Same(state), step, asked.by)
    if place:
        return place[0]
    engine, command = asked.game, EndStep(room=Room.WAR, month=state.clock.month, step=step)
    decided = engine.decided(state, command, DecisionContext(by=asked.by, at=asked.at))  # opens no sheets and rolls no dice
    board, after = board_of(state.scenario), state
    lines: list[PreviewLine] = []
    for happened in decided.events:
        sentence, before, after = engine.explain(happened, after), after, engine.evolve(after, happened)
        lines.extend(_lines(board, before, after, happened, sentence, step))
    ordered = tuple(sorted(lines, key=lambda line: line.mark != "throne"))
    shown = PreviewView(lines=ordered, overlay=preview_map(state, decided.events))
    place[:] = [_Coming(shown=shown, after=after)]
    return place[0]


# --- lines --------------------------------------------------------------------------------------------------------------


def _lines(
    board: Board, state: GameState, after: GameState, happened: GameEvent, sentence: str, step: StepId
) -> Iterator[PreviewLine]:
    """Lines of one event: one per order, battle, reward and flag. `after`: the state after the event."""
    if isinstance(happened, MovesMade | RecruitsPlaced):
        yield from (order_preview(board, state, outcome) for outcome in happened.outcomes)
        if isinstance(happened, MovesMade):
            yield from (guard_preview(board, state, move) for move in happened.guard_moves)
    elif isinstance(happened, BattleFought):
        yield PreviewLine(sentence=sentence, mark="battle", region=happened.battle.region)
    elif isinstance(happened, PeaceKept):
        yield PreviewLine(sentence=sentence, region=happened.region)
    elif isinstance(happened, FlagsChanged):
        yield from (
            PreviewLine(sentence=say("Flags: {changes}.", changes=flag_words(board, change)), mark="flags", region=change.region)
            for change in happened.changes
        )
        yield from _no_coup_line(board, after)
    elif isinstance(happened, RewardsPaid):
        for reward in happened.rewards:
            receiver = (
                say("It goes to {player}.", player=who(state, reward.seat)) if reward.seat else say("Nobody plays this House.")
            )
            house = board.houses[reward.house]
            said = f"{reward_words(board, reward)}. {receiver}"
            yield PreviewLine(sentence=said, house=house.id, short=house.short)
    elif type(happened) in FORESEEN or (step != REWARDS and type(happened) in TREASURY.events):
        mark = "throne" if type(happened) in OF_THE_THRONE else ""
        yield PreviewLine(sentence=sentence, mark=mark)  # Power and Favors of Rewards are in the Houses' lines


def _no_coup_line(board: Board, state: GameState) -> Iterator[PreviewLine]:
    """Why betrayal at the Court would be no coup (R-34)."""
    why = why_no_coup(state)
    if why is not None and state.court is not None:
        region = state.court.region
        yield PreviewLine(sentence=no_coup_words(board, region, why), mark="throne", region=region)


def order_preview(board: Board, state: GameState, outcome: Outcome) -> PreviewLine:
    """Preview or result of an order."""
    shown = outcome_words(board, outcome)
    rule = rule_of(outcome)
    house = board.houses[outcome.house]
    name = _name(state, outcome.seat)
    return PreviewLine(
        sentence=f"{name}, {line_name(outcome.line)}: {shown}.",
        rule=rule,
        mark=fate_of(outcome),
        house=house.id,
        short=house.short,
        region=outcome.order.target,
        seat=outcome.seat,
        line=line_name(outcome.line),
    )


def guard_preview(board: Board, state: GameState, move: GuardMove) -> PreviewLine:
    """Preview or result of an order to an Immortal (R-59)."""
    house = board.houses[move.house]
    return PreviewLine(
        sentence=f"{_name(state, move.seat)}: {guard_move_words(board, move)}.",
        rule=RULE_OF[move.why] if move.why else "R-59",
        mark="done" if move.done else "wasted",
        house=house.id,
        short=house.short,
        region=move.order.target,
        seat=move.seat,
        line=guard_line_name(move.order),
    )


def _name(state: GameState, seat: SeatId) -> str:
    return state.seats[seat].name if seat in state.seats else str(seat)


# === applied steps ======================================================================================================

# Results of an applied step of this month, line by line, for War Control.


class StepDone(Struct, frozen=True, kw_only=True):
    """An applied step with its results. `hint`: the purpose of the step."""

    id: StepId
    name: str
    hint: str
    month: int
    lines: tuple[PreviewLine, ...]


def step_done(state: GameState, viewer: Viewer, step: StepId) -> StepDone | None:
    """Results of this step this month, for War Control. None for others, or before it has ended."""
    row = next((each for each in step_rows(state) if each.id == step and each.state == "done"), None)
    if row is None or not viewer.sees_desk(Desk.WAR):
        return None
    return StepDone(id=step, name=row.name, hint=row.hint, month=state.clock.month, lines=tuple(_result_lines(state, step)))


def battles_done(state: GameState, viewer: Viewer) -> tuple[PreviewLine, ...]:
    """This month's battles once fought, for War Control."""
    return tuple(_battles(state)) if BATTLE in record_of(state).done and viewer.sees_desk(Desk.WAR) else ()


def _result_lines(state: GameState, step: StepId) -> Iterator[PreviewLine]:
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
