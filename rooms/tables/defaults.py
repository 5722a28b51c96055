"""What is played for whoever lets the time run out, in the words of the game, with nothing that chance brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from rooms.tables.game.engine import TableEngine
from rooms.tables.registry import app_of

T = TypeVar("T")


class AsItLies:
    """A chance that leaves everything where it lies: what is drawn by lot is not drawn yet, and not told."""

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The same items in the same order."""
        return tuple(items)


def default_words(engine: TableEngine, play: Any, player: int) -> str:
    """The default of a player who is waited for, as the own view has it: "your turn ends."; empty where the game says nothing."""
    rules = engine.rules
    return app_of(engine.game.id).run_out(rules.view(play, player), rules.default(play, player, AsItLies()))
