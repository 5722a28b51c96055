"""Laws of the Court: their record, payers and the Houses they concern (GE-CRT-31, R-19, R-39, R-78)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec import Struct

from control.day.clock.phase_events import ClockSet, MonthTurned, PhaseEnded, phases_ended_by
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import later, listed, say
from control.engine.modules import EventHandler, Module, Undo
from control.engine.records import replace
from control.engine.reports import Line, Report, ReportKind, to_desks
from rooms.realm.frame import Moment
from rooms.realm.game.effects.in_force import is_public
from rooms.realm.game.laws import BOARD, law_news, law_of, law_words, next_number
from rooms.realm.game.records import LawFate, PassedLaw, Won
from rooms.realm.game.reports.words import house, own
from rooms.realm.game.setup import THRONE
from rooms.realm.game.state import GameState, PostedLaw
from rooms.realm.game.table_stakes import StakeKind, amount_words
from rooms.realm.game.treasury.purses import house_name
from rooms.realm.papers.game.checks import words_of
from rooms.realm.papers.game.types import Paper, PaperType, cost_of, is_filled, number_in
from rooms.realm.scenario.ids import HouseId, LawId, Phase, Room
from rooms.realm.scenario.schema import LawEffects, NewsKind, ProposalType, Target, Tribute

# === passed laws ========================================================================================================

# A law that the Court passed or the Sovereign ordered is on the board at once and acts in Return (GE-CRT-31, R-19, R-39).
# This module records the passing and keeps the proposal until it acts. `rooms.realm.game.law_actions` carries it out.


LEVY, LIFT = 0, 1  # forms of a Tax: institute a new one, lift an existing one
RELEASE, HAND_OVER, GIVE = 0, 1, 2  # the forms of Hostages


class LawPassed(Struct, frozen=True, kw_only=True):
    """A proposal became a Commandment: its tablet, and the filled proposal that it acts by (GE-CRT-28).

    `answers`: values of the proposal, in the order of its kind's fields.
    `by`: its author; None for the God Emperor.
    `house`: the author's House at that time (R-82).
    `ordered`: without a vote; it counts like a law passed last (R-39). Its tablet has no number before Action ends (R-83), except
    in journals of a release that numbered it at once.
    """

    law: PostedLaw
    kind: str
    answers: tuple[tuple[str, ...], ...]
    month: int
    by: SeatId | None
    house: HouseId | None
    cost: int
    ordered: bool = False
    won: Won | None = None


class LawNumbered(Struct, frozen=True, kw_only=True):
    """An order without a vote has its number, after every law that the Court passed that month (R-39, R-83)."""

    law: LawId
    number: int


# --- passing ------------------------------------------------------------------------------------------------------------


def law_passed(
    state: GameState,
    paper: Paper,
    *,
    by: SeatId | None,
    ordered: bool = False,
    cost: int | None = None,
    won: Won | None = None,
) -> LawPassed:
    """Return the event of this proposal becoming law, with the board's next number; an order has none yet (R-83).

    `cost`: what was paid; by default the proposal's own cost.
    """
    kind = kind_of(state, paper.type)
    month, number = state.clock.month, 0 if ordered else next_number(state)
    orders = 1 + sum(each.ordered and each.month == month for each in state.passed)
    author = state.seats.get(by) if by is not None else None
    house = author.house if author is not None else None
    due = (cost_of(kind, paper) or 0) if kind else 0
    return LawPassed(
        law=PostedLaw(
            id=LawId(f"law-{number}" if number else f"order-{month}-{orders}"),
            number=number,
            title=kind.name if kind else paper.type,
            text=text_of(state, kind, paper),
            effects=lasting_effects(kind, paper.values, house),
            since=month,
        ),
        kind=paper.type,
        answers=paper.values,
        month=month,
        by=by,
        house=house,
        cost=due if cost is None else cost,
        ordered=ordered,
        won=won,
    )


def text_of(state: GameState, kind: ProposalType | None, paper: Paper) -> str:
    """Text of the tablet: names and numbers filled in, then what a law of this kind does."""
    if kind is None:
        return paper.note or paper.type
    named = words_of(state, (kind,), Paper(type=paper.type, values=paper.values)).removeprefix(kind.name).lstrip(": ")
    named = named.rpartition(" (")[0] or named if kind.cost is not None else named
    return f"{named}. {kind.text}" if named and not named.startswith("(") else kind.text


def lasting_effects(kind: ProposalType | None, answers: tuple[tuple[str, ...], ...], house: HouseId | None) -> LawEffects:
    """Effects on the tablet itself, from the month after its passing: the tributes of a Tax (GE-CRT-40, R-82)."""
    if kind is None or kind.id != "tax" or house is None:
        return LawEffects()
    named = Answers(kind=kind, values=answers)
    if named.form != LEVY:
        return LawEffects()
    debtors = (HouseId(each) for each in named.all(Target.HOUSES))
    return LawEffects(tributes=tuple(Tribute(debtor=each, creditor=house) for each in debtors if each != house))


# --- questions ----------------------------------------------------------------------------------------------------------


class Answers(Struct, frozen=True, kw_only=True):
    """A filled proposal, read by the targets of its fields."""

    kind: PaperType
    values: tuple[tuple[str, ...], ...]

    def all(self, target: Target) -> tuple[str, ...]:
        """All values of the fields of this target, in order."""
        filled = is_filled(self.kind, Paper(type=self.kind.id, values=self.values))
        return tuple(word for words, named in filled if named is target for word in words)

    def one(self, target: Target) -> str:
        """First value of this target; empty if there is none."""
        return next(iter(self.all(target)), "")

    def number(self, target: Target) -> int:
        """Number of this target; 0 if there is none."""
        return number_in(self.one(target)) or 0

    @property
    def form(self) -> int | None:
        """Index of the chosen printed form, because the words of forms are in the scenario's language; None without one."""
        chosen, forms = self.one(Target.FORM), getattr(self.kind, "forms", ())
        return forms.index(chosen) if chosen in forms else None

    @property
    def houses(self) -> tuple[HouseId, ...]:
        """Named Houses, in the order of the form."""
        return tuple(HouseId(each) for each in (*self.all(Target.HOUSE), *self.all(Target.HOUSES)))


