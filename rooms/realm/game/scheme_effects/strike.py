"""Strikes of completed schemes, each in its turn of Return, after the marriage penalty (R-20, R-132)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from control.day.clock.phase_events import MonthTurned
from control.day.missing_players import requires_players, teams_of
from control.day.words import who
from control.engine.context import DecisionContext
from control.engine.ids import DeskId, SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent, Invalidation
from control.engine.reasons import Told
from control.engine.records import replace
from control.engine.reports import Line, OrderFate, PersonDeed, Report, to_desks
from rooms.realm.desks import Desk
from rooms.realm.frame import Moment
from rooms.realm.game.passed_laws import Answers
from rooms.realm.game.records import CompletedScheme, SchemeEnding
from rooms.realm.game.reports.words import card_name, own, report_purse_changes
from rooms.realm.game.scheme_effects.outcomes import outcome_words, scheme_reason
from rooms.realm.game.scheme_effects.scheme import (
    answers_of_scheme,
    scheme_name,
    scheme_of,
    scheme_words,
    schemes_in_order,
    target_of,
    with_scheme,
)
from rooms.realm.game.state import GameState
from rooms.realm.game.treasury import payment
from rooms.realm.game.treasury.purses import house_name, receiver_of_gain, with_purse
from rooms.realm.scenario.ids import CardId, HouseId, Room

# === strikes ============================================================================================================


ONLY_UNDERGROUND: frozenset[DeskId] = frozenset({Desk.UNDERGROUND})


# --- events -------------------------------------------------------------------------------------------------------------


class SchemeActed(Struct, frozen=True, kw_only=True):
    """A completed scheme strikes; its effects follow, and rooms react with their part.

    `kind`: once set, the completion can no longer be withdrawn; earlier releases left it empty.
    """

    id: int
    month: int
    kind: str = ""


class SchemeSpent(Struct, frozen=True, kw_only=True):
    """A scheme is spent.

    `came`: outcome for the schemer.
    `harm`: outcome for the targeted House.
    `struck`: False when there was nothing to strike.
    """

    id: int
    struck: bool
    came: Told
    harm: Told = ""


class PursePart(Struct, frozen=True, kw_only=True):
    """Power from one purse."""

    seat: SeatId
    power: int


class SchemeTook(Struct, frozen=True, kw_only=True):
    """A scheme moves Power, or the card of `giver`, to another purse (R-122).

    `in_laws`: the Power is paid to the target as in-laws (R-132). Only the Underground desk reads it, because it names both sides.
    """

    id: int
    to: SeatId
    power: tuple[PursePart, ...] = ()
    card: CardId | None = None
    giver: SeatId | None = None
    in_laws: bool = False


# --- strike -------------------------------------------------------------------------------------------------------------


class Strike(Struct, frozen=True, kw_only=True):
    """A scheme that strikes now: what it names, its target, the month, and the context of the turn."""

    state: GameState
    scheme: CompletedScheme
    named: Answers
    month: int
    asked: DecisionContext
    target: HouseId | None

    @property
    def name(self) -> str:
        return scheme_name(self.state, self.scheme.kind)

    @property
    def why(self) -> Told:
        """Reason that all its events carry."""
        return scheme_reason(self.name)

    @property
    def whose(self) -> str:
        """Name of the targeted House."""
        return house_name(self.state, self.target) if self.target else ""

    def spent(self, came: Told, harm: Told = "", *, struck: bool = True) -> SchemeSpent:
        """Return the event that it is spent, with the outcomes."""
        return SchemeSpent(id=self.scheme.id, struck=struck, came=came, harm=harm)


Carry = Callable[[Strike], Iterable[GameEvent]]  # carries out one kind of scheme


def strike_of(state: GameState, happened: SchemeActed, asked: DecisionContext) -> Strike | None:
    """Return the strike of a scheme; None if the scheme or its kind no longer exists."""
    scheme = scheme_of(state, happened.id)
    named = answers_of_scheme(state, scheme) if scheme is not None else None
    if scheme is None or named is None:
        return None
    return Strike(state=state, scheme=scheme, named=named, month=happened.month, asked=asked, target=target_of(state, scheme))


# --- reactions ----------------------------------------------------------------------------------------------------------


def strike_all(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[SchemeActed, ...]:
    """Let all completed schemes strike in the third moment of Return, in turn (GE-UND-57, R-19, R-20)."""
    if happened.moment != Moment.SCHEMES:
        return ()
    return tuple(SchemeActed(id=each.id, month=happened.month, kind=each.kind) for each in schemes_in_order(state))


def pay_in_laws(state: GameState, happened: SchemeActed, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Make the schemer's House pay its in-laws 1 Power before the scheme strikes (GE-UND-65, GE-CER-15, R-132)."""
    strike = strike_of(state, happened, asked)
    if strike is None or strike.target is None or not are_married(state, strike.scheme.house, strike.target):
        return ()
    to = receiver_of_gain(state, strike.target, Room.UNDERGROUND)
    parts = power_of(state, strike.scheme.house, 1)
    if to is None or not parts:  # a lack of Power is forgiven
        return ()
    return (SchemeTook(id=happened.id, to=to, power=parts, in_laws=True),)


