"""Open votes: one slot for each player, so that fists and phones make one count (GE-CRT-26, R-80, R-127)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.floor.cycles import Part, has_begun, heard_words
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import COURT_DESK, TOPIC, assembled, court_invalidations, voters
from rooms.court.game.state import (
    Bribe,
    MoreVotes,
    OnFloor,
    Stand,
    Vote,
    floor_in,
    floor_of,
    found_in,
    mark_doubtful,
    standing_in,
    with_cycle,
)
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name, seat_of
from rooms.realm.scenario.ids import HouseId

# === votes ==============================================================================================================


MOST_BRIBES: Final = 40  # most votes that one House can have from schemes


class CastVote(Struct, frozen=True, kw_only=True):
    """Enter a player's vote, on the phone or by Court Control. A later vote replaces it."""

    month: int
    cycle: int
    seat: SeatId
    favor: bool


class CountFists(Struct, frozen=True, kw_only=True):
    """Enter the raised fists of players who have not voted by name. 0 takes the count back."""

    month: int
    cycle: int
    fists: int


class CountBribes(Struct, frozen=True, kw_only=True):
    """Use a House's scheme votes on this proposal. 0 takes them back."""

    month: int
    cycle: int
    house: HouseId
    votes: int
    favor: bool


class VoteCast(Struct, frozen=True, kw_only=True):
    month: int
    cycle: int
    seat: SeatId
    favor: bool
    at: datetime
    by_control: bool = False  # entered at the desk, not on the player's phone


class FistsCounted(Struct, frozen=True, kw_only=True):
    month: int
    cycle: int
    fists: int


class BribesCounted(Struct, frozen=True, kw_only=True):
    """A House's extra votes on one side. `before`: the votes that a scheme added to, if one did."""

    month: int
    cycle: int
    house: HouseId
    votes: int
    favor: bool
    before: int | None = None


# --- questions ----------------------------------------------------------------------------------------------------------


def open_vote(state: GameState, month: int, cycle: int) -> OnFloor:
    """The proposal in a cycle while its vote is open.

    Raises:
        Stale: it is not the current month, the cycle is empty, or its vote is closed.
        Refused: its vote has not begun.
    """
    standing = standing_in(state, month, cycle)
    if standing.stand is not Stand.OPEN:
        raise Stale(say("The vote on this proposal is closed."), rule="GE-CRT-26")
    if not has_begun(state, cycle, Part.VOTE):
        raise Refused(say("The vote on this proposal has not begun."), rule="GE-CRT-26", code="early")
    return standing


def votes_of(state: GameState, standing: OnFloor) -> tuple[Vote, ...]:
    """Votes by name that count: those of players who have one now."""
    have = {seat.id for seat in voters(state)}
    return tuple(each for each in standing.votes if each.seat in have)


def votes_in_favor(state: GameState, standing: OnFloor) -> int:
    """Votes in favor: by name, and fists of players without a vote by name."""
    named = votes_of(state, standing)
    return sum(each.favor for each in named) + min(standing.fists, len(voters(state)) - len(named))


def extra_votes(standing: OnFloor, *, favor: bool) -> int:
    """Extra votes from schemes on one side (R-127)."""
    return sum(each.votes for each in standing.bribes if each.favor is favor)


def favor_votes(state: GameState, standing: OnFloor, *, favor: bool) -> int:
    """Favor votes on one side. Each goes with its player's own vote, whatever it is by now (GE-FAV-03).

    Without a vote by name they do not count, since nobody could say on which side.
    """
    sides = {each.seat: each.favor for each in votes_of(state, standing)}
    return sum(each.votes for each in favor_votes_shown(state, standing) if sides.get(each.seat) is favor)


def favor_votes_shown(state: GameState, standing: OnFloor) -> tuple[MoreVotes, ...]:
    """Public extra votes by Favors in this vote, whether their players have voted or not."""
    return tuple(each for each in floor_of(state).more if each.cycle == standing.cycle)


