"""Players act in an example, with the offers, the fold and the invariants of the game looked at each time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from control.engine.context import Unforeseen
from control.engine.refused import Refused
from rooms.realm.examples.nodes import ExampleError, Node, mapping, one_of, text
from rooms.tables.game.example_table import Table, TableWords

KEPT: Final = Unforeseen()  # a chance that keeps every order
RULE: Final = re.compile(r"[A-Z]+(-[A-Z]+)*-\d+")


def acted(table: Table, player: int, action: Any, words: TableWords) -> Table:
    """The table after an action, or with its refusal; problems are what holds for every game and did not hold."""
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


def action_of(table: Table, player: int, value: Node, where: str, words: TableWords) -> Any:
    """An action as an example writes it: a word of the game, alone or with its value, or the name of an action's type.

    Raises:
        ExampleError: the word is not known, or its value cannot be read.
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
