"""Cards, politicians, supporters and places as examples of Statecraft name them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from rooms.realm.examples.nodes import ExampleError, Node, number, one_of, text
from rooms.tables.game.example_cards import Cards
from rooms.tables.game.example_table import Table
from rooms.tables.game.example_words import among
from rooms.tables.game.parts import without
from rooms.tables.statecraft.game.book import Book
from rooms.tables.statecraft.game.content import IDEOLOGIES, Politician
from rooms.tables.statecraft.game.state import PLACES, Side, StatecraftState
from rooms.tables.statecraft.game.trackers import Trackers, four

OPTIONS: Final = ("A", "B")
LEADER: Final = "leader"
NOBODY: Final = "nobody"
NOTHING: Final = "nothing"
BUDGET: Final = "budget"
SENIOR: Final = "senior "
SEATS: Final[Mapping[str, int]] = {place.value.replace("-", " "): at for at, place in enumerate(PLACES)}  # "inner left"
AT_IDEOLOGY: Final[Mapping[str, int]] = {ideology.value: at for at, ideology in enumerate(IDEOLOGIES)}


def book_at(table: Table) -> Book:
    """The content of the example, ready to be looked up in."""
    found: Book = table.rules.book  # type: ignore[attr-defined]
    return found


def _main_called(table: Table, card: str, word: str) -> bool:
    """By its id, an action card also by what stands on it or by its effect, a policy by its specialism."""
    book = book_at(table)
    if (policy := book.policies.get(card)) is not None:
        return word in (card, policy.specialism)
    action = book.actions.get(card)
    return word == card or (action is not None and word in (action.id, action.effect))


def _main_taken(state: StatecraftState, card: str) -> StatecraftState:
    return replace(state, deck=without(state.deck, card), unused=without(state.unused, card))


def what_politician(politician: Politician) -> str:
    """What a politician is, as examples write it."""
    return (SENIOR if politician.senior else "") + "+".join(sorted(politician.specialisms))


def _politician_called(table: Table, card: str, word: str) -> bool:
    senior, knows = (SENIOR, word.removeprefix(SENIOR)) if word.startswith(SENIOR) else ("", word)
    return word == card or senior + "+".join(sorted(knows.split("+"))) == what_politician(book_at(table).politicians[card])


MAIN: Final = Cards(
    ids=lambda table: dict.fromkeys((*book_at(table).policies, *book_at(table).actions, *book_at(table).purple)),
    called=_main_called,
    words=lambda _table, card: card,
    hint="an id, the effect of an action card, or the specialism of a policy",
    free=lambda state: state.unused + state.deck,
    taken=_main_taken,
)
POLITICIANS: Final = Cards(
    ids=lambda table: book_at(table).politicians,
    called=_politician_called,
    words=lambda _table, card: card,
    hint="an id, specialisms as in 'economy' and 'economy+society', or 'senior economy+society'",
    free=lambda state: state.politicians,
    taken=lambda state, card: replace(state, politicians=without(state.politicians, card)),
    one="politician",
)
SUPPORTERS: Final = Cards(
    ids=lambda table: book_at(table).supporters,
    called=lambda _table, card, word: card == word,
    words=lambda _table, card: card,
    hint="an id",
    free=lambda state: state.box,
    taken=lambda state, card: replace(state, box=without(state.box, card)),
    one="supporter",
)


def holder_of(table: Table, side: Side, value: Node, where: str) -> str | None:
    """Who sits at a place, written as the place or by id or kind; None is the leader.

    Raises:
        ExampleError: nobody does.
    """
    word = text(value, where)
    if word == LEADER:
        return None
    there = [who for who in side.cabinet if who is not None]
    if word not in SEATS:
        return POLITICIANS.choose(table, there, word, where)
    found = side.cabinet[SEATS[word]]
    if found is None:
        raise ExampleError(f"{where}: nobody sits there; write {LEADER} or a place that is taken")
    return found


def option_at(word: str, where: str) -> int:
    return OPTIONS.index(one_of(word, dict.fromkeys(OPTIONS), where))


def card_and_option(value: Node, where: str) -> tuple[str, int]:
    """ "tax-collection A" is a policy and one of its options."""
    card, _space, option = text(value, where).rpartition(" ")
    if not card or option not in OPTIONS:
        raise ExampleError(f"{where}: write a policy and its option, such as 'tax-collection A', not '{value}'")
    return card, OPTIONS.index(option)


def movements(value: Node, where: str) -> tuple[dict[int, int], int | None]:
    """`{socialism: 1, budget: -2}` by the places of ideologies, and the budget where it is named."""
    said = among(value, {**AT_IDEOLOGY, BUDGET: None}, where)
    found = {AT_IDEOLOGY[key]: number(each, f"{where}.{key}") for key, each in said.items() if key != BUDGET}
    return found, number(said[BUDGET], f"{where}.{BUDGET}") if BUDGET in said else None


def trackers_with(trackers: Trackers, changed: Mapping[int, int]) -> Trackers:
    return four([changed.get(at, value) for at, value in enumerate(trackers)])


def trackers_in_words(trackers: Iterable[int]) -> dict[str, Any]:
    return dict(zip(AT_IDEOLOGY, trackers, strict=True))