def require_vote(state: GameState, standing: OnFloor, seat: HouseSeat) -> None:
    """Require that the player has a vote by name in this vote.

    Raises:
        Refused: the player is not assembled or another votes for the House, or fists are counted already.
    """
    if seat not in assembled(state):
        raise Refused(say("{name} is not assembled in the Court.", name=seat.name), rule="R-80", code="not-assembled")
    if seat not in voters(state):
        speaker = next(each for each in voters(state) if each.house == seat.house)
        raise Refused(say("{name} votes for your House.", name=speaker.name), rule="R-80", code="not-yours")
    if standing.fists and all(each.seat != seat.id for each in standing.votes):
        said = say("The fists have been counted, and yours with them; tell Court Control if it was overlooked.")
        raise Refused(said, rule="GE-CRT-26", code="counted")


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_cast(state: GameState, command: CastVote, asked: DecisionContext) -> tuple[VoteCast, ...]:
    """Enter a player's vote. The same vote again changes nothing and keeps the receipt.

    A player who repeats Court Control's entry on the phone makes it their own vote. Court Control's entry of the player's own vote
    changes nothing.

    Raises:
        Refused: the vote has not begun, the player is not assembled or another votes for the House, or fists are counted already.
        Stale: the month has changed, the cycle is empty, or its vote is closed.
    """
    standing, seat = open_vote(state, command.month, command.cycle), seat_of(state, command.seat)
    require_vote(state, standing, seat)
    before = next((each for each in standing.votes if each.seat == seat.id), None)
    by_control = asked.by.seat is None
    if before is not None and before.favor is command.favor and (by_control or not before.by_control):
        return ()
    cast = VoteCast(month=command.month, cycle=command.cycle, seat=seat.id, favor=command.favor, at=asked.at, by_control=by_control)
    return (cast,)


def decide_fists(state: GameState, command: CountFists, asked: DecisionContext) -> tuple[FistsCounted, ...]:
    """Enter the raised fists of players who have not voted by name.

    Raises:
        Refused: the vote has not begun, or there are more fists than players left.
        Stale: the month has changed, the cycle is empty, or its vote is closed.
    """
    standing = open_vote(state, command.month, command.cycle)
    left = len(voters(state)) - len(votes_of(state, standing))
    if not 0 <= command.fists <= left:
        said = say(
            "Count 0 to {most} fists: {voted} of {all} have voted by name.",
            most=left,
            voted=len(voters(state)) - left,
            all=len(voters(state)),
        )
        raise Refused(said, rule="GE-CRT-26")
    return (FistsCounted(month=command.month, cycle=command.cycle, fists=command.fists),)


def decide_bribes(
    state: GameState, command: CountBribes, asked: DecisionContext, before: int | None = None
) -> tuple[BribesCounted, ...]:
    """Count extra votes of a House with a player in the Court (R-127). `before`: votes that a scheme adds to.

    Raises:
        Refused: the vote has not begun, there is no such House or nobody of it is there, or the number is out of range.
        Stale: the month has changed, the cycle is empty, or its vote is closed.
    """
    open_vote(state, command.month, command.cycle)
    if command.house not in {house.id for house in state.scenario.houses}:
        raise Refused(say("There is no such House."), rule="R-127", code="unknown")
    if not 0 <= command.votes <= MOST_BRIBES:
        raise Refused(say("Give 0 to {most} extra votes.", most=MOST_BRIBES), rule="R-127")
    if command.votes and all(seat.house != command.house for seat in assembled(state)):
        name = house_name(state, command.house)
        raise Refused(say("Nobody of {house} is in the Court, so its extra votes lapse.", house=name), rule="R-127")
    return (
        BribesCounted(
            month=command.month,
            cycle=command.cycle,
            house=command.house,
            votes=command.votes,
            favor=command.favor,
            before=before,
        ),
    )


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("seat")
def evolve_cast(state: GameState, happened: VoteCast) -> GameState:
    """The latest vote counts. Votes are kept in the order of seats, so their own order never matters."""
    standing = found_in(floor_in(state, happened.month), happened.cycle)
    others = tuple(each for each in standing.votes if each.seat != happened.seat) if standing else ()
    new = Vote(seat=happened.seat, favor=happened.favor, at=happened.at, by_control=happened.by_control)
    votes = tuple(sorted((*others, new), key=lambda each: each.seat))
    return with_cycle(state, happened.month, happened.cycle, votes=votes)


def evolve_fists(state: GameState, happened: FistsCounted) -> GameState:
    return with_cycle(state, happened.month, happened.cycle, fists=happened.fists)


