"""Seeded walks through whole tables. Between two steps players leave, return or let time run out, or Control undoes moves.

After each of these the invariants of the table and its game hold, and the facts in force fold to the current state. Every player
who is waited for can act. `make thorough` plays many more walks.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, Final

import msgspec
import pytest

from control.engine.context import THE_CLOCK, Actor, DecisionContext
from control.engine.dice import DiceChance
from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from rooms.tables.game.chairs import SitDown, StandUp
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.opening import OpenTable
from rooms.tables.game.play import ActAsHost, Begin, BotsPlay, Play, Resume, TimeOut, time_run
from rooms.tables.game.playout import steps
from rooms.tables.game.rules import KEEPER, random_bot
from rooms.tables.game.state import AgreedTime, TableStage, TableState
from rooms.tables.game.turn_time import ChangeTime, agreed_time
from tests.amounts import amount
from tests.rooms.tables.games import TRIED, Tried
from tests.rooms.tables.scythe.play import busy_bot

CONTROL: Final = Actor(name="walt", desks=frozenset({Desk.WAR}))
PEOPLE: Final = ("anna", "boris", "clara", "dmitri", "elise", "fedor")
OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {  # options with the most that can come between
    "scythe": {"delay": "on", "achievements": "on", "ask_every_bonus": "on", "ban_combos": "on"},
    "statecraft": {"mode": "advanced", "disruption": "disruptive"},
}
AHEAD: Final[Mapping[str, int]] = {"potemkin": 60, "statecraft": 120, "scythe": 900}  # maximum number of actions before the walk
LONGEST: Final = amount(300, 3000)
ODD: Final = 0.35  # share of steps with something between
SEEDS: Final = range(amount(6, 60))


@dataclass
class Walk:
    """A table on its walk. `commands`: facts of each command in force."""

    tried: Tried
    seed: int
    dice: random.Random = field(init=False)
    engine: TableEngine = field(init=False)
    state: TableState = field(default_factory=TableState)
    commands: list[tuple[Any, ...]] = field(default_factory=list)
    base: TableState = field(default_factory=TableState)
    known: tuple[list[tuple[Any, ...]], TableState] = field(default_factory=lambda: ([], TableState()))
    now: datetime = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        kind = self.tried.kind
        self.dice = random.Random(f"{kind.id} {self.seed}")
        self.engine = TableEngine(game=kind, rules=kind.rules(self.tried.content), bots_think=timedelta(seconds=1))
        self.players = self.dice.randint(kind.least, kind.most)
        host = "anna" if self.seed % 2 else ""
        options = OPTIONS.get(kind.id, {})
        self.give(OpenTable(title="", host=host, name="Anna" if host else "", chairs=self.players, options=options), CONTROL)
        for name in PEOPLE[len(host) > 0 : self.players]:
            self.give(SitDown(person=name, name=name.capitalize()), self.person(name))
        self.give(Begin(), CONTROL)
        self.go_ahead()

    def go_ahead(self) -> None:
        """Start in the middle of a game, where more can happen. `base` is the state there."""
        rules, play = self.engine.rules, self.state.play
        ahead = steps(rules, play, [self.bot] * self.players, self.dice, DiceChance(self.dice))
        for step in islice(ahead, self.dice.randint(0, AHEAD.get(self.tried.kind.id, 0))):
            if rules.result(step.played.state) is None:
                play = step.played.state
        waits_for = rules.waits_for(play)
        self.state = msgspec.structs.replace(self.state, play=play, waits_for=waits_for, own=rules.own_turn(play))
        self.base, self.commands, self.known = self.state, [], ([], self.state)
        self.look("middle")

    @property
    def bot(self) -> Any:
        """The bot that acts for people. In Scythe it rarely chooses an action without effect."""
        return busy_bot if self.tried.kind.id == "scythe" else random_bot

    def person(self, name: str) -> Actor:
        return Actor(seat=SeatId(name))

    def give(self, command: object, by: Actor) -> None:
        """Give a command that must be accepted."""
        asked = DecisionContext(by=by, at=self.now, chance=DiceChance(self.dice))
        decided = self.engine.decided(self.state, command, asked)
        self.commands.append(decided.events)
        self.state = decided.state
        self.look(type(command).__name__)

    def look(self, what: str) -> None:
        """Check everything that must hold now."""
        self.done[what] += 1
        state, rules = self.state, self.engine.rules
        assert self.engine.broken(state) == (), (self.seed, what)
        assert self.folded(self.commands) == state, (self.seed, what)
        if state.stage is not TableStage.PLAYING:
            return
        assert rules.result(state.play) is None
        for player in range(self.players):
            asked = [each for each in rules.offers(state.play, player) if type(each) not in rules.meanwhile]
            assert bool(asked) == (player in state.waits_for), (self.seed, what, player)
        for player in state.waits_for:
            default = rules.default(state.play, player, DiceChance(random.Random(0)))
            assert any(offer.allows(default) for offer in rules.offers(state.play, player)), (self.seed, what, default)

    def folded(self, commands: list[tuple[Any, ...]]) -> TableState:
        """Fold the stored facts of these commands."""
        if self.known[0] != commands[: len(self.known[0])]:
            self.known = ([], self.base)
        known, state = self.known
        for events in commands[len(known) :]:
            for fact in events:
                state = self.engine.evolve(state, msgspec.json.decode(msgspec.json.encode(fact), type=type(fact)))
        self.known = (list(commands), state)
        return state

    # --- steps ------------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Let a player who is waited for act: a bot by the clock, a person by hand."""
        self.now += timedelta(seconds=self.dice.randint(1, 20))
        player = self.dice.choice(self.state.waits_for)
        if any(self.state.chairs[each].bot for each in self.state.waits_for):
            self.give(BotsPlay(turn=self.state.turn), THE_CLOCK)
        else:
            self.act(player)

    def act(self, player: int, *, meanwhile: bool = False) -> None:
        """Give a legal action of a player. `meanwhile`: one for which nobody waits."""
        rules = self.engine.rules
        offers = rules.offers(self.state.play, player)
        found = [each for each in offers if (type(each) in rules.meanwhile) is meanwhile]
        if found:
            action = self.bot(None, found, self.dice)
            self.give(Play(chair=player, turn=self.state.turn, action=action), self.person(self.state.chairs[player].person))

    # --- what comes between -----------------------------------------------------------------------------------------------

    def between(self) -> None:
        """Try something between two steps."""
        self.dice.choice(BETWEEN)(self)

    def leave(self) -> None:
        there = [number for number in self.state.present() if self.state.chairs[number].person]
        if there:
            number = self.dice.choice(there)
            self.give(StandUp(chair=number), self.person(self.state.chairs[number].person))

    def come_back(self) -> None:
        away = [chair for chair in self.state.chairs if chair.person and chair.bot]
        if away:
            chair = self.dice.choice(away)
            self.give(SitDown(person=chair.person, name=chair.name), self.person(chair.person))

    def late(self) -> None:
        if self.state.deadline is not None:
            self.now = max(self.now, self.state.deadline)
            self.give(TimeOut(turn=self.state.turn), THE_CLOCK)

    def meanwhile(self) -> None:
        number = self.dice.randint(0, self.players - 1)
        if self.state.chairs[number].person and not self.state.chairs[number].bot:
            self.act(number, meanwhile=True)

    def as_host(self) -> None:
        if self.tried.kind.id == "scythe":  # the only game with actions of the host
            for offer in self.engine.rules.offers(self.state.play, KEEPER):
                self.give(ActAsHost(action=offer.some(self.dice)), CONTROL)

    def new_time(self) -> None:
        agreed = agreed_time(self.state)
        others = [each for each in ((0, 0), (30, 0), (60, 120), (300, 0)) if AgreedTime(seconds=each[0], reserve=each[1]) != agreed]
        seconds, reserve = self.dice.choice(others)
        self.give(ChangeTime(seconds=seconds, reserve=reserve), CONTROL)

    def take_back(self) -> None:
        """Withdraw some of the last moves, as Control. Commands beside the game stay in force."""
        moves = [at for at, events in enumerate(self.commands) if any(self.engine.moves(fact) for fact in events)]
        if len(moves) < 8:
            return
        gone = set(moves[-self.dice.randint(1, 4) :])
        self.commands = [events for at, events in enumerate(self.commands) if at not in gone]
        self.state = self.folded(self.commands)
        self.look("taken back")
        ran = None if self.dice.random() < 0.5 else time_run(self.state, self.now)
        self.give(Resume(ran=ran, again=0 if ran is None else 1), CONTROL)


