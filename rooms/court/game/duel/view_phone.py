"""Duels and challenges on the phone: targets, answers, the stake, and how duels go (R-102, R-103)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.viewer import Viewer
from rooms.court.game.duel.challenge import (
    challengers,
    current_challenge,
    first_challenger,
    has_arena,
    is_open,
    may_not_challenge,
    targets,
)
from rooms.court.game.duel.events import challenges_of_month
from rooms.court.game.duel.stake import LONGEST, MOST, MOST_HOSTAGES, buildings_of, castles_of, holdings, stake_lines
from rooms.court.game.duel.state import DUE, Answer, Challenge, Prize
from rooms.court.game.duel.view import BoutShown, bout_shown, own_bout, shown_bouts
from rooms.court.game.roll import is_assembled
from rooms.court.game.state import floor_of
from rooms.realm.game.buildings.kinds import ARENA
from rooms.realm.game.ceremonies import may_hold_now
from rooms.realm.game.choice_lists import house_names
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.scenario.ids import FavorId, HouseId, Phase

# === views ==============================================================================================================


GLOVE: Final = "court:challenges"  # timing of Favors about challenges


class TypedStake(Struct, frozen=True, kw_only=True):
    """A stake as typed in the form."""

    power: str = ""
    favors: str = ""
    hostages: str = ""
    words: str = ""
    flags: tuple[str, ...] = ()
    buildings: tuple[str, ...] = ()


class Foe(Struct, frozen=True, kw_only=True):
    """A player who can be challenged now."""

    seat: SeatId
    name: str
    house: HouseId
    short: str


class ChallengedTurn(Struct, frozen=True, kw_only=True):
    """The form of a challenged player who has to answer. Prizes are empty if both are of one House.

    `our_flags`, `our_buildings`: prizes that this player can lose. `their_flags`, `their_buildings`: prizes that this player can
    win. `held`: what this player and the House have, for this player only.
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


class ChallengerTurn(Struct, frozen=True, kw_only=True):
    """The question of a challenger who has heard the stake. `hostages`: those in the stake. `held`: as in `ChallengedTurn`."""

    number: int
    name: str
    house: str
    stake: tuple[str, ...]
    hostages: int
    held: str


class PhoneDuels(Struct, frozen=True, kw_only=True):
    """The duels region of a player.

    `is_open`: the player's House may challenge. `why_not`: what prevents this player. `firsts`: for the Sovereign, who may be named
    to challenge first. `asked`, `heard`: set if this player has to answer. `against`: the opponent of a duel that is due. `stays`:
    the player stays at the Court for it unless it is put off. `paid`: who paid for not fighting. `cards`: Favors in the player's
    hand for this step.
    """

    month: int
    is_open: bool
    why_not: str
    foes: tuple[Foe, ...]
    firsts: tuple[Foe, ...]
    asked: ChallengedTurn | None
    heard: ChallengerTurn | None
    against: str
    stays: bool
    bouts: tuple[BoutShown, ...]
    paid: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


