"""An order that fell short, and the world that the engine is asked about."""

from __future__ import annotations

from dataclasses import dataclass

from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import RegionId
from rooms.war.game.board import Board
from rooms.war.game.records.orders import OrderKind, Outcome
from rooms.war.game.state import WarState, war_of
from rooms.war.game.why import engine
from rooms.war.game.why.shape import Change, applied
from rooms.war.game.why.told import Told


def fell_short(outcome: Outcome) -> bool:
    """Did an order do less than it says?"""
    return outcome.done < outcome.due or outcome.stopped_at is not None


def started_in(outcome: Outcome) -> RegionId:
    """The region that an order starts from; a Recruit starts where it ends."""
    return outcome.order.origin or outcome.order.target


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An order that fell short, and the world that the engine is asked about, unless too much of it is hidden: `may_ask`.

    `others` are the worlds that may as well be the true one. `may_add`: would more units where it starts be there for it?
    `all_counted`: is it known of all the House's orders that are taken before it what they say?
    """

    told: Told
    outcome: Outcome
    world: GameState
    others: tuple[GameState, ...] = ()
    may_ask: bool = True
    may_add: bool = True
    all_counted: bool = True

    @property
    def war(self) -> WarState:
        return war_of(self.world)

    @property
    def board(self) -> Board:
        return self.told.board

    @property
    def origin(self) -> RegionId:
        return self.outcome.order.origin or self.outcome.order.target

    def again(self, change: Change | None) -> Outcome | None:
        """What the order would do with a change made."""
        return self._in(self.world, change)

    def _in(self, world: GameState, change: Change | None) -> Outcome | None:
        if change is not None:
            world = applied(world, change)
        kind = OrderKind.MOVE if self.outcome.order.kind is OrderKind.MOVE else OrderKind.RECRUIT
        return engine.outcomes(world, self.outcome.house, kind).get((self.outcome.seat, self.outcome.line))

    def is_so(self) -> bool:
        """Does the engine say of this world what has happened? Only then is it worth asking on."""
        return self._so_in(self.world)

    def _so_in(self, world: GameState) -> bool:
        base, then = self._in(world, None), self.outcome
        if base is None or (base.done, base.stopped_at) != (then.done, then.stopped_at):
            return False
        # Of a Recruit the reason tells whether the House had been raised again before it.
        return then.order.kind is OrderKind.MOVE or base.why == then.why

    def works(self, change: Change) -> bool:
        """Would all of the order be done, and more than was, in every world that may be the true one?"""
        return all(self._works_in(world, change) for world in (self.world, *filter(self._so_in, self.others)))

    def _works_in(self, world: GameState, change: Change) -> bool:
        after = self._in(world, change)
        if after is None or after.stopped_at is not None or after.done < after.due:
            return False
        return after.done > self.outcome.done or self.outcome.stopped_at is not None
