"""The War Room as a chapter of the game: its commands, events and reactions, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from control.day.clock.phases import MonthTurned
from control.day.clock.steps import StepEnded
from control.day.state import RoomClock
from control.engine.language import later, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation, Module
from rooms.realm.desks import Desk
from rooms.realm.game.court import CourtMoved
from rooms.realm.game.setup import EventSetUp
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game import corrections, fold, guard, steps, words
from rooms.war.game.board import board_of
from rooms.war.game.events import (
    BattleFought,
    BoardSet,
    FlagAdjusted,
    FlagsChanged,
    GuardMoved,
    ImmortalAdjusted,
    ImmortalsReturned,
    MovesMade,
    OrdersCorrected,
    OrdersOpened,
    PeaceKept,
    RecruitsPlaced,
    RemnantAdjusted,
    RemnantsReturned,
    RewardsPaid,
    RumorMoved,
    RumorPlaced,
    UnitsAdjusted,
)
from rooms.war.game.state import CARRIED_OUT, WarState, war_of
from rooms.war.game.view import view_war
from rooms.war.rules import adjust

WAR_DESK = frozenset({Desk.WAR})
REVEALED = later("A reveal cannot be unseen: correct the orders instead.")
MAP = Invalidation(topic="map")
DESK = Invalidation(topic="war", to="staff")

DOUBTS = {
    "move": later("The Moves out of {place} counted other units than those that stand there."),
    "road": later("Moves by road or tunnel out of {place} met others on the way, or had other leave, than there is now."),
    "immortal": later("An Immortal was sent from {place}, where it does not stand."),
    "battle": later("The battle in {place} counted other units, flags or stances than there are."),
    "peace": later("The peace in {place} was kept by other Houses than stand there."),
    "flags": later("The flags of {place} were changed from other flags than it bears."),
    "rewards": later("The rewards of {place} counted other castles or Rumors than it holds."),
    "recruit": later("The Recruits in {place} counted other units than those that stand there."),
    "remnant": later("A remnant appeared in {place}, which is not empty."),
    "order": later("An order of {place} was carried out that stands on no sheet."),
    "passed-over": later("An order of {place} stands on its sheet and was not carried out with the others."),
    "coup": later("The end of Battle in {place} made another coup than the one that was said, or none."),
    "fallen": later("The Sovereign's castle in {place} was lost otherwise than was said, or not at all."),
    "in-laws": later("What in-laws were paid for {place} counted other marriages or battles than there are."),
    "starved": later("Famine took a unit in {place} that does not stand there."),
    "uncounted": later("Forces stand against each other, but no battle was counted in {place}."),
}


# --- what must always hold ----------------------------------------------------------------------------------------------


def broken_war(state: GameState) -> tuple[str, ...]:
    """What does not hold on the board or in the record of the month; a withdrawal is refused when it would bring this about."""
    war = war_of(state)
    if not war.stock and not war.units:
        return ()
    return (*_broken_pieces(state, war), *_broken_castles(state, war), *_broken_steps(state, war), *_doubts(state, war))


def _broken_pieces(state: GameState, war: WarState) -> Iterator[str]:
    board, pieces = board_of(state.scenario), state.scenario.settings.units_per_house
    for region, there in sorted(war.units.items()):
        if region not in board.regions:
            yield say("Units stand in {region}, which is on no map.", region=region)
        for house, units in sorted(there.items()):
            if units < 0:
                yield say(
                    "{region} holds {units} units of {house}.",
                    region=board.region_name(region),
                    units=units,
                    house=board.house_name(house),
                )
            if house not in board.houses:
                yield say("{region} holds units of {house}, which is no House here.", region=board.region_name(region), house=house)
    for house in board.houses:
        stock = war.stock.get(house, 0)
        if stock < 0:
            yield say("The stockpile of {house} holds {stock}.", house=board.house_name(house), stock=stock)
        if stock + war.on_map(house) != pieces:
            yield say(
                "{house} has {units} pieces on the map and {stock} in stock, not {pieces}.",
                house=board.house_name(house),
                units=war.on_map(house),
                stock=stock,
                pieces=pieces,
            )


def _broken_castles(state: GameState, war: WarState) -> Iterator[str]:
    board, both = board_of(state.scenario), state.scenario.settings.remnants_return_to_claimed
    for region, castle in sorted(war.castles.items()):
        if region not in board.regions:
            yield say("A castle stands in {region}, which is on no map.", region=region)
        if castle.flags - board.houses.keys():
            yield say("{castle} bears the flag of no House.", castle=castle.name)
        if castle.flags and war.remnants.get(region) and not both:
            yield say("{castle} bears a flag and has a remnant.", castle=castle.name)
    for region, remnants in sorted(war.remnants.items()):
        if remnants < 0:
            yield say("{region} has {remnants} remnants.", region=board.region_name(region), remnants=remnants)
        if region not in war.castles:
            yield say("A remnant stands in {region}, where no castle is.", region=board.region_name(region))
    places = [*(token.region for token in war.rumors), *(each.region for each in war.immortals)]
    for lost in sorted({region for region in places if region is not None and region not in board.regions}):
        yield say("Something stands in {region}, which is on no map.", region=lost)


def _broken_steps(state: GameState, war: WarState) -> Iterator[str]:
    """Each step stands on all those before it; one that the clock has ended has been carried out."""
    done = war.record.done
    if done != CARRIED_OUT[: len(done)]:
        names = {step.id: step.name for step in state.scenario.timetable.steps.get(Room.WAR, ())}
        carried = ", ".join(names.get(step, step) for step in done)
        yield say(
            "In month {month} the steps carried out are {steps}: one before them is missing or stands twice.",
            month=war.record.month,
            steps=carried,
        )
    at = state.clock.rooms.get(Room.WAR, RoomClock())
    if at.month == war.record.month and set(done) - set(at.done):
        yield say("In month {month} a step was carried out that has not ended.", month=war.record.month)


def _doubts(state: GameState, war: WarState) -> Iterator[str]:
    board = board_of(state.scenario)
    for record in filter(None, (war.past, war.record)):
        for doubt in dict.fromkeys(record.doubts):
            what, _, whom = doubt.partition(":")
            name = board.region_name(RegionId(whom)) if RegionId(whom) in board.regions else board.house_name(HouseId(whom))
            yield say("Month {month}: {doubt}", month=record.month, doubt=say(DOUBTS[what], place=name))


# --- who must look again ------------------------------------------------------------------------------------------------


def _board_pokes(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    return (MAP, DESK)


def _desk_pokes(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    return (DESK,)


def _opened_pokes(happened: OrdersOpened, _state: GameState) -> tuple[Invalidation, ...]:
    seats = dict.fromkeys((*happened.present, *(each.seat for each in happened.set_aside)))
    return (MAP, DESK, *(Invalidation(topic="orders", to=f"seat:{seat}") for seat in seats))


def _corrected_pokes(happened: OrdersCorrected, _state: GameState) -> tuple[Invalidation, ...]:
    return (DESK, Invalidation(topic="orders", to=f"seat:{happened.sheet.seat}"))


def _result_pokes(_happened: object, state: GameState) -> tuple[Invalidation, ...]:
    seats = sorted(sheet.seat for sheet in war_of(state).record.sheets)
    return (MAP, DESK, *(Invalidation(topic="orders", to=f"seat:{seat}") for seat in seats))


# --- commands -----------------------------------------------------------------------------------------------------------


def _region(state: GameState, region: RegionId) -> str:
    return board_of(state.scenario).region_name(region)


WAR = Module(
    name="war",
    room=Room.WAR,
    state=WarState,
    acts={
        adjust.AdjustUnits: CommandHandler(
            decide=adjust.decide_adjust_units,
            desks=WAR_DESK,
            label=lambda c, s: say("Units in {region}", region=_region(s, c.region)),
        ),
        adjust.AdjustFlag: CommandHandler(
            decide=adjust.decide_adjust_flag,
            desks=WAR_DESK,
            label=lambda c, s: say("Flag in {region}", region=_region(s, c.region)),
        ),
        adjust.AdjustRemnant: CommandHandler(
            decide=adjust.decide_adjust_remnant,
            desks=WAR_DESK,
            label=lambda c, s: say("Remnant in {region}", region=_region(s, c.region)),
        ),
        adjust.AdjustImmortal: CommandHandler(
            decide=adjust.decide_adjust_immortal,
            desks=WAR_DESK,
            label=lambda c, s: (
                say("Immortal in {region}", region=_region(s, c.region)) if c.region else say("Immortal off the map")
            ),
        ),
        adjust.MoveRumor: CommandHandler(
            decide=adjust.decide_move_rumor,
            desks=WAR_DESK,
            label=lambda c, s: say("Rumor in {region}", region=_region(s, c.region)) if c.region else say("Rumor off the map"),
        ),
        adjust.PlaceRumor: CommandHandler(
            decide=adjust.decide_place_rumor,
            desks=WAR_DESK,
            label=lambda c, s: say("New Rumor in {region}", region=_region(s, c.region)),
        ),
        adjust.AdmitSheet: CommandHandler(
            decide=adjust.decide_admit_sheet,
            desks=WAR_DESK,
            label=lambda c, s: say("Orders of {player} let in", player=words.seat_words(s, c.player)),
        ),
        adjust.CorrectOrders: CommandHandler(
            decide=adjust.decide_correct_orders,
            desks=WAR_DESK,
            label=lambda c, s: say("Orders of {player} corrected", player=words.seat_words(s, c.player)),
        ),
        **guard.ACTS,
    },
    facts={
        BoardSet: EventHandler(evolve=fold.EVOLVE[BoardSet], explain=words.explain_board_set, pokes=_board_pokes),
        OrdersOpened: EventHandler(
            evolve=fold.EVOLVE[OrdersOpened], explain=words.explain_orders_opened, pokes=_opened_pokes, lasting=REVEALED
        ),
        OrdersCorrected: EventHandler(
            evolve=fold.EVOLVE[OrdersCorrected],
            explain=words.explain_orders_corrected,
            pokes=_corrected_pokes,
            corrects=corrections.orders,
        ),
        MovesMade: EventHandler(evolve=fold.EVOLVE[MovesMade], explain=words.explain_moves_made, pokes=_result_pokes),
        BattleFought: EventHandler(evolve=fold.EVOLVE[BattleFought], explain=words.explain_battle_fought, pokes=_board_pokes),
        PeaceKept: EventHandler(evolve=fold.EVOLVE[PeaceKept], explain=words.explain_peace_kept, pokes=_desk_pokes),
        FlagsChanged: EventHandler(evolve=fold.EVOLVE[FlagsChanged], explain=words.explain_flags_changed, pokes=_result_pokes),
        RewardsPaid: EventHandler(evolve=fold.EVOLVE[RewardsPaid], explain=words.explain_rewards_paid, pokes=_board_pokes),
        RecruitsPlaced: EventHandler(
            evolve=fold.EVOLVE[RecruitsPlaced], explain=words.explain_recruits_placed, pokes=_result_pokes
        ),
        ImmortalsReturned: EventHandler(
            evolve=fold.EVOLVE[ImmortalsReturned], explain=words.explain_immortals_returned, pokes=_board_pokes
        ),
        RemnantsReturned: EventHandler(
            evolve=fold.EVOLVE[RemnantsReturned], explain=words.explain_remnants_returned, pokes=_board_pokes
        ),
        GuardMoved: EventHandler(evolve=fold.EVOLVE[GuardMoved], explain=words.explain_guard_moved, pokes=_board_pokes),
        UnitsAdjusted: EventHandler(
            evolve=fold.EVOLVE[UnitsAdjusted], explain=words.explain_units_adjusted, pokes=_board_pokes, corrects=corrections.units
        ),
        FlagAdjusted: EventHandler(
            evolve=fold.EVOLVE[FlagAdjusted], explain=words.explain_flag_adjusted, pokes=_board_pokes, corrects=corrections.flag
        ),
        RemnantAdjusted: EventHandler(
            evolve=fold.EVOLVE[RemnantAdjusted],
            explain=words.explain_remnant_adjusted,
            pokes=_board_pokes,
            corrects=corrections.remnant,
        ),
        ImmortalAdjusted: EventHandler(
            evolve=fold.EVOLVE[ImmortalAdjusted],
            explain=words.explain_immortal_adjusted,
            pokes=_board_pokes,
            corrects=corrections.immortal,
        ),
        RumorMoved: EventHandler(
            evolve=fold.EVOLVE[RumorMoved], explain=words.explain_rumor_moved, pokes=_board_pokes, corrects=corrections.rumor
        ),
        RumorPlaced: EventHandler(
            evolve=fold.EVOLVE[RumorPlaced], explain=words.explain_rumor_placed, pokes=_board_pokes, corrects=corrections.new_rumor
        ),
        **guard.FACTS,
    },
    reactions={
        EventSetUp: steps.set_board,
        StepEnded: steps.carry_out_step,
        RewardsPaid: steps.hand_out,
        MonthTurned: steps.turn_month,
        CourtMoved: steps.move_guard,
    },
    view=view_war,
    broken=broken_war,
)
