"""An Underground table compared with Potemkin Empire: speed of the rules, in whole games of four players in one process.

A table is one month, from Updates to the end of Complete, played at random or by rehearsal bots. Two things are measured:

- Played: see what may be done, choose, carry it out. At an Underground table the choice comes from the phone's view, in Potemkin
  Empire from the list of legal actions.
- Carried out: the same actions again, once all are known.

At a table, Control also ends seven steps, in which drawn schemes are placed and minions dealt; their time is shown separately. Only
this process's time counts. The games take turns, so that the machine's load affects all alike.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from time import process_time
from typing import Any

from msgspec import Struct

from control.day.clock.steps import EndStep
from control.engine.context import Actor, DecisionContext, Sealed, SheetList
from control.engine.dice import DiceChance
from control.engine.ids import SeatId, StepId
from control.engine.modules import Command
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import encode
from rooms.realm.scenario.ids import Phase, Room
from rooms.tables.game.playout import steps
from rooms.tables.game.rules import AnyRules, Setup, random_bot
from rooms.tables.potemkin.game.engine import rules_of
from rooms.tables.potemkin.game.reading import read
from rooms.underground.game.state import TableId, TableStep
from rooms.underground.game.tables.lookup import seats_at_table, step_of, turn_at
from tests.bench import kit, rival
from tests.bench.tables import FIXTURES
from tests.rooms.realm.game.play import player, running
from tests.rooms.underground.botted import ANYBODY, BOT, Player
from tests.rooms.underground.table import CAT_1, CAT_2, GAME, SNAKE_1, UNDA, AtTable

THERE = (CAT_1, CAT_2, SNAKE_1, SeatId("swords-1"))
ROUNDS, TABLES, GAMES = 9, 6, 12
MOST = 300  # actions in a step; more means that a player never finishes
POTEMKIN = "Potemkin Empire, any actions"
Given = tuple[Command, Actor]


class Measured(Struct, frozen=True, kw_only=True):
    """Figures of several games: players' actions, and seconds to play, to carry out the same actions, and to end the steps."""

    games: int
    actions: int
    played: float
    carried: float
    ended: float = 0.0


def run() -> None:
    """Print a line for each game, compared with Potemkin Empire."""
    rules = rules_of(read({path.name: path.read_text(encoding="utf-8") for path in FIXTURES.glob("*.yaml")}))
    measures: Mapping[str, Callable[[int], Measured]] = {
        "Underground, any actions": partial(underground, ANYBODY),
        "Underground, bots": partial(underground, BOT),
        POTEMKIN: partial(potemkin, rules),
    }
    found: dict[str, list[Measured]] = {name: [] for name in measures}
    for seed in range(-1, ROUNDS):
        for name, measure in measures.items():
            measured = measure(seed)
            if seed >= 0:  # the first round is slower, because nothing is cached
                found[name].append(measured)
    beside = _figures(found[POTEMKIN])
    rows = []
    for name, rounds in found.items():
        length = sum(each.actions for each in rounds) / sum(each.games for each in rounds)
        played, carried, _whole = speeds = _figures(rounds)
        times = [f"1/{ours / each:.0f}" for each, ours in zip(speeds, beside, strict=True)]
        rows.append((name, length, f"{played:.0f}", times[0], f"{carried:.0f}", times[1], 1e6 / carried, times[2]))
    columns = ("4 players", "actions / game", "played, actions/s", "of Potemkin", "carried out, actions/s", "of Potemkin")
    title = f"Whole games by the rules alone, medians of {ROUNDS} rounds"
    kit.table(title, (*columns, "us / action", "of Potemkin with the ends of steps"), rows)


def _figures(rounds: list[Measured]) -> tuple[float, float, float]:
    """Return actions a second: played, carried out, and carried out with the ends of steps."""
    played = kit.median([each.actions / each.played for each in rounds])
    carried = kit.median([each.actions / each.carried for each in rounds])
    return played, carried, kit.median([each.actions / (each.carried + each.ended) for each in rounds])


# --- the Underground ------------------------------------------------------------------------------------------------------


