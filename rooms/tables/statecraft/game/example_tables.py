"""Starting tables of Statecraft examples, and the names of cards, politicians, supporters and places in examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import structs

from control.engine.records import replace
from rooms.realm.examples.nodes import ExampleError, Node, items, mapping, number, one_of, text
from rooms.tables.game.example_tables import (
    Cards,
    ExampleTable,
    GivenSide,
    mapping_of_known,
    number_within,
    reserved_cards,
    with_side,
    with_state,
    yes_or_no,
)
from rooms.tables.game.rule_parts import without_card
from rooms.tables.statecraft.game.content import (
    IDEOLOGIES,
    Book,
    Content,
    EventCard,
    Leader,
    LeaderEffect,
    Policy,
    Politician,
    Supporter,
)
from rooms.tables.statecraft.game.reading import policy_fields, supporter_fields
from rooms.tables.statecraft.game.state import (
    BUDGET,
    HIGHEST,
    PLACES,
    Attached,
    Cabinet,
    Phase,
    Side,
    StatecraftState,
    Trackers,
    as_trackers,
    moved_by,
)
from rooms.tables.statecraft.rules.ideology_trackers import limited
from rooms.tables.statecraft.rules.incumbent import leaders_of
from rooms.tables.statecraft.rules.leaders import DEEPER_DEBT
from rooms.tables.statecraft.rules.scenarios import TURNS
from rooms.tables.statecraft.rules.setup import MOST

OPTIONS: Final = ("A", "B")
LEADER: Final = "leader"
NOBODY: Final = "nobody"
NOTHING: Final = "nothing"
BUDGET_WORD: Final = "budget"
SENIOR: Final = "senior "
SEATS: Final[Mapping[str, int]] = {place.value.replace("-", " "): at for at, place in enumerate(PLACES)}  # "inner left"
AT_IDEOLOGY: Final[Mapping[str, int]] = {ideology.value: at for at, ideology in enumerate(IDEOLOGIES)}


def book_at(table: ExampleTable) -> Book:
    """The lookup tables of the example's content."""
    found: Book = table.rules.book  # type: ignore[attr-defined]
    return found


def _main_called(table: ExampleTable, card: str, word: str) -> bool:
    """Match a card by its id, an action card also by its card or effect, a policy also by its specialism."""
    book = book_at(table)
    if (policy := book.policies.get(card)) is not None:
        return word in (card, policy.specialism)
    action = book.actions.get(card)
    return word == card or (action is not None and word in (action.id, action.effect))


def _main_taken(state: StatecraftState, card: str) -> StatecraftState:
    return structs.replace(state, deck=without_card(state.deck, card), unused=without_card(state.unused, card))


def what_politician(politician: Politician) -> str:
    """A politician's specialisms as examples write them: "economy", "senior economy+society"."""
    return (SENIOR if politician.senior else "") + "+".join(sorted(politician.specialisms))


def _politician_called(table: ExampleTable, card: str, word: str) -> bool:
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
    taken=lambda state, card: structs.replace(state, politicians=without_card(state.politicians, card)),
    one="politician",
)
SUPPORTERS: Final = Cards(
    ids=lambda table: book_at(table).supporters,
    called=lambda _table, card, word: card == word,
    words=lambda _table, card: card,
    hint="an id",
    free=lambda state: state.box,
    taken=lambda state, card: structs.replace(state, box=without_card(state.box, card)),
    one="supporter",
)


def holder_of(table: ExampleTable, side: Side, value: Node, where: str) -> str | None:
    """The politician at a place, which is written as the place, an id or a kind. None is the leader.

    Raises:
        ExampleError: nobody sits there.
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
    """Read "tax-collection A" as a policy and the index of its option."""
    card, _space, option = text(value, where).rpartition(" ")
    if not card or option not in OPTIONS:
        raise ExampleError(f"{where}: write a policy and its option, such as 'tax-collection A', not '{value}'")
    return card, OPTIONS.index(option)


def movements(value: Node, where: str) -> tuple[dict[int, int], int | None]:
    """Read `{socialism: 1, budget: -2}` as steps by ideology index, and the budget's steps or None."""
    said = mapping_of_known(value, {**AT_IDEOLOGY, BUDGET_WORD: None}, where)
    found = {AT_IDEOLOGY[key]: number(each, f"{where}.{key}") for key, each in said.items() if key != BUDGET_WORD}
    return found, number(said[BUDGET_WORD], f"{where}.{BUDGET_WORD}") if BUDGET_WORD in said else None