def are_married(state: GameState, one: HouseId, other: HouseId) -> bool:
    """Is there any marriage between two Houses (R-132)?"""
    partners = (
        (seat.house, spouse.house)
        for seat in state.seats.values()
        if seat.spouse is not None and (spouse := state.seats.get(seat.spouse)) is not None
    )
    return one != other and (one, other) in set(partners)


def power_of(state: GameState, house: HouseId, power: int) -> tuple[PursePart, ...]:
    """Return parts of a House's purses that add up to this Power, in its order of payment, as far as they go (R-06, R-07)."""
    return tuple(PursePart(seat=seat, power=part) for seat, part in payment.power_of(state, house, power))


# --- fold ---------------------------------------------------------------------------------------------------------------


def evolve_acted(state: GameState, happened: SchemeActed) -> GameState:
    """Mark the scheme as struck. Its effects stay if its completion is withdrawn; the state then notes the mismatch."""
    if happened.kind and scheme_of(state, happened.id) is None:
        return replace(state, schemes_doubtful=True)
    return with_scheme(state, happened.id, ending=SchemeEnding.STRUCK, acted=happened.month)


def evolve_spent(state: GameState, happened: SchemeSpent) -> GameState:
    ending = SchemeEnding.STRUCK if happened.struck else SchemeEnding.SPENT
    return with_scheme(state, happened.id, ending=ending, came=happened.came, harm=happened.harm)


def _seats_of_theft(happened: SchemeTook) -> Iterator[SeatId]:
    yield from (each.seat for each in happened.power)
    yield happened.to
    if happened.giver is not None:
        yield happened.giver


@requires_players(_seats_of_theft)
def evolve_took(state: GameState, happened: SchemeTook) -> GameState:
    for part in happened.power:
        purse = state.seats[part.seat].purse
        state = with_purse(state, part.seat, replace(purse, power=purse.power - part.power))
    if happened.giver is not None and happened.card is not None:
        purse = state.seats[happened.giver].purse
        left = tuple(card for card in purse.favors if card != happened.card)
        state = with_purse(state, happened.giver, replace(purse, favors=left))
    purse, total = state.seats[happened.to].purse, sum(part.power for part in happened.power)
    cards = (*purse.favors, *((happened.card,) if happened.card is not None else ()))
    state = with_purse(state, happened.to, replace(purse, power=purse.power + total, favors=cards))
    return with_scheme(state, happened.id, paid=total) if happened.in_laws else state


# --- words --------------------------------------------------------------------------------------------------------------


def _words(state: GameState, number: int) -> str:
    found = scheme_of(state, number)
    return scheme_words(state, found) if found else say("A scheme")


def tell_acted(happened: SchemeActed, before: GameState, after: GameState) -> Iterator[Line]:
    found = scheme_of(before, happened.id)
    if found is None:
        yield to_desks(say("A scheme strikes."))
        return
    scheme, house = _words(before, happened.id), house_name(before, found.house)
    yield to_desks(say("{scheme} of {house} strikes.", scheme=scheme, house=house))


def underground_report(seat: SeatId, words: str, *, act: str = "", rule: str, fate: OrderFate | None = None) -> Report:
    """Return a report of the Underground for one player."""
    return Report(to=own(seat), words=words, act=act, rule=rule, room=Room.UNDERGROUND, fate=fate)


