"""Reports of challenges and duels to both players. The hall has heard and seen their content (GE-CRT-85, R-102)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from control.engine.language import say
from control.engine.reports import Report, Reporter, ReportKind
from rooms.court.game import challenge, duel_events
from rooms.court.game.challenge import ChallengeMade, ChallengeRefused, ChallengeWithdrawn, DuelAgreed, StakeNamed, duels_of
from rooms.court.game.duel import StakeReceived, received_words
from rooms.court.game.duel_events import DuelCalledOff, DuelEnded, DuelPutOff, side_words, won_words
from rooms.court.game.duel_state import Challenge, Round
from rooms.court.game.reports.words import to_seat
from rooms.realm.game.state import GameState


def report_challenge_made(before: GameState, after: GameState, happened: ChallengeMade) -> Iterator[Report]:
    """To the challenger and the challenged player, as a turn of each."""
    words = challenge.explain_made(happened, after)
    for seat in (happened.challenger, happened.target):
        yield to_seat(seat, ReportKind.TURN, words, rule="GE-CRT-85")


def report_challenge_refused(before: GameState, after: GameState, happened: ChallengeRefused) -> Iterator[Report]:
    rule = "R-102" if happened.silent else "GE-CRT-86"
    yield from _reports_to_both(before, happened.number, challenge.explain_refused(happened, before), rule)


def report_stake_named(before: GameState, after: GameState, happened: StakeNamed) -> Iterator[Report]:
    yield from _reports_to_both(before, happened.number, challenge.explain_staked(happened, after), "GE-CRT-88")


def report_challenge_withdrawn(before: GameState, after: GameState, happened: ChallengeWithdrawn) -> Iterator[Report]:
    yield from _reports_to_both(before, happened.number, challenge.explain_withdrawn(happened, before), "GE-CRT-89")


def report_duel_agreed(before: GameState, after: GameState, happened: DuelAgreed) -> Iterator[Report]:
    yield from _reports_to_both(before, happened.number, challenge.explain_agreed(happened, before), "GE-CRT-90")


def report_duel_put_off(before: GameState, after: GameState, happened: DuelPutOff) -> Iterator[Report]:
    yield from _reports_to_both(before, happened.number, duel_events.explain_put_off(happened, before), "R-102")


def report_duel_called_off(before: GameState, after: GameState, happened: DuelCalledOff) -> Iterator[Report]:
    yield from _reports_to_both(before, happened.number, duel_events.explain_called_off(happened, before), "R-102")


def report_duel_ended(before: GameState, after: GameState, happened: DuelEnded) -> Iterator[Report]:
    """The whole duel: round by round, and the winner (GE-CRT-95)."""
    found = _find_challenge(before, happened.number)
    if found is None:
        return
    rounds = tuple(_round(before, found, each, at) for at, each in enumerate(found.rounds, 1))
    words = " ".join((*rounds, won_words(before, happened.number, happened.winner)))
    act = say("The duel of {challenger} and {target}", **challenge.names_of_both(before, happened.number))
    for seat in found.both:
        yield to_seat(seat, ReportKind.TURN, words, act=act, rule="GE-CRT-95")


def report_stake_received(before: GameState, after: GameState, happened: StakeReceived) -> Iterator[Report]:
    """How much of the agreed stake was paid. For both players only, since it shows what a purse lacks (R-17, R-103)."""
    found = _find_challenge(before, happened.number)
    if found is None or found.stake is None or found.winner is None:
        return
    things = received_words(before, replace(found, received=(happened.received,)), of_agreed=True)
    act = say("The stake of the duel of {challenger} and {target}", **challenge.names_of_both(before, happened.number))
    yield to_seat(found.winner, ReportKind.OUTCOME, things, act=act, rule="R-103")
    words = say("The winner has it. {received}", received=things)
    yield to_seat(found.other(found.winner), ReportKind.OUTCOME, words, act=act, rule="R-103")


def _round(state: GameState, found: Challenge, each: Round, at: int) -> str:
    names = challenge.names_of_both(state, found.number)
    one, other = side_words(names["challenger"], each.challenger), side_words(names["target"], each.target)
    return say("Round {at}: {one}; {other}.", at=at, one=one, other=other)


def _reports_to_both(state: GameState, number: int, words: str, rule: str) -> Iterator[Report]:
    found = _find_challenge(state, number)
    for seat in found.both if found is not None else ():
        yield to_seat(seat, ReportKind.OUTCOME, words, rule=rule)


def _find_challenge(state: GameState, number: int) -> Challenge | None:
    return next((each for each in duels_of(state).challenges if each.number == number), None)


REPORTS: Mapping[type, Reporter] = {
    ChallengeMade: report_challenge_made,
    ChallengeRefused: report_challenge_refused,
    StakeNamed: report_stake_named,
    ChallengeWithdrawn: report_challenge_withdrawn,
    DuelAgreed: report_duel_agreed,
    DuelPutOff: report_duel_put_off,
    DuelCalledOff: report_duel_called_off,
    DuelEnded: report_duel_ended,
    StakeReceived: report_stake_received,
}
