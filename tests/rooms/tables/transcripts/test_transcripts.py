"""Transcripts of whole games, one for each game and ending: actions, told facts, and changes on the screens.

A change of a rule is a readable difference in these files. `make transcripts` writes them again; review them as a diff. The first
line of a file is the seed. If it no longer brings that ending, writing again finds another seed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from control.engine.context import Actor, DecisionContext
from control.engine.dice import DiceChance
from control.engine.ids import SeatId
from rooms.realm.desks import Desk
from rooms.tables.game.chairs import SitDown
from rooms.tables.game.engine import TableEngine
from rooms.tables.game.opening import OpenTable
from rooms.tables.game.play import Begin, Play
from rooms.tables.game.playout import play_game
from rooms.tables.game.rules import AnyBot, Setup, seated
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.table_closure import Close
from tests.rooms.tables.games import TRIED, Tried

FOLDER = Path(__file__).parent
NOON = datetime(2026, 5, 9, 12, 0, tzinfo=UTC)
CONTROL = Actor(name="walt", desks=frozenset({Desk.WAR}))
NAMES = ("Anna", "Boris", "Clara", "Dmitri")
CUT_OFF = "cut-off"
WAYS = [(tried, way) for tried in TRIED for way in (*tried.ends, CUT_OFF)]
SAID_TWICE = ("own.printed",)  # fields with printed words of a card, which the game's files have


class Recorder:
    """Play a game at a table and write the effects of each command on the wall and on Anna's phone."""

    def __init__(self, tried: Tried, seed: int) -> None:
        self.dice = random.Random(seed)
        self.engine = TableEngine(game=tried.kind, rules=tried.kind.rules(tried.content))
        self.bots = [seated(bot, self.engine.rules) for bot in seats(tried)]
        self.options = tried.options
        self.state = TableState()
        self.wall: dict[str, str] = {}
        self.phone: dict[str, str] = {}
        self.lines = [f"seed {seed}"]

    def sit(self) -> None:
        """Fill the chairs and begin the game."""
        names = NAMES[: len(self.bots)]
        self.do(OpenTable(title="", host="anna", name=names[0], chairs=len(names), seconds=0, options=dict(self.options)), "anna")
        for name in names[1:]:
            self.do(SitDown(person=name.lower(), name=name), name.lower())
        self.do(Begin(), "anna")

    def play(self, most: int = 100_000) -> None:
        """Play at most so many actions."""
        rules = self.engine.rules
        for _each in range(most):
            if self.state.stage is not TableStage.PLAYING:
                return
            waiting, play = self.state.waits_for, self.state.play
            player = waiting[0] if len(waiting) == 1 else self.dice.choice(waiting)
            offers = rules.offers(play, player)
            action = self.bots[player](rules.view(play, player), offers, self.dice)
            self.do(Play(chair=player, turn=self.state.turn, action=action), self.state.chairs[player].person)

    def do(self, command: Any, by: str | Actor) -> None:
        """Give one command and write its effects."""
        actor = by if isinstance(by, Actor) else Actor(seat=SeatId(by))
        before, rules = self.state, self.engine.rules
        self.lines += ["", *self._headed(command)]
        decided = self.engine.decided(before, command, DecisionContext(by=actor, at=NOON, chance=DiceChance(self.dice)))
        for happened in decided.events:
            self.lines += self._told(happened)
            self.state = self.engine.evolve(self.state, happened)
        assert self.state == decided.state
        assert self.engine.broken(self.state) == ()
        if self.state.play is not None:
            wall, phone = flat(rules.view(self.state.play, None)), flat(rules.view(self.state.play, 0))
            shown = list(changed(self.wall, wall))
            self.lines += [f"   wall: {change}" for change in shown]
            self.lines += [f"   Anna's phone: {change}" for change in changed(self.phone, phone) if change not in shown]
            self.wall, self.phone = wall, phone

    def _headed(self, command: Any) -> Iterator[str]:
        if not isinstance(command, Play):
            yield f"== {self.engine.label(command, self.state)}"
            return
        yield f"== {self.state.turn}. {self.state.names[command.chair]}: {_called(command.action)}"
        for offer in self.engine.rules.offers(self.state.play, command.chair):
            yield f"   may: {_called(offer)}"

    def _told(self, happened: Any) -> Iterator[str]:
        *own, public = self.engine.sentences(happened, self.state, self.engine.evolve(self.state, happened))
        if public:
            yield f"   told: {public}"
        for player, name in enumerate(self.state.names if self.state.play is not None else ()):
            if own[player] != public:
                yield f"   told {name} alone: {own[player]}"


