"""Challenges of the Court: who may challenge whom, what happens to a challenge, how it is kept and reads (GE-CRT-85, R-102)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from control.day.missing_players import of_players
from control.day.state import with_room
from control.day.words import who
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.modules import EventHandler
from control.engine.refusal import Stale
from rooms.court.game.duel_stake import stake_words
from rooms.court.game.duel_state import ASKED, DUE, Answer, Challenge, Duels, Stake
from rooms.court.game.roll import assembled, court_invalidations, is_assembled
from rooms.court.game.state import court_of
from rooms.realm.game.buildings.kinds import ARENA, usable
from rooms.realm.game.state import GameState, Seat
from rooms.realm.scenario.ids import Phase, Room

# === who may challenge ==================================================================================================

# Who may challenge whom, and which duels are due: what is asked of challenges, and how their state changes.


CHALLENGES: Final = StepId("challenges")
IN_DUEL: Final = frozenset({*ASKED, *DUE, Answer.FOUGHT})


# --- questions ----------------------------------------------------------------------------------------------------------


def duels_of(state: GameState) -> Duels:
    """All that the Court knows of challenges."""
    return court_of(state).duels


def of_month(state: GameState) -> tuple[Challenge, ...]:
    """The challenges of the running month."""
    return tuple(each for each in duels_of(state).challenges if each.month == state.clock.month)


def due_duels(state: GameState) -> tuple[Challenge, ...]:
    """What is agreed and not fought to its end."""
    return tuple(each for each in duels_of(state).challenges if each.stand in DUE)


def is_open(state: GameState) -> bool:
    """Does the Challenges step run? It is there only while some House has an Arena (GE-CRT-22, R-11)."""
    clock = state.clock
    at = clock.rooms.get(Room.COURT)
    return clock.phase == Phase.ACTION and at is not None and at.month == clock.month and at.step == CHALLENGES


def has_arena(state: GameState, seat: Seat) -> bool:
    """May this player's House use an Arena: its own, or one that it is let use (GE-CRT-85, GE-FAV-16, R-65)?"""
    return bool(usable(state, seat.house, ARENA))


def engaged(state: GameState, seat: SeatId) -> Challenge | None:
    """The challenge of this month that keeps a player from another one: open, or accepted (R-102)."""
    return next((each for each in of_month(state) if seat in each.both and each.stand in IN_DUEL), None)


def may_not_challenge(state: GameState, seat: Seat, *, glove: bool = False) -> str:
    """Why this player cannot challenge anybody now; empty when nothing hinders it. `glove`: a Favor stands for the Arena."""
    if not is_open(state):
        return say("Challenges are made in the Challenges step of the Court.")
    if not (glove or has_arena(state, seat)):
        return say("Only a House with an Arena, or allowed to use one, challenges.")
    if not _is_there(state, seat):
        return say("Only who is assembled in the Court challenges.")
    if engaged(state, seat.id) is not None:
        return say("{name} is part of a challenge already.", name=seat.name)
    if any(each.challenger == seat.id and each.stand is not Answer.REFUSED for each in of_month(state)):
        return say("{name} has challenged somebody this month; only after a refusal comes another.", name=seat.name)
    first = first_now(state)
    if first is not None and first.id != seat.id:
        return say("{name} challenges first.", name=first.name)
    return ""


def may_not_be_challenged(state: GameState, challenger: SeatId, target: Seat) -> str:
    """Why nobody can challenge this player now; empty when nothing hinders it."""
    if target.id == challenger:
        return say("Choose somebody else.")
    if not (target.acts and (_is_there(state, target) or not state.scenario.settings.duel_needs_presence)):
        return say("{name} is not assembled in the Court.", name=target.name)
    if any(each.target == target.id and each.stand is not Answer.OFF for each in of_month(state)):
        return say("{name} has been challenged this month.", name=target.name)
    if engaged(state, target.id) is not None:
        return say("{name} is part of a challenge already.", name=target.name)
    return ""


def _is_there(state: GameState, seat: Seat) -> bool:
    return is_assembled(state, seat.id) or (seat.acts and not state.scenario.settings.duel_needs_presence)


def challengers(state: GameState) -> tuple[Seat, ...]:
    """Who may challenge now, or could if nobody else came first."""
    cleared = with_duels(state, replace(duels_of(state), first=None))
    return tuple(seat for seat in assembled(state) if not may_not_challenge(cleared, seat))


def targets(state: GameState, challenger: SeatId) -> tuple[Seat, ...]:
    """Whom this player may challenge, in the order of the roll."""
    seats = assembled(state)
    if not state.scenario.settings.duel_needs_presence:
        seats = (*seats, *(seat for seat in state.seats.values() if seat.acts and not is_assembled(state, seat.id)))
    return tuple(seat for seat in seats if not may_not_be_challenged(state, challenger, seat))


def first_now(state: GameState) -> Seat | None:
    """Whom the Sovereign lets challenge first, until that player has or cannot any more (GE-SOV-27)."""
    duels, month = duels_of(state), state.clock.month
    if duels.first is None or duels.first_month != month or not is_assembled(state, duels.first):
        return None
    made = any(each.challenger == duels.first for each in of_month(state))
    return None if made or engaged(state, duels.first) else state.seats.get(duels.first)


def challenge_of(state: GameState, number: int) -> Challenge:
    """The challenge of that number.

    Raises:
        Stale: there is none.
    """
    found = next((each for each in duels_of(state).challenges if each.number == number), None)
    if found is None:
        raise Stale(say("There is no such challenge; look again."), rule="R-102")
    return found


# --- fold ---------------------------------------------------------------------------------------------------------------


def with_duels(state: GameState, duels: Duels) -> GameState:
    """The state with other challenges."""
    return with_room(state, Room.COURT, replace(court_of(state), duels=duels))


def with_challenge(state: GameState, number: int, stands: tuple[Answer, ...], **changes: object) -> GameState:
    """The state with something else about a challenge that stands so; doubtful where there is none such."""
    duels = duels_of(state)
    found = next((each for each in duels.challenges if each.number == number and each.stand in stands), None)
    if found is None:
        return with_duels(state, replace(duels, doubtful=True))
    changed = replace(found, **changes)  # type: ignore[arg-type]  # the fields of Challenge, by name
    return with_duels(state, replace(duels, challenges=tuple(changed if each is found else each for each in duels.challenges)))


def with_new(state: GameState, new: Challenge) -> GameState:
    """The state with one challenge more; those before last month are forgotten."""
    duels = duels_of(state)
    kept = tuple(each for each in duels.challenges if each.month >= new.month - 1)
    twice = any(each.number == new.number for each in kept)
    return with_duels(
        state,
        replace(duels, challenges=(*kept, new), last=max(duels.last, new.number), doubtful=duels.doubtful or twice),
    )


def broken_duels(state: GameState) -> tuple[str, ...]:
    """Nobody is part of two challenges at a time, and nothing is said of one that is not."""
    found = [say("A challenge in the Court is missing.")] if duels_of(state).doubtful else []
    for month in {each.month for each in duels_of(state).challenges}:
        live = [seat for each in duels_of(state).challenges if each.month == month and each.stand in IN_DUEL for seat in each.both]
        twice = {seat for seat in live if live.count(seat) > 1}
        found.extend(
            say("{name} is part of two challenges.", name=state.seats[seat].name) for seat in sorted(twice) if seat in state.seats
        )
    return tuple(found)


# === events =============================================================================================================

# What happens in the Challenges step, how it is kept, and how it reads.


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
