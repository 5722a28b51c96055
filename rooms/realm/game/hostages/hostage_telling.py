"""Lines about hostages: both Houses read what is on their mats; purses read what they gave or got with a hostage (R-99)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from control.day.missing_players import teams_of
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.modules import EventHandler, Invalidation, Undo
from control.engine.records import replace
from control.engine.reports import CountChange, Line, PersonDeed, Report, to_desks
from rooms.realm.game.hostages.hostage_events import (
    HostagesHandedOver,
    HostagesKilled,
    HostagesReleased,
    HostageTaken,
    Left,
    Moved,
    evolve_handed_over,
    evolve_killed,
    evolve_released,
    evolve_taken,
    freed_words,
    holder_name,
    load_words,
)
from rooms.realm.game.records import Became, HostageNews
from rooms.realm.game.reports.words import house, houses_in, is_scheme, news, reason_sentence, report_purse_changes
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId
from rooms.realm.scenario.schema import NewsKind

# --- lines --------------------------------------------------------------------------------------------------------------


def tell_taken(happened: HostageTaken, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell both Houses, the purses that paid for the hostage, and the hall; one purse may pay both.

    Hostages exchanged at a wedding count as a bond, not as a blow.
    """
    holder, origin = house_name(before, happened.holder), house_name(before, happened.of)
    load = load_words(int(happened.power_from is not None), int(happened.card is not None))
    values = {"holder": holder, "house": origin, "load": load, "why": happened.why}
    if happened.marriage:
        yield to_desks(say("{holder} takes 1 marriage hostage of {house}, with {load}: {why}.", **values))
    else:
        yield to_desks(say("{holder} takes 1 hostage of {house}, with {load}: {why}.", **values))
        took, lost = say("Took a hostage of {house}.", house=origin), say("Lost a hostage to {house}.", house=holder)
        yield PersonDeed(kind="hostage-taken", who=house(happened.holder), words=took, rule="R-99")
        yield PersonDeed(kind="unlucky", who=house(happened.of), words=lost, rule="R-99")
    yield from _to_both(before, after, happened, Became.TAKEN, 1)
    for seat in dict.fromkeys((happened.power_from, happened.favor_from)):
        if seat is not None and seat in before.seats:
            laid = _laid_on_hostage_words(before, after, holder, seat)
            yield from report_purse_changes(before, after, seat, laid, rule=happened.rule, at_once=True)
    # mats lie open: once per month for each pair of Houses, whatever the number
    about = f"taken:{happened.holder}:{happened.of}"
    yield news(after, NewsKind.HOSTAGES_TAKEN, about, house=holder, other_house=origin)


def _laid_on_hostage_words(before: GameState, after: GameState, holder: str, seat: SeatId) -> str:
    """Words on what left the purse for the hostage, and on what is left in it. Nobody asks the holder before."""
    old, new = before.seats[seat].purse, after.seats[seat].purse
    laid = load_words(old.power - new.power, len(old.favors) - len(new.favors))
    left = [say("{power} Power", power=new.power)] if old.power != new.power else []
    if len(old.favors) != len(new.favors):
        left.append(say_count("{count} Favor", "{count} Favors", len(new.favors)))
    return say(
        "{laid} of yours went onto the hostage that {holder} took of your House. That left you {left}.",
        laid=laid,
        holder=holder,
        left=listed(left),
    )


def tell_released(happened: HostagesReleased, before: GameState, after: GameState) -> Iterator[Line]:
    count, load = len(happened.ids), load_words(happened.power, happened.favors)
    if happened.freed:
        free = freed_words(before, happened.of, happened.holder, count)
        yield to_desks(say("{free}, with {load} given back: {why}.", free=free, load=load, why=happened.why))
    else:
        yield to_desks(
            say_count(
                "{holder} releases {count} hostage of {house}, with {load} given back: {why}.",
                "{holder} releases {count} hostages of {house}, with {load} given back: {why}.",
                count,
                holder=holder_name(before, happened.holder),
                house=house_name(before, happened.of),
                load=load,
                why=happened.why,
            )
        )
    yield from _to_both(before, after, happened, Became.FREED if happened.freed else Became.RELEASED, count)
    back = say_count("It lay on a hostage that came home.", "It lay on hostages that came home.", count)
    yield from report_purse_changes(before, after, happened.to, back)


def tell_killed(happened: HostagesKilled, before: GameState, after: GameState) -> Iterator[Line]:
    count, rule = len(happened.ids), "GE-CER-20"
    holder, of = holder_name(before, happened.holder), house_name(before, happened.of)
    yield to_desks(
        say_count(
            "{holder} kills {count} hostage of {house}, with {load} discarded: {why}.",
            "{holder} kills {count} hostages of {house}, with {load} discarded: {why}.",
            count,
            holder=holder,
            house=of,
            load=load_words(happened.power, happened.favors),
            why=happened.why,
        )
    )
    lost = say_count("{house} killed {count} hostage.", "{house} killed {count} hostages.", count, house=holder)
    yield PersonDeed(kind="unlucky", who=house(happened.of), words=lost, count=count, weight=3, rule=rule)
    if happened.holder is not None:
        did = say_count("Killed {count} hostage of {house}.", "Killed {count} hostages of {house}.", count, house=of)
        yield PersonDeed(kind="hostage-killed", who=house(happened.holder), words=did, count=count, weight=3, rule=rule)
    yield from _to_both(before, after, happened, Became.KILLED, count)
    about = f"killed:{happened.holder or 'throne'}:{happened.of}"
    yield news(after, NewsKind.HOSTAGES_KILLED, about, house=holder, other_house=of)


