"""The preview of a step for War Control, line by line and on the map, and what a step did once applied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache

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
from rooms.realm.game.court import COURT
from rooms.realm.game.modules import TREASURY
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.module import THRONE
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.battles import BattleFought, PeaceKept
from rooms.war.game.board import Board, board_of
from rooms.war.game.coups import COUPS, coup_words, no_coup, no_coup_words
from rooms.war.game.flags import FlagsChanged, flag_words
from rooms.war.game.hardship import in_laws_words
from rooms.war.game.moves import MovesMade
from rooms.war.game.overlay import MapOverlay, made_in, preview_map
from rooms.war.game.part import FURTHER, WAR
from rooms.war.game.records.orders import GuardMove, OrderKind, Outcome
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.rewards import RewardsPaid, reward_words
from rooms.war.game.state import BATTLE, MOVE, RECRUIT, REWARDS, record_of
from rooms.war.game.view_steps import step_rows, steps_view
from rooms.war.game.words.battles import battle_words
from rooms.war.game.words.orders import RULE_OF, fate_of, guard_line_name, guard_move_words, line_name, outcome_words, rule_of

# === preview ============================================================================================================

# What the end of a step would bring about, line by line and on the map, and what the end of a month brought: for War Control.


# Beside the War Room's own facts: coups, in-laws and famine, and what they do to the throne and the Court.
FORESEEN = frozenset((*WAR.events, *(kind for each in FURTHER for kind in each.events), *THRONE.events, *COURT.events))
# What the hall talks about for the rest of the month: it is read before the battles that brought it about.
OF_THE_THRONE = frozenset((*COUPS.events, *THRONE.events, *COURT.events))


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewLine:
    """One thing that a step would do, with its reason.

    `mark`: "done", "part" or "wasted" for an order, "battle", "flags", "throne" for coups and who reigns, or empty.
    """

    sentence: str
    rule: str = ""
    mark: str = ""
    house: HouseId | None = None
    short: str = ""
    region: RegionId | None = None
    seat: SeatId | None = None  # whose orders may be corrected
    line: str = ""  # which line of that sheet

    @property
    def may_fail(self) -> bool:
        """Is it something that can fail somebody, so that one may ask why?"""
        return self.mark in ("part", "wasted", "battle", "flags")


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseer:
    """Who asks what the end of a step would bring about, when, and the game that knows it."""

    game: Engine[GameState] = field(compare=False)
    by: Actor
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewView:
    """What the end of a step would bring about, line by line and on the map; `refused` says why it cannot be foreseen."""

    lines: tuple[PreviewLine, ...] = ()
    overlay: MapOverlay = field(default_factory=MapOverlay)
    refused: str = ""


def preview(state: GameState, viewer: Viewer, asked: Foreseer, step: StepId) -> PreviewView:
    """What the end of this step would do, for War Control; nothing for anybody else."""
    if not viewer.sees_desk(Desk.WAR):
        return PreviewView()
    try:
        return _coming_of(state, asked, step).shown
    except Refused as no:
        return PreviewView(refused=no.sentence)


def next_carried_out(state: GameState, viewer: Viewer, asked: Foreseer) -> tuple[GameState, str]:
    """The state with the next step carried out, and its name, where War Control foresees it; else the state and no name.

    It is what other views of this folder are made from, and no view itself.
    """
    steps = steps_view(state, viewer)
    if steps.row is None or steps.foreseeable is None or not viewer.sees_desk(Desk.WAR):
        return state, ""
    try:
        return _coming_of(state, asked, steps.foreseeable).after, steps.row.name
    except Refused:
        return state, ""


def made_this_month(state: GameState, viewer: Viewer) -> MapOverlay | None:
    """The Moves and battles of the month of this state, for War Control; None before the first month."""
    record = record_of(state)
    return made_in(state, record) if record.month and viewer.sees_desk(Desk.WAR) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Coming:
    """A preview as it is kept, with the state after it."""

    shown: PreviewView
    after: GameState


@lru_cache(maxsize=16)
def _place(_state: Same, _step: StepId, _by: Actor) -> list[_Coming]:
    return []


def _coming_of(state: GameState, asked: Foreseer, step: StepId) -> _Coming:
    """The preview of a step, made once for all regions and all tablets that show the same state. Raises: Refused."""
    place = _place(Same(state), step, asked.by)
    if place:
        return place[0]
    engine, command = asked.game, EndStep(room=Room.WAR, month=state.clock.month, step=step)
    decided = engine.decided(state, command, DecisionContext(by=asked.by, at=asked.at))  # no sheet is unsealed, no dice are cast
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
    """An event of a step as lines: one for each order, battle, reward and flag; `after` is the state after it."""
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
        yield PreviewLine(sentence=sentence, mark=mark)  # what Rewards pay into purses stands in the lines of the Houses already


def _no_coup_line(board: Board, state: GameState) -> Iterator[PreviewLine]:
    """Why betrayal at the Court would be no coup (R-34)."""
    why = no_coup(state)
    if why is not None and state.court is not None:
        region = state.court.region
        yield PreviewLine(sentence=no_coup_words(board, region, why), mark="throne", region=region)


def order_preview(board: Board, state: GameState, outcome: Outcome) -> PreviewLine:
    """What becomes, or became, of an order."""
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
    """An order to an Immortal in the preview of Move (R-59)."""
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

# What a step of this month did, once it has been applied: line by line, for War Control.


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
