"""Public news of the War Room: important battles, castles that changed hands, coups, famine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from control.engine.language import later
from control.engine.modules import Module
from control.engine.reports import Report, Reporter
from rooms.realm.game.reports.words import news, withdraw_news
from rooms.realm.game.state import EffectFrom, EffectKind, GameState
from rooms.realm.scenario.ids import HouseId, RegionId
from rooms.realm.scenario.schema import NewsKind
from rooms.war.game.battle_changes import BattleCorrected
from rooms.war.game.battles import BattleFought
from rooms.war.game.board import board_of
from rooms.war.game.coups import CoupMade
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.flags import castle_news
from rooms.war.game.records.battles import Battle, BattleResult
from rooms.war.game.words.reports import named_in_hall

OF_NOTE: Final = 3  # units lost in a battle that make news; a battle with Immortals always does


# --- battles ------------------------------------------------------------------------------------------------------------


def report_battle_fought(before: GameState, after: GameState, happened: BattleFought) -> Iterator[Report]:
    yield _battle(before, happened.battle)


def report_battle_corrected(before: GameState, after: GameState, happened: BattleCorrected) -> Iterator[Report]:
    """News of a corrected battle, in place of the earlier news."""
    yield _battle(before, happened.battle)
    if happened.flags is not None and (happened.flags.placed or happened.flags.removed):
        yield castle_news(after, happened.flags.region)


def _battle(state: GameState, battle: Battle) -> Report:
    """News of a battle that cost many units or involved Immortals."""
    about, last = f"battle:{battle.region}", battle.rounds[-1] if battle.rounds else None
    lost = sum(loss.units for each in battle.rounds for loss in each.losses)
    if last is None or (lost < OF_NOTE and not battle.immortals):
        return withdraw_news(about)
    there = {army.house for each in battle.rounds for army in each.armies}
    named = {"region": board_of(state.scenario).region_name(battle.region)}
    if last.result is BattleResult.GUARD_HELD:
        return _news_of(state, NewsKind.GUARD_HELD, about, named, others=there & {*battle.betrayers})
    if last.result is BattleResult.WIPED_OUT:
        return _news_of(state, NewsKind.BATTLE_DRAWN, about, named, houses=there)
    return _news_of(state, NewsKind.BATTLE_WON, about, named, houses=last.side, others=there.difference(last.side))


def _news_of(state: GameState, kind: NewsKind, about: str, named: Mapping[str, str], **sides: Iterable[HouseId]) -> Report:
    """The news, if every side it names has a House. Remnants and Immortals are not named."""
    said = {side: named_in_hall(state, houses) for side, houses in sides.items()}
    return news(state, kind, about, **named, **said) if all(said.values()) else withdraw_news(about)


# --- coups, famine ------------------------------------------------------------------------------------------------------


def report_coup_made(before: GameState, after: GameState, happened: CoupMade) -> Iterator[Report]:
    houses = named_in_hall(before, (claim.house for claim in happened.coup.claims))
    region: RegionId = happened.coup.region
    yield news(before, NewsKind.COUP, "coup", houses=houses, region=board_of(before.scenario).region_name(region))


def report_famine_struck(before: GameState, after: GameState, happened: FamineStruck) -> Iterator[Report]:
    """News of famine by law. Famine by a scheme or by Control is secret."""
    lawful = {
        house
        for effect in before.effects
        if effect.kind is EffectKind.FAMINE and effect.origin is EffectFrom.LAW and effect.acts_in(happened.month)
        for house in effect.houses
    }
    houses = named_in_hall(before, lawful & {each.house for each in happened.starved})
    if houses:
        yield news(before, NewsKind.FAMINE, "famine", houses=houses)


REPORTS: Mapping[type, Reporter] = {
    BattleFought: report_battle_fought,
    BattleCorrected: report_battle_corrected,
    CoupMade: report_coup_made,
    FamineStruck: report_famine_struck,
}

NEWS = Module(name="war-news", title=later("News"), reports=REPORTS)
