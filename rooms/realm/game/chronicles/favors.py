"""Fold: the Favors that were played; one that its desk found void never was (GE-FAV-07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from control.engine.chronicle import Deed, Moment, Record
from control.engine.language import say
from rooms.realm.game.chronicles.writing import deed
from rooms.realm.game.favors.using import FavorUsed, FavorVoided, used_words
from rooms.realm.game.reports.words import ended, own
from rooms.realm.game.state import GameState


@dataclass(slots=True)
class FavorsPlayed:
    """Fold: each by its card and the key of its use."""

    played: dict[tuple[str, str, int], Deed] = field(default_factory=dict)

    def see(self, moment: Moment[GameState]) -> Iterator[Record]:
        match moment.event:
            case FavorUsed(used=used):
                words = ended(say("Played a Favor: {favor}", favor=used_words(moment.before, used)))
                self.played[used.card, used.key, used.month] = deed(moment, "favor-used", own(used.seat), words, rule="GE-FAV-03")
            case FavorVoided() as happened:
                self.played.pop((happened.card, happened.key, happened.month), None)
        return iter(())

    def end(self, _state: Any) -> Iterator[Record]:
        return iter(self.played.values())
