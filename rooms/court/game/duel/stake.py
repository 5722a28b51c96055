"""Stakes of duels: what may be named, its payment as far as it exists, and what the winner received (GE-CRT-88, R-103)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Protocol, runtime_checkable

from msgspec import Struct

from control.day import handoffs
from control.day.people.lookup import members
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import Spoken, later, listed, say, say_count
from control.engine.modules import EventHandler, GameEvent, Undo
from control.engine.reasons import Told, as_reason
from control.engine.refusal import Refused
from control.engine.reports import Line, ReportKind, to_desks
from rooms.court.game.duel.events import find_challenge, names_of_both, tell_both, with_challenge
from rooms.court.game.duel.state import Answer, Challenge, Prize, Received, Stake, StakePart
from rooms.court.game.reports.words import to_seat
from rooms.court.game.roll import court_invalidations
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import building_of, kind_name, places_words
from rooms.realm.game.buildings.ownership import BuildingTaken
from rooms.realm.game.castle_forfeits import FlagForfeited
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.favors.deck import FavorGiven
from rooms.realm.game.hostages.custody import take_events
from rooms.realm.game.hostages.hostage_events import HostageTaken
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.payment import favors_by_loss, members_by_payment
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import house_name, house_power, purse_holder
from rooms.realm.scenario.ids import HouseId, RegionId, Room

# === naming =============================================================================================================

MOST: Final = 50  # of Power or of Favors in a stake
MOST_HOSTAGES: Final = 10
LONGEST: Final = 200  # characters of free words


@runtime_checkable
class BearsFlags(Protocol):
    """A castle in the room that has the map."""

    @property
    def flags(self) -> frozenset[HouseId]: ...


@runtime_checkable
class KeepsCastles(Protocol):
    """The state of a room that has castles on the map."""

    @property
    def castles(self) -> Mapping[RegionId, BearsFlags]: ...


# --- what may be staked -------------------------------------------------------------------------------------------------


def castles_of(state: GameState, house: HouseId) -> tuple[Prize, ...]:
    """Castles with the flag of a House, as on the public map."""
    room: object = state.rooms.get(Room.WAR)
    castles = room.castles if isinstance(room, KeepsCastles) else {}
    return tuple(
        Prize(key=str(region), name=region_name(state, region), house=house)
        for region, castle in sorted(castles.items())
        if house in castle.flags
    )


def buildings_of(state: GameState, house: HouseId) -> tuple[Prize, ...]:
    """The buildings of a House."""
    return tuple(
        Prize(key=str(each.id), name=f"{kind_name(state.scenario, each.kind)} ({places_words(state, each)})", house=house)
        for each in state.buildings
        if each.house == house
    )


def normalize_stake(state: GameState, challenge: Challenge, stake: Stake) -> Stake:
    """Return the stake, normalized.

    Raises:
        Refused: it is empty, too large, or names what belongs to neither House.
    """
    houses = [state.seats[seat].house for seat in challenge.both]
    flags = tuple(dict.fromkeys(stake.flags))
    buildings = tuple(dict.fromkeys(stake.buildings))
    words = " ".join(stake.words.split())
    tidy = Stake(power=stake.power, favors=stake.favors, hostages=stake.hostages, flags=flags, buildings=buildings, words=words)
    if tidy == Stake():
        raise Refused(say("Name what the winner receives."), rule="GE-CRT-88")
    if not (0 <= stake.power <= MOST and 0 <= stake.favors <= MOST and 0 <= stake.hostages <= MOST_HOSTAGES):
        raise Refused(
            say("Stake at most {most} Power, {most} Favors and {hostages} hostages.", most=MOST, hostages=MOST_HOSTAGES),
            rule="R-103",
        )
    if len(words) > LONGEST:
        raise Refused(say("Say it in at most {most} characters.", most=LONGEST), rule="R-103")
    known_flags = {prize.key for house in houses for prize in castles_of(state, house)}
    known_buildings = {prize.key for house in houses for prize in buildings_of(state, house)}
    if not {str(each) for each in flags} <= known_flags or not {str(each) for each in buildings} <= known_buildings:
        raise Refused(say("Stake a castle or a building of one of the two Houses."), rule="R-103")
    return tidy


# --- how it reads -------------------------------------------------------------------------------------------------------


def stake_lines(state: GameState, stake: Stake) -> tuple[str, ...]:
    """What the winner receives, item by item."""
    found = [say("{power} Power", power=stake.power)] if stake.power else []
    if stake.favors:
        found.append(say_count("{count} Favor", "{count} Favors", stake.favors))
    if stake.hostages:
        found.append(say_count("{count} hostage", "{count} hostages", stake.hostages))
    found += [say("the castle {castle}, if the loser holds it", castle=region_name(state, region)) for region in stake.flags]
    for number in stake.buildings:
        building = building_of(state, number)
        if building is None:
            found.append(say("a building that stands no more"))
        else:
            name, house = kind_name(state.scenario, building.kind), house_name(state, building.house)
            found.append(say("the {building} of {house}, if that House loses", building=name, house=house))
    return (*found, stake.words) if stake.words else tuple(found)


def stake_words(state: GameState, stake: Stake | None) -> str:
    """What the winner receives, in one line."""
    return listed(stake_lines(state, stake)) if stake is not None else ""


# --- the stake is named -------------------------------------------------------------------------------------------------


class StakeNamed(Struct, frozen=True, kw_only=True):
    """The challenge was accepted with this stake for the winner, or the desk replaced the stake."""

    month: int
    number: int
    stake: Stake


def evolve_staked(state: GameState, happened: StakeNamed) -> GameState:
    """A new stake for an agreed duel leaves it agreed."""
    found = find_challenge(state, happened.number)
    stand = Answer.STAKED if found is None or found.stand is Answer.MADE else found.stand
    stands = (Answer.MADE, Answer.STAKED, Answer.AGREED, Answer.LATER)
    return with_challenge(state, happened.number, stands, stand=stand, stake=happened.stake)


def tell_staked(happened: StakeNamed, before: GameState, after: GameState) -> Iterator[Line]:
    words = say(
        "{target} accepts the challenge of {challenger}. The winner receives: {stake} (GE-CRT-88).",
        stake=stake_words(before, happened.stake),
        **names_of_both(before, happened.number),
    )
    yield from tell_both(before, happened.number, words, "GE-CRT-88")


def withdrawn_stake_words(happened: StakeNamed, state: GameState) -> str:
    return say("the stake in the challenge of {challenger} to {target}", **names_of_both(state, happened.number))


# === payment ============================================================================================================


@as_reason("court.duel-stake")
def duel_reason(winner: str, loser: str) -> str:
    return say("the stake of the duel that {winner} won against {loser}", winner=winner, loser=loser)


@as_reason("court.stake-by-hand")
def stake_by_hand_reason(winner: str, loser: str, words: str) -> str:
    return say("Stake of a duel: {winner} has won against {loser} and receives: {words}", winner=winner, loser=loser, words=words)


def parts_of(stake: Stake) -> tuple[StakePart, ...]:
    """The parts of a stake that are not empty."""
    return tuple(part for part in StakePart if getattr(stake, part.value))


def pay_part_of_stake(
    state: GameState, challenge: Challenge, part: StakePart, winner: HouseSeat, loser: HouseSeat, asked: DecisionContext
) -> Iterator[GameEvent]:
    """Pay one part of a stake from the current state, as far as it exists (GE-CRT-95, R-103)."""
    stake = challenge.stake or Stake()
    why = duel_reason(winner=winner.name, loser=loser.name)
    match part:
        case StakePart.POWER:
            yield from _power(state, stake.power, winner, loser, why)
        case StakePart.FAVORS:
            yield from _favors(state, stake.favors, winner, loser, why)
        case StakePart.HOSTAGES if winner.house != loser.house:
            yield from take_events(state, winner.house, loser.house, why=why, rule="R-103", count=stake.hostages)
        case StakePart.FLAGS if winner.house != loser.house:
            held = {prize.key for prize in castles_of(state, loser.house)}
            for region in stake.flags:
                if str(region) in held:
                    yield FlagForfeited(month=state.clock.month, region=region, house=loser.house, to=winner.house, why=why)
        case StakePart.BUILDINGS if winner.house != loser.house:
            for number in stake.buildings:
                building = building_of(state, number)
                if building is not None and building.house == loser.house:
                    yield BuildingTaken(id=number, former=loser.house, house=winner.house, reason=why)
        case StakePart.WORDS:
            what = stake_by_hand_reason(winner=winner.name, loser=loser.name, words=stake.words)
            yield handoffs.new_hand_off(
                state, origin=Desk.COURT, to=Desk.COURT, what=what, at=asked.at, by=asked.by.called, rule="R-103"
            )
        case _:
            return


def holdings(state: GameState, seat: HouseSeat) -> tuple[int, int, int, int]:
    """Power and Favors of a player's purse, then of all purses of the House. For that House and Control only."""
    purse = purse_holder(state, seat).purse
    cards = sum(len(each.purse.favors) for each in members(state, seat.house))
    return purse.power, len(purse.favors), house_power(state, seat.house), cards


