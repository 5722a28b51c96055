"""Events of challenges and duels, the challenges they change, and their words (GE-CRT-85, GE-CRT-91, R-102, R-104)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import with_room
from control.day.words import who
from control.engine.ids import DeskId, SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, Invalidation, Undo
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.refusal import Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.duel.state import ASKED, DUE, Answer, Challenge, DuelistRound, Duels, Round
from rooms.court.game.reports.words import deed_in_court, to_seat
from rooms.court.game.roll import court_invalidations
from rooms.court.game.state import court_of
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Room

# === stored challenges ==================================================================================================


def duels_of(state: GameState) -> Duels:
    """The Court's challenges and duels."""
    return court_of(state).duels


def challenges_of_month(state: GameState) -> tuple[Challenge, ...]:
    """Challenges of the current month."""
    return tuple(each for each in duels_of(state).challenges if each.month == state.clock.month)


def due_duels(state: GameState) -> tuple[Challenge, ...]:
    """Agreed duels that are not over."""
    return tuple(each for each in duels_of(state).challenges if each.stand in DUE)


def find_challenge(state: GameState, number: int) -> Challenge | None:
    """The challenge with this number, or None."""
    return next((each for each in duels_of(state).challenges if each.number == number), None)


def challenge_of(state: GameState, number: int) -> Challenge:
    """The challenge with this number.

    Raises:
        Stale: there is none.
    """
    found = find_challenge(state, number)
    if found is None:
        raise Stale(say("There is no such challenge; look again."), rule="R-102")
    return found


def with_duels(state: GameState, duels: Duels) -> GameState:
    """The state with these duels."""
    return with_room(state, Room.COURT, replace(court_of(state), duels=duels))


def with_challenge(state: GameState, number: int, stands: tuple[Answer, ...], **changes: object) -> GameState:
    """Change fields of a challenge if its state is one of `stands`. Otherwise mark the duels as doubtful."""
    duels = duels_of(state)
    found = next((each for each in duels.challenges if each.number == number and each.stand in stands), None)
    if found is None:
        return with_duels(state, replace(duels, doubtful=True))
    changed = replace(found, **changes)  # type: ignore[arg-type]  # the fields of Challenge, by name
    return with_duels(state, replace(duels, challenges=tuple(changed if each is found else each for each in duels.challenges)))


def with_new_challenge(state: GameState, new: Challenge) -> GameState:
    """Add a challenge. Those before last month are dropped."""
    duels = duels_of(state)
    kept = tuple(each for each in duels.challenges if each.month >= new.month - 1)
    twice = any(each.number == new.number for each in kept)
    return with_duels(
        state,
        replace(duels, challenges=(*kept, new), last=max(duels.last, new.number), doubtful=duels.doubtful or twice),
    )


# === events =============================================================================================================

# --- in the Challenges step ---------------------------------------------------------------------------------------------


class FirstNamed(Struct, frozen=True, kw_only=True):
    """A player was named to challenge first."""

    month: int
    player: SeatId


class ChallengeMade(Struct, frozen=True, kw_only=True):
    """A player challenged another. `glove`: a Favor card replaced the Arena."""

    month: int
    number: int
    challenger: SeatId
    target: SeatId
    glove: bool = False


class ChallengeRefused(Struct, frozen=True, kw_only=True):
    """The challenge was refused. The Power that it cost follows in events of its own.

    `silent`: there was no answer in time. `free`: a Favor card made it free. `paid`: the Power that was paid.
    """

    month: int
    number: int
    silent: bool
    free: bool
    paid: int


class ChallengeWithdrawn(Struct, frozen=True, kw_only=True):
    """The challenger withdrew. `paid`: the Power that was paid; it follows in events of its own."""

    month: int
    number: int
    paid: int


class DuelAgreed(Struct, frozen=True, kw_only=True):
    """The duel is agreed. `silent`: the challenger said nothing in time."""

    month: int
    number: int
    silent: bool


# --- in a duel and after it ---------------------------------------------------------------------------------------------


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


class DuelCalledOff(Struct, frozen=True, kw_only=True):
    """The duel or challenge was called off."""

    number: int
    why: Told


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players("player")
def evolve_first(state: GameState, happened: FirstNamed) -> GameState:
    return with_duels(state, replace(duels_of(state), first=happened.player, first_month=happened.month))


@requires_players("challenger", "target")
def evolve_made(state: GameState, happened: ChallengeMade) -> GameState:
    new = Challenge(
        number=happened.number, month=happened.month, challenger=happened.challenger, target=happened.target, glove=happened.glove
    )
    return with_new_challenge(state, new)


def evolve_refused(state: GameState, happened: ChallengeRefused) -> GameState:
    stands = (Answer.MADE,)
    return with_challenge(state, happened.number, stands, stand=Answer.REFUSED, silent=happened.silent, paid=happened.paid)


def evolve_withdrawn(state: GameState, happened: ChallengeWithdrawn) -> GameState:
    return with_challenge(state, happened.number, (Answer.STAKED,), stand=Answer.WITHDRAWN, paid=happened.paid)


def evolve_agreed(state: GameState, happened: DuelAgreed) -> GameState:
    return with_challenge(state, happened.number, (Answer.STAKED,), stand=Answer.AGREED, silent=happened.silent)


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


