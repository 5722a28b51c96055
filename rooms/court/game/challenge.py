"""Challenges of the Court: who may challenge whom, their events, fold and words (GE-CRT-85, R-102)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.missing_players import requires_players
from control.day.state import with_room
from control.day.words import who
from control.engine.ids import SeatId, StepId
from control.engine.language import say
from control.engine.modules import EventHandler, Undo
from control.engine.records import replace
from control.engine.refusal import Stale
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.duel_stake import stake_words
from rooms.court.game.duel_state import ASKED, DUE, Answer, Challenge, Duels, Stake
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import assembled, court_invalidations, is_assembled
from rooms.court.game.state import court_of
from rooms.realm.game.buildings.kinds import ARENA, usable_buildings
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.scenario.ids import Phase, Room

# === challengers and targets ============================================================================================

# Who may challenge whom, which duels are due, and how the state of challenges changes.


CHALLENGES: Final = StepId("challenges")
IN_DUEL: Final = frozenset({*ASKED, *DUE, Answer.FOUGHT})


# --- questions ----------------------------------------------------------------------------------------------------------


def duels_of(state: GameState) -> Duels:
    """The Court's challenges and duels."""
    return court_of(state).duels


def challenges_of_month(state: GameState) -> tuple[Challenge, ...]:
    """Challenges of the current month."""
    return tuple(each for each in duels_of(state).challenges if each.month == state.clock.month)


def due_duels(state: GameState) -> tuple[Challenge, ...]:
    """Agreed duels that are not over."""
    return tuple(each for each in duels_of(state).challenges if each.stand in DUE)


def is_open(state: GameState) -> bool:
    """Whether the Challenges step runs. It exists only while some House has an Arena (GE-CRT-22, R-11)."""
    clock = state.clock
    at = clock.rooms.get(Room.COURT)
    return clock.phase == Phase.ACTION and at is not None and at.month == clock.month and at.step == CHALLENGES


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


# --- fold ---------------------------------------------------------------------------------------------------------------


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


# === events =============================================================================================================

# Events of the Challenges step, with fold and words.


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


class StakeNamed(Struct, frozen=True, kw_only=True):
    """The challenge was accepted with this stake for the winner, or the desk replaced the stake."""

    month: int
    number: int
    stake: Stake


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


def evolve_staked(state: GameState, happened: StakeNamed) -> GameState:
    """A new stake for an agreed duel leaves it agreed."""
    found = find_challenge(state, happened.number)
    stand = Answer.STAKED if found is None or found.stand is Answer.MADE else found.stand
    stands = (Answer.MADE, Answer.STAKED, Answer.AGREED, Answer.LATER)
    return with_challenge(state, happened.number, stands, stand=stand, stake=happened.stake)


def evolve_withdrawn(state: GameState, happened: ChallengeWithdrawn) -> GameState:
    return with_challenge(state, happened.number, (Answer.STAKED,), stand=Answer.WITHDRAWN, paid=happened.paid)


def evolve_agreed(state: GameState, happened: DuelAgreed) -> GameState:
    return with_challenge(state, happened.number, (Answer.STAKED,), stand=Answer.AGREED, silent=happened.silent)


# --- words --------------------------------------------------------------------------------------------------------------


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


def tell_staked(happened: StakeNamed, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "{target} accepts the challenge of {challenger}. The winner receives: {stake} (GE-CRT-88).",
        stake=stake_words(before, happened.stake),
        **names_of_both(before, happened.number),
    )
    yield from tell_both(before, happened.number, words, "GE-CRT-88")


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


def withdrawn_stake_words(happened: StakeNamed, state: GameState) -> str:
    return say("the stake in the challenge of {challenger} to {target}", **names_of_both(state, happened.number))


def withdrawn_first_words(_happened: FirstNamed, _state: GameState) -> str:
    return say("who challenges first")


EVENTS: Mapping[type, EventHandler] = {
    kind: EventHandler(evolve=evolve, tell=tell, invalidations=court_invalidations, undo=Undo(words=gone))
    for kind, evolve, tell, gone in (
        (FirstNamed, evolve_first, tell_first, withdrawn_first_words),
        (ChallengeMade, evolve_made, tell_made, withdrawn_challenge_words),
        (ChallengeRefused, evolve_refused, tell_refused, withdrawn_answer_words),
        (StakeNamed, evolve_staked, tell_staked, withdrawn_stake_words),
        (ChallengeWithdrawn, evolve_withdrawn, tell_withdrawn, withdrawn_answer_words),
        (DuelAgreed, evolve_agreed, tell_agreed, withdrawn_answer_words),
    )
}
