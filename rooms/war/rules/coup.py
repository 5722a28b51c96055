"""The Military Coup and what undoes it (GE-SOV-15, GE-SOV-17, R-56).

Judged when all battles are fought and all flags are placed, from what the Battle step counted: so all of it sees one Sovereign, the
one at the start of Battle. Immortals are those that stood guard; one that a House commanded beside its own units is none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from rooms.realm.game.state import GameState
from rooms.realm.game.throne.changes import sovereign_house
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import Battle, Result
from rooms.war.game.records.month import Claim, Coup
from rooms.war.game.state import WarState, war_of
from rooms.war.rules.effects import effects_in


class NoCoup(StrEnum):
    """Why betrayal at the Court was no coup (R-34)."""

    NOBODY = "nobody"  # nobody who stands there betrays
    TREATY = "treaty"
    LOST = "lost"  # no betraying House was on the winning side
    MASSACRE = "massacre"
    DIED = "died"  # the Immortals killed the last betraying winner
    DEFENDED = "defended"  # no Immortal stood there, and the Sovereign's House still has units there


@dataclass(frozen=True, slots=True, kw_only=True)
class AtCourt:
    """What the Court region looks like once its battle has been fought.

    `there` are the units left, `betrayers` all Houses that ticked betray, `sovereign` the House of the Sovereign at the start of
    Battle, None for the God Emperor and for an empty throne.
    """

    region: RegionId
    there: Mapping[HouseId, int]
    betrayers: Collection[HouseId]
    battle: Battle | None = None
    sovereign: HouseId | None = None
    treaty: bool = False


def at_court(
    war: WarState,
    region: RegionId,
    *,
    sovereign: HouseId | None = None,
    treaties: Collection[RegionId] = (),
) -> AtCourt:
    """The Court region as the record of the month and the board after Battle have it."""
    return AtCourt(
        region=region,
        there=war.units.get(region, {}),
        betrayers=tuple(stance.house for stance in war.record.stances if stance.betrays),
        battle=next((battle for battle in war.record.battles if battle.region == region), None),
        sovereign=sovereign,
        treaty=region in treaties,
    )


def judged(court: AtCourt) -> Coup | NoCoup:
    """The coup that was made there, or why there was none (GE-SOV-14)."""
    battle = court.battle
    guarded = battle is not None and bool(battle.immortals)
    there = {house for house in court.betrayers if court.there.get(house, 0) > 0}
    if not there and not guarded:
        return NoCoup.NOBODY if battle is None or not _fell(battle, court.betrayers) else NoCoup.LOST
    if court.treaty:
        return NoCoup.TREATY
    if battle is not None and battle.rounds[0].result is Result.WIPED_OUT:
        return NoCoup.MASSACRE
    if battle is not None and guarded:
        winning = set(battle.betrayers) & set(battle.rounds[0].side)
        if not winning:
            return NoCoup.LOST if battle.rounds[0].side else NoCoup.MASSACRE
        if not winning & there:
            return NoCoup.DIED
        return _coup(court, winning & there, battle)
    if court.sovereign is not None and court.there.get(court.sovereign, 0) > 0:
        return NoCoup.DEFENDED
    return _coup(court, there, battle)


def _fell(battle: Battle, betrayers: Collection[HouseId]) -> bool:
    return any(loss.house in betrayers for count in battle.rounds for loss in count.losses)


def _coup(court: AtCourt, houses: Iterable[HouseId], battle: Battle | None) -> Coup:
    """The coup of these Houses; the Immortals defeated in it never come back (GE-SOV-20)."""
    guarded = battle is not None and bool(battle.immortals)
    gone = () if battle is None else ((*battle.immortals, *battle.fallen) if battle.immortals_defeated else battle.fallen)
    return Coup(region=court.region, claims=_claims(court.there, houses), guarded=guarded, immortals=tuple(sorted(gone)))


def castle_lost(war: WarState, region: RegionId, house: HouseId) -> Coup | None:
    """Has the House of a Sovereign by coup lost the castle it reigned by, and who succeeds as if by a coup (GE-SOV-18, R-36)?

    Those with units and a flag there; nobody when none has both. None while the House has its flag on the castle.
    """
    castle = war.castles.get(region)
    flags = castle.flags if castle is not None and not castle.destroyed else frozenset()
    if house in flags:
        return None
    there = war.units.get(region, {})
    return Coup(region=region, claims=_claims(there, flags & there.keys()), rule="R-36")


def _claims(there: Mapping[HouseId, int], houses: Iterable[HouseId]) -> tuple[Claim, ...]:
    return tuple(Claim(house=house, units=there[house]) for house in sorted(houses))


def strongest_claims(claims: Collection[Claim]) -> tuple[HouseId, ...]:
    """Of several who may rule, those with most units there when Battle ended (GE-SOV-16, R-33)."""
    most = max((claim.units for claim in claims), default=0)
    return tuple(claim.house for claim in claims if claim.units == most)


def coup_now(state: GameState) -> Coup | None:
    """The coup that the Battle step of this month made, as the board stands after it (R-34)."""
    if state.court is None:
        return None
    war, treaties = war_of(state), effects_in(state).treaties
    found = judged(at_court(war, state.court.region, sovereign=sovereign_house(state), treaties=treaties))
    return found if isinstance(found, Coup) else None


def lost_now(state: GameState) -> Coup | None:
    """What follows when the House of a Sovereign by coup has no flag on its castle any more (R-36)."""
    house = sovereign_house(state)
    if house is None or state.throne.holds is None:
        return None
    return castle_lost(war_of(state), state.throne.holds, house)
