"""A bot's view of its table: what the player's phone shows, and the player's valuation of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.viewer import Viewer
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId
from rooms.underground.game.scheme_value import friends_of, value_of_scheme
from rooms.underground.game.state import TableId
from rooms.underground.game.view_attack import AttackShown, attack_view
from rooms.underground.game.view_cards import MinionsShown, minions_view
from rooms.underground.game.view_schemes import SchemeSeen, SchemesView, view_schemes
from rooms.underground.rules.minion_cards import MinionId, face_of


class Whims(Struct, frozen=True, kw_only=True):
    """Dice rolled before the bot looks, so that later rolls do not depend on its decisions."""

    bluff: float
    daring: float
    thrift: float


@dataclass(frozen=True, kw_only=True)
class Eyes:
    """A table as one player sees it. Minions are read at once, the rest on demand."""

    seat: SeatId
    house: HouseId
    wounds: int
    there: frozenset[HouseId]  # Houses at this table
    table: MinionsShown
    seen: Callable[[], SchemesView]
    attacked: Callable[[], AttackShown | None]
    wished: Callable[[Paper], int]
    married: Callable[[], frozenset[HouseId]]

    @cached_property
    def friends(self) -> frozenset[HouseId]:
        """Houses that the bot's House is married into."""
        return self.married()

    @cached_property
    def schemes(self) -> SchemesView:
        """The schemes at the table."""
        return self.seen()

    @cached_property
    def attack(self) -> AttackShown | None:
        """The running attack."""
        return self.attacked()

    @cached_property
    def wishes(self) -> dict[int, int]:
        """Value to the bot's House of each scheme with a known face."""
        return {each.id: self.wished(each.face.paper) for each in self.schemes.schemes if each.face is not None}

    @property
    def id(self) -> TableId:
        return self.table.table

    @property
    def month(self) -> int:
        return self.table.month

    @property
    def hand(self) -> tuple[MinionId, ...]:
        """Own minions, Masters last."""
        held = [each.card for each in self.table.hand or ()]
        return tuple(sorted(held, key=lambda card: (face_of(card).master, card)))

    @property
    def on_turn(self) -> bool:
        return self.table.turn == self.seat

    def own(self) -> list[SchemeSeen]:
        """The schemes of the bot's House."""
        return [each for each in self.schemes.schemes if each.own]

    def needs(self, scheme: SchemeSeen) -> int:
        """Number of minions missing on a scheme with a known face. 0 for a trap or a complete scheme."""
        cost = scheme.face.cost if scheme.face is not None else None
        return max(0, cost - scheme.advancement) if cost is not None else 0


def eyes_of(state: GameState, seat: SeatId) -> Eyes | None:
    """A player's view of the table. None without a table."""
    player, viewer = state.seats[seat], Viewer(seat=seat)
    table = TableId(player.table)
    shown = minions_view(state, viewer, table)
    if shown is None:
        return None
    return Eyes(
        seat=seat,
        house=player.house,
        wounds=player.wounds,
        there=frozenset(each.house for each in shown.sitters),
        table=shown,
        seen=partial(view_schemes, state, viewer, table),
        attacked=partial(attack_view, state, viewer, table),
        wished=partial(value_of_scheme, state, player.house),
        married=partial(friends_of, state, player.house),
    )