def trackers_with(trackers: Trackers, changed: Mapping[int, int]) -> Trackers:
    return as_trackers([changed.get(at, value) for at, value in enumerate(trackers)])


def trackers_in_words(trackers: Iterable[int]) -> dict[str, Any]:
    return dict(zip(AT_IDEOLOGY, trackers, strict=True))


OPENS_WITH: Final = "opens with"
CARDS: Final = "cards"
DECKS: Final = ("scenario", "leaders", "supporters", "politicians")  # decks whose order an example sets
PLAIN: Final = tuple(
    [
        Leader(
            id=f"plain-{n}",
            name="Plain Leader",
            faction=f"Party {n}",
            flavour="Plain.",
            effect=LeaderEffect.HEAD_START,
            text="A start effect, which is over.",
        )
        for n in range(1, MOST + 1)
    ]
)


def content_of(content: Content, given: Mapping[str, Node]) -> Content:
    """The content with the example's own cards and, where the rules lay the table out, with its decks in the given order.

    Raises:
        ExampleError: a card cannot be read, or the example sets something that the rules lay out.
    """
    cards = mapping(given.get(CARDS), f"given.{CARDS}")
    for name, each in cards.items():
        kind, written, filled = _OWN[one_of(name, _OWN, f"given.{CARDS}")]
        made = [
            _made(id_, fields, f"given.{CARDS}.{name}.{id_}", kind, written, filled)
            for id_, fields in mapping(each, f"given.{CARDS}.{name}").items()
        ]
        content = structs.replace(content, **{name: (*getattr(content, name), *made)})
    if OPENS_WITH not in given:
        return structs.replace(content, leaders=(*content.leaders, *PLAIN))
    if odd := [key for key in given if key not in (CARDS, OPENS_WITH, "players", "first", "options", "state")]:
        raise ExampleError(f"given.{odd[0]}: the rules lay the table out, as '{OPENS_WITH}' says; leave this away or that")
    opening = mapping(given[OPENS_WITH], f"given.{OPENS_WITH}")
    for name, each in opening.items():
        place = f"given.{OPENS_WITH}.{one_of(name, dict.fromkeys(DECKS), f'given.{OPENS_WITH}')}"
        deck = "scenarios" if name == "scenario" else name
        content = structs.replace(content, **{deck: _on_top(getattr(content, deck), items(each, place), place)})
    return content


def _on_top(deck: Sequence[Any], names: Sequence[Node], where: str) -> tuple[Any, ...]:
    known = {card.id: card for card in deck}
    top = [known[one_of(text(name, where), known, where)] for name in names]
    return (*top, *[card for card in deck if card not in top])


def _made(id_: str, fields: Node, where: str, kind: Any, written: Callable[[Any], Any], filled: Mapping[str, Any]) -> Any:
    said = {"id": id_, **filled, **mapping(fields, where)}
    if isinstance(options := said.get("options"), list):
        said["options"] = [{**_PRINTED[kind], **mapping(option, f"{where}.options")} for option in options]
    try:
        return msgspec.convert(written(said), kind)
    except ValueError as wrong:
        raise ExampleError(f"{where}: {wrong}") from wrong


_OWN: Final[Mapping[str, tuple[type, Callable[[Any], Any], Mapping[str, Any]]]] = {  # type, reader, default fields
    "policies": (Policy, policy_fields, {"title": "Own Policy"}),
    "politicians": (Politician, lambda item: item, {"name": "Own Politician", "flavour": ""}),
    "supporters": (Supporter, supporter_fields, {"name": "Own Supporters", "flavour": "", "conditions": {}}),
    "events": (EventCard, lambda item: item, {"title": "Own Event", "text": ""}),
}
_PRINTED: Final[Mapping[type, Mapping[str, Any]]] = {
    Policy: {"label": "this", "cost": 0, "colour": "blue", "picture": ""},
    EventCard: {"label": "this"},
}


