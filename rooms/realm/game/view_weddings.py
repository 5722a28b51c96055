"""Weddings on screens: questions to a player, couples at the Ceremony desk, spouses (R-15, R-140)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from control.day.people.lookup import members
from control.day.state import DayStage
from control.engine.ids import SeatId
from control.engine.language import say, say_count
from control.engine.viewer import Viewer
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import CHAPEL
from rooms.realm.game.ceremonies import ceremonies_in, may_hold_now
from rooms.realm.game.records import Betrothal
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.game.weddings.divorce import may_divorce_now
from rooms.realm.game.weddings.priests import has_chapel, may_wed, priest_of, priests
from rooms.realm.game.weddings.wedding import MOST, betrothal_of, betrothed, may_marry
from rooms.realm.scenario.ids import HouseId, Phase

# === weddings ===========================================================================================================

# Questions to a player, couples for a Priest, couples at the Ceremony desk.


class SpouseChoice(Struct, frozen=True, kw_only=True):
    """A player, for a list or a question."""

    seat: SeatId
    name: str


class MarriageQuestion(Struct, frozen=True, kw_only=True):
    """A proposal between this player and another, open or agreed. `terms`: hostages that go with it."""

    other: SeatId
    name: str
    house: str
    hostages: int
    terms: str


class Couple(Struct, frozen=True, kw_only=True):
    """Two players who agree and wait for a Priest. `hindrance`: what is missing, empty if nothing is."""

    one: SeatId
    other: SeatId
    names: str
    hostages: int
    terms: str
    hindrance: str
    priest: SeatId | None = None  # the desk's preset choice


class WeddingsPanel(Struct, frozen=True, kw_only=True):
    """A player's open matters: questions to answer, own betrothal, couples to wed, a Priest to choose."""

    month: int
    asked: tuple[MarriageQuestion, ...]
    own: MarriageQuestion | None  # this player's open proposal
    betrothed: MarriageQuestion | None
    waits: str  # what the betrothed wait for
    couples: tuple[Couple, ...]  # for a Priest
    anoints: tuple[SpouseChoice, ...]  # candidates, if the House has a Chapel and no Priest
    divorce: bool  # may a marriage end before a death?


class Suitors(Struct, frozen=True, kw_only=True):
    """Players of one House who can be asked."""

    house: str
    people: tuple[SpouseChoice, ...]


class MarryPanel(Struct, frozen=True, kw_only=True):
    """Form for a proposal of marriage."""

    asked: str  # who has not answered yet; one proposal at a time
    suitors: tuple[Suitors, ...]
    priest: str  # whether weddings are possible now, and before whom
    chosen: str  # input of a refused form
    hostages: str
    unfolded: bool
    most: int = MOST


# --- phone --------------------------------------------------------------------------------------------------------------


def weddings_panel(state: GameState, viewer: Viewer) -> WeddingsPanel | None:
    """Open matters of this player; None without any."""
    seat = state.seats[viewer.player]
    if state.clock.stage is not DayStage.PLAYING or seat.died is not None:
        return None
    mine = [each for each in state.betrothals if seat.id in (each.one, each.other)]
    own = next((each for each in mine if each.one == seat.id and not each.agreed), None)
    agreed = next((each for each in mine if each.agreed), None)
    asked = tuple(_question(state, seat, each) for each in mine if each.other == seat.id and not each.agreed)
    office = priest_of(state, seat.house)
    couples = _couples_for(state, seat) if office is not None and office.id == seat.id else ()
    anoints = _persons_to_anoint(state, seat) if office is None and has_chapel(state, seat.house) else ()
    if not (asked or own or agreed or couples or anoints):
        return None
    return WeddingsPanel(
        month=state.clock.month,
        asked=asked,
        own=_question(state, seat, own) if own is not None else None,
        betrothed=_question(state, seat, agreed) if agreed is not None else None,
        waits=_waiting_words(state, agreed) if agreed is not None else "",
        couples=couples,
        anoints=anoints,
        divorce=state.scenario.settings.divorce,
    )


def marry_panel(state: GameState, viewer: Viewer, typed: tuple[str, str] | None = None) -> MarryPanel | None:
    """Whom to ask, or who was asked; None for the married, dead and betrothed, and without any Chapel (GE-CER-09)."""
    seat = state.seats[viewer.player]
    own = next((each for each in state.betrothals if seat.id == each.one or (each.agreed and seat.id == each.other)), None)
    promised = own is not None and own.agreed
    if state.clock.stage is not DayStage.PLAYING or not may_marry(seat) or promised or (own is None and CHAPEL not in state.there):
        return None
    suitors = _suitors(
        (house.name, [each for each in members(state, house.id) if each.id != seat.id and may_marry(each)])
        for house in state.scenario.houses
    )
    chosen, hostages = typed or ("", "1")
    return MarryPanel(
        asked=_name_of(state, own.other) if own is not None else "",
        suitors=suitors if own is None else (),
        priest=_priests_words(state),
        chosen=chosen,
        hostages=hostages,
        unfolded=typed is not None,
    )


