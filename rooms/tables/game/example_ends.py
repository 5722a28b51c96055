"""What an example expects of any game: who wins and with what, what happened, what is said and seen, and what is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from control.engine.refused import Refused
from rooms.realm.examples.nodes import Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.example_acts import RULE, acted, action_of
from rooms.tables.game.example_table import Table, TableWords, Then, listed_in, player_of, viewer_of
from rooms.tables.game.rules import told


def expected_of(table: Table, then: Mapping[str, Node], words: TableWords, where: str) -> Iterator[str]:
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
    """A rule, a part of the sentence, or `{rule: ..., sentence: ..., code: ...}`."""
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


def may_words(table: Table, value: Node, where: str, words: TableWords, *, legal: bool) -> Iterator[str]:
    """What players may do now, or may not; it is not done."""
    for name, acts in mapping(value, where).items():
        player = player_of(table, name, where)
        for each in (acts,) if isinstance(acts, Mapping) else items(acts, f"{where}.{name}"):
            said = dict(each) if isinstance(each, Mapping) else each
            rule = said.pop("refused", None) if isinstance(said, dict) else None
            tried = acted(table, player, action_of(table, player, said, f"{where}.{name}", words), words)
            yield from tried.problems
            if legal and tried.refused is not None:
                yield f"{name} may {each}: expected, but it is refused: {tried.refused.sentence} ({tried.refused.rule})"
            elif not legal and tried.refused is None:
                yield f"{name} may not {each}: expected, but it is carried out"
            elif rule is not None:
                yield from refusal_in(tried.refused, rule, f"{where}.{name}.refused")


def then_refused(table: Table, value: Node, where: str) -> Iterator[str]:
    """That the last action was refused, and by which rule."""
    return refusal_in(table.refused, value, where)


def then_waits_for(table: Table, value: Node, where: str) -> Iterator[str]:
    """Exactly the players without whom nothing goes on."""
    expected = [player_of(table, each, where) for each in items(value, where)]
    found = table.rules.waits_for(table.state)
    if sorted(expected) != sorted(found):
        yield f"waits for: expected {listed_in(table, expected)}, found {listed_in(table, found)}"


def then_scores(table: Table, value: Node, where: str) -> Iterator[str]:
    """What players have scored; while the game is played, what they would score if it ended now."""
    result = table.rules.result(table.state)
    scores = table.rules.standing(table.state) if result is None else result.scores
    for name, expected in mapping(value, where).items():
        yield from difference(number(expected, f"{where}.{name}"), scores[player_of(table, name, where)], f"score of {name}")


def then_winners(table: Table, value: Node, where: str) -> Iterator[str]:
    """Exactly who has won; "none" while the game is played."""
    expected = [player_of(table, each, where) for each in items(value, where)]
    result = table.rules.result(table.state)
    found = () if result is None else result.winners
    if sorted(expected) != sorted(found):
        yield f"winners: expected {listed_in(table, expected) or 'none'}, found {listed_in(table, found) or 'none'}"


def then_happened(table: Table, value: Node, where: str) -> Iterator[str]:
    """Facts by the names of their types, in this order; others may lie between."""
    left = [text(each, where) for each in items(value, where)]
    known = {kind.__name__: kind for kind in table.rules.facts.events}
    for each in left:
        one_of(each, known, where)
    for _, fact in table.happened:
        if left and type(fact).__name__ == left[0]:
            left.pop(0)
    if left:
        yield f"happened: expected {left[0]}, found {', '.join(type(fact).__name__ for _, fact in table.happened) or 'nothing'}"


def then_says(table: Table, value: Node, where: str) -> Iterator[str]:
    """Parts of sentences that everybody may read."""
    yield from _told(table, None, value, where)


def then_unsaid(table: Table, value: Node, where: str) -> Iterator[str]:
    """Parts of sentences that do not stand in what everybody may read."""
    yield from _untold(table, None, value, where)


def then_told(table: Table, value: Node, where: str) -> Iterator[str]:
    """Parts of sentences in the log of a player."""
    for name, parts in mapping(value, where).items():
        yield from _told(table, viewer_of(table, name, where), parts, f"{where}.{name}")


def then_untold(table: Table, value: Node, where: str) -> Iterator[str]:
    """Parts of sentences that do not stand in the log of a player."""
    for name, parts in mapping(value, where).items():
        yield from _untold(table, viewer_of(table, name, where), parts, f"{where}.{name}")


def _log(table: Table, player: int | None) -> list[str]:
    heard = (told(table.rules, fact, state, player, table.names) for state, fact in table.happened)
    return [sentence for sentence in heard if sentence]


def _told(table: Table, player: int | None, value: Node, where: str) -> Iterator[str]:
    said = "\n    ".join(_log(table, player))
    for each in items(value, where):
        if text(each, where) not in said:
            yield f"{where.rpartition('then.')[2]}: expected {each!r}, found\n    {said or 'nothing'}"


def _untold(table: Table, player: int | None, value: Node, where: str) -> Iterator[str]:
    for each in items(value, where):
        yield from (f"{where.rpartition('then.')[2]}: found {said!r}" for said in _log(table, player) if text(each, where) in said)


def then_view(table: Table, value: Node, where: str) -> Iterator[str]:
    """Any part of what somebody sees."""
    for name, expected in mapping(value, where).items():
        seen = msgspec.to_builtins(table.rules.view(table.state, viewer_of(table, name, where)), str_keys=True)
        yield from difference(expected, seen, f"view of {name}")


def then_hidden(table: Table, value: Node, where: str) -> Iterator[str]:
    """Words that stand nowhere in what somebody sees, may do or was told."""
    for name, secrets in mapping(value, where).items():
        viewer = viewer_of(table, name, where)
        seen = msgspec.json.encode(table.rules.view(table.state, viewer)).decode()
        offers = () if viewer is None else table.rules.offers(table.state, viewer)
        for each in items(secrets, f"{where}.{name}"):
            word = text(each, f"{where}.{name}")
            if word in seen or word in repr(offers) or any(word in told for told in _log(table, viewer)):
                yield f"hidden from {name}: {word!r} stands in what is seen"


def then_state(table: Table, value: Node, where: str) -> Iterable[str]:
    """Any part of the stored state."""
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