@dataclass(slots=True, kw_only=True)
class Month:
    """One month at a table. `given`: commands so far, of players and Control."""

    state: GameState
    table: TableId
    player: Player
    seed: int
    at: datetime
    sheets: SheetList
    given: list[Given] = field(default_factory=list)

    def play(self) -> int:
        """Play to the end. Returns the number of players' actions."""
        while (step := step_of(self.state, self.table)) is not None:
            self._act(step)
            ends = EndStep(room=Room.UNDERGROUND, month=self.state.clock.month, step=StepId(step.value), table=self.table)
            self.give(ends, UNDA)
        return sum(by is not UNDA for _command, by in self.given)

    def give(self, command: Command, by: Actor) -> None:
        self.state = GAME.decided(self.state, command, DecisionContext(by=by, at=self.at, sheets=self.sheets)).state
        self.given.append((command, by))

    def _act(self, step: TableStep) -> None:
        """Let the players act until nobody has anything left to do, the player on turn first."""
        seats = [each.id for each in seats_at_table(self.state, self.table)]
        for round_ in range(MOST):
            turn = turn_at(self.state, self.table)
            asked = sorted(seats, key=lambda seat: seat != turn)
            found = next(((seat, command) for seat in asked if (command := self._choice(step, seat, round_)) is not None), None)
            if found is None:
                return
            self.give(found[1], player(found[0]))
        raise RuntimeError(f"{step} has no end")

    def _choice(self, step: TableStep, seat: SeatId, round_: int) -> Command | None:
        what = step.value if self.player is BOT else f"{step.value} {round_}"  # a bot that is asked again decides the same
        return self.player.act(self.state, seat, random.Random(f"{self.seed} {seat} {what}"))


def underground(who: Player, seed: int) -> Measured:
    """Play several tables from Updates on, with sealed schemes."""
    months = [_opened(who, seed * TABLES + number) for number in range(TABLES)]
    again = [dataclasses.replace(each, given=[]) for each in months]
    with rival.uncollected():
        began = process_time()
        actions = sum(each.play() for each in months)
        played = process_time() - began
    spent = {False: 0.0, True: 0.0}
    with rival.uncollected():
        for each, known in zip(again, months, strict=True):
            for command, by in known.given:
                began = process_time()
                each.give(command, by)
                spent[by is UNDA] += process_time() - began
    if [each.state for each in again] != [each.state for each in months]:
        raise RuntimeError("the same actions have another end")
    return Measured(games=TABLES, actions=actions, played=played, carried=spent[False], ended=spent[True])


def _opened(who: Player, seed: int) -> Month:
    day = running()
    day.game = GAME
    day.until(1, Phase.PLANNING)
    table = AtTable(THERE, day=day)
    written = ((seat, who.invent(table.state, seat, random.Random(f"{seed} {seat} write"))) for seat in THERE)
    sealed = tuple(
        Sealed(seat=seat, kind="scheme", month=1, revision=1, received_at=day.now, body=encode(paper))
        for seat, paper in written
        if paper is not None
    )
    return Month(state=table.state, table=table.id, player=who, seed=seed, at=day.now, sheets=SheetList(sheets=sealed))


# --- Potemkin Empire ------------------------------------------------------------------------------------------------------


def potemkin(rules: AnyRules, seed: int) -> Measured:
    """Play several games of random legal actions. Chance has dice of its own, so that a repeat gets the same results."""
    players, actions, played, carried = Setup(players=len(THERE)), 0, 0.0, 0.0
    for number in range(GAMES):
        taken: list[tuple[int, Any]] = []
        setup = rules.setup(players, _chance(seed, number))
        with rival.uncollected():
            began = process_time()
            for step in steps(
                rules, setup.state, [random_bot] * len(THERE), random.Random(f"{seed} {number}"), _chance(seed, number)
            ):
                taken.append((step.player, step.action))
            played += process_time() - began
        chance, state = _chance(seed, number), setup.state
        with rival.uncollected():
            began = process_time()
            for mover, action in taken:
                state = rules.act(state, mover, action, chance).state
            carried += process_time() - began
        if state != step.played.state:
            raise RuntimeError("the same actions have another end")
        actions += len(taken)
    return Measured(games=GAMES, actions=actions, played=played, carried=carried)


def _chance(seed: int, number: int) -> DiceChance:
    return DiceChance(random.Random(f"{seed} {number} chance"))
