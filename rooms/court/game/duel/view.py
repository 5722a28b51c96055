"""Public view of duels and challenges: players, stake, rounds, end (GE-CRT-85, R-102)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say
from rooms.court.game.duel.challenge import is_open
from rooms.court.game.duel.events import challenges_of_month, due_duels, duels_of
from rooms.court.game.duel.stake import received_words, stake_lines, undone_words
from rooms.court.game.duel.state import ASKED, DUE, Answer, Challenge, DuelistRound
from rooms.court.game.floor.cycles import running_part
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, Phase

# === views ==============================================================================================================


MOST: Final = 2  # bouts on a wall at a time


class Fighter(Struct, frozen=True, kw_only=True):
    """A duelist with the results of this duel. `hits`: hits in it."""

    seat: SeatId
    name: str
    house: HouseId
    short: str
    hits: int
    died: bool
    won: bool

    @property
    def marks(self) -> range:
        """One mark for each hit."""
        return range(self.hits)


class BoutShown(Struct, frozen=True, kw_only=True):
    """A challenge or duel.

    `round`: the next one, 0 if none is due. `told`: how it stands, or how it ended and why. `received`: what the winner really
    received. Only the two Houses see the agreed amounts in it, the `stake` beside it, and `undone`, what was missing and why. These
    show what a purse lacks (R-17).
    """

    number: int
    stand: Answer
    challenger: Fighter
    target: Fighter
    stake: tuple[str, ...]
    rounds: tuple[str, ...]
    round: int
    told: str
    received: str = ""
    undone: tuple[str, ...] = ()
    in_ceremony: bool = False

    @property
    def both(self) -> tuple[SeatId, SeatId]:
        return self.challenger.seat, self.target.seat

    @property
    def houses(self) -> tuple[HouseId, HouseId]:
        return self.challenger.house, self.target.house

    @property
    def newest(self) -> str:
        """The result of the last round. Empty before the first."""
        return self.rounds[-1] if self.rounds else ""

    @property
    def is_over(self) -> bool:
        return self.stand not in (*ASKED, *DUE)


def shown_bouts(state: GameState, house: HouseId | None = None) -> tuple[BoutShown, ...]:
    """Bouts that are public now: in Challenges all of the month, later its duels, none during a cycle.

    `house`: the viewer's House, which sees more of how its own duels ended; None for the hall.
    """
    if is_open(state):
        return tuple(bout_shown(state, each, house) for each in challenges_of_month(state))
    if running_part(state) is not None:
        return ()
    return tuple(bout_shown(state, each, house) for each in duels_of(state).challenges if _is_shown(state, each))


def hall_bouts(state: GameState) -> tuple[BoutShown, ...]:
    """Bouts for the hall, as many as can be read at ten metres. Unfinished ones come first, then the newest."""
    found = sorted(shown_bouts(state), key=lambda each: (each.is_over, -each.number))
    return tuple(found[:MOST])


def own_bout(state: GameState, seat: SeatId) -> Challenge | None:
    """A player's unfinished challenge or duel."""
    live = (each for each in challenges_of_month(state) if each.stand in ASKED)
    return next((each for each in (*live, *due_duels(state)) if seat in each.both), None)


def bout_shown(state: GameState, challenge: Challenge, house: HouseId | None = None) -> BoutShown:
    """A bout for a player of that House; None for the public."""
    one, other = (state.seats[seat].name for seat in challenge.both)
    own = house in {state.seats[seat].house for seat in challenge.both}
    received = received_words(state, challenge, of_agreed=own)
    return BoutShown(
        number=challenge.number,
        stand=challenge.stand,
        challenger=_fighter(state, challenge, challenge.challenger),
        target=_fighter(state, challenge, challenge.target),
        stake=stake_lines(state, challenge.stake) if challenge.stake is not None and (own or not received) else (),
        rounds=tuple(f"{_side(one, each.challenger)}; {_side(other, each.target)}" for each in challenge.rounds),
        round=len(challenge.rounds) + 1 if _is_fought_now(state, challenge) else 0,
        told=_state_words(state, challenge),
        received=received,
        undone=undone_words(state, challenge) if own else (),
        in_ceremony=challenge.ceremony is not None,
    )


# --- parts --------------------------------------------------------------------------------------------------------------


