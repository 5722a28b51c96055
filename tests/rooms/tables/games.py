"""Every game the conformance suite, its transcripts and the playouts try: a new game is one more line in TRIED.

A game says where its secrets lie and in which ways it can end; everything else is asked of any game alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from rooms.tables.game.rules import AnyRules, GameKind
from rooms.tables.potemkin.game.kind import POTEMKIN
from rooms.tables.potemkin.rules.scoring import scores_of
from tests.amounts import amount
from tests.rooms.tables.potemkin.play import WRITTEN
from tests.rooms.tables.toy import NUMBERS, TOY

EVERYBODY = None
Secret = tuple[Any, frozenset[int] | None]  # a thing at the table, and the players who may know where it is now
NOBODY: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A game with what its tests must know of it.

    `secrets` lists every thing that is hidden from somebody, and those that are open to all; `planted` is the content with things
    renamed, `canary` the new name of a thing; `ends` says by a final state whether the game ended in a certain way.
    """

    kind: GameKind
    content: Any
    rule: str  # what its rules are called, as a pattern
    games: int  # how many random games must come to their end
    secrets: Callable[[Any], Iterator[Secret]]
    planted: Callable[[Any, Mapping[Any, Any]], Any]
    canary: Callable[[int], Any]
    ends: Mapping[str, Callable[[AnyRules, Any], bool]]


# --- the toy --------------------------------------------------------------------------------------------------------------


def _toy_secrets(state: Any) -> Iterator[Secret]:
    for player, number in enumerate(state.hands):
        yield number, EVERYBODY if number in state.shown else frozenset({player})
    for number in state.deck:
        yield number, EVERYBODY if number in state.shown else NOBODY


# --- Potemkin Empire ------------------------------------------------------------------------------------------------------


def _potemkin_secrets(state: Any) -> Iterator[Secret]:
    """By the rulebook's table of hidden information."""
    for card in (*state.deck, *state.discard):
        yield card, NOBODY
    for player, side in enumerate(state.sides):
        for card in (*side.hand, *side.pack, *([side.pick] if side.pick else [])):
            yield card, frozenset({player})
        for building in side.village:
            yield building.card, EVERYBODY if building.shown else frozenset({player, *building.inspected_by})
        for card in side.captured:
            yield card, NOBODY  # everybody saw it fall, and the pile shows only the number
    if state.playing is not None:
        yield state.playing, EVERYBODY


def _potemkin_planted(content: Any, names: Mapping[str, str]) -> Any:
    cards = [
        replace(card, id=names[card.id], title=f"Title of {names[card.id]}", flavour=names[card.id]) if card.id in names else card
        for card in content.cards
    ]
    return replace(content, cards=tuple(cards))


def _potemkin_ranks(rules: Any, state: Any) -> list[tuple[int, int, int]]:
    """What decides, from the best player down."""
    return sorted(((each.total, each.fakes, each.captured) for each in scores_of(state, rules.book)), reverse=True)


def _same_first(rules: Any, state: Any) -> int:
    """How many of the three things that decide are the same for the best two."""
    first, second, *_others = _potemkin_ranks(rules, state)
    return next((at for at in range(3) if first[at] != second[at]), 3)


TRIED: tuple[Tried, ...] = (
    Tried(
        kind=TOY,
        content=NUMBERS,
        rule=r"TOY-\d",
        games=amount(300, 5000),
        secrets=_toy_secrets,
        planted=lambda content, names: replace(content, numbers=tuple([names.get(each, each) for each in content.numbers])),
        canary=lambda number: 990_000 + number,
        ends={"winner-alone": lambda rules, state: True},
    ),
    Tried(
        kind=POTEMKIN,
        content=WRITTEN,
        rule=r"PE-[A-Z]{3}-\d\d",
        games=amount(300, 5000),
        secrets=_potemkin_secrets,
        planted=_potemkin_planted,
        canary=lambda number: f"990{number:03}",
        ends={
            "winner-alone": lambda rules, state: _same_first(rules, state) == 0,
            "tie-broken-by-fakes": lambda rules, state: _same_first(rules, state) == 1,
            "tie-broken-by-captured-cards": lambda rules, state: _same_first(rules, state) == 2,
            "shared-victory": lambda rules, state: _same_first(rules, state) == 3,
        },
    ),
)
