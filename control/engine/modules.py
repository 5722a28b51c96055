"""One engine for the main game and every side table.

The protocol `Engine` is a set of pure functions over a frozen state. `decided` and `evolve` run the game and `broken` checks its
invariants. `label`, `tell`, `invalidations` and `undo` describe it. The main game (`Game`) is composed of modules: those of
`control.day`, those that its rooms share, and one or more for each room. A module declares its commands and who may give them, its
events and their sentences, and its reactions to events of other modules.

A decision runs depth first. Each event is folded, then every reaction adds its own events directly behind it. So one command
("end step Battle") yields all its consequences as one group in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from control.engine.context import Actor, DecisionContext
from control.engine.frame import Frame
from control.engine.ids import DeskId, RoomId, SeatId
from control.engine.language import say
from control.engine.refusal import Refused
from control.engine.reports import DESKS, Line, Report, Reporter, Tell
from control.engine.reports import Correction as Correction
from control.engine.rights import Desks as Desks
from control.engine.rights import desks_of as desks_of
from control.engine.rights import every_desk as every_desk
from control.engine.rights import require_right
from control.engine.viewer import Viewer

State = TypeVar("State")

Command = Any  # a record of some module's `commands`
GameEvent = Any  # a record of some module's `events`


class Invalidation(Struct, frozen=True, kw_only=True):
    """A topic to refresh, and the audience that may know of it ("all", "staff", "team:cat", "seat:cat-1")."""

    topic: str
    to: str = "all"


class Decided(Struct, Generic[State], frozen=True, kw_only=True):
    """The events of a decision in order, and the state after the last.

    `decoys`: viewers whose screens refresh although nothing changed for them.
    """

    events: tuple[GameEvent, ...]
    state: State
    decoys: tuple[Invalidation, ...] = ()


class Engine(Protocol[State]):
    """A game, as the desk and the journal use it. `event_types` and `command_types`: the stored types by their names."""

    @property
    def event_types(self) -> Mapping[str, type]: ...

    @property
    def command_types(self) -> Mapping[str, type]: ...

    def decided(self, state: State, command: Command, asked: DecisionContext) -> Decided[State]:
        """Return the events of a command, and the state after the last. Raises: Refused."""
        ...

    def label(self, command: Command, state: State, *, by_desk: bool = False) -> str:
        """Return the name of a command in the journal and on the undo button."""
        ...

    def evolve(self, state: State, happened: GameEvent) -> State:
        """Return the state after one event.

        It never refuses. An event may name something that is missing, because an earlier event was withdrawn. The state is then one
        that `broken` reports.
        """
        ...

    def broken(self, state: State) -> tuple[str, ...]:
        """Return the violated invariants, one sentence each; empty for a sound state."""
        ...

    def explain(self, happened: GameEvent, state: State) -> str:
        """Return the event as a sentence for the control team. `state`: the state before the event."""
        ...

    def invalidations(self, happened: GameEvent, state: State) -> tuple[Invalidation, ...]:
        """Return what to refresh. `state`: the state after the event, or after its withdrawal. It never refuses."""
        ...

    def lasting(self, happened: GameEvent) -> str:
        """Return why this event can never be withdrawn; "" for one that can be."""
        ...


class CommandHandler(Struct, frozen=True, kw_only=True):
    """Decision of one command, and who may give it: desks (or a function of the frame), players, the clock.

    `player`: a player may give it, but only with their own `seat`. `always`: a player who is held back may give it, too.
    `decoys`: viewers whose screens refresh although nothing changed for them, so that one command looks like another.
    `label`: its name in the journal and on the undo button. Every desk reads it, so it holds no secret. `desk_label`: the label of
    a command that the control team gave. It may name the player.
    """

    decide: Callable[[Any, Any, DecisionContext], tuple[GameEvent, ...]]
    desks: Desks = frozenset()
    player: bool = False
    clock: bool = False
    always: bool = False
    decoys: Callable[[Any, Any], tuple[Invalidation, ...]] | None = None
    label: Callable[[Any, Any], str] | None = None  # "Move, month 3"
    desk_label: Callable[[Any, Any], str] | None = None


class Undo(Struct, frozen=True, kw_only=True):
    """What is special about the undo of an event: who may not undo it, and what is told of it.

    `never`: why nobody can undo the event, as a constant marked with `later`. `never_by_players`: the same for players only.
    `restored`: notices of what counts again after an undo, from the state before; a notice without words stays silent.
    `words`: what everybody reads after an undo and where to look, from the state before; "" to name nothing.
    `words_alone`: its `words` replace every other sentence about the same undo.
    """

    never: str = ""
    never_by_players: str = ""
    restored: Callable[[Any, Any], tuple[Correction, ...]] = lambda _happened, _state: ()
    words: Callable[[Any, Any], str] = lambda _happened, _state: ""
    words_alone: bool = False


class EventHandler(Struct, frozen=True, kw_only=True):
    """Fold of one event, and its sentences.

    `tell`: all lines about the event: the journal's sentence, reports, correction notices, deeds. What one viewer alone may know
    stands in a line to that viewer.
    `invalidations`: what to refresh, from the state after the event.
    `undo`: who may not undo it, and what an undo tells.
    `readers`: desks that may read the sentence and undo the event, from the state after. Default: the desk of the module's room.
    `anonymous`: the journal hides which player gave the command.
    """

    evolve: Callable[[Any, Any], Any]
    tell: Tell
    invalidations: Invalidates = lambda _h, _s: (Invalidation(topic="people", to="staff"),)
    undo: Undo = Undo()
    readers: Callable[[Any, Any], frozenset[DeskId]] | None = None
    anonymous: bool = False


Fold = Callable[[Any, Any, Any], Any]  # (state before an event of another module, state so far, event) -> next state
Reaction = Callable[[Any, Any, DecisionContext], tuple[GameEvent, ...]]
Invalidates = Callable[[Any, Any], tuple[Invalidation, ...]]  # (event, state after it) -> what to refresh


def nobody_held_back(_state: Any, _seat: SeatId) -> None:
    return None


def nothing_broken(_state: Any) -> tuple[str, ...]:
    return ()


def nothing_outdated(_before: Any, _after: Any) -> tuple[tuple[str, str], ...]:
    return ()


class Module(Struct, frozen=True, kw_only=True):
    """One part of the rules. A room's module names its `room` and the type of its `state`.

    `title`: its name in the desks' journal, marked with `later`, if `name` does not explain it.
    `reactions`: events that follow from an event of any module. `late_reactions`: the same, after the `reactions` of all modules:
    who acts next depends on what this event left.
    `extra_folds`: further folds of other modules' events. A player who leaves is the platform's event; the purse is the game's.
    `extra_invalidations`: further invalidations of other modules' events, for this module's screens. They only refresh: who saw an
    event, and who is told of its undo, follows from the event's own invalidations.
    `reports`: reports of events of any module to those whom they concern.
    `view`: what a viewer may know of it. `broken`: its violated invariants, one sentence each.
    `holds_back`: why this player may do nothing now; the one check before every command of a player.
    `outdated`: the correction notices that an event makes out of date, as pairs of `to` and `what`, from the states before and
    after it.
    """

    name: str
    title: str = ""
    commands: Mapping[type, CommandHandler] = msgspec.field(default_factory=dict)
    events: Mapping[type, EventHandler] = msgspec.field(default_factory=dict)
    reactions: Mapping[type, Reaction] = msgspec.field(default_factory=dict)
    late_reactions: Mapping[type, Reaction] = msgspec.field(default_factory=dict)
    extra_folds: Mapping[type, Fold] = msgspec.field(default_factory=dict)
    extra_invalidations: Mapping[type, Invalidates] = msgspec.field(default_factory=dict)
    reports: Mapping[type, Reporter] = msgspec.field(default_factory=dict)
    room: RoomId | None = None
    state: type | None = None
    view: Callable[[Any, Viewer], object] | None = None
    broken: Callable[[Any], tuple[str, ...]] = nothing_broken
    holds_back: Callable[[Any, SeatId], Refused | None] = nobody_held_back
    outdated: Callable[[Any, Any], tuple[tuple[str, str], ...]] = nothing_outdated


@dataclass(frozen=True, kw_only=True)
class Game(Generic[State]):
    """The main game: one engine composed of modules, over states of one type."""

    name: str
    state_type: type[State]
    modules: tuple[Module, ...]
    commands: Mapping[type, CommandHandler] = field(init=False)
    events: Mapping[type, EventHandler] = field(init=False)
    event_types: Mapping[str, type] = field(init=False)
    command_types: Mapping[str, type] = field(init=False)
    room_states: Mapping[RoomId, type] = field(init=False)
    _holding_back: tuple[Callable[[Any, SeatId], Refused | None], ...] = field(init=False)
    _reactions: Mapping[type, tuple[Reaction, ...]] = field(init=False)
    _folds: Mapping[type, tuple[Fold, ...]] = field(init=False)
    _invalidations: Mapping[type, tuple[Invalidates, ...]] = field(init=False)
    _reports: Mapping[type, tuple[Reporter, ...]] = field(init=False)

    def __post_init__(self) -> None:
        commands: dict[type, CommandHandler] = {}
        events: dict[type, EventHandler] = {}
        reactions: dict[type, tuple[Reaction, ...]] = {}
        folds: dict[type, tuple[Fold, ...]] = {}
        invalidations: dict[type, tuple[Invalidates, ...]] = {}
        reports: dict[type, tuple[Reporter, ...]] = {}
        for module in self.modules:
            _add_once(commands, module.commands, module.name)
            _add_once(events, module.events, module.name)
            for kind, fold in module.extra_folds.items():
                folds[kind] = (*folds.get(kind, ()), fold)
            for kind, invalidates in module.extra_invalidations.items():
                invalidations[kind] = (*invalidations.get(kind, ()), invalidates)
            for kind, reporter in module.reports.items():
                reports[kind] = (*reports.get(kind, ()), reporter)
        for part in (*(module.reactions for module in self.modules), *(module.late_reactions for module in self.modules)):
            for kind, reaction in part.items():
                reactions[kind] = (*reactions.get(kind, ()), reaction)
        rooms = {module.room: module.state for module in self.modules if module.room and module.state}
        object.__setattr__(self, "commands", commands)
        object.__setattr__(self, "events", events)
        object.__setattr__(self, "event_types", {kind.__name__: kind for kind in events})
        object.__setattr__(self, "command_types", {kind.__name__: kind for kind in commands})
        object.__setattr__(self, "room_states", rooms)
        object.__setattr__(self, "_holding_back", tuple(dict.fromkeys(module.holds_back for module in self.modules)))
        object.__setattr__(self, "_reactions", reactions)
        object.__setattr__(self, "_folds", folds)
        object.__setattr__(self, "_invalidations", invalidations)
        object.__setattr__(self, "_reports", reports)

    def decide(self, state: State, command: Command, asked: DecisionContext) -> tuple[GameEvent, ...]:
        """Return the events of a command, reactions included.

        Raises:
            Refused: a rule forbids it, or this actor has no right to it.
        """
        return self.decided(state, command, asked).events

    def decided(self, state: State, command: Command, asked: DecisionContext) -> Decided[State]:
        """Return the events as `decide` does, and the state after the last."""
        handler = self.commands[type(command)]
        frame: Frame = state.frame  # type: ignore[attr-defined]  # every state of a day has one
        try:
            require_right(handler, command, asked.by, frame)
            self._admit(handler, state, asked.by)
            events: list[GameEvent] = []
            for happened in handler.decide(state, command, asked):
                state = self._follow(state, happened, asked, events)
        except Refused as no:
            no.rule = no.rule or frame.rules.get(no.point, "")
            raise
        decoys = handler.decoys(command, state) if handler.decoys else ()
        return Decided(events=tuple(events), state=state, decoys=decoys)

    def _admit(self, handler: CommandHandler, state: State, by: Actor) -> None:
        """Check that no module holds this player back. Raises: Refused."""
        if by.seat is None or handler.always:
            return
        for holds_back in self._holding_back:
            no = holds_back(state, by.seat)
            if no is not None:
                raise no

    def followed(self, state: State, happened: GameEvent, asked: DecisionContext) -> Decided[State]:
        """Preview an event: return it with all reactions, and the state after the last."""
        events: list[GameEvent] = []
        state = self._follow(state, happened, asked, events)
        return Decided(events=tuple(events), state=state)

    def _follow(self, state: State, happened: GameEvent, asked: DecisionContext, events: list[GameEvent]) -> State:
        events.append(happened)
        state = self.evolve(state, happened)
        for reaction in self._reactions.get(type(happened), ()):
            for follower in reaction(state, happened, asked):
                state = self._follow(state, follower, asked, events)
        return state

    def evolve(self, state: State, happened: GameEvent) -> State:
        """Return the state after one event."""
        after: State = self.events[type(happened)].evolve(state, happened)
        for fold in self._folds.get(type(happened), ()):
            after = fold(state, after, happened)
        return after

    def explain(self, happened: GameEvent, state: State) -> str:
        """Return the journal's sentence about an event. `state`: the state before the event."""
        return journal_words(self.events[type(happened)].tell(happened, state, self.evolve(state, happened)))

    def invalidations(self, happened: GameEvent, state: State) -> tuple[Invalidation, ...]:
        """Return what to refresh, and for whom: the event's own invalidations, then those that other modules add."""
        extra = self._invalidations.get(type(happened), ())
        return (*self.own_invalidations(happened, state), *(each for invalidates in extra for each in invalidates(happened, state)))

    def own_invalidations(self, happened: GameEvent, state: State) -> tuple[Invalidation, ...]:
        """Return what the event's handler refreshes. Its audiences are those who may have seen the event."""
        return self.events[type(happened)].invalidations(happened, state)

    def tell(self, happened: GameEvent, before: State, after: State) -> Iterator[Line]:
        """Return all lines about an event: those of its handler, then the reports of all modules."""
        yield from self.events[type(happened)].tell(happened, before, after)
        for report in self._reports.get(type(happened), ()):
            yield from report(before, after, happened)

    def reports(self, happened: GameEvent, before: State, after: State) -> tuple[Report, ...]:
        """Return the reports of an event to those whom it concerns."""
        return reports_in(self.tell(happened, before, after))

    def outdated(self, before: State, after: State) -> tuple[tuple[str, str], ...]:
        """Return the correction notices, by audience and subject, whose number changed with an event."""
        return tuple(each for module in self.modules for each in module.outdated(before, after))

    def module_of(self, kind: type) -> Module:
        """Return the module that owns events of this kind."""
        return next(each for each in self.modules if kind in each.events)

    def readers(self, happened: GameEvent, state: State) -> frozenset[DeskId]:
        """Return the desks that may read an event: its handler's, else its room's; empty for all. `state`: the state after it."""
        if (named := self.events[type(happened)].readers) is not None:
            return named(happened, state)
        room = self.module_of(type(happened)).room
        frame: Frame = state.frame  # type: ignore[attr-defined]  # every state of a day has one
        return frozenset({frame.desk_of(room)}) if room else frozenset()

    def lasting(self, happened: GameEvent) -> str:
        """Return why this event can never be withdrawn; "" for one that can be."""
        return say(self.events[type(happened)].undo.never)

    def binding(self, happened: GameEvent) -> str:
        """Return why players cannot undo this event; "" when they can."""
        return say(self.events[type(happened)].undo.never_by_players)

    def corrections(self, happened: GameEvent, state: State) -> tuple[Correction, ...]:
        """Return the correction notices of an event that was set by hand. `state`: the state before the event."""
        return corrections_in(self.tell(happened, state, self.evolve(state, happened)))

    def label(self, command: Command, state: State, *, by_desk: bool = False) -> str:
        """Return the name of a command in the journal and on the undo button: "Move, month 3"."""
        handler = self.commands[type(command)]
        label = handler.desk_label if by_desk and handler.desk_label else handler.label
        return label(command, state) if label else say(_words(type(command).__name__))

    def view(self, state: State, viewer: Viewer) -> Mapping[str, object]:
        """Return exactly what this viewer may know, by module."""
        return {module.name: module.view(state, viewer) for module in self.modules if module.view}

    def broken(self, state: State) -> tuple[str, ...]:
        """Return the violated invariants, one sentence each."""
        return tuple(sentence for module in self.modules for sentence in module.broken(state))


def journal_words(lines: Iterable[Line]) -> str:
    """Return the journal's sentence among the lines about an event."""
    return next((each.words for each in lines if isinstance(each, Report) and each.to == DESKS), "")


def reports_in(lines: Iterable[Line]) -> tuple[Report, ...]:
    """Return the lines for phones and walls."""
    return tuple(each for each in lines if isinstance(each, Report) and each.to != DESKS)


def corrections_in(lines: Iterable[Line]) -> tuple[Correction, ...]:
    """Return the correction notices among the lines about an event."""
    return tuple(each for each in lines if isinstance(each, Correction))


def _add_once(known: dict[type, Any], more: Mapping[type, Any], module: str) -> None:
    for kind, entry in more.items():
        if kind in known:
            raise ValueError(f"{kind.__name__} is registered by two modules; the second is {module}")
        known[kind] = entry


def _words(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip().capitalize()
