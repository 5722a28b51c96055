"""Duels and challenges at Court Control's desk: challengers, open answers, stakes, rounds."""

from __future__ import annotations

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.duel.challenge import challengers, first_challenger, is_open, may_not_challenge, targets
from rooms.court.game.duel.events import challenges_of_month, due_duels, duels_of, side_words, won_words
from rooms.court.game.duel.rounds import DUEL_DESKS, may_put_off, why_not_now, would_die
from rooms.court.game.duel.stake import buildings_of, castles_of, holdings, received_words, stake_lines, undone_words
from rooms.court.game.duel.state import ASKED, DUE, Answer, Challenge, Prize, Stake
from rooms.court.game.duel.view import bout_shown
from rooms.court.game.roll import assembled
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState

# === views ==============================================================================================================


class Duelist(Struct, frozen=True, kw_only=True):
    """A duelist. `deadly`: the next wound is the third. `held`: what can be lost, the own purse and then the House's."""

    seat: SeatId
    name: str
    wounds: int
    deadly: bool
    held: str


class Bout(Struct, frozen=True, kw_only=True):
    """A challenge with its duel, seen in `month`.

    `round`: the next one. `why_not`: why it cannot be fought now. `in_ceremony`: it is fought in this month's Ceremony, which the
    Ceremony desk leads. `named`: the stake as entered. `may_restake`: the desk may replace the stake. `outcome`: how it ended;
    `how`: the same with the reason. `received`: what the winner got. `undone`: what of the stake was missing, and why.
    """

    number: int
    month: int
    stand: Answer
    challenger: Duelist
    target: Duelist
    stake: tuple[str, ...]
    named: Stake
    may_restake: bool
    flags: tuple[Prize, ...]
    buildings: tuple[Prize, ...]
    rounds: tuple[tuple[str, str], ...]
    round: int
    why_not: str
    in_ceremony: bool
    may_put_off: bool
    winner: str
    outcome: str
    how: str
    received: str
    undone: tuple[str, ...]

    @property
    def two(self) -> tuple[Duelist, Duelist]:
        return self.challenger, self.target


class Challenger(Struct, frozen=True, kw_only=True):
    """A player who may challenge, with possible targets. `why_not`: set while another goes first (GE-SOV-27)."""

    seat: SeatId
    name: str
    why_not: str
    targets: tuple[tuple[SeatId, str], ...]


class DeskChallenges(Struct, frozen=True, kw_only=True):
    """Challenges and duels at the desk: those of the month, and those that are still due.

    `gloved`: players who may challenge only by a Favor card, which Court Control checks.
    """

    month: int
    is_open: bool
    first: str
    challengers: tuple[Challenger, ...]
    gloved: tuple[tuple[SeatId, str], ...]
    asked: tuple[Bout, ...]
    due: tuple[Bout, ...]
    over: tuple[Bout, ...]


def desk_challenges(state: GameState, viewer: Viewer) -> DeskChallenges | None:
    """Challenges and duels for Court Control; None for anybody else (R-102)."""
    if not viewer.sees_desk(Desk.COURT):
        return None
    month, first = challenges_of_month(state), first_challenger(state)
    return DeskChallenges(
        month=state.clock.month,
        is_open=is_open(state),
        first=first.name if first is not None else "",
        challengers=tuple(
            Challenger(
                seat=seat.id,
                name=seat.name,
                why_not=may_not_challenge(state, seat),
                targets=tuple((each.id, each.name) for each in targets(state, seat.id)),
            )
            for seat in challengers(state)
        ),
        gloved=_gloved(state),
        asked=tuple(_bout(state, each) for each in month if each.stand in ASKED),
        due=tuple(_bout(state, each) for each in due_duels(state)),
        over=tuple(_bout(state, each) for each in duels_of(state).challenges if _is_over_now(state, each)),
    )


def _is_over_now(state: GameState, challenge: Challenge) -> bool:
    """Whether it ended this month, or in this month's Ceremony after it was put off."""
    month = state.clock.month
    in_ceremony = challenge.ceremony is not None and challenge.month == month - 1
    return challenge.stand not in (*ASKED, *DUE) and (challenge.month == month or in_ceremony)


