"""What happens in the Challenges step, how it is kept, and how it reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from control.day.amiss import of_players
from control.day.words import who
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import EventHandler
from rooms.court.game.duel_types import Answer, Challenge, Stake
from rooms.court.game.duelling import duels_of, with_challenge, with_duels, with_new
from rooms.court.game.roll import court_invalidations
from rooms.court.game.staking import stake_words
from rooms.realm.game.state import GameState


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstNamed:
    """Who challenges first."""

    month: int
    player: SeatId


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeMade:
    """A player calls another out; `glove` where a Favor card stood for the Arena."""

    month: int
    number: int
    challenger: SeatId
    target: SeatId
    glove: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRefused:
    """It is refused, or not answered in time; the Power that it costs stands behind it."""

    month: int
    number: int
    silent: bool
    free: bool
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeNamed:
    """It is accepted, and this is what the winner receives; or another stake is put down."""

    month: int
    number: int
    stake: Stake


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeWithdrawn:
    """The challenger withdraws; the Power that it costs stands behind it."""

    month: int
    number: int
    paid: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelAgreed:
    """The duel will be fought: the challenger stands by it, or has said nothing in time."""

    month: int
    number: int
    silent: bool


# --- fold ---------------------------------------------------------------------------------------------------------------


@of_players("player")
def evolve_first(state: GameState, happened: FirstNamed) -> GameState:
    return with_duels(state, replace(duels_of(state), first=happened.player, first_month=happened.month))


@of_players("challenger", "target")
def evolve_made(state: GameState, happened: ChallengeMade) -> GameState:
    new = Challenge(
        number=happened.number, month=happened.month, challenger=happened.challenger, target=happened.target, glove=happened.glove
    )
    return with_new(state, new)


def evolve_refused(state: GameState, happened: ChallengeRefused) -> GameState:
    stands = (Answer.MADE,)
    return with_challenge(state, happened.number, stands, stand=Answer.REFUSED, silent=happened.silent, paid=happened.paid)


def evolve_staked(state: GameState, happened: StakeNamed) -> GameState:
    """Another stake for a duel that is agreed leaves it agreed."""
    found = next((each for each in duels_of(state).challenges if each.number == happened.number), None)
    stand = Answer.STAKED if found is None or found.stand is Answer.MADE else found.stand
    stands = (Answer.MADE, Answer.STAKED, Answer.AGREED, Answer.LATER)
    return with_challenge(state, happened.number, stands, stand=stand, stake=happened.stake)


def evolve_withdrawn(state: GameState, happened: ChallengeWithdrawn) -> GameState:
    return with_challenge(state, happened.number, (Answer.STAKED,), stand=Answer.WITHDRAWN, paid=happened.paid)


def evolve_agreed(state: GameState, happened: DuelAgreed) -> GameState:
    return with_challenge(state, happened.number, (Answer.STAKED,), stand=Answer.AGREED, silent=happened.silent)


# --- words --------------------------------------------------------------------------------------------------------------


def two(state: GameState, number: int) -> dict[str, str]:
    """The two of a challenge by name; of one that is not there nobody is named."""
    found = next((each for each in duels_of(state).challenges if each.number == number), None)
    if found is None:
        return {"challenger": say("somebody"), "target": say("somebody")}
    return {"challenger": who(state, found.challenger), "target": who(state, found.target)}


def explain_first(happened: FirstNamed, state: GameState) -> str:
    return say("{player} challenges first (GE-SOV-27).", player=who(state, happened.player))


def explain_made(happened: ChallengeMade, state: GameState) -> str:
    challenger, target = who(state, happened.challenger), who(state, happened.target)
    if happened.glove:
        return say("{challenger} challenges {target} to a duel, by a Favor card.", challenger=challenger, target=target)
    return say("{challenger} challenges {target} to a duel (GE-CRT-85).", challenger=challenger, target=target)


def explain_refused(happened: ChallengeRefused, state: GameState) -> str:
    named = two(state, happened.number)
    if happened.silent:
        return say("{target} has not answered the challenge of {challenger}: that is a refusal (R-102).", **named)
    if happened.free:
        return say("{target} refuses the challenge of {challenger} and pays nothing, by a Favor card.", **named)
    if not happened.paid:
        return say("{target} refuses the challenge of {challenger} and has no Power to give (GE-CRT-86, R-07).", **named)
    return say("{target} refuses the challenge of {challenger} (GE-CRT-86).", **named)


def explain_staked(happened: StakeNamed, state: GameState) -> str:
    stake = stake_words(state, happened.stake)
    return say(
        "{target} accepts the challenge of {challenger}. The winner receives: {stake} (GE-CRT-88).",
        stake=stake,
        **two(state, happened.number),
    )


def explain_withdrawn(happened: ChallengeWithdrawn, state: GameState) -> str:
    named = two(state, happened.number)
    if not happened.paid:
        return say("{challenger} withdraws the challenge to {target} and has no Power to give (GE-CRT-89, R-07).", **named)
    return say("{challenger} withdraws the challenge to {target} (GE-CRT-89).", **named)


def explain_agreed(happened: DuelAgreed, state: GameState) -> str:
    return say(
        "The duel of {challenger} and {target} is agreed; both stay at the Court (GE-CRT-90).", **two(state, happened.number)
    )


def gone_challenge(happened: ChallengeMade, state: GameState) -> str:
    challenger, target = who(state, happened.challenger), who(state, happened.target)
    return say("the challenge of {challenger} to {target}", challenger=challenger, target=target)


def gone_answer(happened: ChallengeRefused | ChallengeWithdrawn | DuelAgreed, state: GameState) -> str:
    return say("the answer in the challenge of {challenger} to {target}", **two(state, happened.number))


def gone_stake(happened: StakeNamed, state: GameState) -> str:
    return say("the stake in the challenge of {challenger} to {target}", **two(state, happened.number))


def gone_first(_happened: FirstNamed, _state: GameState) -> str:
    return say("who challenges first")


EVENTS: Mapping[type, EventHandler] = {
    kind: EventHandler(evolve=evolve, explain=explain, invalidations=court_invalidations, gone=gone)
    for kind, evolve, explain, gone in (
        (FirstNamed, evolve_first, explain_first, gone_first),
        (ChallengeMade, evolve_made, explain_made, gone_challenge),
        (ChallengeRefused, evolve_refused, explain_refused, gone_answer),
        (StakeNamed, evolve_staked, explain_staked, gone_stake),
        (ChallengeWithdrawn, evolve_withdrawn, explain_withdrawn, gone_answer),
        (DuelAgreed, evolve_agreed, explain_agreed, gone_answer),
    )
}
