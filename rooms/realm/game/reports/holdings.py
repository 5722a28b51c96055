"""Reports of holdings: gains and losses of purses, also by schemes, and hostages on mats (R-05, R-06, R-99)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.reasons import Told
from control.engine.reports import CountChange, Report, Reporter, ReportKind
from rooms.realm.game.favors.deck import FavorDiscarded, FavorDrawn, FavorGiven
from rooms.realm.game.favors.effects import FavorLaidUnder
from rooms.realm.game.favors.hand_corrections import FavorMoved
from rooms.realm.game.favors.requirements import favor_of, named_words
from rooms.realm.game.favors.use import FavorUsed, FavorVoided
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
    own,
    reason,
    reason_sentence,
    report_purse_changes,
)
from rooms.realm.game.state import GameState
from rooms.realm.game.strikes.strike import SchemeTook
from rooms.realm.game.table_stakes import StakeSettled
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.treasury.transfers import PassedOn
from rooms.realm.game.view_hostages import news_words
from rooms.realm.scenario.ids import HouseId

# === purses =============================================================================================================

# Reports of gains and losses of purses, with the reason.
# Only the present or former holder of a Favor reads which card it is.


# --- Power and Favors by a rule -----------------------------------------------------------------------------------------


def report_power_changed(before: GameState, after: GameState, happened: PowerGained | PowerLost) -> Iterator[Report]:
    """Tell only the purse's keeper, with the reason."""
    yield from report_purse_changes(before, after, happened.seat, reason(before, happened.why))


def report_favor_drawn(before: GameState, after: GameState, happened: FavorDrawn) -> Iterator[Report]:
    words = say("You drew {favor}.", favor=card_name(before, happened.card))
    yield from report_purse_changes(before, after, happened.seat, words, why=reason(before, happened.why))


def report_favor_discarded(before: GameState, after: GameState, happened: FavorDiscarded) -> Iterator[Report]:
    words = say("You discarded {favor}.", favor=card_name(before, happened.card))
    yield from report_purse_changes(before, after, happened.seat, words, why=reason(before, happened.why))


def report_favor_given(before: GameState, after: GameState, happened: FavorGiven) -> Iterator[Report]:
    favor, why = card_name(before, happened.card), reason(before, happened.why)
    yield from report_purse_changes(before, after, happened.seat, say("{favor} was taken from you.", favor=favor), why=why)
    yield from report_purse_changes(before, after, happened.to, say("You received {favor}.", favor=favor), why=why)


# --- by players ---------------------------------------------------------------------------------------------------------


def report_passed_on(before: GameState, after: GameState, happened: PassedOn) -> Iterator[Report]:
    """Tell both players of a transfer: from whom, or to whom."""
    if happened.seat not in before.seats or happened.to not in before.seats:
        return
    giver, taker = before.seats[happened.seat].name, before.seats[happened.to].name
    yield from report_purse_changes(before, after, happened.seat, say("You passed it on to {name}.", name=taker))
    yield from report_purse_changes(before, after, happened.to, say("{name} passed it on to you.", name=giver))


def report_favor_used(before: GameState, after: GameState, happened: FavorUsed) -> Iterator[Report]:
    """Tell a player that the Favor is used, and the keeper that it has left the purse (GE-FAV-07)."""
    favor, named = favor_of(before, happened.used.favor), named_words(before, happened.used)
    name = favor.name if favor is not None else str(happened.used.favor)
    what = say("{favor} ({named})", favor=name, named=named) if named else name
    words = favor.ability if favor is not None else say("You used it.")
    if happened.used.seat in before.seats:
        act = say("Favor: {favor}", favor=what)
        yield Report(to=own(happened.used.seat), kind=ReportKind.TURN, act=act, words=words, rule="GE-FAV-07")
    yield from report_purse_changes(before, after, happened.holder, say("{favor} was used.", favor=name))


def report_favor_voided(before: GameState, after: GameState, happened: FavorVoided) -> Iterator[Report]:
    favor = favor_of(before, happened.card)
    name = favor.name if favor is not None else str(happened.card)
    words = say("{favor} could do nothing and does not count.", favor=name)
    if happened.seat in before.seats:
        yield Report(to=own(happened.seat), words=words)
    yield from report_purse_changes(before, after, happened.holder, say("{favor} came back.", favor=name))


def report_favor_laid_under(before: GameState, after: GameState, happened: FavorLaidUnder) -> Iterator[Report]:
    words = say("{favor} went under the deck.", favor=card_name(before, happened.card))
    yield from report_purse_changes(before, after, happened.seat, words)


def report_stake_settled(before: GameState, after: GameState, happened: StakeSettled) -> Iterator[Report]:
    words = say("The stake of “{title}”.", title=happened.title)
    for seat in dict.fromkeys(each.seat for each in (*happened.gave, *happened.got)):
        yield from report_purse_changes(before, after, seat, words)


def report_favor_moved(before: GameState, after: GameState, happened: FavorMoved) -> Iterator[Report]:
    favor, why = card_name(before, happened.card), say("Set by Control.")
    yield from report_purse_changes(before, after, happened.seat, say("{favor} was taken from you.", favor=favor), why=why)
    yield from report_purse_changes(before, after, happened.to, say("You received {favor}.", favor=favor), why=why)


PURSE_REPORTS: Mapping[type, Reporter] = {
    PowerGained: report_power_changed,
    PowerLost: report_power_changed,
    FavorDrawn: report_favor_drawn,
    FavorDiscarded: report_favor_discarded,
    FavorGiven: report_favor_given,
    PassedOn: report_passed_on,
    FavorUsed: report_favor_used,
    FavorVoided: report_favor_voided,
    FavorLaidUnder: report_favor_laid_under,
    StakeSettled: report_stake_settled,
    FavorMoved: report_favor_moved,
}


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
