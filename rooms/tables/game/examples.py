"""Runner for examples of side-table games: set up a table, let players act, compare the outcome with what is expected.

A game adds words of its own; see docs/examples.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from control.engine.context import Unforeseen
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.examples.nodes import ExampleError, Node, difference, items, mapping, merged, number, one_of, text
from rooms.realm.examples.runner import Example, ExampleResult, in_step, without_numbers
from rooms.tables.game.example_tables import ExampleTable, TableWords, Then, player_names_of, player_of, viewer_of
from rooms.tables.game.rules import GameKind, Setup, told

# === acts ===============================================================================================================

# Actions of players in an example. Each one also checks the game's offers and fold.


KEPT: Final = Unforeseen()  # chance that never changes an order
RULE: Final = re.compile(r"[A-Z]+(-[A-Z]+)*-\d+")


def play_action(table: ExampleTable, player: int, action: Any, words: TableWords) -> ExampleTable:
    """The table after an action or with its refusal. `problems` lists breaches of the contract of games."""
    state, rules = table.state, table.rules
    offered = any(offer.allows(action) for offer in rules.offers(state, player))
    try:
        played = rules.act(state, player, action, KEPT)
    except Refused as no:
        odd = (f"{action} is offered, and refused: {no.sentence}",) if offered else ()
        return replace(table, refused=no, problems=odd)
    happened = list(table.happened)
    for fact in played.facts:
        happened.append((state, fact))
        state = rules.facts.evolve(state, fact)
    odd = () if offered else (f"{action} is not offered, and was carried out",)
    if state != played.state:
        odd = (*odd, f"{action} leads elsewhere than its facts")
    return words.after(replace(table, state=state, happened=tuple(happened), problems=odd))


def action_of(table: ExampleTable, player: int, value: Node, where: str, words: TableWords) -> Any:
    """Read an action: a word of the game, plain or with a value, or the name of an action's type.

    Raises:
        ExampleError: the word is unknown, or its value cannot be read.
    """
    said = mapping(value, where) if isinstance(value, Mapping) else {text(value, where): None}
    if len(said) != 1:
        raise ExampleError(f"{where}: write one action here, such as '{next(iter(words.acts), table.kind.actions[0].__name__)}'")
    ((name, details),) = said.items()
    types = {kind.__name__: kind for kind in table.kind.actions}
    one_of(name, {**words.acts, **types}, where)
    if name in words.acts:
        return words.acts[name](table, player, details, f"{where}.{name}")
    try:
        return msgspec.convert(mapping(details, f"{where}.{name}"), type=types[name])
    except msgspec.ValidationError as wrong:
        raise ExampleError(f"{where}.{name}: {wrong}") from wrong


# === expectations =======================================================================================================

# Expectations for any game: winners, scores, facts, sentences, views, and what stays hidden.


def expected_of(table: ExampleTable, then: Mapping[str, Node], words: TableWords, where: str) -> Iterator[str]:
    for name, value in then.items():
        inner = f"{where}.{name}"
        if name in table.names:
            player = table.names.index(name)
            for word, each in mapping(value, inner).items():
                one_of(word, words.then_side, inner)
                yield from words.then_side[word](table, player, each, f"{inner}.{word}")
        elif name in ("may", "may not"):
            yield from may_words(table, value, inner, words, legal=name == "may")
        else:
            yield from {**THEN, **words.then}[one_of(name, _then_words(words), where)](table, value, inner)


def _then_words(words: TableWords) -> Mapping[str, None]:
    return dict.fromkeys((*THEN, *words.then, "may", "may not"))


def unexpected(refused: Refused) -> str:
    return f"refused: {refused.sentence} ({refused.rule})"


def refusal_in(refused: Refused | None, value: Node, where: str) -> Iterator[str]:
    """Expect a refusal, by a rule, a part of its sentence, or `{rule: ..., sentence: ..., code: ...}`."""
    if refused is None:
        yield f"refused: expected {value!r}, but it was carried out"
        return
    said = {"rule" if RULE.fullmatch(value) else "sentence": value} if isinstance(value, str) else mapping(value, where)
    found = {"rule": refused.rule, "sentence": refused.sentence, "code": refused.code}
    for key, each in said.items():
        one_of(key, found, where)
        word = text(each, f"{where}.{key}")
        if word not in found[key] if key == "sentence" else word != found[key]:
            yield f"refused.{key}: expected {word!r}, found {found[key]!r} ({refused.sentence})"


def may_words(table: ExampleTable, value: Node, where: str, words: TableWords, *, legal: bool) -> Iterator[str]:
    """Expect that actions are legal, or are not. They are tried and not kept."""
    for name, acts in mapping(value, where).items():
        player = player_of(table, name, where)
        for each in (acts,) if isinstance(acts, Mapping) else items(acts, f"{where}.{name}"):
            said = dict(each) if isinstance(each, Mapping) else each
            rule = said.pop("refused", None) if isinstance(said, dict) else None
            tried = play_action(table, player, action_of(table, player, said, f"{where}.{name}", words), words)
            yield from tried.problems
            if legal and tried.refused is not None:
                yield f"{name} may {each}: expected, but it is refused: {tried.refused.sentence} ({tried.refused.rule})"
            elif not legal and tried.refused is None:
                yield f"{name} may not {each}: expected, but it is carried out"
            elif rule is not None:
                yield from refusal_in(tried.refused, rule, f"{where}.{name}.refused")


def then_refused(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect that the last action was refused, and by which rule."""
    return refusal_in(table.refused, value, where)