def kind_of(state: GameState, kind: str) -> ProposalType | None:
    """Kind of proposal of that id; None if the scenario has no such kind."""
    return next((each for each in state.scenario.proposals if each.id == kind), None)


def passed_law(state: GameState, law: LawId) -> PassedLaw | None:
    """Record of the law on this tablet; None for tablets of the start and those that Control posted."""
    return next((each for each in state.passed if each.law == law), None)


def answers_of(state: GameState, passed: PassedLaw) -> Answers | None:
    """Filled proposal of a law; None if the scenario has no such kind."""
    kind = kind_of(state, passed.kind)
    return Answers(kind=kind, values=passed.answers) if kind else None


def waiting_laws(state: GameState, month: int | None = None) -> tuple[PassedLaw, ...]:
    """Laws that act in the next Return, in the order of turns: as passed, orders last (R-20, R-39)."""
    when = state.clock.month if month is None else month
    found = [each for each in state.passed if each.month <= when and each.fate is LawFate.WAITS and law_of(state, each.law)]
    return tuple(sorted(found, key=lambda each: (each.month, each.ordered)))


def laws_in_force(state: GameState, kind: str, month: int | None = None) -> tuple[tuple[PassedLaw, Answers], ...]:
    """Laws of a kind in force in a month, with their answers: on the board, from the month after they acted (R-19)."""
    when = state.clock.month if month is None else month
    return tuple(
        (each, named)
        for each in state.passed
        if each.kind == kind and each.fate is LawFate.ACTED and each.month < when and law_of(state, each.law)
        for named in (answers_of(state, each),)
        if named is not None and (each.until is None or when <= each.until)
    )


# --- reactions ----------------------------------------------------------------------------------------------------------


def end_action(state: GameState, happened: PhaseEnded | ClockSet, asked: DecisionContext) -> tuple[LawNumbered, ...]:
    """Number the orders when Action ends, in their order (R-83)."""
    return number_orders(state) if any(each.phase == Phase.ACTION for each in phases_ended_by(happened)) else ()


def begin_turn(state: GameState, happened: MonthTurned, asked: DecisionContext) -> tuple[LawNumbered, ...]:
    """Number the orders before any law acts, in case Control set the clock onto Return."""
    return number_orders(state) if happened.moment == Moment.POOLS else ()


def number_orders(state: GameState) -> tuple[LawNumbered, ...]:
    """Give the next numbers to tablets without one."""
    unnumbered = [law.id for law in state.laws if not law.number]
    return tuple(LawNumbered(law=law, number=number) for number, law in enumerate(unnumbered, start=next_number(state)))


# --- fold and invariants ------------------------------------------------------------------------------------------------


def evolve_passed(state: GameState, happened: LawPassed) -> GameState:
    """Put up the tablet and keep the record of what has yet to act."""
    kept = PassedLaw(
        law=happened.law.id,
        kind=happened.kind,
        answers=happened.answers,
        month=happened.month,
        by=happened.by,
        house=happened.house,
        cost=happened.cost,
        ordered=happened.ordered,
        won=happened.won,
    )
    return replace(state, laws=(*state.laws, happened.law), passed=(*state.passed, kept))


def evolve_numbered(state: GameState, happened: LawNumbered) -> GameState:
    """Set the number of a tablet that has none."""
    numbered = tuple(
        replace(each, number=happened.number) if each.id == happened.law and not each.number else each for each in state.laws
    )
    return replace(state, laws=numbered)


