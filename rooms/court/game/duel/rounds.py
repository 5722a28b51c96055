"""Rounds of a duel, led by Control: forfeits, wounds, the end, and who pays the stake (GE-CRT-91, R-103, R-104)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, PhaseEnded, phases_ended_by
from control.day.people.presence import PlayerLeft
from control.day.state import Presence
from control.day.timetable import last_month
from control.day.words import require_reason
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, GameEvent
from control.engine.reasons import as_reason
from control.engine.refusal import Refused, Stale
from rooms.court.game.duel.events import (
    DuelCalledOff,
    DuelEnded,
    DuelPutOff,
    RoundFought,
    challenge_of,
    due_duels,
    duels_of,
    find_challenge,
    names_of_both,
)
from rooms.court.game.duel.stake import StakeDue, parts_of, pay_part_of_stake, received_from_events
from rooms.court.game.duel.state import ASKED, DUE, Answer, Challenge, DuelistRound, Round
from rooms.realm.desks import Desk
from rooms.realm.game.ceremonies import ceremony_held
from rooms.realm.game.deaths.death import CharacterDied, double_wound_events, living_seat
from rooms.realm.game.ranks_and_wounds import DEADLY
from rooms.realm.game.state import CeremonyKind, GameState
from rooms.realm.scenario.ids import Phase

# === rounds and end =====================================================================================================

# The duel itself: rounds with wounds as Control taps them, forfeits, a draw; then the stake (GE-CRT-91, R-104).


DUEL_DESKS: Final = frozenset({Desk.COURT, Desk.CEREMONY})


class PutOff(Struct, frozen=True, kw_only=True):
    """Put off a duel to the next Ceremony, because time is short (R-102)."""

    number: int


class FightRound(Struct, frozen=True, kw_only=True):
    """Record a round as the marshal saw it: who was hit on chest, arm or leg, and who forfeits after it."""

    number: int
    round: int
    challenger: DuelistRound
    target: DuelistRound


class CallOff(Struct, frozen=True, kw_only=True):
    """Call off a duel or a challenge, with a reason."""

    number: int
    reason: str


@as_reason("court.duel-of")
def duel_reason(one: str, other: str) -> str:
    return say("{one} against {other}", one=one, other=other)


@as_reason("court.duelist-died")
def duelist_died_reason(name: str) -> str:
    return say("{name} has died", name=name)


@as_reason("court.duelist-left")
def duelist_left_reason(name: str) -> str:
    return say("{name} has left for good", name=name)


@as_reason("court.duel-too-late")
def too_late_reason() -> str:
    return say("the time to fight it is over")


# --- wounds -------------------------------------------------------------------------------------------------------------


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


# --- questions ----------------------------------------------------------------------------------------------------------


def why_not_now(state: GameState, challenge: Challenge) -> str:
    """Why a duel that is due cannot be fought now. Empty if nothing prevents it (GE-EVT-13, R-102)."""
    clock = state.clock
    for seat in challenge.both:
        player = state.seats[seat]
        if player.presence is Presence.GONE or not is_alive(state, seat):
            return say("{name} cannot fight any more; call the duel off.", name=player.name)
    if challenge.stand is Answer.AGREED and (clock.month, clock.phase) != (challenge.month, Phase.RETURN):
        return say("It is fought in Return.")
    if challenge.stand is Answer.LATER and clock.month == challenge.month:
        return say("It is fought in the next Ceremony.")
    return ""


def may_put_off(state: GameState, challenge: Challenge) -> bool:
    """Whether there is a later Ceremony for this duel."""
    return challenge.stand is Answer.AGREED and challenge.month < last_month(state)


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_put_off(state: GameState, command: PutOff, asked: DecisionContext) -> tuple[DuelPutOff, ...]:
    """Put off a duel to the next Ceremony.

    Raises:
        Refused: no further month is played.
        Stale: it is not due in Return.
    """
    challenge = challenge_of(state, command.number)
    if challenge.stand is not Answer.AGREED:
        raise Stale(say("This duel is not due in Return; look again."), rule="R-102")
    if not may_put_off(state, challenge):
        raise Refused(say("No further month is played; it is fought now or called off."), rule="R-102")
    return (DuelPutOff(number=challenge.number),)


def decide_call_off(state: GameState, command: CallOff, asked: DecisionContext) -> tuple[DuelCalledOff, ...]:
    """Call off a duel or a challenge. Nobody pays.

    Raises:
        Stale: it is over.
    """
    challenge, why = challenge_of(state, command.number), require_reason(command.reason)
    if challenge.stand not in (*ASKED, *DUE):
        raise Stale(say("This is over already; look again."), rule="R-102")
    return (DuelCalledOff(number=challenge.number, why=why),)


def decide_fight(state: GameState, command: FightRound, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Record a round. A duelist who dies or forfeits has lost, and the stake follows (GE-CRT-92, GE-CRT-94, GE-CRT-95, R-104).

    A third wound ends the duel at once, so nobody forfeits after it. In Ceremony the duel uses the ceremony of both Houses (R-13).

    Raises:
        Refused: it is not the time, one of the two cannot fight, or a House has had its ceremony.
        Stale: the round is recorded already, or the duel is over.
    """
    challenge = challenge_of(state, command.number)
    if challenge.stand not in DUE or command.round != len(challenge.rounds) + 1:
        raise Stale(say("This round is written down already; look again."), rule="GE-CRT-91")
    no = why_not_now(state, challenge)
    if no:
        raise Refused(no, rule="R-102")
    ceremony: tuple[GameEvent, ...] = ()
    number = challenge.ceremony
    if challenge.stand is Answer.LATER and number is None:
        one, other = (state.seats[seat] for seat in challenge.both)
        what = duel_reason(one=one.name, other=other.name)
        held_now = ceremony_held(state, state.clock.month, CeremonyKind.DUEL, (one.house, other.house), what)
        ceremony, number = (held_now,), held_now.id
    deadly = any(side.hit and would_die(state, seat) for seat, side in _sides(challenge, command))
    sides = {
        seat: DuelistRound(hit=side.hit, forfeits=side.forfeits and not deadly, died=side.hit and would_die(state, seat))
        for seat, side in _sides(challenge, command)
    }
    fought = RoundFought(
        month=state.clock.month,
        number=challenge.number,
        round=Round(challenger=sides[challenge.challenger], target=sides[challenge.target]),
        at=command.round,
        ceremony=number,
    )
    both = challenge.challenger, challenge.target
    wounds = wound_duelists(state, both, frozenset(seat for seat in both if sides[seat].hit))
    return (*ceremony, fought, *wounds, *_end_of_duel(state, challenge, sides))


