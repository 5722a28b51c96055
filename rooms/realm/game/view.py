"""Views of the shared state. Every view starts empty, and each line adds one allowed thing.

Public: the clock, the Court's place, the Sovereign, the Law Board, announcements to all, and the face of every status strip. Badges
show those faces anyway (GE-EVT-05). Purses and choices of room are for their owner and the control team. The own House's table sees
the sum of its purses.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from control.day.calls import open_call
from control.day.memoization import memoized_view
from control.day.people import lookup as people
from control.day.people.room_choice import choice_open
from control.day.view import CallView, ClockView, NoticeView, PlayerView, call_view, call_views, clock_view, notice_views
from control.engine.ids import RoomId
from control.engine.language import Spoken, later, say
from control.engine.modules import Module
from control.engine.records import replace
from control.engine.viewer import Viewer
from rooms.realm.frame import IN_ROOM
from rooms.realm.game.court_seat import region_name
from rooms.realm.game.deaths.reincarnation import month_of_return
from rooms.realm.game.law_actions.return_turns import acts_words, falls_words
from rooms.realm.game.laws import by_number
from rooms.realm.game.state import Ceremony, GameState, HouseSeat, Title
from rooms.realm.game.treasury.purses import house_name, house_power, is_purse_common
from rooms.realm.scenario.favor_effects import moment_words, place_words
from rooms.realm.scenario.ids import HouseId, LawId, Room


class BarView(Struct, frozen=True, kw_only=True):
    """A ban or delay on a strip."""

    words: str
    rule: str


class StripView(PlayerView, frozen=True, kw_only=True):
    """The face of a status strip: what is worn on the badge (GE-EVT-05, R-04)."""

    wounds: int
    spouse: str
    titles: tuple[str, ...]
    bars: tuple[BarView, ...]
    dead: bool = False
    returns: int = 0  # for the dead: month whose Ceremony brings the player back; 0 for never


class FavorView(Struct, frozen=True, kw_only=True):
    """A Favor card in its owner's hand."""

    card: str
    name: str
    faction: str
    ability: str
    timing: str
    location: str


class OwnView(Struct, frozen=True, kw_only=True):
    """What only the player sees of the own seat."""

    strip: StripView
    power: int
    favors: tuple[FavorView, ...]
    choice: RoomId | None
    table: str
    choice_open: bool
    married: bool
    met_spouse: bool
    call: CallView | None  # the open call for Control
    line: str  # the character's role line


class HouseView(Struct, frozen=True, kw_only=True):
    """A House as its members see it: strips, and the total of all purses."""

    house: HouseId
    name: str
    short: str
    motto: str
    members: tuple[StripView, ...]
    power: int
    favors: int


class LawView(Struct, frozen=True, kw_only=True):
    """A tablet of the Law Board. `awaited`: sentences on what Return will do with it (R-19)."""

    id: LawId
    number: int
    title: str
    text: str
    since: int
    awaited: tuple[str, ...] = ()


class PersonView(Struct, frozen=True, kw_only=True):
    """A line of the check-in list and the house desk: all that the control team may know of a player."""

    strip: StripView
    power: int
    favors: int
    choice: RoomId | None
    table: str


class HouseRow(Struct, frozen=True, kw_only=True):
    """A House as the control team sees it."""

    house: HouseId
    name: str
    short: str
    power: int
    members: tuple[PersonView, ...]


class SittingView(Struct, frozen=True, kw_only=True):
    """Place of the Court this month, by name; empty beyond its timetable."""

    region: str
    host: str
    province: str


class SharedView(Struct, frozen=True, kw_only=True):
    """All of the shared state that one viewer may know. Everything else is None or empty."""

    clock: ClockView
    sitting: SittingView
    sovereign: str
    laws: tuple[LawView, ...]
    notices: tuple[NoticeView, ...]
    own: OwnView | None = None
    house: HouseView | None = None
    houses: tuple[HouseRow, ...] = ()
    calls: tuple[CallView, ...] = ()


def view_shared(state: GameState, viewer: Viewer) -> SharedView:
    """Return the shared state as this viewer may know it."""
    shown = SharedView(
        clock=clock_view(state),
        sitting=sitting_view(state),
        sovereign=sovereign_words(state),
        laws=law_views(state),
        notices=notice_views(state, viewer),
    )
    if viewer.staff:
        return replace(shown, houses=house_rows(state), calls=call_views(state, viewer))
    seat = state.seats.get(viewer.seat) if viewer.seat else None
    return shown if seat is None else replace(shown, own=own_view(state, seat), house=house_view(state, seat.house))


# --- the clock ----------------------------------------------------------------------------------------------------------


def court_view(state: GameState, _viewer: Viewer) -> SittingView:
    """Place of the Court this month; public."""
    return sitting_view(state)


@memoized_view(64)
def sitting_view(state: GameState) -> SittingView:
    """Place of the Court, public."""
    court = state.court
    provinces: Mapping[str, str] = {province.id: province.name for province in state.scenario.provinces}
    return SittingView(
        region=region_name(state, court.region) if court else "",
        host=house_name(state, court.host) if court and court.host else "",
        province=provinces.get(court.province, "") if court and court.province else "",
    )


