"""Vocabulary of Statecraft examples: starting tables, actions and expectations.

A card of the main deck is written by its id ("tax-collection"). A policy may be written by its specialism ("economy"), an action
card by its effect ("draw-three"). A policy in play has its option: "tax-collection A". A politician is written by id or by
specialisms: "economy", "economy+society", "senior economy+society". Places are "inner left", "inner right", "outer left" and
"outer right".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from rooms.realm.examples.nodes import Node, difference, items, mapping, number, one_of, text
from rooms.tables.game.example_tables import (
    ExampleTable,
    TableWords,
    ThenSide,
    given_number,
    given_player,
    mapping_of_known,
    only_item,
    player_of,
    then_number,
    then_phase,
    then_player,
    yes_or_no,
)
from rooms.tables.game.examples import GameExamples
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game import example_tables as given
from rooms.tables.statecraft.game.actions import Announce, Denounce
from rooms.tables.statecraft.game.content import Colour, Ideology
from rooms.tables.statecraft.game.example_tables import (
    AT_IDEOLOGY,
    BUDGET_WORD,
    LEADER,
    MAIN,
    NOBODY,
    NOTHING,
    OPTIONS,
    POLITICIANS,
    SEATS,
    SUPPORTERS,
    card_and_option,
    holder_of,
    option_at,
    trackers_in_words,
)
from rooms.tables.statecraft.game.registration import STATECRAFT
from rooms.tables.statecraft.game.state import BUDGET, PLACES, Looking, Loss, LossKind, Phase, StatecraftState
from rooms.tables.statecraft.rules.leaders import DEEPER_DEBT

TARGETS: Final = ("from", "policy", "supporter", "to", "exchanges", "with")


def _of_hand(table: ExampleTable, player: int, value: Node, where: str) -> str:
    return MAIN.choose(table, table.state.sides[player].hand, value, where)


def _all_of_hand(table: ExampleTable, player: int, value: Node, where: str) -> tuple[str, ...]:
    return MAIN.choose_all(table, table.state.sides[player].hand, value, where)


def _looked_at(state: StatecraftState) -> tuple[str, ...]:
    step = state.agenda[0] if state.agenda else None
    return state.sides[step.opponent].hand if isinstance(step, Looking) else ()


def act_plays_policy(
    kind: type[actions.Announce] | type[actions.Denounce],
) -> Callable[[ExampleTable, int, Node, str], actions.Announce | actions.Denounce]:
    """Read a policy with its option and its holder: `{tax-collection A: inner left}`."""

    def act(table: ExampleTable, player: int, value: Node, where: str) -> actions.Announce | actions.Denounce:
        name, place = only_item(value, where, "tax-collection A: inner left")
        card, option = card_and_option(name, where)
        return kind(
            _of_hand(table, player, card, where), option, holder_of(table, table.state.sides[player], place, f"{where}.{name}")
        )

    return act


def act_takes(table: ExampleTable, _player: int, value: Node, where: str) -> actions.Take:
    """Read a drawn politician and a place, `{economy: inner left}`, or `nobody`."""
    if value == NOBODY:
        return actions.Take()
    who, seat = only_item(value, where, "economy: inner left")
    at = SEATS[one_of(text(seat, where), SEATS, where)]
    return actions.Take(POLITICIANS.choose(table, table.state.drawn, who, where), PLACES[at])


def act_fires(table: ExampleTable, player: int, value: Node, where: str) -> actions.Fire:
    """Read a place and the card to pay: `{inner left: economy}`. The place alone where firing is free."""
    place, pay = only_item(value, where, "inner left: economy")
    side = table.state.sides[player]
    who = side.leader if place == LEADER else holder_of(table, side, place, where)
    return actions.Fire(who or "", None if pay is None else _of_hand(table, player, pay, f"{where}.{place}"))


def act_poaches(table: ExampleTable, player: int, value: Node, where: str) -> actions.Poach:
    """Read a supporter and the cards to pay: `{queue-marshals: [economy, society]}`."""
    who, pay = only_item(value, where, "queue-marshals: [economy, society]")
    hosted = [each for side in table.state.sides for each in side.supporters]
    return actions.Poach(SUPPORTERS.choose(table, hosted, who, where), _all_of_hand(table, player, pay, where))


def act_steps(table: ExampleTable, player: int, value: Node, where: str) -> actions.LeaderStep:
    """Read the leader's step of SC-LDR-07: `{pays: economy, socialism: -1}`."""
    said = dict(mapping(value, where))
    pay = _of_hand(table, player, said.pop("pays", None), f"{where}.pays")
    name, step = only_item(said, where, "pays: economy, socialism: -1")
    return actions.LeaderStep(pay, Ideology(one_of(name, AT_IDEOLOGY, where)), number(step, f"{where}.{name}"))