def _question(state: GameState, seat: HouseSeat, asked: Betrothal) -> MarriageQuestion:
    other = state.seats[asked.other if asked.one == seat.id else asked.one]
    return MarriageQuestion(
        other=other.id,
        name=other.name,
        house=house_name(state, other.house),
        hostages=asked.hostages,
        terms=terms_words(state, asked),
    )


def terms_words(state: GameState, asked: Betrothal) -> str:
    """Hostages that go with the wedding (GE-CER-12, R-140, R-141)."""
    one, other = state.seats[asked.one], state.seats[asked.other]
    if one.house == other.house:
        return say("You are of one House: no hostages are exchanged.")
    return say_count(
        "{one} and {other} each give {count} hostage, with 1 Power and 1 Favor on it.",
        "{one} and {other} each give {count} hostages, with 1 Power and 1 Favor on each.",
        asked.hostages,
        one=house_name(state, one.house),
        other=house_name(state, other.house),
    )


def _persons_to_anoint(state: GameState, seat: HouseSeat) -> tuple[SpouseChoice, ...]:
    return (
        tuple(SpouseChoice(seat=each.id, name=each.name) for each in members(state, seat.house) if each.acts) if seat.acts else ()
    )


def _couples_for(state: GameState, priest: HouseSeat) -> tuple[Couple, ...]:
    return tuple(_couple(state, each, (priest,)) for each in betrothed(state) if may_wed(state, priest, *_seats_of(state, each)))


def _seats_of(state: GameState, couple: Betrothal) -> tuple[HouseSeat, HouseSeat]:
    return (state.seats[couple.one], state.seats[couple.other])


def _houses(state: GameState, couple: Betrothal) -> tuple[HouseId, ...]:
    return (state.seats[couple.one].house, state.seats[couple.other].house)


def _couple(state: GameState, couple: Betrothal, before: tuple[HouseSeat, ...]) -> Couple:
    return Couple(
        one=couple.one,
        other=couple.other,
        names=say("{one} and {other}", one=_name_of(state, couple.one), other=_name_of(state, couple.other)),
        hostages=couple.hostages,
        terms=terms_words(state, couple),
        hindrance=hindrance(state, couple, before),
        priest=next((each.id for each in before if each.acts), None),
    )


def _name_of(state: GameState, seat: SeatId) -> str:
    found = state.seats[seat]
    return say("{name} of {house}", name=found.name, house=house_name(state, found.house))


def hindrance(state: GameState, couple: Betrothal, before: tuple[HouseSeat, ...]) -> str:
    """What a wedding still lacks: a Priest, the time, a present couple, a House's turn; empty if nothing (R-12, R-13)."""
    if not any(each.acts for each in before):
        return _priestless(state, couple)
    if not may_hold_now(state):
        return say("They are wed in the next Ceremony.")
    away = next((state.seats[each] for each in (couple.one, couple.other) if not state.seats[each].acts), None)
    if away is not None:
        return say("{name} is not there.", name=away.name)
    most = state.scenario.settings.ceremonies_per_house
    held = next((each for each in _houses(state, couple) if len(ceremonies_in(state, each)) >= most), None)
    if held is not None:
        return say("{house} has had its ceremony this month.", house=house_name(state, held))
    return ""


def _priestless(state: GameState, couple: Betrothal) -> str:
    """Say why no Priest may wed them, and what to do (GE-CER-09, R-138)."""
    if any(may_wed(state, each, *_seats_of(state, couple)) for each in priests(state)):
        return say(
            "A Priest who may wed them is lacking: theirs is not there. Check the Priest in, or let another House lend its Chapel."
        )
    own = next((each for each in _houses(state, couple) if has_chapel(state, each)), None)
    if own is not None and priest_of(state, own) is None:
        return say("A Priest is lacking: {house} has a Chapel; press Wedding … and anoint one.", house=house_name(state, own))
    if priests(state):
        return say("A Priest who may wed them is lacking: a House with a Priest lets one of their Houses use its Chapel.")
    return say("A Priest is lacking: a House with a Chapel anoints one, and lets one of their Houses use it.")


def _waiting_words(state: GameState, couple: Betrothal) -> str:
    before = tuple(each for each in priests(state) if may_wed(state, each, *_seats_of(state, couple)))
    missing = hindrance(state, couple, before)
    if missing and not before:
        return say("No Priest may wed you yet: a House with a Chapel anoints one, and lets yours use it.")
    names = " · ".join(_name_of(state, each.id) for each in before)
    if not may_hold_now(state):
        return say("You are wed in the next Ceremony, before {priest}.", priest=names)
    there = next((each for each in before if each.acts), None)
    if missing or there is None:
        return missing
    table = house_name(state, there.house)
    return say("Go to the House Table of {house} now: {priest} weds you there.", house=table, priest=there.name)