def seats(tried: Tried) -> list[AnyBot]:
    """Return the bots of a table: the most sensible one, three times or the game's minimum."""
    return [list(tried.kind.bots.values())[-1]] * max(3, tried.kind.least)


def flat(value: Any) -> dict[str, str]:
    """A view as paths and values."""
    return dict(_parts(msgspec.to_builtins(value, str_keys=True), ""))


def _parts(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if path in SAID_TWICE:
        return
    if isinstance(value, dict) and (not path or any(map(_is_deep, value.values()))):
        for key in value:
            yield from _parts(value[key], f"{path}.{key}" if path else str(key))
    elif _is_deep(value) and not isinstance(value, dict):
        for at, each in enumerate(value):
            yield from _parts(each, f"{path}[{at}]")
    else:
        yield path, _line(value)


def _is_deep(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list | tuple) and any(isinstance(each, dict) for each in value))


def _line(value: Any) -> str:
    """A value in one line, without empty parts."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_line(each)}" for key, each in value.items() if each) or "nothing"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_line, value))}]"
    return "-" if value is None else str(value)


def _called(value: Any) -> str:
    return f"{type(value).__name__}: {_line(msgspec.to_builtins(value, str_keys=True))}".removesuffix(": nothing")


def changed(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[str]:
    """Lines that differ, in the order of the view."""
    for path in (*after, *(path for path in before if path not in after)):
        if before.get(path) != after.get(path):
            yield f"{path}: {after[path]}" if path in after else f"{path} gone"


def transcript(tried: Tried, way: str, seed: int) -> str:
    """The transcript of the game with this seed, which must have this ending."""
    recorder = Recorder(tried, seed)
    recorder.sit()
    if way == CUT_OFF:
        recorder.play(most=_length(tried, seed) // 2)
        assert recorder.state.stage is TableStage.PLAYING
        recorder.do(Close(why="Lunch is over"), CONTROL)
        assert recorder.state.stage is TableStage.CLOSED
    else:
        recorder.play()
        assert recorder.state.stage is TableStage.OVER
        assert tried.ends[way](recorder.engine.rules, recorder.state.play), "write the transcripts again"
    return "\n".join([*recorder.lines, ""])


def seed_for(tried: Tried, way: str) -> int:
    """The first seed with this ending."""
    rules = tried.kind.rules(tried.content)
    for seed in count(1):
        bots = seats(tried)
        state = play_game(rules, Setup(players=len(bots), options=dict(tried.options)), bots, random.Random(seed)).state
        if way == CUT_OFF or tried.ends[way](rules, state):
            return seed
    raise AssertionError("unreachable")


def _length(tried: Tried, seed: int) -> int:
    bots = seats(tried)
    rules = tried.kind.rules(tried.content)
    return play_game(rules, Setup(players=len(bots), options=dict(tried.options)), bots, random.Random(seed)).actions


def file_of(tried: Tried, way: str) -> Path:
    return FOLDER / f"{tried.kind.id}-{way}.txt"


@pytest.mark.transcript
@pytest.mark.parametrize(("tried", "way"), WAYS, ids=lambda each: each if isinstance(each, str) else each.kind.id)
def test_a_game_that_ends_this_way(tried, way, regenerate):
    file = file_of(tried, way)
    if regenerate:
        file.write_text(transcript(tried, way, seed_for(tried, way)), encoding="utf-8")
    written = file.read_text(encoding="utf-8")

    seed = int(written.partition("\n")[0].removeprefix("seed "))

    assert transcript(tried, way, seed) == written


def test_there_is_a_transcript_for_each_way_a_game_can_end_and_no_other():
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(tried, way).name for tried, way in WAYS}
