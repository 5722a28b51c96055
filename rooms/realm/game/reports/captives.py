"""Reports of hostages: both Houses read what lies open on their mats, and whose purse gave or got what lies on them (R-99)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.engine.language import say, say_count
from control.engine.reasons import Told
from control.engine.reports import Change, Report, Reporter, ReportKind
from rooms.realm.game.hostages.changes import (
    HostagesHandedOver,
    HostagesKilled,
    HostagesReleased,
    HostageTaken,
    Moved,
)
from rooms.realm.game.hostages.token import Became, HostageNews
from rooms.realm.game.reports.holdings import held
from rooms.realm.game.reports.words import because, house, houses_in, is_scheme
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.view_hostages import news_words
from rooms.realm.scenario.ids import HouseId


def taken(before: GameState, after: GameState, happened: HostageTaken) -> Iterator[Report]:
    """What lies on a hostage has left a purse; both may be the same."""
    yield from _open(before, happened, Became.TAKEN, 1, happened.why)
    on_it = say("It lies on a hostage of your House.")
    for seat in dict.fromkeys((happened.power_from, happened.favor_from)):
        yield from held(before, after, seat, on_it)


def released(before: GameState, after: GameState, happened: HostagesReleased) -> Iterator[Report]:
    became = Became.FREED if happened.freed else Became.RELEASED
    yield from _open(before, happened, became, len(happened.ids), happened.why)
    back = say_count("It lay on a hostage that came home.", "It lay on hostages that came home.", len(happened.ids))
    yield from held(before, after, happened.to, back)


def killed(before: GameState, after: GameState, happened: HostagesKilled) -> Iterator[Report]:
    yield from _open(before, happened, Became.KILLED, len(happened.ids), happened.why)


def handed_over(before: GameState, after: GameState, happened: HostagesHandedOver) -> Iterator[Report]:
    yield from _open(before, happened, Became.HANDED_OVER, len(happened.ids), happened.why, happened.to)


def _open(state: GameState, happened: Moved, became: Became, count: int, why: Told, to: HouseId | None = None) -> Iterator[Report]:
    """To each House concerned, with how many it holds more or fewer; who freed them, or schemed, is told to nobody."""
    news = HostageNews(month=state.clock.month, became=became, of=happened.of, holder=happened.holder, to=to, count=count)
    words = news_words(state, news)
    hidden = became is Became.FREED or is_scheme(why)
    holds: dict[HouseId | None, int] = {to: count, happened.holder: count if became is Became.TAKEN else -count}
    for each in houses_in(state, (happened.of, happened.holder, to)):
        by = holds.get(each, 0)
        changes = (Change(what=say("hostages of {house}", house=house_name(state, happened.of)), by=by),) if by else ()
        told, rule = ("", "") if hidden else (because(why), happened.rule)
        yield Report(to=house(each), kind=ReportKind.OUTCOME, words=words, why=told, rule=rule, changes=changes)


REPORTS: Mapping[type, Reporter] = {
    HostageTaken: taken,
    HostagesReleased: released,
    HostagesKilled: killed,
    HostagesHandedOver: handed_over,
}