def then_waits_for(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect exactly these players in `waits_for`."""
    expected = [player_of(table, each, where) for each in items(value, where)]
    found = table.rules.waits_for(table.state)
    if sorted(expected) != sorted(found):
        yield f"waits for: expected {player_names_of(table, expected)}, found {player_names_of(table, found)}"


def then_scores(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect scores. During the game: the scores if it ended now."""
    result = table.rules.result(table.state)
    scores = table.rules.standing(table.state) if result is None else result.scores
    for name, expected in mapping(value, where).items():
        yield from difference(number(expected, f"{where}.{name}"), scores[player_of(table, name, where)], f"score of {name}")


def then_winners(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect exactly these winners; none during the game."""
    expected = [player_of(table, each, where) for each in items(value, where)]
    result = table.rules.result(table.state)
    found = () if result is None else result.winners
    if sorted(expected) != sorted(found):
        yield f"winners: expected {player_names_of(table, expected) or 'none'}, found {player_names_of(table, found) or 'none'}"


def then_happened(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect facts by the names of their types, in this order. Others may lie between."""
    left = [text(each, where) for each in items(value, where)]
    known = {kind.__name__: kind for kind in table.rules.facts.events}
    for each in left:
        one_of(each, known, where)
    for _, fact in table.happened:
        if left and type(fact).__name__ == left[0]:
            left.pop(0)
    if left:
        yield f"happened: expected {left[0]}, found {', '.join(type(fact).__name__ for _, fact in table.happened) or 'nothing'}"


def then_says(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect parts of sentences in the public log."""
    yield from _told_problems(table, None, value, where)


def then_unsaid(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect that parts of sentences are missing from the public log."""
    yield from _untold_problems(table, None, value, where)


def then_told(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect parts of sentences in a player's log."""
    for name, parts in mapping(value, where).items():
        yield from _told_problems(table, viewer_of(table, name, where), parts, f"{where}.{name}")


def then_untold(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect that parts of sentences are missing from a player's log."""
    for name, parts in mapping(value, where).items():
        yield from _untold_problems(table, viewer_of(table, name, where), parts, f"{where}.{name}")


def _log(table: ExampleTable, player: int | None) -> list[str]:
    heard = (told(table.rules, fact, state, player, table.names) for state, fact in table.happened)
    return [sentence for sentence in heard if sentence]


def _told_problems(table: ExampleTable, player: int | None, value: Node, where: str) -> Iterator[str]:
    said = "\n    ".join(_log(table, player))
    for each in items(value, where):
        if text(each, where) not in said:
            yield f"{where.rpartition('then.')[2]}: expected {each!r}, found\n    {said or 'nothing'}"


def _untold_problems(table: ExampleTable, player: int | None, value: Node, where: str) -> Iterator[str]:
    for each in items(value, where):
        yield from (f"{where.rpartition('then.')[2]}: found {said!r}" for said in _log(table, player) if text(each, where) in said)


def then_view(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect any part of a viewer's view."""
    for name, expected in mapping(value, where).items():
        seen = msgspec.to_builtins(table.rules.view(table.state, viewer_of(table, name, where)), str_keys=True)
        yield from difference(expected, seen, f"view of {name}")


def then_hidden(table: ExampleTable, value: Node, where: str) -> Iterator[str]:
    """Expect that words are nowhere in a viewer's view, offers and log."""
    for name, secrets in mapping(value, where).items():
        viewer = viewer_of(table, name, where)
        seen = msgspec.json.encode(table.rules.view(table.state, viewer)).decode()
        offers = () if viewer is None else table.rules.offers(table.state, viewer)
        for each in items(secrets, f"{where}.{name}"):
            word = text(each, f"{where}.{name}")
            if word in seen or word in repr(offers) or any(word in told for told in _log(table, viewer)):
                yield f"hidden from {name}: {word!r} stands in what is seen"


def then_state(table: ExampleTable, value: Node, where: str) -> Iterable[str]:
    """Expect any part of the stored state."""
    return difference(value, msgspec.to_builtins(table.state, str_keys=True), "state")


THEN: Final[Mapping[str, Then]] = {
    "refused": then_refused,
    "waits for": then_waits_for,
    "scores": then_scores,
    "winners": then_winners,
    "happened": then_happened,
    "says": then_says,
    "unsaid": then_unsaid,
    "told": then_told,
    "untold": then_untold,
    "view": then_view,
    "hidden": then_hidden,
    "state": then_state,
}


# === examples ===========================================================================================================

# The runner. What is here works for every game: who plays, any part of a state or a view, actions by the names of their
# types, refusals, scores. A game adds words of its own and is the `GAME` of its module `examples`; see docs/examples.md.
# A deck is never shuffled, so an example knows its cards. Every action also checks the game's offers, fold and invariants.


LETTERS: Final = tuple("ABCDEFGH")


class GameExamples(Struct, frozen=True, kw_only=True):
    """A game whose examples can be played. It implements `rooms.realm.examples.runner.ExampleGame`."""

    kind: GameKind
    words: TableWords = field(default_factory=TableWords)

    @property
    def id(self) -> str:
        """The ID of the game, which is also its folder name."""
        return self.kind.id

    def over(self, texts: Mapping[str, str]) -> Callable[[Example], ExampleResult]:
        """Return a function that plays an example over this content.

        Raises:
            ValueError: the content is wrong, with every problem.
        """
        return partial(play, kind=self.kind, content=self.kind.read(texts), words=self.words)


def play(example: Example, *, kind: GameKind, content: Any, words: TableWords) -> ExampleResult:
    """Play one example on a fresh table."""
    try:
        problems = tuple(_problems(example, kind, content, words))
    except ExampleError as wrong:
        problems = (example.written.located(wrong),)
    return ExampleResult(name=example.name, problems=problems)


def _problems(example: Example, kind: GameKind, content: Any, words: TableWords) -> Iterator[str]:
    table = _table_given(example, kind, content, words)
    missing = {
        without_numbers(sentence) for sentence in table.rules.broken(table.state)
    }  # an example may begin with pieces missing
    for at, step in enumerate(example.when):
        if table.refused is not None:
            break
        with in_step(at):
            table, problems = _play_step(table, step, words)
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


def _table_given(example: Example, kind: GameKind, content: Any, words: TableWords) -> ExampleTable:
    content = words.content(content, example.given)
    said = {key: value for key, value in example.given.items() if key not in words.contents}
    names = _names(said.pop("players", None), kind)
    table = ExampleTable(kind=kind, content=content, rules=kind.rules(content), names=names)
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
        table = _lay_table(words.begin(table, said), said, words)
    return words.after(table if patch is None else _patch_state(table, patch))


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


def _lay_table(table: ExampleTable, said: Mapping[str, Node], words: TableWords) -> ExampleTable:
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


def _patch_state(table: ExampleTable, patch: Node) -> ExampleTable:
    plain = msgspec.to_builtins(table.state, str_keys=True)
    try:
        state: Any = msgspec.convert(merged(plain, patch), type=table.kind.state, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise ExampleError(f"given.state: this is no state: {wrong}") from wrong
    return replace(table, state=state)


def _play_step(table: ExampleTable, step: Node, words: TableWords) -> tuple[ExampleTable, list[str]]:
    """Play one step: actions in order, time-outs, an expected refusal, then the expectations."""
    said = mapping(step, "when")
    for name, value in said.items():
        if name in ("refused", "then"):
            continue
        if table.refused is not None:
            raise ExampleError(f"when.{name}: nothing is done after a refusal; write a step of its own")
        if name == "too late":
            for each in items(value, "when.too late"):
                player = player_of(table, each, "when.too late")
                table = play_action(table, player, table.rules.default(table.state, player, KEPT), words)
        else:
            player = player_of(table, name, "when")
            table = play_action(table, player, action_of(table, player, value, f"when.{name}", words), words)
    problems = list(table.problems)
    if "refused" in said:
        problems += refusal_in(table.refused, said["refused"], "when.refused")
        table = replace(table, refused=None)
    elif "then" in said and table.refused is not None:
        problems.append(unexpected(table.refused))
    if "then" in said and not problems:
        problems += expected_of(table, mapping(said["then"], "when.then"), words, "when.then")
    return table, problems