def _purses(state: GameState, winner: HouseSeat, loser: HouseSeat) -> tuple[SeatId, ...]:
    """The loser's purse, then the House's in the order of payment, without the winner's own (R-06)."""
    order = (purse_holder(state, loser).id, *(seat.id for seat in members_by_payment(state, loser.house)))
    return tuple(seat for seat in dict.fromkeys(order) if seat != purse_holder(state, winner).id)


def _power(state: GameState, due: int, winner: HouseSeat, loser: HouseSeat, why: Told) -> Iterator[GameEvent]:
    given = 0
    for seat in _purses(state, winner, loser):
        part = min(due - given, state.seats[seat].purse.power)
        if part > 0:
            given += part
            yield PowerLost(seat=seat, amount=part, why=why)
    if given:
        yield PowerGained(seat=purse_holder(state, winner).id, amount=given, why=why)


def _favors(state: GameState, due: int, winner: HouseSeat, loser: HouseSeat, why: Told) -> Iterator[GameEvent]:
    cards = [(seat, card) for seat in _purses(state, winner, loser) for card in favors_by_loss(state.seats[seat])]
    for seat, card in cards[:due]:
        yield FavorGiven(seat=seat, to=purse_holder(state, winner).id, card=card, why=why)


# --- a part is due ------------------------------------------------------------------------------------------------------


