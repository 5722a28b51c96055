"""Reports of votes beyond the own one, of raised pools and cheaper laws, and of the roll (R-127, GE-FAV-03, R-80).

Whose extra votes were used on which side is told to nobody but that House; of an Uprising, to those of it who stood (R-105).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say, say_count
from control.engine.reports import Report, Reporter, ReportKind
from rooms.court.game.ballots import BribesCounted
from rooms.court.game.cycles import proposal_words
from rooms.court.game.favors import LawCheapened, PoolRaised, VotesAdded
from rooms.court.game.reports.told import to_house, to_seat
from rooms.court.game.rising import DissentCounted
from rooms.court.game.roll import RollCorrected, assembled
from rooms.court.game.state import floor_of, in_cycle
from rooms.realm.game.state import GameState


def _on_the_floor(state: GameState, cycle: int) -> str:
    """What stands in a cycle, in words; empty where nothing does any more."""
    standing = in_cycle(state, cycle)
    return proposal_words(state, standing.paper) if standing is not None else ""


def bribes(before: GameState, after: GameState, happened: BribesCounted) -> Iterator[Report]:
    """To those of the House who were there: of what was counted more than once, the last count."""
    if happened.favor:
        words = say_count(
            "{count} extra vote of your House stood for it.", "{count} extra votes of your House stood for it.", happened.votes
        )
    else:
        words = say_count(
            "{count} extra vote of your House stood against it.",
            "{count} extra votes of your House stood against it.",
            happened.votes,
        )
    act, about = _on_the_floor(before, happened.cycle), f"bribes:{happened.cycle}:{happened.favor}"
    for seat in assembled(before):
        if seat.house == happened.house:
            yield to_seat(seat.id, ReportKind.OUTCOME, words, act=act, rule="R-127", about=about)


def dissent(before: GameState, after: GameState, happened: DissentCounted) -> Iterator[Report]:
    running = next((each for each in floor_of(before).uprisings if each.number == happened.number), None)
    words = say_count(
        "{count} extra vote of your House counted toward it.",
        "{count} extra votes of your House counted toward it.",
        happened.votes,
    )
    act, about = say("The Uprising"), f"dissent:{happened.number}"
    for seat in running.standing if running is not None else ():
        if seat in before.seats and before.seats[seat].house == happened.house:
            yield to_seat(seat, ReportKind.OUTCOME, words, act=act, rule="R-127", about=about)


def votes(before: GameState, after: GameState, happened: VotesAdded) -> Iterator[Report]:
    """They go with the own vote, whichever it is at the close."""
    words = say_count("You had {count} vote more, beside your own.", "You had {count} votes more, beside your own.", happened.votes)
    yield to_seat(happened.seat, ReportKind.OUTCOME, words, act=_on_the_floor(before, happened.cycle), rule="GE-FAV-03")


def raised(before: GameState, after: GameState, happened: PoolRaised) -> Iterator[Report]:
    """A pool is of the Court and no purse, so nothing is counted: what is left of it comes home by itself (R-77)."""
    words = say("{power} Power more lay in the pool of your House in the Court.", power=happened.power)
    yield to_house(happened.house, ReportKind.HOLDING, words, rule="GE-FAV-03")


def cheapened(before: GameState, after: GameState, happened: LawCheapened) -> Iterator[Report]:
    standing = in_cycle(before, happened.cycle)
    if standing is not None:
        words = say("A Favor made it cheaper: it cost {cost}.", cost=happened.cost)
        act = proposal_words(before, standing.paper)
        yield to_seat(standing.author, ReportKind.OUTCOME, words, act=act, rule="GE-FAV-03")


def roll(before: GameState, after: GameState, happened: RollCorrected) -> Iterator[Report]:
    """Who has a vote hangs on it; a badge that was put on and off again reads the last."""
    words = (
        say("Court Control put you on the roll of those assembled.")
        if happened.there
        else say("Court Control took you off the roll of those assembled.")
    )
    yield to_seat(happened.player, ReportKind.PART, words, rule="R-80", about="roll")


REPORTS: Mapping[type, Reporter] = {
    BribesCounted: bribes,
    DissentCounted: dissent,
    VotesAdded: votes,
    PoolRaised: raised,
    LawCheapened: cheapened,
    RollCorrected: roll,
}
