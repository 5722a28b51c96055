"""Words of chronicles: records by type of event, and names of people and Houses in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from control.day.words import who
from control.engine.chronicle import Chronicler, LifeTurn, MakeChronicler, PersonDeed, Record, StoryMoment
from control.engine.ids import RoomId, SeatId
from control.engine.records import replace
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import Paper, PaperType

# === words ==============================================================================================================


Write = Callable[[StoryMoment[GameState], Any], Iterable[Record]]  # (moment, its event) -> records


class ByItself(Struct, frozen=True):
    """Fold without memory: writes records of each event alone."""

    writes: Mapping[type, Write]

    def see(self, moment: StoryMoment[GameState]) -> Iterable[Record]:
        write = self.writes.get(type(moment.event))
        return write(moment, moment.event) if write is not None else ()

    def end(self, _state: GameState) -> Iterable[Record]:
        return ()


def stateless_chronicler(writes: Mapping[type, Write]) -> MakeChronicler:
    """Make a chronicler for events that need no memory."""

    def make() -> Chronicler:
        return ByItself(writes)

    return make


def deed(
    moment: StoryMoment[GameState],
    kind: str,
    who: str,
    words: str,
    *,
    count: int = 1,
    weight: int = 0,
    room: RoomId | None = None,
    rule: str = "",
) -> PersonDeed:
    """Return the deed of this audience in this entry."""
    return PersonDeed(
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


def turn(moment: StoryMoment[GameState], kind: str, words: str) -> LifeTurn:
    """Return a turn in a life at this entry."""
    return LifeTurn(kind=kind, seq=moment.seq, round=moment.round, words=words)


def name_of(state: GameState, seat: SeatId | None) -> str:
    """Name of a player with the House: "Livia (Cat)"; the id when the seat is unknown."""
    return who(state, seat) if seat is not None and seat in state.seats else str(seat or "")


def title_of(state: GameState, kinds: Sequence[PaperType], paper: Paper) -> str:
    """Title of a scheme or proposal, without cost and note: "Assassinate: Cat, Livia"."""
    free = tuple(
        replace(each, cost=None, cost_per=None)  # type: ignore[arg-type]  # a title leaves out a proposal's cost
        for each in kinds
        if each.id == paper.type
    )
    return words_of(state, free, replace(paper, note=""))