def _sides(challenge: Challenge, command: FightRound) -> tuple[tuple[SeatId, DuelistRound], ...]:
    return (challenge.challenger, command.challenger), (challenge.target, command.target)


def _end_of_duel(state: GameState, challenge: Challenge, sides: Mapping[SeatId, DuelistRound]) -> Iterator[DuelEnded]:
    """A duelist who dies or forfeits has lost. If both do, nobody wins (R-104)."""
    lost = tuple(seat for seat in challenge.both if sides[seat].died or sides[seat].forfeits)
    if lost:
        winner = challenge.other(lost[0]) if len(lost) == 1 else None
        yield DuelEnded(month=state.clock.month, number=challenge.number, winner=winner)


# --- what follows -------------------------------------------------------------------------------------------------------


def pay_stake(state: GameState, happened: DuelEnded, asked: DecisionContext) -> tuple[StakeDue, ...]:
    """Pay the stake after the consequences of a death, part by part. Each part takes from what is left (R-103)."""
    challenge = find_challenge(state, happened.number)
    if happened.winner is None or challenge is None or challenge.stake is None:
        return ()
    return tuple(StakeDue(number=happened.number, part=part) for part in parts_of(challenge.stake))


def pay_part(state: GameState, happened: StakeDue, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Pay one part of the stake."""
    challenge = find_challenge(state, happened.number)
    if challenge is None or challenge.winner is None:
        return ()
    winner, loser = state.seats[challenge.winner], state.seats[challenge.other(challenge.winner)]
    moved = tuple(pay_part_of_stake(state, challenge, happened.part, winner, loser, asked))
    return (*moved, received_from_events(challenge.number, happened.part, moved))


def lose_by_death(state: GameState, happened: CharacterDied, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """A character who dies after a duel is agreed loses it, whatever the cause. The next character does not fight (GE-CRT-95).

    A deadly round ends the duel itself (R-104). A challenge that is not agreed yet is called off.
    """
    return tuple(_end_by_death(state, happened))


def _end_by_death(state: GameState, happened: CharacterDied) -> Iterator[GameEvent]:
    for challenge in _open_bouts_of(state, happened.seat):
        other = challenge.other(happened.seat)
        if challenge.stand in ASKED:
            why = duelist_died_reason(name=state.seats[happened.seat].name)
            yield DuelCalledOff(number=challenge.number, why=why)
        elif not any(side.died for each in challenge.rounds for side in (each.challenger, each.target)):
            stays = is_alive(state, other) and happened.apart != other
            yield DuelEnded(month=state.clock.month, number=challenge.number, winner=other if stays else None)


def lapse_with_leaver(state: GameState, happened: PlayerLeft, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """A player who leaves for good neither dies nor forfeits. The duel is called off and nobody pays (GE-CRT-94, GE-CRT-95)."""
    left = state.seats.get(happened.seat)
    if left is None:
        return ()
    why = duelist_left_reason(name=left.name)
    return tuple(DuelCalledOff(number=each.number, why=why) for each in _open_bouts_of(state, left.id))


def _open_bouts_of(state: GameState, seat: SeatId) -> tuple[Challenge, ...]:
    """This player's challenges and duels that are not over."""
    return tuple(each for each in duels_of(state).challenges if seat in each.both and each.stand in (*ASKED, *DUE))


def end_with_phase(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Put off duels that Return left unfought, and call off those that the next Ceremony left unfought (R-12, R-102).

    Both may happen at once if the clock is set past them by hand.
    """
    last = Phase.PLANNING if state.scenario.settings.ceremony_may_run_on else Phase.CEREMONY
    ended = phases_ended_by(happened)
    returned = {each.month for each in ended if each.phase == Phase.RETURN}
    over = max((each.month for each in ended if each.phase == last), default=0)
    found = list[GameEvent]()
    for each in due_duels(state):
        if each.month < over and (each.stand is Answer.LATER or each.month in returned):
            found.append(DuelCalledOff(number=each.number, why=too_late_reason()))
        elif each.stand is Answer.AGREED and each.month in returned:
            put_off = may_put_off(state, each)
            found.append(DuelPutOff(number=each.number) if put_off else DuelCalledOff(number=each.number, why=too_late_reason()))
    return tuple(found)


# --- words --------------------------------------------------------------------------------------------------------------


def _label(command: PutOff | FightRound | CallOff, state: GameState) -> str:
    if isinstance(command, FightRound):
        return say("Round {round}, duel of {challenger} and {target}", round=command.round, **names_of_both(state, command.number))
    return say("Duel of {challenger} and {target}", **names_of_both(state, command.number))


COMMANDS: Mapping[type, CommandHandler] = {
    PutOff: CommandHandler(decide=decide_put_off, desks=DUEL_DESKS, label=_label),
    FightRound: CommandHandler(decide=decide_fight, desks=DUEL_DESKS, label=_label),
    CallOff: CommandHandler(decide=decide_call_off, desks=DUEL_DESKS, label=_label),
}