def evolve_bribes(state: GameState, happened: BribesCounted) -> GameState:
    """The House's latest votes on that side. If a scheme added to another number, mark the floor as doubtful."""
    standing = found_in(floor_in(state, happened.month), happened.cycle)
    new = Bribe(house=happened.house, votes=happened.votes, favor=happened.favor)
    held = standing.bribes if standing else ()
    others = tuple(each for each in held if (each.house, each.favor) != (new.house, new.favor))
    if happened.before is not None and happened.before != sum(each.votes for each in held if each not in others):
        state = mark_doubtful(state, happened.month)
    bribes = (*others, new) if new.votes else others
    return with_cycle(
        state, happened.month, happened.cycle, bribes=tuple(sorted(bribes, key=lambda each: (each.house, each.favor)))
    )


# --- words: the journal never tells who voted how, and the count only after the close -----------------------------------


def tell_cast(happened: VoteCast, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} has voted in cycle {cycle}.", player=who(before, happened.seat), cycle=happened.cycle))


def tell_fists(happened: FistsCounted, before: GameState, after: GameState) -> Iterator[Line]:
    told = say_count(
        "{count} fist counted in cycle {cycle}.", "{count} fists counted in cycle {cycle}.", happened.fists, cycle=happened.cycle
    )
    yield to_desks(told)


def tell_bribes(happened: BribesCounted, before: GameState, after: GameState) -> Iterator[Line]:
    """Only the House itself reads on which side its extra votes were: its players there, and of several counts the last (R-127)."""
    house, count, cycle = house_name(before, happened.house), happened.votes, happened.cycle
    if happened.favor:
        told = say_count(
            "{house} uses {count} extra vote for the proposal of cycle {cycle}.",
            "{house} uses {count} extra votes for the proposal of cycle {cycle}.",
            count,
            house=house,
            cycle=cycle,
        )
        words = say_count(
            "{count} extra vote of your House stood for it.", "{count} extra votes of your House stood for it.", count
        )
    else:
        told = say_count(
            "{house} uses {count} extra vote against the proposal of cycle {cycle}.",
            "{house} uses {count} extra votes against the proposal of cycle {cycle}.",
            count,
            house=house,
            cycle=cycle,
        )
        words = say_count(
            "{count} extra vote of your House stood against it.", "{count} extra votes of your House stood against it.", count
        )
    yield to_desks(told)
    act, about = heard_words(before, cycle), f"bribes:{cycle}:{happened.favor}"
    for seat in assembled(before):
        if seat.house == happened.house:
            yield to_seat(seat.id, ReportKind.OUTCOME, words, act=act, rule="R-127", about=about)


def _cast_invalidations(happened: VoteCast, state: GameState) -> tuple[Invalidation, ...]:
    """Refresh the desk's count and the player's receipt. A vote is no news to others before the close."""
    return (Invalidation(topic=TOPIC, to="staff"), Invalidation(topic=TOPIC, to=f"seat:{happened.seat}"))


def _desk_only(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic=TOPIC, to="staff"),)


def _label(command: CastVote, state: GameState) -> str:
    return say("Vote in cycle {cycle}, month {month}", cycle=command.cycle, month=command.month)


def _desk_label(command: CastVote, state: GameState) -> str:
    player = who(state, command.seat)
    return say("Vote of {player} in cycle {cycle}, month {month}", player=player, cycle=command.cycle, month=command.month)


def _fists_label(command: CountFists, state: GameState) -> str:
    return say("Fists in cycle {cycle}, month {month}", cycle=command.cycle, month=command.month)


def _bribes_label(command: CountBribes, state: GameState) -> str:
    return say("Extra votes of {house} in cycle {cycle}", house=house_name(state, command.house), cycle=command.cycle)


COMMANDS: Mapping[type, CommandHandler] = {
    CastVote: CommandHandler(decide=decide_cast, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label),
    CountFists: CommandHandler(decide=decide_fists, desks=COURT_DESK, label=_fists_label),
    CountBribes: CommandHandler(decide=decide_bribes, desks=COURT_DESK, label=_bribes_label),
}
EVENTS: Mapping[type, EventHandler] = {
    VoteCast: EventHandler(evolve=evolve_cast, tell=tell_cast, invalidations=_cast_invalidations),
    FistsCounted: EventHandler(evolve=evolve_fists, tell=tell_fists, invalidations=court_invalidations),
    BribesCounted: EventHandler(evolve=evolve_bribes, tell=tell_bribes, invalidations=_desk_only),
}
