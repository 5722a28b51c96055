"""Transfers of Power or Favors by players: within the House, or to another House if no law bars trade (R-05, R-87)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from control.day.missing_players import requires_players, teams_of
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import capital, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.refusal import Refused
from control.engine.reports import Line, PersonDeed, to_desks
from rooms.realm.desks import Desk
from rooms.realm.game.effects.in_force import laws_in
from rooms.realm.game.laws import law_of, law_words
from rooms.realm.game.passed_laws import laws_in_force
from rooms.realm.game.reports.words import own, report_purse_changes
from rooms.realm.game.state import GameState, PostedLaw, Purse
from rooms.realm.game.treasury.purses import (
    corrected_purses,
    is_purse_common,
    purse_holder,
    purse_invalidations,
    require_purse,
    seat_of,
    with_purse,
)
from rooms.realm.scenario.ids import CardId, HouseId

# === transfers ==========================================================================================================


class PassOn(Struct, frozen=True, kw_only=True):
    """Give Power or Favors to another member of the own House, or trade them to another House (R-05, R-87)."""

    seat: SeatId
    to: SeatId
    power: int = 0
    favors: tuple[CardId, ...] = ()


class PassedOn(Struct, frozen=True, kw_only=True):
    seat: SeatId
    to: SeatId
    power: int
    favors: tuple[CardId, ...]


def decide_pass_on(state: GameState, command: PassOn, asked: DecisionContext) -> tuple[PassedOn, ...]:
    """Transfer Power or Favors. Within a House always; between Houses it is trade, which laws may bar (R-87)."""
    giver, taker = seat_of(state, command.seat), require_purse(state, command.to)
    if giver.id == taker.id:
        raise Refused(say("Choose somebody else of your House."), rule="R-05")
    if taker.died is not None:
        raise Refused(say("{name} is dead until the next Ceremony ends.", name=taker.name), rule="R-139", code="dead")
    bars = law_barring_trade(state, giver.house, taker.house)
    if bars is not None:
        words, rule = capital(law_words(state, bars.id)), "R-87" if bars.effects.bars_trade else "R-86"
        raise Refused(say("Power and Favors pass only inside a House. {law}, bars trade.", law=words), rule=rule, code="law")
    if is_purse_common(state) and giver.house == taker.house:
        raise Refused(say("In this event a House has one purse; there is nothing to pass on inside it."), rule="R-05")
    if (keeper := purse_holder(state, giver)).id != giver.id:
        raise Refused(say("{name} keeps the purse of your House.", name=keeper.name), rule="R-05", code="not-yours")
    if command.power < 0 or (not command.power and not command.favors):
        raise Refused(say("Say how much Power or which Favors to pass on."), rule="R-05")
    if command.power > giver.purse.power:
        held = giver.purse.power
        raise Refused(say("You hold {held} Power and would pass on {power}.", held=held, power=command.power), rule="R-05")
    if len(set(command.favors)) != len(command.favors) or not set(command.favors) <= set(giver.purse.favors):
        raise Refused(say("You do not hold one of these Favors."), rule="R-05")
    return (PassedOn(seat=giver.id, to=purse_holder(state, taker).id, power=command.power, favors=command.favors),)


def law_barring_trade(state: GameState, one: HouseId, other: HouseId) -> PostedLaw | None:
    """Law that bars trade between two Houses this month: law 3, or an embargo on either (GE-CRT-45, GE-CRT-69, R-86)."""
    if one == other:
        return None
    general = next((law for law in laws_in(state) if law.effects.bars_trade), None)
    if general is not None:
        return general
    embargoes = (passed.law for passed, named in laws_in_force(state, "trade-embargo") if {one, other} & {*named.houses})
    return next((found for law in embargoes if (found := law_of(state, law)) is not None), None)


@requires_players("seat", "to")
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
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.to)),
    )


def tell_passed_on(happened: PassedOn, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell both players from whom or to whom, without naming cards (R-135)."""
    seat, to, named = happened.seat, happened.to, {"power": happened.power, "favors": len(happened.favors)}
    giver, taker = before.seats[seat], before.seats[to]
    passes = say(
        "{player} passes {power} Power and {favors} Favors to {other}.", player=who(before, seat), other=who(before, to), **named
    )
    yield to_desks(passes)
    yield from report_purse_changes(before, after, seat, say("You passed it on to {name}.", name=taker.name))
    yield from report_purse_changes(before, after, to, say("{name} passed it on to you.", name=giver.name))
    yield from corrected_purses(before, after, seat, to)
    if count := happened.power + len(happened.favors):
        did = say("Gave {name} {power} Power and {favors} Favors.", name=who(before, to), **named)
        yield PersonDeed(kind="given", who=own(seat), words=did, count=count, rule="R-05")


COMMANDS: Mapping[type, CommandHandler] = {
    PassOn: CommandHandler(decide=decide_pass_on, player=True, desks=frozenset({Desk.CEREMONY}), label=lambda c, s: say("Pass on")),
}


EVENTS: Mapping[type, EventHandler] = {
    PassedOn: EventHandler(evolve=evolve_passed_on, tell=tell_passed_on, invalidations=_passed_invalidations),
}
