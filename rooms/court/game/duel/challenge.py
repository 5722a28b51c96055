"""Challenges of the Court: who may challenge whom, the answers to a challenge, and the end of the step.

Rules: GE-CRT-85, R-102.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct, field

from control.day.clock.steps import StepEnded
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from rooms.court.game.duel.events import (
    ChallengeMade,
    ChallengeRefused,
    ChallengeWithdrawn,
    DuelAgreed,
    FirstNamed,
    challenge_of,
    challenges_of_month,
    duels_of,
    names_of_both,
    with_duels,
)
from rooms.court.game.duel.stake import StakeNamed, normalize_stake
from rooms.court.game.duel.state import ASKED, DUE, Answer, Challenge, Stake
from rooms.court.game.roll import COURT_DESK, assembled, is_assembled
from rooms.realm.game.buildings.kinds import ARENA, usable_buildings
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import purse_holder, receiver_of_gain, seat_of
from rooms.realm.scenario.ids import Phase, Room

# === challengers and targets ============================================================================================


CHALLENGES: Final = StepId("challenges")
IN_DUEL: Final = frozenset({*ASKED, *DUE, Answer.FOUGHT})


def is_open(state: GameState) -> bool:
    """Whether the Challenges step runs. It exists only while some House has an Arena (GE-CRT-22, R-11)."""
    clock = state.clock
    at = clock.rooms.get(Room.COURT)
    return clock.is_in(Phase.ACTION) and at is not None and at.month == clock.month and at.step == CHALLENGES


def has_arena(state: GameState, seat: HouseSeat) -> bool:
    """Whether this player's House may use an Arena, its own or another's (GE-CRT-85, GE-FAV-16, R-65)."""
    return bool(usable_buildings(state, seat.house, ARENA))


def current_challenge(state: GameState, seat: SeatId) -> Challenge | None:
    """A player's open or accepted challenge of this month, which rules out another one (R-102)."""
    return next((each for each in challenges_of_month(state) if seat in each.both and each.stand in IN_DUEL), None)


def may_not_challenge(state: GameState, seat: HouseSeat, *, glove: bool = False) -> str:
    """Why this player cannot challenge now. Empty if nothing prevents it. `glove`: a Favor card replaces the Arena."""
    if not is_open(state):
        return say("Challenges are made in the Challenges step of the Court.")
    if not (glove or has_arena(state, seat)):
        return say("Only a House with an Arena, or allowed to use one, challenges.")
    if not _is_there(state, seat):
        return say("Only who is assembled in the Court challenges.")
    if current_challenge(state, seat.id) is not None:
        return say("{name} is part of a challenge already.", name=seat.name)
    if any(each.challenger == seat.id and each.stand is not Answer.REFUSED for each in challenges_of_month(state)):
        return say("{name} has challenged somebody this month; only after a refusal comes another.", name=seat.name)
    first = first_challenger(state)
    if first is not None and first.id != seat.id:
        return say("{name} challenges first.", name=first.name)
    return ""


def may_not_be_challenged(state: GameState, challenger: SeatId, target: HouseSeat) -> str:
    """Why nobody can challenge this player now. Empty if nothing prevents it."""
    if target.id == challenger:
        return say("Choose somebody else.")
    if not (target.acts and (_is_there(state, target) or not state.scenario.settings.duel_needs_presence)):
        return say("{name} is not assembled in the Court.", name=target.name)
    if any(each.target == target.id and each.stand is not Answer.OFF for each in challenges_of_month(state)):
        return say("{name} has been challenged this month.", name=target.name)
    if current_challenge(state, target.id) is not None:
        return say("{name} is part of a challenge already.", name=target.name)
    return ""


def _is_there(state: GameState, seat: HouseSeat) -> bool:
    return is_assembled(state, seat.id) or (seat.acts and not state.scenario.settings.duel_needs_presence)


