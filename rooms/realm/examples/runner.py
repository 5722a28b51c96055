"""Runner of examples: reads them, sets the table, plays, compares; also for the tables of other games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Protocol

import msgspec
from msgspec import Struct, field
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError

from control.day.clock.phases import BeginDay, SetClock
from control.day.state import Presence
from control.engine.context import DecisionContext
from control.engine.modules import Command, Game
from control.engine.records import replace
from rooms.realm.examples.nodes import THE_EXAMPLE, ExampleError, Node, Written, items, mapping, no_yaml, one_of, text
from rooms.realm.examples.words import EARLY, LATE, ORGANIZER, SHARED_WORDS
from rooms.realm.examples.world import NOON, Words, World, in_room
from rooms.realm.game.setup import SetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase, Room
from rooms.realm.scenario.schema import Scenario, Settings

# === runner =============================================================================================================

# Playing examples: read, set the table, play, compare.


KEYS = dict.fromkeys(("name", "source", "rules", "given", "when", "then"))


class Example(Struct, frozen=True, kw_only=True):
    """An example as written."""

    name: str
    given: Mapping[str, Node]
    when: tuple[Node, ...]
    then: Mapping[str, Node]
    rules: tuple[str, ...] = ()
    source: str = ""
    written: Written = field(default_factory=Written)


class ExampleResult(Struct, frozen=True, kw_only=True):
    """A played example with its differences; none if it passed."""

    name: str
    problems: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.problems


def examples_in(text_of_file: str) -> tuple[Example, ...]:
    """Read the examples of one file, one per document.

    Raises:
        ExampleError: the file cannot be read; with the line if known.
    """
    try:
        documents = list(YAML(typ="safe", pure=True).load_all(text_of_file))
    except YAMLError as wrong:
        raise no_yaml(wrong) from wrong
    written = (Written(text_of_file, at) for at in range(len(documents)))
    return tuple(_located(document, at) for document, at in zip(documents, written, strict=True) if document is not None)


def _located(document: Node, written: Written) -> Example:
    try:
        return _example(document, written)
    except ExampleError as wrong:
        raise ExampleError(written.located(wrong)) from wrong


def _example(document: Node, written: Written) -> Example:
    said = mapping(document, THE_EXAMPLE)
    for key in said:
        one_of(key, KEYS, THE_EXAMPLE)
    name = text(said.get("name"), "name")
    then = mapping(said.get("then"), "then")
    if not then:
        raise ExampleError("then: say what comes out, or the example proves nothing")
    when = said.get("when")
    return Example(
        written=written,
        name=name,
        source=text(said.get("source", ""), "source"),
        rules=tuple(text(each, "rules") for each in items(said.get("rules"), "rules")),
        given=mapping(said.get("given"), "given"),
        when=(when,) if isinstance(when, Mapping) else items(when, "when"),
        then=then,
    )


def play(example: Example, *, game: Game[GameState], scenario: Scenario, words: Words) -> ExampleResult:
    """Play one example on a fresh table."""
    known = SHARED_WORDS.with_words(words)
    try:
        problems = tuple(_problems(example, game, scenario, known))
    except ExampleError as wrong:
        problems = (example.written.located(wrong),)
    return ExampleResult(name=example.name, problems=problems)


def _problems(example: Example, game: Game[GameState], scenario: Scenario, words: Words) -> Iterator[str]:
    world = _given(example, game, scenario, words)
    known = {without_numbers(sentence) for sentence in game.broken(world.state)}
    for at, each in enumerate(example.when):
        with in_step(at):
            for name, value in mapping(each, "when").items():
                world = words.when[one_of(name, words.when, "when")](world, value)
        if world.refused is not None:
            break
    if world.refused is not None and "refused" not in example.then:
        yield f"refused: {world.refused.sentence} ({world.refused.rule})"
        return
    for name, value in example.then.items():
        yield from words.then[one_of(name, words.then, "then")](world, value)
    yield from (f"broken: {each}" for each in game.broken(world.state) if without_numbers(each) not in known)


def without_numbers(sentence: str) -> str:
    """Strip the digits of a sentence: an example may begin with pieces missing, but must not lose more."""
    return "".join(sign for sign in sentence if not sign.isdigit())


@contextmanager
def in_step(number: int) -> Iterator[None]:
    """Mark errors inside as errors of this step of `when`, from 0."""
    try:
        yield
    except ExampleError as wrong:
        wrong.step = number
        raise


def _given(example: Example, game: Game[GameState], scenario: Scenario, words: Words) -> World:
    said = dict(example.given)
    chosen = _with_settings(scenario, mapping(said.pop("settings", None), "given.settings"))
    world = World(game=game, state=_morning(_Table(game=game, scenario=chosen)))
    late = [name for name in LATE if name in said]
    for name in (*(each for each in EARLY if each in said), *(each for each in said if each not in (*EARLY, *LATE))):
        world = words.given[one_of(name, words.given, "given")](world, said[name])
    for sealed in world.sheets:
        # Authors of war sheets are in the War Room, unless the example puts them elsewhere.
        if sealed.kind == Room.WAR.value and sealed.seat not in world.placed:
            world = in_room(world, sealed.seat, Room.WAR)
    for name in late:
        world = words.given[name](world, said[name])
    return replace(world, happened=(), sentences=())


def _with_settings(scenario: Scenario, changed: Mapping[str, Node]) -> Scenario:
    if not changed:
        return scenario
    known = dict.fromkeys(Settings.__struct_fields__)
    for key in changed:
        one_of(key, known, "given.settings")
    plain = msgspec.to_builtins(scenario.settings)
    try:
        return replace(scenario, settings=msgspec.convert({**plain, **changed}, type=Settings))
    except msgspec.ValidationError as wrong:
        raise ExampleError(f"given.settings: {wrong}") from wrong


class _Table(Struct, frozen=True, eq=False):
    """Cache key of a game and a scenario. Equal keys share one opening state."""

    game: Game[GameState]
    scenario: Scenario

    def __hash__(self) -> int:
        return hash((id(self.game), id(self.scenario)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Table) and other.game is self.game and other.scenario is self.scenario


@lru_cache(maxsize=32)
def _morning(table: _Table) -> GameState:
    """Return month 1 at the start of Action: the demo casting checked in, nobody in a room yet."""
    game, scenario = table.game, table.scenario
    state = _after(game, GameState(scenario=scenario), SetUp(casting=scenario.casting))
    seats = {seat.id: replace(seat, presence=Presence.PRESENT) for seat in state.seats.values()}
    state = _after(game, replace(state, seats=seats), BeginDay())
    return _after(game, state, SetClock(month=1, phase=Phase.ACTION, seconds=600))


def _after(game: Game[GameState], state: GameState, command: Command) -> GameState:
    return game.decided(state, command, DecisionContext(by=ORGANIZER, at=NOON)).state


# === games with their own table =========================================================================================

# Players for examples of games with their own table.


Play = Callable[[Example], ExampleResult]


class ExampleGame(Protocol):
    """A game with examples in a folder named by its id. Its app offers it as `GAME` of its module `examples`."""

    @property
    def id(self) -> str:
        """Name of the game and its folder."""
        ...

    def over(self, texts: Mapping[str, str]) -> Play:
        """Return a player for examples on the content in these texts, by file name.

        Raises:
            ValueError: the content is wrong; with every problem.
        """
        ...