def broken_passed(state: GameState) -> tuple[str, ...]:
    laws = [each.law for each in state.passed]
    return (say("A law was passed twice."),) if len(laws) != len(set(laws)) else ()


# --- words --------------------------------------------------------------------------------------------------------------


def tell_passed(happened: LawPassed, before: GameState, after: GameState) -> Iterator[Line]:
    """Tell the hall of a law with its number; an order is news when it gets one (R-83). Houses that it touches read its text."""
    tablet, ordered = happened.law, happened.ordered
    named = {"title": tablet.title, "text": tablet.text.rstrip(".")}
    if tablet.number:
        words = say("Law {number}, {title}: {text}.", number=tablet.number, **named)
        yield to_desks(say("Ordered without a vote. {law}", law=words) if ordered else say("Passed by the Court. {law}", law=words))
        yield law_news(after, NewsKind.LAW_PASSED, tablet.id)
    else:
        yield to_desks(say("Ordered without a vote. {title}: {text}.", **named))
    if ordered and happened.by is not None:
        act = say("Ordered without a vote: {order}", order=tablet.title)
        words = say("It hangs on the Law Board and acts in Return.")
        yield Report(to=own(happened.by), kind=ReportKind.TURN, words=words, act=act, rule="GE-SOV-28", room=Room.COURT)
    act, words = law_words(after, tablet.id), say("A law touches your House: {text}", text=tablet.text)
    touched = houses_by_law(after, tablet)
    for to in (house(each.id) for each in after.scenario.houses if each.id in touched):
        yield Report(to=to, words=words, act=act, rule="GE-CRT-31", room=Room.COURT)


def tell_numbered(happened: LawNumbered, before: GameState, after: GameState) -> Iterator[Line]:
    yield to_desks(say("What was ordered without a vote is {law} (R-83).", law=law_words(before, happened.law)))
    yield law_news(after, NewsKind.LAW_PASSED, happened.law)


def withdrawn_law_words(happened: LawPassed, state: GameState) -> str:
    if not happened.law.number:
        return say("{title}, ordered without a vote; see the Law Board", title=happened.law.title)
    return say("law {number}, {title}; see the Law Board", number=happened.law.number, title=happened.law.title)


PASSED = Module(
    name="passed-laws",
    title=later("Law Board"),
    events={
        LawPassed: EventHandler(
            evolve=evolve_passed, tell=tell_passed, invalidations=lambda e, s: BOARD, undo=Undo(words=withdrawn_law_words)
        ),
        LawNumbered: EventHandler(evolve=evolve_numbered, tell=tell_numbered, invalidations=lambda e, s: BOARD),
    },
    reactions={PhaseEnded: end_action, ClockSet: end_action, MonthTurned: begin_turn},
    broken=broken_passed,
)


# === payers =============================================================================================================

# Payers of a law: Houses and the throne, and how much each gave (GE-CRT-32, R-78).


class Gave(Protocol):
    """Payment of one payer toward a law."""

    @property
    def payer(self) -> str: ...

    @property
    def power(self) -> int: ...

    @property
    def favors(self) -> int: ...


def payer_words(state: GameState, payer: str) -> str:
    """Name of a payer."""
    return say("the throne") if payer == THRONE else house_name(state, HouseId(payer))


def share_words(state: GameState, shares: Sequence[Gave]) -> str:
    """Payers with their payments: "Cat (2 Power and 1 Favor) and Wolf (2 Power)"."""
    return listed([say("{payer} ({amount})", payer=payer_words(state, each.payer), amount=_amount(each)) for each in shares])


def _amount(share: Gave) -> str:
    amounts = ((StakeKind.POWER, share.power), (StakeKind.FAVORS, share.favors))
    return listed([amount_words(kind, amount) for kind, amount in amounts if amount])


# === concerned Houses ===================================================================================================

# Houses that a tablet concerns, by public facts: its effects, and the Houses that its proposal names.


def named_in(state: GameState, named: Answers) -> frozenset[HouseId]:
    seats = (state.seats.get(SeatId(each)) for each in (*named.all(Target.PLAYER), *named.all(Target.PLAYERS)))
    return frozenset((*named.houses, *(seat.house for seat in seats if seat is not None)))


def houses_by_law(state: GameState, law: PostedLaw) -> frozenset[HouseId]:
    """Houses that a tablet concerns by its effects, its public effects in force, and its proposal."""
    does, passed = law.effects, passed_law(state, law.id)
    found = {house for food in does.food for house in (food.giver, food.receiver)}
    found |= {house for tribute in does.tributes for house in (tribute.debtor, tribute.creditor)}
    found |= {house for hold in does.hostages for house in (HouseId(hold.holder), hold.of)}
    found |= {house for effect in state.effects if effect.law == law.id and is_public(effect) for house in effect.houses}
    kind = kind_of(state, passed.kind) if passed else None
    if passed is not None and kind is not None:
        found |= named_in(state, Answers(kind=kind, values=passed.answers))
    return frozenset(found)
