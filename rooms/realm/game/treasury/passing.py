"""A player passes Power or Favors on inside the House (R-05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from control.day.amiss import of_players
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, Correction, EventHandler, Invalidation
from control.engine.refused import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.state import GameState, Purse
from rooms.realm.game.treasury.purses import held_in_common, purse_invalidations, seat_of, with_purse
from rooms.realm.scenario.ids import CardId


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOn:
    """A player passes Power or Favors to another member of the own House (R-05)."""

    seat: SeatId
    to: SeatId
    power: int = 0
    favors: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOn:
    seat: SeatId
    to: SeatId
    power: int
    favors: tuple[CardId, ...]


def decide_pass_on(state: GameState, command: PassOn, asked: DecisionContext) -> tuple[PassedOn, ...]:
    """Members of one House may pass both among themselves at any time; between Houses it is trade, which law 3 bars (R-87)."""
    giver, taker = seat_of(state, command.seat), seat_of(state, command.to)
    if giver.id == taker.id:
        raise Refused(say("Choose somebody else of your House."), rule="R-05")
    if giver.house != taker.house:
        raise Refused(say("Power and Favors pass only inside a House."), rule="R-87")
    if held_in_common(state):
        raise Refused(say("In this event a House has one purse; there is nothing to pass on inside it."), rule="R-05")
    if command.power < 0 or (not command.power and not command.favors):
        raise Refused(say("Say how much Power or which Favors to pass on."), rule="R-05")
    if command.power > giver.purse.power:
        held = giver.purse.power
        raise Refused(say("You hold {held} Power and would pass on {power}.", held=held, power=command.power), rule="R-05")
    if len(set(command.favors)) != len(command.favors) or not set(command.favors) <= set(giver.purse.favors):
        raise Refused(say("You do not hold one of these Favors."), rule="R-05")
    return (PassedOn(seat=giver.id, to=taker.id, power=command.power, favors=command.favors),)


@of_players("seat", "to")
def evolve_passed_on(state: GameState, happened: PassedOn) -> GameState:
    giver, taker = state.seats[happened.seat].purse, state.seats[happened.to].purse
    kept = tuple(card for card in giver.favors if card not in happened.favors)
    state = with_purse(state, happened.seat, Purse(power=giver.power - happened.power, favors=kept))
    got = Purse(power=taker.power + happened.power, favors=(*taker.favors, *happened.favors))
    return with_purse(state, happened.to, got)


def _passed_invalidations(happened: PassedOn, state: GameState) -> tuple[Invalidation, ...]:
    return (
        *purse_invalidations(happened, state),
        Invalidation(topic="strip", to=f"seat:{happened.to}"),
    )


def _passed_corrections(happened: PassedOn, state: GameState) -> tuple[Correction, ...]:
    """What either purse holds from now on: a note on it that says otherwise is overtaken."""
    found = []
    for seat, sign in ((happened.seat, -1), (happened.to, 1)):
        purse = state.seats[seat].purse
        for what, held, moved in (
            (say("Your Power"), purse.power, happened.power),
            (say("Favors in your hand"), len(purse.favors), len(happened.favors)),
        ):
            if moved:
                found.append(Correction(to=f"seat:{seat}", what=what, now=str(held + sign * moved), was=str(held)))
    return tuple(found)


COMMANDS: Mapping[type, CommandHandler] = {
    PassOn: CommandHandler(decide=decide_pass_on, player=True, desks=frozenset({Desk.CEREMONY}), label=lambda c, s: say("Pass on")),
}


EVENTS: Mapping[type, EventHandler] = {
    PassedOn: EventHandler(
        evolve=evolve_passed_on,
        explain=lambda e, s: say(
            "{player} passes {power} Power and {favors} Favors to {other}.",
            player=who(s, e.seat),
            power=e.power,
            favors=len(e.favors),
            other=who(s, e.to),
        ),
        invalidations=_passed_invalidations,
        corrects=_passed_corrections,
    ),
}