class CallAsk(Struct, frozen=True, kw_only=True):
    """The form to choose whom a player challenges. `glove`: only a Favor card allows it."""

    month: int
    seat: SeatId
    name: str
    glove: bool
    why_not: str
    targets: tuple[tuple[SeatId, str], ...]


def call_ask(state: GameState, viewer: Viewer, seat: SeatId) -> CallAsk | None:
    """The form for this player, for Court Control. None for anybody else, and for an unknown seat."""
    found = state.seats.get(seat)
    if found is None or not viewer.sees_desk(Desk.COURT):
        return None
    why_not = may_not_challenge(state, found)
    glove = bool(why_not) and not may_not_challenge(state, found, glove=True)
    return CallAsk(
        month=state.clock.month,
        seat=seat,
        name=found.name,
        glove=glove,
        why_not="" if glove else why_not,
        targets=() if why_not and not glove else tuple((each.id, each.name) for each in targets(state, seat)),
    )


def gloved(state: GameState, viewer: Viewer) -> tuple[tuple[SeatId, str], ...]:
    """Players who may challenge only by a Favor card, for Court Control."""
    return _gloved(state) if viewer.sees_desk(Desk.COURT) else ()


def due_bouts(state: GameState, viewer: Viewer) -> tuple[Bout, ...] | None:
    """Duels that are due, for the desks that lead duels; None for anybody else."""
    if not any(viewer.sees_desk(desk) for desk in DUEL_DESKS):
        return None
    return tuple(_bout(state, each) for each in due_duels(state))


def bout_ask(state: GameState, viewer: Viewer, number: int) -> Bout | None:
    """One challenge with its duel, for the desks that lead duels. None for anybody else, and if there is none."""
    if not any(viewer.sees_desk(desk) for desk in DUEL_DESKS):
        return None
    return next((_bout(state, each) for each in duels_of(state).challenges if each.number == number), None)


def _gloved(state: GameState) -> tuple[tuple[SeatId, str], ...]:
    return tuple(
        (seat.id, seat.name)
        for seat in assembled(state)
        if may_not_challenge(state, seat) and not may_not_challenge(state, seat, glove=True)
    )


def _bout(state: GameState, challenge: Challenge) -> Bout:
    one, other = (_duelist(state, seat) for seat in challenge.both)
    houses = dict.fromkeys(state.seats[seat].house for seat in challenge.both)
    return Bout(
        number=challenge.number,
        month=state.clock.month,
        stand=challenge.stand,
        challenger=one,
        target=other,
        stake=stake_lines(state, challenge.stake) if challenge.stake is not None else (),
        named=challenge.stake or Stake(),
        may_restake=challenge.stand in (Answer.STAKED, *DUE) and not challenge.rounds,
        flags=tuple(prize for house in houses for prize in castles_of(state, house)),
        buildings=tuple(prize for house in houses for prize in buildings_of(state, house)),
        rounds=tuple((side_words(one.name, each.challenger), side_words(other.name, each.target)) for each in challenge.rounds),
        round=len(challenge.rounds) + 1,
        why_not=why_not_now(state, challenge) if challenge.stand in DUE else "",
        in_ceremony=challenge.stand is Answer.LATER and state.clock.month > challenge.month,
        may_put_off=may_put_off(state, challenge),
        winner=state.seats[challenge.winner].name if challenge.winner is not None else "",
        outcome=won_words(state, challenge.number, challenge.winner) if challenge.stand is Answer.FOUGHT else "",
        how=bout_shown(state, challenge).told if challenge.stand is Answer.FOUGHT else "",
        received=received_words(state, challenge, of_agreed=True),
        undone=undone_words(state, challenge),
    )


def _duelist(state: GameState, seat: SeatId) -> Duelist:
    found = state.seats[seat]
    power, favors, house_power, house_favors = holdings(state, found)
    said = {"power": power, "favors": favors, "house_power": house_power, "house_favors": house_favors}
    held = say("{power} Power, {favors} Favors; the House in all {house_power} Power, {house_favors} Favors", **said)
    return Duelist(seat=seat, name=found.name, wounds=found.wounds, deadly=would_die(state, seat), held=held)