def act_plays(table: ExampleTable, player: int, value: Node, where: str) -> actions.PlayAction:
    """Read an action card with its targets, if any: `spin: {socialism: 1}`, `oust: {B: outer left}`.

    A player with a place is a politician. A player with a colour is the target of SC-AFX-07. `from` is the opponent whose hand is
    looked at.
    """
    name, details = only_item(value, where, "budget-up")
    where = f"{where}.{name}"
    found: dict[str, Any] = {}
    side = table.state.sides[player]
    for key, each in mapping(details, where).items():
        inner = f"{where}.{key}"
        if key in table.names:
            opponent = player_of(table, key, inner)
            if each in tuple(Colour):
                found.update(opponent=opponent, colour=Colour(text(each, inner)))
            else:
                found["politician"] = holder_of(table, table.state.sides[opponent], each, inner)
        elif key in AT_IDEOLOGY:
            found.update(ideology=Ideology(key), step=number(each, inner))
        elif key == "from":
            found["opponent"] = player_of(table, each, inner)
        elif key == "policy":
            found["policy"] = MAIN.choose(table, [policy.card for policy in side.policies], each, inner)
        elif key == "supporter":
            found["supporter"] = SUPPORTERS.choose(table, (), each, inner)
        else:
            one_of(key, dict.fromkeys((*table.names, *AT_IDEOLOGY, *TARGETS)), where)
            found["other" if key == "with" else "politician"] = holder_of(table, side, each, inner)
    return actions.PlayAction(_of_hand(table, player, name, where), **found)


def act_loses(table: ExampleTable, player: int, value: Node, where: str) -> actions.Lose:
    """Read the losses: cards, policies, supporters, politicians by place or kind, or an ideology."""
    side = table.state.sides[player]
    step = table.state.agenda[0] if table.state.agenda else None
    kind = step.kind if isinstance(step, Loss) else LossKind.CARDS
    if kind is LossKind.CARDS:
        return actions.Lose(_all_of_hand(table, player, value, where))
    found: list[str] = []
    for each in items(value, where):
        if kind is LossKind.POLITICIANS:
            found.append(holder_of(table, side, each, where) or side.leader)
        elif kind is LossKind.POLICIES:
            found.append(MAIN.choose(table, [policy.card for policy in side.policies], each, where))
        elif kind is LossKind.SUPPORTERS:
            found.append(SUPPORTERS.choose(table, side.supporters, each, where))
        else:
            found.append(one_of(text(each, where), AT_IDEOLOGY, where))
    return actions.Lose(tuple(found))


