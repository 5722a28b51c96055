"""What is still open on the floor when Court Control ends a step or closes the vote, and what is lost (R-78, R-80, R-102)."""

from __future__ import annotations

from control.day.words import who
from control.engine.ids import SeatId, StepId
from control.engine.language import listed, say, say_count
from control.engine.viewer import Viewer
from rooms.court.game.ballots import votes_of
from rooms.court.game.cycles import Part, free_cycle, part_of, proposal_words, waiting
from rooms.court.game.duel_types import Answer, Challenge
from rooms.court.game.duelling import CHALLENGES, of_month
from rooms.court.game.noting import waits as waits_of
from rooms.court.game.paying import turns, unpaid
from rooms.court.game.roll import voters
from rooms.court.game.speakers import speakers_of
from rooms.court.game.state import OnFloor, Stand, floor_of, in_cycle
from rooms.court.rules.pools import in_turn
from rooms.realm.desks import Desk
from rooms.realm.game.payers import share_words
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import Phase


def open_in_step(state: GameState, viewer: Viewer, step: StepId, _table: str = "") -> tuple[str, ...]:
    """A sentence for each thing that the end of this step cuts off or settles, for Court Control."""
    if not viewer.sees_desk(Desk.COURT):
        return ()
    if step == CHALLENGES:
        return tuple(words for each in of_month(state) if (words := _challenge(state, each)))
    part = part_of(step)
    if part is None:
        return ()
    standing = in_cycle(state, part[1])
    if part[0] is Part.EXPLAIN:
        return (*_unchosen(state, standing), *_unheard(state))
    if part[0] is Part.DEBATE:
        return _unheard(state)
    if part[0] is Part.VOTE:
        return _open_vote(state, standing)
    return _unpaid(state, standing)


def floor_closing(state: GameState, viewer: Viewer) -> tuple[str, ...]:
    """What the end of Action cuts off or settles on the floor, and what Return waits for; for who sees what Court Control does."""
    if not viewer.sees_desk(Desk.COURT) or state.clock.phase not in (Phase.ACTION, Phase.RETURN):
        return ()
    waits = tuple(f"{each.words}." for each in waits_of(state, viewer))
    if state.clock.phase == Phase.RETURN:
        return waits
    left = [proposal_words(state, each.paper) for each in waiting(state)]
    lost = say("Not heard any more: {titles}.", titles="; ".join(left))
    settled = (words for each in floor_of(state).cycles for words in _unpaid(state, each))
    return (*waits, *settled, *((lost,) if left else ()))


def open_votes(state: GameState, viewer: Viewer, cycle: int) -> tuple[str, ...]:
    """Who has not voted while no fists are counted: their slots count against the proposal (R-80)."""
    standing = in_cycle(state, cycle)
    if standing is None or standing.stand is not Stand.OPEN or not viewer.sees_desk(Desk.COURT):
        return ()
    missing = _not_voted(state, standing)
    if not missing or standing.fists:
        return ()
    return (say("Not voted yet: {names}. They count against it.", names=_names(state, missing)),)


def _not_voted(state: GameState, standing: OnFloor) -> tuple[SeatId, ...]:
    filled = {each.seat for each in votes_of(state, standing)}
    return tuple(seat.id for seat in voters(state) if seat.id not in filled)


def _names(state: GameState, seats: tuple[SeatId, ...]) -> str:
    return listed(tuple(who(state, seat) for seat in seats))


def _challenge(state: GameState, challenge: Challenge) -> str:
    names = {"challenger": who(state, challenge.challenger), "target": who(state, challenge.target)}
    if challenge.stand is Answer.MADE:
        return say("{target} has not answered the challenge of {challenger}: it counts as refused.", **names)
    if challenge.stand is Answer.STAKED:
        return say("{challenger} has not answered the stake of {target}: the duel is agreed.", **names)
    return ""


def _unchosen(state: GameState, standing: OnFloor | None) -> tuple[str, ...]:
    left = waiting(state)
    if standing is not None or free_cycle(state) is None or not left:
        return ()
    return (
        say_count(
            "Nothing is on the floor. {count} proposal waits:",
            "Nothing is on the floor. {count} proposals wait:",
            len(left),
        ),
        *(say("{name}: {title}", name=who(state, each.seat), title=proposal_words(state, each.paper)) for each in left),
    )


def _unheard(state: GameState) -> tuple[str, ...]:
    speakers, told = speakers_of(state), []
    if speakers.speaking is not None:
        told.append(say("{player} is still speaking.", player=who(state, speakers.speaking)))
    if speakers.waiting:
        told.append(say("Hands still up: {names}.", names=_names(state, speakers.waiting)))
    return tuple(told)


def _open_vote(state: GameState, standing: OnFloor | None) -> tuple[str, ...]:
    if standing is None or standing.stand is not Stand.OPEN:
        return ()
    late = say("The vote is still open. If this cycle ends before you close it, the proposal is rejected.")
    missing = _not_voted(state, standing)
    if not missing or standing.fists:
        return (late,)
    return (late, say("Not voted yet: {names}.", names=_names(state, missing)))


def _unpaid(state: GameState, standing: OnFloor | None) -> tuple[str, ...]:
    if standing is None:
        left = waiting(state)
        if not left:
            return ()
        return (
            say("No proposal was heard in this cycle. Waiting: {names}.", names=_names(state, tuple(each.seat for each in left))),
        )
    words = proposal_words(state, standing.paper)
    if standing.stand is Stand.OPEN:
        return (say("The vote on {proposal} is not closed: it is rejected.", proposal=words),)
    if standing.stand is Stand.TIE:
        return (say("The tie on {proposal} is not decided: it is rejected.", proposal=words),)
    if standing.stand is not Stand.WON:
        return ()
    shares = in_turn(turns(state), standing.cost)
    if shares is not None:
        paid = share_words(state, shares)
        return (
            say("Nobody has said who pays for {proposal}. It becomes law; paid in turn: {shares}.", proposal=words, shares=paid),
        )
    short = unpaid(state, standing)
    return (say("The pools cannot pay for {proposal}: it fails.", proposal=words),) if short else ()
