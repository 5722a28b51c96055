"""Power and Favors: who receives, who pays, what is drawn, what Control corrects (GE-EVT-08)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from control.day.amiss import of_players, teams_of
from control.day.people import PlayerLeft, here_in_room, members
from control.day.roster import RanksDealt
from control.day.state import Presence
from control.day.words import reason_of, who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import CommandHandler, Correction, EventHandler, GameEvent, Invalidation, Module
from control.engine.reasons import Told
from control.engine.refused import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.setup import fresh_cards
from rooms.realm.game.state import GameState, Purse, Seat
from rooms.realm.scenario.ids import CardId, HouseId, Room

MOST = 10_000  # no purse ever holds more; a larger number is a slip of the finger


@dataclass(frozen=True, slots=True, kw_only=True)
class PassOn:
    """A player passes Power or Favors to another member of the own House (R-05)."""

    seat: SeatId
    to: SeatId
    power: int = 0
    favors: tuple[CardId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustPower:
    """Control sets what a purse holds, with a reason; `before` is what its sender saw."""

    seat: SeatId
    before: int
    power: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFavors:
    """Control lets a player draw Favors, or discard the oldest ones when negative, with a reason."""

    seat: SeatId
    count: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerGained:
    seat: SeatId
    amount: int
    why: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class PowerLost:
    seat: SeatId
    amount: int
    why: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorDrawn:
    """The top card of the deck, seen only by who draws (R-135)."""

    seat: SeatId
    card: CardId
    why: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorDiscarded:
    seat: SeatId
    card: CardId
    why: Told


@dataclass(frozen=True, slots=True, kw_only=True)
class FavorDeckRefilled:
    """The discards were shuffled into a new deck; with none left, a fresh copy of the whole deck came in (R-110)."""

    deck: tuple[CardId, ...]
    fresh: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedOn:
    seat: SeatId
    to: SeatId
    power: int
    favors: tuple[CardId, ...]


def house_power(state: GameState, house: HouseId) -> int:
    """A House's Power: the sum of its members' purses (R-05, R-23)."""
    return sum(seat.purse.power for seat in state.seats.values() if seat.house == house)


def held_in_common(state: GameState) -> bool:
    """Does each House have one purse, kept by its rank 1, instead of one for each player (R-05)?"""
    return state.scenario.settings.holdings == "house"


def receiver(state: GameState, house: HouseId, room: Room) -> SeatId | None:
    """Into whose purse a House's gain goes: its highest rank present in the room, else its rank 1 (R-06).

    Where the House holds in common its rank 1 keeps the purse, whoever is in the room (R-05, setting `holdings`).
    """
    return _receiver(state, (seat for seat in state.seats.values() if seat.house == house), room)


def receivers(state: GameState, room: Room) -> Mapping[HouseId, SeatId | None]:
    """The receiver of every House with players, in one look at all of them."""
    houses: dict[HouseId, list[Seat]] = {}
    for seat in state.seats.values():
        houses.setdefault(seat.house, []).append(seat)
    return {house: _receiver(state, own, room) for house, own in houses.items()}


def _receiver(state: GameState, own: Iterable[Seat], room: Room) -> SeatId | None:
    ranked = sorted((seat for seat in own if seat.presence is not Presence.GONE), key=lambda seat: seat.rank)
    there = [] if held_in_common(state) else [seat for seat in ranked if here_in_room(state, seat, room)]
    chosen = there or ranked
    return chosen[0].id if chosen else None


def draw_favors(state: GameState, seat: SeatId, count: int, why: Told, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """The events of drawing `count` Favors from the state as it is; an empty deck is refilled on the way (R-110)."""
    return tuple(_draws(state, seat, count, why, asked))


def _draws(state: GameState, seat: SeatId, count: int, why: Told, asked: DecisionContext) -> Iterator[GameEvent]:
    deck, discards, copies = list(state.favor_deck), state.favor_discards, 1
    for _each in range(count):
        if not deck:
            copies += not discards
            source = discards or _next_copy(state, copies)
            deck = list(asked.chance.shuffled(source))
            yield FavorDeckRefilled(deck=tuple(deck), fresh=not discards)
            discards = ()
        yield FavorDrawn(seat=seat, card=deck.pop(0), why=why)


def _next_copy(state: GameState, copies: int) -> tuple[CardId, ...]:
    known = max((int(card.rsplit("#", 1)[1]) for seat in state.seats.values() for card in seat.purse.favors), default=0)
    most = max((favor.copies for favor in state.scenario.favors), default=1)
    return fresh_cards(state.scenario.favors, copy_of_deck=max(copies, known // most + 2))


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


def decide_adjust_power(state: GameState, command: AdjustPower, asked: DecisionContext) -> tuple[GameEvent, ...]:
    seat = seat_of(state, command.seat)
    reason = reason_of(command.reason)
    if seat.purse.power != command.before:
        now = say(
            "{name} holds {power} Power by now, not {before}; look again.",
            name=seat.name,
            power=seat.purse.power,
            before=command.before,
        )
        raise Refused(now, code="stale")
    if not 0 <= command.power <= MOST:
        raise Refused(say("A purse holds 0 to {most} Power.", most=MOST), rule="R-07")
    change = command.power - seat.purse.power
    if not change:
        raise Refused(say("That is what the purse holds already."))
    if change > 0:
        return (PowerGained(seat=seat.id, amount=change, why=reason),)
    return (PowerLost(seat=seat.id, amount=-change, why=reason),)


def decide_give_favors(state: GameState, command: GiveFavors, asked: DecisionContext) -> tuple[GameEvent, ...]:
    seat = seat_of(state, command.seat)
    reason = reason_of(command.reason)
    if not command.count or abs(command.count) > 50:
        raise Refused(say("Give 1 to 50 Favors, or take as many."), rule="R-135")
    if command.count > 0:
        return draw_favors(state, seat.id, command.count, reason, asked)
    if -command.count > len(seat.purse.favors):
        raise Refused(say("{name} holds {count} Favors.", name=seat.name, count=len(seat.purse.favors)), rule="R-136")
    oldest = seat.purse.favors[: -command.count]
    return tuple(FavorDiscarded(seat=seat.id, card=card, why=reason) for card in oldest)


def seat_of(state: GameState, seat: SeatId) -> Seat:
    """The seat of that id.

    Raises:
        Refused: nobody sits there.
    """
    found = state.seats.get(seat)
    if found is None:
        raise Refused(say("No such seat; choose a player of this event."), code="unknown")
    return found


def _inherited(state: GameState, gone: Seat, heir: SeatId | None) -> GameState:
    """All that a purse holds goes to the heir; nobody holds it where there is none."""
    seats = {**state.seats, gone.id: replace(state.seats[gone.id], purse=Purse())}
    if heir is not None:
        own = seats[heir].purse
        joined = Purse(power=own.power + gone.purse.power, favors=(*own.favors, *gone.purse.favors))
        seats[heir] = replace(seats[heir], purse=joined)
    return replace(state, seats=seats)


def inherit_from_leaver(before: GameState, state: GameState, happened: PlayerLeft) -> GameState:
    """R-03: the purse of somebody who leaves for good goes to the House's new rank 1."""
    gone = before.seats.get(happened.seat)
    return _inherited(state, gone, happened.heir) if gone is not None and (happened.heir or gone.id) in state.seats else state


