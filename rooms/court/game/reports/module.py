"""Modules for reports of the Court, and the public news of how an Uprising ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import later
from control.engine.modules import Module
from control.engine.reports import Report, Reporter
from rooms.court.game.reports import duels, floor, uprising
from rooms.court.game.state import Rising
from rooms.court.game.uprising_events import UprisingEnded
from rooms.realm.game.reports.news import news
from rooms.realm.game.state import GameState
from rooms.realm.scenario.schema import NewsKind

# === reports ============================================================================================================

# The Court's reports as a module of the game, without commands, events or state.


REPORTED = Module(
    name="court reports",
    reports={**duels.REPORTS, **floor.REPORTS, **floor.ROLL_REPORTS, **uprising.REPORTS, **floor.SPEAKER_REPORTS},
)


# === news ===============================================================================================================

# Public news of the Court, besides laws and the throne: how an Uprising ended.


def uprising_news(before: GameState, after: GameState, happened: UprisingEnded) -> Iterator[Report]:
    """Whether it succeeded or failed. Only those who were there learn who stood. A lapsed one is no news."""
    if happened.how is Rising.WON:
        yield news(before, NewsKind.UPRISING_WON, f"uprising:{happened.number}")
    elif happened.how is Rising.FAILED:
        yield news(before, NewsKind.UPRISING_FAILED, f"uprising:{happened.number}")


NEWS_REPORTS: Mapping[type, Reporter] = {UprisingEnded: uprising_news}

NEWS = Module(name="court-news", title=later("News"), reports=NEWS_REPORTS)
