"""What lies on the table when an example of Statecraft is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rooms.realm.examples.nodes import Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.example_table import Table, ThenSide
from rooms.tables.game.example_words import among
from rooms.tables.statecraft.game.example_words import (
    AT_IDEOLOGY,
    BUDGET,
    LEADER,
    MAIN,
    NOBODY,
    OPTIONS,
    POLITICIANS,
    SEATS,
    card_and_option,
    holder_of,
    trackers_in_words,
)


def then_trackers(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """The ideology trackers that are named."""
    found = trackers_in_words(table.state.sides[player].trackers)
    for key, expected in among(value, AT_IDEOLOGY, where).items():
        yield from difference(number(expected, f"{where}.{key}"), found[key], f"{key} of {table.names[player]}")


def then_cabinet(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """Who sits at the places that are named: `{inner left: economy, outer left: nobody}`."""
    for seat, expected in mapping(value, where).items():
        found = table.state.sides[player].cabinet[SEATS[one_of(seat, SEATS, where)]]
        there = () if found is None else (found,)
        wanted = "none" if expected == NOBODY else expected
        yield from POLITICIANS.expect(table, wanted, there, f"{seat} of {table.names[player]}", f"{where}.{seat}")


def then_portfolios(*, announced: bool) -> ThenSide:
    """Exactly the policies at the top, or at the bottom, of the places that are named: `{inner left: [tax-collection A]}`."""
    what = "announced" if announced else "denounced"

    def then(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
        side = table.state.sides[player]
        for place, cards in mapping(value, where).items():
            inner = f"{where}.{place}"
            holder = holder_of(table, side, place, inner)
            left = [policy for policy in side.policies if policy.holder == holder and policy.announced is announced]
            found = [f"{policy.card} {OPTIONS[policy.option]}" for policy in left]
            wanted = [card_and_option(each, inner) for each in items(cards, inner)]
            for card, option in wanted:
                word = MAIN.word(table, card, inner)
                fitting = [policy for policy in left if policy.option == option and MAIN.called(table, policy.card, word)]
                left = [policy for policy in left if policy not in fitting[:1]]
                if not fitting:
                    break
            else:
                if not left:
                    continue
            said = [f"{card} {OPTIONS[option]}" for card, option in wanted]
            who = "the leader" if place == LEADER else place
            yield f"{what} by {who} of {table.names[player]}: expected {said or 'none'}, found {found or 'none'}"

    return then


def then_moved(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """How far a policy is stored to have moved each tracker: `{tax-collection: {anarchism: 1, budget: 0}}`."""
    side = table.state.sides[player]
    for name, expected in mapping(value, where).items():
        card = MAIN.choose(table, [policy.card for policy in side.policies], name, where)
        policy = next((policy for policy in side.policies if policy.card == card), None)
        if policy is None:
            yield f"moved by {card}: expected {expected!r}, but it is not in the manifesto of {table.names[player]}"
            continue
        found = {**trackers_in_words(policy.moved), BUDGET: policy.budget}
        yield from difference(among(expected, found, f"{where}.{name}"), found, f"moved by {card}")


def then_scenario(table: Table, value: Node, where: str) -> Iterable[str]:
    """The scenario in force."""
    return difference(text(value, where), table.state.scenario, "scenario")


def then_prices(table: Table, player: int, value: Node, where: str) -> Iterator[str]:
    """What poaching would cost the player now: `{queue-marshals: 2}`."""
    seen = {each.card.id: each.prices[player] for each in table.rules.view(table.state, player).supporters}
    prices: Mapping[str, int | None] = seen
    for name, expected in among(value, prices, where).items():
        yield from difference(number(expected, f"{where}.{name}"), prices[name], f"price of {name} for {table.names[player]}")