def inherit_at_dealing(before: GameState, state: GameState, happened: RanksDealt) -> GameState:
    """R-06: what a House starts with lies in the purse of its rank 1, whoever that is when the day begins."""
    first, heir = next(iter(members(before, happened.team)), None), happened.order[0]
    if first is None or first.id == heir or not {first.id, heir} <= set(happened.order) & set(state.seats):
        return state
    return _inherited(state, before.seats[first.id], heir)


def _purse(state: GameState, seat: SeatId, purse: Purse) -> GameState:
    return replace(state, seats={**state.seats, seat: replace(state.seats[seat], purse=purse)})


@of_players("seat")
def evolve_power_gained(state: GameState, happened: PowerGained) -> GameState:
    purse = state.seats[happened.seat].purse
    return _purse(state, happened.seat, replace(purse, power=purse.power + happened.amount))


@of_players("seat")
def evolve_power_lost(state: GameState, happened: PowerLost) -> GameState:
    purse = state.seats[happened.seat].purse
    return _purse(state, happened.seat, replace(purse, power=purse.power - happened.amount))


@of_players("seat")
def evolve_favor_drawn(state: GameState, happened: FavorDrawn) -> GameState:
    purse = state.seats[happened.seat].purse
    deck = state.favor_deck[1:]
    if state.favor_deck[:1] != (happened.card,):
        deck = tuple(card for card in state.favor_deck if card != happened.card)
    state = replace(state, favor_deck=deck)
    return _purse(state, happened.seat, replace(purse, favors=(*purse.favors, happened.card)))


@of_players("seat")
def evolve_favor_discarded(state: GameState, happened: FavorDiscarded) -> GameState:
    purse = state.seats[happened.seat].purse
    state = replace(state, favor_discards=(*state.favor_discards, happened.card))
    left = tuple(card for card in purse.favors if card != happened.card)
    return _purse(state, happened.seat, replace(purse, favors=left))


def evolve_favor_deck_refilled(state: GameState, happened: FavorDeckRefilled) -> GameState:
    return replace(state, favor_deck=happened.deck, favor_discards=state.favor_discards if happened.fresh else ())


@of_players("seat", "to")
def evolve_passed_on(state: GameState, happened: PassedOn) -> GameState:
    giver, taker = state.seats[happened.seat].purse, state.seats[happened.to].purse
    kept = tuple(card for card in giver.favors if card not in happened.favors)
    state = _purse(state, happened.seat, Purse(power=giver.power - happened.power, favors=kept))
    got = Purse(power=taker.power + happened.power, favors=(*taker.favors, *happened.favors))
    return _purse(state, happened.to, got)


