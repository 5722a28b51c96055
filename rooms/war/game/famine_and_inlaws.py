"""Power paid to attacked in-laws, and famine, as a module beside the War Room's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from control.day.clock.phase_events import MonthTurned
from control.day.decisions import questions as decisions
from control.day.decisions.answers import close_with_option
from control.day.records import Decision, Option
from control.engine.context import DecisionContext
from control.engine.language import later, say
from control.engine.modules import EventHandler, GameEvent, Module, Undo
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.frame import Moment
from rooms.realm.game.reports.words import news
from rooms.realm.game.state import EffectFrom, EffectKind, GameState
from rooms.realm.game.treasury.payment import members_by_payment
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import receiver_of_gain
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.realm.scenario.schema import NewsKind
from rooms.war.game.board import Board, board_of
from rooms.war.game.lookup import board_invalidations
from rooms.war.game.reasons import end_of_month, famine_question, in_laws_reason, units_there
from rooms.war.game.records.battles import Battle
from rooms.war.game.records.month import InLaws, Starved
from rooms.war.game.state import RECRUIT, WarState, war_in_month, war_of, with_notes, with_shifts, with_stock, with_war
from rooms.war.game.words.reports import house_deed, named_in_hall, to_house, units_changed
from rooms.war.rules.effects import effects_in
from rooms.war.rules.penalties import Pair, in_laws_due, paid, starves_in

# --- events -------------------------------------------------------------------------------------------------------------


class InLawsPaid(Struct, frozen=True, kw_only=True):
    """Houses that attacked in-laws were charged. The Power follows as events of the treasury."""

    month: int
    debts: tuple[InLaws, ...]


class FamineStruck(Struct, frozen=True, kw_only=True):
    """Every House in famine that has a unit on the map lost one."""

    month: int
    starved: tuple[Starved, ...]


# --- in-laws ------------------------------------------------------------------------------------------------------------


def marriages(state: GameState) -> frozenset[Pair]:
    """The pairs of Houses that at least one marriage joins (R-61, R-140)."""
    joined = ((seat, state.seats.get(seat.spouse)) for seat in state.seats.values() if seat.spouse is not None)
    return frozenset(frozenset({seat.house, spouse.house}) for seat, spouse in joined if spouse and spouse.house != seat.house)


def debts_of(state: GameState, battles: tuple[Battle, ...]) -> tuple[InLaws, ...]:
    """Debts to in-laws for these battles, without payers."""
    board = board_of(state.scenario)
    return in_laws_due(battles, marriages(state), region_name=board.region_name, house_name=board.house_name)


def charge_in_laws(state: GameState, month: int, battles: tuple[Battle, ...]) -> Iterator[InLawsPaid]:
    """Charge every House that attacked its in-laws, before the flags change (GE-WAR-70, GE-CER-14, R-61)."""
    due = debts_of(state, battles)
    if not due:
        return
    purses = {each.house: tuple((seat.id, seat.purse.power) for seat in members_by_payment(state, each.house)) for each in due}
    receivers = {each.to: receiver_of_gain(state, each.to, Room.WAR) for each in due}
    yield InLawsPaid(month=month, debts=paid(due, purses=purses, receivers=receivers))


def pay_in_laws(state: GameState, happened: InLawsPaid, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Move the Power from purse to purse. Debts that could not be paid are forgiven (R-06, R-07)."""
    board, found = board_of(state.scenario), list[GameEvent]()
    for debt in happened.debts:
        if debt.payer is not None and debt.receiver is not None:
            why = in_laws_reason(board.house_name(debt.house), board.house_name(debt.to), board.region_name(debt.region))
            found += (PowerLost(seat=debt.payer, amount=1, why=why), PowerGained(seat=debt.receiver, amount=1, why=why))
    return tuple(found)


# --- famine -------------------------------------------------------------------------------------------------------------


def famine_prefix(month: int) -> str:
    """Id prefix of the questions about a month's famine."""
    return f"war-{month}-famine-"


def units_by_region(war: WarState, house: HouseId) -> dict[RegionId, int]:
    """A House's units by region."""
    return {region: there[house] for region, there in war.units.items() if there.get(house, 0) > 0}


