"""What a phone's view reads of the state is noted: while nothing of it changes, the view's answer does not change either."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Struct

from control.bots.playout import PlayedCommand
from control.day.memoization import Noting, Part, call_noted, changed_parts
from control.engine.ids import SeatId
from control.engine.modules import Decided
from control.engine.viewer import Viewer
from control.phone.play import registered_regions
from rooms.realm.frame import NAME
from rooms.realm.game.state import GameState
from tests.amounts import amount
from tests.rooms.test_days_by_rules import short
from tests.rooms.whole import whole_day

DAYS, MONTHS, SEATS = amount(1, 12), amount(2, 10), amount(2, 4)


class Made(Struct, frozen=True):
    """What a view showed a seat, and what it had read then."""

    shown: str
    read: frozenset[Part]


class Proof:
    """Call views after every command, plain and noted; `wrong` gathers what a cache by reads would get wrong."""

    def __init__(self, views: dict[str, Callable[[Any, Viewer], object]], seed: int) -> None:
        self.views, self.seed, self.wrong, self.stood, self.asked = views, seed, set[str](), 0, 0
        self.made: dict[tuple[SeatId, str], Made] = {}

    def __call__(self, before: GameState, given: PlayedCommand, decided: Decided[GameState]) -> None:
        state, changed = decided.state, changed_parts(before, decided.state)
        for seat in random.Random(self.seed).sample(sorted(state.seats), min(SEATS, len(state.seats))):
            for name, view in self.views.items():
                self._check(state, changed, Viewer(seat=seat), name, view)

    def _check(
        self, state: GameState, changed: frozenset[Part], viewer: Viewer, name: str, view: Callable[[Any, Viewer], object]
    ) -> None:
        reads: dict[Part, object] = {}
        plain = repr(view(state, viewer))
        if repr(call_noted(view, state, reads, viewer)) != plain:
            self.wrong.add(f"{name} shows something else while it is noted")
        known = self.made.get((viewer.player, name))
        stands = known is not None and known.read.isdisjoint(changed)
        self.asked, self.stood = self.asked + 1, self.stood + stands
        if known is not None and stands and known.shown != plain:
            self.wrong.add(f"{name} changed without a noted read")
        self.made[viewer.player, name] = Made(plain, known.read if known and stands else frozenset(reads))


def phone_views() -> dict[str, Callable[[Any, Viewer], object]]:
    return {each.name: each.view for each in registered_regions(NAME)}


@pytest.mark.parametrize("seed", range(1, DAYS + 1))
def test_a_view_whose_reads_have_not_changed_shows_the_same(seed):
    proof = Proof(phone_views(), seed)

    whole_day(short(MONTHS), seed, look=proof)

    assert proof.wrong == set()
    assert proof.stood > proof.asked / 2  # else nothing is gained


def test_a_read_that_is_not_noted_is_found():
    def leaking(state: Any, viewer: Viewer) -> object:
        plain = state._record if isinstance(state, Noting) else state
        return plain.clock.phase, state.seats[viewer.player].name

    proof = Proof({"leaking": leaking, "sound": lambda state, viewer: (state.clock.phase, viewer)}, 1)

    whole_day(short(1), 1, look=proof)

    assert proof.wrong == {"leaking changed without a noted read"}
