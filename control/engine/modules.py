"""One engine for the main game and every side table.

A game is what the protocol `Engine` names, pure functions over a frozen state: `decided` and `evolve` carry it, `broken` guards it,
and `label`, `explain`, `invalidations` and `lasting` tell of it. How a viewer sees it is its room's own. The main game is put
together from modules: those of `control.day`, those of the game around its rooms, and one or more for each room. A module says
which commands it decides and who may give them, which events it folds and how each reads, and which events of others it reacts to
or folds further.

A decision runs depth first: an event is folded, every module that reacts to it adds its own events right behind it, and so on.
So one command ("end step Battle") carries with it everything that follows from it, as one group in the journal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from control.engine.context import Actor, DecisionContext
from control.engine.frame import Frame
from control.engine.ids import DeskId, RoomId, SeatId
from control.engine.language import say
from control.engine.refusal import Refused
from control.engine.reports import Correction as Correction
from control.engine.reports import Report, Reporter
from control.engine.rights import Desks as Desks
from control.engine.rights import desks_of as desks_of
from control.engine.rights import every_desk as every_desk
from control.engine.rights import require_right
from control.engine.viewer import Viewer

State = TypeVar("State")

Command = Any  # a frozen dataclass of some module's `commands`
GameEvent = Any  # a frozen dataclass of some module's `events`


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalidation:
    """That something happened: a topic, and the audience that may know it ("all", "staff", "team:cat", "seat:cat-1")."""

    topic: str
    to: str = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Generic[State]):
    """What a decision brings: the events in order, and the state after the last. `feigned` is who looks again without any."""

    events: tuple[GameEvent, ...]
    state: State
    feigned: tuple[Invalidation, ...] = ()


class Engine(Protocol[State]):
    """What the desk and the journal ask of any game. `event_types` and `command_types` are what is stored, by each type's name."""

    @property
    def event_types(self) -> Mapping[str, type]: ...

    @property
    def command_types(self) -> Mapping[str, type]: ...

    def decided(self, state: State, command: Command, asked: DecisionContext) -> Decided[State]:
        """The events a command brings about, and the state after the last. Raises: Refused."""
        ...

    def label(self, command: Command, state: State, *, by_desk: bool = False) -> str:
        """How the journal and the undo button call a command."""
        ...

    def evolve(self, state: State, happened: GameEvent) -> State:
        """The state after one event.

        Total: it never refuses, and an event that speaks of what is not there, for something before it was withdrawn, leaves a
        state that `broken` names.
        """
        ...

    def broken(self, state: State) -> tuple[str, ...]:
        """The invariants that do not hold, one sentence each; empty when all is well."""
        ...

    def explain(self, happened: GameEvent, state: State) -> str:
        """The event as a sentence for the control team; `state` is the state it happened in."""
        ...

    def invalidations(self, happened: GameEvent, state: State) -> tuple[Invalidation, ...]:
        """Who must look again; `state` is the state after it, or one in which it was withdrawn. Total as `evolve` is."""
        ...

    def lasting(self, happened: GameEvent) -> str:
        """Why this event can never be withdrawn; empty when it can."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandHandler:
    """How one command is decided, and whose it is: the desks (or a question to the frame), the player in `seat`, the clock.

    `feigns` names whom a command tells to look again though it brings nothing about: one that is only to look like another.
    Every desk reads labels, so they hold no secret. `desk_label` serves for commands of the control team; it may name the player.
    """

    decide: Callable[[Any, Any, DecisionContext], tuple[GameEvent, ...]]
    desks: Desks = frozenset()
    player: bool = False  # a player may give it, for the own seat only: the command then has a field `seat`
    clock: bool = False
    always: bool = False  # a player who is held back gives it too: calls to Control
    feigns: Callable[[Any, Any], tuple[Invalidation, ...]] | None = None
    label: Callable[[Any, Any], str] | None = None  # "Move, month 3": how the journal and the undo button call it
    desk_label: Callable[[Any, Any], str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHandler:
    """How one event is folded and told.

    `explain` gets the state before the event. `lasting` says why it cannot be withdrawn; it is a constant, marked with `later`, and
    the engine says it. `corrects` says, from the same state, what changes for players when somebody of the team set this by hand;
    it names no reason, for that stands in the journal alone.
    `again` says, from that state too, what is so again for whom once it is taken back; one without words is silence.
    `gone` says, from that state too, what everybody reads of it once it is taken back, and where to look; empty to name nothing.
    Of a `whole` one nothing else is read, whatever goes with it.
    `readers` names, from the state after it, the desks that may read the sentence and take the event back, else the module's.
    `told` is the sentence for one viewer, handed over last, where some read what others must not; else everybody reads `explain`.
    `binds` is a constant as `lasting` is, for players alone. Of a `nameless` one nobody reads whose command it came from.
    """

    evolve: Callable[[Any, Any], Any]
    explain: Callable[[Any, Any], str]
    invalidations: Callable[[Any, Any], tuple[Invalidation, ...]] = lambda _h, _s: (Invalidation(topic="people", to="staff"),)
    lasting: str = ""
    corrects: Callable[[Any, Any], tuple[Correction, ...]] = lambda _happened, _state: ()
    again: Callable[[Any, Any], tuple[Correction, ...]] = lambda _happened, _state: ()
    gone: Callable[[Any, Any], str] = lambda _happened, _state: ""
    whole: bool = False
    readers: Callable[[Any, Any], frozenset[DeskId]] | None = None
    told: Callable[[Any, Any, Any], str] | None = None
    binds: str = ""
    nameless: bool = False


Fold = Callable[[Any, Any, Any], Any]  # the state before an event of another module, the state so far, the event: the next state
Reaction = Callable[[Any, Any, DecisionContext], tuple[GameEvent, ...]]


def nobody_held_back(_state: Any, _seat: SeatId) -> None:
    return None


def nothing_broken(_state: Any) -> tuple[str, ...]:
    return ()


def nothing_moved(_before: Any, _after: Any) -> tuple[tuple[str, str], ...]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """One part of the rules. A room's module names its room and the type of its state.

    `also` folds events of other modules further: a player who leaves is the platform's, the purse left behind the game's.
    `afterwards` reacts when the `reactions` of all modules are through: who acts next is decided on what this one has left.
    `reports` tell events of any module to those whom they concern. `about` is what the desks' journal calls it, marked with
    `later`, where its name would not say it. `holds_back` is the one door before players' commands: why this player may do nothing.
    `moved` names, from the states before and after any event, what a correction speaks of that it changed, by `to` and `what`.
    """

    name: str
    about: str = ""
    commands: Mapping[type, CommandHandler] = field(default_factory=dict)
    events: Mapping[type, EventHandler] = field(default_factory=dict)
    reactions: Mapping[type, Reaction] = field(default_factory=dict)
    afterwards: Mapping[type, Reaction] = field(default_factory=dict)
    also: Mapping[type, Fold] = field(default_factory=dict)
    reports: Mapping[type, Reporter] = field(default_factory=dict)
    room: RoomId | None = None
    state: type | None = None
    view: Callable[[Any, Viewer], object] | None = None
    broken: Callable[[Any], tuple[str, ...]] = nothing_broken
    holds_back: Callable[[Any, SeatId], Refused | None] = nobody_held_back
    moved: Callable[[Any, Any], tuple[tuple[str, str], ...]] = nothing_moved


@dataclass(frozen=True, kw_only=True)
class Game(Generic[State]):
    """The main game: modules put together into one engine over states of one type."""

    name: str
    state_type: type[State]
    modules: tuple[Module, ...]
    commands: Mapping[type, CommandHandler] = field(init=False)
    events: Mapping[type, EventHandler] = field(init=False)
    event_types: Mapping[str, type] = field(init=False)
    command_types: Mapping[str, type] = field(init=False)
    room_states: Mapping[RoomId, type] = field(init=False)
    _reactions: Mapping[type, tuple[Reaction, ...]] = field(init=False)
    _also: Mapping[type, tuple[Fold, ...]] = field(init=False)
    _reports: Mapping[type, tuple[Reporter, ...]] = field(init=False)

    def __post_init__(self) -> None:
        commands: dict[type, CommandHandler] = {}
        events: dict[type, EventHandler] = {}
        reactions: dict[type, tuple[Reaction, ...]] = {}
        also: dict[type, tuple[Fold, ...]] = {}
        reports: dict[type, tuple[Reporter, ...]] = {}
        for module in self.modules:
            _add_once(commands, module.commands, module.name)
            _add_once(events, module.events, module.name)
            for kind, fold in module.also.items():
                also[kind] = (*also.get(kind, ()), fold)
            for kind, reporter in module.reports.items():
                reports[kind] = (*reports.get(kind, ()), reporter)
        for part in (*(module.reactions for module in self.modules), *(module.afterwards for module in self.modules)):
            for kind, reaction in part.items():
                reactions[kind] = (*reactions.get(kind, ()), reaction)
        rooms = {module.room: module.state for module in self.modules if module.room and module.state}
        object.__setattr__(self, "commands", commands)
        object.__setattr__(self, "events", events)
        object.__setattr__(self, "event_types", {kind.__name__: kind for kind in events})
        object.__setattr__(self, "command_types", {kind.__name__: kind for kind in commands})
        object.__setattr__(self, "room_states", rooms)
        object.__setattr__(self, "_reactions", reactions)
        object.__setattr__(self, "_also", also)
        object.__setattr__(self, "_reports", reports)

    def decide(self, state: State, command: Command, asked: DecisionContext) -> tuple[GameEvent, ...]:
        """The events a command brings about, reactions included.

        Raises:
            Refused: a rule said no, or the command is not this actor's to give.
        """
        return self.decided(state, command, asked).events

    def decided(self, state: State, command: Command, asked: DecisionContext) -> Decided[State]:
        """As `decide`, with the state after the last event, so that nobody folds twice."""
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
        feigned = handler.feigns(command, state) if handler.feigns else ()
        return Decided(events=tuple(events), state=state, feigned=feigned)

    def _admit(self, handler: CommandHandler, state: State, by: Actor) -> None:
        """Raises: Refused, when a module holds this player back."""
        if by.seat is None or handler.always:
            return
        for module in self.modules:
            no = module.holds_back(state, by.seat)
            if no is not None:
                raise no

    def followed(self, state: State, happened: GameEvent, asked: DecisionContext) -> Decided[State]:
        """An event with all that the modules add behind it, and the state after the last: what would come of it."""
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
        """The state after one event."""
        after: State = self.events[type(happened)].evolve(state, happened)
        for fold in self._also.get(type(happened), ()):
            after = fold(state, after, happened)
        return after

    def explain(self, happened: GameEvent, state: State) -> str:
        """The event as a sentence; `state` is the state it happened in."""
        return self.events[type(happened)].explain(happened, state)

    def told(self, happened: GameEvent, state: State, viewer: Any) -> str:
        """The event as this viewer may read it; `state` is the state it happened in."""
        handler = self.events[type(happened)]
        return handler.explain(happened, state) if handler.told is None else handler.told(happened, state, viewer)

    def invalidations(self, happened: GameEvent, state: State) -> tuple[Invalidation, ...]:
        """Who must look again."""
        return self.events[type(happened)].invalidations(happened, state)

    def reports(self, happened: GameEvent, before: State, after: State) -> tuple[Report, ...]:
        """What it means to those whom it concerns."""
        return tuple(each for told in self._reports.get(type(happened), ()) for each in told(before, after, happened))

    def moved(self, before: State, after: State) -> tuple[tuple[str, str], ...]:
        """What corrections speak of that is another number after an event: a note that says the former is overtaken."""
        return tuple(each for module in self.modules for each in module.moved(before, after))

    def module_of(self, happened: GameEvent) -> Module:
        """The module whose event it is."""
        return next(each for each in self.modules if type(happened) in each.events)

    def readers(self, happened: GameEvent, state: State) -> frozenset[DeskId]:
        """The desks that may read it, in the state after it: those that it names, else its room's; empty for all of them."""
        if (named := self.events[type(happened)].readers) is not None:
            return named(happened, state)
        room = self.module_of(happened).room
        frame: Frame = state.frame  # type: ignore[attr-defined]  # every state of a day has one
        return frozenset({frame.desk_of(room)}) if room else frozenset()

    def lasting(self, happened: GameEvent) -> str:
        """Why this event can never be withdrawn; empty when it can."""
        return say(self.events[type(happened)].lasting)

    def binds(self, happened: GameEvent) -> str:
        """Why players cannot take this event back; empty when they can."""
        return say(self.events[type(happened)].binds)

    def corrections(self, happened: GameEvent, state: State) -> tuple[Correction, ...]:
        """What the event corrects when it was set by hand; `state` is the state it happened in."""
        return self.events[type(happened)].corrects(happened, state)

    def label(self, command: Command, state: State, *, by_desk: bool = False) -> str:
        """How the journal and the undo button call a command: "Move, month 3"."""
        handler = self.commands[type(command)]
        label = handler.desk_label if by_desk and handler.desk_label else handler.label
        return label(command, state) if label else say(_words(type(command).__name__))

    def view(self, state: State, viewer: Viewer) -> Mapping[str, object]:
        """Exactly what this viewer may know, by module."""
        return {module.name: module.view(state, viewer) for module in self.modules if module.view}

    def broken(self, state: State) -> tuple[str, ...]:
        """The invariants that do not hold, one sentence each."""
        return tuple(sentence for module in self.modules for sentence in module.broken(state))


def _add_once(known: dict[type, Any], more: Mapping[type, Any], module: str) -> None:
    for kind, entry in more.items():
        if kind in known:
            raise ValueError(f"{kind.__name__} stands in two modules, the second is {module}")
        known[kind] = entry


def _words(name: str) -> str:
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip().capitalize()
