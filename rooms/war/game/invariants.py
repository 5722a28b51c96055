"""Invariants of the board and of a month's record, with doubts: results counted from numbers that no longer match."""

from __future__ import annotations

from collections.abc import Iterator

from control.day.state import RoomClock
from control.engine.language import later, say
from rooms.realm.game.state import GameState
from rooms.realm.scenario.ids import HouseId, RegionId, Room
from rooms.war.game.board import board_of
from rooms.war.game.state import CARRIED_OUT, WarState, war_of

# === invariants =========================================================================================================


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


def broken_war(state: GameState) -> tuple[str, ...]:
    """Broken invariants of the board and the month's record. A withdrawal that would cause one is refused."""
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
    """Completed steps are in order without gaps, and the clock has ended each of them."""
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
