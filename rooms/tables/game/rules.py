"""The contract of a side-table game: a few pure functions over a frozen state.

A game's package registers a `GameKind`; nothing outside the package names the game. Players are numbers from 0, clockwise. A game
reads no clock and rolls no dice: its facts record what chance brought, so a fold of the facts replays the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec
from msgspec import Struct, field

from control.engine.context import Chance
from control.engine.dice import Dice
from control.engine.language import later, say
from control.engine.modules import Game
from control.engine.refusal import Refused
from rooms.tables.game.counts import Tabulates
from rooms.tables.game.tellings import words_to

Action = TypeVar("Action")
ActionOut = TypeVar("ActionOut", covariant=True)
State = TypeVar("State")


KEEPER = -1  # the player number of a host who does not play; many games refuse all its actions


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How a game begins.

    `players`: how many play. `first`: the first player, None for chance. `host`: the host's number among the players, None if a bot
    or the control team keeps the table. `options`: the host's choices by option id. `kept`: what earlier tables of this game have
    left for later ones (`GameKind.keeps`).
    """

    players: int
    first: int | None = None
    host: int | None = None
    options: Mapping[str, str] = {}
    kept: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a game. `scores`: one number for each player. Several winners share the victory."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]


class OwnTurn(NamedTuple):
    """A player's turn. `number`: unique among the turns of this player."""

    player: int
    number: int


class Offer(Protocol[ActionOut]):
    """Legal actions of one kind that differ only in their choices: "build, with any of these cards and any facade"."""

    def some(self, dice: Dice) -> ActionOut:
        """One action of the group at random. Every action can come up."""
        ...

    def allows(self, action: Any) -> bool:
        """Whether the action is in the group."""
        ...


class Played(msgspec.Struct, frozen=True):
    """The outcome of an action: its facts in order, and the state after the last."""

    facts: tuple[Any, ...]
    state: Any


class Rules(Protocol[State, Action]):
    """The rules of one game, bound to its content.

    People see a state only through `view`, `offers` and the sentences of facts. None of them holds what a player may not know.
    """

    @property
    def facts(self) -> Game[Any]:
        """All facts of the game, by modules: how each is folded and told, to whom, and whether it binds.

        Folds get the game's state, and `tell` gets its scenes before and after the fact. Lines to one player go by `to_player`.
        """
        ...

    @property
    def meanwhile(self) -> frozenset[type]:
        """Kinds of offers that players may use while the game does not wait for them. Empty in most games."""
        ...

    def scene(self, state: State, names: tuple[str, ...]) -> Any:
        """What the sentences of a fact are made from: the state before it, the players' names, the content."""
        ...

    def blank(self) -> State:
        """The state before any fact."""
        ...

    def setup(self, setup: Setup, chance: Chance) -> Played:
        """Set the game up and begin it.

        Raises:
            Refused: the game does not have such a number of players or option.
        """
        ...

    def act(self, state: State, player: int, action: Action, chance: Chance) -> Played:
        """Carry out one player's action and everything that follows by itself.

        Raises:
            Refused: with the rule; nothing has changed.
        """
        ...

    def waits_for(self, state: State) -> tuple[int, ...]:
        """The players to act. Empty when the game is over."""
        ...

    def own_turn(self, state: State) -> OwnTurn | None:
        """The turn in play, whoever has to act in it. All its actions share one time. None if nobody has a turn."""
        ...

    def offers(self, state: State, player: int) -> tuple[Offer[Action], ...]:
        """All actions that this player may take now. Secret to that player. Outside `waits_for` only kinds of `meanwhile`."""
        ...

    def default(self, state: State, player: int, chance: Chance) -> Action:
        """The rulebook's default action after a time-out. Legal whenever the game waits for the player."""
        ...

    def view(self, state: State, player: int | None) -> Any:
        """Exactly what this player may see. None is an onlooker."""
        ...

    def result(self, state: State) -> Result | None:
        """The result, or None during the game."""
        ...

    def standing(self, state: State) -> tuple[int, ...]:
        """Each player's score if the game ended now. It settles the stake of a table that is closed early."""
        ...

    def broken(self, state: State) -> tuple[str, ...]:
        """Broken invariants, one sentence each. Empty if all is well."""
        ...


