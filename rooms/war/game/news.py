"""Public news of the War Room: important battles, castles that changed hands, coups, famine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import later
from control.engine.modules import Module
from control.engine.reports import Report, Reporter
from rooms.realm.game.reports.words import news
from rooms.realm.game.state import EffectFrom, EffectKind, GameState
from rooms.realm.scenario.ids import RegionId
from rooms.realm.scenario.schema import NewsKind
from rooms.war.game.board import board_of
from rooms.war.game.coups import CoupMade
from rooms.war.game.famine_and_inlaws import FamineStruck
from rooms.war.game.words.reports import named_in_hall

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
    CoupMade: report_coup_made,
    FamineStruck: report_famine_struck,
}

NEWS = Module(name="war-news", title=later("News"), reports=REPORTS)
