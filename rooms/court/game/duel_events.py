"""Events of a duel: rounds, its end, the stake that is due, and the wounds (GE-CRT-91, R-104)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.words import who
from control.engine.ids import DeskId, SeatId
from control.engine.language import Spoken, later, say
from control.engine.modules import EventHandler, GameEvent, Invalidation, Undo
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.challenge import duels_of, find_challenge, names_of_both, tell_both, with_challenge, with_duels
from rooms.court.game.duel_state import ASKED, DUE, Answer, DuelistRound, Round, StakePart
from rooms.court.game.reports.words import deed_in_court, to_seat
from rooms.court.game.roll import court_invalidations
from rooms.realm.desks import Desk
from rooms.realm.game.deaths.death import double_wound_events, living_seat
from rooms.realm.game.ranks_and_wounds import DEADLY
from rooms.realm.game.state import GameState

# === wounds =============================================================================================================

# Effects of a duel on the realm: wounds, and death by them.


@as_reason("court.hit-in-duel-of", public=True)
def hit_in_duel_reason(one: str, other: str) -> str:
    return say("hit in the duel of {one} and {other}", one=one, other=other)


def would_die(state: GameState, seat: SeatId) -> bool:
    """Whether one more wound is the third (GE-CER-02)."""
    return state.seats[seat].wounds + 1 >= DEADLY


def is_alive(state: GameState, seat: SeatId) -> bool:
    return living_seat(state, seat) is not None


def wound_duelists(state: GameState, both: tuple[SeatId, SeatId], hit: frozenset[SeatId]) -> tuple[GameEvent, ...]:
    """One wound for each duelist hit, the challenger first. A third kills; if both die, neither inherits (GE-CRT-92, R-104)."""
    one, other = both
    why = hit_in_duel_reason(one=state.seats[one].name, other=state.seats[other].name)
    return double_wound_events(state, (one, int(one in hit)), (other, int(other in hit)), why=why, rule="GE-CRT-92")


# === events =============================================================================================================

# Events in a duel and after it, with fold and words.


class DuelPutOff(Struct, frozen=True, kw_only=True):
    """The duel was put off to the next Ceremony."""

    number: int


class RoundFought(Struct, frozen=True, kw_only=True):
    """Round `at` of the duel was fought. Its wounds follow in events of their own. `ceremony`: its ceremony, if any."""

    month: int
    number: int
    round: Round
    at: int
    ceremony: int | None


class DuelEnded(Struct, frozen=True, kw_only=True):
    """The duel is over. `winner`: None if both fell or both forfeited."""

    month: int
    number: int
    winner: SeatId | None


class StakeDue(Struct, frozen=True, kw_only=True):
    """A part of the stake is due. What is paid follows in events of its own."""

    number: int
    part: StakePart


class DuelCalledOff(Struct, frozen=True, kw_only=True):
    """The duel or challenge was called off."""

    number: int
    why: Told


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_put_off(state: GameState, happened: DuelPutOff) -> GameState:
    return with_challenge(state, happened.number, (Answer.AGREED,), stand=Answer.LATER)


def evolve_round(state: GameState, happened: RoundFought) -> GameState:
    """Add a round. If one is missing before it, mark the duels as doubtful."""
    found = find_challenge(state, happened.number)
    if found is None or happened.at != len(found.rounds) + 1:
        return with_duels(state, replace(duels_of(state), doubtful=True))
    rounds = (*found.rounds, happened.round)
    return with_challenge(state, happened.number, DUE, rounds=rounds, ceremony=happened.ceremony)


@requires_players("winner")
def evolve_ended(state: GameState, happened: DuelEnded) -> GameState:
    return with_challenge(state, happened.number, DUE, stand=Answer.FOUGHT, winner=happened.winner)


def evolve_stake_due(state: GameState, happened: StakeDue) -> GameState:
    return with_challenge(state, happened.number, (Answer.FOUGHT,))


def evolve_called_off(state: GameState, happened: DuelCalledOff) -> GameState:
    return with_challenge(state, happened.number, (*ASKED, *DUE), stand=Answer.OFF)


# --- words --------------------------------------------------------------------------------------------------------------

STAKE_DUE: Final[Mapping[StakePart, str]] = Spoken(
    {
        StakePart.POWER: later("The stake is carried out as far as it exists: Power (R-103)."),
        StakePart.FAVORS: later("The stake is carried out as far as it exists: Favors (R-103)."),
        StakePart.FLAGS: later("The stake is carried out as far as it exists: castles (R-103)."),
        StakePart.BUILDINGS: later("The stake is carried out as far as it exists: buildings (R-103)."),
        StakePart.HOSTAGES: later("The stake is carried out as far as it exists: hostages (R-103)."),
        StakePart.WORDS: later("The stake is carried out by hand: Court Control has it (R-103)."),
    }
)


def side_words(name: str, side: DuelistRound) -> str:
    """What a round did to one duelist."""
    if side.died:
        return say("{name} is hit: the third wound, dead", name=name)
    if side.hit and side.forfeits:
        return say("{name} is hit and forfeits", name=name)
    if side.hit:
        return say("{name} is hit: 1 wound", name=name)
    if side.forfeits:
        return say("{name} forfeits", name=name)
    return say("{name} is not hit", name=name)


def _sides_words(state: GameState, number: int, fought: Round) -> dict[str, str]:
    """What a round did to both duelists."""
    named = names_of_both(state, number)
    return {
        "one": side_words(named["challenger"], fought.challenger),
        "other": side_words(named["target"], fought.target),
    }


def tell_put_off(happened: DuelPutOff, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "The duel of {challenger} and {target} is put off to the next Ceremony (R-102).", **names_of_both(before, happened.number)
    )
    yield from tell_both(before, happened.number, words, "R-102")


def tell_round(happened: RoundFought, before: GameState, after: GameState) -> Iterator[Line]:
    sides = _sides_words(before, happened.number, happened.round)
    yield to_desks(say("Round {at} of the duel: {one}; {other}.", at=happened.at, **sides))


def won_words(state: GameState, number: int, winner: SeatId | None) -> str:
    """How a duel ended."""
    if winner is None:
        return say(
            "Nobody has won the duel of {challenger} and {target}; there is no stake (R-104).", **names_of_both(state, number)
        )
    return say("{winner} has won the duel (GE-CRT-95).", winner=who(state, winner))


def withdrawn_round_words(happened: RoundFought, state: GameState) -> str:
    return say("round {at} of the duel of {challenger} and {target}", at=happened.at, **names_of_both(state, happened.number))


def withdrawn_end_words(happened: DuelEnded, state: GameState) -> str:
    """Empty if a round brought the end, since that round says it."""
    found = find_challenge(state, happened.number)
    sides = [side for each in found.rounds[-1:] for side in (each.challenger, each.target)] if found is not None else []
    return "" if any(side.died or side.forfeits for side in sides) else withdrawn_duel_words(happened, state)


def withdrawn_duel_words(happened: DuelPutOff | DuelEnded | DuelCalledOff, state: GameState) -> str:
    return say("what became of the duel of {challenger} and {target}", **names_of_both(state, happened.number))


def tell_ended(happened: DuelEnded, before: GameState, after: GameState) -> Iterator[Line]:
    """The desks read the winner, both players the whole duel, round by round (GE-CRT-95)."""
    won = won_words(before, happened.number, happened.winner)
    yield to_desks(won)
    found = find_challenge(before, happened.number)
    if found is None:
        return
    fought = ((at, _sides_words(before, found.number, each)) for at, each in enumerate(found.rounds, 1))
    rounds = [say("Round {at}: {one}; {other}.", at=at, **sides) for at, sides in fought]
    act = say("The duel of {challenger} and {target}", **names_of_both(before, found.number))
    for seat in found.both:
        yield to_seat(seat, ReportKind.TURN, " ".join((*rounds, won)), act=act, rule="GE-CRT-95")
    if happened.winner in found.both:
        loser = found.other(happened.winner)
        words = say("Won the duel against {name}.", name=who(before, loser))
        yield deed_in_court(happened.winner, "duel-won", words, weight=4, rule="GE-CRT-95")
        words = say("Lost the duel against {name}.", name=who(before, happened.winner))
        yield deed_in_court(loser, "duel-lost", words, weight=4, rule="GE-CRT-95")


def tell_stake_due(happened: StakeDue, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(STAKE_DUE[happened.part])


def tell_called_off(happened: DuelCalledOff, before: GameState, after: GameState) -> Iterator[Line]:
    named = names_of_both(before, happened.number)
    words = say("The duel of {challenger} and {target} comes to nothing: {why}.", why=happened.why, **named)
    yield from tell_both(before, happened.number, words, "R-102")


def _invalidations(happened: object, state: GameState) -> tuple[Invalidation, ...]:
    return (*court_invalidations(happened, state), Invalidation(topic="ceremonies", to="staff"))


def _leaders(happened: RoundFought, _state: GameState) -> frozenset[DeskId]:
    """A round in Ceremony belongs to the Ceremony desk too, to read and to withdraw."""
    return frozenset({Desk.COURT, Desk.CEREMONY}) if happened.ceremony is not None else frozenset({Desk.COURT})


def _clock_invalidations(happened: DuelPutOff | DuelEnded | DuelCalledOff, state: GameState) -> tuple[Invalidation, ...]:
    """Refresh the duelists' clocks too, since nothing keeps them at the Court any more."""
    found = find_challenge(state, happened.number)
    both = found.both if found is not None else ()
    return (*_invalidations(happened, state), *(Invalidation(topic="clock", to=f"seat:{seat}") for seat in both))


EVENTS: Mapping[type, EventHandler] = {
    DuelPutOff: EventHandler(
        evolve=evolve_put_off, tell=tell_put_off, invalidations=_clock_invalidations, undo=Undo(words=withdrawn_duel_words)
    ),
    RoundFought: EventHandler(
        evolve=evolve_round,
        tell=tell_round,
        invalidations=_invalidations,
        undo=Undo(words=withdrawn_round_words, words_alone=True),
        readers=_leaders,
    ),
    DuelEnded: EventHandler(
        evolve=evolve_ended, tell=tell_ended, invalidations=_clock_invalidations, undo=Undo(words=withdrawn_end_words)
    ),
    StakeDue: EventHandler(evolve=evolve_stake_due, tell=tell_stake_due, invalidations=court_invalidations),
    DuelCalledOff: EventHandler(
        evolve=evolve_called_off, tell=tell_called_off, invalidations=_clock_invalidations, undo=Undo(words=withdrawn_duel_words)
    ),
}