def phone_duels(state: GameState, viewer: Viewer, typed: TypedStake | None = None) -> PhoneDuels | None:
    """The region for assembled players and duelists. None if there is nothing to challenge, answer or see."""
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    if seat is None:
        return None
    if not seat.acts:
        over = _own_finished_bouts(state, seat)
        return _result_only(state, over) if over else None
    own = own_bout(state, seat.id)
    there = floor_of(state).assembled and is_assembled(state, seat.id)
    why_not = may_not_challenge(state, seat)
    may = is_open(state) and has_arena(state, seat) and (there or not why_not)
    told = shown_bouts(state, seat.house) if there else _own_finished_bouts(state, seat)
    if own is not None and all(each.number != own.number for each in told):
        told = (*told, bout_shown(state, own, seat.house))
    firsts = _firsts(state, seat) if there else ()
    paid, cards = _paid(state, seat), _favors_for_challenge(state, seat)
    if not (may or told or firsts or paid or cards):
        return None
    asked, heard = _open_question(state, own, seat, typed), _stake_to_answer(state, own, seat)
    if own is not None and (asked or heard):  # shown above already
        told = tuple(each for each in told if each.number != own.number)
    return PhoneDuels(
        month=state.clock.month,
        is_open=may,
        why_not=_own_obstacle_words(state, seat, why_not),
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


def _own_obstacle_words(state: GameState, seat: HouseSeat, why_not: str) -> str:
    """What prevents a player, addressed to that player."""
    if why_not and current_challenge(state, seat.id) is not None:
        return say("You are part of a challenge already.")
    if why_not and is_open(state) and any(each.challenger == seat.id for each in challenges_of_month(state)):
        return say("You have challenged somebody this month; only after a refusal comes another.")
    return why_not


def _favors_for_challenge(state: GameState, seat: HouseSeat) -> tuple[str, ...]:
    """Favors in the hand for this step, if the House has no Arena. Court Control checks the card (R-102)."""
    if not is_open(state) or has_arena(state, seat) or may_not_challenge(state, seat, glove=True):
        return ()
    kinds = {each.id: each for each in state.scenario.favors if each.timing == GLOVE}
    held = (kinds.get(FavorId(card.rsplit("#", 1)[0])) for card in seat.purse.favors)
    return tuple(dict.fromkeys(each.name for each in held if each is not None))


def _paid(state: GameState, seat: HouseSeat) -> tuple[str, ...]:
    """Who paid for a refusal or withdrawal, for the two only. A card and a lack of Power look alike (R-17)."""
    if not state.clock.is_in(Phase.ACTION):
        return ()
    ended = [
        each for each in challenges_of_month(state) if seat.id in each.both and each.stand in (Answer.REFUSED, Answer.WITHDRAWN)
    ]
    if is_open(state):
        return tuple(_price(state, each) for each in ended)
    return tuple(f"{bout_shown(state, each).told} {_price(state, each)}" for each in ended)


def _price(state: GameState, challenge: Challenge) -> str:
    payer = state.seats[challenge.target if challenge.stand is Answer.REFUSED else challenge.challenger]
    if not challenge.paid:
        return say("{name} pays nothing.", name=payer.name)
    taker = house_name(state, state.seats[challenge.other(payer.id)].house)
    return say("{name} has paid 1 Power to {house}.", name=payer.name, house=taker)


def _own_finished_bouts(state: GameState, seat: HouseSeat) -> tuple[BoutShown, ...]:
    """This player's duels of this Return or Ceremony, or those of a House that attends them in Ceremony."""
    if not (state.clock.is_in(Phase.RETURN) or may_hold_now(state)):
        return ()
    found = (each for each in shown_bouts(state, seat.house) if each.stand is Answer.FOUGHT)
    return tuple(each for each in found if seat.id in each.both or (each.in_ceremony and seat.house in each.houses))


def _result_only(state: GameState, bouts: tuple[BoutShown, ...]) -> PhoneDuels:
    """How a duel ended, for a player who no longer acts. There are no buttons."""
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


class PendingFight(Struct, frozen=True, kw_only=True):
    """A duelist who does not go home in Return but fights first. `against`: the opponent."""

    against: str


def staying_view(state: GameState, viewer: Viewer) -> PendingFight | None:
    """For both duelists while Return sends everybody else home; None for anybody else (GE-CRT-90, GE-EVT-45)."""
    seat = state.seats.get(viewer.seat) if viewer.seat is not None else None
    own = own_bout(state, seat.id) if seat is not None and seat.acts and state.clock.is_in(Phase.RETURN) else None
    if seat is None or own is None or own.stand is not Answer.AGREED:
        return None
    return PendingFight(against=state.seats[own.other(seat.id)].name)


def _named(state: GameState, seats: tuple[HouseSeat, ...]) -> tuple[Foe, ...]:
    shorts = {house.id: house.short for house in house_names(state)}
    return tuple(Foe(seat=each.id, name=each.name, house=each.house, short=shorts.get(each.house, "")) for each in seats)


def _firsts(state: GameState, seat: HouseSeat) -> tuple[Foe, ...]:
    """For the Sovereign: challengers whose House publicly has an Arena (GE-SOV-27).

    A loan of another House's Arena is not for the Sovereign to see. Such players speak up, and Court Control names them.
    """
    if state.throne.holder != seat.id or not is_open(state) or first_challenger(state) is not None:
        return ()
    owners = {each.house for each in state.buildings if each.kind == ARENA}
    known = tuple(each for each in challengers(state) if each.house in owners)
    return _named(state, known) if len(known) > 1 else ()


def _open_question(state: GameState, own: Challenge | None, seat: HouseSeat, typed: TypedStake | None) -> ChallengedTurn | None:
    if own is None or own.stand is not Answer.MADE or own.target != seat.id or not is_open(state):
        return None
    other = state.seats[own.challenger]
    same = other.house == seat.house
    return ChallengedTurn(
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
        held=_holdings_words(state, seat),
    )


def _stake_to_answer(state: GameState, own: Challenge | None, seat: HouseSeat) -> ChallengerTurn | None:
    if own is None or own.stand is not Answer.STAKED or own.challenger != seat.id or own.stake is None or not is_open(state):
        return None
    other = state.seats[own.target]
    return ChallengerTurn(
        number=own.number,
        name=other.name,
        house=house_name(state, other.house),
        stake=stake_lines(state, own.stake),
        hostages=own.stake.hostages,
        held=_holdings_words(state, seat),
    )


def _holdings_words(state: GameState, seat: HouseSeat) -> str:
    """What this player can lose, for this player only. A stake comes from the own purse first, then from the House's."""
    power, favors, house_power, house_favors = holdings(state, seat)
    said = {"power": power, "favors": favors, "house_power": house_power, "house_favors": house_favors}
    return say("You have {power} Power, {favors} Favors; your House has in all {house_power} Power, {house_favors} Favors.", **said)
