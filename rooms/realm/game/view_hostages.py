"""Hostages on the playmats: public by House and number. Nobody sees which cards are on them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from control.day.memoization import memoized_view
from control.day.state import DayStage
from control.engine.language import say
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk, looks_after_houses
from rooms.realm.game.choice_lists import HouseName, house_names
from rooms.realm.game.hostages.commands import may_decide
from rooms.realm.game.hostages.custody import holding_house, hostages_from, hostages_held_by, is_lawful, is_untouchable
from rooms.realm.game.hostages.hostage_events import load_words
from rooms.realm.game.hostages.hostage_telling import news_words
from rooms.realm.game.records import Hostage, HostageNews
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import HouseId

NEW_FOR: Final = 2  # further phases in which phones show news of hostages


class Lot(Struct, frozen=True, kw_only=True):
    """Hostages of one House in one place. `first`: the oldest, which goes first; `key`: value for all of them in forms."""

    of: HouseId
    name: str
    count: int
    load: str
    marriage: bool
    lawful: bool
    throne: bool
    first: int
    key: str
    mine: bool = False  # may this player decide over them?


class Given(Struct, frozen=True, kw_only=True):
    """Number of hostages of one House, or with one holder."""

    house: HouseId | None
    name: str
    count: int


class MatView(Struct, frozen=True, kw_only=True):
    """Hostages on one playmat, or the throne's. `given`: hostages that others hold of this House."""

    house: HouseId | None
    key: str  # in addresses: the House, or "throne"
    name: str
    held: tuple[Lot, ...]
    count: int
    given: tuple[Given, ...]
    waits: bool  # untouchable, until somebody has the throne


# --- phone --------------------------------------------------------------------------------------------------------------


class HostagesOfMonth(Struct, frozen=True, kw_only=True):
    """News of hostages in one month, a sentence each."""

    title: str
    words: tuple[str, ...]


class HostagesPanel(Struct, frozen=True, kw_only=True):
    """The own mat, and the numbers on the others."""

    own: MatView
    others: tuple[MatView, ...]
    news: tuple[str, ...]


def hostages_panel(state: GameState, viewer: Viewer) -> HostagesPanel | None:
    """Hostages for a player; None if there are none anywhere."""
    news = hostage_news(state, viewer)
    if not state.hostages and not news:
        return None
    house = state.seats[viewer.player].house
    mats = [_mat(state, viewer, each.id) for each in state.scenario.houses if each.id != house]
    others = (_mat(state, viewer, None), *mats)
    return HostagesPanel(own=_mat(state, viewer, house), others=tuple(each for each in others if each.held), news=news)


def hostage_news(state: GameState, viewer: Viewer) -> tuple[str, ...]:
    """Recent news of hostages that concern the own House, newest first, without reasons and cards (R-17)."""
    return tuple(line for each in hostages_of_month(state, viewer) for line in each.words)


def hostages_of_month(state: GameState, viewer: Viewer) -> tuple[HostagesOfMonth, ...]:
    """The same by month; repeated events count as one.

    Phones show it in its own phase and the two after it, because Movement and Return are too short to read in. Later it is in each
    player's summary of the month.
    """
    house = state.seats[viewer.player].house
    found: dict[int, dict[HostageNews, int]] = {}
    for each in reversed(state.hostage_news):
        if _phases_since(state, each) <= NEW_FOR and house in (each.of, each.holder, each.to):
            counts, one = found.setdefault(each.month, {}), replace(each, phase=None, count=1)
            counts[one] = counts.get(one, 0) + each.count
    return tuple(
        HostagesOfMonth(
            title=say("Hostages in month {month}", month=month),
            words=tuple(news_words(state, replace(one, count=count)) for one, count in counts.items()),
        )
        for month, counts in found.items()
    )


def _phases_since(state: GameState, news: HostageNews) -> int:
    """Number of phases begun since; the end of the day counts as one."""
    clock, phases = state.clock, state.frame.phase_ids
    now = phases.index(clock.phase) if clock.phase in phases else len(phases)
    then = phases.index(news.phase) if news.phase in phases else 0
    return (clock.month - news.month) * len(phases) + now - then


