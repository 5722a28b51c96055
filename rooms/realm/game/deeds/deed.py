"""Deeds of passed laws: one law as it acts, and those that strike laws, build, execute, last, or need a desk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from control.day import handoffs
from control.day.timetable import last_month
from control.engine.context import DecisionContext
from control.engine.ids import SeatId
from control.engine.language import listed, say, say_count
from control.engine.modules import GameEvent
from control.engine.reasons import Told, as_reason
from control.engine.refusal import Refused
from rooms.realm.desks import Desk
from rooms.realm.game.buildings.kinds import KINDS, called, kind_name, next_building, placed, places_in
from rooms.realm.game.buildings.ownership import BuildingPlaced, BuildingRemoved
from rooms.realm.game.deaths.death import dies, living
from rooms.realm.game.effects.in_force import is_over, usual_until
from rooms.realm.game.effects.lifetime import EffectEnded, EffectEntered, by_law
from rooms.realm.game.laws import LawStruck, law_of
from rooms.realm.game.passed_laws import GIVE, LIFT, RELEASE, Answers, answers_of, passed_law, waiting
from rooms.realm.game.records import PassedLaw
from rooms.realm.game.state import Effect, EffectFrom, EffectKind, GameState, PostedLaw
from rooms.realm.scenario.ids import LawId, RegionId
from rooms.realm.scenario.schema import Target

# === one law in action ==================================================================================================

# One passed law in the moment in which it acts, and what its deeds are made from.


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A law that acts now: its tablet, what it names, the month in which it acts, and who turns the month."""

    state: GameState
    law: PostedLaw
    passed: PassedLaw
    named: Answers
    month: int
    asked: DecisionContext

    @property
    def why(self) -> Told:
        """The reason that every event of it bears: "Law 14: Fines"."""
        return by_law(self.law.number, self.law.title)

    def owed(self, to: Desk, what: Told, rule: str) -> handoffs.HandedOver:
        """The hand-off of what this desk has to do by hand."""
        by = self.asked.by.called
        return handoffs.owe(self.state, origin=Desk.COURT, to=to, what=what, at=self.asked.at, by=by, rule=rule)


Carry = Callable[[Deed], Iterable[GameEvent]]  # what the laws of a kind do when they act


def tablet(state: GameState, law: LawId) -> PostedLaw | None:
    """The tablet of a law, whether it hangs or has fallen."""
    return law_of(state, law) or next((each for each in state.struck_laws if each.id == law), None)


def deed_of(state: GameState, law: LawId, month: int, asked: DecisionContext) -> Deed | None:
    """The deed of a law that the Court passed; None for another, or where the scenario does not know its kind any more."""
    passed, posted = passed_law(state, law), tablet(state, law)
    named = answers_of(state, passed) if passed is not None else None
    if passed is None or posted is None or named is None:
        return None
    return Deed(state=state, law=posted, passed=passed, named=named, month=month, asked=asked)


# === laws on laws =======================================================================================================

# Laws that strike other laws: Remove, the lifting of a tax, Famine Aid (GE-CRT-37, GE-CRT-40, GE-CRT-50).


OF_FOOD: Final = (EffectKind.FAMINE, EffectKind.FOOD)


def remove(deed: Deed) -> Iterator[GameEvent]:
    """The law that is named falls; one that fell before is passed over, and the cost stays spent (GE-CRT-37, R-76)."""
    named = law_of(deed.state, LawId(deed.named.one(Target.LAW)))
    if named is not None:
        yield LawStruck(law=named.id, month=deed.month, reason=deed.why)


def tax(deed: Deed) -> Iterator[GameEvent]:
    """A new tax hangs and is collected from the next month on; the other form lifts any one tax that stands (GE-CRT-40, R-82)."""
    named = law_of(deed.state, LawId(deed.named.one(Target.LAW)))
    if deed.named.form == LIFT and named is not None and named.effects.tributes:
        yield LawStruck(law=named.id, month=deed.month, reason=deed.why)


def famine_aid(deed: Deed) -> Iterator[GameEvent]:
    """All Houses come out of famine: every law about food falls, also one passed earlier this month (GE-CRT-50, R-92).

    What a desk entered without a tablet ends as well.
    """
    hungry = [each for each in deed.state.effects if each.kind in OF_FOOD and not is_over(each, deed.month)]
    for law in deed.state.laws:
        if law.effects.food or any(each.law == law.id for each in hungry):
            yield LawStruck(law=law.id, month=deed.month, reason=deed.why)
    for effect in hungry:
        if effect.law is None:
            yield EffectEnded(id=effect.id, month=deed.month, reason=deed.why)


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.the-throne")
def the_throne() -> str:
    """This and the next stand in hand-offs of journals from before the console kept hostages."""
    return say("the throne")


