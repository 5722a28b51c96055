"""What the winner of a duel has really received of the stake, how it is kept, and how it reads (R-103)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.modules import EventHandler, GameEvent
from rooms.court.game.duel_types import Answer, Challenge, Part, Received, Stake
from rooms.court.game.duelling import duels_of, with_challenge, with_duels
from rooms.court.game.roll import court_invalidations
from rooms.court.game.staking import purse_of
from rooms.realm.game.buildings.kinds import building_of, kind_name
from rooms.realm.game.buildings.placing import BuildingTaken
from rooms.realm.game.court import region_name
from rooms.realm.game.forfeits import FlagForfeited
from rooms.realm.game.hostages.changes import HostageTaken
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.favors import FavorGiven
from rooms.realm.game.treasury.power import PowerGained
from rooms.realm.game.treasury.purses import house_name


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeReceived:
    """What a part of the stake has brought the winner; what it moved stands before this."""

    number: int
    received: Received


def counted(number: int, part: Part, moved: Iterable[GameEvent]) -> StakeReceived:
    """What those events have brought the winner."""
    amount, flags, buildings = 0, [], []
    for each in moved:
        match each:
            case PowerGained():
                amount += each.amount
            case FavorGiven() | HostageTaken():
                amount += 1
            case FlagForfeited():
                flags.append(each.region)
            case BuildingTaken():
                buildings.append(each.id)
    return StakeReceived(number=number, received=Received(part=part, amount=amount, flags=tuple(flags), buildings=tuple(buildings)))


# --- how it reads -------------------------------------------------------------------------------------------------------


def received_words(state: GameState, challenge: Challenge, *, of_agreed: bool) -> str:
    """What the winner has received, in one sentence; empty while nothing is carried out.

    `of_agreed` says how much of what was agreed: for both Houses and Control alone, for it tells what a purse does not hold (R-17).
    """
    if not challenge.received:
        return ""
    things = [each for received in challenge.received for each in _things(state, challenge, received, of_agreed=of_agreed)]
    return say("Received: {things}.", things=listed(things) if things else say("nothing"))


def undone_words(state: GameState, challenge: Challenge) -> tuple[str, ...]:
    """What of the stake has stayed undone, and why: a sentence each, for both Houses and Control alone (R-17, R-103)."""
    if challenge.winner is None or challenge.stake is None:
        return ()
    return tuple(dict.fromkeys(each for received in challenge.received for each in _undone(state, challenge, received)))


def _things(state: GameState, challenge: Challenge, received: Received, *, of_agreed: bool) -> Iterator[str]:
    stake, got = challenge.stake or Stake(), received.amount
    match received.part:
        case Part.POWER if not of_agreed:
            yield from (say("{power} Power", power=got),) if got else ()
        case Part.FAVORS if not of_agreed:
            yield from (say_count("{count} Favor", "{count} Favors", got),) if got else ()
        case Part.POWER:
            yield _of(got, stake.power, say("{power} Power", power=got), say("{got} of {due} Power", got=got, due=stake.power))
        case Part.FAVORS:
            whole = say_count("{count} Favor", "{count} Favors", got)
            yield _of(got, stake.favors, whole, say("{got} of {due} Favors", got=got, due=stake.favors))
        case Part.HOSTAGES if got:
            of = house_name(state, state.seats[_loser(challenge)].house)
            yield say_count("{count} hostage of {house}", "{count} hostages of {house}", got, house=of)
        case Part.FLAGS:
            yield from (say("the castle {castle}", castle=region_name(state, region)) for region in received.flags)
        case Part.BUILDINGS:
            yield from (say("the {building}", building=_building(state, number)) for number in received.buildings)
        case Part.WORDS:
            yield say("{words} (Court Control sees to it)", words=stake.words)
        case _:
            return


def _undone(state: GameState, challenge: Challenge, received: Received) -> Iterator[str]:
    stake, loser = challenge.stake or Stake(), state.seats[_loser(challenge)]
    winner = state.seats[challenge.other(loser.id)]
    one_house = winner.house == loser.house
    match received.part:
        case Part.POWER | Part.FAVORS if purse_of(state, winner) == purse_of(state, loser):
            yield say("Both are of one House: nothing of the House changes hands.")
        case Part.POWER | Part.FAVORS if received.amount < getattr(stake, received.part.value):
            if _has_died(challenge, loser.id):
                yield say("What {loser} held went to the heir before the stake was paid.", loser=loser.name)
            if one_house:
                yield say("{loser} and the others of the House have no more.", loser=loser.name)
            else:
                yield say("The House of {loser} has no more.", loser=loser.name)
        case Part.HOSTAGES | Part.FLAGS | Part.BUILDINGS if one_house:
            yield say("Both are of one House: nothing of the House changes hands.")
        case Part.FLAGS:
            for region in stake.flags:
                if region not in received.flags:
                    yield say("The castle {castle} was not the loser’s.", castle=region_name(state, region))
        case Part.BUILDINGS:
            for number in stake.buildings:
                if number not in received.buildings:
                    yield say("The {building} was not the loser’s.", building=_building(state, number))
        case _:
            return


def _of(got: int, due: int, whole: str, short: str) -> str:
    return whole if got == due else short


def _loser(challenge: Challenge) -> SeatId:
    return challenge.other(challenge.winner) if challenge.winner is not None else challenge.target


def _has_died(challenge: Challenge, seat: SeatId) -> bool:
    """In a round, or elsewhere, where no round brought the end."""
    sides = [each.challenger if seat == challenge.challenger else each.target for each in challenge.rounds]
    return any(each.died for each in sides) or not any(each.forfeits for each in sides)


def _building(state: GameState, number: int) -> str:
    found = building_of(state, number)
    return kind_name(state.scenario, found.kind) if found is not None else say("building")


# --- fold and words -----------------------------------------------------------------------------------------------------


def evolve_received(state: GameState, happened: StakeReceived) -> GameState:
    """A part is received once."""
    found = next((each for each in duels_of(state).challenges if each.number == happened.number), None)
    if found is None:
        return with_duels(state, replace(duels_of(state), doubtful=True))
    others = tuple(each for each in found.received if each.part is not happened.received.part)
    return with_challenge(state, happened.number, (Answer.FOUGHT,), received=(*others, happened.received))


def explain_received(happened: StakeReceived, state: GameState) -> str:
    found = next((each for each in duels_of(state).challenges if each.number == happened.number), None)
    staked = found is not None and found.stake is not None
    things = tuple(_things(state, found, happened.received, of_agreed=True)) if found is not None and staked else ()
    return say("Received of the stake: {things} (R-103).", things=listed(things) if things else say("nothing"))


EVENTS: Mapping[type, EventHandler] = {
    StakeReceived: EventHandler(evolve=evolve_received, explain=explain_received, invalidations=court_invalidations)
}