# --- desks --------------------------------------------------------------------------------------------------------------


def mats_view(state: GameState, viewer: Viewer) -> tuple[MatView, ...]:
    """Every House's mat, and the throne's while no House has it; for the desks that look after Houses."""
    if not looks_after_houses(viewer):
        return ()
    mats = tuple(_mat(state, viewer, house.id) for house in state.scenario.houses)
    throne = _mat(state, viewer, None)
    return (*mats, throne) if throne.held else mats


class MatAsk(Struct, frozen=True, kw_only=True):
    """One mat with its forms. `others`: Houses to take from or to hand over to."""

    mat: MatView
    others: tuple[HouseName, ...]
    may_move: bool
    may_take: bool


def mat_ask(state: GameState, viewer: Viewer, key: str) -> MatAsk | None:
    """One mat by its name; None if unknown, and for all but the Houses' desks."""
    known = {house.id for house in state.scenario.houses}
    house = HouseId(key) if key in known else None
    if (house is None and key != "throne") or not looks_after_houses(viewer):
        return None
    mat = _mat(state, viewer, house)
    return MatAsk(
        mat=mat,
        others=tuple(each for each in house_names(state) if each.id != house),
        may_move=bool(mat.held) and not mat.waits and (house is not None or viewer.sees_desk(Desk.COURT)),
        may_take=house is not None,
    )


# --- small parts --------------------------------------------------------------------------------------------------------


def _mat(state: GameState, viewer: Viewer, house: HouseId | None) -> MatView:
    """One mat, with the lots marked over which this player may decide."""
    mat = _mat_of_all(state, house)
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    if not mat.held or seat is None or state.clock.stage is not DayStage.PLAYING:
        return mat
    own = {each.id for each in hostages_held_by(state, house) if may_decide(state, seat, each)}
    return replace(mat, held=tuple(replace(lot, mine=True) if lot.first in own else lot for lot in mat.held)) if own else mat


@memoized_view(64)
def _mat_of_all(state: GameState, house: HouseId | None) -> MatView:
    """One mat as everybody sees it."""
    held = hostages_held_by(state, house)
    lots = dict[tuple[HouseId, bool, bool, bool], list[Hostage]]()
    for each in sorted(held, key=lambda one: (bool(one.marriage), one.since, one.id)):
        lots.setdefault((each.of, bool(each.marriage), is_lawful(state, each), each.holder is None), []).append(each)
    order = {each.id: at for at, each in enumerate(state.scenario.houses)}
    ordered = sorted(lots.values(), key=lambda lot: (bool(lot[0].marriage), order.get(lot[0].of, 0)))
    return MatView(
        house=house,
        key=house or "throne",
        name=house_name(state, house) if house else say("The throne"),
        held=tuple(_lot(state, lot) for lot in ordered),
        count=len(held),
        given=_hostages_given(state, house) if house else (),
        waits=any(is_untouchable(state, each) for each in held),
    )


def _lot(state: GameState, lot: list[Hostage]) -> Lot:
    first = lot[0]
    return Lot(
        of=first.of,
        name=house_name(state, first.of),
        count=len(lot),
        load=load_words(sum(each.power for each in lot), sum(len(each.favors) for each in lot)),
        marriage=bool(first.marriage),
        lawful=is_lawful(state, first),
        throne=first.holder is None,
        first=first.id,
        key=" ".join(str(each.id) for each in lot),
    )


def _hostages_given(state: GameState, house: HouseId) -> tuple[Given, ...]:
    counts = dict[HouseId | None, int]()
    for each in hostages_from(state, house):
        holder = holding_house(state, each)
        counts[holder] = counts.get(holder, 0) + 1
    return tuple(
        Given(house=holder, name=house_name(state, holder) if holder else say("The throne"), count=count)
        for holder, count in counts.items()
    )
