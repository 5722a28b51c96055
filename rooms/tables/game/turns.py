"""Turns: what follows when the game has moved, a new turn or the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from control.engine.context import DecisionContext
from control.engine.language import listed, say_count
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import one_sentence
from rooms.tables.game.context import NOT_A_MOVE, At, at_table
from rooms.tables.game.reveals import BETWEEN, LONGEST, MOST_BEHIND, reading_time, total_reveal_time
from rooms.tables.game.rules import OwnTurn, Setup
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.tellings import tell_nothing
from rooms.tables.game.turn_time import (
    GRACE,
    Time,
    TurnTimeBegins,
    begins_now,
    eased_players,
    first_reserve_end,
    is_eased,
    kept_deadline,
    spent_reserves,
    time_for,
)


class TurnCame(msgspec.Struct, frozen=True, kw_only=True):
    """The game waits for these players from now on, until `deadline`. At `bots_at` the bots among them act.

    `asked`: the turn since which they have been waited for; it stays while simultaneous players act one by one.
    `read_at`: until when all reveals have been read. `late`: since when the reserves of these players run.
    `since`: when the game began to wait for them. `idle`: players whose time has run out since their last action.
    `again`: how many undone actions their player has to repeat, in the time that was left.
    `own`, `left`, `eased`: the game's turn and its time, as in `TableState`.
    """

    turn: int
    waits_for: tuple[int, ...]
    deadline: datetime | None = None
    bots_at: datetime | None = None
    asked: int = 0
    read_at: datetime | None = None
    late: datetime | None = None
    since: datetime | None = None
    idle: tuple[int, ...] = ()
    again: int = 0
    own: OwnTurn | None = None
    left: int | None = None
    eased: tuple[int, ...] = ()


class GameEnded(msgspec.Struct, frozen=True, kw_only=True):
    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(slots=True)
class Happening:
    """A command in progress: the facts so far and the state after them. `moment`: the time by which reserves are counted."""

    at: At
    asked: DecisionContext
    moment: datetime = field(init=False)
    state: TableState = field(init=False)
    facts: list[Any] = field(default_factory=list)
    acted: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.state = self.at.state
        self.moment = self.asked.at

    def add(self, fact: Any) -> None:
        """Append a fact of the table."""
        self.facts.append(fact)
        self.state = self.at.evolve(self.state, fact)

    def begin(self, setup: Setup) -> None:
        """Set the game up."""
        begun = self.at.rules.setup(setup, self.asked.chance)
        self._played(begun.facts, begun.state)

    def act(self, player: int, action: Any) -> None:
        """Carry out a player's action in the game.

        Raises:
            Refused: a rule of the game says no.
        """
        done = self.at.rules.act(self.state.play, player, action, self.asked.chance)
        self.acted.add(player)
        self._played(done.facts, done.state)

    def acts_again(self, player: int) -> None:
        """Note that a player acted unaided and so is not away. The next `TurnCame` records it."""
        self.state = replace(self.state, idle=tuple(each for each in self.state.idle if each != player))

    def _played(self, facts: Sequence[Any], play: Any) -> None:
        """Append facts of the game together with their state."""
        self.facts.extend(facts)
        self.state = replace(self.state, play=play)

    def go_on(self, *, again: int = 0, kept: bool = False) -> tuple[Any, ...]:
        """Add what follows when the game has moved, the end or the next turn. Return all facts.

        `kept`: a player repeated an undone action; while the turn stays with that player, so does its time.
        """
        rules, state, run = self.at.rules, self.state, spent_reserves(self.state, self.moment)
        if run is not None:
            self.add(run)
        result = rules.result(state.play)
        if result is not None:
            self.add(GameEnded(winners=result.winners, scores=result.scores))
            return tuple(self.facts)
        waits_for = rules.waits_for(state.play)
        bots = has_bot_among(state, waits_for)
        pause, read_at = self._read(goes_on=bots and waits_for == state.waits_for)
        if self._still_asked(waits_for):  # some simultaneous players have acted: the others' time runs on
            bots_at = max(filter(None, (state.bots_at, read_at)), default=None) if bots else None
            late = self.moment if run is not None else None
            deadline = state.deadline if late is None else first_reserve_end(self.state, waits_for, late)
            came = turn_of(self.state, waits_for, deadline, bots_at, state.asked)
            self.add(replace(came, read_at=read_at, late=late))
        else:
            if begins_now(state, rules.own_turn(state.play)):
                self.add(TurnTimeBegins())
                state = self.state
            bots_at = max(self.asked.at + pause, read_at or self.asked.at) if bots else None
            came = turn_of(self.state, waits_for, None, bots_at, state.turn + 1)
            came = replace(came, read_at=read_at, since=self.asked.at, again=again if waits_for == state.waits_for else 0)
            self.add(self._timed(came, state, in_reserve=run is not None, kept=kept))
        return tuple(self.facts)

    def _still_asked(self, waits_for: Sequence[int]) -> bool:
        """Whether these players still have the same decision, since only others of them have acted."""
        same = self.at.rules.own_turn(self.state.play) == self.state.own
        return same and set(waits_for) < set(self.state.waits_for) and self.acted.isdisjoint(waits_for)

    def _timed(self, came: TurnCame, before: TableState, *, in_reserve: bool, kept: bool) -> TurnCame:
        """The next turn with its time: a whole one, or what is left of the turn that goes on."""
        own, now = self.at.rules.own_turn(self.state.play), self.asked.at
        if kept and came.waits_for == before.waits_for and own == before.own:
            ran = now if in_reserve and before.deadline else before.deadline
            time = Time(kept_deadline(ran, now, eased=is_eased(before)), before.left)
            eased = eased_players(before, ran, time.deadline)
        else:
            begins = max(now, came.read_at or now)
            time = time_for(before, own, came.waits_for, now, begins=begins, in_reserve=in_reserve)
            eased = tuple(each for each in before.eased if not time.fresh or each not in came.waits_for)
        deadline = time.deadline
        if deadline and came.bots_at:  # a stand-in's turn does not time out before it acts
            deadline = max(deadline, came.bots_at + GRACE)
        return replace(came, deadline=deadline, own=own, left=time.left, eased=eased)

    def _read(self, *, goes_on: bool) -> tuple[timedelta, datetime | None]:
        """The time a bot waits so that people can read, and until when all reveals stay on screen.

        A bot that `goes_on` in its turn waits only for reveals and for sentences that name others. New reveals come after those
        still shown. With `bots_think` zero nothing waits.
        """
        if not self.at.bots_think:
            return timedelta(), None
        state, words, heard = self.at.state, [], ""
        for fact in self.facts:
            before, state = state, self.at.evolve(state, fact)
            told = self.at.told(fact, before, state)
            heard += told
            words.append(len(told.split()))
        others = (chair.name for each, chair in enumerate(state.chairs) if each not in state.waits_for)
        quick = goes_on and not any(name in heard for name in others)
        pause = BETWEEN if quick else min(self.at.bots_think + reading_time(sum(words)), LONGEST)
        stood = total_reveal_time([type(fact) in self.at.game.reveals for fact in self.facts], words)
        read_at = self.state.read_at
        stands_until = min(max(self.asked.at, read_at or self.asked.at) + stood, self.asked.at + MOST_BEHIND)
        return pause, stands_until if stood else read_at


def turn_of(
    state: TableState, waits_for: tuple[int, ...], deadline: datetime | None, bots_at: datetime | None, asked: int
) -> TurnCame:
    """The next turn, for these players. Reveals before it stay as long as before."""
    turn, read_at = state.turn + 1, state.read_at
    return TurnCame(
        turn=turn,
        waits_for=waits_for,
        deadline=deadline,
        bots_at=bots_at,
        asked=asked,
        read_at=read_at,
        since=state.since,
        idle=state.idle,
        again=state.again,
        own=state.own,
        left=state.left,
        eased=state.eased,
    )


def same_turn(state: TableState, bots_at: datetime | None) -> TurnCame:
    """The running turn with its time unchanged. `bots_at`: when its bots act, None if none does."""
    came = turn_of(state, state.waits_for, state.deadline, bots_at, state.asked)
    return replace(came, turn=state.turn, late=state.late)


def deadline_of(state: TableState, begins: datetime) -> datetime | None:
    """The end of a turn that starts at `begins`. None without a limit."""
    return begins + timedelta(seconds=state.seconds) if state.seconds else None


def has_bot_among(state: TableState, waits_for: Sequence[int]) -> bool:
    """Whether a bot plays for one of these."""
    return any(state.chairs[player].bot for player in waits_for)


def evolve_turn_came(state: TableState, happened: TurnCame) -> TableState:
    return replace(
        state,
        turn=happened.turn,
        waits_for=happened.waits_for,
        deadline=happened.deadline,
        bots_at=happened.bots_at,
        asked=happened.asked,
        read_at=happened.read_at,
        read=state.read if happened.read_at == state.read_at else (),
        late=happened.late,
        since=happened.since,
        idle=happened.idle,
        again=happened.again,
        own=happened.own,
        left=happened.left,
        eased=happened.eased,
    )


def evolve_ended(state: TableState, _happened: GameEnded) -> TableState:
    return replace(state, stage=TableStage.OVER, waits_for=(), deadline=None, bots_at=None)


def winners_words(state: TableState, winners: Sequence[int]) -> str:
    return listed([state.names[each] for each in winners])


def scores_words(state: TableState, scores: Sequence[int]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(state.names, scores, strict=True))


def _ended_words(happened: GameEnded, state: TableState) -> str:
    return say_count(
        "The game is over. {winners} won: {scores}.",
        "The game is over. {winners} won: {scores}.",
        len(happened.winners),
        winners=winners_words(state, happened.winners),
        scores=scores_words(state, happened.scores),
    )


TURNS: Final = Module(
    name="turns",
    events={
        TurnCame: EventHandler(evolve=evolve_turn_came, tell=tell_nothing, invalidations=at_table),
        GameEnded: EventHandler(
            evolve=evolve_ended, tell=one_sentence(_ended_words), invalidations=at_table, undo=Undo(never_by_players=NOT_A_MOVE)
        ),
    },
)
