"""Poaching of supporters, and its price (SC-POA)."""

from __future__ import annotations

from typing import Final

from control.engine.language import say, say_count
from control.engine.records import replace
from rooms.tables.game.facts import GameFact
from rooms.tables.statecraft.game.actions import Poach, PoachOffer
from rooms.tables.statecraft.game.content import Book, ScenarioEffect
from rooms.tables.statecraft.game.scene import Scene
from rooms.tables.statecraft.game.state import Course, Phase, StatecraftState, host_of, side_of, with_side, without_all
from rooms.tables.statecraft.rules.end_of_game import supporters_changed
from rooms.tables.statecraft.rules.ideology_trackers import counted
from rooms.tables.statecraft.rules.leaders import price_with_leaders
from rooms.tables.statecraft.rules.payment import not_all_in_hand, pay
from rooms.tables.statecraft.rules.phases import Asked, Reason, Row
from rooms.tables.statecraft.rules.scenarios import scenario_of
from rooms.tables.statecraft.rules.supporters import satisfies


class Poached(GameFact, frozen=True):
    """A player poached a supporter from `host` (SC-POA-06)."""

    player: int
    host: int
    supporter: str

    def after(self, state: StatecraftState) -> StatecraftState:
        left = without_all(side_of(state, self.host).supporters, (self.supporter,))
        state = replace(state, sides=with_side(state, self.host, supporters=left))
        supporters = (*side_of(state, self.player).supporters, self.supporter)
        return replace(
            state,
            sides=with_side(state, self.player, supporters=supporters),
            turn=replace(state.turn, poached=state.turn.poached + 1),
        )

    def words(self, scene: Scene) -> str:
        return say(
            "{name} poaches {who} from {host}.",
            name=scene.names[self.player],
            who=scene.supporters((self.supporter,)),
            host=scene.names[self.host],
        )


def price(book: Book, state: StatecraftState, player: int, host: int, supporter: str) -> int:
    """The current price of poaching a supporter, in cards.

    It is 1 card when the host no longer satisfies the supporter, else 2. The leaders of host and poacher change it, unless the
    scenario sets the price (SC-R-48).

    Rules: SC-POA-03, SC-POA-04, SC-POA-05, SC-LDR-03, SC-LDR-08.
    """
    if scenario_of(book, state).effect is ScenarioEffect.FLAT_POACHING:
        return 1
    return price_with_leaders(book, state, player, host, usual_price(book, state, host, supporter))


def usual_price(book: Book, state: StatecraftState, host: int, supporter: str) -> int:
    """The price of poaching without leaders: 2 cards while the host satisfies the supporter, else 1 (SC-POA-03, SC-POA-04)."""
    return 2 if satisfies(book.supporters[supporter], state.sides[host].trackers) else 1


def to_poach(book: Book, state: StatecraftState, player: int) -> tuple[tuple[str, int], ...]:
    """The supporters of other players that a player satisfies, each with its price (SC-POA-01, SC-POA-02)."""
    trackers = counted(state, player)
    return tuple(
        [
            (each, price(book, state, player, host, each))
            for host, side in enumerate(state.sides)
            if host != player
            for each in side.supporters
            if satisfies(book.supporters[each], trackers)
        ]
    )


def poach(course: Course, player: int, action: Poach) -> None:
    """Pay and take over a supporter, which can be poached again (SC-POA-06, SC-POA-07, SC-POA-08, SC-PAY-08, SC-R-23)."""
    if action.pay:
        pay(course, player, action.pay)
    take_over(course, player, action.supporter)


def take_over(course: Course, player: int, supporter: str) -> None:
    """Move a supporter to this player."""
    host = host_of(course.state, supporter)
    assert host is not None
    course.happens(Poached(player, host, supporter))
    supporters_changed(course)


def _poaching(now: Asked) -> list[PoachOffer]:
    """The supporters that the player can pay for (SC-TRN-03)."""
    hand = now.hand
    found = tuple([(supporter, cards) for supporter, cards in to_poach(*now) if cards <= len(hand)])
    return [PoachOffer(found, hand)] if found else []


def _why_not_poached(now: Asked, action: Poach) -> Reason:
    host = host_of(now.state, action.supporter)
    if host is None or host == now.player:
        return say("No other player has that supporter."), "SC-POA-01"
    if not satisfies(now.book.supporters[action.supporter], counted(now.state, now.player)):
        return say("Your ideologies do not satisfy that supporter."), "SC-POA-02"
    if missing := not_all_in_hand(now, action.pay, "SC-PAY-01"):
        return missing
    cost = price(*now, host, action.supporter)
    sentence = say_count("This poaching costs exactly {count} card.", "This poaching costs exactly {count} cards.", cost)
    if scenario_of(now.book, now.state).effect is ScenarioEffect.FLAT_POACHING:
        return sentence, "SC-R-48"
    usual = usual_price(now.book, now.state, host, action.supporter)
    if len(action.pay) == usual:  # only a leader changes the price
        return sentence, "SC-LDR-08" if cost > usual else "SC-LDR-03"
    return sentence, "SC-POA-03" if usual == 1 else "SC-POA-04"


ROWS: Final = (Row(Poach, Phase.TURN, _poaching, poach, _why_not_poached),)
