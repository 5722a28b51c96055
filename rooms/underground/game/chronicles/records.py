"""Records of schemes in the chronicle, and their titles, without the author's notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from control.engine.chronicle import Fact, Life, LifeTurn, Record, StoryMoment, Tie
from control.engine.ids import SeatId
from control.engine.language import say
from rooms.realm.game.chronicles.words import name_of, title_of, turn
from rooms.realm.game.passed_laws import Answers
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.scheme_effects.scheme import scheme_kind, scheme_name
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import HouseId, Room
from rooms.realm.scenario.schema import Target
from rooms.underground.game.scheme_value import HELPS

# === names of schemes ===================================================================================================

# Titles of schemes in chronicles: kind and target, without the author's notes.


ROADS: Final = "secret-roads"


class SchemeAim(Struct, frozen=True, kw_only=True):
    """Target of a scheme: a House, a player of it if named, a region. `helps`: it helps the target."""

    house: HouseId | None = None
    helps: bool = False
    player: SeatId | None = None
    place: str = ""

    @property
    def audiences(self) -> tuple[str, ...]:
        """Audiences that the scheme concerns."""
        found = (house(self.house) if self.house else "", own(self.player) if self.player else "")
        return tuple(each for each in found if each)

    @property
    def audience(self) -> str:
        """The main target's audience, "" for none."""
        return self.audiences[-1] if self.audiences else ""


def aim_of(state: GameState, of: HouseId, paper: Paper) -> SchemeAim:
    """Target of a scheme of this House, among other Houses. A scheme for the own House, such as votes, has none."""
    kind = scheme_kind(state, paper.type)
    if kind is None:
        return SchemeAim()
    named = Answers(kind=kind, values=paper.values)
    houses = {each.id for each in state.scenario.houses} - {of}
    found = next((HouseId(each) for each in named.all(Target.HOUSE) if each in houses), None)
    people = (state.seats.get(SeatId(each)) for each in named.all(Target.PLAYER))
    player = next((each.id for each in people if each is not None and each.house != of), None)
    return SchemeAim(house=found, player=player, place=next(iter(named.all(Target.REGION)), ""), helps=helps(of, paper.type, found))


def helps(of: HouseId, scheme: str, target: HouseId | None) -> bool:
    """Whether the scheme helps the House it names. Roads help only the own House."""
    return scheme in HELPS and (scheme != ROADS or target in (None, of))


def scheme_title(state: GameState, paper: Paper) -> str:
    """A scheme as it was written."""
    return title_of(state, state.scenario.schemes, paper)


def planned_words(state: GameState, of: HouseId, paper: Paper) -> str:
    """The plan in words, by House: the author stays unnamed."""
    return say("{house} planned a scheme, “{scheme}”.", house=house_name(state, of), scheme=scheme_title(state, paper))


def seemed_words(state: GameState, aim: SchemeAim) -> str:
    """What the target believed instead."""
    if aim.helps:
        return say("Nobody was known to help {name}.", name=house_name(state, aim.house)) if aim.house is not None else ""
    if aim.player is not None:
        return say("Nothing was known to threaten {name}.", name=name_of(state, aim.player))
    if aim.house is not None:
        return say("Nothing was known to threaten {name}.", name=house_name(state, aim.house))
    return ""


def against_words(state: GameState, of: HouseId, paper: Paper) -> str:
    """Tie of a scheme in words: "Cat schemed against Zen: Delay", or "for"."""
    aim = aim_of(state, of, paper)
    named = name_of(state, aim.player) if aim.player else house_name(state, aim.house) if aim.house else ""
    scheme = scheme_name(state, paper.type)
    words = {"house": house_name(state, of), "name": named, "scheme": scheme}
    return (
        say("{house} schemed for {name}: {scheme}.", **words)
        if aim.helps
        else say("{house} schemed against {name}: {scheme}.", **words)
    )


# === records ============================================================================================================

# A scheme as its chronicle keeps it, and the records made from it.


@dataclass(slots=True, kw_only=True)
class SchemeLife:
    """A scheme from its placing on.

    `knew`: players who know its face from the start; `known`: audiences that learned it, by entry.
    """

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
    aim: SchemeAim
    known: dict[str, int] = field(default_factory=dict)
    turns: list[LifeTurn] = field(default_factory=list)
    over: int = 0
    before: list[tuple[int, str]] = field(default_factory=list)  # its words until it was rewritten

    @property
    def owner(self) -> str:
        """Owner: its author, else the House."""
        return own(self.author) if self.author is not None else house(self.house)

    @property
    def hand(self) -> str:
        """Actor of its deeds: author or picker, else the House."""
        seat = self.author or self.picker
        return own(seat) if seat is not None else house(self.house)

    @property
    def by(self) -> tuple[str, ...]:
        """Players who know it as their own."""
        return tuple(own(each) for each in self.knew)

    def goes_on(self, moment: StoryMoment[GameState], kind: str, words: str, *, over: bool = False) -> None:
        """Add a turn to its life. `over`: the last one."""
        self.turns.append(turn(moment, kind, words))
        self.over = moment.seq if over else self.over

    def shown(self, seats: Iterable[SeatId], seq: int) -> None:
        """Let these players know its face from this entry on."""
        for seat in seats:
            if seat not in self.knew:
                self.known.setdefault(own(seat), seq)

    def reads(self, moment: StoryMoment[GameState], paper: Paper) -> None:
        """Change its contents from this entry on."""
        state = moment.after
        self.before.append((moment.seq, self.words))
        self.paper, self.aim = paper, aim_of(state, self.house, paper)
        self.title, self.words = scheme_title(state, paper), planned_words(state, self.house, paper)
        self.seemed, self.against = seemed_words(state, self.aim), against_words(state, self.house, paper)

    def records(self) -> Iterator[Record]:
        """Its life, the fact about it, and its tie."""
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


def start_record(
    moment: StoryMoment[GameState],
    *,
    number: str,
    house: HouseId,
    paper: Paper,
    author: SeatId | None,
    picker: SeatId | None = None,
    knew: Iterable[SeatId] = (),
) -> SchemeLife:
    """Start the record of a scheme with this entry."""
    state = moment.after
    own_hand = (author,) if author is not None else ()
    return SchemeLife(
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