def _priests_words(state: GameState) -> str:
    found = priests(state)
    if not found:
        return say("There is no Priest yet. A House with a Chapel anoints one of its players.")
    return say("Priests: {names}.", names=", ".join(_name_of(state, each.id) for each in found))


# --- the Ceremony desk --------------------------------------------------------------------------------------------------


class WedAsk(Struct, frozen=True, kw_only=True):
    """Form for a wedding at the desk: Priests, couples who agree, and all who may marry."""

    month: int
    is_open: bool
    priests: tuple[SpouseChoice, ...]
    couples: tuple[Couple, ...]
    singles: tuple[Suitors, ...]
    chapels: tuple[Suitors, ...]  # Houses with a Chapel and no Priest, with their candidates
    most: int = MOST


def couples_view(state: GameState, viewer: Viewer) -> tuple[Couple, ...]:
    """Couples who agree, with what hinders them; only for the Ceremony desk."""
    if not viewer.sees_desk(Desk.CEREMONY):
        return ()
    found = priests(state)
    return tuple(
        _couple(state, each, tuple(priest for priest in found if may_wed(state, priest, *_seats_of(state, each))))
        for each in betrothed(state)
    )


def agreed_hostages(state: GameState, viewer: Viewer, one: SeatId, other: SeatId) -> int | None:
    """Number of hostages that two have agreed on; None if they have not, and for all but the Ceremony desk."""
    found = betrothal_of(state, one, other) if viewer.sees_desk(Desk.CEREMONY) else None
    agreed = found is not None and found.agreed and state.seats[one].house != state.seats[other].house
    return found.hostages if found is not None and agreed else None


def exchange_words(state: GameState, _viewer: Viewer, one: SeatId, other: SeatId, hostages: int) -> str:
    """Public words on the hostages exchanged at a wedding."""
    houses = tuple(house_name(state, state.seats[each].house) for each in (one, other))
    if houses[0] == houses[1]:
        return say("They are of one House: no hostages were exchanged.")
    return say_count(
        "{one} and {other} have each given {count} hostage.",
        "{one} and {other} have each given {count} hostages.",
        hostages,
        one=houses[0],
        other=houses[1],
    )


def wed_ask(state: GameState, viewer: Viewer) -> WedAsk | None:
    """Form for a wedding; None for all but the Ceremony desk."""
    if not viewer.sees_desk(Desk.CEREMONY):
        return None
    houses = [(house, members(state, house.id)) for house in state.scenario.houses]
    return WedAsk(
        month=state.clock.month,
        is_open=may_hold_now(state),
        priests=tuple(SpouseChoice(seat=each.id, name=_name_of(state, each.id)) for each in priests(state)),
        couples=couples_view(state, viewer),
        singles=_suitors((house.name, [each for each in found if may_marry(each) and each.acts]) for house, found in houses),
        chapels=_suitors(
            (house.name, [each for each in found if each.acts])
            for house, found in houses
            if has_chapel(state, house.id) and priest_of(state, house.id) is None
        ),
    )


def _suitors(houses: Iterable[tuple[str, list[HouseSeat]]]) -> tuple[Suitors, ...]:
    return tuple(
        Suitors(house=name, people=tuple(SpouseChoice(seat=each.id, name=each.name) for each in found))
        for name, found in houses
        if found
    )


# === spouses ============================================================================================================

# Spouses on their phones: the meeting of the month, and a divorce where the scenario allows it.


class SpousePanel(Struct, frozen=True, kw_only=True):
    """The meeting of spouses in Planning (R-15)."""

    month: int
    spouse: str
    house: str
    met: bool


def spouse(state: GameState, viewer: Viewer) -> SpousePanel | None:
    """Spouse to meet; None for the unmarried, and outside of Planning."""
    clock, seat = state.clock, state.seats[viewer.player]
    if clock.stage is not DayStage.PLAYING or not clock.is_in(Phase.PLANNING) or seat.spouse is None:
        return None
    other = state.seats[seat.spouse]
    house = next((house.name for house in state.scenario.houses if house.id == other.house), "")
    return SpousePanel(month=clock.month, spouse=other.name, house=house, met=seat.id in state.met)


class DivorcePanel(Struct, frozen=True, kw_only=True):
    """A divorce. `stand`: nobody has asked, the spouse has, or this player has."""

    spouse: str
    stand: Literal["none", "asked", "own"]
    kept: bool  # the marriage's hostages stay with their holders


def divorce(state: GameState, viewer: Viewer) -> DivorcePanel | None:
    """Form for a divorce; None without a spouse, and when none is allowed."""
    seat = state.seats[viewer.player]
    if seat.spouse is None or not may_divorce_now(state):
        return None
    return DivorcePanel(
        spouse=state.seats[seat.spouse].name,
        stand="own" if seat.id in state.divorces else "asked" if seat.spouse in state.divorces else "none",
        kept=state.scenario.settings.marriage_hostages_after_death != "released",
    )
