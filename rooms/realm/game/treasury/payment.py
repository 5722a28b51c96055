"""Order of payment: purses by rank, Favors by age, or as the House and the holders choose (R-06, R-136).

They choose in advance, and the choice stays until changed, because a loss is often secret until it happens. A named player with
nothing left and a Favor that is gone are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from control.day.decisions.questions import speaker
from control.day.missing_players import requires_players, teams_of
from control.day.people.lookup import members
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say
from control.engine.modules import CommandHandler, EventHandler, Invalidation
from control.engine.records import replace
from control.engine.refusal import Refused, Stale
from control.engine.reports import Line, to_desks
from rooms.realm.desks import HOUSE_DESKS
from rooms.realm.game.records import PaymentPlan
from rooms.realm.game.state import GameState, HouseSeat
from rooms.realm.game.treasury.purses import house_name, is_purse_common, purse_holder, seat_of
from rooms.realm.scenario.ids import CardId, FavorId, HouseId

MOST_NAMED = 3  # payers, or Favors, named to go first

# --- commands and events ------------------------------------------------------------------------------------------------


class NamePayers(Struct, frozen=True, kw_only=True):
    """Name who of a House pays first, the others by rank; and whether it pays 1 Power where it may pay a Favor (R-06, R-08).

    `seat`: the House's speaker on the phone; any of its players at a desk.
    """

    seat: SeatId
    payers: tuple[SeatId, ...] = ()
    power_first: bool = False


class NameFavors(Struct, frozen=True, kw_only=True):
    """Name the kinds of Favor that go first when a player loses some; then the oldest (R-136)."""

    seat: SeatId
    favors: tuple[FavorId, ...] = ()


class PayersNamed(Struct, frozen=True, kw_only=True):
    house: HouseId
    payers: tuple[SeatId, ...]
    power_first: bool


class FavorsNamed(Struct, frozen=True, kw_only=True):
    """A player chose the cards that go first. Only their holder knows them (R-135)."""

    seat: SeatId
    cards: tuple[CardId, ...]


# --- questions ----------------------------------------------------------------------------------------------------------


def plan_of(state: GameState, house: HouseId) -> PaymentPlan:
    """Payment plan of a House; by default by rank, and a Favor first."""
    return state.payments.get(house) or PaymentPlan()


def members_by_payment(state: GameState, house: HouseId) -> tuple[HouseSeat, ...]:
    """Members of a House in their order of payment: named ones, then the others by rank (R-06)."""
    own = members(state, house)
    named = plan_of(state, house).payers if not is_purse_common(state) else ()
    return tuple(sorted(own, key=lambda seat: named.index(seat.id) if seat.id in named else len(named)))


def favors_by_loss(seat: HouseSeat) -> tuple[CardId, ...]:
    """Favors of a purse in their order of loss: named ones, then the oldest (R-136)."""
    named = tuple(card for card in seat.gives if card in seat.purse.favors)
    return (*named, *(card for card in seat.purse.favors if card not in named))


def cards_of(state: GameState, house: HouseId) -> list[tuple[SeatId, CardId]]:
    """All Favors of a House in their order of loss (R-06, R-136)."""
    return [(seat.id, card) for seat in members_by_payment(state, house) for card in favors_by_loss(seat)]


def power_of(state: GameState, house: HouseId, power: int) -> Iterator[tuple[SeatId, int]]:
    """Split a payment of Power among the purses of a House, as far as they go (R-06, R-07)."""
    left = power
    for seat in members_by_payment(state, house):
        part = min(seat.purse.power, left)
        if part > 0:
            left -= part
            yield seat.id, part


# --- decisions ----------------------------------------------------------------------------------------------------------


def decide_name_payers(state: GameState, command: NamePayers, asked: DecisionContext) -> tuple[PayersNamed, ...]:
    """Name who pays first.

    Raises:
        Refused: somebody else speaks for the House, it has one purse, or a name is double or no member.
        Stale: the plan is the same already.
    """
    house = seat_of(state, command.seat).house
    by = speaker(state, house)
    if asked.by.seat is not None and asked.by.seat != by:
        raise Refused(
            state.frame.said("speaker", name=state.seats[by].name if by else say("Control")), rule="R-06", code="not-yours"
        )
    if command.payers and is_purse_common(state):
        raise Refused(say("In this event a House has one purse; its rank 1 pays."), rule="R-05")
    if not set(command.payers) <= {seat.id for seat in members(state, house)} or len(command.payers) > MOST_NAMED:
        raise Refused(
            say("Choose payers of House {house} from the list.", house=house_name(state, house)), rule="R-06", code="unknown"
        )
    if twice := _first_duplicate(command.payers):
        raise Refused(say("{name} is named twice; choose each payer once.", name=state.seats[twice].name), rule="R-06")
    named = PayersNamed(house=house, payers=command.payers, power_first=command.power_first)
    if plan_of(state, house) == PaymentPlan(payers=named.payers, power_first=named.power_first):
        raise Stale(say("House {house} pays so already.", house=house_name(state, house)), rule="R-06")
    return (named,)


def decide_name_favors(state: GameState, command: NameFavors, asked: DecisionContext) -> tuple[FavorsNamed, ...]:
    """Name the Favors that go first.

    Raises:
        Refused: the purse does not hold one of them.
        Stale: the order is the same already.
    """
    seat = purse_holder(state, seat_of(state, command.seat))
    if asked.by.seat is not None and seat.id != asked.by.seat:
        raise Refused(say("{name} keeps the purse of your House.", name=seat.name), rule="R-05", code="not-yours")
    left, cards = list(seat.purse.favors), list[CardId]()
    for favor in command.favors[:MOST_NAMED]:
        card = next((each for each in left if kind_of(each) == favor), None)
        if card is None:
            name = next((each.name for each in state.scenario.favors if each.id == favor), str(favor))
            said = say("{name} holds no further “{favor}”; choose another Favor.", name=seat.name, favor=name)
            raise Refused(said, rule="R-136")
        left.remove(card)
        cards.append(card)
    if tuple(cards) == tuple(card for card in seat.gives if card in seat.purse.favors):
        raise Stale(say("The Favors of {name} go in that order already.", name=seat.name), rule="R-136")
    return (FavorsNamed(seat=seat.id, cards=tuple(cards)),)


def kind_of(card: CardId) -> FavorId:
    """Favor of a card."""
    return FavorId(card.rsplit("#", 1)[0])


def _first_duplicate(named: Sequence[SeatId]) -> SeatId | None:
    return next((each for at, each in enumerate(named) if each in named[:at]), None)


# --- fold ---------------------------------------------------------------------------------------------------------------


@requires_players(lambda happened: happened.payers)
def evolve_payers_named(state: GameState, happened: PayersNamed) -> GameState:
    plan = PaymentPlan(payers=happened.payers, power_first=happened.power_first)
    return replace(state, payments={**state.payments, happened.house: plan})


@requires_players("seat")
def evolve_favors_named(state: GameState, happened: FavorsNamed) -> GameState:
    return replace(state, seats={**state.seats, happened.seat: replace(state.seats[happened.seat], gives=happened.cards)})


# --- words --------------------------------------------------------------------------------------------------------------


def tell_payers_named(happened: PayersNamed, before: GameState, after: GameState) -> Iterator[Line]:
    house = house_name(before, happened.house)
    kind = say("a Power before a Favor") if happened.power_first else say("a Favor before a Power")
    if happened.payers:
        names = listed([who(before, seat) for seat in happened.payers])
        words = say("House {house} pays first from {players}, then by rank; {kind}.", house=house, players=names, kind=kind)
    else:
        words = say("House {house} pays by rank, {kind}.", house=house, kind=kind)
    yield to_desks(words)


def tell_favors_named(happened: FavorsNamed, before: GameState, after: GameState) -> Iterator[Line]:
    """Say that a choice was made. Only the holder knows the cards (R-135)."""
    player = who(before, happened.seat)
    if happened.cards:
        yield to_desks(say("{player} has chosen which Favors go first.", player=player))
    else:
        yield to_desks(say("{player} gives the oldest Favors first.", player=player))


def _payers_invalidations(happened: PayersNamed, _state: GameState) -> tuple[Invalidation, ...]:
    return (Invalidation(topic="team", to=f"team:{happened.house}"), Invalidation(topic="people", to="staff"))


def _favors_invalidations(happened: FavorsNamed, state: GameState) -> tuple[Invalidation, ...]:
    """Tell the holder, and the own House's pages."""
    houses = teams_of(state, happened.seat)
    return (
        Invalidation(topic="strip", to=f"seat:{happened.seat}"),
        *(Invalidation(topic="team", to=f"team:{house}") for house in houses),
    )


COMMANDS: Mapping[type, CommandHandler] = {
    NamePayers: CommandHandler(
        decide=decide_name_payers, desks=HOUSE_DESKS, player=True, label=lambda c, s: say("Who pays for the House")
    ),
    NameFavors: CommandHandler(
        decide=decide_name_favors, desks=HOUSE_DESKS, player=True, label=lambda c, s: say("Which Favors go first")
    ),
}
EVENTS: Mapping[type, EventHandler] = {
    PayersNamed: EventHandler(evolve=evolve_payers_named, tell=tell_payers_named, invalidations=_payers_invalidations),
    FavorsNamed: EventHandler(evolve=evolve_favors_named, tell=tell_favors_named, invalidations=_favors_invalidations),
}