def broken_treasury(state: GameState) -> tuple[str, ...]:
    found = [
        say("{name} holds {power} Power.", name=seat.name, power=seat.purse.power)
        for seat in state.seats.values()
        if seat.purse.power < 0
    ]
    held = [card for seat in state.seats.values() for card in seat.purse.favors]
    everywhere = [*held, *state.favor_deck, *state.favor_discards]
    if len(everywhere) != len(set(everywhere)):
        found.append(say("A Favor card lies in two places."))
    return tuple(found)


def house_name(state: GameState, house: HouseId) -> str:
    """The name of a House."""
    return next((each.name for each in state.scenario.houses if each.id == house), str(house))


def _purse_pokes(happened: PowerGained | PowerLost | FavorDrawn | FavorDiscarded, state: GameState) -> tuple[Invalidation, ...]:
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, happened.seat)),
        Invalidation(topic="people", to="staff"),
    )


def _passed_pokes(happened: PassedOn, state: GameState) -> tuple[Invalidation, ...]:
    return (
        *_purse_pokes(PowerLost(seat=happened.seat, amount=0, why=""), state),
        Invalidation(topic="strip", to=f"seat:{happened.to}"),
    )


def _power_corrections(happened: PowerGained | PowerLost, state: GameState) -> tuple[Correction, ...]:
    change = happened.amount if isinstance(happened, PowerGained) else -happened.amount
    seat = state.seats[happened.seat]
    held, together = seat.purse.power, house_power(state, seat.house)
    own = Correction(to=f"seat:{seat.id}", what=say("Your Power"), now=str(held + change), was=str(held))
    house = Correction(
        to=f"team:{seat.house}", what=say("Power of your House in all"), now=str(together + change), was=str(together)
    )
    return (house,) if held_in_common(state) else (own, house)


def _favor_corrections(happened: FavorDrawn | FavorDiscarded, state: GameState) -> tuple[Correction, ...]:
    held = len(state.seats[happened.seat].purse.favors)
    now = held + (1 if isinstance(happened, FavorDrawn) else -1)
    return (Correction(to=f"seat:{happened.seat}", what=say("Favors in your hand"), now=str(now), was=str(held)),)


TREASURY = Module(
    name="treasury",
    acts={
        PassOn: CommandHandler(
            decide=decide_pass_on, player=True, desks=frozenset({Desk.CEREMONY}), label=lambda c, s: say("Pass on")
        ),
        AdjustPower: CommandHandler(
            decide=decide_adjust_power,
            desks=frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY}),
            label=lambda c, s: say("Power of {name}", name=who(s, c.seat)) if c.seat in s.seats else say("Power"),
        ),
        GiveFavors: CommandHandler(
            decide=decide_give_favors,
            desks=frozenset({Desk.WAR, Desk.COURT, Desk.UNDERGROUND, Desk.CEREMONY}),
            label=lambda c, s: say("Favors of {name}", name=who(s, c.seat)) if c.seat in s.seats else say("Favors"),
        ),
    },
    also={PlayerLeft: inherit_from_leaver, RanksDealt: inherit_at_dealing},
    facts={
        PowerGained: EventHandler(
            evolve=evolve_power_gained,
            explain=lambda e, s: say("{player} gains {amount} Power: {why}.", player=who(s, e.seat), amount=e.amount, why=e.why),
            pokes=_purse_pokes,
            corrects=_power_corrections,
        ),
        PowerLost: EventHandler(
            evolve=evolve_power_lost,
            explain=lambda e, s: say("{player} loses {amount} Power: {why}.", player=who(s, e.seat), amount=e.amount, why=e.why),
            pokes=_purse_pokes,
            corrects=_power_corrections,
        ),
        FavorDrawn: EventHandler(
            evolve=evolve_favor_drawn,
            explain=lambda e, s: say("{player} draws 1 Favor: {why}.", player=who(s, e.seat), why=e.why),
            pokes=_purse_pokes,
            corrects=_favor_corrections,
        ),
        FavorDiscarded: EventHandler(
            evolve=evolve_favor_discarded,
            explain=lambda e, s: say("{player} discards 1 Favor: {why}.", player=who(s, e.seat), why=e.why),
            pokes=_purse_pokes,
            corrects=_favor_corrections,
        ),
        FavorDeckRefilled: EventHandler(
            evolve=evolve_favor_deck_refilled,
            explain=lambda e, s: (
                say("The Favor deck was refilled with a fresh copy.")
                if e.fresh
                else say("The Favor deck was refilled from its discards.")
            ),
            pokes=lambda e, s: (),
        ),
        PassedOn: EventHandler(
            evolve=evolve_passed_on,
            explain=lambda e, s: say(
                "{player} passes {power} Power and {favors} Favors to {other}.",
                player=who(s, e.seat),
                power=e.power,
                favors=len(e.favors),
                other=who(s, e.to),
            ),
            pokes=_passed_pokes,
        ),
    },
    broken=broken_treasury,
)
