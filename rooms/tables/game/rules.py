"""What every game at a side table is: a handful of pure functions over a frozen state, the same for all of them.

A game's package gives a `GameKind`; nothing outside the package names the game. Players are numbers from 0, clockwise. A game asks
nobody for the time and has no dice of its own: what chance brought stands in its facts, so that a fold of the facts is the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from control.engine.context import Chance
from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.modules import Game
from rooms.tables.game.counts import Tabulates

Action = TypeVar("Action")
ActionOut = TypeVar("ActionOut", covariant=True)
State = TypeVar("State")


KEEPER = -1  # acts for whoever keeps the table without playing at it; a game that leaves nothing to its host refuses all of it


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How a game begins: how many play, who is first (None for chance), and the host's options by their ids.

    `host` is the host's number among the players; None where a bot or the control team keeps the table. `kept` is what earlier
    tables of this game have left for all that come after them (`GameKind.keeps`).
    """

    players: int
    first: int | None = None
    host: int | None = None
    options: Mapping[str, str] = {}
    kept: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. `scores` has one number for each player; more than one winner share the victory."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class OwnTurn(NamedTuple):
    """A turn that one player has: whose it is, and a number that no two turns of this player share."""

    player: int
    number: int


class Offer(Protocol[ActionOut]):
    """A group of legal actions of one kind, told apart by their choices: "build, with any of these cards and any facade"."""

    def some(self, dice: Dice) -> ActionOut:
        """One action of the group, any of them possible."""
        ...

    def allows(self, action: Any) -> bool:
        """Is this action one of the group?"""
        ...


class Played(msgspec.Struct, frozen=True):
    """What an action brought about: the facts in order, and the state after the last."""

    facts: tuple[Any, ...]
    state: Any


class Rules(Protocol[State, Action]):
    """The rules of one game, bound to its content.

    `view`, `offers` and the words of the facts are the only ways from a state to anybody's eyes; what a player may not know is in
    none of them.
    """

    @property
    def facts(self) -> Game[Any]:
        """Everything that happens in the game, by modules: how each fact is folded and told, to whom, and whether it binds.

        The folds get the game's state, the words its scene, and `told` the player's number too, None for whoever looks on.
        """
        ...

    @property
    def meanwhile(self) -> frozenset[type]:
        """The offers that are made to players for whom nobody waits; a game in which only they act who are waited for has none."""
        ...

    def scene(self, state: State, names: tuple[str, ...]) -> Any:
        """What the words of a fact are made from: the state it happened in, the names of the players, the content."""
        ...

    def blank(self) -> State:
        """The state before anything has happened."""
        ...

    def setup(self, setup: Setup, chance: Chance) -> Played:
        """Lay the game out and begin it.

        Raises:
            Refused: a number of players or an option that the game does not know.
        """
        ...

    def act(self, state: State, player: int, action: Action, chance: Chance) -> Played:
        """Carry out one player's action, with all that follows from it by itself.

        Raises:
            Refused: with the rule; nothing has changed.
        """
        ...

    def waits_for(self, state: State) -> tuple[int, ...]:
        """The players without whom nothing goes on; empty when the game is over."""
        ...

    def own_turn(self, state: State) -> OwnTurn | None:
        """The turn that is played, whoever is asked in it: its time is one for all its actions. None where nobody has one."""
        ...

    def offers(self, state: State, player: int) -> tuple[Offer[Action], ...]:
        """Everything this player may do now; for whom nobody waits only offers of `meanwhile`. It is this player's secret."""
        ...

    def default(self, state: State, player: int, chance: Chance) -> Action:
        """What is played for whose time has run out: the default of the rulebook, legal whenever somebody waits for the player."""
        ...

    def view(self, state: State, player: int | None) -> Any:
        """Exactly what this player may see; None is whoever looks on."""
        ...

    def result(self, state: State) -> Result | None:
        """How the game ended; None while it is played."""
        ...

    def standing(self, state: State) -> tuple[int, ...]:
        """What each player would score if it ended here: what a stake is settled by when the table is cut off."""
        ...

    def broken(self, state: State) -> tuple[str, ...]:
        """The invariants that do not hold, one sentence each; empty when all is well."""
        ...


AnyRules = Rules[Any, Any]


def told(rules: AnyRules, fact: Any, state: Any, player: int | None, names: tuple[str, ...]) -> str:
    """A fact as a sentence for this player's log; empty when it is not told. `state` is the state it happened in."""
    return rules.facts.told(fact, rules.scene(state, names), player)


Bot = Callable[[Any, "tuple[Offer[Any], ...]", Dice], Any]  # (own view, own offers, dice) -> an action; it sees nothing else


@dataclass(frozen=True, slots=True)
class ByBook:
    """A bot that looks things up in what is printed, which is everybody's: it is called with the rules first, then like any bot."""

    plays: Callable[[Any, Any, tuple[Offer[Any], ...], Dice], Any]


AnyBot = Bot | ByBook


def seated(bot: AnyBot, rules: AnyRules) -> Bot:
    """A bot as it plays at a table by these rules."""
    return partial(bot.plays, rules) if isinstance(bot, ByBook) else bot


def random_bot(_view: Any, offers: tuple[Offer[Any], ...], dice: Dice) -> Any:
    """Any legal action."""
    return dice.choice(offers).some(dice)


@dataclass(frozen=True, slots=True, kw_only=True)
class HostOption:
    """Something the host chooses before the game begins. The first choice is the default.

    Title and words are noted for the catalogue (`later`); `amid` is the title within a sentence. `belongs` names another option and
    its choice without which this one changes nothing. What is `alone` is
    said of every table, without its title.
    """

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]  # id and words
    amid: str = ""
    belongs: tuple[str, str] | None = None
    alone: bool = False

    def words(self, chosen: str) -> str:
        """A choice in the language that is spoken; empty for what is no choice."""
        known = dict(self.choices).get(chosen, "")
        return say("Chair {number}", number=int(chosen) + 1) if self.id == FIRST and chosen and known else say(known)


FIRST = "first"  # the option that every game may have: the table itself turns a chair into a player


def first_player(most: int) -> HostOption:
    """Who begins: chance, or whoever sits on a chair that the host names."""
    chairs = ((str(chair), f"Chair {chair + 1}") for chair in range(most))
    choices = (("", later("By lot")), *chairs)
    return HostOption(id=FIRST, title=later("First player"), amid=later("first player"), choices=choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKind:
    """A game that can be played at a side table.

    `state` and `actions` are types that are stored, the actions by the name of each type; so are the facts, which its rules bring.
    `read` makes the content from the texts of the game's files by name, raising ValueError with every problem; `content` is its
    type. `reveals` are the types of the facts by which something is shown to everybody: each stands on every screen until it can be
    read, and bots wait for it. `line` is noted for the catalogue. `tabulates` is what is counted over many games
    of bots, None for nothing but their lengths. `keeps` is what a game that is over leaves for the next tables of its kind, by
    names of the game's own, each with the player whose doing it is; everybody may know it.
    """

    id: str
    title: str
    line: str  # what it is, in one line
    least: int
    most: int
    state: type
    actions: tuple[type, ...]
    content: type
    read: Callable[[Mapping[str, str]], Any]
    rules: Callable[[Any], AnyRules]
    bots: Mapping[str, AnyBot] = field(default_factory=lambda: {"random": random_bot})
    options: tuple[HostOption, ...] = ()
    reveals: tuple[type, ...] = ()
    tabulates: Tabulates | None = None
    keeps: Callable[[Any], tuple[tuple[int, str], ...]] | None = None
