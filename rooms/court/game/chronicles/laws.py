"""Chronicle of proposals and laws, from their authors to their end on the Law Board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from control.day.clock.phase_events import MonthTurned
from control.engine.chronicle import Life, LifeTurn, Record, StoryMoment
from control.engine.ids import SeatId
from control.engine.language import Spoken, capital, later, say
from rooms.court.game.floor.cycles import ProposalChosen, ProposalReturned, ProposalStruck, waiting
from rooms.court.game.floor.payment import LawPaid, LawUnpaid
from rooms.court.game.floor.vote_result import ProposalLapsed, TieDecided, VoteClosed
from rooms.court.game.proposals.amendment import ProposalAmended
from rooms.court.game.proposals.proposal import ProposalEntered, ProposalsHandedIn
from rooms.court.game.reports.words import written_title
from rooms.court.game.schemes import ProposalDestroyed, ProposalLevered
from rooms.court.game.state import Chosen, proposal_in_cycle
from rooms.court.rules.majority import Verdict
from rooms.realm.frame import Moment as Turning
from rooms.realm.game.chronicles.words import deed, name_of, turn
from rooms.realm.game.law_actions.return_turns import LawActed, LawExpired, LawLapsed
from rooms.realm.game.laws import LawPosted, LawStruck, law_words
from rooms.realm.game.passed_laws import LawNumbered, LawPassed
from rooms.realm.game.reports.words import own, whole_reason
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.papers.game.types import Paper
from rooms.realm.scenario.ids import LawId, Room

HOW_CHOSEN: Final[Mapping[Chosen, str]] = Spoken(
    {
        Chosen.SOVEREIGN: later("The Sovereign chose it."),
        Chosen.AGENT: later("Court Control chose it in the Sovereign’s place."),
        Chosen.LEVERAGE: later("A scheme put it on the floor."),
        Chosen.FAVOR: later("A Favor that named it put it on the floor."),
    }
)


Seen = StoryMoment[GameState]


@dataclass(slots=True)
class LawLife:
    """A proposal, or the law that it became."""

    id: str
    title: str
    owner: str
    turns: list[LifeTurn] = field(default_factory=list)

    def life(self, *, lasts: bool) -> Life:
        return Life(id=self.id, lane="law", title=self.title, owner=self.owner, turns=tuple(self.turns), lasts=lasts)


@dataclass(slots=True)
class Laws:
    """Fold: proposals by month and author, laws by their tablet."""

    proposed: dict[tuple[int, SeatId], LawLife] = field(default_factory=dict)
    laws: dict[LawId, LawLife] = field(default_factory=dict)

    def see(self, moment: Seen) -> Iterable[Record]:
        write = WRITES.get(type(moment.event))
        return write(self, moment, moment.event) if write is not None else ()

    def end(self, state: GameState) -> Iterator[Record]:
        """A law that is on the Law Board when the day ends has no end."""
        every = {each.id: each for each in (*self.proposed.values(), *self.laws.values())}
        stand = {self.laws[law.id].id for law in state.laws if law.id in self.laws}
        yield from (each.life(lasts=each.id in stand) for each in every.values())

    # --- proposals ----------------------------------------------------------------------------------------------------

    def handed_in(self, moment: Seen, happened: ProposalsHandedIn) -> Iterator[Record]:
        for each in happened.proposals:
            yield from self._proposes(moment, happened.month, each.seat, each.paper)

    def entered(self, moment: Seen, happened: ProposalEntered) -> Iterator[Record]:
        yield from self._proposes(moment, happened.month, happened.proposal.seat, happened.proposal.paper)

    def _proposes(self, moment: Seen, month: int, seat: SeatId, paper: Paper) -> Iterator[Record]:
        known = (month, seat) in self.proposed
        found = self._of(moment, month, seat, paper)
        name = name_of(moment.after, seat)
        words = say("{player} proposed “{proposal}”.", player=name, proposal=found.title)
        found.turns.append(turn(moment, "proposed", words))
        if not known:
            words = say("Proposed “{proposal}”.", proposal=found.title)
            yield deed(moment, "proposal", own(seat), words, room=Room.COURT, rule="GE-CRT-21")

    def _of(self, moment: Seen, month: int, seat: SeatId, paper: Paper) -> LawLife:
        title = written_title(moment.after, paper)
        found = self.proposed.setdefault((month, seat), LawLife(id=f"law:{month}:{seat}", title=title, owner=own(seat)))
        found.title = title
        return found

    def amended(self, moment: Seen, happened: ProposalAmended) -> Iterator[Record]:
        found = self._of(moment, happened.month, happened.proposal.seat, happened.proposal.paper)
        found.turns.append(turn(moment, "amended", say("It was amended to “{proposal}”.", proposal=found.title)))
        return iter(())

    def chosen(self, moment: Seen, happened: ProposalChosen | ProposalLevered) -> Iterator[Record]:
        found = self._of(moment, happened.month, happened.author, happened.paper)
        how = happened.how if isinstance(happened, ProposalChosen) else Chosen.LEVERAGE
        found.turns.append(turn(moment, "chosen", HOW_CHOSEN[how]))
        return iter(())

    def gone(self, moment: Seen, happened: ProposalReturned | ProposalStruck | ProposalDestroyed) -> Iterator[Record]:
        found = self.proposed.get((happened.month, happened.author))
        if found is not None:
            found.turns.append(_removal_turn(moment))
        return iter(())

    def month_over(self, moment: Seen, happened: MonthTurned) -> Iterator[Record]:
        """A proposal that was not chosen ends with its month (R-79)."""
        if happened.moment == Turning.POOLS and happened.month == moment.before.clock.month:
            for each in waiting(moment.before):
                found = self._of(moment, happened.month, each.seat, each.paper)
                found.turns.append(turn(moment, "not-heard", say("It was not heard that month.")))
        return iter(())

    # --- the floor ----------------------------------------------------------------------------------------------------

    def on_floor(self, moment: Seen, happened: Any) -> Iterator[Record]:
        standing = proposal_in_cycle(moment.before, happened.cycle)
        if standing is not None:
            found = self._of(moment, happened.month, standing.author, standing.paper)
            found.turns.append(_decision_turn(moment))
            if isinstance(happened, LawPaid):
                self.laws[happened.law] = found
        return iter(())

    # --- the Law Board ------------------------------------------------------------------------------------------------

    def from_the_start(self, moment: Seen, _happened: EventSetUp) -> Iterator[Record]:
        for law in moment.after.laws:
            self._tablet(moment, law).turns.append(turn(moment, "posted", say("It hung on the Law Board from the start.")))
        return iter(())

    def posted(self, moment: Seen, happened: LawPosted) -> Iterator[Record]:
        self._tablet(moment, happened.law).turns.append(turn(moment, "posted", say("Control hung it on the Law Board.")))
        return iter(())

    def _tablet(self, moment: Seen, law: PostedLaw, by: SeatId | None = None) -> LawLife:
        title = capital(law_words(moment.after, law.id))
        return self.laws.setdefault(law.id, LawLife(id=f"law:{law.id}", title=title, owner=own(by) if by is not None else ""))

    def passed(self, moment: Seen, happened: LawPassed) -> Iterator[Record]:
        law = capital(law_words(moment.after, happened.law.id))
        words = say("The Sovereign ordered it.") if happened.ordered else say("It is law, as {law}.", law=law)
        self._tablet(moment, happened.law, happened.by).turns.append(turn(moment, "passed", words))
        if happened.by is not None:
            words = say("Made a law: {law}.", law=law)
            yield deed(moment, "law-passed", own(happened.by), words, weight=2, room=Room.COURT, rule="GE-CRT-28")

    def numbered(self, moment: Seen, happened: LawNumbered) -> Iterator[Record]:
        """A law that was ordered is named by its number from now on (R-83)."""
        found = self.laws.get(happened.law)
        if found is not None:
            found.title = capital(law_words(moment.after, happened.law))
        return iter(())

    def on_board(self, moment: Seen, happened: LawActed | LawLapsed | LawExpired | LawStruck) -> Iterator[Record]:
        found = self.laws.get(happened.law)
        if found is not None:
            found.turns.append(_board_turn(moment))
        return iter(())


def _removal_turn(moment: Seen) -> LifeTurn:
    match moment.event:
        case ProposalReturned():
            return turn(moment, "returned", say("It was taken off the floor and waited again."))
        case ProposalStruck():
            return turn(moment, "struck-out", say("Court Control struck it out."))
    return turn(moment, "struck-out", say("A scheme struck it out."))


def _decision_turn(moment: Seen) -> LifeTurn:
    """The decision on the floor (GE-CRT-28, GE-CRT-29, GE-CRT-30, R-78, R-80)."""
    match moment.event:
        case VoteClosed(verdict=verdict, count=count):
            values = {"favor": count.favor, "against": count.against}
            if verdict is Verdict.PASSES:
                return turn(moment, "favored", say("{favor} for, {against} against: a majority favored it.", **values))
            if verdict is Verdict.REJECTED:
                return turn(moment, "rejected", say("{favor} for, {against} against: it was rejected.", **values))
            return turn(moment, "tied", say("{favor} for, {against} against: a tie.", **values))
        case TieDecided(passes=True):
            return turn(moment, "favored", say("The tie was decided for it."))
        case TieDecided():
            return turn(moment, "rejected", say("The tie was decided against it."))
        case LawPaid():
            return turn(moment, "paid", say("It was paid."))
        case LawUnpaid(cost=cost, missing=missing):
            words = say("The pools were {missing} short of its cost of {cost}.", missing=missing, cost=cost)
            return turn(moment, "unpaid", words)
    return turn(moment, "rejected", say("Its time on the floor was over, which rejects it."))


def _board_turn(moment: Seen) -> LifeTurn:
    match moment.event:
        case LawActed():
            return turn(moment, "acted", say("It acted."))
        case LawLapsed():
            return turn(moment, "lapsed", say("No Immortal was free to carry it out."))
        case LawExpired():
            return turn(moment, "expired", say("Its last month was over."))
        case LawStruck(reason=reason):
            return turn(moment, "struck-down", whole_reason(reason) or say("It fell."))
    return turn(moment, "struck-down", say("It fell."))


Written = Callable[[Laws, Seen, Any], Iterable[Record]]

WRITES: Final[Mapping[type, Written]] = {
    ProposalsHandedIn: Laws.handed_in,
    ProposalEntered: Laws.entered,
    ProposalAmended: Laws.amended,
    ProposalChosen: Laws.chosen,
    ProposalLevered: Laws.chosen,
    ProposalReturned: Laws.gone,
    ProposalStruck: Laws.gone,
    ProposalDestroyed: Laws.gone,
    MonthTurned: Laws.month_over,
    VoteClosed: Laws.on_floor,
    TieDecided: Laws.on_floor,
    ProposalLapsed: Laws.on_floor,
    LawPaid: Laws.on_floor,
    LawUnpaid: Laws.on_floor,
    EventSetUp: Laws.from_the_start,
    LawPosted: Laws.posted,
    LawPassed: Laws.passed,
    LawNumbered: Laws.numbered,
    LawActed: Laws.on_board,
    LawLapsed: Laws.on_board,
    LawExpired: Laws.on_board,
    LawStruck: Laws.on_board,
}
