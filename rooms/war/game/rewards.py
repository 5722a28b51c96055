"""Rewards: what each House earns, the Power and Favors that follow, and corrections after a changed battle (GE-WAR-33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct, structs

from control.day.people.lookup import members
from control.day.state import Presence
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.modules import EventHandler, GameEvent
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.realm.game.favors.deck import FavorDiscarded, FavorDrawn, draw_favors
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import is_purse_common, receivers_of_gains
from rooms.realm.scenario.ids import HouseId, RegionId, Room, RumorId
from rooms.war.game.battle_changes import BattleCorrected
from rooms.war.game.board import Board, board_of
from rooms.war.game.lookup import board_invalidations
from rooms.war.game.reasons import battle_corrected_reason, why_favors, why_power
from rooms.war.game.records.month import MonthRecord, OvercameAt, Reward
from rooms.war.game.state import (
    REWARDS,
    WarState,
    found,
    month_record,
    record_of,
    state_at_step,
    told,
    war_in_month,
    war_of,
    with_notes,
    with_war,
)
from rooms.war.game.words.reports import to_house
from rooms.war.rules.castles import castles_by_house

# === earnings ===========================================================================================================


def rewards_of(war: WarState, houses: Iterable[HouseId], *, record: MonthRecord, free_castles: int = 1) -> tuple[Reward, ...]:
    """What each House earns, in the order of `houses`, without Houses that earn nothing (GE-WAR-33).

    Houses that share a castle or a Rumor each get the full reward. A House without a player in the War Room earns like any other
    (GE-WAR-71). `Reward.seat` stays None: the caller names the receiver.
    """
    found = _rewards(war, houses, record, free_castles)
    return tuple(reward for reward in found if reward.power or reward.favors)


def reward_of(war: WarState, house: HouseId, *, record: MonthRecord, free_castles: int = 1) -> Reward:
    """What one House earns, even if that is nothing."""
    return next(_rewards(war, (house,), record, free_castles))


def _rewards(war: WarState, houses: Iterable[HouseId], record: MonthRecord, free_castles: int) -> Iterator[Reward]:
    held, rumors, overcome = castles_by_house(war.castles.values()), rumors_by_house(war), overcome_in(record)
    for house in houses:
        own = held.get(house, ()), rumors.get(house, ()), overcome.get(house, {})
        yield _reward(house, *own, free_castles=free_castles)


def rumors_by_house(war: WarState) -> dict[HouseId, tuple[RegionId, ...]]:
    """Regions with a Rumor where each House has units, with one entry per token (GE-WAR-52, R-55, GE-WAR-04)."""
    found: dict[HouseId, list[RegionId]] = {}
    for region in sorted(token.region for token in war.rumors if token.region is not None):
        for house, units in war.units.get(region, {}).items():
            if units > 0:
                found.setdefault(house, []).append(region)
    return {house: tuple(regions) for house, regions in found.items()}


def _reward(
    house: HouseId,
    castles: tuple[RegionId, ...],
    rumors: tuple[RegionId, ...],
    beaten: Mapping[RegionId, tuple[HouseId, ...]],
    *,
    free_castles: int,
) -> Reward:
    """One House's reward for its castles, its Rumors and the Houses it overcame there.

    Rules: GE-WAR-49, GE-WAR-50, GE-WAR-53, R-50, R-52, R-55.
    """
    overcame = tuple([OvercameAt(region=region, over=beaten[region]) for region in castles if region in beaten])
    return Reward(
        house=house,
        seat=None,
        castles=castles,
        for_castles=max(0, len(castles) - free_castles),
        overcame=overcame,
        for_overcoming=sum([len(each.over) for each in overcame]),
        rumors=rumors,
        for_rumors=len(rumors),
        spoils=tuple(sorted({region for region in rumors if region in beaten})),
    )


def overcome_in(record: MonthRecord) -> dict[HouseId, dict[RegionId, tuple[HouseId, ...]]]:
    """Houses that each House overcame this month, by region (GE-WAR-51, R-50)."""
    found: dict[HouseId, dict[RegionId, tuple[HouseId, ...]]] = {}
    for battle in record.battles:
        here: dict[HouseId, list[HouseId]] = {}
        for each in battle.overcame:
            here.setdefault(each.house, []).append(each.over)
        for house, over in here.items():
            found.setdefault(house, {})[battle.region] = tuple(over)
    return found


# === rewards step =======================================================================================================

# The Rewards step: what each House earns, and the Power and Favors that follow (GE-WAR-33)


class RewardsPaid(Struct, frozen=True, kw_only=True):
    """What each House earned. Power and Favors follow as events of the treasury. `rumors_removed`: tokens that leave the map.

    Rules: R-55.
    """

    month: int
    rewards: tuple[Reward, ...]
    rumors_removed: tuple[RumorId, ...]


# --- what the step does -------------------------------------------------------------------------------------------------


def pay_rewards(state: GameState, month: int) -> RewardsPaid:
    """Work out what each House earns, and who receives it (GE-WAR-33, R-06)."""
    war, settings = war_of(state), state.scenario.settings
    houses = [house.id for house in state.scenario.houses]
    rewards = rewards_of(war, houses, record=month_record(war_of(state), month), free_castles=settings.free_castles)
    held = {region for reward in rewards for region in reward.rumors}
    to = receivers_of_gains(state, Room.WAR)
    leave = settings.rumor_after_reward == "removed"
    return RewardsPaid(
        month=month,
        rewards=tuple(structs.replace(reward, seat=to.get(reward.house)) for reward in rewards),
        rumors_removed=tuple(sorted(token.id for token in war.rumors if token.region in held)) if leave else (),
    )


def hand_out(state: GameState, happened: RewardsPaid, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Pay Power and Favors into the purses. Earnings of a House without players stay in the bank (R-06, R-135)."""
    return tuple(_hand_out_each(state, happened, asked))


