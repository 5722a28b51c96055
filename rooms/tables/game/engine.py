"""The engine of a side table: chairs, turns and time around any game's own rules, in one journal.

It is for a table's stream what `control.engine.modules.Game` is for an event's. It has the modules of the table and those of the
game, whose facts are folded into the game's own state inside the table's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from control.engine.context import DecisionContext
from control.engine.language import say
from control.engine.modules import Decided, EventHandler, Game, Invalidation, Module, journal_words
from control.engine.records import replace
from control.engine.refusal import Refused
from control.engine.reports import Line
from rooms.tables.game.announcements import ALOUD
from rooms.tables.game.chair_requests import ASKING
from rooms.tables.game.chairs import CHAIRS
from rooms.tables.game.context import At, at_table, name_at
from rooms.tables.game.end_warning import BOUND
from rooms.tables.game.opening import OPENING
from rooms.tables.game.play import PLAYING, ActAsHost, Began, Play
from rooms.tables.game.rematch import AGAIN
from rooms.tables.game.reveals import REVEALING
from rooms.tables.game.rules import AnyRules, GameKind
from rooms.tables.game.state import TableStage, TableState
from rooms.tables.game.table_closure import CLOSING
from rooms.tables.game.tellings import words_to
from rooms.tables.game.turn_time import NEW_TIME, RESERVE
from rooms.tables.game.turns import TURNS

AROUND: Final = (OPENING, CHAIRS, ASKING, PLAYING, NEW_TIME, RESERVE, REVEALING, TURNS, CLOSING, BOUND, ALOUD, AGAIN)
BESIDE: Final = frozenset(  # facts that do not move the game
    kind for module in (OPENING, CHAIRS, ASKING, NEW_TIME, RESERVE, REVEALING, BOUND, ALOUD, AGAIN) for kind in module.events
)


@dataclass(frozen=True, kw_only=True)
class TableEngine:
    """One kind of game, bound to its content, at a table. `bots_think`: extra time that its bots leave for reading (`At`)."""

    game: GameKind
    rules: AnyRules
    bots_think: timedelta = timedelta()
    event_types: Mapping[str, type] = field(init=False)
    command_types: Mapping[str, type] = field(init=False)
    _all: Game[TableState] = field(init=False)

    def __post_init__(self) -> None:
        inside = tuple(_adapt_module(self.rules, module) for module in self.rules.facts.modules)
        laid = Module(name="game", extra_folds={Began: lambda _before, after, _happened: replace(after, play=self.rules.blank())})
        together = Game(name=self.game.id, state_type=TableState, modules=(*AROUND, laid, *inside))
        if len(together.event_types) != len(together.events):
            raise ValueError(f"{self.game.id}: a fact of the game is called as one of the table.")
        object.__setattr__(self, "_all", together)
        object.__setattr__(self, "event_types", together.event_types)
        object.__setattr__(self, "command_types", together.command_types)

    def decided(self, state: TableState, command: Any, asked: DecisionContext) -> Decided[TableState]:
        """Return the facts of a command and the state after them.

        Raises:
            Refused: a rule says no, or the sender may not give this command.
        """
        handler = self._all.commands[type(command)]
        if handler.clock and not asked.by.clock:  # all other rights depend on chairs: the decision checks them
            raise Refused(say("This is the clock's to do."), code="not-yours")
        at = At(game=self.game, rules=self.rules, evolve=self.evolve, told=self._public, bots_think=self.bots_think, state=state)
        events = handler.decide(at, command, asked)
        for happened in events:
            state = self.evolve(state, happened)
        return Decided(events=events, state=state)

    def evolve(self, state: TableState, happened: Any) -> TableState:
        return self._all.evolve(state, happened)

    def label(self, command: Any, state: TableState, *, by_desk: bool = False) -> str:
        """The name of a command in the journal and on the undo button. It holds no secret."""
        if not isinstance(command, Play | ActAsHost):
            return self._all.label(command, state, by_desk=by_desk)
        action = type(command.action)
        called = getattr(action, "called", "")
        name = name_at(state, command.chair) if isinstance(command, Play) else say("Host")
        return f"{name}: {say(called) if called else _with_spaces(action.__name__)}"

    def explain(self, happened: Any, state: TableState) -> str:
        """The public sentence of a fact."""
        return self._all.explain(happened, state)

    def sentences(self, happened: Any, before: TableState, after: TableState) -> tuple[str, ...]:
        """The sentences of a fact: one for each chair, and the last for onlookers."""
        lines = tuple(self._all.tell(happened, before, after))
        return tuple(words_to(lines, player) for player in (*range(len(before.chairs)), None))

    def _public(self, happened: Any, before: TableState, after: TableState) -> str:
        return journal_words(self._all.tell(happened, before, after))

    def invalidations(self, happened: Any, state: TableState) -> tuple[Invalidation, ...]:
        """Every fact refreshes the screens of everybody at the table."""
        return self._all.invalidations(happened, state)

    def lasting(self, happened: Any) -> str:
        """Why nobody can ever take the fact back. What binds only players is `binding`."""
        return self._all.lasting(happened)

    def binding(self, happened: Any) -> str:
        """Why players cannot take a fact back. The control team can, and announces it."""
        return self._all.binding(happened)

    def moves(self, happened: Any) -> bool:
        """Whether the fact is part of the game itself rather than of the table around it."""
        return type(happened) not in BESIDE

    def shows(self, happened: Any) -> bool:
        """Whether the fact is a reveal: every screen shows it until it has been read."""
        return type(happened) in self.game.reveals

    def broken(self, state: TableState) -> tuple[str, ...]:
        """Broken invariants of the table and its game, one sentence each."""
        wrong = [] if state.play is None else list(self.rules.broken(state.play))
        if state.chairs and not state.kind:
            wrong.append("Somebody sits at a table that nobody has opened.")
        if state.play is not None and state.stage is TableStage.OPEN:
            wrong.append("A game is played that has not begun.")
        persons = [chair.person for chair in state.chairs if chair.person]
        if len(persons) != len(set(persons)):
            wrong.append("Somebody has two chairs at the table.")
        if state.stage is TableStage.PLAYING and state.waits_for != self.rules.waits_for(state.play):
            wrong.append("The table does not wait for whom the game waits for.")
        return tuple(wrong)


def _adapt_module(rules: AnyRules, module: Module) -> Module:
    """Adapt a module of a game to the table: it folds into the game's state there, and its sentences use the game's scene."""
    events = {kind: _adapt_handler(rules, handler) for kind, handler in module.events.items()}
    return Module(name=f"game: {module.name}", title=module.title, events=events)


def _adapt_handler(rules: AnyRules, handler: EventHandler) -> EventHandler:
    inner = rules.facts

    def evolve(table: TableState, happened: Any) -> TableState:
        play = rules.blank() if table.play is None else table.play  # the game's start was taken back; `broken` reports it
        return replace(table, play=inner.evolve(play, happened))

    def tell(happened: Any, before: TableState, after: TableState) -> Iterator[Line]:
        return inner.tell(happened, rules.scene(before.play, before.names), rules.scene(after.play, after.names))

    return EventHandler(evolve=evolve, tell=tell, invalidations=at_table, undo=handler.undo)


def _with_spaces(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip().capitalize()