class StakeDue(Struct, frozen=True, kw_only=True):
    """A part of the stake is due. What is paid follows in events of its own."""

    number: int
    part: StakePart


STAKE_DUE: Final[Mapping[StakePart, str]] = Spoken(
    {
        StakePart.POWER: later("The stake is carried out as far as it exists: Power (R-103)."),
        StakePart.FAVORS: later("The stake is carried out as far as it exists: Favors (R-103)."),
        StakePart.FLAGS: later("The stake is carried out as far as it exists: castles (R-103)."),
        StakePart.BUILDINGS: later("The stake is carried out as far as it exists: buildings (R-103)."),
        StakePart.HOSTAGES: later("The stake is carried out as far as it exists: hostages (R-103)."),
        StakePart.WORDS: later("The stake is carried out by hand: Court Control has it (R-103)."),
    }
)


def evolve_stake_due(state: GameState, happened: StakeDue) -> GameState:
    return with_challenge(state, happened.number, (Answer.FOUGHT,))


def tell_stake_due(happened: StakeDue, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(STAKE_DUE[happened.part])


# === receipt ============================================================================================================

# What the winner has really received of the stake, with fold and words.


class StakeReceived(Struct, frozen=True, kw_only=True):
    """A part of the stake was paid. `received`: what it brought the winner; the events that moved it come before this one."""

    number: int
    received: Received


def received_from_events(number: int, part: StakePart, moved: Iterable[GameEvent]) -> StakeReceived:
    """What these events have brought the winner."""
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
    """What the winner has received, in one sentence. Empty before anything is paid.

    `of_agreed`: also say how much was agreed. That is for both Houses and Control only, since it shows what a purse lacks (R-17).
    """
    if not challenge.received:
        return ""
    things = [each for received in challenge.received for each in _received_items(state, challenge, received, of_agreed=of_agreed)]
    return say("Received: {things}.", things=listed(things) if things else say("nothing"))


def undone_words(state: GameState, challenge: Challenge) -> tuple[str, ...]:
    """Parts of the stake that were not paid, and why, one sentence each. For both Houses and Control only (R-17, R-103)."""
    if challenge.winner is None or challenge.stake is None:
        return ()
    return tuple(dict.fromkeys(each for received in challenge.received for each in _unpaid_parts(state, challenge, received)))


def _received_items(state: GameState, challenge: Challenge, received: Received, *, of_agreed: bool) -> Iterator[str]:
    stake, got = challenge.stake or Stake(), received.amount
    match received.part:
        case StakePart.POWER if not of_agreed:
            yield from (say("{power} Power", power=got),) if got else ()
        case StakePart.FAVORS if not of_agreed:
            yield from (say_count("{count} Favor", "{count} Favors", got),) if got else ()
        case StakePart.POWER:
            yield _amount_words(
                got, stake.power, say("{power} Power", power=got), say("{got} of {due} Power", got=got, due=stake.power)
            )
        case StakePart.FAVORS:
            whole = say_count("{count} Favor", "{count} Favors", got)
            yield _amount_words(got, stake.favors, whole, say("{got} of {due} Favors", got=got, due=stake.favors))
        case StakePart.HOSTAGES if got:
            of = house_name(state, state.seats[_loser(challenge)].house)
            yield say_count("{count} hostage of {house}", "{count} hostages of {house}", got, house=of)
        case StakePart.FLAGS:
            yield from (say("the castle {castle}", castle=region_name(state, region)) for region in received.flags)
        case StakePart.BUILDINGS:
            yield from (say("the {building}", building=_building(state, number)) for number in received.buildings)
        case StakePart.WORDS:
            yield say("{words} (Court Control sees to it)", words=stake.words)
        case _:
            return


def _unpaid_parts(state: GameState, challenge: Challenge, received: Received) -> Iterator[str]:
    stake, loser = challenge.stake or Stake(), state.seats[_loser(challenge)]
    winner = state.seats[challenge.other(loser.id)]
    one_house = winner.house == loser.house
    match received.part:
        case StakePart.POWER | StakePart.FAVORS if purse_holder(state, winner).id == purse_holder(state, loser).id:
            yield say("Both are of one House: nothing of the House changes hands.")
        case StakePart.POWER | StakePart.FAVORS if received.amount < getattr(stake, received.part.value):
            if _has_died(challenge, loser.id):
                yield say("What {loser} held went to the heir before the stake was paid.", loser=loser.name)
            if one_house:
                yield say("{loser} and the others of the House have no more.", loser=loser.name)
            else:
                yield say("The House of {loser} has no more.", loser=loser.name)
        case StakePart.HOSTAGES | StakePart.FLAGS | StakePart.BUILDINGS if one_house:
            yield say("Both are of one House: nothing of the House changes hands.")
        case StakePart.FLAGS:
            for region in stake.flags:
                if region not in received.flags:
                    yield say("The castle {castle} was not the loser’s.", castle=region_name(state, region))
        case StakePart.BUILDINGS:
            for number in stake.buildings:
                if number not in received.buildings:
                    yield say("The {building} was not the loser’s.", building=_building(state, number))
        case _:
            return


def _amount_words(got: int, due: int, whole: str, short: str) -> str:
    return whole if got == due else short


def _loser(challenge: Challenge) -> SeatId:
    return challenge.other(challenge.winner) if challenge.winner is not None else challenge.target


def _has_died(challenge: Challenge, seat: SeatId) -> bool:
    """Whether this duelist died: in a round, or elsewhere if no forfeit ended the duel."""
    sides = [each.challenger if seat == challenge.challenger else each.target for each in challenge.rounds]
    return any(each.died for each in sides) or not any(each.forfeits for each in sides)


def _building(state: GameState, number: int) -> str:
    found = building_of(state, number)
    return kind_name(state.scenario, found.kind) if found is not None else say("building")


# --- fold and words -----------------------------------------------------------------------------------------------------


def evolve_received(state: GameState, happened: StakeReceived) -> GameState:
    """A part is received once: a later count replaces it."""
    found = find_challenge(state, happened.number)
    others = tuple(each for each in (found.received if found else ()) if each.part is not happened.received.part)
    return with_challenge(state, happened.number, (Answer.FOUGHT,), received=(*others, happened.received))


def tell_received(happened: StakeReceived, before: GameState, after: GameState) -> Iterator[Line]:
    """How much of the agreed stake was paid. For both players only, since it shows what a purse lacks (R-17, R-103)."""
    found, things = find_challenge(before, happened.number), say("nothing")
    if found is not None and found.stake is not None:
        items = tuple(_received_items(before, found, happened.received, of_agreed=True))
        things = listed(items) if items else things
    yield to_desks(say("Received of the stake: {things} (R-103).", things=things))
    if found is None or found.stake is None or found.winner is None:
        return
    words = say("Received: {things}.", things=things)
    act = say("The stake of the duel of {challenger} and {target}", **names_of_both(before, happened.number))
    yield to_seat(found.winner, ReportKind.OUTCOME, words, act=act, rule="R-103")
    words = say("The winner has it. {received}", received=words)
    yield to_seat(found.other(found.winner), ReportKind.OUTCOME, words, act=act, rule="R-103")


EVENTS: Mapping[type, EventHandler] = {
    StakeNamed: EventHandler(
        evolve=evolve_staked, tell=tell_staked, invalidations=court_invalidations, undo=Undo(words=withdrawn_stake_words)
    ),
    StakeDue: EventHandler(evolve=evolve_stake_due, tell=tell_stake_due, invalidations=court_invalidations),
    StakeReceived: EventHandler(evolve=evolve_received, tell=tell_received, invalidations=court_invalidations),
}