def tell_handed_over(happened: HostagesHandedOver, before: GameState, after: GameState) -> Iterator[Line]:
    count = len(happened.ids)
    yield to_desks(
        say_count(
            "{holder} hands {count} hostage of {house} over to {other}: {why}.",
            "{holder} hands {count} hostages of {house} over to {other}: {why}.",
            count,
            holder=holder_name(before, happened.holder),
            house=house_name(before, happened.of),
            other=house_name(before, happened.to),
            why=happened.why,
        )
    )
    yield from _to_both(before, after, happened, Became.HANDED_OVER, count, happened.to)


# --- what both Houses read ----------------------------------------------------------------------------------------------


def news_words(state: GameState, news: HostageNews) -> str:
    """News of hostages, as both Houses read it."""
    named = {"holder": holder_name(state, news.holder), "house": house_name(state, news.of)}
    match news.became:
        case Became.TAKEN:
            return say_count(
                "{holder} has taken {count} hostage of {house}.",
                "{holder} has taken {count} hostages of {house}.",
                news.count,
                **named,
            )
        case Became.RELEASED:
            return say_count(
                "{holder} has released {count} hostage of {house}.",
                "{holder} has released {count} hostages of {house}.",
                news.count,
                **named,
            )
        case Became.FREED:
            return f"{freed_words(state, news.of, news.holder, news.count)}."
        case Became.KILLED:
            return say_count(
                "{holder} has killed {count} hostage of {house}.",
                "{holder} has killed {count} hostages of {house}.",
                news.count,
                **named,
            )
        case Became.HANDED_OVER:
            return say_count(
                "{holder} has handed {count} hostage of {house} over to {other}.",
                "{holder} has handed {count} hostages of {house} over to {other}.",
                news.count,
                other=holder_name(state, news.to),
                **named,
            )


def _to_both(
    before: GameState, after: GameState, happened: Moved, became: Became, count: int, to: HouseId | None = None
) -> Iterator[Report]:
    """Tell each House concerned how many hostages it gained or lost. Who freed them, or schemed, stays secret.

    Several in a row make one report with their number.
    """
    fresh = HostageNews(month=before.clock.month, became=became, of=happened.of, holder=happened.holder, to=to)
    same = [each for each in after.hostage_news if replace(each, phase=None, count=1) == fresh]
    of_all = sum(each.count for each in same) or count
    pair = happened.marriage if isinstance(happened, HostageTaken) else ()
    words, about = news_words(before, replace(fresh, count=of_all)), f"{became}:{happened.of}:{happened.holder}:{to}"
    if pair:
        words, about = _wedding(after, happened, pair), f"wedding:{'+'.join(pair)}"
    hidden = became is Became.FREED or is_scheme(happened.why)
    told, rule = ("", "") if hidden else (reason_sentence(happened.why), happened.rule)
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


# --- withdrawals and screens --------------------------------------------------------------------------------------------


def withdrawn_taking_words(happened: HostageTaken, state: GameState) -> str:
    """Name of a hostage whose taking was withdrawn. Everybody may read it, because mats lie open; nobody reads why."""
    return say(
        "the hostage of {house} that {holder} took",
        house=house_name(state, happened.of),
        holder=holder_name(state, happened.holder),
    )


def withdrawn_leaving_words(happened: Left | HostagesHandedOver, state: GameState) -> str:
    """Name of hostages that are back on their mat after a withdrawal."""
    return say_count(
        "what became of {count} hostage of {house}",
        "what became of {count} hostages of {house}",
        len(happened.ids),
        house=house_name(state, happened.of),
    )


def _invalidations(happened: Moved, state: GameState) -> tuple[Invalidation, ...]:
    """Tell everybody, because playmats lie open beside the Law Board; redraw the purses that give or receive."""
    touched = {
        HostageTaken: ("power_from", "favor_from"),
        HostagesReleased: ("to",),
    }.get(type(happened), ())
    seats = tuple(seat for seat in (getattr(happened, field) for field in touched) if seat is not None)
    houses = dict.fromkeys(
        (*teams_of(state, *seats), happened.of, *(each for each in (happened.holder, getattr(happened, "to", None)) if each))
    )
    known = {house.id for house in state.scenario.houses}
    return (
        Invalidation(topic="laws"),
        *(Invalidation(topic="strip", to=f"seat:{seat}") for seat in seats),
        *(Invalidation(topic="team", to=f"team:{house}") for house in houses if house in known),
        Invalidation(topic="people", to="staff"),
    )


EVENTS: Mapping[type, EventHandler] = {
    HostageTaken: EventHandler(
        evolve=evolve_taken, tell=tell_taken, invalidations=_invalidations, undo=Undo(words=withdrawn_taking_words)
    ),
    HostagesReleased: EventHandler(
        evolve=evolve_released, tell=tell_released, invalidations=_invalidations, undo=Undo(words=withdrawn_leaving_words)
    ),
    HostagesKilled: EventHandler(
        evolve=evolve_killed, tell=tell_killed, invalidations=_invalidations, undo=Undo(words=withdrawn_leaving_words)
    ),
    HostagesHandedOver: EventHandler(
        evolve=evolve_handed_over, tell=tell_handed_over, invalidations=_invalidations, undo=Undo(words=withdrawn_leaving_words)
    ),
}
