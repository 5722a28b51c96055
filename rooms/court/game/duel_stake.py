"""Stakes of duels: what may be named, its words, and its payment as far as it exists (GE-CRT-88, R-103)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Protocol, runtime_checkable

from control.day import handoffs
from control.day.people.lookup import members
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.modules import GameEvent
from control.engine.reasons import Told, as_reason
from control.engine.refusal import Refused
from rooms.court.game.duel_state import Challenge, Prize, Stake, StakePart
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import building_of, kind_name, places_words
from rooms.realm.game.buildings.ownership import BuildingTaken
from rooms.realm.game.castle_forfeits import FlagForfeited
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.favors.deck import FavorGiven
from rooms.realm.game.hostages.custody import take_events
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.payment import favors_by_loss, members_by_payment
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import house_name, house_power, purse_holder
from rooms.realm.scenario.ids import HouseId, RegionId, Room

# === stakes =============================================================================================================


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


# --- carried out --------------------------------------------------------------------------------------------------------


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
