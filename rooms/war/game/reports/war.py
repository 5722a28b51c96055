"""Reports of the War Room: orders to their author only, the map to the Houses (R-17, R-06)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import later, say
from control.engine.modules import Module
from control.engine.reports import Report, Reporter, ReportKind
from rooms.realm.game.reports.words import reason_sentence
from rooms.realm.game.state import GameState
from rooms.war.game.board import board_of
from rooms.war.game.famine_and_inlaws import FamineStruck, famine_cost
from rooms.war.game.laws import UnitsByLaw, law_units_words
from rooms.war.game.records.month import Reward
from rooms.war.game.rewards import RewardsCorrected, RewardsPaid, reward_words
from rooms.war.game.state import war_of
from rooms.war.game.strikes import CastleRazed, UnitsByScheme, shift_words
from rooms.war.game.words.reports import castles_changed, to_house, units_changed

# === map ================================================================================================================

# Reports of the map to Houses: battles with sums, castles, rewards, units won and lost. Origins of units stay with the
# author of the orders. Everything reported here is visible in the hall.


def report_castle_razed(before: GameState, after: GameState, happened: CastleRazed) -> Iterator[Report]:
    castle = war_of(before).castles.get(happened.region)
    if castle is not None:
        words = say("The castle in {region} is destroyed.", region=board_of(after.scenario).region_name(happened.region))
        for house in sorted(castle.flags):
            yield to_house(house, words, rule="R-126", changes=castles_changed(-1))


# --- what was earned ----------------------------------------------------------------------------------------------------


def report_rewards_paid(before: GameState, after: GameState, happened: RewardsPaid) -> Iterator[Report]:
    """The sums go to the House. The receiver's purse reports separately (R-06)."""
    yield from _rewards(after, happened.rewards)


def report_rewards_corrected(before: GameState, after: GameState, happened: RewardsCorrected) -> Iterator[Report]:
    changed = tuple(reward for reward in happened.rewards if reward not in happened.before)
    yield from _rewards(after, changed, say("Set by Control."))


def _rewards(state: GameState, rewards: tuple[Reward, ...], why: str = "") -> Iterator[Report]:
    board = board_of(state.scenario)
    for reward in rewards:
        if not (reward.power or reward.favors):
            continue
        words, receiver = reward_words(board, reward), state.seats.get(reward.seat) if reward.seat is not None else None
        kept = say("Kept by {name}.", name=receiver.name) if receiver is not None else say("It stays in the bank.")
        yield to_house(reward.house, f"{words}.", why=f"{why} {kept}".strip(), rule="GE-WAR-33", kind=ReportKind.HOLDING)


# --- units --------------------------------------------------------------------------------------------------------------


def report_famine_struck(before: GameState, after: GameState, happened: FamineStruck) -> Iterator[Report]:
    board = board_of(after.scenario)
    for each in happened.starved:
        yield to_house(each.house, famine_cost(board, each), rule="R-66", changes=units_changed(-1))


def report_units_by_law(before: GameState, after: GameState, happened: UnitsByLaw) -> Iterator[Report]:
    words = law_units_words(after, happened)
    yield to_house(happened.house, f"{words}.", why=reason_sentence(happened.why), changes=units_changed(happened.units))


def report_units_by_scheme(before: GameState, after: GameState, happened: UnitsByScheme) -> Iterator[Report]:
    """The public change on the map. The cause goes to entitled readers only. Units moved elsewhere are no loss."""
    board = board_of(after.scenario)
    summed = {each.house: sum(other.units for other in happened.shifts if other.house == each.house) for each in happened.shifts}
    for shift in happened.shifts:
        yield to_house(shift.house, f"{shift_words(board, shift)}.", changes=units_changed(summed.pop(shift.house, 0)))


MAP_REPORTS: Mapping[type, Reporter] = {
    CastleRazed: report_castle_razed,
    RewardsPaid: report_rewards_paid,
    RewardsCorrected: report_rewards_corrected,
    FamineStruck: report_famine_struck,
    UnitsByLaw: report_units_by_law,
    UnitsByScheme: report_units_by_scheme,
}


# === modules ============================================================================================================

# What the War Room reports, as two modules of the game: to who ordered it, and to the Houses on the map.


REPORTED_MAP = Module(name="war-map-reports", title=later("Reports"), reports=MAP_REPORTS)
