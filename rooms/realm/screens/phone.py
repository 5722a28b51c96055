"""What God Emperor adds to the phone: the status strip, the spouse, who reigns, purse, House, buildings, laws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.day.state import Stage
from control.engine.ids import SeatId
from control.engine.language import say
from control.regions.kinds import RegionKind
from control.registry import Panel, PhoneParts, PhoneTab
from rooms.realm.game.state import GameState
from rooms.realm.game.strips.wounds import DEADLY
from rooms.realm.game.view import BarView, FavorView, HouseView, LawView, StripView, house_view, law_views, own_view
from rooms.realm.scenario.ids import Phase
from rooms.realm.screens.holdings import buildings, in_force, purse
from rooms.realm.screens.phone_words import PHASES, over
from rooms.realm.screens.throne import throne_news, throne_view


@dataclass(frozen=True, slots=True, kw_only=True)
class StripPanel:
    """The own status strip; `hearts` says of each of a life's three whether it is still whole."""

    strip: StripView
    power: int
    favors: int
    hearts: tuple[bool, ...]


def strip(state: GameState, seat: SeatId) -> StripPanel:
    """The own status strip, always on top."""
    own = own_view(state, state.seats[seat])
    hearts = tuple(heart >= own.strip.wounds for heart in reversed(range(DEADLY)))
    return StripPanel(strip=own.strip, power=own.power, favors=len(own.favors), hearts=hearts)


@dataclass(frozen=True, slots=True, kw_only=True)
class SpousePanel:
    """The meeting of spouses in Planning (R-15)."""

    month: int
    spouse: str
    met: bool


def spouse(state: GameState, seat: SeatId) -> SpousePanel | None:
    """Whom to meet; None for the unmarried, and when that may not be done."""
    clock = state.clock
    if clock.stage is not Stage.PLAYING or clock.phase != Phase.PLANNING or state.seats[seat].spouse is None:
        return None
    own = own_view(state, state.seats[seat])
    return SpousePanel(month=clock.month, spouse=own.strip.spouse, met=own.met_spouse)


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterPanel:
    """The person played: the line to play by, where it may not go, the Favors in its hand."""

    line: str
    bars: tuple[BarView, ...]
    favors: tuple[FavorView, ...]


def character(state: GameState, seat: SeatId) -> Panel:
    """What a player alone reads below the own name."""
    own = own_view(state, state.seats[seat])
    return Panel(template="realm/_play_character.html", panel=CharacterPanel(line=own.line, bars=own.strip.bars, favors=own.favors))


def _house(state: GameState, seat: SeatId) -> HouseView:
    return house_view(state, state.seats[seat].house)


def _laws(state: GameState, seat: SeatId) -> tuple[LawView, ...]:
    return law_views(state)


LAWS: Final = "laws"
PHONE: Final = PhoneParts(
    regions=(
        RegionKind(name="strip", template="realm/_play_strip.html", view=strip),
        RegionKind(name="reign", template="realm/_play_reign.html", view=throne_news, tab="now", after="now", told=True),
        RegionKind(name="spouse", template="realm/_play_spouse.html", view=spouse, tab="now", after="rooms"),
        RegionKind(name="purse", template="realm/_play_purse.html", view=purse, tab="team", after="me"),
        RegionKind(name="team", template="realm/_play_house.html", view=_house, of_many=True),
        RegionKind(name="buildings", template="realm/_play_buildings.html", topics=("buildings",), view=buildings, tab="team"),
        RegionKind(name="throne", template="realm/_play_throne.html", view=throne_view, tab=LAWS),
        RegionKind(name="standing", template="realm/_play_standing.html", view=in_force, tab=LAWS),
        RegionKind(name="laws", template="realm/_play_laws.html", topics=("laws",), view=_laws, tab=LAWS, of_many=True),
    ),
    tabs=(PhoneTab(id=LAWS, name=lambda: say("Laws"), icon="i-laws", after="team"),),
    icons="realm/_icons.html",
    character=character,
    phases=PHASES,
    over=over,
    scripts=("realm/places.js",),
    styles=("realm/phone.css",),
)