TITLE_NAMES: Final[Mapping[Title, str]] = Spoken({Title.SOVEREIGN: later("Sovereign"), Title.PRIEST: later("Priest")})


def sovereign_words(state: GameState) -> str:
    """Name of the ruler for the hall."""
    throne = state.throne
    if throne.god_emperor:
        return say("The God Emperor")
    if throne.holder is None:
        return say("The throne is empty")
    seat = state.seats[throne.holder]
    return f"{seat.character} ({house_name(state, seat.house)})"


# --- people -------------------------------------------------------------------------------------------------------------


def strip_view(state: GameState, seat: HouseSeat) -> StripView:
    """Face of a strip."""
    house = next(each for each in state.scenario.houses if each.id == seat.house)
    spouse = state.seats.get(seat.spouse) if seat.spouse else None
    titles = (Title.SOVEREIGN, *seat.titles) if state.throne.holder == seat.id else seat.titles
    month = state.clock.month
    return StripView(
        seat=seat.id,
        name=seat.name,
        character=seat.character,
        team=seat.team,
        team_name=house.name,
        short=house.short,
        rank=seat.rank,
        wounds=seat.wounds,
        spouse=f"{spouse.name} ({house_name(state, spouse.house)})" if spouse else "",
        titles=tuple(dict.fromkeys(TITLE_NAMES[title] for title in titles)),
        bars=tuple(
            BarView(words=say("not {in_room}: {why}", in_room=IN_ROOM[bar.room], why=bar.why), rule=bar.rule)
            for bar in seat.bars
            if bar.until is None or bar.until >= month
        ),
        presence=seat.presence,
        dead=seat.died is not None,
        returns=month_of_return(state) if seat.died is not None else 0,
    )


def own_view(state: GameState, seat: HouseSeat) -> OwnView:
    """What only the player sees."""
    house = next(each for each in state.scenario.houses if each.id == seat.house)
    lines = {person.name: person.line for person in (*house.characters, *house.reserves)}
    # Where a House holds in common, every member sees the one purse.
    purses = [each.purse for each in people.members(state, seat.house)] if is_purse_common(state) else [seat.purse]
    return OwnView(
        strip=strip_view(state, seat),
        power=sum(purse.power for purse in purses),
        favors=tuple(favor_view(state, card) for purse in purses for card in purse.favors),
        choice=people.choice_of(state, seat),
        table=seat.table if people.choice_of(state, seat) == Room.UNDERGROUND else "",
        choice_open=choice_open(state) and seat.acts,
        married=seat.spouse is not None,
        met_spouse=seat.id in state.met,
        call=call_view(state, call) if (call := open_call(state, seat.id)) else None,
        line=lines.get(seat.character, ""),
    )


def favor_view(state: GameState, card: str) -> FavorView:
    """A Favor card for its owner."""
    kind = card.rsplit("#", 1)[0]
    favor = next(each for each in state.scenario.favors if each.id == kind)
    faction = next(each.name for each in state.scenario.factions if each.id == favor.faction)
    return FavorView(
        card=card,
        name=favor.name,
        faction=faction,
        ability=favor.ability,
        timing=moment_words(favor.timing, state.scenario.timetable.steps),
        location=place_words(favor.location),
    )


@memoized_view(256)
def house_view(state: GameState, house: HouseId) -> HouseView:
    """A House for its members."""
    about = next(each for each in state.scenario.houses if each.id == house)
    seats = people.members(state, house)
    return HouseView(
        house=house,
        name=about.name,
        short=about.short,
        motto=about.motto,
        members=tuple(strip_view(state, seat) for seat in seats),
        power=house_power(state, house),
        favors=sum(len(seat.purse.favors) for seat in seats),
    )


def house_rows(state: GameState) -> tuple[HouseRow, ...]:
    """All Houses for the control team."""
    return tuple(
        HouseRow(
            house=house.id,
            name=house.name,
            short=house.short,
            power=house_power(state, house.id),
            members=tuple(person_view(state, seat) for seat in people.members(state, house.id)),
        )
        for house in state.scenario.houses
    )


def person_view(state: GameState, seat: HouseSeat) -> PersonView:
    """A player for the control team, without the names of the Favor cards."""
    return PersonView(
        strip=strip_view(state, seat),
        power=seat.purse.power,
        favors=len(seat.purse.favors),
        choice=people.choice_of(state, seat),
        table=seat.table,
    )


# --- public words -------------------------------------------------------------------------------------------------------


@memoized_view(64)
def law_views(state: GameState) -> tuple[LawView, ...]:
    """Law Board by number."""
    return tuple(
        LawView(
            id=law.id,
            number=law.number,
            title=law.title,
            text=law.text,
            since=law.since,
            awaited=tuple(words for words in (acts_words(state, law), falls_words(state, law)) if words),
        )
        for law in by_number(state.laws)
    )


def ceremonies_held(state: GameState) -> tuple[Ceremony, ...]:
    return tuple(each for each in state.ceremonies if each.month == state.clock.month)


SHARED_VIEW = Module(name="shared", view=view_shared)