AnyRules = Rules[Any, Any]


def told(rules: AnyRules, fact: Any, state: Any, player: int | None, names: tuple[str, ...]) -> str:
    """The sentence of a fact in this player's log, or empty if it has none. `state`: the state before the fact."""
    after = rules.facts.evolve(state, fact)
    return words_to(rules.facts.tell(fact, rules.scene(state, names), rules.scene(after, names)), player)


Bot = Callable[[Any, "tuple[Offer[Any], ...]", Dice], Any]  # (own view, own offers, dice) -> an action; a bot sees nothing else


class ByBook(Struct, frozen=True):
    """A bot that looks up printed content, which is public. It gets the rules first, then what any bot gets."""

    plays: Callable[[Any, Any, tuple[Offer[Any], ...], Dice], Any]


AnyBot = Bot | ByBook


def seated(bot: AnyBot, rules: AnyRules) -> Bot:
    """Bind a bot to the rules of its table."""
    return partial(bot.plays, rules) if isinstance(bot, ByBook) else bot


def random_bot(_view: Any, offers: tuple[Offer[Any], ...], dice: Dice) -> Any:
    """A random legal action."""
    return dice.choice(offers).some(dice)


class HostOption(Struct, frozen=True, kw_only=True):
    """An option that the host chooses before the game. The first choice is the default.

    `title` and the words of `choices`: marked for translation (`later`). `amid`: the title within a sentence. `belongs`: another
    option and the choice of it without which this one changes nothing. `alone`: every table shows the choice, without the title.
    """

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]  # id and words
    amid: str = ""
    belongs: tuple[str, str] | None = None
    alone: bool = False

    def words(self, chosen: str) -> str:
        """A choice in the current language. Empty for an unknown choice."""
        known = dict(self.choices).get(chosen, "")
        return say("Chair {number}", number=int(chosen) + 1) if self.id == FIRST and chosen and known else say(known)


def require_known_options(setup: Setup, options: Sequence[HostOption], *, unknown: str, rule: str) -> None:
    """Require options that the game has, and choices that they have.

    `unknown`: the sentence about an option that the game does not have, marked with `later`.

    Raises:
        Refused: an option or a choice is unknown.
    """
    known = {option.id: option for option in options}
    for option, chosen in sorted(setup.options.items()):
        if option not in known:
            raise Refused(say(unknown, option=option), rule=rule)
        if chosen not in dict(known[option].choices):
            title = say(known[option].amid)
            raise Refused(say("For {title} there is no choice “{chosen}”.", title=title, chosen=chosen), rule=rule)


FIRST = "first"  # an option for any game: the table itself turns the chair into a player


def first_player(most: int) -> HostOption:
    """The option for the first player: by lot, or a chair that the host names."""
    chairs = ((str(chair), f"Chair {chair + 1}") for chair in range(most))
    choices = (("", later("By lot")), *chairs)
    return HostOption(id=FIRST, title=later("First player"), amid=later("first player"), choices=choices)


class GameKind(Struct, frozen=True, kw_only=True):
    """A game for side tables.

    `line`: a description in one line, marked for translation. `state` and `actions`: stored types, the actions under their type's
    name; facts are stored too and come from the rules. `read`: makes the content from the game's files by name; raises ValueError
    with every problem. `content`: its type. `reveals`: types of facts that show something to everybody; each stays on screens until
    it can be read, and bots wait for it. `tabulates`: statistics over many games by bots, None for lengths only. `keeps`: what a
    finished game leaves for later tables of its kind: names of the game's own, each with its player. All of it is public.
    """

    id: str
    title: str
    line: str
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