@as_reason("laws.hostages-free")
def hostages_free(number: int, holder: Told, house: str, count: int) -> str:
    return say_count(
        "Law {number} fell: {holder} releases {count} hostage of {house}",
        "Law {number} fell: {holder} releases {count} hostages of {house}",
        count,
        number=number,
        holder=holder,
        house=house,
    )


BOARD: Final[dict[str, Carry]] = {"remove": remove, "tax": tax, "famine-aid": famine_aid}


# === buildings ==========================================================================================================

# Build and Destroy (GE-CRT-47, GE-CRT-61, R-90).


def build(deed: Deed) -> Iterator[GameEvent]:
    """A building is put up for the House that is named; where its places do not fit War Control settles it (GE-CRT-47, R-90)."""
    scenario, wanted = deed.state.scenario, deed.named.one(Target.BUILDING)
    kind = next((each for each in KINDS if wanted in (each, kind_name(scenario, each))), wanted)
    house = next(iter((*deed.named.houses, *filter(None, (deed.passed.house,)))), None)
    try:
        if house is None:
            raise Refused(say("Nobody is to own it."), rule="R-90")
        places = placed(scenario, house, kind, places_in(scenario, deed.named.all(Target.PLACES)))
    except Refused as no:
        yield deed.owed(Desk.WAR, to_be_built(deed.law.number, deed.law.text, no.sentence), "R-90")
        return
    yield BuildingPlaced(building=next_building(deed.state, house, kind, places), reason=deed.why)


def destroy(deed: Deed) -> Iterator[GameEvent]:
    """The building that is named is gone, both markers together; one that is gone before is passed over (GE-CRT-61, R-90, R-76)."""
    wanted = deed.named.one(Target.BUILDING)
    found = called(deed.state, wanted)
    if len(found) == 1:
        yield BuildingRemoved(id=found[0].id, reason=deed.why)
    elif found:
        yield deed.owed(Desk.WAR, which_falls(deed.law.number, wanted), "R-90")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.to-be-built")
def to_be_built(number: int, text: str, wrong: str) -> str:
    return say("Law {number}: put the building up by hand. {wrong} It says: {text}", number=number, wrong=wrong, text=text)


@as_reason("laws.which-falls")
def which_falls(number: int, building: str) -> str:
    return say("Law {number} destroys one {building}: find out which, and take it off", number=number, building=building)


BUILDINGS: Final[dict[str, Carry]] = {"build": build, "destroy": destroy}


# === execution ==========================================================================================================

# Execution: whom the Court condemned dies in Return, in the order named (GE-CRT-55, R-95).


KIND: Final = "execution"


def named_to_die(named: Answers) -> tuple[SeatId, ...]:
    """Whom the law names, each once, in its order."""
    return tuple(dict.fromkeys(SeatId(each) for each in (*named.all(Target.PLAYER), *named.all(Target.PLAYERS))))


def may_die(state: GameState, seat: SeatId) -> bool:
    """Never the reigning Sovereign, nobody who is dead or gone: each is tested alone, when the law acts (R-95, R-76)."""
    return living(state, seat) is not None and seat != state.throne.holder


def condemned_by(state: GameState, seat: SeatId) -> PassedLaw | None:
    """The Execution that will put this player's character to death in the next Return, as things stand; None when there is none."""
    if not may_die(state, seat):
        return None
    for passed in waiting(state):
        named = answers_of(state, passed) if passed.kind == KIND else None
        if named is not None and seat in named_to_die(named):
            return passed
    return None


def execution(deed: Deed) -> Iterator[GameEvent]:
    """Each dies with all that a death brings; who inherits of the second is asked when the first is dead (GE-CRT-55, R-95)."""
    for seat in named_to_die(deed.named):
        if may_die(deed.state, seat):
            yield from dies(deed.state, seat, why=deed.why, rule="R-95", at=deed.asked.at)


EXECUTION: Final[Mapping[str, Carry]] = {KIND: execution}


# === lasting effects ====================================================================================================

# Laws that leave something in force on the map from the next month on; the War Room asks for it there (GE-WAR-85).
# Each becomes an effect that bears its law: why-not names it, and it ends with the tablet.


LASTING_KINDS: Final[dict[str, EffectKind]] = {
    "forbid": EffectKind.FORBID,  # GE-CRT-44
    "travel-ban": EffectKind.TRAVEL_BAN,  # GE-CRT-59
    "treaty": EffectKind.TREATY,  # GE-CRT-60
    "forced-alliance": EffectKind.FORCED_ALLIANCE,  # GE-CRT-54
    "military-ban": EffectKind.MILITARY_BAN,  # GE-CRT-53
    "military-aid": EffectKind.MILITARY_AID,  # GE-CRT-57
    "propaganda": EffectKind.PROPAGANDA,  # GE-CRT-58
    "take-food": EffectKind.FAMINE,  # GE-CRT-41
    "immortal": EffectKind.COMMAND,  # GE-CRT-46
}