BETWEEN: Final[tuple[Callable[[Walk], None], ...]] = (
    Walk.leave,
    Walk.come_back,
    Walk.come_back,
    Walk.late,
    Walk.meanwhile,
    Walk.as_host,
    Walk.new_time,
    Walk.take_back,
)


@pytest.mark.parametrize("tried", TRIED, ids=lambda tried: tried.kind.id)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_comes_between_two_steps_everything_holds(tried, seed):
    walk = Walk(tried, seed)
    for _each in range(LONGEST):
        if walk.state.stage is not TableStage.PLAYING:
            break
        if walk.dice.random() < ODD:
            walk.between()
        else:
            walk.step()

    assert walk.done["middle"] == 1


def test_everything_comes_between_somewhere():
    """In Scythe, the longest game, including actions of the host."""
    done: Counter[str] = Counter()
    for seed in SEEDS:
        walk = Walk(next(tried for tried in TRIED if tried.kind.id == "scythe"), seed)
        for _each in range(LONGEST):
            if walk.state.stage is TableStage.PLAYING:
                (walk.between if walk.dice.random() < ODD else walk.step)()
        done += walk.done

    assert set(done) >= {"Play", "BotsPlay", "StandUp", "SitDown", "TimeOut", "ActAsHost", "ChangeTime", "Resume", "taken back"}


def test_a_game_that_loses_a_card_by_being_taken_back_is_noticed():
    """The walk finds a fold that loses a card."""
    walk = Walk(next(tried for tried in TRIED if tried.kind.id == "scythe"), 1)
    walk.state = msgspec.structs.replace(
        walk.state, play=msgspec.structs.replace(walk.state.play, encounters=walk.state.play.encounters[1:])
    )

    with pytest.raises(AssertionError):
        walk.look("lost")
