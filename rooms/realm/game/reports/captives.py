"""Reports of hostages: both Houses read what lies open on their mats, and whose purse gave or got what lies on them (R-99)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.reasons import Told
from control.engine.reports import Change, Report, Reporter, ReportKind
from rooms.realm.game.hostages.changes import (
    HostagesHandedOver,
    HostagesKilled,
    HostagesReleased,
    HostageTaken,
    Moved,
    holder_name,
    load_words,
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
    yield from _open(before, after, happened, Became.TAKEN, 1, happened.why)
    for seat in dict.fromkeys((happened.power_from, happened.favor_from)):
        if seat is not None and seat in before.seats:
            yield from held(before, after, seat, _laid(before, after, happened, seat), rule=happened.rule, at_once=True)


def _laid(before: GameState, after: GameState, happened: HostageTaken, seat: SeatId) -> str:
    """What left the purse for the hostage, and what that left in it: whoever holds it is not asked before."""
    old, new = before.seats[seat].purse, after.seats[seat].purse
    laid = load_words(old.power - new.power, len(old.favors) - len(new.favors))
    left = [say("{power} Power", power=new.power)] if old.power != new.power else []
    if len(old.favors) != len(new.favors):
        left.append(say_count("{count} Favor", "{count} Favors", len(new.favors)))
    return say(
        "{laid} of yours went onto the hostage that {holder} took of your House. That left you {left}.",
        laid=laid,
        holder=holder_name(before, happened.holder),
        left=listed(left),
    )


def released(before: GameState, after: GameState, happened: HostagesReleased) -> Iterator[Report]:
    became = Became.FREED if happened.freed else Became.RELEASED
    yield from _open(before, after, happened, became, len(happened.ids), happened.why)
    back = say_count("It lay on a hostage that came home.", "It lay on hostages that came home.", len(happened.ids))
    yield from held(before, after, happened.to, back)


def killed(before: GameState, after: GameState, happened: HostagesKilled) -> Iterator[Report]:
    yield from _open(before, after, happened, Became.KILLED, len(happened.ids), happened.why)


def handed_over(before: GameState, after: GameState, happened: HostagesHandedOver) -> Iterator[Report]:
    yield from _open(before, after, happened, Became.HANDED_OVER, len(happened.ids), happened.why, happened.to)


def _open(
    before: GameState, after: GameState, happened: Moved, became: Became, count: int, why: Told, to: HouseId | None = None
) -> Iterator[Report]:
    """To each House concerned, with how many it holds more or fewer; who freed them, or schemed, is told to nobody.

    What becomes of several one after the other is told as one, with their number.
    """
    news = HostageNews(month=before.clock.month, became=became, of=happened.of, holder=happened.holder, to=to)
    same = [each for each in after.hostage_news if replace(each, phase=None, count=1) == news]
    of_all = sum(each.count for each in same) or count
    pair = happened.marriage if isinstance(happened, HostageTaken) else ()
    words, about = news_words(before, replace(news, count=of_all)), f"{became}:{happened.of}:{happened.holder}:{to}"
    if pair:
        words, about = _wedding(after, happened, pair), f"wedding:{'+'.join(pair)}"
    hidden = became is Became.FREED or is_scheme(why)
    told, rule = ("", "") if hidden else (because(why), happened.rule)
    about = f"{about}:{told}:{rule}"
    changes = _changes(before, happened, became, count, to)
    for each in houses_in(before, (happened.of, happened.holder, to)):
        there = changes.get(each, ())
        yield Report(to=house(each), kind=ReportKind.OUTCOME, words=words, why=told, rule=rule, changes=there, about=about)


def _wedding(state: GameState, happened: Moved, pair: tuple[SeatId, ...]) -> str:
    """What two Houses give each other at a wedding, as far as they have."""
    lie = [each for each in state.hostages if each.marriage == pair]
    given = [sum(each.of == one for each in lie) for one in (happened.of, happened.holder)]
    if given[0] == given[1]:
        return say_count("Wedding: {count} hostage each way.", "Wedding: {count} hostages each way.", given[0])
    parts = [
        say("{count} of {house}", count=count, house=holder_name(state, one))
        for one, count in zip((happened.of, happened.holder), given, strict=True)
        if count
    ]
    return say("Wedding: hostages, {parts}.", parts=listed(parts))


def _changes(
    state: GameState, happened: Moved, became: Became, count: int, to: HouseId | None
) -> dict[HouseId | None, tuple[Change, ...]]:
    """What each House holds more or fewer, and whose own people lie with others, or are dead.

    What a House holds of itself, by the throne, is nobody's gain nor loss while it lives.
    """
    name, own = house_name(state, happened.of), say("own hostages held by {house}", house=holder_name(state, happened.holder))
    one = say("own hostage held by {house}", house=holder_name(state, happened.holder))
    by = count if became is Became.TAKEN else -count
    lies = Change(what=say("hostages of {house}", house=name), one=say("hostage of {house}", house=name), by=by)
    found: dict[HouseId | None, tuple[Change, ...]] = {happened.holder: (lies,)}
    if became is Became.HANDED_OVER:
        found[to] = (replace(lies, by=count),)
    elif happened.of == happened.holder and became is not Became.KILLED:
        found = {}
    elif became is Became.KILLED:
        dead = Change(what=say("own hostages killed"), one=say("own hostage killed"), by=count, bare=True, good=False)
        found[happened.of] = (dead,)
    else:
        found[happened.of] = (Change(what=own, one=one, by=by, good=False),)
    return found


REPORTS: Mapping[type, Reporter] = {
    HostageTaken: taken,
    HostagesReleased: released,
    HostagesKilled: killed,
    HostagesHandedOver: handed_over,
}
