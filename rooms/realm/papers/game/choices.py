"""Choices on papers: fields of a type with their options, and places of a building (R-62, R-64, R-90)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct

from control.day.memoization import memoized_view, once_per_state
from control.engine.dice import Dice
from control.engine.language import Spoken, capital, later, listed, say
from control.engine.records import replace
from control.engine.refusal import Refused
from rooms.realm.frame import ROOM_NAMES
from rooms.realm.game.buildings.kinds import (
    KINDS,
    PLACES_OF,
    TRADE_ROUTE,
    TUNNELS,
    building_words,
    can_place,
    kind_name,
    ordered_places,
    places_in,
    places_words,
)
from rooms.realm.game.hostages.custody import default_hostages, words_for
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.types import NUMBERS, THRONE, Paper, PaperType, bounds, is_filled, label_of
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.realm.scenario.schema import ProposalType, Scenario, SchemeType, Target

# === buildings ==========================================================================================================

# Papers that build: their places, and whether they fit together, checked before sending.
# Places may also be free text, as in older papers: "Zen – Inn – Aka".


def builds(kind: PaperType) -> bool:
    """Does a paper of this type place a building?"""
    return Target.BUILDING in kind.fields and Target.PLACES in kind.fields


def kind_called(scenario: Scenario, wanted: str) -> str:
    """Kind of building by its id or name; the given name itself if there is none."""
    return next((each for each in KINDS if wanted in (each, kind_name(scenario, each))), wanted)


def check_places(state: GameState, kind: PaperType, paper: Paper) -> None:
    """Refuse places that do not suit this kind of building or do not fit together on this map.

    Raises:
        Refused: the first mistake.
    """
    if not builds(kind):
        return
    named = {target: words for words, target in is_filled(kind, paper)}
    wanted = kind_called(state.scenario, next(iter(named.get(Target.BUILDING, ())), ""))
    written = named.get(Target.PLACES, ())
    house = next(iter(named.get(Target.HOUSE, ())), "")
    if wanted in KINDS and wanted not in PLACES_OF and written:
        building = kind_name(state.scenario, wanted)
        wrong = say("Choose no place for the {building}: it stands at the House’s home castle.", building=building)
        raise Refused(wrong, rule="R-90", code="places")
    ordered_places(state.scenario, HouseId(house), wanted, places_in(state.scenario, written))


def places_hint(scenario: Scenario) -> str:
    """Hint on the places of each kind of building, for the form."""
    named = {each: kind_name(scenario, each) for each in KINDS if can_place(scenario, each)}
    others = listed([name for each, name in named.items() if each not in PLACES_OF])
    found = (
        say("{building}: three regions, each against the next.", building=named[TRADE_ROUTE]) if TRADE_ROUTE in named else "",
        say("{building}: two regions against {mountain}.", building=named[TUNNELS], mountain=scenario.map.mountain.name)
        if TUNNELS in named
        else "",
        say("{buildings}: none, it stands at the home castle.", buildings=others) if others else "",
    )
    return " ".join(filter(None, found))


def random_places(scenario: Scenario, wanted: str, dice: Dice) -> tuple[str, ...]:
    """Random places that fit a building of this kind; for rehearsals."""
    kind = kind_called(scenario, wanted)
    if kind == TUNNELS:
        return _two(tuple(scenario.map.mountain.neighbours), dice)
    if kind != TRADE_ROUTE:
        return ()
    middle = dice.choice([each for each in scenario.map.regions if len(each.neighbours) > 1])
    first, last = _two(tuple(middle.neighbours), dice)
    return (first, middle.id, last)


def _two(regions: tuple[str, ...], dice: Dice) -> tuple[str, str]:
    first = dice.choice(regions)
    return (first, dice.choice([each for each in regions if each != first]))


# === fields and options =================================================================================================

# Fields of a type, with their options.


class FieldOption(Struct, frozen=True, kw_only=True):
    """A choice for a field. Options of one `group` stay together in a long list.

    `label`: its words on a paper; `listed`: longer words in the list.
    `near`: ids of neighbouring regions, where the choice depends on them.
    """

    value: str
    label: str
    group: str = ""
    listed: str = ""
    near: tuple[RegionId, ...] = ()


class FieldForm(Struct, frozen=True, kw_only=True):
    """A field of a paper's form: options, or a number up to `most`, or free text if both are empty.

    `least`, `words`: least and greatest number of names; least 0 if the chosen form decides, greatest None without a limit.
    `beside`: index of the field whose region this one's must border on.
    """

    target: Target
    label: str
    options: tuple[FieldOption, ...] = ()
    most: int | None = None
    least: int = 1
    words: int | None = 1
    hint: str = ""
    beside: int | None = None


WORDS: Final[Mapping[Target, str]] = Spoken(  # within a sentence
    {
        Target.HOUSE: later("house"),
        Target.HOUSES: later("houses"),
        Target.PLAYER: later("player"),
        Target.PLAYERS: later("players"),
        Target.REGION: later("region"),
        Target.REGIONS: later("regions"),
        Target.MONTHS: later("months"),
        Target.POWER: later("power"),
        Target.FAVORS: later("favors"),
        Target.UNITS: later("units"),
        Target.VOTES: later("votes"),
        Target.HOSTAGES: later("hostages"),
        Target.CAPTIVES: later("hostage"),
        Target.LAW: later("law"),
        Target.TABLE: later("table"),
        Target.ROOM: later("room"),
        Target.SCHEME: later("scheme"),
        Target.BUILDING: later("building"),
        Target.PLACES: later("places"),
        Target.FORM: later("form"),
    }
)


TWINS: Final = {
    Target.HOUSE: (later("House that must do or suffer it"), later("House it is done to or for")),
    Target.REGION: (later("Region they leave"), later("Region they go to")),
}


KILLS_GODS: Final = "assassinate"  # only this scheme may name the God Emperor
LEADS_ON: Final = "secret-roads"  # scheme from a region to a neighbour (GE-UND-12, R-111)


def form_of(state: GameState, kind: PaperType) -> tuple[FieldForm, ...]:
    """Fields of a type's form, in the author's order."""
    return tuple(_field(state, kind, at) for at in range(len(kind.fields)))


def beside(kind: PaperType, at: int) -> int | None:
    """Index of the field whose region this one's must border on; None without that condition (GE-UND-12, R-111)."""
    before = kind.fields[:at]
    leads_on = kind.id == LEADS_ON and kind.fields[at] is Target.REGION and Target.REGION in before
    return before.index(Target.REGION) if leads_on else None


