"""Words of examples for output: sentences of the journal, events, refusals, views."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rooms.realm.examples.nodes import Node, difference, items, mapping, one_of, text
from rooms.realm.examples.world import Words, World, viewer_of

# === journal ============================================================================================================


def then_says(world: World, value: Node) -> Iterator[str]:
    """Check that the journal's sentences contain these texts."""
    said = "\n    ".join(world.sentences)
    for each in items(value, "then.says"):
        if text(each, "then.says") not in said:
            yield f"says: expected {each!r}, found\n    {said or 'nothing'}"


def then_unsaid(world: World, value: Node) -> Iterator[str]:
    """Check that the journal's sentences do not contain these texts."""
    for each in items(value, "then.unsaid"):
        yield from (f"unsaid: found {said!r}" for said in world.sentences if text(each, "then.unsaid") in said)


def then_happened(world: World, value: Node) -> Iterator[str]:
    """Check events by name, in order; others may come between them."""
    left = list(items(value, "then.happened"))
    for each in left:
        one_of(text(each, "then.happened"), world.game.event_types, "then.happened")
    for happened in world.happened:
        if left and type(happened).__name__ == left[0]:
            left.pop(0)
    if left:
        yield f"happened: expected {left[0]}, found {', '.join(type(each).__name__ for each in world.happened) or 'nothing'}"


def then_refused(world: World, value: Node) -> Iterator[str]:
    """Check that the last command was refused: a part of the sentence, or sentence, rule and code."""
    if world.refused is None:
        yield f"refused: expected {value!r}, but it was carried out"
        return
    expected = {"sentence": value} if isinstance(value, str) else mapping(value, "then.refused")
    actual = {"sentence": world.refused.sentence, "rule": world.refused.rule, "code": world.refused.code}
    for key, each in expected.items():
        one_of(key, actual, "then.refused")
        if text(each, f"then.refused.{key}") not in actual[key]:
            yield f"refused.{key}: expected {each!r}, found {actual[key]!r}"


def then_view(world: World, value: Node) -> Iterator[str]:
    """Check parts of somebody's view."""
    for who, expected in mapping(value, "then.view").items():
        yield from difference(expected, _seen(world, who), f"view of {who}")


def then_hidden(world: World, value: Node) -> Iterator[str]:
    """Check that these words are nowhere in somebody's view."""
    for who, secrets in mapping(value, "then.hidden").items():
        seen = msgspec.json.encode(_seen(world, who)).decode()
        for each in items(secrets, f"then.hidden.{who}"):
            if text(each, f"then.hidden.{who}") in seen:
                yield f"hidden from {who}: {each!r} stands in what is seen"


def _seen(world: World, who: str) -> Node:
    seen: Node = msgspec.to_builtins(world.game.view(world.state, viewer_of(world, who, "then")), str_keys=True)
    return seen


TELLING_WORDS = Words(
    then={
        "says": then_says,
        "unsaid": then_unsaid,
        "happened": then_happened,
        "refused": then_refused,
        "view": then_view,
        "hidden": then_hidden,
    }
)