def challengers(state: GameState) -> tuple[HouseSeat, ...]:
    """Players who may challenge now, or could if nobody else went first."""
    cleared = with_duels(state, replace(duels_of(state), first=None))
    return tuple(seat for seat in assembled(state) if not may_not_challenge(cleared, seat))


def targets(state: GameState, challenger: SeatId) -> tuple[HouseSeat, ...]:
    """Players whom this player may challenge, in the order of the roll."""
    seats = assembled(state)
    if not state.scenario.settings.duel_needs_presence:
        seats = (*seats, *(seat for seat in state.seats.values() if seat.acts and not is_assembled(state, seat.id)))
    return tuple(seat for seat in seats if not may_not_be_challenged(state, challenger, seat))


def first_challenger(state: GameState) -> HouseSeat | None:
    """The player whom the Sovereign lets challenge first, until that player has challenged or no longer can (GE-SOV-27)."""
    duels, month = duels_of(state), state.clock.month
    if duels.first is None or duels.first_month != month or not is_assembled(state, duels.first):
        return None
    made = any(each.challenger == duels.first for each in challenges_of_month(state))
    return None if made or current_challenge(state, duels.first) else state.seats.get(duels.first)


def broken_duels(state: GameState) -> tuple[str, ...]:
    """Broken invariants: nobody is part of two challenges at a time, and no event names a missing challenge."""
    found = [say("A challenge in the Court is missing.")] if duels_of(state).doubtful else []
    for month in {each.month for each in duels_of(state).challenges}:
        live = [seat for each in duels_of(state).challenges if each.month == month and each.stand in IN_DUEL for seat in each.both]
        twice = {seat for seat in live if live.count(seat) > 1}
        found.extend(
            say("{name} is part of two challenges.", name=state.seats[seat].name) for seat in sorted(twice) if seat in state.seats
        )
    return tuple(found)


# === commands ===========================================================================================================


class CallOut(Struct, frozen=True, kw_only=True):
    """Challenge a player to a duel. `glove`: a Favor card replaces the Arena; Court Control checks it."""

    month: int
    seat: SeatId
    target: SeatId
    glove: bool = False


class NameFirst(Struct, frozen=True, kw_only=True):
    """Name who challenges first. `seat`: the Sovereign; without one Court Control acts for the Sovereign (GE-SOV-27)."""

    month: int
    player: SeatId
    seat: SeatId | None = None


class Refuse(Struct, frozen=True, kw_only=True):
    """Refuse a challenge. `free`: a Favor card makes it free; Court Control checks it."""

    month: int
    number: int
    seat: SeatId
    free: bool = False


class Accept(Struct, frozen=True, kw_only=True):
    """Accept a challenge and name the stake. Court Control may replace the stake before the first round (R-103)."""

    month: int
    number: int
    seat: SeatId
    stake: Stake = field(default_factory=Stake)


class Withdraw(Struct, frozen=True, kw_only=True):
    """Withdraw a challenge after hearing the stake."""

    month: int
    number: int
    seat: SeatId


class StandBy(Struct, frozen=True, kw_only=True):
    """Stand by a challenge after hearing the stake."""

    month: int
    number: int
    seat: SeatId


@as_reason("court.duel-refused")
def refusal_reason(challenger: str) -> str:
    return say("the challenge of {challenger} refused", challenger=challenger)


@as_reason("court.duel-withdrawn")
def withdrawal_reason(target: str) -> str:
    return say("the challenge to {target} withdrawn", target=target)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_call_out(state: GameState, command: CallOut, asked: DecisionContext) -> tuple[ChallengeMade, ...]:
    """Challenge a player in the room (GE-CRT-85, GE-CRT-87).

    Raises:
        Refused: it is another step, the House may use no Arena, or one of the two cannot take part.
        Stale: the month has changed.
    """
    _require_this_month(state, command.month)
    seat, target = seat_of(state, command.seat), seat_of(state, command.target)
    glove = command.glove and asked.by.seat is None
    no = may_not_challenge(state, seat, glove=glove) or may_not_be_challenged(state, seat.id, target)
    if no:
        raise Refused(no, rule="GE-CRT-85" if is_open(state) else "GE-CRT-22")
    return (ChallengeMade(month=command.month, number=duels_of(state).last + 1, challenger=seat.id, target=target.id, glove=glove),)


