"""Reports of holdings: what schemes take from purses, and hostages on mats (R-05, R-06, R-99, R-132)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.reasons import Told
from control.engine.reports import CountChange, Report, Reporter
from rooms.realm.game.hostages.hostage_events import (
    HostagesHandedOver,
    HostagesKilled,
    HostagesReleased,
    HostageTaken,
    Moved,
    holder_name,
    load_words,
)
from rooms.realm.game.records import Became, HostageNews
from rooms.realm.game.reports.words import (
    card_name,
    house,
    houses_in,
    is_scheme,
    reason_sentence,
    report_purse_changes,
)
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.strike import SchemeTook
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.view_hostages import news_words
from rooms.realm.scenario.ids import HouseId

# === schemes ============================================================================================================

# Reports of what schemes take from purses, without the schemer. The Underground reports their other effects.


def report_scheme_took(before: GameState, after: GameState, happened: SchemeTook) -> Iterator[Report]:
    """Tell both purses of a theft. Neither side learns the other."""
    if happened.in_laws:
        gave, got = say("It went to in-laws, at whom a scheme was aimed."), say("In-laws aimed a scheme at your House.")
    else:
        gave = got = say("By a scheme.")
        if happened.card is not None:
            gave = say("{favor} was taken by a scheme.", favor=card_name(before, happened.card))
            got = say("{favor}, by a scheme.", favor=card_name(before, happened.card))
    rule = "R-132" if happened.in_laws else ""
    for seat in dict.fromkeys((*(part.seat for part in happened.power), happened.giver)):
        if seat != happened.to:
            yield from report_purse_changes(before, after, seat, gave, rule=rule)
    yield from report_purse_changes(before, after, happened.to, got, rule=rule)


SCHEME_REPORTS: Mapping[type, Reporter] = {SchemeTook: report_scheme_took}


# === hostages ===========================================================================================================

# Reports of hostages: both Houses read what is on their mats; purses read what they gave or got with a hostage.


def report_hostage_taken(before: GameState, after: GameState, happened: HostageTaken) -> Iterator[Report]:
    """Tell both Houses, and the purses that paid for the hostage; one purse may pay both."""
    yield from _open(before, after, happened, Became.TAKEN, 1, happened.why)
    for seat in dict.fromkeys((happened.power_from, happened.favor_from)):
        if seat is not None and seat in before.seats:
            yield from report_purse_changes(
                before, after, seat, _laid_on_hostage_words(before, after, happened, seat), rule=happened.rule, at_once=True
            )


def _laid_on_hostage_words(before: GameState, after: GameState, happened: HostageTaken, seat: SeatId) -> str:
    """Words on what left the purse for the hostage, and on what is left in it. Nobody asks the holder before."""
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


def report_hostages_released(before: GameState, after: GameState, happened: HostagesReleased) -> Iterator[Report]:
    became = Became.FREED if happened.freed else Became.RELEASED
    yield from _open(before, after, happened, became, len(happened.ids), happened.why)
    back = say_count("It lay on a hostage that came home.", "It lay on hostages that came home.", len(happened.ids))
    yield from report_purse_changes(before, after, happened.to, back)


def report_hostages_killed(before: GameState, after: GameState, happened: HostagesKilled) -> Iterator[Report]:
    yield from _open(before, after, happened, Became.KILLED, len(happened.ids), happened.why)


def report_hostages_handed_over(before: GameState, after: GameState, happened: HostagesHandedOver) -> Iterator[Report]:
    yield from _open(before, after, happened, Became.HANDED_OVER, len(happened.ids), happened.why, happened.to)


def _open(
    before: GameState, after: GameState, happened: Moved, became: Became, count: int, why: Told, to: HouseId | None = None
) -> Iterator[Report]:
    """Tell each House concerned how many hostages it gained or lost. Who freed them, or schemed, stays secret.

    Several in a row make one report with their number.
    """
    news = HostageNews(month=before.clock.month, became=became, of=happened.of, holder=happened.holder, to=to)
    same = [each for each in after.hostage_news if replace(each, phase=None, count=1) == news]
    of_all = sum(each.count for each in same) or count
    pair = happened.marriage if isinstance(happened, HostageTaken) else ()
    words, about = news_words(before, replace(news, count=of_all)), f"{became}:{happened.of}:{happened.holder}:{to}"
    if pair:
        words, about = _wedding(after, happened, pair), f"wedding:{'+'.join(pair)}"
    hidden = became is Became.FREED or is_scheme(why)
    told, rule = ("", "") if hidden else (reason_sentence(why), happened.rule)
    about = f"{about}:{told}:{rule}"
    changes = _changes(before, happened, became, count, to)
    for each in houses_in(before, (happened.of, happened.holder, to)):
        there = changes.get(each, ())
        yield Report(to=house(each), words=words, why=told, rule=rule, changes=there, about=about)


def _wedding(state: GameState, happened: Moved, pair: tuple[SeatId, ...]) -> str:
    """Words on the hostages that two Houses exchange at a wedding, as far as they have any."""
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
) -> dict[HouseId | None, tuple[CountChange, ...]]:
    """Changes for each House: hostages it holds, and own people held by others or dead.

    Own people that a House holds itself, by the throne, are no gain or loss while they live.
    """
    name, own = house_name(state, happened.of), say("own hostages held by {house}", house=holder_name(state, happened.holder))
    one = say("own hostage held by {house}", house=holder_name(state, happened.holder))
    by = count if became is Became.TAKEN else -count
    lies = CountChange(what=say("hostages of {house}", house=name), one=say("hostage of {house}", house=name), by=by)
    found: dict[HouseId | None, tuple[CountChange, ...]] = {happened.holder: (lies,)}
    if became is Became.HANDED_OVER:
        found[to] = (replace(lies, by=count),)
    elif happened.of == happened.holder and became is not Became.KILLED:
        found = {}
    elif became is Became.KILLED:
        dead = CountChange(what=say("own hostages killed"), one=say("own hostage killed"), by=count, bare=True, good=False)
        found[happened.of] = (dead,)
    else:
        found[happened.of] = (CountChange(what=own, one=one, by=by, good=False),)
    return found


HOSTAGE_REPORTS: Mapping[type, Reporter] = {
    HostageTaken: report_hostage_taken,
    HostagesReleased: report_hostages_released,
    HostagesKilled: report_hostages_killed,
    HostagesHandedOver: report_hostages_handed_over,
}
