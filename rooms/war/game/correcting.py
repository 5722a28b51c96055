"""What Rewards paid, put right after War Control has changed the result of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from msgspec import structs

from control.day.people.asked import members
from control.day.state import Presence
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent
from control.engine.reasons import Told
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.favors import FavorDiscarded, FavorDrawn, draw_favors
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import held_in_common
from rooms.realm.scenario.ids import HouseId, RumorId
from rooms.war.game.board import board_of
from rooms.war.game.changing import BattleCorrected
from rooms.war.game.grounds import as_found
from rooms.war.game.parts import board_invalidations
from rooms.war.game.reasons import battle_corrected
from rooms.war.game.records.month import Reward
from rooms.war.game.rewards import pay_rewards, reward_words
from rooms.war.game.state import REWARDS, in_month, noted, record_of, war_of, with_war


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardsCorrected:
    """What every House has earned by the other result; the difference follows as events of the treasury.

    `removed` are Rumors that leave the map now, `why` is what moves Power and Favors.
    """

    month: int
    before: tuple[Reward, ...]
    rewards: tuple[Reward, ...]
    removed: tuple[RumorId, ...]
    why: Told


def correct_rewards(state: GameState, happened: BattleCorrected, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Count what every House earned by the other result, where Rewards have been paid already (GE-WAR-33)."""
    record = record_of(state)
    found = as_found(state, happened.month, REWARDS) if REWARDS in record.done else None
    if found is None:
        return ()
    to = {each.house: each.seat for each in record.rewards}
    paid = pay_rewards(found, happened.month)
    rewards = tuple(structs.replace(each, seat=to.get(each.house, each.seat)) for each in paid.rewards)
    if rewards == record.rewards:
        return ()
    there = {token.id for token in war_of(state).rumors if token.region is not None}
    why = battle_corrected(board_of(state.scenario).region_name(happened.battle.region))
    removed = tuple(each for each in paid.rumors_removed if each in there)
    return (RewardsCorrected(month=happened.month, before=record.rewards, rewards=rewards, removed=removed, why=why),)


def hand_out_again(state: GameState, happened: RewardsCorrected, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """What is missing goes into the purses, what was too much comes out of them, as far as it is still there (R-06, R-07)."""
    return tuple(_handed_out(state, happened, asked))


def _handed_out(state: GameState, happened: RewardsCorrected, asked: DecisionContext) -> Iterator[GameEvent]:
    """Power first; then cards are drawn, one after the other as in Rewards, and at last those given back, the newest first."""
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
    """Who has by now what was paid then: rank 1, who inherits from whoever left (R-03) and keeps a common purse (R-05)."""
    if paid is None or not (held_in_common(state) or state.seats[paid].presence is Presence.GONE):
        return paid
    return next((seat.id for seat in members(state, house)), None)


def _pairs(happened: RewardsCorrected) -> Iterator[tuple[Reward, Reward]]:
    """What each House had earned and has now; a House that earns nothing stands in neither list."""
    before, after = ({each.house: each for each in rewards} for rewards in (happened.before, happened.rewards))
    for house in dict.fromkeys((*before, *after)):
        nothing = Reward(house=house, seat=None)
        yield before.get(house, nothing), after.get(house, nothing)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_rewards_corrected(state: GameState, happened: RewardsCorrected) -> GameState:
    war = in_month(war_of(state), happened.month)
    gone = frozenset(happened.removed)
    regions = tuple(token.region for token in war.rumors if token.id in gone and token.region is not None)
    tokens = tuple(replace(token, region=None) if token.id in gone else token for token in war.rumors)
    war = replace(war, rumors=tokens, record=replace(war.record, rewards=happened.rewards))
    return with_war(state, noted(war, regions=regions))


# --- words --------------------------------------------------------------------------------------------------------------


def explain_rewards_corrected(happened: RewardsCorrected, state: GameState) -> str:
    board, said = board_of(state.scenario), list[str]()
    for was, now in _pairs(happened):
        if (was.power, was.favors) != (now.power, now.favors):
            nothing = say("{house} nothing", house=board.house_name(now.house))
            earned = reward_words(board, now) if now.power or now.favors else nothing
            said.append(earned)
    return say("Rewards corrected: {earned}.", earned="; ".join(said)) if said else say("Rewards corrected: no sum changes.")


EVENTS: Mapping[type, EventHandler] = {
    RewardsCorrected: EventHandler(
        evolve=evolve_rewards_corrected, explain=explain_rewards_corrected, invalidations=board_invalidations
    ),
}
