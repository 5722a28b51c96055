"""Military Coups, and the loss of the castle that a Sovereign by coup reigns from (GE-SOV-15, GE-SOV-17, R-56).

Judged after all battles and flags, from the numbers of the Battle step. So every check sees the Sovereign at the start of Battle.
Only Immortals on guard count, not those commanded beside a House's units.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum

from msgspec import Struct

from rooms.realm.game.state import GameState
from rooms.realm.game.throne.throne_events import sovereign_house
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.war.game.records.battles import Battle, BattleResult
from rooms.war.game.records.month import Claim, Coup
from rooms.war.game.state import WarState, war_of
from rooms.war.rules.effects import effects_in


class NoCoup(StrEnum):
    """Why betrayal at the Court was no coup (R-34)."""

    NOBODY = "nobody"  # no betraying House has units there
    TREATY = "treaty"
    LOST = "lost"  # no betraying House was on the winning side
    MASSACRE = "massacre"
    DIED = "died"  # the Immortals killed the last betraying winner
    DEFENDED = "defended"  # no Immortal stood there, and the Sovereign's House still has units there


class AtCourt(Struct, frozen=True, kw_only=True):
    """The Court region after its battle.

    `there`: units left, by House; `betrayers`: all Houses that ticked betray; `sovereign`: the Sovereign's House at the start of
    Battle, None for the God Emperor or an empty throne.
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
    """Build `AtCourt` from the month's record and the board after Battle."""
    return AtCourt(
        region=region,
        there=war.units.get(region, {}),
        betrayers=tuple(stance.house for stance in war.record.stances if stance.betrays),
        battle=next((battle for battle in war.record.battles if battle.region == region), None),
        sovereign=sovereign,
        treaty=region in treaties,
    )


def judge_coup(court: AtCourt) -> Coup | NoCoup:
    """The coup in the Court region, or the reason there was none (GE-SOV-14)."""
    battle = court.battle
    guarded = battle is not None and bool(battle.immortals)
    there = {house for house in court.betrayers if court.there.get(house, 0) > 0}
    if not there and not guarded:
        return NoCoup.NOBODY if battle is None or not _fell(battle, court.betrayers) else NoCoup.LOST
    if court.treaty:
        return NoCoup.TREATY
    if battle is not None and battle.rounds[0].result is BattleResult.WIPED_OUT:
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
    """The coup of these Houses. Immortals defeated in it never come back (GE-SOV-20)."""
    guarded = battle is not None and bool(battle.immortals)
    gone = () if battle is None else ((*battle.immortals, *battle.fallen) if battle.immortals_defeated else battle.fallen)
    return Coup(region=court.region, claims=_claims(court.there, houses), guarded=guarded, immortals=tuple(sorted(gone)))


def castle_lost(war: WarState, region: RegionId, house: HouseId) -> Coup | None:
    """The succession if a Sovereign by coup has lost the castle they reign from. None if their House still has its flag there.

    Candidates are the Houses with units and a flag there. There may be none.

    Rules: GE-SOV-18, R-36.
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
    """Candidates with the most units there at the end of Battle (GE-SOV-16, R-33)."""
    most = max((claim.units for claim in claims), default=0)
    return tuple(claim.house for claim in claims if claim.units == most)


def coup_now(state: GameState) -> Coup | None:
    """The coup made in this month's Battle step, judged on the board after it. None if there was none (R-34)."""
    if state.court is None:
        return None
    war, treaties = war_of(state), effects_in(state).treaties
    found = judge_coup(at_court(war, state.court.region, sovereign=sovereign_house(state), treaties=treaties))
    return found if isinstance(found, Coup) else None


def lost_now(state: GameState) -> Coup | None:
    """The succession if the House of a Sovereign by coup no longer has its flag on its castle. None otherwise (R-36)."""
    house = sovereign_house(state)
    if house is None or state.throne.holds is None:
        return None
    return castle_lost(war_of(state), state.throne.holds, house)