def begin(table: ExampleTable, given: Mapping[str, Node]) -> ExampleTable:
    """Round 1, first player's turn of Democratic Election in Advanced mode, with empty cabinets and hands and trackers at 0.

    Leaders' texts have no effect unless a leader is given, and no supporter floats. Decks are in the order of the files, without
    events.
    """
    book, before = book_at(table), table.state
    state = StatecraftState(
        phase=Phase.TURN,
        scenario=book.content.scenarios[0].id,
        advanced=True,
        texts=True,
        last=book.content.scenarios[0].turns,
        alternating=before.alternating,
        first=before.first,
        active=before.first,
        round=1,
        sides=tuple([Side(leader=leader.id) for _name, leader in zip(table.names, PLAIN, strict=False)]),
        deck=(*book.actions, *book.policies),
        politicians=tuple(book.politicians),
        box=tuple(book.supporters),
        unused=tuple(book.purple),
    )
    known = {*state.deck, *state.politicians, *state.box, *state.unused}
    return replace(table, state=state, called=reserved_cards(dict(given), known))


def given_leader(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the leader, by id or by effect."""
    known = {leader.effect.value: leader.id for leader in reversed(table.content.leaders)} | {
        leader.id: leader.id for leader in table.content.leaders
    }
    return with_side(table, player, leader=known[one_of(text(value, where), known, where)])


def given_cabinet(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Seat politicians: `{inner left: economy, outer left: senior economy+society}`."""
    seats: list[str | None] = [None] * len(SEATS)
    for seat, each in mapping(value, where).items():
        at = SEATS[one_of(seat, SEATS, where)]
        table, seats[at] = POLITICIANS.claim(table, each, f"{where}.{seat}")
    cabinet: Cabinet = (seats[0], seats[1], seats[2], seats[3])
    return with_side(table, player, cabinet=cabinet)


def given_supporters(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set the claimed supporters. A player who has more than all others becomes incumbent."""
    table, cards = SUPPORTERS.claim_all(table, value, where)
    table = with_side(table, player, supporters=cards)
    leaders = leaders_of(table.state)
    return with_state(table, incumbent=leaders[0] if len(leaders) == 1 else None)


def given_portfolios(*, announced: bool) -> GivenSide:
    """Play policies in this order: `{inner left: [tax-collection A]}`. The trackers move with them.

    The real movement can be given too: `{tax-collection A: {anarchism: 1, budget: 0}}`.
    """

    def given(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
        for place, cards in mapping(value, where).items():
            inner = f"{where}.{place}"
            holder = holder_of(table, table.state.sides[player], place, inner)
            for each in (cards,) if isinstance(cards, Mapping) else items(cards, inner):
                for name, moved in each.items() if isinstance(each, Mapping) else ((each, None),):
                    table = _attached(table, player, holder, name, moved, inner, announced)
        return table

    return given


def _attached(
    table: ExampleTable, player: int, holder: str | None, name: Node, moved: Node, where: str, announced: bool
) -> ExampleTable:
    word, option = card_and_option(name, where)
    table, card = MAIN.claim(table, word, where)
    if card not in book_at(table).policies:
        raise ExampleError(f"{where}: '{card}' is no policy")
    printed, side = book_at(table).policies[card].options[option], table.state.sides[player]
    sign = 1 if announced else -1
    by, budget = movements(moved, where)
    really = trackers_with(limited(side.trackers, printed.points, sign), by)
    cost = sign * printed.cost if budget is None else budget
    plays = table.state.plays + 1
    policy = Attached(card, option, holder, announced, really, cost, plays)
    table = with_side(
        table,
        player,
        policies=(*side.policies, policy),
        trackers=moved_by(side.trackers, limited(side.trackers, really, 1)),
        budget=max(DEEPER_DEBT, min(BUDGET, side.budget + cost)),
    )
    return with_state(table, plays=plays)


def given_trackers(table: ExampleTable, player: int, value: Node, where: str) -> ExampleTable:
    """Set ideology trackers: `{socialism: 6}`. The others keep the values that follow from the policies."""
    said = {
        AT_IDEOLOGY[key]: number_within(each, 0, HIGHEST, f"{where}.{key}")
        for key, each in mapping_of_known(value, AT_IDEOLOGY, where).items()
    }
    return with_side(table, player, trackers=trackers_with(table.state.sides[player].trackers, said))


def given_scenario(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Set the scenario by id, and the turn that ends the game for all."""
    known = book_at(table).scenarios
    scenario = known[one_of(text(value, where), known, where)]
    last = scenario.turns or TURNS[len(table.names)]
    return with_state(table, scenario=scenario.id, last=last)


def given_texts(table: ExampleTable, value: Node, where: str) -> ExampleTable:
    """Set whether leaders' texts are in force."""
    return with_state(table, texts=yes_or_no(value, where))