def _is_shown(state: GameState, challenge: Challenge) -> bool:
    """Whether it is a duel of this month, or one put off to this month's Ceremony, until Return."""
    if challenge.stand not in (*DUE, Answer.FOUGHT):
        return False
    was_put_off = challenge.stand is Answer.LATER or challenge.ceremony is not None
    return challenge.month == state.clock.month or (was_put_off and not state.clock.is_in(Phase.RETURN))


def _is_fought_now(state: GameState, challenge: Challenge) -> bool:
    """Whether it is fought in the current phase."""
    if challenge.stand is Answer.AGREED:
        return (state.clock.month, state.clock.phase) == (challenge.month, Phase.RETURN)
    return challenge.stand is Answer.LATER and state.clock.month > challenge.month


def _sides(challenge: Challenge, seat: SeatId) -> tuple[DuelistRound, ...]:
    return tuple(each.challenger if seat == challenge.challenger else each.target for each in challenge.rounds)


def _fighter(state: GameState, challenge: Challenge, seat: SeatId) -> Fighter:
    found, sides = state.seats[seat], _sides(challenge, seat)
    shorts = {house.id: house.short for house in house_names(state)}
    return Fighter(
        seat=seat,
        name=found.name,
        house=found.house,
        short=shorts.get(found.house, ""),
        hits=sum(each.hit for each in sides),
        died=_has_died(sides),
        won=challenge.winner == seat,
    )


def _side(name: str, side: DuelistRound) -> str:
    """What a round did to one duelist, in gentle words."""
    if side.died:
        return say("{name} is hit, and it is the third wound", name=name)
    if side.hit and side.forfeits:
        return say("{name} is hit and forfeits", name=name)
    if side.hit:
        return say("{name} is hit: 1 wound", name=name)
    if side.forfeits:
        return say("{name} forfeits", name=name)
    return say("{name} is not hit", name=name)


def _state_words(state: GameState, challenge: Challenge) -> str:
    one, other = (state.seats[seat].name for seat in challenge.both)
    match challenge.stand:
        case Answer.MADE:
            return say("{name} answers: refuse, or accept and name the stake.", name=other)
        case Answer.STAKED:
            return say("{name} decides: stand by it, or withdraw.", name=one)
        case Answer.AGREED if not challenge.rounds and _is_fought_now(state, challenge):
            return say("It is fought now.")
        case Answer.AGREED if not challenge.rounds:
            return say("It is agreed: both stay at the Court and fight in Return.")
        case Answer.LATER if not challenge.rounds:
            return say("It is fought in the next Ceremony.") if challenge.month == state.clock.month else say("It is fought now.")
        case Answer.AGREED | Answer.LATER:
            return say("Nobody forfeits: another round follows.")
        case Answer.REFUSED if challenge.silent:
            return say("{name} has not answered: that is a refusal.", name=other)
        case Answer.REFUSED:
            return say("{name} refuses.", name=other)
        case Answer.WITHDRAWN:
            return say("{name} withdraws.", name=one)
        case Answer.OFF:
            return say("It is called off.")
        case Answer.FOUGHT:
            return _result(state, challenge)


def _result(state: GameState, challenge: Challenge) -> str:
    """Who won and why. If no round brought the end, the loser died elsewhere (GE-CRT-95, R-104)."""
    one, other = (_sides(challenge, seat) for seat in challenge.both)
    if challenge.winner is None:
        if _has_died(one) and _has_died(other):
            return say("Nobody has won: both have fallen. There is no stake.")
        if _has_forfeited(one) and _has_forfeited(other):
            return say("Nobody has won: both forfeit. There is no stake.")
        return say("Nobody has won. There is no stake.")
    loser = challenge.other(challenge.winner)
    names = {"winner": state.seats[challenge.winner].name, "loser": state.seats[loser].name}
    lost = _sides(challenge, loser)
    if _has_died(lost):
        return say("{winner} has won: {loser} has fallen.", **names)
    if _has_forfeited(lost):
        return say("{winner} has won: {loser} forfeits.", **names)
    return say("{winner} has won: {loser} has died.", **names)


def _has_died(sides: tuple[DuelistRound, ...]) -> bool:
    return any(each.died for each in sides)


def _has_forfeited(sides: tuple[DuelistRound, ...]) -> bool:
    return any(each.forfeits for each in sides)
