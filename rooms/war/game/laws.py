"""Passed laws on the map: Immortals leave for Court Military Actions, units are disbanded or given (GE-CRT-63, R-98)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day.decisions import questions as decisions
from control.day.decisions.answers import close_with_option
from control.day.records import Decision, Option
from control.engine.context import DecisionContext
from control.engine.language import later, say, say_count
from control.engine.modules import EventHandler, GameEvent, Module
from control.engine.reasons import Told, as_reason
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.law_actions.action import Deed, deed_of
from rooms.realm.game.law_actions.return_turns import LawActed
from rooms.realm.game.laws import law_of
from rooms.realm.game.passed_laws import answers_of, waiting_laws
from rooms.realm.game.reports.words import reason_sentence
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, LawId, Phase, RegionId
from rooms.realm.scenario.schema import Target
from rooms.war.game.board import Board, board_of
from rooms.war.game.immortals import ImmortalSent
from rooms.war.game.lookup import board_invalidations
from rooms.war.game.reasons import end_of_month, units_there
from rooms.war.game.state import war_in_month, war_of, with_notes, with_shifts, with_stock, with_war
from rooms.war.game.words.reports import loss_deed, to_house, units_changed
from rooms.war.rules.effects import effects_in
from rooms.war.rules.penalties import starves_in

NOWHERE: Final = "nowhere"  # answer of a House that wants no units on the map

# --- events -------------------------------------------------------------------------------------------------------------


class UnitsByLaw(Struct, frozen=True, kw_only=True):
    """A law put units of a House on the map, or took them off if negative. Its stockpile balances them (R-42)."""

    month: int
    region: RegionId
    house: HouseId
    units: int
    why: Told


# --- reactions ----------------------------------------------------------------------------------------------------------


def carry_out(state: GameState, happened: LawActed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Carry out a law that acts on the map: its Immortals leave the Court, then its effect follows."""
    deed = deed_of(state, happened.law, happened.month, asked)
    if deed is None:
        return ()
    on_map = ON_THE_MAP.get(deed.passed.kind)
    return (*_send_immortals(deed, happened), *(on_map(deed) if on_map else ()))


def _send_immortals(deed: Deed, happened: LawActed) -> Iterator[ImmortalSent]:
    """Send the law's Immortals. They come home in the Return after next month's War Room (R-98)."""
    court, month = deed.state.court, deed.month
    if court is None:
        return
    for each in happened.errands:
        yield ImmortalSent(
            month=month, immortal=each.immortal, origin=court.region, region=each.region, task=deed.why, home_in=month + 1
        )


def disband(deed: Deed) -> Iterator[UnitsByLaw]:
    """Destroy units of one House in one region, as far as there are any (GE-CRT-56, R-96)."""
    region = RegionId(deed.named.one(Target.REGION))
    for house in deed.named.houses[:1]:
        units = min(deed.named.number(Target.UNITS), war_of(deed.state).count(region, house))
        if units > 0:
            yield UnitsByLaw(month=deed.month, region=region, house=house, units=-units, why=deed.why)


def reinforce(deed: Deed) -> Iterator[GameEvent]:
    """Place units of Financial Aid from the stockpile, in the region that the House chose (GE-CRT-48, R-89)."""
    mine = aid_id(deed.month, deed.law.id)
    said = decisions.answer(deed.state, mine)
    for house in deed.named.houses[:1]:
        units = min(deed.named.number(Target.UNITS), war_of(deed.state).stock.get(house, 0))
        region = default_region(deed.state, house)
        if said == NOWHERE and not war_of(deed.state).on_map(house):
            region = None
        elif said is not None and RegionId(said) in regions_for(deed.state, house):
            region = RegionId(said)
        for each in decisions.standing(deed.state, mine):
            yield from close_with_option(each, region or NOWHERE)
        if units > 0 and region is not None:
            yield UnitsByLaw(month=deed.month, region=region, house=house, units=units, why=deed.why)


def aid_id(month: int, law: LawId | str = "") -> str:
    """Id of the question where the units of a law go. Without a law, the prefix of all of them."""
    return f"war-{month}-aid-{law}"


