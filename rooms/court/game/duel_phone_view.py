"""Duels and challenges on the phone: whom to challenge, what to answer, the stake, how duels go (R-102, R-103)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.challenge import challengers, engaged, first_now, has_arena, is_open, may_not_challenge, of_month, targets
from rooms.court.game.duel_stake import LONGEST, MOST, MOST_HOSTAGES, buildings_of, castles_of, holdings, stake_lines
from rooms.court.game.duel_state import DUE, Answer, Challenge, Prize
from rooms.court.game.duel_view import BoutShown, bout_shown, own_bout, shown_bouts
from rooms.court.game.roll import is_assembled
from rooms.court.game.state import floor_of
from rooms.realm.game.buildings.kinds import ARENA
from rooms.realm.game.ceremonies import ceremonies_open
from rooms.realm.game.choices import house_names
from rooms.realm.game.state import GameState, Seat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import FavorId, HouseId, Phase

# === views ==============================================================================================================


GLOVE: Final = "court:challenges"  # when a Favor that has to do with challenges is played


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedStake:
    """A stake as it was typed."""

    power: str = ""
    favors: str = ""
    hostages: str = ""
    words: str = ""
    flags: tuple[str, ...] = ()
    buildings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Foe:
    """Somebody who may be challenged now."""

    seat: SeatId
    name: str
    house: HouseId
    short: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The challenged has the word. `our` prizes go if the challenged loses, `their` come; of one House there are none.

    `held` says what the challenged and the own House have, for that player's eyes.
    """

    number: int
    name: str
    house: str
    same_house: bool
    our_flags: tuple[Prize, ...]
    their_flags: tuple[Prize, ...]
    our_buildings: tuple[Prize, ...]
    their_buildings: tuple[Prize, ...]
    typed: TypedStake
    is_typed: bool
    held: str
    most: int = MOST
    most_hostages: int = MOST_HOSTAGES
    longest: int = LONGEST


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The challenger has heard the stake and has the word; `hostages` of it, `held` as for the challenged."""

    number: int
    name: str
    house: str
    stake: tuple[str, ...]
    hostages: int
    held: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneDuels:
    """The region of a player. `is_open` for whose House may challenge; `why_not` says what hinders that player.

    `paid` says who has paid for not fighting, `cards` which Favors in the own hand are for this step.
    `asked` and `heard` are for whoever has the word; `against` names the other of a duel that this player is to fight, who `stays`
    at the Court for it unless it is put off. `firsts` are those of whom the Sovereign says who challenges first.
    """

    month: int
    is_open: bool
    why_not: str
    foes: tuple[Foe, ...]
    firsts: tuple[Foe, ...]
    asked: Asked | None
    heard: Heard | None
    against: str
    stays: bool
    bouts: tuple[BoutShown, ...]
    paid: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


def phone_duels(state: GameState, viewer: Viewer, typed: TypedStake | None = None) -> PhoneDuels | None:
    """For who is assembled, or is part of one; None while there is nothing to challenge, answer or see."""
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if seat is None:
        return None
    if not seat.acts:
        over = _own_over(state, seat)
        return _told_alone(state, over) if over else None
    own = own_bout(state, seat.id)
    there = floor_of(state).assembled and is_assembled(state, seat.id)
    why_not = may_not_challenge(state, seat)
    may = is_open(state) and has_arena(state, seat) and (there or not why_not)
    told = shown_bouts(state, seat.house) if there else _own_over(state, seat)
    if own is not None and all(each.number != own.number for each in told):
        told = (*told, bout_shown(state, own, seat.house))
    firsts = _firsts(state, seat) if there else ()
    paid, cards = _paid(state, seat), _glove(state, seat)
    if not (may or told or firsts or paid or cards):
        return None
    asked, heard = _asked(state, own, seat, typed), _heard(state, own, seat)
    if own is not None and (asked or heard):  # it is said above
        told = tuple(each for each in told if each.number != own.number)
    return PhoneDuels(
        month=state.clock.month,
        is_open=may,
        why_not=_to_oneself(state, seat, why_not),
        foes=_named(state, targets(state, seat.id)) if may and not why_not else (),
        firsts=firsts,
        asked=asked,
        heard=heard,
        against=state.seats[own.other(seat.id)].name if own is not None and own.stand in DUE else "",
        stays=own is not None and own.stand is Answer.AGREED,
        bouts=told,
        paid=paid,
        cards=cards,
    )


def _to_oneself(state: GameState, seat: Seat, why_not: str) -> str:
    """What hinders a player, said to that player."""
    if why_not and engaged(state, seat.id) is not None:
        return say("You are part of a challenge already.")
    if why_not and is_open(state) and any(each.challenger == seat.id for each in of_month(state)):
        return say("You have challenged somebody this month; only after a refusal comes another.")
    return why_not


def _glove(state: GameState, seat: Seat) -> tuple[str, ...]:
    """The Favors in the own hand that are for this step, for whose House has no Arena: Court Control sees the card (R-102)."""
    if not is_open(state) or has_arena(state, seat) or may_not_challenge(state, seat, glove=True):
        return ()
    kinds = {each.id: each for each in state.scenario.favors if each.timing == GLOVE}
    held = (kinds.get(FavorId(card.rsplit("#", 1)[0])) for card in seat.purse.favors)
    return tuple(dict.fromkeys(each.name for each in held if each is not None))


def _paid(state: GameState, seat: Seat) -> tuple[str, ...]:
    """Who paid for a refusal or a withdrawal, for the two alone; whether by a card or for want of Power is not said (R-17)."""
    if state.clock.phase != Phase.ACTION:
        return ()
    ended = [each for each in of_month(state) if seat.id in each.both and each.stand in (Answer.REFUSED, Answer.WITHDRAWN)]
    if is_open(state):
        return tuple(_price(state, each) for each in ended)
    return tuple(f"{bout_shown(state, each).told} {_price(state, each)}" for each in ended)


def _price(state: GameState, challenge: Challenge) -> str:
    payer = state.seats[challenge.target if challenge.stand is Answer.REFUSED else challenge.challenger]
    if not challenge.paid:
        return say("{name} pays nothing.", name=payer.name)
    taker = house_name(state, state.seats[challenge.other(payer.id)].house)
    return say("{name} has paid 1 Power to {house}.", name=payer.name, house=taker)


def _own_over(state: GameState, seat: Seat) -> tuple[BoutShown, ...]:
    """The duels of this player, or of the House that attends them, that were fought in Return or in this Ceremony."""
    if not (state.clock.phase == Phase.RETURN or ceremonies_open(state)):
        return ()
    found = (each for each in shown_bouts(state, seat.house) if each.stand is Answer.FOUGHT)
    return tuple(each for each in found if seat.id in each.both or (each.in_ceremony and seat.house in each.houses))


def _told_alone(state: GameState, bouts: tuple[BoutShown, ...]) -> PhoneDuels:
    """How a duel ended, for a player who acts no more: nothing to press."""
    return PhoneDuels(
        month=state.clock.month,
        is_open=False,
        why_not="",
        foes=(),
        firsts=(),
        asked=None,
        heard=None,
        against="",
        stays=False,
        bouts=bouts,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Staying:
    """Who does not go home in Return, but fights first: against whom."""

    against: str


def staying(state: GameState, viewer: Viewer) -> Staying | None:
    """For the two of a duel while Return sends everybody else home; None for anybody else (GE-CRT-90, GE-EVT-45)."""
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    own = own_bout(state, seat.id) if seat is not None and seat.acts and state.clock.phase == Phase.RETURN else None
    if seat is None or own is None or own.stand is not Answer.AGREED:
        return None
    return Staying(against=state.seats[own.other(seat.id)].name)


def _named(state: GameState, seats: tuple[Seat, ...]) -> tuple[Foe, ...]:
    shorts = {house.id: house.short for house in house_names(state)}
    return tuple(Foe(seat=each.id, name=each.name, house=each.house, short=shorts.get(each.house, "")) for each in seats)


def _firsts(state: GameState, seat: Seat) -> tuple[Foe, ...]:
    """Of whom the Sovereign says who challenges first: whose House has an Arena that everybody knows of (GE-SOV-27).

    Whom others let use theirs is not the Sovereign's to read; those speak up, and Court Control names them.
    """
    if state.throne.holder != seat.id or not is_open(state) or first_now(state) is not None:
        return ()
    owners = {each.house for each in state.buildings if each.kind == ARENA}
    known = tuple(each for each in challengers(state) if each.house in owners)
    return _named(state, known) if len(known) > 1 else ()


def _asked(state: GameState, own: Challenge | None, seat: Seat, typed: TypedStake | None) -> Asked | None:
    if own is None or own.stand is not Answer.MADE or own.target != seat.id or not is_open(state):
        return None
    other = state.seats[own.challenger]
    same = other.house == seat.house
    return Asked(
        number=own.number,
        name=other.name,
        house=house_name(state, other.house),
        same_house=same,
        our_flags=() if same else castles_of(state, seat.house),
        their_flags=() if same else castles_of(state, other.house),
        our_buildings=() if same else buildings_of(state, seat.house),
        their_buildings=() if same else buildings_of(state, other.house),
        typed=typed or TypedStake(),
        is_typed=typed is not None,
        held=_held(state, seat),
    )


def _heard(state: GameState, own: Challenge | None, seat: Seat) -> Heard | None:
    if own is None or own.stand is not Answer.STAKED or own.challenger != seat.id or own.stake is None or not is_open(state):
        return None
    other = state.seats[own.target]
    return Heard(
        number=own.number,
        name=other.name,
        house=house_name(state, other.house),
        stake=stake_lines(state, own.stake),
        hostages=own.stake.hostages,
        held=_held(state, seat),
    )


def _held(state: GameState, seat: Seat) -> str:
    """What the one who has the word can lose, for that player alone: the stake comes from the own purse, then from the House's."""
    power, favors, house_power, house_favors = holdings(state, seat)
    said = {"power": power, "favors": favors, "house_power": house_power, "house_favors": house_favors}
    return say("You have {power} Power, {favors} Favors; your House has in all {house_power} Power, {house_favors} Favors.", **said)
