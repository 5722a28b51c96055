"""A scheme as its chronicle keeps it while it lives, and the records that are made of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from control.engine.chronicle import Fact, Life, Moment, Record, Tie, Turn
from control.engine.ids import SeatId
from rooms.realm.game.chronicles.writing import turn
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.state import GameState
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.underground.game.chronicles.words import (
    Aim,
    against_words,
    aim_of,
    planned_words,
    scheme_title,
    seemed_words,
)


@dataclass(slots=True, kw_only=True)
class Kept:
    """A scheme from its placing on. `knew` are those who know its face from the start, `known` who learned it with which entry."""

    id: str
    seq: int
    round: int
    house: HouseId
    paper: Paper
    author: SeatId | None
    picker: SeatId | None
    knew: tuple[SeatId, ...]
    title: str
    words: str
    seemed: str
    against: str
    aim: Aim
    known: dict[str, int] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    over: int = 0
    before: list[tuple[int, str]] = field(default_factory=list)  # how it read until it was written anew

    @property
    def owner(self) -> str:
        """Whose scheme it is: its author's, of a drawn one the House's."""
        return own(self.author) if self.author is not None else house(self.house)

    @property
    def hand(self) -> str:
        """Whose deed it is: of a drawn one its picker's."""
        seat = self.author or self.picker
        return own(seat) if seat is not None else house(self.house)

    @property
    def by(self) -> tuple[str, ...]:
        """Who knows it as their own."""
        return tuple(own(each) for each in self.knew)

    def goes_on(self, moment: Moment[GameState], kind: str, words: str, *, over: bool = False) -> None:
        """A turn in its life; with its last, `over`, it is gone."""
        self.turns.append(turn(moment, kind, words))
        self.over = moment.seq if over else self.over

    def shown(self, seats: Iterable[SeatId], seq: int) -> None:
        """These know its face from this entry on."""
        for seat in seats:
            if seat not in self.knew:
                self.known.setdefault(own(seat), seq)

    def reads(self, moment: Moment[GameState], paper: Paper) -> None:
        """What is written on it from this entry on."""
        state = moment.after
        self.before.append((moment.seq, self.words))
        self.paper, self.aim = paper, aim_of(state, self.house, paper)
        self.title, self.words = scheme_title(state, paper), planned_words(state, self.house, paper)
        self.seemed, self.against = seemed_words(state, self.aim), against_words(state, self.house, paper)

    def records(self) -> Iterator[Record]:
        """Its life, what was not known of it, and against whom it was."""
        yield Life(id=self.id, lane="scheme", title=self.title, owner=self.owner, turns=tuple(self.turns), lasts=not self.over)
        yield Fact(
            id=self.id,
            kind="scheme",
            seq=self.seq,
            round=self.round,
            words=self.words,
            seemed=self.seemed,
            over=self.over,
            by=self.by or (house(self.house),),
            touches=self.aim.audiences,
            known=tuple(self.known.items()),
            room=Room.UNDERGROUND,
            rule="R-144",
            place=self.aim.place,
            weight=2 if any(each.kind == "struck" for each in self.turns) else 1,
            before=tuple(self.before),
        )
        if self.aim.audience:
            yield Tie(
                kind="schemed-for" if self.aim.helps else "schemed-against",
                one=house(self.house),
                other=self.aim.audience,
                seq=self.seq,
                round=self.round,
                words=self.against,
                over=self.over,
            )


def kept(
    moment: Moment[GameState],
    *,
    number: str,
    house: HouseId,
    paper: Paper,
    author: SeatId | None,
    picker: SeatId | None = None,
    knew: Iterable[SeatId] = (),
) -> Kept:
    """A scheme that comes to be with this entry."""
    state = moment.after
    own_hand = (author,) if author is not None else ()
    return Kept(
        id=number,
        seq=moment.seq,
        round=moment.round,
        house=house,
        paper=paper,
        author=author,
        picker=picker,
        knew=tuple(dict.fromkeys((*own_hand, *knew))),
        title=scheme_title(state, paper),
        words=planned_words(state, house, paper),
        seemed=seemed_words(state, aim_of(state, house, paper)),
        against=against_words(state, house, paper),
        aim=aim_of(state, house, paper),
    )