def tell_spent(happened: SchemeSpent, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the schemers what came of it. The House struck reads what happened, never by whom (R-144)."""
    found, scheme = scheme_of(before, happened.id), scheme_of(after, happened.id)
    came = outcome_words(before, found, happened.came) if found is not None else str(happened.came)
    yield to_desks(say("{scheme}: {came}", scheme=_words(before, happened.id), came=came.rstrip(".") + "."))
    if scheme is None:
        return
    rule, fate = ("R-19", OrderFate.DONE) if happened.struck else ("R-130", OrderFate.NOTHING)
    target, gave, got = target_of(after, scheme), "", ""
    if scheme.paid:
        if target is not None:
            house = house_name(after, target)
            gave = say("Your House gave {house} {power} Power: it is married into it.", house=house, power=scheme.paid)
        got = say("Your House got {power} Power: in-laws aimed a scheme at it.", power=scheme.paid)
    act, words = scheme_words(after, scheme), f"{gave} {scheme.came}".strip()
    for seat in scheme.schemers:
        yield underground_report(seat, words, act=act, rule=rule, fate=fate)
    words = f"{got} {scheme.harm}".strip()
    for each in after.seats.values():
        if words and each.house == target and each.id not in scheme.schemers:
            yield underground_report(each.id, words, rule="R-19")


def tell_took(happened: SchemeTook, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell both purses of a theft, without the schemer. On the day neither side learns of the other (R-132)."""
    to, total = who(before, happened.to), sum(part.power for part in happened.power)
    payer = who(before, happened.power[0].seat) if happened.power else say("nobody")
    gave = got = say("By a scheme.")
    if happened.card is not None and happened.giver is not None:
        yield to_desks(say("By a scheme, 1 Favor of {player} goes to {other}.", player=who(before, happened.giver), other=to))
    elif happened.in_laws:
        words = say("{player} gives {other} {power} Power: a scheme on in-laws (R-132).", player=payer, other=to, power=total)
        yield to_desks(words)
    else:
        yield to_desks(say("By a scheme, {power} Power of {player} goes to {other}.", power=total, player=payer, other=to))
    if happened.in_laws:
        gave, got = say("It went to in-laws, at whom a scheme was aimed."), say("In-laws aimed a scheme at your House.")
    elif happened.card is not None:
        favor = card_name(before, happened.card)
        gave, got = say("{favor} was taken by a scheme.", favor=favor), say("{favor}, by a scheme.", favor=favor)
    rule = "R-132" if happened.in_laws else ""
    for seat in dict.fromkeys((*(part.seat for part in happened.power), happened.giver)):
        if seat != happened.to:
            yield from report_purse_changes(before, after, seat, gave, rule=rule)
    yield from report_purse_changes(before, after, happened.to, got, rule=rule)
    for part in happened.power:
        if happened.in_laws:
            words = say("{count} Power went to in-laws, {name}.", count=part.power, name=to)
        else:
            words = say("A scheme took {count} Power, for {name}.", count=part.power, name=to)
        yield PersonDeed(kind="power-lost", who=own(part.seat), words=words, count=part.power)
    if total:
        words = say("A scheme brought {count} Power.", count=total)
        yield PersonDeed(kind="power-gained", who=own(happened.to), words=words, count=total)


# --- invalidations ------------------------------------------------------------------------------------------------------


TOPIC = "schemes"
DESK = Invalidation(topic=TOPIC, to="staff")


def staff_only(_happened: object, _state: GameState) -> tuple[Invalidation, ...]:
    """Tell only the control team. Phones show the outcome when the phase ends, which they all hear of."""
    return (DESK,)


def took_invalidations(happened: SchemeTook, state: GameState) -> tuple[Invalidation, ...]:
    seats = tuple(dict.fromkeys(_seats_of_theft(happened)))
    return (
        *(Invalidation(topic="strip", to=f"seat:{seat}") for seat in seats),
        *(Invalidation(topic="team", to=f"team:{house}") for house in teams_of(state, *seats)),
        Invalidation(topic="people", to="staff"),
        DESK,
    )


EVENTS: Mapping[type, EventHandler] = {
    SchemeActed: EventHandler(
        evolve=evolve_acted,
        tell=tell_acted,
        invalidations=staff_only,
        readers=lambda e, s: ONLY_UNDERGROUND,
        anonymous=True,
    ),
    SchemeSpent: EventHandler(
        evolve=evolve_spent,
        tell=tell_spent,
        invalidations=staff_only,
        readers=lambda e, s: ONLY_UNDERGROUND,
        anonymous=True,
    ),
    SchemeTook: EventHandler(
        evolve=evolve_took,
        tell=tell_took,
        invalidations=took_invalidations,
        readers=lambda e, s: ONLY_UNDERGROUND,
        anonymous=True,
    ),
}
