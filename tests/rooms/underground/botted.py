"""Months at Underground tables, played by bots or by players who take any allowed action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from msgspec import Struct

from control.day.clock.steps import EndStep
from control.day.people.room_choice import ChooseRoom, find_bar, usual_table
from control.engine.context import DecisionContext, Sealed, SheetList
from control.engine.dice import Dice
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command
from control.engine.refusal import Refused
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.entries import random_paper
from rooms.realm.papers.game.types import Paper, encode
from rooms.realm.scenario.ids import Phase, Room
from rooms.underground.game import bots, sheets
from rooms.underground.game.state import Outcome, TableId, TableStep
from rooms.underground.game.tables.advancement import Advance
from rooms.underground.game.tables.attack import BeginAttack, PlayOn, Reveal, StopAttack
from rooms.underground.game.tables.attack_end import AttackEnded
from rooms.underground.game.tables.attack_scheme import FoilScheme, GoOn, LeaveScheme
from rooms.underground.game.tables.attack_trap import ChooseLoss
from rooms.underground.game.tables.completion import SchemeDone
from rooms.underground.game.tables.lookup import hand_of, seats_at_table, step_of, table_of, tables
from rooms.underground.game.tables.protection import Protect
from rooms.underground.game.tables.turns import EndTurn
from rooms.underground.game.view_attack import attack_view
from rooms.underground.game.view_cards import minions_view
from tests.rooms.realm.game.play import Day, player, running
from tests.rooms.underground.table import GAME, UNDA

MOST = 300  # rounds of one step; more means that a player never finishes


class Player(Struct, frozen=True, kw_only=True):
    """A way to play. `invent`: writes a scheme, or None. `act`: the next command, or None."""

    invent: Callable[[GameState, SeatId, Dice], Paper | None]
    act: Callable[[GameState, SeatId, Dice], Command | None]


# --- random allowed actions ---------------------------------------------------------------------------------------------


def any_paper(state: GameState, seat: SeatId, dice: Dice) -> Paper | None:
    for _each in range(60):
        paper = random_paper(state, state.scenario.schemes, dice)
        try:
            sheets.check(state, seat, paper)
        except Refused:
            continue
        return paper
    return None


def any_act(state: GameState, seat: SeatId, dice: Dice) -> Command | None:
    table = TableId(state.seats[seat].table)
    shown, attack = minions_view(state, Viewer(seat=seat), table), attack_view(state, Viewer(seat=seat), table)
    if shown is None or attack is None or shown.hand is None:
        return None
    named: dict[str, Any] = {"month": state.clock.month, "table": table, "seat": seat}
    cards, schemes = list(hand_of(state, table, seat)), table_of(state, table).schemes
    runs = attack.running
    if runs is not None:
        mine = {**named, "scheme": runs.scheme}
        if runs.reveal:
            return Reveal(**mine, before=runs.protection)
        if runs.play and dice.random() < 0.8:
            return PlayOn(**mine, card=dice.choice(cards))
        if runs.play or (runs.stop and runs.absent):
            return StopAttack(**mine)
        if runs.go_on:
            return GoOn(**mine)
        if runs.decide:
            return dice.choice((FoilScheme, LeaveScheme))(**mine)
        if runs.due:
            named_losses = [each.scheme for each in runs.losses for _one in range(each.advancement)]
            return ChooseLoss(**mine, losses=tuple(named_losses[: runs.due]))
        return None
    if shown.turn != seat or not cards:
        return None
    if dice.random() < 0.25 or not schemes:
        return EndTurn(**named, step=shown.step)
    scheme = dice.choice(schemes)
    if shown.step is TableStep.ADVANCEMENT:
        return Advance(**named, scheme=scheme.id, cards=(dice.choice(cards),))
    if shown.step is TableStep.PROTECTION:
        price = next(each.price for each in shown.schemes if each.scheme == scheme.id)
        if price is not None and price < len(cards):
            return Protect(**named, scheme=scheme.id, card=cards[0], discards=tuple(cards[1 : price + 1]))
    free = [each.scheme for each in attack.targets if not each.why_not]
    if shown.step is TableStep.ATTACK and free:
        return BeginAttack(**named, scheme=dice.choice(free), card=dice.choice(cards))
    return EndTurn(**named, step=shown.step)


BOT = Player(invent=bots.needed_scheme, act=bots.act)
ANYBODY = Player(invent=any_paper, act=any_act)


# --- months -------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Tables:
    """Months of play at the tables.

    `players`: how each seat is played; these seats go to the Underground every month.
    `watch`: called with the state after each press.
    `between`: called before each press and each end of a step.
    `mixed`: tables take their steps in any order, else one table after the other.
    """

    seed: int
    players: Mapping[SeatId, Player]
    day: Day = field(default_factory=running)
    watch: Callable[[GameState], object] = field(default=lambda _state: None)
    between: Callable[[Tables], object] = field(default=lambda _tables: None)
    mixed: bool = False

    def __post_init__(self) -> None:
        self.day.game = GAME

    @property
    def state(self) -> GameState:
        return self.day.state

    def dice(self, seat: SeatId, what: str) -> Random:
        return Random(f"{self.seed} {self.state.clock.month} {seat} {what}")

    def month(self) -> None:
        """Play one month, from Planning to the end of Action."""
        month = self.state.clock.month
        self.day.until(month, Phase.PLANNING)
        written = []
        for seat in sorted(self.players):
            if not self.state.seats[seat].acts:
                continue
            there = usual_table(self.state, self.state.seats[seat], Room.UNDERGROUND)
            if find_bar(self.state, self.state.seats[seat], Room.UNDERGROUND, there) is not None:
                continue
            self.day.do(ChooseRoom(seat=seat, month=month, room=Room.UNDERGROUND), by=player(seat))
            paper = self.players[seat].invent(self.state, seat, self.dice(seat, "write"))
            if paper is not None:
                sheets.check(self.state, seat, paper)
                written.append(self._sealed(seat, paper))
        self.day.until(month, Phase.ACTION)
        order, left = Random(f"{self.seed} {month}"), list(tables(self.state))
        while left:
            table = order.choice(left) if self.mixed else left[0]
            if (step := step_of(self.state, table)) is None:
                left.remove(table)
                continue
            self._play(table, step)
            self._end(table, step, written)

    def _sealed(self, seat: SeatId, paper: Paper) -> Sealed:
        return Sealed(
            seat=seat, kind="scheme", month=self.state.clock.month, revision=1, received_at=self.day.now, body=encode(paper)
        )

    def _play(self, table: TableId, step: TableStep) -> None:
        tried: set[tuple[SeatId, Command]] = set()
        for round_ in range(MOST):
            did = False
            for seat in [each.id for each in seats_at_table(self.state, table)]:
                self.between(self)
                if seat not in {each.id for each in seats_at_table(self.state, table)}:
                    continue
                who = self.players[seat]
                what = step.value if who is BOT else f"{step.value} {round_}"
                command = who.act(self.state, seat, self.dice(seat, what))
                if command is None or (seat, command) in tried:
                    continue
                tried.add((seat, command))
                self.day.do(command, by=player(seat))
                self.watch(self.state)
                did = True
            if not did:
                return
        raise AssertionError(f"table {table} never ends {step}")

    def _end(self, table: TableId, step: TableStep, written: Sequence[Sealed]) -> None:
        self.between(self)
        asked = DecisionContext(by=UNDA, at=self.day.now, sheets=SheetList(sheets=tuple(written)))
        ends = EndStep(room=Room.UNDERGROUND, month=self.state.clock.month, step=StepId(step.value), table=table)
        decided = self.day.game.decided(self.state, ends, asked)
        self.day.state = decided.state
        self.day.happened.extend(decided.events)
        assert self.day.game.broken(self.state) == ()

    def score(self) -> Counter[str]:
        """Count each House's successes: own completed schemes, and foiled schemes of others."""
        found: Counter[str] = Counter()
        for happened in self.day.happened:
            if isinstance(happened, SchemeDone):
                found[happened.house] += 1
            if isinstance(happened, AttackEnded) and happened.outcome is Outcome.FOILED:
                found[self.state.seats[happened.seat].house] += 1
        return found
