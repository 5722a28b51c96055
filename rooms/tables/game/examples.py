"""Examples of the games at side tables: a table is laid, players act, and what came out is held against what was expected.

What is here holds for every game: who plays, any part of a state or a view, actions by the names of their types, refusals, scores.
A game adds words of its own and offers itself as the `GAME` of its module `examples`; see docs/examples.md. A deck is never
shuffled, so an example knows its cards. At every action the offers, the fold and the invariants of the game are checked as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

import msgspec

from control.engine.refused import Refused
from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, merged, number, one_of, text
from rooms.realm.examples.runner import Example, Played, in_step, without_numbers
from rooms.tables.game.example_acts import KEPT, acted, action_of
from rooms.tables.game.example_ends import expected_of, refusal_in, unexpected
from rooms.tables.game.example_table import Table, TableWords, player_of
from rooms.tables.game.rules import GameKind, Setup

LETTERS: Final = tuple("ABCDEFGH")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameExamples:
    """A game whose examples can be played; it is a `rooms.realm.examples.games.ExampleGame`."""

    kind: GameKind
    words: TableWords = field(default_factory=TableWords)

    @property
    def id(self) -> str:
        """What the game and its folder are called."""
        return self.kind.id

    def over(self, texts: Mapping[str, str]) -> Callable[[Example], Played]:
        """What plays an example over this content.

        Raises:
            ValueError: the content is wrong, with every problem.
        """
        return partial(play, kind=self.kind, content=self.kind.read(texts), words=self.words)


def play(example: Example, *, kind: GameKind, content: Any, words: TableWords) -> Played:
    """Play one example on a fresh table."""
    try:
        problems = tuple(_problems(example, kind, content, words))
    except ExampleError as wrong:
        problems = (example.written.located(wrong),)
    return Played(name=example.name, problems=problems)


def _problems(example: Example, kind: GameKind, content: Any, words: TableWords) -> Iterator[str]:
    table = _given(example, kind, content, words)
    missing = {
        without_numbers(sentence) for sentence in table.rules.broken(table.state)
    }  # an example may begin with pieces missing
    for at, step in enumerate(example.when):
        if table.refused is not None:
            break
        with in_step(at):
            table, problems = _stepped(table, step, words)
        problems += [f"broken: {each}" for each in table.rules.broken(table.state) if without_numbers(each) not in missing]
        if problems:
            yield from (f"step {at + 1}: {each}" for each in problems)
            return
    if table.refused is not None and "refused" not in example.then:
        yield unexpected(table.refused)
        return
    if table.refused is not None and table.state == table.rules.blank() and len(example.then) > 1:
        raise ExampleError("then: there is no table; say only that it was refused")
    yield from expected_of(table, example.then, words, "then")


def _given(example: Example, kind: GameKind, content: Any, words: TableWords) -> Table:
    content = words.content(content, example.given)
    said = {key: value for key, value in example.given.items() if key not in words.contents}
    names = _names(said.pop("players", None), kind)
    table = Table(kind=kind, content=content, rules=kind.rules(content), names=names)
    first = said.pop("first", None)
    options = {key: text(each, f"given.options.{key}") for key, each in mapping(said.pop("options", None), "given.options").items()}
    setup = Setup(players=len(names), first=None if first is None else player_of(table, first, "given.first"), options=options)
    table = replace(table, state=table.rules.blank())
    try:
        table = replace(table, state=table.rules.setup(setup, KEPT).state)
    except Refused as no:
        return replace(table, refused=no)
    patch = said.pop("state", None)
    known = dict.fromkeys((*names, *words.given, *words.contents, "players", "first", "options", "state"))
    for key in said:
        one_of(key, known, "given")
    if said:
        table = _laid(words.begin(table, said), said, words)
    return words.after(table if patch is None else _patched(table, patch))


def _names(value: Node, kind: GameKind) -> tuple[str, ...]:
    if value is None or isinstance(value, int):
        players = kind.least if value is None else number(value, "given.players")
        if not 0 <= players <= len(LETTERS):
            raise ExampleError(f"given.players: a table has up to {len(LETTERS)} players, not {players}")
        return LETTERS[:players]
    names = tuple(text(each, "given.players") for each in items(value, "given.players"))
    if len(set(names)) < len(names):
        raise ExampleError("given.players: every player has a name of their own")
    return names


def _laid(table: Table, said: Mapping[str, Node], words: TableWords) -> Table:
    sides = {name: mapping(said[name], f"given.{name}") for name in table.names if name in said}
    for name, side in sides.items():
        for word in side:
            one_of(word, words.given_side, f"given.{name}")
    for word, lay_side in words.given_side.items():
        for player, name in enumerate(table.names):
            if word in sides.get(name, {}):
                table = lay_side(table, player, sides[name][word], f"given.{name}.{word}")
    for word, lay in words.given.items():
        if word in said:
            table = lay(table, said[word], f"given.{word}")
    return table


def _patched(table: Table, patch: Node) -> Table:
    plain = msgspec.to_builtins(table.state, str_keys=True)
    try:
        state: Any = msgspec.convert(merged(plain, patch), type=table.kind.state, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise ExampleError(f"given.state: this is no state: {wrong}") from wrong
    return replace(table, state=state)


def _stepped(table: Table, step: Node, words: TableWords) -> tuple[Table, list[str]]:
    """A step: what players do in it, in order; for whom time runs out; a refusal that must come; what is so afterwards."""
    said = mapping(step, "when")
    for name, value in said.items():
        if name in ("refused", "then"):
            continue
        if table.refused is not None:
            raise ExampleError(f"when.{name}: nothing is done after a refusal; write a step of its own")
        if name == "too late":
            for each in items(value, "when.too late"):
                player = player_of(table, each, "when.too late")
                table = acted(table, player, table.rules.default(table.state, player, KEPT), words)
        else:
            player = player_of(table, name, "when")
            table = acted(table, player, action_of(table, player, value, f"when.{name}", words), words)
    problems = list(table.problems)
    if "refused" in said:
        problems += refusal_in(table.refused, said["refused"], "when.refused")
        table = replace(table, refused=None)
    elif "then" in said and table.refused is not None:
        problems.append(unexpected(table.refused))
    if "then" in said and not problems:
        problems += expected_of(table, mapping(said["then"], "when.then"), words, "when.then")
    return table, problems
