"""Laws of money: Fines, Tariffs and Financial Aid, and the taxes of each Return (GE-CRT-38, GE-CRT-74, R-82)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from control.day import handoffs
from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseBegan, PhaseEnded, phases_ended_by
from control.day.decisions import questions as decisions
from control.day.decisions.answers import DecisionMade, answer_by_default
from control.day.people.lookup import members
from control.day.records import Decision, Option
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import say
from control.engine.modules import EventHandler, GameEvent
from control.engine.reasons import Told, as_reason
from control.engine.records import replace
from control.engine.reports import Line, to_desks
from rooms.realm.desks import Desk
from rooms.realm.frame import Moment
from rooms.realm.game.effects.in_force import laws_in
from rooms.realm.game.effects.lifetime import law_reason
from rooms.realm.game.favors import deck
from rooms.realm.game.favors.deck import FavorDiscarded, FavorGiven, draw_favors
from rooms.realm.game.law_actions.action import Carry, Deed
from rooms.realm.game.laws import BOARD
from rooms.realm.game.records import TaxPaid
from rooms.realm.game.reports.words import to_houses
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.game.treasury import power
from rooms.realm.game.treasury.payment import cards_of, plan_of, power_of
from rooms.realm.game.treasury.power import PowerGained, PowerLost
from rooms.realm.game.treasury.purses import house_name, house_power, receiver_of_gain
from rooms.realm.scenario.ids import CardId, HouseId, LawId, Phase, Room
from rooms.realm.scenario.schema import Target, Tribute

# === fines and aid ======================================================================================================

# Laws that move Power and Favors in Return: Fines, Tariffs, Financial Aid (GE-CRT-38, GE-CRT-39, GE-CRT-48).


class Taken(Struct, frozen=True, kw_only=True):
    """Payment of a House, purse by purse in its order of payment: Power, and cards (R-06, R-136)."""

    power: tuple[tuple[SeatId, int], ...]
    favors: tuple[tuple[SeatId, CardId], ...]


def payment_of(state: GameState, house: HouseId, power: int, favors: int) -> Taken:
    """Return what a House pays. A lack of Power is paid in Favors and the reverse; the rest is forgiven (R-81, R-07)."""
    cards = cards_of(state, house)
    held = house_power(state, house)
    most_power, most_favors = min(held, power), min(len(cards), favors)
    due_power = most_power + min(held - most_power, favors - most_favors)
    due_favors = most_favors + min(len(cards) - most_favors, power - most_power)
    return Taken(power=tuple(power_of(state, house, due_power)), favors=tuple(cards[:due_favors]))


def discard_payment(what: Taken, why: Told) -> Iterator[GameEvent]:
    """Send the payment to the bank and the discard pile (R-81)."""
    yield from (PowerLost(seat=seat, amount=amount, why=why) for seat, amount in what.power)
    yield from (FavorDiscarded(seat=seat, card=card, why=why) for seat, card in what.favors)


def transfer_payment(what: Taken, to: SeatId, why: Told) -> Iterator[GameEvent]:
    """Move the payment into another purse. Nobody else sees the cards."""
    yield from (PowerLost(seat=seat, amount=amount, why=why) for seat, amount in what.power)
    if total := sum(amount for _seat, amount in what.power):
        yield PowerGained(seat=to, amount=total, why=why)
    yield from (FavorGiven(seat=seat, to=to, card=card, why=why) for seat, card in what.favors)


# --- the kinds ----------------------------------------------------------------------------------------------------------


def _amounts_of_law(deed: Deed) -> tuple[int, int]:
    return deed.named.number(Target.POWER), deed.named.number(Target.FAVORS)


def fines(deed: Deed) -> Iterator[GameEvent]:
    """Make one House lose what the law says, by rank or by its own plan (GE-CRT-38, R-06)."""
    for house in deed.named.houses[:1]:
        yield from discard_payment(payment_of(deed.state, house, *_amounts_of_law(deed)), deed.why)


def tariffs(deed: Deed) -> Iterator[GameEvent]:
    """Make the first House pay the second, into the purse of its highest rank at the Court (GE-CRT-39, R-06)."""
    if len(deed.named.houses) < 2:
        return
    giver, taker = deed.named.houses[:2]
    to = receiver_of_gain(deed.state, taker, Room.COURT)
    if to is not None and giver != taker:
        yield from transfer_payment(payment_of(deed.state, giver, *_amounts_of_law(deed)), to, deed.why)


def financial_aid(deed: Deed) -> Iterator[GameEvent]:
    """Give a House Power from the bank and Favors from the deck. The War Room places its units (GE-CRT-48, R-89)."""
    power, favors = _amounts_of_law(deed)
    for house in deed.named.houses[:1]:
        to = receiver_of_gain(deed.state, house, Room.COURT)
        if to is None:
            return
        if power:
            yield PowerGained(seat=to, amount=power, why=deed.why)
        yield from draw_favors(deed.state, to, favors, deed.why, deed.asked)


MONEY: Final[dict[str, Carry]] = {"fines": fines, "tariffs": tariffs, "financial-aid": financial_aid}


# === taxes ==============================================================================================================

# Taxes fall due in each Return by law number, those of laws 8 to 10 from month 1 on (GE-CRT-74, GE-CRT-75, GE-CRT-76,
#
# The debtor chooses what it pays; the default is a Favor. If it has nothing, its creditor may take a recompense:
# a decision that is open until the next Planning ends (GE-CRT-82, R-101).


FAVOR, POWER, TAKES, NOTHING = "favor", "power", "takes", "nothing"
RECOMPENSE: Final = "recompense-"


class TaxFell(Struct, frozen=True, kw_only=True):
    """A tax fell due. `paid`: "favor", "power", or empty when the debtor had nothing. The payment follows as its own events."""

    month: int
    law: LawId
    debtor: HouseId
    creditor: HouseId
    paid: str


# --- questions ----------------------------------------------------------------------------------------------------------


def taxes_due(state: GameState, month: int) -> tuple[tuple[PostedLaw, Tribute], ...]:
    """Taxes of a month by law number; only one between two Houses, however many laws demand it (R-21, R-82)."""
    found: dict[tuple[HouseId, HouseId], tuple[PostedLaw, Tribute]] = {}
    for law in sorted(laws_in(state, month), key=lambda each: each.number):
        for tribute in law.effects.tributes:
            found.setdefault((tribute.debtor, tribute.creditor), (law, tribute))
    return tuple(found.values())


def question_prefix(month: int) -> str:
    """Prefix of the ids of a month's questions."""
    return f"tax-{month}-"


