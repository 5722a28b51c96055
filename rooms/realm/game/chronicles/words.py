"""Words of chronicles: what is written of an event by its type, and how records name people and Houses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from control.day.words import who
from control.engine.chronicle import Chronicler, Deed, MakeChronicler, Moment, Record, Turn
from control.engine.ids import RoomId, SeatId
from control.engine.language import capital
from control.engine.reasons import Told
from rooms.realm.game.reports.words import ended
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import Paper, PaperType

# === words ==============================================================================================================


Write = Callable[[Moment[GameState], Any], Iterable[Record]]  # of a moment and its event


@dataclass(frozen=True, slots=True)
class ByItself:
    """Fold: what is written of each event without a look at those before it."""

    writes: Mapping[type, Write]

    def see(self, moment: Moment[GameState]) -> Iterable[Record]:
        write = self.writes.get(type(moment.event))
        return write(moment, moment.event) if write is not None else ()

    def end(self, _state: GameState) -> Iterable[Record]:
        return ()


def by_itself(writes: Mapping[type, Write]) -> MakeChronicler:
    """A chronicler of events that need no memory."""

    def make() -> Chronicler:
        return ByItself(writes)

    return make


def deed(
    moment: Moment[GameState],
    kind: str,
    who: str,
    words: str,
    *,
    count: int = 1,
    weight: int = 0,
    room: RoomId | None = None,
    rule: str = "",
) -> Deed:
    """What this audience did, or what befell it, with this entry."""
    return Deed(
        kind=kind,
        who=who,
        seq=moment.seq,
        round=moment.round,
        words=words,
        count=count,
        weight=weight,
        room=room,
        rule=rule,
    )


def turn(moment: Moment[GameState], kind: str, words: str) -> Turn:
    """A turn in a life, with this entry."""
    return Turn(kind=kind, seq=moment.seq, round=moment.round, words=words)


def name_of(state: GameState, seat: SeatId | None) -> str:
    """A player with the House: "Livia (Cat)"; the id of one who is not there."""
    return who(state, seat) if seat is not None and seat in state.seats else str(seat or "")


def sentence(told: Told) -> str:
    """A reason as a sentence of its own; empty where none was given."""
    words = str(told).strip()
    return ended(capital(words)) if words else ""


def title_of(state: GameState, kinds: Sequence[PaperType], paper: Paper) -> str:
    """A scheme or proposal as it was written, without its cost and what its author noted: "Assassinate: Cat, Livia"."""
    free = tuple(
        replace(each, cost=None, cost_per=None)  # type: ignore[arg-type]  # a proposal has a cost: here it is not told
        for each in kinds
        if each.id == paper.type
    )
    return words_of(state, free, replace(paper, note=""))