def _hand_out_each(state: GameState, happened: RewardsPaid, asked: DecisionContext) -> Iterator[GameEvent]:
    """Houses draw their cards one after the other, so no two draw the same card."""
    board = board_of(state.scenario)
    paid = [(reward, reward.seat) for reward in happened.rewards if reward.seat is not None]
    for reward, seat in paid:
        if reward.power:
            yield PowerGained(seat=seat, amount=reward.power, why=why_power(board, reward))
    due = [(seat, why) for reward, seat in paid for why in why_favors(board, reward)]
    if not due:
        return
    for drawn in draw_favors(state, due[0][0], len(due), "", asked):
        if isinstance(drawn, FavorDrawn):
            seat, why = due.pop(0)
            yield FavorDrawn(seat=seat, card=drawn.card, why=why)
        else:
            yield drawn


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_rewards_paid(state: GameState, happened: RewardsPaid) -> GameState:
    war, free = found(state, happened.month, REWARDS), state.scenario.settings.free_castles
    counted = {reward.house: (reward.castles, reward.rumors, reward.for_overcoming) for reward in happened.rewards}
    castles, rumors, beaten = castles_by_house(war.castles.values()), rumors_by_house(war), overcome_in(war.record)
    doubts: list[str] = []
    for house in war.stock:
        held, found_there = castles.get(house, ()), rumors.get(house, ())
        spoils = sum(len(over) for region, over in beaten.get(house, {}).items() if region in held)
        if counted[house] != (held, found_there, spoils) if house in counted else spoils or found_there or len(held) > free:
            doubts.append(f"rewards:{house}")
    gone = frozenset(happened.rumors_removed)
    left = [token.region for token in war.rumors if token.id in gone and token.region is not None]
    tokens = tuple(replace(token, region=None) if token.id in gone else token for token in war.rumors)
    record = told(war.record, regions=left, step=REWARDS, doubts=doubts, rewards=happened.rewards)
    return with_war(state, replace(war, rumors=tokens, record=record))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_rewards_paid(happened: RewardsPaid, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell Houses the sums. The receiver's purse reports separately (R-06)."""
    board = board_of(before.scenario)
    earned = "; ".join(reward_words(board, reward) for reward in happened.rewards)
    said = say("Rewards: {earned}.", earned=earned) if earned else say("Rewards: nobody earns anything.")
    gone = say_count("{count} Rumor leaves the map.", "{count} Rumors leave the map.", len(happened.rumors_removed))
    yield to_desks(f"{said} {gone}" if happened.rumors_removed else said)
    yield from _report_rewards(after, happened.rewards)


def _report_rewards(state: GameState, rewards: Iterable[Reward], why: str = "") -> Iterator[Report]:
    for reward in rewards:
        if reward.power or reward.favors:
            words = f"{reward_words(board_of(state.scenario), reward)}."
            receiver = state.seats.get(reward.seat) if reward.seat is not None else None
            kept = say("Kept by {name}.", name=receiver.name) if receiver is not None else say("It stays in the bank.")
            yield to_house(reward.house, words, why=f"{why} {kept}".strip(), rule="GE-WAR-33", kind=ReportKind.HOLDING)


def reward_words(board: Board, reward: Reward) -> str:
    """What one House earns, with the sums."""
    parts = []
    if reward.power:
        parts.append(say("{power} Power ({sums})", power=reward.power, sums=power_words(board, reward)))
    if reward.favors:
        sums = favor_words(board, reward)
        parts.append(say_count("{count} Favor ({sums})", "{count} Favors ({sums})", reward.favors, sums=sums))
    return f"{board.house_name(reward.house)} {listed(parts)}"


def power_words(board: Board, reward: Reward) -> str:
    """Sources of a House's Power: "2 castles give 1, overcoming Swords in Fog 1"."""
    return str(why_power(board, reward))


def favor_words(board: Board, reward: Reward) -> str:
    """Sources of a House's Favors: "Rumor in Aka 1, a House overcome in Aka 1"."""
    return ", ".join(f"{reason} {number}" for reason, number in Counter(map(str, why_favors(board, reward))).items())


EVENTS: Mapping[type, EventHandler] = {
    RewardsPaid: EventHandler(evolve=evolve_rewards_paid, tell=tell_rewards_paid, invalidations=board_invalidations),
}


# === corrected rewards ==================================================================================================

# Corrections of Rewards after War Control has changed the result of a battle.


class RewardsCorrected(Struct, frozen=True, kw_only=True):
    """Rewards were recounted for a changed battle. The differences follow as events of the treasury.

    `removed`: Rumors that leave the map now; `why`: the reason given for moving Power and Favors.
    """

    month: int
    before: tuple[Reward, ...]
    rewards: tuple[Reward, ...]
    removed: tuple[RumorId, ...]
    why: Told


def correct_rewards(state: GameState, happened: BattleCorrected, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Recount Rewards after a changed battle, if they were paid already (GE-WAR-33)."""
    record = record_of(state)
    found = state_at_step(state, happened.month, REWARDS) if REWARDS in record.done else None
    if found is None:
        return ()
    to = {each.house: each.seat for each in record.rewards}
    paid = pay_rewards(found, happened.month)
    rewards = tuple(structs.replace(each, seat=to.get(each.house, each.seat)) for each in paid.rewards)
    if rewards == record.rewards:
        return ()
    there = {token.id for token in war_of(state).rumors if token.region is not None}
    why = battle_corrected_reason(board_of(state.scenario).region_name(happened.battle.region))
    removed = tuple(each for each in paid.rumors_removed if each in there)
    return (RewardsCorrected(month=happened.month, before=record.rewards, rewards=rewards, removed=removed, why=why),)


def hand_out_correction(state: GameState, happened: RewardsCorrected, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Pay what is missing and take back what was too much, as far as it is still there (R-06, R-07)."""
    return tuple(_hand_out_each_again(state, happened, asked))


def _hand_out_each_again(state: GameState, happened: RewardsCorrected, asked: DecisionContext) -> Iterator[GameEvent]:
    """Move Power first, then draw missing cards as in Rewards, then take cards back, newest first."""
    pairs = [(was, now, seat) for was, now in _pairs(happened) if (seat := _keeper(state, now.house, now.seat or was.seat))]
    for was, now, seat in pairs:
        more, held = now.power - was.power, state.seats[seat].purse.power
        if more > 0:
            yield PowerGained(seat=seat, amount=more, why=happened.why)
        elif more < 0 and held > 0:
            yield PowerLost(seat=seat, amount=min(-more, held), why=happened.why)
    due = [seat for was, now, seat in pairs for _each in range(now.favors - was.favors)]
    for drawn in draw_favors(state, due[0], len(due), happened.why, asked) if due else ():
        yield replace(drawn, seat=due.pop(0)) if isinstance(drawn, FavorDrawn) else drawn
    for was, now, seat in pairs:
        if now.favors < was.favors:
            back = state.seats[seat].purse.favors[now.favors - was.favors :]
            yield from (FavorDiscarded(seat=seat, card=card, why=happened.why) for card in reversed(back))


def _keeper(state: GameState, house: HouseId, paid: SeatId | None) -> SeatId | None:
    """Holder of the rewards that were paid to `paid`.

    Rank 1 if that player left (R-03) or the House keeps a common purse (R-05).
    """
    if paid is None or not (is_purse_common(state) or state.seats[paid].presence is Presence.GONE):
        return paid
    return next((seat.id for seat in members(state, house)), None)


def _pairs(happened: RewardsCorrected) -> Iterator[tuple[Reward, Reward]]:
    """What each House earned before and earns now. A House missing from a list earned nothing."""
    before, after = ({each.house: each for each in rewards} for rewards in (happened.before, happened.rewards))
    for house in dict.fromkeys((*before, *after)):
        nothing = Reward(house=house, seat=None)
        yield before.get(house, nothing), after.get(house, nothing)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_rewards_corrected(state: GameState, happened: RewardsCorrected) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    gone = frozenset(happened.removed)
    regions = tuple(token.region for token in war.rumors if token.id in gone and token.region is not None)
    tokens = tuple(replace(token, region=None) if token.id in gone else token for token in war.rumors)
    war = replace(war, rumors=tokens, record=replace(war.record, rewards=happened.rewards))
    return with_war(state, with_notes(war, regions=regions))


# --- words --------------------------------------------------------------------------------------------------------------


def tell_rewards_corrected(happened: RewardsCorrected, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell Houses the sums that changed."""
    board, said = board_of(before.scenario), list[str]()
    for was, now in _pairs(happened):
        if (was.power, was.favors) != (now.power, now.favors):
            nothing = say("{house} nothing", house=board.house_name(now.house))
            earned = reward_words(board, now) if now.power or now.favors else nothing
            said.append(earned)
    yield to_desks(
        say("Rewards corrected: {earned}.", earned="; ".join(said)) if said else say("Rewards corrected: no sum changes.")
    )
    changed = (reward for reward in happened.rewards if reward not in happened.before)
    yield from _report_rewards(after, changed, say("Set by Control."))


CORRECTION_EVENTS: Mapping[type, EventHandler] = {
    RewardsCorrected: EventHandler(evolve=evolve_rewards_corrected, tell=tell_rewards_corrected, invalidations=board_invalidations),
}