def _tax_id(month: int, law: PostedLaw, tribute: Tribute) -> str:
    return f"{question_prefix(month)}{law.number}-{tribute.debtor}"


# --- payments -----------------------------------------------------------------------------------------------------------


def ask(state: GameState, happened: PhaseBegan | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Ask each debtor that holds both Power and Favors what it pays, when Return begins; the default is a Favor (R-08)."""
    if happened.phase != Phase.RETURN or state.clock.turned >= happened.month:
        return ()
    wanted = tuple(
        Decision(
            id=_tax_id(happened.month, law, tribute),
            desk=Desk.COURT,
            month=happened.month,
            question=payment_question(law.number, house_name(state, tribute.debtor), house_name(state, tribute.creditor)),
            options=(Option(id=FAVOR, words=favor_option()), Option(id=POWER, words=power_option())),
            default=_default_payment(state, tribute.debtor),
            since=asked.at,
            blocks=end_of_return_words(),
            rule="R-08",
            team=tribute.debtor,
        )
        for law, tribute in taxes_due(state, happened.month)
        if all(_holdings(state, tribute.debtor))
    )
    return decisions.update_questions(state, wanted, question_prefix(happened.month))


def _default_payment(state: GameState, house: HouseId) -> str:
    """Default payment of a House that may choose: a Favor, unless its plan says Power (R-08)."""
    return POWER if plan_of(state, house).power_first else FAVOR


def _holdings(state: GameState, house: HouseId) -> tuple[int, int]:
    purses = [seat.purse for seat in members(state, house)]
    return sum(purse.power for purse in purses), sum(len(purse.favors) for purse in purses)


def collect_taxes(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Collect the taxes in their moment of Return (R-20, moment 4)."""
    return tuple(_collect_each(state, happened.month, asked)) if happened.moment == Moment.TAXES else ()


def _collect_each(state: GameState, month: int, asked: DecisionContext) -> Iterator[GameEvent]:
    """Collect tax after tax, each from what the last one left."""
    chosen = decisions.chosen_options(state, question_prefix(month))
    yield from answer_by_default(state, question_prefix(month))
    for law, tribute in taxes_due(state, month):
        held, cards = _holdings(state, tribute.debtor)
        to = receiver_of_gain(state, tribute.creditor, Room.COURT)
        pays_power = held > 0 and (
            not cards or (chosen.get(_tax_id(month, law, tribute)) or _default_payment(state, tribute.debtor)) == POWER
        )
        paid = "" if to is None or not (held or cards) else POWER if pays_power else FAVOR
        yield TaxFell(month=month, law=law.id, debtor=tribute.debtor, creditor=tribute.creditor, paid=paid)
        if to is None:
            continue
        if not paid:
            yield decisions.DecisionOpened(decision=_recompense(state, month, law, tribute, asked))
            continue
        what = payment_of(state, tribute.debtor, int(paid == POWER), int(paid == FAVOR))
        for event in transfer_payment(what, to, law_reason(law.number, law.title)):
            state = HANDED[type(event)].evolve(state, event)
            yield event


HANDED: Final[Mapping[type, EventHandler]] = {**power.EVENTS, **deck.EVENTS}


# --- recompense ---------------------------------------------------------------------------------------------------------


def _recompense(state: GameState, month: int, law: PostedLaw, tribute: Tribute, asked: DecisionContext) -> Decision:
    creditor, debtor = house_name(state, tribute.creditor), house_name(state, tribute.debtor)
    return Decision(
        id=f"{RECOMPENSE}{month}-{law.number}-{tribute.debtor}",
        desk=Desk.COURT,
        month=month,
        question=recompense_question(law.number, debtor, creditor),
        options=(Option(id=TAKES, words=recompense_option(creditor)), Option(id=NOTHING, words=nothing_option())),
        default=NOTHING,
        since=asked.at,
        blocks=end_of_planning_words(),
        rule="R-101",
        team=tribute.creditor,
    )


def hand_over_recompense(state: GameState, happened: DecisionMade, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Hand the creditor's recompense to a desk, to carry out or first to judge (R-101, setting `recompense_needs_control`)."""
    found = decisions.find_decision(state, happened.id)
    if found is None or not happened.id.startswith(RECOMPENSE) or happened.option != TAKES:
        return ()
    judged = state.scenario.settings.recompense_needs_control
    what = judge_reason(found.question, happened.reason) if judged else carry_out_reason(found.question, happened.reason)
    to, by = Desk.CEREMONY if not judged else Desk.COURT, asked.by.called
    return (handoffs.new_hand_off(state, origin=Desk.COURT, to=to, what=what, at=asked.at, by=by, rule="R-101"),)


def lapse_recompense(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[GameEvent, ...]:
    """Let unclaimed recompense lapse when the next Planning ends (R-101)."""
    return answer_by_default(state, RECOMPENSE) if any(each.phase == Phase.PLANNING for each in phases_ended_by(happened)) else ()


# --- fold and words -----------------------------------------------------------------------------------------------------


def evolve_fell(state: GameState, happened: TaxFell) -> GameState:
    """Keep the payments of the latest month; older ones are in the journal."""
    paid = TaxPaid(month=happened.month, law=happened.law, debtor=happened.debtor, paid=happened.paid)
    return replace(state, taxes=(*(each for each in state.taxes if each.month == happened.month), paid))


def tell_fell(happened: TaxFell, before: GameState, after: GameState) -> Iterator[Line]:
    number = next((each.number for each in before.laws if each.id == happened.law), 0)
    named = {"debtor": house_name(before, happened.debtor), "creditor": house_name(before, happened.creditor), "number": number}
    if happened.paid == FAVOR:
        words = say("Law {number}: {debtor} pays {creditor} 1 Favor.", **named)
    elif happened.paid == POWER:
        words = say("Law {number}: {debtor} pays {creditor} 1 Power.", **named)
    else:
        words = say("Law {number}: {debtor} has nothing to pay {creditor}.", **named)
    yield to_desks(words)
    yield from to_houses(before, (happened.debtor, happened.creditor), words, rule="GE-CRT-40")


@as_reason("taxes.which")
def payment_question(number: int, debtor: str, creditor: str) -> str:
    return say("Law {number}: what does {debtor} pay {creditor}?", number=number, debtor=debtor, creditor=creditor)


@as_reason("taxes.a-favor")
def favor_option() -> str:
    return say("1 Favor")


@as_reason("taxes.one-power")
def power_option() -> str:
    return say("1 Power")


@as_reason("taxes.end-of-return")
def end_of_return_words() -> str:
    return say("the end of Return")


@as_reason("taxes.end-of-planning")
def end_of_planning_words() -> str:
    return say("the end of the next Planning")


@as_reason("taxes.takes-what")
def recompense_question(number: int, debtor: str, creditor: str) -> str:
    return say(
        "Law {number}: {debtor} has nothing to pay. Does {creditor} take a recompense?",
        number=number,
        debtor=debtor,
        creditor=creditor,
    )


@as_reason("taxes.names-it")
def recompense_option(creditor: str) -> str:
    return say("{creditor} takes something, and tells Court Control what", creditor=creditor)


@as_reason("taxes.forgives")
def nothing_option() -> str:
    return say("Nothing")


@as_reason("taxes.judges")
def judge_reason(question: Told, named: str) -> str:
    said = say("{question} Yes. Ask what, refuse the absurd, and carry it out by hand", question=question)
    return f"{said}: {named}" if named else said


@as_reason("taxes.carries-out")
def carry_out_reason(question: Told, named: str) -> str:
    said = say("{question} Yes. Ask what, and carry it out by hand as it is named", question=question)
    return f"{said}: {named}" if named else said


EVENTS: Mapping[type, EventHandler] = {
    TaxFell: EventHandler(evolve=evolve_fell, tell=tell_fell, invalidations=lambda e, s: BOARD[:1])
}