def decide_first(state: GameState, command: NameFirst, asked: DecisionContext) -> tuple[FirstNamed, ...]:
    """Name who challenges first, if several may (GE-SOV-27).

    Raises:
        Refused: the sender does not reign, or that player may not challenge.
        Stale: this player is named already.
    """
    _require_this_month(state, command.month)
    if asked.by.seat is not None and state.throne.holder != asked.by.seat:
        raise Refused(say("The Sovereign says who challenges first."), rule="GE-SOV-27", code="not-yours")
    player = seat_of(state, command.player)
    if player.id not in {seat.id for seat in challengers(state)}:
        raise Refused(say("{name} may not challenge now.", name=player.name), rule="GE-SOV-27")
    if (duels_of(state).first, duels_of(state).first_month) == (player.id, command.month):
        raise Stale(say("{name} challenges first already.", name=player.name), rule="GE-SOV-27")
    return (FirstNamed(month=command.month, player=player.id),)


def decide_refuse(state: GameState, command: Refuse, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Refuse: the player pays 1 Power to the challenging House (GE-CRT-86).

    Raises:
        Refused: another player was challenged.
        Stale: the challenge is answered.
    """
    challenge = _challenge_to_answer(state, command.month, command.number, Answer.MADE)
    _require_player(state, command.seat, challenge.target)
    return _refuse_events(state, challenge, silent=False, free=command.free and asked.by.seat is None)


def decide_accept(state: GameState, command: Accept, asked: DecisionContext) -> tuple[StakeNamed, ...]:
    """Accept, and name what the winner receives (GE-CRT-88).

    Raises:
        Refused: another player was challenged, or the stake is not valid.
        Stale: the challenge is answered; for Court Control: the first round is over.
    """
    challenge = challenge_of(state, command.number)
    named = challenge.stand in (*ASKED, *DUE) and not challenge.rounds and challenge.stand is not Answer.MADE
    if not (asked.by.seat is None and named):
        challenge = _challenge_to_answer(state, command.month, command.number, Answer.MADE)
    _require_player(state, command.seat, challenge.target)
    stake = normalize_stake(state, challenge, command.stake)
    if stake == challenge.stake:
        raise Stale(say("That is the stake already."), rule="R-103")
    return (StakeNamed(month=command.month, number=challenge.number, stake=stake),)


def decide_withdraw(state: GameState, command: Withdraw, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Withdraw after hearing the stake: the player pays 1 Power to the challenged House (GE-CRT-89).

    Raises:
        Refused: it is another player's challenge.
        Stale: no stake is named, or it is too late.
    """
    challenge = _challenge_to_answer(state, command.month, command.number, Answer.STAKED)
    _require_player(state, command.seat, challenge.challenger)
    why = withdrawal_reason(target=state.seats[challenge.target].name)
    money = _penalty_events(state, challenge.challenger, challenge.target, why)
    return (ChallengeWithdrawn(month=command.month, number=challenge.number, paid=1 if money else 0), *money)


def decide_stand_by(state: GameState, command: StandBy, asked: DecisionContext) -> tuple[DuelAgreed, ...]:
    """Stand by the challenge: the duel is agreed.

    Raises:
        Refused: it is another player's challenge.
        Stale: no stake is named, or the duel is agreed already.
    """
    challenge = _challenge_to_answer(state, command.month, command.number, Answer.STAKED)
    _require_player(state, command.seat, challenge.challenger)
    return (DuelAgreed(month=command.month, number=challenge.number, silent=False),)


def end_challenges(state: GameState, happened: StepEnded, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """At the end of the step: no answer is a refusal, and silence after the stake is an agreement (R-102)."""
    if happened.room != Room.COURT or happened.step != CHALLENGES:
        return ()
    found: list[GameEvent] = []
    spent: dict[SeatId, int] = {}
    for challenge in challenges_of_month(state):
        if challenge.stand is Answer.MADE:
            found.extend(_refuse_events(state, challenge, silent=True, free=False, spent=spent))
        elif challenge.stand is Answer.STAKED:
            found.append(DuelAgreed(month=happened.month, number=challenge.number, silent=True))
    return tuple(found)


def _refuse_events(
    state: GameState, challenge: Challenge, *, silent: bool, free: bool, spent: dict[SeatId, int] | None = None
) -> tuple[GameEvent, ...]:
    why = refusal_reason(challenger=state.seats[challenge.challenger].name)
    money = () if free else _penalty_events(state, challenge.target, challenge.challenger, why, spent if spent is not None else {})
    refused = ChallengeRefused(month=challenge.month, number=challenge.number, silent=silent, free=free, paid=1 if money else 0)
    return (refused, *money)


def _penalty_events(
    state: GameState, payer: SeatId, to: SeatId, why: Told, spent: dict[SeatId, int] | None = None
) -> tuple[GameEvent, ...]:
    """1 Power from the person's purse to the other's House. An empty purse pays nothing (R-06, R-07, R-102)."""
    taken = spent if spent is not None else {}
    purse, taker = purse_holder(state, state.seats[payer]).id, receiver_of_gain(state, state.seats[to].house, Room.COURT)
    if taker is None or state.seats[purse].purse.power - taken.get(purse, 0) < 1:
        return ()
    taken[purse] = taken.get(purse, 0) + 1
    return (PowerLost(seat=purse, amount=1, why=why), PowerGained(seat=taker, amount=1, why=why))


def _require_this_month(state: GameState, month: int) -> None:
    if month != state.clock.month or not month:
        raise Stale(say("The Court of month {month} is over; look again.", month=month), rule="R-102")


def _challenge_to_answer(state: GameState, month: int, number: int, stand: Answer) -> Challenge:
    """The challenge with this number, in the state `stand`, while the step runs.

    Raises:
        Stale: the challenge is in another state, or the step is over.
    """
    _require_this_month(state, month)
    challenge = challenge_of(state, number)
    if not is_open(state) or challenge.month != month or challenge.stand is not stand:
        raise Stale(say("This has been answered, or the step is over; look again."), rule="R-102")
    return challenge


def _require_player(state: GameState, seat: SeatId, wanted: SeatId) -> None:
    if seat_of(state, seat).id != wanted:
        raise Refused(say("{name} has the word in this challenge.", name=state.seats[wanted].name), rule="R-102", code="not-yours")


# --- words --------------------------------------------------------------------------------------------------------------


def _label(command: CallOut | NameFirst | Refuse | Accept | Withdraw | StandBy, state: GameState) -> str:
    return say("Challenge in the Court, month {month}", month=command.month)


def _desk_label(command: CallOut | NameFirst | Refuse | Accept | Withdraw | StandBy, state: GameState) -> str:
    match command:
        case NameFirst():
            return say("{player} challenges first, month {month}", player=who(state, command.player), month=command.month)
        case CallOut():
            named = {"challenger": who(state, command.seat), "target": who(state, command.target)}
        case _:
            named = names_of_both(state, command.number)
    if isinstance(command, CallOut):
        return say("{challenger} challenges {target}, month {month}", month=command.month, **named)
    return say("Challenge of {target} by {challenger}, month {month}", month=command.month, **named)


COMMANDS: Mapping[type, CommandHandler] = {
    kind: CommandHandler(decide=decide, desks=COURT_DESK, player=True, label=_label, desk_label=_desk_label)
    for kind, decide in (
        (CallOut, decide_call_out),
        (NameFirst, decide_first),
        (Refuse, decide_refuse),
        (Accept, decide_accept),
        (Withdraw, decide_withdraw),
        (StandBy, decide_stand_by),
    )
}