def _field(state: GameState, kind: PaperType, at: int) -> FieldForm:
    target, origin = kind.fields[at], beside(kind, at)
    least, words = bounds(kind, target)
    twin = TWINS.get(target) if kind.fields.count(target) > 1 else None
    return FieldForm(
        target=target,
        label=say(twin[kind.fields[:at].count(target)]) if twin else label_of(target),
        options=options_for(state, target, kind) if origin is None else _with_neighbours(state),
        most=NUMBERS.get(target),
        least=0 if Target.FORM in kind.fields and target is not Target.FORM else least,
        words=words,
        hint=_hint(state, target, origin),
        beside=origin,
    )


def _hint(state: GameState, target: Target, origin: int | None) -> str:
    if target is Target.PLACES:
        return places_hint(state.scenario)
    return say("next to the one they leave") if origin is not None else ""


@once_per_state
def values_for(state: GameState, target: Target, kind: PaperType) -> frozenset[str]:
    """Values of the options of a field."""
    return frozenset([option.value for option in options_for(state, target, kind)])


@once_per_state
def options_for(state: GameState, target: Target, kind: PaperType) -> tuple[FieldOption, ...]:
    """Options of a field; empty for numbers and free text."""
    if target is Target.FORM:
        return tuple(FieldOption(value=form, label=capital(form)) for form in kind.forms) if isinstance(kind, ProposalType) else ()
    if target is Target.BUILDING and isinstance(kind, ProposalType) and Target.PLACES not in kind.fields:
        return _standing(state)
    if target is Target.BUILDING and isinstance(kind, SchemeType):
        return (*_owned(state), *_whichever(state))
    if target is Target.SCHEME and isinstance(kind, ProposalType):  # a Crackdown names no trap
        return tuple(FieldOption(value=each.id, label=each.name) for each in state.scenario.schemes if not each.trap)
    if target is Target.BUILDING and builds(kind):
        return tuple(each for each in _buildings(state) if can_place(state.scenario, kind_called(state.scenario, each.value)))
    offered = OFFERS.get(target)
    found = offered(state) if offered else ()
    if kind.id == KILLS_GODS and state.throne.god_emperor and target in (Target.HOUSE, Target.PLAYER):
        return (*found, FieldOption(value=THRONE, label=say("The God Emperor")))
    return found