def then_trackers(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
    """Compare the named ideology trackers."""
    found = trackers_in_words(table.state.sides[player].trackers)
    for key, expected in mapping_of_known(value, AT_IDEOLOGY, where).items():
        yield from difference(number(expected, f"{where}.{key}"), found[key], f"{key} of {table.names[player]}")


def then_cabinet(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
    """Compare the named places: `{inner left: economy, outer left: nobody}`."""
    for seat, expected in mapping(value, where).items():
        found = table.state.sides[player].cabinet[SEATS[one_of(seat, SEATS, where)]]
        there = () if found is None else (found,)
        wanted = "none" if expected == NOBODY else expected
        yield from POLITICIANS.expect(table, wanted, there, f"{seat} of {table.names[player]}", f"{where}.{seat}")


def then_portfolios(*, announced: bool) -> ThenSide:
    """Compare all policies at the top, or at the bottom, of the named places: `{inner left: [tax-collection A]}`."""
    what = "announced" if announced else "denounced"

    def then(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
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


def then_moved(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
    """Compare the stored movement of policies: `{tax-collection: {anarchism: 1, budget: 0}}`."""
    side = table.state.sides[player]
    for name, expected in mapping(value, where).items():
        card = MAIN.choose(table, [policy.card for policy in side.policies], name, where)
        policy = next((policy for policy in side.policies if policy.card == card), None)
        if policy is None:
            yield f"moved by {card}: expected {expected!r}, but it is not in the manifesto of {table.names[player]}"
            continue
        found = {**trackers_in_words(policy.moved), BUDGET_WORD: policy.budget}
        yield from difference(mapping_of_known(expected, found, f"{where}.{name}"), found, f"moved by {card}")


def then_scenario(table: ExampleTable, value: Node, where: str) -> Iterable[str]:
    return difference(text(value, where), table.state.scenario, "scenario")


def then_prices(table: ExampleTable, player: int, value: Node, where: str) -> Iterator[str]:
    """Compare the current prices of poaching for the player: `{queue-marshals: 2}`."""
    seen = {each.card.id: each.prices[player] for each in table.rules.view(table.state, player).supporters}
    prices: Mapping[str, int | None] = seen
    for name, expected in mapping_of_known(value, prices, where).items():
        yield from difference(number(expected, f"{where}.{name}"), prices[name], f"price of {name} for {table.names[player]}")


VOCABULARY: Final = TableWords(
    contents=(given.CARDS, given.OPENS_WITH),
    content=given.content_of,
    begin=given.begin,
    given_side={
        "leader": given.given_leader,
        "cabinet": given.given_cabinet,
        "hand": MAIN.given_side("hand"),
        "announced": given.given_portfolios(announced=True),
        "denounced": given.given_portfolios(announced=False),
        "trackers": given.given_trackers,
        "budget": given_number("budget", DEEPER_DEBT, BUDGET),
        "turn tracker": given_number("turn"),
        "supporters": given.given_supporters,
    },
    given={
        "scenario": given.given_scenario,
        "texts": given.given_texts,
        "turn": given_player("active"),
        "incumbent": given_player("incumbent", NOBODY),
        "discard": MAIN.given_pile("discard"),
        "deck": MAIN.given_deck("deck"),
        "retired": POLITICIANS.given_pile("retired"),
        "politicians": POLITICIANS.given_deck("politicians"),
        "floating": SUPPORTERS.given_pile("floating"),
        "box": SUPPORTERS.given_deck("box"),
    },
    acts={
        "sets": lambda _table, _player, value, where: actions.SetIdeology(Ideology(one_of(text(value, where), AT_IDEOLOGY, where))),
        "announces": act_plays_policy(Announce),
        "denounces": act_plays_policy(Denounce),
        "campaigns": lambda table, _player, value, where: actions.Campaign(
            SUPPORTERS.choose(table, table.state.floating, value, where)
        ),
        "recruits": lambda table, player, value, where: actions.Recruit(_of_hand(table, player, value, where)),
        "takes": act_takes,
        "fires": act_fires,
        "poaches": act_poaches,
        "steps": act_steps,
        "plays": act_plays,
        "picks": lambda table, _player, value, where: actions.PickCard(MAIN.choose(table, _looked_at(table.state), value, where)),
        "ends turn": lambda _table, _player, _value, _where: actions.EndTurn(),
        "discards": lambda table, player, value, where: actions.DiscardDown(_all_of_hand(table, player, value, where)),
        "chooses": lambda _table, _player, value, where: actions.ChooseOption(
            None if value == "neither" else option_at(text(value, where), where)
        ),
        "contributes": lambda table, player, value, where: actions.Contribute(
            None if value == NOTHING else _of_hand(table, player, value, where)
        ),
        "loses": act_loses,
        "draws": lambda _table, _player, value, where: actions.DrawOrNot(yes_or_no(value, where)),
        "bids": lambda _table, _player, value, where: actions.Bid(number(value, where)),
        "pays": lambda table, player, value, where: actions.PayBid(_all_of_hand(table, player, value, where)),
    },
    then_side={
        "trackers": then_trackers,
        "budget": then_number("budget", lambda side: side.budget),
        "turn tracker": then_number("turn tracker", lambda side: side.turn),
        "hand": MAIN.then_side("hand"),
        "supporters": SUPPORTERS.then_side("supporters"),
        "cabinet": then_cabinet,
        "announced": then_portfolios(announced=True),
        "denounced": then_portfolios(announced=False),
        "moved": then_moved,
        "prices": then_prices,
    },
    then={
        "scenario": then_scenario,
        "phase": then_phase(Phase),
        "turn": then_player("turn", lambda state: state.active),
        "incumbent": then_player("incumbent", lambda state: state.incumbent, NOBODY),
        "discard": MAIN.then_pile("discard"),
        "deck": MAIN.then_pile("deck"),
        "retired": POLITICIANS.then_pile("retired"),
        "politicians": POLITICIANS.then_pile("politicians"),
        "drawn": POLITICIANS.then_pile("drawn"),
        "floating": SUPPORTERS.then_pile("floating"),
        "box": SUPPORTERS.then_pile("box"),
    },
)
GAME: Final = GameExamples(kind=STATECRAFT, words=VOCABULARY)
