"""What ending a step would bring about: line by line, and on the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from control.day.clock.steps import EndStep
from control.day.recall import Same
from control.day.words import who
from control.engine.context import Actor
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.modules import GameEvent
from control.engine.refused import Refused
from control.journal import desk
from control.registry import game
from rooms.realm.game.court import COURT
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.module import THRONE
from rooms.realm.game.treasury.module import TREASURY
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.realm.screens.seen import Look
from rooms.war.game.battles import BattleFought, PeaceKept
from rooms.war.game.board import Board, board_of
from rooms.war.game.coups import COUPS, no_coup
from rooms.war.game.flags import FlagsChanged, flag_words
from rooms.war.game.further import FURTHER
from rooms.war.game.moves import MovesMade
from rooms.war.game.overlay import MapOverlay, preview_map
from rooms.war.game.part import WAR
from rooms.war.game.records.orders import GuardMove, Outcome
from rooms.war.game.recruits import RecruitsPlaced
from rooms.war.game.rewards import RewardsPaid, reward_words
from rooms.war.game.state import REWARDS
from rooms.war.game.words.coups import no_coup_words
from rooms.war.game.words.orders import RULE_OF, fate_of, guard_line_name, guard_move_words, line_name, outcome_words, rule_of

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
class Coming:
    """What ending a step would bring about, and the same line by line and on the map."""

    found: desk.Foreseen
    lines: tuple[PreviewLine, ...]
    overlay: MapOverlay


def foreseen(seen: Look, step: StepId) -> desk.Foreseen:
    """What ending this step would bring about.

    Raises:
        Refused: it cannot be ended.
    """
    return coming_of(seen, step).found


def previewed(seen: Look, step: StepId) -> tuple[tuple[PreviewLine, ...], str]:
    """What ending this step would do, line by line; or why it cannot be foreseen."""
    try:
        return coming_of(seen, step).lines, ""
    except Refused as no:
        return (), no.sentence


@lru_cache(maxsize=16)
def _place(_state: Same, _step: StepId, _by: Actor) -> list[Coming]:
    return []


def coming_of(seen: Look, step: StepId) -> Coming:
    """The preview of a step, made once for all regions and all tablets that show the same state."""
    place = _place(Same(seen.state), step, seen.door.actor)
    if place:
        return place[0]
    command = EndStep(room=Room.WAR, month=seen.state.clock.month, step=step)
    found = desk.preview(stream_id=seen.door.event.stream_id, command=command, by=seen.door.actor, at=seen.now)
    board = board_of(seen.state.scenario)
    lines: list[PreviewLine] = []
    state = found.before
    for happened, sentence in zip(found.events, found.sentences, strict=True):
        lines.extend(_lines(board, state, happened, sentence, step))
        state = game(state.REALM).evolve(state, happened)
    ordered = tuple(sorted(lines, key=lambda line: line.mark != "throne"))
    coming = Coming(found=found, lines=ordered, overlay=preview_map(found.before, found.events))
    if found.before is seen.state:  # else somebody has pressed meanwhile, and this tablet is about to hear of it
        place[:] = [coming]
    return coming


# --- lines --------------------------------------------------------------------------------------------------------------


def _lines(board: Board, state: GameState, happened: GameEvent, sentence: str, step: StepId) -> Iterator[PreviewLine]:
    """An event of a step as lines: one for each order, battle, reward and flag."""
    if isinstance(happened, MovesMade | RecruitsPlaced):
        yield from (_order_line(board, state, outcome) for outcome in happened.outcomes)
        if isinstance(happened, MovesMade):
            yield from (_guard_line(board, state, move) for move in happened.guard_moves)
    elif isinstance(happened, BattleFought):
        yield PreviewLine(sentence=sentence, mark="battle", region=happened.battle.region)
    elif isinstance(happened, PeaceKept):
        yield PreviewLine(sentence=sentence, region=happened.region)
    elif isinstance(happened, FlagsChanged):
        yield from (
            PreviewLine(sentence=say("Flags: {changes}.", changes=flag_words(board, change)), mark="flags", region=change.region)
            for change in happened.changes
        )
        yield from _no_coup_line(board, game(state.REALM).evolve(state, happened))
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


def _order_line(board: Board, state: GameState, outcome: Outcome) -> PreviewLine:
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


def _guard_line(board: Board, state: GameState, move: GuardMove) -> PreviewLine:
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
