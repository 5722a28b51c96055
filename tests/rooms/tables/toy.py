"""Toy game for tests: what a side table needs of a game, and nothing more.

Everybody draws a number from a shuffled deck. Each may keep or swap it once, all at the same time and in secret. The highest wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from control.engine.context import Chance
from control.engine.dice import Dice
from control.engine.modules import EventHandler, Game, Module, Undo
from control.engine.refusal import Refused
from control.engine.reports import Line, one_sentence, to_desks
from rooms.tables.game.rules import GameKind, OwnTurn, Played, Result, Setup, first_player, random_bot
from rooms.tables.game.tellings import to_player


class Content(msgspec.Struct, frozen=True):
    numbers: tuple[int, ...]


class Choose(msgspec.Struct, frozen=True):
    """Action: keep the number, or swap it for the next of the deck."""

    swap: bool


class Dealt(msgspec.Struct, frozen=True):
    hands: tuple[int, ...]
    deck: tuple[int, ...]


class Chosen(msgspec.Struct, frozen=True):
    player: int
    swap: bool


class Shown(msgspec.Struct, frozen=True):
    hands: tuple[int, ...]


class State(msgspec.Struct, frozen=True):
    hands: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    chosen: Mapping[int, bool] = {}
    shown: tuple[int, ...] = ()


class View(msgspec.Struct, frozen=True):
    players: int
    mine: int | None
    chosen: tuple[int, ...]
    shown: tuple[int, ...]


class Either(msgspec.Struct, frozen=True):
    """Offer of both choices."""

    def some(self, dice: Dice) -> Choose:
        return Choose(swap=dice.choice((True, False)))

    def allows(self, action: object) -> bool:
        return isinstance(action, Choose)


def evolve_dealt(_state: State, happened: Dealt) -> State:
    return State(hands=happened.hands, deck=happened.deck)


def evolve_chosen(state: State, happened: Chosen) -> State:
    return msgspec.structs.replace(state, chosen={**state.chosen, happened.player: happened.swap})


def evolve_shown(state: State, happened: Shown) -> State:
    return msgspec.structs.replace(state, shown=happened.hands)


def tell_dealt(happened: Dealt, _names: tuple[str, ...], _after: object) -> Iterator[Line]:
    yield to_desks("Numbers were dealt.")
    for player, number in enumerate(happened.hands):
        yield to_player(player, f"You were dealt {number}.")


FACTS = Game(
    name="toy",
    state_type=State,
    modules=(
        Module(
            name="numbers",
            events={
                Dealt: EventHandler(
                    evolve=evolve_dealt,
                    tell=tell_dealt,
                    undo=Undo(never_by_players="numbers were shown"),
                ),
                Chosen: EventHandler(
                    evolve=evolve_chosen, tell=one_sentence(lambda happened, names: f"{names[happened.player]} has chosen.")
                ),
                Shown: EventHandler(
                    evolve=evolve_shown,
                    tell=one_sentence(lambda happened, _names: f"The numbers are {', '.join(map(str, happened.hands))}."),
                    undo=Undo(never_by_players="numbers were shown"),
                ),
            },
        ),
    ),
)


class ToyRules:
    facts = FACTS
    meanwhile: frozenset[type] = frozenset()

    def __init__(self, content: Content) -> None:
        self.content = content

    def scene(self, _state: State, names: tuple[str, ...]) -> tuple[str, ...]:
        return names

    def blank(self) -> State:
        return State()

    def setup(self, setup: Setup, chance: Chance) -> Played:
        if not 2 <= setup.players <= 4:
            raise Refused("High Number is for 2 to 4 players.", rule="TOY-2")
        numbers = chance.shuffled(self.content.numbers)
        dealt = Dealt(hands=numbers[: setup.players], deck=numbers[setup.players :])
        return Played((dealt,), self.facts.evolve(self.blank(), dealt))

    def act(self, state: State, player: int, action: Choose, chance: Chance) -> Played:
        if player not in self.waits_for(state):
            raise Refused("You have chosen already.", rule="TOY-1", code="stale")
        facts: list[Chosen | Shown] = [Chosen(player=player, swap=action.swap)]
        state = self.facts.evolve(state, facts[0])
        if len(state.chosen) == len(state.hands):
            deck = list(state.deck)
            hands = tuple(deck.pop(0) if state.chosen[each] else hand for each, hand in enumerate(state.hands))
            facts.append(Shown(hands=hands))
            state = self.facts.evolve(state, facts[1])
        return Played(tuple(facts), state)

    def waits_for(self, state: State) -> tuple[int, ...]:
        return () if state.shown else tuple(each for each in range(len(state.hands)) if each not in state.chosen)

    def own_turn(self, state: State) -> OwnTurn | None:
        return None

    def offers(self, state: State, player: int) -> tuple[Either, ...]:
        return (Either(),) if player in self.waits_for(state) else ()

    def default(self, state: State, player: int, chance: Chance) -> Choose:
        return Choose(swap=False)

    def view(self, state: State, player: int | None) -> View:
        mine = None if player is None else state.hands[player]
        return View(players=len(state.hands), mine=mine, chosen=tuple(sorted(state.chosen)), shown=state.shown)

    def result(self, state: State) -> Result | None:
        if not state.shown:
            return None
        best = max(state.shown)
        return Result(winners=tuple(at for at, number in enumerate(state.shown) if number == best), scores=state.shown)

    def standing(self, state: State) -> tuple[int, ...]:
        return state.shown or state.hands

    def broken(self, state: State) -> tuple[str, ...]:
        whole = sorted((*state.hands, *state.deck)) == sorted(self.content.numbers)
        return () if whole or not state.hands else ("A number is lost.",)


def high(_view: View, _offers: tuple[Either, ...], _dice: Dice) -> Choose:
    """Bot that never swaps."""
    return Choose(swap=False)


TOY = GameKind(
    id="toy",
    title="High Number",
    line="The highest number wins.",
    least=2,
    most=4,
    state=State,
    actions=(Choose,),
    content=Content,
    read=lambda texts: Content(numbers=tuple(map(int, texts["numbers.yaml"].split()))),
    rules=ToyRules,
    bots={"random": random_bot, "high": high},
    options=(first_player(4),),
    reveals=(Shown,),
)
NUMBERS = Content(numbers=(11, 22, 33, 44, 55, 66, 77, 88))