def evolve_called_off(state: GameState, happened: DuelCalledOff) -> GameState:
    return with_challenge(state, happened.number, (*ASKED, *DUE), stand=Answer.OFF)


# --- words of challenges ------------------------------------------------------------------------------------------------


def names_of_both(state: GameState, number: int) -> dict[str, str]:
    """The names of both players of a challenge. "somebody" if there is no such challenge."""
    found = find_challenge(state, number)
    if found is None:
        return {"challenger": say("somebody"), "target": say("somebody")}
    return {"challenger": who(state, found.challenger), "target": who(state, found.target)}


def tell_both(state: GameState, number: int, words: str, rule: str) -> Iterator[Line]:
    """One sentence for the desks and for both players. The hall has heard and seen its content (GE-CRT-85, R-102)."""
    yield to_desks(words)
    found = find_challenge(state, number)
    for seat in found.both if found is not None else ():
        yield to_seat(seat, ReportKind.OUTCOME, words, rule=rule)


def tell_first(happened: FirstNamed, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("{player} challenges first (GE-SOV-27).", player=who(before, happened.player)))


def tell_made(happened: ChallengeMade, before: GameState, after: GameState) -> Iterator[Line]:
    """A turn of the challenger and of the challenged player."""
    named = {"challenger": who(before, happened.challenger), "target": who(before, happened.target)}
    words = (
        say("{challenger} challenges {target} to a duel, by a Favor card.", **named)
        if happened.glove
        else say("{challenger} challenges {target} to a duel (GE-CRT-85).", **named)
    )
    yield to_desks(words)
    for seat in (happened.challenger, happened.target):
        yield to_seat(seat, ReportKind.TURN, words, rule="GE-CRT-85")


def tell_refused(happened: ChallengeRefused, before: GameState, after: GameState) -> Iterator[Line]:
    named, rule = names_of_both(before, happened.number), "GE-CRT-86"
    if happened.silent:
        words, rule = say("{target} has not answered the challenge of {challenger}: that is a refusal (R-102).", **named), "R-102"
    elif happened.free:
        words = say("{target} refuses the challenge of {challenger} and pays nothing, by a Favor card.", **named)
    elif not happened.paid:
        words = say("{target} refuses the challenge of {challenger} and has no Power to give (GE-CRT-86, R-07).", **named)
    else:
        words = say("{target} refuses the challenge of {challenger} (GE-CRT-86).", **named)
    yield from tell_both(before, happened.number, words, rule)


def tell_withdrawn(happened: ChallengeWithdrawn, before: GameState, after: GameState) -> Iterator[Line]:
    named = names_of_both(before, happened.number)
    words = (
        say("{challenger} withdraws the challenge to {target} (GE-CRT-89).", **named)
        if happened.paid
        else say("{challenger} withdraws the challenge to {target} and has no Power to give (GE-CRT-89, R-07).", **named)
    )
    yield from tell_both(before, happened.number, words, "GE-CRT-89")


def tell_agreed(happened: DuelAgreed, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "The duel of {challenger} and {target} is agreed; both stay at the Court (GE-CRT-90).",
        **names_of_both(before, happened.number),
    )
    yield from tell_both(before, happened.number, words, "GE-CRT-90")


def withdrawn_challenge_words(happened: ChallengeMade, state: GameState) -> str:
    challenger, target = who(state, happened.challenger), who(state, happened.target)
    return say("the challenge of {challenger} to {target}", challenger=challenger, target=target)


def withdrawn_answer_words(happened: ChallengeRefused | ChallengeWithdrawn | DuelAgreed, state: GameState) -> str:
    return say("the answer in the challenge of {challenger} to {target}", **names_of_both(state, happened.number))


def withdrawn_first_words(_happened: FirstNamed, _state: GameState) -> str:
    return say("who challenges first")


# --- words of duels -----------------------------------------------------------------------------------------------------


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


def tell_called_off(happened: DuelCalledOff, before: GameState, after: GameState) -> Iterator[Line]:
    named = names_of_both(before, happened.number)
    words = say("The duel of {challenger} and {target} comes to nothing: {why}.", why=happened.why, **named)
    yield from tell_both(before, happened.number, words, "R-102")


# --- handlers -----------------------------------------------------------------------------------------------------------


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
    **{
        kind: EventHandler(evolve=evolve, tell=tell, invalidations=court_invalidations, undo=Undo(words=gone))
        for kind, evolve, tell, gone in (
            (FirstNamed, evolve_first, tell_first, withdrawn_first_words),
            (ChallengeMade, evolve_made, tell_made, withdrawn_challenge_words),
            (ChallengeRefused, evolve_refused, tell_refused, withdrawn_answer_words),
            (ChallengeWithdrawn, evolve_withdrawn, tell_withdrawn, withdrawn_answer_words),
            (DuelAgreed, evolve_agreed, tell_agreed, withdrawn_answer_words),
        )
    },
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
    DuelCalledOff: EventHandler(
        evolve=evolve_called_off, tell=tell_called_off, invalidations=_clock_invalidations, undo=Undo(words=withdrawn_duel_words)
    ),
}
