"""What players do in examples of Statecraft."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rooms.realm.examples.nodes import Node, items, mapping, number, one_of, text
from rooms.tables.game.example_table import Table, player_of
from rooms.tables.game.example_words import the_only, truth
from rooms.tables.statecraft.game import actions
from rooms.tables.statecraft.game.content import Colour, Ideology
from rooms.tables.statecraft.game.example_words import (
    AT_IDEOLOGY,
    LEADER,
    MAIN,
    NOBODY,
    NOTHING,
    POLITICIANS,
    SEATS,
    SUPPORTERS,
    card_and_option,
    holder_of,
    option_at,
)
from rooms.tables.statecraft.game.state import PLACES, Looking, Loss, LossKind

TARGETS: Final = ("from", "policy", "supporter", "to", "exchanges", "with")


def _of_hand(table: Table, player: int, value: Node, where: str) -> str:
    return MAIN.choose(table, table.state.sides[player].hand, value, where)


def _all_of_hand(table: Table, player: int, value: Node, where: str) -> tuple[str, ...]:
    return MAIN.choose_all(table, table.state.sides[player].hand, value, where)


def act_sets(_table: Table, _player: int, value: Node, where: str) -> actions.SetIdeology:
    """The ideology that a start effect sets to 2."""
    return actions.SetIdeology(Ideology(one_of(text(value, where), AT_IDEOLOGY, where)))


def act_plays_policy(
    kind: type[actions.Announce] | type[actions.Denounce],
) -> Callable[[Table, int, Node, str], actions.Announce | actions.Denounce]:
    """A policy with its option, and at whose: `{tax-collection A: inner left}`."""

    def act(table: Table, player: int, value: Node, where: str) -> actions.Announce | actions.Denounce:
        name, place = the_only(value, where, "tax-collection A: inner left")
        card, option = card_and_option(name, where)
        return kind(
            _of_hand(table, player, card, where), option, holder_of(table, table.state.sides[player], place, f"{where}.{name}")
        )

    return act


def act_campaigns(table: Table, _player: int, value: Node, where: str) -> actions.Campaign:
    """The supporter who is claimed."""
    return actions.Campaign(SUPPORTERS.choose(table, table.state.floating, value, where))


def act_recruits(table: Table, player: int, value: Node, where: str) -> actions.Recruit:
    """The card that is paid."""
    return actions.Recruit(_of_hand(table, player, value, where))


def act_takes(table: Table, _player: int, value: Node, where: str) -> actions.Take:
    """A drawn politician and the place, `{economy: inner left}`; or `nobody`."""
    if value == NOBODY:
        return actions.Take()
    who, seat = the_only(value, where, "economy: inner left")
    at = SEATS[one_of(text(seat, where), SEATS, where)]
    return actions.Take(POLITICIANS.choose(table, table.state.drawn, who, where), PLACES[at])


def act_fires(table: Table, player: int, value: Node, where: str) -> actions.Fire:
    """Who goes, and the card that is paid: `{inner left: economy}`; the place alone where firing is free."""
    place, pay = the_only(value, where, "inner left: economy")
    side = table.state.sides[player]
    who = side.leader if place == LEADER else holder_of(table, side, place, where)
    return actions.Fire(who or "", None if pay is None else _of_hand(table, player, pay, f"{where}.{place}"))


def act_poaches(table: Table, player: int, value: Node, where: str) -> actions.Poach:
    """A supporter, and the cards that are paid: `{queue-marshals: [economy, society]}`."""
    who, pay = the_only(value, where, "queue-marshals: [economy, society]")
    hosted = [each for side in table.state.sides for each in side.supporters]
    return actions.Poach(SUPPORTERS.choose(table, hosted, who, where), _all_of_hand(table, player, pay, where))


def act_steps(table: Table, player: int, value: Node, where: str) -> actions.LeaderStep:
    """The step of SC-LDR-07: `{pays: economy, socialism: -1}`."""
    said = dict(mapping(value, where))
    pay = _of_hand(table, player, said.pop("pays", None), f"{where}.pays")
    name, step = the_only(said, where, "pays: economy, socialism: -1")
    return actions.LeaderStep(pay, Ideology(one_of(name, AT_IDEOLOGY, where)), number(step, f"{where}.{name}"))


def act_plays(table: Table, player: int, value: Node, where: str) -> actions.PlayAction:
    """An action card, with its targets where it has any: `spin: {socialism: 1}`, `oust: {B: outer left}`.

    A player with a place is a politician, a player with a colour is whom SC-AFX-07 strikes; `from` is whose hand is looked at.
    """
    name, details = the_only(value, where, "budget-up")
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
            one_of(
                key, dict.fromkeys((*table.names, *AT_IDEOLOGY, "from", "policy", "supporter", "to", "exchanges", "with")), where
            )
            found["other" if key == "with" else "politician"] = holder_of(table, side, each, inner)
    return actions.PlayAction(_of_hand(table, player, name, where), **found)


def act_picks(table: Table, _player: int, value: Node, where: str) -> actions.PickCard:
    """The card of the hand that is looked at."""
    step = table.state.agenda[0] if table.state.agenda else None
    hand = table.state.sides[step.opponent].hand if isinstance(step, Looking) else ()
    return actions.PickCard(MAIN.choose(table, hand, value, where))


def act_ends(_table: Table, _player: int, _value: Node, _where: str) -> actions.EndTurn:
    """End the turn."""
    return actions.EndTurn()


def act_discards(table: Table, player: int, value: Node, where: str) -> actions.DiscardDown:
    """The cards that are too many."""
    return actions.DiscardDown(_all_of_hand(table, player, value, where))


def act_chooses(_table: Table, _player: int, value: Node, where: str) -> actions.ChooseOption:
    """Option A or B of the event, or neither."""
    return actions.ChooseOption(None if value == "neither" else option_at(text(value, where), where))


def act_contributes(table: Table, player: int, value: Node, where: str) -> actions.Contribute:
    """A card, or nothing."""
    return actions.Contribute(None if value == NOTHING else _of_hand(table, player, value, where))


def act_loses(table: Table, player: int, value: Node, where: str) -> actions.Lose:
    """What is lost: cards, policies, supporters, politicians by place or kind, or an ideology."""
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


def act_draws(_table: Table, _player: int, value: Node, where: str) -> actions.DrawOrNot:
    """Draw the card that may be drawn: true or false."""
    return actions.DrawOrNot(truth(value, where))


def act_bids(_table: Table, _player: int, value: Node, where: str) -> actions.Bid:
    """A bid for the incumbent card."""
    return actions.Bid(number(value, where))


def act_pays(table: Table, player: int, value: Node, where: str) -> actions.PayBid:
    """The cards of the bid."""
    return actions.PayBid(_all_of_hand(table, player, value, where))