def ask_where_aid_goes(state: GameState, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask each House that gets units for a region, in Return until the first law of the month has acted (R-89)."""
    month = state.clock.month
    if not state.clock.is_in(Phase.RETURN) or state.clock.turned >= month or any(each.acted == month for each in state.passed):
        return ()
    questions = tuple(_aid_questions(state, asked))
    moot = [each for each in questions if len(each.options) < 2]
    return decisions.update_questions(state, [each for each in questions if each not in moot], aid_id(month), moot)


def _aid_questions(state: GameState, asked: DecisionContext) -> Iterator[Decision]:
    war, board, month = war_of(state), board_of(state.scenario), state.clock.month
    for passed in waiting_laws(state):
        named, law = answers_of(state, passed), law_of(state, passed.law)
        if passed.kind != "financial-aid" or named is None or law is None or not named.houses or not named.number(Target.UNITS):
            continue
        house = named.houses[0]
        usual, regions = default_region(state, house), list(regions_for(state, house))
        regions.sort(key=lambda region: (region != usual, -war.count(region, house), board.region_name(region)))
        nowhere = () if war.on_map(house) else (Option(id=NOWHERE, words=placed_nowhere_reason()),)
        yield Decision(
            id=aid_id(month, passed.law),
            desk=Desk.WAR,
            month=month,
            question=units_region_question(law.number, board.house_name(house)),
            options=(
                *(Option(id=each, words=_region_words(board, each, war.count(each, house))) for each in regions),
                *nowhere,
            ),
            default=usual or NOWHERE,
            since=asked.at,
            blocks=end_of_month(),
            rule="R-89",
            team=house,
        )


def _region_words(board: Board, region: RegionId, units: int) -> Told:
    name = board.region_name(region)
    return units_there(name, units) if units else name


def default_region(state: GameState, house: HouseId) -> RegionId | None:
    """Default region: home if the House has a unit there, else the region with most units, then by name (R-89).

    A House without units gets its home if that is one of its `regions_for`, else None.
    """
    war, board = war_of(state), board_of(state.scenario)
    home = next(each.home for each in state.scenario.houses if each.id == house)
    if home in regions_for(state, house):
        return home
    units = {region: there[house] for region, there in war.units.items() if there.get(house, 0) > 0}
    return starves_in(units, region_name=board.region_name)


def regions_for(state: GameState, house: HouseId) -> tuple[RegionId, ...]:
    """Regions where a House may be given units: those with its units or, if it has none, empty regions that no law closes to it.

    Rules: R-60, R-89.
    """
    war, board = war_of(state), board_of(state.scenario)
    if war.on_map(house):
        return tuple(region for region in board.regions if war.count(region, house) > 0)
    bars = effects_in(state).bars
    return tuple(region for region in board.regions if war.is_empty(region) and not bars(house, region))


ON_THE_MAP: Final[Mapping[str, Callable[[Deed], Iterator[GameEvent]]]] = {"disband": disband, "financial-aid": reinforce}


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_units_by_law(state: GameState, happened: UnitsByLaw) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    war = with_stock(with_shifts(war, ((happened.region, happened.house, happened.units),)), {happened.house: -happened.units})
    return with_war(state, with_notes(war, regions=(happened.region,)))


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("war.placed-nowhere")
def placed_nowhere_reason() -> str:
    return say("nowhere; they stay in the stockpile")


@as_reason("war.where-units-go")
def units_region_question(number: int, house: str) -> str:
    return say("Law {number}: into which region do the units of {house} go?", number=number, house=house)


def tell_units_by_law(happened: UnitsByLaw, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the House what a law did to its units: "Cat loses 2 units in Zen"."""
    board, house, units = board_of(before.scenario), happened.house, happened.units
    named = {"house": board.house_name(house), "region": board.region_name(happened.region)}
    if units < 0:
        words = say_count("{house} loses {count} unit in {region}", "{house} loses {count} units in {region}", -units, **named)
    else:
        words = say_count("{house} is given {count} unit in {region}", "{house} is given {count} units in {region}", units, **named)
    yield to_desks(say("{units}: {why}.", units=words, why=happened.why))
    yield to_house(house, f"{words}.", why=reason_sentence(happened.why), changes=units_changed(units))
    if units < 0:
        yield loss_deed(after, house, -units, happened.region)


LAWS_AT_WAR = Module(
    name="war-laws",
    title=later("Law Board"),
    events={UnitsByLaw: EventHandler(evolve=evolve_units_by_law, tell=tell_units_by_law, invalidations=board_invalidations)},
    reactions={LawActed: carry_out},
)