@memoized_view(16)
def _houses(state: GameState) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(value=house.id, label=house.name) for house in state.scenario.houses)


@memoized_view(64)
def _players(state: GameState) -> tuple[FieldOption, ...]:
    names = {house.id: house.name for house in state.scenario.houses}
    ordered = sorted(state.seats.values(), key=lambda seat: (names[seat.house], seat.rank))
    return tuple(
        FieldOption(
            value=seat.id,
            label=f"{seat.name} ({names[seat.house]})",
            group=names[seat.house],
            listed=say("{house}, rank {rank}: {name}", house=names[seat.house], rank=seat.rank, name=seat.name),
        )
        for seat in ordered
        if seat.rank
    )


@memoized_view(16)
def _regions(state: GameState) -> tuple[FieldOption, ...]:
    """Regions by name. Lists add province and castle, because the names are short (C-01, C-04)."""
    provinces = {each.id: each.name for each in state.scenario.provinces}
    known = {each.home: say("home of {house}", house=each.name) for each in state.scenario.houses}
    known |= {each.region: each.name for each in state.scenario.neutral_castles}
    ordered = sorted(state.scenario.map.regions, key=lambda region: region.name)
    return tuple(
        FieldOption(
            value=region.id,
            label=region.name,
            group=provinces[region.province] if region.province is not None else "",
            listed=f"{region.name}, {known[region.id]}" if region.id in known else "",
        )
        for region in ordered
    )


@memoized_view(16)
def _with_neighbours(state: GameState) -> tuple[FieldOption, ...]:
    near = {region.id: region.neighbours for region in state.scenario.map.regions}
    return tuple(replace(each, near=near[RegionId(each.value)]) for each in _regions(state))


def _buildings(state: GameState) -> tuple[FieldOption, ...]:
    return tuple(FieldOption(value=each.building, label=each.building) for each in state.scenario.factions)


def _standing(state: GameState) -> tuple[FieldOption, ...]:
    """Existing buildings; a law that destroys one names it by number (R-90)."""
    return tuple(FieldOption(value=str(each.id), label=capital(building_words(state, each))) for each in state.buildings)


def _captives(state: GameState) -> tuple[FieldOption, ...]:
    """Hostages held by Houses, by holder, without what is on them. A law cannot name the God Emperor as a House (R-93)."""
    found = ((house, each) for house in state.scenario.houses for each in default_hostages(state, house.id, len(state.hostages)))
    return tuple(
        FieldOption(value=str(each.id), label=str(words), group=house.name, listed=f"{house.name}: {words}")
        for house, each in found
        for words in (words_for(state, each, load=False),)
    )


def _tablet(law: PostedLaw) -> str:
    return f"{law.number}. {law.title}" if law.number else say("{title} (ordered)", title=law.title)


def _owned(state: GameState) -> tuple[FieldOption, ...]:
    """Existing buildings for a scheme that takes one, by House (GE-UND-16, R-111). The owner may change before the strike."""
    return tuple(
        FieldOption(
            value=str(each.id),
            label=f"{kind_name(state.scenario, each.kind)} ({places_words(state, each)})",
            group=house_name(state, each.house),
        )
        for each in state.buildings
    )


def _whichever(state: GameState) -> tuple[FieldOption, ...]:
    """Kinds of building, for one that may exist by then."""
    return tuple(replace(each, listed=say("{building}, whichever stands then", building=each.label)) for each in _buildings(state))


OFFERS: Final[Mapping[Target, Callable[[GameState], tuple[FieldOption, ...]]]] = {
    Target.HOUSE: _houses,
    Target.HOUSES: _houses,
    Target.PLAYER: _players,
    Target.PLAYERS: _players,
    Target.REGION: _regions,
    Target.REGIONS: _regions,
    Target.PLACES: _regions,
    Target.CAPTIVES: _captives,
    Target.LAW: lambda state: tuple(FieldOption(value=law.id, label=_tablet(law)) for law in state.laws),
    Target.TABLE: lambda state: tuple(FieldOption(value=each.id, label=each.name) for each in state.scenario.provinces),
    Target.ROOM: lambda state: tuple(FieldOption(value=room, label=ROOM_NAMES[room]) for room in Room),
    Target.SCHEME: lambda state: tuple(FieldOption(value=each.id, label=each.name) for each in state.scenario.schemes),
    Target.BUILDING: _buildings,
}