def famine_choices(state: GameState, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask each House in famine where it loses its unit, from the end of Recruit until famine strikes. It answers by phone."""
    war, month = war_of(state), state.clock.month
    if war.record.month != month or RECRUIT not in war.record.done or state.clock.turned >= month:
        return ()
    questions = tuple(_famine_questions(state, asked))
    moot = [each for each in questions if len(each.options) < 2]
    return decisions.update_questions(state, [each for each in questions if each not in moot], famine_prefix(month), moot)


def _famine_questions(state: GameState, asked: DecisionContext) -> Iterator[Decision]:
    war, board, month = war_of(state), board_of(state.scenario), state.clock.month
    for house in effects_in(state).famine:
        units = units_by_region(war, house)
        usual = starves_in(units, region_name=board.region_name)
        if usual is None:
            continue
        ordered = sorted(units, key=lambda region: (-units[region], board.region_name(region)))
        yield Decision(
            id=f"{famine_prefix(month)}{house}",
            desk=Desk.WAR,
            month=month,
            question=famine_question(board.house_name(house)),
            options=tuple(Option(id=region, words=units_there(board.region_name(region), units[region])) for region in ordered),
            default=usual,
            since=asked.at,
            blocks=end_of_month(),
            rule="R-66",
            team=house,
        )


def strike_famine(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Take 1 unit of each House in famine, at the famine moment of Return (GE-WAR-80, R-20, R-66)."""
    if happened.moment != Moment.FAMINE:
        return ()
    prefix, board, war = famine_prefix(happened.month), board_of(state.scenario), war_of(state)
    answers = decisions.chosen_options(state, prefix)
    starved: list[Starved] = []
    for house in effects_in(state).famine:
        named = answers.get(f"{prefix}{house}")
        region = starves_in(units_by_region(war, house), region_name=board.region_name, chosen=RegionId(named) if named else None)
        if region is not None:
            starved.append(Starved(house=house, region=region))
    lost = {f"{prefix}{each.house}": each.region for each in starved}
    asked_of = decisions.standing(state, prefix)
    settled = [event for each in asked_of for event in close_with_option(each, lost.get(decisions.original_id(each.id), ""))]
    return (*settled, FamineStruck(month=happened.month, starved=tuple(starved))) if starved else tuple(settled)


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_in_laws_paid(state: GameState, happened: InLawsPaid) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    counted = tuple(replace(debt, payer=None, receiver=None) for debt in happened.debts)
    for debt in {*counted} ^ {*debts_of(state, war.record.battles)}:
        war = with_notes(war, doubt=f"in-laws:{debt.region}")
    return with_war(state, replace(war, record=replace(war.record, in_laws=happened.debts)))


def evolve_famine_struck(state: GameState, happened: FamineStruck) -> GameState:
    war = war_in_month(war_of(state), happened.month)
    for each in happened.starved:
        if war.count(each.region, each.house) <= 0:
            war = with_notes(war, doubt=f"starved:{each.region}")
    war = with_shifts(war, ((each.region, each.house, -1) for each in happened.starved))
    war = with_stock(war, Counter(each.house for each in happened.starved))
    war = with_notes(war, regions=tuple(each.region for each in happened.starved))
    return with_war(state, replace(war, record=replace(war.record, starved=happened.starved)))


# --- words --------------------------------------------------------------------------------------------------------------


def in_laws_words(board: Board, debt: InLaws) -> str:
    """What one House owes another: "Cat attacked Wolf in Chi and gives it 1 Power"."""
    one, other, region = board.house_name(debt.house), board.house_name(debt.to), board.region_name(debt.region)
    if debt.payer is not None:
        return say("{house} attacked {other} in {region} and gives it 1 Power", house=one, other=other, region=region)
    return say(
        "{house} attacked {other} in {region} and has no Power left to give it, which is forgiven (R-07)",
        house=one,
        other=other,
        region=region,
    )


def starved_words(board: Board, starved: Starved) -> str:
    """Where famine took a unit: "Bear loses 1 unit in Sus"."""
    house, region = board.house_name(starved.house), board.region_name(starved.region)
    return say("{house} loses 1 unit in {region}", house=house, region=region)


def famine_cost(board: Board, starved: Starved) -> str:
    """The famine sentence for the House itself."""
    return say("Famine: {loss}.", loss=starved_words(board, starved))


def tell_in_laws_paid(happened: InLawsPaid, before: GameState, after: GameState) -> Iterator[Line]:
    board = board_of(before.scenario)
    yield to_desks(say("In-laws: {debts} (R-61).", debts="; ".join(in_laws_words(board, debt) for debt in happened.debts)))


def tell_famine_struck(happened: FamineStruck, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the Houses, and the hall if the famine is by law. Famine by a scheme or by Control is secret."""
    board = board_of(before.scenario)
    yield to_desks(say("Famine: {losses} (R-66).", losses="; ".join(starved_words(board, each) for each in happened.starved)))
    for each in happened.starved:
        words = famine_cost(board, each)
        yield to_house(each.house, words, rule="R-66", changes=units_changed(-1))
        yield house_deed("unlucky", each.house, words, rule="R-66")
        yield house_deed("units-lost", each.house, words, rule="R-66")
    lawful = {
        house
        for effect in before.effects
        if effect.kind is EffectKind.FAMINE and effect.origin is EffectFrom.LAW and effect.acts_in(happened.month)
        for house in effect.houses
    }
    houses = named_in_hall(before, lawful & {each.house for each in happened.starved})
    if houses:
        yield news(before, NewsKind.FAMINE, "famine", houses=houses)


HARDSHIP = Module(
    name="war-hardship",
    events={
        InLawsPaid: EventHandler(evolve=evolve_in_laws_paid, tell=tell_in_laws_paid, invalidations=board_invalidations),
        FamineStruck: EventHandler(
            evolve=evolve_famine_struck,
            tell=tell_famine_struck,
            invalidations=board_invalidations,
            undo=Undo(never=later("The month has turned; set units by hand instead.")),
        ),
    },
    reactions={InLawsPaid: pay_in_laws, MonthTurned: strike_famine},
)
