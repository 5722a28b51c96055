"""What a proposal on the floor would bring about: it is run through the rules as if it had passed, over what everybody may know.

Nothing is withheld afterwards. What is anybody's secret is taken out of the state before the rules run, so that no answer can
depend on it: every purse holds more than any law takes, nobody's choice of a room is known, no scheme has left anything.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, Protocol, cast

from control.day.clock.changes import MonthTurned
from control.day.recall import Same
from control.engine.context import Actor, DecisionContext
from control.engine.ids import SeatId
from control.engine.modules import Decided, GameEvent
from rooms.court.game.state import OnFloor
from rooms.realm.frame import Moment
from rooms.realm.game.deeds.turning import LawActed, LawLapsed, turn
from rooms.realm.game.effects.asked import public
from rooms.realm.game.laws import LawStruck
from rooms.realm.game.passed import LawPassed, passing
from rooms.realm.game.state import GameState, Purse, Seat, Throne
from rooms.realm.papers.game.types import NUMBERS, Paper
from rooms.realm.scenario.ids import CardId, Room

MOST: Final = 2 * max(NUMBERS.values())  # of one kind, so that neither ever has to make up for the other
BLANKS: Final = tuple(CardId(f"blank-{number}") for number in range(MOST))
LEFT_OUT: Final = frozenset(
    {"favor_deck", "favor_discards", "decisions", "hand_offs", "calls", "notices", "seals", "met", "schemes"}
)
LOOKED_AT: Final = tuple(each.name for each in fields(GameState) if each.name not in {*LEFT_OUT, "rooms"})
ASKED: Final = DecisionContext(by=Actor(), at=datetime(1, 1, 1, tzinfo=UTC))  # of what is asked here nothing is kept


class Follows(Protocol):
    """The engine, as far as it is asked here: an event with what every room adds to it."""

    def followed(self, state: GameState, happened: GameEvent, asked: DecisionContext) -> Decided[GameState]: ...
    def evolve(self, state: GameState, happened: GameEvent) -> GameState: ...
    def explain(self, happened: GameEvent, state: GameState) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """A proposal run through the Return of this month: `before` it acts, `after` all that acts then.

    `events` follow from its own `acted` alone; None where it would lapse, or would not act at all. `fell_by` struck its tablet
    in the same Return, for it acts later.
    """

    law: LawPassed
    before: GameState
    after: GameState
    acted: LawActed | None
    lapsed: bool
    events: tuple[GameEvent, ...]
    fell_by: LawActed | None


def in_the_open(state: GameState) -> GameState:
    """The state with all taken out that not everybody may know."""
    ample = Purse(power=MOST, favors=BLANKS)
    seats = {each.id: replace(_shown(each), purse=ample) for each in state.seats.values()}
    return replace(
        state,
        seats=seats,
        throne=replace(state.throne, purse=Throne().purse),
        effects=tuple(each for each in state.effects if public(each)),
        favor_deck=BLANKS,
        favor_discards=(),
        decisions=(),
        hand_offs=(),
        calls=(),
        notices=(),
        seals=(),
        met=(),
        schemes=(),
        rooms={room: own for room, own in state.rooms.items() if room == Room.WAR},  # of its part only the board is read
    )


def _shown(seat: Seat) -> Seat:
    """A player as everybody knows this one: in no room yet, and kept out of one by laws alone, for a Delay is secret."""
    bars = tuple(bar for bar in seat.bars if bar.law is not None)
    return replace(seat, choice=None, table="", choice_month=0, bars=bars)


def foresee(state: GameState, standing: OnFloor, cost: int, game: Follows) -> Foreseen:
    """The proposal passes now, and the laws of the month act in their order, what was passed before it too (R-19, R-20)."""
    return _foreseen(Open(state), Same(game), standing.author, standing.paper, cost)


class Open:
    """A state as a key: equal to every other one of which the same lies in the open, as votes change nothing of that."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self._parts = (*(Same(getattr(state, name)) for name in LOOKED_AT), Same(state.rooms.get(Room.WAR)))
        self._hash = hash(self._parts)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Open) and other._parts == self._parts


@lru_cache(maxsize=16)
def _foreseen(held: Open, engine: Same, author: SeatId, paper: Paper, cost: int) -> Foreseen:
    """Once for all who look, and for all votes on it."""
    game = cast(Follows, engine.thing)
    opened = in_the_open(held.state)
    law = passing(opened, paper, by=author, cost=cost)
    opened = game.followed(opened, law, ASKED).state
    first = turn(opened, MonthTurned(month=opened.clock.month, moment=Moment.LAWS), ASKED)
    played = tuple(each for begun in first for each in game.followed(opened, begun, ASKED).events)
    before, acted, lapsed, fell = opened, None, False, None
    events, now = list[GameEvent](), None
    for happened in played:
        if isinstance(happened, LawActed | LawLapsed):
            now = happened
            if now.law == law.law.id:
                before, lapsed = opened, isinstance(now, LawLapsed)
                acted = now if isinstance(now, LawActed) else None
        elif acted is not None and now is acted:
            events.append(happened)
        elif isinstance(happened, LawStruck) and happened.law == law.law.id and isinstance(now, LawActed):
            fell = now
        opened = game.evolve(opened, happened)
    return Foreseen(law=law, before=before, after=opened, acted=acted, lapsed=lapsed, events=tuple(events), fell_by=fell)


def next_month(foreseen: Foreseen) -> GameState:
    """The state in the month after, where what lasts is in force for the first time."""
    state = foreseen.after
    return replace(state, clock=replace(state.clock, month=state.clock.month + 1))
