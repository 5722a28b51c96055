"""What is news for everybody of the Court, beside its laws and the throne: how an Uprising ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import later
from control.engine.modules import Module
from control.engine.reports import Report, Reporter
from rooms.court.game.rising import UprisingEnded
from rooms.court.game.state import Rising
from rooms.realm.game.reports.news import news
from rooms.realm.game.state import GameState
from rooms.realm.scenario.schema import NewsKind


def uprising(before: GameState, after: GameState, happened: UprisingEnded) -> Iterator[Report]:
    """That it succeeded or failed; who stood with it is for those who were there. One that lapsed is no news."""
    if happened.how is Rising.WON:
        yield news(before, NewsKind.UPRISING_WON, f"uprising:{happened.number}")
    elif happened.how is Rising.FAILED:
        yield news(before, NewsKind.UPRISING_FAILED, f"uprising:{happened.number}")


REPORTS: Mapping[type, Reporter] = {UprisingEnded: uprising}

NEWS = Module(name="court-news", about=later("News"), reports=REPORTS)
