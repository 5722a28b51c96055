"""Chronicle of secrets on the floor: votes, extra votes, and who stood with an Uprising (GE-CRT-26, R-105)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.engine.chronicle import ALL, NEVER, Fact, Record, StoryMoment
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.records import replace
from rooms.court.game.floor.vote import BribesCounted, votes_of
from rooms.court.game.floor.vote_result import VoteClosed
from rooms.court.game.reports.words import written_title
from rooms.court.game.roll import assembled
from rooms.court.game.state import Vote, proposal_in_cycle
from rooms.court.game.uprising.events import Rose, StoodDown, UprisingEnded
from rooms.realm.game.chronicles.words import name_of
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId, Room

Seen = StoryMoment[GameState]
Counted = tuple[int, int, HouseId, bool]


@dataclass(slots=True)
class Votes:
    """Fold: the last count of extra votes is kept. Rebels are named when their Uprising is over, not before."""

    bribes: dict[Counted, Fact] = field(default_factory=dict)
    stand: dict[tuple[int, int, SeatId], Fact] = field(default_factory=dict)  # rebels of an Uprising that is still open

    def see(self, moment: Seen) -> Iterable[Record]:
        write = WRITES.get(type(moment.event))
        return write(self, moment, moment.event) if write is not None else ()

    def end(self, _state: Any) -> Iterator[Record]:
        yield from self.bribes.values()
        yield from self.stand.values()

    # --- votes --------------------------------------------------------------------------------------------------------

    def closed(self, moment: Seen, happened: VoteClosed) -> Iterator[Record]:
        standing = proposal_in_cycle(moment.before, happened.cycle)
        votes = votes_of(moment.before, standing) if standing is not None else ()
        if standing is None or not votes:
            return
        title = written_title(moment.before, standing.paper)
        values = {"favor": happened.count.favor, "against": happened.count.against, "proposal": title}
        yield Fact(
            id=f"vote:{happened.month}:{happened.cycle}:{moment.seq}",
            kind="vote",
            seq=moment.seq,
            round=moment.round,
            words=say(
                "The secret vote on “{proposal}”, by name for it: {names}; by name against it: {others}.",
                proposal=title,
                names=_names(moment.before, votes, favor=True),
                others=_names(moment.before, votes, favor=False),
            ),
            seemed=say("“{proposal}” had {favor} votes for it and {against} against it, and nobody was named.", **values),
            touches=(own(standing.author),),
            known=NEVER,
            room=Room.COURT,
            rule="GE-CRT-26",
            weight=1,
        )

    def bribed(self, moment: Seen, happened: BribesCounted) -> Iterator[Record]:
        standing, state = proposal_in_cycle(moment.before, happened.cycle), moment.before
        key = (happened.month, happened.cycle, happened.house, happened.favor)
        self.bribes.pop(key, None)
        if standing is None or not happened.votes:
            return iter(())
        named = {"house": house_name(state, happened.house), "proposal": written_title(state, standing.paper)}
        there = tuple(own(each.id) for each in assembled(state) if each.house == happened.house)
        self.bribes[key] = Fact(
            id=f"bribe:{happened.month}:{happened.cycle}:{happened.house}:{'for' if happened.favor else 'against'}",
            kind="bribe",
            seq=moment.seq,
            round=moment.round,
            words=_bribe_words(happened.votes, favor=happened.favor, **named),
            seemed=say("Nobody was told whose extra votes were counted on “{proposal}”.", **named),
            by=there or (house(happened.house),),
            touches=(own(standing.author),),
            room=Room.COURT,
            rule="R-127",
            weight=2,
        )
        return iter(())

    # --- Uprisings ----------------------------------------------------------------------------------------------------

    def rose(self, moment: Seen, happened: Rose) -> Iterator[Record]:
        reigns, of = moment.before.throne.holder, sovereign_house(moment.before)
        touched = (*((own(reigns),) if reigns is not None else ()), *((house(of),) if of is not None else ()))
        self.stand[happened.month, happened.number, happened.seat] = Fact(
            id=f"uprising:{happened.month}:{happened.number}:{happened.seat}:{moment.seq}",
            kind="uprising",
            seq=moment.seq,
            round=moment.round,
            words=say("{player} stood with the Uprising.", player=name_of(moment.after, happened.seat)),
            seemed=say("An Uprising was declared, and nobody was named."),
            by=(own(happened.seat),),
            touches=touched,
            room=Room.COURT,
            rule="R-105",
            weight=3,
        )
        return iter(())

    def sat_down(self, moment: Seen, happened: StoodDown) -> Iterator[Record]:
        """A player who sits down in time is never named."""
        found = self.stand.pop((happened.month, happened.number, happened.seat), None)
        if found is not None:
            yield replace(found, over=moment.seq)

    def over(self, moment: Seen, happened: UprisingEnded) -> Iterator[Record]:
        """The rebels become public."""
        for key in [each for each in self.stand if each[:2] == (happened.month, happened.number)]:
            known = ((ALL, moment.seq),) if key[2] in happened.standing else NEVER
            yield replace(self.stand.pop(key), known=known, over=moment.seq)


def _names(state: GameState, votes: Iterable[Vote], *, favor: bool) -> str:
    return listed([name_of(state, each.seat) for each in votes if each.favor is favor]) or say("nobody")


def _bribe_words(count: int, *, favor: bool, **named: str) -> str:
    if favor:
        return say_count(
            "{count} extra vote for “{proposal}” was {house}’s.",
            "{count} extra votes for “{proposal}” were {house}’s.",
            count,
            **named,
        )
    return say_count(
        "{count} extra vote against “{proposal}” was {house}’s.",
        "{count} extra votes against “{proposal}” were {house}’s.",
        count,
        **named,
    )


Written = Callable[[Votes, Seen, Any], Iterable[Record]]

WRITES: Final[Mapping[type, Written]] = {
    VoteClosed: Votes.closed,
    BribesCounted: Votes.bribed,
    Rose: Votes.rose,
    StoodDown: Votes.sat_down,
    UprisingEnded: Votes.over,
}
