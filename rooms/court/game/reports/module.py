"""Modules that report: what the Court tells those concerned, and the news for everybody of how an Uprising ended."""

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

# What the Court reports, as a module of the game: it has no commands, no events and no state of its own.


REPORTED = Module(
    name="court reports",
    reports={**duels.REPORTS, **floor.REPORTS, **floor.ROLL_REPORTS, **uprising.REPORTS, **floor.SPEAKER_REPORTS},
)


# === news ===============================================================================================================

# What is news for everybody of the Court, beside its laws and the throne: how an Uprising ended.


def uprising_news(before: GameState, after: GameState, happened: UprisingEnded) -> Iterator[Report]:
    """That it succeeded or failed; who stood with it is for those who were there. One that lapsed is no news."""
    if happened.how is Rising.WON:
        yield news(before, NewsKind.UPRISING_WON, f"uprising:{happened.number}")
    elif happened.how is Rising.FAILED:
        yield news(before, NewsKind.UPRISING_FAILED, f"uprising:{happened.number}")


NEWS_REPORTS: Mapping[type, Reporter] = {UprisingEnded: uprising_news}

NEWS = Module(name="court-news", about=later("News"), reports=NEWS_REPORTS)
