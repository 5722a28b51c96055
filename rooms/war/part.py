"""The War Room as a chapter of the game: its commands, events and reactions, and what must always hold."""

from __future__ import annotations

from collections.abc import Iterator

from control.game.asked import Desk
from control.game.clock import MonthTurned, StepEnded
from control.game.court import CourtMoved
from control.game.engine import Act, Chapter, Command, Fact, Poke
from control.game.setup import EventSetUp
from control.game.state import GameState, RoomClock
from control.scenario.ids import HouseId, RegionId, Room, SeatId
from rooms.war import corrections, fold, guard, steps, words
from rooms.war.board import board_of
from rooms.war.events import (
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
from rooms.war.rules import adjust
from rooms.war.state import CARRIED_OUT, WarState, war_of
from rooms.war.view import view_war

WAR_DESK = frozenset({Desk.WAR})
REVEALED = "A reveal cannot be unseen: correct the orders instead."
MAP = Poke(topic="map")
DESK = Poke(topic="war", to="staff")

DOUBTS = {
    "move": "The Moves out of {} counted other units than those that stand there.",
    "road": "Moves by road or tunnel out of {} met others on the way, or had other leave, than there is now.",
    "immortal": "An Immortal was sent from {}, where it does not stand.",
    "battle": "The battle in {} counted other units, flags or stances than there are.",
    "peace": "The peace in {} was kept by other Houses than stand there.",
    "flags": "The flags of {} were changed from other flags than it bears.",
    "rewards": "The rewards of {} counted other castles or Rumors than it holds.",
    "recruit": "The Recruits in {} counted other units than those that stand there.",
    "remnant": "A remnant appeared in {}, which is not empty.",
    "order": "An order of {} was carried out that stands on no sheet.",
    "passed-over": "An order of {} stands on its sheet and was not carried out with the others.",
    "coup": "The end of Battle in {} made another coup than the one that was said, or none.",
    "fallen": "The Sovereign's castle in {} was lost otherwise than was said, or not at all.",
    "in-laws": "What in-laws were paid for {} counted other marriages or battles than there are.",
    "starved": "Famine took a unit in {} that does not stand there.",
    "uncounted": "Forces stand against each other, but no battle was counted in {}.",
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
            yield f"Units stand in {region}, which is on no map."
        for house, units in sorted(there.items()):
            if units < 0:
                yield f"{board.region_name(region)} holds {units} units of {board.house_name(house)}."
            if house not in board.houses:
                yield f"{board.region_name(region)} holds units of {house}, which is no House here."
    for house in board.houses:
        stock = war.stock.get(house, 0)
        if stock < 0:
            yield f"The stockpile of {board.house_name(house)} holds {stock}."
        if stock + war.on_map(house) != pieces:
            yield f"{board.house_name(house)} has {war.on_map(house)} pieces on the map and {stock} in stock, not {pieces}."


def _broken_castles(state: GameState, war: WarState) -> Iterator[str]:
    board, both = board_of(state.scenario), state.scenario.settings.remnants_return_to_claimed
    for region, castle in sorted(war.castles.items()):
        if region not in board.regions:
            yield f"A castle stands in {region}, which is on no map."
        if castle.flags - board.houses.keys():
            yield f"{castle.name} bears the flag of no House."
        if castle.flags and war.remnants.get(region) and not both:
            yield f"{castle.name} bears a flag and has a remnant."
    for region, remnants in sorted(war.remnants.items()):
        if remnants < 0:
            yield f"{board.region_name(region)} has {remnants} remnants."
        if region not in war.castles:
            yield f"A remnant stands in {board.region_name(region)}, where no castle is."
    places = [*(token.region for token in war.rumors), *(each.region for each in war.immortals)]
    for lost in sorted({region for region in places if region is not None and region not in board.regions}):
        yield f"Something stands in {lost}, which is on no map."


def _broken_steps(state: GameState, war: WarState) -> Iterator[str]:
    """Each step stands on all those before it; one that the clock has ended has been carried out."""
    done = war.record.done
    if done != CARRIED_OUT[: len(done)]:
        names = {step.id: step.name for step in state.scenario.timetable.steps.get(Room.WAR, ())}
        carried = ", ".join(names.get(step, step) for step in done)
        yield f"In month {war.record.month} the steps carried out are {carried}: one before them is missing or stands twice."
    at = state.clock.rooms.get(Room.WAR, RoomClock())
    if at.month == war.record.month and set(done) - set(at.done):
        yield f"In month {war.record.month} a step was carried out that has not ended."


def _doubts(state: GameState, war: WarState) -> Iterator[str]:
    board = board_of(state.scenario)
    for record in filter(None, (war.past, war.record)):
        for doubt in dict.fromkeys(record.doubts):
            what, _, whom = doubt.partition(":")
            name = board.region_name(RegionId(whom)) if RegionId(whom) in board.regions else board.house_name(HouseId(whom))
            yield f"Month {record.month}: {DOUBTS[what].format(name)}"


# --- who must look again ------------------------------------------------------------------------------------------------


def _board_pokes(_happened: object, _state: GameState) -> tuple[Poke, ...]:
    return (MAP, DESK)


def _desk_pokes(_happened: object, _state: GameState) -> tuple[Poke, ...]:
    return (DESK,)


def _opened_pokes(happened: OrdersOpened, _state: GameState) -> tuple[Poke, ...]:
    seats = dict.fromkeys((*happened.present, *(each.seat for each in happened.set_aside)))
    return (MAP, DESK, *(Poke(topic="orders", to=f"seat:{seat}") for seat in seats))


def _corrected_pokes(happened: OrdersCorrected, _state: GameState) -> tuple[Poke, ...]:
    return (DESK, Poke(topic="orders", to=f"seat:{happened.sheet.seat}"))


def _result_pokes(_happened: object, state: GameState) -> tuple[Poke, ...]:
    seats = sorted(sheet.seat for sheet in war_of(state).record.sheets)
    return (MAP, DESK, *(Poke(topic="orders", to=f"seat:{seat}") for seat in seats))


# --- commands -----------------------------------------------------------------------------------------------------------


def samples(state: GameState) -> tuple[Command, ...]:
    """Commands that War Control may give now, one of each kind: for tests and rehearsals. Players act by their sheets."""
    war = war_of(state)
    found: list[Command] = []
    for region, there in sorted(war.units.items()):
        house = min(there)
        found.append(
            adjust.AdjustUnits(region=region, house=house, before=there[house], units=there[house] - 1, reason="a fallen piece")
        )
        break
    for region, castle in sorted(war.castles.items()):
        others = sorted(set(board_of(state.scenario).houses) - castle.flags)
        if others and not castle.destroyed and not war.remnants.get(region):
            found.append(adjust.AdjustFlag(region=region, house=others[0], on=True, reason="a forgotten flag"))
            break
    for region, remnants in sorted(war.remnants.items()):
        found.append(adjust.AdjustRemnant(region=region, before=remnants, units=0, reason="a fallen piece"))
        break
    for each in war.immortals:
        if each.region is not None:
            found.append(adjust.AdjustImmortal(immortal=each.id, region=None, reason="he was dragged down"))
            break
    for token in war.rumors:
        if token.region is not None:
            found.append(adjust.MoveRumor(rumor=token.id, region=None, reason="everybody knows it"))
            break
    if war.spares_used < len(state.scenario.texts.rumor_spares):
        found.append(adjust.PlaceRumor(region=min(board_of(state.scenario).regions), reason="a new one"))
    return tuple(found)


def legal_war(state: GameState, seat: SeatId) -> tuple[Command, ...]:
    """A player gives no command in the War Room: orders are sealed sheets (GE-WAR-07)."""
    return ()


def _place_label(what: str, region: RegionId | None, state: GameState) -> str:
    return f"{what} in {board_of(state.scenario).region_name(region)}" if region else f"{what} off the map"


WAR = Chapter(
    name="war",
    room=Room.WAR,
    state=WarState,
    acts={
        adjust.AdjustUnits: Act(
            decide=adjust.decide_adjust_units, desks=WAR_DESK, label=lambda c, s: _place_label("Units", c.region, s)
        ),
        adjust.AdjustFlag: Act(
            decide=adjust.decide_adjust_flag, desks=WAR_DESK, label=lambda c, s: _place_label("Flag", c.region, s)
        ),
        adjust.AdjustRemnant: Act(
            decide=adjust.decide_adjust_remnant, desks=WAR_DESK, label=lambda c, s: _place_label("Remnant", c.region, s)
        ),
        adjust.AdjustImmortal: Act(
            decide=adjust.decide_adjust_immortal, desks=WAR_DESK, label=lambda c, s: _place_label("Immortal", c.region, s)
        ),
        adjust.MoveRumor: Act(
            decide=adjust.decide_move_rumor, desks=WAR_DESK, label=lambda c, s: _place_label("Rumor", c.region, s)
        ),
        adjust.PlaceRumor: Act(
            decide=adjust.decide_place_rumor, desks=WAR_DESK, label=lambda c, s: _place_label("New Rumor", c.region, s)
        ),
        adjust.AdmitSheet: Act(
            decide=adjust.decide_admit_sheet,
            desks=WAR_DESK,
            label=lambda c, s: f"Orders of {words.seat_words(s, c.player)} let in",
        ),
        adjust.CorrectOrders: Act(
            decide=adjust.decide_correct_orders,
            desks=WAR_DESK,
            label=lambda c, s: f"Orders of {words.seat_words(s, c.player)} corrected",
        ),
        **guard.ACTS,
    },
    facts={
        BoardSet: Fact(evolve=fold.EVOLVE[BoardSet], explain=words.explain_board_set, pokes=_board_pokes),
        OrdersOpened: Fact(
            evolve=fold.EVOLVE[OrdersOpened], explain=words.explain_orders_opened, pokes=_opened_pokes, lasting=REVEALED
        ),
        OrdersCorrected: Fact(
            evolve=fold.EVOLVE[OrdersCorrected],
            explain=words.explain_orders_corrected,
            pokes=_corrected_pokes,
            corrects=corrections.orders,
        ),
        MovesMade: Fact(evolve=fold.EVOLVE[MovesMade], explain=words.explain_moves_made, pokes=_result_pokes),
        BattleFought: Fact(evolve=fold.EVOLVE[BattleFought], explain=words.explain_battle_fought, pokes=_board_pokes),
        PeaceKept: Fact(evolve=fold.EVOLVE[PeaceKept], explain=words.explain_peace_kept, pokes=_desk_pokes),
        FlagsChanged: Fact(evolve=fold.EVOLVE[FlagsChanged], explain=words.explain_flags_changed, pokes=_result_pokes),
        RewardsPaid: Fact(evolve=fold.EVOLVE[RewardsPaid], explain=words.explain_rewards_paid, pokes=_board_pokes),
        RecruitsPlaced: Fact(evolve=fold.EVOLVE[RecruitsPlaced], explain=words.explain_recruits_placed, pokes=_result_pokes),
        ImmortalsReturned: Fact(
            evolve=fold.EVOLVE[ImmortalsReturned], explain=words.explain_immortals_returned, pokes=_board_pokes
        ),
        RemnantsReturned: Fact(evolve=fold.EVOLVE[RemnantsReturned], explain=words.explain_remnants_returned, pokes=_board_pokes),
        GuardMoved: Fact(evolve=fold.EVOLVE[GuardMoved], explain=words.explain_guard_moved, pokes=_board_pokes),
        UnitsAdjusted: Fact(
            evolve=fold.EVOLVE[UnitsAdjusted], explain=words.explain_units_adjusted, pokes=_board_pokes, corrects=corrections.units
        ),
        FlagAdjusted: Fact(
            evolve=fold.EVOLVE[FlagAdjusted], explain=words.explain_flag_adjusted, pokes=_board_pokes, corrects=corrections.flag
        ),
        RemnantAdjusted: Fact(
            evolve=fold.EVOLVE[RemnantAdjusted],
            explain=words.explain_remnant_adjusted,
            pokes=_board_pokes,
            corrects=corrections.remnant,
        ),
        ImmortalAdjusted: Fact(
            evolve=fold.EVOLVE[ImmortalAdjusted],
            explain=words.explain_immortal_adjusted,
            pokes=_board_pokes,
            corrects=corrections.immortal,
        ),
        RumorMoved: Fact(
            evolve=fold.EVOLVE[RumorMoved], explain=words.explain_rumor_moved, pokes=_board_pokes, corrects=corrections.rumor
        ),
        RumorPlaced: Fact(
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
    legal=legal_war,
)