def enter(deed: Deed, kind: EffectKind) -> Iterator[GameEvent]:
    """The effect of this law, from the next month on; one made in the last month never acts (R-18).

    It lasts as R-83 has it: until the law falls, next month alone, or as many months as were paid for.
    """
    state, since = deed.state, deed.month + 1
    if since > last_month(state):
        return
    paid = deed.named.number(Target.MONTHS) or None
    regions = (*deed.named.all(Target.REGION), *deed.named.all(Target.REGIONS))
    effect = Effect(
        id=1 + max((each.id for each in state.effects), default=0),
        kind=kind,
        since=since,
        until=usual_until(state.scenario, kind, since, paid),
        houses=deed.named.houses,
        regions=tuple(RegionId(each) for each in regions),
        origin=EffectFrom.LAW,
        source=deed.why,
        law=deed.law.id,
    )
    yield EffectEntered(effect=effect, reason=passed_in(deed.passed.month))


@as_reason("laws.passed-in")
def passed_in(month: int) -> str:
    return say("passed in month {month}", month=month)


def _of(kind: EffectKind) -> Carry:
    return lambda deed: enter(deed, kind)


LASTING: Final[dict[str, Carry]] = {kind: _of(effect) for kind, effect in LASTING_KINDS.items()}


# === deeds by hand ======================================================================================================

# Laws whose deed is a desk's to carry out by hand: each becomes a hand-off that says who, what and how many, never silence.


def nothing_here(deed: Deed) -> Iterator[GameEvent]:
    """A law that acts in its own room alone, which reacts to it or reads it while it hangs."""
    yield from ()


def as_it_says(deed: Deed) -> Iterator[GameEvent]:
    """A kind that only this scenario knows: Court Control does what the tablet says (GE-CRT-36)."""
    yield deed.owed(Desk.COURT, by_its_text(deed.law.number, deed.law.text), "GE-CRT-36")


# --- words --------------------------------------------------------------------------------------------------------------


@as_reason("laws.to-death")
def to_death(number: int, players: tuple[str, ...]) -> str:
    """It stands in hand-offs of journals from before the console carried out Executions."""
    return say("Law {number}, Execution: put to death {players}, in this order", number=number, players=listed(players))


@as_reason("laws.hostages-go")
def hostages_go(number: int, form: int, house: str, other: str, count: int) -> str:
    """It stands in hand-offs of journals from before the console kept hostages."""
    if form == GIVE and other:
        return say_count(
            "Law {number}, Hostages: {house} gives {other} {count} hostage of its own people, with 1 Power and 1 Favor",
            "Law {number}, Hostages: {house} gives {other} {count} hostages of its own people, each with 1 Power and 1 Favor",
            count,
            number=number,
            house=house,
            other=other,
        )
    if form != RELEASE and other:
        return say_count(
            "Law {number}, Hostages: {house} hands {count} hostage that it holds over to {other}",
            "Law {number}, Hostages: {house} hands {count} hostages that it holds over to {other}",
            count,
            number=number,
            house=house,
            other=other,
        )
    return say_count(
        "Law {number}, Hostages: {house} releases {count} hostage that it holds",
        "Law {number}, Hostages: {house} releases {count} hostages that it holds",
        count,
        number=number,
        house=house,
    )


@as_reason("laws.halves")
def halves(number: int, houses: tuple[str, ...], month: int) -> str:
    """It stands in hand-offs of journals from before the console kept what schemes cost in play."""
    return say(
        "Law {number}, Recruitment: {houses} each pick one own scheme in month {month}; its cost is halved, rounded up",
        number=number,
        houses=listed(houses),
        month=month,
    )


@as_reason("laws.doubles")
def doubles(number: int, scheme: str, month: int) -> str:
    """It stands in hand-offs of journals from before the console kept what schemes cost in play."""
    return say(
        "Law {number}, Crackdown: {scheme} costs twice as much from month {month} on, also where it is in play",
        number=number,
        scheme=scheme,
        month=month,
    )


@as_reason("laws.by-its-text")
def by_its_text(number: int, text: str) -> str:
    return say("Law {number} is yours to carry out: {text}", number=number, text=text)


BY_HAND: Final[dict[str, Carry]] = {
    "recruitment": nothing_here,  # its Houses pick a scheme in the Underground's next Schemes step (GE-CRT-49, R-91)
    "crackdown": nothing_here,  # what schemes of its kind cost is reckoned from the law itself (GE-CRT-51, R-91)
    "disband": nothing_here,  # the War Room's (GE-CRT-56)
}
